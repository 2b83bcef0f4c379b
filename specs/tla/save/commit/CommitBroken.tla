---------------------------- MODULE CommitBroken ----------------------------
(* Whoever asks again after a rejection may try once more, against AG-SAV-5-11: SettledStays has to fall. *)
EXTENDS CommitSmall

TriesAgain(o, i) ==
    /\ pc = "open" /\ Pending(active) = {}
    /\ Status(active, o) \in {Nothing, "rejected"} /\ Valid(i)
    /\ made' = [active EXCEPT !.seq = @ + 1, !.row[o] = PendingRow(i, active.seq)]
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>
=============================================================================
