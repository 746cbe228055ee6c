"""A screen told: tables for people, a document for machines, lines for files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from experiments import documents, show
from experiments.effects import Effect, Grid
from experiments.metrics import Metric
from experiments.options import Format
from experiments.words import digits_for, fixed

if TYPE_CHECKING:
    from experiments.screen import Screen

SCHEMA = "dragonlab.screen/1"
PAIRS_SHOWN = 10
TOO_WIDE = 8  # metrics beside one another


def printed(
    found: Screen,
    grid: Grid,
    effects: Sequence[Effect],
    question: str,
    matters: Mapping[str, float],
    output: Format,
    files: Sequence[Path],
) -> None:
    """Prints a screen in the format asked for."""
    if output is Format.json:
        print(documents.as_json(document(found, grid, effects, question)))
    elif output is Format.csv:
        print(documents.as_csv(lines(effects)), end="")
    else:
        tables(found, grid, effects, question, matters)
        show.files(files)


def tables(
    found: Screen,
    grid: Grid,
    effects: Sequence[Effect],
    question: str,
    matters: Mapping[str, float],
) -> None:
    """A screen for people: effects by level and metric, the strongest pairs, what they explain."""
    console = show.Screen()
    console.print(f"[bold]{escape(question)}[/]")
    console.print(played(found))
    console.print(f"[dim]{_pace(found)}[/]")
    shown = [name for name in matters if name in found.metrics][:TOO_WIDE]
    console.print(Padding(_effects(found, effects, shown), (1, 0), expand=False))
    pairs = [e for e in effects if len(e.levels) == 2 and e.metric in shown]
    if pairs:
        console.print(Padding(_pairs(found, pairs, matters), (0, 0, 1, 0), expand=False))
    for sentence in sentences(found, grid, effects, shown):
        console.print(Padding(escape(sentence), (0, 0, 0, 2), expand=False))


def played(found: Screen) -> str:
    """What was played, in a line."""
    plan, variant = found.plan, found.plan.variants[0]
    specs = [agent.spec for agent in variant.agents]
    who = f"all {specs[0]}" if len(set(specs)) == 1 else ", ".join(specs)
    return (
        f"{plan.game.title}, {len(specs)} players ({who}), {len(plan.variants):,} designs, "
        f"{plan.games:,} games each, seed {plan.seed}"
    )


def _pace(found: Screen) -> str:
    if not found.played:
        return "all games were stored already"
    timing = found.timing()
    return (
        f"{found.played:,} games in {found.seconds:.1f} s: "
        f"{timing['games_per_second']:,} games a second"
    )


def _effects(found: Screen, effects: Sequence[Effect], shown: Sequence[str]) -> Table:
    heads = [_head(found.metrics[name]) for name in shown]
    title = "Effect of a level in the place of an average other one, ± half the 95 % interval"
    table = show.plain_table(title, "", *heads)
    at = {(e.levels[0], e.metric): e for e in effects if len(e.levels) == 1}
    axis = ""
    for level in dict.fromkeys(level for level, _ in at):
        if level.axis != axis:
            axis = level.axis
            table.add_row(f"[dim]{escape(axis)}[/]")
        cells = [_cell(at[level, name], found.metrics[name]) for name in shown]
        table.add_row(escape(level.word), *cells)
    return table


def _head(metric: Metric) -> str:
    unit = " [dim]%[/]" if metric.unit == "%" else ""
    return f"{escape(metric.title)}{unit}"


def _cell(effect: Effect, metric: Metric) -> str:
    """The effect, bold if there surely is one, dim if it is surely too small to matter."""
    text = signed(effect, metric)
    style = {"differs": "bold", "equivalent": "dim"}.get(effect.verdict, "")
    return f"[{style}]{text}[/]" if style else text


def signed(effect: Effect, metric: Metric) -> str:
    """An effect with its sign: `+0.12 ±0.03`."""
    mean, low, high = (metric.scale * figure for figure in effect.size)
    digits = digits_for((high - low) / 2)
    reach = f" ±{fixed((high - low) / 2, digits)}" if high > low else ""
    return f"{'+' if mean > 0 else ''}{fixed(mean, digits)}{reach}"


def _pairs(found: Screen, pairs: Sequence[Effect], matters: Mapping[str, float]) -> Table:
    """The pairs that do most beyond the sum of their effects, by what matters."""
    sure = [e for e in pairs if e.verdict == "differs"]
    strongest = sorted(sure or pairs, key=lambda e: -abs(e.size.mean) / matters[e.metric])
    title = "The strongest pairs: change by both together beyond the sum of their effects"
    table = show.plain_table(title, "", "", "change", "matters", "", right=(2, 3))
    for e in strongest[:PAIRS_SHOWN]:
        metric = found.metrics[e.metric]
        limit = f"{metric.scale * e.matters:g}"
        table.add_row(
            escape(e.name), _head(metric), signed(e, metric), limit, f"[dim]{e.verdict}[/]"
        )
    return table


def sentences(
    found: Screen, grid: Grid, effects: Sequence[Effect], shown: Sequence[str]
) -> Iterable[str]:
    """How far designs lie apart in each metric, and how much of it the levels explain."""
    for name in shown:
        metric, place = found.metrics[name], list(found.metrics).index(name)
        low, high = np.quantile(metric.scale * found.mean[:, place], (0.05, 0.95))
        batches = found.batches[name]
        single, both = (_percent(grid.explained(batches, pairs)) for pairs in (False, True))
        of_metric = [e for e in effects if e.metric == name]
        sure = sum(e.is_there for e in of_metric)
        may = sum(e.verdict == "differs" for e in of_metric)
        unit = metric.unit if metric.unit not in metric.title else ""
        yield (
            f"{metric.title[:1].upper()}{metric.title[1:]}: nine designs in ten lie between "
            f"{fixed(low)} and {fixed(high)} {unit}".rstrip()
            + f"; single effects explain {single} of what tells them apart, pairs as well {both}; "
            f"{sure} of {len(of_metric)} effects are surely there, {may} of them may matter."
        )


def _percent(share: float) -> str:
    """A share that luck may push beyond its bounds."""
    return "nothing" if np.isnan(share) else f"{100 * min(max(share, 0), 1):.0f} %"


# --- for files and machines -----------------------------------------------------------------------


def lines(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """A line for each effect."""
    return [_line(effect) for effect in effects]


def _line(effect: Effect) -> dict[str, Any]:
    first, second = (*effect.levels, None)[:2]
    interval = documents.interval(effect.size)
    return {
        "metric": effect.metric,
        "axis": first.axis if first else None,
        "level": first.word if first else None,
        "with_axis": second.axis if second else None,
        "with_level": second.word if second else None,
        "designs": effect.variants,
        **{f"effect_{key}": value for key, value in interval.items()},
        "p": documents.number(effect.p),
        "p_adjusted": documents.number(effect.p_adjusted),
        "matters": documents.number(effect.matters),
        "p_equivalent": documents.number(effect.p_equivalent),
        "verdict": effect.verdict,
    }


def variant_lines(found: Screen) -> list[dict[str, Any]]:
    """A line for each variant: its levels, and mean and deviation of each metric."""
    table = []
    for place, variant in enumerate(found.plan.variants):
        line: dict[str, Any] = {"design": variant.name, **variant.factors}
        for column, name in enumerate(found.metrics):
            line[f"{name}_mean"] = float(found.mean[place, column])
            line[f"{name}_sd"] = float(found.deviation[place, column])
        table.append(line)
    return table


def document(found: Screen, grid: Grid, effects: Sequence[Effect], question: str) -> dict[str, Any]:
    """The document of a screen: effects and pairs, and what they explain of each metric."""
    plan, variant = found.plan, found.plan.variants[0]
    return {
        "schema": SCHEMA,
        "name": plan.name,
        "question": question,
        "game": plan.game.name,
        "players": variant.design.players,
        "agents": [agent.spec for agent in variant.agents],
        "designs": len(plan.variants),
        "games": plan.games,
        "seed": plan.seed,
        "explained": {
            name: {
                "single": documents.number(grid.explained(means, False)),
                "with_pairs": documents.number(grid.explained(means, True)),
            }
            for name, means in found.batches.items()
        },
        "effects": lines(e for e in effects if len(e.levels) == 1),
        "pairs": lines(e for e in effects if len(e.levels) == 2),
        "timing": found.timing(),
    }
