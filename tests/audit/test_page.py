"""The page of a play: what is in it, and what a browser makes of it."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, sync_playwright

from audit.explaining import words_of
from audit.page import page_of, play_data
from audit.replaying import replay_command
from audit.session import deal
from kernel.ground import resolve
from kernel.ground.rulings import STANDING, CalmSpend, Rulings
from kernel.ground.state import NO_CARDS, Choice, ModeCard, State, Step, Suit
from model.ground import GROUND, problem, table
from model.trace import Trace, read
from specs.scenarios import load_scenario_cards

WITNESSES = Path(__file__).parents[2] / "specs" / "findings" / "witness"
#: Seat 0 is calmed, ends its sequence and is driven into the next: choices 0-2, 4, 8, 13 and 16 do something.
CALMED = read(WITNESSES / "F-012.itf.json", GROUND)
DOING = [0, 1, 2, 4, 8, 13, 16]


def printed_game(seats: int, seed: int) -> Trace[State, Choice, Rulings]:
    rng = random.Random(seed)
    states = [deal(load_scenario_cards().cards["sample"], ModeCard.COMMON_PROBLEM, seats, seed)]
    choices: list[Choice] = []
    while states[-1].step is not Step.OVER:
        choices.append(rng.choice(resolve.offered(states[-1], STANDING)))
        states.append(resolve.play(states[-1], choices[-1], STANDING))
    return Trace(GROUND, STANDING, tuple(states), tuple(choices))


GAME = printed_game(6, 3)

# ---------------------------------------------------------------- what is in it


def embedded(page: str) -> str:
    found = re.search(r'<script type="application/json" id="play">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_same_play_is_the_same_page_and_carries_its_data() -> None:
    page = page_of(CALMED, "F-012", "calmed")
    assert page == page_of(CALMED, "F-012", "calmed") != page_of(CALMED, "F-013", "calmed")
    data = json.loads(embedded(page))
    assert data == json.loads(json.dumps(play_data(CALMED)))
    assert len(data["tables"]) == len(data["turns"]) + 1 == 18
    assert [i for i, turn in enumerate(data["turns"]) if not turn["idle"]] == DOING


def test_nothing_is_loaded_and_nothing_breaks_out() -> None:
    rude = "</script><script>alert(1)</script>\"'&"
    page = page_of(CALMED, rude, rude)
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert page.count("</script>") == 2
    assert not re.search(r"[<>&']", embedded(page))
    assert set(re.findall(r"https?://[^\"]*", page)) == {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|href)=\"(?!data:,)|url\(|@import", page)


def test_every_rule_that_acts_is_in_words() -> None:
    data = play_data(GAME)
    assert set(data["words"]) == {rule for turn in data["turns"] for rule in turn["rules"]} > {"GR-R08", "GR-A06"}
    assert all(words == words_of(rule) and all(words) for rule, words in data["words"].items())


def test_other_rulings_are_named() -> None:
    other = replace(CALMED, rulings=replace(STANDING, calm_spend=CalmSpend.ALLOWED))
    assert "Ruling: calm_spend = ALLOWED" in page_of(other, "F-012")
    assert 'class="ruling"' not in page_of(CALMED, "F-012")


def test_hidden_problems_stay_hidden_until_they_have_been_seen() -> None:
    seen = set()
    for state, data in zip(GAME.states, play_data(GAME)["tables"], strict=True):
        for card, seen_card in zip(state.problems, data["problems"], strict=True):
            assert (seen_card["suit"] is None) == (not card.face_up and not card.denied)
            assert seen_card["suit"] in (None, card.suit.name)
            seen.add((seen_card["suit"] is None, seen_card["denied"]))
    assert seen == {(True, False), (False, False), (False, True)}


AIMS = [
    (r"selects (?:ATTACK|SUPPORT) on seat (\d)", "seat"),
    (r"selects (?:SOLVE|INVESTIGATE) on Problem (\d)", "problem"),
    (r"sets GROUND to .* seat (\d)$", "seat"),
    (r"sets GROUND to .* Problem (\d)", "problem"),
    (r"seat \d (?:attacks|supports) seat (\d)", "seat"),
    (r"SOLVE of Problem (\d) resolves", "problem"),
    (r"DENY of seat \d turns Problem (\d)", "problem"),
    (r"(?:extra Attack|REVERSE) of seat \d on seat (\d)", "seat"),
]


def test_turns_are_aimed_at_what_their_words_name() -> None:
    turns = [turn for seed in range(6) for turn in play_data(printed_game(3, seed))["turns"]]
    met = set()
    for turn in turns:
        named = [(kind, m[1]) for pattern, kind in AIMS if (m := re.search(pattern, turn["choice"]))]
        for pattern, _ in AIMS:
            met |= {pattern} if re.search(pattern, turn["choice"]) else set()
        if named:
            assert turn["aim"] == {named[0][0]: int(named[0][1])}, turn["choice"]
            assert not turn["idle"], turn["choice"]
        elif turn["idle"] or turn["step"] in ("SELECT", "DARVO", "END"):
            assert turn["aim"] == {}, turn["choice"]
    assert met == {pattern for pattern, _ in AIMS}


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    out = tmp_path / "play.html"
    out.write_text("old")
    file = WITNESSES / "F-006.itf.json"
    result = CliRunner().invoke(replay_command, [str(file), "--html", str(out), "--json"])
    assert (result.exit_code, json.loads(result.stdout)["replays"]) == (0, True)
    assert f"Page written to {out}." in result.stderr
    note = json.loads(file.read_text(encoding="utf-8"))["#meta"]["description"]
    assert out.read_text(encoding="utf-8") == page_of(read(file, GROUND), "F-006", note)
    assert list(tmp_path.iterdir()) == [out]


def test_a_play_that_does_not_replay_makes_a_page_of_what_does(tmp_path: Path) -> None:
    replace(CALMED, states=(*CALMED.states[:-1], CALMED.states[0])).write(tmp_path / "bad.itf.json")
    out = tmp_path / "bad.html"
    result = CliRunner().invoke(replay_command, [str(tmp_path / "bad.itf.json"), "--html", str(out)])
    assert result.exit_code == 1
    page = out.read_text(encoding="utf-8")
    assert "The play stops short: it does not replay at choice 16 (round 3, END: round 3 ends)" in page
    assert len(json.loads(embedded(page))["turns"]) == 16


@pytest.mark.parametrize(
    ("name", "said"),
    [("none/play.html", "No such file"), (".", "not a regular file"), ("F-012.itf.json", "different files")],
)
def test_a_page_that_cannot_be_written_is_an_input_error(tmp_path: Path, name: str, said: str) -> None:
    CALMED.write(tmp_path / "F-012.itf.json")
    before = (tmp_path / "F-012.itf.json").read_bytes()
    result = CliRunner().invoke(replay_command, [str(tmp_path / "F-012.itf.json"), "--html", str(tmp_path / name)])
    assert result.exit_code == 2
    assert said in result.output
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


# ---------------------------------------------------------------- in a browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    f"--{flag}"
    for flag in (
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
    )
]


def chromium(environment: Mapping[str, str]) -> str:
    """The browser to use. Without one a local run skips, and says so; CI fails."""
    named = environment.get("RULEPROOF_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if found is None:
        reason = f"no browser {named or 'on the PATH'}: apt-get install chromium, or name one in RULEPROOF_CHROMIUM"
        (pytest.fail if environment.get("CI") == "true" else pytest.skip)(reason)
    return str(found)


def test_a_missing_browser_skips_at_home_and_fails_in_ci(tmp_path: Path) -> None:
    absent = {"RULEPROOF_CHROMIUM": str(tmp_path / "none")}
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        chromium(absent)
    with pytest.raises(pytest.fail.Exception, match="none"):
        chromium(absent | {"CI": "true"})
    (tmp_path / "mine").touch(mode=0o755)
    assert chromium({"RULEPROOF_CHROMIUM": str(tmp_path / "mine")}) == str(tmp_path / "mine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium(os.environ)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Shown:
    """A page that is open, with everything that it complained of or asked for."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page, self.url = page, path.as_uri()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.url)

    def text(self, selector: str) -> str:
        return self.page.locator(selector).text_content() or ""

    def drawn(self) -> list[str]:
        return self.page.locator("svg#table text").all_text_contents()

    def at(self) -> int:
        """The number of the choice whose table is shown; -1 at the start."""
        return int(self.page.locator("#slider").input_value()) - 1

    def press(self, *keys: str) -> int:
        for key in keys:
            self.page.keyboard.press(key)
        return self.at()

    def slide_to(self, position: int) -> None:
        script = "(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }"
        self.page.locator("#slider").evaluate(script, position)


def shown(browser: Browser, tmp_path: Path, trace: Trace[State, Choice, Rulings], **options: Any) -> Shown:
    path = tmp_path / "play.html"
    path.write_text(page_of(trace, "A play", "a note"), encoding="utf-8")
    options.setdefault("viewport", {"width": 1280, "height": 860})
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(20_000)
    return Shown(page, path)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 600])
def test_the_page_opens_quietly_and_fits(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    view = shown(browser, tmp_path, GAME, viewport={"width": width, "height": 860}, color_scheme=scheme)
    view.slide_to(len(GAME.choices))
    assert "Winners" in view.text("#outcome")
    assert view.page.evaluate("document.documentElement.scrollWidth") <= width
    picture = tmp_path / "page.png"
    view.page.screenshot(path=picture, full_page=True)
    assert picture.stat().st_size > 20_000
    assert (view.complaints, view.requests) == ([], [view.url])


def test_every_number_of_seats_finds_its_place(browser: Browser, tmp_path: Path) -> None:
    for seats in range(2, 8):
        start = table((2,) * seats, (problem(Suit.REPAIR, 2, 0),), (NO_CARDS,) * seats, NO_CARDS)
        view = shown(browser, tmp_path, Trace(GROUND, STANDING, (start,), ()))
        names = [text for text in view.drawn() if text.startswith("Seat ")]
        assert (names, view.complaints) == ([f"Seat {seat}" for seat in range(seats)], [])


def test_a_page_that_complains_or_asks_for_something_is_seen(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text('<img src="other.png"><script>console.error("oh"); none();</script>')
    view = Shown(browser.new_page(), path)
    assert "oh" in view.complaints
    assert any("none is not defined" in complaint for complaint in view.complaints)
    assert len(view.requests) == 2


def test_the_table_shows_the_state(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, CALMED)
    assert {"Seat 0", "Seat 1", "LEAD", "Bond", "Round 3 of 4 · next: SELECT, seat 0"} <= set(view.drawn())
    view.slide_to(14)
    assert "Rivalry" in view.drawn()
    assert "Bond" not in view.drawn()
    assert view.text("#what") == "seat 1 attacks seat 0"
    assert view.text("#when") == "Choice 13 · Round 3 · ATTACK"
    assert view.page.locator("#changes li").all_text_contents() == [
        "seat 0: Stress 3 → 5",
        "Bond 0-1 turns into a Rivalry",
    ]
    title, says = words_of("GR-A07")
    assert all(part in view.text("#rules") for part in ("GR-A07", title, says))
    assert view.text("#steps [aria-current]") == "ATTACK"
    label = view.page.locator("#table").get_attribute("aria-label")
    assert label is not None
    assert "Seat 0: Stress 5, Freedom READY, DARVO OFF" in label
    assert view.complaints == []


def test_tokens_lie_where_they_were_placed(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, GAME)
    kinds = set()
    for position, state in enumerate(GAME.states):
        placed = {f"{p.token.name[0]}{seat}" for seat, p in enumerate(state.players) if p.token_at >= 0}
        tiles = sorted(
            tile.name.title() for i, row in enumerate(state.relations) for tile in row[i:] if tile.value != "NONE"
        )
        if (frozenset(placed), tuple(tiles)) not in kinds:
            kinds.add((frozenset(placed), tuple(tiles)))
            view.page.locator("#skip").set_checked(False)
            view.slide_to(position)
            drawn = view.drawn()
            assert {text for text in drawn if re.fullmatch(r"[FB]\d", text)} == placed
            assert sorted(text for text in drawn if text in ("Bond", "Rivalry")) == tiles
    assert len(kinds) > 8
    assert view.complaints == []


def test_keys_move_through_the_play(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, CALMED)
    assert [view.press("ArrowRight") for _ in range(8)] == [*DOING, 16]
    assert [view.press("ArrowLeft") for _ in range(3)] == [13, 8, 4]
    assert (view.press("Home"), view.press("End"), view.press("Home")) == (-1, 16, -1)
    view.page.locator("#slider").focus()
    assert view.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp") == 4
    view.page.locator("#skip").set_checked(False)
    assert view.press("ArrowRight") == 5
    view.page.locator("#on").focus()
    assert view.press("Space", "Space") == 7
    assert view.page.locator("#run").get_attribute("aria-pressed") == "false"


def test_space_plays_and_pauses(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, CALMED)
    run, clock = view.page.locator("#run"), view.page.clock
    clock.install()
    view.press("Space")
    assert (run.get_attribute("aria-pressed"), run.get_attribute("aria-label")) == ("true", "Pause")
    clock.run_for(3000)
    assert view.at() == DOING[1]
    view.press("Space")
    assert (run.get_attribute("aria-pressed"), run.get_attribute("aria-label")) == ("false", "Play")
    clock.run_for(3000)
    assert view.at() == DOING[1]
    view.press("Space")
    clock.run_for(30_000)
    assert (view.at(), run.get_attribute("aria-pressed")) == (DOING[-1], "false")


def test_the_list_jumps_and_idle_turns_can_be_shown(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, CALMED)
    rows = view.page.locator("#list button")
    assert rows.count() == len(DOING)
    rows.filter(has_text="seat 1 attacks seat 0").click()
    assert view.at() == 13
    assert view.text("#list [aria-current=step]") == "13seat 1 attacks seat 0"
    view.page.locator("#skip").uncheck()
    assert rows.count() == len(CALMED.choices)
    view.page.locator("#on").click()
    assert view.at() == 14
    view.page.locator("#skip").check()
    assert view.at() == 13
    view.page.locator("#rounds button").first.click()
    assert view.at() == -1


def test_a_link_leads_to_a_choice(browser: Browser, tmp_path: Path) -> None:
    view = shown(browser, tmp_path, CALMED)
    view.slide_to(14)
    assert view.page.url == f"{view.url}#13"
    view.page.goto("about:blank")
    view.page.goto(f"{view.url}#8")
    assert view.at() == 8
