---- MODULE Undefined ----
EXTENDS Integers
VARIABLE x
Init == x = 0

Next == x' = y
====
