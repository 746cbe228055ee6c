"""A page for people: one HTML file that needs nothing else, made of sections, tables and pictures.

The page opens offline, prints, and fits a phone. It says the same for the same figures: dates stand
in it only where a caller puts them.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.files import write_whole

if TYPE_CHECKING:
    from experiments.plots.sheet import Picture

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Prose:
    """Sentences, a paragraph or a bullet each."""

    sentences: Sequence[str]
    bullets: bool = False
    kind: str = "prose"


@dataclass(frozen=True)
class Quote:
    """What a rulebook says, and where."""

    text: str
    source: str = ""
    kind: str = "quote"


@dataclass(frozen=True)
class Table:
    """Cells as text; the first column names the row, the others are set right.

    Attributes:
        text: numbers of columns that hold words and are set left.
        marks: what a row is marked with (`differs`, ...), one a row, or none.
        verdict: the number of the column that shows it, if not the last.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    text: Sequence[int] = ()
    marks: Sequence[str] = ()
    verdict: int = -1
    kind: str = "table"

    def mark(self, row: int) -> str:
        """The mark of a row, empty without one."""
        return self.marks[row] if self.marks else ""


@dataclass(frozen=True)
class Gallery:
    """Pictures side by side."""

    pictures: Sequence[Picture]
    kind: str = "gallery"

    def address(self, picture: Picture) -> str:
        """A picture as an address that holds all of it."""
        return f"data:image/svg+xml;base64,{b64encode(picture.content('svg')).decode()}"


@dataclass(frozen=True)
class Code:
    """Text to be copied, or to be looked up: then it is folded away under its title."""

    text: str
    title: str = ""
    folded: bool = False
    kind: str = "code"


Block = Prose | Quote | Table | Gallery | Code


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it."""

    title: str
    blocks: Sequence[Block]

    @property
    def anchor(self) -> str:
        """Its name in links within the page."""
        return "".join(sign if sign.isalnum() else "-" for sign in self.title.lower())


@dataclass(frozen=True)
class Page:
    """A whole page.

    Attributes:
        title: the question.
        lead: what was played, in lines.
        foot: what made the page.
    """

    title: str
    lead: Sequence[str] = ()
    sections: Sequence[Section] = field(default_factory=list)
    foot: str = ""

    def html(self) -> str:
        """The page as text."""
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        return environment.get_template("page.html").render(page=self)

    def write(self, file: Path) -> Path:
        """Writes the page; gives the file. Raises Problem where it cannot be written."""
        write_whole(file, self.html().encode())
        return file
