"""A toy game for the tests of the experiments: a few coin tosses with the rows of a real game.

In each gambit every seat draws one or two cards and pays for them; who first has no gold left ends
the game, the richest win. `thieves` makes hands smaller, so that designs differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.game import Measure
from engine.core.header import answered, begin, header, record_dtype
from engine.core.problem import Problem, near
from engine.core.rng import DEAL, below, stream
from engine.core.verbs import deal, record, step

GAMBITS, SEATS = 8, 6

STATE = record_dtype(
    [
        *header(2),
        ("gambit", np.int16),
        ("gold", np.int32, (SEATS,)),
        ("cards", np.int32, (SEATS,)),
        ("hands", np.int32, (GAMBITS,)),
        ("hoards", np.int32, (GAMBITS, SEATS)),
    ]
)
RULES = record_dtype(
    [("players", np.int16), ("gold", np.int32), ("thieves", np.int32), ("salt", np.int64)]
)
ROW = record_dtype(
    [
        ("game", np.int64),
        ("seats", np.int16),
        ("winners", np.int16),
        ("n_winners", np.int16),
        ("gold", np.int32, (SEATS,)),
        ("gambits", np.int32),
        ("decisions", np.int32),
        ("ended", np.int16),
        ("hand_by_gambit", np.float32, (GAMBITS,)),
        ("gold_by_gambit", np.int32, (GAMBITS, SEATS)),
    ]
)


@deal.of(STATE)
def deal_toy(state, rules, seed, game):
    begin(state, rules.players, seed, game)
    state.luck[1] = stream(seed + rules.salt, game, DEAL)
    state.gambit = 0
    for seat in range(SEATS):
        state.gold[seat] = rules.gold
        state.cards[seat] = 4
    for k in range(GAMBITS):
        state.hands[k] = -1
        for seat in range(SEATS):
            state.hoards[k, seat] = rules.gold if k == 0 and seat < state.seats else -1
    state.hands[0] = 4 * state.seats
    state.n_options = 2


@step.of(STATE)
def step_toy(state, rules, choice):
    answered(state)
    seat = state.actor
    state.cards[seat] += choice - below(state.luck, 1, 2 + rules.thieves)
    if state.cards[seat] < 0:
        state.cards[seat] = 0
    state.gold[seat] += below(state.luck, 1, 7) - 4
    state.actor = (seat + 1) % state.seats
    if state.actor != 0:
        return
    state.gambit += 1
    broke = False
    total = 0
    for other in range(state.seats):
        broke = broke or state.gold[other] <= 0
        total += state.cards[other]
    if broke or state.gambit == GAMBITS:
        state.over = 1
        state.n_options = 0
        return
    state.hands[state.gambit] = total
    for other in range(state.seats):
        state.hoards[state.gambit, other] = state.gold[other]


@record.of(ROW)
def record_toy(row, state, rules):
    row.game = state.game
    row.seats = state.seats
    row.gambits = state.gambit
    row.decisions = state.decisions
    row.ended = 1 if state.gambit == GAMBITS else 0
    most = -1000
    for seat in range(state.seats):
        row.gold[seat] = state.gold[seat]
        most = max(most, state.gold[seat])
    for seat in range(state.seats):
        if state.gold[seat] == most:
            row.winners |= 1 << seat
            row.n_winners += 1
    for k in range(GAMBITS):
        row.hand_by_gambit[k] = np.nan
        for seat in range(SEATS):
            row.gold_by_gambit[k, seat] = state.hoards[k, seat]
        if state.hands[k] >= 0:
            row.hand_by_gambit[k] = state.hands[k] / state.seats


MEASURES = {"gambits": Measure("gambits", "gambits", "Gambits played in the game.")}


class ToyDesign:
    """A deck is `calm` or `thieves`; house rules are `gold`, and `salt` for other luck."""

    def __init__(self, game: ToyGame, players: int, deck: str, house: dict[str, int]) -> None:
        self.game, self.players, self.deck, self.house = game, players, deck, house
        rules = np.zeros(1, RULES).view(np.recarray)
        rules.players, rules.thieves = players, game.DECKS[deck]
        rules.gold, rules.salt = house["gold"], house.get("salt", 0)
        self.rules = rules[0]

    def as_dict(self) -> dict[str, Any]:
        return {"players": self.players, "deck": {"name": self.deck}, "rules": self.house}


class ToyGame:
    """As the engine's games look to the experiments."""

    name, title = "toy", "The Toy"
    min_players, max_players = 2, 6
    state, rules, row = STATE, RULES, ROW
    measures = MEASURES
    endings = ("broke", "bound")
    DECKS = {"calm": 0, "thieves": 2}  # noqa: RUF012

    def design(self, players=4, deck=None, rules=None, cards=None) -> ToyDesign:
        deck = deck["name"] if isinstance(deck, dict) else deck or "calm"
        if deck not in self.DECKS:
            raise Problem(f"unknown deck {deck!r}{near(deck, self.DECKS)}")
        for key in rules or {}:
            if key not in ("gold", "salt"):
                raise Problem(f"unknown house rule {key!r}{near(key, ['gold'])}")
        return ToyDesign(self, players, deck, {"gold": 10, **(rules or {})})


GAME = ToyGame()


def install() -> None:
    """Makes the toy the only game of the engine, for this process."""
    import engine

    def load(name: str) -> ToyGame:
        if name != GAME.name:
            raise Problem(f"unknown game {name!r}{near(name, [GAME.name])}")
        return GAME

    engine.load = load
    engine.games = lambda: {GAME.name: GAME.title}
