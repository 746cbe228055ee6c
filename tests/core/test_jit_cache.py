"""The compiled cache: never stale, never unchecked, hit by a new process, ours alone to remove."""

import os
import shutil
from pathlib import Path

import pytest
from fresh import HERE, ROOT, python

# What is asked of a new process. {0} is where the tiny game lies.
PLAY = """
import json, {0} as tiny
from engine.core import batch, jit, play
was_warm = jit.is_warm()
told = tiny.rows(seed=1, first=0, n=20).points.sum(axis=1).tolist()
hits = sum(play.play_random.stats.cache_hits.values())
misses = sum(play.play_random.stats.cache_misses.values())
print(json.dumps([told, hits, misses, was_warm, jit.is_warm()]))
"""
TYPES = """
import json, numpy as np, tiny_game as tiny
from engine.core import play
tiny.rows(seed=1, first=0, n=2), tiny.rows(seed=1, first=2, n=3, players=6)
games = tiny.Design(3).batch(4, seed=2)
games.step([0, 1, 2, 0]), games.step(np.zeros(4, np.int8)), games.payoffs()
kernels = [play.play_random, play.deal_many, play.step_many, play.payoff_many]
verbs = [tiny.deal_tiny, tiny.step_tiny, tiny.payoff_tiny, tiny.record_tiny]
print(json.dumps([len(each.signatures) for each in kernels + verbs]))
"""
PROBE = """
from engine.core.jit import compiled

@compiled
def read(values, i):
    return values[i]
"""
READ = """
import json, numpy as np
from engine.probe import read
print(json.dumps(float(read(np.zeros(3), 4096)) is not None))
"""
WHERE = "import json; from engine.core import jit; print(json.dumps(str(jit.cache_dir())))"


@pytest.fixture
def copied(tmp_path):
    """A copy of the core alone, for editing, with the tiny game inside and outside of it."""
    root = tmp_path / "copy"
    shutil.copytree(ROOT / "engine" / "core", root / "engine" / "core")
    (root / "engine" / "__init__.py").write_text("from engine.core import jit as _jit\n")
    (root / "engine" / "probe.py").write_text(PROBE)
    shutil.copy(HERE / "tiny_game.py", root / "engine" / "tiny.py")
    (root / "mine").mkdir()
    shutil.copy(HERE / "tiny_game.py", root / "mine" / "outside.py")
    return root


def edit(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("module", "file"), [("engine.tiny", "engine/tiny.py"), ("mine.outside", "mine/outside.py")]
)
def test_an_edited_callee_is_seen(module, file, copied, tmp_path):
    """The kernel lies in play.py; what it calls is edited, then put back as it was."""
    code, cache = PLAY.format(module), tmp_path / "cache"
    first, *counts = python(code, cache, copied)
    assert counts == [0, 1, False, True]
    assert first == [3] * 20  # a round is worth 1
    edit(copied / file, "+= 1 + below", "+= 5 + below")
    edited, *counts = python(code, cache, copied)
    assert edited == [15] * 20
    assert counts[:2] == [0, 1]
    edit(copied / file, "+= 5 + below", "+= 1 + below")
    again, *counts = python(code, cache, copied)
    assert again == first
    assert counts == [1, 0, True, True]


def test_an_edited_helper_of_the_core_is_seen(copied, tmp_path):
    code, cache = PLAY.format("engine.tiny"), tmp_path / "cache"
    rows = "import json, engine.tiny as t; print(json.dumps(t.rows(1, 0, 9).points.tolist()))"
    told = python(rows, cache, copied)
    edit(copied / "engine" / "core" / "rng.py", "0xD1B54A32D192ED03", "0xD1B54A32D192ED05")
    other = python(rows, cache, copied)
    assert told != other
    assert python(code, cache, copied)[1:] == [1, 0, True, True]


def test_checked_after_plain_raises(copied, tmp_path):
    cache = tmp_path / "cache"
    assert python(READ, cache, copied) is True
    error = python(READ, cache, copied, fails=True, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in error
    assert python(READ, cache, copied) is True


def test_a_second_process_compiles_nothing(tmp_path):
    code = PLAY.format("tiny_game")
    first = python(code, tmp_path)
    before = sorted(tmp_path.rglob("*.nb?"))
    second = python(code, tmp_path)
    assert first == [second[0], 0, 1, False, True]
    assert second == [first[0], 1, 0, True, True]
    assert sorted(tmp_path.rglob("*.nb?")) == before


def test_one_copy_of_each_function(tmp_path):
    assert set(python(TYPES, tmp_path)) <= {0, 1}  # 0: built into a kernel that came from the cache
    assert set(python(TYPES, tmp_path)) <= {0, 1}


def test_clear_cache_removes_ours_only(copied, tmp_path):
    cache = tmp_path / "cache"
    folders = [cache / name for name in ("jit-notes", "jit-0123456789abcdef0", "results")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "kept.txt").write_text("kept")
    old = cache / "jit-0123456789abcdef"
    old.mkdir()
    (old / "stale.nbi").write_bytes(b"12345")
    (cache / "jit-fedcba9876543210").write_text("a file of that name is not ours")
    linked = cache / "jit-aaaaaaaaaaaaaaaa"
    linked.symlink_to(folders[0])
    python(PLAY.format("engine.tiny"), cache, copied)
    clear = (
        "import json; from engine.core.jit import *; print(json.dumps([clear_cache(), is_warm()]))"
    )
    (files, size), warm = python(clear, cache, copied)
    assert files >= 4
    assert size > 10_000
    assert not warm
    assert not old.exists()
    assert [(folder / "kept.txt").read_text() for folder in folders] == ["kept"] * 3
    assert linked.is_symlink()
    assert (cache / "jit-fedcba9876543210").is_file()
    assert not list(cache.rglob("*.nbc"))


def test_a_cleared_cache_fills_again(tmp_path):
    code = """
import json, tiny_game as tiny
from engine.core.jit import clear_cache, is_warm
clear_cache()
tiny.rows(seed=1, first=0, n=1)
print(json.dumps(is_warm()))
"""
    assert python(code, tmp_path) is True


def test_the_folder_never_nests(tmp_path):
    where = Path(python(WHERE, tmp_path))
    assert where.parent == tmp_path
    assert Path(python(WHERE, tmp_path, NUMBA_CACHE_DIR=str(where))) == where
    home = {"XDG_CACHE_HOME": str(tmp_path / "xdg"), "NUMBA_CACHE_DIR": str(tmp_path / "other")}
    assert Path(python(WHERE, "", **home)) == tmp_path / "xdg" / "dragonlab" / where.name


def test_switches_have_folders_of_their_own(tmp_path):
    switches = [{}, {"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_OPT": "0"}, {"NUMBA_LOOP_VECTORIZE": "0"}]
    assert len({python(WHERE, tmp_path, **each) for each in switches}) == 4
    for harmless in ("NUMBA_FULL_TRACEBACKS", "NUMBA_NUM_THREADS", "NUMBA_DEVELOPER_MODE"):
        assert python(WHERE, tmp_path, **{harmless: "1"}) == python(WHERE, tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path):
    """Code is compiled all the same, kept for this process alone, with a warning that says so."""
    blocker = tmp_path / "file"
    blocker.write_text("")
    code = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import tiny_game as tiny
from engine.core import jit
said = [str(each.message) for each in caught if "cannot be kept" in str(each.message)]
print(json.dumps([said, tiny.rows(1, 0, 3).game.tolist(), str(jit.cache_dir())]))
"""
    said, games, folder = python(code, blocker / "cache")
    assert len(said) == 1
    assert "DRAGONLAB_CACHE_DIR" in said[0]
    assert games == [0, 1, 2]
    assert not os.path.exists(folder)


def test_a_full_disk(tmp_path):
    """What cannot be kept serves this process; that is said once and names the folder."""
    code = """
import json, resource, signal, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import tiny_game as tiny
    from engine.core import jit
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
    games = tiny.rows(1, 0, 3).game.tolist()
said = [str(each.message) for each in caught if "cannot be kept" in str(each.message)]
print(json.dumps([said, games]))
"""
    said, games = python(code, tmp_path)
    assert len(said) == 1
    assert str(tmp_path) in said[0]
    assert games == [0, 1, 2]


def test_plain_python_in_a_thread_stays_quiet(tmp_path):
    """NumPy's overflow warnings are on in a new thread; the generator wraps around by design."""
    code = """
import json, threading, warnings, tiny_game as tiny
warnings.simplefilter("error")
told = []
thread = threading.Thread(target=lambda: told.extend(tiny.rows(1, 0, 3).game.tolist()))
thread.start(), thread.join()
print(json.dumps(told))
"""
    assert python(code, tmp_path, NUMBA_DISABLE_JIT="1") == [0, 1, 2]
