"""Results and lists for people: tables on stdout, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from experiments import documents, words
from experiments.failures import Failures
from experiments.metrics import Metric, seats_shown
from experiments.options import Format
from experiments.plan import Plan
from experiments.statistics import Comparison, mean_interval, seat_intervals
from experiments.summary import Summary
from experiments.tally import Tally
from experiments.words import estimate, plain, short_estimate

if TYPE_CHECKING:
    from experiments.bench import Measure


SIDE_BY_SIDE = 5  # designs that a table has as columns; more become its rows
SENTENCES = 40  # on comparisons, in the terminal


class Screen(Console):
    """stdout as rich writes it; a reader that has gone away is left to the command line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, **settings)

    def on_broken_pipe(self) -> None:
        """Raises the BrokenPipeError that rich has caught."""
        raise


def run(plan: Plan, summary: Summary, timing: Mapping[str, Any]) -> None:
    """A run as tables: seats, figures of a game, endings."""
    console = Screen()
    console.print(_headline(plan, summary), _pace(timing), sep="\n")
    for table in (_seats(summary), _figures(summary), _endings(summary)):
        console.print(Padding(table, (1, 0, 0, 0), expand=False))
    failures(summary.failures, console)
    _assumed([summary], console)


def _assumed(summaries: Sequence[Summary], console: Console) -> None:
    """What is taken for granted though no source says it, such as card data."""
    for sentence in words.assumed(s.variant.design for s in summaries):
        console.print(f"[yellow]{escape(sentence)}[/]")


def sweep(
    plan: Plan,
    question: str,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    timing: Mapping[str, Any],
) -> None:
    """A sweep: the verdict, the compared metrics by design, a sentence for each comparison."""
    console = Screen()
    console.print(f"[bold]{escape(question)}[/]")
    console.print(_headline(plan, summaries[0], summaries), _pace(timing), sep="\n")
    console.print()
    for sentence in words.verdict(summaries, comparisons):
        console.print(escape(sentence))
    for table in _by_group(summaries, comparisons):
        console.print(Padding(table, (1, 0, 0, 0), expand=False))
    if agents := _by_agent(summaries):
        console.print(Padding(agents, (1, 0, 0, 0), expand=False))
    console.print()
    sentences = findings(summaries, comparisons)
    for sentence in sentences[:SENTENCES]:
        console.print(Padding(escape(sentence), (0, 0, 0, 2), expand=False))
    if len(sentences) > SENTENCES:
        console.print(f"  ... and {len(sentences) - SENTENCES} more: see comparisons.csv.")
    for told in [line for s in summaries for line in s.failures.sentences()]:
        console.print(f"[bold red]{escape(told)}[/]")
    _assumed(summaries, console)


def failures(told: Failures, console: Console | None = None) -> None:
    """Which agents forfeited games, and why: a sentence each."""
    console = console or Screen()
    for sentence in told.sentences():
        console.print(f"[bold red]{escape(sentence)}[/]")


def findings(summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> list[str]:
    """What the comparisons say, in sentences, metric by metric; of each group by itself."""
    labels = {s.variant.name: s.variant.short for s in summaries}
    metrics = {name: m for s in summaries for name, m in s.metrics.items()}
    sentences: list[str] = []
    for group in dict.fromkeys(c.group for c in comparisons):
        for name in dict.fromkeys(c.metric for c in comparisons):
            means = {s.variant.name: s.tallies[name].mean for s in summaries}
            told = [c for c in comparisons if c.metric == name and c.group == group]
            found = words.findings(metrics[name], told, labels, means)
            sentences += [f"{group} - {told}" if group else told for told in found]
    return sentences


def bench(measures: Sequence[Measure]) -> None:
    """Speeds, with the calibration that makes machines comparable."""
    columns = "game", "players", "cores", "games/s", "decisions/s", "ns each", "steps each"
    table = plain_table("", *columns)
    for m in measures:
        told = (m.games_per_second, m.decisions_per_second)
        costs = (f"{m.ns_per_decision:.1f}", f"{m.calibration_steps:.0f}")
        table.add_row(m.game, str(m.players), str(m.cores), *(f"{n:,}" for n in told), *costs)
    screen = Screen()
    screen.print(table)
    best = min(m.calibration_ns for m in measures)
    screen.print(
        f"[dim]A calibration step (one random draw, one read of a 64 KiB table): {best:.2f} ns. "
        "A decision costs so many of them.[/]"
    )


def files(paths: Iterable[Path]) -> None:
    """Names the files that a command has left, one a line."""
    console = Screen(soft_wrap=True)
    for path in paths:
        console.print(escape(str(path)))


def listing(
    kind: str,
    lines: Sequence[Mapping[str, Any]],
    output: Format,
    columns: Sequence[str] | None = None,
) -> None:
    """A list of things of one kind: all keys in JSON and CSV, `columns` of them in the table."""
    if output is Format.json:
        print(documents.as_json({"schema": f"dragonlab.{kind}/1", kind: list(lines)}))
        return
    told = [{key: _cell(value) for key, value in line.items()} for line in lines]
    if output is Format.csv:
        print(documents.as_csv(told), end="")
        return
    names = columns or (list(lines[0]) if lines else ["none"])
    table = plain_table("", *names, right=())
    for column in table.columns:
        column.overflow = "fold"  # a folder or a title that is cut is of no use
    for line in told:
        table.add_row(*(escape(line[name]) for name in names))
    Screen().print(table)


def pages(lines: Iterable[Mapping[str, Any]], title: str) -> None:
    """Each thing on a page of its own: its title, then a line for each key that says something."""
    console = Screen()
    for line in lines:
        console.print(f"[bold]{escape(_cell(line[title]))}[/]")
        table = plain_table("", "", "", right=())
        table.show_header = False
        for key, value in line.items():
            if key != title and _cell(value):
                table.add_row(f"[dim]{key}[/]", escape(_cell(value)))
        console.print(Padding(table, (0, 0, 1, 2), expand=False))


def _cell(value: Any) -> str:
    """A value as text: lists by commas, tables as `key: value`."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_cell(entry)}" for key, entry in value.items() if _cell(entry))
    if isinstance(value, list | tuple):
        return ", ".join(_cell(entry) for entry in value)
    return str(value)


def _headline(plan: Plan, summary: Summary, summaries: Sequence[Summary] = ()) -> str:
    """What was played: games, players, agents, seed."""
    played = summaries or [summary]
    tables = [tuple(agent.spec for agent in s.variant.agents) for s in played]
    players = sorted({s.variant.design.players for s in played})
    each = " a design" if len(played) > 1 else ""
    turns = ", seats in rotation" if plan.rotations > 1 else ""
    stopped = ""
    if plan.until and summary.games < plan.games * plan.rotations:
        stopped = f" of {plan.games * plan.rotations:,} at most"
    return (
        f"[bold]{escape(plan.title)}[/], {words.listed(list(map(str, players)))} players "
        f"({escape(_who(tables))}{turns}), {words.count(summary.games, 'game')}{each}{stopped}, "
        f"seed {plan.seed}"
    )


def _who(tables: Iterable[tuple[str, ...]]) -> str:
    """The agents at a table; of levels, each."""
    told = [f"all {t[0]}" if len(set(t)) == 1 else ", ".join(t) for t in tables]
    return " / ".join(dict.fromkeys(told))


def _pace(timing: Mapping[str, Any]) -> str:
    if not timing["games_played"]:
        return "[dim]all games were stored already[/]"
    return (
        f"[dim]{words.count(timing['games_played'], 'game')} in {timing['seconds']:.1f} s: "
        f"{timing['games_per_second']:,} games and {timing['decisions_per_second'] / 1e6:.1f} "
        f"million decisions a second[/]"
    )


def plain_table(title: str, *columns: str, right: Iterable[int] | None = None) -> Table:
    """A table without lines; all columns but the first are set right unless told otherwise."""
    right = range(1, len(columns)) if right is None else right
    table = Table(title=title or None, title_justify="left", title_style="bold", box=None)
    table.pad_edge, table.header_style = False, "dim"
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place in right else "left")
    return table


def _seats(summary: Summary) -> Table:
    shown = seats_shown(summary.variant.design.game)
    columns = [c for name in shown for c in (f"{name} [95 %]", "median", "5 - 95 %")]
    table = plain_table("Seats", "seat", "win share, % [95 %]", *columns)
    for seat, share in enumerate(seat_intervals(summary.wins)):
        cells = [str(seat), estimate(share, scale=100)]
        for name in shown:
            cells += _spread(summary.seats[name][seat])
        table.add_row(*cells)
    return table


def _figures(summary: Summary) -> Table:
    table = plain_table("A game", "", "mean [95 %]", "median", "5 - 95 %")
    for name, metric in summary.metrics.items():
        tally = summary.tallies[name]
        if not metric.headline or not tally.n:
            continue
        unit = f" [dim]{metric.unit}[/]" if metric.unit == "%" else ""
        table.add_row(f"{escape(metric.title)}{unit}", *_spread(tally, metric.scale))
    return table


def _spread(tally: Tally, scale: float = 1) -> tuple[str, str, str]:
    """Mean with interval, median, middle 90 %."""
    low, median, high = (plain(scale * tally.quantile(share)) for share in (0.05, 0.5, 0.95))
    return estimate(mean_interval(tally), scale), median, f"{low} - {high}"


def _endings(summary: Summary) -> Table:
    table = plain_table("How games end", "", "share, %")
    for name, share in documents.endings(summary).items():
        table.add_row(escape(name), f"{100 * share:.2f}")
    return table


def _by_group(summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> Iterator[Table]:
    """The means of the compared metrics: a table for each group of players and level."""
    for group in dict.fromkeys(s.variant.group for s in summaries):
        members = [s for s in summaries if s.variant.group == group]
        told = [c for c in comparisons if c.group == group]
        title = f"{group}: mean" if group else "Mean"
        table = _by_design if len(members) <= SIDE_BY_SIDE else _by_metric
        yield table(f"{title}, ± half the 95 % interval", members, told)


def _by_design(
    title: str, summaries: Sequence[Summary], comparisons: Sequence[Comparison]
) -> Table:
    """A row a metric, a column a design; at the end how much variance the shared deals save."""
    labels = [escape(s.variant.short) for s in summaries]
    table = plain_table(title, "", *labels, *(["variance saved"] if comparisons else []))
    for name in dict.fromkeys(c.metric for c in comparisons):
        metric = summaries[0].metrics[name]
        cells = [_mean(summary, name) for summary in summaries]
        table.add_row(_named(metric), *cells, _saved(comparisons, name))
    return table


def _by_metric(
    title: str, summaries: Sequence[Summary], comparisons: Sequence[Comparison]
) -> Table:
    """A row a design, a column a metric; in the last row the variance saved."""
    names = list(dict.fromkeys(c.metric for c in comparisons))
    table = plain_table(title, "", *(_named(summaries[0].metrics[name]) for name in names))
    for summary in summaries:
        cells = [_mean(summary, name) for name in names]
        table.add_row(escape(summary.variant.short), *cells)
    table.add_row("[dim]variance saved[/]", *(_saved(comparisons, name) for name in names))
    return table


def _named(metric: Metric) -> str:
    unit = f" [dim]{metric.unit}[/]" if metric.unit == "%" else ""
    return f"{escape(metric.title)}{unit}"


def _mean(summary: Summary, name: str) -> str:
    return short_estimate(mean_interval(summary.tallies[name]), summary.metrics[name].scale)


def _saved(comparisons: Sequence[Comparison], name: str) -> str:
    """The variance of differences that the shared deals save, in the mean over the pairs."""
    told = [c.saved for c in comparisons if c.metric == name and c.saved == c.saved]
    return f"{100 * sum(told) / len(told):.0f} %" if told else words.NOTHING


def _by_agent(summaries: Sequence[Summary]) -> Table | None:
    """What each agent wins, where agents differ."""
    if not any(s.agent_wins for s in summaries):
        return None
    told = [documents.agent_intervals(s) for s in summaries]
    agents = list(dict.fromkeys(agent for one in told for agent in one))
    table = plain_table("Win share, % [95 %]", "", *(escape(s.variant.label) for s in summaries))
    for agent in agents:
        cells = [estimate(one[agent], 100) if agent in one else words.NOTHING for one in told]
        seats = max(len(s.variant.seats_of(agent)) for s in summaries)
        who = f"{agent}, {seats} seats" if seats > 1 else agent
        table.add_row(escape(who), *cells)
    return table
