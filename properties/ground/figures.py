"""Figures of whole games by number of players: what can come about in five rounds, how early, and how much of it.

Each figure makes claims in pairs, so that a bound is both reached and never passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from kernel.ground.rulings import STANDING, Rulings, modules_of
from kernel.ground.state import ROUNDS
from model.ground_answers import Asked, Reply
from model.question import parse
from model.verdict import Verdict
from properties.ground.vocabulary import GROUND_VOCABULARY

WORDS = {5: "five", 6: "six", 7: "seven"}


def length_in_words(rounds: int) -> str:
    """A number of rounds as sentences and worlds give it: printed and longer games in words, others in digits."""
    return f"{WORDS.get(rounds, str(rounds))} rounds"


@dataclass(frozen=True)
class WholeClaim:
    """One sentence about all games of a length. `{n}`, in sentence and question, is a number that depends on the seats.

    `expected` says for each number of seats that it is asked at whether some play should show such a table; `costly`,
    at which of them the search takes from ten seconds to a minute or so.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    question: str
    expected: Mapping[int, Reply]
    numbers: Mapping[int, int] = field(default_factory=dict)
    rounds: int = ROUNDS
    costly: frozenset[int] = frozenset()
    rulings: Rulings = STANDING

    def said(self, seats: int) -> str:
        """The sentence at a table of this size."""
        return self.sentence.replace("{n}", str(self.numbers.get(seats)))

    def asked(self, seats: int) -> Asked:
        """The question at a table of this size. Raises `QuestionError`."""
        text = self.question.replace("{n}", str(self.numbers.get(seats)))
        return Asked(parse(text, GROUND_VOCABULARY, seats), seats, self.rounds, self.rulings)

    def world(self, seats: int) -> str:
        """How evidence names the games."""
        return ", ".join([f"{seats} seats", length_in_words(self.rounds), *modules_of(self.rulings)])

    def verdict(self, seats: int) -> Verdict:
        """The verdict that should come out."""
        return Verdict.WITNESSED if self.expected[seats] is Reply.YES else Verdict.PROVED


# ---------------------------------------------------------------- what designers ask


class Kind(Enum):
    """What the value of a figure is."""

    EARLIEST = "the first round in which it can come about; never: None"
    MOST = "the most there can be"


@dataclass(frozen=True)
class Figure:
    """A number of the game by seats: two claims or three say that it is right.

    `event` completes "that ..."; its question asks for the event, or for at least `{n}` of what is counted.
    """

    name: str
    event: str
    rules: tuple[str, ...]
    question: str
    values: Mapping[int, int | None]
    kind: Kind = Kind.EARLIEST
    rounds: int = ROUNDS
    costly: frozenset[int] = frozenset()
    rulings: Rulings = STANDING

    def claims(self) -> tuple[WholeClaim, ...]:
        """What has to be true for these values."""
        found = {seats: value for seats, value in self.values.items() if value is not None}
        never = [seats for seats, value in self.values.items() if value is None]
        if self.kind is Kind.MOST:
            more = {seats: value + 1 for seats, value in found.items()}
            made = (
                self._claim("reached", "It can come about that {e}.", self.question, Reply.YES, found),
                self._claim("not_exceeded", "It never comes about that {e}.", self.question, Reply.NO, more),
            )
            return tuple(claim for claim in made if claim.expected)
        late = {seats: value for seats, value in found.items() if value > 1}
        length = f"In {length_in_words(self.rounds)}"
        by, before = f"({self.question}) and round <= {{n}}", f"({self.question}) and round < {{n}}"
        told = (
            self._claim("so_soon", "By round {n} it can come about that {e}.", by, Reply.YES, found),
            self._claim("no_sooner", "Before round {n} it never comes about that {e}.", before, Reply.NO, late),
            self._claim("never", f"{length} it never comes about that {{e}}.", self.question, Reply.NO, {}, never),
        )
        return tuple(claim for claim in told if claim.expected)

    def _claim(
        self,
        end: str,
        sentence: str,
        question: str,
        reply: Reply,
        numbers: Mapping[int, int],
        seats: list[int] | None = None,
    ) -> WholeClaim:
        expected = dict.fromkeys(numbers if seats is None else seats, reply)
        sentence = sentence.replace("{e}", self.event)
        name = f"{self.name}_{end}"
        return WholeClaim(
            name, sentence, self.rules, question, expected, numbers, self.rounds, self.costly, self.rulings
        )


_STAGE = "step is DARVO and players[acting()].marker is "
_HOLE = f"{_STAGE}Marker.ATTACK and players[acting()].token is BLAME"

FIGURES: tuple[Figure, ...] = (
    Figure(
        "deny_comes", "a DENY stage resolves", ("GR-D01", "GR-D03"), f"{_STAGE}DENY", {2: 3, 3: 2, 4: 2, 5: 2, 6: 2}
    ),
    Figure(
        "attack_stage_comes",
        "an ATTACK stage resolves",
        ("GR-D02", "GR-D04"),
        f"{_STAGE}Marker.ATTACK",
        {2: 4, 3: 3, 4: 3},
    ),
    Figure(
        "reverse_comes",
        "a REVERSE stage resolves",
        ("GR-D02", "GR-D05"),
        f"{_STAGE}REVERSE",
        {2: 5, 3: 4, 4: 4},
        costly=frozenset({4}),
    ),
    Figure(
        "blame_lies_out",
        "a Blame lies in front of somebody",
        ("GR-D05", "GR-T02"),
        "any(p.token is BLAME for p in players)",
        {2: 5, 3: 4, 4: 4},
    ),
    Figure(
        "blame_is_removed",
        "a GROUND-ND is set to remove a Blame",
        ("GR-A12", "GR-T02"),
        "any(g.option is UNBLAME for g in groundings)",
        {2: None, 3: 5, 4: 5},
        costly=frozenset({4}),
    ),
    Figure(
        "all_are_in_sequences",
        "all players are in a DARVO sequence at once",
        ("GR-D01", "U9"),
        "all(p.marker is not OFF for p in players)",
        {2: 3, 3: 3, 4: 3},
    ),
    Figure(
        "deny_finds_nothing",
        "a DENY stage finds no Problem that is face up and unclaimed, not even a protected one",
        ("GR-D03", "U3"),
        f"{_STAGE}DENY and not any(q.face_up and q.claimed_by == NOBODY for q in problems)",
        {2: 3, 3: 3, 4: 2},
    ),
    Figure(
        "all_problems_are_denied",
        "every Problem is Denied at once",
        ("GR-D03", "GR-E02"),
        "all(q.denied for q in problems)",
        {2: 5, 3: 5},
        costly=frozenset({3}),
    ),
    Figure(
        "blame_and_focus_meet",
        "a Blame and a Focus lie before one player",
        ("GR-D04", "GR-D05"),
        "any(focus_on(s) and blames(s) >= 1 for s in seats)",
        {2: None, 3: 4, 4: 4},
        costly=frozenset({4}),
    ),
    Figure(
        "second_deny_beside_blame",
        "a player whose own Blame lies out resolves another DENY stage",
        ("GR-D07", "GR-T03"),
        f"{_STAGE}DENY and players[acting()].token is BLAME",
        {2: None, 3: 5, 4: 5},
    ),
    Figure(
        "second_attack_beside_blame",
        "a player whose own Blame lies out comes to another ATTACK stage",
        ("GR-D04", "GR-T03", "GR-D07"),
        _HOLE,
        {2: None, 3: None, 4: None, 5: None, 6: None},
    ),
    Figure(
        "group_succeeds",
        "the threshold is reached",
        ("GR-E01", "GR-A02"),
        "successful()",
        {2: 3, 3: 2, 4: 2},
    ),
    Figure(
        "all_problems_are_claimed",
        "every Problem is claimed",
        ("GR-P03", "GR-A02"),
        "all(q.claimed_by != NOBODY for q in problems)",
        {2: 3, 3: 3, 4: 2},
    ),
    Figure(
        "slots_keep_two_apart",
        "a player has no free slot for somebody it is not related to",
        ("GR-L01", "GR-L02", "GR-L03"),
        "any(relations_of(a) == 2 and not related(a, b) for a in seats for b in seats if a != b)",
        {2: None, 3: None, 4: 1, 5: 1, 6: 1},
    ),
    Figure(
        "bonds_join_strangers",
        "two players are in one Bond network without a Bond between them",
        ("GR-E04",),
        "any(coalition(a, b) and not bond(a, b) for a in seats for b in seats if a != b)",
        {2: None, 3: 1, 4: 1},
    ),
    Figure(
        "all_are_one_coalition",
        "all players are in one Bond network",
        ("GR-E04", "GR-L01"),
        "all(coalition(a, b) for a in seats for b in seats)",
        {2: 1, 3: 1, 4: 1},
    ),
    Figure(
        "no_solution_is_left",
        "no Solution is left to be drawn, in the deck or the discard",
        ("GR-A01", "U4"),
        "sum(deck) == 0 and sum(discard) == 0",
        {2: None, 3: None, 4: 4},
        costly=frozenset({4}),
    ),
    Figure(
        "end_clamps_stress",
        "Stress is off its track when the End step comes",
        ("GR-R08", "GR-F01", "U2"),
        "step is END and any(p.stress < 0 or p.stress > 5 for p in players)",
        {2: None, 3: None, 4: None, 5: None, 6: None},
    ),
    Figure(
        "reverse_relief_is_cut",
        "a player at Stress 0 or 1 comes to its REVERSE stage",
        ("GR-D05", "GR-F01"),
        f"{_STAGE}REVERSE and players[acting()].stress <= 1",
        {2: 5, 3: 4, 4: 4},
        costly=frozenset({4}),
    ),
    Figure(
        "calm_is_complete",
        "somebody is at Stress 0",
        ("GR-F01", "GR-A10"),
        "any(p.stress == 0 for p in players)",
        {2: 1, 3: 1, 4: 1},
    ),
    Figure(
        "all_boil_over",
        "all players are at Stress 5 at once",
        ("GR-F01", "U9"),
        "all(p.stress == 5 for p in players)",
        {2: 2, 3: 2, 4: 2},
    ),
    Figure(
        "hand",
        "a hand has {n} Solutions",
        ("GR-A01", "U10"),
        "any(cards(s) >= {n} for s in seats)",
        {2: 7, 3: 7},
        Kind.MOST,
        costly=frozenset({2, 3}),
    ),
    Figure(
        "protections",
        "the Protections of one player number {n}",
        ("GR-T01", "GR-D05"),
        "any(p.protection >= {n} for p in players)",
        {2: 1, 3: 1},
        Kind.MOST,
        costly=frozenset({2, 3}),
    ),
    Figure(
        "blames",
        "the Blames in front of one player number {n}",
        ("GR-T02", "GR-T03"),
        "any(blames(s) >= {n} for s in seats)",
        {2: 1, 3: 2, 4: 3},
        Kind.MOST,
        costly=frozenset({4}),
    ),
    Figure(
        "second_attack_beside_blame_in_six_rounds",
        "a player whose own Blame lies out comes to another ATTACK stage",
        ("GR-D04", "GR-T03", "GR-D07"),
        _HOLE,
        {2: None, 3: 6},
        rounds=6,
        costly=frozenset({2, 3}),
    ),
    Figure(
        "blame_is_removed_in_six_rounds",
        "a GROUND-ND is set to remove a Blame",
        ("GR-A12", "GR-T02"),
        "any(g.option is UNBLAME for g in groundings)",
        {2: 6},
        rounds=6,
        costly=frozenset({2}),
    ),
    Figure(
        "second_attack_beside_blame_in_seven_rounds",
        "a player whose own Blame lies out comes to another ATTACK stage",
        ("GR-D04", "GR-T03", "GR-D07"),
        _HOLE,
        {2: 7},
        rounds=7,
        costly=frozenset({2}),
    ),
)
