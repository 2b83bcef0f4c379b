---------------------------- MODULE CloudReversal ----------------------------
(* Any of two divergent branches may be chosen: a device gives up a casualty that it knows, against AG-SAV-14-09. *)
EXTENDS CloudPair
=============================================================================
