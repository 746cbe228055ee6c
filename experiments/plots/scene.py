"""What pictures are drawn from: the figures of the designs, and what is asked of them often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from experiments.metrics import Metric
from experiments.statistics import Comparison, Interval
from experiments.summary import Summary


@dataclass(frozen=True)
class Scene:
    """The designs of one run and how they compare.

    Attributes:
        asked: names of the metrics that the run is about, the primary one first.
    """

    summaries: Sequence[Summary]
    comparisons: Sequence[Comparison] = ()
    asked: Sequence[str] = ()

    @cached_property
    def labels(self) -> dict[str, str]:
        """Name of a design -> how it is called in pictures: without what is true of all."""
        labels = {s.variant.name: s.variant.label for s in self.summaries}
        return {name: without(label, self.common) or label for name, label in labels.items()}

    def label(self, place: int) -> str:
        """How the design at a place is called in pictures."""
        return self.labels[self.summaries[place].variant.name]

    @cached_property
    def common(self) -> list[str]:
        """The parts that the names of all designs have, such as a level that all have."""
        parts = [parted(s.variant.label) for s in self.summaries]
        alike = [part for part in parts[0] if all(part in other for other in parts)]
        return alike if len(parts) > 1 and all(len(p) > len(alike) for p in parts) else []

    @cached_property
    def by_name(self) -> dict[str, Summary]:
        """Name of a design -> its figures."""
        return {s.variant.name: s for s in self.summaries}

    @cached_property
    def factors(self) -> dict[str, Mapping[str, str]]:
        """Name of a design -> factor -> its level, of designs made by a grid."""
        return {s.variant.name: s.variant.factors for s in self.summaries}

    @cached_property
    def told(self) -> list[str]:
        """The metrics to show: those asked for, else all that people are shown."""
        wanted = [n for n in self.asked if self.shared(n)] or self.compared
        first = self.summaries[0]
        return wanted or [m.name for m in first.metrics.values() if m.headline]

    @cached_property
    def compared(self) -> list[str]:
        """The names of the compared metrics, the primary one first."""
        return list(dict.fromkeys(c.metric for c in self.comparisons))

    def of(self, metric: str) -> list[Comparison]:
        """The comparisons of one metric."""
        return [c for c in self.comparisons if c.metric == metric]

    def metric(self, name: str) -> Metric:
        """The metric of a name, as the first design that offers it tells it."""
        return next(s.metrics[name] for s in self.summaries if name in s.metrics)

    def shared(self, metric: str) -> bool:
        """Whether every design offers a metric."""
        return all(metric in s.tallies for s in self.summaries)

    @cached_property
    def reference(self) -> dict[str, str]:
        """Name of a design -> the design its effects are told against.

        Of designs that are compared with each other that is the one which meets most, the baseline
        if there is one, else the first.
        """
        pairs = {(c.a, c.b) for c in self.comparisons}
        meets = Counter(name for pair in pairs for name in pair)
        order = sorted(meets, key=lambda name: (-meets[name], list(self.labels).index(name)))
        found: dict[str, str] = {}
        for base in order:
            met = {a if b == base else b for a, b in pairs if base in (a, b)}
            if base not in found and not met & found.keys():
                found |= dict.fromkeys(met, base)
        return {name: found[name] for name in self.labels if name in found}

    @cached_property
    def base(self) -> str:
        """What effects are told against, in words."""
        bases = list(dict.fromkeys(self.reference.values()))
        if len(bases) == 1:
            return self.labels[bases[0]]
        parts = [parted(self.labels[name]) for name in bases]
        common = [part for part in parts[0] if all(part in other for other in parts)]
        return ", ".join(common) or "the first design of the same group"

    def effects(self, metric: str) -> dict[str, tuple[Comparison, Interval]]:
        """Name of a design -> the comparison with its reference, and the effect of the design."""
        found = {}
        for c in self.of(metric):
            for own, other in ((c.b, c.a), (c.a, c.b)):
                if self.reference.get(own) == other:
                    found[own] = c, c.difference if own == c.b else turned(c.difference)
        return found

    def caption(self) -> str:
        """What was played, in a line."""
        games = list(dict.fromkeys(s.variant.design.game.title for s in self.summaries))
        players = sorted({len(s.wins) for s in self.summaries})
        who = list(dict.fromkeys(a.spec for s in self.summaries for a in s.variant.agents))
        most = max(s.games for s in self.summaries)
        each = " a design" if len(self.summaries) > 1 else ""
        up_to = "" if all(s.games == most for s in self.summaries) else "up to "
        return (
            f"{' and '.join(games)}, {counted(players)} players ({', '.join(who)}), "
            f"{up_to}{most:,} {'game' if most == 1 else 'games'}{each}"
            f"{''.join(f'; {part}' for part in self.common)}"
        )


def turned(interval: Interval) -> Interval:
    """The interval of a difference seen from the other side."""
    return Interval(-interval.mean, -interval.high, -interval.low)


def counted(numbers: Sequence[int]) -> str:
    """Rising numbers in words: `4`, `2 to 6`, `2 and 5`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}"
    return " and ".join(map(str, numbers)) if len(numbers) < 3 else ", ".join(map(str, numbers))


def parted(label: str) -> list[str]:
    """A design's name in its parts: `10x, 2 players` is a design of a grid."""
    return label.split(", ")


def without(label: str, parts: Sequence[str]) -> str:
    """A design's name without some of its parts."""
    return ", ".join(part for part in parted(label) if part not in parts)


def pair(first: str, second: str) -> str:
    """Two designs' names with an arrow; what both have in common, between commas, stands once."""
    ones, others = parted(first), parted(second)
    common = [part for part in ones if part in others]
    names = [without(label, common) for label in (first, second)]
    return ", ".join([" → ".join(names), *common]) if all(names) else f"{first} → {second}"
