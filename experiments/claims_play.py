"""Playing what a claim asks for, at one level of skill, into a folder of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.game import Design
from engine.core.problem import Problem, near
from experiments import claims_effect, execution, experiment, metrics, run
from experiments.claims import Among, Claim, Pace, Term, Trial
from experiments.claims_effect import Effect, Sample
from experiments.execution import Terms
from experiments.metrics import Metric
from experiments.plan import Plan, Variant
from experiments.statistics import Interval
from experiments.store import Folder
from experiments.words import titled


@dataclass(frozen=True)
class Told:
    """One figure beside the effect: what else the designs do."""

    title: str
    unit: str
    scale: float
    size: Interval


@dataclass(frozen=True)
class Result:
    """A claim at one level.

    Attributes:
        level: the agents' spec.
        games: of each design.
        title, unit, scale: of the effect.
    """

    claim: Claim
    level: str
    games: int
    folder: Path
    title: str
    unit: str
    scale: float
    effect: Effect
    also: Sequence[Told] = field(default_factory=list)


def play(
    claim: Claim, level: str, pace: Pace, seed: int, out: Path, terms: Terms, force: bool
) -> Result:
    """Plays a claim's experiment, or takes what is stored of it; raises Problem."""
    folder = out / claim.name / slug(level)
    if claim.test:
        return _by_rows(claim, claim.test, level, pace, seed, folder, terms, force)
    assert claim.among
    return _among(claim, claim.among, level, pace, seed, folder, terms, force)


def slug(level: str) -> str:
    """A level as the name of a folder: `mcts-iterations-100`."""
    return "-".join(filter(None, "".join(c if c.isalnum() else " " for c in level).split()))


def plan(claim: Claim, level: str, games: int, seed: int) -> Plan:
    """What is played; raises Problem, with the claim's file."""
    table = {
        **claim.experiment,
        "question": claim.claim,
        "games": games,
        "seed": seed,
        "agents": [level],
        "metrics": {_primary(claim): 1.0},  # told, but compared here and not by the sweep
    }
    return experiment.plan(experiment.read(table, claim.path), claim.path, {})


def _primary(claim: Claim) -> str:
    return Term.read(claim.test.value).metric if claim.test else "decisions"


def _facts(claim: Claim, made: Plan, matters: Mapping[str, float] | None = None) -> dict[str, Any]:
    """What the manifest says of a claim's run, which `resume` and `report` take for a sweep."""
    told = {"question": claim.claim, "rulebook": claim.how, "source": claim.source}
    return {**told, "metrics": dict(matters or {}), **made.facts()}


# --- from rows ------------------------------------------------------------------------------------


def _by_rows(
    claim: Claim,
    test: Trial,
    level: str,
    pace: Pace,
    seed: int,
    path: Path,
    terms: Terms,
    force: bool,
) -> Result:
    made = plan(claim, level, pace.games, seed)
    value = Term.read(test.value)
    less = [Term.read(text) for text in test.less]
    than = [Term.read(text) for text in test.than]
    also = [Term(term.design, name) for name in test.also for term in (value, *than)]
    _check(made, [value, *less, *than, *also], claim)
    folder = execution.open_folder(made, path, "sweep", _facts(claim, made), force)
    outcome = execution.play(made, terms, folder)
    execution.finish(folder, outcome)
    folder.close()
    read = _samples(made, folder, {value, *less, *than, *also})
    if test.off is not None:
        read[value] = read[value].off(test.off)
    found = claims_effect.effect(
        read[value],
        [read[term] for term in less],
        [read[term] for term in than],
        claim.direction == "more",
        claim.beyond,
    )
    metric = _metric(made, value)
    unit = metric.unit if test.unit is None else test.unit
    scale = 100.0 if unit == "%" else 1.0
    told = [one for name in test.also for one in _told(made, read, value, than, name)]
    title = test.title or metric.title
    return Result(claim, level, made.games, path, title, unit, scale, found, told)


def _told(
    made: Plan, read: dict[Term, Sample], value: Term, than: Sequence[Term], name: str
) -> Iterator[Told]:
    """A metric of the claim's design: less that of each other, or alone."""
    own = Term(value.design, name)
    metric = _metric(made, own)
    unit = "points" if than and metric.unit == "%" else metric.unit
    for other in [[Term(term.design, name)] for term in than] or [[]]:
        found = claims_effect.effect(read[own], [], [read[t] for t in other], True, 0.0)
        against = "".join(f", against {_variant(made, t.design).label}" for t in other)
        yield Told(f"{titled(metric)}{against}", unit, metric.scale, found.size)


def _variant(made: Plan, name: str) -> Variant:
    return next(v for v in made.variants if v.name == name)


def _metric(made: Plan, term: Term) -> Metric:
    return _named(made, term.design, term.metric)


def _named(made: Plan, design: str, name: str) -> Metric:
    table = _variant(made, design).design
    found = metrics.named(name, table.game, table.players, _watched(table))
    if found is None:
        offered = metrics.names_on_offer(table.game, table.players)
        raise Problem(f"unknown metric {name!r}{near(name, offered)}")
    return found


def _watched(design: Design) -> Sequence[str] | None:
    """The titles that a design watches; None where it cannot watch any."""
    watched: Sequence[str] | None = design.as_dict()["rules"].get("watch")
    return watched


def _check(made: Plan, terms: Iterable[Term], claim: Claim) -> None:
    """Problem where a term names a design or a metric that is not there."""
    names = [variant.name for variant in made.variants]
    for term in terms:
        if term.design not in names:
            raise Problem(f"{claim.path}: unknown design {term.design!r}{near(term.design, names)}")
        for name in filter(None, (term.metric, term.per)):
            try:
                _named(made, term.design, name)
            except Problem as problem:
                raise Problem(f"{claim.path}: {problem}") from problem


def _samples(made: Plan, folder: Folder, terms: Iterable[Term]) -> dict[Term, Sample]:
    """Each term game by game, from the stored rows."""
    parts: dict[Term, list[tuple[np.ndarray, np.ndarray]]] = {term: [] for term in terms}
    stored = run.all_rows(made, folder, 1, 1, lambda games: None)
    for part, rows, _ in stored:
        for term, found in parts.items():
            if term.design == made.variants[part.variant].name:
                found.append(_read(made, term, rows))
    return {
        term: Sample(*(np.concatenate(column) for column in zip(*found, strict=True)))
        for term, found in parts.items()
    }


def _read(made: Plan, term: Term, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    top = _metric(made, term).of(rows).astype(np.float64)
    if term.per:
        return top, _named(made, term.design, term.per).of(rows).astype(np.float64)
    real = ~np.isnan(top)
    return np.where(real, top, 0.0), real.astype(np.float64)


# --- one design among many ------------------------------------------------------------------------


def _among(
    claim: Claim,
    among: Among,
    level: str,
    pace: Pace,
    seed: int,
    path: Path,
    terms: Terms,
    force: bool,
) -> Result:
    from experiments import progress, screen

    grid = experiment.find(among.experiment)
    asked = experiment.load(grid, games=pace.each, agents=[level], seed=seed)
    whole = experiment.plan(asked, grid, {})
    own = _variant(plan(claim, level, pace.each, seed), among.design)
    picked = np.random.default_rng(seed).choice(len(whole.variants), pace.decks, replace=False)
    decks = [whole.variants[place] for place in sorted(picked.tolist())]
    made = replace(whole, name=claim.name, variants=(*decks, own))
    facts = _facts(claim, made, asked.metrics)
    folder = execution.open_folder(made, path, "sweep", facts, force)
    shown = not (terms.quiet or terms.no_progress)
    with execution.interruptible(folder):
        run.warm_up(replace(made, variants=(own,)), terms.say)
        with progress.bar(made.total, claim.name, shown) as tell:
            measured = screen.measured(made, asked.metrics)
            found = screen.play(made, measured, folder, terms.jobs, on_games=tell)
        folder.save("finished")
    folder.close()
    names = list(found.metrics)
    told_by = [names.index(name) for name in asked.metrics if name in names]
    apart, lower = _unusual(found.mean[:, told_by])
    told = [
        Told(f"{titled(m)}: decks that have less", "%", 100.0, Interval(below, nan, nan))
        for m, below in zip((found.metrics[names[i]] for i in told_by), lower, strict=True)
    ]
    more = float(np.mean(apart[:-1] > apart[-1]))
    size = claims_effect.share(more, len(decks), claim.direction == "more", claim.beyond)
    return Result(claim, level, pace.each, path, among.title, "%", 100.0, size, told)


def _unusual(mean: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far each design lies from the middle, in deviations; and where the last one lies.

    Args:
        mean: (designs, metrics); the last design is the one asked about, the others the sample.

    Returns:
        Root mean square distance over metrics, one a design; and for each metric the share of the
        sample that is below the last design.
    """
    sample, own = mean[:-1], mean[-1]
    spread = sample.std(axis=0, ddof=1)
    away = (mean - sample.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return np.sqrt((away**2).mean(axis=1)), (sample < own).mean(axis=0)


# --- all of them ----------------------------------------------------------------------------------


def play_all(
    claims: Sequence[Claim],
    paces: Mapping[str, Pace],
    seed: int,
    out: Path,
    terms: Terms,
    force: bool = False,
) -> list[Result]:
    """Plays claims at every level; p-values are adjusted over the claims of a level.

    Args:
        paces: a level's spec -> how much it plays.
    """
    results = []
    for level, pace in paces.items():
        told = []
        for claim in claims:
            terms.say(f"{level}: {claim.name}")
            told.append(play(claim, level, pace, seed, out, terms, force))
        effects = claims_effect.adjusted([result.effect for result in told])
        results += [replace(r, effect=e) for r, e in zip(told, effects, strict=True)]
    return results
