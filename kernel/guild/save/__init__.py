"""The save contract as pure functions: operations, commits, recovery; `store` alone reaches a disk."""
