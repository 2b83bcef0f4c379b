"""Playing in the terminal: what is asked, what chance does, what a player can type."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from audit.play import Quit, Table, finish, play, start
from audit.replaying import read_trace, replayed
from audit.session import Session, deal
from audit.show import InputError
from kernel.ground import resolve
from kernel.ground.rulings import STANDING, ProtectionUse, Rulings, StaleInvestigate
from kernel.ground.state import (
    SUITS,
    Action,
    Cards,
    Draw,
    Marker,
    ModeCard,
    ProblemIndex,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    with_memory,
    with_player,
    with_problem,
)
from model.ground_chance import drawn, parts_of
from specs.scenarios import load_scenario_cards

CARD = load_scenario_cards().cards["sample"]


def run(*options: str, typed: str = "", env: dict[str, str] | None = None) -> Result:
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"} | (env or {}))
    return runner.invoke(play, ["ground", "--seed", "7", *options], input=typed)


def session_at(state: State, rulings: Rulings = STANDING) -> Session:
    return Session(7, rulings, None, [state])


class Keyboard(io.StringIO):
    """Lines typed at a terminal."""

    def isatty(self) -> bool:
        return True


def seat_down(session: Session, typed: str, *, keyboard: bool = False, auto: int = 0) -> tuple[Table, io.StringIO]:
    heard = io.StringIO()
    lines = Keyboard(typed) if keyboard else io.StringIO(typed)
    return Table(session, Console(file=heard, width=80, markup=False, highlight=False), lines, auto), heard


# ---------------------------------------------------------------- a whole game


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("mode", ["shared-ground", "common-problem", "bonded-coalitions"])
def test_a_game_at_random_ends_with_its_score(seats: int, mode: str) -> None:
    result = run("--seats", str(seats), "--mode", mode, "--auto", "999")
    assert result.exit_code == 0, result.output
    assert "round 5 ends" in result.output
    assert "claimed, threshold" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    assert "\x1b" not in result.output


def test_the_same_seed_plays_the_same_game() -> None:
    assert run("--auto", "999").output == run("--auto", "999").output
    assert run("--auto", "999").output != run("--auto", "999", "--seed", "8").output


def test_a_seed_that_was_not_given_is_printed_and_repeats_the_game() -> None:
    first = CliRunner().invoke(play, ["ground", "--auto", "9"], env={"COLUMNS": "80"})
    seed = first.output.split("seed ")[1].split(".")[0]
    assert (
        CliRunner().invoke(play, ["ground", "--auto", "9", "--seed", seed], env={"COLUMNS": "80"}).output
        == first.output
    )


def test_numbers_from_standard_input_play_on() -> None:
    result = run(typed="1\n" * 999)
    assert result.exit_code == 0
    assert "round 5 ends" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_auto_takes_so_many_decisions_and_then_asks() -> None:
    asked = [run("--auto", str(n), typed="q\n").output.count("decides:") for n in (0, 2, 999)]
    assert asked == [1, 1, 0]
    report = json.loads(run("--auto", "2", "--json", typed="q\n").stdout)
    assert len(report["turns"]) == 2


def test_json_goes_alone_to_standard_output() -> None:
    result = run("--auto", "999", "--json")
    report = json.loads(result.stdout)
    assert (report["seed"], report["over"], report["score"]["mode"]) == (7, True, "SHARED GROUND")
    assert report["turns"][-1]["choice"] == "round 5 ends"
    assert "seed 7" in result.stderr
    assert json.loads(run("--json").stdout)["score"] is None


# ---------------------------------------------------------------- what can be typed


def test_input_that_is_no_choice_is_refused_with_the_reason_and_asked_again() -> None:
    result = run(typed="0\n99\nx\n\n٣\n-1\ns\n1 2\n1\nq\n")
    said = " ".join(result.output.split())
    assert said.count("type a number from 1 to") == 8
    assert "'99' is no choice" in said
    assert "nothing was chosen" in said
    assert "seat 2 selects INVESTIGATE on Problem 1 [GR-R02" in said
    assert result.exit_code == 0


def test_bytes_that_are_no_text_do_not_end_the_game() -> None:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(play, ["ground", "--seed", "7"], input=b"\xff\xfe\n1\nq\n")
    assert result.exit_code == 0
    assert "seat 2 selects INVESTIGATE on Problem 1" in result.output


def test_a_question_mark_explains_the_choices_and_what_is_not_offered() -> None:
    said = " ".join(run(typed="?\nq\n").output.split())
    assert "GR-R02 Hidden choice:" in said
    assert "GR-A03 Support between unrelated players:" in said
    assert "Not offered, by GR-R03: Freedom is spent only at Stress 4 or 5." in said


def test_a_question_mark_with_a_number_explains_one_choice() -> None:
    output = run(typed="? 1\nq\n").output
    assert "selects INVESTIGATE on Problem 1" in output
    assert "GR-A01 Investigate:" in output
    assert "GR-A03" not in output
    assert "Not offered" not in output


def test_a_question_that_is_open_is_explained_as_one() -> None:
    said = " ".join(run("--ruling", "calm_spend=ALLOWED", typed="?\nq\n").output.split())
    assert "F-008 (open question): " in said
    assert "F-008" not in run(typed="?\nq\n").output


def test_undo_returns_to_the_last_decision_and_no_further() -> None:
    said = run(typed="u\n1\n2\nu\n3\nq\n").output
    assert said.count("There is nothing to take back.") == 1
    assert said.count("Taken back.") == 1
    assert "Left in round 1, SELECT" in said


def test_undo_and_the_same_choice_meet_the_same_chance() -> None:
    session = start(3, 7, ModeCard.SHARED_GROUND, "sample", STANDING, None)
    table, _ = seat_down(session, "1\n" * 6)
    with pytest.raises(Quit):
        table.play()
    states = list(session.states)
    assert session.undo()
    assert len(session.states) < len(states)
    table, _ = seat_down(session, "1\n")
    with pytest.raises(Quit):
        table.play()
    assert session.states == states


def test_undo_forgets_what_was_decided_later() -> None:
    session = start(3, 7, ModeCard.SHARED_GROUND, "sample", STANDING, None)
    table, _ = seat_down(session, "1\n2\nu\nu\n")
    with pytest.raises(Quit):
        table.play()
    assert (session.choices, session.asked, len(session.states)) == ([], [], 1)


def test_the_table_is_shown_once_a_step() -> None:
    result = run("--seats", "3", typed="1\n1\nq\n")
    assert result.output.count("decides:") == 3
    assert result.output.count("Round 1 of 5, SELECT") == 1


def test_the_table_is_shown_again_on_demand() -> None:
    assert run(typed="t\nq\n").output.count("Round 1 of 5") == 1 + run(typed="q\n").output.count("Round 1 of 5")


# ---------------------------------------------------------------- leaving and saving


@pytest.mark.parametrize("typed", ["q\n", ""])
def test_leaving_early_scores_nothing(typed: str) -> None:
    result = run("--auto", "5", typed=typed)
    assert result.exit_code == 0
    assert "nothing is scored" in result.output
    assert "Winners" not in result.output


@pytest.mark.parametrize("options", [["--auto", "999"], ["--auto", "4"], []])
def test_a_saved_game_replays(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "deep" / "game.itf.json"
    result = run(*options, "--save", str(path))
    assert result.exit_code == 0, result.output
    assert replayed(read_trace(path)).replays


def test_s_saves_in_between_and_spares_other_files(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.json", tmp_path / "other file.txt"
    other.write_text("keep me")
    result = run(typed=f"1\ns {mine}\n1\ns {mine}\ns {other}\ns {tmp_path}\nq\n")
    said = "".join(result.output.split())
    assert len(read_trace(mine).choices) == 2
    assert other.read_text() == "keep me"
    assert said.count("existsalready") == 2
    assert result.exit_code == 0


def test_a_game_that_cannot_be_saved_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("--auto", "3", "--save", str(tmp_path / "file" / "game.json"))
    assert result.exit_code == 2
    assert "the game was not saved" in result.output
    assert "Saved" not in result.output


def test_at_a_keyboard_leaving_offers_to_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table, heard = seat_down(
        start(3, 7, ModeCard.SHARED_GROUND, "sample", STANDING, None), f"1\nq\n{path}\n", keyboard=True
    )
    with pytest.raises(Quit):
        table.play()
    finish(table, None, as_json=False)
    assert "Save the game to" in heard.getvalue()
    assert len(read_trace(path).choices) == 1


@pytest.mark.parametrize("answer", ["\n", ""])
def test_at_a_keyboard_the_offer_can_be_declined(tmp_path: Path, answer: str) -> None:
    table, heard = seat_down(
        start(3, 7, ModeCard.SHARED_GROUND, "sample", STANDING, None), f"1\nq\n{answer}", keyboard=True
    )
    with pytest.raises(Quit):
        table.play()
    finish(table, None, as_json=False)
    assert "Saved" not in heard.getvalue()
    assert not list(tmp_path.iterdir())


def test_an_interrupt_leaves_a_game_that_replays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real, calls = Table.line, []

    def interrupted(self: Table, prompt: str) -> str:
        calls.append(prompt)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(self, prompt)

    monkeypatch.setattr(Table, "line", interrupted)
    result = run("--save", str(tmp_path / "game.json"), typed="1\n" * 9)
    assert result.exit_code == 0
    assert replayed(read_trace(tmp_path / "game.json")).replays


# ---------------------------------------------------------------- one seat's view


def test_one_seat_is_asked_and_sees_what_it_may() -> None:
    result = run("--as", "1", typed="1\n" * 99)
    assert "round 5 ends" in result.output
    assert "Seat 1 decides:" in result.output
    assert "Seat 0 decides:" not in result.output
    assert "Seat 2 decides:" not in result.output
    assert "seat 0 selects" not in result.output
    assert "seat 0 chooses an Action face down" in result.output


def test_one_seat_cannot_tell_what_the_others_hold() -> None:
    """Two deals that differ only in the other hands read alike up to the first question."""
    heard = []
    for other in ((2, 0, 0, 0), (0, 0, 1, 1)):
        state = deal(CARD, ModeCard.SHARED_GROUND, 3, 7)
        state = replace(with_player(state, Seat(1), hand=other), lead=Seat(0), deck=deck_without(state, other))
        table, out = seat_down(Session(7, STANDING, Seat(0), [state]), "q\n")
        with pytest.raises(Quit):
            table.play()
        heard.append(out.getvalue())
    assert heard[0] == heard[1]
    assert "2 unseen" in heard[0]


def deck_without(state: State, other: Cards) -> Cards:
    old = state.players[1].hand
    clarify, repair, boundary, change = (state.deck[k] + old[k] - other[k] for k in range(4))
    return (clarify, repair, boundary, change)


# ---------------------------------------------------------------- chance, and choices in parts


def test_the_deal_follows_the_seed() -> None:
    one, same, other = (deal(CARD, ModeCard.SHARED_GROUND, 4, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert all(sum(player.hand) == 2 for player in one.players)


def test_leads_and_hands_are_spread_over_seeds() -> None:
    deals = [deal(CARD, ModeCard.SHARED_GROUND, 3, seed) for seed in range(300)]
    assert min(Counter(state.lead for state in deals).values()) > 60
    assert min(sum(state.players[0].hand[suit.value] for state in deals) for suit in SUITS) > 90


def test_a_card_is_as_likely_as_there_are_cards() -> None:
    state = replace(deal(CARD, ModeCard.SHARED_GROUND, 3, 1), deck=(9, 1, 0, 0))
    options = (Draw(Suit.CLARIFY), Draw(Suit.REPAIR))
    counts = Counter(drawn(state, options, STANDING, Random(seed)) for seed in range(1000))
    assert 850 < counts[Draw(Suit.CLARIFY)] < 950


def test_from_an_empty_deck_the_discard_is_drawn() -> None:
    state = replace(deal(CARD, ModeCard.SHARED_GROUND, 3, 1), deck=(0, 0, 0, 0), discard=(0, 2, 0, 0))
    assert drawn(state, (Draw(Suit.REPAIR),), STANDING, Random(1)) == Draw(Suit.REPAIR)


def test_a_new_target_is_chosen_before_chance_draws() -> None:
    rulings = replace(STANDING, stale_investigate=StaleInvestigate.NEW_TARGET)
    state = replace(deal(CARD, ModeCard.SHARED_GROUND, 3, 7), step=Step.INVESTIGATE, lead=Seat(0))
    chosen = Selection(Action.INVESTIGATE, problem=ProblemIndex(1))
    state = with_problem(with_memory(state, selections=(chosen,) * 3), ProblemIndex(1), face_up=True)
    session = session_at(state, rulings)
    table, heard = seat_down(session, "? 2\n2\n")
    with pytest.raises(Quit):
        table.play()
    said = heard.getvalue()
    assert "1  seat 0 turns to Problem 2\n  2  seat 0 turns to Problem 3" in said
    assert "GR-A01" in said
    assert session.states[1].problems[3].face_up


def test_the_target_of_an_extra_attack_answers_for_its_protection() -> None:
    rulings = replace(STANDING, protection_use=ProtectionUse.HOLDER_DECIDES)
    state = replace(deal(CARD, ModeCard.SHARED_GROUND, 3, 7), step=Step.DARVO, lead=Seat(0))
    state = with_player(with_player(state, Seat(0), marker=Marker.ATTACK), Seat(2), protection=1)
    session = session_at(state, rulings)
    table, heard = seat_down(session, "2\n? 1\n1\n")
    with pytest.raises(Quit):
        table.play()
    said = heard.getvalue()
    assert said.index("Seat 0 decides:") < said.index("Seat 2 decides:")
    assert "1  extra Attack of seat 0 on seat 2, who uses a Protection" in said
    assert session.states[1].players[2].protection == 0


def test_undo_takes_a_decision_in_two_parts_back_as_one() -> None:
    rulings = replace(STANDING, protection_use=ProtectionUse.HOLDER_DECIDES)
    state = replace(deal(CARD, ModeCard.SHARED_GROUND, 3, 7), step=Step.DARVO, lead=Seat(0))
    state = with_player(with_player(state, Seat(0), marker=Marker.ATTACK), Seat(2), protection=1)
    for typed in ("2\nu\n", "2\n1\nu\n"):
        session = session_at(state, rulings)
        table, heard = seat_down(session, typed + "u\n")
        with pytest.raises(Quit):
            table.play()
        after = heard.getvalue().split("Taken back.")[1]
        assert after.index("Seat 0 decides:") < after.index("There is nothing to take back.")
        assert session.states == [state]


def test_every_choice_is_made_of_its_parts() -> None:
    for rulings in (STANDING, replace(STANDING, protection_use=ProtectionUse.HOLDER_DECIDES)):
        state = deal(CARD, ModeCard.SHARED_GROUND, 4, 3)
        rng = Random(3)
        while state.step is not Step.OVER:
            options = resolve.offered(state, rulings)
            assert all(parts_of(state, choice)[-1][1] == choice for choice in options)
            state = resolve.advance(state, rng.choice(options), rulings)
    assert parts_of(state, Stage(target=Seat(1)))[0][1] == Stage(target=Seat(1))


# ---------------------------------------------------------------- options


def test_a_ruling_changes_what_is_offered() -> None:
    assert "spending Freedom" in run("--ruling", "calm_spend=allowed", typed="q\n").output
    assert "spending Freedom" not in run(typed="q\n").output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ruling", "cancel_scop=FIRST_ATTACK"], "did you mean 'cancel_scope'?"),
        (["--ruling", "nonsense"], "PROTECTION_FIRST: Protection cancels, OU stays ready"),
        (["--ruling", "cancel_scope=ANY"], "F-005 has no option 'ANY'"),
        (["--ruling", "u10_hand_limit=-1"], "U10 takes a number from 0 to 24"),
        (["--ruling", "u10_hand_limit=" + "9" * 5000], "U10 takes a number from 0 to 24"),
        (["--as", "3"], "seats of this game are 0 to 2"),
        (["--card", "none"], "the known ones are sample"),
        (["--seats", "7"], "2<=x<=6"),
        (["--seed", "-1"], "x>=0"),
    ],
)
def test_what_cannot_be_is_a_usage_error(options: list[str], said: str) -> None:
    result = run(*options)
    assert result.exit_code == 2
    assert said in result.output


def test_a_hand_limit_is_a_number() -> None:
    report = json.loads(run("--ruling", "u10_hand_limit=2", "--auto", "999", "--json").stdout)
    assert any("U10" in turn["rules"] for turn in report["turns"])


def test_a_kernel_that_breaks_its_contract_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = with_player(deal(CARD, ModeCard.SHARED_GROUND, 3, 7), Seat(0), marker=Marker.REVERSE)
    monkeypatch.setattr("audit.play.deal", lambda *given: replace(broken, step=Step.DARVO))
    result = run()
    assert result.exit_code == 1
    assert "GR-D05: REVERSE finds the Focus holder" in " ".join(result.output.split())


def test_an_unknown_seat_is_refused_before_anything_is_dealt() -> None:
    with pytest.raises(InputError, match="0 to 2"):
        start(3, 1, ModeCard.SHARED_GROUND, "sample", STANDING, 3)


def test_help_shows_examples() -> None:
    text = CliRunner().invoke(play, ["--help"]).output
    assert "ruleproof play ground --seats 4 --seed 7" in text
