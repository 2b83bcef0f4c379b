----------------------------- MODULE CommitSmall -----------------------------
(* Two operations and a Coin too few: one is refused Coin, or the other earns it first, or both want one thing. *)
EXTENDS Commit

SmallAsks == [a |-> {"x", "y"}, b |-> {"x", "s"}]
SmallCost == [x |-> 1, y |-> 2, s |-> -1]
=============================================================================
