"""What the pages list is complete: the vocabulary, the assumed rulings, keys of files, metrics."""

from __future__ import annotations

import ast
import re

from documents import ROOT

import engine
from engine import rules_text
from engine.ante import cards, codes, house, position, words
from engine.ante.game import SETTINGS
from engine.drachensachen import house as drachen_house
from engine.drachensachen import position as drachen_position
from engine.drachensachen import reading as drachen_reading
from engine.dragon_war.house import listed as dragon_war_rules
from engine.scenario_file import SCENARIO_KEYS, STEP_KEYS
from experiments import metrics

ENGINE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
ASSUMED = (ROOT / "docs" / "assumed.md").read_text(encoding="utf-8")
METRICS = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
IN_TICKS = set(re.findall(r"`([^`\n]+)`", ENGINE))


def test_every_effect_with_its_fields():
    for effect, fields in words.FIELDS.items():
        line = re.search(rf"^\| `{effect}` \| (.*?) ?\|", ENGINE, re.MULTILINE)
        assert line, effect
        assert tuple(line[1].split(", ") if line[1] else ()) == fields, effect


def test_every_word():
    vocabulary = [
        *(words.EFFECTS | words.RULES | words.SELECTORS | words.PLACES | words.GOES_TO),
        *(words.COUNTS | words.PROPERTIES | words.COMPARISONS | words.REFERENCES),
        *words.FILTER_WORDS,
        *words.PHRASES,
    ]
    shown = " ".join(IN_TICKS)
    missing = [word for word in vocabulary if word not in IN_TICKS and word not in shown]
    assert missing == []
    assert [r for r in words.RELATIONS if not any(t.startswith(r) for t in IN_TICKS)] == []


def test_every_card_key_is_told():
    always = [f.alias or name for name, f in cards.Always.model_fields.items()]
    assert [key for key in always if key not in ENGINE] == []


def test_every_assumed_line_is_listed():
    names = [name for name, text in rules_text.lines().items() if "assumed" in text]
    assert len(names) > 40
    told = re.findall(r"^\| ([^|]+) \|", ASSUMED, re.MULTILINE)
    listed: set[str] = set()
    for entry in told:
        tag = ""
        for name in entry.split(", "):
            tag = name.split()[0] if " " in name else tag
            listed.add(name if " " in name else f"{tag} {name}")
    assert [name for name in names if name not in listed] == []
    known = set(rules_text.known())
    assert [n for n in listed if n.startswith(("GW ", "LE ")) and n not in known] == []


def test_places_to_change_exist():
    """Functions, rules and cards that the list of assumed rulings names are there."""
    functions = set()
    for file in (ROOT / "engine").glob("*/*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        functions |= {f"{file.stem}.{n.name}" for n in tree.body if isinstance(n, ast.FunctionDef)}
    named = re.findall(r"`([a-z_]+\.[a-z_]+)`", ASSUMED)
    assert len(named) > 30
    assert [name for name in named if name != "module.function" and name not in functions] == []
    rules = re.findall(r"\*rule\* ((?:`\w+`(?:, )?)+)", ASSUMED)
    keys = {key for found in rules for key in re.findall(r"\w+", found)} - {"KEY"}
    assert keys <= {*house.figures(), *drachen_house.listed(), *dragon_war_rules()}
    titles = set(re.findall(r'\*card\* "([^"]+)"', ASSUMED)) - {"TITLE"}
    assert titles <= set(cards.catalogue().cards)
    assert hasattr(codes, "MAX_PUSHES")


def test_every_key_of_a_scenario():
    keys = (*SCENARIO_KEYS, *STEP_KEYS, *position.POSITION_KEYS, *position.SEAT_KEYS)
    assert [key for key in keys if key not in SCENARIOS] == []
    assert [name for name in SETTINGS if f"`{name}`" not in SCENARIOS] == []


def test_every_metric_with_its_unit_and_meaning():
    counted = metrics.WATCHED_COUNTS.items()
    watched = [(f"{name}_N", unit, about) for name, (_, unit, about) in counted]
    watched += [(f"{name}_N", *told[3:]) for name, told in metrics.WATCHED_RATIOS.items()]
    family, drachensachen, dragon_war = re.split(r"## Drachensachen|## Dragon War", METRICS)
    _check_metrics("giants-war", family, watched, {"hand_size_at_gambit_G", "skill_edge"})
    _check_metrics("drachensachen", drachensachen, [], set())
    _check_metrics("dragon-war", dragon_war, [], set())


def _check_metrics(name, page, watched, series):
    """The page has a line for every metric of the game, and for nothing else."""
    game = engine.load(name)
    plain = [(m.name, m.unit or "-", m.about) for m in metrics.of_game(game)]
    lines = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| .+ \|$", page, re.MULTILINE)
    assert [metric for metric in plain + watched if metric not in lines] == []
    known = {name for name, *_ in plain + watched} | series
    known |= {re.sub(r"_\d$", "_S", n) for n in metrics.names_on_offer(game, 2) if "seat_" in n}
    assert {name for name, *_ in lines} == known


def test_drachensachen_is_told():
    """Its page names every house rule, every key of a position, and every path."""
    page = (ROOT / "docs" / "drachensachen.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\w+", page))
    wanted = [*drachen_house.listed(), *drachen_position.KEYS, *drachen_position.SEAT_KEYS]
    wanted += [*drachen_reading.PATHS, *drachen_reading.SEAT_PATHS]
    assert [word for word in wanted if word not in told] == []
