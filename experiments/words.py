"""Figures in words: numbers as people read them, and a sentence for each finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor, isnan, log10
from typing import Any

from experiments.metrics import Metric
from experiments.statistics import Comparison, Interval
from experiments.summary import Summary

NOTHING = "-"
DIGITS_MAX = 3
LARGE = 20  # a quantile above this is told without decimals
UNCOUNTED = {"": ("higher", "lower"), "%": ("higher", "lower"), "gold": ("more", "less")}
COUNTED = ("more", "fewer")
PAIRS_TOLD = 6  # pairs of designs that a verdict tells one by one, of each group
NO_VERDICT = "not enough games for a verdict"


def digits_for(reach: float) -> int:
    """Decimals that show two significant digits of an interval's half width."""
    if isnan(reach) or reach <= 0:
        return 2
    return min(DIGITS_MAX, max(0, 1 - floor(log10(reach))))


def fixed(value: float, digits: int = 2) -> str:
    """A number with so many decimals, thousands set apart."""
    return NOTHING if isnan(value) else f"{value:,.{digits}f}"


def plain(value: float) -> str:
    """A number that is nearly always whole: without decimals if it is, or if it is large."""
    return (
        NOTHING
        if isnan(value)
        else fixed(value, 0 if value == floor(value) or abs(value) >= LARGE else 2)
    )


def count(number: int, thing: str) -> str:
    """So many things: `1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


def estimate(value: Interval, scale: float = 1) -> str:
    """A mean with its 95 % interval: `4.12 [4.11, 4.13]`."""
    mean, low, high = (scale * figure for figure in value)
    digits = digits_for((high - low) / 2)
    if isnan(low):
        return fixed(mean, digits)
    return f"{fixed(mean, digits)} [{fixed(low, digits)}, {fixed(high, digits)}]"


def short_estimate(value: Interval, scale: float = 1) -> str:
    """The same in less room, for intervals that reach equally far both ways: `4.12 ±0.01`."""
    reach = scale * (value.high - value.low) / 2
    digits = digits_for(reach)
    mean = fixed(scale * value.mean, digits)
    return mean if isnan(reach) else f"{mean} ±{fixed(reach, digits)}"


def titled(metric: Metric) -> str:
    """A metric's title to begin a sentence with."""
    return metric.title[:1].upper() + metric.title[1:]


def size(metric: Metric, value: float, digits: int) -> str:
    """How large a difference is, with its unit and direction: `0.90 cards fewer`."""
    more, less = UNCOUNTED.get(metric.unit, COUNTED)
    text = f"{fixed(abs(metric.scale * value), digits)} {_unit(metric)}".rstrip()
    return f"{text} {less if value < 0 else more}"


def _unit(metric: Metric) -> str:
    """The unit of a difference: of percentages points, of times none (6 times fewer were a factor)."""
    return {"%": "points", "times": ""}.get(metric.unit, metric.unit)


def findings(
    metric: Metric,
    comparisons: Sequence[Comparison],
    labels: Mapping[str, str],
    means: Mapping[str, float],
) -> Iterator[str]:
    """What the comparisons of one metric say: each difference, then what the others have in common.

    Args:
        labels, means: by the name of a design.
    """
    told = _by_verdict(comparisons)
    for c in told["differs"]:
        yield f"{titled(metric)}: {_difference(metric, c, labels, means)}."
    if told["equivalent"]:
        largest = max(told["equivalent"], key=lambda c: abs(c.difference.mean))
        others = "other " if told["differs"] else ""
        yield (
            f"{titled(metric)}: no {others}difference that matters ({_limit(metric, largest)}); "
            f"the largest is {_difference(metric, largest, labels, means)}."
        )
    if told["undecided"]:
        pairs = "; ".join(
            f"{labels[c.a]} and {labels[c.b]}{_how_many_more(c)}" for c in told["undecided"]
        )
        yield f"{titled(metric)}: {NO_VERDICT} on {pairs}."


def _by_verdict(comparisons: Sequence[Comparison]) -> dict[str, list[Comparison]]:
    told: dict[str, list[Comparison]] = {"differs": [], "equivalent": [], "undecided": []}
    for c in comparisons:
        told[c.verdict].append(c)
    return told


def _how_many_more(c: Comparison) -> str:
    """In brackets, after how many more games a verdict is likely."""
    return f" (about {c.more_games:,} more games a design)" if c.more_games else ""


# --- verdict


def verdict(summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> list[str]:
    """What a sweep comes to: a sentence for each two designs, all metrics together.

    Groups (players and levels) are told one after the other. Of many pairs those with the first
    design (or the baseline) are told, and at most `PAIRS_TOLD` of a group.
    """
    metrics = {name: m for s in summaries for name, m in s.metrics.items()}
    labels = {s.variant.name: s.variant.short for s in summaries}
    sentences = []
    for group in dict.fromkeys(c.group for c in comparisons):
        pairs: dict[tuple[str, str], list[Comparison]] = {}
        for c in comparisons:
            if c.group == group:
                pairs.setdefault((c.a, c.b), []).append(c)
        first = next(iter(pairs))[0]
        several = len(pairs) > PAIRS_TOLD
        told = [pair for pair in pairs if not several or pair[0] == first][:PAIRS_TOLD]
        begin = f"{group}: with" if group else "With"
        for a, b in told:
            said = "; ".join(_phrases(metrics, pairs[a, b]))
            sentences.append(f"{begin} {labels[b]} rather than {labels[a]}: {said}.")
        if len(told) < len(pairs):
            left = count(len(pairs) - len(told), "more pair")
            sentences.append(
                f"{left} of designs{f' ({group})' if group else ''} in comparisons.csv."
            )
    return sentences


def _phrases(metrics: Mapping[str, Metric], comparisons: Sequence[Comparison]) -> Iterator[str]:
    """What becomes of each metric from one design to another."""
    told = _by_verdict(comparisons)
    for c in told["differs"]:
        yield _change(metrics[c.metric], c)
    if told["equivalent"]:
        names = [metrics[c.metric].title for c in told["equivalent"]]
        yield f"no difference that matters in {listed(names)}"
    if told["undecided"]:
        names = [metrics[c.metric].title for c in told["undecided"]]
        slowest = max(told["undecided"], key=lambda c: c.more_games or 0)
        yield f"{NO_VERDICT} on {listed(names)}{_how_many_more(slowest)}"


def _change(metric: Metric, c: Comparison) -> str:
    """A difference as a change: `gambits up by 0.41 [0.38, 0.44]`."""
    mean, low, high = c.difference
    digits = digits_for(metric.scale * (high - low) / 2)
    if mean < 0:
        low, high = -high, -low
    unit = "" if _unit(metric) in metric.title else f" {_unit(metric)}"
    size = fixed(abs(metric.scale * mean), digits)
    interval = ", ".join(fixed(metric.scale * bound, digits) for bound in (low, high))
    return f"{metric.title} {'down' if mean < 0 else 'up'} by {size}{unit} [{interval}]"


# --- differences


def _limit(metric: Metric, c: Comparison) -> str:
    """The smallest difference that matters, with its unit: `0.25 cards`."""
    number, unit = metric.scale * c.matters, _unit(metric)
    if number == 1:
        unit = unit.removesuffix("ies") + "y" if unit.endswith("ies") else unit.removesuffix("s")
    return f"{number:g} {unit}".rstrip()


def _difference(
    metric: Metric, c: Comparison, labels: Mapping[str, str], means: Mapping[str, float]
) -> str:
    """One difference: its size, its interval, and the two means."""
    mean, low, high = c.difference
    digits = digits_for(metric.scale * (high - low) / 2)
    first, second = (fixed(metric.scale * means[name], digits) for name in (c.a, c.b))
    if mean < 0:
        low, high = -high, -low
    interval = ", ".join(fixed(metric.scale * bound, digits) for bound in (low, high))
    return (
        f"{size(metric, mean, digits)} with {labels[c.b]} than with {labels[c.a]} "
        f"[{interval}], {second} against {first}"
    )


def headline(metric: Metric, c: Comparison, labels: Mapping[str, str]) -> str:
    """A comparison as the title of a picture: the finding, without its interval."""
    if c.verdict == "undecided":
        return f"{titled(metric)}: {NO_VERDICT}"
    if c.verdict == "equivalent":
        return f"{titled(metric)}: the designs differ by less than {_limit(metric, c)}"
    digits = 1 if abs(metric.scale * c.difference.mean) >= 1 else 2
    told = f"{size(metric, c.difference.mean, digits)} with {labels[c.b]} than with {labels[c.a]}"
    return f"A game has {told}" if metric.title == metric.unit else f"{titled(metric)}: {told}"


def assumed(designs: Iterable[Any]) -> list[str]:
    """What designs take for granted though no source says it; with it no result is by the book."""
    notes = (note for design in designs for note in getattr(design, "assumed", ()))
    return [f"Not by the book: {note}." for note in dict.fromkeys(notes)]
