"""The report of a screen: what levels and pairs do, as one HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments import screen_show as show
from experiments.effects import Effect, Grid
from experiments.pages import Block, Code, Gallery, Page, Prose, Quote, Section, Table
from experiments.report import NAME, VERDICTS
from experiments.screen_plots import pictures
from experiments.words import fixed

if TYPE_CHECKING:
    from experiments.plots.sheet import Picture
    from experiments.screen import Screen
    from experiments.store import Folder

PAIRS_MOST = 60  # that the page lists
READING = (
    "A level's effect is the change of a metric when it stands in the place of an average other "
    "level of its axis; what a pair does together is the change by both beyond the sum of their "
    "effects. Both are contrasts of a least-squares fit to the means of all designs.",
    "Every effect stands with its 95 % interval, from estimates batch by batch of the deals, which "
    "all designs share. p is adjusted by Benjamini and Hochberg for the number of effects in the "
    "whole screen: of those that differ, one in twenty may be luck.",
)


def draw_and_write(
    folder: Folder,
    found: Screen,
    grid: Grid,
    effects: Sequence[Effect],
    matters: Mapping[str, float],
) -> list[Path]:
    """Draws the pictures into a screen's folder and writes its report; gives the files."""
    drawn = pictures(show.played(found), effects, found.metrics, matters)
    files = [file for picture in drawn for file in picture.write(folder.path / "plots")]
    page = of_screen(folder.manifest, found, grid, effects, matters, drawn)
    return [*files, page.write(folder.path / NAME)]


def of_screen(
    manifest: Mapping[str, Any],
    found: Screen,
    grid: Grid,
    effects: Sequence[Effect],
    matters: Mapping[str, float],
    drawn: Sequence[Picture],
) -> Page:
    """The page of a screen."""
    shown = [name for name in matters if name in found.metrics]
    verdict: list[Block] = [Prose(list(show.sentences(found, grid, effects, shown)), bullets=True)]
    if manifest.get("rulebook"):
        told = Quote(manifest["rulebook"], manifest.get("source", ""))
        verdict += [Prose(["What the rulebook says:"]), told]
    sections = [
        Section("Verdict", verdict),
        Section("Pictures", [Gallery(drawn)]),
        Section("Levels", [_levels(found, effects, shown)]),
        Section("Pairs", [_pairs(found, effects, matters)]),
        Section("How to read it", [Prose(READING)]),
        Section("How to repeat it", [Code(manifest["command"], "The command:"), _made(manifest)]),
    ]
    question = manifest.get("question") or manifest["name"]
    foot = f"Made by dragonlab {manifest['versions']['dragonlab']}."
    return Page(question, [show.played(found)], sections, foot)


def _levels(found: Screen, effects: Sequence[Effect], shown: Sequence[str]) -> Table:
    at = {(e.levels[0], e.metric): e for e in effects if len(e.levels) == 1}
    metrics = [found.metrics[name] for name in shown]
    heads = [f"{m.title}, %" if m.unit == "%" else m.title for m in metrics]
    rows = []
    for level in dict.fromkeys(level for level, _ in at):
        cells = []
        for metric in metrics:
            effect = at[level, metric.name]
            sure = "● " if effect.verdict == "differs" else ""
            cells.append(f"{sure}{show.signed(effect, metric)}")
        rows.append([level.word, level.axis, *cells])
    note = (
        "± half the 95 % interval; ●: surely there, and may matter. All metrics are in effects.csv."
    )
    return Table("Effect of each level", ["level", "axis", *heads], rows, note, (1,))


def _pairs(found: Screen, effects: Sequence[Effect], matters: Mapping[str, float]) -> Table:
    pairs = [e for e in effects if len(e.levels) == 2 and e.metric in matters]
    pairs.sort(key=lambda e: (e.verdict != "differs", -abs(e.size.mean) / matters[e.metric]))
    rows = []
    for e in pairs[:PAIRS_MOST]:
        metric = found.metrics[e.metric]
        p = "< 0.001" if e.p_adjusted < 0.001 else fixed(e.p_adjusted, 3)
        limit = f"{metric.scale * e.matters:g}"
        rows.append([e.name, metric.title, show.signed(e, metric), limit, p, VERDICTS[e.verdict]])
    columns = ["pair", "metric", "beyond the sum", "would matter", "p", "verdict"]
    note = f"The first {len(rows)} of {len(pairs):,}; all are in pairs.csv."
    marks = [e.verdict for e in pairs[:PAIRS_MOST]]
    return Table("What pairs do together", columns, rows, note, (1, 5), marks)


def _made(manifest: Mapping[str, Any]) -> Table:
    facts = {key: manifest.get(key) for key in ("seed", "games", "commit", "code")}
    facts |= {f"version of {name}": version for name, version in manifest["versions"].items()}
    rows = [[key, str(value)] for key, value in facts.items() if value is not None]
    return Table("What it was made with", ["", ""], rows, text=(1,))
