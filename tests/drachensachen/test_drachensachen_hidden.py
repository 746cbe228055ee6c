"""What a seat cannot see is dealt anew: nothing it can see changes, and nothing hidden shows through."""

import numpy as np
import pytest

import engine
from agents.view import Table
from engine.core.batch import Batch
from engine.core.verbs import evaluate, redeal_hidden, step
from engine.drachensachen import codes as c
from engine.drachensachen.audit import audit, faults

GAME = engine.load("drachensachen")
MODULES = {"tricks": True, "hindrances": True, "draw_reaction_source": "current"}
DESIGNS = [GAME.design(2), GAME.design(4, rules=MODULES), GAME.design(6)]


def positions(design, n=40, longest=300):
    """States of random games at random moments, each with two options or more."""
    luck = np.random.default_rng(5)
    batch = Batch(design, n, 7)
    moments = luck.integers(0, longest, n)
    found = []
    for moment in range(longest):
        for i in np.flatnonzero((moments == moment) & (batch.over == 0) & (batch.n_options > 1)):
            found.append(batch.states[i : i + 1].copy().view(np.recarray))
        batch.step(luck.integers(0, np.maximum(batch.n_options, 1)))
    assert len(found) > n // 3
    return found


def redealt(position, design, seed):
    """A copy with what its actor cannot see dealt anew."""
    copy = position.copy().view(np.recarray)
    redeal_hidden(copy[0], design.rules, int(copy[0].actor), np.array([seed], np.uint64))
    return copy


def hidden(state):
    """What the actor does not see, its own face-down cards among it."""
    me = int(state.actor)
    others = [seat for seat in range(state.seats) if seat != me]
    return (
        state.down[: state.seats].tolist(),
        state.held[others].tolist(),
        state.trouble[: state.trouble_size].tolist(),
        state.aside.tolist(),
    )


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: str(d.players))
def test_the_own_view_stays(design):
    """See and observe tell the same of a position dealt anew, and the audit finds nothing wrong."""
    table = Table(design)
    moved = 0
    for position in positions(design):
        copy = redealt(position, design, 3)
        assert faults(audit(copy[0], design.rules)) == []
        first = np.zeros(1, np.int64)
        one, other = table.look(position, first), table.look(copy, first)
        assert one._seen.tobytes() == other._seen.tobytes()
        assert (one.observation == other.observation).all()
        me = int(position[0].actor)
        assert evaluate(position[0], design.rules, me) == evaluate(copy[0], design.rules, me)
        moved += hidden(position[0]) != hidden(copy[0])
    assert moved > 10


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: str(d.players))
def test_a_redeal_depends_on_what_is_seen_alone(design):
    """Dealt anew twice with the same luck, whatever was hidden before: the same."""
    for position in positions(design, 25):
        one = redealt(redealt(position, design, 11), design, 99)
        other = redealt(redealt(position, design, 12), design, 99)
        for name in one.dtype.names:
            assert (one[name] == other[name]).all(), name


def test_own_face_down_cards_are_dealt_anew():
    """DS S12."""
    design = GAME.design(3)
    position = np.zeros(1, GAME.state).view(np.recarray)
    position[0] = design.place({"seats": [{"down": [1, 1, 1], "up": [9, 9, 9]}, {}, {}]}, 1)
    assert any(
        redealt(position, design, seed)[0].down[0].tolist() != position[0].down[0].tolist()
        for seed in range(3)
    )


def second_round(**rules):
    """A design and its state in a second round: one hindrance has gone under the pile, one trick lies open."""
    design = GAME.design(2, rules={"tricks": True, "hindrances": True, **rules})
    seats = [{"hand": [9], "up": [], "down": [], "hindrance": "Invasion 6"}, {}]
    position = np.zeros(1, GAME.state).view(np.recarray)
    position[0] = design.place({"seats": seats, "hindrance_pile": ["Chaos", "Unknown 1"]}, 1)
    step(position[0], design.rules, design.find(position[0], "play 9"))
    assert design.read(position[0], "chaos")
    return design, position


def test_seen_tricks_and_hindrances_stay_where_they_are():
    """DS S12, H6: a card that went under the pile is known there; those still to come are not."""
    design, position = second_round()
    copies = [redealt(position, design, seed)[0] for seed in range(20)]
    piles = [design.read(copy, "hindrance_pile") for copy in copies]
    assert {pile[-1] for pile in piles} == {"Invasion 6"}
    assert len({tuple(pile) for pile in piles}) > 3
    assert {tuple(sorted(pile)) for pile in piles} == {tuple(sorted(piles[0]))}
    orders = [copy.trick_order[:7].tolist() for copy in copies]
    assert {order[0] for order in orders} == {int(position[0].trick_order[0])}
    assert len({tuple(order) for order in orders}) > 3
    assert {tuple(sorted(order)) for order in orders} == {tuple(range(7))}


def test_tricks_in_a_fixed_order_are_no_secret():
    design, position = second_round(trick_order=["surprise", "carousel", "fast_dragon"])
    copy = redealt(position, design, 5)[0]
    assert copy.trick_order[:3].tolist() == position[0].trick_order[:3].tolist()


def test_the_luck_to_come_is_dealt_anew():
    """Two redeals of one position go on to different deals of the next round."""
    design = GAME.design(2)
    position = np.zeros(1, GAME.state).view(np.recarray)
    seats = [{"hand": [9], "up": [], "down": []}, {}]
    position[0] = design.place({"seats": seats}, 1)
    dealt = []
    for seed in range(3):
        copy = redealt(position, design, seed)[0]
        step(copy, design.rules, design.find(copy, "play 9"))
        dealt.append(copy.held.tolist())
    assert dealt[0] != dealt[1] != dealt[2] != dealt[0]


def test_the_view_names_cards_and_options():
    design = GAME.design(3)
    position = np.zeros(1, GAME.state).view(np.recarray)
    seats = [{"hand": [7, 7, "Zero"], "up": [], "down": [1]}, {}, {}]
    position[0] = design.place({"seats": seats, "pile": [5]}, 1)
    views = Table(design).look(position, np.zeros(1, np.int64))
    view = views[0]
    assert view.hand_names == ["7", "7", "Zero"]
    assert view.question == "action"
    assert view.labels == ["play 7", "play 7 x2", "play Zero", "take"]
    assert [(o.kind, o.card, o.amount) for o in view.options] == [
        ("play", c.SEVEN, 1),
        ("play", c.SEVEN, 2),
        ("play", c.ZERO, 1),
        ("word", -1, -1),
    ]
    assert view.table.card(c.SEVEN).strength == 7
    assert view.table.card(c.ZERO).coins == 3
    assert views.option_card[0, :4].tolist() == [c.SEVEN, c.SEVEN, c.ZERO, -1]
    assert views.option_amount[0, :4].tolist() == [1, 2, 1, -1]
