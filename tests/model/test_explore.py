"""The explorer on a toy: a pile of stones from which one or two are taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from model.engines.explore import Found, Progress, explore
from model.game import Check, Game, Scope, World
from model.verdict import Verdict


@dataclass(frozen=True)
class Pile:
    stones: int


@dataclass(frozen=True)
class Take:
    stones: int


@dataclass(frozen=True)
class House:
    most: int = 2


class NotAllowed(Exception):
    pass


def offered(pile: Pile, house: House) -> tuple[Take, ...]:
    return tuple(Take(n) for n in range(1, house.most + 1) if n <= pile.stones)


def play(pile: Pile, take: Take, house: House) -> Pile:
    return Pile(pile.stones - take.stones)


def advance(pile: Pile, take: Take, house: House) -> Pile:
    if take not in offered(pile, house):
        raise NotAllowed
    return play(pile, take, house)


TOY: Game[Pile, Take, House] = Game(
    name="toy",
    state_type=Pile,
    choice_type=Take,
    rulings_type=House,
    offered=offered,
    play=play,
    advance=advance,
    refused=NotAllowed,
    label=lambda pile, take: f"take {take.stones}",
    labels=frozenset({"take 1", "take 2"}),
    is_over=lambda pile: pile.stones == 0,
)
TEN = World("ten", "ten stones", TOY, (Pile(10),), House(), cap=100)

ToyCheck = Check[Pile, Take, House]


def state(name: str, holds: Callable[..., bool], premise: Callable[..., bool] | None = None) -> ToyCheck:
    return Check(name, Scope.STATE, holds, premise)


def step(name: str, holds: Callable[..., bool], premise: Callable[..., bool] | None = None) -> ToyCheck:
    return Check(name, Scope.STEP, holds, premise)


def never_empty(pile: Pile, house: House) -> bool:
    return pile.stones > 0


def found(world: World[Pile, Take, House], *checks: ToyCheck, **how: Any) -> tuple[Found[Pile, Take, House], ...]:
    return explore(world, checks, **how).found


def test_a_finished_world_is_exhausted_with_its_counts() -> None:
    seen = explore(TEN, [state("sound", lambda pile, house: pile.stones >= 0)])
    assert (seen.distinct, seen.transitions, seen.depth, seen.stop) == (11, 19, 5, "")
    assert seen.coverage == {"take 1": 10, "take 2": 9}
    assert (seen.dead, seen.loud, seen.coverage_verdict) == ((), (), Verdict.EXHAUSTED)
    (answer,) = seen.found
    assert (answer.verdict, answer.met, answer.trace) == (Verdict.EXHAUSTED, 11, None)


def test_a_refutation_is_the_shortest_play() -> None:
    (answer,) = found(TEN, state("never empty", never_empty))
    assert answer.verdict is Verdict.REFUTED
    assert answer.trace is not None
    assert [take.stones for take in answer.trace.choices] == [2, 2, 2, 2, 2]
    assert answer.trace.end == Pile(0)
    assert answer.reason == "after 5 choices, shortest"


def test_a_step_check_is_refuted_by_its_step() -> None:
    (answer,) = found(TEN, step("odd stays odd", lambda b, c, a, h: b.stones % 2 == 0 or a.stones % 2 == 1))
    assert answer.trace is not None
    assert [take.stones for take in answer.trace.choices] == [1, 1]


def test_a_start_can_refute() -> None:
    (answer,) = found(TEN, state("not ten", lambda pile, house: pile.stones != 10))
    assert answer.trace is not None
    assert (answer.verdict, answer.trace.choices) == (Verdict.REFUTED, ())


def test_one_refutation_does_not_end_the_search_for_others() -> None:
    answers = found(TEN, state("never empty", never_empty), state("sound", lambda pile, house: pile.stones <= 10))
    assert [answer.verdict for answer in answers] == [Verdict.REFUTED, Verdict.EXHAUSTED]


@pytest.mark.parametrize("make", [state, step])
def test_a_premise_that_is_never_reached_is_vacuous(make: Callable[..., ToyCheck]) -> None:
    never, always = (lambda *at: False), (lambda *at: True)
    vacuous, real = found(TEN, make("vacuous", always, never), make("real", always, always))
    assert (vacuous.verdict, vacuous.met) == (Verdict.VACUOUS, 0)
    assert real.verdict is Verdict.EXHAUSTED


def test_a_premise_shields_what_lies_outside_it() -> None:
    (answer,) = found(
        TEN, state("small only", lambda pile, house: pile.stones < 3, lambda pile, house: pile.stones < 3)
    )
    assert (answer.verdict, answer.met) == (Verdict.EXHAUSTED, 3)


def test_the_cap_leaves_everything_open_but_what_was_refuted() -> None:
    world = replace(TEN, cap=5)
    early = state("not nine", lambda pile, house: pile.stones != 9)
    seen = explore(world, [state("sound", lambda pile, house: True), early])
    assert [answer.verdict for answer in seen.found] == [Verdict.UNDETERMINED, Verdict.REFUTED]
    assert seen.stop == "the cap of 5 states was reached at depth 2"
    assert seen.coverage_verdict is Verdict.UNDETERMINED
    enough = explore(replace(TEN, cap=11), [state("sound", lambda pile, house: True)])
    assert enough.found[0].verdict is Verdict.EXHAUSTED


def test_the_time_limit_leaves_everything_open() -> None:
    seen = explore(TEN, [state("sound", lambda pile, house: True)], seconds=-1.0)
    assert seen.found[0].verdict is Verdict.UNDETERMINED
    assert seen.stop.endswith("seconds were over at depth 0")
    assert explore(TEN, [], seconds=600.0).stop == ""


def test_a_kind_of_choice_that_never_occurs_is_vacuous_unless_declared() -> None:
    one_only = replace(TEN, rulings=House(most=1))
    seen = explore(one_only, [])
    assert (seen.dead, seen.coverage_verdict) == (("take 2",), Verdict.VACUOUS)
    declared = explore(replace(one_only, silent=frozenset({"take 2"})), [])
    assert (declared.dead, declared.loud, declared.coverage_verdict) == ((), (), Verdict.EXHAUSTED)


def test_a_kind_of_choice_that_was_declared_silent_and_occurs_refutes_the_world() -> None:
    seen = explore(replace(TEN, silent=frozenset({"take 2"})), [])
    assert (seen.loud, seen.coverage_verdict) == (("take 2",), Verdict.REFUTED)


def test_a_counterexample_that_the_checked_kernel_does_not_repeat_is_spurious() -> None:
    def unlike(pile: Pile, take: Take, house: House) -> Pile:
        return Pile(max(0, pile.stones - 2 * take.stones))

    world = replace(TEN, game=replace(TOY, play=unlike))
    (answer,) = found(world, state("never empty", never_empty))
    assert answer.verdict is Verdict.SPURIOUS
    assert "choice 0: the kernel reaches another state: stones is" in answer.reason


def test_a_counterexample_that_is_refused_is_spurious() -> None:
    def strict(pile: Pile, take: Take, house: House) -> Pile:
        raise NotAllowed("no")

    (answer,) = found(replace(TEN, game=replace(TOY, advance=strict)), state("never empty", never_empty))
    assert (answer.verdict, "refused: no" in answer.reason) == (Verdict.SPURIOUS, True)


def test_several_starts_are_all_visited_once() -> None:
    seen = explore(replace(TEN, starts=(Pile(3), Pile(4), Pile(3))), [])
    assert seen.distinct == 5


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("model.engines.explore.time.monotonic", lambda: float(next(clock)))
    told: list[Progress] = []
    explore(TEN, [], on_progress=told.append)
    assert [progress.distinct for progress in told] == sorted(progress.distinct for progress in told)
    assert told[-1].waiting == 0
