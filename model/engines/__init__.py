"""Engines: each takes a world and checks, and returns what it found with its bounds. None of them sees the ledger."""
