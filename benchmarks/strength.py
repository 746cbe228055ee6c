"""How strong the agents are: duels with their intervals, each by the command that is shown.

    python benchmarks/strength.py            play the duels and print the tables
    python benchmarks/strength.py --write    and put them into BENCHMARKS.md
    python benchmarks/strength.py --share 10    a tenth of the games, to try it out
    python benchmarks/strength.py --game GAME   one game's table

Deals are shared and seats rotated; intervals are at 95 %, clustered by deal. Iterations, not seconds,
are the budget, so the figures are the same on any machine. Each duel is kept in `results/strength`, and
one that is there is not played again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import page

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Duel:
    """`first` against `second`; with four seats the first sits alone against three."""

    first: str
    second: str
    players: int
    games: int
    least: float = 0.5  # the score that is asked for
    more: tuple[str, int] = ("", 0)  # a game of which more games are needed to tell

    def command(self, game: str, share: int) -> list[str]:
        games = self.more[1] if self.more[0] == game else self.games
        games = max(self.players * 25, games // share)
        words = ["duel", self.first, self.second, "--game", game]
        return [*words, "--players", str(self.players), "--games", str(games)]


def mcts(iterations: int) -> str:
    return f"mcts:iterations={iterations}"


DUELS = (
    Duel("greedy", "random", 2, 10_000, 0.80),
    Duel("greedy", "random", 4, 10_000, 0.55),
    Duel(mcts(1000), "greedy", 2, 600, 0.65),
    Duel(mcts(1000), "greedy", 4, 800, 0.40),
    Duel(mcts(400), mcts(100), 2, 1200),
    Duel(mcts(1600), mcts(400), 2, 1000, more=("legendary", 2400)),
    Duel(mcts(6400), mcts(1600), 2, 800, more=("giants-war", 2400)),
    Duel("cheat:iterations=400", mcts(400), 2, 400),
    Duel("cheat:iterations=1600", mcts(1600), 2, 400),
)


OTHERS = (
    Duel("greedy", "random", 2, 10_000),
    Duel("greedy", "random", 4, 10_000),
    Duel(mcts(500), "greedy", 2, 600, more=("dragon-war", 60_000)),
    Duel(mcts(500), "greedy", 4, 1200, more=("dragon-war", 12_000)),
    Duel(mcts(400), mcts(100), 2, 1200, more=("dragon-war", 20_000)),
)
GAMES = {
    "giants-war": ("Giants War, first-game deck", DUELS),
    "legendary": ("Legendary Edition", DUELS),
    "drachensachen": ("Drachensachen", OTHERS),
    "dragon-war": ("Dragon War", OTHERS),
}


def play(duel: Duel, game: str, share: int, jobs: int) -> dict[str, Any]:
    """The JSON of one duel, played now or kept from before."""
    words = duel.command(game, share)
    name = "_".join(words[1:]).translate(str.maketrans(":=", "--")).replace("--", "-")
    out = ROOT / "results" / "strength" / name
    shell = [sys.executable, "-m", "experiments.cli", *words, "--out", str(out)]
    shell += ["--format", "json", "--quiet", "--jobs", str(jobs)]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def line(duel: Duel, game: str, told: dict[str, Any], share: int) -> str:
    score, elo = told["score"], told["elo"]
    mean, low, high = (f"{100 * score[key]:.1f}" for key in ("mean", "low", "high"))
    gain = f"{elo['mean']:+.0f} [{elo['low']:+.0f}, {elo['high']:+.0f}]"
    asked = f"{100 * duel.least:.0f} %" if duel.players == 2 or duel.least != 0.5 else ""
    seats = "two" if duel.players == 2 else "one against three"
    command = f"`dragonlab {' '.join(duel.command(game, share))}`"
    return (
        f"| {duel.first} | {duel.second} | {seats} | **{mean}** [{low}, {high}] | {asked} "
        f"| {gain} | {told['games']:,} | {command} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into BENCHMARKS.md")
    parser.add_argument("--share", type=int, default=1, help="divide the number of games by this")
    parser.add_argument("--jobs", type=int, default=0, help="workers; 0 = all cores")
    parser.add_argument("--game", choices=list(GAMES), help="one game; the others stay as written")
    options = parser.parse_args()
    sections = page.sections("strength")
    for game, (title, duels) in GAMES.items():
        if options.game not in (None, game):
            continue
        text = [
            "",
            "| agent | against | seats | score, % | more than | Elo | games | command |",
            "|---|---|---|---:|---:|---:|---:|---|",
        ]
        for duel in duels:
            told = play(duel, game, options.share, options.jobs)
            text.append(line(duel, game, told, options.share))
            print(text[-1], flush=True)
        sections[title] = "\n".join(text)
    if options.write:
        page.write("strength", "\n\n".join(f"### {t}\n\n{s.strip()}" for t, s in sections.items()))


if __name__ == "__main__":
    main()
