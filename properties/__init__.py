"""What must hold: claims, the machines that attack them, and the strategies that feed the machines."""
