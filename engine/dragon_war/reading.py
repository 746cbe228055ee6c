"""A state read by path, and expectations of it: `seats.0.life`, `discard`, `winners`.

`PATHS` and `SEAT_PATHS` are what there is to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.paths import FLAG, NUMBER, SEATS, Paths, Reader, SeatReader
from engine.dragon_war import codes as c
from engine.dragon_war import labels, words

if TYPE_CHECKING:
    from engine.dragon_war.game import DragonWarDesign

CARD, CARDS, PLACE, TEXT, ENDING, QUESTION, BOARD = (
    "the name of a Fate card",
    "a list of Fate cards",
    "a place on the path",
    "what stands on a square",
    "an ending",
    "a question",
    "a list of game cards",
)
ENDED = ("none", *c.ENDINGS)


def deck(design: DragonWarDesign, state: np.record) -> list[str]:
    """The Fate deck, top first."""
    ring = state.deck.tolist()
    return [design.name(ring[(int(state.head) + i) % c.DECK]) for i in range(int(state.deck_size))]


def _names(design: DragonWarDesign, cards: np.ndarray, n: int) -> list[str]:
    return [design.name(int(card)) for card in cards[:n]]


def _end(cards: list[str], place: int) -> str:
    return cards[place] if cards else ""


def _stands_on(design: DragonWarDesign, state: np.record, seat: int) -> str:
    place = labels.square(design, int(state.pos[seat]))
    if isinstance(place, str):
        return place
    index = int(state.board[(place - 1) // c.SQUARES]) * c.SQUARES + (place - 1) % c.SQUARES
    return words.written(int(design.rules.square_op[index]), int(design.rules.square_n[index]))


PATHS: dict[str, tuple[str, Reader]] = {
    "turn": (NUMBER, lambda d, s: c.NONE if s.over else int(s.actor)),
    "active": (NUMBER, lambda d, s: int(s.turn)),
    "turn_no": (NUMBER, lambda d, s: int(s.turn_no)),
    "landings": (NUMBER, lambda d, s: int(s.landings)),
    "over": (FLAG, lambda d, s: bool(s.over)),
    "ended": (ENDING, lambda d, s: ENDED[int(s.ended) + 1] if s.over else ENDED[0]),
    "winners": (SEATS, lambda d, s: [k for k in range(s.seats) if s.over and s.winners >> k & 1]),
    "decision": (QUESTION, lambda d, s: labels.question(s)),
    "finish": (NUMBER, lambda d, s: int(d.rules.finish)),
    "board": (BOARD, lambda d, s: [d.board[k] for k in s.board[: d.rules.n_board].tolist()]),
    "deck_size": (NUMBER, lambda d, s: int(s.deck_size)),
    "deck_top": (CARD, lambda d, s: _end(deck(d, s), 0)),
    "deck_bottom": (CARD, lambda d, s: _end(deck(d, s), -1)),
    "discard": (CARDS, lambda d, s: _names(d, s.discard, s.discard_size)),
    "discard_size": (NUMBER, lambda d, s: int(s.discard_size)),
    "fate_cards": (NUMBER, lambda d, s: int(s.deck_size + s.discard_size + s.hand_size.sum())),
    "battles": (NUMBER, lambda d, s: int(s.battles)),
    "dice": (NUMBER, lambda d, s: int(s.dice)),
}
SEAT_PATHS: dict[str, tuple[str, SeatReader]] = {
    "square": (PLACE, lambda d, s, k: labels.square(d, int(s.pos[k]))),
    "on": (TEXT, _stands_on),
    "life": (NUMBER, lambda d, s, k: int(s.life[k])),
    "alive": (FLAG, lambda d, s, k: bool(s.alive[k])),
    "restarts": (NUMBER, lambda d, s, k: int(s.restarts[k])),
    "skip": (NUMBER, lambda d, s, k: int(s.skip[k])),
    "hand": (CARDS, lambda d, s, k: _names(d, s.hand[k], s.hand_size[k])),
    "hand_size": (NUMBER, lambda d, s, k: int(s.hand_size[k])),
    "character": (TEXT, lambda d, s, k: d.box.characters[k].name),
}


def _expected(design: DragonWarDesign, kind: str, key: str, value: Any, path: str) -> Any:
    """An expected value of one of this game's own kinds."""
    if kind == PLACE and not isinstance(value, str):
        return labels.square(design, written.whole(value, path, 0, int(design.rules.finish)))
    if kind == PLACE:
        return written.word(value, path, (labels.START, labels.FINISH), "place")
    if kind == ENDING:
        return written.word(value, path, ENDED, "ending")
    if kind == QUESTION:
        return written.word(value, path, c.QUESTIONS, "question")
    if kind == TEXT:
        return written.text(value, path)
    if kind == BOARD:
        return [design.board[design.board_card(name)] for name in written.several(value, path)]
    if kind == CARD:
        return value if value == "" else _title(design, value, path)
    return [_title(design, name, path) for name in written.several(value, path)]


def _title(design: DragonWarDesign, value: Any, path: str) -> str:
    return design.titles[labels.title_at(design, value, path)]


READER = Paths(PATHS, SEAT_PATHS, _expected, -1, 1_000_000)
