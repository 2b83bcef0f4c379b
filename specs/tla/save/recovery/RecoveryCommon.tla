--------------------------- MODULE RecoveryCommon ---------------------------
(* What two ledgers have in common leaves out the receipt that one of them has: a crash and one fault suffice. *)
EXTENDS RecoveryRun
=============================================================================
