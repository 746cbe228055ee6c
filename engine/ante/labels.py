"""Choices in words: the label of an option, and a written choice understood.

The words are those of the table of labels: `play Black Dragon 3`, `discard Ettin 2 of 1`, `pay 5`.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import codes as c
from engine.core import written
from engine.core.problem import Problem, near

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign

SIDES = {"dragon": c.DRAGONS, "giant": c.GIANTS}
SIDE_NAMES = {side: word for word, side in SIDES.items()}

ON_CARDS = {
    "ante": c.O_ANTE,
    "play": c.O_PLAY,
    "give": c.O_GIVE,
    "take": c.O_TAKE,
    "discard": c.O_DISCARD,
    "keep": c.O_KEEP,
    "trigger": c.O_TRIGGER,
    "pass": c.O_PASS,
}
ON_CARDS_OF_SEATS = {"discard": c.O_DISCARD_OF, "swap": c.O_SWAP}
ON_SIDES = {"fight": c.O_FIGHT, "stakes": c.O_STAKES, "odd": c.O_ODD}
ON_NUMBERS = {"target": c.O_TARGET, "pay": c.O_PAY}

VERB_OF = {
    kind: verb
    for verbs in (ON_CARDS, ON_CARDS_OF_SEATS, ON_SIDES, ON_NUMBERS)
    for verb, kind in verbs.items()
}
FORMS = (
    *(f"{verb} CARD" for verb in ON_CARDS),
    *(f"{verb} CARD of SEAT" for verb in ON_CARDS_OF_SEATS),
    *(f"{verb} {side}" for verb in ON_SIDES for side in SIDES),
    "target SEAT",
    "pay N",
    *c.WORDS,
)
OF_SEAT = re.compile(r"(.+) of (?:seat )?(\d+)", re.IGNORECASE)


# --- an option in words --------------------------------------------------------------------------


def label(design: AnteDesign, state: np.record, option: int) -> str:
    """The option at index ``option`` in words; Problem if there is no such option."""
    if not 0 <= option < state.n_options:
        raise Problem(f"there is no option {option}: {_counted(int(state.n_options))}")
    kind, value = divmod(int(state.options[option]), c.OPTION_VALUES)
    if kind == c.O_WORD:
        return c.WORDS[value]
    verb = VERB_OF[kind]
    if kind in SIDED:
        return f"{verb} {SIDE_NAMES[value]}"
    if kind in NUMBERED:
        return f"{verb} {value}"
    name = design.name(value)
    if kind in OF_SEATS:
        return f"{verb} {name} of {seat_of(state, value)}"
    return f"{verb} {name}"


def _counted(options: int) -> str:
    if options == 0:
        return "the game is over"
    return f"the question has {options}, counted from 0"


SIDED = frozenset(ON_SIDES.values())
NUMBERED = frozenset(ON_NUMBERS.values())
OF_SEATS = frozenset(ON_CARDS_OF_SEATS.values())


def question(state: np.record) -> str:
    """What is asked, in words; "none" once the game is over."""
    return c.QUESTIONS[0 if state.over else int(state.decision)]


def seat_of(state: np.record, card: int) -> int:
    """The seat in whose flight a card lies; -1 if in none."""
    for seat in range(int(state.seats)):
        if card in state.flight[seat, : state.slots[seat]]:
            return seat
    return -1


# --- words understood ----------------------------------------------------------------------------


def understand(design: AnteDesign, text: str) -> str:
    """A written choice in the form in which `label` writes it.

    Raises:
        Problem: no such label, card, side or seat; with the nearest right ones.
    """
    words = " ".join(text.split())
    if words.lower() in c.WORDS:
        return words.lower()
    verb, _, rest = words.partition(" ")
    verb = verb.lower()
    if verb not in VERBS:
        raise Problem(f"no choice is written {text!r}{_near_choice(words, verb)}")
    if not rest:
        forms = [form for form in FORMS if form.startswith(f"{verb} ")]
        raise Problem(f"{text!r} is not complete; write {' or '.join(map(repr, forms))}")
    if verb in ON_SIDES:
        return f"{verb} {side(rest)}"
    if verb in ON_NUMBERS:
        return f"{verb} {_number(design, verb, rest, text)}"
    of = OF_SEAT.fullmatch(rest)
    if of and verb in ON_CARDS_OF_SEATS:
        return f"{verb} {card_name(design, of[1])} of {_number(design, 'target', of[2], text)}"
    if verb not in ON_CARDS:
        raise Problem(f"{text!r} must say in whose flight the card lies: '{verb} CARD of SEAT'")
    return f"{verb} {card_name(design, rest)}"


VERBS = frozenset(VERB_OF.values())


def side(text: str) -> str:
    """The word of a side, checked."""
    if text.lower() not in SIDES:
        raise Problem(f"no side {text!r}{near(text, SIDES)}")
    return text.lower()


def card_name(design: AnteDesign, text: str) -> str:
    """The card of that name as this design writes it; raises Problem with the nearest names."""
    return design.name(design.card(text))


def card_at(design: AnteDesign, given: Any, where: str) -> str:
    """A card's name written at a place of a file; raises Problem that begins with the place."""
    try:
        return card_name(design, written.text(given, where))
    except Problem as problem:
        at = str(problem).startswith(where)
        raise Problem(str(problem) if at else f"{where}: {problem}") from None


def _near_choice(words: str, verb: str) -> str:
    """The nearest choices: of words where the whole text is like one, else by the verb."""
    if difflib.get_close_matches(words.lower(), c.WORDS):
        return near(words, c.WORDS)
    close = difflib.get_close_matches(verb, sorted(VERBS))
    return near(verb, close) if close else near(words, FORMS)


def _number(design: AnteDesign, verb: str, word: str, text: str) -> int:
    if not word.isdecimal():
        raise Problem(f"{text!r} must name a number: '{verb} N'")
    if verb == "target" and int(word) >= design.players:
        raise Problem(f"{text!r} names no seat: there are seats 0 to {design.players - 1}")
    return int(word)
