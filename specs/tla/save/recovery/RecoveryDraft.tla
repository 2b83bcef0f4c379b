---------------------------- MODULE RecoveryDraft ----------------------------
(* From a new slot to its four offers, with so many faults that nothing need be left. *)
EXTENDS Recovery

DraftStart == <<>>
=============================================================================
