"""How we reason: games as transition systems, engines over them, traces, verdicts."""
