----------------------------- MODULE GroundLate -----------------------------
(* Two seats from the third round on, seat 0 at ATTACK: a Blame laid in round 4 can be lifted in round 5. *)
EXTENDS Ground

LateStartStress == [s \in 0 .. 1 |-> <<4, 3>>[s + 1]]
LateStartMarker == [s \in 0 .. 1 |-> <<"ATTACK", "OFF">>[s + 1]]
LateProblems    == << >>
LateStartHand   == [s \in 0 .. 1 |-> NoCards]
LateStartDeck   == [NoCards EXCEPT !.Change = 1]
=============================================================================
