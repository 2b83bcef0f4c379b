----------------------------- MODULE CloudGuest -----------------------------
(* A second device with a Guild of its own and one slot free takes the first one's Guild in. *)
EXTENDS Cloud

GuestSlots == [d1 |-> <<[of |-> "g", ops |-> <<>>], Free>>, d2 |-> <<[of |-> "h", ops |-> <<>>], Free>>]
=============================================================================
