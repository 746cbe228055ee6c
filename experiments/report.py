"""The report of a run: question, verdict, figures, pictures and all that it takes to repeat it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments import documents, show, words
from experiments.metrics import Metric
from experiments.pages import Block, Code, Gallery, Page, Prose, Quote, Section, Table
from experiments.statistics import Comparison, mean_interval, share_interval
from experiments.summary import Summary
from experiments.words import NOTHING, estimate, fixed, plain, titled

if TYPE_CHECKING:
    from experiments.plots.scene import Scene
    from experiments.plots.sheet import Picture
    from experiments.run import Outcome

NAME = "report.html"
SIDE_BY_SIDE = 5  # designs that a table has as columns; more become its rows
ROWS_MOST = 120  # comparisons that the report lists
SEATING = re.compile(r"@seating-\d+$")  # of the name of a design that is played in several
VERDICTS = {
    "differs": "● differs",
    "equivalent": "□ no difference that matters",
    "undecided": "? not enough games yet",
}
READING = (
    "Every estimate stands with its 95 % interval: [low, high]. All designs meet the same deals, so "
    "a difference is measured deal by deal, which takes far fewer games than two runs of their own.",
    "A comparison ends in one of three ways. It differs: p, adjusted for the number of comparisons, "
    "is below 0.05. No difference that matters: the difference is surely smaller than the smallest "
    "one that was said to matter before the run. Or there are not enough games yet.",
)


def write(
    folder: Path,
    manifest: Mapping[str, Any],
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    pictures: Sequence[Picture],
    file: Path | None = None,
) -> Path:
    """Writes the report of a run into its folder, or as `file`; gives the file. Raises Problem."""
    page = of_run(manifest, summaries, comparisons, pictures)
    return page.write(file or folder / NAME)


def draw_and_write(
    folder: Path, manifest: Mapping[str, Any], outcome: Outcome, comparisons: Sequence[Comparison]
) -> list[Path]:
    """Draws all pictures into the folder of a run and writes its report; gives the files."""
    from experiments.plots.draw import pictures
    from experiments.plots.scene import Scene

    drawn = pictures(Scene(outcome.summaries, comparisons, list(manifest.get("metrics", ()))))
    files = [file for picture in drawn for file in picture.write(folder / "plots")]
    return [*files, write(folder, manifest, outcome.summaries, comparisons, drawn)]


def of_run(
    manifest: Mapping[str, Any],
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    pictures: Sequence[Picture],
) -> Page:
    """The page of a run or a sweep."""
    from experiments.plots.scene import Scene

    scene = Scene(summaries, comparisons)
    question = manifest.get("question") or manifest["name"]
    sections = [
        Section("Verdict", list(_verdict(manifest, summaries, comparisons))),
        Section("Pictures", [Gallery(pictures)]),
        Section("Findings", [Prose(show.findings(summaries, comparisons), bullets=True)]),
        Section("Figures", list(_figures(scene))),
        Section("Designs", list(_designs(manifest, scene.labels))),
        Section("How to repeat it", list(_repeat(manifest))),
    ]
    played = f"{scene.caption()}, seed {manifest['seed']}"
    return Page(
        question,
        [played, _when(manifest)],
        [section for section in sections if any(_says(block) for block in section.blocks)],
        f"Made by dragonlab {manifest['versions']['dragonlab']}.",
    )


def _says(block: Block) -> bool:
    """Whether there is anything in a block."""
    if isinstance(block, Prose):
        return bool(block.sentences)
    return not isinstance(block, Gallery) or bool(block.pictures)


def _when(manifest: Mapping[str, Any]) -> str:
    """When it was played, to the day."""
    began, ended = (str(manifest.get(key, ""))[:10] for key in ("started", "finished"))
    return f"Played {began}" if ended in ("", began) else f"Played {began} to {ended}"


# --- verdict


def _verdict(
    manifest: Mapping[str, Any], summaries: Sequence[Summary], comparisons: Sequence[Comparison]
) -> Iterator[Block]:
    if manifest.get("rulebook"):
        yield Quote(manifest["rulebook"], manifest.get("source") or "the rulebook")
    if comparisons:
        yield Prose(words.verdict(summaries, comparisons), bullets=True)
    else:
        yield Prose(list(_in_short(summaries)), bullets=True)
    if trouble := [line for s in summaries for line in s.failures.sentences()]:
        yield Prose(list(dict.fromkeys(trouble)), bullets=True)
    if notes := assumed(summaries):
        yield Prose(["What these results take for granted:"])
        yield Prose(notes, bullets=True)


def assumed(summaries: Sequence[Summary]) -> list[str]:
    """What the designs say of themselves that no source decides, such as card data."""
    return words.assumed(summary.variant.design for summary in summaries)


def _in_short(summaries: Sequence[Summary]) -> Iterator[str]:
    """What is told of designs that are not compared: a sentence a design."""
    for summary in summaries:
        told = [m for m in summary.metrics.values() if m.headline and summary.tallies[m.name].n]
        figures = ", ".join(
            f"{m.title} {estimate(mean_interval(summary.tallies[m.name]), m.scale)}"
            for m in told[:3]
        )
        yield f"{summary.variant.label}: {figures}."


# --- figures


def _figures(scene: Scene) -> Iterator[Block]:
    summaries, comparisons = scene.summaries, scene.comparisons
    metrics = _shown(summaries, scene.compared)
    if len(summaries) == 1:
        yield _one_design(summaries[0], metrics)
    elif len(summaries) <= SIDE_BY_SIDE:
        yield _side_by_side(scene, metrics)
    else:
        yield _by_design(scene, [m for m in metrics if m.name in scene.compared] or metrics)
    if comparisons:
        yield _comparisons(scene)
    if any(s.agent_wins for s in summaries):
        yield _agents(scene)
    yield _seats(scene)
    if any(s.endings for s in summaries):
        yield _endings(scene)
    yield Prose(READING)


def _shown(summaries: Sequence[Summary], compared: Sequence[str]) -> list[Metric]:
    """The compared metrics, the primary one first, then all others that people are shown."""
    offered: dict[str, Metric] = {}
    for summary in summaries:
        offered |= summary.metrics
    others = [m for m in offered.values() if m.headline and m.name not in compared]
    return [offered[name] for name in compared] + others


def _named(metric: Metric) -> str:
    return f"{titled(metric)}, %" if metric.unit == "%" else titled(metric)


def _mean(summary: Summary, metric: Metric) -> str:
    tally = summary.tallies.get(metric.name)
    return estimate(mean_interval(tally), metric.scale) if tally and tally.n else NOTHING


def _one_design(summary: Summary, metrics: Sequence[Metric]) -> Table:
    rows = []
    for metric in metrics:
        tally = summary.tallies[metric.name]
        if tally.n:
            low, middle, high = (
                plain(metric.scale * tally.quantile(share)) for share in (0.05, 0.5, 0.95)
            )
            rows.append([_named(metric), _mean(summary, metric), middle, f"{low} to {high}"])
    return Table("A game", ["", "mean [95 %]", "median", "5 to 95 % of games"], rows)


def _side_by_side(scene: Scene, metrics: Sequence[Metric]) -> Table:
    columns = ["mean [95 %]", *scene.labels.values()]
    rows = [[_named(m), *(_mean(s, m) for s in scene.summaries)] for m in metrics]
    return Table("Metrics by design", columns, [row for row in rows if set(row[1:]) != {NOTHING}])


def _by_design(scene: Scene, metrics: Sequence[Metric]) -> Table:
    columns = ["mean [95 %]", *(_named(m) for m in metrics)]
    rows = [
        [scene.label(place), *(_mean(s, m) for m in metrics)]
        for place, s in enumerate(scene.summaries)
    ]
    note = "All other metrics are in summary.csv."
    return Table("Designs by metric", columns, rows, note)


def _comparisons(scene: Scene) -> Table:
    from experiments.plots.scene import pair

    labels, comparisons = scene.labels, scene.comparisons
    told = [c for c in comparisons if c.metric == comparisons[0].metric]
    listed = (comparisons if len(comparisons) <= ROWS_MOST else told)[:ROWS_MOST]
    rows = []
    for c in listed:
        m = scene.metric(c.metric)
        unit = "points" if m.unit == "%" else m.unit
        matters = f"{m.scale * c.matters:g} {unit}".rstrip()
        rows.append(
            [
                titled(m),
                pair(labels[c.a], labels[c.b]),
                _verdict_of(c),
                estimate(c.difference, m.scale),
                matters,
                _p(c.p_adjusted),
                _p(c.p_equivalent),
                NOTHING if isnan(c.saved) else f"{100 * c.saved:.0f} %",
            ]
        )
    columns = [
        "metric",
        "designs",
        "verdict",
        "difference [95 %]",
        "would matter",
        "p",
        "p, equivalence",
        "saved",
    ]
    note = (
        "A difference is that of the second design less the first. p: of no difference at all; p, "
        "equivalence: of one that matters; both adjusted for the number of comparisons. Saved: the "
        "part of the variance that is gone because both designs meet the same deals."
    )
    if len(listed) < len(comparisons):
        note += f" {len(listed)} of {len(comparisons):,} are listed, all are in comparisons.csv."
    marks = [c.verdict for c in listed]
    return Table("Comparisons", columns, rows, note, (1, 2), marks, verdict=2)


def _verdict_of(c: Comparison) -> str:
    """The verdict in words, and how many more games would bring one."""
    more = f" (about {c.more_games:,} more)" if c.more_games else ""
    return f"{VERDICTS[c.verdict]}{more}"


def _p(value: float) -> str:
    """A p-value as people write it."""
    if isnan(value):
        return NOTHING
    return "< 0.001" if value < 0.001 else fixed(value, 3)


def _agents(scene: Scene) -> Table:
    """What all the seats of an agent win together, in all seatings."""
    rows = []
    for place, summary in enumerate(scene.summaries):
        seated = [agent.spec for agent in summary.variant.agents]
        for name, wins in summary.agent_wins.items():
            even = f"{100 * seated.count(name) / len(seated):.1f}"
            share = estimate(share_interval(wins), 100)
            rows.append([scene.label(place), name, str(seated.count(name)), share, even])
    columns = ["design", "agent", "seats", "win share, % [95 %]", "even"]
    note = "Every deal is played in all rotations of the seats."
    return Table("Agents", columns, rows, note, (1,))


def _seats(scene: Scene) -> Table:
    names = list(dict.fromkeys(name for s in scene.summaries for name in s.seats))
    several = len(scene.summaries) > 1
    rows = []
    for place, summary in enumerate(scene.summaries):
        for seat, wins in enumerate(summary.wins):
            who = "all in turns" if summary.agent_wins else summary.variant.agents[seat].spec
            more = [
                estimate(mean_interval(summary.seats[name][seat])) if name in summary.seats else ""
                for name in names
            ]
            share = estimate(share_interval(wins), 100)
            first = [scene.label(place)] if several else []
            rows.append([*first, f"seat {seat}", who, share, *more])
    first = ["design"] if several else []
    columns = [*first, "seat", "agent", "win share, % [95 %]", *(f"{n} [95 %]" for n in names)]
    even = sorted({100 / len(s.wins) for s in scene.summaries}, reverse=True)
    note = f"An even share is {' or '.join(f'{share:.1f} %' for share in even)}."
    return Table("Seats", columns, rows, note, (1, 2) if several else (1,))


def _endings(scene: Scene) -> Table:
    names = list(dict.fromkeys(name for s in scene.summaries for name in s.endings))
    rows = []
    for place, summary in enumerate(scene.summaries):
        shares = documents.endings(summary)
        cells = [f"{100 * shares[n]:.2f} %" if n in shares else NOTHING for n in names]
        rows.append([scene.label(place), *cells])
    return Table("How games end", ["design", *names], rows)


# --- designs


def _designs(manifest: Mapping[str, Any], labels: Mapping[str, str]) -> Iterator[Block]:
    """What tells the designs apart, then each of them complete."""
    designs = {SEATING.sub("", design["name"]): design for design in reversed(manifest["designs"])}
    designs = {name: designs[name] for name in labels}
    flat = {
        name: {"agents": ", ".join(design["agents"]), **dict(_flat(design["design"]))}
        for name, design in designs.items()
    }
    keys = list(dict.fromkeys(key for leaves in flat.values() for key in leaves))
    apart = [key for key in keys if len({leaves.get(key) for leaves in flat.values()}) > 1]
    apart = [key for key in apart if not key.startswith("contents")]  # follows from the deck
    if apart and len(designs) <= SIDE_BY_SIDE:
        columns = ["", *(labels[name] for name in flat)]
        rows = [[key, *(leaves.get(key, NOTHING) for leaves in flat.values())] for key in apart]
        yield Table("What tells the designs apart", columns, rows, text=range(1, len(columns)))
    elif apart:
        rows = [
            [labels[n], *(leaves.get(key, NOTHING) for key in apart)] for n, leaves in flat.items()
        ]
        yield Table(
            "What tells the designs apart", ["", *apart], rows, text=range(1, len(apart) + 1)
        )
    first, *others = designs
    base = flat[first]
    yield Code(_json(designs[first]), f"{labels[first]}: the complete design", folded=True)
    for name in others:
        changed = {k: v for k, v in flat[name].items() if base.get(k) != v}
        gone = [key for key in base if key not in flat[name]]
        text = "\n".join(
            [*(f"{k}: {v}" for k, v in changed.items()), *(f"without {k}" for k in gone)]
        )
        title = f"{labels[name]}: all that differs from {labels[first]}"
        yield Code(text or "nothing", title, folded=True)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every leaf of nested tables with its dotted path; lists of plain values are one leaf."""
    if isinstance(value, Mapping) and value:
        for key, entry in value.items():
            yield from _flat(entry, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(entry, Mapping) for entry in value):
        for place, entry in enumerate(value):
            yield from _flat(entry, f"{path}.{place}")
    elif isinstance(value, list):
        yield path, ", ".join(map(str, value)) or "none"
    else:
        yield (
            path,
            "none"
            if value in ({}, None)
            else str(value).lower()
            if isinstance(value, bool)
            else str(value),
        )


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


# --- how to repeat it


def _repeat(manifest: Mapping[str, Any]) -> Iterator[Block]:
    yield Code(manifest["command"], "The command:")
    facts = {
        "seed": manifest["seed"],
        "deals": f"{manifest['games']:,}",
        "commit": manifest.get("commit"),
        "code that plays": manifest.get("code"),
        "started": manifest.get("started"),
        "finished": manifest.get("finished"),
    }
    facts["versions"] = ", ".join(f"{name} {v}" for name, v in manifest["versions"].items())
    rows = [[key, str(value)] for key, value in facts.items() if value not in (None, "")]
    note = (
        "The same seed, number of games and code give the same games on any machine. The rows of "
        "all games lie beside this page in games/, the figures in summary.csv."
    )
    yield Table("What it was made with", ["", ""], rows, note, (1,))
