----------------------------- MODULE RecoveryRun -----------------------------
(* A run just begun: purchase, fall, reward and close in any order, with two places corrupted at any moments. *)
EXTENDS Recovery

RunStart == <<"seed", "offers", "pick", "run">>
=============================================================================
