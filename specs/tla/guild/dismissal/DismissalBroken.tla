-------------------------- MODULE DismissalBroken ---------------------------
(* What is pending is applied without asking again, even once the run is closed: OnlyWhereLegal has to fail. *)
EXTENDS DismissalWorlds

Unchecked(c, k) == TRUE
=============================================================================
