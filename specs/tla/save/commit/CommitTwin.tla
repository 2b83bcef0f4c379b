----------------------------- MODULE CommitTwin -----------------------------
(* Either operation may come with any intent: buy one of two items, sell a third, close the run. *)
EXTENDS Commit

TwinAsks == [o \in {"a", "b"} |-> {"x", "y", "s", "q"}]
TwinCost == [x |-> 1, y |-> 2, s |-> -1, q |-> 0]

InOrder(o) == o = "a" \/ Status(active, "a") # Nothing
=============================================================================
