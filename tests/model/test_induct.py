"""Induction on a game of a few lines: what is proved, and that nothing which stays open is called proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import pytest

from kernel.contracts import ensure, require
from model.engines.decide import Decider
from model.engines.induct import KEPT, NO_FAULT, Decision, Induction, Part, Proof
from model.game import Check, Game, Scope
from model.lift import terms as T
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of
from model.symbolic import Arena, Case
from model.verdict import Verdict

MOST = 9
FULL = "TOY-1: the glass is never over the brim"


class Turn(Enum):
    POUR = 0
    DRINK = 1


@dataclass(frozen=True)
class Glass:
    """A glass of 4, filled and emptied in turns by an even number of drops; how often it has been filled."""

    turn: Turn
    drops: int
    poured: int


class Spilt(Exception):
    """An illegal choice."""


@ensure(lambda result: result.drops <= 4, FULL)
def pour(glass: Glass, amount: int) -> Glass:
    return Glass(Turn.DRINK, glass.drops + 2 * amount, min(MOST, glass.poured + 1))


@require(lambda glass, amount: 2 * amount <= glass.drops, "TOY-2: only what is there is drunk")
def drink(glass: Glass, amount: int) -> Glass:
    return Glass(Turn.POUR, glass.drops - 2 * amount, glass.poured)


def is_legal(glass: Glass, amount: int, rulings: object) -> bool:
    if glass.turn is Turn.POUR:
        return glass.drops + 2 * amount <= 4
    return 2 * amount <= glass.drops


def play(glass: Glass, amount: int, rulings: object) -> Glass:
    return pour(glass, amount) if glass.turn is Turn.POUR else drink(glass, amount)


def advance(glass: Glass, amount: int, rulings: object) -> Glass:
    if not is_legal(glass, amount, rulings):
        raise Spilt
    return play(glass, amount, rulings)


def overfull(glass: Glass, amount: int, rulings: object) -> Glass:
    """Pours one drop more than it should."""
    return replace(play(glass, amount, rulings), drops=glass.drops + 2 * amount + 1)


def new_glass(drops: int) -> Glass:
    return Glass(Turn.POUR, drops, 0)


def glass(name: str, turn: Turn) -> Value:
    fields = {"turn": turn, "drops": T.number(f"{name}.drops", 0, MOST), "poured": T.number(f"{name}.poured", 0, MOST)}
    return Record(Glass, fields)


def arena(advance: Callable[..., Glass] = advance, first: int = 0) -> Arena[Glass, int, None]:
    def start(lifter: Lifter | None = None) -> tuple[Value, T.Bool]:
        return (lifter or Lifter()).call(new_glass, first), True

    game: Game[Glass, int, None] = Game(
        "toy", Glass, int, type(None), lambda *_: (), play, advance, Spilt, lambda *_: "", frozenset(), lambda _: False
    )
    return Arena(
        game=game,
        size="one glass",
        cases=tuple(turn.name for turn in Turn),
        case=lambda name: Case(name, glass("s", Turn[name]), T.number("c", 0, 2)),
        is_legal=is_legal,
        start=start,
        choice_for=lambda name, state: T.number(name, 0, 2),
        fixed=frozenset({"turn"}),
        stage=lambda state: fields_of(state)["turn"],
    )


# ---------------------------------------------------------------- invariants and claims


def drops_fit(glass: Glass, rulings: object) -> bool:
    return glass.drops <= 4


def drops_are_even(glass: Glass, rulings: object) -> bool:
    return glass.drops % 2 == 0


def three_is_never_seen(glass: Glass, rulings: object) -> bool:
    return glass.drops != 3


def drinking_does_not_fill(before: Glass, amount: int, after: Glass, rulings: object) -> bool:
    return after.drops <= before.drops


def pouring_then_drinking(glass: Glass, one: int, other: int, rulings: object) -> bool:
    return abs(play(glass, one, rulings).drops - play(glass, other, rulings).drops) <= 4


def with_floats(glass: Glass, rulings: object) -> bool:
    return glass.drops * 0.5 <= 2


def fails_itself(glass: Glass, rulings: object) -> bool:
    return (1, 2, 3, 4)[glass.drops] > 0


def is_drinking(glass: Glass, *rest: object) -> bool:
    return glass.turn is Turn.DRINK


def is_over_the_brim(glass: Glass, *rest: object) -> bool:
    return glass.drops > 4


NEVER_THREE: Check[Any, Any, Any] = Check("never_three", Scope.STATE, three_is_never_seen)
DRINKING: Check[Any, Any, Any] = Check("drinking", Scope.STEP, drinking_does_not_fill, is_drinking)
DEAD: Check[Any, Any, Any] = Check("dead", Scope.STATE, drops_are_even, is_over_the_brim)
PAIRS: Check[Any, Any, Any] = Check("pairs", Scope.PAIR, pouring_then_drinking)
FLOATS: Check[Any, Any, Any] = Check("floats", Scope.STATE, with_floats)
FAILING: Check[Any, Any, Any] = Check("failing", Scope.STATE, fails_itself)
GOOD: tuple[Part, ...] = (drops_fit, drops_are_even)


def prove(
    *checks: Check[Any, Any, Any],
    invariant: tuple[Part, ...] = GOOD,
    advance: Callable[..., Glass] = advance,
    first: int = 0,
    **given: Any,
) -> dict[str, Proof]:
    decide = given.pop("decide", Decider(20))
    return Induction(arena(advance, first), invariant, checks, given.pop("contracts", ()), None, decide, **given).run()


def verdicts(proofs: dict[str, Proof]) -> dict[str, Verdict]:
    return {name: proof.verdict for name, proof in proofs.items()}


def test_with_a_good_invariant_all_is_proved_and_a_dead_premise_is_vacuous() -> None:
    proofs = prove(NEVER_THREE, DRINKING, DEAD, PAIRS, contracts=(FULL,))
    assert verdicts(proofs) == {
        KEPT: Verdict.PROVED,
        NO_FAULT: Verdict.PROVED,
        FULL: Verdict.PROVED,
        "never_three": Verdict.PROVED,
        "drinking": Verdict.PROVED,
        "dead": Verdict.VACUOUS,
        "pairs": Verdict.PROVED,
    }
    assert "2 kinds of turns" in proofs["drinking"].reason


def test_with_an_invariant_too_weak_a_true_claim_stays_open_and_shows_the_state() -> None:
    proofs = prove(NEVER_THREE, DRINKING, invariant=(drops_fit,))
    assert proofs[KEPT].verdict is Verdict.PROVED
    assert proofs["drinking"].verdict is Verdict.PROVED
    open_one = proofs["never_three"]
    assert open_one.verdict is Verdict.UNDETERMINED
    assert "a state of the invariant speaks against it" in open_one.reason
    assert open_one.counterexample is not None
    assert open_one.counterexample[0].drops == 3


def test_from_an_invariant_that_is_not_kept_nothing_follows() -> None:
    proofs = prove(NEVER_THREE, DRINKING, DEAD, invariant=(*GOOD, lambda glass, rulings: glass.poured < MOST))
    assert set(verdicts(proofs).values()) == {Verdict.UNDETERMINED}
    assert proofs[KEPT].counterexample is not None
    assert "follows from the invariant, which is not kept" in proofs["drinking"].reason


@pytest.mark.parametrize(("first", "verdict"), [(0, Verdict.PROVED), (2, Verdict.PROVED), (1, Verdict.UNDETERMINED)])
def test_the_invariant_has_to_hold_where_a_game_begins(first: int, verdict: Verdict) -> None:
    proofs = prove(first=first)
    assert proofs[KEPT].verdict is verdict
    if verdict is not Verdict.PROVED:
        assert "a state in which a game begins" in proofs[KEPT].reason
        assert proofs[KEPT].counterexample == (Glass(Turn.POUR, 1, 0), None)


def test_a_state_beyond_the_variables_breaks_the_invariant() -> None:
    proofs = prove(invariant=(), first=MOST + 1)
    assert proofs[KEPT].verdict is Verdict.UNDETERMINED


def test_a_broken_kernel_breaks_the_invariant_and_its_contract() -> None:
    def spills(glass: Glass, amount: int, rulings: object) -> Glass:
        return pour(glass, amount + 1) if glass.turn is Turn.POUR else drink(glass, amount)

    assert prove(advance=overfull)[KEPT].verdict is Verdict.UNDETERMINED
    proofs = prove(advance=spills, contracts=(FULL,))
    assert "POUR" in proofs[FULL].reason
    assert proofs[FULL].counterexample is not None
    assert proofs[NO_FAULT].verdict is Verdict.UNDETERMINED
    assert "follows from the invariant" in proofs[NO_FAULT].reason


def test_a_contract_that_is_not_proved_by_itself_counts_as_a_fault_unless_it_is_confined() -> None:
    def gulps(glass: Glass, amount: int, rulings: object) -> Glass:
        if glass.turn is Turn.DRINK:
            drink(glass, amount + 1)
            return Glass(Turn.POUR, 0, glass.poured)
        return play(glass, amount, rulings)

    def nowhere(glass: Glass, rulings: object) -> bool:
        return False

    precondition = "TOY-2: only what is there is drunk"
    assert prove(advance=gulps)[NO_FAULT].verdict is Verdict.UNDETERMINED
    assert prove(advance=gulps, confined={precondition: nowhere})[NO_FAULT].verdict is Verdict.PROVED
    proofs = prove(advance=gulps, contracts=(precondition,))
    assert (proofs[precondition].verdict, proofs[NO_FAULT].verdict) == (Verdict.UNDETERMINED, Verdict.PROVED)


def test_a_claim_that_cannot_be_lifted_leaves_the_others() -> None:
    proofs = prove(NEVER_THREE, FLOATS)
    assert proofs["never_three"].verdict is Verdict.PROVED
    assert proofs["floats"].verdict is Verdict.UNDETERMINED
    assert "cannot lift" in proofs["floats"].reason
    assert "test_induct.py" in proofs["floats"].reason


def test_a_kernel_that_cannot_be_lifted_leaves_everything_open() -> None:
    def by_half(glass: Glass, amount: int, rulings: object) -> Glass:
        return replace(glass, drops=int(glass.drops * 0.5))

    proofs = prove(NEVER_THREE, advance=by_half)
    assert set(verdicts(proofs).values()) == {Verdict.UNDETERMINED}
    assert "cannot lift" in proofs["never_three"].reason


def test_a_claim_that_fails_itself_is_not_proved() -> None:
    assert prove(FAILING)["failing"].verdict is Verdict.UNDETERMINED
    assert prove(FAILING, invariant=(*GOOD, lambda glass, rulings: glass.drops < 4))[KEPT].verdict is not Verdict.PROVED


def test_nothing_is_proved_after_the_time_is_up() -> None:
    proofs = prove(NEVER_THREE, ends=0.0)
    assert set(verdicts(proofs).values()) == {Verdict.UNDETERMINED}
    assert "the time was up before POUR" in proofs["never_three"].reason


def unknown(name: str, roots: Any, is_sums: bool) -> Decision:
    return Decision("unknown", None, (), 0.0, "tired")


def split(name: str, roots: Any, is_sums: bool) -> Decision:
    return Decision("unknown", None, (), 0.0, "one says so, another not so", is_split=True)


@pytest.mark.parametrize(("decide", "verdict"), [(unknown, Verdict.UNDETERMINED), (split, Verdict.DISAGREE)])
def test_what_no_solver_decides_stays_open_and_what_they_disagree_on_is_said(decide: Any, verdict: Verdict) -> None:
    proofs = prove(DRINKING, decide=decide)
    assert proofs["drinking"].verdict is verdict
    assert proofs["drinking"].reason.startswith(("POUR", "DRINK"))


def test_a_premise_that_no_solver_finds_met_is_not_called_vacuous() -> None:
    decide = Decider(20)

    def tired_of_premises(name: str, roots: Any, is_sums: bool) -> Decision:
        return unknown(name, roots, is_sums) if name.endswith("premises") else decide(name, roots, is_sums)

    proofs = prove(DEAD, decide=tired_of_premises)
    assert proofs["dead"].verdict is Verdict.UNDETERMINED
    assert "whether its premise is ever met is not known" in proofs["dead"].reason
