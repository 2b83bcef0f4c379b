----------------------------- MODULE GroundThree -----------------------------
(* Three seats, one round: seat 1 Denies the Problem others may want, seat 2 picks whom its extra Attack hits. *)
EXTENDS Ground

ThreeStartStress == [s \in 0 .. 2 |-> <<3, 5, 2>>[s + 1]]
ThreeStartMarker == [s \in 0 .. 2 |-> <<"OFF", "DENY", "ATTACK">>[s + 1]]
ThreeProblems    == << [suit |-> "Change", value |-> 4, faceUp0 |-> TRUE] >>
ThreeStartHand   == [s \in 0 .. 2 |-> [NoCards EXCEPT !.Change = 1]]
ThreeStartDeck   == [NoCards EXCEPT !.Repair = 1]
=============================================================================
