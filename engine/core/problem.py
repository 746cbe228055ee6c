"""Bad input by a person, told in one sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_LISTED = 8  # so many right words are listed when none is near


class Problem(ValueError):
    """Bad input by a person; ``str()`` is one sentence naming the file, the key or the remedy."""


def near(word: object, candidates: Iterable[object], most: int = 3) -> str:
    """The nearest right words as the tail of a sentence.

    ``"; did you mean 'x' or 'y'?"``, or a few of the candidates where none is close, or an empty
    string where there are no candidates.
    """
    by_lower: dict[str, str] = {}
    for candidate in candidates:
        by_lower.setdefault(str(candidate).lower(), str(candidate))
    if not by_lower:
        return ""
    close = difflib.get_close_matches(str(word).lower(), list(by_lower), n=most, cutoff=0.6)
    if close:
        return f"; did you mean {_either(repr(by_lower[name]) for name in close)}?"
    names = list(by_lower.values())
    more = ", ..." if len(names) > MOST_LISTED else ""
    return f"; known: {', '.join(names[:MOST_LISTED])}{more}"


def _either(words: Iterable[str]) -> str:
    *head, last = words
    return f"{', '.join(head)} or {last}" if head else last
