"""`dragonlab games`, `decks`, `cards`, `rules`: what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.options import Cards, Format, Formats

if TYPE_CHECKING:
    from engine.core.game import CardInfo

SomeGame = Annotated[str | None, typer.Argument(help="A game; the lab's main one if omitted.")]


def games(output: Formats = Format.table) -> None:
    """Lists the games."""
    import engine
    from experiments.show import listing

    lines = [{"name": name, "title": title} for name, title in engine.games().items()]
    listing("games", lines, output)


def decks(game: SomeGame = None, output: Formats = Format.table) -> None:
    """Lists the named decks of a game."""
    import engine
    from experiments.show import listing

    lines = [_plain(deck) for deck in engine.load(game).decks()]
    listing("decks", lines, output, columns=("name", "text"))


def rules(game: SomeGame = None, output: Formats = Format.table) -> None:
    """Lists the house rules of a game: key, printed default, values, meaning and source."""
    import engine
    from experiments.show import listing

    lines = [_plain(rule) for rule in engine.load(game).house_rules()]
    if output is Format.table:
        for line in lines:
            line["meaning"] = f"{line['text']} ({line['values']})"
    listing("rules", lines, output, columns=("key", "default", "meaning", "source"))


def cards(
    title: Annotated[str | None, typer.Argument(help="A title, to see its power.")] = None,
    game: Annotated[str | None, typer.Option(help="A game; the lab's main one if omitted.")] = None,
    files: Cards = None,
    output: Formats = Format.table,
) -> None:
    """Lists the cards of a game, or tells all about one title."""
    import engine
    from experiments.show import listing, pages

    if title in engine.games():  # `cards GAME`, as `decks GAME` and `rules GAME` are written
        game, title = title, None
    known = engine.load(game).cards(list(files or ()))
    found = known if title is None else _titled(known, title)
    lines = [_plain(card) for card in found]
    if title is not None and output is Format.table:
        pages(lines, "title")
        return
    listing("cards", lines, output, columns=_telling(lines))


def _telling(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """The columns that say something; in games whose cards have few facts also what a card does."""
    facts = ("title", "set", "kind", "alignment", "colours", "strengths", "assumed")
    told = [key for key in facts if any(line[key] not in ("", "none", []) for line in lines)]
    if "alignment" not in told:
        told.insert(told.index("kind") + 1, "power")
    return told


def _titled(cards: Iterable[CardInfo], title: str) -> list[CardInfo]:
    """The cards of a title; a part of one serves if no title is the same. Raises Problem."""
    from engine.core.problem import Problem, near

    cards, wanted = list(cards), title.strip().lower()
    found = [c for c in cards if c.title.lower() == wanted]
    found = found or [c for c in cards if wanted and wanted in c.title.lower()]
    if not found:
        raise Problem(f"unknown card {title!r}{near(title, [c.title for c in cards])}")
    return found


def _plain(info: Any) -> dict[str, Any]:
    """A catalogue entry as a dict that JSON can hold."""
    return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(info).items()}
