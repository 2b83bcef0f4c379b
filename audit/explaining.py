"""Why some choices of a turn of GROUND are offered and others are not, in the catalogue's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from audit.acting import acting_rules
from audit.words import describe_choice
from kernel.ground import resolve
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import Rulings
from kernel.ground.state import Action, Choice, Draw, Relation, Selection, Stage, State, seat_of_turn
from specs.load import Catalogue, Finding, load_findings, load_rules
from specs.strict import fold

#: Refusals of ill-formed choices: they say nothing about the table.
_FORM = frozenset(
    {
        Refusal.WRONG_STEP,
        Refusal.NOT_ASKED,
        Refusal.STRAY_TARGET,
        Refusal.OTHER_PLAYER,
        Refusal.GROUND_MODE,
        Refusal.EXTRA_TARGET,
        Refusal.BOND_ANSWER,
        Refusal.RIVALRY_ANSWER,
        Refusal.PROTECTION_ANSWER,
        Refusal.DRAWN_SUIT,
    }
)
_SUPPORTS = {Relation.NONE: "GR-A03", Relation.BOND: "GR-A04", Relation.RIVALRY: "GR-A05"}
_ATTACKS = {Relation.NONE: "GR-A06", Relation.BOND: "GR-A07", Relation.RIVALRY: "GR-A08"}


def explanation(state: State, heads: Iterable[Choice], rulings: Rulings) -> Iterator[str]:
    """The rules behind these choices of the due turn, each with what it says.

    A choice may be given in part, as its first decider makes it.
    """
    for rule in dict.fromkeys(rule for head in heads for rule in rules_behind(state, head, rulings)):
        yield f"{rule} {': '.join(filter(None, words_of(rule)))}"


def words_of(rule: str) -> tuple[str, str]:
    """A rule's title and what it says, or what a finding asks; neither is quoted from the rule book."""
    catalogue, findings = written()
    if rule in catalogue:
        return catalogue[rule].title, fold(catalogue[rule].says)
    return "(open question)", fold(findings[rule].question) if rule in findings else ""


def not_offered(state: State, rulings: Rulings) -> Iterator[str]:
    """Why other choices of the due turn are refused, with an example for each reason."""
    refused: dict[Refusal, Choice] = {}
    for choice in resolve.candidates(state, rulings):
        refused[resolve.refusal_of(state, choice, rulings)] = choice
    for refusal, choice in refused.items():
        if refusal is not Refusal.NONE and refusal not in _FORM:
            yield f"Not offered, by {refusal.rule}: {refusal.reason}. Example: {describe_choice(state, choice)}."


@cache
def written() -> tuple[Catalogue, Mapping[str, Finding]]:
    """The rule catalogue and the findings, read once."""
    catalogue = load_rules()
    return catalogue, load_findings(catalogue)


def rules_behind(state: State, head: Choice, rulings: Rulings) -> tuple[str, ...]:
    """The rules that allow a choice and those that say what it does."""
    choice = next(choice for choice in resolve.offered(state, rulings) if _begins(head, choice))
    rules = acting_rules(state, choice, resolve.play(state, choice, rulings), rulings)
    if not isinstance(choice, Selection):
        return rules
    at_once = tuple(rule for rule in rules if rule != "GR-R04")
    return (*at_once, _effect_of(state, choice))


def _begins(head: Choice, choice: Choice) -> bool:
    """Is `head` this choice, or the part of it that is decided first?"""
    if isinstance(choice, Draw):
        return head in (choice, Draw(problem=choice.problem))
    return head == choice or (isinstance(choice, Stage) and head == Stage(choice.problem, choice.target))


def _effect_of(state: State, choice: Selection) -> str:
    """The rule of the Action, through the relation that holds now."""
    seat = seat_of_turn(state)
    match choice.action:
        case Action.SUPPORT:
            return _SUPPORTS[state.relations[seat][choice.target]]
        case Action.ATTACK:
            return _ATTACKS[state.relations[seat][choice.target]]
        case Action.SOLVE:
            return "GR-A02"
        case Action.INVESTIGATE:
            return "GR-A01"
        case _:
            return "GR-R05"
