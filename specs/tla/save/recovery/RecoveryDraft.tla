---------------------------- MODULE RecoveryDraft ----------------------------
(* From a new slot to the first Market, with so many faults that nothing need be left. *)
EXTENDS Recovery

DraftStart == <<>>
=============================================================================
