---------------------------- MODULE GroundBroken ----------------------------
(* DENY may turn down a claimed Problem too, which GR-D03 does not allow: ClaimedNeverDenied has to fail. *)
EXTENDS Ground

BrokenDeniable(p) == problem[p].faceUp /\ ~Shielded(p)

BrokenStartStress == [s \in 0 .. 1 |-> <<5, 2>>[s + 1]]
BrokenStartMarker == [s \in 0 .. 1 |-> "OFF"]
BrokenProblems    == << [suit |-> "Repair", value |-> 3, faceUp0 |-> TRUE] >>
BrokenStartHand   == [s \in 0 .. 1 |-> [NoCards EXCEPT !.Repair = s]]
BrokenStartDeck   == NoCards
=============================================================================
