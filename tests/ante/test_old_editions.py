"""The editions of 2005 and 2010: their cards, what is assumed of them, how they mix."""

import csv
import tomllib
from pathlib import Path

import pytest

import engine
from engine.ante.cards import DATA
from engine.core.problem import Problem

ORIGINAL, GAMBIT = engine.load("original"), engine.load("emperors-gambit")
FACTS = list(
    csv.DictReader((Path(__file__).parent / "printed-cards-2005.csv").read_text().splitlines())
)


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["title"])
def test_the_printed_cards_of_2005(fact):
    info = {card.title: card for card in ORIGINAL.cards()}[fact["title"]]
    assert [str(s) for s in info.strengths] == fact["strengths"].split()
    assert (info.kind, info.alignment) == (fact["kind"], fact["alignment"])
    assert info.assumed == ""


def test_both_decks_have_seventy_cards():
    for game in (ORIGINAL, GAMBIT):
        design = game.design(4)
        assert len(game.cards()) >= 20
        assert int(design.rules.n_cards) == 70
        assert int(design.rules.n_main + design.rules.n_picked) == 70


def test_assumed_strengths_are_told_until_they_are_filled_in():
    design = GAMBIT.design(2)
    assert len(design.assumed) == 1
    assert "strengths assumed" in design.assumed[0]
    assert "Brown Dragon" in design.assumed[0]
    assert design.as_dict()["assumed"] == design.assumed
    assert all(card.assumed for card in GAMBIT.cards() if card.set == "emperors-gambit")
    brown = {"cards": {"Brown Dragon": {"strengths": [1, 2, 3, 5, 7, 9]}}}
    known = GAMBIT.design(2, rules=brown)
    assert "Brown Dragon" not in known.assumed[0]
    again = GAMBIT.design(2, rules=known.as_dict()["rules"])
    assert again.as_dict() == known.as_dict()


def test_the_table_to_fill_in_names_every_title_and_makes_all_known():
    table = tomllib.loads((DATA / "emperors-gambit-strengths.toml").read_text())
    titles = {card.title for card in GAMBIT.cards() if card.set == "emperors-gambit"}
    assert set(table["cards"]) == titles
    assert GAMBIT.design(3, rules=table).assumed == []


def test_no_other_game_assumes_card_data():
    for name in ("giants-war", "legendary", "original"):
        assert "assumed" not in engine.load(name).design(3).as_dict()


def test_editions_mix_colour_by_colour():
    design = GAMBIT.design(4, deck="mixed-editions")
    assert "Black Dragon 3" in design.names
    assert "Brown Dragon 3" in design.names
    assert "Black" not in design.assumed[0]
    one = GAMBIT.design(4, deck={"add": ["The Fool"], "dragons": ["black (original)", *OTHERS]})
    assert "The Fool" in one.names
    with pytest.raises(Problem, match="needs 5 good and 5 evil"):
        GAMBIT.design(4, deck={"dragons": ["brass", *OTHERS]})


OTHERS = ["brown", "gray", "shadow", "purple", "iron", "mercury", "steel", "gold", "silver"]


def test_readings():
    iron = {"cards": {"Iron Dragon": {"reading": "into-the-ante"}}}
    design = GAMBIT.design(2, rules=iron)
    assert design.info("Iron Dragon").power == "Put an evil dragon of your hand into the ante."
    assert design.as_dict()["rules"]["cards"] == {"Iron Dragon": {"reading": "into-the-ante"}}
    again = GAMBIT.design(2, rules=design.as_dict()["rules"])
    assert again.as_dict() == design.as_dict()
    plain = {"cards": {"Iron Dragon": {"reading": "default"}}}
    assert GAMBIT.design(2, rules=plain).as_dict() == GAMBIT.design(2).as_dict()
    for wrong, told in (
        ({"Iron Dragon": {"reading": "upside-down"}}, "must be default or into-the-ante"),
        ({"Brown Dragon": {"reading": "other"}}, "the sources of 'Brown Dragon' agree"),
    ):
        with pytest.raises(Problem, match=told):
            GAMBIT.design(2, rules={"cards": wrong})


def test_debts_are_told_in_positions():
    seat = {"hoard": 0, "debts": [{"to": 1, "gold": 3}, {"to": 2, "gold": 2}]}
    design = ORIGINAL.design(3)
    state = design.place({"round": 1, "seats": [seat, {}, {}]}, 1)
    assert design.read(state, "seats.0.debt") == 5
    for wrong, told in (
        ({"hoard": 0, "debts": [{"to": 0, "gold": 3}]}, "seat 0 cannot owe to itself"),
        ({"hoard": 0, "debts": [{"to": 1}]}, "to = SEAT, gold = N"),
        ({"hoard": 4, "debts": [{"to": 1, "gold": 3}]}, "give `hoard = 0`"),
    ):
        with pytest.raises(Problem, match=told):
            design.place({"round": 1, "seats": [wrong, {}, {}]}, 1)
    legendary = engine.load("legendary").design(3)
    with pytest.raises(Problem, match="nobody owes here"):
        legendary.place({"round": 1, "seats": [seat, {}, {}]}, 1)
