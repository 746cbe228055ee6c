"""The rules as documents: their lines by name, for scenarios that say which line they show.

`docs/rules/` lies beside the packages in a clone; an installed package may be without it, and then
nothing is known and nothing is checked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"

# file -> the tag that its lines are named by, and the first section that is of another edition
FILES: dict[str, tuple[str, int | None]] = {
    "giants-war.md": ("GW", None),
    "three-dragon-ante.md": ("LE", 6),
    "dragon-war.md": ("DW", None),
}
SECTION = re.compile(r"^## (\d+)\.")
TAGGED = re.compile(r"^(?:-|\d+\.) (?P<name>[A-Z]{1,2}-?\d+)\.? (?P<text>.+)")
TITLED = re.compile(r"^- \*\*(?P<name>[^*]+)\*\* (?P<text>.+)")


def lines(folder: str | Path | None = None) -> dict[str, str]:
    """Name -> text of every rule line that a scenario should show, in the order of the files."""
    return {name: text for name, (text, ours) in _read(Path(folder or FOLDER)).items() if ours}


def known(folder: str | Path | None = None) -> list[str]:
    """The names of all rule lines, those of other editions too; empty where there are no rules."""
    return list(_read(Path(folder or FOLDER)))


@lru_cache(maxsize=8)
def _read(folder: Path) -> dict[str, tuple[str, bool]]:
    """Name -> (text, whether it is of a game that exists)."""
    found: dict[str, tuple[str, bool]] = {}
    for file, (tag, end) in FILES.items():
        path = folder / file
        section = 0
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            if heading := SECTION.match(line):
                section = int(heading[1])
            elif match := TAGGED.match(line) or TITLED.match(line):
                ours = end is None or section < end
                found.setdefault(f"{tag} {match['name']}", (match["text"], ours))
    return found
