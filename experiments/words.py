"""Figures in words: numbers as people read them, and a sentence for each finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, isnan, log10

from experiments.metrics import Metric
from experiments.statistics import Comparison, Interval

NOTHING = "-"
DIGITS_MAX = 3
LARGE = 20  # a quantile above this is told without decimals
UNCOUNTED = {"": ("higher", "lower"), "%": ("higher", "lower"), "gold": ("more", "less")}
COUNTED = ("more", "fewer")


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
    """The unit of a difference: of percentages, points."""
    return "points" if metric.unit == "%" else metric.unit


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
    told: dict[str, list[Comparison]] = {"differs": [], "equivalent": [], "undecided": []}
    for c in comparisons:
        told[c.verdict].append(c)
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
        pairs = "; ".join(f"{labels[c.a]} and {labels[c.b]}" for c in told["undecided"])
        yield f"{titled(metric)}: not enough games for a verdict on {pairs}."


def _limit(metric: Metric, c: Comparison) -> str:
    """The smallest difference that matters, with its unit: `0.25 cards`."""
    return f"{metric.scale * c.matters:g} {_unit(metric)}".rstrip()


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
        return f"{titled(metric)}: not enough games for a verdict"
    if c.verdict == "equivalent":
        return f"{titled(metric)}: the designs differ by less than {_limit(metric, c)}"
    digits = 1 if abs(metric.scale * c.difference.mean) >= 1 else 2
    told = f"{size(metric, c.difference.mean, digits)} with {labels[c.b]} than with {labels[c.a]}"
    return f"A game has {told}" if metric.title == metric.unit else f"{titled(metric)}: {told}"
