---------------------------- MODULE CommitMutants ----------------------------
(* One step of the procedure broken in each definition: manifest.toml says which claim falls by it. *)
EXTENDS CommitSmall

(* The pending child takes the Coin already, without saying so. *)
SpendsWhilePending(o, i) ==
    /\ pc = "open" /\ Pending(active) = {}
    /\ Status(active, o) = Nothing /\ Valid(i)
    /\ made' = [active EXCEPT !.seq = @ + 1, !.row[o] = PendingRow(i, active.seq), !.coin = @ - Cost[i]]
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>

(* The pending row has its cost already. *)
CostWhilePending(i, seq) == [NoRow EXCEPT !.status = "pending", !.intent = i, !.asked = seq, !.cost = Cost[i]]

(* A second operation enters while a row is pending. *)
EntersBeside(o, i) ==
    /\ pc = "open" /\ Status(active, o) = Nothing /\ Valid(i)
    /\ made' = [active EXCEPT !.seq = @ + 1, !.row[o] = PendingRow(i, active.seq)]
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>

(* The result is left for later. *)
ResultLater(r, c, seq) == [r EXCEPT !.status = "applied", !.cost = c, !.receipt = seq]

(* Coin is not asked at all. *)
NeverPoor(c, o) == TRUE

(* The later intent overwrites the one on record. *)
Overwrites(o, i) ==
    /\ pc = "open" /\ Status(active, o) = "pending" /\ active.row[o].intent # i
    /\ active' = [active EXCEPT !.seq = @ + 1, !.row[o].intent = i]
    /\ UNCHANGED <<Replicas, pc, made, told>>

(* A client is told of success as soon as the child is built. *)
TellsTooSoon ==
    /\ Finalizing
    /\ \E o \in Pending(active) : /\ Affordable(active, o) /\ made' = AppliedChild(active, o)
                                  /\ told' = [told EXCEPT ![o] = active.seq + 1]
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas>>

(* The sequence number of a rejected child is not used up. *)
RejectedUncounted(c, o) == [c EXCEPT !.row[o] = RejectedRow(@)]

(* Rotation does not wait for the child to be read back. *)
RotatesFirst ==
    /\ pc = "switched" /\ Final(made)
    /\ Arrive /\ pc' = "read"
    /\ backup' = Pushed(backup, active)
    /\ UNCHANGED <<ledgerA, ledgerB, told>>

(* What is rotated in is the commit that counts. *)
RotatesActive ==
    /\ pc = "read"
    /\ backup' = Pushed(backup, active)
    /\ pc' = "rotated"
    /\ UNCHANGED <<active, prior, ledgerA, ledgerB, made, told>>

(* The ledger starts anew with each receipt. *)
MirrorForgets ==
    /\ pc = "rotated"
    /\ ledgerA' = <<active.seq>>
    /\ pc' = "mirrored"
    /\ UNCHANGED <<active, prior, backup, ledgerB, made, told>>

(* The second ledger is never written. *)
MirrorMissing ==
    /\ pc = "mirrored"
    /\ told' = [o \in Ops |-> IF told[o] # 0 THEN told[o] ELSE Answer(o)]
    /\ pc' = "open"
    /\ UNCHANGED <<active, prior, backup, ledgerA, ledgerB, made>>

(* After a crash the process works with the candidate that no pointer names. *)
CandidateSurvives ==
    /\ pc \notin {"down", "switched"}
    /\ pc' = "down"
    /\ UNCHANGED <<active, Replicas, made, told>>

(* A pending row is taken for a boundary. *)
PendingIsReadAsFinal ==
    /\ pc = "switched" /\ ~Final(made)
    /\ Arrive /\ pc' = "read"
    /\ UNCHANGED <<backup, ledgerA, ledgerB, told>>

(* A slot with a pending row does not open. *)
RestartsSettled ==
    /\ pc = "down" /\ Final(active)
    /\ pc' = IF ~IsRotated THEN "read" ELSE IF ledgerA # Chain(active) THEN "rotated"
             ELSE IF ledgerB # Chain(active) THEN "mirrored" ELSE "open"
    /\ UNCHANGED <<active, Replicas, made, told>>

(* After a restart nothing is repaired. *)
RestartsBlind ==
    /\ pc = "down" /\ pc' = "open"
    /\ UNCHANGED <<active, Replicas, made, told>>
=============================================================================
