------------------------------- MODULE Commit -------------------------------
(***************************************************************************)
(* How one Guild slot takes an operation from pending to applied, read     *)
(* from the save contract alone. A transition is one step of the writer,   *)
(* an answer to a client, a crash or a restart. docs/save-tla.md gives the *)
(* shape of a state and the readings taken where the text leaves a choice. *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Ops,            \* operation IDs                                  AG-SAV-4-02
    Asks,           \* operation -> the intents that may come with it AG-SAV-4-07
    Cost,           \* intent -> the Coin it costs; below 0 it grants AG-SAV-6-05, AG-SAV-6-06
    Close,          \* the intent that closes the run                 AG-SAV-6-16
    Closing,        \* the intents with a closure receipt             AG-SAV-4-09
    StartCoin,
    Backups,        \* how many backups the slot keeps                AG-SAV-2-01
    Rotated         \* "APPLIED" | "FINAL": after which children backups are rotated  AG-SAV-5-10

VARIABLES
    active,         \* the commit that counts                         AG-SAV-11.1-02
    prior,          \* the verified boundary from which the latest operation started
    backup,         \* verified boundaries before it, newest first    AG-SAV-11.1-03
    ledgerA, ledgerB,    \* closure receipts, oldest first            AG-SAV-11.1-08
    pc,             \* how far the writer has come; "down": no process runs
    made,           \* the candidate child: a file, or what the pointer names but nobody has read back
    told            \* operation -> the answer its client has had     AG-SAV-4-06

vars == <<active, prior, backup, ledgerA, ledgerB, pc, made, told>>

-----------------------------------------------------------------------------
(* Words *)

Intents == DOMAIN Cost
Nothing == "none"
Nobody  == [seq |-> -1]                 \* in place of a commit: there is none

NoRow == [status |-> Nothing, intent |-> Nothing, asked |-> 0, cost |-> 0, got |-> Nothing, receipt |-> 0]
PendingRow(i, seq)   == [NoRow EXCEPT !.status = "pending", !.intent = i, !.asked = seq]
RejectedRow(r)       == [r EXCEPT !.status = "rejected"]
AppliedRow(r, c, seq) == [r EXCEPT !.status = "applied", !.cost = c, !.got = r.intent, !.receipt = seq]

Status(c, o)  == c.row[o].status
Pending(c)    == {o \in Ops : Status(c, o) = "pending"}
Applied(c)    == {o \in Ops : Status(c, o) = "applied"}
Final(c)      == c # Nobody /\ Pending(c) = {}
Receipts(c)   == {c.row[o].receipt : o \in Applied(c)}
IsClosed(c)   == \E o \in Applied(c) : c.row[o].got = Close

RECURSIVE Sorted(_)
Sorted(S) == IF S = {} THEN <<>>
             ELSE LET x == CHOOSE y \in S : \A z \in S : y <= z IN <<x>> \o Sorted(S \ {x})

RECURSIVE Total(_, _)
Total(S, f) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Total(S \ {x}, f)

(* The closure receipts that a commit holds itself. *)
Chain(c)        == Sorted({c.row[o].receipt : o \in {o \in Applied(c) : c.row[o].intent \in Closing}})
IsPrefix(s, t)  == Len(s) <= Len(t) /\ SubSeq(t, 1, Len(s)) = s

(* The newest commit is one after which backups are rotated, and they have been. *)
IsRotating   == Rotated = "FINAL" \/ active.seq \in Receipts(active)
IsRotated    == prior = Nobody \/ ~Final(active) \/ ~IsRotating \/ (backup # <<>> /\ backup[1] = prior)
Replicated   == IsRotated /\ ledgerA = Chain(active) /\ ledgerB = Chain(active)

-----------------------------------------------------------------------------
(* The procedure *)

Init ==
    /\ active = [seq |-> 0, row |-> [o \in Ops |-> NoRow], coin |-> StartCoin, offers |-> Intents]
    /\ prior = Nobody
    /\ backup = <<>>
    /\ ledgerA = <<>> /\ ledgerB = <<>>
    /\ pc = "open"
    /\ made = Nobody
    /\ told = [o \in Ops |-> 0]

Replicas == <<prior, backup, ledgerA, ledgerB>>

(* What is asked before a row exists: the target is still there. Coin is asked after. AG-SAV-5-03, AG-SAV-10-03 *)
Valid(i) == i \in active.offers

(* Any ID may come first. A world in which all IDs are alike replaces this: one of them stands for all. *)
MayCome(o) == TRUE

(* AG-SAV-5-02, AG-SAV-5-04, AG-SAV-4-08: an ID that has no row yet, while nothing is pending. *)
Prepare(o, i) ==
    /\ pc = "open" /\ Pending(active) = {}
    /\ MayCome(o) /\ Status(active, o) = Nothing /\ Valid(i)
    /\ made' = [active EXCEPT !.seq = @ + 1, !.row[o] = PendingRow(i, active.seq)]
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>

Price(c, i) == IF i = Close THEN c.coin ELSE Cost[i]

(* AG-SAV-5-06, AG-SAV-5-07: from the intent and the parent alone; all of the result at once. *)
AppliedChild(c, o) ==
    LET i == c.row[o].intent
    IN  [seq |-> c.seq + 1, row |-> [c.row EXCEPT ![o] = AppliedRow(@, Price(c, i), c.seq + 1)],
         coin |-> c.coin - Price(c, i), offers |-> IF i = Close THEN {} ELSE c.offers \ {i}]

(* AG-SAV-5-11 *)
RejectedChild(c, o) == [c EXCEPT !.seq = @ + 1, !.row[o] = RejectedRow(@)]

Affordable(c, o) == c.coin >= Price(c, c.row[o].intent)                \* AG-SAV-5-08

Finalizing == pc = "open" /\ Pending(active) # {}

FinalizeApplied ==
    /\ Finalizing
    /\ \E o \in Pending(active) : Affordable(active, o) /\ made' = AppliedChild(active, o)
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>

FinalizeRejected ==
    /\ Finalizing
    /\ \E o \in Pending(active) : ~Affordable(active, o) /\ made' = RejectedChild(active, o)
    /\ pc' = "written"
    /\ UNCHANGED <<active, Replicas, told>>

(* AG-SAV-5-05, AG-SAV-5-09: the pointer names the parent or the whole child, and nothing between. *)
Switch ==
    /\ pc = "written"
    /\ pc' = "switched"
    /\ UNCHANGED <<active, Replicas, made, told>>

Arrive == active' = made /\ made' = Nobody /\ prior' = IF Final(active) THEN active ELSE prior

(* AG-SAV-5-05: a pending child waits for its end. *)
ReadPending ==
    /\ pc = "switched" /\ ~Final(made)
    /\ Arrive /\ pc' = "open"
    /\ UNCHANGED <<backup, ledgerA, ledgerB, told>>

(* AG-SAV-5-09: a final one goes to the replicas. *)
ReadFinal ==
    /\ pc = "switched" /\ Final(made)
    /\ Arrive /\ pc' = "read"
    /\ UNCHANGED <<backup, ledgerA, ledgerB, told>>

Pushed(s, c) == SubSeq(<<c>> \o s, 1, IF Len(s) < Backups THEN Len(s) + 1 ELSE Backups)

(* AG-SAV-5-10 *)
Rotate ==
    /\ pc = "read"
    /\ backup' = IF IsRotating THEN Pushed(backup, prior) ELSE backup
    /\ pc' = "rotated"
    /\ UNCHANGED <<active, prior, ledgerA, ledgerB, made, told>>

(* AG-SAV-11.1-08 *)
MirrorA ==
    /\ pc = "rotated"
    /\ ledgerA' = Chain(active)
    /\ pc' = "mirrored"
    /\ UNCHANGED <<active, prior, backup, ledgerB, made, told>>

Answer(o) == IF Status(active, o) = "applied" THEN active.row[o].receipt
             ELSE IF Status(active, o) = "rejected" THEN -1 ELSE 0

(* AG-SAV-5-11: only now is anybody told. Whoever asks again gets the same from the row. *)
MirrorB ==
    /\ pc = "mirrored"
    /\ ledgerB' = Chain(active)
    /\ told' = [o \in Ops |-> IF told[o] # 0 THEN told[o] ELSE Answer(o)]
    /\ pc' = "open"
    /\ UNCHANGED <<active, prior, backup, ledgerA, made>>

-----------------------------------------------------------------------------
(* Clients: each may ask, and ask again, at any time; these answers change nothing *)

(* AG-SAV-4-06: an ID that has a row, with the intent on record. *)
Return(o, i) ==
    /\ pc = "open" /\ Status(active, o) # Nothing /\ active.row[o].intent = i
    /\ UNCHANGED vars

(* AG-SAV-4-07: OPERATION_ID_CONFLICT. *)
Conflict(o, i) ==
    /\ pc = "open" /\ Status(active, o) # Nothing /\ active.row[o].intent # i
    /\ UNCHANGED vars

(* AG-SAV-10-03: OFFER_ALREADY_CONSUMED; or another operation has to be finalized first. *)
Refuse(o, i) ==
    /\ pc = "open" /\ MayCome(o) /\ Status(active, o) = Nothing
    /\ ~Valid(i) \/ Pending(active) # {}
    /\ UNCHANGED vars

-----------------------------------------------------------------------------
(* Crash and restart: AG-SAV-5.1-01 .. AG-SAV-5.1-05 *)

Crash ==
    /\ pc \notin {"down", "switched"}
    /\ pc' = "down" /\ made' = Nobody
    /\ UNCHANGED <<active, Replicas, told>>

(* AG-SAV-5.1-03: the switch has reached the medium, or it has not. *)
CrashKeeps ==
    /\ pc = "switched"
    /\ Arrive /\ pc' = "down"
    /\ UNCHANGED <<backup, ledgerA, ledgerB, told>>

CrashLoses ==
    /\ pc = "switched"
    /\ pc' = "down" /\ made' = Nobody
    /\ UNCHANGED <<active, Replicas, told>>

Crashes == Crash \/ CrashKeeps \/ CrashLoses

(* The replicas that are behind are repaired from the active commit; a pending row is finalized from its intent. *)
Restart ==
    /\ pc = "down"
    /\ pc' = IF ~IsRotated THEN "read" ELSE IF ledgerA # Chain(active) THEN "rotated"
             ELSE IF ledgerB # Chain(active) THEN "mirrored" ELSE "open"
    /\ UNCHANGED <<active, Replicas, made, told>>

-----------------------------------------------------------------------------

Preparing   == \E o \in Ops : \E i \in Asks[o] : Prepare(o, i)
Returning   == \E o \in Ops : \E i \in Asks[o] : Return(o, i)
Conflicting == \E o \in Ops : \E i \in Asks[o] : Conflict(o, i)
Refusing    == \E o \in Ops : \E i \in Asks[o] : Refuse(o, i)

Work == \/ FinalizeApplied \/ FinalizeRejected \/ Switch \/ ReadPending \/ ReadFinal
        \/ Rotate \/ MirrorA \/ MirrorB \/ Restart

Next ==
    \/ Preparing \/ Returning \/ Conflicting \/ Refusing
    \/ FinalizeApplied \/ FinalizeRejected \/ Switch \/ ReadPending \/ ReadFinal
    \/ Rotate \/ MirrorA \/ MirrorB
    \/ Crash \/ CrashKeeps \/ CrashLoses \/ Restart

Spec == Init /\ [][Next]_vars /\ WF_vars(Work)

-----------------------------------------------------------------------------
(* Claims about a state *)

RowOK(r) ==
    /\ r.status \in {Nothing, "pending", "applied", "rejected"}
    /\ r.intent \in Intents \cup {Nothing} /\ r.got \in Intents \cup {Nothing}
    /\ r.cost \in Int /\ r.receipt \in Nat /\ r.asked \in Nat

CommitOK(c) ==
    /\ c.seq \in Nat /\ c.coin \in Int /\ c.offers \subseteq Intents
    /\ \A o \in Ops : RowOK(c.row[o])

TypeOK ==
    /\ CommitOK(active) /\ (prior = Nobody \/ CommitOK(prior)) /\ (made = Nobody \/ CommitOK(made))
    /\ pc \in {"open", "written", "switched", "read", "rotated", "mirrored", "down"}
    /\ (made # Nobody) = (pc \in {"written", "switched"})
    /\ \A o \in Ops : told[o] \in Nat \cup {-1}

(* AG-SAV-1-01: what is spent and what is owned is what the applied rows say, each thing taken once. *)
ExactlyOnce ==
    LET paid == [o \in Ops |-> active.row[o].cost]
        got  == {active.row[o].got : o \in Applied(active)}
    IN  /\ active.coin >= 0 /\ active.coin = StartCoin - Total(Ops, paid)
        /\ Cardinality(got) = Cardinality(Applied(active))
        /\ active.offers = IF IsClosed(active) THEN {} ELSE Intents \ got

(* AG-SAV-1-01: cost, result, receipt and status are one committed state. *)
Together ==
    \A o \in Applied(active) :
        /\ active.row[o].got = active.row[o].intent /\ active.row[o].receipt > active.row[o].asked
        /\ active.row[o].intent # Close => active.row[o].cost = Cost[active.row[o].intent]

(* AG-SAV-1-02, AG-SAV-5-04, AG-SAV-5-11 *)
OnlyAppliedHasDeltas ==
    \A o \in Ops \ Applied(active) :
        active.row[o].cost = 0 /\ active.row[o].got = Nothing /\ active.row[o].receipt = 0

OnePending == Cardinality(Pending(active)) <= 1

(* AG-SAV-4-06: whatever a client has been told is what it would be told now. *)
AnswersHold == \A o \in Ops : told[o] # 0 => told[o] = Answer(o)

(* AG-SAV-5.1-01 .. 04: what a crash in each phase leaves. *)
CrashPoints ==
    /\ pc \in {"written", "switched"} /\ Pending(active) = {} =>
        Pending(made) # {} /\ made.coin = active.coin /\ made.offers = active.offers
    /\ pc \in {"written", "switched"} /\ Pending(active) # {} => Pending(made) = {}
    /\ pc \in {"read", "rotated", "mirrored"} => Final(active) /\ made = Nobody

(* AG-SAV-5.1-05: a ledger lacks at most the newest receipt, and has nothing that the active commit has not. *)
LedgersFollow ==
    /\ IsPrefix(ledgerB, ledgerA) /\ IsPrefix(ledgerA, Chain(active))
    /\ Len(ledgerB) + 1 >= Len(Chain(active))
    /\ pc = "open" => Replicated

(* AG-SAV-11.1-03, AG-SAV-5-10 *)
BackupsAreBoundaries ==
    /\ Len(backup) <= Backups
    /\ \A k \in DOMAIN backup : Final(backup[k]) /\ backup[k].seq < active.seq
    /\ \A k, l \in DOMAIN backup : k < l => backup[k].seq > backup[l].seq

-----------------------------------------------------------------------------
(* Claims about a step *)

(* AG-SAV-4-06, AG-SAV-5-11: applied stays applied with its receipt, and what was rejected never becomes legal. *)
SettledStays == [][\A o \in Ops : Status(active, o) \in {"applied", "rejected"} => active'.row[o] = active.row[o]]_vars

IntentStays ==                                                         \* AG-SAV-1-02, AG-SAV-4-07
    [][\A o \in Ops : Status(active, o) # Nothing => active'.row[o].intent = active.row[o].intent]_vars

SequenceCounts == [][active' # active => active'.seq = active.seq + 1]_vars    \* AG-SAV-2-03

RotatesLast ==                                                         \* AG-SAV-5-10
    [][backup' # backup => active' = active /\ Final(active) /\ pc' = "rotated"]_vars

LedgersAppend == [][IsPrefix(ledgerA, ledgerA') /\ IsPrefix(ledgerB, ledgerB')]_vars    \* AG-SAV-11.1-08

-----------------------------------------------------------------------------
(* Claims about whole behaviours: once there are no more crashes *)

CrashesStop == <>[][~Crashes]_vars

PendingSettles ==                                                      \* AG-SAV-1-02, AG-SAV-5.1-06
    CrashesStop => \A o \in Ops : (Status(active, o) = "pending") ~> (Status(active, o) \in {"applied", "rejected"})

ReplicasCatchUp == CrashesStop => []<>Replicated                       \* AG-SAV-5.1-05

=============================================================================
