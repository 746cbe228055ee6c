"""A tournament for people: ratings and the cross table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from experiments.duel_show import duration, elo, pace, played
from experiments.show import Screen, failures, plain_table
from experiments.tournament import Cell, Outcome
from experiments.words import estimate, fixed

PERCENT = 100
HOW = {
    "pairs": "every two meet, seated in turns",
    "field": "every agent alone against each other one",
    "seatings": "all at one table, in every seating",
}


def tournament(told: Outcome, timing: Mapping[str, Any]) -> None:
    """A tournament as tables."""
    contest, screen = told.contest, Screen()
    how = HOW[contest.mode] if contest.players > 2 else "every two meet"
    games = told.scores.deals * len(contest.seatings)
    screen.print(f"[bold]{len(contest.agents)} agents[/], {how}")
    screen.print(played(contest, told.scores.deals, games), pace(timing), sep="\n")
    screen.print(Padding(_ratings(told, timing), (1, 0), expand=False))
    screen.print("[bold]Score of the row against the column, %[/]")
    screen.print(_cross_table(told))
    screen.print()
    for sentence in notes(told):
        screen.print(f"[dim]{escape(sentence)}[/]")
    failures(told.scores.failures(), screen)


def notes(told: Outcome) -> list[str]:
    """How the figures are meant."""
    ratings, labels = told.ratings, told.contest.labels
    made = [f"Elo by {ratings.model}; {labels[ratings.anchor]} is 0. Brackets and ± are 95 %."]
    if ratings.first_seat:
        made.append(f"Sitting in seat 0 is worth {elo(ratings.first_seat)} Elo.")
    if told.alone:
        even = PERCENT / told.contest.players
        made.append(
            f"A row's agent sits alone, a column's takes the other seats: even is {even:.1f} %."
        )
    elif told.contest.mode == "seatings" and told.contest.players > 2:
        made.append("A cell is the row's part of what row and column win together: even is 50 %.")
    return made


def _ratings(told: Outcome, timing: Mapping[str, Any]) -> Table:
    table = plain_table(
        "", "#", "agent", "Elo [95 %]", "score, % [95 %]", "a decision", right=(0, 2, 3, 4)
    )
    ratings = told.ratings
    for rank, entrant in enumerate(ratings.ranked(), start=1):
        cost = timing["agents"][entrant]["microseconds_per_decision"] / 1e6
        rating = "0" if entrant == ratings.anchor else elo(ratings.elo[entrant])
        total = estimate(told.totals[entrant].score, PERCENT)
        table.add_row(
            str(rank), escape(told.contest.labels[entrant]), rating, total, duration(cost)
        )
    return table


def _cross_table(told: Outcome) -> Table:
    ranked = told.ratings.ranked()
    numbers = [str(rank) for rank in range(1, len(ranked) + 1)]
    table = plain_table("", "#", "agent", *numbers)
    table.columns[0].justify, table.columns[1].justify = "right", "left"
    for rank, a in zip(numbers, ranked, strict=True):
        cells = [short(told.cells.get((a, b))) for b in ranked]
        table.add_row(rank, escape(told.contest.labels[a]), *cells)
    return table


def short(cell: Cell | None) -> str:
    """A cell's score in % and half its interval: `63.1 ±2.0`."""
    if cell is None:
        return ""
    mean, low, high = (PERCENT * value for value in cell.score)
    return f"{fixed(mean, 1)} ±{fixed((high - low) / 2, 1)}"
