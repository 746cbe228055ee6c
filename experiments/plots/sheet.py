"""A sheet: the drawing with its title, its caption and its legend, as PNG and SVG.

The heights of all that is text are added up first, so nothing overlaps and the drawing itself is
as tall as was asked for, however long a title or a legend is.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from experiments.files import write_whole
from experiments.plots.style import DPI, EDGE, GREY, SMALL, STYLE, TEXT, TITLE, WIDTH

INCH = 72  # points
LEADING = 1.28  # distance of two lines, in sizes of the font
HANDLE = 36  # points of a legend's entry besides its text
SUFFIXES: dict[str, tuple[type[FigureCanvasBase], dict[str, Any]]] = {
    # no dates and versions inside: the same figures give the same bytes
    "png": (FigureCanvasAgg, {"Software": None}),
    "svg": (FigureCanvasSVG, {"Date": None, "Creator": None}),
}


@dataclass(frozen=True)
class Words:
    """What is written around a drawing.

    Attributes:
        title: the finding.
        note: how intervals, bands and signs are read, and what is not shown.
        x, y: what the axes of all panels show, with units; written below and above.
    """

    title: str
    note: str = ""
    x: str = ""
    y: str = ""


@dataclass
class Picture:
    """A drawing with its words, ready to be written.

    Attributes:
        kind: its name, and that of its files.
        alt: what it shows, for those who do not see it.
    """

    kind: str
    words: Words
    figure: Figure
    alt: str
    _bytes: dict[str, bytes] = field(default_factory=dict)

    def content(self, suffix: str) -> bytes:
        """The picture as the bytes of a `png` or `svg` file."""
        if suffix not in self._bytes:
            canvas, metadata = SUFFIXES[suffix]
            file = io.BytesIO()
            with mpl.rc_context(STYLE):
                canvas(self.figure).print_figure(
                    file, dpi=DPI, format=suffix, metadata=metadata, facecolor="white"
                )
            self._bytes[suffix] = file.getvalue()
        return self._bytes[suffix]

    def write(self, folder: Path, suffixes: Sequence[str] = tuple(SUFFIXES)) -> list[Path]:
        """Writes it into a folder under the name of its kind; gives the files."""
        return [self.write_as(folder / f"{self.kind}.{suffix}") for suffix in suffixes]

    def write_as(self, file: Path) -> Path:
        """Writes it as a file of its own name, by the suffix as PNG or SVG."""
        write_whole(file, self.content(file.suffix[1:]))
        return file


def sheet(kind: str, about: str, played: str, draw: Callable[[Figure], Words]) -> Picture:
    """Has `draw` fill an empty figure, `figheight` inches tall, and adds the words around it.

    Args:
        about: what pictures of this kind show.
        played: what was played, for the caption.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 2.4), layout="constrained")
        words = draw(figure)
        _frame(figure, words, played)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # settled: both formats show the same
    alt = ". ".join(part for part in (words.title, about, words.note) if part) + "."
    return Picture(kind, words, figure, alt)


def _frame(figure: Figure, words: Words, played: str) -> None:
    """Title and caption above the drawing, axis and legend below it."""
    room = INCH * (figure.get_figwidth() - 3 * EDGE)
    above = [
        (text, size, weight, colour)
        for whole, size, weight, colour in (
            (words.title, TITLE, "bold", "black"),
            (played, SMALL, "normal", GREY),
            (words.note, SMALL, "normal", GREY),
            (words.y, TEXT, "normal", "black"),
        )
        for text in wrapped(whole, size, room, weight)
    ]
    handles, whole_labels = _legend_entries(figure)
    labels = ["\n".join(wrapped(label, SMALL, room - HANDLE)) for label in whole_labels]
    columns = _columns(labels, room)
    gap = 0.05 if words.y else 0.0
    top = EDGE + gap + sum(LEADING * size for _, size, *_ in above) / INCH + 0.04
    low = EDGE + LEADING * (_lines(labels, columns) * SMALL + (TEXT if words.x else 0)) / INCH
    height = figure.get_figheight() + top + low
    figure.set_figheight(height)
    layout: Any = figure.get_layout_engine()
    layout.set(rect=(0, low / height, 1, 1 - (low + top) / height), w_pad=EDGE, h_pad=0.03)
    y = height - EDGE
    for text, size, weight, colour in above:
        y -= gap if text == words.y else 0
        figure.text(
            EDGE / WIDTH, y / height, text, size=size, weight=weight, color=colour, va="top"
        )
        y -= LEADING * size / INCH
    if words.x:
        figure.text(0.5, low / height, words.x, size=TEXT, ha="center", va="top")
    if labels:
        figure.legend(
            handles,
            labels,
            loc="lower left",
            bbox_to_anchor=(0, 0),
            ncols=columns,
            borderaxespad=0.3,
            columnspacing=1.2,
            labelspacing=0.25,
        )


def _legend_entries(figure: Figure) -> tuple[list[Artist], list[str]]:
    """What the panels have labelled, each label once."""
    found: dict[str, Artist] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return list(found.values()), list(found)


def _columns(labels: Sequence[str], room: float) -> int:
    """In how many columns a legend fits."""
    lines = [line for label in labels for line in label.split("\n")]
    widest = max((width(line, SMALL) for line in lines), default=0) + HANDLE
    return max(1, min(len(labels), int(room / widest)))


def _lines(labels: Sequence[str], columns: int) -> float:
    """How many lines a legend is tall, with what lies between its rows."""
    lines = [label.count("\n") + 1 for label in labels]
    if columns == 1:
        return sum(lines) + 0.1 * len(lines)
    return -(-len(lines) // columns) * (max(lines) + 0.1)


def wrapped(text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """The text in lines of at most `room` points; a word that is longer has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(4096)
def width(text: str, size: float, weight: str = "normal") -> float:
    """Width of a text in points."""
    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    return float(_RULER.get_text_width_height_descent(text, font, False)[0]) / 10


_RULER = RendererAgg(1, 1, INCH * 10)  # ten dots a point, so that rounding does not add up
