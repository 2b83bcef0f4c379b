--------------------------- MODULE DismissalWorlds ---------------------------
(* Who is in the Companies of the worlds. *)
EXTENDS Dismissal

(* Hired for 32 Coin, three battles survived: a rebate of 8. A provisional one in Reserve. One who can be hired. *)
Veteran     == [life |-> "LIVING", deployed |-> TRUE, item |-> 0, paid |-> 32, listed |-> 32, survived |-> 3]
Provisional == [life |-> "LIVING", deployed |-> FALSE, item |-> 1, paid |-> 0, listed |-> 14, survived |-> 0]
Hireable    == [life |-> "NONE", deployed |-> FALSE, item |-> -1, paid |-> 18, listed |-> 18, survived |-> 0]

Pair        == <<Veteran, Provisional>>
Three       == <<Veteran, Provisional, [Hireable EXCEPT !.life = "LIVING"]>>
PairAndOne  == <<Veteran, Provisional, Hireable>>
=============================================================================
