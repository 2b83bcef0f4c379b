--------------------------- MODULE CreationBroken ---------------------------
(* The draft goes first and the run would follow, against AG-SAV-7.1-07: NeverNeither has to fall. *)
EXTENDS CreationLegacy

DraftGoesFirst(c, w) == [c EXCEPT !.draft = NoDraft]
=============================================================================
