---------------------------- MODULE CloudMutants ----------------------------
(* One rule broken in each definition: manifest.toml says which claim falls by it, and in which world. *)
EXTENDS CloudPair, CloudGuest

(* Play goes on beyond the end of its range. *)
PlaysOn(d, k, kind) ==
    /\ slot[d][k] # Free /\ Len(slot[d][k].ops) <= Most
    /\ slot' = [slot EXCEPT ![d][k] = Played(@, d, kind)]
    /\ last' = "play"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* A Guild that is in one slot is taken into another. *)
ImportsTwice(d, k, l) ==
    /\ cloud[l] # Free /\ slot[d][k] = Free
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* What the other branch has is added to this one. *)
Merges(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l])
    /\ slot' = [slot EXCEPT ![d][k].ops = SubSeq(@ \o cloud[l].ops, 1, Most)]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* Payloads wait without limit. *)
QueuesOn(d, k) ==
    /\ slot[d][k] # Free /\ Follows(slot[d][k]) /\ Len(queue[d]) <= QueueLimit
    /\ queue' = [queue EXCEPT ![d] = Append(@, slot[d][k])]
    /\ last' = "cloud"
    /\ UNCHANGED <<slot, archive, backup, cloud>>

(* The branch that is kept is archived. *)
ArchivesChosen(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l])
    /\ archive' = [archive EXCEPT ![d] = @ \cup {slot[d][k]}]
    /\ cloud' = [cloud EXCEPT ![l] = slot[d][k]]
    /\ last' = "sync"
    /\ UNCHANGED <<slot, backup, queue>>

(* Only the first operation of the descendant is taken over. *)
TakesHalf(d, k, l) ==
    /\ Fits(d, k, l) /\ Ancestor(slot[d][k], cloud[l])
    /\ slot' = [slot EXCEPT ![d][k].ops = SubSeq(cloud[l].ops, 1, Len(@) + 1)]
    /\ backup' = [backup EXCEPT ![d] = @ \cup {slot[d][k]}]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, queue, cloud>>

(* What the cloud has comes into play by itself. *)
CloudActs(d) ==
    /\ queue[d] # <<>>
    /\ queue' = [queue EXCEPT ![d] = Tail(@)]
    /\ slot' = [slot EXCEPT ![d][1] = Head(queue[d])]
    /\ last' = "cloud"
    /\ UNCHANGED <<archive, backup, cloud>>

(* The branch of this device is overwritten. *)
Overwrites(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l])
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* No backup of the ancestor is kept. *)
NoBackup(d, k, l) ==
    /\ Fits(d, k, l) /\ Ancestor(slot[d][k], cloud[l])
    /\ slot' = [slot EXCEPT ![d][k] = cloud[l]]
    /\ last' = "sync"
    /\ UNCHANGED <<archive, backup, queue, cloud>>

(* Only the newest archive is kept. *)
ArchiveReplaced(d, k, l) ==
    /\ Fits(d, k, l) /\ Divergent(slot[d][k], cloud[l])
    /\ archive' = [archive EXCEPT ![d] = {cloud[l]}]
    /\ cloud' = [cloud EXCEPT ![l] = slot[d][k]]
    /\ last' = "sync"
    /\ UNCHANGED <<slot, backup, queue>>

(* Whatever arrives last is what the cloud has. *)
LastWins(d) ==
    /\ queue[d] # <<>>
    /\ cloud' = [cloud EXCEPT ![Head(queue[d]).of] = Head(queue[d])]
    /\ queue' = [queue EXCEPT ![d] = Tail(@)]
    /\ last' = "cloud"
    /\ UNCHANGED <<slot, archive, backup>>
=============================================================================
