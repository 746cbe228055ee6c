"""Choices in words: `play 7 x2`, `remove 4`, `take`, `swap 3 for Zero`; and such words understood."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.problem import Problem, near
from engine.drachensachen import codes as c

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign

FORMS = (
    "play CARD",
    "play CARD xN",
    "remove CARD",
    "flip N",
    "swap CARD for CARD",
    "target SEAT",
    "lift CARD",
    *c.WORDS,
)
VERBS = ("play", "remove", "flip", "swap", "target", "lift")
PLAY = re.compile(r"(.+?)(?: x ?(\d+))?", re.IGNORECASE)
SWAP = re.compile(r"(.+) for (.+)", re.IGNORECASE)


def label(design: DrachenDesign, state: np.record, option: int) -> str:
    """The option at index ``option`` (0 <= option < n_options) in words."""
    kind, value = divmod(int(state.options[option]), c.OPTION_VALUES)
    return of_code(kind, value)


def of_code(kind: int, value: int) -> str:
    """An option in words, from the two parts of its code."""
    if kind == c.O_WORD:
        return c.WORDS[value]
    if kind == c.O_PLAY:
        card, n = divmod(value, c.COUNTS)
        return f"play {c.NAMES[card]}" + (f" x{n}" if n > 1 else "")
    if kind == c.O_SWAP:
        card, other = divmod(value, c.KINDS)
        return f"swap {c.NAMES[card]} for {c.NAMES[other]}"
    if kind == c.O_FLIP:
        return f"flip {value + 1}"
    if kind == c.O_TARGET:
        return f"target {value}"
    return f"{VERBS[kind]} {c.NAMES[value]}"


def question(state: np.record) -> str:
    """What is asked, in words; "none" once the game is over."""
    return c.QUESTIONS[0 if state.over else int(state.decision)]


def kind_of(given: Any, where: str = "") -> int:
    """The kind of card of a name or value; Problem with the nearest right names."""
    name = str(given).strip().lower()
    for kind, known in enumerate(c.NAMES):
        if known.lower() == name and not isinstance(given, bool):
            return kind
    at = f"{where}: " if where else ""
    raise Problem(f"{at}unknown card {given!r}{near(given, c.NAMES)}")


def understand(design: DrachenDesign, text: str) -> str:
    """A written choice in the form in which `label` writes it.

    Raises:
        Problem: no such label, card or seat; with the nearest right ones.
    """
    words = " ".join(text.split())
    if words.lower() in c.WORDS:
        return words.lower()
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if verb not in VERBS:
        raise Problem(f"no choice is written {text!r}{near(words, FORMS)}")
    if not rest:
        forms = [form for form in FORMS if form.startswith(f"{verb} ")]
        raise Problem(f"{text!r} is not complete; write {' or '.join(map(repr, forms))}")
    if verb == "play":
        return _play(rest, text)
    if verb == "swap":
        pair = SWAP.fullmatch(rest)
        if not pair:
            raise Problem(f"{text!r} must name two cards: 'swap CARD for CARD'")
        return f"swap {c.NAMES[kind_of(pair[1])]} for {c.NAMES[kind_of(pair[2])]}"
    if verb == "flip":
        return f"flip {_number(rest, 1, c.COLUMNS, text)}"
    if verb == "target":
        return f"target {_number(rest, 0, design.players - 1, text)}"
    return f"{verb} {c.NAMES[kind_of(rest)]}"


def _play(rest: str, text: str) -> str:
    found = PLAY.fullmatch(rest)
    assert found is not None  # the pattern matches any text
    n = _number(found[2] or "1", 1, c.MAX_PLAY, text)
    return f"play {c.NAMES[kind_of(found[1])]}" + (f" x{n}" if n > 1 else "")


def _number(word: str, low: int, high: int, text: str) -> int:
    if not word.isdecimal() or not low <= int(word) <= high:
        raise Problem(f"{text!r} must name a number from {low} to {high}")
    return int(word)
