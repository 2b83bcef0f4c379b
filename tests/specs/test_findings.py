"""The loader of findings: good ones whole, bad ones refused for their own reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from specs.load import Fault, Finding, Option, Rule, Ruling, load_findings, load_rules
from specs.strict import SpecError

OPEN = """id = "F-001"
question = "May a token be spent in vain?"
rules = ["GR-R03", "GR-F03"]
kind = "underdetermined"
switch = "spend_in_vain"
default = "no"
about = '''
The text is silent.
Both readings can be played.
'''

[[options]]
name = "no"
says = "Only when it lifts something."

[[options]]
name = "yes"
says = "Whenever it is READY."
"""
RULED = OPEN + '[ruled]\noption = "yes"\nby = "the author"\non = 2026-01-31\n'
SHOWN = """id = "F-001"
question = "Why?"
rules = ["U1"]
kind = "exploit"
about = "It pays."
witness = { won = 3, of = 4 }
"""


@pytest.fixture(scope="module")
def catalogue() -> Mapping[str, Rule]:
    return load_rules()


def _load(tmp_path: Path, catalogue: Mapping[str, Rule], text: str) -> Finding:
    (tmp_path / "F-001.toml").write_text(text, encoding="utf-8")
    return load_findings(catalogue, tmp_path)["F-001"]


def test_an_open_finding_is_read(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    finding = _load(tmp_path, catalogue, OPEN)
    assert finding.is_open
    assert finding.rules == ("GR-R03", "GR-F03")
    assert finding.kind is Fault.UNDERDETERMINED
    assert (finding.switch, finding.default, finding.witness) == ("spend_in_vain", "no", None)
    assert finding.options == (Option("no", "Only when it lifts something."), Option("yes", "Whenever it is READY."))
    assert finding.about == "The text is silent. Both readings can be played."


def test_a_ruled_finding_is_read(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    finding = _load(tmp_path, catalogue, RULED)
    assert not finding.is_open
    assert finding.ruled == Ruling("yes", "the author", date(2026, 1, 31))


def test_a_witness_is_numbers_or_a_file_that_is_there(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    assert _load(tmp_path, catalogue, SHOWN).witness == (("won", 3), ("of", 4))
    trace = tmp_path / "F-001.itf.json"
    trace.write_text("{}")
    assert (
        _load(tmp_path, catalogue, SHOWN.replace("{ won = 3, of = 4 }", '"F-001.itf.json"')).witness == trace.resolve()
    )


def test_findings_come_in_the_order_of_their_ids(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    for number in ("010", "002", "001"):
        (tmp_path / f"F-{number}.toml").write_text(OPEN.replace("F-001", f"F-{number}"))
    assert list(load_findings(catalogue, tmp_path)) == ["F-001", "F-002", "F-010"]


def test_no_finding_is_a_good_answer_but_no_directory_is_not(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    assert load_findings(catalogue, tmp_path) == {}
    with pytest.raises(SpecError, match="there is no such directory"):
        load_findings(catalogue, tmp_path / "absent")


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (OPEN, "F-001", "F-002", "1: finding F-001: 'id' is 'F-002' but the file is called 'F-001.toml'"),
        (OPEN, "F-001", "F-1", "1: finding F-001: 'id' is malformed: 'F-1'"),
        (
            OPEN,
            '"GR-F03"',
            '"GR-F33"',
            "3: finding F-001: 'rules' names an unknown rule 'GR-F33', did you mean 'GR-F03'?",
        ),
        (
            OPEN,
            "underdetermined",
            "undetermined",
            "4: finding F-001: unknown kind 'undetermined', did you mean 'underdetermined'?",
        ),
        (OPEN, '"spend_in_vain"', '"spend in vain"', "5: finding F-001: 'switch' is malformed: 'spend in vain'"),
        (OPEN, 'default = "no"\n', "", "1: finding F-001: missing key 'default'"),
        (OPEN, 'default = "no"', 'default = "never"', "6: finding F-001: unknown default 'never', known are no, yes"),
        (OPEN, 'name = "no"', 'name = "yes"', "12: finding F-001: two options have the same name"),
        (OPEN, 'says = "Whenever', 'said = "Whenever', "16: options yes: missing key 'says'"),
        (OPEN, 'says = "Whenever', 'said = "Whenever', "18: options yes: unknown key 'said'"),
        (RULED, 'option = "yes"', 'option = "maybe"', "20: finding F-001: unknown option 'maybe', known are no, yes"),
        (RULED, "2026-01-31", '"today"', "22: finding F-001: 'on' must be a date such as 2026-01-31, not 'today'"),
        (RULED, 'by = "the author"\n', "", "19: finding F-001: missing key 'by'"),
        (
            SHOWN,
            "witness = { won = 3, of = 4 }\n",
            "",
            "1: finding F-001: a finding of kind 'exploit' needs a witness: a trace file or numbers",
        ),
        (
            SHOWN,
            "{ won = 3, of = 4 }",
            '"gone.json"',
            "6: finding F-001: there is no trace file 'gone.json' beside the finding",
        ),
        (
            SHOWN,
            "{ won = 3, of = 4 }",
            '"../x.json"',
            "6: finding F-001: 'witness' leads out of the findings: '../x.json'",
        ),
        (
            SHOWN,
            "{ won = 3, of = 4 }",
            "0.75",
            "6: finding F-001: 'witness' must be a table of whole numbers, not 0.75",
        ),
        (
            SHOWN,
            'kind = "exploit"',
            'kind = "exploit"\nswitch = "pay"',
            "5: finding F-001: 'switch' needs options to choose from",
        ),
        (SHOWN, 'about = "It pays."\n', "", "1: finding F-001: missing key 'about'"),
    ],
)
def test_each_fault_is_named(
    tmp_path: Path, catalogue: Mapping[str, Rule], text: str, old: str, new: str, message: str
) -> None:
    assert old in text
    with pytest.raises(SpecError) as caught:
        _load(tmp_path, catalogue, text.replace(old, new, 1))
    assert f"F-001.toml:{message}" in caught.value.messages


def test_one_option_is_no_choice(tmp_path: Path, catalogue: Mapping[str, Rule]) -> None:
    with pytest.raises(SpecError, match=r"F-001\.toml:12: finding F-001: one option is no choice"):
        _load(tmp_path, catalogue, OPEN.partition('\n[[options]]\nname = "yes"')[0])
