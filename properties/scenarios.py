"""Plays scenarios on the kernel and compares what is seen with what is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernel.contracts import ContractBroken, cited
from kernel.ground import resolve
from kernel.ground.refusals import Refused
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import Action, Answer, Choice, Draw, Grounding, Influx, Marker, Selection, Stage, State, Step
from kernel.ground.state import seat_of_turn as seat_of
from model.ground import GROUND
from model.trace import Trace
from model.verdict import Verdict
from properties.table import choice_of, found, lay, rulings_of, words_of
from specs.notation import Fact, Value
from specs.scenarios import Look, Move, Scenario
from specs.strict import Place, SpecError


@dataclass(frozen=True)
class Difference:
    """What was seen instead of what is written; `rules` are those that it speaks against."""

    place: Place
    rules: tuple[str, ...]
    says: str

    def __str__(self) -> str:
        return f"{self.place}: {', '.join(self.rules)}: {self.says}"


@dataclass(frozen=True)
class Outcome:
    """WITNESSED if all that is expected was seen, else REFUTED; the play as far as it went."""

    scenario: Scenario
    verdict: Verdict
    differences: tuple[Difference, ...]
    trace: Trace[State, Choice, Rulings]


def run(scenario: Scenario, standing: Rulings = STANDING) -> Outcome:
    """Play a scenario; its own rulings go before the standing ones.

    Raises `SpecError`, with file and line, for a table that cannot be and for a choice that is not due.
    """
    play = Play(scenario, lay(scenario.given, standing), rulings_of(scenario.given.rulings, standing))
    try:
        for step in scenario.steps:
            if isinstance(step, Look):
                play.look(step)
            elif not play.move(step):
                break
    except ContractBroken as error:
        play.differ(play.place, f"the kernel breaks a contract: {cited(error)}")
    verdict = Verdict.REFUTED if play.differences else Verdict.WITNESSED
    trace = Trace(GROUND, play.rulings, tuple(play.states), tuple(play.choices))
    return Outcome(scenario, verdict, tuple(play.differences), trace)


class Play:
    """A scenario being played: the states and choices so far, and what differed."""

    def __init__(self, scenario: Scenario, state: State, rulings: Rulings) -> None:
        self.scenario = scenario
        self.rulings = rulings
        self.states = [state]
        self.choices: list[Choice] = []
        self.differences: list[Difference] = []
        self.place = scenario.place

    @property
    def state(self) -> State:
        return self.states[-1]

    def differ(self, place: Place, says: str, rule: str = "") -> None:
        self.differences.append(Difference(place, (rule,) if rule else self.scenario.covers, says))

    def take(self, choice: Choice) -> None:
        self.states.append(resolve.advance(self.state, choice, self.rulings))
        self.choices.append(choice)

    def settle(self, before: str | None = None) -> None:
        """Take every turn in which only one choice is legal, up to the next decision or the step `before`."""
        while self.state.step.name != before:
            only = resolve.offered(self.state, self.rulings)
            if len(only) != 1:
                return
            self.take(only[0])

    def move(self, move: Move) -> bool:
        """Make a choice, once it is due; can the play go on?"""
        self.place = move.place
        choice = choice_of(move.kind, move.words)
        self.wait_for(move, choice)
        try:
            self.take(choice)
        except Refused as error:
            rule = error.refusal.rule
            if rule != move.refused:
                wanted = f"refused for {move.refused}" if move.refused else "legal"
                self.differ(move.place, f"the choice is not {wanted}: {rule}: {error.refusal.reason}", rule)
            return move.refused is not None
        if move.refused:
            self.differ(move.place, "the choice is legal, it should be refused", move.refused)
        return not move.refused

    def wait_for(self, move: Move, choice: Choice) -> None:
        """Let turns pass in which nothing is decided, until this choice is due. A choice to be refused may be of a kind
        that is never due: then it is tried at the next decision. Raises `SpecError` if something else is due."""
        while not is_due(self.state, move.seat, choice):
            only = resolve.offered(self.state, self.rulings)
            if len(only) != 1:
                of_seat = self.state.step is Step.OVER or resolve.decider_of(self.state) == move.seat
                if move.refused and of_seat:
                    return
                raise SpecError([f"{move.place}: this choice is not due: {due(self.state, self.rulings)}"])
            self.take(only[0])

    def look(self, look: Look) -> None:
        """Compare the table with what is expected at the next decision."""
        self.place = look.place
        self.settle(look.before)
        if look.before and self.state.step.name != look.before:
            raise SpecError([f"{look.place}: {look.before} is not reached: {due(self.state, self.rulings)}"])
        for fact in look.facts:
            for says in differences(self.state, fact, self.rulings):
                self.differ(fact.place, says)


def is_due(state: State, seat: int, choice: Choice) -> bool:
    """Does the due turn belong to this seat, and ask for a choice of this kind?"""
    if resolve.decider_of(state) != seat:
        return False
    action = state.memory.selections[seat_of(state)].action
    match choice, state.step:
        case Selection(), Step.SELECT:
            return True
        case Grounding(), (Step.REVEAL | Step.GROUND):
            return action is Action.GROUND
        case Answer(), Step.SUPPORT:
            return action is Action.SUPPORT
        case Answer(), Step.ATTACK:
            return action is Action.ATTACK
        case Stage(), Step.DARVO:
            return state.players[seat].marker is not Marker.OFF
        case Draw(), Step.INVESTIGATE:
            return action is Action.INVESTIGATE
        case Influx(), Step.END:
            return True
    return False


def due(state: State, rulings: Rulings) -> str:
    """In words, what the play waits for."""
    if state.step is Step.OVER:
        return "the game is over"
    kinds = sorted({next(iter(words_of(choice)), "nothing") for choice in resolve.offered(state, rulings)})
    return f"in round {state.round}, {state.step.name}, seat {resolve.decider_of(state)} must say '{kinds[0]}'"


def differences(state: State, fact: Fact, rulings: Rulings) -> Iterator[str]:
    """In words, how the table differs from a fact, if it does."""
    if fact.path[0] in ("offers", "not_offers", "offers_only"):
        yield from differing_offers(state, fact, rulings)
        return
    number = next((n for key, n in zip(fact.path, fact.path[1:], strict=False) if key == "problem"), 0)
    if isinstance(number, int) and number >= len(state.problems):
        raise SpecError(
            [f"{fact.place}: '{fact.where}': there are {len(state.problems)} Problems with this many players"]
        )
    seat = next((n for key, n in zip(fact.path, fact.path[1:], strict=False) if key in ("player", "view")), 0)
    if isinstance(seat, int) and seat >= len(state.players):
        yield f"{fact.where}: there is no seat {seat} any more"
        return
    seen = found(state, fact.path, rulings)
    if seen != fact.value:
        yield f"{fact.where} is {seen!r}, not {fact.value!r}"


def differing_offers(state: State, fact: Fact, rulings: Rulings) -> Iterator[str]:
    """In words, which choices are missing among those offered, or should not be there."""
    offers = [words_of(choice) for choice in resolve.offered(state, rulings)]
    patterns: tuple[tuple[tuple[str, Value], ...], ...] = fact.value  # type: ignore[assignment]
    for pattern in patterns:
        matched = any(set(pattern) <= set(offer.items()) for offer in offers)
        if matched is (fact.path[0] == "not_offers"):
            yield f"{dict(pattern)} is {'' if matched else 'not '}offered"
    if fact.path[0] == "offers_only":
        for offer in offers:
            if not any(set(pattern) <= set(offer.items()) for pattern in patterns):
                yield f"{offer} is offered too"
