"""Agents for the tests: good ones, and one for every way in which an agent can fail.

They fail at about one decision in `often`, always at the same ones: `view.luck` belongs to the
decision.
"""

import ctypes
import os
import random
import sys
import time

import numpy as np


class Steady:
    """Chooses by the luck of the decision."""

    def choose(self, view):
        return view.luck % view.n_options


class SteadyBatch:
    """The same, many at once."""

    def choose_batch(self, views):
        return (views.luck % views.n_options.astype(np.uint64)).astype(np.int64)


class Dice:
    """Its own stream, seeded by the lab; `sides` does nothing."""

    def __init__(self, seed, sides=6, name="dice"):
        self.random = random.Random(seed)

    def choose(self, view):
        return self.random.randrange(view.n_options)


class Counter:
    """Remembers how often it was asked in this game: its choices depend on that."""

    def __init__(self):
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        return self.asked % view.n_options


class Needs:
    """Has a parameter without a default."""

    def __init__(self, seed, depth):
        self.depth = depth

    def choose(self, view):
        return 0


# --- agents that break the contract ---------------------------------------------------------------


class Failing:
    """At some decisions it fails, else it is `Steady`."""

    def __init__(self, seed=0, often=20):
        self.often = often

    def choose(self, view):
        if view.luck % self.often == 0:
            return self.fail(view)
        return view.luck % view.n_options


class Raises(Failing):
    def fail(self, view):
        raise ValueError("I am lost")


class OutOfRange(Failing):
    def fail(self, view):
        return view.n_options


class Negative(Failing):
    def fail(self, view):
        return -1


class Text(Failing):
    def fail(self, view):
        return "0"


class Nothing(Failing):
    def fail(self, view):
        return None


class Fraction(Failing):
    def fail(self, view):
        return 0.0


class Truth(Failing):
    def fail(self, view):
        return True


class SysExits(Failing):
    def fail(self, view):
        sys.exit(3)


class Exits(Failing):
    def fail(self, view):
        os._exit(3)


class Crashes(Failing):
    def fail(self, view):
        ctypes.string_at(0)


class Hangs(Failing):
    def fail(self, view):
        while True:
            pass


class Sleeps(Failing):
    def fail(self, view):
        time.sleep(1000)


class Fills(Failing):
    def fail(self, view):
        kept = []
        while True:
            kept.append(np.ones(1 << 20))


class Prints(Failing):
    def fail(self, view):
        print("hello from seat", view.seat)
        os.write(1, b"and from below\n")
        print("an aside", file=sys.stderr)
        return view.luck % view.n_options


class Fails:
    """Many at once: `how` it fails at some decisions."""

    def __init__(self, seed, how="raise", often=20):
        self.how, self.often = how, often

    def choose_batch(self, views):
        bad = views.luck % np.uint64(self.often) == 0
        made = (views.luck % views.n_options.astype(np.uint64)).astype(np.int64)
        if bad.any():
            return getattr(self, self.how)(made, bad)
        return made

    def error(self, made, bad):
        raise ValueError("I am lost")

    def leave(self, made, bad):
        os._exit(3)

    def hang(self, made, bad):
        while True:
            pass

    def number(self, made, bad):
        return np.where(bad, 1000, made)

    def short(self, made, bad):
        return made[:-1]

    def fractions(self, made, bad):
        return made / 1


class Careless:
    """Not the same with the same seed."""

    def choose(self, view):
        return int.from_bytes(os.urandom(2), "big") % view.n_options


class Leaks:
    """What it learned in one game goes on in the next."""

    seen = 0

    def choose(self, view):
        Leaks.seen += 1
        return Leaks.seen // 7 % view.n_options


class Peeks:
    """Looks for the state in the lab's own variables, and chooses by cards it may not see."""

    def choose(self, view):
        frame = sys._getframe()
        while "states" not in frame.f_locals:
            frame = frame.f_back
        states = frame.f_locals["states"]
        hands = states["hand"][states["game"] == view.game][0]
        return int(hands[(view.seat + 1) % view.seats].sum()) % view.n_options
