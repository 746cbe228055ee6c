"""An experiment is a file: a question, the designs that may answer it, and what would matter.

Built-in ones lie in `designs/`; any other TOML file of the same form serves as well. Every error
names the file, the key and the remedy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

import engine
from agents import registry
from engine.core.game import Design
from engine.core.problem import Problem, near
from engine.core.rng import SEED_MAX
from experiments import grids, lazy, sequential
from experiments.files import read_toml
from experiments.grids import Axis, Recipe
from experiments.house import merge
from experiments.lazy import LazyDesign
from experiments.mistakes import told
from experiments.plan import PART, SCREEN, TIMEOUT, Plan, Variant
from experiments.sequential import Until

BUILT_IN = Path(__file__).parent / "designs"
NAME = r"^[a-z0-9][a-z0-9.-]*$"
FEWEST, MOST = 2, 6  # players


class Strict(BaseModel):
    """A table of the file; keys that it does not know are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _listed(given: Any) -> Any:
    """One number of players is a list of one."""
    return given if isinstance(given, list | tuple) else [given]


Seats = Annotated[int, Field(ge=FEWEST, le=MOST)]
Table = dict[str, Any]


class DesignTable(Strict):
    """One design: what differs from the printed game."""

    name: Annotated[str, Field(pattern=NAME)]
    label: str = ""  # for pictures; the name if empty
    game: str = ""  # another game than the file's
    players: Seats | None = None  # another number of players than the file's
    deck: str | Table | None = None  # a named deck, a file beside this one, or a table
    rules: str | Table = {}  # house rules, or a file of them beside this one
    cards: list[str] = []  # files of house cards, beside this one


class AxisTable(Strict):
    """One axis of a grid: a key, and the values that it takes one after the other."""

    name: Annotated[str, Field(min_length=1)]
    key: str
    values: list[Any] = []
    labels: list[str] = []
    choose: Annotated[int, Field(ge=1)] | None = None
    entries: Annotated[list[str | list[str]], Field(alias="from")] = []

    @model_validator(mode="after")
    def _values_or_choice(self) -> AxisTable:
        if bool(self.values) == (self.choose is not None):
            raise ValueError("needs either `values`, or `choose` with `from`")
        if self.choose and self.choose > len(self.entries):
            raise ValueError(f"cannot choose {self.choose} from {len(self.entries)} entries")
        if self.labels and len(self.labels) != len(self.values):
            raise ValueError(f"has {len(self.values)} values, but {len(self.labels)} labels")
        return self


class UntilTable(Strict):
    """When to stop before the last game."""

    width: Annotated[float, Field(gt=0)] | None = None
    verdict: bool = False

    @model_validator(mode="after")
    def _one_of_two(self) -> UntilTable:
        if (self.width is None) != self.verdict:
            raise ValueError("is either { width = NUMBER } or { verdict = true }")
        return self


class Experiment(Strict):
    """The whole file."""

    question: str
    rulebook: str = ""  # what the rulebook says
    source: str = ""  # and where
    game: str
    players: Annotated[tuple[Seats, ...], Field(min_length=1), BeforeValidator(_listed)] = (4,)
    games: Annotated[int, Field(ge=1)]  # for each design; with `until`, at most
    seed: Annotated[int, Field(ge=0, le=SEED_MAX)] = 1
    agents: Annotated[list[str], Field(min_length=1)] = ["random"]  # one for all seats, or one each
    levels: list[str] = []  # instead: agents of several skills, each for all seats
    baseline: str = ""  # the design that all others are compared with
    correction: Literal["holm", "benjamini-hochberg"] = "holm"
    until: UntilTable | None = None
    rules: str | Table = {}  # for every design
    designs: list[DesignTable] = []
    grid: list[AxisTable] = []
    # Metrics to compare, the primary one first: the smallest difference that matters, in its unit.
    metrics: Annotated[dict[str, Annotated[float, Field(gt=0)]], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits_together(self) -> Experiment:
        if not self.designs and not self.grid:
            raise ValueError("the key 'designs' is missing: give [[designs]], or a [[grid]]")
        if self.levels and "agents" in self.model_fields_set:
            raise ValueError("give `agents` or `levels`, not both")
        for key, many in (
            ("designs", [design.name for design in self.designs]),
            ("grid", [axis.name for axis in self.grid]),
            ("players", [str(number) for number in self.players]),
            ("levels", self.levels),
        ):
            if len(set(many)) < len(many):
                kind = {"designs": "designs", "grid": "axes"}.get(key, key)
                raise ValueError(f"two {kind} have the same name: {', '.join(many)}")
        return self

    @property
    def axes(self) -> list[Axis]:
        """The axes of its grid."""
        return [
            Axis(a.name, a.key, tuple(a.values), tuple(a.labels), a.choose or 0, tuple(a.entries))
            for a in self.grid
        ]

    @property
    def stop(self) -> Until | None:
        """When to stop before the last game."""
        return Until(self.until.width, self.until.verdict) if self.until else None


def built_in() -> dict[str, Path]:
    """The experiments that come with the lab, by name."""
    return {path.stem: path for path in sorted(BUILT_IN.glob("*.toml"))}


def find(name: str) -> Path:
    """The file of a built-in experiment, or the file of this path; raises Problem."""
    known = built_in()
    if name in known:
        return known[name]
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return path
    raise Problem(f"unknown experiment {name!r}{near(name, known)}")


def load(path: Path, **overrides: Any) -> Experiment:
    """The experiment in a file; `overrides` that are not None replace its keys. Raises Problem."""
    table = read_toml(path)
    given = {key: value for key, value in overrides.items() if value is not None}
    for key, other in (("agents", "levels"), ("levels", "agents")):
        if key in given:
            table.pop(other, None)
    return read({**table, **given}, path)


def read(table: Mapping[str, Any], path: Path) -> Experiment:
    """The experiment that a file's table describes; raises Problem, with the file."""
    try:
        return Experiment.model_validate(table)
    except ValidationError as error:
        raise Problem(f"{path}: {told(error, Experiment)}") from error


# --- what it plays --------------------------------------------------------------------------------


def plan(
    experiment: Experiment,
    path: Path,
    rules: Mapping[str, Any],
    timeout: float = TIMEOUT,
    cards: Sequence[Path] = (),
) -> Plan:
    """What an experiment plays; raises Problem, with the file and the design it concerns.

    `rules` are more house rules for every design, before those that tell the designs apart; `cards`
    more files of cards, before a design's own.
    """
    until = experiment.stop
    try:
        variants = tuple(_variants(experiment, path, rules, cards))
        lazy.check((v.design, v.factors) for v in variants)
        seatings = len({v.seating for v in variants})
        games = -(-experiment.games // seatings)
        most = max(1, PART // seatings)
        made = Plan(
            path.stem,
            variants[0].design.game,
            variants,
            games,
            experiment.seed,
            sequential.part_for(games, most) if until else most,
            timeout,
            experiment.baseline,
            experiment.correction,
            until,
            bool(experiment.grid),
            experiment.metrics,
        )
        _check(made)
    except Problem as problem:
        raise Problem(f"{path}: {problem}") from problem
    return made


def _variants(
    experiment: Experiment, path: Path, rules: Mapping[str, Any], cards: Sequence[Path]
) -> Iterator[Variant]:
    """Every design at each number of players and each level, in all rotations of the seats."""
    house: dict[str, Any] = {}
    for more in (_rules(path, experiment.rules), rules):
        merge(house, more)
    recipes = list(_recipes(experiment, path))
    _different([recipe.full_name for recipe in recipes])
    levels: list[str | None] = [*experiment.levels] or [None]
    many = bool(experiment.grid) and len(recipes) * len(experiment.players) * len(levels) > SCREEN
    for players, level in product(experiment.players, levels):
        for recipe in recipes:
            varied = _varied(experiment, recipe, players, level)
            yield from _seated(experiment, varied.with_cards(cards), house, many)


def _recipes(experiment: Experiment, path: Path) -> Iterator[Recipe]:
    """The designs of the list, or the combinations of a grid, of each design of the list."""
    recipes = [_recipe(table, path) for table in experiment.designs] or [Recipe()]
    for recipe in recipes:
        yield from grids.combined(recipe, experiment.axes)


def _recipe(table: DesignTable, path: Path) -> Recipe:
    """A design of the list."""
    return Recipe(
        table.name,
        table.label or table.name,
        {
            "game": table.game or None,
            "players": table.players,
            "deck": _beside(path, table.deck),
            "rules": _rules(path, table.rules),
            "cards": [path.parent / name for name in table.cards],
        },
    )


def _varied(experiment: Experiment, recipe: Recipe, players: int, level: str | None) -> Recipe:
    """A recipe at one of the file's numbers of players and one of its levels."""
    axes = [
        ("players", players, grids.players_in_words(players), len(experiment.players)),
        ("level", level, level or "", len(experiment.levels)),
    ]
    for key, value, word, many in axes:
        if key in recipe.factors or recipe.keys.get(key) is not None:
            continue  # the design has its own
        recipe = recipe.with_level(key, value, word if many > 1 else "")
    return recipe


def _seated(
    experiment: Experiment, recipe: Recipe, house: Mapping[str, Any], many: bool
) -> Iterator[Variant]:
    """The variants of a recipe: one, or one for each rotation of agents that differ.

    Of many designs each is made when it is played.
    """
    keys = recipe.keys
    rules: dict[str, Any] = {}
    for more in (house, keys.get("rules", {})):
        merge(rules, more)
    players, level = int(keys["players"]), keys["level"]
    try:
        game = engine.load(keys.get("game") or experiment.game)
        given = {"deck": keys.get("deck"), "rules": rules, "cards": keys.get("cards", [])}
        make: Callable[..., Any] = partial(LazyDesign, game) if many else game.design
        design: Design = make(players=players, **given)
    except Problem as problem:
        raise Problem(f"design {recipe.name!r}: {problem}") from problem
    agents = registry.table([level] if level else experiment.agents, players)
    variant = Variant(
        recipe.full_name,
        recipe.full_label,
        design,
        agents,
        recipe.factors,
        recipe.group,
        recipe.label,
    )
    turns = [agents[shift:] + agents[:shift] for shift in range(players)]
    different = {tuple(agent.spec for agent in turn) for turn in turns}  # a pattern may repeat
    if len(different) == 1:
        yield variant
        return
    for seating, turn in enumerate(turns[: len(different)]):
        name = f"{variant.name}@seating-{seating}"
        yield replace(variant, name=name, agents=turn, seating=seating)


def _check(plan: Plan) -> None:
    """What can be said only of all designs together."""
    names = list(dict.fromkeys(v.design_name.partition("@")[0] for v in plan.variants))
    if plan.baseline and plan.baseline not in names:
        raise Problem(f"baseline = {plan.baseline!r}: no design{near(plan.baseline, names)}")
    if plan.until and plan.screen:
        raise Problem(f"until: a grid of {len(plan.variants)} designs plays all of its games")
    if plan.until and plan.until.verdict and not plan.pairs:
        raise Problem("until = { verdict = true }: one design alone is compared with nothing")


def _different(names: list[str]) -> None:
    often = [name for name, times in Counter(names).items() if times > 1]
    if often:
        raise Problem(f"grid: two designs are called {often[0]!r}: give the values other labels")


def _rules(path: Path, rules: str | Table) -> Table:
    """House rules of a file beside the experiment, or as they stand in it."""
    return read_toml(path.parent / rules) if isinstance(rules, str) else rules


def _beside(path: Path, deck: str | Table | None) -> Any:
    """A deck file is looked for beside the experiment that names it."""
    is_file = isinstance(deck, str) and deck.endswith(".toml")
    return str(path.parent / str(deck)) if is_file else deck
