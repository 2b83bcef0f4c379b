---------------------------- MODULE RecoveryLive ----------------------------
(* A new slot and its first reservation, any faults: recovery comes to an end however often it crashes before. *)
EXTENDS RecoveryDraft
=============================================================================
