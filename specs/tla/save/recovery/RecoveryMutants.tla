-------------------------- MODULE RecoveryMutants --------------------------
(* One rule of recovery broken in each definition: manifest.toml says which claim falls by it, and in which world. *)
EXTENDS RecoveryRun, RecoveryDraft, RecoveryBirth

(* Faults without number. *)
CorruptsOn(p) ==
    /\ pc = "down" /\ place[p].is = "ok"
    /\ place' = [place EXCEPT ![p] = Corrupt] /\ faults' = faults - 1
    /\ UNCHANGED <<ledger, pc, shown>>

(* A gap after the boundary is passed over. *)
NeverSeals(c) == c

(* The player is shown the result while the ledgers still lack it. *)
ShowsEarly ==
    /\ pc = "applied"
    /\ place' = Checkpoints([place EXCEPT !["b1"] = Ok(Front(Active)), !["b2"] = place["b1"]], Active)
    /\ pc' = "rotated"
    /\ shown' = shown \cup Receipts(Active)
    /\ UNCHANGED <<ledger, faults>>

(* The newest commit that is left is the outcome, whatever the ledgers say. *)
TrustsBackups == IF Valid # {} THEN Selected ELSE Blocked

(* Without a commit the ledgers are not asked. *)
LedgersUnasked == IF Valid # {} THEN ContinuedOrSealed(Replayed(Selected)) ELSE Blocked

(* That a run was sealed says nothing about its later receipts. *)
SealSettlesNothing(c, r) == IsPrefix(r, c)

(* A sealed run is sealed again with each start. *)
SealsAgain ==
    /\ pc = "down" /\ Outcome # Blocked /\ Outcome # <<>> /\ Last(Outcome) = "seal" /\ Len(Outcome) < Most + 2
    /\ place' = [place EXCEPT !["active"] = Ok(IF place["active"].is = "ok" /\ Outcome = Active
                                               THEN Append(Active, "seal") ELSE Outcome)]
    /\ pc' = "recovered"
    /\ UNCHANGED <<ledger, faults, shown>>

(* Sealing does not end a run. *)
SealedRunsOn(c) == Newest(c, {"run"}) > Newest(c, {"close"})

(* A blocked slot begins anew. *)
PlaysBlocked ==
    /\ pc \in {"idle", "blocked"} /\ Len(Active) < Most
    /\ \E kind \in Next1(Active) : place' = [place EXCEPT !["active"] = Ok(Append(Active, kind))]
    /\ pc' = "applied"
    /\ UNCHANGED <<ledger, faults, shown>>

(* A slot that is whole does not open. *)
NeverResumes == FALSE
=============================================================================
