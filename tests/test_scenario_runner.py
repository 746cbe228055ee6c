"""How steps meet the questions that stand: forced choices, `if_asked`, pinned luck, timing."""

import pytest

from engine import scenario

# Seat 0 has one card left to play; seat 1 may be asked for an odd coin when it buys afterwards.
ONE_CARD = """
game = "giants-war"
[position]
round  = 1
leader = 0
turn   = 0
stakes = { dragon = 10, giant = 10 }
deck   = ["Frost Giant 7", "Ettin 3", "Ettin 4", "Ettin 5", "Ettin 6", "Ettin 7"]
[[position.seats]]
hoard  = 20
hand   = ["Stone Giant 6", "Frost Giant 4"]
[[position.seats]]
hoard  = 20
hand   = ["Black Dragon 9", "Ettin 1"]
"""

# Red takes a random card of the strongest opponent.
RED = """
game = "giants-war"
deck = "red"
[position]
round  = 1
leader = 0
stakes = { dragon = 10, giant = 10 }
[[position.seats]]
hoard  = 20
hand   = ["Red Dragon 5", "Ettin 2", "Ettin 3"]
[[position.seats]]
hoard  = 20
hand   = ["Black Dragon 9", "Ettin 1", "Black Dragon 3"]
"""


@pytest.fixture
def run(tmp_path):
    """Runs a scenario of one of the beginnings above and more text."""

    def text(*parts):
        path = tmp_path / "it.toml"
        path.write_text("\n".join(parts))
        return scenario.run_file(path)

    return text


def step(**keys):
    """One [[steps]] table; values are written as TOML already."""
    return "[[steps]]\n" + "\n".join(f"{key} = {value}" for key, value in keys.items())


# --- forced choices ------------------------------------------------------------------------------

# One card each at 3 players' seats: after seat 0's play, seat 1's only option is forced.
FORCED = """
game = "giants-war"
rules = { buy_at = 0 }
[position]
round  = 1
leader = 0
stakes = { dragon = 10, giant = 10 }
[[position.seats]]
hand   = ["Stone Giant 1", "Frost Giant 4"]
hoard  = 6
[[position.seats]]
hand   = ["Black Dragon 6"]
hoard  = 6
[[position.seats]]
hand   = ["Ettin 6", "Ettin 7"]
hoard  = 6
"""
FROST = step(seat=0, choose='"play Frost Giant 4"')
NINE = step(seat=1, choose='"play Black Dragon 6"')
ETTIN = step(seat=2, choose='"play Ettin 7"')


def test_a_forced_choice_is_taken_when_the_next_step_does_not_name_it(run):
    result = run(FORCED, FROST, ETTIN, '[expect]\n"seats.1.flight" = ["Black Dragon 6"]')
    assert result.ok, result.failures


def test_a_forced_choice_may_be_written_and_is_checked(run):
    assert run(FORCED, FROST, NINE, ETTIN).ok
    other = step(seat=1, choose='"play Black Dragon 7"')
    result = run(FORCED, FROST, other)
    assert "seat 2 that must choose" in result.failures[0]
    assert "after the forced 'play Black Dragon 6' by seat 1" in result.failures[0]


def test_a_forced_choice_stands_at_the_end(run):
    expect = '[expect]\nturn = 1\n"seats.1.flight" = []\n"seats.1.hand" = ["Black Dragon 6"]'
    assert run(FORCED, FROST, expect).ok


def test_expectations_of_a_step_are_checked_before_anything_is_taken_silently(run):
    frost = step(seat=0, choose='"play Frost Giant 4"', expect='{ turn = 1, decision = "turn" }')
    result = run(FORCED, frost, ETTIN)
    assert result.ok, result.failures


def test_a_step_without_a_choice_only_looks(run):
    look = step(seat=1, options='["play Black Dragon 6"]', expect='{ "seats.0.hand_size" = 1 }')
    result = run(FORCED, FROST, look, NINE, ETTIN)
    assert result.ok, result.failures


# --- if_asked ------------------------------------------------------------------------------------


def test_if_asked_is_skipped_when_the_question_does_not_come(run):
    perhaps = step(seat=1, choose='"odd dragon"', if_asked="true")
    assert run(FORCED, FROST, perhaps, ETTIN).ok


def test_a_skipped_step_leaves_the_game_where_it_was(run):
    perhaps = step(seat=1, choose='"odd dragon"', if_asked="true")
    result = run(FORCED, FROST, perhaps, NINE)
    assert result.ok, result.failures
    result = run(FORCED, FROST, perhaps, "[expect]\nturn = 1")
    assert result.ok, result.failures


def test_if_asked_is_reached_past_a_forced_choice(run):
    perhaps = step(seat=2, choose='"play Ettin 7"', if_asked="true")
    result = run(FORCED, FROST, perhaps, '[expect]\n"seats.2.flight" = ["Ettin 7"]')
    assert result.ok, result.failures


def test_a_skipped_step_is_not_checked_but_adds_its_pins(run):
    never = step(
        seat=1,
        choose='"decline"',
        if_asked="true",
        chance='["Black Dragon 3"]',
        expect="{ over = true }",
    )
    red = step(seat=0, choose='"play Red Dragon 5"')
    expect = '[expect]\n"seats.0.hand" = ["Ettin 2", "Ettin 3", "Black Dragon 3"]'
    result = run(RED, never, red, expect)
    assert result.ok, result.failures


def test_steps_after_the_end(run):
    over = """
game = "legendary"
[position]
round  = 3
leader = 0
turn   = 1
[[position.seats]]
hoard  = 0
hand   = ["Black Dragon 1", "Black Dragon 2"]
flight = ["Green Dragon 1", "Green Dragon 2", "Red Dragon 5"]
[[position.seats]]
hand   = ["Gold Dragon 13", "Black Dragon 3"]
flight = ["White Dragon 1", "White Dragon 2"]
"""
    last = step(seat=1, choose='"play Gold Dragon 13"', expect="{ over = true, winners = [1] }")
    more = step(seat=0, choose='"play Black Dragon 1"')
    assert run(over, last).ok
    assert "the game is over" in run(over, last, more).failures[0]
    assert run(over, last, more + "\nif_asked = true").ok


# --- pinned luck ---------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Black Dragon 9", "Ettin 1", "Black Dragon 3"])
def test_a_random_take_is_pinned(run, card):
    red = step(seat=0, choose='"play Red Dragon 5"', chance=f'["{card}"]')
    result = run(RED, red, f'[expect]\n"seats.0.hand" = ["Ettin 2", "Ettin 3", "{card}"]')
    assert result.ok, result.failures


def test_pins_that_do_not_fit(run):
    order = step(seat=0, choose='"play Red Dragon 5"', chance='[["Black Dragon 3"]]')
    result = run(RED, order)
    assert result.wrong
    assert "luck asked for something else" in result.failures[0]
    elsewhere = step(seat=0, choose='"play Red Dragon 5"', chance='["Ettin 2"]')
    assert run(RED, elsewhere).wrong


def test_pins_left_are_told_only_where_all_else_holds(run):
    red = step(seat=0, choose='"play Red Dragon 5"', chance='["Ettin 1", "Ettin 2"]')
    assert "pins are left when the file ends: Ettin 2" in run(RED, red).failures[0]
    result = run(RED, red, '[expect]\n"seats.0.hand_size" = 9')
    assert not result.wrong


def test_the_order_of_a_reshuffle_is_pinned(run):
    text = """
game = "legendary"
[position]
round   = 1
leader  = 0
stakes  = 20
deck_size = 1
deck    = ["Black Dragon 5"]
[[position.seats]]
hand    = ["Silver Dragon 2", "Black Dragon 1", "Black Dragon 2"]
flight  = ["Silver Dragon 3"]
[[position.seats]]
hand    = ["Gold Dragon 13", "Black Dragon 3"]
"""
    silver = step(
        seat=0, choose='"play Silver Dragon 2"', chance='[["White Dragon 4", "White Dragon 5"]]'
    )
    expect = '[expect]\n"seats.0.hand" = ["Black Dragon 1", "Black Dragon 2", "Black Dragon 5"]\n'
    result = run(text, silver, expect + 'deck_top = "White Dragon 4"\nscorings_left = -1')
    assert result.ok, result.failures


# --- expectations --------------------------------------------------------------------------------


def test_paths_may_be_written_as_tables(run):
    expect = "[expect]\nstakes = { dragon = 10, giant = 10 }\n[expect.seats.0]\nhoard = 6"
    assert run(FORCED, expect).ok


def test_every_path_can_be_expected(run):
    expect = """
[expect]
"stakes.dragon" = 10
"stakes.giant" = 10
hole = 0
round = 1
turn = 0
leader = 0
gambit = 1
over = false
winners = []
decision = "turn"
deck_size = 6
deck_top = "Frost Giant 7"
legendary_size = 47
scorings_left = 3
ante = []
"seats.0.hoard" = 20
"seats.0.hole" = 0
"seats.0.been_in_hole" = false
"seats.0.hand" = ["Frost Giant 4", "Stone Giant 6"]
"seats.0.hand_size" = 2
"seats.0.flight" = []
"seats.0.strength" = 0
"seats.0.side" = "none"
"""
    small = ONE_CARD.replace("[position]", "[position]\ndeck_size = 6\nscorings_left = 3")
    result = run(small, expect)
    assert result.ok, result.failures


def test_without_a_position_it_is_the_game_as_dealt(run):
    result = run('game = "legendary"\nplayers = 3\nseed = 5\n[expect]\ngambit = 1\nround = 0')
    assert result.ok, result.failures
