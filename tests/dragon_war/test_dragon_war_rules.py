"""Designs of Dragon War: what is refused and how it is told, data files, presets, and facts beside any one game."""

import itertools
import json

import numpy as np
import pytest

from engine import transcript
from engine.core.batch import Batch
from engine.core.play import play_random
from engine.core.problem import Problem
from engine.dragon_war.build import longest_way_back
from engine.dragon_war.components import BoardCard, components
from engine.dragon_war.house import listed, presets, resolve
from engine.dragon_war.words import FORMS, told, understood, written


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rules": {"rows": 0}}, "rule rows = 0: must be 1 to 60"),
        ({"rules": {"rows": 41, "cols": 1}}, "makes 41 game cards of 40"),
        ({"rules": {"row": 3}}, "unknown rule 'row'; did you mean 'rows'"),
        ({"rules": {"preset": "type3"}}, "rule preset = 'type3': must be"),
        ({"rules": {"exact_finish": 1}}, "rule exact_finish = 1: must be true or false"),
        ({"rules": {"finish_dice": 2}}, "finish_target = 13: 2 dice roll 12 at most"),
        ({"rules": {"life_ceiling": 0}}, "rule life_ceiling = 0: must be 1 to 1000, or"),
        ({"players": 7}, "players = 7: dragon-war is for 2 to 6 players"),
        ({"deck": "standart"}, "unknown deck 'standart'; did you mean 'standard'"),
        ({"deck": {"remove": ["REPER"]}}, "no game card 'REPER'; did you mean 'REAPER'"),
        ({"deck": {"fate": {"Sworde": 1}}}, "no Fate card 'Sworde'; did you mean 'Sword'"),
        ({"deck": {"fate": {"Sword": 40}}}, "of which 56 are held"),
        ({"deck": {"drop": []}}, "deck has no key 'drop'"),
        ({"cards": "nowhere.toml"}, "component file 'nowhere.toml' does not exist"),
        ({"cards": [{"bord": []}]}, "unknown table 'bord'; did you mean 'board'"),
        ({"cards": [{"board": [{"name": "Pit", "squares": ["L-5"]}]}]}, "has 3 squares, not 1"),
        ({"cards": [{"board": [{"name": "Pit", "squares": ["L5", "-", "-"]}]}]}, "written 'L5'"),
        ({"cards": [{"board": [{"name": "Pit", "squares": ["HIT-3", "-", "-"]}]}]}, "'HIT-3'"),
        ({"cards": [{"fate": [{"name": "X", "group": "lfe", "effect": "-"}]}]}, "no group 'lfe'"),
        ({"cards": [{"fate": [{"name": "X", "group": "life", "effect": "SHIELD"}]}]}, "'SHIELD'"),
        ({"cards": [{"character": [{"name": "Ann"}]}]}, "1 characters are too few for 4 players"),
        ({"cards": [{"board": []}]}, "the list board is empty"),
        ({"cards": [{"board": [{"name": "Pit", "squares": [1, 2, 3]}]}]}, "(Pit), squares must be"),
        (
            {"cards": [{"board": [{"name": "A", "squares": ["-"] * 3}] * 2}]},
            "board 'A' occurs twice; name one otherwise",
        ),
        ({"cards": [{"fate": [{"name": "X", "group": "life"}]}]}, "has no effect; write one"),
        (
            {"cards": [{"fate": [{"name": "X", "group": "life", "effect": "COMBAT+2"}]}]},
            "no effect of this kind of card",
        ),
    ],
)
def test_wrong_designs_are_told(game, given, message):
    with pytest.raises(Problem) as raised:
        game.design(**given)
    assert message in str(raised.value)


def test_a_way_back_of_six_squares_is_refused(game):
    slope = [{"name": f"Slope {k}", "squares": ["M-1"] * 3} for k in range(2)]
    meadow = {"name": "Meadow", "squares": ["-"] * 3}
    rules = {"rows": 1, "cols": 3}
    with pytest.raises(Problem, match="6 squares in a row lead back"):
        game.design(rules=rules, cards=[{"board": [*slope, meadow]}])
    game.design(rules=rules | {"check_board": False}, cards=[{"board": [*slope, meadow]}])
    game.design(rules=rules | {"cols": 1}, cards=[{"board": [*slope, meadow]}])


def test_the_longest_way_back_is_that_of_the_worst_layout():
    """Against every order of small boards."""
    luck = np.random.default_rng(1)
    for _ in range(200):
        back = luck.random((4, 3)) < 0.6
        cards = [
            BoardCard(str(k), tuple((3, -1) if b else (0, 1) for b in row))
            for k, row in enumerate(back)
        ]
        for laid in (1, 2, 3, 4):
            worst = 0
            for order in itertools.permutations(range(4), laid):
                path = "".join("b" if b else "." for k in order for b in back[k])
                worst = max(worst, *map(len, path.split(".")))
            assert longest_way_back(cards, laid) == worst


def test_the_shipped_board_is_passable_in_any_order():
    assert longest_way_back(components().board, 40) == 2


def test_words_of_effects_are_read_as_they_are_written():
    for text in ("-", "L+3", "L-d", "M-2", "PICK", "PICK2", "OPP-3", "ALL+2", "HIT-d", "ROLL+3"):
        effect = understood(text, "here", tuple(FORMS))
        assert written(*effect) == text
        assert told(*effect)


def test_presets_are_those_of_the_rulebook():
    assert {name: resolve({"preset": name})["restart_limit"] for name in presets()} == {
        "base": 0,
        "return20": 1,
        "type1": 3,
        "type2": 1,
    }
    assert resolve({}) == {key: entry["default"] for key, entry in listed().items()}
    assert resolve({"haven_mode": "combat_and_dice"})["haven_mode"] == "combat-and-dice"
    assert resolve({"hand_limit": "7", "exact_finish": "true"})["hand_limit"] == 7


def test_a_design_is_made_again_from_its_own_words(game):
    own = [{"character": [{"name": name} for name in "ABCDEF"]}]
    rules = {"preset": "type2", "rows": 2}
    design = game.design(3, {"remove": ["REAPER"], "fate": {"Bow": 3}}, rules, own)
    said = json.loads(json.dumps(design.as_dict()))
    again = game.design(said["players"], said["deck"], said["rules"], said["cards"])
    assert again.as_dict() == design.as_dict() == said
    assert again.rules == design.rules
    assert len(design.board) == 39


def test_what_is_assumed_is_said(game):
    assert game.assumed == ["card data: default, assumed (board cards, Fate cards, characters)"]
    box = [card.table() for card in components().board]
    mine = game.design(cards=[{"board": box}])
    assert mine.assumed == ["card data: default, assumed (Fate cards, characters)"]
    assert mine.as_dict()["assumed"] == mine.assumed
    guessed = game.design(cards=[{"board": [card | {"assumed": True} for card in box]}])
    assert guessed.assumed == [*mine.assumed, "card data: as given, assumed (board cards)"]
    assert {card.assumed for card in game.cards()} == {"all of it"}


def test_56_of_216_results_win(game):
    design = game.design(2).private()
    wins = 0
    for dice in itertools.product(range(1, 7), repeat=3):
        state = design.place({"seats": [{"square": "FINISH"}, {}]}, 1)
        design.rules.n_pins = 0
        design.pin(state, list(dice))
        batch = Batch(design, 1, 0)
        batch.states[0] = state
        batch.step([0])
        wins += int(batch.over[0])
    assert wins == 56


def test_rows_rank_everybody(game):
    rows = np.zeros(300, game.row).view(np.recarray)
    states = np.zeros(1, game.state).view(np.recarray)
    play_random(states, game.design(4).rules, 3, 0, rows)
    for row in rows:
        won = [row.winners >> seat & 1 for seat in range(4)]
        assert (row.place[:4] == 1).tolist() == [bool(w) for w in won]
        assert sorted(row.place[:4])[-1] <= 4
        dead = [row.place[s] for s in range(4) if row.life[s] == 0]
        living = [row.place[s] for s in range(4) if row.life[s] > 0]
        assert not dead or max(living) < min(dead)
    assert (rows.place[:, 4:] == -1).all()


def test_the_same_seed_is_the_same_game(game):
    design = game.design(3)
    told = [list(transcript.tell(design, 5, 2)) for _ in range(2)]
    assert told[0] == told[1]
    assert told[0] != list(transcript.tell(design, 5, 3))
    texts = [event["text"] for event in told[0]]
    assert texts[1].startswith("Card data: default, assumed (board cards")
    assert texts[-1].startswith("The game is over")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"seats": [{}, {}, {}]}, "3 tables of seats but the game has 2 players"),
        ({"turn": 0, "seats": [{"alive": False}, {}]}, "seat 0 is out and has no turn"),
        ({"board": ["REAPER", "REAPER"]}, "REAPER lies there already"),
        ({"board": ["REAPR"]}, "position, board: unknown game card 'REAPR'; did you mean"),
        ({"seats": [{"hand": ["Herbs"]}, {}]}, "Herbs is not held"),
        ({"seats": [{"hand": ["Bow", "Bow"]}, {}]}, "Bow is named more often than there are"),
        ({"seats": [{"square": 122}, {}]}, "seat 0, square must be from 0 to 121"),
        ({"seats": [{"life": 0}, {}]}, "seat 0, life must be from 1"),
        ({"discard": ["Bow"]}, "used cards go under the deck in this game"),
        ({"deck_size": 3}, "33 cards would lie nowhere"),
        ({"phase": "noon"}, "position, phase"),
    ],
)
def test_wrong_positions_are_told(game, position, message):
    with pytest.raises(Problem) as raised:
        game.design(2).place(position, 1)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("use Swrod", "unknown Fate card 'Swrod'; did you mean 'Sword'"),
        ("use", "write 'use CARD'"),
        ("target 2", "there are seats 0 to 1"),
        ("rol", "did you mean 'roll'"),
    ],
)
def test_wrong_choices_are_told(game, text, message):
    with pytest.raises(Problem) as raised:
        game.design(2).understand(text)
    assert message in str(raised.value)
