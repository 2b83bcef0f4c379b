---------------------------- MODULE GroundMutants ----------------------------
(* One rule broken in each definition: manifest.toml says which claim falls by it, and in which world. *)
EXTENDS GroundSmall, GroundMid, GroundLate, GroundFour

UnclampedStress(x)    == x
OneSidedLink(a, b, k) == [rel EXCEPT ![a][b] = k]
SlotsIgnored(a, b)    == TRUE
DenyIgnoresShield(p)  == Open(p)
SolveIgnoresClaim(p)  == problem[p].faceUp /\ ~problem[p].denied
FocusForgotten(r)     == [r EXCEPT !.marker = "OFF"]
StageSkipped(r, next) == [r EXCEPT !.marker = "REVERSE"]
StageRepeated(r, next) == r
GrRefused             == FALSE

ReshuffleKeepsDiscard == Investigate /\ Count(deck) = 0 /\ Draw(discard) /\ UNCHANGED discard /\ Pass

ClaimUnpaid ==
    /\ step = "SOLVE" /\ ~Idle /\ Open(Wanted) /\ Holds(Me, Wanted)
    /\ problem' = [problem EXCEPT ![Wanted].claimedBy = Me]
    /\ UNCHANGED <<seat, rel, deck, discard, Memory>>
    /\ Pass

ProtectionWasted(t) ==
    CASE Outcome(t) \in {"UPHELD", "PROTECTED"} -> [seat EXCEPT ![t].prot = IF @ > 0 THEN @ - 1 ELSE 0]
      [] Outcome(t) \in {"FRESH", "NO SLOT"}    -> [seat EXCEPT ![t].stress = Clamp(@ + 1)]
      [] OTHER                                  -> [seat EXCEPT ![t].stress = Clamp(@ + 2)]

RoundSkipped == round < LastRound /\ End("SELECT", round + 2)

RoundNotCounted == round < LastRound /\ End("SELECT", round)

BlameNotReturned ==
    /\ Grounding({"UNBLAME"})
    /\ seat' = [seat EXCEPT ![grd[Me].target].side = "UNPLACED"]
    /\ UNCHANGED <<rel, Table, Memory>>
    /\ Pass
=============================================================================
