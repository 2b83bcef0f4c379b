"""The numbers of findings that come from reading the guild's text, computed again by the kernel."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from kernel.guild.choices import OpenMarket
from kernel.guild.company import new_guild
from kernel.guild.economy import MAX_LEVEL, MIN_LEVEL, ROUNDS, Risk, offer_level
from kernel.guild.offers import battles_of
from kernel.guild.progression import battle_xp, encounter_rank, gain, xp_to_next
from specs.load import load_findings, load_rules

FINDINGS = load_findings(load_rules())


def numbers_of(finding: str) -> dict[str, int]:
    witness = FINDINGS[finding].witness
    assert isinstance(witness, tuple)
    return dict(witness)


def xp_from(round_: int, risk: int) -> int:
    """The XP of victories from a Round to the last."""
    return sum(battle_xp(each, risk) for each in range(round_, ROUNDS + 1))


def level_after(level: int, awards: list[int]) -> int:
    xp = 0
    for award in awards:
        grown = gain(level, xp, award)
        level, xp = grown.level, grown.xp
    return level


def test_nobody_reaches_level_10_in_a_run_of_victories() -> None:
    numbers = numbers_of("F-169")
    assert sum(xp_to_next(level) for level in range(MIN_LEVEL, MAX_LEVEL)) == numbers["xp_from_1_to_10"]
    assert xp_from(1, Risk.STEADY) == numbers["xp_of_12_steady_wins"]
    assert xp_from(1, Risk.ELITE) == numbers["xp_of_12_elite_wins"]
    hired = [
        level_after(offer_level(first), [battle_xp(each, Risk.ELITE) for each in range(first, ROUNDS + 1)])
        for first in range(1, ROUNDS + 1)
    ]
    assert max(hired) == hired[0] == numbers["highest_level_of_a_run"] < MAX_LEVEL


def test_in_continuous_growth_level_10_comes_in_the_second_or_third_contract() -> None:
    for risk, contract in ((Risk.STEADY, 3), (Risk.ELITE, 2)):
        total = list(accumulate([xp_from(1, risk)] * contract))
        assert total[-2] < numbers_of("F-169")["xp_from_1_to_10"] <= total[-1]


def test_a_kept_company_of_level_10_meets_enemies_of_rank_1() -> None:
    numbers = numbers_of("F-170")
    steady = [battle_xp(each, Risk.STEADY) for each in range(1, ROUNDS + 1)]
    assert level_after(MIN_LEVEL, steady * (numbers["contract"] - 1)) == numbers["level_of_a_kept_recruit"]
    assert offer_level(numbers["round"]) == numbers["level_of_offers"]
    assert encounter_rank(numbers["round"], Risk.STEADY, False) == numbers["rank_of_a_steady_enemy"]


def test_the_journal_has_no_room_for_closure_receipts_alone() -> None:
    kept, full = numbers_of("F-161"), numbers_of("F-162")
    assert kept["rows_at_which_compaction_begins"] - kept["rows_kept"] == kept["rows_of_an_open_run_that_leave"]
    assert full["closure_rows_too_many"] + full["newest_rows_kept"] == full["bound"] + 1
    assert full["compaction_at"] + full["newest_rows_kept"] == full["bound"]


def test_the_two_lists_of_copies_differ_by_the_checkpoint_of_the_draft() -> None:
    rules = load_rules()
    copies = [rule for rule in rules.values() if rule.id.startswith("AG-SAV-11.1-0") and rule.id != "AG-SAV-11.1-09"]
    # Four backups stand in one row, and so do the two ledgers.
    listed = numbers_of("F-164")
    assert len(copies) + 3 + 1 == listed["copies_listed_in_section_11"] == listed["copies_listed_in_section_2"] + 1


def test_muster_has_one_battle_offer_where_a_market_has_three() -> None:
    numbers = numbers_of("F-166")
    muster = replace(new_guild(3, 3, 1), cleared=ROUNDS)
    row = battles_of(muster, OpenMarket(recruits=(), equipment=(), battles=()))
    assert sum(offer.is_open for offer in row) == numbers["battle_offers_of_muster"]
    assert len(row) == numbers["battle_offers_of_a_market"]
