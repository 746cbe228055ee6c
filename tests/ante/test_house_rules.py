"""House rules: printed defaults, ranges, figures that contradict each other, and card overrides."""

import pytest

import engine
from engine.ante import codes as c
from engine.core.problem import Problem

GIANTS_WAR, LEGENDARY = engine.load("giants-war"), engine.load("legendary")
ORIGINAL, GAMBIT = engine.load("original"), engine.load("emperors-gambit")

# key: as printed in giants-war, legendary, original, emperors-gambit
PRINTED = {
    "starting_gold": ("10x", "10x", 50, "10x"),
    "hand_size": (7, 6, 6, 6),
    "hand_limit": (10, 10, 10, 10),
    "fill_to": (5, 4, 4, 4),
    "buy_at": (1, 1, 1, 1),
    "buy_price": ("own-strongest", "random-card", "random-card", "random-card"),
    "draw_between": (2, 2, 2, 2),
    "legendary_in_deck": (6, 10, 10, 10),
    "scorings_after_shuffle": (3, 0, 0, 0),
    "rounds": (3, 3, 3, 3),
    "tie": ("stays", "extra-round", "extra-round", "one-extra-round"),
    "flight_ante_cards": (2, 2, "any", 3),
    "flight_cards": ("any", "any", "dragons", "dragons"),
    "shortfall": ("hole", "hole", "debt", "debt"),
    "winner_debts": ("stand", "stand", "stand", "cancelled"),
    "ante_effects": ("on", "on", "on", "on"),
    "bonus_to": ("flight", "flight", "flight", "flight"),
    "colour_flight_pays": ("second-strongest",) * 4,
    "watch": ([], [], [], []),
}


def test_printed_defaults_and_sources():
    for i, game in enumerate((GIANTS_WAR, LEGENDARY, ORIGINAL, GAMBIT)):
        rules = {rule.key: rule for rule in game.house_rules()}
        assert {key: rules[key].default for key in PRINTED} == {k: v[i] for k, v in PRINTED.items()}
        overrides = {
            f'cards."TITLE".{key}'
            for key in ("strengths", "alignment", "power", "remove", "reading")
        }
        assert set(rules) == set(PRINTED) | overrides
        for rule in rules.values():
            assert rule.text
            assert rule.values
            assert rule.source.startswith(("GW ", "LE ", "OR", "original", "EG", "no rule"))


def test_the_printed_record():
    rules = GIANTS_WAR.design(3).rules
    assert (rules.seats, rules.two_stakes, rules.starting_gold) == (3, 1, 30)
    assert (rules.hand_size, rules.hand_limit, rules.fill_to, rules.buy_at) == (7, 10, 5, 1)
    assert (rules.buy_random, rules.draw_between, rules.scorings, rules.rounds) == (0, 2, 3, 3)
    assert (rules.tie_extra, rules.bonus_giants, rules.wyrm_dragon, rules.colour_pays) == (
        0,
        0,
        1,
        1,
    )
    rules = LEGENDARY.design(5).rules
    assert (rules.seats, rules.two_stakes, rules.starting_gold) == (5, 0, 50)
    assert (rules.hand_size, rules.hand_limit, rules.fill_to, rules.buy_at) == (6, 10, 4, 1)
    assert (rules.buy_random, rules.draw_between, rules.scorings, rules.rounds) == (1, 2, 0, 3)
    assert (rules.tie_extra, rules.bonus_giants, rules.wyrm_dragon, rules.colour_pays) == (
        12,
        0,
        0,
        1,
    )


CHANGED = [
    ("starting_gold", 40, "starting_gold", 40),
    ("starting_gold", "40", "starting_gold", 40),
    ("starting_gold", "5x", "starting_gold", 20),
    ("hand_size", 9, "hand_size", 9),
    ("hand_limit", 20, "hand_limit", 20),
    ("fill_to", 2, "fill_to", 2),
    ("buy_at", 0, "buy_at", 0),
    ("buy_price", "random-card", "buy_random", 1),
    ("draw_between", 0, "draw_between", 0),
    ("legendary_in_deck", 0, "n_picked", 0),
    ("legendary_in_deck", 53, "n_picked", 53),
    ("scorings_after_shuffle", 0, "scorings", 0),
    ("rounds", 6, "rounds", 6),
    ("tie", "extra-round", "tie_extra", 12),
    ("bonus_to", "giants", "bonus_giants", 1),
    ("colour_flight_pays", "strongest", "colour_pays", 0),
    ("colour_flight_pays", "weakest", "colour_pays", 2),
]


@pytest.mark.parametrize(("key", "value", "field", "number"), CHANGED)
def test_a_changed_figure_reaches_the_record_and_the_design(key, value, field, number):
    design = GIANTS_WAR.design(rules={key: value})
    assert getattr(design.rules, field) == number
    told = design.as_dict()["rules"][key]
    assert told == (number if field in ("starting_gold", key) else value)


WRONG = [
    ({"hand_limt": 10}, "unknown rule 'hand_limt'; did you mean 'hand_limit'"),
    ({"hand_limit": 21}, r"rule hand_limit = 21: must be 3 to 20 \(printed: 10\)"),
    ({"hand_limit": 2}, "must be 3 to 20"),
    ({"hand_limit": "many"}, "rule hand_limit = 'many': must be 3 to 20"),
    ({"hand_limit": 10.5}, "must be 3 to 20"),
    ({"rounds": True}, "must be 1 to 6"),
    ({"rounds": 7}, "must be 1 to 6"),
    ({"starting_gold": 0}, r'must be 1 to 1000, or "Nx"'),
    ({"starting_gold": "x10"}, r'must be 1 to 1000, or "Nx"'),
    ({"starting_gold": "500x"}, "2000 gold for 4 players; 1000 at most"),
    ({"tie": "split"}, 'must be "stays", "extra-round" or "one-extra-round"'),
    ({"buy_price": 3}, 'must be "own-strongest" or "random-card"'),
    ({"scorings_after_shuffle": -1}, "must be 0 to 20"),
    ({"legendary_in_deck": 54}, "set legendary_in_deck = 53 or less"),
    ({"hand_size": 12}, "must not be more than hand_limit = 10; change hand_limit"),
    ({"hand_limit": 6}, "hand_size = 7 must not be more than hand_limit = 6; change hand_size"),
    ({"fill_to": 11}, "must not be more than hand_limit = 10"),
    ({"buy_at": 5}, "must be less than fill_to = 5; change fill_to"),
    ({"cards": 3}, "must be tables"),
    ({"cards": {"Whit Dragon": {"remove": True}}}, "did you mean 'White Dragon'"),
    ({"cards": {"White Dragon": 3}}, "with KEY strengths, alignment, power, remove or reading"),
    ({"cards": {"White Dragon": {"strenghts": [1]}}}, "did you mean 'strengths'"),
    ({"cards": {"White Dragon": {"strengths": []}}}, "a list of 1 to 40 strengths from 1 to 60"),
    ({"cards": {"White Dragon": {"strengths": [61]}}}, r"printed: \[1, 2, 3, 4, 5, 6, 8\]"),
    ({"cards": {"White Dragon": {"strengths": 5}}}, "a list of 1 to 40 strengths"),
    ({"cards": {"White Dragon": {"alignment": "bad"}}}, r"good, evil or neutral \(printed: evil\)"),
    ({"cards": {"White Dragon": {"remove": "yes"}}}, "must be true or false"),
    (
        {"cards": {"White Dragon": {"power": [1, 2]}}},
        r"the power of 'White Dragon' has the figures \[2\]",
    ),
    ({"cards": {"White Dragon": {"power": "steal 2"}}}, "or rows of a card file"),
    ({"cards": {"White Dragon": {"power": -2}}}, "a number from 0 to 99"),
    ({"cards": {"White Dragon": {"power": 2.5}}}, "a number from 0 to 99"),
    ({"cards": {"White Dragon": {"power": [2, 100]}}}, "a list of such numbers"),
    ({"cards": {"The Druid": {"power": 2}}}, "has no figures to change; give rows of a card file"),
    ({"cards": {"White Dragon": {"power": [{"effect": "stael"}]}}}, "row 1, key 'effect'.*'steal'"),
    ({"cards": {"White Dragon": {"power": [{"amout": 2}]}}}, "row 1"),
    ({"cards.White Dragon.remove": True}, r'write cards\."TITLE"\.strengths'),
    ({'cards."White Dragon"': True}, r'write cards\."TITLE"\.KEY'),
    ({"watch": ["The Preist"]}, "rule watch: unknown card 'The Preist'; did you mean 'The Priest'"),
    ({"watch": 3}, "rule watch = 3: must be a list of up to 4 titles of the deck"),
    ({"watch": ["The Priest", 4]}, "must be a list of up to 4 titles"),
    ({"watch": ["The Priest", "The Priest"]}, "rule watch names 'The Priest' twice"),
    ({"watch": ["Red Dragon"]}, "'Red Dragon' is not in this deck; its colours are black, green"),
    ({"watch": ["The Priest"], "cards": {"The Priest": {"remove": True}}}, "is not in this deck"),
    ({"watch": ["Io", "Thrym", "Surtur", "The Fool", "The Thief"]}, "names 5 titles; 4 at most"),
]


@pytest.mark.parametrize(("rules", "told"), WRONG, ids=lambda value: str(value)[:60])
def test_a_wrong_rule_is_told_with_what_is_allowed(rules, told):
    with pytest.raises(Problem, match=told):
        GIANTS_WAR.design(rules=rules)


def test_rules_must_be_a_table():
    with pytest.raises(Problem, match="must be a table of keys and values"):
        GIANTS_WAR.design(rules=["hand_limit"])


# --- cards ----------------------------------------------------------------------------------------


def first_row(design, name):
    return design.rules.rows[design.rules.cards[design.card(name)].first]


def test_black_steals_two():
    design = GIANTS_WAR.design(rules={"cards": {"Black Dragon": {"power": 2}}})
    row = first_row(design, "Black Dragon 1")
    assert (row.effect, row.amount) == (c.STEAL, 2)
    assert "house rule" in design.info("Black Dragon").power
    rows = [{"effect": "steal", "amount": 2}]
    assert design.as_dict()["rules"]["cards"] == {"Black Dragon": {"power": rows}}


def test_figures_of_several_rows():
    design = GIANTS_WAR.design(rules={"cards": {"Ettin": {"power": [7, 2]}}})
    row = design.rules.cards[design.card("Ettin 1")].first
    assert [design.rules.rows[row + i].amount for i in range(2)] == [7, 2]


def test_a_power_of_new_rows():
    rows = [{"effect": "draw", "who": "each-player", "with": "evil dragon", "amount": 2}]
    design = GIANTS_WAR.design(rules={"cards": {"Black Dragon": {"power": rows}}})
    row = first_row(design, "Black Dragon 9")
    assert (row.effect, row.whom, row.amount) == (c.DRAW, c.EACH_PLAYER, 2)
    nothing = GIANTS_WAR.design(rules={"cards": {"Black Dragon": {"power": []}}})
    card = nothing.rules.cards[nothing.card("Black Dragon 9")]
    assert card.first == card.end


def test_strengths_make_their_names_valid():
    rules = {"cards": {"Black Dragon": {"strengths": [12, 4, 4]}, "The Thief": {"strengths": [9]}}}
    design = GIANTS_WAR.design(rules=rules)
    assert design.rules.n_main == 80
    assert len(design.copies("Black Dragon 4")) == 2
    assert design.rules.cards[design.card("Black Dragon 12")].strength == 12
    assert design.rules.cards[design.card("The Thief")].strength == 9
    with pytest.raises(Problem, match="there is no card 'Black Dragon 9'"):
        design.card("Black Dragon 9")


def test_alignment_counts_in_play_but_not_for_the_balance_of_the_deck():
    design = GIANTS_WAR.design(rules={"cards": {"Black Dragon": {"alignment": "good"}}})
    props = design.rules.cards[design.card("Black Dragon 1")].props
    assert props & (c.GOOD | c.EVIL) == c.GOOD


def test_removed_titles():
    rules = {"cards": {"Black Dragon": {"remove": True}, "The Thief": {"remove": True}}}
    design = GIANTS_WAR.design(rules=rules)
    assert (design.rules.n_main, design.rules.n_pool) == (77, 52)
    assert GIANTS_WAR.design(rules={"cards": {"The Thief": {"remove": False}}}).rules.n_pool == 53


def test_an_override_of_a_title_that_the_deck_lacks_changes_nothing():
    rules = {"cards": {"Red Dragon": {"strengths": [1]}}}
    assert GIANTS_WAR.design(rules=rules).as_dict() == GIANTS_WAR.design().as_dict()
    with pytest.raises(Problem, match="legendary has no card 'Ettin'"):
        LEGENDARY.design(rules={"cards": {"Ettin": {"strengths": [1]}}})


def test_dotted_keys():
    dotted = {
        'cards."Black Dragon".power': 2,
        'cards."Black Dragon".strengths': [1, 2],
        "rounds": 4,
    }
    nested = {"cards": {"Black Dragon": {"power": 2, "strengths": [1, 2]}}, "rounds": 4}
    assert GIANTS_WAR.design(rules=dotted).as_dict() == GIANTS_WAR.design(rules=nested).as_dict()
