"""What a seat of Dragon War cannot see: dealt anew nothing it can see changes, and nothing hidden shows through."""

import numpy as np
import pytest
from dragon_war_designs import OWN

from agents.examining import redeal_many
from agents.view import Table
from engine.core import sight
from engine.core.play import deal_many, step_many
from engine.core.verbs import observe
from engine.dragon_war.codes import DECK


@pytest.fixture(scope="module", params=["type2", "many thefts"])
def positions(request, game):
    """(design, states) of many positions of random games, each with two options or more."""
    if request.param == "type2":
        design = game.design(4, rules={"preset": "type2"})
    else:
        design = game.design(4, cards=[OWN], rules={"start_life": 200, "life_ceiling": "none"})
    states = np.zeros(60, game.state).view(np.recarray)
    deal_many(states, design.rules, 5, 0)
    luck = np.random.default_rng(1)
    kept = []
    for _ in range(150):
        step_many(states, design.rules, luck.integers(0, states.n_options.clip(1)))
        going = (states.over == 0) & (states.n_options > 1)
        kept.append(states[going][:7].copy())
    return design, np.concatenate(kept).view(np.recarray)


def redealt(design, states, seed):
    copies = states.copy().view(np.recarray)
    redeal_many(copies, design.rules, np.array([seed], np.uint64))
    return copies


def look(design, states):
    return Table(design).look(states, np.arange(len(states)))


def deck(state):
    """The Fate deck, top first."""
    return [int(state.deck[(state.head + i) % DECK]) for i in range(int(state.deck_size))]


def hidden(state):
    """All that the actor does not see, as plain data."""
    hands = [state.hand[seat, : state.hand_size[seat]].tolist() for seat in range(int(state.seats))]
    luck = [int(state.seed), *state.luck.tolist()]
    return (
        deck(state),
        hands,
        luck,
        state.known.tolist(),
        [state.traced[c] for hand in hands for c in hand],
    )


def test_a_view_stays_when_hidden_cards_are_dealt_anew(positions):
    design, states = positions
    anew = redealt(design, states, 3)
    assert (anew["hand"] != states["hand"]).any()
    before, after = look(design, states), look(design, anew)
    for name in before._seen.dtype.names:
        assert (before._seen[name] == after._seen[name]).all(), name
    assert (before.observation == after.observation).all()


def test_nothing_hidden_shows_through(positions):
    """Whatever lay hidden, the same luck deals the same."""
    design, states = positions
    one, two = (redealt(design, redealt(design, states, seed), 99) for seed in (1, 2))
    three = redealt(design, states, 99)
    for i in range(len(states)):
        assert hidden(one[i]) == hidden(two[i]) == hidden(three[i])


def test_cards_seen_stay_where_they_are(positions):
    """Cards under the deck, and those of other hands that a seat knows; untraced cards may be anywhere else."""
    design, states = positions
    known = traced = 0
    for i, anew in enumerate(redealt(design, states, 7)):
        state, me = states[i], int(states[i].actor)
        public = int(state.public)
        if public:
            assert deck(state)[-public:] == deck(anew)[-public:]
        for seat in range(4):
            for card in state.hand[seat, : state.hand_size[seat]]:
                if state.known[card] >> me & 1:
                    known += seat != me
                    assert card in anew.hand[seat, : anew.hand_size[seat]]
                elif state.traced[card] >> me & 1:
                    traced += 1
                    hands = [anew.hand[s, : anew.hand_size[s]] for s in range(4) if s != me]
                    assert any(card in hand for hand in hands)
    assert known > 0
    assert traced > 0 or design.box.fate[0].name != OWN["fate"][0]["name"]


def test_a_view_tells_what_the_table_shows(positions):
    design, states = positions
    layout = sight.sight_of(design.game.state)
    views = look(design, states)
    assert views.observation.shape == (len(states), layout.length)
    for i, view in enumerate(views):
        state, me = states[i], int(states[i].actor)
        assert sorted(view.hand_names) == sorted(design.read(state, f"seats.{me}.hand"))
        assert view.labels == [design.label(state, k) for k in range(view.n_options)]
        assert view.question == design.question(state)
        for option in view.options:
            if option.card >= 0:
                assert option.label == f"{option.kind} {view.table.name(option.card)}"
            if option.seat >= 0:
                assert option.label == f"target {option.seat}"
        assert list(view.pos[:4]) == state.pos[:4].tolist()
        numbers = view.observation
        assert numbers[layout.part("in_hand")].sum() == view.hand_size[me]
        assert numbers[layout.part("question")].argmax() == view.decision
        straight = np.zeros(layout.length, np.float32)
        observe(state, design.rules, me, straight)
        assert (straight == numbers).all()
    assert views.option_card.max() >= 0
    assert views.option_seat.max() >= 0
