-------------------------------- MODULE Cloud --------------------------------
(***************************************************************************)
(* Devices that share one Guild through a cloud, read from the save        *)
(* contract alone. A commit is named by its lineage and its whole ancestry,*)
(* so that a merge would be a commit that nobody has played to.            *)
(* docs/save-tla.md gives the readings taken where the text is open.       *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Devices,
    Slots,          \* how many slots a device has                    AG-SAV-2-01
    Lineages,       \* the Guilds in play
    StartSlots,     \* device -> its slots: a commit, or Free
    Kinds,          \* the operations: "fall" among them is a casualty
    Most,           \* the longest commit that is played to
    QueueLimit,     \* complete payloads waiting for the cloud        AG-SAV-15-06
    Choice          \* "ANY" | "NO REVERSAL": which branch of two may be chosen   AG-SAV-14-06, AG-SAV-14-09

VARIABLES
    slot,           \* device -> slot -> commit, or Free
    archive,        \* device -> commits that can only be read        AG-SAV-14-08
    backup,         \* device -> commits put aside for a descendant   AG-SAV-14-03
    queue,          \* device -> payloads on their way, oldest first  AG-SAV-14-04
    cloud,          \* lineage -> commit, or Free
    last            \* what moved last: "play", "sync" or "cloud"

vars == <<slot, archive, backup, queue, cloud, last>>

-----------------------------------------------------------------------------
(* Words *)

(* A commit: its lineage and the operations that led to it, each with the device that played it. *)
Free == [of |-> "free", ops |-> <<>>]
Played(c, d, k) == [c EXCEPT !.ops = Append(@, <<d, k>>)]

IsPrefix(s, t)   == Len(s) <= Len(t) /\ SubSeq(t, 1, Len(s)) = s
Ancestor(c, e)   == c.of = e.of /\ c # e /\ IsPrefix(c.ops, e.ops)
Divergent(c, e)  == c.of = e.of /\ ~IsPrefix(c.ops, e.ops) /\ ~IsPrefix(e.ops, c.ops)
Fallen(c)        == \E n \in DOMAIN c.ops : c.ops[n][2] = "fall"
FallenAt(c)      == {n \in DOMAIN c.ops : c.ops[n][2] = "fall"}
Indexes          == 1 .. Slots

Follows(c) == cloud[c.of] = Free \/ Ancestor(cloud[c.of], c)
Fits(d, k, l) == cloud[l] # Free /\ slot[d][k] # Free /\ slot[d][k].of = l

-----------------------------------------------------------------------------

Init ==
    /\ slot = StartSlots
    /\ archive = [d \in Devices |-> {}]
    /\ backup = [d \in Devices |-> {}]
    /\ queue = [d \in Devices |-> <<>>]
    /\ cloud = [l \in Lineages |-> Free]
    /\ last = "cloud"

(* AG-SAV-1-04: play never waits for a cloud. *)
Play(d, k, kind) ==
    /\ slot[d][k] # Free /\ Len(slot[d][k].ops) < Most
    /\ kind \notin {slot[d][k].ops[n][2] : n \in DOMAIN slot[d][k].ops}
    /\ slot' = [slot EXCEPT ![d][k] = Played(@, d, kind)]
    /\ last' = "play"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* AG-SAV-14-04: the cloud has an ancestor, or nothing yet. A full queue lets the oldest payload go. *)
Queue(d, k) ==
    LET c == slot[d][k]
        q == Append(queue[d], c)
    IN  /\ c # Free /\ Follows(c)
        /\ \A n \in DOMAIN queue[d] : queue[d][n] # c
        /\ queue' = [queue EXCEPT ![d] = IF Len(q) > QueueLimit THEN Tail(q) ELSE q]
        /\ last' = "cloud"
        /\ UNCHANGED <<slot, archive, backup, cloud>>

(* A payload arrives whole. It is put down if the cloud has gone another way, or farther, meanwhile. *)
Deliver(d) ==
    /\ queue[d] # <<>>
    /\ LET c == Head(queue[d])
       IN  cloud' = IF Follows(c) THEN [cloud EXCEPT ![c.of] = c] ELSE cloud
    /\ queue' = [queue EXCEPT ![d] = Tail(@)]
    /\ last' = "cloud"
    /\ UNCHANGED <<slot, archive, backup>>

(* AG-SAV-15-04: a transport may fail as often as it likes. *)
Lose(d) ==
    /\ queue[d] # <<>>
    /\ queue' = [queue EXCEPT ![d] = Tail(@)]
    /\ last' = "cloud"
    /\ UNCHANGED <<slot, archive, backup, cloud>>

(* AG-SAV-14-03: the player accepts the descendant. *)
FastForward(d, k, l) ==
    /\ Fits(d, k, l) /\ Ancestor(slot[d][k], cloud[l])
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ backup' = [backup EXCEPT ![d] = @ \cup {slot[d][k]}]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, queue, cloud>>

(* AG-SAV-14-05 *)
Import(d, k, l) ==
    /\ cloud[l] # Free /\ slot[d][k] = Free
    /\ \A n \in Indexes : slot[d][n].of # l
    /\ \A n \in Indexes : slot[d][n] = Free => k <= n
    /\ ~\E c \in archive[d] : c.of = l /\ IsPrefix(c.ops, cloud[l].ops)
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

MayGiveUp(chosen, other) == Choice = "ANY" \/ ~Fallen(other) \/ Fallen(chosen)    \* AG-SAV-14-09

(* AG-SAV-14-06: the cloud's branch is chosen; the one of this device becomes an archive. *)
ChooseCloud(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l]) /\ MayGiveUp(cloud[l], slot[d][k])
    /\ cloud[l] \notin archive[d]
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ archive' = [archive EXCEPT ![d] = @ \cup {slot[d][k]}]
    /\ last' = "sync"
    /\ UNCHANGED <<backup, queue, cloud>>

(* AG-SAV-14-06: this device's branch is chosen, and replaces the other, which becomes an archive. *)
ChooseLocal(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l]) /\ MayGiveUp(slot[d][k], cloud[l])
    /\ archive' = [archive EXCEPT ![d] = @ \cup {cloud[l]}]
    /\ cloud' = [cloud EXCEPT ![l] = slot[d][k]]
    /\ last' = "sync"
    /\ UNCHANGED <<slot, backup, queue>>

-----------------------------------------------------------------------------

Playing    == \E d \in Devices, k \in Indexes, kind \in Kinds : Play(d, k, kind)
Queueing   == \E d \in Devices, k \in Indexes : Queue(d, k)
Delivering == \E d \in Devices : Deliver(d)
Losing     == \E d \in Devices : Lose(d)
Offered    == \E d \in Devices, k \in Indexes, l \in Lineages : FastForward(d, k, l)
Importing  == \E d \in Devices, k \in Indexes, l \in Lineages : Import(d, k, l)
TakesCloud == \E d \in Devices, k \in Indexes, l \in Lineages : ChooseCloud(d, k, l)
KeepsLocal == \E d \in Devices, k \in Indexes, l \in Lineages : ChooseLocal(d, k, l)

Next == Playing \/ Queueing \/ Delivering \/ Losing \/ Offered \/ Importing \/ TakesCloud \/ KeepsLocal

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Claims about a state *)

CommitOK(c) == c = Free \/ (c.of \in Lineages /\ Len(c.ops) <= Most)

TypeOK ==
    /\ \A d \in Devices, k \in Indexes : CommitOK(slot[d][k])
    /\ \A l \in Lineages : CommitOK(cloud[l])
    /\ \A d \in Devices : \A c \in archive[d] \cup backup[d] : CommitOK(c)

(* AG-SAV-14-08: no device can play two branches of one lineage. *)
OneSlotALineage ==
    \A d \in Devices : \A j, k \in Indexes : j # k /\ slot[d][j] # Free => slot[d][j].of # slot[d][k].of

(* AG-SAV-14-01: no operation twice in a commit, and none that a merge would bring. *)
NeverMerged ==
    \A d \in Devices, k \in Indexes : \A m, n \in DOMAIN slot[d][k].ops :
        m # n => slot[d][k].ops[m][2] # slot[d][k].ops[n][2]

QueueBounded == \A d \in Devices : Len(queue[d]) <= QueueLimit         \* AG-SAV-15-06

(* AG-SAV-14-08: what is archived here is not played here. *)
ArchiveNotPlayed ==
    \A d \in Devices, k \in Indexes : \A c \in archive[d] : slot[d][k] # c

-----------------------------------------------------------------------------
(* Claims about a step *)

(* AG-SAV-1-04, AG-SAV-14-01: a slot changes by one operation, or becomes what the cloud holds whole. *)
WholeCommits ==
    [][\A d \in Devices, k \in Indexes : slot'[d][k] # slot[d][k] =>
        \/ (last' = "play" /\ \E kind \in Kinds : slot'[d][k] = Played(slot[d][k], d, kind))
        \/ (last' = "sync" /\ \E l \in Lineages : slot'[d][k] = cloud[l])]_vars

CloudNeverActs == [][last' = "cloud" => UNCHANGED slot]_vars           \* AG-SAV-1-04

(* AG-SAV-14-03, AG-SAV-14-06: what gives way is kept, as a backup if it is an ancestor, else to be read. *)
NothingLost ==
    [][\A d \in Devices, k \in Indexes : slot[d][k] # Free /\ ~IsPrefix(slot[d][k].ops, slot'[d][k].ops) =>
        slot[d][k] \in archive'[d]]_vars

BackupKept ==                                                          \* AG-SAV-14-03
    [][\A d \in Devices, k \in Indexes : last' = "sync" /\ Ancestor(slot[d][k], slot'[d][k]) =>
        slot[d][k] \in backup'[d]]_vars

ArchiveStays == [][\A d \in Devices : archive[d] \subseteq archive'[d]]_vars    \* AG-SAV-14-08

CloudMovesForward ==                                                   \* AG-SAV-14-04, AG-SAV-14-06
    [][\A l \in Lineages : cloud'[l] # cloud[l] =>
        cloud[l] = Free \/ Ancestor(cloud[l], cloud'[l]) \/ last' = "sync"]_vars

(* AG-SAV-14-09, AG-SAV-9.3-01: no sync brings back a Recruit whose casualty this device knows. *)
NoReversal ==
    [][\A d \in Devices, k \in Indexes : Fallen(slot[d][k]) /\ slot'[d][k].of = slot[d][k].of =>
        Fallen(slot'[d][k])]_vars

=============================================================================
