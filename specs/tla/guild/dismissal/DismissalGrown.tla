--------------------------- MODULE DismissalGrown ---------------------------
(* One client with two IDs, and a hire: what was rejected stays rejected when the Company grows. *)
EXTENDS DismissalWorlds
=============================================================================
