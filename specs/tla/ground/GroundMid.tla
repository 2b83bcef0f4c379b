------------------------------ MODULE GroundMid ------------------------------
(* Two seats from the third round on: seat 0 enters with its sequence at DENY, so that all three stages come round. *)
EXTENDS Ground

MidStartStress == [s \in 0 .. 1 |-> <<5, 2>>[s + 1]]
MidStartMarker == [s \in 0 .. 1 |-> <<"DENY", "OFF">>[s + 1]]
MidProblems    == << [suit |-> "Boundary", value |-> 3, faceUp0 |-> TRUE] >>
MidStartHand   == [s \in 0 .. 1 |-> [NoCards EXCEPT !.Boundary = s]]
MidStartDeck   == NoCards
=============================================================================
