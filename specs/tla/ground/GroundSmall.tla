----------------------------- MODULE GroundSmall -----------------------------
(* Two seats, two rounds from a calm start: every Action, the race for a Problem, relations made and undone. *)
EXTENDS Ground

SmallStartStress == [s \in 0 .. 1 |-> <<2, 3>>[s + 1]]
SmallStartMarker == [s \in 0 .. 1 |-> "OFF"]
SmallProblems    == << [suit |-> "Clarify", value |-> 2, faceUp0 |-> TRUE],
                       [suit |-> "Repair", value |-> 3, faceUp0 |-> FALSE] >>
SmallStartHand   == [s \in 0 .. 1 |-> [NoCards EXCEPT !.Clarify = 1]]
SmallStartDeck   == [NoCards EXCEPT !.Repair = 1]
=============================================================================
