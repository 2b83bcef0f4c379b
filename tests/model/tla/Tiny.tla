---- MODULE Tiny ----
(* A counter that climbs by one or two and wraps at the top; Fault picks one thing to go wrong. *)
EXTENDS Integers, Sequences, TLC, Aside
CONSTANTS Top, Fault, Seats
VARIABLES x, last
vars == <<x, last>>

Init == x = 0 /\ last = [rule |-> "none", seats |-> {}]
NoInit == Init /\ x = 1

Up(n) == x < Top /\ x' = x + n /\ last' = [rule |-> "Up", seats |-> [s \in Seats |-> n]]
Wrap == x >= Top /\ Fault # "no wrap" /\ x' = 0 /\ last' = [rule |-> "say \"wrap\"\\", seats |-> <<-1, TRUE>>]
Faulty == x = 2 /\ UNCHANGED vars
          /\ CASE Fault = "assert" -> Assert(FALSE, "two is too many")
               [] Fault = "evaluate" -> Head(<<>>)
               [] OTHER -> TRUE
Never == x > Far /\ x' = 0 /\ UNCHANGED last

Step == Up(1) \/ Up(2) \/ Wrap \/ Faulty
StepOrNever == Step \/ Never
Spec == Init /\ [][Step]_vars
Fair == Spec /\ WF_vars(Step)
FairUpwards == Init /\ [][Step]_vars /\ WF_vars(Up(1) \/ Wrap)

InRange == x \in 0..(Top + 1)
BelowTop == x < Top
NeverDown == [][x' >= x]_vars
EverNine == []<>(x = 9)
Small == x < 2
Nowhere == x > Top + 1
SeatSwaps == Permutations(Seats)
OnlyX == x
====
