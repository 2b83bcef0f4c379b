---------------------------- MODULE RecoveryTwin ----------------------------
(* From a draft with its pair to a closed run with a purchase in it; `Told` prints what recovery has to come to. *)
EXTENDS Recovery, TLC

TwinStart == <<"seed", "offers", "pick">>

(* The kernel needs a battle before a Recruit can fall, so nobody falls here. *)
TwinKinds(c) ==
    IF HasRun(c) THEN ({"buy"} \ InRun(c)) \cup {"close"}
    ELSE CASE Last(c) = "pick" -> {"run"} [] OTHER -> {}

(* For the comparison with the kernel: each state that awaits recovery, and its outcome. *)
Told == pc # "down" \/ PrintT(<<"due", place, ledger, Outcome>>)
=============================================================================
