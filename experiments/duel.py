"""A duel: agent A against agent B on shared deals, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.registry import Agent
from engine.core.game import Design
from experiments import documents, ratings_scale, rotation, sprt
from experiments.failures import Failures
from experiments.plan import TIMEOUT
from experiments.rotation import Contest
from experiments.rotation_scores import Scores, score
from experiments.statistics import Interval

SCHEMA = "dragonlab.duel/1"
MODES = {"field": rotation.alone, "pairs": rotation.in_turns}
A = 0  # the entrant whose score is told


def contest(
    name: str,
    design: Design,
    agents: tuple[Agent, Agent],
    mode: str,
    games: int,
    seed: int,
    timeout: float = TIMEOUT,
) -> Contest:
    """A duel as a contest of one match; `games` are rounded up to whole rotations."""
    match = MODES[mode](0, 1, design.players)
    deals = rotation.deals_for(games, [match])
    return Contest(name, design, agents, mode, (match,), deals, seed, timeout)


@dataclass(frozen=True)
class Outcome:
    """What a duel came to.

    Attributes:
        score: A's share of wins over all seatings, its interval by deals.
        even: the score of equals.
        elo: how much stronger A is.
        seats: A's share of wins where it sits in each seat, by seat.
        answer: of the sequential test, if one was asked for.
        failures: games that an agent in Python forfeited.
    """

    contest: Contest
    score: Interval
    even: float
    elo: Interval
    seats: tuple[Interval, ...]
    games: int
    deals: int
    answer: sprt.Answer | None
    failures: Failures

    @property
    def verdict(self) -> int:
        """1 if A is stronger beyond its interval, -1 if B is, 0 if neither is seen to be."""
        return int(self.score.low > self.even) - int(self.score.high < self.even)


def answer(scores: Scores, question: sprt.Question) -> sprt.Answer:
    """How the sequential test stands after the deals played."""
    (match,) = scores.contest.matches
    s0, s1 = (ratings_scale.expected(match, elo) for elo in (question.elo0, question.elo1))
    return sprt.ask(question, scores.in_match(match, A), s0, s1)


def outcome(scores: Scores, question: sprt.Question | None = None) -> Outcome:
    """The figures of a duel; with a test, of the deals up to its end."""
    found, (match,) = scores.contest, scores.contest.matches
    told = answer(scores, question) if question else None
    if told and told.decision != sprt.UNDECIDED:
        scores.cut(told.deals)
    reached = score(scores.in_match(match, A))
    return Outcome(
        found,
        reached,
        ratings_scale.expected(match, 0),
        ratings_scale.differences(match, reached),
        tuple(score(_at_seat(scores, seat)) for seat in range(found.players)),
        scores.deals * len(match.seatings),
        scores.deals,
        told,
        scores.failures(),
    )


def _at_seat(scores: Scores, seat: int) -> np.ndarray:
    """The part of the win of one seat where A sits there, a mean over such seatings a deal."""
    (match,) = scores.contest.matches
    there = [at for at, seating in enumerate(match.seatings) if seating[seat] == A]
    return np.mean([scores.seat_share(at, seat) for at in there], axis=0)


def document(told: Outcome, timing: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `dragonlab duel`."""
    found = told.contest
    return {
        "schema": SCHEMA,
        "game": found.game.name,
        "players": found.players,
        "agents": [agent.spec for agent in found.agents],
        "mode": found.mode,
        "seed": found.seed,
        **found.played(),
        "score": documents.interval(told.score),
        "even": told.even,
        "elo": documents.interval(told.elo),
        "seats": [
            {"seat": seat, "win_share": documents.interval(share)}
            for seat, share in enumerate(told.seats)
        ],
        "games": told.games,
        "deals": told.deals,
        "sprt": told.answer.as_dict() if told.answer else None,
        **told.failures.as_dict(),
        "timing": dict(timing),
    }


def lines(told: Outcome) -> list[dict[str, Any]]:
    """The summary as lines: score and Elo difference, then A's wins by seat."""
    a, b = told.contest.labels

    def line(figure: str, seat: int | None, even: float, value: Interval) -> dict[str, Any]:
        who = {"figure": figure, "agent": a, "against": b, "seat": seat}
        counts = {"games": told.games, "deals": told.deals}
        return documents.real({**who, **counts, "even": even, **value._asdict()})

    seat_even = 1 / told.contest.players
    return [
        line("score", None, told.even, told.score),
        line("elo", None, 0.0, told.elo),
        *(line("win_share", seat, seat_even, share) for seat, share in enumerate(told.seats)),
    ]
