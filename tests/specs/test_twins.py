"""The manifest of the TLA+ models: what the loader refuses, and that ours is complete and names what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model.engines.tlc_cfg import read_cfg
from specs.strict import SpecError
from specs.twins import GROUND, MANIFEST, NO_START, Sample, TwinModel, books, load_books, load_twins

HEAD = 'invariants = ["Safe"]\nproperties = ["Moves"]\n'
START = """[model.start]
N = 2
StartStress = [2, 3]
StartMarker = ["OFF", "DENY"]
StartRound = 4
LastRound = 4
StartLead = 1
Problems = [["Repair", 3, true]]
StartHand = [[0, 0, 0, 0], [0, 1, 0, 0]]
StartDeck = [0, 0, 0, 1]
"""
EXHAUSTED = f"""[[model]]
name = "One"
about = "A world."
world = "small"
verdict = "EXHAUSTED"
generated = 25
distinct = 20
depth = 18
silent = ["SolveClaims"]
rules = ["GR-R02"]
mutants = [{{ replace = "Clamp", by = "Unclamped", claim = "Safe", depth = 3 }}]
{START}
[model.layers]
r4 = [[1, 1], [1, 1], [1, 1], [1, 1], [1, 1], [1, 1], [1, 1], [1, 1], [1]]
over = 3
"""
SAMPLED = f"""[[model]]
name = "Two"
about = "A game."
verdict = "SAMPLED"
generated = 7
sample = {{ seed = 0, traces = 2, depth = 5 }}
rules = ["GR-R02"]
{START}"""
REFUTED = f"""[[model]]
name = "Three"
about = "A fault."
verdict = "REFUTED"
claim = "Moves"
depth = 4
rules = ["GR-R02"]
{START}"""
GOOD = HEAD + EXHAUSTED + SAMPLED + REFUTED


def _load(folder: Path, text: str) -> tuple[TwinModel, ...]:
    for name in ("One", "Two", "Three"):
        for kind in ("tla", "cfg"):
            (folder / f"{name}.{kind}").touch()
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return load_twins(folder)


def _line(text: str, wanted: str) -> int:
    return text[: text.index(wanted)].count("\n") + 1


def test_a_good_manifest_is_read_in_order(tmp_path: Path) -> None:
    exhausted, sampled, refuted = _load(tmp_path, GOOD)
    assert [model.mode for model in (exhausted, sampled, refuted)] == ["exhaust", "simulate", "broken"]
    assert exhausted.module == tmp_path / "One.tla"
    assert exhausted.cfg == tmp_path / "One.cfg"
    assert (exhausted.generated, exhausted.distinct, exhausted.depth) == (25, 20, 18)
    assert exhausted.layers[4, "SELECT", 1] == exhausted.layers[4, "END", 0] == 1
    assert list(exhausted.layers.items())[-1] == ((4, "OVER", 0), 3)
    assert len(exhausted.layers) == 18
    assert exhausted.silent == {"SolveClaims"}
    assert exhausted.start.problems == (("Repair", 3, True),)
    assert exhausted.start.hands == ((0, 0, 0, 0), (0, 1, 0, 0))
    assert (exhausted.start.seats, exhausted.start.lead, exhausted.start.markers) == (2, 1, ("OFF", "DENY"))
    assert [(mutant.replace, mutant.by, mutant.claim, mutant.depth) for mutant in exhausted.mutants] == [
        ("Clamp", "Unclamped", "Safe", 3)
    ]
    assert (sampled.sample, sampled.world, sampled.distinct) == (Sample(0, 2, 5), "", None)
    assert (refuted.claim, refuted.depth, refuted.layers) == ("Moves", 4, {})
    assert refuted.claims == ("Safe", "Moves")
    assert sampled.place.line == _line(GOOD, SAMPLED)


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("about =", "abuot =", "abuot =", "unknown key 'abuot', did you mean 'about'?"),
        ('name = "One"', 'name = "Two"', 'name = "Two"\nabout = "A game."', "the model stands already at"),
        ('name = "One"', 'name = "Four"', 'name = "Four"', "there is no Four.tla beside the manifest"),
        ('world = "small"\n', "", "[[model]]", "missing key 'world'"),
        ('"EXHAUSTED"', '"PROVED"', 'verdict = "PROVED"', "unknown verdict 'PROVED'"),
        ("distinct = 20", "distinct = true", "distinct = true", "'distinct' must be a whole number"),
        ("distinct = 20", "distinct = 21", "[model.layers]", "'layers' add up to 20, but 'distinct' is 21"),
        ("over = 3", "over = 4", "[model.layers]", "'layers' add up to 21, but 'distinct' is 20"),
        ("over = 3\n", "", "[model.layers]", "missing key 'over'"),
        ("r4 =", "r5 =", "[model.layers]", "missing key 'r4'"),
        (", [1]]", "]", "r4 =", "'r4' must have 2 counts for each step, and one for END"),
        ("[[1, 1], [1, 1], [1, 1],", "[[1, 1, 1], [1], [1, 1],", "r4 =", "'r4' must have 2 counts for each step"),
        ("[[1, 1], [1, 1], [1, 1],", "[[1, -1], [1, 1], [1, 1],", "r4 =", "'r4' must be a list of lists of counts"),
        ('["GR-R02"]', '["GR-R99"]', 'rules = ["GR-R99"]', "'rules' names an unknown rule 'GR-R99', did you mean"),
        ('claim = "Moves"', 'claim = "Move"', 'claim = "Move"', "unknown claim 'Move', did you mean 'Moves'?"),
        ('claim = "Safe", depth = 3', 'claim = "Save", depth = 3', "mutants =", "unknown claim 'Save'"),
        ("depth = 3 }", "depth = 3, width = 1 }", "mutants =", "mutants Unclamped: unknown key 'width'"),
        ('claim = "Moves"\n', "", '[[model]]\nname = "Three"', "missing key 'claim'"),
        ("seed = 0", "seed = -1", "sample =", "'seed' must be at least 0, not -1"),
        ("N = 2", "N = 7", "N = 7", "'N' must be a whole number from 2 to 6, not 7"),
        ("LastRound = 4", "LastRound = 3", "LastRound = 3", "'LastRound' must be a whole number from 4"),
        ("StartLead = 1", "StartLead = 2", "StartLead = 2", "'StartLead' must be a whole number from 0 to 1, not 2"),
        ("[2, 3]", "[2, 3, 4]", "StartStress =", "'StartStress' must have 2 entries, not 3"),
        ("[2, 3]", "[]", "StartStress =", "'StartStress' must have 2 entries, not 0"),
        ("[2, 3]", "[2, true]", "StartStress =", "'StartStress' must be a list of whole numbers from 0"),
        ('"DENY"', '"DENIED"', "StartMarker =", "'StartMarker' must be a list of words among OFF, DENY"),
        ('"Repair"', '"REPAIR"', "Problems =", "'Problems' must be a list of [suit, value, face up]"),
        ("3, true", "3, 1", "Problems =", "'Problems' must be a list of [suit, value, face up]"),
        ("[0, 0, 0, 0], [0", "[0, 0, 0], [0", "StartHand =", "'StartHand' must be a list of lists of four counts"),
        ("StartDeck = [0, 0, 0, 1]\n", "", "[model.start]", "missing key 'StartDeck'"),
        ('["SolveClaims"]', "[]", "silent =", "'silent' is empty"),
        ('["Safe"]', '["Safe", "Safe"]', "invariants =", "'invariants' names something twice"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(tmp_path: Path, old: str, new: str, at: str, says: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(SpecError) as caught:
        _load(tmp_path, text)
    wanted = f"{MANIFEST}:{_line(text, at)}: "
    assert any(message.startswith(wanted) and says in message for message in caught.value.messages), str(caught.value)


def test_a_key_of_another_mode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="unknown key 'world'"):
        _load(tmp_path, GOOD.replace('verdict = "SAMPLED"', 'verdict = "SAMPLED"\nworld = "small"'))


def test_every_complaint_is_shown_at_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        _load(tmp_path, GOOD.replace("[2, 3]", "[2]").replace('"GR-R02"', '"GR-R00"'))
    assert len(caught.value.messages) == 6


# ---------------------------------------------------------------- ours


@pytest.fixture(scope="module")
def models() -> tuple[TwinModel, ...]:
    return load_twins()


def test_every_module_with_a_configuration_stands_in_the_manifest(models: tuple[TwinModel, ...]) -> None:
    assert {model.cfg for model in models} == set(GROUND.glob("*.cfg"))
    assert [model.mode for model in models].count("exhaust") == 5


def test_configurations_ask_for_every_claim_and_give_the_constants(models: tuple[TwinModel, ...]) -> None:
    for model in models:
        sections = read_cfg(model.cfg.read_text(encoding="utf-8"))
        assert (*sections["INVARIANT"], *sections["PROPERTY"]) == model.claims, model.name
        given = " ".join(sections["CONSTANT"])
        start = model.start
        for name, value in (("N", start.seats), ("StartRound", start.first_round), ("LastRound", start.last_round)):
            assert re.search(rf"\b{name} = {value}\b", given), (model.name, name)
        assert f"StartLead = {start.lead}" in given, model.name


def test_every_claim_has_something_that_breaks_it(models: tuple[TwinModel, ...]) -> None:
    broken = [model.claim for model in models if model.claim]
    mutated = [mutant.claim for model in models for mutant in model.mutants]
    assert sorted(broken + mutated) == sorted(models[0].claims)


def test_every_mutant_is_used_and_replaces_what_the_game_defines(models: tuple[TwinModel, ...]) -> None:
    defined = re.compile(r"^(\w+)(?:\(.*?\))?\s*==", re.MULTILINE)
    game = set(defined.findall((GROUND / "Ground.tla").read_text(encoding="utf-8")))
    mutants = [mutant for model in models for mutant in model.mutants]
    written = defined.findall((GROUND / "GroundMutants.tla").read_text(encoding="utf-8"))
    assert sorted(mutant.by for mutant in mutants) == sorted(written)
    assert {mutant.replace for mutant in mutants} <= game


def test_the_readme_names_every_model(models: tuple[TwinModel, ...]) -> None:
    text = (GROUND / "README.md").read_text(encoding="utf-8")
    assert [model.name for model in models if f"| `{model.name}` |" not in text] == []
    assert [line for line in text.splitlines() if len(line) > 120] == []


# ---------------------------------------------------------------- other books

BOOK = """invariants = ["Safe"]
properties = ["Ends"]

[[model]]
name = "One"
about = "A world."
world = "save-two"
verdict = "EXHAUSTED"
generated = 25
distinct = 20
depth = 18
rules = ["AG-SAV-5-02"]
claims = ["Safe"]
mutants = [{ replace = "Clamp", by = "Unclamped", claim = "Ends", depth = 3 }]

[model.constants]
Clients = 2
Growth = true
Company = "Pair"

[model.layers]
open = 12
closed = 8
"""
CFG = "SPECIFICATION Spec\nCONSTANTS\n    Clients = 2\n    Growth = TRUE\n    Company <- Pair\nINVARIANT Safe\n"


def _book(folder: Path, text: str, cfg: str = CFG) -> tuple[TwinModel, ...]:
    (folder / "One.tla").touch()
    (folder / "One.cfg").write_text(cfg, encoding="utf-8")
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return load_twins(folder)


def test_another_book_gives_its_constants_as_its_configurations_do(tmp_path: Path) -> None:
    (model,) = _book(tmp_path, BOOK)
    assert model.constants == {"Clients": "2", "Growth": "TRUE", "Company": "Pair"}
    assert (model.world, model.claims, model.start, model.layers) == ("save-two", ("Safe",), NO_START, {})
    assert model.places == {"open": 12, "closed": 8}
    (alone,) = _book(tmp_path, BOOK.replace('world = "save-two"\n', "").partition("[model.layers]")[0])
    assert (alone.world, alone.places) == ("", {})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Clients = 2", "Clients = 3", "One.cfg does not give 'Clients' the value 3"),
        ("Growth = true", "Growth = false", "One.cfg does not give 'Growth' the value FALSE"),
        ('Company = "Pair"', 'Company = "Pairs"', "One.cfg does not give 'Company' the value Pairs"),
        ("Clients = 2", "Clients = [2]", "'Clients' must be a number, a truth value or a text"),
        ("closed = 8", "closed = 9", "'layers' add up to 21, but 'distinct' is 20"),
        ('claims = ["Safe"]', 'claims = ["Save"]', "'claims' names an unknown claim 'Save', did you mean 'Safe'?"),
        ('"save-two"', '"Save"', "'world' is malformed"),
    ],
)
def test_what_is_wrong_in_another_book_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in BOOK
    with pytest.raises(SpecError, match=re.escape(says)):
        _book(tmp_path, BOOK.replace(old, new, 1))


def test_books_are_gathered_and_have_names_of_their_own(tmp_path: Path) -> None:
    for name in ("a", "b/c"):
        (tmp_path / name).mkdir(parents=True)
        _book(tmp_path / name, BOOK)
    assert books(tmp_path) == (tmp_path / "a", tmp_path / "b" / "c")
    with pytest.raises(SpecError, match="two TLA") as caught:
        load_books(tmp_path)
    assert [message.rpartition(" the ")[2] for message in caught.value.messages] == ["model 'One'", "world 'save-two'"]


def test_all_our_books_load_together() -> None:
    ours = load_books()
    assert {model.cfg.parent for model in ours} == set(books())
    assert {model.name for model in load_twins()} < {model.name for model in ours}
