"""The notation of scenarios and the kernel's records, each in terms of the other.

`lay` puts a given table down, `choice_of` and `words_of` translate choices, `found` reads one value off the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_type_hints

from kernel.contracts import ContractBroken, cited
from kernel.ground import relations, resolve, scoring, setup
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import (
    CARDS_PER_SUIT,
    NO_CARDS,
    NO_PROBLEM,
    NOBODY,
    START_HAND,
    SUITS,
    Action,
    Answer,
    Cards,
    Choice,
    Draw,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Marker,
    ModeCard,
    Player,
    Problem,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    StressScope,
    Suit,
    Token,
    seats_of,
    with_player,
    with_problem,
)
from kernel.ground.view import View, view_of
from specs.notation import NOBODY as NO_OWNER
from specs.notation import Fact, Path_, Value
from specs.scenarios import Given, ScenarioCard, load_scenario_cards
from specs.strict import SpecError, hint

#: What is dealt where a scenario does not say: one Clarify and one Repair each.
DEAL: Cards = (1, 1, 0, 0)


def kernel_card(card: ScenarioCard) -> setup.Scenario:
    """A Scenario card as the kernel takes it."""
    problems = tuple(setup.ProblemCard(Suit[p.suit], p.value, p.priority, StressScope[p.scope]) for p in card.problems)
    two, three, four, five, six = card.thresholds
    return setup.Scenario(problems, (two, three, four, five, six))


# ---------------------------------------------------------------- given


def lay(given: Given, standing: Rulings = STANDING) -> State:
    """The table before the first choice, its own rulings before the standing ones.

    Raises `SpecError` for a table that cannot be. Rules: GR-S01..GR-S04.
    """
    cards = load_scenario_cards().cards
    if given.card not in cards:
        raise SpecError([f"{given.place}: there is no Scenario card '{given.card}'{hint(given.card, cards)}"])
    hands = dealt(given)
    usual = all(sum(hand) == START_HAND for hand in hands)
    state = setup.set_up(
        kernel_card(cards[given.card]),
        ModeCard(given.mode),
        hands if usual else (DEAL,) * given.seats,
        Seat(given.lead),
        rulings_of(given.rulings, standing),
    )
    if given.round > 1:
        state = replace(state, round=given.round)
    for fact in given.facts:
        try:
            state = put(state, fact)
        except ContractBroken as error:
            raise SpecError([f"{fact.place}: '{fact.where}': {cited(error)}"]) from error
    if not usual or any(fact.path == ("discard",) for fact in given.facts):
        state = with_rest_as_deck(state, given)
    for fact in given.facts:
        if found(state, fact.path, Rulings()) != fact.value:
            raise SpecError([f"{fact.place}: '{fact.where}' contradicts something else that is given"])
    for problem in state.problems:
        if problem.denied and (problem.face_up or problem.claimed_by != NOBODY):
            raise SpecError([f"{given.place}: GR-D03: a Denied Problem lies face down and is nobody's"])
    for seat in seats_of(state):
        player = state.players[seat]
        if (player.marker is Marker.REVERSE) is not (player.token is Token.FOCUS) or player.token_at == seat:
            why = "its marker stands at REVERSE exactly when its Focus lies beside another player"
            raise SpecError([f"{given.place}: seat {seat}: GR-D04: {why}"])
    return state


def dealt(given: Given) -> tuple[Cards, ...]:
    """The hands that are given, seat by seat, or else the usual deal."""
    hands: dict[Any, Any] = {fact.path[1]: fact.value for fact in given.facts if fact.path[-1] == "hand"}
    return tuple(pile_of(hands[seat]) if seat in hands else DEAL for seat in range(given.seats))


def put(state: State, fact: Fact) -> State:
    """The table with one value laid down. Denying turns a Problem down, claiming turns it up."""
    value: Any = fact.value
    match fact.path:
        case ("player", int(seat), "token"):
            side, _, at = value.partition(" at ")
            return with_player(state, Seat(seat), token=Token[side], token_at=Seat(int(at)) if at else NOBODY)
        case ("player", int(seat), str(field)):
            kinds = {"freedom": Freedom, "marker": Marker}
            new = kinds[field][value] if field in kinds else pile_of(value) if field == "hand" else value
            return with_player(state, Seat(seat), **{field: new})
        case ("problem", int(number), str(field)):
            if number >= len(state.problems):
                raise SpecError([f"{fact.place}: GR-S01: there is no Problem {number} with this many players"])
            turned = {"denied": False, "claimed_by": True}
            # Seat 0 equals False: only `is` tells them apart.
            also = {"face_up": turned[field]} if field in turned and value is not False and value != NO_OWNER else {}
            words = {"suit": Suit, "scope": StressScope}
            comes = field == "in_play" and value is True and not state.problems[number].in_play
            also |= {"drawn": True} if comes else {}
            new = words[field][value] if field in words else NOBODY if value == NO_OWNER else value
            return with_problem(state, ProblemIndex(number), **{field: new}, **also)
        case ("discard",):
            return replace(state, discard=pile_of(value))
        case _:
            for text in value:
                pair, relation = text.split()
                one, other = (Seat(int(seat)) for seat in pair.split("-"))
                state = relations.set_relation(state, one, other, Relation[relation])
            return state


def with_rest_as_deck(state: State, given: Given) -> State:
    """The deck is what neither the hands nor the discard hold. Rules: GR-S04."""
    used = [state.discard[suit.value] + sum(player.hand[suit.value] for player in state.players) for suit in SUITS]
    if max(used) > CARDS_PER_SUIT:
        raise SpecError([f"{given.place}: GR-S04: there are more than {CARDS_PER_SUIT} Solutions of a suit"])
    deck = tuple((suit.name, CARDS_PER_SUIT - used[suit.value]) for suit in SUITS)
    return replace(state, deck=pile_of(deck))


def pile_of(counts: tuple[tuple[str, int], ...]) -> Cards:
    """Cards from pairs of suit and count."""
    pile = list(NO_CARDS)
    for suit, count in counts:
        pile[Suit[suit].value] = count
    clarify, repair, boundary, change = pile
    return (clarify, repair, boundary, change)


@cache
def options_of() -> Mapping[str, Any]:
    """The fields of `Rulings` with their types."""
    return get_type_hints(Rulings)


def rulings_of(facts: tuple[Fact, ...], base: Rulings) -> Rulings:
    """The rulings with some answered otherwise. Raises `SpecError` for an unknown question or answer."""
    for fact in facts:
        name, value = str(fact.path[-1]), fact.value
        kind = options_of().get(name)
        if kind is None:
            raise SpecError([f"{fact.place}: there is no ruling '{name}'{hint(name, options_of())}"])
        if kind is not int and value not in kind.__members__:
            raise SpecError([f"{fact.place}: '{name}' is one of {', '.join(kind.__members__)}, not {value!r}"])
        if kind is int and type(value) is not int:
            raise SpecError([f"{fact.place}: '{name}' is a whole number, not {value!r}"])
        changes: dict[str, Any] = {name: value if kind is int else kind[value]}
        base = replace(base, **changes)
    return base


# ---------------------------------------------------------------- choices


def choice_of(kind: str, words: Mapping[str, Value]) -> Choice:
    """The kernel's choice for one in the notation."""
    given: dict[str, Any] = dict(words)
    target = Seat(given.get("target", NOBODY))
    problem = ProblemIndex(given.get("problem", NO_PROBLEM))
    reply = Reply[given.get("answer", "SILENT")]
    match kind:
        case "select":
            action, spend, accepts = Action[given["select"]], given.get("spend", False), given.get("accepts", False)
            return Selection(action, target, problem, spend, accepts)
        case "ground":
            mode, _, option = given["ground"].partition(" ")
            return Grounding(GroundMode[mode], GroundOption[option or "NONE"], target, problem)
        case "deny":
            return Stage(problem=ProblemIndex(given["deny"]))
        case "extra_attack":
            return Stage(target=Seat(given["extra_attack"]), reply=reply)
        case "draw":
            return Draw(Suit[given["draw"]], problem)
        case "influx":
            return Influx(ProblemIndex(given["influx"]))
        case _:
            return Answer(reply)


def words_of(choice: Choice) -> dict[str, Value]:
    """A choice in the notation; empty if nobody decides anything by it."""
    words: dict[str, Value] = {}
    match choice:
        case Selection():
            words = {"select": choice.action.name, "spend": choice.spend, "accepts": choice.accepts}
        case Grounding() if choice.mode is not GroundMode.NONE:
            words = {"ground": grounding_text(choice)}
        case Stage() if choice.problem != NO_PROBLEM:
            words = {"deny": choice.problem}
        case Stage() if choice.target != NOBODY:
            words = {"extra_attack": choice.target}
        case Draw() if choice != Draw():
            words = {"draw": choice.suit.name}
        case Influx():
            words = {"influx": choice.problem}
    if isinstance(choice, Answer | Stage) and choice.reply is not Reply.SILENT:
        words["answer"] = choice.reply.name
    if isinstance(choice, Selection | Grounding) and choice.target != NOBODY:
        words["target"] = choice.target
    if isinstance(choice, Selection | Grounding | Draw) and choice.problem != NO_PROBLEM:
        words["problem"] = choice.problem
    return words


def grounding_text(grounding: Grounding) -> str:
    """The mode and option of a GROUND, as "OU CANCEL"."""
    option = grounding.option
    return grounding.mode.name + ("" if option is GroundOption.NONE else f" {option.name}")


# ---------------------------------------------------------------- expected


def found(state: State, path: Path_, rulings: Rulings) -> Value:
    """The value that lies at this place of the table, in the notation."""
    match path:
        case ("player", int(seat), "score"):
            return scoring.personal_score_of(state, Seat(seat))
        case ("view", int(seat), *rest):
            view = view_of(state, Seat(seat), rulings)
            return seen(view, view.selections, view.groundings, tuple(rest))
        case (str(name),):
            return found_on_table(state, name, rulings)
        case _:
            return seen(state, state.memory.selections, state.memory.groundings, path)


def seen(
    table: State | View, selections: tuple[Selection, ...], groundings: tuple[Grounding, ...], path: Path_
) -> Value:
    """A value of the whole table, or of what one seat sees of it."""
    match path:
        case ("selected", int(seat)):
            return selections[seat].action.name
        case ("aimed", int(seat)):
            aim = selections[seat]
            problem = "NOTHING" if aim.problem == NO_PROBLEM else f"PROBLEM {aim.problem}"
            return problem if aim.target == NOBODY else f"SEAT {aim.target}"
        case ("ground", int(seat)):
            return grounding_text(groundings[seat])
        case ("player", int(seat), str(field)):
            return found_of_player(table.players[seat], field)
        case ("problem", int(number), str(field)):
            return found_of_problem(table.problems[number], field)
    raise ValueError(f"no such place: {path}")


def found_of_player(player: Player, field: str) -> Value:
    """One value of a player's mat."""
    if field == "token":
        return player.token.name + ("" if player.token is Token.UNPLACED else f" at {player.token_at}")
    return plain(getattr(player, field))


def found_of_problem(problem: Problem, field: str) -> Value:
    """One value of a Problem card."""
    if field in ("claimed_by", "owner"):
        seat: Seat = getattr(problem, field)
        return NO_OWNER if seat == NOBODY else seat
    return plain(getattr(problem, field))


def found_on_table(state: State, name: str, rulings: Rulings) -> Value:
    """A value that belongs to no single player or Problem."""
    match name:
        case "relations":
            pairs = ((one, other) for one in seats_of(state) for other in seats_of(state) if one < other)
            return tuple(
                f"{a}-{b} {state.relations[a][b].name}" for a, b in pairs if state.relations[a][b].value != "NONE"
            )
        case "problems":
            return len(state.problems)
        case "over":
            return state.step is Step.OVER
        case "due":
            return resolve.decider_of(state)
        case "total":
            return scoring.total_claimed(state)
        case "success":
            return scoring.is_group_successful(state)
        case "mastery":
            return scoring.mastery_of(state, rulings)
        case "winners":
            return tuple(seat for seat, wins in enumerate(scoring.winners_of(state, rulings)) if wins)
        case "coalitions":
            names = scoring.coalitions_of(state)
            return tuple(tuple(s for s in seats_of(state) if names[s] == name) for name in sorted(set(names)))
    return plain(getattr(state, name))


def plain(value: Any) -> Value:
    """A kernel value as a word, a number, a truth value, or a pile of cards."""
    if isinstance(value, tuple):
        return tuple((suit.name, value[suit.value]) for suit in SUITS if value[suit.value])
    word: Value = value.name if hasattr(value, "name") else value
    return word
