--------------------------- MODULE CreationLegacy ---------------------------
(* FG4: two creations, two revisions, two pairs, one output of the generator that fails its check. *)
EXTENDS Creation

LegacyPicks == {{0}, {0, 1}, {2, 3}}
=============================================================================
