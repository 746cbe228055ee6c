"""Deck designs: the named ones against the rules, files, and whatever is wrong with one."""

import json

import pytest

import engine
from engine.ante import codes as c
from engine.core.problem import Problem

GIANTS_WAR, LEGENDARY = engine.load("giants-war"), engine.load("legendary")
FIRST = ["black", "green", "shadow", "brass", "copper (GW)", "silver"]
TEN = ["black", "blue", "green", "red", "white", "brass", "bronze", "copper", "gold", "silver"]


@pytest.fixture
def deck_file(tmp_path):
    """Write a deck file; its path as text."""

    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def main_size(design):
    return int(design.rules.n_main + design.rules.n_forced + design.rules.n_picked)


# --- the named decks ------------------------------------------------------------------------------


def test_the_first_game_is_the_default():
    design = GIANTS_WAR.design()
    deck = design.as_dict()["deck"]
    assert deck["dragons"] == FIRST  # GW S10
    assert deck["giants"] == ["ettin", "fire", "frost", "cloud", "ordning", "stone"]
    assert (design.rules.n_main, design.rules.n_pool, design.rules.n_picked) == (
        84,
        53,
        6,
    )  # S5, S6
    assert design.rules.legendary_deck == 1
    assert GIANTS_WAR.decks()[0].name == "first-game"


def test_the_legendary_edition_s_deck():
    design = LEGENDARY.design()
    assert design.as_dict()["deck"]["dragons"] == TEN
    assert (design.rules.n_main, design.rules.n_pool, design.rules.n_picked) == (
        70,
        30,
        10,
    )  # LE S3
    assert design.rules.legendary_deck == 0
    assert LEGENDARY.decks()[0].name == "legendary"


def test_legendary_dragons_only():
    design = LEGENDARY.design(deck="legendary-dragons-only")  # GW V1
    assert main_size(design) == 74
    assert design.rules.n_pool - design.rules.n_picked == 29
    assert design.rules.legendary_deck == 1
    assert {"Copper Dragon (GW) 1", "Gold Dragon (GW) 2", "The Emperor", "Io"} <= set(design.names)
    assert "The Ranger" not in design.names
    assert not any(props & c.GIANT for props in design.rules.cards["props"])


@pytest.mark.parametrize(("game", "picked"), [(GIANTS_WAR, 5), (LEGENDARY, 9)])
def test_druids_party(game, picked):
    design = game.design(deck="druids-party")  # GW V5
    assert list(design.rules.forced[:1]) == [design.card("The Druid")]
    assert (design.rules.n_forced, design.rules.n_picked) == (1, picked)


@pytest.mark.parametrize(
    ("name", "colour", "slot"), [("mixed-copper", "copper", 4), ("mixed-gold", "gold", 5)]
)
def test_mixed_colours(name, colour, slot):
    design = GIANTS_WAR.design(deck=name)  # GW V3
    rules = design.rules
    assert list(rules.main[7 * slot : 7 * slot + 7]) == [-2] * 7
    assert (rules.n_main, list(rules.n_mixed)) == (84, [14, 0])
    candidates = [design.name(int(card)) for card in rules.mixed[0, :14]]
    plain = f"{colour.title()} Dragon"
    assert sum(n.startswith(f"{plain} (GW)") for n in candidates) == 7
    assert all(n.startswith(plain) for n in candidates)
    bit = 1 << (c.COLOUR_BIT + design.colours.index(colour))
    assert all(rules.cards[card].props & bit for card in rules.mixed[0, :14])  # one colour


def test_both_colours_mixed():
    deck = {
        "dragons": ["black", "green", "shadow", "copper", "gold", "silver"],
        "mixed": ["copper", "gold"],
    }
    design = GIANTS_WAR.design(deck=deck)
    assert list(design.rules.n_mixed) == [14, 14]
    assert list(design.rules.main[21:35]) == [-2] * 7 + [-3] * 7
    listed = deck | {"dragons": [*deck["dragons"], "copper (GW)"]}
    assert GIANTS_WAR.design(deck=listed).as_dict() == design.as_dict()


@pytest.mark.parametrize(("game", "left"), [(GIANTS_WAR, 51), (LEGENDARY, 28)])
def test_no_wyrmlings(game, left):
    design = game.design(deck="no-wyrmlings")  # GW V4
    assert design.rules.n_pool == left
    assert not any("Wyrmling" in name for name in design.names)


def test_red_shadow_and_both_differ_in_one_slot_each():
    decks = {name: GIANTS_WAR.design(deck=name) for name in ("red", "shadow", "red-and-shadow")}
    dragons = {name: d.as_dict()["deck"]["dragons"] for name, d in decks.items()}
    assert dragons["shadow"] == FIRST
    assert dragons["red"] == ["black", "green", "red", *FIRST[3:]]
    assert dragons["red-and-shadow"] == ["black", "red", "shadow", *FIRST[3:]]
    for (
        other
    ) in decks.values():  # the same card in the same place of the deal, apart from that slot
        same = [a == b for a, b in zip(decks["shadow"].names, other.names, strict=True)]
        assert same.count(False) in (0, 7)
        assert list(other.rules.main[:84]) == list(decks["shadow"].rules.main[:84])
        assert list(other.rules.pool[:53]) == list(decks["shadow"].rules.pool[:53])


def test_borrowed():
    design = LEGENDARY.design(deck="borrowed")  # GW V6
    deck = design.as_dict()["deck"]
    assert "shadow" in deck["dragons"]
    assert "red" not in deck["dragons"]
    assert {"The Emperor", "Io", "Shadow Invader", "Iallanis"} <= set(deck["legendary"])
    assert (main_size(design), design.rules.legendary_deck) == (80, 0)


@pytest.mark.parametrize("game", [GIANTS_WAR, LEGENDARY])
def test_every_named_deck_is_told_and_makes_a_design(game):
    for info in game.decks():
        assert info.text
        assert info.contents["source"]
        for players in range(2, 7):
            game.design(players, info.name)


@pytest.mark.parametrize("game", [GIANTS_WAR, LEGENDARY])
def test_as_dict_makes_the_same_design_again(game):
    rules = {
        "starting_gold": 40,
        "cards": {
            "Brass Dragon": {"strengths": [2, 2, 9], "alignment": "evil", "power": 3},
            "The Thief": {"power": [{"effect": "steal", "amount": 4}]},
        },
    }
    cards = [{"title": "The Bard", "kind": "mortal", "strengths": [4]}]
    for info in game.decks():
        design = game.design(3, {"base": info.name, "remove": ["Black Dragon 6"]}, rules, cards)
        told = json.loads(json.dumps(design.as_dict()))
        again = game.design(told["players"], told["deck"], told["rules"], told["cards"])
        assert again.as_dict() == design.as_dict() == told
        assert again.rules.tobytes() == design.rules.tobytes()


def test_what_plays_alike_is_told_alike():
    plain = GIANTS_WAR.design()
    assert GIANTS_WAR.design(deck="shadow").as_dict() == plain.as_dict()
    assert GIANTS_WAR.design(rules={"starting_gold": 40, "rounds": 3}).as_dict() == plain.as_dict()
    assert GIANTS_WAR.design(3).as_dict() != plain.as_dict()
    taken = GIANTS_WAR.design(deck={"remove": ["Black Dragon 9"]})
    shorter = {"cards": {"Black Dragon": {"strengths": [1, 2, 3, 5, 6, 7]}}}
    assert GIANTS_WAR.design(rules=shorter).as_dict() == taken.as_dict()
    assert taken.as_dict()["deck"]["remove"] == ["Black Dragon 9"]
    banned = GIANTS_WAR.design(rules={"cards": {"The Thief": {"remove": True}}})
    assert banned.as_dict() == GIANTS_WAR.design(deck={"remove": ["The Thief"]}).as_dict()
    assert (
        banned.rules.tobytes() == GIANTS_WAR.design(deck={"remove": ["The Thief"]}).rules.tobytes()
    )


def test_as_dict_lists_all_cards():
    contents = GIANTS_WAR.design(deck="mixed-copper").as_dict()["contents"]
    assert (len(contents["standard"]), contents["standard_in_main"]) == (91, 84)
    assert len(contents["legendary"]) == 53


# --- decks of one's own ---------------------------------------------------------------------------


def test_a_deck_file(deck_file):
    path = deck_file(
        """
        dragons = ["black", "red", "white", "bronze", "copper (LE)", "gold"]
        giants = ["ettin", "fire", "hill", "cloud", "storm", "stone"]
        legendary = ["The Thief", "The Druid", "Io (GW)", "Othea", "Tiamat", "Memnor", "Surtur"]
        in_main = ["Othea"]
        remove = ["Black Dragon 9", "Ettin", "Surtur"]
        """
    )
    design = GIANTS_WAR.design(deck=path)
    assert (design.rules.n_main, design.rules.n_forced, design.rules.n_pool) == (76, 1, 5)
    assert "Copper Dragon 5" in design.names
    assert not {"Black Dragon 9", "Ettin 1", "Surtur"} & set(design.names)
    assert main_size(design) == 82


def test_an_explicit_list_of_ten(deck_file):
    titles = LEGENDARY.design().as_dict()["deck"]["legendary"][:10]
    design = LEGENDARY.design(deck={"legendary": titles})  # LE section 8
    assert (design.rules.n_pool, design.rules.n_picked) == (10, 10)


def test_colours_share_a_bit_and_mortal_is_last():
    design = GIANTS_WAR.design()
    rules = design.rules
    assert design.colours[:6] == ("black", "green", "shadow", "brass", "copper", "silver")
    assert design.colours[rules.mortal_colour] == "mortal" == design.colours[-1]
    giants = {"ettin", "fire", "frost", "hill", "cloud", "ordning", "stone", "storm"}
    wanted = [i for i, x in enumerate(design.colours) if x not in giants and x != "mortal"]
    assert int(rules.dragon_colours) == sum(1 << i for i in wanted)


def test_a_legendary_deck_in_single_stakes():
    dragons = ["copper (GW)" if colour == "copper" else colour for colour in TEN]
    design = LEGENDARY.design(deck={"dragons": dragons, "legendary_deck": True})  # GW R-21
    assert (design.rules.legendary_deck, design.rules.n_picked) == (1, 4)
    chosen = LEGENDARY.design(deck="legendary-dragons-only", rules={"legendary_in_deck": 7})
    assert chosen.rules.n_picked == 7


WRONG = [
    (GIANTS_WAR, "frist-game", "did you mean 'first-game'"),
    (GIANTS_WAR, "borrowed", "is for legendary; giants-war has first-game"),
    (LEGENDARY, "red", "is for giants-war; legendary has legendary, legendary-dragons-only"),
    (GIANTS_WAR, 5, "must be a name, a FILE.toml or a table"),
    (GIANTS_WAR, "gone.toml", r"deck file 'gone\.toml' does not exist"),
    (GIANTS_WAR, {"dragon": FIRST}, "unknown key 'dragon'; did you mean 'dragons'"),
    (GIANTS_WAR, {"dragons": "black"}, "must be a list of names in quotes"),
    (GIANTS_WAR, {"legendary_deck": 1}, "must be true or false"),
    (GIANTS_WAR, {"text": 1}, "must be text in quotes"),
    (GIANTS_WAR, {"base": "druid-party"}, "did you mean 'druids-party'"),
    (
        GIANTS_WAR,
        {"dragons": FIRST[:5]},
        r"2 good \(brass, copper \(GW\)\).*needs 3 good and 3 evil",
    ),
    (GIANTS_WAR, {"dragons": [*FIRST, "red"]}, "4 evil .*needs 3 good and 3 evil"),
    (LEGENDARY, {"dragons": TEN[:9]}, "needs 5 good and 5 evil"),
    (GIANTS_WAR, {"dragons": ["blak", *FIRST[1:]]}, "unknown colour 'blak'; did you mean 'black'"),
    (GIANTS_WAR, {"dragons": ["fire", *FIRST[1:]]}, "'fire' is a giant; list it under giants"),
    (GIANTS_WAR, {"dragons": ["green", *FIRST[1:]]}, "names 'green' twice"),
    (GIANTS_WAR, {"dragons": [*FIRST[:5], "copper"]}, 'add mixed = \\["copper"\\]'),
    (GIANTS_WAR, {"giants": ["ettin"]}, "giants has 0 good; 1 evil"),
    (LEGENDARY, {"giants": ["fire"]}, "has one stakes and no giants; leave it out"),
    (LEGENDARY, {"dragons": [*TEN[:8], "gold (GW)", "silver"]}, "legendary-dragons-only"),
    (LEGENDARY, {"mixed": ["copper"]}, "legendary_deck = true"),
    (GIANTS_WAR, {"mixed": ["gold"]}, "'gold' is not among the deck's colours; add it"),
    (GIANTS_WAR, {"mixed": ["black"]}, "no second version; known: copper, gold"),
    (GIANTS_WAR, {"legendary": ["The Theif"]}, "did you mean 'The Thief'"),
    (GIANTS_WAR, {"legendary": ["Black Dragon"]}, "its colour stands under dragons or giants"),
    (GIANTS_WAR, {"legendary": ["The Thief"]}, "set legendary_in_deck = 1 or less"),
    (LEGENDARY, {"add": ["Surtur"]}, "may borrow The Emperor, Io, Shadow Invader, Iallanis"),
    (GIANTS_WAR, {"in_main": ["The Theif"]}, "did you mean 'The Thief'"),
    (GIANTS_WAR, {"in_main": ["Io"], "remove": ["Io"]}, "no Legendary card of this deck"),
    (GIANTS_WAR, {"remove": ["Black Dragon 4"]}, "no card 'Black Dragon 4' in this deck"),
    (GIANTS_WAR, {"remove": ["White Dragon"]}, "no card 'White Dragon' in this deck"),
    (GIANTS_WAR, {"remove": ["The Thief 7"]}, "did you mean 'The Thief'"),
]


@pytest.mark.parametrize(("game", "deck", "told"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_deck_is_told_with_its_remedy(game, deck, told):
    with pytest.raises(Problem, match=told):
        game.design(deck=deck)


def test_a_wrong_file_is_named_with_its_line(deck_file):
    with pytest.raises(Problem, match=r"mine\.toml: is not valid TOML: .* line 2"):
        GIANTS_WAR.design(deck=deck_file('dragons = ["black"]\ngiants = [fire]'))
    with pytest.raises(
        Problem, match=r"mine\.toml: is not valid TOML: .* line 3, the end of the file"
    ):
        GIANTS_WAR.design(deck=deck_file('dragons = [\n"black",\n"red"'))
    with pytest.raises(Problem, match=r"mine\.toml: unknown key 'dragon'; did you mean 'dragons'"):
        GIANTS_WAR.design(deck=deck_file('dragon = ["black"]'))


def test_too_many_forced():
    deck = {"in_main": ["The Thief", "The Druid"]}
    with pytest.raises(Problem, match="set legendary_in_deck = 2 or more"):
        GIANTS_WAR.design(deck=deck, rules={"legendary_in_deck": 1})


def test_too_small_a_deck():
    with pytest.raises(
        Problem, match=r"the main deck has 90 cards, too few to deal: 6 players .* need 96"
    ):
        GIANTS_WAR.design(6, rules={"hand_size": 15, "hand_limit": 15})
    with pytest.raises(Problem, match="too few to deal"):
        LEGENDARY.design(6, deck={"remove": [f"{x.title()} Dragon" for x in TEN]})


@pytest.mark.parametrize("players", [1, 7, 2.5, True, "4"])
def test_players(players):
    with pytest.raises(Problem, match="2 to 6"):
        GIANTS_WAR.design(players)
