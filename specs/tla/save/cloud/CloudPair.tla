------------------------------ MODULE CloudPair ------------------------------
(* Two devices that begin with one Guild at the same commit; either can play a battle that costs a Recruit. *)
EXTENDS Cloud

PairRoot  == [of |-> "g", ops |-> <<>>]
PairSlots == [d \in {"d1", "d2"} |-> <<PairRoot>>]
=============================================================================
