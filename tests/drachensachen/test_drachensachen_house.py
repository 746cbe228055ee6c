"""House rules and card data of Drachensachen: what is accepted, what is refused, what it is told as."""

import json
import tomllib

import numpy as np
import pytest

import engine
from engine.core.play import play_random
from engine.core.problem import Problem
from engine.drachensachen import house
from engine.drachensachen.components import DATA

GAME = engine.load("drachensachen")
HINDRANCES = {"hindrances": True}


def rows(design, n=50, seed=3):
    states = np.zeros(1, GAME.state).view(np.recarray)
    filled = np.zeros(n, GAME.row).view(np.recarray)
    play_random(states, design.rules, seed, 0, filled)
    return filled


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"hand_sise": 5}, "did you mean 'hand_size'"),
        ({"hand_size": 0}, "rule hand_size = 0: must be 1 to 20"),
        ({"reserve_layout": ["D/X"]}, 'must be a list of at most 8 of "D/U"'),
        ({"reserve_layout": ["D"] * 9}, "9 places; 8 at most"),
        ({"goblin_copies": {"Zero": 3}}, "no kind of card 'Zero'"),
        ({"goblin_copies": 12, "dragon_copies": 12}, "make 144 cards; 128 at most"),
        ({"coins_front": {"Knight": 1}}, "no kind of card 'Knight'"),
        ({"coins_front": 3}, "must be a table of kinds"),
        ({"trick_cards": ["fast_dragn"]}, "fast_dragon"),
        ({"trick_cards": ["carousel", "carousel"]}, "named twice"),
        ({"trick_order": ["carousel"], "trick_cards": ["surprise"]}, "not among trick_cards"),
        ({"hindrance_cards": ["Invasion 9"]}, "Invasion 8"),
        ({"next_starter": "last"}, 'must be "round" or "total"'),
        ({"first_player": 4}, 'must be "random" or a seat'),
        ({"tricks": "yes"}, "must be true or false"),
        ([], "must be a table of keys and values"),
    ],
)
def test_wrong_rules_are_told(rules, told):
    with pytest.raises(Problem) as caught:
        GAME.design(4, rules=rules)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_words_are_understood_whatever_their_capitals():
    rules = {"first_player": "Random", "trick_order": "Fixed", "next_starter": "Total"}
    values = GAME.design(4, rules=rules).as_dict()["rules"]
    assert [values[key] for key in rules] == ["random", "fixed", "total"]


@pytest.mark.parametrize("players", [1, 7, True, "4"])
def test_two_to_six_play(players):
    with pytest.raises(Problem, match="2 to 6"):
        GAME.design(players)


def test_there_are_no_decks():
    assert GAME.decks() == []
    with pytest.raises(Problem, match="has no decks"):
        GAME.design(4, deck="first-game")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"trouble_size": 31}, "trouble pile"),
        ({"trouble_size": 30, **HINDRANCES}, "trouble pile with the largest hindrance"),
        (HINDRANCES, ""),
    ],
)
def test_enough_cards_in_the_worst_case(rules, why):
    """Six players take 66 cards; a hindrance asks for up to 3 more, Chaos for 9 (DS S3, H9)."""
    if not why:
        assert int(GAME.design(6, rules=rules).rules.n_hindrances) == 7
        return
    with pytest.raises(Problem, match=why):
        GAME.design(6, rules=rules)


def test_chaos_may_ask_for_too_many():
    big = {"hindrances": {"card": [{"name": "Chaos", "kind": "chaos"}, *_invasions(6, 12)]}}
    with pytest.raises(Problem, match="under Chaos"):
        GAME.design(6, rules=HINDRANCES, cards=big)
    assert GAME.design(3, rules=HINDRANCES, cards=big)


def _invasions(n, hand):
    return [{"name": f"Invasion {k}", "kind": "invasion", "hand": hand} for k in range(n)]


# --- listed and told ------------------------------------------------------------------------------


def test_every_rule_is_listed_with_default_and_source():
    known = GAME.house_rules()
    assert len({rule.key for rule in known}) == len(known) == len(house.listed()) == 24
    assert all(rule.source.startswith("DS ") and rule.text and rule.values for rule in known)
    printed = {rule.key: rule.default for rule in known}
    assert GAME.design(4, rules=printed).as_dict() == GAME.design(4).as_dict()


def test_as_dict_makes_the_same_design_again():
    rules = {
        "tricks": True,
        "trick_order": ["carousel", "surprise"],
        "hindrances": True,
        "goblin_copies": {"8": 4},
        "coins_front": {"Zero": 2},
        "reserve_layout": ["D/U", "D"],
    }
    design = GAME.design(5, rules=rules)
    told = json.loads(json.dumps(design.as_dict()))
    again = GAME.design(told["players"], told["deck"], told["rules"], told["cards"])
    assert again.as_dict() == design.as_dict()
    assert again.rules == design.rules


def test_cards_tell_what_is_assumed():
    cards = {card.title: card for card in GAME.cards()}
    assert len(cards) == 12 + 7 + 7
    assert cards["8"].strengths == (8,)
    assert cards["Zero"].kind == "dragon"
    assert "3 coins" in cards["Zero"].power
    assert cards["8"].assumed == "copies, coins"
    assert cards["Unknown 1"].assumed
    assert not cards["carousel"].assumed


# --- card data ------------------------------------------------------------------------------------

CARD = "[[hindrances.card]]\nname = 'x'\n"
TWICE = f"{CARD}kind = 'chaos'\n{CARD.replace('x', 'X')}kind = 'chaos'"


def test_shipped_data_is_marked_as_assumed():
    assert GAME.design(4).assumed == [
        "card data: default, assumed (copies of each card, coins, hindrances)"
    ]
    table = tomllib.loads((DATA / "cards.toml").read_text(encoding="utf-8"))
    assert all(table[part]["assumed"] for part in ("copies", "coins", "hindrances"))


def test_parts_of_the_data_are_replaced(tmp_path):
    """What the user's box shows counts as known, and the rest stays."""
    file = tmp_path / "box.toml"
    file.write_text("[coins]\nfront = { 9 = 2, Fire = 4 }\nback = 2\n", encoding="utf-8")
    design = GAME.design(4, cards=[file])
    assert design.assumed == ["card data: default, assumed (copies of each card, hindrances)"]
    assert design.rules.coins.tolist() == [1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 4, 1]
    assert int(design.rules.coins_back) == 2
    whole = GAME.design(4, cards=[file, {"copies": {"goblin": 6, "dragon": 10}}])
    assert int(whole.rules.n_cards) == 9 * 6 + 3 * 10


def test_a_box_may_hold_each_kind_as_often_as_it_does(tmp_path):
    """An uneven split stands in the file; a house rule changes single kinds of it."""
    file = tmp_path / "box.toml"
    goblins = "1 = 5, 2 = 6, 3 = 7, 4 = 8, 5 = 9, 6 = 10, 7 = 11, 8 = 12, 9 = 4"
    file.write_text(f"[copies]\ngoblin = {{ {goblins} }}\ndragon = 8\n", encoding="utf-8")
    design = GAME.design(4, rules={"goblin_copies": {"2": 3}}, cards=file)
    assert design.rules.copies.tolist() == [5, 3, 7, 8, 9, 10, 11, 12, 4, 8, 8, 8]
    told = json.loads(json.dumps(design.as_dict()))
    assert GAME.design(4, rules=told["rules"], cards=told["cards"]).as_dict() == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[coin]\nback = 1", "has no key 'coin'"),
        ("[coins]\nfront = {}\nback = 99", "coins.back must be from 0 to 20"),
        ("[coins]\nback = 2", "coins must name front too: a part that a file names replaces"),
        ("[coins]", "coins must name front too"),
        ("[coins]\nback = 1\nfront = { zero = 2, Zero = 3 }", "coins.front: Zero is named twice"),
        ("[copies]\ngoblin = true\ndragon = 8", "must be a whole number"),
        ("[copies]\ngoblin = 9", "copies must name dragon too"),
        ("[copies]\ngoblin = { 1 = 9 }\ndragon = 8", "copies.goblin must name a number for 2 too"),
        ("[hindrances]", "hindrances must name card too"),
        (CARD + "kind = 'invasoin'", "did you mean 'invasion'"),
        (CARD, "hindrances.card 1 (x) must have a kind: invasion, unknown, chaos"),
        (CARD + "kind = 'invasion'", "(x), of kind invasion, must have the key hand"),
        (CARD + "kind = 'invasion'\nhand = 0", "(x), hand must be from 1 to 20, not 0"),
        (CARD + "kind = 'chaos'\nhand = 7", "(x), of kind chaos, must not have the key hand"),
        (TWICE, "two cards have the name 'x'"),
        ("[[hindrances.card]]\nkind = 'chaos'", "must have a name"),
        ("[hindrances", "is not valid TOML"),
    ],
)
def test_wrong_card_data_is_told_with_its_file(tmp_path, text, told):
    file = tmp_path / "box.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problem) as caught:
        GAME.design(4, cards=file)
    assert str(caught.value).startswith(str(file))
    assert told in str(caught.value)


def test_an_empty_file(tmp_path):
    (file := tmp_path / "box.toml").write_text("# nothing yet\n")
    with pytest.raises(Problem, match="it is empty; write one of"):
        GAME.design(4, cards=file)


def test_a_missing_file():
    with pytest.raises(Problem, match=r"no\.toml. does not exist"):
        GAME.design(4, cards="no.toml")


# --- positions and labels -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"piles": []}, "did you mean 'pile'"),
        ({"pile": ["10"]}, "unknown card '10'"),
        ({"pile": ["Zero"] * 9}, "there are only 8 cards 'Zero'"),
        ({"direction": "left"}, "no word 'left'"),
        ({"tricks": ["carousel"]}, "the rule tricks is off"),
        ({"hindrance_pile": ["Chaos"]}, "the rule hindrances is off"),
        ({"seats": [{}]}, "1 tables of seats but the game has 3 players"),
        ({"trouble_size": 97}, "must be from 0 to"),
        ({"seats": [{"up": [1] * 9}, {}, {}]}, "9 places; 8 at most"),
        ({"seats": [{"hand": [], "up": [], "down": []}, {}, {}]}, "seat 0 has no cards"),
        ({"pile": [2, 7, 7, 7, 7]}, "four alike on top would have been burned"),
        ({"round": 101}, "round must be from 1 to 100"),
    ],
)
def test_wrong_positions_are_told(position, told):
    with pytest.raises(Problem) as caught:
        GAME.design(3).place(position, 1)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"tricks": ["carousel", "carousel"]}, "tricks: 'carousel' is named twice"),
        ({"tricks_to_come": ["surprise", "surprise"]}, "'surprise' is named twice"),
        ({"hindrance_pile": ["Chaos", "Chaos"]}, "'Chaos' is named twice"),
        ({"hindrance_pile": ["Chaos"], "seats": [{"hindrance": "Chaos"}, {}]}, "named twice"),
    ],
)
def test_a_trick_or_hindrance_lies_in_one_place(position, told):
    with pytest.raises(Problem, match=told):
        GAME.design(2, rules={"tricks": True, "hindrances": True}).place(position, 1)


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("Play  zero", "play Zero"),
        ("play 7 x2", "play 7 x2"),
        ("play 7 x1", "play 7"),
        ("swap fire for 3", "swap Fire for 3"),
        ("TAKE", "take"),
    ],
)
def test_written_choices_are_understood(written, label):
    assert GAME.design(4).understand(written) == label


@pytest.mark.parametrize("written", ["plya 7", "play", "play 11", "swap 3", "flip 0", "target 4"])
def test_wrong_choices_are_told(written):
    with pytest.raises(Problem):
        GAME.design(4).understand(written)


def test_wrong_paths_and_luck_are_told():
    design = GAME.design(4)
    with pytest.raises(Problem, match=r"did you mean 'seats\.0\.hand'"):
        design.expected("seats.0.hnad", [])
    with pytest.raises(Problem, match="unknown card"):
        design.luck(["Knight"])


# --- the same game --------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_game():
    """DS X4."""
    design = GAME.design(3, rules={"tricks": True, "hindrances": True})
    first, again, other = rows(design), rows(design), rows(design, seed=4)
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != other.tobytes()


def test_rows_fit_the_rules():
    """At least three rounds, losses within the cap, somebody at 21 (DS G4 to G6)."""
    for players in (2, 6):
        played = rows(GAME.design(players), 300)
        assert played.rounds.min() >= 3
        lost = played.lost[:, :players]
        assert (lost.max(axis=1) >= 21).all()
        won = lost == lost.min(axis=1, keepdims=True)
        assert (won == (played.winners[:, None] >> np.arange(players) & 1)).all()
        assert (played.lost <= 10 * played.rounds[:, None]).all()
