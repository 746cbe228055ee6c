"""A duel for people: the score in a sentence, the test's answer, what a decision costs."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf
from typing import Any

from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from experiments import sprt
from experiments.duel import A, Outcome
from experiments.rotation import Contest
from experiments.show import Screen, failures, plain_table
from experiments.statistics import Interval
from experiments.words import estimate, fixed

PERCENT = 100
UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def duel(told: Outcome, timing: Mapping[str, Any]) -> None:
    """A duel as a headline, its figures, and a sentence or two."""
    screen = Screen()
    screen.print(_headline(told), pace(timing), sep="\n")
    for table in (_figures(told), costs(told.contest, timing)):
        screen.print(Padding(table, (1, 0, 0, 0), expand=False))
    screen.print()
    for sentence in sentences(told):
        screen.print(escape(sentence))
    failures(told.failures, screen)


def sentences(told: Outcome) -> list[str]:
    """What the duel says."""
    a, b = told.contest.labels
    stronger = {
        1: f"{a} is stronger than {b}.",
        -1: f"{b} is stronger than {a}.",
        0: f"Neither is seen to be stronger: the interval holds {_percent(told.even)}.",
    }
    if told.answer is None:
        return [stronger[told.verdict]]
    return [_tested(told.answer, a, b), *_bias(told.answer)]


def _tested(answer: sprt.Answer, a: str, b: str) -> str:
    asked, (low, high) = answer.question, answer.question.bounds
    after = f"after {answer.deals:,} deals (LLR {answer.llr:.2f}, bounds {low:.2f} and {high:.2f})"
    zero, one = (f"{a} is {_lead(elo)} {b}" for elo in (asked.elo0, asked.elo1))
    return {
        sprt.ACCEPTS_1: f"Settled {after}: {one} or more, rather than {asked.elo0:g} or less.",
        sprt.ACCEPTS_0: f"Settled {after}: {zero} or less, rather than {asked.elo1:g} or more.",
        sprt.UNDECIDED: f"Not settled {after}: {asked.elo0:g} or {asked.elo1:g} Elo?",
    }[answer.decision]


def _lead(elo: float) -> str:
    return f"{abs(elo):g} Elo {'below' if elo < 0 else 'above'}"


def _bias(answer: sprt.Answer) -> list[str]:
    if answer.decision == sprt.UNDECIDED:
        return []
    return ["The score is that of a test that stopped at its goal: it errs away from even."]


def _headline(told: Outcome) -> str:
    contest = told.contest
    a, b = (escape(label) for label in contest.labels)
    others = contest.players - 1
    against = f"{a} against {b}"
    if contest.players > 2:
        seated = {
            "field": f"{a} alone against {others} {b}",
            "pairs": f"{against}, seated in turns",
        }
        against = seated[contest.mode]
    return f"[bold]{against}[/]\n{played(contest, told.deals, told.games)}"


def played(contest: Contest, deals: int, games: int) -> str:
    """What was played, in words."""
    return (
        f"{escape(contest.game.title)}, {contest.players} players, {deals:,} deals, "
        f"each in all seatings: {games:,} games, seed {contest.seed}"
    )


def pace(timing: Mapping[str, Any]) -> str:
    """How fast it went, in words."""
    if not timing["games_played"]:
        return "[dim]all games were stored already[/]"
    return (
        f"[dim]{timing['games_played']:,} games in {timing['seconds']:.1f} s on "
        f"{timing['jobs']} workers, {timing['games_per_second']:,.0f} games a second[/]"
    )


def _figures(told: Outcome) -> Table:
    a = told.contest.labels[A]
    table = plain_table("", "", "[95 %]", "even")
    even = f"{PERCENT * told.even:.1f}"
    table.add_row(f"score of {escape(a)}, %", estimate(told.score, PERCENT), even)
    table.add_row("Elo difference", elo(told.elo), "0")
    for seat, share in enumerate(told.seats):
        table.add_row(
            f"[dim]its win share in seat {seat}, %[/]",
            f"[dim]{estimate(share, PERCENT)}[/]",
            f"[dim]{PERCENT / told.contest.players:.1f}[/]",
        )
    return table


def costs(contest: Contest, timing: Mapping[str, Any]) -> Table:
    """What a decision of each agent costs."""
    table = plain_table("", "agent, playing itself on one core", "a decision", "a game")
    for label, cost in zip(contest.labels, timing["agents"], strict=True):
        decision = duration(cost["microseconds_per_decision"] / 1e6)
        table.add_row(escape(label), decision, duration(cost["seconds_per_game"]))
    return table


def duration(seconds: float) -> str:
    """A time with its unit: `1.2 ms`."""
    unit, size = next((u for u in UNITS if seconds >= u[1]), UNITS[-1])
    value = seconds / size
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"


def elo(value: Interval) -> str:
    """An Elo difference with its interval: signed whole points; a bound without end as `∞`."""
    mean, low, high = (points(figure) for figure in value)
    return f"{mean} [{low}, {high}]"


def points(value: float) -> str:
    """Elo points with their sign."""
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    text = fixed(value, 0)
    return f"+{text}" if value >= 0.5 else "0" if text == "-0" else text


def _percent(share: float) -> str:
    return f"{PERCENT * share:.1f} %"
