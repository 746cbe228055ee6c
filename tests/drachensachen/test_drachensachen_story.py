"""What a transcript says of additional turns, whatever gave them."""

import engine
from engine.core.verbs import step

GAME = engine.load("drachensachen")
AGAIN = "has an additional turn"


def told(position, *choices):
    """The sentences of these choices from a position on."""
    design = GAME.design(len(position["seats"])).private()
    design.rules.logging = 1
    state = design.place(position, 1)
    teller = design.teller()
    found = []
    for choice in choices:
        option = design.find(state, choice)
        assert option >= 0, choice
        teller.choice(state, option)
        step(state, design.rules, option)
        found += [event["text"] for event in teller.events(state)]
    return found


def seat(*hand):
    return {"hand": list(hand), "up": [], "down": [1]}


def test_a_burned_pile():
    position = {"pile": [7, 7, 7], "seats": [seat(7, 8), seat(9)]}
    assert f"Seat 0 {AGAIN}" in told(position, "play 7")


def test_a_removed_set():
    position = {"pile": [9], "seats": [seat(7, 7, 7, 7, 8), seat(9)]}
    assert f"Seat 0 {AGAIN}" in told(position, "remove 7")


def test_a_fourth_defender_in_a_row():
    seats = [seat(5, 5, 5, 1), *(seat("Defender", k) for k in (6, 7, 8, 9))]
    said = told({"seats": seats}, "play 5 x3", "defend", "defend", "defend", "defend")
    assert said[-1] == f"Seat 4 {AGAIN}"


def test_a_plain_play():
    assert AGAIN not in " ".join(told({"seats": [seat(7, 8), seat(9)]}, "play 7"))
