------------------------------ MODULE Dismissal ------------------------------
(***************************************************************************)
(* One reading of dismissal, written from the text alone: who may leave,   *)
(* what leaving does, and what becomes of confirms that are repeated, come  *)
(* late, or are interrupted. README.md gives the shape of a state and the  *)
(* readings taken where the text leaves a choice.                          *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences

CONSTANTS
    Company,        \* sequence of [life, deployed, item, paid, listed, survived]; Recruits count from 0
    Clients,        \* how many clients confirm
    Tries,          \* how many operation IDs each of them has
    StartCoin,
    Growth,         \* TRUE: zero HP is a knockout and nobody leaves; FALSE: the frozen legacy rules
    ParentIsCommit, \* TRUE: any later commit makes a pending row stale; FALSE: only one that changes the game
    Battles,        \* TRUE: battles are fought
    Promotions      \* TRUE: promotions are asked for

VARIABLES
    phase,      \* MARKET, BATTLE, LOCKED (its outcome is known, not applied), CLOSED
    life,       \* Recruit -> NONE (not hired), LIVING, FALLEN, DISMISSED
    item,       \* Recruit -> the item it has equipped, or -1
    bag,        \* the items that nobody has equipped
    coin, credit, protected, dismissed,
    casualties, \* the Recruits at zero HP in a battle whose outcome is not applied
    promoting,  \* the Recruit that a pending promotion refers to, or -1
    view,       \* client -> the Recruit whose review it shows, or -1
    row,        \* client -> ID -> [status, recruit, expected, fresh, reason]: the journal
    up          \* FALSE between a crash and the recovery from it

game == <<phase, life, item, bag, coin, credit, protected, dismissed, casualties, promoting>>
vars == <<phase, life, item, bag, coin, credit, protected, dismissed, casualties, promoting, view, row, up>>

-----------------------------------------------------------------------------
(* Words *)

Recruits == 0 .. Len(Company) - 1
ClientIds == 0 .. Clients - 1
TryIds   == 0 .. Tries - 1
Nobody   == -1
Of(r)    == Company[r + 1]
New      == [status |-> "NEW", recruit |-> Nobody, expected |-> 0, fresh |-> FALSE, reason |-> "NONE"]
Min(a, b) == IF a < b THEN a ELSE b

RECURSIVE Sum(_, _)
Sum(S, f) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Sum(S \ {x}, f)

With(what)    == {r \in Recruits : life[r] = what}
Line          == {r \in With("LIVING") : Of(r).deployed}
LiveCount     == Cardinality(With("LIVING") \ casualties)            \* SYS-18.2-02: deployed party and Reserve
Rebate(r)     == IF Of(r).survived >= 2 THEN Min(10, Of(r).paid \div 4) ELSE 0        \* ECO-5.3-04
Grant(r)      == Min(Of(r).listed, 10 + Of(r).paid \div 2)           \* ECO-7-02
Rebates(S)    == Sum(S, [r \in Recruits |-> Rebate(r)])
Grants(S)     == Sum(S, [r \in Recruits |-> Grant(r)])
Capped(n)     == Min(54, n)
Pending(c, k) == row[c][k].status = "PENDING"

-----------------------------------------------------------------------------
(* Who may be dismissed: SYS-18.2-01, SYS-18.2-02, SAV-9.2-03; the same for preview and commit, SYS-18.2-03 *)

OtherRow(r, c, k) == \E d \in ClientIds, j \in TryIds :
                        <<d, j>> # <<c, k>> /\ Pending(d, j) /\ row[d][j].recruit = r

Refusal(r, c, k) ==
    IF r \in casualties THEN "AWAITS_OUTCOME"
    ELSE IF phase \in {"BATTLE", "LOCKED"} /\ r \in Line THEN "IN_BATTLE"
    ELSE IF phase # "MARKET" THEN "WRONG_PHASE"
    ELSE IF life[r] # "LIVING" THEN "NO_RECRUIT"
    ELSE IF LiveCount < 2 THEN "FINAL_LIVE_RECRUIT"
    ELSE IF promoting = r THEN "PENDING"
    ELSE IF OtherRow(r, c, k) THEN "DISMISSAL_PENDING"
    ELSE "NONE"

(* A commit of the game, and one that only adds a pending row. *)
Stale(rows)    == [c \in ClientIds |-> [k \in TryIds |-> [rows[c][k] EXCEPT !.fresh = FALSE]]]
RowOnly(rows)  == IF ParentIsCommit THEN Stale(rows) ELSE rows

-----------------------------------------------------------------------------

Init ==
    /\ phase = "MARKET"
    /\ life = [r \in Recruits |-> Of(r).life]
    /\ item = [r \in Recruits |-> Of(r).item]
    /\ bag = {}
    /\ coin = StartCoin /\ credit = 0 /\ protected = FALSE /\ dismissed = 0
    /\ casualties = {} /\ promoting = Nobody
    /\ view = [c \in ClientIds |-> Nobody]
    /\ row = [c \in ClientIds |-> [k \in TryIds |-> New]]
    /\ up = TRUE

(* SAV-9.2-01: the review is shown. One that is refused shows nothing and changes nothing, SAV-9.2-04. *)
Preview ==
    /\ up
    /\ \E c \in ClientIds, r \in Recruits :
         /\ Refusal(r, c, -1) = "NONE" /\ view[c] # r
         /\ view' = [view EXCEPT ![c] = r]
    /\ UNCHANGED <<game, row, up>>

(* A confirm under an ID that has not been used: from the review, from an old one, or made up. *)
Fresh(c, k) == row[c][k].status = "NEW" /\ \A j \in TryIds : j < k => row[c][j].status # "NEW"
Close(c)    == view' = [view EXCEPT ![c] = Nobody]

ConfirmPends ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds, r \in Recruits :
         /\ Fresh(c, k) /\ Refusal(r, c, k) = "NONE"
         /\ row' = [RowOnly(row) EXCEPT ![c][k] =
                      [status |-> "PENDING", recruit |-> r, expected |-> LiveCount, fresh |-> TRUE,
                       reason |-> "NONE"]]
         /\ Close(c)
    /\ UNCHANGED <<game, up>>

(* SAV-9.2-04: only the rejected response is kept; the commit sequence does not advance. *)
ConfirmRejected ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds, r \in Recruits :
         /\ Fresh(c, k) /\ Refusal(r, c, k) # "NONE"
         /\ row' = [row EXCEPT ![c][k] =
                      [status |-> "REJECTED", recruit |-> r, expected |-> LiveCount, fresh |-> FALSE,
                       reason |-> Refusal(r, c, k)]]
         /\ Close(c)
    /\ UNCHANGED <<game, up>>

(* The same ID and the same Recruit again: the stored answer, SAV-4. Another Recruit under the ID: a conflict. *)
Retry ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds : row[c][k].status # "NEW"
    /\ UNCHANGED vars

(* SYS-18.2-03, ECO-5.3-05, SAV-9.2-05: what is pending takes effect, all of it, once. *)
Leaves(r) ==
    /\ life' = [life EXCEPT ![r] = "DISMISSED"]
    /\ item' = [item EXCEPT ![r] = Nobody]
    /\ bag' = IF item[r] = Nobody THEN bag ELSE bag \cup {item[r]}
    /\ coin' = coin + Rebate(r)
    /\ dismissed' = dismissed + 1
    /\ UNCHANGED <<phase, credit, protected, casualties, promoting>>

Mark(c, k, status, reason) == [row[c][k] EXCEPT !.status = status, !.fresh = FALSE, !.reason = reason]
Valid(c, k) == row[c][k].fresh /\ Refusal(row[c][k].recruit, c, k) = "NONE"
Why(c, k)   == IF Refusal(row[c][k].recruit, c, k) = "NONE" THEN "STALE_PARENT" ELSE Refusal(row[c][k].recruit, c, k)

Applied(c, k) ==
    /\ up /\ Pending(c, k) /\ Valid(c, k)
    /\ Leaves(row[c][k].recruit)
    /\ row' = [Stale(row) EXCEPT ![c][k] = Mark(c, k, "APPLIED", "NONE")]
    /\ UNCHANGED <<view, up>>

Refused(c, k) ==
    /\ up /\ Pending(c, k) /\ ~Valid(c, k)
    /\ row' = [row EXCEPT ![c][k] = Mark(c, k, "REJECTED", Why(c, k))]
    /\ UNCHANGED <<game, view, up>>

Apply  == \E c \in ClientIds, k \in TryIds : Applied(c, k)
Reject == \E c \in ClientIds, k \in TryIds : Refused(c, k)

Crash ==
    /\ up
    /\ up' = FALSE /\ view' = [c \in ClientIds |-> Nobody]
    /\ UNCHANGED <<game, row>>

Recover == ~up /\ up' = TRUE /\ UNCHANGED <<game, view, row>>

-----------------------------------------------------------------------------
(* What else happens to the Company, each a commit *)

Commits == up /\ row' = Stale(row) /\ UNCHANGED <<view, up>>

Hire ==
    /\ phase = "MARKET" /\ Commits
    /\ \E r \in With("NONE") : life' = [life EXCEPT ![r] = "LIVING"]
    /\ UNCHANGED <<phase, item, bag, coin, credit, protected, dismissed, casualties, promoting>>

AskPromotion ==
    /\ Promotions /\ phase = "MARKET" /\ promoting = Nobody /\ Commits
    /\ \E r \in With("LIVING") : promoting' = r
    /\ UNCHANGED <<phase, life, item, bag, coin, credit, protected, dismissed, casualties>>

EndPromotion ==
    /\ promoting # Nobody /\ Commits
    /\ promoting' = Nobody
    /\ UNCHANGED <<phase, life, item, bag, coin, credit, protected, dismissed, casualties>>

CommitBattle ==
    /\ Battles /\ phase = "MARKET" /\ promoting = Nobody /\ Line # {} /\ Commits
    /\ phase' = "BATTLE"
    /\ UNCHANGED <<life, item, bag, coin, credit, protected, dismissed, casualties, promoting>>

LockOutcome ==
    /\ phase = "BATTLE" /\ Commits
    /\ phase' = "LOCKED"
    /\ \E down \in SUBSET Line : casualties' = down
    /\ UNCHANGED <<life, item, bag, coin, credit, protected, dismissed, promoting>>

(* SYS-18.1-05, SAV-9.1: the dead leave, what they had comes back, Credit is paid; or nothing of it, OVR-04. *)
Settle ==
    /\ phase = "LOCKED" /\ Commits
    /\ phase' = "MARKET" /\ casualties' = {}
    /\ IF Growth THEN UNCHANGED <<life, item, bag, credit, protected>>
       ELSE /\ life' = [r \in Recruits |-> IF r \in casualties THEN "FALLEN" ELSE life[r]]
            /\ item' = [r \in Recruits |-> IF r \in casualties THEN Nobody ELSE item[r]]
            /\ bag' = bag \cup {item[r] : r \in {q \in casualties : item[q] # Nobody}}
            /\ credit' = Capped(credit + Grants(casualties))
            /\ protected' = (protected \/ casualties # {})
    /\ UNCHANGED <<coin, dismissed, promoting>>

(* A transaction of its own: no rebate, SAV-9.2-06. In growth Coin stays with the Company. *)
Abandon ==
    /\ phase = "MARKET" /\ promoting = Nobody /\ Commits
    /\ phase' = "CLOSED"
    /\ coin' = (IF Growth THEN coin ELSE 0) /\ credit' = 0 /\ protected' = FALSE
    /\ UNCHANGED <<life, item, bag, dismissed, casualties, promoting>>

-----------------------------------------------------------------------------

Next ==
    \/ Preview \/ ConfirmPends \/ ConfirmRejected \/ Retry \/ Apply \/ Reject
    \/ Crash \/ Recover
    \/ Hire \/ AskPromotion \/ EndPromotion \/ CommitBattle \/ LockOutcome \/ Settle \/ Abandon

(* A pending row is taken up as long as the program runs; a crash is recovered from. *)
Fairness ==
    /\ WF_vars(Recover)
    /\ \A c \in ClientIds, k \in TryIds : WF_vars(Applied(c, k) \/ Refused(c, k))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
(* Claims about a state *)

Reasons == {"NONE", "AWAITS_OUTCOME", "IN_BATTLE", "WRONG_PHASE", "NO_RECRUIT", "FINAL_LIVE_RECRUIT", "PENDING",
            "DISMISSAL_PENDING", "STALE_PARENT"}
Items == {Of(r).item : r \in Recruits} \ {Nobody}

RowOK(x) ==
    /\ x.status \in {"NEW", "PENDING", "APPLIED", "REJECTED"}
    /\ x.recruit \in Recruits \cup {Nobody} /\ x.fresh \in BOOLEAN /\ x.reason \in Reasons
    /\ x.expected \in 0 .. Len(Company)
    /\ (x.status = "NEW") = (x = New)
    /\ x.fresh => x.status = "PENDING"
    /\ (x.reason # "NONE") = (x.status = "REJECTED")

TypeOK ==
    /\ phase \in {"MARKET", "BATTLE", "LOCKED", "CLOSED"} /\ up \in BOOLEAN
    /\ \A r \in Recruits : life[r] \in {"NONE", "LIVING", "FALLEN", "DISMISSED"} /\ item[r] \in Items \cup {Nobody}
    /\ bag \subseteq Items /\ coin \in Nat /\ credit \in 0 .. 54 /\ protected \in BOOLEAN /\ dismissed \in Nat
    /\ casualties \subseteq Recruits /\ promoting \in Recruits \cup {Nobody}
    /\ \A c \in ClientIds : view[c] \in Recruits \cup {Nobody} /\ \A k \in TryIds : RowOK(row[c][k])
    /\ ~up => \A c \in ClientIds : view[c] = Nobody

AppliedRows == {p \in ClientIds \X TryIds : row[p[1]][p[2]].status = "APPLIED"}

(* An applied row is one Recruit gone, and nobody goes otherwise. *)
OneRowOneLeaver ==
    /\ dismissed = Cardinality(AppliedRows)
    /\ {row[p[1]][p[2]].recruit : p \in AppliedRows} = With("DISMISSED")
    /\ Cardinality(With("DISMISSED")) = dismissed

(* Coin is what it was and the rebates of those that are gone: nothing while pending, nothing when rejected. *)
RebatesOnly == (phase # "CLOSED" \/ Growth) => coin = StartCoin + Rebates(With("DISMISSED"))

(* Credit comes from deaths alone, whatever their order. *)
CreditFromDeaths == phase # "CLOSED" => credit = Capped(Grants(With("FALLEN")))
RecoveryFromDeaths == protected => With("FALLEN") # {}

Holders(i) == {r \in Recruits : item[r] = i}

ItemsKept ==
    /\ \A i \in Items : Cardinality(Holders(i)) + (IF i \in bag THEN 1 ELSE 0) = 1
    /\ \A r \in Recruits : life[r] \in {"FALLEN", "DISMISSED"} => item[r] = Nobody

(* Only battle can take the last one. *)
SomebodyLives == With("FALLEN") = {} => With("LIVING") # {}

-----------------------------------------------------------------------------
(* Claims about a step *)

Ends(c, k, status) == Pending(c, k) /\ row'[c][k].status = status
Dismisses == dismissed' # dismissed

Alive == Cardinality(With("LIVING"))

NeverTheLast == [][Dismisses => Alive >= 2 /\ Alive' = Alive - 1]_vars

OnlyWhereLegal ==
    [][Dismisses => \E c \in ClientIds, k \in TryIds : 
         /\ Ends(c, k, "APPLIED") /\ Refusal(row[c][k].recruit, c, k) = "NONE" /\ row[c][k].expected = Alive]_vars

(* Applied and rejected rows, and their answers, stay as they are: a grown Company makes nothing legal later. *)
AnswersStay ==
    [][\A c \in ClientIds, k \in TryIds :
         /\ row[c][k].status \in {"APPLIED", "REJECTED"} => row'[c][k] = row[c][k]
         /\ Pending(c, k) => row'[c][k].status # "NEW" /\ row'[c][k].recruit = row[c][k].recruit]_vars

Rejects == \E c \in ClientIds, k \in TryIds : row[c][k].status # "REJECTED" /\ row'[c][k].status = "REJECTED"

RejectionChangesNothing ==
    [][Rejects => /\ UNCHANGED <<game, up>>
                  /\ \E c \in ClientIds, k \in TryIds : row' = [row EXCEPT ![c][k] = row'[c][k]]]_vars

(* A rejection as the last one is told only if one is living, or none; and then nothing else is told. *)
FinalMeansOne ==
    [][\A c \in ClientIds, k \in TryIds :
         (row[c][k].status # "REJECTED" /\ row'[c][k].status = "REJECTED" /\ phase = "MARKET"
            /\ life[row'[c][k].recruit] = "LIVING")
         => ((row'[c][k].reason = "FINAL_LIVE_RECRUIT") = (Alive = 1))]_vars

NoCreditFromDismissal == [][Dismisses => UNCHANGED <<credit, protected>>]_vars

(* Once crashes stop, every confirmed dismissal is applied or rejected. *)
ConfirmsEnd == \A c \in ClientIds, k \in TryIds : <>[]up => (Pending(c, k) ~> ~Pending(c, k))
=============================================================================
