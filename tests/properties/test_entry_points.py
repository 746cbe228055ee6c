"""Each entry point is compiled once, every field reads as a word, and no seat is favoured."""

import json

import numpy as np
import pytest
from process import answer, start

import engine
from engine.ante.state import FRAME, RESULT, STATE
from engine.ante.tables import CARD, FILTER, ROW, RULES
from engine.core.play import play_random
from engine.drachensachen import state as drachen_state
from engine.drachensachen import tables as drachen_tables
from engine.dragon_war import state as war_state
from engine.dragon_war import tables as war_tables


@pytest.mark.parametrize(
    "games", [("giants-war", "legendary"), ("drachensachen",), ("dragon-war",)]
)
def test_one_signature_each(games):
    """Another type of an argument would compile the whole engine once more."""
    copies = json.loads(answer(start("signatures.py", *games)))
    assert copies == dict.fromkeys(copies, 1)
    assert {"play_random", "deal_game", "step_game"} <= set(copies)


OTHERS = [drachen_state.STATE, drachen_state.RESULT, drachen_tables.RULES]
OTHERS += [drachen_tables.HINDRANCE, war_state.STATE, war_state.RESULT, war_tables.RULES]


@pytest.mark.parametrize("dtype", [STATE, RULES, RESULT, FRAME, ROW, CARD, FILTER, *OTHERS])
def test_no_field_is_hidden_by_numpy(dtype):
    """In plain Python a record's own attribute would win over such a field."""
    assert not set(dtype.names) & set(dir(np.recarray))
    assert not set(dtype.names) & set(dir(np.record))


@pytest.mark.parametrize("game", list(engine.games()))
@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_seat_is_favoured(game, players):
    """Random players win alike in all seats: 20,000 games, within 4 standard errors."""
    known = engine.load(game)
    states = np.zeros(1, known.state).view(np.recarray)
    rows = np.zeros(20_000, known.row).view(np.recarray)
    play_random(states, known.design(players).rules, 2, 0, rows)
    won = (rows.winners[:, None] >> np.arange(players) & 1) / rows.n_winners[:, None]
    assert won.sum() == pytest.approx(len(rows))
    error = won.std(axis=0) / np.sqrt(len(rows))
    assert (np.abs(won.mean(axis=0) - 1 / players) < 4 * error).all()
