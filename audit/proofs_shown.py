"""Proofs by induction as `ruleproof why` shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from audit.invariant import print_parts
from audit.ledger import Evidence
from audit.proving import counterexample_in
from audit.show import print_table
from audit.words import describe_choice
from kernel.ground.rulings import modules_of
from properties.ground.invariant import INVARIANT
from properties.ground.proofs import SETTINGS, parts_of

#: The bound that holds a counterexample as JSON.
COUNTEREXAMPLE = "counterexample"


def seats_said(counts: Iterable[int]) -> str:
    """Seat counts in short: "2-6 seats", "2, 4 seats"."""
    seats = sorted(counts)
    if len(seats) > 2 and seats == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]} seats"
    return f"{', '.join(map(str, seats))} seats"


def proofs_table(proofs: Sequence[Evidence], words: Mapping[str, str]) -> Table:
    """One row for each claim and verdict: at which sizes, for games of which length, agreed by whom."""
    table = Table(box=None, pad_edge=False)
    for heading in ("verdict", "at", "what", "rounds", "agreed by"):
        table.add_column(heading, overflow="fold")
    rows: dict[tuple[str, str, str, str, tuple[str, ...]], list[Evidence]] = {}
    for each in proofs:
        said = each.verdict.value if each.is_expected else f"{each.verdict.value}, expected {each.expected.value}"
        what = words.get(each.claim, each.claim)
        if each.verdict is not each.expected or said == "VACUOUS":
            what = f"{what} ({each.reason})"
        modules = modules_of(SETTINGS[each.world].rulings)
        key = (each.claim, said, what, str(each.bounds.get("rounds", "")), modules)
        rows.setdefault(key, []).append(each)
    for (_, said, what, rounds, modules), group in rows.items():
        style = "green" if group[0].is_expected else "red"
        seats = ", ".join([seats_said(SETTINGS[each.world].seats for each in group), *modules])
        solvers = {name for each in group for name in str(each.bounds.get("solvers", "")).split(", ") if name}
        table.add_row(f"[{style}]{said}[/]", seats, escape(what), rounds, ", ".join(sorted(solvers)))
    return table


def print_proofs(
    console: Console, proofs: Sequence[Evidence], words: Mapping[str, str], *, with_invariant: bool
) -> None:
    """The proofs of a rule, the invariants that they rest on, and whatever table speaks against one."""
    if not proofs:
        return
    console.print("\n[bold]proofs by induction[/]")
    console.print(proofs_table(proofs, words))
    parts = parts_of(INVARIANT)
    console.print(f"over the invariant, {len(parts)} parts:", highlight=False)
    if with_invariant:
        print_parts(console, parts)
    else:
        names = ", ".join(name.replace("_", " ") for name, _ in parts)
        console.print(f"  {names}", markup=False, highlight=False)
    for text, claims in counterexamples(proofs).items():
        print_counterexample(console, text, claims)


def counterexamples(proofs: Iterable[Evidence]) -> dict[str, list[str]]:
    """Each table that speaks against something, with the claims that it speaks against."""
    found: dict[str, list[str]] = {}
    for each in proofs:
        if COUNTEREXAMPLE in each.bounds:
            found.setdefault(str(each.bounds[COUNTEREXAMPLE]), []).append(f"{each.claim} at {each.world}")
    return found


def print_counterexample(console: Console, text: str, claims: Sequence[str]) -> None:
    """A table of the invariant, and the choice made at it."""
    state, choice = counterexample_in(text)
    console.print(f"\n[bold]against {escape('; '.join(claims))}[/]", soft_wrap=True)
    console.print("a table of the invariant that speaks against it; no play is known to reach it")
    print_table(console, state)
    if choice is not None:
        console.print(f"then: {describe_choice(state, choice)}", markup=False, highlight=False)
