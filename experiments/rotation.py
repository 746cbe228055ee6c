"""Who sits where: every deal is played in all seatings of a match.

So the luck of the cards and of the seat falls to all alike, and the deal with its seatings, not the
game, is the unit of every figure. A seating names the entrant (by number) at each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from math import factorial
from typing import Any

from agents.registry import Agent
from engine.core.game import Design, Game
from engine.core.problem import Problem
from experiments.plan import PART, TIMEOUT, Plan, Variant

Seating = tuple[int, ...]

SEATINGS_MAX = 1_000  # in which a deal is played at most
BLOCK = 25  # deals after which it may be asked whether a question is settled
PART_BLOCKS = 4  # in a part file at least: files cost time
PARTS = 100  # that a contest is kept in at most: little is lost by a kill


@dataclass(frozen=True)
class Match:
    """Entrants that meet at one table, and the seatings in which they play each deal."""

    entrants: tuple[int, ...]
    seatings: tuple[Seating, ...]


def alone(a: int, b: int, players: int) -> Match:
    """`a` in each seat in turn, `b` in all the others: even is one win in `players`."""
    seatings = [tuple(a if at == seat else b for at in range(players)) for seat in range(players)]
    return Match((a, b), tuple(seatings))


def in_turns(a: int, b: int, players: int) -> Match:
    """`a` and `b` seated alternately, in all rotations, then the other way about: even is half."""
    patterns = [
        tuple((first, second)[at % 2] for at in range(players))
        for first, second in ((a, b), (b, a))
    ]
    turned = [p[shift:] + p[:shift] for p in patterns for shift in range(players)]
    return Match((a, b), tuple(dict.fromkeys(turned)))


def together(entrants: int, players: int) -> Match:
    """All at one table, in every seating.

    As many seats as are there are taken by different entrants; with more seats than entrants, each
    entrant has one at least. Raises Problem where that makes too many seatings.
    """
    seatings: Sequence[Seating] = ()
    if entrants >= players:
        number = factorial(entrants) // factorial(entrants - players)
        if number <= SEATINGS_MAX:
            seatings = list(permutations(range(entrants), players))
    else:
        everyone = product(range(entrants), repeat=players)
        seatings = [seating for seating in everyone if len(set(seating)) == entrants]
        number = len(seatings)
    if number > SEATINGS_MAX:
        raise Problem(
            f"{entrants} agents at {players} seats have {number:,} seatings, more than "
            f"{SEATINGS_MAX:,}: name fewer agents, or use --mode pairs or --mode field"
        )
    return Match(tuple(range(entrants)), tuple(seatings))


def pairs(entrants: int, players: int) -> list[Match]:
    """Every two entrants, seated alternately."""
    return [in_turns(a, b, players) for a, b in combinations(range(entrants), 2)]


def field(entrants: int, players: int) -> list[Match]:
    """Every entrant alone against each other one; at two seats that is `pairs`."""
    if players == 2:
        return pairs(entrants, players)
    return [alone(a, b, players) for a, b in permutations(range(entrants), 2)]


def seatings(entrants: int, players: int) -> list[Match]:
    """One match of all entrants; at two seats that is `pairs`."""
    if players == 2:
        return pairs(entrants, players)
    return [together(entrants, players)]


MODES: dict[str, Callable[[int, int], list[Match]]] = {
    "pairs": pairs,
    "field": field,
    "seatings": seatings,
}


@dataclass(frozen=True)
class Contest:
    """Agents that play matches on shared deals.

    Attributes:
        labels: the entrants' names; agents of one spec are told apart by a number.
        mode: how the matches were made, a key of MODES.
        deals: each is played in every seating of every match.
        timeout: seconds that an agent in Python may think, 0 for ever.
    """

    name: str
    design: Design
    agents: tuple[Agent, ...]
    mode: str
    matches: tuple[Match, ...]
    deals: int
    seed: int
    timeout: float = TIMEOUT

    @cached_property
    def labels(self) -> tuple[str, ...]:
        specs = [agent.spec for agent in self.agents]
        twice = {spec for spec in specs if specs.count(spec) > 1}
        return tuple(
            f"{spec} #{specs[: place + 1].count(spec)}" if spec in twice else spec
            for place, spec in enumerate(specs)
        )

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings of all matches, each once."""
        return tuple(dict.fromkeys(s for match in self.matches for s in match.seatings))

    @property
    def game(self) -> Game:
        return self.design.game

    @property
    def players(self) -> int:
        return self.design.players

    @property
    def games(self) -> int:
        """Games in all."""
        return self.deals * len(self.seatings)

    @cached_property
    def plan(self) -> Plan:
        """The contest as a plan: a variant for each seating, so that all meet the same deals."""
        variants = tuple(self._variant(seating) for seating in self.seatings)
        part = self._part()
        return Plan(self.name, self.game, variants, self.deals, self.seed, part, self.timeout)

    def _variant(self, seating: Seating) -> Variant:
        name = ",".join(self.labels[entrant] for entrant in seating)
        return Variant(name, name, self.design, tuple(self.agents[e] for e in seating))

    def _part(self) -> int:
        """Deals in a part file: whole blocks, and more the longer the contest is."""
        blocks = -(-self.games // (PARTS * BLOCK))
        return min(PART, max(PART_BLOCKS, blocks) * BLOCK)

    def played(self) -> dict[str, Any]:
        """The design in words, ready for JSON."""
        told = self.design.as_dict()
        return {"deck": told.get("deck", {}), "rules": told.get("rules", {})}


def deals_for(games: int, matches: Sequence[Match]) -> int:
    """Deals that make so many games of a match, rounded up to whole rotations."""
    return -(-games // max(len(match.seatings) for match in matches))
