---------------------------- MODULE RecoveryStale ----------------------------
(* Faults that no checksum notices, F-208: whole older copies in the place of active and of both ledgers. *)
EXTENDS RecoveryRun

StalePlace(p) ==
    /\ pc = "down" /\ faults > 0 /\ place[p].is = "ok" /\ place[p].at # <<>>
    /\ place' = [place EXCEPT ![p] = Ok(Front(@.at))] /\ faults' = faults - 1
    /\ UNCHANGED <<ledger, pc, shown>>

StaleLedger(l) ==
    /\ pc = "down" /\ faults > 0 /\ ledger[l].at # {}
    /\ LET newest == CHOOSE r \in ledger[l].at : \A s \in ledger[l].at : Len(s) <= Len(r)
       IN  ledger' = [ledger EXCEPT ![l] = Ok(@.at \ {newest})]
    /\ faults' = faults - 1
    /\ UNCHANGED <<place, pc, shown>>
=============================================================================
