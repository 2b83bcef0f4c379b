------------------------------- MODULE Ground -------------------------------
(***************************************************************************)
(* One reading of the GROUND r0 round, written from the rule book alone.   *)
(* A transition is one turn of one seat in one step; README.md gives the   *)
(* shape of a state and the readings taken where the rules leave a choice. *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    N,              \* number of seats                                GR-O01
    StartStress,    \* seat -> 0..5
    StartMarker,    \* seat -> "OFF" | "DENY" | "ATTACK"
    StartRound,
    LastRound,
    StartLead,
    Problems,       \* sequence of [suit, value, faceUp0]              GR-O04
    StartHand,      \* seat -> suit -> count
    StartDeck       \* suit -> count

VARIABLES
    step, turn, round, lead,    \* the clock                           GR-R01, GR-R06, GR-O03
    seat,           \* seat -> [stress, freedom, marker, side, at, prot, hand]     GR-O02
    rel,            \* seat -> seat -> "NONE" | "BOND" | "RIVALRY"     GR-O05
    problem,        \* problem -> [faceUp, denied, claimedBy]          GR-O04
    deck, discard,  \* suit -> count; a draw picks a suit, which covers every shuffle  GR-S04
    sel,            \* seat -> [action, target, spend]                 GR-R02
    grd,            \* seat -> [mode, option, target]                  GR-R05
    cancelUsed,     \* seat -> its OU cancellation has been used       GR-A11
    bondsBefore     \* seat -> seat -> a Bond stood when SUPPORT began GR-L05

vars == <<step, turn, round, lead, seat, rel, problem, deck, discard, sel, grd, cancelUsed, bondsBefore>>

-----------------------------------------------------------------------------
(* Words *)

Seats      == 0 .. N - 1
ProblemIds == 0 .. Len(Problems) - 1
Suits      == {"Clarify", "Repair", "Boundary", "Change"}
Actions    == {"INVESTIGATE", "SOLVE", "SUPPORT", "ATTACK", "GROUND"}
Markers    == {"OFF", "DENY", "ATTACK", "REVERSE"}
Steps      == <<"SELECT", "REVEAL", "GROUND", "SUPPORT", "DARVO", "INVESTIGATE", "ATTACK", "SOLVE", "END", "OVER">>
Nobody     == -1

Suit(p)  == Problems[p + 1].suit
Me       == (lead + turn) % N                                          \* GR-R07
Others   == Seats \ {Me}
Clamp(x) == IF x < 0 THEN 0 ELSE IF x > 5 THEN 5 ELSE x                \* GR-F01, U2

Place(name)  == CHOOSE i \in DOMAIN Steps : Steps[i] = name
NoCards      == [Clarify |-> 0, Repair |-> 0, Boundary |-> 0, Change |-> 0]
NoChoice     == [action |-> "NONE", target |-> Nobody, spend |-> FALSE]
NoGrounding  == [mode |-> "NONE", option |-> "NONE", target |-> Nobody]
NoBonds      == [a \in Seats |-> [b \in Seats |-> FALSE]]
Bonds(r)     == [a \in Seats |-> [b \in Seats |-> r[a][b] = "BOND"]]
Related(a)   == {b \in Seats : rel[a][b] # "NONE"}
FreeSlot(a)  == Cardinality(Related(a)) < 2                            \* GR-L01
BothFree(a, b) == FreeSlot(a) /\ FreeSlot(b)
Link(a, b, kind) == [rel EXCEPT ![a][b] = kind, ![b][a] = kind]

RECURSIVE Total(_, _)
Total(S, f) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Total(S \ {x}, f)
Count(pile) == Total(Suits, pile)

Hidden(p)    == ~problem[p].faceUp /\ ~problem[p].denied               \* GR-P02
Open(p)      == problem[p].faceUp /\ ~problem[p].denied /\ problem[p].claimedBy = Nobody
Shielded(p)  == \E s \in Seats : grd[s].option = "PROTECT" /\ grd[s].target = p      \* GR-A11
Deniable(p)  == Open(p) /\ ~Shielded(p)                                \* GR-D03
Holds(s, p)  == seat[s].hand[Suit(p)] > 0

-----------------------------------------------------------------------------
(* The clock *)

(* The turn passes to the next seat, or the next step begins. A conjunct that stands last: it reads rel'. *)
Pass ==
    /\ turn' = (turn + 1) % N
    /\ step' = IF turn + 1 = N THEN Steps[Place(step) + 1] ELSE step
    /\ bondsBefore' = IF step' # "SUPPORT" THEN NoBonds
                      ELSE IF step = "GROUND" THEN Bonds(rel') ELSE bondsBefore
    /\ UNCHANGED <<round, lead>>

Table  == <<problem, deck, discard>>
Memory == <<sel, grd, cancelUsed>>

Init ==
    /\ step = "SELECT" /\ turn = 0 /\ round = StartRound /\ lead = StartLead
    /\ seat = [s \in Seats |->                                         \* GR-S02
                [stress |-> StartStress[s], freedom |-> "READY", marker |-> StartMarker[s],
                 side |-> "UNPLACED", at |-> Nobody, prot |-> 0, hand |-> StartHand[s]]]
    /\ rel = [a \in Seats |-> [b \in Seats |-> "NONE"]]
    /\ problem = [p \in ProblemIds |->                                 \* GR-S01
                    [faceUp |-> Problems[p + 1].faceUp0, denied |-> FALSE, claimedBy |-> Nobody]]
    /\ deck = StartDeck
    /\ discard = NoCards
    /\ sel = [s \in Seats |-> NoChoice]
    /\ grd = [s \in Seats |-> NoGrounding]
    /\ cancelUsed = [s \in Seats |-> FALSE]
    /\ bondsBefore = NoBonds

(* The seat in turn has nothing to do in this step. *)
Idle ==
    CASE step \in {"REVEAL", "GROUND"} -> sel[Me].action # "GROUND"
      [] step = "DARVO"                -> seat[Me].marker = "OFF"
      [] step \in {"SUPPORT", "INVESTIGATE", "ATTACK", "SOLVE"} -> sel[Me].action # step
      [] OTHER                         -> FALSE

IdleTurn == Idle /\ UNCHANGED <<seat, rel, Table, Memory>> /\ Pass

-----------------------------------------------------------------------------
(* SELECT: GR-R02, GR-R03, GR-F02, GR-F03, GR-A13, GR-P05 *)

At(name, S) == {[action |-> name, target |-> t] : t \in S}

Choices ==
    LET hidden == {p \in ProblemIds : Hidden(p)}
    IN  At("SUPPORT", Others) \cup At("ATTACK", Others) \cup At("GROUND", {Nobody})
          \cup At("INVESTIGATE", IF hidden = {} THEN {Nobody} ELSE hidden)
          \cup At("SOLVE", {p \in ProblemIds : Open(p) /\ Holds(Me, p)})

Stressed == seat[Me].stress >= 4

Select(allowed, spend) ==
    /\ step = "SELECT"
    /\ \E c \in {c \in Choices : c.action \in allowed} :
         sel' = [sel EXCEPT ![Me] = [action |-> c.action, target |-> c.target, spend |-> spend]]
    /\ seat' = IF spend THEN [seat EXCEPT ![Me].freedom = "SPENT"] ELSE seat
    /\ UNCHANGED <<rel, Table, grd, cancelUsed>>
    /\ Pass

SelectCalm     == ~Stressed /\ Select(Actions, FALSE)                  \* GR-F02
SelectStressed == Stressed /\ Select({"ATTACK", "GROUND"}, FALSE)      \* GR-R03
SelectSpending == Stressed /\ seat[Me].freedom = "READY" /\ Select(Actions, TRUE)   \* GR-R03, GR-F03

-----------------------------------------------------------------------------
(* REVEAL: GR-R04, GR-R05; what each option may name: GR-A11, GR-A12 *)

MayStrikeMe(a) == seat[a].marker = "ATTACK" \/ (sel[a].action = "ATTACK" /\ sel[a].target = Me)
Reversing(a) == seat[a].marker = "REVERSE"
LiesAtMe(a, side) == seat[a].side = side /\ seat[a].at = Me

Reveal(mode, option, targets) ==
    /\ \E t \in targets : grd' = [grd EXCEPT ![Me] = [mode |-> mode, option |-> option, target |-> t]]
    /\ UNCHANGED <<seat, rel, Table, sel, cancelUsed>>
    /\ Pass

Revealing == step = "REVEAL" /\ ~Idle

RevealGR        == Revealing /\ Reveal("GR", "NONE", {Nobody})         \* GR-A10
RevealOuRestore == Revealing /\ Reveal("OU", "RESTORE", {p \in ProblemIds : problem[p].denied})
RevealOuCancel  == Revealing /\ Reveal("OU", "CANCEL", {a \in Others : MayStrikeMe(a)})
RevealOuProtect == Revealing /\ Reveal("OU", "PROTECT", {p \in ProblemIds : Open(p)})
RevealNdUnblame == Revealing /\ Reveal("ND", "UNBLAME", {a \in Others : LiesAtMe(a, "BLAME")})
RevealNdBreak   == Revealing /\ Reveal("ND", "BREAK", Related(Me))
RevealNdReject  == Revealing /\ Reveal("ND", "REJECT", {a \in Others : Reversing(a) /\ LiesAtMe(a, "FOCUS")})

-----------------------------------------------------------------------------
(* GROUND, the first step of Resolve: GR-A10, GR-A11, GR-A12 *)

Grounding(options) == step = "GROUND" /\ ~Idle /\ grd[Me].option \in options

(* GR-A10, GR-F04; that the sequence ends follows in the DARVO step. *)
GroundGR ==
    /\ Grounding({"NONE"})
    /\ seat' = [seat EXCEPT ![Me].stress = Clamp(@ - 2), ![Me].freedom = "READY"]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass

(* GR-A11, GR-P02; nothing is left to restore if an earlier seat restored the same Problem. *)
GroundRestore ==
    /\ Grounding({"RESTORE"})
    /\ LET p == grd[Me].target
       IN  problem' = IF problem[p].denied
                      THEN [problem EXCEPT ![p].faceUp = TRUE, ![p].denied = FALSE] ELSE problem
    /\ UNCHANGED <<seat, rel, deck, discard, Memory>>
    /\ Pass

(* GR-A12, GR-T02, GR-T03: the token goes back to its owner. *)
GroundUnblame ==
    /\ Grounding({"UNBLAME"})
    /\ seat' = [seat EXCEPT ![grd[Me].target].side = "UNPLACED", ![grd[Me].target].at = Nobody]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass

(* GR-A12, GR-L04 *)
GroundBreak ==
    /\ Grounding({"BREAK"})
    /\ rel' = Link(Me, grd[Me].target, "NONE")
    /\ UNCHANGED <<seat, Table, Memory>>
    /\ Pass

(* GR-A11, GR-A12: the choice stands and is read where the Attack, Deny or Reverse resolves. *)
GroundStands ==
    /\ Grounding({"CANCEL", "PROTECT", "REJECT"})
    /\ UNCHANGED <<seat, rel, Table, Memory>>
    /\ Pass

-----------------------------------------------------------------------------
(* DARVO sequences, as records of one seat *)

(* GR-D06: the sequence is over; a placed Focus comes back, a Blame stays where it lies (GR-T02). *)
Ended(r) ==
    IF r.side = "FOCUS" THEN [r EXCEPT !.marker = "OFF", !.side = "UNPLACED", !.at = Nobody]
    ELSE [r EXCEPT !.marker = "OFF"]

(* GR-D02, GR-A10: after its stage has resolved, the sequence goes on or is ended by GR. *)
AfterStage(r, following) == IF grd[Me].mode = "GR" THEN Ended(r) ELSE [r EXCEPT !.marker = following]

-----------------------------------------------------------------------------
(* SUPPORT: GR-A03, GR-A04, GR-A05, GR-L01, GR-L02, GR-L04, GR-L05, U1, U6 *)

Helped == sel[Me].target
Supporting(kind) == step = "SUPPORT" /\ ~Idle /\ rel[Me][Helped] = kind
Relieved(r, by) == [r EXCEPT !.stress = Clamp(@ - by)]

Support(record, relations) ==
    /\ seat' = [seat EXCEPT ![Helped] = record]
    /\ rel' = relations
    /\ UNCHANGED <<Table, Memory>>
    /\ Pass

Regulates == bondsBefore[Me][Helped] /\ seat[Helped].marker # "OFF"
Readied   == [Relieved(seat[Helped], 2) EXCEPT !.freedom = "READY"]    \* GR-F04

SupportBondAccepted == Supporting("NONE") /\ BothFree(Me, Helped)      \* GR-A03, GR-L02, U1
                         /\ Support(Relieved(seat[Helped], 1), Link(Me, Helped, "BOND"))
SupportBondRefused  == Supporting("NONE") /\ BothFree(Me, Helped)      \* GR-A03, GR-L02, U1
                         /\ Support(Relieved(seat[Helped], 1), rel)
SupportNoSlot       == Supporting("NONE") /\ ~BothFree(Me, Helped)     \* GR-A03, GR-L01
                         /\ Support(Relieved(seat[Helped], 1), rel)
SupportThroughBond  == Supporting("BOND") /\ ~Regulates                \* GR-A04, GR-L05
                         /\ Support(Readied, rel)
SupportRegulates    == Supporting("BOND") /\ Regulates                 \* GR-A04, GR-D06, U6
                         /\ Support(Ended(Readied), rel)
SupportRivalryFlips == Supporting("RIVALRY")                           \* GR-A05, GR-L04
                         /\ Support(Relieved(seat[Helped], 1), Link(Me, Helped, "BOND"))
SupportRivalryBreaks == Supporting("RIVALRY")                          \* GR-A05, GR-L04
                         /\ Support(Relieved(seat[Helped], 1), Link(Me, Helped, "NONE"))

-----------------------------------------------------------------------------
(* An Attack of Me on t, chosen or extra: GR-A06, GR-A07, GR-A08, GR-A09, GR-L01, GR-L03, GR-L04, GR-T01, U8 *)

Upheld(t) == grd[t].option = "CANCEL" /\ grd[t].target = Me /\ ~cancelUsed[t]

Outcome(t) ==
    CASE Upheld(t)                              -> "UPHELD"            \* GR-A09, GR-A11, U8
      [] ~Upheld(t) /\ seat[t].prot > 0         -> "PROTECTED"         \* GR-A09, GR-T01
      [] OTHER -> IF rel[Me][t] # "NONE" THEN rel[Me][t]               \* GR-A07, GR-A08
                  ELSE IF BothFree(Me, t) THEN "FRESH" ELSE "NO SLOT"  \* GR-A06

AttackedSeats(t) ==
    CASE Outcome(t) = "UPHELD"                  -> seat
      [] Outcome(t) = "PROTECTED"               -> [seat EXCEPT ![t].prot = @ - 1]
      [] Outcome(t) \in {"FRESH", "NO SLOT"}    -> [seat EXCEPT ![t].stress = Clamp(@ + 1)]
      [] Outcome(t) \in {"BOND", "RIVALRY"}     -> [seat EXCEPT ![t].stress = Clamp(@ + 2)]

AttackedRelations(t) ==
    CASE Outcome(t) \in {"FRESH", "BOND"}       -> Link(Me, t, "RIVALRY")
      [] Outcome(t) = "RIVALRY"                 -> Link(Me, t, "NONE")
      [] OTHER                                  -> rel

Struck(t) ==
    /\ rel' = AttackedRelations(t)
    /\ cancelUsed' = [cancelUsed EXCEPT ![t] = @ \/ Outcome(t) = "UPHELD"]
    /\ UNCHANGED <<Table, sel, grd>>

-----------------------------------------------------------------------------
(* DARVO: GR-D02 .. GR-D06 *)

Stage(marker) == step = "DARVO" /\ seat[Me].marker = marker

(* GR-D03: the owner picks the Problem; it has to be one if there is one. *)
DarvoDeny ==
    /\ Stage("DENY")
    /\ \E p \in {p \in ProblemIds : Deniable(p)} :
         problem' = [problem EXCEPT ![p].faceUp = FALSE, ![p].denied = TRUE]
    /\ seat' = [seat EXCEPT ![Me] = AfterStage(@, "ATTACK")]
    /\ UNCHANGED <<rel, deck, discard, Memory>>
    /\ Pass

(* U3 *)
DarvoDenyNothing ==
    /\ Stage("DENY")
    /\ \A p \in ProblemIds : ~Deniable(p)
    /\ seat' = [seat EXCEPT ![Me] = AfterStage(@, "ATTACK")]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass

(* GR-D04: the Focus is placed whether or not the extra Attack lands. *)
ExtraAttack(outcomes) ==
    /\ \E t \in {t \in Others : Outcome(t) \in outcomes} :
         /\ seat' = [AttackedSeats(t) EXCEPT ![Me] = AfterStage([@ EXCEPT !.side = "FOCUS", !.at = t], "REVERSE")]
         /\ Struck(t)
    /\ Pass

DarvoAttackLands   == Stage("ATTACK") /\ ExtraAttack({"FRESH", "NO SLOT", "BOND", "RIVALRY"})
DarvoAttackStopped == Stage("ATTACK") /\ ExtraAttack({"UPHELD", "PROTECTED"})     \* GR-A09, GR-T01

Holder      == seat[Me].at
Rejected    == grd[Holder].option = "REJECT" /\ grd[Holder].target = Me
Spent(r)    == [r EXCEPT !.marker = "OFF", !.stress = Clamp(@ - 2)]

(* GR-D05, GR-T02, GR-T03 *)
DarvoReverse ==
    /\ Stage("REVERSE") /\ ~Rejected
    /\ seat' = [seat EXCEPT ![Holder].stress = Clamp(@ + 1),
                            ![Me] = [Spent(@) EXCEPT !.side = "BLAME", !.prot = @ + 1]]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass

(* GR-A12, GR-D05, U5 *)
DarvoReverseRejected ==
    /\ Stage("REVERSE") /\ Rejected
    /\ seat' = [seat EXCEPT ![Me] = [Spent(@) EXCEPT !.side = "UNPLACED", !.at = Nobody]]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass

-----------------------------------------------------------------------------
(* INVESTIGATE: GR-A01, GR-P02, U4 *)

Investigate ==
    /\ step = "INVESTIGATE" /\ ~Idle
    /\ LET p == sel[Me].target
       IN  problem' = IF p # Nobody /\ Hidden(p) THEN [problem EXCEPT ![p].faceUp = TRUE] ELSE problem
    /\ UNCHANGED <<rel, Memory>>

Draw(pile) == \E u \in {u \in Suits : pile[u] > 0} :
    /\ seat' = [seat EXCEPT ![Me].hand[u] = @ + 1]
    /\ deck' = [pile EXCEPT ![u] = @ - 1]

InvestigateDraws      == Investigate /\ Draw(deck) /\ UNCHANGED discard /\ Pass
InvestigateReshuffles == Investigate /\ Count(deck) = 0 /\ Draw(discard)       \* U4
                           /\ discard' = NoCards /\ Pass
InvestigateNoCards    == Investigate /\ Count(deck) + Count(discard) = 0       \* U4
                           /\ UNCHANGED <<seat, deck, discard>> /\ Pass

-----------------------------------------------------------------------------
(* ATTACK: GR-A06 .. GR-A09 *)

Attacking == step = "ATTACK" /\ ~Idle

Attack(outcome) ==
    /\ LET t == sel[Me].target
       IN  Outcome(t) = outcome /\ seat' = AttackedSeats(t) /\ Struck(t)
    /\ Pass

AttackForms     == Attacking /\ Attack("FRESH")                       \* GR-A06, GR-L03
AttackNoSlot    == Attacking /\ Attack("NO SLOT")                     \* GR-A06, GR-L01
AttackFlips     == Attacking /\ Attack("BOND")                        \* GR-A07, GR-L04
AttackBreaks    == Attacking /\ Attack("RIVALRY")                     \* GR-A08, GR-L04
AttackUpheld    == Attacking /\ Attack("UPHELD")                      \* GR-A09, GR-A11, U8
AttackProtected == Attacking /\ Attack("PROTECTED")                   \* GR-A09, GR-T01, U8

-----------------------------------------------------------------------------
(* SOLVE: GR-A02, GR-P01, GR-P03, GR-P04 *)

Wanted == sel[Me].target

SolveClaims ==
    /\ step = "SOLVE" /\ ~Idle /\ Open(Wanted) /\ Holds(Me, Wanted)
    /\ seat' = [seat EXCEPT ![Me].hand[Suit(Wanted)] = @ - 1]
    /\ discard' = [discard EXCEPT ![Suit(Wanted)] = @ + 1]
    /\ problem' = [problem EXCEPT ![Wanted].claimedBy = Me]
    /\ UNCHANGED <<rel, deck, Memory>>
    /\ Pass

(* The Problem was claimed earlier in this step, or Denied since it was chosen: the card stays in hand. *)
SolveTooLate ==
    /\ step = "SOLVE" /\ ~Idle /\ ~(Open(Wanted) /\ Holds(Me, Wanted))
    /\ UNCHANGED <<seat, rel, Table, Memory>>
    /\ Pass

-----------------------------------------------------------------------------
(* END: GR-R08, GR-R09, GR-D01, GR-D07, U9 *)

End(to, number) ==
    /\ step = "END"
    /\ seat' = [s \in Seats |->
                 LET x == Clamp(seat[s].stress)
                 IN  [seat[s] EXCEPT !.stress = x, !.marker = IF x = 5 /\ @ = "OFF" THEN "DENY" ELSE @]]
    /\ lead' = (lead + 1) % N
    /\ round' = number /\ step' = to /\ turn' = 0
    /\ sel' = [s \in Seats |-> NoChoice]
    /\ grd' = [s \in Seats |-> NoGrounding]
    /\ cancelUsed' = [s \in Seats |-> FALSE]
    /\ UNCHANGED <<rel, Table, bondsBefore>>

EndRound == round < LastRound /\ End("SELECT", round + 1)
EndGame  == round = LastRound /\ End("OVER", round)                    \* GR-R09

-----------------------------------------------------------------------------

Next ==
    \/ IdleTurn
    \/ SelectCalm \/ SelectStressed \/ SelectSpending
    \/ RevealGR \/ RevealOuRestore \/ RevealOuCancel \/ RevealOuProtect
    \/ RevealNdUnblame \/ RevealNdBreak \/ RevealNdReject
    \/ GroundGR \/ GroundRestore \/ GroundUnblame \/ GroundBreak \/ GroundStands
    \/ SupportBondAccepted \/ SupportBondRefused \/ SupportNoSlot
    \/ SupportThroughBond \/ SupportRegulates \/ SupportRivalryFlips \/ SupportRivalryBreaks
    \/ DarvoDeny \/ DarvoDenyNothing \/ DarvoAttackLands \/ DarvoAttackStopped
    \/ DarvoReverse \/ DarvoReverseRejected
    \/ InvestigateDraws \/ InvestigateReshuffles \/ InvestigateNoCards
    \/ AttackForms \/ AttackNoSlot \/ AttackFlips \/ AttackBreaks \/ AttackUpheld \/ AttackProtected
    \/ SolveClaims \/ SolveTooLate
    \/ EndRound \/ EndGame

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Claims about a state *)

Targets == {Nobody} \cup Seats \cup ProblemIds

Options(mode) ==
    CASE mode = "OU" -> {"RESTORE", "CANCEL", "PROTECT"}
      [] mode = "ND" -> {"UNBLAME", "BREAK", "REJECT"}
      [] OTHER       -> {"NONE"}

SeatOK(s) ==
    /\ seat[s].freedom \in {"READY", "SPENT"} /\ seat[s].marker \in Markers
    /\ seat[s].side \in {"UNPLACED", "FOCUS", "BLAME"} /\ seat[s].at \in (Seats \ {s}) \cup {Nobody}
    /\ (seat[s].side = "UNPLACED") = (seat[s].at = Nobody)
    /\ seat[s].prot \in Nat
    /\ sel[s].action \in Actions \cup {"NONE"} /\ sel[s].target \in Targets /\ sel[s].spend \in BOOLEAN
    /\ grd[s].mode \in {"NONE", "GR", "OU", "ND"}
    /\ grd[s].option \in Options(grd[s].mode) /\ grd[s].target \in Targets
    /\ cancelUsed[s] \in BOOLEAN
    /\ \A u \in Suits : seat[s].hand[u] \in Nat
    /\ \A b \in Seats : rel[s][b] \in {"NONE", "BOND", "RIVALRY"} /\ bondsBefore[s][b] \in BOOLEAN

TypeOK ==
    /\ \E i \in DOMAIN Steps : Steps[i] = step
    /\ turn \in Seats /\ lead \in Seats /\ round \in StartRound .. LastRound
    /\ \A s \in Seats : SeatOK(s)
    /\ \A p \in ProblemIds : /\ problem[p].faceUp \in BOOLEAN /\ problem[p].denied \in BOOLEAN
                             /\ problem[p].claimedBy \in Seats \cup {Nobody}
    /\ \A u \in Suits : deck[u] \in Nat /\ discard[u] \in Nat

StressInRange == \A s \in Seats : seat[s].stress \in 0 .. 5            \* GR-O02, GR-F01, U2

RelationsSymmetric == \A a, b \in Seats : rel[a][b] = rel[b][a] /\ rel[a][a] = "NONE"       \* GR-O05

AtMostTwoRelations == \A a \in Seats : Cardinality(Related(a)) <= 2    \* GR-O02, GR-L01

ClaimedNeverDenied ==                                                  \* GR-D03, GR-P01, GR-P03
    \A p \in ProblemIds : /\ problem[p].denied => ~problem[p].faceUp /\ problem[p].claimedBy = Nobody
                          /\ problem[p].claimedBy # Nobody => problem[p].faceUp

FocusOnlyWhileReverseNext ==                                           \* GR-D04, GR-D06, GR-T03
    \A s \in Seats : (seat[s].side = "FOCUS") = (seat[s].marker = "REVERSE")

CardsConserved ==                                                      \* GR-S04, GR-A01, GR-A02
    \A u \in Suits :
      deck[u] + discard[u] + Total(Seats, [s \in Seats |-> seat[s].hand[u]])
        = StartDeck[u] + Total(Seats, [s \in Seats |-> StartHand[s][u]])

(* GR-D04 never finds the owner's only token still lying as a Blame. *)
FocusFreeAtAttackStage == Stage("ATTACK") => seat[Me].side = "UNPLACED"

(* A play stops only where the rules end it: no seat is ever left without a lawful turn. GR-R09 *)
OnlyOverStops == step # "OVER" => ENABLED Next

-----------------------------------------------------------------------------
(* Claims about a step *)

Rank(r, s, t) == (r * Len(Steps) + Place(s)) * N + t

ClockMovesForward == [][Rank(round, step, turn) < Rank(round', step', turn')]_vars     \* GR-R01, GR-R06

OneRoundAtATime ==                                                     \* GR-R08, GR-R09
    [][round' \in round .. round + 1 /\ round' <= LastRound /\ (round' # round => step = "END")]_vars

ClaimNeverReleased ==                                                  \* GR-P03
    [][\A p \in ProblemIds : problem[p].claimedBy # Nobody => problem'[p].claimedBy = problem[p].claimedBy]_vars

ClaimPaidInKind ==                                                     \* GR-A02
    [][\A p \in ProblemIds : problem'[p].claimedBy # problem[p].claimedBy =>
         LET c == problem'[p].claimedBy
         IN  seat'[c].hand[Suit(p)] = seat[c].hand[Suit(p)] - 1 /\ discard'[Suit(p)] = discard[Suit(p)] + 1]_vars

MarkerMovesInOrder ==                                                  \* GR-D01, GR-D02, GR-D06, GR-D07
    [][\A s \in Seats : LET was == seat[s].marker  is == seat'[s].marker IN was # is =>
         \/ was = "OFF" /\ is = "DENY" /\ step = "END" /\ seat[s].stress = 5
         \/ <<was, is>> \in {<<"DENY", "ATTACK">>, <<"ATTACK", "REVERSE">>} /\ step = "DARVO" /\ s = Me
         \/ is = "OFF" /\ step \in {"SUPPORT", "DARVO"}]_vars

ProtectionSpentOnlyWhenCancelling ==                                   \* GR-A09, GR-T01, U8
    [][\A s \in Seats : seat'[s].prot < seat[s].prot =>
         /\ step \in {"DARVO", "ATTACK"} /\ s # Me
         /\ seat'[s].stress = seat[s].stress /\ rel' = rel /\ cancelUsed' = cancelUsed]_vars

ProtectedNeverDenied ==                                                \* GR-A11, GR-D03
    [][\A p \in ProblemIds : problem'[p].denied /\ ~problem[p].denied => ~Shielded(p) /\ step = "DARVO"]_vars
=============================================================================
