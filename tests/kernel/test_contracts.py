"""Contracts cite the rule they guard, and break when a caller or a helper gets it wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.ground import actions, darvo, problems, relations, resolve, stages, tokens
from kernel.ground.rulings import STANDING
from kernel.ground.state import (
    PASS,
    Action,
    Freedom,
    Marker,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    Token,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import problem, table

ZERO, ONE = Seat(0), Seat(1)
SURFACE, HIDDEN = ProblemIndex(0), ProblemIndex(1)
STATE = table(
    stress=(2, 2),
    problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1)),
    hands=((1, 0, 0, 0), (1, 0, 0, 0)),
    deck=(0, 1, 0, 0),
)
TRIO = table(
    (2, 2, 2, 2), (), ((0, 0, 0, 0),) * 4, (0, 0, 0, 0), relations=((0, 1, Relation.BOND), (0, 2, Relation.BOND))
)
SPENT = with_player(STATE, ZERO, freedom=Freedom.SPENT)
CLAIMED = with_problem(STATE, SURFACE, claimed_by=ONE)
FOCUS = with_player(STATE, ZERO, token=Token.FOCUS, token_at=ONE)
BLAME = with_player(STATE, ONE, token=Token.BLAME, token_at=ZERO)

#: The rule, a call that breaks its contract, and one that keeps it.
CALLS: list[tuple[str, Callable[[], State], Callable[[], State]]] = [
    ("GR-P02", lambda: problems.reveal(STATE, SURFACE), lambda: problems.reveal(STATE, HIDDEN)),
    ("GR-D03", lambda: problems.deny(STATE, HIDDEN), lambda: problems.deny(STATE, SURFACE)),
    ("GR-D03", lambda: problems.deny(CLAIMED, SURFACE), lambda: problems.deny(STATE, SURFACE)),
    (
        "GR-A11",
        lambda: problems.restore(STATE, SURFACE),
        lambda: problems.restore(problems.deny(STATE, SURFACE), SURFACE),
    ),
    ("GR-P01", lambda: problems.claim(STATE, ZERO, HIDDEN), lambda: problems.claim(STATE, ZERO, SURFACE)),
    ("GR-P03", lambda: problems.claim(CLAIMED, ZERO, SURFACE), lambda: problems.claim(STATE, ZERO, SURFACE)),
    (
        "GR-A02",
        lambda: problems.discard(STATE, ZERO, Suit.CHANGE),
        lambda: problems.discard(STATE, ZERO, Suit.CLARIFY),
    ),
    (
        "GR-A01",
        lambda: problems.draw(STATE, ZERO, Suit.CHANGE, STANDING),
        lambda: problems.draw(STATE, ZERO, Suit.REPAIR, STANDING),
    ),
    ("GR-F03", lambda: tokens.spend_freedom(SPENT, ZERO), lambda: tokens.spend_freedom(STATE, ZERO)),
    (
        "GR-T01",
        lambda: tokens.spend_protection(STATE, ZERO),
        lambda: tokens.spend_protection(with_player(STATE, ZERO, protection=1), ZERO),
    ),
    ("GR-T03", lambda: tokens.place_focus(FOCUS, ZERO, ONE), lambda: tokens.place_focus(STATE, ZERO, ONE)),
    ("GR-D04", lambda: tokens.place_focus(STATE, ZERO, ZERO), lambda: tokens.place_focus(STATE, ZERO, ONE)),
    ("GR-D05", lambda: tokens.flip_to_blame(STATE, ZERO), lambda: tokens.flip_to_blame(FOCUS, ZERO)),
    ("GR-A12", lambda: tokens.remove_blame(STATE, ZERO, ONE), lambda: tokens.remove_blame(BLAME, ZERO, ONE)),
    (
        "GR-O05",
        lambda: relations.set_relation(STATE, ZERO, ZERO, Relation.BOND),
        lambda: relations.set_relation(STATE, ZERO, ONE, Relation.BOND),
    ),
    (
        "GR-L01",
        lambda: relations.set_relation(TRIO, ZERO, Seat(3), Relation.BOND),
        lambda: relations.set_relation(TRIO, ONE, Seat(3), Relation.BOND),
    ),
    (
        "GR-D02",
        lambda: darvo.move_marker(STATE, ZERO, Marker.ATTACK),
        lambda: darvo.move_marker(STATE, ZERO, Marker.DENY),
    ),
    (
        "GR-D05",
        lambda: stages.take_reverse(with_player(STATE, ZERO, marker=Marker.REVERSE), ZERO, STANDING),
        lambda: stages.take_reverse(with_player(FOCUS, ZERO, marker=Marker.REVERSE), ZERO, STANDING),
    ),
]


@pytest.mark.parametrize(("rule", "broken", "kept"), CALLS, ids=[f"{rule}-{i}" for i, (rule, *_) in enumerate(CALLS)])
def test_a_contract_breaks_and_cites_its_rule(
    rule: str, broken: Callable[[], State], kept: Callable[[], State]
) -> None:
    with pytest.raises(ContractBroken, match=f"{rule}: "):
        broken()
    assert isinstance(kept(), State)


def wrong_helper(state: State, *rest: object) -> State:
    return with_problem(state, SURFACE, claimed_by=ZERO)


@pytest.mark.parametrize(
    ("module", "name", "wrong", "call", "rule"),
    [
        (tokens, "clamp", lambda stress: stress, lambda: tokens.add_stress(STATE, ZERO, 9, STANDING), "GR-F01"),
        (
            tokens,
            "clamp",
            lambda stress: stress + 9,
            lambda: resolve.end_round(replace(STATE, step=Step.END), STANDING),
            "GR-R08",
        ),
        (
            actions,
            "use_up_cancelling",
            lambda state, *rest: with_player(state, ONE, stress=5, protection=0),
            lambda: actions.attack(with_player(STATE, ONE, protection=1), ZERO, ONE, Reply.SILENT, STANDING),
            "GR-A09",
        ),
        (
            resolve,
            "to_next_turn",
            wrong_helper,
            lambda: resolve.advance(
                with_memory(replace(CLAIMED, step=Step.GROUND), selections=(Selection(Action.ATTACK, target=ONE),) * 2),
                PASS,
                STANDING,
            ),
            "GR-P03",
        ),
    ],
)
def test_a_postcondition_catches_a_wrong_helper(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    name: str,
    wrong: Callable[..., object],
    call: Callable[[], object],
    rule: str,
) -> None:
    call()
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(ContractBroken, match=f"{rule}: "):
        call()


@pytest.mark.parametrize(
    ("flags", "setting", "broken"),
    [([], "on", True), (["-O"], "on", True), ([], "off", False)],
    ids=["plain", "with -O", "switched off"],
)
def test_contracts_survive_flags_and_stop_only_when_told_to(flags: list[str], setting: str, broken: bool) -> None:
    script = (
        "from kernel.contracts import ContractBroken\n"
        "from kernel.ground import tokens\n"
        "from model.ground import table\n"
        "try:\n"
        "    tokens.spend_protection(table((2, 2), (), ((0, 0, 0, 0),) * 2, (0, 0, 0, 0)), 0)\n"
        "except ContractBroken:\n"
        "    raise SystemExit(9)\n"
    )
    command = [sys.executable, *flags, "-c", script]
    done = subprocess.run(command, env={**os.environ, "RULEPROOF_CONTRACTS": setting}, check=False)
    assert done.returncode == (9 if broken else 0)
