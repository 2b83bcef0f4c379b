"""The catalogue of items and Artifacts, on made-up catalogues right and wrong: AG-ECO-10-01, AG-ECO-10-12."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from kernel.guild.balance import distribution
from kernel.guild.balance.distribution import Band, Form
from kernel.guild.balance.fixed_seed import PRIMARY, Tag
from properties.claim import fact

RIGHT = Band(40, frozenset(Form), frozenset(Tag), 3)
WRONG = (
    replace(RIGHT, entries=39),
    replace(RIGHT, entries=41),
    *(replace(RIGHT, forms=RIGHT.forms - {form}) for form in Form),
    *(replace(RIGHT, responsibilities=RIGHT.responsibilities - {tag}) for tag in PRIMARY),
    replace(RIGHT, plans=2),
)


def catalogues() -> Iterator[tuple[tuple[Band, ...], bool]]:
    """A complete catalogue, one with more plans, and some that lack something in one band."""
    yield (RIGHT,) * 8, True
    yield (replace(RIGHT, plans=4, responsibilities=PRIMARY), *(RIGHT,) * 7), True
    yield from (((RIGHT,) * count, False) for count in (0, 7, 9))
    yield (WRONG[0], WRONG[1], *(RIGHT,) * 6), False
    for place, band in product(range(8), WRONG):
        yield ((RIGHT,) * place + (band,) + (RIGHT,) * (7 - place), False)


@fact("AG-ECO-10-01", cases=catalogues)
def items_fall_into_eight_complete_bands(case: tuple[tuple[Band, ...], bool]) -> bool:
    """A catalogue is complete with 320 items in eight bands of 40, each with every form, responsibility and 3 plans."""
    bands, is_right = case
    sizes = sum(band.entries for band in bands) == 320 and len(Form) == 5
    return distribution.is_catalogue_complete(bands) is (is_right and sizes)


def schedules() -> Iterator[tuple[int, ...]]:
    """Every set of Markets in which a run surely offers an Artifact; the thirteenth is boss Muster."""
    for count in range(14):
        yield from combinations(range(1, 14), count)


@fact("AG-ECO-10-12", cases=schedules)
def a_run_has_an_artifact_early_and_another_by_muster(markets: tuple[int, ...]) -> bool:
    """A run's sure choices suffice exactly with one by the end of Round 6 and a further one by boss Muster."""
    early = [market for market in markets if market <= 6]
    others = [market for market in markets if market <= 13 and market != min(early, default=0)]
    return distribution.offers_enough_artifacts(markets) is bool(early and others)


@fact("AG-ECO-10-12", cases=lambda: product(range(5), repeat=4))
def no_artifact_is_active_twice(case: tuple[int, ...]) -> bool:
    """An Artifact may become active exactly if it is none of the three that are."""
    *active, new = case
    return distribution.may_activate(tuple(active), new) is (active.count(new) == 0)


@fact(
    "AG-ECO-10-12",
    cases=lambda: [((12, 12, 12, 12, 12), True), ((15, 15, 15, 15, 0), False), ((12,) * 4 + (13,), False)],
)
def sixty_artifacts_lie_in_five_pools(case: tuple[tuple[int, ...], bool]) -> bool:
    """Sixty Artifacts are spread over first clears, elites, bosses, mastery and postgame, some in each."""
    return distribution.are_artifacts_spread(case[0]) is case[1]
