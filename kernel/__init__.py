"""What the rules do: pure functions over frozen state, with contracts that cite rule IDs."""
