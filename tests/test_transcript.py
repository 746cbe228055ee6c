"""A transcript tells every card and coin: who follows it with the box ends where the game does.

`Box` is that reader: it moves cards and gold by the sentences alone, and compares what the
sentences say lies there. The golden files are whole games as told, to be read when they change.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import engine
from engine import transcript
from engine.core.play import play_random
from engine.core.problem import Problem

GOLDEN = Path(__file__).parent / "golden"
TABLES = [
    ("giants-war", 2, None),
    ("giants-war", 3, "red-and-shadow"),
    ("giants-war", 5, None),
    ("legendary", 2, "borrowed"),
    ("legendary", 4, None),
    ("legendary", 3, "legendary-dragons-only"),
]


class Box:
    """The table of a person who follows a transcript."""

    def __init__(self, design):
        self.seats = range(design.players)
        self.limit = int(design.rules.hand_limit)
        self.gold = {}  # "seat 0", "the dragon stakes", "hole" -> gold
        self.hands = {seat: [] for seat in self.seats}
        self.hands_known = False

    def follow(self, event):
        kind = event["kind"].replace("-", "_")
        getattr(self, f"see_{kind}", lambda **_: None)(**event)

    # --- gold ---

    def see_standing(self, text, **_):
        if match := re.fullmatch(r"Each player has (\d+) gold", text):
            self.gold = {f"seat {seat}": int(match[1]) for seat in self.seats}
            self.gold |= dict.fromkeys(("stakes", "dragon stakes", "giant stakes", "hole"), 0)
            return
        told = re.findall(r"(seat \d+|dragon stakes|giant stakes|stakes|hole) (\d+)", text)
        assert {name: self.gold[name] for name, _ in told} == {n: int(g) for n, g in told}

    def move(self, giver, taker, amount):
        self.gold[giver] -= amount
        assert self.gold[giver] >= 0
        self.gold[taker] += amount

    def see_pay(self, text, seat, gold, **_):
        to = re.fullmatch(rf"Seat {seat} pays {gold} to (?:the )?(.+)", text)[1]
        self.move(f"seat {seat}", to, gold)

    def see_steal(self, text, seat, gold, **_):
        self.move(text.rpartition(" the ")[2], f"seat {seat}", gold)

    def see_win(self, text, seat, gold, **_):
        self.move(re.search(r"wins the (.+): ", text)[1], f"seat {seat}", gold)

    def see_share(self, text, seat, gold, **_):
        self.move(re.search(r"a share of the (.+): ", text)[1], f"seat {seat}", gold)

    def see_hole(self, seat, gold, **_):
        self.move(f"seat {seat}", "hole", gold)

    def see_leftover(self, seat, gold, **_):
        for pile in ("stakes", "dragon stakes", "giant stakes", "hole"):
            self.gold[pile] = 0
        self.gold[f"seat {seat}"] += gold

    def see_swap_stakes(self, **_):
        dragons, giants = self.gold["dragon stakes"], self.gold["giant stakes"]
        self.gold |= {"dragon stakes": giants, "giant stakes": dragons}

    # --- cards of the hands; all others lie where everybody sees them ---

    def see_hand(self, seat, cards, gambit, **_):
        if gambit == 1:
            self.hands[seat] = list(cards)
        assert sorted(self.hands[seat]) == sorted(cards)

    def see_draw(self, seat, cards, **_):
        self.hands[seat] += cards
        assert len(self.hands[seat]) <= self.limit

    def see_play(self, seat, cards, **_):
        self.hands[seat].remove(cards[0])

    see_ante = see_play
    see_take = see_draw

    def see_discard(self, cards, **_):
        for hand in self.hands.values():
            if cards[0] in hand:
                hand.remove(cards[0])

    def see_take_random(self, text, seat, cards, **_):
        self.hands[int(re.search(r"of seat (\d)", text)[1])].remove(cards[0])
        self.hands[seat] += cards

    def see_give(self, text, seat, cards, **_):
        if match := re.search(r"(?:gives|passes) .+ to seat (\d)", text):
            self.hands[seat].remove(cards[0])
            self.hands[int(match[1])] += cards

    see_pass = see_give

    def see_choice(self, text, seat, **_):
        if (match := re.search(r"chooses keep (.+)", text)) and len(self.hands[seat]) < self.limit:
            self.hands[seat].append(match[1])

    def see_replace(self, seat, cards, **_):
        if cards[0] in self.hands[seat]:
            self.hands[seat].remove(cards[0])


@pytest.mark.parametrize(("game", "players", "deck"), TABLES)
def test_a_reader_ends_where_the_game_does(game, players, deck):
    design = engine.load(game).design(players, deck=deck)
    rows = np.zeros(12, design.game.row).view(np.recarray)
    play_random(np.zeros(1, design.game.state).view(np.recarray), design.rules, 11, 0, rows)
    for number, row in enumerate(rows):
        box = Box(design)
        for event in transcript.tell(design, 11, number):
            box.follow(event)
        assert [box.gold[f"seat {k}"] for k in range(players)] == row.gold[:players].tolist()
        assert event["kind"] == "over"
        assert event["gambit"] == row.gambits


def test_events_are_fit_for_json():
    design = engine.load("giants-war").design(3)
    events = list(transcript.tell(design, 7, 0))
    document = json.loads(transcript.as_json(design, 7, 0, iter(events)))
    assert next(iter(document)) == "schema"
    assert document["events"] == events
    for event in events:
        assert list(event) == ["gambit", "round", "seat", "kind", "text", "cards", "gold"]
    assert document["players"] == 3


def test_from_gambit_tells_the_rest_of_the_same_game():
    design = engine.load("legendary").design(3)
    whole = list(transcript.tell(design, 7, 0))
    late = list(transcript.tell(design, 7, 0, from_gambit=2))
    assert late == [event for event in whole if event["gambit"] in (0, *range(2, 99))]
    assert [event["kind"] for event in late if event["gambit"] == 2][:2] == ["gambit", "standing"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"from_gambit": 0}, "count from 1"),
        ({"from_gambit": 900}, "ended in gambit"),
        ({"game": -1}, "game must be"),
        ({"seed": 2**63}, "seed must be"),
    ],
)
def test_what_cannot_be_told(asked, said):
    design = engine.load("legendary").design(3)
    with pytest.raises(Problem, match=said):
        list(transcript.tell(design, **{"seed": 7, "game": 0, **asked}))


def test_the_shared_rules_are_left_alone():
    design = engine.load("legendary").design(3)
    before = design.rules.tobytes()
    list(transcript.tell(design, 7, 0))
    assert design.rules.tobytes() == before


def test_another_agent_may_choose():
    design = engine.load("legendary").design(2)
    asked = []

    def last(state, rules):
        asked.append(int(state.n_options))
        return int(state.n_options) - 1

    list(transcript.tell(design, 7, 0, choose=last))
    assert asked
    assert min(asked) > 1


GAMES = {
    "giants-war-3": ("giants-war", 3, None, 7),
    "giants-war-5-red-and-shadow": ("giants-war", 5, "red-and-shadow", 4),
    "legendary-4": ("legendary", 4, None, 2),
}


def told(game, players, deck, seed):
    design = engine.load(game).design(players, deck=deck)
    return "\n".join(transcript.lines(transcript.tell(design, seed, 0))) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_golden(name):
    """A changed game is written beside the file as NAME.new, to be read, and renamed if right."""
    text = told(*GAMES[name])
    file = GOLDEN / f"{name}.txt"
    kept = file.read_text(encoding="utf-8") if file.is_file() else ""
    if text != kept:
        file.with_suffix(".new").write_text(text, encoding="utf-8")
    assert text == kept


def test_plain_python_tells_the_same():
    code = (
        "import sys; from test_transcript import GAMES, told;"
        "sys.stdout.write(''.join(told(*game) for game in GAMES.values()))"
    )
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join(map(str, (here.parent, here))),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout == "".join(told(*game) for game in GAMES.values())
