"""What we know: the command line, the ledger of evidence, and what is told from it."""
