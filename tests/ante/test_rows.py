"""What rows count: against a recount from the engine's notes, and against positions laid by hand."""

import random
from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.ante import codes as c
from engine.ante.state import RESULT, STATE
from engine.core.play import play_random
from engine.core.problem import Problem
from engine.core.verbs import deal, record, step

WAR = engine.load("giants-war")
TITLES = {
    "giants-war": ["The Priest", "The Emperor", "Frost Giant", "Thrym"],
    "legendary": ["The Priest", "The Druid", "Black Dragon", "Dracolich"],
}
WATCHED = [name for name in RESULT.names if name.startswith("watched_")]
KEPT = [name for name in RESULT.names if name not in WATCHED]


@pytest.fixture(params=list(TITLES))
def game(request):
    return engine.load(request.param)


# --- a recount


class Recount:
    """Counts of one game, from what the engine notes for transcripts."""

    def __init__(self, design):
        self.design = design
        self.cards = design.rules.cards
        self.played = dict.fromkeys(design.titles, 0)
        self.triggered = dict.fromkeys(design.titles, 0)
        self.legendary_played = self.legendary_drawn = self.cards_taken = 0
        self.weakest = self.first_leader = -1
        self.stakes_weakest = 0
        self.first_hole = 0
        self.rounds = []

    def title(self, card):
        return self.design.titles[self.cards[card].title]

    def take(self, event, seat, card, amount, other):
        if event == c.E_GAMBIT:
            self.rounds.append(0)
            self.weakest = False
        elif event == c.E_LEADER:
            self.rounds[-1] = amount
            if len(self.rounds) == 1 and amount == 1:
                self.first_leader = seat
        elif event == c.E_PLAY:
            self.played[self.title(card)] += 1
            self.legendary_played += bool(self.cards[card].props & c.LEGENDARY)
        elif event == c.E_TRIGGER and amount == 0:
            self.triggered[self.title(card)] += 1
        elif event == c.E_DRAW and amount == 1:
            self.legendary_drawn += 1
        elif event == c.E_SHORT and self.first_hole == 0:
            self.first_hole = len(self.rounds)
        elif event == c.E_TAKE_RANDOM:
            self.cards_taken += 1
        elif event == c.E_STANDING and other == c.WEAKEST_WINS:
            self.weakest = True
        elif event == c.E_WIN and seat >= 0 and self.weakest:
            self.stakes_weakest += 1


def played(design, seed, number):
    """(row, recount) of a random game."""
    states, rows = np.zeros(1, STATE).view(np.recarray), np.zeros(1, RESULT).view(np.recarray)
    state, rules, told = states[0], design.rules, Recount(design)
    luck = random.Random(number)
    rules.logging = 1
    rules.n_log = 0
    deal(state, rules, seed, number)
    while state.over == 0:
        step(state, rules, luck.randrange(int(state.n_options)))
        for line in rules.log[: rules.n_log].tolist():
            told.take(*line)
        rules.n_log = 0
    record(rows[0], state, rules)
    return rows[0], told


def test_counts_are_those_of_a_recount(game):
    titles = TITLES[game.name]
    design = game.design(4, rules={"watch": titles, "legendary_in_deck": 30}).private()
    seen = np.zeros(4, np.int64)
    for number in range(150):
        row, told = played(design, 5, number)
        assert row.watched_played.tolist() == [told.played[title] for title in titles]
        assert row.watched_triggered.tolist() == [told.triggered[title] for title in titles]
        assert row.legendary_played == told.legendary_played
        assert row.legendary_drawn >= told.legendary_drawn  # some are looked at, or go to the ante
        assert row.cards_taken == told.cards_taken
        assert row.first_hole == told.first_hole
        assert row.first_leader == told.first_leader
        assert row.longest_gambit == max(told.rounds)
        assert row.long_gambits == sum(rounds > 3 for rounds in told.rounds)
        assert row.stakes_weakest == told.stakes_weakest
        assert row.stakes_upset <= row.stakes_weakest
        assert row.broke == (row.gold[:4] == 0).sum()
        assert row.lead_changes == lead_changes(row)
        seen += row.watched_triggered
    assert seen.min() > 0


def lead_changes(row):
    """From the gold at the start of each gambit, and from who won."""
    gambits = [gold[:4].tolist() for gold in row.gold_by_gambit[: row.gambits]]
    leads = [
        {seat for seat, gold in enumerate(hoards) if gold == max(hoards)} for hoards in gambits
    ] + [{seat for seat in range(4) if row.winners >> seat & 1}]
    alone = [next(iter(lead)) for lead in leads if len(lead) == 1]
    return sum(a != b for a, b in pairwise(alone))


# --- watching changes nothing


@pytest.mark.parametrize("players", [2, 4, 6])
def test_watching_changes_nothing_of_play(game, players):
    """The same games with and without, to the last field of their final records."""
    rules = {"legendary_in_deck": 20}
    plain = game.design(players, rules=rules)
    watching = game.design(players, rules=rules | {"watch": TITLES[game.name]})
    ended = []
    for design in (plain, watching):
        states, rows = np.zeros(500, STATE).view(np.recarray), np.zeros(500, RESULT)
        play_random(states, design.rules, 11, 0, rows.view(np.recarray))
        ended.append((states, rows))
    (states, rows), (watched_states, watched_rows) = ended
    for name in KEPT:
        assert np.array_equal(rows[name], watched_rows[name], equal_nan=name.startswith("hand_by"))
    for name in STATE.names:
        if name not in WATCHED:
            assert np.array_equal(states[name], watched_states[name]), name
    for name in WATCHED:
        assert not rows[name].any()
        assert watched_rows[name].any() or name in QUIET.get(game.name, ())


QUIET = {"legendary": ("watched_giants", "watched_giants_won")}


def test_a_design_tells_what_it_watches(game):
    titles = TITLES[game.name]
    told = game.design(rules={"watch": titles}).as_dict()["rules"]["watch"]
    assert told == titles
    assert game.design(rules={"watch": "The Priest"}).as_dict()["rules"]["watch"] == ["The Priest"]
    assert game.design().as_dict()["rules"]["watch"] == []


# --- single counts, from positions laid by hand


def scored(watch, seats, effects=(), deck=None, play="Black Dragon 1", **position):
    """The state after the last card of a gambit's last round: seat 2 of three plays it."""
    rules = {"watch": watch, "cards": {"Black Dragon": {"power": []}}}
    design = WAR.design(3, deck=deck, rules=rules)
    hands = (["Cloud Giant 1"], ["Cloud Giant 3"], [play, "Cloud Giant 6"])
    state = design.place(
        {
            "round": 3,
            "leader": 0,
            "turn": 2,
            "stakes": {"dragon": 21, "giant": 15},
            "effects": list(effects),
            "seats": [{"hand": hand, **seat} for hand, seat in zip(hands, seats, strict=True)],
            **position,
        },
        seed=1,
    )
    step(state, design.rules, design.find(state, f"play {play}"))
    assert state.gambit == 2
    return state


def counts(state, place=0):
    """What is counted of a watched title, without the zeros."""
    found = {name.removeprefix("watched_"): int(state[name][place]) for name in WATCHED}
    return {name: n for name, n in found.items() if n}


@pytest.mark.parametrize(
    ("owner", "helped", "gold", "won"), [(1, 1, 10, 0), (2, 0, 0, 0), (0, 0, -10, 1)]
)
def test_a_priest_that_helps_does_nothing_or_costs(owner, helped, gold, won):
    """Seat 0 wins 21 gold for the dragons; its left neighbour gets 10."""
    flights = ["Silver Dragon 10"], ["Green Dragon 1"], ["Green Dragon 2"]
    flights[owner].append({"card": "The Priest", "side": "dragon"})
    effects = [{"card": "The Priest", "seat": owner}]
    state = scored(["Io", "The Priest"], [{"flight": flight} for flight in flights], effects)
    expected = {"scored": 1, "stood": 1, "helped": helped, "gold": gold, "won": won}
    assert counts(state, 1) == {name: n for name, n in expected.items() if n}
    assert counts(state, 0) == {}


def test_an_emperor_in_a_giant_flight():
    """Two dragons make it 6 stronger, yet another flight wins for the giants."""
    emperor = [{"card": "The Emperor", "side": "giant"}, "Frost Giant 3", "Green Dragon 2"]
    flights = emperor, ["Frost Giant 10", "Cloud Giant 11"], ["Black Dragon 2"]
    effects = [{"card": "The Emperor", "seat": 0}]
    state = scored(["The Emperor"], [{"flight": flight} for flight in flights], effects)
    assert counts(state) == {"scored": 1, "giants": 1, "stood": 1, "bonus": 3}
    flights[1][:] = ["Frost Giant 6"]
    state = scored(["The Emperor"], [{"flight": flight} for flight in flights], effects)
    told = counts(state)
    assert (told["giants"], told["giants_won"], told["won"]) == (1, 1, 1)


def test_the_bonuses_of_thrym_and_surtur():
    seats = [
        {"flight": ["Thrym", "Surtur"], "been_in_hole": True},
        {"flight": ["Io", "Green Dragon 1"], "been_in_hole": False},
        {"flight": ["Green Dragon 2"], "been_in_hole": True},
    ]
    effects = [{"card": "Thrym", "seat": 0}, {"card": "Surtur", "seat": 0}]
    state = scored(["Thrym", "Surtur"], seats, effects)
    assert counts(state, 0)["bonus"] == 3 * 2
    assert counts(state, 1)["bonus"] == 2 * 2


def test_a_balanced_flight_gets_no_bonus():
    flights = ["Thrym", "Silver Dragon 7", "Black Dragon 2"], ["Green Dragon 1"], ["Green Dragon 2"]
    seats = [{"flight": flight, "been_in_hole": True} for flight in flights]
    assert "bonus" not in counts(scored(["Thrym"], seats, [{"card": "Thrym", "seat": 0}]))


def test_hill_giants_that_find_each_other():
    """Two lie there and a third is played: one colour flight with three of them, and the Chieftain."""
    deck = {"giants": ["hill", "fire", "frost", "cloud", "ordning", "stone"]}
    flights = ["Green Dragon 1"], ["Green Dragon 2"], ["Hill Giant 1", "Hill Giant 2"]
    state = scored(["Hill Giant"], [{"flight": f} for f in flights], deck=deck, play="Hill Giant 8")
    told = counts(state)
    assert (told["played"], told["matched"], told["flights"]) == (1, 3, 1)
    assert state.colour_flights == 1


def test_an_upset():
    """The Druid makes the weaker of two dragon flights win; alone on its side a flight needs no Druid."""
    flights = ["Silver Dragon 10"], ["Green Dragon 1"], ["Frost Giant 9"]
    state = scored(
        [], [{"flight": flight} for flight in flights], [{"card": "The Druid", "seat": 0}]
    )
    assert (state.stakes_won, state.stakes_weakest, state.stakes_upset) == (2, 2, 1)


def test_gold_of_a_power():
    """A leader's Black Dragon steals; what a copy of its power steals is the copier's gold."""
    design = WAR.design(3, rules={"watch": ["Black Dragon", "Storm Giant Champion"]})
    for card, gold in (("Black Dragon 2", (3, 0)), ("Storm Giant Champion", (0, 3))):
        hand = [card, "Cloud Giant 1", "Black Dragon 1"]
        position = {"round": 1, "stakes": {"dragon": 9}, "ante": ["Black Dragon 3"]}
        state = design.place(position | {"seats": [{"hand": hand}, {}, {}]}, seed=1)
        step(state, design.rules, design.find(state, f"play {card}"))
        while state.actor == 0:
            step(state, design.rules, max(0, design.find(state, "discard Black Dragon 3")))
        assert tuple(state.watched_gold[:2]) == gold, card


def test_cards_handled():
    """Three hands are dealt; an ante card leaves each of them."""
    design = WAR.design(3)
    state = design.place({}, 1)
    assert state.cards_handled == 21
    for _ in range(3):
        step(state, design.rules, 0)
    assert state.cards_handled == 24


def test_strengths_of_a_mixed_colour():
    """The Coppers of a game: as many as one version has, drawn from both."""
    design = WAR.design(3, deck="mixed-copper")
    for number in range(20):
        state = design.place({}, number)
        inside = np.concatenate([state.deck[: state.deck_size], *state.hand[:3, :7]])
        coppers = [card for card in inside if "Copper Dragon" in design.name(card)]
        strengths = design.rules.cards["strength"][coppers].tolist()
        assert state.mixed_strength == sum(strengths)
        assert state.mixed_doubles == len(strengths) - len(set(strengths))


@pytest.mark.parametrize(
    ("option", "told"), [(17, "the question has 7, counted from 0"), (-1, "7")]
)
def test_no_such_option(option, told):
    games = WAR.batch(1, seed=1)
    with pytest.raises(Problem, match=f"there is no option {option}: .*{told}"):
        games.design.label(games[0], option)
