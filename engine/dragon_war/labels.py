"""Choices in words: the label of an option, and a written choice understood."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.problem import Problem, near
from engine.dragon_war import codes as c

if TYPE_CHECKING:
    from engine.dragon_war.game import DragonWarDesign

VERBS = {"use": c.O_USE, "discard": c.O_DISCARD, "target": c.O_TARGET}
VERB_OF = {kind: verb for verb, kind in VERBS.items()}
FORMS = (*c.WORDS, "use CARD", "discard CARD", "target SEAT")
START, FINISH = "START", "FINISH"


def label(design: DragonWarDesign, state: np.record, option: int) -> str:
    """The option at index ``option`` (0 <= option < n_options) in words."""
    kind, value = divmod(int(state.options[option]), c.OPTION_VALUES)
    if kind < len(c.WORDS):
        return c.WORDS[kind]
    name = value if kind == c.O_TARGET else design.titles[value]
    return f"{VERB_OF[kind]} {name}"


def question(state: np.record) -> str:
    """What is asked, in words; "none" once the game is over."""
    return c.QUESTIONS[0 if state.over else int(state.decision)]


def understand(design: DragonWarDesign, text: str) -> str:
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
        known = [*c.WORDS, *VERBS]
        close = difflib.get_close_matches(verb, known)
        raise Problem(f"no choice is written {text!r}{near(words, close or FORMS)}")
    if not rest:
        form = next(form for form in FORMS if form.startswith(f"{verb} "))
        raise Problem(f"{text!r} is not complete; write {form!r}")
    if verb != "target":
        return f"{verb} {design.titles[design.title(rest)]}"
    if not rest.isdecimal() or int(rest) >= design.players:
        raise Problem(f"{text!r} names no seat: there are seats 0 to {design.players - 1}")
    return f"{verb} {int(rest)}"


def square(design: DragonWarDesign, pos: int) -> int | str:
    """A place on the path as it is told: START, FINISH or its number."""
    finish = int(design.rules.finish)
    return START if pos == 0 else FINISH if pos == finish else int(pos)


def at(where: str, problem: Problem) -> Problem:
    """The problem with the place in a file that it was found at."""
    told = str(problem)
    return Problem(told if told.startswith(where) else f"{where}: {told}")


def title_at(design: DragonWarDesign, given: Any, where: str) -> int:
    """The number of a Fate card's title written at a place of a file."""
    if not isinstance(given, str):
        raise Problem(f"{where} must be the name of a Fate card, not {given!r}")
    try:
        return design.title(given)
    except Problem as problem:
        raise at(where, problem) from None
