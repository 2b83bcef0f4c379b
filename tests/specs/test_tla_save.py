"""The TLA+ reading of the save contract: what its manifests promise, and that each claim falls by what breaks it.

Whether every model is what its manifest says is asked by `ruleproof check`; here two stand for all.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model.engines.tlc import Tools, find_tools, run_tlc
from model.engines.tlc_cfg import read_cfg
from model.verdict import Verdict
from specs.twins import TLA, Mutant, TwinModel, load_twins

SAVE = TLA / "save"
BOOKS = {book: load_twins(SAVE / book.lower()) for book in ("Commit", "Creation", "Recovery", "Cloud")}
MODELS = {model.name: model for models in BOOKS.values() for model in models}
MUTANTS = {f"{model.name}-{mutant.by}": (model, mutant) for model in MODELS.values() for mutant in model.mutants}
#: Mutants that every run shows within seconds: one of a claim about states, one of a claim about whole behaviours.
QUICK = {"CommitSmall-SpendsWhilePending", "CommitSmall-RestartsSettled"}
#: Short runs are over before Java's second compiler has paid for itself.
JAVA = "-XX:TieredStopAtLevel=1"
#: At most so many distinct states: a world that grows beyond it is too large for a check.
MOST_STATES = 30_000

DEFINED = re.compile(r"^(\w+)(?:\([^=]*?\))?\s*==", re.MULTILINE)


def book_of(model: TwinModel) -> str:
    return next(book for book, models in BOOKS.items() if model in models)


@pytest.fixture(scope="module")
def tools() -> Tools:
    return find_tools()


@pytest.fixture(autouse=True)
def quick_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", JAVA)


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("book", BOOKS)
def test_every_configuration_stands_in_the_manifest(book: str) -> None:
    assert {model.cfg for model in BOOKS[book]} == set((SAVE / book.lower()).glob("*.cfg"))


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_a_configuration_asks_for_the_claims_and_gives_the_constants_of_its_model(model: TwinModel) -> None:
    sections = read_cfg(model.cfg.read_text(encoding="utf-8"))
    asked = (*sections.get("INVARIANT", ()), *sections.get("PROPERTY", ()))
    assert asked == ((model.claim,) if model.claim else model.claims)
    given = set(re.findall(r"(\w+) (?:=|<-) ", model.cfg.read_text(encoding="utf-8")))
    assert given == set(model.constants)
    assert (model.distinct or 0) <= MOST_STATES


@pytest.mark.parametrize("book", BOOKS)
def test_every_claim_is_asked_somewhere_and_has_something_that_breaks_it(book: str) -> None:
    models = BOOKS[book]
    every = {claim for model in models for claim in model.claims}
    asked = {claim for model in models if model.verdict == "EXHAUSTED" for claim in model.claims}
    broken = {model.claim for model in models if model.claim}
    assert asked == every
    assert broken | {mutant.claim for model in models for mutant in model.mutants} == every


@pytest.mark.parametrize("book", BOOKS)
def test_every_mutant_is_used_once_and_replaces_what_the_module_defines(book: str) -> None:
    folder = SAVE / book.lower()
    used = [mutant for model in BOOKS[book] for mutant in model.mutants]
    written = DEFINED.findall((folder / f"{book}Mutants.tla").read_text(encoding="utf-8"))
    assert sorted(mutant.by for mutant in used) == sorted(written)
    assert {mutant.replace for mutant in used} <= set(DEFINED.findall((folder / f"{book}.tla").read_text("utf-8")))


def test_the_page_names_every_model() -> None:
    text = (TLA.parents[1] / "docs" / "save-tla.md").read_text(encoding="utf-8")
    assert [name for name in MODELS if f"`{name}`" not in text] == []


# ---------------------------------------------------------------- what TLC says


@pytest.mark.parametrize("name", ["CommitSmall", "CommitBroken"])
def test_tlc_finds_what_the_manifest_says(name: str, tools: Tools) -> None:
    model = MODELS[name]
    result = run_tlc(model.module, model.cfg, may_not_fire=model.silent, tools=tools)
    assert result.verdict is Verdict(model.verdict), result.reason
    assert result.restrictions == ()
    if result.violation is None:
        assert (result.generated, result.distinct, result.depth) == (model.generated, model.distinct, model.depth)
    else:
        assert (result.violation.name, len(result.trace), result.shortest) == (model.claim, model.depth, True)


@pytest.mark.parametrize(
    ("model", "mutant"),
    [pytest.param(*row, id=name, marks=() if name in QUICK else pytest.mark.slow) for name, row in MUTANTS.items()],
)
def test_a_mutant_falls_by_its_claim(model: TwinModel, mutant: Mutant, tools: Tools, tmp_path: Path) -> None:
    book = book_of(model)
    text = model.cfg.read_text(encoding="utf-8")
    constants = text.partition("INVARIANTS")[0].partition("PROPERTIES")[0]
    is_invariant = any(mutant.claim in read_cfg(m.cfg.read_text("utf-8")).get("INVARIANT", ()) for m in BOOKS[book])
    kind = "INVARIANT" if is_invariant else "PROPERTY"
    cfg = tmp_path / "run.cfg"
    cfg.write_text(f"{constants}    {mutant.replace} <- {mutant.by}\n{kind} {mutant.claim}\n", encoding="utf-8")
    result = run_tlc(model.module.parent / f"{book}Mutants.tla", cfg, coverage=False, tools=tools)
    assert (result.verdict, result.violation and result.violation.name) == (Verdict.REFUTED, mutant.claim)
    assert len(result.trace) == mutant.depth
