---------------------------- MODULE DismissalTwo ----------------------------
(* Two clients, one in the line and one in Reserve: both may be confirmed, one leaves. *)
EXTENDS DismissalWorlds
=============================================================================
