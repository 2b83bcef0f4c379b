---------------------------- MODULE CommitTwinFinal ----------------------------
(* The same world where backups are rotated after rejected children too. *)
EXTENDS CommitTwin
=============================================================================
