"""Claims of a rulebook, each with the experiment that tests it and what counts as "holds".

A claim is a file in `designs/claims/`. Its test names a value, read from the rows of one design, and
perhaps others it is compared with:

    value = "both: hand_size_at_gambit_4"       # DESIGN: METRIC, a mean over games
    value = "both: stakes_upset / stakes_weakest"  # a ratio of two totals
    than  = ["red: hand_size_at_gambit_4", ...] # the value less each of these; the least counts
    less  = ["both: watched_flights_2", ...]    # the value less the mean of these

The claim holds if the effect is surely more (or less) than `beyond`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from engine.core.problem import Problem, near
from experiments.experiment import BUILT_IN, Strict
from experiments.files import read_toml
from experiments.mistakes import told
from experiments.plan import SCREEN

FOLDER = BUILT_IN / "claims"


@dataclass(frozen=True)
class Term:
    """A metric of one design, or the ratio of the totals of two."""

    design: str
    metric: str
    per: str = ""

    @classmethod
    def read(cls, text: str) -> Term:
        """From `DESIGN: METRIC` or `DESIGN: METRIC / METRIC`; raises ValueError."""
        design, colon, told = (part.strip() for part in text.partition(":"))
        metric, slash, per = (part.strip() for part in told.partition("/"))
        if not (colon and design and metric) or bool(slash) != bool(per):
            raise ValueError(f"{text!r} is not written DESIGN: METRIC or DESIGN: METRIC / METRIC")
        return cls(design, metric, per)


class Trial(Strict):
    """What is read from the rows, and what it is compared with."""

    value: str
    than: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    off: float | None = None  # the value is how far the metric is off this, whichever way
    title: str = ""  # of the effect; the metric's own if empty
    unit: str | None = None
    also: tuple[str, ...] = ()  # metrics to show beside it, of the same designs

    @model_validator(mode="after")
    def _readable(self) -> Trial:
        if self.than and self.less:
            raise ValueError("give than or less, not both")
        for text in (self.value, *self.than, *self.less):
            Term.read(text)
        return self


class Among(Strict):
    """A design among a sample of all those of a large grid."""

    experiment: str
    design: str
    title: str


class Claim(Strict):
    """One file."""

    name: str
    claim: str
    source: str
    how: str  # how it is tested, in words, and what the test cannot tell
    direction: Literal["more", "less"]
    beyond: float = 0.0
    experiment: dict[str, Any]  # game, rules and designs, as in a file of an experiment
    test: Trial | None = None
    among: Among | None = None

    @model_validator(mode="after")
    def _one_test(self) -> Claim:
        if (self.test is None) == (self.among is None):
            raise ValueError("a claim has one of [test] and [among]")
        return self

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.toml"


class Pace(Strict):
    """How much is played with one kind of agent."""

    games: Annotated[int, Field(ge=2)]  # a design
    decks: Annotated[int, Field(ge=SCREEN)]  # in a sample of a grid ...
    each: Annotated[int, Field(ge=2)]  # ... and games of each

    def of(self, games: int | None) -> Pace:
        """With another number of games a design; a sampled deck gets a tenth of it."""
        if games is None:
            return self
        return Pace(games=max(2, games), decks=self.decks, each=max(2, games // 10))


# Greedy takes some fifty times as long as random, a tree search of 100 iterations some 3,000 times.
PACES = {
    "random": Pace(games=100_000, decks=400, each=1_000),
    "greedy": Pace(games=20_000, decks=200, each=300),
    "": Pace(games=1_500, decks=80, each=50),
}
QUICK = {
    "random": Pace(games=5_000, decks=100, each=200),
    "greedy": Pace(games=1_500, decks=70, each=60),
    "": Pace(games=60, decks=70, each=6),
}


def pace(spec: str, quick: bool, games: int | None) -> Pace:
    """How much an agent of this spec plays."""
    paces = QUICK if quick else PACES
    return paces.get(spec.partition(":")[0], paces[""]).of(games)


def built_in() -> dict[str, Path]:
    """The claims that come with the lab, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def load(path: Path) -> Claim:
    """The claim in a file; raises Problem."""
    try:
        return Claim.model_validate({"name": path.stem, **read_toml(path)})
    except ValidationError as error:
        raise Problem(f"{path}: {told(error, Claim)}") from error


def chosen(names: Sequence[str] = ()) -> list[Claim]:
    """The claims of these names, or all; raises Problem."""
    known = built_in()
    for name in names:
        if name not in known:
            raise Problem(f"unknown claim {name!r}{near(name, known)}")
    return [load(known[name]) for name in names or known]
