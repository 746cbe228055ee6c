"""How fast the tree search thinks: iterations a second of one core, over all decisions of whole games.

    python benchmarks/search.py            print the table, in about two minutes
    python benchmarks/search.py --write    and put it into BENCHMARKS.md

Every seat is `mcts`. The time is CPU time of this process and holds everything: hidden cards dealt anew, the tree,
the playout, the game's own steps between two decisions. A decision is a choice with two or more options.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
import page

import engine
from agents import registry

SEED = 1
CASES = (  # game, players, iterations, horizon, least iterations a second that are asked for
    ("giants-war", 4, 1000, "gambit", 150_000),
    ("giants-war", 2, 1000, "gambit", None),
    ("giants-war", 4, 200, "game", 40_000),
    ("legendary", 4, 1000, "gambit", 150_000),
    ("legendary", 2, 1000, "gambit", None),
    ("legendary", 4, 200, "game", 40_000),
)


@dataclass(frozen=True)
class Speed:
    """What some whole games took."""

    iterations_per_second: float
    decisions_per_game: float
    seconds_per_game: float

    @property
    def ms_per_decision(self) -> float:
        return 1e3 * self.seconds_per_game / self.decisions_per_game


def speed(name: str, players: int, iterations: int, horizon: str, seconds: float) -> Speed:
    """Plays whole games for about so many seconds of CPU time; the first game is not counted."""
    design = engine.load(name).design(players=players)
    agents = registry.table([f"mcts:iterations={iterations},horizon={horizon}"], players)
    states = np.zeros(1, design.game.state).view(np.recarray)
    rows = np.zeros(1, design.game.row).view(np.recarray)
    few = registry.table([f"mcts:iterations=2,horizon={horizon}"], players)
    registry.play(few, states, design.rules, SEED, 0, rows)  # compiled and loaded
    games = decisions = 0
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        registry.play(agents, states, design.rules, SEED, games, rows)
        games += 1
        decisions += int(rows.decisions[0])
    return Speed(iterations * decisions / took, decisions / games, took / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU time for each line")
    options = parser.parse_args()
    lines = [
        "| game | players | iterations | horizon | iterations/s | at least | ms a decision | s a game |",
        "|---|---:|---:|---|---:|---:|---:|---:|",
    ]
    for name, players, iterations, horizon, least in CASES:
        found = speed(name, players, iterations, horizon, options.seconds)
        asked = f"{least:,}" if least else ""
        lines.append(
            f"| {name} | {players} | {iterations:,} | {horizon} | {found.iterations_per_second:,.0f} "
            f"| {asked} | {found.ms_per_decision:.2f} | {found.seconds_per_game:.2f} |"
        )
        print(lines[-1], flush=True)
    if options.write:
        page.write("search", "\n".join(lines))


if __name__ == "__main__":
    main()
