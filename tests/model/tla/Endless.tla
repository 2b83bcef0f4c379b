---- MODULE Endless ----
EXTENDS Integers
VARIABLES x, y
Init == x = 0 /\ y = 0
Left == x' = x + 1 /\ y' = y
Right == y' = y + 1 /\ x' = x
Next == Left \/ Right
====
