"""A state read by path, and expectations of it: `seats.0.hand`, `pile`, `winners`.

`PATHS` and `SEAT_PATHS` are what there is to read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.paths import FLAG, NUMBER, SEATS, Paths, Reader, SeatReader
from engine.drachensachen import codes as c
from engine.drachensachen import labels
from engine.drachensachen.rounds import raw_loss

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign

CARD, CARDS, WORD, WORDS = "a card", "a list of cards", "a word", "a list of words"
DIRECTIONS = ("clockwise", "counter-clockwise")
MOST = 1_000_000


def counted(counts: Iterable[int]) -> list[str]:
    """Names of cards from how many there are of each kind."""
    return [name for name, n in zip(c.NAMES, counts, strict=True) for _ in range(int(n))]


def places(cards: np.ndarray) -> list[str]:
    """The cards of a row of a reserve, empty places left out."""
    return [c.NAMES[kind] for kind in cards.tolist() if kind >= 0]


def all_cards(state: np.record) -> int:
    """Cards wherever they lie."""
    n = int(state.seats)
    total = int(state.hand_size[:n].sum() + state.n_up[:n].sum() + state.n_down[:n].sum())
    total += int(state.pile_size) + int(state.trouble_size)
    return total + int(state.burnt.sum()) + int(state.aside.sum())


def tricks(state: np.record) -> list[str]:
    """Names of the tricks that lie open."""
    return [name for k, name in enumerate(c.TRICKS) if state.tricks >> k & 1]


def hindrance(design: DrachenDesign, card: int) -> str:
    """The name of a hindrance card, or "none"."""
    return design.hindrances[card].name if card >= 0 else "none"


def _stack(design: DrachenDesign, state: np.record) -> list[str]:
    return [design.hindrances[card].name for card in state.stack[: state.stack_size].tolist()]


def _name(kind: int) -> str:
    return c.NAMES[kind] if kind >= 0 else ""


PATHS: dict[str, tuple[str, Reader]] = {
    "round": (NUMBER, lambda d, s: int(s.round_no)),
    "turn": (NUMBER, lambda d, s: c.NONE if s.over else int(s.actor)),
    "starter": (NUMBER, lambda d, s: int(s.starter)),
    "finisher": (NUMBER, lambda d, s: int(s.last_finisher)),
    "turns": (NUMBER, lambda d, s: int(s.turns_in_round)),
    "tie_rounds": (NUMBER, lambda d, s: int(s.tie_rounds)),
    "capped": (NUMBER, lambda d, s: int(s.capped)),
    "over": (FLAG, lambda d, s: bool(s.over)),
    "ending": (WORD, lambda d, s: c.ENDINGS[s.ended] if s.over else "none"),
    "winners": (SEATS, lambda d, s: [k for k in range(s.seats) if s.over and s.winners >> k & 1]),
    "decision": (WORD, lambda d, s: labels.question(s)),
    "direction": (WORD, lambda d, s: DIRECTIONS[0 if s.direction > 0 else 1]),
    "pile": (CARDS, lambda d, s: counted(s.pile)),
    "pile_size": (NUMBER, lambda d, s: int(s.pile_size)),
    "top": (CARD, lambda d, s: _name(int(s.top))),
    "demand": (NUMBER, lambda d, s: int(s.demand)),
    "debt": (NUMBER, lambda d, s: int(s.debt)),
    "trouble_size": (NUMBER, lambda d, s: int(s.trouble_size)),
    "trouble_top": (
        CARD,
        lambda d, s: _name(int(s.trouble[s.trouble_size - 1])) if s.trouble_size else "",
    ),
    "box": (CARDS, lambda d, s: counted(s.burnt)),
    "box_size": (NUMBER, lambda d, s: int(s.burnt.sum() + s.aside.sum())),
    "cards": (NUMBER, lambda d, s: all_cards(s)),
    "tricks": (WORDS, lambda d, s: tricks(s)),
    "chaos": (FLAG, lambda d, s: s.chaos >= 0),
    "hindrance_pile": (WORDS, lambda d, s: _stack(d, s)),
    "hindrance_top": (WORD, lambda d, s: (_stack(d, s) or ["none"])[0]),
    "hindrance_bottom": (WORD, lambda d, s: (_stack(d, s) or ["none"])[-1]),
}
SEAT_PATHS: dict[str, tuple[str, SeatReader]] = {
    "hand": (CARDS, lambda d, s, k: counted(s.held[k])),
    "hand_size": (NUMBER, lambda d, s, k: int(s.hand_size[k])),
    "up": (CARDS, lambda d, s, k: places(s.up[k])),
    "down": (CARDS, lambda d, s, k: places(s.down[k])),
    "up_size": (NUMBER, lambda d, s, k: int(s.n_up[k])),
    "down_size": (NUMBER, lambda d, s, k: int(s.n_down[k])),
    "lost": (NUMBER, lambda d, s, k: int(s.totals[k])),
    "loss": (NUMBER, lambda d, s, k: int(s.last_loss[k])),
    "coins": (NUMBER, lambda d, s, k: int(raw_loss(s, d.rules, k))),
    "known": (CARDS, lambda d, s, k: counted(s.known[k])),
    "hindrance": (WORD, lambda d, s, k: hindrance(d, int(s.hindrance[k]))),
}


def _expected(design: DrachenDesign, kind: str, key: str, value: Any, path: str) -> Any:
    """An expected value of one of this game's own kinds."""
    if kind == CARD:
        return c.NAMES[labels.kind_of(value, path)] if value != "" else ""
    if kind == CARDS:
        return [c.NAMES[labels.kind_of(v, path)] for v in written.several(value, path)]
    known = _words(design, key)
    if kind == WORD:
        return written.word(value, path, known)
    return [written.word(v, path, known) for v in written.several(value, path)]


def _words(design: DrachenDesign, key: str) -> tuple[str, ...]:
    """What a path that is told in words may say."""
    names = tuple(card.name for card in design.hindrances)
    return {
        "ending": (*c.ENDINGS, "none"),
        "decision": c.QUESTIONS,
        "direction": DIRECTIONS,
        "tricks": c.TRICKS,
        "hindrance_pile": names,
        "hindrance": (*names, "none"),
        "hindrance_top": (*names, "none"),
        "hindrance_bottom": (*names, "none"),
    }[key]


READER = Paths(PATHS, SEAT_PATHS, _expected, -MOST, MOST)
