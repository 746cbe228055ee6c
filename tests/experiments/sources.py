"""The rule lines that an experiment or a claim names as its source."""

from __future__ import annotations

import re

from engine import rules_text

TAGS = "|".join(tag for tags in rules_text.FILES.values() for tag in tags.values())
NAMED = re.compile(rf"\(({TAGS}) ([^)]*)\)")


def named(source: str) -> list[str]:
    """Each rule line in brackets: `(GW S9, S13)` names two; so does `(GW S2 to S4)`, both ends."""
    return [
        f"{book} {line}"
        for book, lines in NAMED.findall(source)
        for line in re.split(r", | to ", lines)
    ]


def check(source: str) -> None:
    """Fails if a source names no rule line, or one that is not there."""
    assert named(source), source
    assert [line for line in named(source) if line not in rules_text.known()] == [], source
