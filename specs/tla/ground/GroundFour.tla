----------------------------- MODULE GroundFour -----------------------------
(* Four seats, one round, nothing on the table: the smallest table at which a seat can run out of relation slots. *)
EXTENDS Ground

FourStartStress == [s \in 0 .. 3 |-> 2]
FourStartMarker == [s \in 0 .. 3 |-> "OFF"]
FourProblems    == << >>
FourStartHand   == [s \in 0 .. 3 |-> NoCards]
FourStartDeck   == NoCards
=============================================================================
