"""Win shares: a forest by seat and design, and how fair the seats are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from experiments.plots.panels import AROUND, few_ticks, rows, rows_height, stacked
from experiments.plots.scene import Scene
from experiments.plots.sheet import Words
from experiments.plots.style import BLUE, GREY, ORANGE, SHADE, SMALL, TINY, WIDTH
from experiments.statistics import Interval, share_interval
from experiments.tally import Tally
from experiments.words import fixed

PERCENT = 100
BOUNDS = ((min, lambda off: off.low), (max, lambda off: off.high))


@dataclass(frozen=True)
class Share:
    """The win share of a seat or an agent with a design, less an even share: all in points."""

    place: int  # of the design
    column: int  # which seat, or which agent
    off: Interval
    even: float  # in percent

    @property
    def sure(self) -> int:
        """1 if it is surely more than even, -1 if less, else 0."""
        return int(self.off.low > 0) - int(self.off.high < 0)


def of_seats(scene: Scene) -> list[Share]:
    """The share of every seat of every design."""
    found = [
        (place, seat, wins, 1 / len(summary.wins))
        for place, summary in enumerate(scene.summaries)
        for seat, wins in enumerate(summary.wins)
    ]
    return list(_shares(found))


def of_agents(scene: Scene) -> list[Share]:
    """The share of every agent of every design in which agents differ."""
    names, found = agents(scene), []
    for place, summary in enumerate(scene.summaries):
        seated = [agent.spec for agent in summary.variant.agents]
        for name, wins in summary.agent_wins.items():
            found.append((place, names.index(name), wins, seated.count(name) / len(seated)))
    return list(_shares(found))


def agents(scene: Scene) -> list[str]:
    """The agents of the designs in which agents differ."""
    return list(dict.fromkeys(name for s in scene.summaries for name in s.agent_wins))


def _shares(found: Sequence[tuple[int, int, Tally, float]]) -> Iterator[Share]:
    """With intervals that all hold together at 95 %."""
    for place, column, wins, even in found:
        off = (PERCENT * (bound - even) for bound in share_interval(wins, len(found)))
        yield Share(place, column, Interval(*off), PERCENT * even)


def wins(figure: Figure, scene: Scene) -> Words:
    """A panel a seat, a row a design: the win share with its interval beside an even share."""
    told = of_seats(scene)
    names = [f"seat {seat}" for seat in range(1 + max(share.column for share in told))]
    x, note = _forest(figure, scene, told, names)
    return Words(_bounds(scene, told, names), note, x=x)


def by_agent(figure: Figure, scene: Scene) -> Words:
    """A panel an agent, a row a design: what all its seats win together."""
    told, names = of_agents(scene), agents(scene)
    x, note = _forest(figure, scene, told, names)
    if not any(share.sure for share in told):
        return Words("No agent is seen to win more or less than its share", note, x=x)
    return Words(_furthest(scene, told, names), note, x=x)


def _forest(
    figure: Figure, scene: Scene, told: Iterable[Share], names: Sequence[str]
) -> tuple[str, str]:
    """Draws the panels; gives what their axis shows and how they are read."""
    labels = list(scene.labels.values())
    across = len(names) if len(names) <= 4 else 3
    down = -(-len(names) // across)
    figure.set_size_inches(WIDTH, down * (rows_height(labels) + AROUND))
    panels = figure.subplots(down, across, squeeze=False, sharex=True).flat
    evens = {share.even for share in told}
    for column, axes in enumerate(panels):
        if column >= len(names):
            axes.remove()
            continue
        for share in (share for share in told if share.column == column):
            zero = share.even if len(evens) == 1 else 0
            mean, low, high = (zero + bound for bound in share.off)
            axes.errorbar(mean, share.place, xerr=[[mean - low], [high - mean]], **_look(share))
            axes.axvline(zero, color=GREY, linewidth=0.8, zorder=0)
        rows(axes, labels, named=column % across == 0)
        axes.set_title(stacked(names[column], 190 / across), size=SMALL, loc="left")
        few_ticks(axes, across)
    even = f"an even share ({evens.pop():.1f} %)" if len(evens) == 1 else "an even share"
    note = f"Bars: 95 % intervals, simultaneous for all that is shown. Line: {even}."
    return ("share of wins, %" if "(" in even else BESIDE_EVEN), note


BESIDE_EVEN = "points more or less than an even share of wins"


def _look(share: Share) -> dict:
    """Filled where the interval leaves out an even share, hollow where it does not."""
    colour = {1: BLUE, -1: ORANGE, 0: GREY}[share.sure]
    shape = {1: ">", -1: "<", 0: "o"}[share.sure]
    return {
        "fmt": shape,
        "color": colour,
        "markerfacecolor": colour if share.sure else "white",
        "markersize": 3.6,
        "capsize": 1.5,
        "elinewidth": 1,
        "markeredgewidth": 0.8,
    }


def fairness(figure: Figure, scene: Scene) -> Words:
    """A row a design: how far each seat, written as its number, is from an even share."""
    labels = list(scene.labels.values())
    told = of_seats(scene)
    figure.set_size_inches(WIDTH, rows_height(labels) * 1.3 + AROUND)
    axes = figure.subplots()
    for place in range(len(labels)):
        here = sorted((s for s in told if s.place == place), key=lambda s: s.off.mean)
        reach = max(share.off.high - share.off.low for share in here) / 2
        axes.barh(place, 2 * reach, left=-reach, height=0.8, color=SHADE, zorder=1)
        for rank, share in enumerate(here):
            y = place + 0.25 * (rank % 3 - 1)  # neighbours do not hide each other
            axes.plot(
                share.off.mean,
                y,
                "s" if share.sure else "o",
                markersize=6.5,
                color=ORANGE if share.sure else "white",
                markeredgecolor=GREY,
                markeredgewidth=0.6,
                zorder=2,
            )
            axes.annotate(
                str(share.column),
                (share.off.mean, y),
                ha="center",
                va="center_baseline",
                size=TINY,
                color="white" if share.sure else "black",
                zorder=3,
                weight="bold",
            )
    axes.axvline(0, color=GREY, linewidth=0.8, zorder=1)
    rows(axes, labels)
    few_ticks(axes, 1)
    axes.margins(x=0.08)
    return Words(
        _fair(told),
        "Signs: the seats by their numbers; squares: surely off. Shaded: how far a fair seat may "
        "seem off (half a 95 % interval each way, simultaneous for all that is shown).",
        x=BESIDE_EVEN,
    )


def _fair(told: Sequence[Share]) -> str:
    """The finding on fairness: how many seats are off, or how far none can be."""
    off = sum(bool(share.sure) for share in told)
    if off:
        few = f"{off} of {len(told)} seats {'is' if off == 1 else 'are'} surely off an even share"
        return f"{few}, by {_up(max(abs(s.off.mean) for s in told if s.sure))} points at most"
    bound = max(max(-share.off.low, share.off.high) for share in told)
    return f"No seat is seen ahead or behind; none can be more than {_up(bound)} points off"


def _bounds(scene: Scene, told: Sequence[Share], names: Sequence[str]) -> str:
    """The finding of the win shares: who is surely furthest from an even share, or their bounds."""
    if any(share.sure for share in told):
        return _furthest(scene, told, names)
    if len({share.even for share in told}) > 1:
        return _fair(told)
    low, high = (f(share.even + bound(share.off) for share in told) for f, bound in BOUNDS)
    return f"Every seat wins between {fixed(low, 1)} and {fixed(high, 1)} % of the games"


def _furthest(scene: Scene, told: Sequence[Share], names: Sequence[str]) -> str:
    """The share that is surely furthest from even, with its interval."""
    sure = (share for share in told if share.sure)
    first = max(sure, key=lambda s: min(abs(s.off.low), abs(s.off.high)))
    design = f" with {scene.label(first.place)}" if len(scene.summaries) > 1 else ""
    who = names[first.column]
    way = "more" if first.sure > 0 else "less"
    low, high = sorted((abs(first.off.low), abs(first.off.high)))
    return (
        f"{who[:1].upper()}{who[1:]} wins {fixed(abs(first.off.mean), 1)} points {way} than an "
        f"even share{design} [{fixed(low, 1)}, {fixed(high, 1)}]"
    )


def _up(points: float) -> str:
    """A bound, rounded up to a tenth."""
    return fixed(-(-points * 10 // 1) / 10, 1)
