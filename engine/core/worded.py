"""What the designs of all games do alike: one game in words.

Each question is answered by the module of the game's own folder that is about it - `labels`, `position`,
`reading`, `pins`, `story` - imported when it is first asked, for playing needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from typing import Self

    from engine.core.game import Game


class WordedDesign:
    """The part of a design (see `engine.core.game.Design`) that speaks.

    Attributes:
        room: the game's folder as a module, such as "engine.ante".
    """

    room: str
    game: Game
    rules: np.record

    def label(self, state: np.record, option: int) -> str:
        """The choice ``option`` (an index, 0 <= option < n_options) in words."""
        return str(self._module("labels").label(self, state, option))

    def question(self, state: np.record) -> str:
        """The kind of question asked, in words."""
        return str(self._module("labels").question(state))

    def understand(self, text: str) -> str:
        """A written choice in the spelling of `label`; Problem with the nearest right ones."""
        return str(self._module("labels").understand(self, text))

    def find(self, state: np.record, text: str) -> int:
        """The index of a written choice among the options, -1 if it is not offered.

        Of options written alike, as of several copies of a card, the first: they are the same to the rules.
        """
        wanted = self.understand(text)
        labels = [self.label(state, option) for option in range(int(state.n_options))]
        return labels.index(wanted) if wanted in labels else -1

    def place(self, position: Mapping[str, Any], seed: int) -> np.record:
        """The state of a position given in words; Problem with the nearest right names."""
        state: np.record = self._module("position").place(self, position, seed)
        return state

    def read(self, state: np.record, path: str) -> Any:
        """The value at a dotted path of the position: "seats.0.hand" -> names of cards."""
        return self._module("reading").READER.read(self, state, path)

    def expected(self, path: str, value: Any) -> Any:
        """An expected value in the form of `read`; Problem for a wrong path or value."""
        return self._module("reading").READER.expected(self, path, value)

    def luck(self, chance: Sequence[Any]) -> None:
        """Check pins before they are needed; Problem with the nearest right names."""
        self._module("pins").understand(self, chance)

    def pin(self, state: np.record, chance: Sequence[Any]) -> None:
        """Fix the coming luck to the given outcomes; only in a `private` design."""
        self._module("pins").pin(self, state, chance)

    def pins(self, state: np.record) -> list[str] | None:
        """The pins not used yet, in words; None if luck asked for something else than pinned."""
        left: list[str] | None = self._module("pins").left(self, state)
        return left

    def teller(self) -> Any:
        """What turns the engine's notes into a transcript's events, for one game of this design."""
        return self._module("story").Teller(self)

    def private(self) -> Self:
        """The same design with its own rules record, where luck is pinned and notes are kept."""
        mine = copy(self)
        mine.rules = np.array([self.rules], self.game.rules).view(np.recarray)[0]
        return mine

    def _module(self, name: str) -> Any:
        return import_module(f"{self.room}.{name}")
