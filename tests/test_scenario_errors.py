"""A scenario by someone who has never seen the code: what is wrong is told in one sentence.

Each case is the file below with one piece changed, and what the sentence must say.
"""

import json

import pytest

from engine import rules_text, scenario
from engine.core.problem import Problem

GOOD = """
title  = "A Black Dragon steals from the stakes of your choice"
shows  = ["LE Black Dragon", "GW W1"]
game   = "giants-war"
seed   = 3

[position]
round  = 2
leader = 0
turn   = 1
stakes = { dragon = 8, giant = 5 }
ante   = ["Ettin 4"]
deck   = ["Frost Giant 7"]
[[position.seats]]
hoard  = 20
hand   = ["Ettin 2"]
flight = ["Brass Dragon 2", "Green Dragon 5"]
[[position.seats]]
hand   = ["Black Dragon 1", "Ettin 5", "Fire Giant 1"]
flight = ["Black Dragon 6"]
[[position.seats]]
hand   = ["Stone Giant 6", "Ettin 1"]
flight = [{ card = "The Thief", side = "giant" }]

[[steps]]
seat    = 1
choose  = "play Black Dragon 1"
expect  = { decision = "stakes" }
[[steps]]
seat    = 1
options = ["stakes giant", "stakes dragon"]
choose  = "stakes dragon"

[expect]
"stakes.dragon"  = 5
"seats.1.hoard"  = 33
"seats.1.flight" = ["Black Dragon 1", "Black Dragon 6"]
"turn"           = 2
"""


@pytest.fixture
def run(tmp_path):
    """Runs GOOD with pieces replaced: run(("hoard  = 20", "hoard = -1"), ...)."""

    def changed(*pieces):
        text = GOOD
        for old, new in pieces:
            assert old in text, old
            text = text.replace(old, new, 1)
        path = tmp_path / "black.toml"
        path.write_text(text)
        return scenario.run_file(path)

    return changed


def test_the_file_itself_holds(run):
    result = run()
    assert result.ok, result.failures
    assert not result.wrong
    assert result.title == "A Black Dragon steals from the stakes of your choice"
    assert result.shows == ["LE Black Dragon", "GW W1"]


CLOUDS = [f"Cloud Giant {strength}" for strength in (1, 3, 6, 7, 8, 9, 11)]
ELEVEN = [*CLOUDS, "Ettin 2", "Ettin 3", "Ettin 6", "Ettin 7"]

WRONG = {
    "top key": (("seed   = 3", "sed = 3"), "no key 'sed'", "'seed'"),
    "game": (('"giants-war"', '"giants-wars"'), "'giants-wars'", "'giants-war'"),
    "no game": (('game   = "giants-war"', ""), "must name its game", "giants-war"),
    "seed": (("seed   = 3", "seed = -3"), "seed", "2^63"),
    "rule line": (("LE Black Dragon", "LE Blak Dragon"), "'LE Blak Dragon'", "'LE Black Dragon'"),
    "position key": (("leader = 0", "leder = 0"), "no key 'leder'", "'leader'"),
    "position number": (("round  = 2", "round = -1"), "position, round", "not -1"),
    "leader out of range": (("leader = 0", "leader = 3"), "position, leader", "from 0 to 2"),
    "one stakes": (("{ dragon = 8, giant = 5 }", "8"), "position, stakes", "two stakes"),
    "stakes key": (("giant = 5 }", "gaint = 5 }"), "'gaint'", "'giant'"),
    "seat key": (("hoard  = 20", "hord = 20"), "seat 0 has no key 'hord'", "'hoard'"),
    "card": (("Black Dragon 6", "Blak Dragon 6"), "seat 1, flight", "'Black Dragon 6'"),
    "copy": (("Black Dragon 6", "Black Dragon 8"), "Black Dragon 8", "Black Dragon"),
    "not in the deck": (("Brass Dragon 2", "Red Dragon 2"), "Red Dragon 2", "seat 0, flight"),
    "card twice": (("Black Dragon 6", "Green Dragon 5"), "Green Dragon 5", "seat 0, flight"),
    "not a card": (('"Ettin 4"', "4"), "position, ante", "not 4"),
    "mortal without side": ((', side = "giant"', ""), "The Thief", "side"),
    "side": (('side = "giant"', 'side = "giants"'), "'giants'", "'giant'"),
    "side of a giant": (
        ('"Brass Dragon 2"', '{ card = "Brass Dragon 2", side = "giant" }'),
        "Brass Dragon 2",
        "dragons",
    ),
    "triggered": (('side = "giant"', 'side = "giant", triggered = true'), "The Thief", "effects"),
    "flight key": (('side = "giant"', 'sid = "giant"'), "'sid'", "'side'"),
    "effect": (
        ("leader = 0", 'leader = 0\neffects = [{ card = "The Thief", seat = 0 }]'),
        "The Thief has no effect for the rest of a gambit",
    ),
    "effect that is a mark": (
        ("leader = 0", 'leader = 0\neffects = [{ card = "The Wyrmpriest", seat = 0 }]'),
        "The Wyrmpriest",
        "triggered = true",
    ),
    "standard card in the Legendary deck": (
        ("leader = 0", 'leader = 0\nlegendary = ["Stone Giant 4"]'),
        "Stone Giant 4",
        "Legendary deck",
    ),
    "flight while anteing": (("round  = 2", "round = 0"), "in round 0", "round = 1"),
    "played too early": (
        ('flight = [{ card = "The Thief"', 'played = "The Thief"\nflight = [{ card = "The Thief"'),
        "seat 2, played",
        "not acted",
    ),
    "too many cards": (
        (
            'hand   = ["Ettin 2"]',
            f"hand = {ELEVEN}",
        ),
        "seat 0, hand has 11 cards",
        "limit is 10",
    ),
    "deck size": (("leader = 0", "leader = 0\ndeck_size = 0"), "deck_size is 0", "names 1"),
    "players": (("seed   = 3", "seed = 3\nplayers = 4"), "3 tables of seats", "4 players"),
    "step key": (("choose  =", "chose ="), "step 1", "'choose'"),
    "verb": (('"play Black Dragon 1"', '"ply Black Dragon 1"'), "step 1", "'play'"),
    "word": (('"stakes dragon"\n\n', '"declne"\n\n'), "step 2", "'decline'"),
    "verb alone": (('"play Black Dragon 1"', '"play"'), "step 1", "'play CARD'"),
    "card in a choice": (
        ('"play Black Dragon 1"', '"play Blak Dragon 1"'),
        "step 1",
        "'Black Dragon 1'",
    ),
    "side in a choice": (('"stakes dragon"\n\n', '"stakes dragons"\n\n'), "step 2", "'dragon'"),
    "seat in a choice": (('"stakes dragon"\n\n', '"target 3"\n\n'), "step 2", "seats 0 to 2"),
    "card of no seat": (('"stakes dragon"\n\n', '"swap The Thief"\n\n'), "step 2", "of SEAT"),
    "seat": (("seat    = 1", "seat = 3"), "step 1", "from 0 to 2"),
    "path": (('"stakes.dragon"  = 5', '"stakes.dragn" = 5'), "'stakes.dragn'", "'stakes.dragon'"),
    "bare stakes": (('"stakes.dragon"  = 5', '"stakes" = 5'), "'stakes'", "'stakes.dragon'"),
    "path of a seat": (
        ('"seats.1.hoard"  = 33', '"seats.3.hoard" = 33'),
        "'seats.3.hoard'",
        "hoard",
    ),
    "path in a step": (("{ decision =", "{ decison ="), "step 1", "'decision'"),
    "value": (('"seats.1.hoard"  = 33', '"seats.1.hoard" = "33"'), "seats.1.hoard", "'33'"),
    "card in a value": (
        ('["Black Dragon 1", "Black Dragon 6"]\n"turn"', '["Black Dragn 1"]\n"turn"'),
        "seats.1.flight",
        "'Black Dragon 1'",
    ),
    "pinned card": (("seat    = 1", 'seat = 1\nchance = ["Etin 2"]'), "step 1", "'Ettin 2'"),
    "pinned die": (("seat    = 1", "seat = 1\nchance = [3]"), "step 1", "die"),
    "pins left": (("seat    = 1", 'seat = 1\nchance = ["Ettin 2"]'), "pins are left", "Ettin 2"),
    "house rule": (
        ("seed   = 3", "seed = 3\nrules = { hand_limt = 9 }"),
        "hand_limt",
        "hand_limit",
    ),
    "deck": (("seed   = 3", 'seed = 3\ndeck = "frst-game"'), "frst-game", "first-game"),
    "colour": (
        ("seed   = 3", 'seed = 3\ndeck = { dragons = ["blak"] }'),
        "blak",
        "black",
    ),
    "not TOML": (("leader = 0", "leader 0"), "not TOML", "line 9"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_file(run, case):
    piece, *said = WRONG[case]
    result = run(piece)
    assert result.wrong
    assert not result.ok
    [sentence] = result.failures
    assert "black.toml" in sentence
    assert "\n" not in sentence
    for words in said:
        assert words in sentence


FAILS = {
    "value": (
        ('"stakes.dragon"  = 5', '"stakes.dragon" = 6'),
        "at the end: stakes.dragon: expected 6, is 5",
    ),
    "cards": (
        ('["Black Dragon 1", "Black Dragon 6"]\n"turn"', '["Black Dragon 1", "Ettin 5"]\n"turn"'),
        "missing Ettin 5",
        "too many Black Dragon 6",
    ),
    "after a step": (('decision = "stakes"', 'decision = "turn"'), "step 1", "'turn'", "'stakes'"),
    "not offered": (
        ('"play Black Dragon 1"', '"play Ettin 2"'),
        "step 1 (seat 1, 'play Ettin 2'): not offered to seat 1",
        "play Black Dragon 1, play Ettin 5, play Fire Giant 1",
    ),
    "another seat": (
        ("seat    = 1\noptions", "seat = 0\noptions"),
        "not seat 0 but seat 1",
        "stakes dragon, stakes giant",
    ),
    "options": (
        ('["stakes giant", "stakes dragon"]', '["stakes giant"]'),
        "step 2",
        "options",
        "too many stakes dragon",
    ),
}


@pytest.mark.parametrize("case", FAILS)
def test_failure_is_a_readable_difference(run, case):
    piece, *said = FAILS[case]
    result = run(piece)
    assert not result.ok
    assert not result.wrong
    [sentence] = result.failures
    for words in said:
        assert words in sentence


def test_failures_of_values_are_gathered(run):
    result = run(
        ('"turn"           = 2', '"turn" = 0'), ('"stakes.dragon"  = 5', '"stakes.dragon" = 6')
    )
    assert len(result.failures) == 2


def test_choice_offered_to_nobody_any_more(run):
    steps = "".join(f'[[steps]]\nseat = {s}\nchoose = "target 1"\n' for s in (2,))
    result = run(("[expect]", f"{steps}[expect]"))
    assert "not offered to seat 2" in result.failures[0]


def test_exit_codes_and_json(run, tmp_path, capsys):
    good = tmp_path / "good.toml"
    good.write_text(GOOD)
    assert scenario.main([str(good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed, 0 wrong\n"

    fails = tmp_path / "fails.toml"
    fails.write_text(GOOD.replace('"turn"           = 2', '"turn" = 0'))
    assert scenario.main([str(tmp_path)], form="json") == 1
    told = json.loads(capsys.readouterr().out)
    assert next(iter(told)) == "schema"
    assert (told["passed"], told["failed"], told["wrong"]) == (1, 1, 0)
    first, second = told["scenarios"]
    assert (first["file"], first["ok"]) == (str(fails), False)
    assert first["failures"] == ["at the end: turn: expected 0, is 2"]
    assert second["failures"] == []
    assert second["shows"] == ["LE Black Dragon", "GW W1"]

    (tmp_path / "wrong.toml").write_text("game = 3")
    assert scenario.main([str(tmp_path)]) == 2
    assert "1 passed, 1 failed, 1 wrong" in capsys.readouterr().out


def test_no_such_file(tmp_path):
    (tmp_path / "black.toml").write_text(GOOD)
    with pytest.raises(Problem, match=r"no such file or folder; did you mean 'black\.toml'"):
        scenario.run_paths([tmp_path / "blak.toml"])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(Problem, match="no scenario"):
        scenario.run_paths([empty])


def test_not_text(tmp_path):
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in scenario.run_file(path).failures[0]


# --- coverage ------------------------------------------------------------------------------------


@pytest.fixture
def small_rules(tmp_path):
    """A folder with four lines of rules, one of another edition."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "giants-war.md").write_text("## 1. Setup\n- S1 Two players.\n- R-1 A note.\n")
    (folder / "three-dragon-ante.md").write_text(
        "## 3. Cards\n- **Black Dragon** 1 2; evil.\n- no name\n## 8. Others\n- AB1. Disks.\n"
    )
    return folder


def test_coverage_lists_what_is_not_shown(tmp_path, small_rules):
    shown = tmp_path / "shown"
    shown.mkdir()
    (shown / "black.toml").write_text(GOOD)
    assert scenario.coverage([shown], small_rules) == [
        ("GW S1", "Two players."),
        ("GW R-1", "A note."),
    ]
    excuse = '[[excused]]\nline = "GW R-1"\nreason = "about the printing"\n'
    (shown / "excused.toml").write_text(excuse)
    assert scenario.coverage([shown], small_rules) == [("GW S1", "Two players.")]
    (shown / "excused.toml").write_text(excuse.replace("about the printing", " "))
    with pytest.raises(Problem, match="without a reason"):
        scenario.coverage([shown], small_rules)
    (shown / "excused.toml").write_text(excuse.replace("R-1", "R-2"))
    with pytest.raises(Problem, match="'GW R-2'; did you mean 'GW R-1'"):
        scenario.coverage([shown], small_rules)


def test_lines_of_other_editions_are_known_but_not_asked_for(small_rules):
    assert list(rules_text.lines(small_rules)) == ["GW S1", "GW R-1", "LE Black Dragon"]
    assert "notes AB1" in rules_text.known(small_rules)


def test_every_named_line_of_the_rules_is_read():
    lines = rules_text.lines()
    for name in (
        "GW S1",
        "GW C59",
        "GW R-26",
        "GW V8",
        "LE T5",
        "LE G2",
        "LE White Dragon",
        "LE The Wyrmpriest",
    ):
        assert name in lines
    assert "original OR1" in lines
    assert "EG EG1" in lines
    assert "notes AB1" not in lines


def test_without_rules_at_hand_lines_are_not_checked(run, monkeypatch, tmp_path):
    monkeypatch.setattr(rules_text, "FOLDER", tmp_path / "nowhere")
    assert run(("LE Black Dragon", "house rule 7")).ok
    with pytest.raises(Problem, match="no rules lie here"):
        scenario.coverage([tmp_path])
