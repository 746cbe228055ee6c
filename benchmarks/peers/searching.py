"""Tree search here beside OpenSpiel's, in one run on one core: `make bench-peers`, after random play.

Both are single-observer information-set Monte Carlo tree search with random playouts, after Cowling, Powley and
Whitehouse (2012); OpenSpiel's is C++ (`ISMCTSBot`), called once a decision. Every seat searches, whole games are
played, and the rate is iterations a second of process CPU time over all decisions with two or more
options. OpenSpiel plays to the end of the game; so does ours with `horizon = game`, while `gambit` stops at
the gambit's end. The games differ, so read the ratios as an order of magnitude.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import search

ITERATIONS = 200
SECONDS = 5.0
PEERS = ("euchre", "oh_hell", "gin_rummy")  # hearts ends the process with OpenSpiel 2.0.2
OURS = (
    ("giants-war", 4, "gambit"),
    ("giants-war", 4, "game"),
    ("legendary", 4, "gambit"),
    ("legendary", 4, "game"),
)


def peer(name: str) -> tuple[int, float]:
    """(players, iterations a second) of OpenSpiel's search in one of its games."""
    import pyspiel

    game = pyspiel.load_game(name)
    luck = random.Random(search.SEED)
    evaluator = pyspiel.RandomRolloutEvaluator(1, search.SEED)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(search.SEED, evaluator, 0.7, ITERATIONS, -1, policy, False, False)
    decisions, took = 0, 0.0
    while took < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal() and took < SECONDS:
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            elif len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            else:
                began = time.process_time()
                action = bot.step(state)
                took += time.process_time() - began
                decisions += 1
                state.apply_action(action)
    return game.num_players(), ITERATIONS * decisions / took


def table() -> str:
    """Ours and theirs as a table, best first within each, and the ratios."""
    lines = ["| engine | game (players) | playouts to | iterations/s |", "|---|---|---|---:|"]
    ours = {}
    for name, players, horizon in OURS:
        found = search.speed(name, players, ITERATIONS, horizon, SECONDS)
        ours[horizon] = max(ours.get(horizon, 0.0), found.iterations_per_second)
        end = "the gambit's end" if horizon == "gambit" else "the game's end"
        rate = f"{found.iterations_per_second:,.0f}"
        lines.append(f"| dragonlab | {name} ({players}) | {end} | {rate} |")
    rates = []
    for name in PEERS:
        players, rate = peer(name)
        rates.append(rate)
        lines.append(f"| OpenSpiel | {name} ({players}) | the game's end | {rate:,.0f} |")
    best, middle = max(rates), sorted(rates)[len(rates) // 2]
    lines.append("")
    for horizon, rate in ours.items():
        lines.append(
            f"To the {horizon}'s end ours is {rate / best:.1f} times the best peer's search and "
            f"{rate / middle:.1f} times the median's."
        )
    return "\n".join(lines)
