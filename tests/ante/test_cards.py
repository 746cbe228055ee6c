"""The shipped cards against a list of facts of its own, their powers as rows, and house cards."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.ante import codes as c
from engine.ante import words
from engine.ante.cards import Card, catalogue
from engine.ante.program import At, Compiler
from engine.core.problem import Problem

GIANTS_WAR, LEGENDARY = engine.load("giants-war"), engine.load("legendary")
CARDS = catalogue().cards
FACTS_FILE = Path(__file__).parent / "printed-cards.csv"
FACTS = list(csv.DictReader(FACTS_FILE.read_text(encoding="utf-8").splitlines()))
COLOURS = dict.fromkeys(colour for card in CARDS.values() for colour in card.colours)
ALL_COLOURS = {colour: i for i, colour in enumerate(COLOURS)}

PINK = """
[[card]]
title = "Pink Dragon"
kind = "dragon"
alignment = "good"
colours = ["pink"]
strengths = [1, 2, 3, 4, 5, 6, 7]
"""


def rows_of(design, title):
    """The rows of a title's power, as records."""
    name = title if title in design.names else next(n for n in design.names if n.startswith(title))
    card = design.rules.cards[design.card(name)]
    return [design.rules.rows[i] for i in range(card.first, card.end)]


def need(*colours, props=0):
    return props | sum(1 << (c.COLOUR_BIT + i) for i in colours)


@pytest.fixture
def card_file(tmp_path):
    """Write a card file; its path as text."""

    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# --- facts ----------------------------------------------------------------------------------------


def test_every_title_is_there_and_no_other():
    assert [fact["title"] for fact in FACTS] == list(CARDS)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["title"])
def test_facts_are_as_printed(fact):
    card = CARDS[fact["title"]]
    kind = fact["kind"].split()
    assert card.set == fact["set"]
    assert card.kind == kind[-1]
    assert card.special == (kind[0] != "standard")
    assert (card.alignment or "none") == fact["alignment"]
    assert card.colours == fact["colours"].split()
    assert card.god == bool(fact["god"])
    assert card.strengths == [int(s) for s in fact["strengths"].split()]


def copies(**wanted):
    """Cards (not titles) that agree with every given property."""
    return sum(
        len(card.strengths)
        for card in CARDS.values()
        if all(getattr(card, key) == value for key, value in wanted.items())
    )


def test_the_counts_of_the_boxes():
    le = {"set": "legendary-edition"}
    assert copies(**le, kind="dragon", special=False) == 70
    assert copies(**le, kind="dragon", special=True) == 15
    assert copies(**le, kind="mortal") == 15
    gw = {"set": "giants-war"}  # GW S17
    assert copies(**gw, kind="dragon", special=False) == 21
    assert copies(**gw, kind="dragon", special=True) == 2
    assert copies(**gw, kind="giant", special=False) == 56
    assert copies(**gw, kind="giant", special=True) == 19
    assert copies(**gw, kind="mortal") == 2
    assert copies(**gw) == copies(**le) == 100


@pytest.mark.parametrize("title", CARDS)
def test_every_title_is_told_with_its_source(title):
    card = CARDS[title]
    assert card.text
    assert card.source.startswith("GW C" if card.set == "giants-war" else f"LE {title}")
    assert all(ruling.startswith(("GW ", "LE ")) for ruling in card.rulings)
    god = card.always.model_fields_set or (card.god and card.colours)
    assert bool(card.god_text) == bool(god)


def test_card_infos_of_the_games():
    infos = {info.title: info for info in GIANTS_WAR.cards()}
    assert len(infos) == 74
    assert infos["The Ordning"].strengths == (2, 5, 7, 8, 9, 11, 12)
    assert infos["The Thief"].alignment == "none"
    assert "cannot win" in infos["Io"].god
    single = {info.title for info in LEGENDARY.cards()}
    borrowed = {"Shadow Dragon", "Copper Dragon (GW)", "Gold Dragon (GW)", "Io", "Shadow Invader"}
    assert {t for t in single if CARDS[t].set == "giants-war"} == borrowed | {
        "Iallanis",
        "The Emperor",
    }


# --- powers as rows -------------------------------------------------------------------------------


@pytest.mark.parametrize("title", CARDS)
def test_every_power_compiles(title):
    card = CARDS[title]
    compiler = Compiler(ALL_COLOURS)
    first, end = compiler.program(card.power, At(card.file, title))
    assert end - first == len(card.power)
    for i, row in enumerate(compiler.rows):
        assert row["block_end"] > i
        assert row["effect"] == words.EFFECTS[card.power[i].effect]


def test_red_dragon():
    pay, take = rows_of(GIANTS_WAR.design(deck="red"), "Red Dragon 2")
    assert (pay.effect, pay.whom, pay.role, pay.goes_to, pay.amount) == (
        c.PAY, c.STRONGEST, c.ROLE_WHO, c.PLAYER, 1,
    )  # fmt: skip
    assert (take.effect, take.whom, take.role, take.same) == (c.TAKE_RANDOM, c.SAME, c.ROLE_FROM, 1)
    assert take.source == c.PLAYER
    assert pay.block_end == take.block_end  # one block


def test_ettin():
    pay, gift = rows_of(GIANTS_WAR.design(), "Ettin 1")
    assert (pay.whom, pay.role, pay.amount) == (c.LEFT_OR_RIGHT, c.ROLE_WHO, 5)
    assert (gift.whom, gift.role, gift.amount, gift.same) == (c.OTHER_SIDE, c.ROLE_TO, 1, 0)
    assert gift.block_end == pay.block_end + 1
    assert pay.giant == gift.giant == 1


def test_stone_giant():
    design = GIANTS_WAR.design()
    offer, same, alone = rows_of(design, "Stone Giant 1")
    assert (offer.whom, offer.may, offer.amount) == (c.FIRST_WILLING, 1, 6)
    assert (same.effect, same.whom, same.source) == (c.DRAW, c.SAME, c.DECK)
    assert offer.block_end == same.block_end == alone.block_end - 1
    assert (alone.whom, alone.source) == (c.ME, c.LEGENDARY_DECK)
    assert (alone.condition, alone.cond_count) == (2, c.COUNT_PAID)


def test_gold_of_giants_war():
    either, main = rows_of(GIANTS_WAR.design(deck="mixed-gold"), "Gold Dragon (GW)")
    assert (either.source, either.condition) == (c.EITHER_DECK, 1)
    assert (main.source, main.condition) == (c.DECK, 2)
    assert either.cond_count == main.cond_count == c.OPPONENTS_WITH
    assert either.cond_relation == c.MY_STAKES


def test_counts_filters_and_marks():
    design = GIANTS_WAR.design()
    rules, fire = design.rules, design.colours.index("fire")
    row = rows_of(design, "Fire Giant 1")[0]
    assert (row.per, row.per_place, row.plus) == (c.CARDS, c.FLIGHTS_AND_ANTE, 0)
    assert rules.filters[row.per_filter].need == need(fire)
    assert rows_of(design, "Fire Giant Engineer")[0].plus == 1
    row = rows_of(design, "Brass Dragon 1")[0]
    wanted = rules.filters[row.card_filter]
    assert (wanted.need, wanted.compare, wanted.other) == (c.GOOD | c.DRAGON, 1, 0)
    assert rules.filters[rows_of(design, "Bronze Warlord")[0].card_filter].weakest == 1
    assert rules.filters[rows_of(design, "Copper Trickster")[0].card_filter].other == 1
    row = rows_of(design, "Bahamut")[0]
    assert [rules.filters[i].need for i in row.with_filter] == [
        c.GOOD | c.DRAGON,
        c.EVIL | c.DRAGON,
    ]
    row = rows_of(design, "Othea")[0]
    assert (row.effect, row.whom, row.role) == (c.PASS, c.EACH_OPPONENT, c.ROLE_WHO)
    row = rows_of(design, "Io")[0]
    assert (row.goes_to, row.per, row.whom) == (c.DRAGON_STAKES, c.PLAYERS, c.EACH_PLAYER)
    row = rows_of(design, "Grolantor")[1]
    assert (row.effect, row.source, row.per) == (c.STEAL, c.DRAGON_STAKES, c.THAT_STRENGTH)
    row = rows_of(design, "The Kobold")[0]
    assert (row.source, row.amount) == (c.HAND, c.ANY)
    choose, each_pays, _ = rows_of(design, "Blue Overlord")
    assert tuple(choose.between) == (c.W_EACH_PAYS, c.W_EACH_ADDS)
    assert (choose.when, each_pays.when) == (c.NONE, c.W_EACH_PAYS)
    assert rules.filters[0].need == 0  # what a row without `card` asks for


def test_gods():
    design = GIANTS_WAR.design()
    rules = design.rules

    def god(name):
        return rules.cards[design.card(name)]

    assert rules.filters[god("Io").bar].need == c.MORTAL
    assert rules.filters[god("Vaprak the Destroyer").bar].need == c.DRAGON
    assert rules.filters[god("Tiamat").bar].need == c.GOOD | c.DRAGON
    assert god("The Thief").bar == c.NONE
    assert god("Tiamat").first == god("Tiamat").end
    entry = god("Iallanis")
    assert entry.entry_end - entry.entry_first == 1
    assert rules.rows[entry.entry_first].whom == c.EACH_PLAYER
    hook = god("Diancastra")
    assert rules.rows[hook.hook_first].source == c.LEGENDARY_DECK
    hiatea = god("Hiatea the Huntress")
    assert hiatea.props & (c.GIANT | c.MORTAL) == c.GIANT | c.MORTAL
    assert hiatea.fights == c.GIANTS
    assert hiatea.props >> c.COLOUR_BIT == 1 << int(rules.mortal_colour)
    assert [g for g in design.titles if god_of(design, g)] == [
        t for t in design.titles if CARDS[t].god
    ]


def god_of(design, title):
    """Whether the first card of a title has the god bit."""
    titles = design.rules.cards["title"][: design.rules.n_cards]
    first = int(np.flatnonzero(titles == design.titles.index(title))[0])
    return bool(design.rules.cards[first].props & c.GOD)


def test_sides_and_properties():
    both = GIANTS_WAR.design()
    assert both.rules.cards[both.card("Black Dragon 1")].fights == c.DRAGONS
    assert both.rules.cards[both.card("Ettin 1")].fights == c.GIANTS
    assert both.rules.cards[both.card("The Thief")].fights == c.DECLARED
    single = LEGENDARY.design(deck="borrowed")
    assert set(single.rules.cards["fights"][: single.rules.n_cards]) == {c.DRAGONS}
    for design in (both, single):
        props = design.rules.cards["props"]
        specials = [i for i in range(design.rules.n_cards) if props[i] & c.LEGENDARY]
        assert {design.names[i] for i in specials} == set(design.as_dict()["deck"]["legendary"])


def test_programs_of_no_card():
    rules = GIANTS_WAR.design(rules={"flight_ante_cards": 3}).rules
    assert rules.rows[rules.declare_row].effect == c.DECLARE
    reward = [rules.rows[i] for i in range(rules.colour_first, rules.colour_end)]
    assert [(r.effect, r.whom, r.per) for r in reward] == [
        (c.PAY, c.EACH_OPPONENT, c.THAT_STRENGTH)
    ]
    reward = [rules.rows[i] for i in range(rules.strength_first, rules.strength_end)]
    assert [(r.effect, r.amount) for r in reward] == [(c.STEAL, 1), (c.TAKE, 3)]


# --- house cards ----------------------------------------------------------------------------------


def test_a_new_colour_and_a_new_legendary_title(card_file):
    path = card_file(
        PINK
        + """
power = [
  { effect = "pay", who = "each-opponent", with = "my-stakes", per = "evil in their-flight" },
  { effect = "draw", from = "legendary", amount = 1, unless = "paid" },
]
[[card]]
title = "The Bard"
kind = "mortal"
strengths = [4]
power = [
  { effect = "pay", who = "weakest-opponent", amount = 4, may = true },
  { effect = "take-random", from = "same" },
  { effect = "steal", amount = 2, if = "mortal in my-flight" },
]
"""
    )
    deck = {"dragons": ["black", "green", "shadow", "pink", "copper (GW)", "silver"]}
    design = GIANTS_WAR.design(deck=deck, cards=path)
    assert "pink" in design.colours
    assert design.rules.cards[design.card("Pink Dragon 7")].strength == 7
    assert len(rows_of(design, "The Bard")) == 3
    assert design.rules.n_pool == 54
    assert design.info("The Bard").set == "house"


def test_a_house_card_replaces_a_shipped_one_and_stays_in_its_set(card_file):
    path = card_file(
        """
        [[card]]
        title = "Io"
        kind = "dragon"
        legendary = true
        alignment = "evil"
        strengths = [9]
        """
    )
    design = GIANTS_WAR.design(cards=path)
    card = design.rules.cards[design.card("Io (GW)")]
    assert (card.strength, card.first, card.end, card.bar) == (9, 0, 0, c.NONE)
    assert card.props & (c.EVIL | c.GOD) == c.EVIL
    assert design.rules.n_pool == 53
    assert "Io" not in LEGENDARY.design(cards=path).names


def test_house_tables_without_a_file():
    tables = [{"title": "The Bard", "kind": "mortal", "strengths": [4, 6]}]
    design = LEGENDARY.design(cards=tables)
    assert design.card("The Bard 6") == design.card("The Bard 4") + 1
    assert design.rules.n_pool == 32


WRONG_FILES = {
    "": "there is no [[card]] table",
    "[[crad]]\ntitle = 'X'": "unknown key 'crad'",
    "[[card]]\nkind = 'dragon'": "card 1: the key 'title' is missing",
    "[[card]]\ntitle = 'X": "is not valid TOML: .* line 2",
    PINK + "strenght = [1]": "'Pink Dragon': unknown key 'strenght'; did you mean 'strengths'",
    PINK
    + "power = [{ effect = 'steal', amout = 2 }]": "row 1: unknown key .* did you mean 'amount'",
    PINK + "power = [{ effect = 'steal', amount = 100 }]": "amount = 100: must be less than .* 99",
    PINK + "power = [{ effect = 'steal', amount = true }]": "amount = True",
    PINK + "power = 3": "power = 3: must be a valid list",
    PINK + "always = { cannot-win = 'mortal' }": "did you mean 'cannot-win-with'",
    PINK + "always = { cannot-win-with = 'mortals' }": "did you mean 'mortal'",
    PINK + "always = { on-entry = [{ effect = 'drow' }] }": "on-entry row 1, key 'effect'.*'draw'",
    PINK + PINK: "stands there twice",
    PINK.replace('"pink"', '"black"'): "the colour 'black' of 'Black Dragon'; add a sign",
    PINK.replace('"pink"', '"Pink"'): "one word in small letters",
    PINK.replace('["pink"]', "[]"): "must name one colour",
    PINK.replace('"dragon"', '"drake"'): "kind = 'drake': must be 'dragon', 'giant' or 'mortal'",
    PINK.replace('"dragon"', '"mortal"'): "mortals have none",
    PINK.replace('alignment = "good"', ""): "alignment is missing",
    PINK.replace("Pink Dragon", "Pink 3"): "must not end in a number",
    PINK.replace("[1, 2, 3, 4, 5, 6, 7]", "[]"): "strengths = .*must not be empty",
    PINK.replace("[1, 2, 3, 4, 5, 6, 7]", "[61]"): "must be less than or equal to 60",
}


@pytest.mark.parametrize("text", WRONG_FILES)
def test_a_wrong_card_file_is_told_with_its_remedy(card_file, text):
    path = card_file(text)
    with pytest.raises(Problem, match=f"mine.toml.*{WRONG_FILES[text]}".replace("[[", r"\[\[")):
        GIANTS_WAR.design(cards=path)


PAY = 'effect = "pay", who = "each-opponent", '
WRONG_ROWS = {
    'effect = "stael"': "key 'effect': unknown word 'stael'; did you mean 'steal'",
    'effect = "pay", who = "each-oponent"': "key 'who'.*did you mean 'each-opponent'",
    'effect = "pay", amount = 2': "you would pay yourself",
    PAY + 'to = "stake"': "key 'to'.*did you mean 'stakes'",
    PAY + 'to = "left-opponent"': "names one other player",
    PAY + 'card = "god"': "key 'card': `pay` does not use it",
    PAY + 'may = true, amount = 50, per = "card in ante"': "above 1000",
    PAY + 'per = "card in my-hand"': "unknown place 'my-hand'.*my-flight",
    PAY + 'per = "drgon in ante"': "did you mean 'dragon'",
    PAY + 'per = "in ante"': "a filter needs a word",
    PAY + 'per = "plyer"': "did you mean 'player'",
    PAY + 'per = "opponent-with my-stake"': "did you mean 'my-stakes'",
    PAY + 'per = "colours-of dragon in ante"': "`my-flight` only",
    PAY + 'with = "hand-under"': "needs a number from 1 to 20",
    PAY + 'with = "my-stakes now"': "stands alone",
    PAY + 'with = ["my-stakes", "weaker-flight"]': "two relations",
    PAY + 'with = ["good", "evil", "god"]': "three filters",
    PAY + 'with = "that-stakes"': "needs a `choose-stakes` above",
    PAY + 'with = "hand-under 2", if = "opponent-with hand-under 3"': "holds one number N",
    'effect = "pay", who = "same"': "needs a row above",
    'effect = "pay", who = "other-side"': "needs a row above with `left-or-right`",
    PAY + 'when = "one"': "not offered by a `choose` above",
    PAY + 'if = "paid", unless = "paid"': "has one condition",
    'effect = "pay", who = "first-willing-opponent"': "needs a `pay` with `may = true`",
    'effect = "pass", who = "each-opponent", to = "me"': "goes to `their-left`",
    'effect = "draw", who = "their-left"': "only in the 'to' of a `pass`",
    PAY + 'to = "their-left"': "only in a `pass`",
    'effect = "draw", from = "ante"': "cannot take from 'ante'; known: deck, legendary,",
    'effect = "draw", amount = "any"': "needs a number here",
    'effect = "discard"': "key 'from': is missing",
    'effect = "discard", from = "hand", may = true': 'amount = "any" leaves it open',
    'effect = "discard", from = "ante", amount = 2': "must be 1 .*repeat the row",
    'effect = "discard", from = "ante", card = "this"': "takes a filter",
    'effect = "use", card = "discarded"': "needs a `discard` or `discard-random` above",
    'effect = "use", card = "dragon"': "goes with a filter",
    'effect = "trigger"': "`new` needs a `replace` or `swap` above",
    'effect = "trigger", card = "dragon"': "must be `new`",
    'effect = "replace", card = "this", from = "deck", may = true': "it is compulsory",
    'effect = "replace", card = "this", from = "each-opponent"': "are several players",
    'effect = "replace", card = "this", from = "revealed"': "needs a `reveal` above",
    'effect = "replace", card = "this", from = "deck", by = "dragon"': 'goes with `from = "hand"`',
    'effect = "choose", between = ["one"]': "two different words",
    'effect = "choose", between = ["one", "al"]': "did you mean 'all'",
    'effect = "this-gambit"': "key 'rule': is missing",
    'effect = "this-gambit", rule = "weakest-wins"': "did you mean 'weakest-flight-wins'",
    'effect = "look", amount = 2, keep = 3': "keep at most the amount",
    'effect = "reveal", amount = 11': "10 cards at most",
    'effect = "ante", from = "revealed"': 'must be "all"',
    'effect = "take", card = "weaker stronger"': "both stronger and weaker",
    'effect = "give-or-pay", who = "left-opponent", card = "weakest"': "only in the card of",
}


@pytest.mark.parametrize("row", WRONG_ROWS)
def test_a_wrong_row_is_told_with_file_title_row_and_key(card_file, row):
    path = card_file(f"{PINK}power = [{{ {row} }}]")
    with pytest.raises(Problem, match=f"mine.toml: 'Pink Dragon', power row 1.*{WRONG_ROWS[row]}"):
        GIANTS_WAR.design(cards=path)


def test_a_house_card_that_no_deck_uses_is_read_all_the_same(card_file):
    path = card_file(PINK + "power = [{ effect = 'stael' }]")
    with pytest.raises(Problem, match="did you mean 'steal'"):
        LEGENDARY.design(cards=[path])


def test_a_missing_card_file_is_named():
    with pytest.raises(Problem, match=r"card file 'gone\.toml' does not exist"):
        GIANTS_WAR.design(cards="gone.toml")


def test_too_many_cards(card_file):
    path = card_file(PINK.replace("[1, 2, 3, 4, 5, 6, 7]", str([1] * 40)))
    deck = {"dragons": ["black", "green", "shadow", "pink", "copper (GW)", "silver"]}
    many = {"cards": {"Black Dragon": {"strengths": [1] * 40}}}
    with pytest.raises(Problem, match="192 and 96 at most: remove some"):
        GIANTS_WAR.design(deck=deck, rules=many, cards=path)


# --- names ----------------------------------------------------------------------------------------


def test_names_of_cards():
    design = GIANTS_WAR.design(
        deck={"dragons": ["black", "green", "shadow", "brass", "copper", "gold (GW)"]}
    )
    for name, plain in {
        "Black Dragon 3": "Black Dragon 3",
        "Copper Dragon 5": "Copper Dragon 5",
        "Copper Dragon (LE) 5": "Copper Dragon 5",
        "Gold Dragon (GW) 8": "Gold Dragon (GW) 8",
        "Shadow Dragon (GW) 2": "Shadow Dragon 2",
        "The Thief": "The Thief",
        "The Thief (LE)": "The Thief",
        "Io (GW)": "Io",
        "The Emperor (GW)": "The Emperor",
    }.items():
        assert design.name(design.card(name)) == plain
    assert len(set(design.names)) == len(design.names) == design.rules.n_cards


WRONG_NAMES = {
    "Black Dragon": "needs its strength",
    "Black Dragon 4": "there is no card 'Black Dragon 4'; did you mean",
    "Blak Dragon 3": "did you mean 'Black Dragon 3'",
    "The Thief 7": "there is no card 'The Thief 7'; did you mean 'The Thief'",
    "Thief": "did you mean 'The Thief'",
    "Io (LE)": "did you mean 'Io'",
    "Copper Dragon 5": r"not in this deck; did you mean 'Copper Dragon \(GW\) 5'",
    "Copper Dragon 5 (GW)": r"did you mean 'Copper Dragon \(GW\) 5'",
    "Red Dragon 2": "not in this deck; its colours are black, green, shadow",
    "Metallic Wyrmling": "not in this deck; its Legendary cards leave it out",
    "": "unknown card ''",
}


@pytest.mark.parametrize("name", WRONG_NAMES)
def test_a_wrong_name_is_told_with_the_nearest_right_ones(name):
    design = GIANTS_WAR.design(deck={"remove": ["Metallic Wyrmling"]})
    with pytest.raises(Problem, match=WRONG_NAMES[name]):
        design.card(name)


def test_unknown_game():
    with pytest.raises(Problem, match="did you mean 'giants-war'"):
        engine.load("giant-war")
    assert list(engine.games())[:2] == ["giants-war", "legendary"]


def test_a_card_speaks_its_own_form():
    again = Card.model_validate(CARDS["Stone Giant"].play())
    assert again.power == CARDS["Stone Giant"].power


# --- the rule lines that the data cite -----------------------------------------------------------

RULES = Path(__file__).parents[2] / "docs" / "rules"
LINES = {
    "GW": re.findall(r"^- ([A-Z]-?\d+)\b", (RULES / "giants-war.md").read_text("utf-8"), re.M),
    "LE": re.findall(
        r"^- (?:\*\*([^*]+)\*\*|([A-Z]\d+)\.)",
        (RULES / "three-dragon-ante.md").read_text("utf-8"),
        re.M,
    ),
}
LINES["LE"] = [title or tag for title, tag in LINES["LE"]]


def cited(card):
    """(rulebook, line) of a card's source and rulings: "GW C3; LE Black Dragon" -> two."""
    for text in [*card.source.split("; "), *(r.partition(":")[0] for r in card.rulings)]:
        book, _, lines = text.partition(" ") if text[:3] in ("GW ", "LE ") else ("GW", "", text)
        for line in lines.replace(" to ", ", ").split(", "):
            yield book, line


@pytest.mark.parametrize("title", CARDS)
def test_every_cited_rule_line_exists(title):
    for book, line in cited(CARDS[title]):
        assert line in LINES[book]


def test_rulings_are_shown():
    infos = {info.title: info for info in GIANTS_WAR.cards()}
    assert "GW C8: with an empty hand still draw two (assumed)" in infos["Hill Giant"].rulings
