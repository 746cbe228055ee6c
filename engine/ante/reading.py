"""A state read by path, and expectations of it: `seats.0.hand`, `stakes.dragon`, `winners`.

`PATHS` and `SEAT_PATHS` are what there is to read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import codes as c
from engine.ante import labels
from engine.ante.piles import debt
from engine.ante.position import FLIGHT_KEYS, GOLD
from engine.core import written
from engine.core.paths import FLAG, NUMBER, SEATS, Paths, Reader, SeatReader

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign

CARD, CARDS, SIDE, QUESTION = "the name of a card", "a list of cards", "a side", "a question"
SIDE_WORDS = ("dragon", "giant", "none")


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


def _known(design: AnteDesign) -> list[str]:
    """The paths of a game with so many stakes."""
    own = [path for path in PATHS if path.partition(".")[1] == "" or design.rules.two_stakes]
    if design.rules.two_stakes:
        own.remove("stakes")
    return own


def _expected(design: AnteDesign, kind: str, key: str, value: Any, path: str) -> Any:
    """An expected value of one of this game's own kinds."""
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


READER = Paths(PATHS, SEAT_PATHS, _expected, -GOLD, GOLD, _known)
