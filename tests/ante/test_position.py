"""Positions laid: every card in one place, what is left out filled in, the rest as written."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.ante import codes as c
from engine.core.problem import Problem

WAR = engine.load("giants-war")
LEGENDARY = engine.load("legendary")
DESIGNS = {
    "giants-war": WAR.design(3).private(),
    "mixed": WAR.design(3, deck="mixed-copper").private(),
    "legendary": LEGENDARY.design(3).private(),
}


def lying(state):
    """Every card with its place, gaps left out."""
    found = []
    for seat in range(state.seats):
        found += [(card, "hand") for card in state.hand[seat, : state.hand_size[seat]].tolist()]
        found += [(card, "flight") for card in state.flight[seat].tolist() if card >= 0]
    for pile in ("ante", "deck", "discard", "legendary"):
        found += [(card, pile) for card in state[pile][: state[f"{pile}_size"]].tolist()]
    return found


def special(design, state, places):
    """Legendary-deck cards that lie in the given places."""
    props = design.rules.cards["props"]
    return [card for card, place in lying(state) if place in places and props[card] & c.LEGENDARY]


MAIN = ("hand", "flight", "ante", "deck", "discard")


def seats(*tables):
    return [dict(table) for table in tables]


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DESIGNS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_card_lies_in_one_place(name, data):
    design = DESIGNS[name]
    rules = design.rules
    standard = [i for i in range(rules.n_cards) if not rules.cards[i].props & c.LEGENDARY]
    others = [i for i in range(rules.n_cards) if i not in standard]
    mixed = set(rules.mixed[: rules.n_mixed.size].ravel().tolist()) if name == "mixed" else set()
    pool = [i for i in standard if i not in mixed] + others
    cards = data.draw(st.lists(st.sampled_from(pool), unique=True, max_size=24))
    names = [design.name(card) for card in cards]
    cut = sorted(data.draw(st.lists(st.integers(0, len(names)), min_size=3, max_size=3)))
    position = {
        "round": 2,
        "ante": names[: min(cut[0], 8)],
        "deck": names[cut[0] : cut[1]],
        "discard": names[cut[1] : cut[2]],
        "seats": seats({}, {"hand": names[cut[2] :][:10]}, {}),
    }
    state = design.place(position, data.draw(st.integers(0, 1000)))
    found = [card for card, _ in lying(state)]
    assert len(found) == len(set(found))
    assert len(found) + state.removed_size == rules.n_cards
    hand = [design.name(card) for card in state.hand[1, : state.hand_size[1]]]
    assert hand == names[cut[2] :][:10]
    assert all(state.hand_size[seat] == rules.hand_size for seat in (0, 2))
    placed = position["ante"] + position["deck"] + position["discard"] + names[cut[2] :][:10]
    named = sum(1 for n in placed if rules.cards[design.card(n)].props & c.LEGENDARY)
    wanted = int(rules.n_picked + rules.n_forced)
    assert len(special(design, state, MAIN)) == max(wanted, named)


def test_the_first_question_of_an_empty_position_is_the_deal():
    design = DESIGNS["giants-war"]
    dealt, other = design.place({}, 7), design.place({}, 7)
    assert dealt.tobytes() == other.tobytes()
    assert dealt.decision == c.Q_ANTE
    assert dealt.tobytes() != design.place({}, 8).tobytes()


def test_named_cards_lie_on_top():
    design = DESIGNS["giants-war"]
    position = {"deck": ["Ettin 1", "Ettin 2"], "legendary": ["Tiamat", "Io"]}
    state = design.place(position, 1)
    assert [design.name(state.deck[state.deck_size - k]) for k in (1, 2)] == ["Ettin 1", "Ettin 2"]
    tops = [state.legendary[state.legendary_size - k] for k in (1, 2)]
    assert [design.name(card) for card in tops] == ["Tiamat", "Io"]
    assert state.legendary_size == 47
    assert len(special(design, state, MAIN)) == 6


def test_deck_size_puts_the_others_on_the_discard_pile():
    design = DESIGNS["giants-war"]
    state = design.place({"deck": ["Ettin 1"], "deck_size": 4, "discard": ["Ettin 2"]}, 1)
    assert state.deck_size == 4
    assert state.deck_size + state.discard_size + state.hand_size.sum() == 90
    assert design.card("Ettin 2") in state.discard[: state.discard_size]


def test_an_empty_legendary_deck():
    state = DESIGNS["giants-war"].place({"legendary_size": 0}, 1)
    assert state.legendary_size == 0
    assert state.removed_size == 47


def test_single_stakes_have_no_legendary_deck():
    state = DESIGNS["legendary"].place({"deck": ["Tiamat"], "stakes": 9}, 1)
    assert state.legendary_size == 0
    assert state.removed_size == 20
    with pytest.raises(Problem, match="no Legendary deck"):
        DESIGNS["legendary"].place({"legendary": ["Tiamat"]}, 1)


def test_named_cards_of_a_mixed_colour_are_in():
    design = DESIGNS["mixed"]
    names = [f"Copper Dragon {version}{s}" for version in ("", "(GW) ") for s in (1, 3, 5, 6)]
    state = design.place({"discard": names[:7]}, 1)
    coppers = [card for card, _ in lying(state) if "Copper Dragon" in design.name(card)]
    assert len(coppers) == 7
    with pytest.raises(Problem, match="8 cards of a mixed colour"):
        design.place({"discard": names}, 1)


# --- seats ---------------------------------------------------------------------------------------


def test_what_is_left_out():
    design = DESIGNS["giants-war"]
    state = design.place({"round": 1, "turn": 2}, 1)
    assert state.hoard[:3].tolist() == [30, 30, 30]
    assert state.stakes.tolist() == [0, 0]
    assert (state.gambit, state.leader, state.turn, state.turns_taken) == (1, 0, 2, 2)
    assert state.scorings_left == -1
    assert state.actor == 2


def test_a_hole_has_been_gone_into():
    state = DESIGNS["giants-war"].place(
        {"hole": 4, "seats": seats({"hole": 3}, {"been_in_hole": True}, {})}, 1
    )
    assert state.been_in_hole[:3].tolist() == [1, 1, 0]
    assert (state.hole[0], state.hole_pile) == (3, 4)


def flights(**first):
    one = {"flight": ["Black Dragon 5", "Black Dragon 1", "Black Dragon 7"], **first}
    return {"round": 2, "turn": 1, "seats": seats(one, {"flight": ["Ettin 1"]}, {})}


def test_special_flights_that_lie_count_as_scored():
    design = DESIGNS["giants-war"]
    black = 1 << design.colours.index("black")
    state = design.place(flights(), 1)
    assert state.scored_colours[0] == black
    assert state.changed == 0
    state = design.place(flights(scored=[]), 1)
    assert state.scored_colours[0] == 0
    assert state.changed == 1
    state = design.place(flights(scored=["black", 5]), 1)
    assert (state.scored_colours[0], state.scored_strengths[0]) == (black, 1 << 5)
    with pytest.raises(Problem, match="no colour 'blak'; did you mean 'black'"):
        design.place(flights(scored=["blak"]), 1)


def test_the_last_card_was_played_unless_another_is_named():
    design = DESIGNS["giants-war"]
    state = design.place(flights(), 1)
    assert (state.played[0], state.played_strength[0]) == (2, 7)
    assert state.played[1] == -1
    state = design.place(flights(played="Black Dragon 1"), 1)
    assert (state.played[0], state.played_strength[0]) == (1, 1)
    state = design.place(flights(played="Black Dragon 9"), 1)
    assert (state.played[0], state.played_strength[0], state.slots[0]) == (3, 9, 4)
    assert state.flight[0, 3] == -1
    assert state.strength[0] == 13


def test_a_triggered_wyrmpriest_completes_a_colour():
    design = DESIGNS["giants-war"]
    priest = {"card": "The Wyrmpriest", "side": "dragon", "triggered": True}
    one = {"flight": ["Black Dragon 5", "Black Dragon 1", priest]}
    state = design.place({"round": 2, "seats": seats(one, {}, {})}, 1)
    assert state.mark[0, 2] == c.WYRM
    assert state.scored_colours[0] == 1 << design.colours.index("black")
    assert design.read(state, "seats.0.flight")[2] == "The Wyrmpriest"


def test_effects_stand_as_their_powers_would_make_them():
    design = DESIGNS["giants-war"]
    prince = {"card": "The Merchant Prince", "side": "giant"}
    effects = [
        {"card": "The Druid", "seat": 1},
        {"card": "The Druid", "seat": 1},
        {"card": "Dracolich", "seat": 1},
        {"card": "Dracolich", "seat": 1},
        {"card": "The Merchant Prince", "seat": 1},
        {"card": "The Merchant Prince", "seat": 0},
    ]
    position = {"round": 2, "effects": effects, "seats": seats({"flight": [prince]}, {}, {})}
    state = design.place(position, 1)
    n = state.n_standing
    assert state.standing_rule[:n].tolist() == [
        c.WEAKEST_WINS,
        c.SCORE_BONUS,
        c.SCORE_BONUS,
        c.PRICES_TO_ME,
    ]
    assert state.standing_me[:n].tolist() == [1, 1, 1, 0]
    card = design.card("The Merchant Prince")
    assert state.standing_card[:n].tolist() == [-1, -1, -1, card]
    rows = design.rules.rows[state.standing_row[:n]]
    assert np.all(rows["effect"] == c.THIS_GAMBIT)


def test_a_flight_leaves_room_for_the_cards_still_to_be_played():
    design = DESIGNS["giants-war"]
    names = [design.name(card) for card in range(12)]

    def position(number, round_no):
        return {"round": round_no, "seats": seats({"flight": names[:number]}, {}, {})}

    assert design.place(position(8, 1), 1).slots[0] == 8
    with pytest.raises(Problem, match="has 9 cards; in this round at most 8 fit"):
        design.place(position(9, 1), 1)
    assert design.place(position(10, 3), 1).slots[0] == 10
