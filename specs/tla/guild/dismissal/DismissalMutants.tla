-------------------------- MODULE DismissalMutants --------------------------
(* One rule broken in each definition: manifest.toml says which claim falls by it, and in which world. *)
EXTENDS DismissalWorlds

AlwaysTwo  == 2
CountsLine == Cardinality(Line)

MarkFresh(c, k, status, reason) == [row[c][k] EXCEPT !.status = status, !.reason = reason]

ParentForgotten(c, k) == Refusal(row[c][k].recruit, c, k) = "NONE"

Unasked(c, k) == TRUE

NeverRefused(c, k) == FALSE

RowStaysPending(c, k) ==
    /\ up /\ Pending(c, k) /\ Valid(c, k)
    /\ Leaves(row[c][k].recruit)
    /\ UNCHANGED <<row, view, up>>

(* The rebate is paid when the confirm is taken, and again when it is applied. *)
PaidEarly ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds, r \in Recruits :
         /\ Fresh(c, k) /\ Refusal(r, c, k) = "NONE"
         /\ row' = [RowOnly(row) EXCEPT ![c][k] =
                      [status |-> "PENDING", recruit |-> r, expected |-> LiveCount, fresh |-> TRUE, reason |-> "NONE"]]
         /\ coin' = coin + Rebate(r)
         /\ Close(c)
    /\ UNCHANGED <<phase, life, item, bag, credit, protected, dismissed, casualties, promoting, up>>

Left(r) ==
    /\ life' = [life EXCEPT ![r] = "DISMISSED"]
    /\ coin' = coin + Rebate(r)
    /\ dismissed' = dismissed + 1

ItemStays(r) ==
    /\ Left(r)
    /\ bag' = IF item[r] = Nobody THEN bag ELSE bag \cup {item[r]}
    /\ UNCHANGED <<phase, item, credit, protected, casualties, promoting>>

LeavesCredit(r) ==
    /\ Left(r)
    /\ item' = [item EXCEPT ![r] = Nobody]
    /\ bag' = IF item[r] = Nobody THEN bag ELSE bag \cup {item[r]}
    /\ credit' = Capped(credit + Grant(r))
    /\ UNCHANGED <<phase, protected, casualties, promoting>>

RejectedAnd(effect) ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds, r \in Recruits :
         /\ Fresh(c, k) /\ Refusal(r, c, k) # "NONE"
         /\ row' = [row EXCEPT ![c][k] =
                      [status |-> "REJECTED", recruit |-> r, expected |-> LiveCount, fresh |-> FALSE,
                       reason |-> Refusal(r, c, k)]]
         /\ Close(c)
    /\ effect
    /\ UNCHANGED <<phase, life, item, bag, credit, dismissed, casualties, promoting, up>>

RejectionOffers == RejectedAnd(protected' = TRUE /\ coin' = coin)
RejectionPays   == RejectedAnd(protected' = protected /\ coin' = coin + 1)

Reopens ==
    /\ up
    /\ \E c \in ClientIds, k \in TryIds :
         /\ row[c][k].status = "REJECTED"
         /\ row' = [row EXCEPT ![c][k] = [@ EXCEPT !.status = "PENDING", !.fresh = TRUE, !.reason = "NONE"]]
    /\ UNCHANGED <<game, view, up>>

CreditUnpaid ==
    /\ phase = "LOCKED" /\ Commits
    /\ phase' = "MARKET" /\ casualties' = {}
    /\ life' = [r \in Recruits |-> IF r \in casualties THEN "FALLEN" ELSE life[r]]
    /\ item' = [r \in Recruits |-> IF r \in casualties THEN Nobody ELSE item[r]]
    /\ bag' = bag \cup {item[r] : r \in {q \in casualties : item[q] # Nobody}}
    /\ UNCHANGED <<coin, credit, protected, dismissed, promoting>>
=============================================================================
