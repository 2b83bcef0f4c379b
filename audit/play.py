"""Playing a game in the terminal: choices are numbered, chance comes from a printed seed, acting rules are named."""

from __future__ import annotations

import io
import json
import random
import secrets
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console

from audit.explaining import explanation, not_offered
from audit.session import Session, deal
from audit.show import InputError, console, describe_choice, print_table, score_lines, score_of
from audit.switches import OTHERWISE, with_switches
from kernel.contracts import ContractBroken, cited
from kernel.ground.rulings import Rulings, modules_of
from kernel.ground.state import NO_PROBLEM, Choice, Draw, ModeCard, Seat, State, Step, seat_of_turn
from model.ground import GROUND
from model.ground_chance import decided
from model.verdict import Exit
from properties.ground.criteria import SCOPED_CARD
from specs.scenarios import DEFAULT_CARD, load_scenario_cards

KEYS = "? or ? N explains, t shows the table, u takes back, s FILE saves, q quits"
MODES = {mode.name.lower().replace("_", "-"): mode for mode in ModeCard}


class Undo(Exception):
    """The player takes the last decision back."""


class Quit(Exception):
    """The player ends the game early."""


class Table:
    """The terminal's side of a game: asks, tells, explains, saves."""

    def __init__(self, session: Session, out: Console, lines: TextIO, auto: int) -> None:
        self.session = session
        self.out = out
        self.lines = lines
        self.auto = auto
        self.is_tty = lines.isatty()
        self._shown: tuple[int, Step] | None = None
        self._saved: dict[Path, int] = {}

    def play(self) -> None:
        """Play until the game is over or the player quits."""
        session = self.session
        while not session.is_over:
            try:
                turn = session.take(self.decide())
            except Undo:
                undone = session.undo()
                self._shown = None if undone else self._shown
                self.out.print("Taken back." if undone else "There is nothing to take back.")
                continue
            if not turn.is_idle:
                self.out.print(f"{turn.choice} [{', '.join(turn.rules)}]")
                self.tell(f"    {change}" for change in turn.changes)
                if turn.step == Step.END.name:
                    self.out.print()

    def decide(self) -> Choice:
        """The choice for the due turn: chance, other seats and turns without alternatives need no question."""
        session = self.session
        rng = random.Random(f"{session.seed}/{len(session.choices)}")

        def seat_decides(who: Seat, heads: tuple[Choice, ...]) -> Choice:
            return rng.choice(heads) if session.viewer not in (None, who) else self.ask(who, heads, rng)

        return decided(session.state, session.rulings, seat_decides, rng)

    def ask(self, who: Seat, heads: tuple[Choice, ...], rng: random.Random) -> Choice:
        """The player's decision among several. Raises `Undo` and `Quit`."""
        if self.auto > 0:
            self.auto -= 1
            return rng.choice(heads)
        state = self.session.state
        if self._shown != (state.round, state.step):
            self.show()
        self.out.print(f"\nSeat {who} decides:", style="bold")
        for number, head in enumerate(heads, start=1):
            self.out.print(f"{number:>3}  {option_text(state, head)}")
        while True:
            chosen = self.answer(heads)
            if chosen is not None:
                self.session.note_decision()
                return chosen

    def answer(self, heads: tuple[Choice, ...]) -> Choice | None:
        """One line of input; None if it asks for something else, or makes no sense."""
        match self.line("> ").split(maxsplit=1):
            case ["q"]:
                raise Quit
            case ["u"]:
                raise Undo
            case ["t"]:
                self.show()
            case ["s", name]:
                self.save(Path(name.strip()))
            case ["?"]:
                self.tell(explanation(self.session.state, heads, self.session.rulings))
                self.tell(not_offered(self.session.state, self.session.rulings))
            case ["?", word] if (at := position_of(word, heads)) is not None:
                self.tell(explanation(self.session.state, (heads[at],), self.session.rulings))
            case [word] if (at := position_of(word, heads)) is not None:
                return heads[at]
            case words:
                said = f"'{' '.join(words)}' is no choice" if words else "nothing was chosen"
                self.out.print(f"{said}: type a number from 1 to {len(heads)}; {KEYS}")
        return None

    def line(self, prompt: str) -> str:
        """The next line of input, shown where it does not come from a keyboard. Raises `Quit` at its end."""
        self.out.print(prompt, end="")
        line = self.lines.readline()
        if not self.is_tty:
            self.out.print(line.rstrip("\n"))
        if not line:
            raise Quit
        return line

    def show(self) -> None:
        """Print the table as the viewer sees it."""
        state = self.session.state
        self._shown = (state.round, state.step)
        self.out.print()
        print_table(self.out, state, self.session.viewer, self.session.rulings)

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines of plain words."""
        for line in lines:
            self.out.print(line)

    def save(self, path: Path, *, overwrite: bool = False) -> bool:
        """Write the game so far as a trace; False, with the reason, if that cannot be. Other files stay as they are."""
        if path.exists() and path not in self._saved and not overwrite:
            self.out.print(f"{path} exists already: name another file, or start with --save {path}")
            return False
        try:
            self.session.trace().write(path, f"ruleproof play ground, seed {self.session.seed}")
        except OSError as error:
            self.out.print(f"{path} cannot be written: {error.strerror or error}")
            return False
        self._saved[path] = len(self.session.choices)
        self.out.print(f"Saved to {path}, choices: {len(self.session.choices)}.")
        return True

    def offer_to_save(self) -> None:
        """Ask at the keyboard where to save what has not been saved."""
        while self.is_tty and self.session.choices and len(self.session.choices) not in self._saved.values():
            try:
                name = self.line("Save the game to (Enter: do not save): ").strip()
            except (Quit, KeyboardInterrupt):
                return
            if not name or self.save(Path(name)):
                return


def input_lines() -> TextIO:
    """Standard input; bytes that are no text do not end the game, and a closed input reads as an empty one."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin or io.StringIO()


def option_text(state: State, head: Choice) -> str:
    """A choice, or the part of it that is being decided, in words."""
    if isinstance(head, Draw) and head.problem != NO_PROBLEM:
        return f"seat {seat_of_turn(state)} turns to Problem {head.problem}"
    return describe_choice(state, head)


def position_of(word: str, heads: tuple[Choice, ...]) -> int | None:
    """The position of the choice with this number; None if there is no such number."""
    numbers = {str(number): number - 1 for number in range(1, len(heads) + 1)}
    return numbers.get(word.strip())


# ---------------------------------------------------------------- the command


def start(seats: int, seed: int, mode: ModeCard, card: str, rulings: Rulings, viewer: int | None) -> Session:
    """A game about to begin. Raises `InputError` for a seat or card that does not exist, or a card without scopes."""
    cards = load_scenario_cards().cards
    if card not in cards:
        raise InputError(f"--card {card}: the known ones are {', '.join(cards)}")
    if viewer is not None and viewer >= seats:
        raise InputError(f"--as {viewer}: the seats of this game are 0 to {seats - 1}")
    try:
        table = deal(cards[card], mode, seats, seed, rulings)
    except ContractBroken as error:
        raise InputError(f"--card {card}: {cited(error)}") from error
    return Session(seed, rulings, None if viewer is None else Seat(viewer), [table])


def finish(table: Table, save: Path | None, as_json: bool) -> None:
    """Say how the game stands, and save it. Raises `InputError` if `--save` cannot be followed."""
    session = table.session
    if session.is_over:
        table.show()
        table.out.print()
        table.tell(score_lines(session.state, session.rulings))
    else:
        table.out.print(f"\nLeft in round {session.state.round}, {session.state.step.name}: nothing is scored.")
    written = save is None or table.save(save, overwrite=True)
    if save is None:
        table.offer_to_save()
    if as_json:
        click.echo(json.dumps(report_of(session), indent=1))
    if not written:
        raise InputError(f"--save {save}: the game was not saved")


def report_of(session: Session) -> dict[str, object]:
    """The game so far as plain data."""
    return {
        "game": GROUND.name,
        "seed": session.seed,
        "over": session.is_over,
        "turns": [asdict(turn) for turn in session.turns()],
        "score": score_of(session.state, session.rulings) if session.is_over else None,
    }


@click.command("play")
@click.argument("game", type=click.Choice([GROUND.name]))
@click.option("--seats", type=click.IntRange(2, 6), default=3, show_default=True, help="Number of players.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the deal, the Lead and the draws; printed if not given.")
@click.option(
    "--mode", type=click.Choice(list(MODES), case_sensitive=False), default="shared-ground", show_default=True
)
@click.option("--card", help=f"The Scenario card.  [default: {DEFAULT_CARD}; with modules {SCOPED_CARD}]")
@click.option("--ruling", "--module", "rulings", multiple=True, metavar="NAME=OPTION", help=OTHERWISE)
@click.option("--auto", type=click.IntRange(0), default=0, metavar="N", help="Take the first N decisions at random.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Save the game as an ITF trace at the end."
)
@click.option("--as", "viewer", type=click.IntRange(0), metavar="SEAT", help="Play one seat and see what it sees.")
@click.option(
    "--json", "as_json", is_flag=True, help="The game as JSON on standard output, the talk on standard error."
)
def play(
    game: str,
    seats: int,
    seed: int | None,
    mode: str,
    card: str | None,
    rulings: tuple[str, ...],
    auto: int,
    save: Path | None,
    viewer: int | None,
    as_json: bool,
) -> None:
    """Play a game step by step.

    Turns in which nobody has a choice are taken silently. All hands are open, unless --as picks a seat; the others
    then choose at random. Input that is no terminal is read line by line. A saved trace holds the whole table, also
    with --as. A --ruling with an unknown name lists the known ones.

    \b
    Keys:  1, 2, ..  choose        ?  the rules behind the choices   ? 2  behind one
           u  undo   t  the table  s FILE  save as an ITF trace      q  quit

    \b
    Examples:
      ruleproof play ground --seats 4 --seed 7
      ruleproof play ground --as 0 --mode bonded-coalitions
      ruleproof play ground --auto 500 --seed 7 --save game.itf.json
      ruleproof play ground --ruling cancel_scope=FIRST_ATTACK
    """
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    reading = with_switches(rulings)
    card = card or (SCOPED_CARD if modules_of(reading) else DEFAULT_CARD)
    session = start(seats, seed, MODES[mode.lower()], card, reading, viewer)
    table = Table(session, console(stderr=as_json), input_lines(), auto)
    table.out.print(f"GROUND, {seats} players, seed {seed}. {load_scenario_cards().cards[card].about}")
    table.out.print(f"A number chooses; {KEYS}.")
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        table.out.print()
    except ContractBroken as error:
        table.out.print(f"The kernel breaks a contract in this turn: {cited(error)}")
        finish(table, save, as_json)
        raise SystemExit(int(Exit.NOT_AS_EXPECTED)) from error
    finish(table, save, as_json)
