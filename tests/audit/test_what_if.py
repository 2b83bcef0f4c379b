"""`what-if` and `flips`: outcomes, files, and switches that cannot be set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from audit.flips import alternatives, by_claim, claims_text, flips, outcome_text, singles
from audit.replaying import read_trace
from audit.side_by_side import differences, rows_of, trace_of
from audit.switches import items, with_switches
from audit.what_if import Told, find, what_if
from audit.what_if import Wanted as Wanted
from kernel.ground.rulings import STANDING, DoubleTrigger, RejectedReverse, Rulings
from model.engines.pairs import Sign
from model.ground_readings import Compared, Comparison, Outcome
from model.ground_worlds import WORLDS
from model.trace import replay
from model.verdict import Exit, Verdict
from properties.flips import Decided, Explored, Flip, Reproved, worlds_of


def asked(*words: str, command: Any = what_if) -> Result:
    return CliRunner().invoke(command, ["ground", *words], terminal_width=200)


# ---------------------------------------------------------------- switches


def test_switches_go_by_code_field_and_any_case() -> None:
    for word in ("U5=NOTHING", "u5=nothing", "u5_rejected_reverse=Nothing"):
        assert with_switches((word,)).u5_rejected_reverse is RejectedReverse.NOTHING
    assert with_switches(("f-001=new-target",)).stale_investigate.name == "NEW_TARGET"
    assert with_switches(("U10=6", "U9=FIRST_IN_LEAD_ORDER")) == Rulings(
        u10_hand_limit=6, u9_double_trigger=DoubleTrigger.FIRST_IN_LEAD_ORDER
    )
    assert with_switches(()) == STANDING


def test_every_field_has_a_name_of_its_own_and_words() -> None:
    every = items()
    assert len({item.name for item in every}) == len(every) == len(Rulings.__dataclass_fields__)
    assert all(item.asks and len(list(item.lines())) > 1 for item in every)
    assert [item.name for item in every][:10] == [f"U{number}" for number in range(1, 11)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("U55=NOTHING",), ("there is no question 'U55', did you mean 'u5'?", "F-001 (stale_investigate)")),
        (("U5=NOTHNG",), ("U5 has no option 'NOTHNG', did you mean 'NOTHING'?", "CALMS (in force): Stress -2")),
        (("U5",), ("it is ITEM=OPTION, as in U5=",)),
        (("U10=many",), ("U10 takes a number from 0 to 24, not 'many'",)),
        (("U10=25",), ("U10 takes a number from 0 to 24",)),
        (("U10=-1",), ("U10 takes a number from 0 to 24",)),
        (("U5=NOTHING", "u5=CALMS"), ("U5 is answered twice",)),
        ((), ("The known ones are", "U1 (u1_bond_acceptance)")),
        (("U5=NOTHING", "--module", "U5=CALMS_AND_PROTECTS", "--module", "U5=CALMS"), ("U5 is answered twice",)),
        (("U5=NOTHING", "--rounds", "9"), ("9",)),
    ],
)
def test_what_cannot_be_set_is_a_usage_error(words: tuple[str, ...], said: tuple[str, ...]) -> None:
    result = asked(*words)
    assert result.exit_code == Exit.USAGE
    for part in said:
        assert part in result.output


# ---------------------------------------------------------------- what-if


@pytest.mark.parametrize(
    ("word", "said"),
    [("U7=NONE", "U7 has one option only, NONE"), ("U5=CALMS", "U5=CALMS is in force already")],
)
def test_what_is_no_other_reading_needs_no_search(word: str, said: str) -> None:
    result = asked(word)
    assert result.exit_code == Exit.AS_EXPECTED
    assert result.stdout.startswith("NO GAME DIFFERS")
    assert said in result.output
    assert "No claim flips" in result.output


def test_the_readings_are_shown_side_by_side_and_the_play_replays(tmp_path: Path) -> None:
    itf, page = tmp_path / "play.itf.json", tmp_path / "page.html"
    words = ("U9=FIRST_IN_LEAD_ORDER", "--seats", "2", "--no-claims", "--itf", str(itf), "--html", str(page))
    result = asked(*words)
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert result.stdout.startswith("THE READINGS PART")
    assert "the shortest game on which they part takes 34 turns" in result.output
    assert "players[1].marker: DENY | OFF" in result.output or "players[0].marker: DENY | OFF" in result.output
    trace = read_trace(itf)
    replay(trace)
    assert trace.rulings == STANDING
    marked = [line for line in result.output.splitlines() if line.lstrip().startswith(">")]
    assert len(marked) == 1
    html = page.read_text(encoding="utf-8")
    assert html.count('class="first"') == 1
    assert "U9=ALL" in html
    assert "U9=FIRST_IN_LEAD_ORDER" in html


def test_a_choice_of_one_reading_only_is_the_last_of_its_trace() -> None:
    wanted = Wanted(("U1=AT_SELECT",), 2, 5, (), 30, False, False, False, 1, False, None, None)
    told = find(wanted)
    play = told.play
    assert play is not None
    assert play.sign is Sign.OFFERED
    trace = trace_of(play)
    replay(trace)
    assert trace.rulings.u1_bond_acceptance.name == "AT_SELECT"
    (row,) = rows_of(play)
    assert row.is_first
    assert (
        row.one == ("refused: U1: a Bond is accepted when Support resolves, not at Select",) or "refused" in row.one[0]
    )
    assert list(differences(play)) == []


def test_json_tells_everything() -> None:
    result = asked("F-013=OPEN", "--seats", "2", "--no-claims", "--json")
    data = json.loads(result.stdout)
    assert data["answer"] == "THE READINGS PART"
    assert data["switches"] == {"F-013": ["OWNER_ONLY", "OPEN"]}
    (size,) = data["sizes"]
    assert (size["turns"], size["shortest"], size["sign"]) == (0, True, "LOOKS")
    assert any("sees players" in what for what, _, _ in size["differences"])


def test_a_proof_says_by_whom() -> None:
    result = asked("U10=7", "--seats", "2")
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert "PROVED by induction" in result.output
    assert "bitwuzla" in result.output
    assert "No claim flips" in result.output


def test_too_little_time_is_not_known() -> None:
    result = asked("U10=6", "--seats", "2", "--no-claims", "--limit", "1")
    assert result.exit_code == Exit.UNDETERMINED, result.output
    assert result.stdout.startswith("NOT KNOWN")
    assert "no difference within" in result.output


def test_worlds_are_asked_by_size_and_all_of_them() -> None:
    ours = worlds_of(STANDING)
    assert {"edge", "answered", "mid", "four"} <= set(ours) <= set(WORLDS)
    caps = [WORLDS[name].cap for name in ours]
    assert caps == sorted(caps)
    assert worlds_of(Rulings(u10_hand_limit=3)) == ()


# ---------------------------------------------------------------- flips


def told(outcome: Outcome, how: str, *flipped: Flip, stop: str = "") -> Told:
    claims = Decided(Reproved(2), (Explored("answered", ("one", "four"), flipped, stop),))
    return Told([Comparison(Compared(2, STANDING, STANDING), outcome, how)], claims)


def test_every_answer_that_is_not_in_force_is_flipped() -> None:
    every = [(item.name, option) for item, option in singles(())]
    assert ("U5", "NOTHING") in every
    assert ("U5", "CALMS") not in every
    assert [option for name, option in every if name == "U10"] == ["7", "6"]
    assert [item.name for item in items() if not alternatives(item)] == ["U7"]
    assert {item.name for item, _ in singles(("u8", "F-001"))} == {"U8", "F-001"}


def test_the_matrix_tells_inert_from_unknown_and_directions_apart() -> None:
    broken = Flip("one", "answered", Verdict.EXHAUSTED, Verdict.REFUTED, "", STANDING)
    mended = Flip("two", "answered", Verdict.REFUTED, Verdict.EXHAUSTED, "", STANDING)
    silent = Flip("three", "answered", Verdict.EXHAUSTED, Verdict.VACUOUS, "", STANDING)
    known = told(Outcome.PART, "", broken, mended, silent, stop="time")
    assert claims_text(known).splitlines() == ["one", "- three", "+ two", "(1 not known)"]
    assert claims_text(told(Outcome.INERT, "PROVED by induction")) == "none"
    assert outcome_text(told(Outcome.INERT, "PROVED by induction")) == "inert: PROVED"
    assert outcome_text(told(Outcome.INERT, "all games were searched")) == "inert: no difference in 5 rounds"
    assert outcome_text(told(Outcome.NOT_KNOWN, "time")) == "not known: none within 0 turns"
    item = items()[0]
    assert by_claim([(item, "AT_SELECT", known)]) == {each: ["U1=AT_SELECT"] for each in ("one", "three", "two")}


def test_flips_of_one_question() -> None:
    result = asked("--only", "F-013", "--no-claims", command=flips)
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert "parts in turn 0, round 1" in result.output
    assert "One option only: U7." in result.output
    nothing = asked("--only", "U7", command=flips)
    assert nothing.exit_code == Exit.USAGE
    unknown = asked("--only", "U77", command=flips)
    assert unknown.exit_code == Exit.USAGE
    assert "there is no question 'U77'" in unknown.output


@pytest.mark.slow
def test_claims_flip_beside_the_search() -> None:
    result = asked("U5=NOTHING", "--seats", "2", "--json")
    data = json.loads(result.stdout)
    turned = {flip["claim"]: flip["found"] for flip in data["flips"]}
    assert turned["a_rejected_reverse_only_calms_its_owner"] == "REFUTED"
    assert data["claims"]["worlds"]["answered"] == "explored to its end"
    assert "a_rejected_reverse_only_calms_its_owner" not in data["claims"]["proved"]
    assert len(data["claims"]["proved"]) > 50
