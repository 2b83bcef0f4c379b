"""What a simulation shows, in numbers: each share with its interval, each round with its spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from kernel.ground.state import ModeCard
from model.rates import Rate, Spread, rate, spread
from model.simulate import STAGES, Influx, Played, Simulation

MODES = tuple(ModeCard)


@dataclass(frozen=True)
class ModeFigures:
    """How games end under one Mode card. `won`: somebody wins; `shared`: of those games, several do; then by seat."""

    mode: ModeCard
    won: Rate
    shared: Rate
    seats: tuple[Rate, ...]


@dataclass(frozen=True)
class RoundFigures:
    """What one round shows. `dry`: games in which a draw found the Solution deck empty in this round or before.

    `stress` spreads over all seats of all games after the End. `drawn`, `capped` and `empty` are the shares of the
    Ends that drew a card, that open_cap kept from it, and that found the Pressure deck empty. With no Pressure deck
    they have no trials. `depleted`: games whose Pressure deck is empty after the End.
    """

    round: int
    stress: Spread
    dry: Rate
    drawn: Rate
    capped: Rate
    empty: Rate
    depleted: Rate


@dataclass(frozen=True)
class Figures:
    """All that is told of a simulation.

    `stages` and `acts` count per game. `commonest` is the share of games that end with the most frequent total.
    `totals` counts games by their total. `moved`: games in which a stage fired. `influx`: games in which a card came
    into play after setup. `settled`: games whose Pressure deck ran out or whose open_cap bound at some End. `capped` is
    the share of all Ends at which it bound; Ends of one game hang together, so that no interval stands beside it. With
    no Pressure deck there are no trials, and `capped` is None.
    """

    games: int
    success: Rate
    starters: Rate
    modes: tuple[ModeFigures, ...]
    points: Spread
    claimed: Spread
    mastery: Spread
    commonest: Rate
    totals: Mapping[int, int]
    sequences: Spread
    triggered: Rate
    moved: Rate
    stages: Mapping[str, float]
    rounds: tuple[RoundFigures, ...]
    capped: float | None
    influx: Rate
    settled: Rate
    turns: Spread
    acts: Mapping[str, float]


def figures_of(simulation: Simulation, modes: tuple[ModeCard, ...] = MODES) -> Figures:
    """The figures of the games that were played. Raises `ValueError` if none was."""
    games = simulation.games
    totals = Counter(game.points for game in games)
    acts = Counter[str]()
    for game in games:
        acts.update(dict(game.acts))
    drawing = [game for game in games if game.influx]
    return Figures(
        games=len(games),
        success=rate(game.is_success for game in games),
        starters=rate(game.starters for game in games),
        modes=tuple(_mode(games, mode) for mode in modes),
        points=spread([game.points for game in games]),
        claimed=spread([game.claimed for game in games]),
        mastery=spread([game.mastery for game in games]),
        commonest=Rate(max(totals.values()), len(games)),
        totals=dict(sorted(totals.items())),
        sequences=spread([game.sequences for game in games]),
        triggered=rate(game.sequences > 0 for game in games),
        moved=rate(sum(game.stages) > 0 for game in games),
        stages={stage: sum(game.stages[i] for game in games) / len(games) for i, stage in enumerate(STAGES)},
        rounds=tuple(_round(games, drawing, i) for i in range(len(games[0].stress))),
        capped=fmean(each is Influx.CAPPED for game in drawing for each in game.influx) if drawing else None,
        influx=rate(Influx.DRAWN in game.influx for game in drawing),
        settled=rate(game.left[-1] == 0 or Influx.CAPPED in game.influx for game in drawing),
        turns=spread([game.turns for game in games]),
        acts={name: count / len(games) for name, count in sorted(acts.items())},
    )


def _mode(games: tuple[Played, ...], mode: ModeCard) -> ModeFigures:
    winners = [game.winners[MODES.index(mode)] for game in games]
    return ModeFigures(
        mode=mode,
        won=rate(bool(each) for each in winners),
        shared=rate(len(each) > 1 for each in winners if each),
        seats=tuple(rate(seat in each for each in winners) for seat in range(len(games[0].scores))),
    )


def _round(games: tuple[Played, ...], drawing: list[Played], i: int) -> RoundFigures:
    def ends(kind: Influx) -> Rate:
        return rate(game.influx[i] is kind for game in drawing)

    return RoundFigures(
        round=i + 1,
        stress=spread([stress for game in games for stress in game.stress[i]]),
        dry=rate(any(game.dry[: i + 1]) for game in games),
        drawn=ends(Influx.DRAWN),
        capped=ends(Influx.CAPPED),
        empty=ends(Influx.EMPTY),
        depleted=rate(game.left[i] == 0 for game in drawing),
    )
