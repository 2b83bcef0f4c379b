-------------------------- MODULE DismissalBattle ---------------------------
(* One client with two IDs, promotions, and battles with their dead, down to nobody. *)
EXTENDS DismissalWorlds
=============================================================================
