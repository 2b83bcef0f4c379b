"""The judge of mutants: what it reads, what it runs, and what it refuses to call a kill."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit import mutation
from audit.mutation import MUTANTS, ROOT, Judgement, Mutant, Outcome, judge, judge_all, load_mutants, summary
from audit.status import WITHOUT_CODE
from specs.load import load_rules
from specs.strict import Place, SpecError

RULES = load_rules()
ROW = """
[[mutant]]
id = "GR-S03-round-2"
rule = "GR-S03"
file = "kernel/ground/setup.py"
old = "round=1,"
new = "round=2,"
breaks = "The first round is skipped."
"""


def mutant(**changes: str) -> Mutant:
    """A mutant that is killed, with some of its fields changed."""
    known = Mutant("GR-S03-x", "GR-S03", "kernel/ground/setup.py", "round=1,", "round=2,", "-", "", Place("here", 1))
    return replace(known, **changes)


def written(tmp_path: Path, text: str) -> Path:
    """A file with these mutants."""
    path = tmp_path / "mutants.toml"
    path.write_text(text, encoding="utf-8")
    return path


def digest_of_tree() -> dict[str, str]:
    """Every file of the kernel with its hash, compiled code included."""
    files = sorted(path for path in (ROOT / "kernel").rglob("*") if path.is_file())
    return {str(path): sha256(path.read_bytes()).hexdigest() for path in files}


# ---------------------------------------------------------------- what is written


def test_a_row_is_read_as_it_is_written(tmp_path: Path) -> None:
    (read,) = load_mutants(written(tmp_path, ROW), RULES)
    assert (read.id, read.rule, read.module) == ("GR-S03-round-2", "GR-S03", "kernel.ground.setup")
    assert (read.old, read.new, read.survives, read.place.line) == ("round=1,", "round=2,", "", 2)


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ('"GR-S03"\n', '"GR-S99"\n', 4, "unknown rule 'GR-S99'"),
        ("setup.py", "nowhere.py", 5, "there is no file 'kernel/ground/nowhere.py'"),
        ("kernel/ground/setup.py", "model/ground.py", 5, "'file' is malformed"),
        ('"round=1,"', '"round = 1"', 6, "'old' must occur once in kernel/ground/setup.py, it occurs 0 times"),
        ('"round=1,"', '"seats"', 6, "'old' must occur once in kernel/ground/setup.py, it occurs"),
        ('"round=2,"', '"round=1,"', 7, "'new' is the same as 'old'"),
        ('"round=2,"', "2", 7, "'new' must be a text, not 2"),
        ('breaks = "The first round is skipped."', "", 2, "missing key 'breaks'"),
        ("breaks", 'kills = "x"\nbreaks', 8, "unknown key 'kills'"),
        ('breaks = "The first', 'survives = ""\nbreaks = "The first', 8, "'survives' is blank"),
    ],
)
def test_a_faulty_row_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, complaint: str) -> None:
    assert ROW.count(old) == 1
    with pytest.raises(SpecError) as caught:
        load_mutants(written(tmp_path, ROW.replace(old, new)), RULES)
    assert any(text.startswith(f"mutants.toml:{line}: ") and complaint in text for text in caught.value.messages)


def test_a_row_may_speak_for_further_rules(tmp_path: Path) -> None:
    read = load_mutants(written(tmp_path, ROW + 'also = ["GR-S04", "GR-O01"]\n'), RULES)
    assert [(each.id, each.rule) for each in read] == [
        ("GR-S03-round-2", "GR-S03"),
        ("GR-S03-round-2@GR-S04", "GR-S04"),
        ("GR-S03-round-2@GR-O01", "GR-O01"),
    ]
    with pytest.raises(SpecError, match="'also' names an unknown rule 'GR-S99'"):
        load_mutants(written(tmp_path, ROW + 'also = ["GR-S99"]\n'), RULES)


def test_a_folder_holds_the_mutants_of_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(ROW, encoding="utf-8")
    (tmp_path / "two.toml").write_text(ROW.replace("round-2", "round-two"), encoding="utf-8")
    assert [each.id for each in load_mutants(tmp_path, RULES)] == ["GR-S03-round-2", "GR-S03-round-two"]
    (tmp_path / "two.toml").write_text(ROW, encoding="utf-8")
    with pytest.raises(SpecError, match=r"two\.toml:3: .*the ID stands already at one\.toml:2"):
        load_mutants(tmp_path, RULES)


def test_two_rows_with_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"mutants\.toml:11: .*the ID stands already at mutants\.toml:2"):
        load_mutants(written(tmp_path, ROW + ROW), RULES)


def test_every_rule_about_play_with_evidence_of_its_own_has_a_mutant() -> None:
    mutants = load_mutants(MUTANTS, RULES)
    asked = {rule.id for rule in RULES.values() if rule.is_decided and rule.kind not in WITHOUT_CODE}
    assert asked - {each.rule for each in mutants} == set()
    assert all(each.id.startswith(f"{each.rule}-") or each.id.endswith(f"@{each.rule}") for each in mutants)


def test_no_two_mutants_of_a_rule_are_the_same() -> None:
    mutants = load_mutants(MUTANTS, RULES)
    assert len({(each.rule, each.file, each.old, each.new) for each in mutants}) == len(mutants)


# ---------------------------------------------------------------- the hook


def told_by(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def hook(old: str, new: str) -> str:
    """Code that breaks `kernel.ground.state`."""
    at = ("kernel.ground.state", "kernel/ground/state.py", old, new)
    return f"import sys; from audit.mutation import BrokenKernel; sys.meta_path.insert(0, BrokenKernel(*{at}))\n"


def test_the_hook_changes_what_the_kernel_does_and_no_file() -> None:
    before = digest_of_tree()
    show = "from kernel.ground.darvo import MAX_STRESS; print(MAX_STRESS)"
    broken = hook("CALM, MAX_STRESS = 0, 5", "CALM, MAX_STRESS = 0, 7")
    assert [told_by(code) for code in (show, broken + show, show)] == ["5", "7", "5"]
    changed = {path for path, digest in digest_of_tree().items() if before.get(path, digest) != digest}
    assert not changed


def test_random_plays_decide_claims_that_have_no_world() -> None:
    claim = "claim a_printed_game_has_five_rounds in random plays"
    show = f"from audit.mutant_checks import red_checks; print(list(red_checks(None, frozenset([{claim!r}]))))"
    assert told_by(show) == "[]"
    assert claim in told_by(hook("\nROUNDS = 5", "\nROUNDS = 4") + show)


# ---------------------------------------------------------------- judging


def test_a_mutant_of_each_chapter_is_killed() -> None:
    names = (
        "GR-O04-all-face-up",
        "GR-S04-five-a-suit",
        "GR-R04-reveal-shows-nothing",
        "GR-F04-gr-readies-nothing",
        "GR-A07-bond-breaks",
        "GR-L02-no-consent",
        "GR-D03-ignores-protection",
        "GR-P05-bluff",
        "GR-T01-never-used-up",
        "GR-E03-more-stress",
        "U2-arms-at-once",
    )
    judgements = judge_all([each for each in load_mutants(MUTANTS, RULES) if each.id in names])
    assert len(judgements) == len(names)
    assert all(each.killed and each.is_as_expected and each.reason for each in judgements), summary(judgements)
    killers = {each.mutant.id: each.killer for each in judgements}
    assert killers["GR-E03-more-stress"] == "scenario 'A tie in personal score goes to lower Stress'"
    # No scenario shows these two: the dearer checks have their turn.
    assert killers["GR-O04-all-face-up"] == "fact the_player_count_decides_the_problems"
    assert killers["U2-arms-at-once"] == "claim sequences_start_only_at_end in world answered"


def test_a_change_without_effect_survives() -> None:
    judgement = judge(mutant(new="round=int(1),"))
    assert judgement.outcome is Outcome.SURVIVED
    assert not judgement.is_as_expected
    assert "SURVIVED" in str(judgement)
    excused = replace(judgement, mutant=mutant(survives="it says the same"))
    assert excused.is_as_expected
    assert "it says the same" in str(excused)


def test_an_excused_mutant_that_is_killed_is_not_as_expected() -> None:
    judgement = Judgement(mutant(survives="it says the same"), Outcome.KILLED, "fact x", "fails", 1.0)
    assert not judgement.is_as_expected
    assert "here:1" in summary([judgement])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"new": "round=(2,"}, "SyntaxError"),
        ({"old": "from dataclasses import dataclass", "new": "from dataclasses import nothing"}, "ImportError"),
        ({"old": "round = 1"}, "the text to replace occurs 0 times"),
    ],
)
def test_a_mutant_that_does_not_load_is_an_error_and_no_kill(change: dict[str, str], reason: str) -> None:
    judgement = judge(mutant(**change))
    assert (judgement.outcome, judgement.killed, judgement.is_as_expected) == (Outcome.ERROR, False, False)
    assert reason in judgement.reason


def test_no_answer_in_time_is_an_error_and_no_kill() -> None:
    judgement = judge(mutant(), timeout=0.01)
    assert judgement.outcome is Outcome.ERROR
    assert "no answer within 0.01 seconds" in judgement.reason


def test_a_killer_that_is_red_without_any_mutant_kills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(of: Mutant | None, rules: list[str], only: list[str], timeout: float) -> mutation._Answer:
        return mutation._Answer((("GR-S03", "fact a", "always"),), "", 0.1)

    monkeypatch.setattr(mutation, "_ask", ask)
    judgement = judge(mutant())
    assert judgement.outcome is Outcome.ERROR
    assert judgement.reason == "fact a: red without any mutant: always"


def test_a_killer_that_nobody_knows_is_not_trusted() -> None:
    answer = mutation._ask(None, [], ["fact nowhere"], 60)
    assert answer.error == "LookupError: there is no fact nowhere"


def test_judgements_come_in_the_order_of_the_mutants() -> None:
    heard: list[Judgement] = []
    mutants = [mutant(id="GR-S03-a"), mutant(id="GR-S03-b", new="round=(2,"), mutant(id="GR-S03-c", new="round=3,")]
    judgements = judge_all(mutants, workers=2, on_progress=heard.append)
    assert [each.mutant.id for each in judgements] == ["GR-S03-a", "GR-S03-b", "GR-S03-c"]
    assert [each.killed for each in judgements] == [True, False, True]
    assert len(heard) == 3
    assert summary(judgements).endswith("2 of 3 mutants killed")


# ---------------------------------------------------------------- the command


def test_the_command_ends_by_what_it_found(tmp_path: Path) -> None:
    run = CliRunner().invoke
    good = written(tmp_path, ROW)
    assert run(mutation.main, ["--file", str(good), "--all"]).exit_code == 0
    assert run(mutation.main, ["--file", str(good), "GR-S03"]).output.endswith("1 of 1 mutants killed\n")
    assert run(mutation.main, ["--file", str(good), "GR-O01"]).exit_code == 2
    assert run(mutation.main, ["--file", str(good)]).exit_code == 2
    broken = written(tmp_path, ROW.replace("round=2,", "round=(2,"))
    assert run(mutation.main, ["--file", str(broken), "--all"]).exit_code == 1
    unread = written(tmp_path, ROW.replace("GR-S03-round-2", "?"))
    assert run(mutation.main, ["--file", str(unread), "--all"]).exit_code == 2
