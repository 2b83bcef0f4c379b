------------------------------ MODULE Creation ------------------------------
(***************************************************************************)
(* How a run (FG4) or the one Company (GROWTH) comes to be, read from the  *)
(* save contract and the override alone: a seed is reserved, four offers   *)
(* follow from it, some are picked, and two of them go with the seed.      *)
(* docs/save-tla.md gives the readings taken where the text is open.       *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Edition,        \* "FG4" | "GROWTH"                               AG-OVR-01, AG-OVR-08
    Picks,          \* the sets of offers that clients ask for
    LastSeed,       \* no client asks for more creations
    LastRevision,   \* nor for more revisions of one draft
    Faults          \* how often the generator's output fails its check AG-SAV-7.1-04

VARIABLES
    slot,           \* the commit that the pointer names
    ledgerA, ledgerB,    \* receipts, oldest first                    AG-SAV-7.1-03
    pc,             \* how far the writer has come; "down": no process runs
    made,           \* the candidate child, which no pointer names yet
    told            \* seed -> the commit receipt that a client has had AG-SAV-7.1-08

vars == <<slot, ledgerA, ledgerB, pc, made, told>>

-----------------------------------------------------------------------------
(* Words *)

Seeds     == 1 .. LastSeed              \* a seed stands for its ordinal: one ordinal, one seed   AG-SAV-7.1-02
Indices   == 0 .. 3
Offers(s) == [i \in Indices |-> <<s, i>>]    \* what the generator makes of a seed                AG-OVR-11
NoOffers  == <<>>

NoDraft == [seed |-> 0]
NoRun   == [seed |-> 0]
Nobody  == [next |-> 0]

HasDraft(c) == c.draft # NoDraft
HasRun(c)   == c.run # NoRun

(* A row: what is asked, and what became of it; its receipt is its place in the journal. *)
PendingRow(intent) == [intent |-> intent, status |-> "pending"]

Ask(kind, seed, revision, pick) == [kind |-> kind, seed |-> seed, revision |-> revision, pick |-> pick]

Statuses(c)   == {c.rows[k].status : k \in DOMAIN c.rows}
IsPending(c)  == c.rows # <<>> /\ c.rows[Len(c.rows)].status = "pending"
Intent(c)     == c.rows[Len(c.rows)].intent
AppliedRows(c) == {k \in DOMAIN c.rows : c.rows[k].status = "applied"}
Commits(c, s) == {k \in AppliedRows(c) : c.rows[k].intent.kind = "commit" /\ c.rows[k].intent.seed = s}

RECURSIVE Sorted(_)
Sorted(S) == IF S = {} THEN <<>>
             ELSE LET x == CHOOSE y \in S : \A z \in S : y <= z IN <<x>> \o Sorted(S \ {x})

Chain(c)       == Sorted(AppliedRows(c))
IsPrefix(s, t) == Len(s) <= Len(t) /\ SubSeq(t, 1, Len(s)) = s
Replicated     == ledgerA = Chain(slot) /\ ledgerB = Chain(slot)

-----------------------------------------------------------------------------
(* What clients ask. Whatever is refused changes nothing. *)

Init ==
    /\ slot = [next |-> 1, draft |-> NoDraft, run |-> NoRun, rows |-> <<>>]
    /\ ledgerA = <<>> /\ ledgerB = <<>>
    /\ pc = "idle" /\ made = Nobody
    /\ told = [s \in Seeds |-> 0]

Quiet == pc = "idle" /\ ~IsPending(slot)

(* AG-SAV-5-04: a pending child has one more row, and nothing else is changed. *)
Prepare(intent) ==
    /\ made' = [slot EXCEPT !.rows = Append(@, PendingRow(intent))]
    /\ pc' = "pending made"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, told>>

(* AG-SAV-6-01, AG-SAV-7.1-03, AG-OVR-03 *)
Begin == Quiet /\ slot.next \in Seeds /\ ~HasDraft(slot) /\ ~HasRun(slot) /\ Prepare(Ask("begin", slot.next, 0, {}))

(* AG-SAV-6-02: the next thing the writer does with a reserved seed; AG-SAV-7.1-11 *)
Materialize ==
    /\ Quiet /\ HasDraft(slot) /\ slot.draft.status = "seed_reserved"
    /\ Prepare(Ask("materialize", slot.draft.seed, 0, {}))

Pickable(pick) == Cardinality(pick) = 2 \/ (Edition = "GROWTH" /\ Cardinality(pick) < 2)    \* AG-SAV-7.1-05, AG-OVR-11
Current(seed, revision) == HasDraft(slot) /\ slot.draft.seed = seed /\ slot.draft.revision = revision
Ready == HasDraft(slot) /\ slot.draft.status # "seed_reserved"

(* AG-SAV-6-03 *)
Select(seed, revision, pick) ==
    /\ Quiet /\ Ready /\ Current(seed, revision) /\ revision < LastRevision
    /\ Pickable(pick) /\ pick # slot.draft.pick
    /\ Prepare(Ask("select", seed, revision, pick))

(* AG-SAV-6-04 *)
Commit(seed, revision, pick) ==
    /\ Quiet /\ Ready /\ Current(seed, revision)
    /\ pick = slot.draft.pick /\ Cardinality(pick) = 2
    /\ Prepare(Ask("commit", seed, revision, pick))

(* AG-SAV-12.2-01: only so can another run be created; AG-OVR-05 leaves the Company where it is. *)
Close == Quiet /\ Edition = "FG4" /\ HasRun(slot) /\ Prepare(Ask("close", slot.run.seed, 0, {}))

(* AG-SAV-7.1-08: the draft is gone; its receipt is found by the draft's name too. RUN_CREATION_ALREADY_APPLIED *)
AlreadyApplied(seed, pick) ==
    /\ Quiet
    /\ \E k \in Commits(slot, seed) : slot.rows[k].intent.pick = pick /\ told' = [told EXCEPT ![seed] = k]
    /\ UNCHANGED <<slot, ledgerA, ledgerB, pc, made>>

(* RUN_CREATION_DRAFT_ACTIVE, RUN_ALREADY_ACTIVE, STALE_RUN_CREATION_DRAFT, SELECTION_UNCHANGED,
   RUN_CREATION_COMMIT_CONFLICT, an ID seen before: AG-SAV-7.1-03, AG-SAV-7.1-05, AG-SAV-7.1-07, AG-SAV-7.1-08 *)
Refused == Quiet /\ UNCHANGED vars

-----------------------------------------------------------------------------
(* The result of an intent, all of it or nothing *)

Reserved(s) ==                                                         \* AG-SAV-2-04
    [seed |-> s, status |-> "seed_reserved", offers |-> NoOffers, pick |-> {}, revision |-> 0]
Complete(s) == [Reserved(s) EXCEPT !.status = "offers_ready", !.offers = Offers(s)]

Begun(c, w) == [c EXCEPT !.next = @ + 1, !.draft = IF Edition = "FG4" THEN Reserved(w.seed) ELSE Complete(w.seed)]

Materialized(c, w) == [c EXCEPT !.draft = Complete(@.seed)]

Selected(c, w) ==
    [c EXCEPT !.draft = [@ EXCEPT !.pick = w.pick, !.revision = @ + 1,
                                  !.status = IF Cardinality(w.pick) = 2 THEN "selection_ready" ELSE "offers_ready"]]

Committed(c, w) ==                                                     \* AG-SAV-7.1-07, AG-OVR-11
    [c EXCEPT !.draft = NoDraft, !.run = [seed |-> w.seed, recruits |-> {c.draft.offers[i] : i \in w.pick}]]

Closed(c, w) == [c EXCEPT !.run = NoRun]

Result(c, w) ==
    CASE w.kind = "begin"       -> Begun(c, w)
      [] w.kind = "materialize" -> Materialized(c, w)
      [] w.kind = "select"      -> Selected(c, w)
      [] w.kind = "commit"      -> Committed(c, w)
      [] w.kind = "close"       -> Closed(c, w)

Settled(c, status) == [c EXCEPT !.rows[Len(c.rows)].status = status]

-----------------------------------------------------------------------------
(* The procedure *)

SwitchPending ==
    /\ pc = "pending made"
    /\ slot' = made /\ made' = Nobody /\ pc' = "idle"
    /\ UNCHANGED <<ledgerA, ledgerB, told>>

PrepareApplied ==
    /\ pc = "idle" /\ IsPending(slot)
    /\ made' = Settled(Result(slot, Intent(slot)), "applied")
    /\ pc' = "applied made"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, told>>

(* AG-SAV-7.1-04: an index missing, an ID twice, a hash that differs, a fifth offer: no offers, and the same seed. *)
Failures == Cardinality({k \in DOMAIN slot.rows : slot.rows[k].status = "rejected"})

PrepareRejected ==
    /\ pc = "idle" /\ IsPending(slot)
    /\ Intent(slot).kind = "materialize" /\ Failures < Faults
    /\ made' = Settled(slot, "rejected")
    /\ pc' = "rejected made"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, told>>

SwitchApplied ==
    /\ pc = "applied made"
    /\ slot' = made /\ made' = Nobody /\ pc' = "applied"
    /\ UNCHANGED <<ledgerA, ledgerB, told>>

SwitchRejected ==
    /\ pc = "rejected made"
    /\ slot' = made /\ made' = Nobody /\ pc' = "idle"
    /\ UNCHANGED <<ledgerA, ledgerB, told>>

MirrorA ==
    /\ pc = "applied"
    /\ ledgerA' = Chain(slot) /\ pc' = "mirrored"
    /\ UNCHANGED <<slot, ledgerB, made, told>>

MirrorB ==
    /\ pc = "mirrored"
    /\ ledgerB' = Chain(slot) /\ pc' = "idle"
    /\ UNCHANGED <<slot, ledgerA, made, told>>

Crash ==
    /\ pc # "down"
    /\ pc' = "down" /\ made' = Nobody
    /\ UNCHANGED <<slot, ledgerA, ledgerB, told>>

Restart ==
    /\ pc = "down"
    /\ pc' = IF Replicated THEN "idle" ELSE "applied"
    /\ UNCHANGED <<slot, ledgerA, ledgerB, made, told>>

-----------------------------------------------------------------------------

(* Any draft there has been, at any revision, may be named: clients hold old ones. *)
Named(Act(_, _, _)) == \E s \in Seeds, r \in 0 .. LastRevision, p \in Picks : Act(s, r, p)

SelectSome  == Named(Select)
CommitSome  == Named(Commit)
AskApplied  == \E s \in Seeds, p \in Picks : AlreadyApplied(s, p)

Work == SwitchPending \/ PrepareApplied \/ SwitchApplied \/ SwitchRejected \/ MirrorA \/ MirrorB \/ Restart

Next ==
    \/ Begin \/ Materialize \/ SelectSome \/ CommitSome \/ Close \/ AskApplied \/ Refused
    \/ SwitchPending \/ PrepareApplied \/ PrepareRejected \/ SwitchApplied \/ SwitchRejected \/ MirrorA \/ MirrorB
    \/ Crash \/ Restart

Spec == Init /\ [][Next]_vars /\ WF_vars(Work) /\ WF_vars(Materialize)

-----------------------------------------------------------------------------
(* Claims about a state *)

DraftOK(d) ==                                                          \* AG-SAV-2-04, AG-OVR-11
    /\ d.pick \subseteq Indices /\ d.revision \in 0 .. LastRevision
    /\ CASE d.status = "seed_reserved"   -> d.offers = NoOffers /\ d.pick = {} /\ Edition = "FG4"
         [] d.status = "offers_ready"    -> DOMAIN d.offers = Indices
                                              /\ (d.pick = {} \/ (Edition = "GROWTH" /\ Cardinality(d.pick) < 2))
         [] d.status = "selection_ready" -> DOMAIN d.offers = Indices /\ Cardinality(d.pick) = 2

TypeOK ==
    /\ slot.next \in 1 .. LastSeed + 1
    /\ pc \in {"idle", "pending made", "applied made", "rejected made", "applied", "mirrored", "down"}
    /\ (made # Nobody) = (pc \in {"pending made", "applied made", "rejected made"})
    /\ \A s \in Seeds : told[s] \in Nat

DraftComplete == HasDraft(slot) => DraftOK(slot.draft)                 \* AG-SAV-2-04

DraftOrRun == ~(HasDraft(slot) /\ HasRun(slot))                        \* AG-SAV-2-04, AG-OVR-11

SeedBehindOrdinal ==                                                   \* AG-SAV-2-04
    (HasDraft(slot) => slot.draft.seed < slot.next) /\ (HasRun(slot) => slot.run.seed < slot.next)

OffersAreTheSeeds ==                                                   \* AG-SAV-7.1-04, AG-OVR-11
    Ready => \A i \in Indices : slot.draft.offers[i] = <<slot.draft.seed, i>>

RunIsThePair ==                                                        \* AG-SAV-7.1-07, AG-OVR-03
    HasRun(slot) => /\ Cardinality(slot.run.recruits) = 2
                    /\ \E k \in Commits(slot, slot.run.seed) :
                         slot.run.recruits = {<<slot.run.seed, i>> : i \in slot.rows[k].intent.pick}

OneOfEach ==                                                           \* AG-SAV-1-11, AG-SAV-7.1-08
    \A s \in Seeds :
        /\ Cardinality(Commits(slot, s)) <= 1
        /\ Cardinality({k \in AppliedRows(slot) : slot.rows[k].intent.kind = "begin"
                                                    /\ slot.rows[k].intent.seed = s}) <= 1

(* AG-SAV-7.1-03: the reservation has been read back and stands in both ledgers before an offer is generated. *)
MirroredBeforeOffers ==
    pc = "applied made" /\ Intent(slot).kind = "materialize" => Replicated /\ slot.draft.seed < slot.next

LedgersFollow ==                                                       \* AG-SAV-7.1-17, AG-SAV-11.1-10
    /\ IsPrefix(ledgerB, ledgerA) /\ IsPrefix(ledgerA, Chain(slot))
    /\ pc \notin {"applied", "mirrored", "down"} => Replicated

AnswersHold == \A s \in Seeds : told[s] # 0 => Commits(slot, s) = {told[s]}      \* AG-SAV-7.1-08

-----------------------------------------------------------------------------
(* Claims about a step *)

PendingIsFree ==                                                       \* AG-SAV-1-02, AG-SAV-7.1-10
    [][slot' # slot /\ IsPending(slot') =>
        slot'.next = slot.next /\ slot'.draft = slot.draft /\ slot'.run = slot.run]_vars

NeverNeither ==                                                        \* AG-SAV-7.1-07, AG-SAV-7.1-16
    [][HasDraft(slot) /\ ~HasDraft(slot') => HasRun(slot') /\ slot'.run.seed = slot.draft.seed]_vars

RunStays ==                                                            \* AG-OVR-02, AG-SAV-7.1-17
    [][HasRun(slot) => slot'.run = slot.run \/ (Edition = "FG4" /\ ~HasRun(slot') /\ ~HasDraft(slot'))]_vars

OffersNeverChange ==                                                   \* AG-SAV-7.1-06, AG-SAV-7.1-13
    [][HasDraft(slot) /\ HasDraft(slot') =>
        slot'.draft.seed = slot.draft.seed /\ (Ready => slot'.draft.offers = slot.draft.offers)]_vars

RevisionCounts ==                                                      \* AG-SAV-7.1-05, AG-SAV-7.1-14
    [][HasDraft(slot) /\ HasDraft(slot') =>
        slot'.draft.revision = slot.draft.revision + (IF slot'.draft.pick = slot.draft.pick THEN 0 ELSE 1)]_vars

OrdinalCounts ==                                                       \* AG-SAV-7.1-03, AG-SAV-7.1-09
    [][slot'.next # slot.next =>
        slot'.next = slot.next + 1 /\ HasDraft(slot') /\ ~HasDraft(slot) /\ slot'.draft.seed = slot.next]_vars

SettledStays ==                                                        \* AG-SAV-5-11
    [][\A k \in DOMAIN slot.rows : slot.rows[k].status # "pending" => slot'.rows[k] = slot.rows[k]]_vars

-----------------------------------------------------------------------------
(* Claims about whole behaviours: once there are no more crashes *)

CrashesStop == <>[][~Crash]_vars

PendingSettles == CrashesStop => (IsPending(slot) ~> ~IsPending(slot)) \* AG-SAV-7.1-10, AG-SAV-7.1-12

(* AG-SAV-7.1-11: a reserved seed gets its offers. *)
SeedBearsOffers ==
    CrashesStop => ((HasDraft(slot) /\ slot.draft.status = "seed_reserved") ~> Ready)

=============================================================================
