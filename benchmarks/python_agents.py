"""How fast agents in Python are asked: decisions a second of one core, with policies that do nothing.

    python benchmarks/python_agents.py            print the table
    python benchmarks/python_agents.py --write    put it into BENCHMARKS.md

Every seat is such an agent, and games are played from deal to end. Speeds are per second of process
CPU time, the best of three rounds; the targets are 200,000 and 20,000.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import page

import engine
from agents import lockstep
from agents.contract import Caller
from engine.core.game import Design

GAMES, ROUNDS, PLAYERS = 2_500, 3, 4


class First:
    """`choose`: the first option, nothing read."""

    def choose(self, view: Any) -> int:
        return 0


class Reader:
    """`choose`: reads the numbers of its cards, the gold and the options' payloads."""

    def choose(self, view: Any) -> int:
        useful = len(view.hand) + int(view.hoard.sum())
        return (useful + len(view.payloads)) % view.n_options


class FirstOfMany:
    """`choose_batch`: the first option."""

    def choose_batch(self, views: Any) -> np.ndarray:
        return np.zeros(len(views), np.int64)


class AnyOfMany:
    """`choose_batch`: any option, by `views.random`."""

    def choose_batch(self, views: Any) -> np.ndarray:
        return (views.random * views.n_options).astype(np.int64)


class Network:
    """`choose_batch`: any option, after all observations were made."""

    def choose_batch(self, views: Any) -> np.ndarray:
        return (views.observation[:, 0] * 0).astype(np.int64)


def rate(design: Design, make: Callable[..., Any], games: int) -> float:
    """Decisions a second of CPU time."""
    batch = hasattr(make, "choose_batch")
    best = 0.0
    for _ in range(ROUNDS):
        caller = Caller(make, {}, 1, takes_seed=False, batch=batch)
        rows = np.zeros(games, design.game.row).view(np.recarray)
        done = np.zeros(games, np.uint8)
        numbers = np.arange(games)
        began = time.process_time()
        lockstep.play(design, [caller] * design.players, 1, numbers, rows, done)
        best = max(best, rows["decisions"].sum() / (time.process_time() - began))
    return best


def table() -> str:
    """Markdown: a line a policy, a column a game."""
    designs = [engine.load(name).design(players=PLAYERS) for name in engine.games()]
    for design in designs:
        lockstep.warm_up(design)
    names = " | ".join(design.game.name for design in designs)
    lines = [f"| policy | {names} |", "| --- |" + " ---: |" * len(designs)]
    for make in (First, Reader, FirstOfMany, AnyOfMany, Network):
        games = GAMES if hasattr(make, "choose_batch") else GAMES // 5
        rates = " | ".join(f"{rate(design, make, games):,.0f}" for design in designs)
        lines.append(f"| {make.__doc__} | {rates} |")
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    told = table()
    print(told)
    if parser.parse_args().write:
        page.write("python agents", told)


if __name__ == "__main__":
    main()
