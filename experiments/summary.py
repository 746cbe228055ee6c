"""From rows to figures: tallies of one design, and of the differences between two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.core.problem import Problem, near
from experiments import metrics
from experiments.failures import Failures
from experiments.metrics import Metric
from experiments.plan import Plan, Variant
from experiments.tally import Clusters, Moments, Tally

Values = Mapping[str, Sequence[np.ndarray]]  # of metrics, one array a seating


class Summary:
    """All that is told of one design, gathered part by part.

    A design whose agents differ is played in several seatings: its parts come together, one for
    each, and its intervals are those of deals, not of games.

    Attributes:
        variant: the design, in its first seating.
        games: rows seen.
        metrics: name -> Metric, of what is measured; `tallies` has one tally for each.
        wins: a tally of win shares a seat.
        agent_wins: agent -> a tally of what all its seats win together, where agents differ.
        seats: name (hoard, ...) -> a tally a seat.
        endings: name -> games that ended so.
        hands: a tally a gambit of the mean hand size when it begins, if the rows tell.
        gold: a tally a gambit of all hoards when it begins, if the rows tell.
    """

    def __init__(
        self, variant: Variant, extra: Iterable[Metric] = (), seatings: Sequence[Variant] = ()
    ) -> None:
        game, players = variant.design.game, variant.design.players
        self.variant = replace(variant, name=variant.design_name, seating=None)
        self.seatings = seatings or (variant,)
        self.games = 0
        offered = [*metrics.of_game(game), *metrics.watched(game.row, watched_titles(variant))]
        if len({agent.spec for agent in self.seatings[0].agents}) > 1:
            offered.append(metrics.SKILL_EDGE)
        compared = {m.name: m for m in extra}
        self.compared = set(compared)
        self.metrics = {m.name: m for m in offered} | compared
        self.tallies = {name: self._tally() for name in self.metrics}
        self.wins = [self._tally() for _ in range(players)]
        self.agent_wins = {agent: self._tally() for agent in self._agents()}
        self.seats = {
            name: [self._tally() for _ in range(players)] for name in metrics.seat_metrics(game.row)
        }
        self.endings = dict.fromkeys(variant.endings, 0)
        self.failures = Failures()
        self.hands = [Tally() for _ in range(metrics.gambits_recorded(game.row))]
        self.gold = [Tally() for _ in range(_gambits_of_gold(game.row))]

    def _tally(self) -> Tally:
        return Tally(clusters=Clusters() if len(self.seatings) > 1 else None)

    def _agents(self) -> list[str]:
        """The agents at the table, if they differ."""
        specs = list(dict.fromkeys(agent.spec for agent in self.variant.agents))
        return specs if len(specs) > 1 else []

    def add(self, *seatings: np.ndarray) -> Values:
        """Counts the rows of some deals: one array, or one for each seating.

        Gives the values of the metrics that are compared.
        """
        for variant, rows in zip(self.seatings, seatings, strict=True):
            self.games += len(rows)
            self.failures.add(variant, rows)
            self._add_series(rows)
        compared: dict[str, Sequence[np.ndarray]] = {}
        for name, measure in self.metrics.items():
            values = list(map(partial(self._measured, measure), self.seatings, seatings))
            _count(self.tallies[name], values)
            if name in self.compared:
                compared[name] = values
        for seat, tally in enumerate(self.wins):
            _count(tally, [metrics.win_share(rows, seat) for rows in seatings])
        for agent, tally in self.agent_wins.items():
            _count(tally, list(map(self._won, [agent] * len(seatings), self.seatings, seatings)))
        for name, field in metrics.seat_metrics(self.variant.design.game.row).items():
            for seat, tally in enumerate(self.seats[name]):
                _count(tally, [rows[field][:, seat] for rows in seatings])
        return compared

    def _measured(self, measure: Metric, variant: Variant, rows: np.ndarray) -> np.ndarray:
        """A metric of the games of one seating, (n,)."""
        if measure.of_seats is None:
            return measure.of(rows)
        return measure.of_seats(rows, variant.seats_of(self.seatings[0].agents[0].spec))

    def _won(self, agent: str, variant: Variant, rows: np.ndarray) -> np.ndarray:
        """What all seats of an agent win together, 0 to 1: float64 (n,)."""
        return np.sum([metrics.win_share(rows, seat) for seat in variant.seats_of(agent)], axis=0)

    def _add_series(self, rows: np.ndarray) -> None:
        """Counts what rows tell gambit by gambit, and how games ended."""
        if self.hands:
            for tally, cards in zip(self.hands, metrics.cards_in_hands(rows).T, strict=True):
                reached = cards >= 0
                if reached.any():
                    tally.add(Tally.of(cards[reached], per=len(self.wins)))
        for gambit, tally in enumerate(self.gold):
            hoards = rows["gold_by_gambit"][:, gambit]
            reached = np.flatnonzero(hoards[:, 0] >= 0)
            if reached.size:
                tally.add(Tally.of(hoards[reached, : len(self.wins)].ravel()))
        for name, ended in zip(self.endings, self._ended(rows), strict=True):
            self.endings[name] += int(ended)

    def _ended(self, rows: np.ndarray) -> Sequence[int]:
        if not self.endings:
            return ()
        return np.bincount(rows["ended"], minlength=len(self.endings)).tolist()

    def look(self, share: float) -> None:
        """From now on intervals may make this share of the error only, as others were looked at."""
        seats = [tally for tallies in self.seats.values() for tally in tallies]
        wins = [*self.wins, *self.agent_wins.values()]
        for tally in (*self.tallies.values(), *wins, *seats, *self.hands, *self.gold):
            tally.share = share


def _count(tally: Tally, seatings: Sequence[np.ndarray]) -> None:
    """Takes in the values of some deals, one array a seating."""
    for values in seatings:
        tally.add(Tally.of(values))
    if tally.clusters:
        tally.clusters.add(np.stack(seatings).astype(np.float64))


def _gambits_of_gold(row: np.dtype) -> int:
    """How many gambits of a game the rows tell hoards of; 0 if they do not."""
    return row["gold_by_gambit"].shape[0] if "gold_by_gambit" in (row.names or ()) else 0


class Differences:
    """Moments of metric differences, deal by deal, between designs that a plan compares.

    Designs come in the order of `Plan.parts`: the same deals for each, one after the other.

    Attributes:
        tallies: (metric, place of a, place of b) -> the moments of b less a.
    """

    def __init__(self, plan: Plan, measured: Mapping[str, Metric]) -> None:
        self.measured = measured
        self.tallies = {(name, a, b): Moments() for name in measured for a, b in plan.pairs}
        self._values: dict[int, dict[str, np.ndarray]] = {}  # of the deals under way, by design
        self._last = len(plan.designs) - 1

    def add(self, design: int, values: Values) -> None:
        """Takes in the metrics of some deals of a design, each as one array a seating.

        With the last design, the differences are counted.
        """
        if not self.tallies:
            return
        self._values[design] = {name: _by_deal(values[name]) for name in self.measured}
        if design < self._last:
            return
        for (name, a, b), moments in self.tallies.items():
            moments.add(self._values[b][name] - self._values[a][name])
        self._values.clear()

    def look(self, share: float) -> None:
        """As of a summary."""
        for moments in self.tallies.values():
            moments.share = share


def _by_deal(seatings: Sequence[np.ndarray]) -> np.ndarray:
    """A metric deal by deal, the mean over its seatings that have a value: float64 (n,)."""
    values = [np.asarray(sample, np.float64) for sample in seatings]
    if len(values) == 1:
        return values[0]
    real = np.sum([~np.isnan(sample) for sample in values], axis=0)
    return metrics.share(np.nansum(values, axis=0), real)


def watched_titles(variant: Variant) -> list[str]:
    """The titles that a design's rows count."""
    rules = variant.design.as_dict().get("rules", {})
    return list(rules.get("watch", ()))


def chosen(names: Iterable[str], plan: Plan) -> dict[str, Metric]:
    """The metrics of these names, which every variant must offer; raises Problem.

    `skill_edge` is left out where all seats play alike, unless it is all that is asked for. The
    variants of a screen are made when they are played: the first one speaks for them.
    """
    told = [
        (v.design.game, v.design.players, watched_titles(v))
        for v in plan.variants[: 1 if plan.screen else None]
    ]
    alike = all(len({agent.spec for agent in v.agents}) == 1 for v in plan.variants)
    found: dict[str, Metric] = {}
    asked = list(names)
    for name in asked:
        if name == metrics.SKILL_EDGE.name:
            found |= {} if alike else {name: metrics.SKILL_EDGE}
            continue
        for game, players, titles in told:
            measure = metrics.named(name, game, players, titles)
            if measure is None:
                offered = metrics.names_on_offer(game, players)
                raise Problem(f"unknown metric {name!r}{near(name, offered)}")
            found[name] = measure
    if asked and not found:
        raise Problem("skill_edge needs agents that differ: one a seat, such as greedy,random")
    return found
