--------------------------- MODULE DismissalFacts ---------------------------
(* Two clients, three living, and a pending row of one that does not spoil the other's. *)
EXTENDS DismissalWorlds
=============================================================================
