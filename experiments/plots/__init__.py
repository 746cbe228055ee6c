"""Pictures of runs and sweeps. This module names them; `draw` draws them, with matplotlib."""

from __future__ import annotations

KINDS = {
    "verdicts": "each comparison beside what would not matter",
    "metrics": "effect of each design on each compared metric",
    "levels": "how the result depends on who plays",
    "players": "how the result depends on the number of players",
    "heat": "a map of each metric over two axes of a grid",
    "length": "how long games last",
    "hands": "cards in a hand through the game",
    "gold": "gold in a hoard through the game",
    "wins": "win share of each seat with each design",
    "agents": "win share of each agent, where several kinds of agents play",
    "seats": "how fair the seats are",
}
TOURNAMENT_KINDS = {
    "ratings": "Elo of each agent",
    "crosstable": "score of each agent against each other one",
}
