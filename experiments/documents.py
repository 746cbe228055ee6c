"""Figures as documents: the JSON of `run` and `sweep`, the lines of CSV and summary files.

Whatever depends on the machine or the moment stands under `timing` and nowhere else.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from experiments.plan import Plan
from experiments.statistics import (
    Comparison,
    Interval,
    mean_interval,
    seat_intervals,
    share_interval,
)
from experiments.summary import Summary
from experiments.tally import Tally

RUN_SCHEMA = "dragonlab.run/1"
SWEEP_SCHEMA = "dragonlab.sweep/1"


def run(plan: Plan, summary: Summary, timing: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a run: one design."""
    return {"schema": RUN_SCHEMA, **_played(plan, summary), "timing": dict(timing)}


def sweep(
    plan: Plan,
    question: str,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    timing: Mapping[str, Any],
) -> dict[str, Any]:
    """The document of a sweep: several designs on the same deals, and how they differ."""
    return {
        "schema": SWEEP_SCHEMA,
        "name": plan.name,
        "question": question,
        "game": plan.game.name,
        "games": summaries[0].games,
        "deals": summaries[0].games // plan.rotations,
        "seed": plan.seed,
        "baseline": plan.baseline or None,
        "correction": plan.correction,
        "until": plan.until.as_dict() if plan.until else None,
        "designs": [_design(plan, summary) for summary in summaries],
        "comparisons": [comparison(c) for c in comparisons],
        "timing": dict(timing),
    }


def _design(plan: Plan, summary: Summary) -> dict[str, Any]:
    """One design of a sweep."""
    variant = summary.variant
    told: dict[str, Any] = {"name": variant.name, "label": variant.label}
    if variant.factors:
        told["factors"] = dict(variant.factors)
    if variant.group:
        told["group"] = variant.group
    return {**told, **_played(plan, summary)}


def _played(plan: Plan, summary: Summary) -> dict[str, Any]:
    """One design as played, and its figures."""
    variant = summary.variant
    design = variant.design.as_dict()
    return {
        "game": variant.design.game.name,
        "players": variant.design.players,
        "games": summary.games,
        "seed": plan.seed,
        "agents": [agent.spec for agent in variant.agents],
        "deck": design.pop("deck", {}),
        "rules": design.pop("rules", {}),
        **{key: value for key, value in design.items() if key not in ("game", "players")},
        "seats": seats(summary),
        **({"by_agent": by_agent(summary)} if summary.agent_wins else {}),
        "metrics": {name: spread(tally) for name, tally in summary.tallies.items()},
        "endings": endings(summary),
        **summary.failures.as_dict(),
    }


def seats(summary: Summary) -> list[dict[str, Any]]:
    """Win share and what else is recorded for each seat; the shares' intervals hold together.

    Where agents take turns in the seats, a seat has no agent of its own.
    """
    shares = seat_intervals(summary.wins)
    return [
        {
            "seat": seat,
            "agent": None if len(summary.seatings) > 1 else agent.spec,
            "win_share": interval(shares[seat]),
            **{name: spread(tallies[seat]) for name, tallies in summary.seats.items()},
        }
        for seat, agent in enumerate(summary.variant.agents)
    ]


def by_agent(summary: Summary) -> list[dict[str, Any]]:
    """What the seats of each agent win together, where agents differ."""
    specs = [agent.spec for agent in summary.variant.agents]
    intervals = agent_intervals(summary)
    return [
        {"agent": agent, "seats": specs.count(agent), "win_share": interval(share)}
        for agent, share in intervals.items()
    ]


def agent_intervals(summary: Summary) -> dict[str, Interval]:
    """The win share of each agent; the intervals of all agents hold together."""
    return {
        agent: share_interval(tally, len(summary.agent_wins))
        for agent, tally in summary.agent_wins.items()
    }


def endings(summary: Summary) -> dict[str, float]:
    """The share of games that ended in each way."""
    return {name: n / summary.games for name, n in summary.endings.items()}


def spread(tally: Tally) -> dict[str, float | None]:
    """Mean with its interval, median, and the bounds of the middle 90 %."""
    mean, low, high = mean_interval(tally)
    figures = {
        "mean": mean,
        "median": tally.quantile(0.5),
        "p5": tally.quantile(0.05),
        "p95": tally.quantile(0.95),
        "low": low,
        "high": high,
    }
    return {name: number(value) for name, value in figures.items()}


def interval(estimate: Interval) -> dict[str, float | None]:
    """An estimate with its interval."""
    return {name: number(value) for name, value in estimate._asdict().items()}


def comparison(c: Comparison) -> dict[str, Any]:
    """How two designs differ in one metric: `b` less `a`, over shared deals."""
    return {
        "metric": c.metric,
        "a": c.a,
        "b": c.b,
        "difference": interval(c.difference),
        "p_adjusted": number(c.p_adjusted),
        "verdict": c.verdict,
        "matters": c.matters,
        "p_equivalent": number(c.p_equivalent),
        "deals": c.deals,
        "variance_saved": number(c.saved),
        "more_games": c.more_games,
        **({"group": c.group} if c.group else {}),
    }


def number(value: float) -> float | None:
    """JSON knows no nan."""
    return value if isfinite(value) else None


def real(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line with None in place of numbers that are not finite."""
    return {k: number(v) if isinstance(v, float) else v for k, v in line.items()}


def summary_lines(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    """A line for each design and figure: seats, metrics, endings, hand sizes by gambit."""
    return [line for summary in summaries for line in _lines(summary)]


def _lines(summary: Summary) -> Iterable[dict[str, Any]]:
    for seat, share in enumerate(seat_intervals(summary.wins)):
        yield _line(summary, "win_share", interval(share), summary.wins[seat].n, seat=seat)
        for name, tallies in summary.seats.items():
            yield _line(summary, name, spread(tallies[seat]), tallies[seat].n, seat=seat)
    for agent, share in agent_intervals(summary).items():
        n = summary.agent_wins[agent].n
        yield _line(summary, f"win_share of {agent}", interval(share), n)
    for name, tally in summary.tallies.items():
        yield _line(summary, name, spread(tally), tally.n)
    for gambit, tally in enumerate(summary.hands, start=1):
        yield _line(summary, "hand_size", spread(tally), tally.n, gambit=gambit)
    for name, part in endings(summary).items():
        yield _line(summary, f"ended: {name}", {"mean": part}, summary.games)


def _line(
    summary: Summary,
    name: str,
    figures: Mapping[str, float | None],
    games: int,
    seat: int | None = None,
    gambit: int | None = None,
) -> dict[str, Any]:
    wanted = ("mean", "low", "high", "median", "p5", "p95")
    return {
        "design": summary.variant.name,
        "metric": name,
        "seat": seat,
        "gambit": gambit,
        "games": games,
        **{key: figures.get(key) for key in wanted},
    }


def comparison_lines(comparisons: Iterable[Comparison]) -> list[dict[str, Any]]:
    """A line for each comparison, the interval spread over columns."""
    lines = []
    for c in comparisons:
        line = comparison(c)
        difference = line.pop("difference")
        lines.append({**line, **{f"difference_{key}": v for key, v in difference.items()}})
    return lines


def as_json(document: Mapping[str, Any]) -> str:
    """A document as the text of `--format json`."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)


def as_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    """Lines as CSV text under a header; None is an empty cell."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()
