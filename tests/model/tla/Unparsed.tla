---- MODULE Unparsed ----
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = y +
====
