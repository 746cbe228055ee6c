"""Positions for the tests of agents: what random play meets, in every game and at every number of seats."""

import numpy as np

import engine
from engine.core.batch import Batch

DECKS = {
    "giants-war": ("first-game", "mixed-copper", "red-and-shadow"),
    "legendary": ("legendary",),
}
ALL = DECKS | {"drachensachen": (None,), "dragon-war": (None,)}


def designs(players=range(2, 7), of=ALL):
    """Games with some of their decks, at each number of seats."""
    for name, decks in of.items():
        for deck in decks:
            for seats in players:
                yield engine.load(name).design(seats, deck)


def positions(design, n, seed=1, longest=150):
    """The states of ``n`` random games at random moments, each with two options or more."""
    luck = np.random.default_rng(seed)
    batch = Batch(design, n, seed)
    moments = luck.integers(0, longest, n)
    found = []
    for moment in range(longest):
        for i in np.flatnonzero((moments <= moment) & (batch.over == 0) & (batch.n_options > 1)):
            if len(found) < n and moments[i] >= 0:
                found.append(batch.states[i : i + 1].copy().view(np.recarray))
                moments[i] = longest
        batch.step(luck.integers(0, np.maximum(batch.n_options, 1)))
    return found
