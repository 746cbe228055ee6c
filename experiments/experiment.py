"""An experiment is a file: a question, the designs that may answer it, and what would matter.

Built-in ones lie in `designs/`; any other TOML file of the same form serves as well. Every error
names the file, the key and the remedy.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import engine
from agents import registry
from engine.core.problem import Problem, near
from engine.core.rng import SEED_MAX
from experiments.files import read_toml
from experiments.house import merge
from experiments.plan import Plan, Variant

BUILT_IN = Path(__file__).parent / "designs"
NAME = r"^[a-z0-9][a-z0-9.-]*$"


class Strict(BaseModel):
    """A table of the file; keys that it does not know are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DesignTable(Strict):
    """One design: what differs from the printed game."""

    name: Annotated[str, Field(pattern=NAME)]
    label: str = ""  # for pictures; the name if empty
    deck: str | dict[str, Any] | None = None  # a named deck, a file beside this one, or a table
    rules: dict[str, Any] = {}
    cards: list[str] = []  # files of house cards, beside this one


class Experiment(Strict):
    """The whole file."""

    question: str
    rulebook: str = ""  # what the rulebook says
    source: str = ""  # and where
    game: str
    players: Annotated[int, Field(ge=2, le=6)] = 4
    games: Annotated[int, Field(ge=1)]  # for each design
    seed: Annotated[int, Field(ge=0, le=SEED_MAX)] = 1
    agents: Annotated[list[str], Field(min_length=1)] = ["random"]
    rules: dict[str, Any] = {}  # for every design
    designs: Annotated[list[DesignTable], Field(min_length=1)]
    # Metrics to compare, the primary one first: the smallest difference that matters, in its unit.
    metrics: Annotated[dict[str, Annotated[float, Field(gt=0)]], Field(min_length=1)]


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
    table.update({key: value for key, value in overrides.items() if value is not None})
    try:
        experiment = Experiment.model_validate(table)
    except ValidationError as error:
        raise Problem(f"{path}: {_first_error(error)}") from error
    names = [design.name for design in experiment.designs]
    if len(set(names)) < len(names):
        raise Problem(f"{path}: two designs have the same name: {', '.join(names)}")
    return experiment


def _first_error(error: ValidationError) -> str:
    """The first of pydantic's errors in one sentence: the key, and what is wrong with it."""
    first = error.errors()[0]
    place = [str(step) for step in first["loc"]]
    if first["type"] == "extra_forbidden":
        table = DesignTable if "designs" in place else Experiment
        return f"unknown key {'.'.join(place)!r}{near(place[-1], table.model_fields)}"
    if first["type"] == "missing":
        return f"the key {'.'.join(place)!r} is missing"
    return f"{'.'.join(place)}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def plan(experiment: Experiment, path: Path, rules: Mapping[str, Any]) -> Plan:
    """What an experiment plays; raises Problem, with the design it concerns.

    `rules` are more house rules for every design, before those that tell the designs apart.
    """
    game = engine.load(experiment.game)
    agents = registry.table(experiment.agents, experiment.players)
    variants = []
    for table in experiment.designs:
        house: dict[str, Any] = {}
        for more in (experiment.rules, rules, table.rules):
            merge(house, more)
        try:
            design = game.design(
                players=experiment.players,
                deck=_beside(path, table.deck),
                rules=house,
                cards=[path.parent / name for name in table.cards],
            )
        except Problem as problem:
            raise Problem(f"{path}: design {table.name!r}: {problem}") from problem
        variants.append(Variant(table.name, table.label or table.name, design, agents))
    return Plan(path.stem, game, tuple(variants), experiment.games, experiment.seed)


def _beside(path: Path, deck: str | dict[str, Any] | None) -> Any:
    """A deck file is looked for beside the experiment that names it."""
    is_file = isinstance(deck, str) and deck.endswith(".toml")
    return str(path.parent / str(deck)) if is_file else deck
