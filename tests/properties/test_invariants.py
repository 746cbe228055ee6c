"""What must hold after every step of any game, and that the audit would see it if it did not."""

import json

import numpy as np
import pytest
from designs import GAMES as FAMILY
from process import CHECKED, answer, start

import engine
from engine.ante import audit as audits
from engine.ante.audit import audit, faults
from engine.ante.codes import DECLARED, MAX_CARDS, MAX_GAMBITS, MAX_STEPS, O_PLAY, OPTION_VALUES
from engine.core.verbs import deal

GAMES = 20_000


def test_every_step_of_random_games(capsys):
    """Cards and gold conserved, hands within the limit, options sound, every game ended."""
    told = json.loads(answer(start("audited.py", GAMES, 0, switches=CHECKED)))
    with capsys.disabled():
        print(
            f"\n{told['games']} games of {told['designs']} designs, {told['steps']} steps in "
            f"{told['seconds']} s: {told['broke']} ended with a player broke, {told['scored']} "
            f"with the last scoring, {told['bound']} at the bound of {MAX_STEPS} steps or "
            f"{MAX_GAMBITS} gambits (longest: {told['longest']} steps, {told['gambits']} gambits); "
            f"chains of powers cut in {told['cut']}"
        )
    assert told["faults"] == []
    assert told["games"] >= GAMES
    assert told["broke"] + told["scored"] + told["bound"] == told["games"]
    assert set(told["by_seats"]) == {f"{game} {seats}" for game in FAMILY for seats in range(2, 7)}
    assert min(told["by_seats"].values()) >= 500
    # the games reached what they are to prove something about
    assert min(told[what] for what in ("broke", "scored", "holes", "drawn", "cut")) > 0


# --- the audit itself


@pytest.fixture(params=FAMILY)
def game(request):
    """(state at its first turn, rules, gold in all)."""
    design = engine.load(request.param).design(3)
    position = {
        "round": 2,
        "leader": 1,
        "seats": [
            {"flight": [design.name(k)], "hand": [design.name(k + 10), design.name(k + 20)]}
            for k in range(3)
        ],
    }
    state = design.place(position, seed=5)
    return state, design.rules, int(state.hoard[:3].sum() + state.stakes.sum())


def look(state, rules, gold):
    return audit(state, rules, gold, np.zeros(MAX_CARDS, np.uint8))


def test_a_sound_state(game):
    state, rules, gold = game
    assert look(state, rules, gold) == 0
    deal(state, rules, 1, 0)
    assert faults(look(state, rules, -1)) == []


def _break(name):
    def lose_a_card(s, r):
        s.deck_size -= 1

    def double_a_card(s, r):
        s.discard[s.discard_size] = s.hand[0, 0]
        s.discard_size += 1

    def overflow_a_pile(s, r):
        s.deck_size = MAX_CARDS + 1

    def make_gold(s, r):
        s.hoard[1] += 1

    def owe_gold(s, r):
        s.hoard[1] -= s.hoard[1] + 1
        s.hoard[0] += 1

    def overfill_a_hand(s, r):
        for _ in range(r.hand_limit):
            s.deck_size -= 1
            s.hand[1, s.hand_size[1]] = s.deck[s.deck_size]
            s.known[s.deck[s.deck_size]] = 2
            s.hand_size[1] += 1

    def repeat_an_option(s, r):
        s.options[1] = s.options[0]
        s.n_options = 2

    def ask_nothing(s, r):
        s.n_options = 0

    def ask_nobody(s, r):
        s.actor = 3

    def offer_a_strange_card(s, r):
        s.options[0] = O_PLAY * OPTION_VALUES + s.deck[0]

    def inflate_a_flight(s, r):
        s.strength[2] += 1

    def undeclare(s, r):
        pile = s.legendary[: s.legendary_size].tolist()
        place = next(i for i, card in enumerate(pile) if r.cards[card].fights == DECLARED)
        s.legendary[place], s.flight[0, 0] = int(s.flight[0, 0]), pile[place]
        s.side[0, 0] = DECLARED
        s.total[0], s.strength[0], s.fights_for[0] = 0, 0, -1

    def play_elsewhere(s, r):
        s.played[0] = 1

    def forget(s, r):
        s.known[s.hand[0, 0]] = 0

    def turn_up(s, r):
        s.deck_size -= 1
        s.aside[0] = s.deck[s.deck_size]
        s.aside_size = 1

    def lose_count(s, r):
        s.decisions = s.steps + 1

    def crown_nobody(s, r):
        s.over, s.n_options, s.winners = 1, 0, 0

    return locals()[name]


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("lose_a_card", audits.LOST),
        ("double_a_card", audits.TWICE),
        ("overflow_a_pile", audits.SIZES),
        ("make_gold", audits.GOLD),
        ("owe_gold", audits.DEBT),
        ("overfill_a_hand", audits.HAND),
        ("repeat_an_option", audits.OPTIONS),
        ("ask_nothing", audits.OPTIONS),
        ("ask_nobody", audits.ACTOR),
        ("offer_a_strange_card", audits.MEANING),
        ("inflate_a_flight", audits.FLIGHTS),
        ("undeclare", audits.UNDECLARED),
        ("play_elsewhere", audits.PLAYED),
        ("forget", audits.KNOWN),
        ("turn_up", audits.WAITING),
        ("lose_count", audits.COURSE),
        ("crown_nobody", audits.END),
    ],
)
def test_the_audit_sees(game, damage, fault):
    state, rules, gold = game
    if damage == "undeclare" and not rules.two_stakes:
        return  # in one stakes no card declares a side
    _break(damage)(state, rules)
    found = look(state, rules, gold)
    assert found & fault, faults(found)
    assert faults(found)


# --- the other games ------------------------------------------------------------------------------


def test_every_step_of_random_games_of_drachensachen():
    """Cards conserved, counts and options sound, what is dealt anew as well, every game ended."""
    told = json.loads(answer(start("drachen_audited.py", 150, 20, switches=CHECKED)))
    assert told["faults"] == []
    assert told["games"] == 150 * 20
    assert told["capped"] > 100


def test_every_step_of_random_games_of_dragon_war():
    """Cards conserved, options sound, nobody who is out is asked or aimed at, hidden cards hidden, every game ended."""
    told = json.loads(answer(start("dragon_war_audited.py", 200, 20, switches=CHECKED)))
    assert told["faults"] == []
    assert sum(told["ended"].values()) == 200 * 20
    assert min(told["ended"].values()) > 0
