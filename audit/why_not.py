"""`ruleproof why-not`: which rules stand in the way? Those are named without which, one at a time, it would be YES."""

from __future__ import annotations

import ast
import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console

from audit.ablation import Attempt, Effect, Order, attempts
from audit.asking import MOST_SEARCHED, parsed
from audit.check import Progress
from audit.explaining import words_of
from audit.mutation import MUTANTS, ROOT, Mutant, load_mutants
from audit.show import console
from audit.switches import OTHERWISE, with_switches
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS
from model.cone import Source
from model.ground_answers import Asked, Found, Reply, ask
from model.question import Question
from model.verdict import Exit
from properties.ground.vocabulary import GROUND_VOCABULARY
from specs.load import load_rules

#: So many rules are named unless all are wanted.
MOST_RULES = 10
#: How it ends where there is nothing to be asked.
CODES = {Reply.YES: Exit.NOT_AS_EXPECTED, Reply.NOT_KNOWN: Exit.UNDETERMINED}
#: What every search reads from the kernel, whatever is asked.
ROOTS = (
    ("model.ground_arena", "any_deal"),
    ("model.ground_arena", "choice_for"),
    ("model.ground_arena", "is_legal"),
    ("kernel.ground.resolve", "play"),
    ("kernel.ground.rulings", "STANDING"),
    ("kernel.ground.state", "MAX_SEATS"),
    ("kernel.ground.state", "MIN_SEATS"),
    ("kernel.ground.state", "ROUNDS"),
)


@dataclass
class Inquest:
    """What has been found out: the mutants in the order asked, those that cannot matter, and the attempts so far."""

    order: Order
    mutants: tuple[Mutant, ...]
    beside: tuple[Mutant, ...]
    most_rules: int
    seen: list[Attempt] = field(default_factory=list)
    interrupted: bool = False

    def of(self, effect: Effect) -> list[Attempt]:
        """The attempts that came to this, in the order asked."""
        place = {mutant.id: number for number, mutant in enumerate(self.mutants)}
        return sorted((a for a in self.seen if a.effect is effect), key=lambda a: place[a.mutant.id])

    @property
    def rules(self) -> dict[str, list[Attempt]]:
        """The rules that stand in the way, each with the mutants that show it."""
        found: dict[str, list[Attempt]] = {}
        for attempt in self.of(Effect.YES):
            found.setdefault(attempt.mutant.rule, []).append(attempt)
        return found

    def is_wanted(self, mutant: Mutant) -> bool:
        """Are more rules to be named? If not, what is known of those that are is still completed."""
        return mutant.rule in self.rules or len(self.rules) < self.most_rules

    @property
    def untried(self) -> int:
        """How many mutants were not asked."""
        return len(self.mutants) - len(self.seen)

    @property
    def code(self) -> Exit:
        """UNDETERMINED as long as a rule could be missing that was to be named."""
        open_ends = self.of(Effect.UNDECIDED) or self.of(Effect.FAILED) or self.interrupted
        return Exit.UNDETERMINED if open_ends and len(self.rules) < self.most_rules else Exit.AS_EXPECTED


# ---------------------------------------------------------------- which mutants, in which order


def words_in(question: Question) -> set[str]:
    """The names that a question uses."""
    nodes = list(ast.walk(ast.parse(question.text, mode="eval")))
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    return plain | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def rules_of(question: Question) -> set[str]:
    """The rules behind the words of a question."""
    used, known = words_in(question), GROUND_VOCABULARY
    entries = (*known.words, *known.attributes)
    return {rule for entry in entries if entry.name.rpartition(".")[2] in used for rule in entry.rules}


def ordered(mutants: Sequence[Mutant], question: Question) -> tuple[Mutant, ...]:
    """First the rules behind the question's words, then those of the same chapters, then the rest as they stand."""
    near = rules_of(question)
    chapters = {rule[:4] for rule in near}
    return tuple(sorted(mutants, key=lambda m: (m.rule not in near, m.rule[:4] not in chapters)))


def is_reached_from(question: Question) -> Callable[[Mutant], bool]:
    """Tells of a mutant whether a search or the question runs any of what it changes. It errs on the side of yes."""
    functions = [w.reads for w in GROUND_VOCABULARY.words if callable(w.reads) and w.name in words_in(question)]
    cone = Source().cone([*ROOTS, *((each.__module__, each.__name__) for each in functions)])

    def is_reached(mutant: Mutant) -> bool:
        names = changed_by(mutant)
        return not names or any((mutant.module, name) in cone for name in names)

    return is_reached


def changed_by(mutant: Mutant) -> set[str]:
    """The top-level definitions of its module that a mutant changes; none if it changes something else as well."""
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    before, after = ast.parse(text).body, ast.parse(text.replace(mutant.old, mutant.new)).body
    changed = [one for one, other in zip(before, after, strict=False) if ast.dump(one) != ast.dump(other)]
    names = [_defined_by(each) for each in changed]
    return set().union(*names) if len(before) == len(after) and all(names) else set()


def _defined_by(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


# ---------------------------------------------------------------- asking


def inquire(inquest: Inquest, progress: Callable[[str, str], None]) -> None:
    """Ask the mutants. Ctrl-C ends that; what has been found so far stays."""
    try:
        with closing(attempts(inquest.order, inquest.mutants, inquest.is_wanted)) as told:
            for attempt in told:
                inquest.seen.append(attempt)
                if attempt.effect is Effect.YES:
                    progress(attempt.mutant.id, f"done: YES. {attempt.mutant.breaks}")
                sums = f"{len(inquest.seen)} of {len(inquest.mutants)} asked, {len(inquest.rules)} rules named"
                progress("broken kernels", sums)
    except KeyboardInterrupt:
        inquest.interrupted = True


# ---------------------------------------------------------------- telling


def lines_of(inquest: Inquest, found: Found) -> Iterator[str]:
    """The rules that stand in the way, what breaks them, and the sum; or that there is nothing to be asked."""
    rounds = found.asked.rounds
    size = f"{found.asked.seats} seats, {rounds} round{'s' if rounds > 1 else ''}"
    match found.reply:
        case Reply.YES:
            yield f"YES ({size}): it comes about after {found.turns} turns, no rule stands in the way."
        case Reply.NOT_KNOWN:
            yield f"NOT KNOWN ({size}): {found.reason or 'the time is up'}. A greater --limit may help."
        case Reply.NO:
            yield f"NO ({size}), in no play. It could come about without one of these rules:"
            yield from rules_told(inquest)
            yield from sum_of(inquest)


def rules_told(inquest: Inquest) -> Iterator[str]:
    """The rules that stand in the way, and what breaks them."""
    for rule, shown in inquest.rules.items():
        yield f"{rule} {words_of(rule)[0]}"
        for attempt in shown:
            mutant = attempt.mutant
            short = "shortest play" if attempt.is_shortest else "a play (perhaps not the shortest)"
            yield f"  If it is broken: {mutant.breaks}"
            yield f"    {mutant.file}: {_one_line(mutant.old)}  ->  {_one_line(mutant.new)}"
            yield f"    {short}: {attempt.turns} turns, in round {attempt.round}"
    if not inquest.rules:
        yield "none was found"


def _one_line(code: str) -> str:
    return " ".join(code.split())


def sum_of(inquest: Inquest) -> Iterator[str]:
    """How many broken kernels were asked, and by name those that gave no answer."""
    count = Counter(attempt.effect for attempt in inquest.seen)
    told = ", ".join(f"{count[effect]} {effect.value}" for effect in Effect if count[effect])
    yield f"{len(inquest.seen)} broken kernels asked: {told or 'none answered'}."
    if inquest.beside:
        yield f"{len(inquest.beside)} more change nothing that these games or the question use."
    if inquest.untried:
        why = "interrupted" if inquest.interrupted else f"{inquest.most_rules} rules are named; --all names every one"
        yield f"{inquest.untried} were not asked: {why}."
    for effect in (Effect.UNDECIDED, Effect.FAILED):
        for attempt in inquest.of(effect):
            yield f"  {attempt.mutant.id} {effect.value}: {attempt.reason}"


def as_json(inquest: Inquest, found: Found) -> dict[str, Any]:
    """The same for programs."""
    asked = found.asked
    head = {"question": asked.question.text, "seats": asked.seats, "rounds": asked.rounds, "reply": found.reply.value}
    if found.reply is not Reply.NO:
        return {**head, "reason": found.reason}
    return {
        **head,
        "rules": [
            {"rule": rule, "title": words_of(rule)[0], "broken": [_row(attempt) for attempt in shown]}
            for rule, shown in inquest.rules.items()
        ],
        "asked": len(inquest.seen),
        "no": len(inquest.of(Effect.NO)),
        "undecided": {a.mutant.id: a.reason for a in inquest.of(Effect.UNDECIDED)},
        "failed": {a.mutant.id: a.reason for a in inquest.of(Effect.FAILED)},
        "beside": [mutant.id for mutant in inquest.beside],
        "not asked": inquest.untried,
        "interrupted": inquest.interrupted,
    }


def _row(attempt: Attempt) -> dict[str, Any]:
    mutant = attempt.mutant
    return {
        "mutant": mutant.id,
        "breaks": mutant.breaks,
        "file": mutant.file,
        "old": mutant.old,
        "new": mutant.new,
        "turns": attempt.turns,
        "round": attempt.round,
        "shortest": attempt.is_shortest,
    }


# ---------------------------------------------------------------- the command


@click.command("why-not")
@click.argument("game", type=click.Choice([GROUND_VOCABULARY.game]))
@click.argument("question")
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), default=3, show_default=True, help="Players.")
@click.option("--rounds", type=click.IntRange(1, MOST_SEARCHED), help="Game length; by default as the rules say.")
@click.option("--ruling", "--module", "rulings", multiple=True, metavar="NAME=OPTION", help=OTHERWISE)
@click.option("--limit", type=click.FloatRange(1), default=20, show_default=True, help="Seconds for one search.")
@click.option("--all", "everything", is_flag=True, help=f"Name every rule, not only the first {MOST_RULES}.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object; progress goes to standard error.")
def why_not(
    game: str,
    question: str,
    seats: int,
    rounds: int | None,
    rulings: tuple[str, ...],
    limit: float,
    everything: bool,
    json_wanted: bool,
) -> None:
    """Name the rules that keep a table from coming about for which QUESTION holds.

    The same question is asked of kernels that are each broken on purpose in one place. A rule whose break turns the
    answer from NO to YES stands in the way. That a rule is not named does not say that it has no part in it: it may
    take two breaks, or another one than was tried.

    Ends with 0 if no rule can be missing: every broken kernel has answered, or as many rules are named as were wanted.
    Ends with 1 if the answer is YES anyway, and with 3 if something is not known.

    \b
    Examples:
      ruleproof why-not ground "denied() >= 2" --rounds 2
      ruleproof why-not ground "any(p.stress == 5 for p in players) and round == 1 and step is Step.SELECT" --seats 2
    """
    # A shell that starts a job in the background has it ignore Ctrl-C; this always ends cleanly when it is asked to.
    for request in (signal.SIGINT, signal.SIGTERM):
        signal.signal(request, signal.default_int_handler)
    checked = parsed(question, seats)
    asked = Asked(checked, seats, rounds or ROUNDS, with_switches(rulings))
    inquest = inquest_for(checked, Order(checked.text, seats, rounds, rulings, limit), everything)
    with Progress(Console(stderr=True)) as progress:
        try:
            found = ask(asked, limit, lambda said: progress("as it stands", said))
        except KeyboardInterrupt:
            click.echo("interrupted; nothing is known", err=True)
            raise SystemExit(Exit.UNDETERMINED) from None
        progress("as it stands", f"done: {found.reply.value}")
        if found.reply is Reply.NO:
            inquire(inquest, progress)
    if json_wanted:
        click.echo(json.dumps(as_json(inquest, found), indent=1))
    else:
        for line in lines_of(inquest, found):
            console().print(line, soft_wrap=True)
    raise SystemExit(inquest.code if found.reply is Reply.NO else CODES[found.reply])


def inquest_for(question: Question, order: Order, everything: bool) -> Inquest:
    """What is to be asked. Raises `SpecError` if the mutants cannot be read."""
    is_reached = is_reached_from(question)
    every = ordered(load_mutants(MUTANTS, load_rules()), question)
    within = tuple(mutant for mutant in every if is_reached(mutant))
    beside = tuple(mutant for mutant in every if mutant not in within)
    return Inquest(order, within, beside, len(every) if everything else MOST_RULES)
