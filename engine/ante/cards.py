"""The card files: their form, how they are read, and the catalogue of all titles a game knows.

A card file is TOML with one `[[card]]` table a title; a row of `power` is one effect in the words
of `words.py`. Whatever is wrong in a file is told as a `Problem` with file, title, row and key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.ante.codes import MAX_STRENGTH
from engine.core.problem import Problem, near

DATA = Path(__file__).parent / "data"
SET_SUFFIX = {
    "legendary-edition": "LE",
    "giants-war": "GW",
    "original": "original",
    "emperors-gambit": "EG",
}  # a set and the sign of its cards; its file is `data/SET.toml`
TODAY = ("legendary-edition", "giants-war")  # the sets that share a box since 2019
SUFFIX = re.compile(r"^(?P<title>.+?) \((?P<set>[^()]+)\)(?P<strength> \d+)?$")

Strength = Annotated[int, Field(ge=1, le=MAX_STRENGTH)]
Amount = Annotated[int, Field(ge=0, le=99)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Row(_Form):
    """One line of a power: WHO does EFFECT, AMOUNT times PER, TO / FROM, concerning CARD."""

    effect: str
    who: str = "me"
    with_: str | list[str] = Field(default=[], alias="with")
    to: str | None = None
    from_: str | None = Field(default=None, alias="from")
    amount: Amount | Literal["any", "all"] = 1
    per: str | None = None
    plus: Amount = 0
    card: str | None = None
    by: str | None = None
    if_: str | None = Field(default=None, alias="if")
    unless: str | None = None
    when: str | None = None
    between: list[str] | None = None
    may: bool = False
    keep: Annotated[int, Field(ge=1, le=10)] | None = None
    show: Annotated[int, Field(ge=1, le=2)] | None = None
    rule: str | None = None

    def said(self) -> dict[str, Any]:
        """The row as a table of a card file: what differs from the defaults."""
        return self.model_dump(by_alias=True, exclude_defaults=True)


class Always(_Form):
    """What holds while the card lies in a flight, triggered or not."""

    cannot_win_with: str | None = Field(default=None, alias="cannot-win-with")
    counts_as: Literal["dragon", "giant", "mortal"] | None = Field(default=None, alias="counts-as")
    fights_for: Literal["dragon", "giant"] | None = Field(default=None, alias="fights-for")
    on_entry: list[Row] = Field(default=[], alias="on-entry")
    on_special: list[Row] = Field(default=[], alias="when-opponent-scores-special-flight")


class InAnte(_Form):
    """What a card does while it lies in the ante (EG3): at once, and as a rule at work."""

    text: str = ""
    power: list[Row] = []  # when the antes are revealed
    later: bool = False  # and when it joins the ante afterwards
    rule: Row | None = None  # a `this-gambit` row, at work as long as the card lies there


class Reading(_Form):
    """Another reading of a title where its sources differ; a house rule chooses it."""

    name: str
    source: str = ""
    text: str = ""
    power: list[Row] | None = None
    ante: InAnte | None = None


class Card(_Form):
    """One title, all its copies. ``file`` is where it was read, for messages."""

    title: str
    set: str = "house"
    kind: Literal["dragon", "giant", "mortal"]
    legendary: bool = False
    alignment: Literal["good", "evil", "neutral"] | None = None
    god: bool = False
    colours: list[str] = []
    strengths: Annotated[list[Strength], Field(min_length=1, max_length=40)]
    text: str = ""
    god_text: str = ""
    source: str = ""
    rulings: list[str] = []
    power: list[Row] = []
    always: Always = Always()
    ante: InAnte = InAnte()
    readings: list[Reading] = []
    assumed: str = ""  # what of the card no source tells
    file: str = Field(default="", exclude=True)

    @property
    def special(self) -> bool:
        """Belongs to the Legendary deck's list: legendary dragons and giants, and every mortal."""
        return self.legendary or self.kind == "mortal"

    @property
    def colour(self) -> str:
        """The word a deck names a standard colour by: "copper", "copper (GW)"."""
        suffix = SUFFIX.match(self.title)
        return f"{self.colours[0]} ({suffix['set']})" if suffix else self.colours[0]

    def names(self) -> list[str]:
        """The name of each copy, in the order of `strengths`: a lone special card is its title."""
        if self.special and len(self.strengths) == 1:
            return [self.title]
        return [f"{self.title} {strength}" for strength in self.strengths]

    def play(self) -> dict[str, Any]:
        """All of the card that matters in play, as a table of a card file."""
        notes = {"text", "god_text", "source", "rulings", "readings"}
        return self.model_dump(by_alias=True, exclude_defaults=True, exclude=notes | {"file"})


# --- reading files --------------------------------------------------------------------------------


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The file's table; Problem when it is missing, unreadable or malformed (with the line)."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise Problem(f"{what} file {str(path)!r} does not exist") from None
    except UnicodeDecodeError:
        raise Problem(f"{path}: is not text in UTF-8; save the {what} file as UTF-8") from None
    except OSError as error:
        raise Problem(f"{what} file {str(path)!r} cannot be read: {error.strerror}") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        last = text.count("\n") + (not text.endswith("\n"))
        told = str(error).replace("at end of document", f"at line {last}, the end of the file")
        raise Problem(f"{path}: is not valid TOML: {told}") from None


def read_cards(path: str | Path) -> list[Card]:
    """The titles of one card file; Problem names file, title, row and key."""
    table = read_toml(path, "card")
    shown = Path(path).name if Path(path).parent == DATA else str(path)
    wrong = [key for key in table if key != "card"]
    if wrong or not isinstance(table.get("card"), list) or not table["card"]:
        hint = f"unknown key {wrong[0]!r}" if wrong else "there is no [[card]] table"
        raise Problem(f"{shown}: {hint}; a card file holds one [[card]] table a title")
    cards = [read_card(entry, shown, i + 1) for i, entry in enumerate(table["card"])]
    seen: set[str] = set()
    for card in cards:
        if card.title in seen:
            raise Problem(f"{shown}: the title {card.title!r} stands there twice")
        seen.add(card.title)
    return cards


def read_card(entry: object, file: str, number: int = 1) -> Card:
    """One `[[card]]` table as a Card; ``number`` names it where it has no title."""
    title = entry.get("title") if isinstance(entry, Mapping) else None
    at = f"{file}: {title!r}" if isinstance(title, str) else f"{file}: card {number}"
    try:
        card = Card.model_validate(entry)
    except ValidationError as error:
        raise _told(error, at, Card) from None
    return _checked(card.model_copy(update={"file": file}), at)


def read_rows(entries: object, at: str) -> list[Row]:
    """Rows of a power given outside a card file; ``at`` begins the message of a Problem."""
    if not isinstance(entries, list) or not all(isinstance(row, Mapping) for row in entries):
        raise Problem(f'{at}: must be a list of rows, like [{{ effect = "steal", amount = 2 }}]')
    rows = []
    for i, entry in enumerate(entries):
        try:
            rows.append(Row.model_validate(entry))
        except ValidationError as error:
            raise _told(error, f"{at} row {i + 1}", Row) from None
    return rows


def _checked(card: Card, at: str) -> Card:
    """The card with a mortal's colour filled in; Problem for facts that cannot be."""
    if card.title != " ".join(card.title.split()) or not card.title:
        raise Problem(f"{at}: title must be words with single spaces between them")
    if re.search(r" \d+$", card.title):
        raise Problem(f"{at}: title must not end in a number; strengths are given in 'strengths'")
    if card.kind == "mortal":
        if card.alignment is not None:
            raise Problem(f"{at}: alignment {card.alignment!r} on a mortal; mortals have none")
        return card if card.colours else card.model_copy(update={"colours": ["mortal"]})
    if card.alignment is None:
        raise Problem(f'{at}: alignment is missing; write "good", "evil" or "neutral"')
    if not card.special and len(card.colours) != 1:
        raise Problem(
            f"{at}: colours must name one colour for a standard card; "
            "with `legendary = true` it joins the Legendary list instead"
        )
    for colour in card.colours:
        if not re.fullmatch(r"[a-z][a-z-]*", colour):
            raise Problem(f"{at}: colours: {colour!r} must be one word in small letters")
    return card


def _told(error: ValidationError, at: str, model: type[BaseModel]) -> Problem:
    """The first thing pydantic found, as one sentence."""
    first = error.errors()[0]
    path, form = _path(first["loc"], model, first["type"] == "extra_forbidden")
    key = path[-1] if path else "it"
    place = ", ".join([at, *path[:-1]])
    if first["type"] == "extra_forbidden":
        return Problem(f"{place}: unknown key {key!r}{near(key, _words(form))}")
    if first["type"] == "missing":
        return Problem(f"{place}: the key {key!r} is missing")
    if first["type"] == "model_type":
        return Problem(f"{place}: {key} must be a table of keys and values")
    value = first["loc"][:-1]  # of a key with several forms each is an error of its own
    alike = [e for e in error.errors() if e["loc"][:-1] == value and e["input"] == first["input"]]
    reasons = " or ".join(dict.fromkeys(_reason(e) for e in alike))
    return Problem(f"{place}: {key} = {first['input']!r}: {reasons}")


def _path(
    loc: Sequence[int | str], form: type[BaseModel], unknown: bool
) -> tuple[list[str], type[BaseModel]]:
    """Pydantic's place of an error in a file's words, and the form that the last key belongs to."""
    path: list[str] = []
    for step in loc:
        if isinstance(step, int):
            path.append(f"{'row' if form is Row else 'entry'} {step + 1}")
        elif step in _words(form):
            path.append(step)
            form = INNER.get(step, form)
        elif unknown:
            path.append(step)
    return path, form


INNER: Mapping[str, type[BaseModel]] = {
    "power": Row,
    "always": Always,
    "on-entry": Row,
    "ante": InAnte,
    "rule": Row,
    "readings": Reading,
    "when-opponent-scores-special-flight": Row,
}


def _reason(error: Mapping[str, Any]) -> str:
    if error["type"] == "too_short":
        return "must not be empty"
    return re.sub("^(Input|List) should", "must", str(error["msg"]))


def _words(form: type[BaseModel]) -> list[str]:
    return [f.alias or name for name, f in form.model_fields.items() if name != "file"]


# --- the catalogue --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Catalogue:
    """All titles by name, in the order of the files; a house card replaces one of its title."""

    cards: Mapping[str, Card]
    house: tuple[str, ...] = ()  # titles that came from `--cards` files
    colours: Mapping[str, str] = field(default_factory=dict)  # colour as decks name it -> title

    def title(self, name: str) -> str | None:
        """The title that a name means: itself, or one with its set's sign ("Io (GW)")."""
        if name in self.cards:
            return name
        parts = SUFFIX.match(name)
        if not parts or parts["strength"] or parts["title"] not in self.cards:
            return None
        sign = SET_SUFFIX.get(self.cards[parts["title"]].set)
        return parts["title"] if sign == parts["set"] else None

    def colour(self, word: str) -> str | None:
        """The standard title of a colour word: "copper", "copper (LE)", "copper (GW)"."""
        if word in self.colours:
            return self.colours[word]
        parts = SUFFIX.match(word)
        title = self.colours.get(parts["title"]) if parts else None
        if parts is None or title is None:
            return None
        return title if SET_SUFFIX.get(self.cards[title].set) == parts["set"] else None


HouseCards = str | Path | Sequence[str | Path | Mapping[str, Any]] | None


def catalogue(house: HouseCards = None, sets: tuple[str, ...] = TODAY) -> Catalogue:
    """The shipped cards of these sets and the house's: files, or `[[card]]` tables; the later wins.

    A title of two sets is plain in the first and has the set's sign in the other.
    """
    shipped = _shipped(sets)
    if not house:
        return shipped
    added: dict[str, Card] = {}
    for given in [house] if isinstance(house, str | Path) else house:
        read = [read_card(given, "cards")] if isinstance(given, Mapping) else read_cards(given)
        added.update((card.title, _of_its_set(card, shipped)) for card in read)
    return _catalogue({**shipped.cards, **added}, tuple(added))


def _of_its_set(card: Card, known: Catalogue) -> Card:
    """A house's version of a shipped title belongs to that title's set unless it says otherwise."""
    shipped = known.cards.get(card.title)
    if shipped is None or "set" in card.model_fields_set:
        return card
    return card.model_copy(update={"set": shipped.set})


@cache
def _shipped(sets: tuple[str, ...]) -> Catalogue:
    cards: dict[str, Card] = {}
    for name in sets:
        for card in read_cards(DATA / f"{name}.toml"):
            title = card.title
            if title in cards:
                title = f"{title} ({SET_SUFFIX[name]})"
            cards[title] = card.model_copy(update={"title": title})
    return _catalogue(cards, ())


def _catalogue(cards: Mapping[str, Card], house: tuple[str, ...]) -> Catalogue:
    colours: dict[str, str] = {}
    for title, card in cards.items():
        if card.special:
            continue
        if card.colour in colours:
            raise Problem(
                f"{card.file}: {title!r} has the colour {card.colour!r} of "
                f"{colours[card.colour]!r}; add a sign to the title, like '{title} (house)', "
                "or give it another colour"
            )
        colours[card.colour] = title
    return Catalogue(cards, house, colours)
