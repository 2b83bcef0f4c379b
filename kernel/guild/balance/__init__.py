"""What the economy promises, computed: solvency, capacity, pacing, campaign length, dominance."""
