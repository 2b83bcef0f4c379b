--------------------------- MODULE CreationGrowth ---------------------------
(* GROWTH: one Company; none, one or two offers picked, up to three revisions. *)
EXTENDS Creation

GrowthPicks == {{}, {0}, {3}, {0, 1}, {2, 3}, {0, 1, 2}}
=============================================================================
