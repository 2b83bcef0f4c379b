"""Contracts that cite the rule they guard.

They are on, whatever flags the interpreter runs with. A search engine that visits millions of states may start
its own process with `RULEPROOF_CONTRACTS=off`; it says so beside its verdict, and whatever it finds is replayed
with contracts on.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import icontract

#: Are contracts checked in this process? Decided once, when the process starts.
ENABLED = os.environ.get("RULEPROOF_CONTRACTS", "on") != "off"

ContractBroken = icontract.ViolationError


def require(condition: Callable[..., Any], rule: str) -> icontract.require:
    """What must hold before a call; `rule` cites the rule ID and says it in words."""
    return icontract.require(condition, rule, enabled=ENABLED)


def ensure(condition: Callable[..., Any], rule: str) -> icontract.ensure:
    """What a call guarantees; the condition may name the call's arguments and `result`."""
    return icontract.ensure(condition, rule, enabled=ENABLED)
