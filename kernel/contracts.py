"""Contracts that cite the rule they guard.

They are on, whatever flags the interpreter runs with. A check runs with them on throughout, for they cost little beside
the play itself (see the figures). Whoever needs the rest may start a process with `RULEPROOF_CONTRACTS=off` and has to
say so beside what comes out; `check` and `replay` refuse to run that way.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import icontract

#: Are contracts checked in this process? Decided once, when the process starts.
ENABLED = os.environ.get("RULEPROOF_CONTRACTS", "on") != "off"

ContractBroken = icontract.ViolationError


def cited(error: BaseException | None) -> str:
    """What a broken contract says of its rule, without place and values; the whole text of any other error."""
    found = re.search(r"^(?:GR|U|H|DEAL|AG)[-.0-9A-Z]*: [^\n]*?(?=: |$)", str(error), re.MULTILINE)
    return found[0] if found else str(error)


def require(condition: Callable[..., Any], rule: str) -> icontract.require:
    """What must hold before a call; `rule` cites the rule ID and says it in words."""
    return icontract.require(condition, rule, enabled=ENABLED)


def ensure(condition: Callable[..., Any], rule: str) -> icontract.ensure:
    """What a call guarantees; the condition may name the call's arguments and `result`."""
    return icontract.ensure(condition, rule, enabled=ENABLED)
