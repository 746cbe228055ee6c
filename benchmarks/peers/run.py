"""Random play and tree search here beside OpenSpiel's, in one run on one core: `make bench-peers`.

OpenSpiel is a widely used C++ library of games; its games are played through its Python bindings,
as its users do: a Python loop that picks one of the legal actions at random. Ours are played by the
kernel that `dragonlab run` uses. All take turns, round after round, so that a busy spell of the
machine meets everybody; a rate is the median of the rounds, per second of process CPU time.

What counts as a decision favours the peers: theirs is every action of a player, also where only one
is legal; ours is a choice with two or more options. Chance (dealing, drawing) counts for nobody.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

OURS = (("giants-war", 4), ("legendary", 4))
PEERS = ("euchre", "crazy_eights", "hearts", "gin_rummy")
SEED = 1
CHUNK = 500  # our games in one call of the kernel


@dataclass(frozen=True)
class Rate:
    """A contestant's speed: medians over the rounds.

    Attributes:
        spread: slowest and fastest round, decisions a second.
    """

    engine: str
    game: str
    players: int
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    spread: tuple[float, float]


@dataclass
class Contestant:
    """A game and how to play some of it: `play(first)` plays from that game number on.

    `play` gives (games played, decisions made).
    """

    engine: str
    game: str
    players: int
    play: Callable[[int], tuple[int, int]]

    def __post_init__(self) -> None:
        self.rounds: list[tuple[float, float, float]] = []  # decisions/s, games/s, decisions/game
        self.played = 0

    def round(self, seconds: float) -> None:
        """Plays for about so many seconds of CPU time and notes the rates."""
        games = decisions = 0
        began = time.process_time()
        while (took := time.process_time() - began) < seconds:
            more, made = self.play(self.played)
            self.played += more
            games += more
            decisions += made
        self.rounds.append((decisions / took, games / took, decisions / games))

    def rate(self) -> Rate:
        """The medians of the rounds."""
        decisions, games, each = (
            statistics.median(column) for column in zip(*self.rounds, strict=True)
        )
        seen = [round(entry[0]) for entry in self.rounds]
        return Rate(
            self.engine,
            self.game,
            self.players,
            round(decisions),
            round(games, 1),
            round(each, 1),
            (min(seen), max(seen)),
        )


def ours(name: str, players: int) -> Contestant:
    """One of our games, by the kernel that runs use."""
    import engine
    from engine.core.play import play_random
    from engine.warm import warm

    warm(name)
    design = engine.load(name).design(players=players)
    states = np.zeros(1, design.game.state).view(np.recarray)
    rows = np.zeros(CHUNK, design.game.row).view(np.recarray)

    def play(first: int) -> tuple[int, int]:
        play_random(states, design.rules, SEED, first, rows)
        return CHUNK, int(rows.decisions.sum())

    return Contestant("dragonlab", name, players, play)


def peer(name: str) -> Contestant:
    """One of OpenSpiel's games, one game a call."""
    import pyspiel

    game = pyspiel.load_game(name)
    luck = random.Random(SEED)

    def play(first: int) -> tuple[int, int]:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return 1, decisions

    return Contestant("OpenSpiel", name, game.num_players(), play)


def measure(rounds: int, seconds: float) -> list[Rate]:
    """Every contestant's rate, from rounds played in turn."""
    contestants = [ours(*game) for game in OURS] + [peer(name) for name in PEERS]
    for contestant in contestants:
        contestant.play(0)  # compiled, loaded and warm before the clock starts
    for number in range(rounds):
        print(f"round {number + 1} of {rounds} ...", file=sys.stderr)
        for contestant in contestants:
            contestant.round(seconds)
    return [contestant.rate() for contestant in contestants]


def ratios(rates: list[Rate]) -> list[dict[str, Any]]:
    """How many times the best and the median peer each of our games is."""
    peers = [r.decisions_per_second for r in rates if r.engine != "dragonlab"]
    best, middle = max(peers), statistics.median(peers)
    return [
        {
            "game": rate.game,
            "players": rate.players,
            "times_best_peer": round(rate.decisions_per_second / best, 1),
            "times_median_peer": round(rate.decisions_per_second / middle, 1),
        }
        for rate in rates
        if rate.engine == "dragonlab"
    ]


def machine() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "processor": _processor(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "open_spiel": version("open_spiel"),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def table(rates: list[Rate], compared: list[dict[str, Any]]) -> str:
    """The figures as Markdown, ready for BENCHMARKS.md."""
    lines = [
        "| engine | game (players) | decisions/s | its rounds | games/s | decisions a game |",
        "|---|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {r.engine} | {r.game} ({r.players}) | {r.decisions_per_second:,.0f} | "
        f"{r.spread[0]:,.0f} - {r.spread[1]:,.0f} | {r.games_per_second:,.0f} | "
        f"{r.decisions_per_game:,.1f} |"
        for r in rates
    ]
    lines += [""]
    where = machine()
    lines += [
        f"{c['game']} ({c['players']}): {c['times_best_peer']} times the best peer, "
        f"{c['times_median_peer']} times the median peer."
        for c in compared
    ]
    lines += [
        "",
        f"{where['processor']}, Python {where['python']}, "
        f"OpenSpiel {where['open_spiel']}, numba {where['numba']}.",
    ]
    return "\n".join(lines)


def stay_on_one_core() -> None:
    """Nobody may use a second core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Measures, prints the table, writes JSON if asked."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts")
    options.add_argument("--seconds", type=float, default=2.0, help="CPU time of each in a round")
    options.add_argument("--json", type=Path, help="file for all figures")
    options.add_argument("--write", action="store_true", help="put them into BENCHMARKS.md")
    asked = options.parse_args()
    stay_on_one_core()
    rates = measure(asked.rounds, asked.seconds)
    compared = ratios(rates)
    told = table(rates, compared)
    print(told)
    import searching

    thought = searching.table()
    print(f"\n{thought}")
    if asked.write:
        import page

        page.write("peers", told)
        page.write("peers search", thought)
    if asked.json:
        document = {
            "schema": "dragonlab.peers/1",
            "rates": [asdict(rate) for rate in rates],
            "ratios": compared,
            "rounds": asked.rounds,
            "seconds": asked.seconds,
            "machine": machine(),
        }
        asked.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
