"""Agents that fail forfeit the game they fail in, and nothing else."""

from __future__ import annotations

import logging
import multiprocessing
import re
import time
from dataclasses import replace

import numpy as np
import pytest

import engine
from agents import forfeits, registry
from agents.watched import choosing
from engine.core.problem import Problem
from experiments import chunks, processes
from experiments.failures import Failures
from experiments.plan import Plan, Variant

GAMES = 120


def whole(rows):
    """What must be the same in two runs: every column."""
    return [rows[name].tobytes() for name in rows.dtype.names]


def check_forfeits(rows, well, reason):
    """Some games are forfeit by seat 0 for the reason; all others are as without failing."""
    failed = rows["forfeit_reason"] != 0
    assert 0 < failed.sum() < len(rows)
    assert set(rows["forfeit_reason"][failed]) == {reason}
    assert set(rows["forfeit_seat"][failed]) == {0}
    assert set(rows["forfeit_seat"][~failed]) == {-1}
    for name in well.dtype.names:
        assert (rows[name][~failed] == well[name][~failed]).all(), name
    assert (rows["game"] == np.arange(len(rows))).all()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", forfeits.EXCEPTION),
        ("SysExits", forfeits.EXCEPTION),
        ("OutOfRange", forfeits.ILLEGAL),
        ("Negative", forfeits.ILLEGAL),
        ("Text", forfeits.ILLEGAL),
        ("Nothing", forfeits.ILLEGAL),
        ("Fraction", forfeits.ILLEGAL),
        ("Truth", forfeits.ILLEGAL),
        ("Exits", forfeits.DIED),
        ("Crashes", forfeits.DIED),
    ],
)
def test_one_by_one(played, spec, name, reason):
    well = played([spec("Steady"), "random"], GAMES)
    rows = played([spec(name), "random"], GAMES)
    check_forfeits(rows, well, reason)
    assert whole(rows) == whole(played([spec(name), "random"], GAMES, jobs=1, chunk=37))


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("error", forfeits.EXCEPTION),
        ("number", forfeits.ILLEGAL),
        ("short", forfeits.ILLEGAL),
        ("fractions", forfeits.ILLEGAL),
        ("leave", forfeits.DIED),
    ],
)
def test_many_at_once(played, spec, how, reason):
    """The call fails as a whole: the games at fault are found."""
    well = played([spec("Steady"), "random"], GAMES)
    rows = played([spec("Fails", how=how), "random"], GAMES)
    check_forfeits(rows, well, reason)
    assert whole(rows) == whole(played([spec("Fails", how=how), "random"], GAMES, 1, 37))
    alone = played([spec("Exits" if how == "leave" else "Raises"), "random"], GAMES)
    assert (alone["forfeit_seat"] == rows["forfeit_seat"]).all()


@pytest.mark.parametrize("spec_of", ["Hangs", "Sleeps", "Fails"])
def test_no_answer_in_time(played, spec, spec_of):
    parameters = {"how": "hang"} if spec_of == "Fails" else {}
    bot = spec(spec_of, often=60, **parameters)
    games = 30
    rows = played([bot, "random"], games, timeout=0.4)
    check_forfeits(rows, played([spec("Steady"), "random"], games), forfeits.TIMEOUT)


def test_memory_is_limited(tiny, spec):
    variant = Variant("t", "t", tiny.design(2), registry.table([spec("Fills"), "random"], 2))
    chunks.warm_up([variant])
    limits = processes.Limits(timeout=60, memory=300 << 20)
    with processes.Processes([variant], 1, 1, 12, limits) as pool:
        rows = pool.submit(0, 0, 12).result()
    reasons = set(rows["forfeit_reason"].tolist())
    assert reasons <= {forfeits.NONE, forfeits.MEMORY}
    assert forfeits.MEMORY in reasons
    assert pool.replaced >= 2  # the first time the games before might be to blame


def test_all_seats_may_fail(played, spec):
    rows = played([spec("Raises", often=2)] * 3, 30)
    assert (rows["forfeit_reason"] == forfeits.EXCEPTION).all()
    assert len(set(rows["forfeit_seat"])) > 1


def test_others_share_the_win():
    known = np.dtype([("winners", "i2"), ("n_winners", "i2"), ("ended", "i2")])
    row = np.zeros(1, forfeits.row_of(known))
    forfeits.mark(row[0], forfeits.Forfeit(forfeits.DIED, 1, 7), players=4, endings=3)
    told = {name: int(row[name][0]) for name in row.dtype.names}
    assert told == {
        "winners": 0b1101,
        "n_winners": 3,
        "ended": 3,
        "forfeit_seat": 1,
        "forfeit_reason": forfeits.DIED,
    }


def test_what_is_reported(tiny, spec, played):
    specs = [spec("Raises"), "random"]
    variant = Variant("t", "t", tiny.design(2), registry.table(specs, 2))
    counted = Failures()
    rows = played(specs, GAMES)
    counted.add(variant, rows)
    failed = int((rows["forfeit_seat"] == 0).sum())
    assert counted.as_dict() == {
        "forfeits": [{"agent": specs[0], "reason": "exception", "games": failed, "of": GAMES}],
        "depends_on_timeout": False,
    }
    assert counted.sentences() == [f"{specs[0]} forfeited {failed} of {GAMES} games (exception)."]
    rows["forfeit_reason"][rows["forfeit_reason"] != 0] = forfeits.TIMEOUT
    counted.add(variant, rows)
    assert counted.depends_on_timeout
    assert "depend on a time or memory limit" in counted.sentences()[-1]


# --- prints and the log ---------------------------------------------------------------------------


def test_prints_go_into_the_log(played, spec, tmp_path, capfd):
    with processes.log_into(tmp_path / "run.log"):
        played([spec("Prints"), spec("Raises")], 40)
    assert capfd.readouterr() == ("", "")
    log = (tmp_path / "run.log").read_text()
    assert "prints: hello from seat 0" in log
    assert "prints: and from below" in log
    assert "prints: an aside" in log
    assert re.search(r"game \d+, seat 1 \(.*:Raises\): forfeit, exception: Traceback", log)
    assert "ValueError: I am lost" in log
    assert "agents/contract.py" not in log  # only the agent's own steps are shown
    stamped = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00 ")
    assert all(stamped.match(line) for line in log.splitlines() if "forfeit" in line)


def test_a_chatty_agent_does_not_fill_the_disk(tmp_path, played):
    (tmp_path / "chat.py").write_text(
        "class Bot:\n    def choose(self, view):\n"
        "        for i in range(300):\n            print('x' * 5000)\n        return 0\n"
    )
    with processes.log_into(tmp_path / "run.log"):
        played([f"{tmp_path}/chat.py:Bot", "random"], 10, jobs=1, chunk=10)
    log = (tmp_path / "run.log").read_text()
    assert "prints more, which is not kept" in log
    assert len(log) < 600_000


def test_the_log_is_closed_again(tmp_path):
    logger = logging.getLogger("dragonlab")
    before = list(logger.handlers), logger.level, multiprocessing.get_start_method(allow_none=True)
    with processes.log_into(tmp_path / "run.log"):
        logger.info("one line")
    after = list(logger.handlers), logger.level, multiprocessing.get_start_method(allow_none=True)
    assert before[:2] == after[:2]
    assert "one line" in (tmp_path / "run.log").read_text()


# --- the pool -------------------------------------------------------------------------------------


def test_left_early_no_worker_stays(tiny, spec):
    variant = Variant("t", "t", tiny.design(2), registry.table([spec("Sleeps", often=1)], 2))
    plan = Plan("t", tiny, (variant,), 500, 1, timeout=0)
    began = time.monotonic()
    with chunks.pool(plan, 2, 100) as submit:
        parts = list(plan.parts())
        submit(chunks.Chunk(parts[0], 0, 100))
        time.sleep(0.3)
    assert time.monotonic() - began < 30
    assert not [p for p in multiprocessing.active_children() if p.is_alive()]


def test_an_agent_that_cannot_be_imported_any_more(tiny, tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("class Bot:\n    def choose(self, view):\n        return 0\n")
    variant = Variant("t", "t", tiny.design(2), registry.table([f"{file}:Bot"], 2))
    for code in ("raise RuntimeError('broken')", "import os; os._exit(5)"):
        file.write_text(code)
        plan = Plan("t", tiny, (variant,), 10, 1)
        with pytest.raises(Problem, match=r"broken|importing the agents ended the process"):
            list(chunks.play_parts(plan, 1))


def test_a_run_outlives_its_agents(tmp_path, monkeypatch):
    """Figures are shown without the code; games are replayed and runs resumed with the same only."""
    from experiments import execution, replay, run, store

    file = tmp_path / "bot.py"
    code = "class Bot:\n    def choose(self, view):\n        return 0\n"
    file.write_text(code)
    game = engine.load("legendary")
    agents = registry.table([f"{file}:Bot", "random"], 2)
    variant = Variant("v", "v", game.design(players=2), agents)
    plan = Plan("v", game, (variant,), 20, 1)
    folder = store.open_for(plan, tmp_path / "r", "run", "dragonlab run", {})
    execution.finish(folder, run.play(plan, folder=folder, jobs=1))
    again = choosing(variant.design, replay.plan(tmp_path / "r").variants[0].agents, 1)
    assert callable(again)
    for other in (None, code + "# changed"):
        file.unlink(missing_ok=True)
        if other:
            file.write_text(other)
        outcome, _ = replay.reopen(tmp_path / "r")
        assert outcome.summaries[0].games == 20
        assert outcome.summaries[0].failures.as_dict()["forfeits"] == []
        with pytest.raises(Problem, match="not that of the run any more"):
            choosing(variant.design, replay.plan(tmp_path / "r").variants[0].agents, 1)
    changed = replace(
        plan, variants=(replace(variant, agents=registry.table([f"{file}:Bot", "random"], 2)),)
    )
    for other in (changed, replace(plan, timeout=3.0)):
        with pytest.raises(Problem, match=r"holds a run of another (design|time limit)"):
            store.open_for(other, tmp_path / "r", "run", "dragonlab run", {})


def test_rows_are_made_wide_or_narrow():
    """A match of several tables may have rows of both kinds."""
    row = np.dtype([("game", np.int64), ("winners", np.int16)])
    rows = np.array([(7, 1), (8, 2)], row)
    wide = forfeits.widen(rows, forfeits.row_of(row))
    assert wide["forfeit_seat"].tolist() == [-1, -1]
    assert wide["game"].tolist() == [7, 8]
    assert forfeits.widen(wide, row).tolist() == rows.tolist()
