--------------------------- MODULE RecoveryBeyond ---------------------------
(* Whoever trusts a backup without a ledger tolerates two faults; with three a Recruit seen to fall lives again. *)
EXTENDS RecoveryRun
=============================================================================
