"""Twenty questions about whole five-round games: how long the answers take, and what other engines say meanwhile.

    python benchmarks/questions.py [--seats 4 6] [--limit 120] [--explorer 10] [--tlc 10] [--proofs] [--json FILE]

The symbolic engine answers for all deals and suits and, where no seat is named, any first Lead. Explorer and TLC are
asked about one deal of the same printed game, breadth first, within their seconds: a shorter play of theirs would be a
disagreement, and ends with 5. CPU seconds are those of this process and its children; compare columns, not machines.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kernel.ground.rulings import STANDING
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS, Cards, ModeCard, Seat, State, Step, Suit
from model.engines.bound import Unrolling
from model.engines.decide import Decider
from model.engines.explore import explore
from model.engines.solvers import Answer, family_of, solve
from model.engines.tlc import TlcError, ToolMissing, run_tlc
from model.game import Check, Scope, World
from model.ground import GROUND
from model.ground_answers import Asked, Reply, ask
from model.ground_arena import PRINTED_THRESHOLDS, PRINTED_VALUES, any_deal, arena
from model.lift import terms as T
from model.question import Question, QuestionError, parse
from model.verdict import Verdict
from properties.ground.invariant import LEMMAS, PRINTED
from properties.ground.proofs import SETTINGS
from properties.ground.vocabulary import GROUND_VOCABULARY
from specs.twins import GROUND as TLA

POINTS = "Total({p \\in ProblemIds : problem[p].claimedBy # Nobody}, [p \\in ProblemIds |-> Problems[p + 1].value])"
CLAIMED = "Total({p \\in ProblemIds : problem[p].claimedBy = s}, [p \\in ProblemIds |-> Problems[p + 1].value])"
BLAMES = 'Cardinality({t \\in Seats : seat[t].side = "BLAME" /\\ seat[t].at = s})'

#: What is asked, early plays first, then late ones, then what no play shows; and the same in TLA+ if that has words.
QUESTIONS: tuple[tuple[str, str], ...] = (
    ("all(p.stress == 0 for p in players)", r"\A s \in Seats : seat[s].stress = 0"),
    ("all(relations_of(s) == 2 for s in seats)", r"\A s \in Seats : Cardinality(Related(s)) = 2"),
    ("bond(0, 1) and rivalry(0, 2)", r'rel[0][1] = "BOND" /\ rel[0][2] = "RIVALRY"'),
    ("any(p.stress == 5 for p in players)", r"\E s \in Seats : seat[s].stress = 5"),
    (
        "any(p.marker is Marker.DENY for p in players) and round == 2",
        r'round = 2 /\ \E s \in Seats : seat[s].marker = "DENY"',
    ),
    ("all(p.stress == 5 for p in players)", r"\A s \in Seats : seat[s].stress = 5"),
    ("points() >= 7 and round == 2", rf"round = 2 /\ {POINTS} >= 7"),
    ("any(claimed(s) >= 5 for s in seats)", rf"\E s \in Seats : {CLAIMED} >= 5"),
    ("all(q.claimed_by != NOBODY for q in problems)", r"\A p \in ProblemIds : problem[p].claimedBy # Nobody"),
    (
        "denied() >= 2 and round <= 3",
        r"round <= 3 /\ Cardinality({p \in ProblemIds : problem[p].denied}) >= 2",
    ),
    ("any(p.marker is REVERSE for p in players)", r'\E s \in Seats : seat[s].marker = "REVERSE"'),
    ("any(p.protection >= 1 for p in players)", r"\E s \in Seats : seat[s].prot >= 1"),
    ("any(blames(s) >= 2 for s in seats)", rf"\E s \in Seats : {BLAMES} >= 2"),
    ("any(cards(s) >= 6 for s in seats)", r"\E s \in Seats : Count(seat[s].hand) >= 6"),
    ("over() and points() == 0", rf'step = "OVER" /\ {POINTS} = 0'),
    ("over() and wins(1) and not wins(0)", ""),
    (
        "any(p.freedom is SPENT for p in players) and round == 1",
        r'round = 1 /\ \E s \in Seats : seat[s].freedom = "SPENT"',
    ),
    (
        "any(p.marker is REVERSE for p in players) and round <= 2",
        r'round <= 2 /\ \E s \in Seats : seat[s].marker = "REVERSE"',
    ),
    ("any(relations_of(s) > 2 for s in seats)", r"\E s \in Seats : Cardinality(Related(s)) > 2"),
    ("any(p.protection >= 2 for p in players)", r"\E s \in Seats : seat[s].prot >= 2"),
)

#: The exit code for engines that disagree.
DISAGREE = 5
SUITS = (Suit.CLARIFY, Suit.REPAIR, Suit.BOUNDARY, Suit.CHANGE)

Row = dict[str, Any]


class Clock:
    """Seconds since it was started: on the wall, and of this process and the children it has waited for."""

    def __init__(self) -> None:
        self.began, self.used = time.perf_counter(), _used()

    @property
    def seconds(self) -> float:
        """On the wall."""
        return time.perf_counter() - self.began

    @property
    def cpu(self) -> float:
        """Of processors."""
        return _used() - self.used


def _used() -> float:
    return sum(os.times()[:4])


def questions_at(seats: int) -> Iterator[tuple[Question, str]]:
    """The questions that can be asked at a table of this many seats, and what they are in TLA+."""
    for text, predicate in QUESTIONS:
        with contextlib.suppress(QuestionError):
            yield parse(text, GROUND_VOCABULARY, seats), predicate


# ---------------------------------------------------------------- the symbolic engine


def answer(question: Question, seats: int, limit: float) -> Row:
    """As `ruleproof can` answers: from nothing, with the invariant and its lemmas."""
    clock = Clock()
    found = ask(Asked(question, seats), limit, invariant=PRINTED, lemmas=LEMMAS)
    return {
        "question": question.text,
        "reply": found.reply.value,
        "turns": found.turns,
        "shortest": found.is_shortest,
        "terms": found.terms,
        "seconds": clock.seconds,
        "cpu": clock.cpu,
    }


def by_command(text: str, seats: int, limit: float) -> Row:
    """One question asked of the command itself, in a process of its own."""
    clock = Clock()
    command = [sys.executable, "-m", "audit.cli", "can", "ground", text, "--seats", str(seats), "--limit", str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {"question": text, "exit": done.returncode, "seconds": clock.seconds, "cpu": clock.cpu}


# ---------------------------------------------------------------- one deal, for the engines that search


def one_deal(seats: int) -> State:
    """The printed game with one deal: Problems of each suit in turn, and for each seat two neighbouring suits."""
    cards = tuple(ProblemCard(SUITS[k % 4], value, k) for k, value in enumerate(PRINTED_VALUES))
    low, few, some, many, most = PRINTED_THRESHOLDS
    scenario = Scenario(cards, (low, few, some, many, most))
    return set_up(scenario, ModeCard.SHARED_GROUND, tuple(_hand(seat) for seat in range(seats)), Seat(0))


def _hand(seat: int) -> Cards:
    one, two, three, four = (int(k in (seat % 4, (seat + 1) % 4)) for k in range(4))
    return one, two, three, four


def explored(seats: int, questions: Sequence[Question], seconds: float, most: int) -> tuple[str, list[int | None]]:
    """How far the explorer gets, and after how many turns it sees each question answered with YES, if it does.

    The questions are put to its states afterwards, outside its time.
    """
    states: list[State] = []

    def see(state: State, _: Any) -> bool:
        states.append(state)
        return True

    world = World("printed", "one deal of the printed game", GROUND, (one_deal(seats),), STANDING, most)
    seen = explore(world, [Check("every state is seen", Scope.STATE, see)], seconds=seconds)
    plays = []
    for question in questions:
        first = next((state for state in states if question.holds(state, STANDING)), None)
        plays.append(None if first is None else turns_of(first))
    ended = seen.stop or "all states were visited"
    return f"{seen.distinct:,} states, turn {seen.depth}, {seen.seconds:.1f} s ({ended})", plays


def turns_of(state: State) -> int:
    """How many turns have been taken since setup: eight steps with a turn a seat, and the End."""
    seats = len(state.players)
    rounds = state.round - (0 if state.step is Step.OVER else 1)
    into = 0 if state.step is Step.OVER else state.step.value * seats + state.turn
    return rounds * (8 * seats + 1) + into


def module_of(table: State, predicate: str) -> tuple[str, str]:
    """A TLA+ module that begins at a table just set up and denies a predicate, and its configuration."""

    def suits(cards: Cards) -> str:
        return "[" + ", ".join(f"{suit.name.title()} |-> {n}" for suit, n in zip(SUITS, cards, strict=True)) + "]"

    def by_seat(values: Iterable[Any]) -> str:
        return "[s \\in 0 .. " + f"{len(table.players) - 1} |-> << {', '.join(map(str, values))} >>[s + 1]]"

    problems = ", ".join(
        f'[suit |-> "{each.suit.name.title()}", value |-> {each.value}, faceUp0 |-> {str(each.face_up).upper()}]'
        for each in table.problems
    )
    values = {
        "StartStress": by_seat(player.stress for player in table.players),
        "StartMarker": by_seat(f'"{player.marker.name}"' for player in table.players),
        "Problems": f"<< {problems} >>",
        "StartHand": by_seat(suits(player.hand) for player in table.players),
        "StartDeck": suits(table.deck),
    }
    lines = [f"Asked{name} == {value}" for name, value in values.items()]
    module = ["---- MODULE Asked ----", "EXTENDS Ground", *lines, f"Never == ~({predicate})", "====", ""]
    numbers = {"N": len(table.players), "StartRound": 1, "LastRound": table.rounds, "StartLead": table.lead}
    given = [f"    {name} = {value}" for name, value in numbers.items()]
    given += [f"    {name} <- Asked{name}" for name in values]
    return "\n".join(module), "\n".join(["SPECIFICATION Spec", "CONSTANTS", *given, "INVARIANT Never", ""])


def by_tlc(seats: int, predicate: str, seconds: float) -> tuple[str, int | None]:
    """What TLC says of a predicate on the one deal, and after how many turns it holds, if that is found."""
    with tempfile.TemporaryDirectory() as folder:
        module, cfg = Path(folder) / "Asked.tla", Path(folder) / "Asked.cfg"
        shutil.copy(TLA / "Ground.tla", folder)
        for path, text in zip((module, cfg), module_of(one_deal(seats), predicate), strict=True):
            path.write_text(text, encoding="utf-8")
        try:
            seen = run_tlc(module, cfg, coverage=False, timeout=seconds)
        except (ToolMissing, TlcError) as error:
            return str(error), None
    if seen.verdict is Verdict.REFUTED:
        return f"YES, {len(seen.trace) - 1} turns, {seen.seconds:.1f} s", len(seen.trace) - 1
    return ("NO, " if seen.verdict is Verdict.EXHAUSTED else "") + seen.reason, None


# ---------------------------------------------------------------- lifting and proofs


def lifted(seats: int) -> Row:
    """Five rounds of any deal, unrolled."""
    T.forget()
    clock = Clock()
    game: Unrolling = Unrolling(arena(seats), any_deal(seats, ROUNDS, Seat(0), printed=True), STANDING)
    while game.extend():
        pass
    return {"seats": seats, "turns": len(game.choices), "terms": T.size(), "cpu": clock.cpu, "seconds": clock.seconds}


class Timed:
    """Asks solvers as a proof does, and keeps the seconds of the first one's answers and of the second's apart."""

    def __init__(self) -> None:
        self.answered: tuple[int, str] = (0, "")
        self.seconds = {"first": 0.0, "second": 0.0, "without an answer": 0.0}

    def __call__(self, roots: Sequence[T.Bool], solver: str, limit: float) -> Answer:
        """One solver's answer. The second solver is asked for the same list of formulas as the first."""
        found = solve(roots, solver, limit)
        is_second = self.answered[0] == id(roots) and self.answered[1] != family_of(solver)
        kind = "without an answer" if found.result == "unknown" else "second" if is_second else "first"
        self.seconds[kind] += found.seconds
        if found.result != "unknown":
            self.answered = (id(roots), family_of(solver))
        return found


def proved(world: str, limit: float) -> Row:
    """The induction at one size, two solvers for everything, as a check runs it."""
    clock, timed = Clock(), Timed()
    ends = time.monotonic() + limit
    induction = SETTINGS[world].induction(Decider(limit, ends=ends, ask=timed), ends=ends)
    proofs = induction.run()
    held = sum(proof.verdict is Verdict.PROVED for proof in proofs.values())
    row = {"world": world, "proofs": len(proofs), "proved": held, "terms": induction.terms}
    return {**row, **timed.seconds, "seconds": clock.seconds, "cpu": clock.cpu}


# ---------------------------------------------------------------- the report


def compared(seats: int, wanted: argparse.Namespace) -> Row:
    """All questions at one size, asked of every engine."""
    chosen = list(questions_at(seats))[: wanted.first]
    print(
        f"\n{seats} seats\n\n| question | reply | turns | s | CPU s | explorer | TLC |\n|---|---|---|---|---|---|---|"
    )
    far: str = "not asked"
    plays: list[int | None] = [None] * len(chosen)
    if wanted.explorer:
        far, plays = explored(seats, [question for question, _ in chosen], wanted.explorer, wanted.states)
    rows = []
    for (question, predicate), explorer in zip(chosen, plays, strict=True):
        row = answer(question, seats, wanted.limit)
        said, turns = "not asked" if predicate else "no words", None
        if predicate and wanted.tlc:
            said, turns = by_tlc(seats, predicate, wanted.tlc)
        row.update(explorer=explorer, tlc=said, tlc_turns=turns)
        row["disagree"] = any(contradicts(row, other) for other in (explorer, turns))
        rows.append(row)
        print(line_of(row), flush=True)
    first = chosen[0][0].text
    return {"seats": seats, "explorer": far, "rows": rows, "command": by_command(first, seats, wanted.limit)}


def contradicts(row: Row, turns: int | None) -> bool:
    """Did another engine find a play where there is none, or a shorter one?"""
    if turns is None or row["reply"] == Reply.NOT_KNOWN.value:
        return False
    return bool(row["reply"] == Reply.NO.value or (row["shortest"] and turns < row["turns"]))


def line_of(row: Row) -> str:
    """A row of the table."""
    explorer = "no answer" if row["explorer"] is None else f"YES, {row['explorer']} turns"
    reply = row["reply"] + (" (two engines disagree)" if row["disagree"] else "")
    cells = [f"`{row['question']}`", reply, row["turns"], f"{row['seconds']:.2f}", f"{row['cpu']:.2f}", explorer]
    return "| " + " | ".join(map(str, [*cells, row["tlc"]])) + " |"


def summary(size: Row) -> Iterator[str]:
    """What the table says in all."""
    rows = size["rows"]
    for unit in ("seconds", "cpu"):
        values = [row[unit] for row in rows]
        size[f"median {unit}"], size[f"longest {unit}"] = statistics.median(values), max(values)
        yield f"{unit}: median {size[f'median {unit}']:.2f}, longest {size[f'longest {unit}']:.2f}"
    known = sum(row["reply"] != Reply.NOT_KNOWN.value for row in rows)
    by_explorer = sum(row["explorer"] is not None for row in rows)
    by_tlc = sum(row["tlc"].startswith(("YES", "NO,")) for row in rows)
    yield f"answered: {known} of {len(rows)}; by the explorer {by_explorer}, by TLC {by_tlc}"
    yield f"the explorer came to {size['explorer']}"
    one = size["command"]
    yield f"the first question as a command, with its process: {one['seconds']:.2f} s, {one['cpu']:.2f} CPU s"


def arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="*", default=[4, 6], choices=range(MIN_SEATS, MAX_SEATS + 1))
    parser.add_argument("--limit", type=float, default=120, help="seconds a question")
    parser.add_argument("--first", type=int, default=len(QUESTIONS), help="ask only so many questions")
    parser.add_argument("--explorer", type=float, default=10, help="seconds for the explorer; 0 leaves it out")
    parser.add_argument("--states", type=int, default=10_000, help="how many states the explorer may visit")
    parser.add_argument("--tlc", type=float, default=10, help="seconds a question for TLC; 0 leaves it out")
    parser.add_argument("--lifting", type=int, nargs="*", default=[2, 3, 4, 5, 6], help="seat counts to be lifted")
    parser.add_argument("--proofs", action="store_true", help="time the inductions at these seat counts, too")
    parser.add_argument("--proof-limit", type=float, default=900, help="seconds an induction")
    parser.add_argument("--json", type=Path, help="write all figures there")
    return parser.parse_args()


def table(rows: Sequence[Row]) -> None:
    """Print rows of equal keys."""
    for number, row in enumerate(rows):
        if not number:
            print(f"\n| {' | '.join(row)} |\n|{'---|' * len(row)}")
        print(
            "| " + " | ".join(f"{v:.2f}" if isinstance(v, float) else f"{v}" for v in row.values()) + " |", flush=True
        )


def main() -> int:
    """Ask, lift, prove, tell."""
    wanted = arguments()
    sizes = []
    for seats in wanted.seats:
        sizes.append(compared(seats, wanted))
        print("", *summary(sizes[-1]), sep="\n")
    lifting = [lifted(seats) for seats in wanted.lifting]
    table(lifting)
    worlds = [world for world, setting in SETTINGS.items() if setting.seats in wanted.lifting and wanted.proofs]
    proofs = [proved(world, wanted.proof_limit) for world in worlds]
    table(proofs)
    if wanted.json is not None:
        wanted.json.write_text(json.dumps({"sizes": sizes, "lifting": lifting, "proofs": proofs}, indent=1) + "\n")
    return DISAGREE if any(row["disagree"] for size in sizes for row in size["rows"]) else 0


if __name__ == "__main__":
    sys.exit(main())
