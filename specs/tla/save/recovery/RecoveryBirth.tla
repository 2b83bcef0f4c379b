---------------------------- MODULE RecoveryBirth ----------------------------
(* A draft with its pair becomes a run, and something happens in it, with three faults. *)
EXTENDS Recovery

BirthStart == <<"seed", "offers", "pick">>
=============================================================================
