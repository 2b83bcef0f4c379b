---------------------------- MODULE CreationLive ----------------------------
(* FG4: one creation, one revision, one output of the generator that fails its check; what has to happen in the end. *)
EXTENDS CreationLegacy
=============================================================================
