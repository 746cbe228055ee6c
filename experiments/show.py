"""Results and lists for people: tables on stdout, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from experiments import documents, words
from experiments.failures import Failures
from experiments.options import Format
from experiments.plan import Plan
from experiments.statistics import Comparison, mean_interval, share_interval
from experiments.summary import Summary
from experiments.tally import Tally
from experiments.words import estimate, plain, short_estimate

if TYPE_CHECKING:
    from experiments.bench import Measure


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


def sweep(
    plan: Plan,
    question: str,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    timing: Mapping[str, Any],
) -> None:
    """A sweep as tables: the compared metrics by design, then a sentence for each comparison."""
    console = Screen()
    console.print(f"[bold]{escape(question)}[/]")
    console.print(_headline(plan, summaries[0]), _pace(timing), sep="\n")
    console.print(Padding(_by_design(summaries, comparisons), (1, 0), expand=False))
    for sentence in findings(summaries, comparisons):
        console.print(Padding(escape(sentence), (0, 0, 0, 2), expand=False))


def failures(told: Failures, console: Console | None = None) -> None:
    """Which agents forfeited games, and why: a sentence each."""
    console = console or Screen()
    for sentence in told.sentences():
        console.print(f"[bold red]{escape(sentence)}[/]")


def findings(summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> list[str]:
    """What the comparisons say, in sentences, metric by metric."""
    labels = {s.variant.name: s.variant.label for s in summaries}
    sentences: list[str] = []
    for name in dict.fromkeys(c.metric for c in comparisons):
        means = {s.variant.name: s.tallies[name].mean for s in summaries}
        told = [c for c in comparisons if c.metric == name]
        sentences += words.findings(summaries[0].metrics[name], told, labels, means)
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


def _headline(plan: Plan, summary: Summary) -> str:
    agents = [agent.spec for agent in summary.variant.agents]
    who = f"all {agents[0]}" if len(set(agents)) == 1 else ", ".join(agents)
    return (
        f"[bold]{escape(plan.game.title)}[/], {len(agents)} players ({escape(who)}), "
        f"{summary.games:,} games{' a design' if len(plan.variants) > 1 else ''}, seed {plan.seed}"
    )


def _pace(timing: Mapping[str, Any]) -> str:
    if not timing["games_played"]:
        return "[dim]all games were stored already[/]"
    return (
        f"[dim]{timing['games_played']:,} games in {timing['seconds']:.1f} s: "
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
    columns = [c for name in summary.seats for c in (f"{name} [95 %]", "median", "5 - 95 %")]
    table = plain_table("Seats", "seat", "win share, % [95 %]", *columns)
    for seat, wins in enumerate(summary.wins):
        cells = [str(seat), estimate(share_interval(wins), scale=100)]
        for tallies in summary.seats.values():
            cells += _spread(tallies[seat])
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


def _by_design(summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> Table:
    table = plain_table(
        "Mean, ± half the 95 % interval", "", *(escape(s.variant.label) for s in summaries)
    )
    for name in dict.fromkeys(c.metric for c in comparisons):
        metric = summaries[0].metrics[name]
        unit = f" [dim]{metric.unit}[/]" if metric.unit == "%" else ""
        means = [mean_interval(summary.tallies[name]) for summary in summaries]
        table.add_row(
            f"{escape(metric.title)}{unit}", *(short_estimate(m, metric.scale) for m in means)
        )
    return table
