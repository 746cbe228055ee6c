"""From rows to figures: tallies of one variant, and of the differences between two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from engine.core.problem import Problem, near
from experiments import metrics
from experiments.failures import Failures
from experiments.metrics import Metric
from experiments.plan import Part, Plan, Variant
from experiments.tally import Tally


class Summary:
    """All that is told of one variant, gathered part by part.

    Attributes:
        games: rows seen.
        metrics: name -> Metric, of what is measured; `tallies` has one tally for each.
        wins: a tally of win shares a seat.
        seats: name (hoard, ...) -> a tally a seat.
        endings: name -> games that ended so.
        hands: a tally a gambit of the mean hand size when it begins, if the rows tell.
    """

    def __init__(self, variant: Variant, extra: Iterable[Metric] = ()) -> None:
        game, players = variant.design.game, variant.design.players
        self.variant = variant
        self.games = 0
        self.metrics = {m.name: m for m in (*metrics.of_rows(game.row), *extra)}
        self.tallies = {name: Tally() for name in self.metrics}
        self.wins = [Tally() for _ in range(players)]
        self.seats = {name: [Tally() for _ in range(players)] for name in self._seat_fields()}
        self.endings = dict.fromkeys(variant.endings, 0)
        self.failures = Failures()
        self.hands = [Tally() for _ in range(metrics.gambits_recorded(game.row))]

    def _seat_fields(self) -> dict[str, str]:
        return metrics.seat_metrics(self.variant.design.game.row)

    def add(self, rows: np.ndarray) -> None:
        """Counts the rows of some games."""
        self.games += len(rows)
        self.failures.add(self.variant, rows)
        for name, measure in self.metrics.items():
            self.tallies[name].add(Tally.of(measure.of(rows)))
        for seat, tally in enumerate(self.wins):
            tally.add(Tally.of(metrics.win_share(rows, seat)))
        for name, field in self._seat_fields().items():
            for seat, tally in enumerate(self.seats[name]):
                tally.add(Tally.of(rows[field][:, seat]))
        if self.hands:
            for tally, cards in zip(self.hands, metrics.cards_in_hands(rows).T, strict=True):
                tally.add(Tally.of(cards[cards >= 0], per=len(self.wins)))
        for name, ended in zip(self.endings, self._ended(rows), strict=True):
            self.endings[name] += int(ended)

    def _ended(self, rows: np.ndarray) -> Sequence[int]:
        if not self.endings:
            return ()
        return np.bincount(rows["ended"], minlength=len(self.endings)).tolist()


class Differences:
    """Tallies of metric differences, deal by deal, between each two variants of a plan.

    Parts come in the order of `Plan.parts`: the same deals for every variant, one after the other.
    """

    def __init__(self, plan: Plan, measured: Mapping[str, Metric]) -> None:
        self.measured = measured
        self.pairs = list(combinations(range(len(plan.variants)), 2))
        self.tallies = {(name, a, b): Tally() for name in measured for a, b in self.pairs}
        self._values: dict[int, dict[str, np.ndarray]] = {}  # of the deals under way, by variant
        self._last = len(plan.variants) - 1

    def add(self, part: Part, rows: np.ndarray) -> None:
        """Takes in a part; with the last variant of some deals, their differences are counted."""
        self._values[part.variant] = {n: m.of(rows) for n, m in self.measured.items()}
        if part.variant < self._last:
            return
        for name, a, b in self.tallies:
            less, more = self._values[a][name], self._values[b][name]
            self.tallies[name, a, b].add(Tally.of(more - less))
        self._values.clear()


def chosen(names: Iterable[str], plan: Plan) -> dict[str, Metric]:
    """The metrics of these names, which every variant must offer; raises Problem."""
    found = {}
    for name in names:
        for variant in plan.variants:
            row, players = variant.design.game.row, variant.design.players
            measure = metrics.named(name, row, players)
            if measure is None:
                offered = metrics.names_on_offer(row, players)
                raise Problem(f"unknown metric {name!r}{near(name, offered)}")
            found[name] = measure
    return found
