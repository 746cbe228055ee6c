"""Agents in Python: specs, views, and that batches change nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from agents import lockstep, registry
from agents.contract import Caller
from agents.examining import redeal_many
from agents.loading import parameters_of
from agents.view import Table
from engine.core import sight
from engine.core.play import deal_many, play_random, step_many
from engine.core.problem import Problem
from engine.core.verbs import observe

BOTS = Path(__file__).parent / "bots.py"
EXAMPLES = Path(__file__).parents[2] / "examples"


# --- specs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nobody.py:Bot", "unknown agent 'nobody.py:Bot': there is no file nobody.py"),
        ("nobody.py", "'nobody.py' must name the agent's class too: nobody.py:Bot"),
        (f"{BOTS}:Steddy", "bots.py has no class 'Steddy'; did you mean 'Steady'"),
        (f"{BOTS}:Dice:side=3", "unknown parameter 'side'; did you mean 'sides'?"),
        (f"{BOTS}:Steady:depth=3", "unknown parameter 'depth'; it has none"),
        (f"{BOTS}:Dice:seed=3", "the seed is the run's (--seed)"),
        (f"{BOTS}:Dice:sides", "'sides' must be written key=value"),
        (f"{BOTS}:Needs", "the parameter 'depth' is missing"),
        (f"{BOTS}:Careles", "did you mean 'Careless'"),
        (f"{BOTS}:Fail", "has no class 'Fail'"),
        ("randon", "unknown agent 'randon'; did you mean 'random'?"),
    ],
)
def test_a_wrong_spec_is_told_in_one_sentence(spec, told):
    with pytest.raises(Problem) as caught:
        registry.parse(spec)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("class Bot:\n    def choose(self, view", "it cannot be imported: "),
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
        ("import sys; sys.exit('enough')", "it cannot be imported: SystemExit: enough"),
        ("import os; os._exit(4)", "importing it ended the process (exit code 4)"),
        ("class Bot: pass", "neither choose(self, view) nor choose_batch(self, views)"),
        ("Bot = 3", "3 is no class"),
        ("", "has no class 'Bot'"),
    ],
)
def test_a_file_that_is_no_agent(tmp_path, code, told):
    (tmp_path / "bad.py").write_text(code)
    with pytest.raises(Problem, match=r"bad\.py:Bot") as caught:
        registry.parse(f"{tmp_path / 'bad.py'}:Bot")
    assert told in str(caught.value)


def test_an_agent_may_print_at_import_and_have_modules_beside_it(tmp_path, capfd):
    (tmp_path / "habits.py").write_text("LAST = -1\n")
    (tmp_path / "bot.py").write_text(
        "import habits\nprint('hello')\nclass Bot:\n    '''Takes the last.'''\n"
        "    def choose(self, view):\n        return view.n_options + habits.LAST\n"
    )
    spec = f"{tmp_path / 'bot.py'}:Bot"
    first = registry.parse(spec)
    assert first.about == "Takes the last."
    assert capfd.readouterr() == ("", "")
    (tmp_path / "habits.py").write_text("LAST = -2\n")
    assert registry.parse(spec).stamp != first.stamp  # a run is not resumed by other code


def test_values_of_parameters():
    written = "depth=3, c=0.5, style=bold, brave=true, deep=False, none=None"
    assert parameters_of(written, "x") == {
        "depth": 3,
        "c": 0.5,
        "style": "bold",
        "brave": True,
        "deep": False,
        "none": None,
    }


def test_an_installed_plugin_is_an_agent(tmp_path, monkeypatch, tiny):
    package = tmp_path / "site"
    info = package / "clever-1.2.dist-info"
    info.mkdir(parents=True)
    (package / "clever.py").write_text(
        "class Bot:\n    def choose(self, view):\n        return 0\n"
    )
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clever\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[dragonlab.agents]\nclever = clever:Bot\n")
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setenv("PYTHONPATH", str(package))
    agent = registry.parse("clever")
    assert agent.stamp == "clever:Bot 1.2"
    with pytest.raises(Problem, match=r"unknown agent 'clevre'.*'clever'"):
        registry.parse("clevre")


# --- playing --------------------------------------------------------------------------------------


def play(design, specs, games, width=0, numbers=None, seed=1):
    """Rows of games in this process."""
    agents = [registry.parse(spec) for spec in specs]
    callers = {a.spec: a.caller(seed) for a in agents if hasattr(a, "caller")}
    numbers = np.arange(games) if numbers is None else numbers
    rows = np.zeros(games, design.game.row).view(np.recarray)
    done = np.zeros(games, np.uint8)
    table = [callers.get(agent.spec) for agent in agents]
    failed = lockstep.play(design, table, seed, numbers, rows, done, width=width)
    assert (done == lockstep.PLAYED).all() or failed
    return rows


@pytest.mark.parametrize("name", ["Steady", "SteadyBatch", "Dice", "Counter"])
@pytest.mark.parametrize("width", [1, 3, 1000])
def test_which_games_stand_side_by_side_changes_nothing(tiny, name, width):
    specs = [f"{BOTS}:{name}", "random", f"{BOTS}:{name}"]
    design = tiny.design(3)
    rows = play(design, specs, 40)
    back = np.arange(40)[::-1].copy()
    assert (rows == play(design, specs, 40, width)).all()
    assert (rows == play(design, specs, 40, width, back)[::-1]).all()


def test_one_by_one_and_in_batches_are_the_same(tiny):
    single, batch = (
        play(tiny.design(4), [f"{BOTS}:{name}"] * 4, 60) for name in ("Steady", "SteadyBatch")
    )
    assert (single == batch).all()


def test_compiled_agents_play_as_they_do_alone(tiny):
    design = tiny.design(4)
    rows = play(design, ["random"] * 4, 50)
    alone = np.zeros(50, design.game.row).view(np.recarray)
    play_random(np.zeros(1, design.game.state).view(np.recarray), design.rules, 1, 0, alone)
    assert (rows == alone).all()


def test_every_seat_of_every_game_has_an_instance_of_its_own(tiny):
    made, asked = [], {}

    class Bot:
        def __init__(self, seed):
            made.append(seed)
            self.seed = seed

        def choose(self, view):
            asked.setdefault(self.seed, set()).add((view.game, view.seat))
            return 0

    design, rows = tiny.design(3), np.zeros(20, tiny.row).view(np.recarray)
    done = np.zeros(20, np.uint8)
    lockstep.play(design, [Caller(Bot, {}, 1)] * 3, 1, np.arange(20), rows, done)
    assert len(set(made)) == len(made) == 60
    assert all(len(games) == 1 for games in asked.values())


def test_the_same_rows_for_any_jobs_and_cut(played, spec):
    specs = [spec("Dice"), spec("SteadyBatch"), "random"]
    rows = played(specs, 100, jobs=1, chunk=100)
    for jobs, chunk in ((2, 7), (3, 33)):
        again = played(specs, 100, jobs, chunk)
        assert all((rows[name] == again[name]).all() for name in rows.dtype.names)
    assert (rows["forfeit_seat"] == -1).all()


# --- what is seen ---------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["giants-war", "legendary"])
def positions(request):
    """(design, states) of many positions from random games of a real game."""
    design = engine.load(request.param).design(players=4)
    states = np.zeros(60, design.game.state).view(np.recarray)
    deal_many(states, design.rules, 5, 0)
    luck = np.random.default_rng(1)
    kept = []
    for _ in range(90):
        step_many(states, design.rules, luck.integers(0, states.n_options.clip(1)))
        going = (states.over == 0) & (states.n_options > 1)
        kept.append(states[going][:7].copy())
    return design, np.concatenate(kept).view(np.recarray)


def look(design, states):
    return Table(design).look(states, np.arange(len(states)))


def test_a_view_tells_what_the_table_shows(positions):
    design, states = positions
    for i, view in enumerate(look(design, states)):
        state, seat = states[i], view.seat
        assert seat == state.actor
        assert view.hand_names == design.read(state, f"seats.{seat}.hand")
        assert view.labels == [design.label(state, k) for k in range(view.n_options)]
        assert view.question == design.question(state)
        names = [view.table.name(card) for card in view.discard if card >= 0]
        assert names == design.read(state, "discard")
        for other in range(4):
            flight = [view.table.name(card) for card in view.flight[other] if card >= 0]
            assert flight == design.read(state, f"seats.{other}.flight")
            assert view.hoard[other] == design.read(state, f"seats.{other}.hoard")
            assert view.hand_size[other] == design.read(state, f"seats.{other}.hand_size")


def test_options_name_what_their_labels_say(positions):
    design, states = positions
    kinds = set()
    for view in look(design, states):
        for option in view.options:
            kinds.add(option.kind)
            words = option.label.split()
            if option.card >= 0:
                assert option.label.startswith(f"{option.kind} {view.table.name(option.card)}")
            if option.amount >= 0:
                assert words == [option.kind, str(option.amount)]
            if option.seat >= 0 and option.card < 0:
                assert words == ["target", str(option.seat)]
            if option.word:
                assert option.label.endswith(option.word)
    assert {"play", "ante"} <= kinds


def test_views_are_the_view_many_times(positions):
    design, states = positions
    views = look(design, states)
    assert len(views) == len(states)
    luck = views.randoms(3)
    assert ((luck >= 0) & (luck < 1)).all()
    assert len(np.unique(luck)) == luck.size
    observation = views.observation
    for i, view in enumerate(views):
        n = view.n_options
        assert views.n_options[i] == n == views.offered[i].sum()
        assert views.options[i, :n].tolist() == view.codes
        assert views.option_card[i, :n].tolist() == [option.card for option in view.options]
        assert views.option_amount[i, :n].tolist() == [option.amount for option in view.options]
        assert [card for card in views.hand[i].tolist() if card >= 0] == view.hand
        assert (observation[i] == view.observation).all()


def test_nothing_hidden_is_in_a_view(positions):
    """Unknown cards of the others and the decks are changed about: the view stays the same."""
    design, states = positions
    changed = states.copy().view(np.recarray)
    for state in changed:
        seat, deck = int(state.actor), int(state.deck_size)
        state.deck[:deck] = state.deck[:deck][::-1].copy()
        drawn = int(state.legendary_size)
        state.legendary[:drawn] = state.legendary[:drawn][::-1].copy()
        at = 0
        for other in range(4):
            for i in range(int(state.hand_size[other])):
                card = int(state.hand[other, i])
                unseen = other != seat and not state.known[card] >> seat & 1
                if unseen and card not in state.chosen and at < deck:
                    state.hand[other, i], state.deck[at] = state.deck[at], card
                    state.known[state.hand[other, i]] = 1 << other
                    state.known[card] = 0
                    at += 1
        state.luck[:] = 7
        state.seed = 99
        state.agent_luck[[s for s in range(6) if s != seat]] = 3
    for seat, state in zip(states.actor, changed, strict=True):
        state.chosen[[s for s in range(6) if s != seat]] = -1
    before, after = look(design, states), look(design, changed)
    assert before._seen.tobytes() == after._seen.tobytes()
    assert (before.observation == after.observation).all()


def test_a_view_is_the_same_when_hidden_cards_are_dealt_anew(positions):
    design, states = positions
    anew = states.copy().view(np.recarray)
    redeal_many(anew, design.rules, np.array([3], np.uint64))
    assert (anew["hand"] != states["hand"]).any()
    before, after = look(design, states), look(design, anew)
    for name in before._seen.dtype.names:
        assert (before._seen[name] == after._seen[name]).all(), name


def test_the_observation_is_what_its_layout_says(positions):
    design, states = positions
    seen = sight.sight_of(design.game.state)
    views = look(design, states)
    assert views.observation.shape == (len(states), seen.length)
    assert [part.first for part in seen.layout] == np.cumsum(
        [0, *(part.size for part in seen.layout)]
    )[:-1].tolist()
    for i, view in enumerate(views):
        numbers = view.observation
        order = [(view.seat + k) % 4 for k in range(4)]
        assert numbers[seen.part("hoard")][:4].tolist() == [view.hoard[s] for s in order]
        assert numbers[seen.part("strength")][:4].tolist() == [view.strength[s] for s in order]
        assert np.flatnonzero(numbers[seen.part("in_hand")]).tolist() == sorted(view.hand)
        shown = {c for s in order[1:] for c in view.hand_of(s)}
        assert set(np.flatnonzero(numbers[seen.part("shown")])) == shown
        offered = {option.card for option in view.options} - {-1}
        assert set(np.flatnonzero(numbers[seen.part("offered")])) == offered
        assert numbers[seen.part("question")].argmax() == view.decision
        straight = np.zeros(seen.length, np.float32)
        observe(states[i], design.rules, view.seat, straight)
        assert (straight == numbers).all()


def test_a_view_is_kept_as_it_was(positions):
    design, states = positions
    views = look(design, states[:3].copy().view(np.recarray))
    with pytest.raises(ValueError, match="read-only"):
        views.hoard[0, 0] = 99
    with pytest.raises(ValueError, match="read-only"):
        views[0].hoard[0] = 99
    with pytest.raises(AttributeError, match="did you mean 'hoard'"):
        _ = views[0].hord


def test_cards_tell_what_is_printed_on_them(positions):
    design, states = positions
    table = look(design, states).table
    for number, name in enumerate(design.names):
        card = table.card(number)
        assert (card.name, card.number) == (name, number)
        assert card.strength == table.cards["strength"][number] > 0
        assert card.kind in ("dragon", "giant", "mortal")
        assert card.name.startswith(card.title)
        printed = design.info(card.title)
        assert set(card.colours) == set(printed.colours)
        assert (card.kind, card.alignment) == (printed.kind, printed.alignment)
    with pytest.raises(IndexError):
        table.card(1000)


# --- the examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", [f"{EXAMPLES}/thrifty.py:Thrifty", f"{EXAMPLES}/strongest.py:Strongest"]
)
def test_the_examples_beat_random(spec):
    games = 200
    design = engine.load("giants-war").design(players=2)
    rows = play(design, [spec, "random"], games)
    shares = (rows.winners & 1) / rows.n_winners
    assert shares.mean() > 0.5 + 2 * shares.std() / games**0.5
