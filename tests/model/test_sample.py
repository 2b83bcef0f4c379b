"""The sampling engine, on a toy and on printed games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from kernel.ground import resolve, tokens
from kernel.ground.rulings import STANDING
from kernel.ground.state import Action, Marker, State, Step
from model.engines import sample as engine
from model.engines.explore import Found
from model.engines.sample import NO_FAULT, Progress, Sampling, sample
from model.game import Check, Game, Scope
from model.ground import GROUND
from model.trace import replay
from model.verdict import Verdict
from properties.strategies.ground import printed_starts


@dataclass(frozen=True)
class Walk:
    """A walk of `left` more steps that has come to `at`."""

    at: int
    left: int


@dataclass(frozen=True)
class Move:
    by: int


class NotAllowed(Exception):
    pass


MOVES = (Move(0), Move(1), Move(2), Move(3))


def offered(walk: Walk, rulings: int) -> tuple[Move, ...]:
    return MOVES if walk.left else ()


def go(walk: Walk, move: Move, rulings: int) -> Walk:
    if move not in offered(walk, rulings):
        raise NotAllowed
    return Walk(walk.at + move.by, walk.left - 1)


TOY: Game[Walk, Move, int] = Game(
    name="walk",
    state_type=Walk,
    choice_type=Move,
    rulings_type=int,
    offered=offered,
    play=go,
    advance=go,
    refused=NotAllowed,
    label=lambda walk, move: f"by {move.by}",
    labels=frozenset(f"by {n}" for n in range(4)),
    is_over=lambda walk: walk.left == 0,
)
STARTS = st.integers(0, 5).map(lambda at: Walk(at, 12))
ToyCheck = Check[Walk, Move, int]


def state(name: str, holds: Callable[..., bool], premise: Callable[..., bool] | None = None) -> ToyCheck:
    return Check(name, Scope.STATE, holds, premise)


def step(name: str, holds: Callable[..., bool], premise: Callable[..., bool] | None = None) -> ToyCheck:
    return Check(name, Scope.STEP, holds, premise)


GROWS = step("it grows", lambda before, move, after, rulings: after.at >= before.at)
BELOW = state("it stays below 12", lambda walk, rulings: walk.at < 12)
NO_THREE = step("no step of 3", lambda before, move, after, rulings: move.by != 3)


def walks(*checks: ToyCheck, game: Game[Walk, Move, int] = TOY, **how: Any) -> Sampling[Walk, Move, int]:
    return sample("walks", game, STARTS, 0, checks, **{"games": 60, "seed": 1, **how})


def by_name(sampling: Sampling[Any, Any, Any]) -> dict[str, Found[Any, Any, Any]]:
    return {found.check: found for found in sampling.found}


def test_what_holds_is_sampled_with_games_and_seed() -> None:
    seen = walks(GROWS)
    assert (seen.world, seen.games, seen.seed, seen.contracts) == ("walks", 60, 1, True)
    assert seen.hypothesis == hypothesis.__version__
    assert 60 * 12 <= seen.turns == sum(seen.coverage.values())
    assert set(seen.coverage) == TOY.labels
    grows, faultless = seen.found
    assert (grows.verdict, grows.met, grows.trace) == (Verdict.SAMPLED, seen.turns, None)
    assert grows.reason == f"{seen.turns} occasions in 60 games, seed 1"
    assert (faultless.check, faultless.verdict, faultless.met) == (NO_FAULT, Verdict.SAMPLED, 60)


def test_a_failure_is_shrunk_and_replayed_and_hides_no_other() -> None:
    seen = by_name(walks(BELOW, NO_THREE, GROWS))
    assert [found.verdict for found in seen.values()] == [Verdict.REFUTED, Verdict.REFUTED, *[Verdict.SAMPLED] * 2]
    three = seen["no step of 3"].trace
    assert three is not None
    replay(three)
    assert (three.states, three.choices) == ((Walk(0, 12), Walk(3, 11)), (Move(3),))
    below = seen["it stays below 12"].trace
    assert below is not None
    replay(below)
    assert (below.end.at >= 12, below.states[-2].at < 12) == (True, True)
    assert len(below.choices) <= 4
    assert "shrunk from" in seen["it stays below 12"].reason
    assert "seed 1" in seen["it stays below 12"].reason


def test_a_failing_check_changes_neither_games_nor_other_answers() -> None:
    alone, beside = walks(GROWS), walks(BELOW, GROWS)
    assert (alone.games, alone.turns, alone.coverage) == (beside.games, beside.turns, beside.coverage)
    assert by_name(alone)["it grows"] == by_name(beside)["it grows"]


def test_the_same_seed_gives_the_same_games_and_answers_another_seed_others() -> None:
    first, again, other = walks(BELOW, NO_THREE), walks(BELOW, NO_THREE), walks(BELOW, NO_THREE, seed=2)
    assert replace(first, seconds=0.0) == replace(again, seconds=0.0)
    assert first.coverage != other.coverage


def test_an_unreached_premise_is_vacuous() -> None:
    far = state("far", lambda walk, rulings: False, lambda walk, rulings: walk.at > 99)
    assert by_name(walks(far))["far"].verdict is Verdict.VACUOUS
    assert by_name(walks(state("far", lambda walk, rulings: False)))["far"].verdict is Verdict.REFUTED


def test_a_check_that_cannot_be_evaluated_is_undetermined_and_shown() -> None:
    odd = step("odd", lambda before, move, after, rulings: 1 // (3 - move.by) >= 0)
    answer = by_name(walks(odd, GROWS))["odd"]
    assert answer.verdict is Verdict.UNDETERMINED
    assert answer.reason.startswith("the check cannot be evaluated: ZeroDivisionError")
    assert answer.trace is not None
    assert answer.trace.choices == (Move(3),)


def failing(walk: Walk, move: Move, rulings: int) -> Walk:
    if walk.at + move.by > 9:
        raise KeyError("ten")
    return go(walk, move, rulings)


def test_a_fault_of_the_kernel_is_a_finding_of_its_own() -> None:
    seen = walks(GROWS, NO_THREE, game=replace(TOY, advance=failing))
    answers = by_name(seen)
    fault = answers[NO_FAULT]
    assert fault.verdict is Verdict.REFUTED
    assert "KeyError: 'ten'" in fault.reason
    assert fault.trace is not None
    assert fault.trace.end.at <= 9
    assert answers["it grows"].verdict is Verdict.SAMPLED
    assert answers["no step of 3"].verdict is Verdict.REFUTED
    assert seen.games == 60


def test_an_offered_choice_that_is_refused_is_a_fault() -> None:
    generous = replace(TOY, offered=lambda walk, rulings: (*offered(walk, rulings), Move(7)))
    fault = by_name(walks(game=generous))[NO_FAULT]
    assert (fault.verdict, "Move(by=7): NotAllowed" in fault.reason) == (Verdict.REFUTED, True)


def test_a_failing_offer_is_a_fault() -> None:
    def torn(walk: Walk, rulings: int) -> tuple[Move, ...]:
        return MOVES[: 4 // (walk.left - 6)] if walk.left < 8 else MOVES

    fault = by_name(walks(game=replace(TOY, offered=torn)))[NO_FAULT]
    assert fault.verdict is Verdict.REFUTED
    assert fault.reason.startswith("the choices on offer: ZeroDivisionError")


def test_a_turn_without_a_choice_is_a_fault() -> None:
    stuck = replace(TOY, is_over=lambda walk: False)
    fault = by_name(walks(game=stuck))[NO_FAULT]
    assert (fault.verdict, "no choice is legal" in fault.reason) == (Verdict.REFUTED, True)


def test_a_game_that_never_ends_is_a_fault() -> None:
    round_and_round = replace(TOY, offered=lambda walk, rulings: (Move(0),), advance=lambda walk, move, rulings: walk)
    fault = by_name(walks(game=round_and_round, games=1))[NO_FAULT]
    assert (fault.verdict, "does not end" in fault.reason) == (Verdict.REFUTED, True)


def test_a_failure_that_does_not_happen_again_is_spurious() -> None:
    calls = iter(range(10_000_000))

    def moody(walk: Walk, move: Move, rulings: int) -> Walk:
        after = go(walk, move, rulings)
        return replace(after, at=after.at + next(calls))

    answer = by_name(walks(BELOW, game=replace(TOY, advance=moody)))["it stays below 12"]
    assert (answer.verdict, "does not replay" in answer.reason) == (Verdict.SPURIOUS, True)


def test_a_fault_that_does_not_happen_again_is_spurious() -> None:
    left = [1]

    def once(walk: Walk, move: Move, rulings: int) -> Walk:
        if walk.left == 5 and left:
            left.pop()
            raise OSError("a bad moment")
        return go(walk, move, rulings)

    fault = by_name(walks(game=replace(TOY, advance=once)))[NO_FAULT]
    assert (fault.verdict, "does not fail again" in fault.reason) == (Verdict.SPURIOUS, True)


def test_shrinking_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    free = by_name(walks(BELOW))["it stays below 12"]
    monkeypatch.setattr(engine, "SHRINKS", 3)
    bounded = by_name(walks(BELOW))["it stays below 12"]
    assert free.trace is not None
    assert bounded.trace is not None
    assert bounded.verdict is Verdict.REFUTED
    assert len(bounded.trace.choices) >= len(free.trace.choices)


def test_stopping_passes_through() -> None:
    def stop(walk: Walk, move: Move, rulings: int) -> Walk:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walks(game=replace(TOY, advance=stop))


def test_nothing_is_printed_or_remembered(capsys: pytest.CaptureFixture[str]) -> None:
    walks(BELOW)
    assert capsys.readouterr() == ("", "")


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100_000))
    monkeypatch.setattr("model.engines.sample.time.monotonic", lambda: float(next(clock)))
    told: list[Progress] = []
    walks(on_progress=told.append)
    assert [(progress.games, progress.of) for progress in told] == [(n, 60) for n in range(1, 61)]


def test_a_small_space_is_said_to_be_small() -> None:
    seen = sample("one", TOY, st.just(Walk(0, 1)), 0, [], games=50, seed=1)
    assert seen.games == 4
    assert seen.found[0].reason == "4 occasions in 4 games, seed 1"


def test_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="0 games show nothing"):
        walks(games=0)


# ---------------------------------------------------------------- printed games


def no_sequence(state: State, rulings: object) -> bool:
    return all(player.marker is not Marker.DENY for player in state.players)


def printed(*checks: Check[Any, Any, Any], games: int = 12) -> Sampling[Any, Any, Any]:
    return sample("printed", GROUND, printed_starts(), STANDING, checks, games=games, seed=3)


def test_printed_games_end_and_a_reachable_sequence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SHRINKS", 100)
    unstarted: Check[Any, Any, Any] = Check("no sequence starts", Scope.STATE, no_sequence)
    ends: Check[Any, Any, Any] = Check(
        "over after five rounds",
        Scope.STATE,
        lambda state, rulings: state.round == 5,
        lambda state, rulings: state.step is Step.OVER,
    )
    seen = printed(unstarted, ends)
    refuted, sampled, faultless = seen.found
    assert (refuted.verdict, sampled.verdict, faultless.verdict) == (Verdict.REFUTED, *[Verdict.SAMPLED] * 2)
    assert (seen.games, sampled.met) == (12, 12)
    assert refuted.trace is not None
    replay(refuted.trace)
    assert refuted.trace.states[-2].step is Step.END


def test_a_broken_contract_is_found_in_printed_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SHRINKS", 100)
    monkeypatch.setattr(tokens, "clamp", lambda stress: stress)
    fault = by_name(printed())[NO_FAULT]
    assert fault.verdict is Verdict.REFUTED
    assert "ViolationError: GR-F01: Stress stays within 0-5" in fault.reason


def test_attacks_are_taken_from_what_is_offered() -> None:
    legal: Check[Any, Any, Any] = Check(
        "only offered",
        Scope.STEP,
        lambda before, choice, after, rulings: choice in resolve.offered(before, rulings),
        lambda before, choice, after, rulings: before.step is Step.SELECT and choice.action is Action.ATTACK,
    )
    assert printed(legal, games=4).found[0].verdict is Verdict.SAMPLED
