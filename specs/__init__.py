"""What is written: the rule catalogue, findings and scenarios as data, and their strict loader."""
