----------------------------- MODULE CommitThree -----------------------------
(* Three operations, two backups: a boundary is rotated out, ledgers grow, Coin earned late helps no rejected one. *)
EXTENDS Commit

ThreeAsks == [a |-> {"x", "y"}, b |-> {"x", "s"}, c |-> {"y", "q"}]
ThreeCost == [x |-> 1, y |-> 2, s |-> -1, q |-> 0]
=============================================================================
