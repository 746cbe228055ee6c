"""Screens: grids of so many variants that each is played a little, and the levels are compared.

Of a variant only sums are kept: each metric's total and squares, batch by batch of its deals. A
screen of 8,000 decks so takes the memory of a few hundred bytes a deck and metric, for any number
of games, and its folder holds those sums instead of rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import nan, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtrit

from experiments import chunks
from experiments import effects as fitting
from experiments.effects import Effect, Grid
from experiments.metrics import Metric, named, of_game
from experiments.plan import Part, Plan
from experiments.statistics import TAIL, Interval

if TYPE_CHECKING:
    from experiments.execution import Terms
    from experiments.options import Format
    from experiments.store import Folder

BATCHES = 40  # of deals; an interval is drawn from as many estimates
PROBE = 20  # designs that are played to foretell how long all take
BLOCK = 250  # parts whose sums make one file


@dataclass
class Sums:
    """Totals of metrics, shape (variants, batches, metrics); of squares (variants, metrics)."""

    total: np.ndarray
    games: np.ndarray  # that have a value
    squares: np.ndarray

    @classmethod
    def nothing(cls, variants: int, batches: int, metrics: int) -> Sums:
        """No games yet."""
        shape = (variants, batches, metrics)
        return cls(np.zeros(shape), np.zeros(shape, np.int32), np.zeros((variants, metrics)))


@dataclass
class Screen:
    """What a screen came to.

    Attributes:
        metrics: those measured, by name; those that no game of some variant has are left out.
        mean, deviation: of each variant and metric, shape (variants, metrics).
        batches: metric -> means by batch of deals, shape (batches, variants).
        seconds: time spent playing; played: games played now, the others were stored.
    """

    plan: Plan
    metrics: dict[str, Metric]
    mean: np.ndarray
    deviation: np.ndarray
    games: np.ndarray
    batches: dict[str, np.ndarray]
    seconds: float = 0.0
    played: int = 0

    def interval(self, variant: int, metric: int) -> Interval:
        """A variant's mean with its interval, over its own games."""
        n, mean = int(self.games[variant, metric]), float(self.mean[variant, metric])
        if n < 2:
            return Interval(mean, nan, nan)
        deviation = float(self.deviation[variant, metric])
        reach = float(stdtrit(n - 1, TAIL)) * deviation / sqrt(n)
        return Interval(mean, mean - reach, mean + reach)

    def effects(self, grid: Grid, matters: Mapping[str, float]) -> list[Effect]:
        """Effects of all levels and pairs on all metrics."""
        return fitting.effects(grid, self.batches, matters)

    def timing(self) -> dict[str, Any]:
        """What depends on the machine and the moment."""
        return {
            "seconds": round(self.seconds, 3),
            "games_played": self.played,
            "games_per_second": round(self.played / max(self.seconds, 1e-9)),
        }


def measured(plan: Plan, asked: Iterable[str] = ()) -> dict[str, Metric]:
    """The metrics of a screen: those asked for, then all others that people are shown."""
    design = plan.variants[0].design
    found = {name: named(name, design.game, design.players) for name in asked}
    offered = {m.name: m for m in of_game(design.game) if m.headline}
    return {**{name: m for name, m in found.items() if m is not None}, **offered}


# --- playing --------------------------------------------------------------------------------------


def play(
    plan: Plan,
    metrics: Mapping[str, Metric],
    folder: Folder | None = None,
    jobs: chunks.Jobs = 0,
    chunk: int = chunks.CHUNK,
    on_games: Callable[[int], None] = lambda games: None,
) -> Screen:
    """Plays a screen, or what is missing of it in `folder`, and sums everything up.

    Args:
        folder: where sums are kept and found, block by block; None keeps nothing.
        jobs: workers, 0 for one a core; like `chunk` it changes the pace and nothing else.
        on_games: told how many more games are there, from any thread.
    """
    began = time.perf_counter()
    sums = Sums.nothing(len(plan.variants), _batches(plan), len(metrics))
    played = 0
    for stored, rows in _stored(plan, folder, metrics):
        _take_in(sums, rows, metrics)
        on_games(sum(part.games for part in stored))
    missing = _missing(plan, folder)
    for number, block, rows in _play_blocks(plan, missing, metrics, (jobs, chunk, on_games)):
        played += sum(part.games for part in block)
        _take_in(sums, rows, metrics)
        if folder:
            folder.keep(_as_part(number, block), _block_name(plan, block), rows)
    screen = _screen(plan, metrics, sums)
    screen.seconds, screen.played = time.perf_counter() - began, played
    return screen


def _blocks(plan: Plan) -> Iterator[tuple[int, list[Part]]]:
    """The plan's parts, block by block of neighbours."""
    block: list[Part] = []
    number = 0
    for part in plan.parts():
        block.append(part)
        if len(block) == BLOCK:
            yield number, block
            number, block = number + 1, []
    if block:
        yield number, block


def _as_part(number: int, block: Sequence[Part]) -> Part:
    """What a block is called in the manifest: a part of the first of its variants."""
    games = sum(part.games for part in block)
    return Part(number, block[0].variant, block[0].first, games)


def _block_name(plan: Plan, block: Sequence[Part]) -> str:
    first, last = (plan.variants[part.variant].name for part in (block[0], block[-1]))
    return f"{first} ... {last}"


def _stored(
    plan: Plan, folder: Folder | None, metrics: Mapping[str, Metric]
) -> Iterator[tuple[list[Part], np.ndarray]]:
    kept = folder.stored() if folder else set()
    for number, block in _blocks(plan) if kept else ():
        if folder and number in kept:
            yield block, folder.rows(_as_part(number, block), _dtype(metrics))


def _missing(plan: Plan, folder: Folder | None) -> dict[int, list[Part]]:
    kept = folder.stored() if folder else set()
    return {number: block for number, block in _blocks(plan) if number not in kept}


def _play_blocks(
    plan: Plan,
    blocks: Mapping[int, Sequence[Part]],
    metrics: Mapping[str, Metric],
    how: tuple[chunks.Jobs, int, Callable[[int], None]],
) -> Iterator[tuple[int, Sequence[Part], np.ndarray]]:
    """Plays blocks of parts; gives each with a line for each part and batch, of `_dtype`."""
    jobs, chunk, on_games = how
    wanted = {part.number for block in blocks.values() for part in block}
    skip = {part.number for part in plan.parts()} - wanted
    with closing(chunks.play_parts(plan, jobs, chunk, skip, on_games)) as fresh:
        for number, block in blocks.items():
            lines = [_sum_up(plan, *next(fresh), metrics) for _ in block]
            yield number, block, np.concatenate(lines)


def _dtype(metrics: Mapping[str, Metric]) -> np.dtype:
    """A line of sums: three columns a metric."""
    columns: list[tuple] = [("seats", np.int16), ("variant", np.int32), ("batch", np.int32)]
    for name in metrics:
        columns += [(name, np.float64), (f"{name}:squares", np.float64), (f"{name}:n", np.int32)]
    return np.dtype(columns)


def _batches(plan: Plan) -> int:
    return min(BATCHES, plan.games)


def _sum_up(plan: Plan, part: Part, rows: np.ndarray, metrics: Mapping[str, Metric]) -> np.ndarray:
    """The sums of a part: a line for each batch that its deals belong to."""
    batch = (np.arange(part.first, part.first + part.games) * _batches(plan)) // plan.games
    first = int(batch[0])
    lines = np.zeros(int(batch[-1]) - first + 1, _dtype(metrics))
    lines["seats"], lines["variant"] = rows["seats"].max(), part.variant
    lines["batch"] = np.arange(first, first + len(lines))
    starts = np.searchsorted(batch, lines["batch"])
    for name, measure in metrics.items():
        values = np.asarray(measure.of(rows), np.float64)
        real = ~np.isnan(values)
        values = np.where(real, values, 0.0)
        lines[name] = np.add.reduceat(values, starts)
        lines[f"{name}:squares"] = np.add.reduceat(values * values, starts)
        lines[f"{name}:n"] = np.add.reduceat(real.astype(np.int32), starts)
    return lines


def _take_in(sums: Sums, lines: np.ndarray, metrics: Mapping[str, Metric]) -> None:
    at = lines["variant"], lines["batch"]
    for place, name in enumerate(metrics):
        sums.total[(*at, place)] += lines[name]
        np.add.at(sums.squares[:, place], lines["variant"], lines[f"{name}:squares"])
        sums.games[(*at, place)] += lines[f"{name}:n"]


def _screen(plan: Plan, metrics: Mapping[str, Metric], sums: Sums) -> Screen:
    """Means, deviations and batch means; metrics that some variant never has are left out."""
    games = sums.games.sum(axis=1)
    told = [place for place in range(len(metrics)) if games[:, place].min() > 0]
    names = [list(metrics)[place] for place in told]
    mean = sums.total[..., told].sum(axis=1) / games[:, told]
    spare = sums.squares[:, told] - games[:, told] * mean**2
    deviation = np.sqrt(np.maximum(spare, 0) / np.maximum(games[:, told] - 1, 1))
    batches = {
        name: _batch_means(sums.total[..., place], sums.games[..., place])
        for name, place in zip(names, told, strict=True)
    }
    kept = {name: metrics[name] for name in names}
    return Screen(plan, kept, mean, deviation, games[:, told], batches)


def _batch_means(total: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Means by batch, (batches, variants), whose mean is the mean of all games; replaces `total`.

    A batch may have few games with a value, or none, so each is the variant's mean plus what the
    batch adds to it.
    """
    whole = games.sum(axis=1, keepdims=True)
    mean = total.sum(axis=1, keepdims=True) / whole
    total -= mean * games
    total *= games.shape[1] / whole
    total += mean
    return total.T


# --- the command ----------------------------------------------------------------------------------


def sweep(
    plan: Plan,
    question: str,
    matters: Mapping[str, float],
    terms: Terms,
    folder: Folder,
    output: Format,
    plots: bool = True,
) -> None:
    """Plays a screen under a progress bar, stores it, prints its effects and draws them.

    Args:
        matters: metric -> the smallest effect that matters, the primary one first.
    """
    from experiments import screen_show as show

    grid = Grid([variant.factors for variant in plan.variants])
    found = _play_under_bar(plan, matters, terms, folder)
    told = found.effects(grid, matters)
    left = _write(folder, found, grid, told, matters, plots)
    show.printed(found, grid, told, question, matters, output, left)


def foretell(plan: Plan, terms: Terms) -> None:
    """Prints what would be played and how long it would take, from a probe of some designs."""
    from experiments import run

    few = plan.variants[:: -(-len(plan.variants) // PROBE)]
    tried = replace(plan, variants=few)
    run.warm_up(replace(plan, variants=few[:1]), terms.say)
    began = time.perf_counter()
    play(tried, measured(tried), None, terms.jobs)
    seconds = (time.perf_counter() - began) * len(plan.variants) / len(few)
    first, last = plan.variants[0], plan.variants[-1]
    print(f"{plan.game.title}, seed {plan.seed}, {chunks.workers_for(terms.jobs)} workers")
    print(
        f"  {len(plan.variants):,} designs, {first.name} to {last.name}: {plan.games:,} games each"
    )
    print(f"{plan.total:,} games: about {seconds:.1f} s")


def _play_under_bar(
    plan: Plan, matters: Mapping[str, float], terms: Terms, folder: Folder
) -> Screen:
    from experiments import execution, progress, run

    shown = not (terms.quiet or terms.no_progress)
    with execution.interruptible(folder):
        folder.log(f"{execution.command()}: {plan.total:,} games, {len(folder.stored())} stored")
        run.warm_up(replace(plan, variants=plan.variants[:1]), terms.say)
        with progress.bar(plan.total, plan.name, shown) as tell:
            size = terms.chunk or chunks.CHUNK
            return play(plan, measured(plan, matters), folder, terms.jobs, size, tell)


def _write(
    folder: Folder,
    found: Screen,
    grid: Grid,
    told: Sequence[Effect],
    matters: Mapping[str, float],
    plots: bool,
) -> list[Path]:
    """Writes tables and pictures and closes the manifest; gives the files to look at."""
    from experiments import documents, execution
    from experiments import screen_show as show

    with execution.interruptible(folder):
        single, pairs = ([e for e in told if len(e.levels) == n] for n in (1, 2))
        left = []
        for name, lines in (
            ("effects.csv", show.lines(single)),
            ("pairs.csv", show.lines(pairs)),
            ("variants.csv", show.variant_lines(found)),
        ):
            if lines:
                left.append(folder.write(name, documents.as_csv(lines).encode()))
        if found.played:
            folder.manifest["timing"] = found.timing()
        folder.save("finished")
        if plots:
            from experiments.screen_page import draw_and_write

            left += draw_and_write(folder, found, grid, told, matters)
        folder.log(f"finished: {found.played:,} games played in {found.seconds:.1f} s")
    return left
