-------------------------- MODULE CreationMutants --------------------------
(* One rule broken in each definition: manifest.toml says which claim falls by it, and in which world. *)
EXTENDS CreationLegacy, CreationGrowth

(* The ordinal goes with the pending row already. *)
OrdinalWhilePending(intent) ==
    /\ made' = [slot EXCEPT !.rows = Append(@, PendingRow(intent)),
                            !.next = IF intent.kind = "begin" THEN @ + 1 ELSE @]
    /\ pc' = "pending made"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, told>>

(* The run appears and the draft stays for the next commit. *)
DraftStays(c, w) == [c EXCEPT !.run = [seed |-> w.seed, recruits |-> {c.draft.offers[i] : i \in w.pick}]]

(* One of the two is left behind. *)
HalfThePair(c, w) ==
    [c EXCEPT !.draft = NoDraft, !.run = [seed |-> w.seed, recruits |-> {c.draft.offers[CHOOSE i \in w.pick : TRUE]}]]

(* The seed is derived from the ordinal after. *)
SeedOfNext(c, w) == [c EXCEPT !.next = @ + 1, !.draft = Reserved(w.seed + 1)]

(* Another ordinal is skipped. *)
OrdinalSkipped(c, w) == [c EXCEPT !.next = @ + 2, !.draft = Reserved(w.seed)]

(* Only three of the four are stored. *)
ThreeOffers(s) == [Reserved(s) EXCEPT !.status = "offers_ready", !.offers = [i \in 0 .. 2 |-> <<s, i>>]]

(* The offers come from another seed. *)
OffersOfAnother(s) == [Reserved(s) EXCEPT !.status = "offers_ready", !.offers = Offers(s + 1)]

(* A revision draws anew. *)
Redraws(c, w) ==
    [c EXCEPT !.draft = [@ EXCEPT !.pick = w.pick, !.revision = @ + 1, !.status = "selection_ready",
                                  !.offers = [i \in Indices |-> <<w.seed, (i + 1) % 4>>]]]

(* The revision number stands still. *)
Unrevised(c, w) == [c EXCEPT !.draft = [@ EXCEPT !.pick = w.pick, !.status = "selection_ready"]]

(* Whoever asks again under a new ID is taken for new. *)
CommitsAgain(seed, pick) ==
    /\ Quiet
    /\ \E k \in Commits(slot, seed) : slot.rows[k].intent.pick = pick
    /\ Len(slot.rows) < 6
    /\ slot' = [slot EXCEPT !.rows = Append(@, [intent |-> Ask("commit", seed, 0, pick), status |-> "applied"])]
    /\ UNCHANGED <<ledgerA, ledgerB, pc, made, told>>

(* The answer is the newest row, whatever it is. *)
AnswersNewest(seed, pick) ==
    /\ Quiet
    /\ \E k \in Commits(slot, seed) : slot.rows[k].intent.pick = pick /\ told' = [told EXCEPT ![seed] = Len(slot.rows)]
    /\ UNCHANGED <<slot, ledgerA, ledgerB, pc, made>>

(* Offers are generated while the reservation is still being mirrored. *)
Hasty ==
    /\ pc \in {"idle", "applied"} /\ ~IsPending(slot) /\ HasDraft(slot) /\ slot.draft.status = "seed_reserved"
    /\ Prepare(Ask("materialize", slot.draft.seed, 0, {}))

(* A failed check leaves the row to be tried again under the same ID. *)
RejectedReopens ==
    /\ pc = "down"
    /\ slot' = IF slot.rows # <<>> /\ slot.rows[Len(slot.rows)].status = "rejected"
               THEN Settled(slot, "pending") ELSE slot
    /\ pc' = IF Replicated THEN "idle" ELSE "applied"
    /\ UNCHANGED <<ledgerA, ledgerB, made, told>>

(* After a restart nothing is mirrored. *)
RestartsBlind ==
    /\ pc = "down" /\ pc' = "idle"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, made, told>>

(* A slot with a pending row does not open. *)
RestartsSettled ==
    /\ pc = "down" /\ ~IsPending(slot)
    /\ pc' = IF Replicated THEN "idle" ELSE "applied"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, made, told>>

(* Nobody turns a reserved seed into offers. *)
NeverMaterializes == FALSE

(* After a crash the process works with the candidate that no pointer names. *)
CandidateSurvives ==
    /\ pc # "down"
    /\ pc' = "down"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, made, told>>

(* A new Company replaces the old one. *)
CompanyReplaced == Quiet /\ slot.next \in Seeds /\ ~HasDraft(slot) /\ Prepare(Ask("begin", slot.next, 0, {}))
=============================================================================
