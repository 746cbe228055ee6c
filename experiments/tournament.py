"""A tournament: agents that all meet on shared deals, a cross table, ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from agents.registry import Agent
from engine.core.game import Design
from engine.core.problem import Problem
from experiments import documents, rotation
from experiments.plan import TIMEOUT
from experiments.ratings import Ratings, rate
from experiments.rotation import Contest
from experiments.rotation_scores import Scores, score
from experiments.statistics import Interval

SCHEMA = "dragonlab.tournament/1"


def contest(
    name: str,
    design: Design,
    agents: tuple[Agent, ...],
    mode: str,
    games: int,
    seed: int,
    timeout: float = TIMEOUT,
) -> Contest:
    """A tournament as a contest; `games` are those of a match, rounded up to whole rotations."""
    if len(agents) < 2:
        raise Problem("a tournament needs two agents or more: name them with --agents A,B,...")
    matches = tuple(rotation.MODES[mode](len(agents), design.players))
    deals = rotation.deals_for(games, matches)
    return Contest(name, design, agents, mode, matches, deals, seed, timeout)


@dataclass(frozen=True)
class Cell:
    """One entrant against another: a field of the cross table.

    Attributes:
        score: of `a`; `even` is the score of equals.
    """

    a: int
    b: int
    score: Interval
    even: float


class Outcome:
    """What a tournament came to; figures are made when asked for."""

    def __init__(self, scores: Scores) -> None:
        self.scores = scores
        self.contest = scores.contest

    @cached_property
    def ratings(self) -> Ratings:
        """Elo of each entrant."""
        return rate(self.scores)

    @cached_property
    def cells(self) -> dict[tuple[int, int], Cell]:
        """Every entrant (row) against every other (column)."""
        found = {}
        for match in self.contest.matches:
            for a in match.entrants:
                for b in match.entrants:
                    if a != b and (a, b) not in found and self._scores_row(match, a):
                        found[a, b] = self._cell(match, a, b)
        return found

    def _scores_row(self, match: rotation.Match, a: int) -> bool:
        """In `field`, who sits alone is the row; else a match makes a cell for each of its two."""
        return not self.alone or match.entrants[0] == a

    @property
    def alone(self) -> bool:
        """Whether rows are agents alone against fields of the columns' agents."""
        return self.contest.mode == "field" and self.contest.players > 2

    def _cell(self, match: rotation.Match, a: int, b: int) -> Cell:
        ours, theirs = (self.scores.in_match(match, entrant) for entrant in (a, b))
        even = 1 / self.contest.players if self.alone else 0.5
        return Cell(a, b, score(ours, ours + theirs), even)

    @cached_property
    def totals(self) -> list[Cell]:
        """Each entrant against all others: the mean of its row, each match counting alike."""
        return [self._total(entrant) for entrant in range(len(self.contest.agents))]

    def _total(self, entrant: int) -> Cell:
        matches = [
            m
            for m in self.contest.matches
            if entrant in m.entrants and self._scores_row(m, entrant)
        ]
        won = np.mean([self.scores.in_match(m, entrant) for m in matches], axis=0)
        seats = np.mean([s.count(entrant) for m in matches for s in m.seatings])
        return Cell(entrant, -1, score(won), float(seats / self.contest.players))


def document(told: Outcome, timing: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `dragonlab tournament`."""
    found, ratings = told.contest, told.ratings
    first_seat = ratings.first_seat
    return {
        "schema": SCHEMA,
        "game": found.game.name,
        "players": found.players,
        "agents": [agent.spec for agent in found.agents],
        "mode": found.mode,
        "seed": found.seed,
        **found.played(),
        "games": told.scores.deals * len(found.seatings),
        "deals": told.scores.deals,
        "model": ratings.model,
        "anchor": found.labels[ratings.anchor],
        "first_seat_elo": documents.interval(first_seat) if first_seat else None,
        "ratings": [
            {
                "rank": rank,
                "agent": found.labels[entrant],
                "elo": documents.interval(ratings.elo[entrant]),
                "score": documents.interval(told.totals[entrant].score),
                "even": told.totals[entrant].even,
            }
            for rank, entrant in enumerate(ratings.ranked(), start=1)
        ],
        "cross_table": [
            {
                "agent": found.labels[a],
                "against": found.labels[b],
                "score": documents.interval(cell.score),
                "even": cell.even,
            }
            for (a, b), cell in sorted(told.cells.items())
        ],
        **told.scores.failures().as_dict(),
        "timing": dict(timing),
    }


def lines(told: Outcome) -> list[dict[str, Any]]:
    """The summary as lines: ratings, scores against all, the cross table."""
    labels, ratings = told.contest.labels, told.ratings
    made = []
    for entrant, elo in enumerate(ratings.elo):
        made.append(_line("elo", labels[entrant], labels[ratings.anchor], 0.0, elo))
    for cell in told.totals:
        made.append(_line("score", labels[cell.a], None, cell.even, cell.score))
    for (a, b), cell in sorted(told.cells.items()):
        made.append(_line("score", labels[a], labels[b], cell.even, cell.score))
    if ratings.first_seat:
        made.append(_line("elo of the first seat", None, None, 0.0, ratings.first_seat))
    return [documents.real(line) for line in made]


def _line(
    figure: str, agent: str | None, against: str | None, even: float, value: Interval
) -> dict[str, Any]:
    return {"figure": figure, "agent": agent, "against": against, "even": even, **value._asdict()}
