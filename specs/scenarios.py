"""Scenarios and Scenario cards: what a game designer writes, read strictly.

A scenario says how the table lies (`given`), who chooses what (`choices`), and what has to be seen then (`expect`).
The same notation serves all three: `player.1.stress = 3` lays the table in `given` and is looked for in `expect`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from specs.notation import (
    EXPECT,
    LAID,
    MODES,
    RULINGS,
    SCOPES,
    STEPS,
    SUITS,
    Fact,
    Value,
    facts_of,
    int_of,
    list_of,
    own_values,
    seat_of,
    seats_of,
    words_of,
)
from specs.strict import Document, Place, SpecError, Table, hint, read_documents, refuse_faults

GROUND = Path(__file__).resolve().parent / "scenarios" / "ground"
#: The file of Scenario cards beside the scenarios.
CARDS_FILE = "sample-cards.toml"
DEFAULT_CARD = "sample"
#: Whose choice it is where chance decides and no seat's turn it is.
NO_SEAT = -1


@dataclass(frozen=True)
class Move:
    """One decision. `words` are its other keys; `refused` is the rule that must refuse it, if one must."""

    seat: int
    kind: str
    words: Mapping[str, Value]
    refused: str | None
    place: Place


@dataclass(frozen=True)
class Look:
    """What is to be seen at the next decision, or as soon as the step `before` opens."""

    facts: tuple[Fact, ...]
    before: str | None
    place: Place


@dataclass(frozen=True)
class Given:
    """The table before the first choice; whatever has no fact is as set-up leaves it. Rules: GR-S01..GR-S04."""

    seats: int
    lead: int
    round: int
    mode: str
    card: str
    facts: tuple[Fact, ...]
    rulings: tuple[Fact, ...]
    place: Place


@dataclass(frozen=True)
class Scenario:
    """A sentence about the rules, and the play that shows it. `ruling` names the question whose answer it rests on."""

    name: str
    about: str
    covers: tuple[str, ...]
    ruling: str | None
    given: Given
    steps: tuple[Move | Look, ...]
    place: Place


@dataclass(frozen=True)
class ProblemCard:
    """A Problem on a Scenario card; priority 0 is the Surface Problem, scope NONE where none is printed.

    Rules: GR-O04, GR-S01, H2-5.
    """

    suit: str
    value: int
    priority: int
    scope: str = SCOPES[0]


@dataclass(frozen=True)
class ScenarioCard:
    """A Scenario card; thresholds are those for 2, 3, 4, 5 and 6 players. Rules: GR-S01, GR-E01."""

    name: str
    about: str
    thresholds: tuple[int, ...]
    problems: tuple[ProblemCard, ...]


@dataclass(frozen=True)
class ScenarioCards:
    """The Scenario cards by name, and how many Solutions of each suit the deck has. Rules: GR-S04."""

    cards: Mapping[str, ScenarioCard]
    deck: tuple[tuple[str, int], ...]


# ---------------------------------------------------------------- scenarios


def load_scenarios(known: Collection[str], directory: Path = GROUND) -> tuple[Scenario, ...]:
    """Read all scenarios of a directory, in the order written; `known` are the rule IDs that may be named.

    SpecError lists everything that is wrong, each complaint with its file and line.
    """
    documents = [document for document in read_documents(directory) if document.name != CARDS_FILE]
    if not documents:
        raise SpecError([f"{directory}: there is no scenario in this directory"])
    scenarios: list[Scenario] = []
    seen: dict[str, Place] = {}
    for document in documents:
        root = document.root("scenarios")
        for table in root.tables("scenario", name="name"):
            scenario = _scenario(table, known)
            first = seen.setdefault(scenario.name, scenario.place)
            if first != scenario.place:
                table.complain("name", f"another scenario has this name at {first}")
            scenarios.append(scenario)
        root.done()
    refuse_faults(documents)
    return tuple(scenarios)


def _scenario(table: Table, known: Collection[str]) -> Scenario:
    covers = table.texts("covers")
    for rule in covers:
        if rule not in known:
            table.complain("covers", f"'covers' names an unknown rule '{rule}'" + hint(rule, known))
    given = _given(table.table("given"))
    rows = table.tables("choices") if table.has("choices") else []
    steps = [step for row in rows for step in _steps(row, given.seats, known)]
    if table.has("expect"):
        steps.append(_look(table.table("expect"), given.seats, None))
    if not any(isinstance(step, Look) or step.refused for step in steps):
        table.complain("expect", "nothing is expected: neither 'expect' nor a choice that is 'refused'")
    scenario = Scenario(
        name=table.text("name"),
        about=table.text("about") if table.has("about") else "",
        covers=covers,
        ruling=table.text("ruling", shape=r"[a-z][a-z0-9_]*") if table.has("ruling") else None,
        given=given,
        steps=tuple(steps),
        place=table.place,
    )
    table.done()
    return scenario


def _given(table: Table) -> Given:
    # With six seats a fault here brings no complaints about seats that may well be there.
    seats = int_of(table, "seats", 2, 6, otherwise=6)
    given = Given(
        seats=seats,
        lead=seat_of(table, "lead", seats) if table.has("lead") else 0,
        round=int_of(table, "round", 1, 5) if table.has("round") else 1,
        mode=table.text("mode", among=MODES) if table.has("mode") else MODES[0],
        card=table.text("card") if table.has("card") else DEFAULT_CARD,
        facts=tuple(facts_of(table, [key for key in LAID if table.has(key)], LAID, seats)),
        rulings=tuple(facts_of(table, [key for key in RULINGS if table.has(key)], RULINGS, seats)),
        place=table.place,
    )
    table.done()
    return given


def _steps(row: Table, seats: int, known: Collection[str]) -> list[Move | Look]:
    """An entry of `choices`: a look at the table, or one choice for each seat that makes it."""
    if row.has("expect"):
        before = row.text("before", among=STEPS) if row.has("before") else None
        look = _look(row.table("expect"), seats, before)
        row.done()
        return [look]
    kind, words = words_of(row, [key for key in own_values(row) if key not in ("seat", "refused")], seats)
    refused = row.text("refused", among=known) if row.has("refused") else None
    several = row.has("seat") and isinstance(own_values(row).get("seat"), list)
    # What comes from the Pressure deck is chance's choice and no seat's.
    chance = kind == "influx" and not row.has("seat")
    movers = (NO_SEAT,) if chance else seats_of(row, "seat", seats) if several else (seat_of(row, "seat", seats),)
    return [Move(seat, kind, words, refused, row.place) for seat in movers]


def _look(table: Table, seats: int, before: str | None) -> Look:
    keys = tuple(own_values(table))
    if not keys:
        table.document.complain(table.route, table.subject, "nothing is expected")
    return Look(tuple(facts_of(table, keys, EXPECT, seats)), before, table.place)


# ---------------------------------------------------------------- Scenario cards


def load_scenario_cards(path: Path = GROUND / CARDS_FILE) -> ScenarioCards:
    """Read Scenario cards and the deck. SpecError lists everything that is wrong, with file and line."""
    document = Document.read(path)
    root = document.root("cards")
    cards: dict[str, ScenarioCard] = {}
    for table in root.tables("card", name="name"):
        card = _scenario_card(table)
        if card.name in cards:
            table.complain("name", "another card has this name")
        cards[card.name] = card
    deck = root.numbers("deck")
    if tuple(suit for suit, _ in deck) != SUITS:
        root.complain("deck", f"'deck' must count {', '.join(SUITS)}, in this order")
    root.done()
    refuse_faults([document])
    return ScenarioCards(cards, deck)


def _scenario_card(table: Table) -> ScenarioCard:
    thresholds = list_of(lambda item: type(item) is int and item > 0, "whole numbers above 0")(table, "thresholds")
    if len(thresholds) != 5:
        table.complain("thresholds", "'thresholds' must be five: for 2, 3, 4, 5 and 6 players")
    problems: list[ProblemCard] = []
    for row in table.tables("problems"):
        suit, value, priority = row.text("suit", among=SUITS), row.number("value"), row.number("priority", 0)
        scope = row.text("scope", among=SCOPES[1:]) if row.has("scope") else SCOPES[0]
        problems.append(ProblemCard(suit, value, priority, scope))
        row.done()
    if [problem.priority for problem in problems] != list(range(5)):
        table.complain("problems", "'problems' must be the Surface Problem (priority 0), then priorities 1 to 4")
    card = ScenarioCard(table.text("name"), table.text("about"), thresholds, tuple(problems))
    table.done()
    return card
