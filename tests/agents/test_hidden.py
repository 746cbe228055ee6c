"""What a seat cannot see is dealt anew: nothing it can see changes, and nothing hidden shows through."""

import numpy as np
import pytest
from positions import DECKS, designs, positions

from engine.ante.audit import audit, faults
from engine.ante.codes import LEGENDARY, MAX_CARDS
from engine.core.verbs import redeal_hidden

ALL = [
    pytest.param(d, id=f"{d.game.name}-{d.players}-{i}")
    for i, d in enumerate(designs((2, 4, 6), DECKS))
]


def redealt(position, design, seed):
    """A copy with what its actor cannot see dealt anew."""
    copy = position.copy().view(np.recarray)
    redeal_hidden(copy[0], design.rules, int(copy[0].actor), np.array([seed], np.uint64))
    return copy


def seen(state):
    """All that the actor sees, as plain data."""
    me = int(state.actor)
    n = int(state.seats)
    names = [
        "actor",
        "decision",
        "n_options",
        "phase",
        "at",
        "part",
        "gambit",
        "round_no",
        "leader",
        "turn",
        "turns_taken",
        "stakes",
        "price",
        "hoard",
        "hole",
        "hole_pile",
        "hand_size",
        "flight",
        "slots",
        "side",
        "mark",
        "total",
        "strength",
        "fights_for",
        "played",
        "played_strength",
        "scored_colours",
        "scored_strengths",
        "changed",
        "ante_size",
        "deck_size",
        "discard_size",
        "legendary_size",
        "removed_size",
        "depth",
        "n_standing",
        "reshuffles",
        "scorings_left",
        "specials",
        "shuffled_in",
        "aside_size",
        "aside",
        "aside_frame",
    ]
    data = {name: np.array(state[name]).tolist() for name in names}
    data["options"] = state.options[: state.n_options].tolist()
    data["hand"] = state.hand[me, : state.hand_size[me]].tolist()
    data["ante"] = state.ante[: state.ante_size].tolist()
    data["discard"] = state.discard[: state.discard_size].tolist()
    data["mine"] = int(state.chosen[me])
    data["chosen"] = (state.chosen[:n] >= 0).tolist()
    data["others"] = {
        (seat, i, int(state.hand[seat, i])): int(state.known[state.hand[seat, i]])
        for seat in range(n)
        for i in range(state.hand_size[seat])
        if state.known[state.hand[seat, i]] >> me & 1
    }
    return data


def hidden(state):
    """All that the actor does not see, as plain data."""
    hands = [state.hand[seat, : state.hand_size[seat]].tolist() for seat in range(state.seats)]
    return {
        "hands": hands,
        "known": [[int(state.known[card]) for card in hand] for hand in hands],
        "deck": state.deck[: state.deck_size].tolist(),
        "legendary": state.legendary[: state.legendary_size].tolist(),
        "chosen": state.chosen[: state.seats].tolist(),
        "luck": [int(state.seed), *state.luck.tolist(), *state.agent_luck.tolist()],
        "pin": int(state.pin),
    }


@pytest.mark.parametrize("design", ALL)
def test_own_view_stays_and_cards_are_conserved(design):
    counts = np.zeros(MAX_CARDS, np.uint8)
    for position in positions(design, 60):
        copy = redealt(position, design, 7)
        assert seen(copy[0]) == seen(position[0])
        assert not faults(audit(copy[0], design.rules, -1, counts))


@pytest.mark.parametrize("design", ALL)
def test_nothing_hidden_shows_through(design):
    for number, position in enumerate(positions(design, 60, seed=2)):
        one, two = redealt(position, design, 2 * number), redealt(position, design, 2 * number + 1)
        again = [hidden(redealt(p, design, 99)[0]) for p in (position, one, two)]
        for other in again:
            other["luck"][3 + int(position[0].actor)] = 0  # the own stream is the agent's own
        assert again[0] == again[1] == again[2]


@pytest.mark.parametrize("design", ALL)
def test_each_card_lies_where_it_can(design):
    rules = design.rules
    special = np.array(rules.cards["props"][: rules.n_cards]) & LEGENDARY != 0
    for number, position in enumerate(positions(design, 40, seed=3)):
        state = redealt(position, design, number)[0]
        legendary = state.legendary[: state.legendary_size]
        assert special[legendary].all()
        assert not state.shuffled_in[legendary].any()
        assert (state.shuffled_in[state.deck[: state.deck_size]] == state.reshuffles).all()
        for seat in range(int(state.seats)):
            hand = state.hand[seat, : state.hand_size[seat]]
            open_to_all = state.known[hand] == (1 << int(state.seats)) - 1
            drawn = special[hand] & (state.shuffled_in[hand] == 0) & ~open_to_all
            assert drawn.sum() >= state.specials[seat]


def test_hidden_cards_vary():
    """Every unseen card turns up in every unseen place, about as often as it should."""
    design = next(designs((3,), DECKS))
    position = positions(design, 20, seed=4)[0]
    me = int(position[0].actor)
    other = (me + 1) % 3
    counts = np.zeros(int(design.rules.n_cards))
    for seed in range(3000):
        state = redealt(position, design, seed)[0]
        counts[state.hand[other, : state.hand_size[other]]] += 1
    unseen = counts[counts > 0]
    assert len(unseen) > 60
    assert abs(counts[:84].max() - 3000 * position[0].hand_size[other] / len(unseen)) < 120
