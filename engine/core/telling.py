"""The frame of a game's transcript: an event, and how a game is announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

Event = dict[str, Any]


class Story:
    """One game told in events: mappings of gambit, round, seat (None: nobody's), kind, text, cards (names) and
    gold (None where none moves), fit for JSON.

    Attributes:
        gambit, round: where the game is; a game without gambits or rounds says what they are there.
    """

    def __init__(self, design: Any) -> None:
        self.design = design
        self.rules = design.rules
        self.gambit = 0
        self.round = 0

    def title(self, state: np.record) -> Iterator[Event]:
        """Which game this is, and what of its cards is assumed."""
        design = self.design
        game, seed = int(state.game), int(state.seed)
        text = f"{design.game.title}, {design.players} players: game {game} of seed {seed}"
        yield self._event("deck", text)

    def assumed(self) -> Iterator[Event]:
        """What of the card data no source confirms."""
        for note in self.design.assumed:
            yield self._event("deck", note[0].upper() + note[1:])

    def _event(
        self,
        kind: str,
        text: str,
        cards: list[str] | None = None,
        seat: int | None = None,
        gold: int | None = None,
    ) -> Event:
        return {
            "gambit": self.gambit,
            "round": self.round,
            "seat": None if seat is None or seat < 0 else seat,
            "kind": kind,
            "text": text,
            "cards": cards or [],
            "gold": gold,
        }
