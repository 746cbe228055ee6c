"""House rules as they are typed."""

import pytest

from engine.core.problem import Problem
from experiments.house import house_rules, parse_rule


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("starting_gold=50", {"starting_gold": 50}),
        ("starting_gold = 10x", {"starting_gold": "10x"}),
        ("buy_price=own-strongest", {"buy_price": "own-strongest"}),
        ('buy_price="random-card"', {"buy_price": "random-card"}),
        (
            'cards."White Dragon".strengths=[1, 2]',
            {"cards": {"White Dragon": {"strengths": [1, 2]}}},
        ),
        ("cards.White Dragon.removed=true", {"cards": {"White Dragon": {"removed": True}}}),
        ('cards."St. George".removed=true', {"cards": {"St. George": {"removed": True}}}),
        ("note=a=b", {"note": "a=b"}),
        ("tie=", {"tie": ""}),
        ("tie=1\nrounds=2", {"tie": "1\nrounds=2"}),
    ],
)
def test_a_rule(typed, meant):
    assert parse_rule(typed) == meant


@pytest.mark.parametrize("typed", ["", "starting_gold", "=5", "cards..removed=true"])
def test_not_a_rule(typed):
    with pytest.raises(Problem, match="KEY=VALUE"):
        parse_rule(typed)


def test_typed_rules_win_over_the_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('rounds = 3\n[cards."White Dragon"]\nstrengths = [1]\nalignment = "good"\n')
    rules = house_rules(["rounds=4", "cards.White Dragon.strengths=[2]"], file)
    assert rules["rounds"] == 4
    assert rules["cards"]["White Dragon"] == {"strengths": [2], "alignment": "good"}
