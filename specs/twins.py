"""The TLA+ models and what is expected of each, read strictly from the manifest beside them.

A book of models is a folder with a manifest. GROUND's models give their constants as a `start` that the kernel's world
has to equal, and count states place by place in the game; other books give `constants` as their configurations do, and
may count states by places of their own naming.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from specs.load import load_rules
from specs.notation import MARKERS, STEPS, int_of, list_of, own_values
from specs.strict import Document, Place, SpecError, Table, hint, refuse_faults

TLA = Path(__file__).resolve().parent / "tla"
GROUND = TLA / "ground"
MANIFEST = "manifest.toml"

#: The suits as TLA+ spells them; counts by suit stand in this order.
SUITS = ("Clarify", "Repair", "Boundary", "Change")

#: How a model is run, by the verdict expected of it.
MODES = {"EXHAUSTED": "exhaust", "SAMPLED": "simulate", "REFUTED": "broken"}

_WORLD = "[a-z]+(-[a-z0-9]+)*"

#: No model is expected to play longer.
_LAST_ROUND = 99

#: A place in the game: round, name of the step, turn from 0.
Layer = tuple[int, str, int]


@dataclass(frozen=True)
class Start:
    """The constants of a model, a list entry a seat; Problems are (suit, value, face up), cards counts by suit."""

    seats: int
    stress: tuple[int, ...]
    markers: tuple[str, ...]
    first_round: int
    last_round: int
    lead: int
    problems: tuple[tuple[str, int, bool], ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


#: The start of a model of another book than GROUND.
NO_START = Start(0, (), (), 0, 0, 0, (), (), ())


@dataclass(frozen=True)
class Sample:
    """A simulation: how many plays of at most how many steps, from which seed."""

    seed: int
    traces: int
    depth: int


@dataclass(frozen=True)
class Mutant:
    """A definition replaced by a broken one, and the claim that has to fall, by a behaviour of `depth` states."""

    replace: str
    by: str
    claim: str
    depth: int
    place: Place


@dataclass(frozen=True)
class TwinModel:
    """A TLA+ model with the verdict and the numbers expected of it.

    `world` names the kernel's world that starts alike; empty where there is none. `generated`, `distinct` and `depth`
    are as TLC counts them: a behaviour of one state has depth 1. `silent` are the actions that cannot fire in this
    world, or that the sample does not come to. `layers` gives the distinct states of each place in the game, in the
    order of play. `claim` is the one that a broken model has to violate, `claims` are all it checks. `start` holds
    GROUND's constants; `constants` those of any other book, and `places` its counts. What an expected verdict leaves
    open is None or empty.
    """

    name: str
    module: Path
    cfg: Path
    about: str
    world: str
    verdict: str
    claim: str | None
    generated: int | None
    distinct: int | None
    depth: int | None
    silent: frozenset[str]
    layers: Mapping[Layer, int]
    sample: Sample | None
    rules: tuple[str, ...]
    start: Start
    constants: Mapping[str, str]
    places: Mapping[str, int]
    mutants: tuple[Mutant, ...]
    claims: tuple[str, ...]
    place: Place

    @property
    def mode(self) -> str:
        """How it is run: exhaust, simulate or broken."""
        return MODES[self.verdict]


def books(root: Path = TLA) -> tuple[Path, ...]:
    """The folders that hold a manifest, in the order of their names."""
    return tuple(sorted(path.parent for path in root.rglob(MANIFEST)))


def load_books(root: Path = TLA, catalogue: Collection[str] | None = None) -> tuple[TwinModel, ...]:
    """The models of all books. Models, and worlds, have names of their own across books: SpecError if they do not."""
    known = load_rules() if catalogue is None else catalogue
    models = [model for book in books(root) for model in load_twins(book, known)]
    faults = []
    for kind, names in (("model", [m.name for m in models]), ("world", [m.world for m in models if m.world])):
        doubled = sorted({name for name in names if names.count(name) > 1})
        faults += [f"{root}: two TLA+ models have the {kind} '{name}'" for name in doubled]
    if faults:
        raise SpecError(faults)
    return tuple(models)


def load_twins(directory: Path = GROUND, catalogue: Collection[str] | None = None) -> tuple[TwinModel, ...]:
    """Read the manifest of one book of TLA+ models, in the order written; rules it names must be in the catalogue.

    SpecError lists everything that is wrong, each complaint with its file and line.
    """
    known = load_rules() if catalogue is None else catalogue
    document = Document.read(directory / MANIFEST)
    root = document.root("manifest")
    claims = (*root.texts("invariants"), *root.texts("properties"))
    tables = root.tables("model", name="name")
    models = tuple(_model(table, directory, claims, known) for table in tables)
    names = [model.name for model in models]
    for number, (table, model) in enumerate(zip(tables, models, strict=True)):
        if model.name in names[:number]:
            table.complain("name", f"the model stands already at {models[names.index(model.name)].place}")
    root.done()
    refuse_faults([document])
    return models


def _model(table: Table, directory: Path, claims: tuple[str, ...], known: Collection[str]) -> TwinModel:
    name = table.text("name", shape=r"[A-Z][A-Za-z0-9]*")
    verdict = table.text("verdict", among=MODES)
    for file in (f"{name}.tla", f"{name}.cfg"):
        if not (directory / file).is_file():
            table.complain("name", f"there is no {file} beside the manifest")
    rules = table.texts("rules")
    for rule in rules:
        if rule not in known:
            table.complain("rules", f"'rules' names an unknown rule '{rule}'" + hint(rule, known))
    is_ground = table.has("start") or not table.has("constants")
    start = _start(table.table("start")) if is_ground else NO_START
    cfg = directory / f"{name}.cfg"
    exhausted, sampled, refuted = (verdict == each for each in MODES)
    distinct = table.number("distinct") if exhausted else None
    model = TwinModel(
        name=name,
        module=directory / f"{name}.tla",
        cfg=cfg,
        about=table.text("about"),
        world=table.text("world", shape=_WORLD) if exhausted and (is_ground or table.has("world")) else "",
        verdict=verdict,
        claim=table.text("claim", among=claims) if refuted else None,
        generated=table.number("generated") if exhausted or sampled else None,
        distinct=distinct,
        depth=table.number("depth") if exhausted or refuted else None,
        silent=frozenset(table.texts("silent")) if not refuted and table.has("silent") else frozenset(),
        layers=_layers(table, start, distinct) if exhausted and is_ground else {},
        sample=_sample(table.table("sample")) if sampled else None,
        rules=rules,
        start=start,
        constants={} if is_ground else _constants(table, cfg),
        places={} if is_ground or not exhausted else _places(table, distinct),
        mutants=_mutants(table, claims) if table.has("mutants") else (),
        claims=_some(table, "claims", claims) if table.has("claims") else claims,
        place=table.place,
    )
    table.done()
    return model


def _some(table: Table, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Some of the manifest's claims, where a model does not check them all."""
    names = table.texts(key)
    for name in names:
        if name not in known:
            table.complain(key, f"'{key}' names an unknown claim '{name}'" + hint(name, known))
    return names


def _sample(table: Table) -> Sample:
    sample = Sample(table.number("seed", least=0), table.number("traces"), table.number("depth"))
    table.done()
    return sample


def _mutants(table: Table, claims: tuple[str, ...]) -> tuple[Mutant, ...]:
    rows = table.tables("mutants", name="by")
    mutants = tuple(
        Mutant(row.text("replace"), row.text("by"), row.text("claim", among=claims), row.number("depth"), row.place)
        for row in rows
    )
    for row in rows:
        row.done()
    return mutants


# ---------------------------------------------------------------- constants


def _start(table: Table) -> Start:
    """The constants, under the names that the module gives them."""
    seats, first = int_of(table, "N", 2, 6), int_of(table, "StartRound", 1, _LAST_ROUND)
    start = Start(
        seats=seats,
        stress=_listed(table, "StartStress", _is_count, "whole numbers from 0", seats),
        markers=_listed(table, "StartMarker", lambda item: item in MARKERS, f"words among {', '.join(MARKERS)}", seats),
        first_round=first,
        last_round=int_of(table, "LastRound", first, _LAST_ROUND),
        lead=int_of(table, "StartLead", 0, seats - 1),
        problems=_listed(table, "Problems", _is_problem, "[suit, value, face up]"),
        hands=_listed(table, "StartHand", _is_cards, "lists of four counts", seats),
        deck=_listed(table, "StartDeck", _is_count, "whole numbers from 0", len(SUITS)),
    )
    table.done()
    return start


def _is_count(item: Any) -> bool:
    return type(item) is int and item >= 0


def _is_counts(item: Any) -> bool:
    return isinstance(item, list) and all(map(_is_count, item))


def _is_cards(item: Any) -> bool:
    return _is_counts(item) and len(item) == len(SUITS)


def _is_problem(item: Any) -> bool:
    if not isinstance(item, list) or len(item) != 3:
        return False
    return item[0] in SUITS and _is_count(item[1]) and isinstance(item[2], bool)


def _listed(table: Table, key: str, fits: Callable[[Any], bool], name: str, size: int | None = None) -> tuple[Any, ...]:
    """The value of a key as a tuple, lists in it too; `size` entries of the right kind."""
    if not table.has(key):
        table.complain(key, f"missing key '{key}'")
        return ()
    written = own_values(table)[key]
    if size is not None and isinstance(written, list) and len(written) != size:
        table.complain(key, f"'{key}' must have {size} entries, not {len(written)}")
    found = list_of(fits, name)(table, key)
    return tuple(tuple(item) if isinstance(item, list) else item for item in found)


def _constants(table: Table, cfg: Path) -> Mapping[str, str]:
    """Constants by name, in the notation of TLA+. Complains where the configuration does not give the same value."""
    below = table.table("constants")
    values = own_values(below)
    given = " ".join(cfg.read_text(encoding="utf-8").split()) if cfg.is_file() else ""
    constants: dict[str, str] = {}
    for name, value in values.items():
        below.has(name)
        if not isinstance(value, bool | int | str):
            below.complain(name, f"'{name}' must be a number, a truth value or a text, not {value!r}")
            continue
        constants[name] = str(value).upper() if isinstance(value, bool) else str(value)
        if given and not re.search(rf"\b{re.escape(name)} (=|<-) {re.escape(constants[name])}(?!\w)", given):
            below.complain(name, f"{cfg.name} does not give '{name}' the value {constants[name]}")
    below.done()
    return constants


def _places(table: Table, distinct: int | None) -> Mapping[str, int]:
    """Distinct states by places of the book's own naming, which add up to `distinct`; none if it does not count so."""
    if not table.has("layers"):
        return {}
    places = dict(table.numbers("layers"))
    if sum(places.values()) != distinct:
        table.complain("layers", f"'layers' add up to {sum(places.values())}, but 'distinct' is {distinct}")
    return places


# ---------------------------------------------------------------- layers


def _layers(table: Table, start: Start, distinct: int | None) -> Mapping[Layer, int]:
    """Distinct states by place: a table with a list for each round, a list in it for each step, and `over`.

    Complains about a round, step or turn too many or too few, and if they do not add up to `distinct`.
    """
    below = table.table("layers")
    layers: dict[Layer, int] = {}
    complete = True
    for number in range(start.first_round, start.last_round + 1):
        key = f"r{number}"
        counts = _listed(below, key, _is_counts, "lists of counts")
        places = [[(number, step, turn) for turn in range(start.seats)] for step in STEPS[:-2]]
        places.append([(number, "END", 0)])
        if [len(turns) for turns in counts] == [len(turns) for turns in places]:
            layers |= zip(chain(*places), chain(*counts), strict=True)
            continue
        complete = False
        if below.has(key):
            below.complain(key, f"'{key}' must have {start.seats} counts for each step, and one for END")
    layers[start.last_round, "OVER", 0] = below.number("over")
    below.done()
    if complete and sum(layers.values()) != distinct:
        table.complain("layers", f"'layers' add up to {sum(layers.values())}, but 'distinct' is {distinct}")
    return layers
