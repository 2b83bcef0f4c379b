------------------------------ MODULE Recovery ------------------------------
(***************************************************************************)
(* What a slot of the legacy edition comes back to when some of what it    *)
(* stores is corrupt, read from the save contract alone. A commit is named *)
(* by its whole ancestry, the sequence of operations that led to it: that  *)
(* is what a chain of hashes stands for. Corruption is always noticed.     *)
(* docs/save-tla.md gives the readings taken where the text is open.       *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Start,          \* the commit that is active at the beginning
    Most,           \* the longest commit that is played to
    Budget,         \* how many places may be corrupted in all
    LedgerRule,     \* "LONGEST" | "COMMON": which receipts two valid ledgers prove   AG-SAV-11.3-02
    Lost            \* "SEAL" | "TRUST": a backup, and no valid ledger to say what came after

VARIABLES
    place,          \* place -> [is, at]: "ok" with a commit, "empty" or "corrupt"    AG-SAV-11.1-01
    ledger,         \* ledger -> [is, at]: "ok" with a set of receipts, or "corrupt"  AG-SAV-11.1-08
    pc,             \* how far the writer has come; "down": no process runs
    faults,         \* places that may still be corrupted
    shown           \* receipts whose operation has been acknowledged                 AG-SAV-5-11

vars == <<place, ledger, pc, faults, shown>>

-----------------------------------------------------------------------------
(* Words *)

Places  == {"active", "b1", "b2", "draft", "start"}
Ledgers == {"A", "B"}
Creation == {"seed", "offers", "pick", "run"}
Closing == Creation \cup {"fall", "reward", "close", "seal"}           \* AG-SAV-4-09, AG-SAV-9.3-01

Ok(c)   == [is |-> "ok", at |-> c]
Empty   == [is |-> "empty", at |-> <<>>]
Corrupt == [is |-> "corrupt", at |-> <<>>]

Active      == place["active"].at
First(c, n) == SubSeq(c, 1, n)
Front(c)    == First(c, Len(c) - 1)
Last(c)     == c[Len(c)]
IsPrefix(s, t)  == Len(s) <= Len(t) /\ First(t, Len(s)) = s
Receipts(c)     == {First(c, n) : n \in {n \in DOMAIN c : c[n] \in Closing}}

(* The place of the newest operation of these kinds; 0 if there is none. *)
Newest(c, kinds) ==
    LET S == {n \in DOMAIN c : c[n] \in kinds}
    IN  IF S = {} THEN 0 ELSE CHOOSE n \in S : \A m \in S : m <= n

SeedOf(c)   == First(c, Newest(c, {"seed"}))        \* names the creation that c is in, or was in last
RunOf(c)    == First(c, Newest(c, {"run"}))
HasRun(c)   == Newest(c, {"run"}) > Newest(c, {"close", "seal"})
HasDraft(c) == Newest(c, {"seed"}) > Newest(c, {"run", "seal"})
InRun(c)    == {c[n] : n \in (Newest(c, {"run"}) + 1) .. Len(c)}

-----------------------------------------------------------------------------
(* Play: one legal operation at a time *)

Next1(c) ==
    IF HasRun(c) THEN ({"buy", "fall", "reward"} \ InRun(c)) \cup {"close"}
    ELSE IF ~HasDraft(c) THEN {"seed"}
    ELSE CASE Last(c) = "seed"   -> {"offers"}
           [] Last(c) = "offers" -> {"pick"}
           [] Last(c) = "pick"   -> {"run"}

Init ==
    /\ place = [p \in Places |-> IF p = "active" THEN Ok(Start)
                                 ELSE IF p = "start" /\ HasRun(Start) THEN Ok(Start)
                                 ELSE IF p = "draft" /\ HasDraft(Start) THEN Ok(Start) ELSE Empty]
    /\ ledger = [l \in Ledgers |-> Ok(Receipts(Start))]
    /\ pc = "idle" /\ faults = Budget
    /\ shown = Receipts(Start)

(* AG-SAV-5-09: Commit.tla says how an operation comes here whole. *)
Play ==
    /\ pc = "idle" /\ Len(Active) < Most
    /\ \E kind \in Next1(Active) : place' = [place EXCEPT !["active"] = Ok(Append(Active, kind))]
    /\ pc' = "applied"
    /\ UNCHANGED <<ledger, faults, shown>>

Checkpoints(pl, c) ==                                                  \* AG-SAV-11.1-04, AG-SAV-11.1-05
    [pl EXCEPT !["draft"] = IF ~HasDraft(c) THEN Empty ELSE IF Last(c) \in Creation THEN Ok(c) ELSE @,
               !["start"] = IF ~HasRun(c) THEN Empty ELSE IF Last(c) = "run" THEN Ok(c) ELSE @]

(* AG-SAV-5-10, AG-SAV-11.1-10 *)
Rotate ==
    /\ pc = "applied"
    /\ place' = Checkpoints([place EXCEPT !["b1"] = Ok(Front(Active)), !["b2"] = place["b1"]], Active)
    /\ pc' = "rotated"
    /\ UNCHANGED <<ledger, faults, shown>>

Proven(l)  == IF ledger[l].is = "ok" THEN ledger[l].at ELSE {}
Mirrored(l) == Ok((IF ledger[l].is = "ok" THEN Proven(l) ELSE Proven("A") \cup Proven("B")) \cup Receipts(Active))

MirrorA ==
    /\ pc = "rotated"
    /\ ledger' = [ledger EXCEPT !["A"] = Mirrored("A")]
    /\ pc' = "mirrored"
    /\ UNCHANGED <<place, faults, shown>>

MirrorB ==
    /\ pc = "mirrored"
    /\ ledger' = [ledger EXCEPT !["B"] = Mirrored("B")]
    /\ pc' = "idle"
    /\ shown' = shown \cup Receipts(Active)
    /\ UNCHANGED <<place, faults>>

-----------------------------------------------------------------------------
(* Faults *)

Crash ==
    /\ pc # "down"
    /\ pc' = "down"
    /\ UNCHANGED <<place, ledger, faults, shown>>

CorruptPlace(p) ==
    /\ pc = "down" /\ faults > 0 /\ place[p].is = "ok"
    /\ place' = [place EXCEPT ![p] = Corrupt] /\ faults' = faults - 1
    /\ UNCHANGED <<ledger, pc, shown>>

CorruptLedger(l) ==
    /\ pc = "down" /\ faults > 0 /\ ledger[l].is = "ok"
    /\ ledger' = [ledger EXCEPT ![l] = Corrupt] /\ faults' = faults - 1
    /\ UNCHANGED <<place, pc, shown>>

Corruption == (\E p \in Places : CorruptPlace(p)) \/ (\E l \in Ledgers : CorruptLedger(l))

-----------------------------------------------------------------------------
(* Recovery: AG-SAV-11.3-01 .. AG-SAV-11.3-09. `Outcome` depends on what is stored, and on nothing else. *)

Valid == {place[p].at : p \in {p \in Places : place[p].is = "ok"}}

(* AG-SAV-11.3-01, AG-SAV-11.3-03 *)
Selected == IF place["active"].is = "ok" THEN Active ELSE CHOOSE c \in Valid : \A d \in Valid : Len(d) <= Len(c)

(* AG-SAV-11.3-02: a ledger that is no chain at all takes nothing from the other. *)
Known ==
    IF LedgerRule = "COMMON" /\ \A l \in Ledgers : ledger[l].is = "ok"
    THEN Proven("A") \cap Proven("B") ELSE Proven("A") \cup Proven("B")

(* AG-SAV-11.3-06: receipts that follow without a gap; that the run was sealed goes before anything else. *)
RECURSIVE Replayed(_)
Replayed(c) ==
    LET following == {r \in Known : Len(r) = Len(c) + 1 /\ Front(r) = c}
    IN  IF following = {} THEN c
        ELSE IF Append(c, "seal") \in following THEN Replayed(Append(c, "seal"))
        ELSE Replayed(CHOOSE r \in following : TRUE)

(* A receipt that c contains, or that belongs to a run sealed in c. *)
Settles(c, r) == IsPrefix(r, c) \/ \E n \in DOMAIN c : c[n] = "seal" /\ IsPrefix(First(c, n - 1), r)

(* AG-SAV-11.3-07, AG-SAV-11.3-08, AG-SAV-9.3-01 *)
ContinuedOrSealed(c) ==
    IF \A r \in Known : Settles(c, r) THEN c ELSE Append(c, "seal")

(* AG-SAV-11.3-08: with both ledgers gone nothing shows whether the gap after a backup crosses a closure. *)
Unwitnessed(c) ==
    /\ Lost = "SEAL" /\ place["active"].is # "ok" /\ \A l \in Ledgers : ledger[l].is # "ok"
    /\ HasRun(c) \/ HasDraft(c)

Reserved == {r \in Known : Last(r) = "seed"}

Blocked == <<"blocked">>

Outcome ==
    IF Valid # {} THEN IF Unwitnessed(Selected) THEN Append(Selected, "seal")
                       ELSE ContinuedOrSealed(Replayed(Selected))
    ELSE IF Reserved # {}                                              \* AG-SAV-11.3-04, AG-SAV-11.3-05
    THEN ContinuedOrSealed(Replayed(CHOOSE r \in Reserved : \A q \in Reserved : Len(q) <= Len(r)))
    ELSE Blocked                                                       \* AG-SAV-11.3-09

Resume ==
    /\ pc = "down" /\ place["active"].is = "ok" /\ Outcome = Active
    /\ pc' = "recovered"
    /\ UNCHANGED <<place, ledger, faults, shown>>

WriteChild(is_sealed) ==
    /\ pc = "down" /\ Outcome # Blocked /\ ~(place["active"].is = "ok" /\ Outcome = Active)
    /\ (Last(Outcome) = "seal") = is_sealed
    /\ place' = [place EXCEPT !["active"] = Ok(Outcome)]
    /\ pc' = "recovered"
    /\ UNCHANGED <<ledger, faults, shown>>

Recover == Outcome # <<>> /\ WriteChild(FALSE)
RecoverRoot ==
    /\ pc = "down" /\ Outcome = <<>> /\ place["active"].is # "ok"
    /\ place' = [place EXCEPT !["active"] = Ok(<<>>)]
    /\ pc' = "recovered"
    /\ UNCHANGED <<ledger, faults, shown>>
Seal    == Outcome # <<>> /\ WriteChild(TRUE)

(* AG-SAV-11.3-10: what is corrupt, or no ancestor, goes to quarantine. *)
Kept(p) == IF place[p].is = "ok" /\ IsPrefix(place[p].at, Active) THEN place[p] ELSE Empty

Tidy ==
    /\ pc = "recovered"
    /\ place' = Checkpoints([p \in Places |-> Kept(p)], Active)
    /\ pc' = "rotated"
    /\ UNCHANGED <<ledger, faults, shown>>

Block ==
    /\ pc = "down" /\ Outcome = Blocked
    /\ pc' = "blocked"
    /\ UNCHANGED <<place, ledger, faults, shown>>

-----------------------------------------------------------------------------

Work == Rotate \/ MirrorA \/ MirrorB \/ Resume \/ Recover \/ RecoverRoot \/ Seal \/ Tidy \/ Block

Next ==
    \/ Play \/ Rotate \/ MirrorA \/ MirrorB
    \/ Crash \/ Corruption
    \/ Resume \/ Recover \/ RecoverRoot \/ Seal \/ Tidy \/ Block

Spec == Init /\ [][Next]_vars /\ WF_vars(Work)

-----------------------------------------------------------------------------
(* Claims about a state *)

TypeOK ==
    /\ \A p \in Places : place[p].is \in {"ok", "empty", "corrupt"}
    /\ \A l \in Ledgers : ledger[l].is \in {"ok", "corrupt"}
    /\ pc \in {"idle", "applied", "rotated", "mirrored", "recovered", "blocked", "down"}
    /\ faults \in 0 .. Budget

(* A slot can be played on only where its writer is at rest. *)
Playable == pc = "idle" /\ HasRun(Active)

(* Of two commits of one run, the facts of r that c does not have. *)
Reversed(c, r, kind) == RunOf(c) = RunOf(r) /\ kind \in InRun(r) /\ kind \notin InRun(c)

(* AG-SAV-1-05, AG-SAV-9.3-01: whoever a valid ledger knows to be fallen is not in a run that goes on. *)
NoKnownResurrection == Playable => \A r \in Proven("A") \cup Proven("B") : ~Reversed(Active, r, "fall")

NoKnownReopening ==                                                    \* AG-SAV-19-08
    Playable => \A r \in Proven("A") \cup Proven("B") : ~Reversed(Active, r, "reward")

(* The same of what a player has seen: it holds only while the faults are few enough. *)
NoShownResurrection == Playable => \A r \in shown : ~Reversed(Active, r, "fall")

NoShownReopening == Playable => \A r \in shown : ~Reversed(Active, r, "reward")

(* AG-SAV-11.3-05: nobody picks again from a draft that is known to have become a run. *)
NoDraftAgain ==
    pc = "idle" /\ HasDraft(Active) => \A r \in Proven("A") \cup Proven("B") :
        ~(Newest(r, {"run"}) > Newest(r, {"seed"}) /\ SeedOf(r) = SeedOf(Active))

(* AG-SAV-11.3-09, AG-SAV-18-10: blocked means that nothing proves a seed. *)
BlockedOnlyWithoutProof == pc = "blocked" => Valid = {} /\ Reserved = {}

OneSealARun ==                                                         \* AG-SAV-11.3-08
    \A m, n \in DOMAIN Active : m < n /\ Active[m] = "seal" /\ Active[n] = "seal" =>
        \E k \in m .. n : Active[k] = "seed"

-----------------------------------------------------------------------------
(* Claims about a step *)

(* AG-SAV-11.3-07 in every phase, a second crash included: recovery leads where it would have led before. *)
RecoveryConverges ==
    [][Resume \/ Recover \/ RecoverRoot \/ Seal \/ (pc = "recovered" /\ pc' = "rotated") => Outcome' = Outcome]_vars

(* AG-SAV-11.3-11: in a sealed run nothing is played; what comes next is a new reservation. *)
SealedNeverPays ==
    [][pc = "idle" /\ Len(Active) > 0 /\ Last(Active) = "seal" /\ pc' = "applied" =>
        Last(place'["active"].at) = "seed"]_vars

BlockedStays == [][pc = "blocked" => UNCHANGED <<place, ledger>>]_vars \* AG-SAV-11.3-09

-----------------------------------------------------------------------------
(* Claims about whole behaviours *)

CrashesStop == <>[][~Crash]_vars

(* AG-SAV-19-08: recovery always ends, in play, in a sealed run or blocked. *)
RecoveryEnds == CrashesStop => (pc = "down" ~> pc \in {"idle", "blocked"})

=============================================================================
