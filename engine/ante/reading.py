"""A state read by path, and expectations of it: `seats.0.hand`, `stakes.dragon`, `winners`.

`PATHS` and `SEAT_PATHS` are what there is to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import codes as c
from engine.ante import labels
from engine.ante.piles import debt
from engine.ante.position import FLIGHT_KEYS, GOLD
from engine.core import written
from engine.core.problem import Problem, near

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign

NUMBER, FLAG, CARD, CARDS, SEATS, SIDE, QUESTION = (
    "a whole number",
    "true or false",
    "the name of a card",
    "a list of cards",
    "a list of seats",
    "a side",
    "a question",
)
SIDE_WORDS = ("dragon", "giant", "none")
Reader = Callable[["AnteDesign", np.record], Any]
SeatReader = Callable[["AnteDesign", np.record, int], Any]


def _pile(design: AnteDesign, cards: np.ndarray, n: int) -> list[str]:
    return [design.name(int(card)) for card in cards[:n] if card >= 0]


PATHS: dict[str, tuple[str, Reader]] = {
    "stakes": (NUMBER, lambda d, s: int(s.stakes[0])),
    "stakes.dragon": (NUMBER, lambda d, s: int(s.stakes[c.DRAGONS])),
    "stakes.giant": (NUMBER, lambda d, s: int(s.stakes[c.GIANTS])),
    "hole": (NUMBER, lambda d, s: int(s.hole_pile)),
    "round": (NUMBER, lambda d, s: int(s.round_no)),
    "turn": (NUMBER, lambda d, s: c.NONE if s.over else int(s.actor)),
    "leader": (NUMBER, lambda d, s: int(s.leader)),
    "gambit": (NUMBER, lambda d, s: int(s.gambit)),
    "over": (FLAG, lambda d, s: bool(s.over)),
    "winners": (SEATS, lambda d, s: [k for k in range(s.seats) if s.over and s.winners >> k & 1]),
    "decision": (QUESTION, lambda d, s: labels.question(s)),
    "deck_size": (NUMBER, lambda d, s: int(s.deck_size)),
    "deck_top": (CARD, lambda d, s: d.name(int(s.deck[s.deck_size - 1])) if s.deck_size else ""),
    "legendary_size": (NUMBER, lambda d, s: int(s.legendary_size)),
    "scorings_left": (NUMBER, lambda d, s: int(s.scorings_left)),
    "ante": (CARDS, lambda d, s: _pile(d, s.ante, s.ante_size)),
    "discard": (CARDS, lambda d, s: _pile(d, s.discard, s.discard_size)),
}
SEAT_PATHS: dict[str, tuple[str, SeatReader]] = {
    "hoard": (NUMBER, lambda d, s, k: int(s.hoard[k])),
    "hole": (NUMBER, lambda d, s, k: int(s.hole[k])),
    "been_in_hole": (FLAG, lambda d, s, k: bool(s.been_in_hole[k])),
    "debt": (NUMBER, lambda d, s, k: debt(s, k)),
    "hand": (CARDS, lambda d, s, k: _pile(d, s.hand[k], s.hand_size[k])),
    "hand_size": (NUMBER, lambda d, s, k: int(s.hand_size[k])),
    "flight": (CARDS, lambda d, s, k: _pile(d, s.flight[k], s.slots[k])),
    "strength": (NUMBER, lambda d, s, k: int(s.strength[k])),
    "side": (SIDE, lambda d, s, k: SIDE_WORDS[s.fights_for[k]]),
}


def paths(design: AnteDesign) -> list[str]:
    """Every path that `read` knows for this design."""
    own = [path for path in PATHS if path.partition(".")[1] == "" or design.rules.two_stakes]
    if design.rules.two_stakes:
        own.remove("stakes")
    return own + [f"seats.{seat}.{key}" for seat in range(design.players) for key in SEAT_PATHS]


def read(design: AnteDesign, state: np.record, path: str) -> Any:
    """The value at a path: a number, true or false, a word, or a list of names or seats.

    Raises:
        Problem: no such path; with the nearest ones.
    """
    seat, key = _split(design, path)
    if seat is None:
        return PATHS[key][1](design, state)
    return SEAT_PATHS[key][1](design, state, seat)


def expected(design: AnteDesign, path: str, value: Any) -> Any:
    """An expected value in the form in which `read` gives it, card names as the design writes them.

    Raises:
        Problem: no such path, or a value that it can never have.
    """
    seat, key = _split(design, path)
    kind = (PATHS if seat is None else SEAT_PATHS)[key][0]
    if kind == NUMBER:
        return written.whole(value, path, -GOLD, GOLD)
    if kind == FLAG:
        return written.flag(value, path)
    if kind == SEATS:
        return [written.whole(v, path, 0, design.players - 1) for v in written.several(value, path)]
    if kind == SIDE:
        return written.word(value, path, SIDE_WORDS, "side")
    if kind == QUESTION:
        return written.word(value, path, c.QUESTIONS, "question")
    if kind == CARD:
        return _card(design, value, path) if value != "" else ""
    return [_card(design, v, path) for v in written.several(value, path)]


def _card(design: AnteDesign, value: Any, path: str) -> str:
    """A card's name; a table such as a position writes for a marked card names it by `card`."""
    if isinstance(value, Mapping):
        value = written.table(value, path, FLIGHT_KEYS).get("card")
    return labels.card_at(design, value, path)


def _split(design: AnteDesign, path: str) -> tuple[int | None, str]:
    """A path as (seat or None, key), checked."""
    known = paths(design)
    if path not in known:
        raise Problem(f"no path {path!r}{near(path, known)}")
    if not path.startswith("seats."):
        return None, path
    _, seat, key = path.split(".")
    return int(seat), key
