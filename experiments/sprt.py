"""Sequential tests: is A better than B, asked again and again as the deals come in.

The generalized sequential probability ratio test of two scores s0 < s1, in the normal form that
chess engines are tested by: after N deals of mean m and variance v

    LLR = N (s1 - s0) (2 m - s0 - s1) / (2 v),

and the test ends when it leaves [log(beta / (1 - alpha)), log((1 - beta) / alpha)]. One observation
is a deal with all its seatings. The ratio is looked at after every block of deals, in the order of
the deals, so that the answer does not depend on how many workers play. (Van den Bergh, "The
generalized sequential probability ratio test", 2020.)
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from math import log
from typing import Any

import numpy as np

from engine.core.problem import Problem, near
from experiments.rotation import BLOCK

UNDECIDED, ACCEPTS_0, ACCEPTS_1 = "undecided", "elo0", "elo1"


@dataclass(frozen=True)
class Question:
    """Is the Elo difference `elo0` or less (H0), or `elo1` or more (H1)?

    Attributes:
        alpha: how often H1 may be accepted where H0 holds; `beta`: the other way about.
    """

    elo0: float = 0.0
    elo1: float = 15.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio ends the test."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def parse(text: str) -> Question:
    """A question from `elo0=0,elo1=15,alpha=0.05,beta=0.05`, any of them; raises Problem."""
    names = [field.name for field in fields(Question)]
    given: dict[str, float] = {}
    for piece in text.replace(",", " ").split():
        name, _, value = piece.partition("=")
        if name not in names:
            raise Problem(f"--sprt: unknown key {name!r}{near(name, names)}")
        try:
            given[name] = float(value)
        except ValueError:
            raise Problem(f"--sprt: {name} must be a number, not {value!r}") from None
    question = Question(**given)
    if not -4000 <= question.elo0 < question.elo1 <= 4000:
        raise Problem(f"--sprt: elo0 ({question.elo0:g}) must be below elo1 ({question.elo1:g})")
    for name in ("alpha", "beta"):
        if not 0 < getattr(question, name) < 0.5:
            raise Problem(f"--sprt: {name} must be above 0 and below 0.5")
    return question


@dataclass(frozen=True)
class Answer:
    """How a test stands after so many `deals`; `decision` is elo0, elo1 or undecided."""

    question: Question
    llr: float
    deals: int
    decision: str

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        low, high = self.question.bounds
        return {
            **asdict(self.question),
            "llr": self.llr,
            "lower": low,
            "upper": high,
            "decision": self.decision,
            "deals": self.deals,
            "block": BLOCK,
        }


def ratios(scores: np.ndarray, s0: float, s1: float) -> np.ndarray:
    """The log-likelihood ratio of s1 to s0 after each whole block of deals: float64 (blocks,).

    Args:
        scores: the mean score of each deal over its seatings, 0 to 1, shape (deals,).

    The variance is that of the deals with one more won outright and one lost: agents that have
    differed in no deal yet are not told apart by a variance of zero.
    """
    n = np.arange(BLOCK, len(scores) + 1, BLOCK)
    total, squares = np.cumsum(scores)[n - 1], np.cumsum(scores**2)[n - 1]
    variance = (squares + 1) / (n + 2) - ((total + 1) / (n + 2)) ** 2
    return (s1 - s0) * (2 * total - n * (s0 + s1)) / (2 * variance)


def ask(question: Question, scores: np.ndarray, s0: float, s1: float) -> Answer:
    """The answer at the first block that settles the question, else how it stands after the last.

    Args:
        s0, s1: the scores that elo0 and elo1 mean.
    """
    low, high = question.bounds
    found = ratios(scores, s0, s1)
    if not found.size:
        return Answer(question, 0.0, 0, UNDECIDED)
    ends = np.flatnonzero((found <= low) | (found >= high))
    block = int(ends[0]) if ends.size else found.size - 1
    llr = float(found[block])
    decision = ACCEPTS_1 if llr >= high else ACCEPTS_0 if llr <= low else UNDECIDED
    return Answer(question, llr, (block + 1) * BLOCK, decision)
