"""The plots of a simulation: one drawing, as a PNG file and as the SVG that a page carries."""

from __future__ import annotations

import io
import re
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kernel.ground.state import ModeCard
from model.rates import Rate
from model.simulation_figures import Figures

#: The house's light palette by role. In a page each colour becomes the variable of its role, so that dark works too.
PALETTE = {"ink": "#23272b", "muted": "#5c625f", "line": "#d9d2c3", "accent": "#0d6a60", "warm": "#f3c98b"}
PALETTE |= {"hot": "#d9663f", "panel": "#fffdf8", "bond": "#1b6aa8", "blame": "#6c2f8f"}
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "ruleproof",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": PALETTE["muted"],
    "axes.labelcolor": PALETTE["ink"],
    "axes.titlecolor": PALETTE["ink"],
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.facecolor": PALETTE["panel"],
    "figure.facecolor": PALETTE["panel"],
    "text.color": PALETTE["ink"],
    "xtick.color": PALETTE["muted"],
    "ytick.color": PALETTE["muted"],
    "legend.frameon": False,
    "legend.fontsize": 9,
}


def png(figures: Figures, threshold: int, title: str) -> bytes:
    """The plots as a PNG picture."""
    out = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        _drawn(figures, threshold, title).savefig(out, format="png", dpi=150, metadata={"Software": None})
    return out.getvalue()


def svg(figures: Figures, threshold: int) -> str:
    """The plots as an SVG element: nothing is loaded from elsewhere, and the same figures are the same text."""
    out = io.StringIO()
    with matplotlib.rc_context(STYLE):
        _drawn(figures, threshold, "").savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    for role, colour in PALETTE.items():
        text = text.replace(colour, f"var(--{role})")
    return text


def _drawn(figures: Figures, threshold: int, title: str) -> Figure:
    figure = Figure(figsize=(10, 7), layout="constrained")
    if title:
        figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    (rates, totals), (stress, decks) = figure.subplots(2, 2)
    _rates(rates, figures)
    _totals(totals, figures, threshold)
    _stress(stress, figures)
    _decks(decks, figures)
    return figure


def _rates(axes: Axes, figures: Figures) -> None:
    """Shares of games with their intervals, one below the other."""
    rows = [("threshold reached", figures.success), ("all starters claimed", figures.starters)]
    for each in (mode for mode in figures.modes if mode.mode is not ModeCard.SHARED_GROUND):
        rows += [(f"{short(each.mode)}: seat {i}", seat) for i, seat in enumerate(each.seats)]
    rows += [("a DARVO stage fired", figures.moved)]
    shares = [each.share for _, each in rows]
    errors = [[s - each.low for s, (_, each) in zip(shares, rows, strict=True)]]
    errors += [[each.high - s for s, (_, each) in zip(shares, rows, strict=True)]]
    axes.errorbar(shares, range(len(rows)), xerr=errors, fmt="o", ms=4, capsize=2, color=PALETTE["accent"])
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=9 if len(rows) < 16 else 6)
    axes.invert_yaxis()
    axes.set_xlim(-0.03, 1.03)
    axes.grid(axis="x", color=PALETTE["line"])
    axes.set_title("Share of games that end so, with 95 percent intervals")


def short(mode: ModeCard) -> str:
    """A Mode card in a word, as the command line names it."""
    return "edge" if mode is ModeCard.COMMON_PROBLEM else "coalitions"


def _totals(axes: Axes, figures: Figures, threshold: int) -> None:
    """How many games end with which total."""
    totals = range(max(threshold, *figures.totals) + 1)
    heights = [figures.totals.get(total, 0) / figures.games for total in totals]
    colours = [PALETTE["accent" if total >= threshold else "warm"] for total in totals]
    axes.bar(list(totals), heights, color=colours, width=0.8)
    axes.axvline(threshold - 0.5, color=PALETTE["hot"], linestyle="--", label=f"threshold {threshold}")
    axes.set_xticks(list(totals))
    axes.set_xlabel("points that count")
    axes.legend(loc="upper left")
    axes.set_title("Share of games by the group's total")


def _stress(axes: Axes, figures: Figures) -> None:
    """Stress after each End, over all seats."""
    rounds = [each.round for each in figures.rounds]
    quartiles = [each.stress.quartiles for each in figures.rounds]
    axes.fill_between(
        rounds, [q[0] for q in quartiles], [q[2] for q in quartiles], color=PALETTE["warm"], label="middle half"
    )
    axes.plot(rounds, [q[1] for q in quartiles], color=PALETTE["hot"], linestyle="--", label="median")
    axes.plot(rounds, [each.stress.mean for each in figures.rounds], "o-", color=PALETTE["ink"], label="mean")
    axes.set_ylim(-0.1, 5.1)
    axes.set_xticks(rounds)
    axes.set_xlabel("round")
    axes.legend(loc="upper left")
    axes.set_title("Stress after the End of each round")


def _decks(axes: Axes, figures: Figures) -> None:
    """How often decks ran out, and how often open_cap bound."""
    rounds = [each.round for each in figures.rounds]
    lines: list[tuple[str, str, list[Rate]]] = [
        ("a draw found the Solution deck empty", "accent", [each.dry for each in figures.rounds])
    ]
    if figures.capped is not None:
        lines += [
            ("the Pressure deck is empty", "bond", [each.depleted for each in figures.rounds]),
            ("open_cap binds at this End", "blame", [each.capped for each in figures.rounds]),
        ]
    for name, role, rates in lines:
        axes.fill_between(rounds, [r.low for r in rates], [r.high for r in rates], color=PALETTE[role], alpha=0.2)
        axes.plot(rounds, [r.share for r in rates], "o-", ms=4, color=PALETTE[role], label=name)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xticks(rounds)
    axes.set_xlabel("round")
    axes.legend(loc="center left")
    axes.set_title("Share of games by round")
