---------------------------- MODULE GroundPrinted ----------------------------
(* Three seats, five rounds, 24 cards and four Problems, as printed; too many states to visit, so plays are sampled. *)
EXTENDS Ground

PrintedStartStress == [s \in 0 .. 2 |-> 2]
PrintedStartMarker == [s \in 0 .. 2 |-> "OFF"]
PrintedProblems    == << [suit |-> "Clarify", value |-> 2, faceUp0 |-> TRUE],
                         [suit |-> "Repair", value |-> 2, faceUp0 |-> FALSE],
                         [suit |-> "Boundary", value |-> 3, faceUp0 |-> FALSE],
                         [suit |-> "Change", value |-> 4, faceUp0 |-> FALSE] >>
PrintedStartHand   == [s \in 0 .. 2 |->
                        << [Clarify |-> 1, Repair |-> 1, Boundary |-> 0, Change |-> 0],
                           [Clarify |-> 0, Repair |-> 1, Boundary |-> 1, Change |-> 0],
                           [Clarify |-> 1, Repair |-> 0, Boundary |-> 0, Change |-> 1] >>[s + 1]]
PrintedStartDeck   == [Clarify |-> 4, Repair |-> 4, Boundary |-> 5, Change |-> 5]
=============================================================================
