"""The rules as documents: their lines by name, for scenarios that say which line they show.

`docs/rules/` lies beside the packages in a clone; an installed package may be without it, and then
nothing is known and nothing is checked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"

# file -> from which section on its lines are named by which tag
FILES: dict[str, dict[int, str]] = {
    "giants-war.md": {0: "GW"},
    "three-dragon-ante.md": {0: "LE", 6: "original", 7: "EG", 8: "notes"},
    "drachensachen.md": {0: "DS"},
    "dragon-war.md": {0: "DW"},
}
NOT_PLAYED = ("notes",)  # tags of lines that no game here plays
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
    for file, tags in FILES.items():
        path = folder / file
        tag = tags[0]
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            if heading := SECTION.match(line):
                tag = tags.get(int(heading[1]), tag)
            elif match := TAGGED.match(line) or TITLED.match(line):
                name = f"{tag} {match['name']}"
                found.setdefault(name, (match["text"], tag not in NOT_PLAYED))
    return found
