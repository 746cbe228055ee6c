"""The agents that come with the lab: what each is called, and its record for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.desk import (
    AGENT,
    BY_CHANCE,
    BY_GREED,
    GREEDY,
    MCTS,
    RANDOM,
    TO_CHAPTER,
    TO_END,
)
from agents.specs import Parameter, number, whole, word

MOST_ITERATIONS = 1_000_000
HORIZONS = {"gambit": TO_CHAPTER, "game": TO_END}
ROLLOUTS = {"random": BY_CHANCE, "greedy": BY_GREED}


@dataclass(frozen=True)
class Kind:
    """A built-in agent: its parameters, and what it is and costs in words.

    Attributes:
        listed: whether users are shown it; one that cheats is for measuring alone.
    """

    name: str
    about: str
    cost: str
    code: int
    parameters: Mapping[str, Parameter]
    sees_all: bool = False
    listed: bool = True

    def record(self, values: Mapping[str, Any]) -> np.void:
        """The agent as the kernels take it."""
        record = np.zeros(1, AGENT)
        record["kind"] = self.code
        record["sees_all"] = self.sees_all
        for key, value in values.items():
            record[key] = HORIZONS.get(value, ROLLOUTS.get(value, value))
        return record[0]


def _by_key(*parameters: Parameter) -> dict[str, Parameter]:
    return {parameter.key: parameter for parameter in parameters}


RESAMPLES = Parameter(
    "resamples",
    3,
    "a whole number from 1 to 1000",
    "how often hidden cards are dealt anew for a decision",
    whole(1, 1000),
)
SLIPS = Parameter(
    "slips",
    0.0,
    "a number from 0 to 1",
    "the share of decisions at which it takes any option, by chance",
    number(0, 1),
)
SEARCH = _by_key(
    Parameter(
        "iterations",
        1000,
        "a whole number from 1 to 1000000",
        "playouts for a decision",
        whole(1, MOST_ITERATIONS),
    ),
    Parameter(
        "ms",
        0,
        "a whole number from 0 to 3600000",
        "milliseconds for a decision in place of `iterations`; what is played then depends on the machine",
        whole(0, 3_600_000),
    ),
    Parameter(
        "horizon",
        "gambit",
        "'gambit' or 'game'",
        "how far a playout goes: to the end of the gambit, then judged by `evaluate`, or of the game",
        word(*HORIZONS),
    ),
    Parameter(
        "rollout",
        "random",
        "'random' or 'greedy'",
        "how a playout goes beyond the tree",
        word(*ROLLOUTS),
    ),
    Parameter("c", 0.7, "a number from 0 to 100", "weight of exploration", number(0, 100)),
    Parameter(
        "scale",
        30.0,
        "a number from 0.1 to 10000",
        "gold by which one must lead for three quarters of the reward",
        number(0.1, 10_000),
    ),
)

KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "random",
            "Every option has the same chance.",
            "about 0.2 microseconds a decision, the game's own steps included",
            RANDOM,
            {},
        ),
        Kind(
            "greedy",
            "Looks one step ahead, on what its seat may know.",
            "about 6 microseconds a decision",
            GREEDY,
            _by_key(RESAMPLES, SLIPS),
        ),
        Kind(
            "mcts",
            "Information-set Monte Carlo tree search.",
            "about 4 microseconds an iteration, so 4 milliseconds a decision",
            MCTS,
            SEARCH,
        ),
        Kind(
            "cheat",
            "The same search with all cards open: a ceiling to measure others by, no fair player.",
            "as mcts",
            MCTS,
            SEARCH,
            sees_all=True,
            listed=False,
        ),
    )
}
