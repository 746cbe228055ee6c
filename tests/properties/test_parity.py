"""Compiled and as plain Python the same source plays the same games."""

import numpy as np
import plays
from process import COMPILED, PLAIN, answer, start

PARTS = 2  # processes that share the plain-Python games


def test_compiled_and_plain_python_tell_the_same(tmp_path, capsys):
    """Every question, option, choice, row and final record; over games, seats and odd designs."""
    running = [start("plays.py", tmp_path / "compiled.npz", 0, 1, switches=COMPILED)]
    for part in range(PARTS):
        running.append(start("plays.py", tmp_path / f"{part}.npz", part, PARTS, switches=PLAIN))
    for process in running:
        answer(process)
    compiled = dict(np.load(tmp_path / "compiled.npz"))
    plain = {}
    for part in range(PARTS):
        plain |= np.load(tmp_path / f"{part}.npz")
    assert compiled.keys() == plain.keys()
    games = steps = 0
    for name, one in compiled.items():
        other = plain[name]
        same = np.array_equal(one, other)
        assert same, f"{name}: differs from place {_first(one, other)}: {one} and {other}"
        games += name.endswith("told")
        steps += len(one) if name.endswith("told") else 0
    assert games == len(plays.DESIGNERS) * 5 * plays.DESIGNS * plays.GAMES_PLAYED
    with capsys.disabled():
        print(f"\n{games} games told alike in compiled and in plain Python, {steps} numbers")


def _first(one, other):
    """Where two arrays of one dimension begin to differ."""
    n = min(len(one), len(other))
    apart = np.flatnonzero(one[:n] != other[:n])
    return int(apart[0]) if len(apart) else n
