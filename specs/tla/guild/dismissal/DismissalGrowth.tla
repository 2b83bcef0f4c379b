-------------------------- MODULE DismissalGrowth ---------------------------
(* Continuous growth: battles, promotions and a hire; nobody falls for good. *)
EXTENDS DismissalWorlds
=============================================================================
