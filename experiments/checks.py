"""The contract suite: does an agent keep what every agent promises, in every game at 2 to 6 seats?

    legal       it chooses among the options: no error, no other answer, no hanging, no exit
    repeatable  the same seed makes it choose the same
    separate    its choices in a game do not depend on the games before and beside it
    no peeking  it chooses the same after all that its seat cannot see has been dealt anew

Every seat is played by the agent. An agent in Python is checked in processes of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import engine
from agents import forfeits, lockstep
from agents.contract import Thinking
from agents.examining import Examiner, can_redeal
from agents.forfeits import Forfeit
from agents.loading import is_python
from engine.core.problem import Problem
from experiments.plan import TIMEOUT, Variant
from experiments.processes import EXAMINED, Limits, Processes

LEGAL, REPEATABLE, SEPARATE, NO_PEEKING = "legal", "repeatable", "separate", "no peeking"
CHECKS = (LEGAL, REPEATABLE, SEPARATE, NO_PEEKING)
PLAYERS = range(2, 7)
GAMES = 4  # of each game at each number of seats
SEED = 20_120_615
NARROW = 3  # games side by side in the other order


@dataclass(frozen=True)
class Finding:
    """One check of one game at one number of seats; `passed` is None where it cannot be made."""

    game: str
    players: int
    check: str
    passed: bool | None
    text: str = ""


@dataclass(frozen=True)
class Play:
    """What was seen of some games, in their order: EXAMINED records, forfeits by game."""

    examined: np.ndarray
    forfeits: dict[int, Forfeit]


def check(
    agent: Any,
    names: Iterable[str] | None = None,
    players: Sequence[int] = PLAYERS,
    games: int = GAMES,
    seed: int = SEED,
    timeout: float = TIMEOUT,
) -> Iterator[Finding]:
    """Findings for an agent in these games (all that there are), as they are made."""
    for name in names or engine.games():
        game = engine.load(name)
        seats = [n for n in players if game.min_players <= n <= game.max_players]
        variants = [
            Variant(f"{name} {n}", name, game.design(players=n), (agent,) * n) for n in seats
        ]
        for variant in variants:
            lockstep.warm_up(variant.design, variant.agents, redeals=True)
        play = _in_processes if is_python(agent) else _in_this_process
        for variant, plays in play(variants, games, seed, timeout):
            yield from _findings(variant, *plays)


def _findings(variant: Variant, first: Play, again: Play, mixed: Play) -> Iterator[Finding]:
    """`again`: the same games by a fresh process; `mixed`: in another order, after others."""
    name, players = variant.design.game.name, variant.design.players

    def finding(what: str, passed: bool | None, text: str = "") -> Finding:
        return Finding(name, players, what, passed, text)

    failed = {**mixed.forfeits, **again.forfeits, **first.forfeits}
    yield finding(LEGAL, not failed, _failure(failed))
    digests = [play.examined["digest"] for play in (first, again, mixed)]
    differs = digests[0] != digests[1]
    yield finding(REPEATABLE, not differs.any(), _which(differs, "chosen otherwise in"))
    leaks = digests[0] != digests[2]
    if differs.any():
        yield finding(SEPARATE, None, "cannot be told of an agent that is not repeatable")
    else:
        yield finding(SEPARATE, not leaks.any(), _which(leaks, "depends on other games in"))
    if not can_redeal(variant.design):
        yield finding(NO_PEEKING, None, "this game cannot deal hidden cards anew")
    elif differs.any() or leaks.any():
        yield finding(NO_PEEKING, None, "cannot be told of an agent that chooses otherwise anyway")
    else:
        asked, peeks = (int(first.examined[key].sum()) for key in ("asked", "peeks"))
        text = f"{peeks} of {asked} choices change with hidden cards" if peeks else ""
        yield finding(NO_PEEKING, None if not asked else not peeks, text)


def _failure(failed: dict[int, Forfeit]) -> str:
    if not failed:
        return ""
    game, forfeit = min(failed.items())
    lines = forfeit.text.strip().splitlines()
    told = f": {lines[-1].strip()}" if lines else ""
    return (
        f"{forfeits.REASONS[forfeit.reason]} in game {game}, seat {forfeit.seat}, "
        f"at decision {forfeit.decision}{told}"
    )


def _which(games: np.ndarray, what: str) -> str:
    return f"{what} {int(games.sum())} of {len(games)} games" if games.any() else ""


def _in_processes(
    variants: Sequence[Variant], games: int, seed: int, timeout: float
) -> Iterator[tuple[Variant, list[Play]]]:
    order = np.arange(games)

    def pool() -> Processes:
        return Processes(variants, seed, 1, games, Limits(timeout), examine=True)

    with pool() as one, pool() as other:
        for k, variant in enumerate(variants):
            tasks = [
                one.begin(k, 0, order),
                other.begin(k, 0, order),
                one.begin(k, 0, order[::-1].copy(), NARROW),
            ]
            plays = []
            for task in tasks:
                task.future.result()
                plays.append(Play(task.examined, task.forfeits))
            yield variant, plays


def _in_this_process(
    variants: Sequence[Variant], games: int, seed: int, timeout: float
) -> Iterator[tuple[Variant, list[Play]]]:
    order = np.arange(games)
    for variant in variants:
        plays = []
        for numbers, width in ((order, 0), (order, 0), (order[::-1].copy(), NARROW)):
            seen = np.zeros(games, EXAMINED)
            rows = np.zeros(games, variant.design.game.row).view(np.recarray)
            caller = Thinking(variant.agents[0], variant.design.rules)
            failed = lockstep.play(
                variant.design,
                [caller] * variant.design.players,
                seed,
                numbers,
                rows,
                np.zeros(games, np.uint8),
                width=width,
                examiner=Examiner(variant.design, seen["digest"], seen["peeks"], seen["asked"]),
            )
            back = np.argsort(numbers)
            plays.append(Play(seen[back], {int(numbers[at]): f for at, f in failed.items()}))
        yield variant, plays


def assert_contract(agent: Any, **options: Any) -> None:
    """Raise Problem naming the first check that an agent fails: for tests of one's own bot."""
    for finding in check(agent, **options):
        if finding.passed is False:
            raise Problem(
                f"{agent.spec} fails the check {finding.check!r} in {finding.game} at "
                f"{finding.players} seats: {finding.text}"
            )
