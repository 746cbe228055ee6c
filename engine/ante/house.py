"""House rules: figures and switches, each with its printed default, and overrides of cards.

`data/house-rules.toml` says what each key may be; `resolve` turns what a person asked for into
values that fit together, or into a `Problem` naming key, value and what is allowed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.ante.cards import DATA, Card, Catalogue, Row, read_rows, read_toml
from engine.ante.codes import MAX_STRENGTH, WATCHED
from engine.ante.deck import Setting
from engine.core.problem import Problem, near

CARD_KEYS = ("strengths", "alignment", "power", "remove", "reading")
ALIGNMENTS = ("good", "evil", "neutral")
VARIANT_LEGENDARY_IN_DECK = 4  # single stakes with a Legendary deck (GW V1, R-2)


@dataclass(frozen=True)
class House:
    """Checked house rules: a value for every key, and the titles as the house plays them."""

    values: Mapping[str, Any]
    cards: Mapping[str, Card]
    removed: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()  # titles whose strengths the house gives
    chosen: frozenset[str] = field(default=frozenset())  # keys that were asked for


@cache
def listed() -> dict[str, dict[str, Any]]:
    """Every key with its values, default and source, as in the data file."""
    entries = read_toml(DATA / "house-rules.toml", "rules")["rule"]
    return {entry["key"]: entry for entry in entries}


def figures() -> dict[str, dict[str, Any]]:
    """The keys that are no card overrides."""
    return {key: entry for key, entry in listed().items() if not key.startswith("cards")}


def merge_cards(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Card overrides of two sources, title by title."""
    out = dict(under)
    for title, keys in over.items():
        both = isinstance(keys, Mapping) and isinstance(out.get(title), Mapping)
        out[title] = {**out[title], **keys} if both else keys
    return out


def resolve(
    setting: Setting, given: Mapping[str, Any] | None, players: int, catalogue: Catalogue
) -> House:
    """Checked house rules; `legendary_in_deck` may still wait for the deck (see `complete`)."""
    if given is not None and not isinstance(given, Mapping):
        raise Problem(f"rules = {given!r}: must be a table of keys and values")
    asked = _nested(given or {})
    overrides = asked.pop("cards", {})
    values = {key: entry["default"][setting.name] for key, entry in figures().items()}
    for key, value in asked.items():
        if key not in figures():
            raise Problem(f"unknown rule {key!r}{near(key, listed())}")
        values[key] = (
            _watch(value, catalogue, setting) if key == "watch" else _value(key, value, setting)
        )
    values["starting_gold"] = _gold(values["starting_gold"], players)
    _together(values, set(asked), setting)
    cards, removed, filled = _cards(overrides, catalogue, setting)
    return House(values, cards, removed, filled, frozenset(asked))


def complete(house: House, setting: Setting, legendary_deck: bool) -> dict[str, Any]:
    """The values, now that the deck is known: the variant of GW V1 puts 4 Legendary cards in."""
    values = dict(house.values)
    if legendary_deck and not setting.two_stakes and "legendary_in_deck" not in house.chosen:
        values["legendary_in_deck"] = VARIANT_LEGENDARY_IN_DECK
    return values


# --- one value ------------------------------------------------------------------------------------


def _nested(given: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys (`cards."White Dragon".remove`) as tables within tables."""
    out: dict[str, Any] = {}
    for key, value in given.items():
        if isinstance(key, str) and key.startswith("cards."):
            try:
                table = tomllib.loads(f"{key} = 0")["cards"]
            except tomllib.TOMLDecodeError:
                raise Problem(f'rule {key!r} is not a key; write cards."TITLE".strengths') from None
            (title, inner), *_ = table.items()
            if not isinstance(inner, dict) or any(isinstance(v, dict) for v in inner.values()):
                raise Problem(
                    f'rule {key!r}: write cards."TITLE".KEY with KEY {_any_of(CARD_KEYS)}'
                )
            out["cards"] = merge_cards(out.get("cards", {}), {title: dict.fromkeys(inner, value)})
        elif key == "cards":
            if not isinstance(value, Mapping):
                raise Problem(
                    'rule cards: must be tables, like cards."White Dragon".strengths = [1, 2]'
                )
            out["cards"] = merge_cards(out.get("cards", {}), value)
        else:
            out[key] = value
    return out


def _value(key: str, value: Any, setting: Setting) -> Any:
    entry = figures()[key]
    printed = entry["default"][setting.name]
    wrong = Problem(f"rule {key} = {value!r}: must be {entry['values']} (printed: {printed})")
    if key == "flight_ante_cards" and value == "any":
        return value
    if "words" in entry:
        if value not in entry["words"]:
            raise wrong
        return value
    if isinstance(value, str) and re.fullmatch(r"\d+", value):
        value = int(value)
    if key == "starting_gold" and isinstance(value, str) and re.fullmatch(r"[1-9]\d{0,3}x", value):
        return value
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not entry["low"] <= value <= entry["high"]
    ):
        raise wrong
    return value


def _watch(value: Any, catalogue: Catalogue, setting: Setting) -> list[str]:
    """The titles to watch, as the card files write them; whether the deck has them shows later."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise Problem(f"rule watch = {value!r}: must be {figures()['watch']['values']}")
    known = [title for title, card in catalogue.cards.items() if setting.usable(card)]
    titles = []
    for name in names:
        title = catalogue.title(name)
        if title not in known:
            unknown = "unknown card" if title is None else f"{setting.name} has no card"
            raise Problem(f"rule watch: {unknown} {name!r}{near(name, known)}")
        if title in titles:
            raise Problem(f"rule watch names {title!r} twice")
        titles.append(title)
    if len(titles) > WATCHED:
        raise Problem(f"rule watch names {len(titles)} titles; {WATCHED} at most")
    return titles


def _gold(value: int | str, players: int) -> int:
    gold = int(value[:-1]) * players if isinstance(value, str) else value
    high = figures()["starting_gold"]["high"]
    if gold > high:
        raise Problem(
            f"rule starting_gold = {value!r}: {gold} gold for {players} players; {high} at most"
        )
    return gold


def _together(values: Mapping[str, Any], asked: set[str], setting: Setting) -> None:
    """Problem where two figures contradict each other."""
    for low, high, less in (
        ("hand_size", "hand_limit", 0),
        ("fill_to", "hand_limit", 0),
        ("buy_at", "fill_to", 1),
    ):
        if values[low] > values[high] - less:
            set_too = high if low in asked else low
            told = "must be less than" if less else "must not be more than"
            printed = "" if set_too in asked else ", the printed value"
            raise Problem(
                f"rule {low} = {values[low]} {told} {high} = {values[high]}; "
                f"change {set_too} (now {values[set_too]}{printed}) as well"
            )


# --- cards ----------------------------------------------------------------------------------------


def _cards(
    overrides: Mapping[str, Any], catalogue: Catalogue, setting: Setting
) -> tuple[dict[str, Card], frozenset[str], frozenset[str]]:
    """All titles with the overrides in, those removed, and those whose strengths are given."""
    cards, removed, filled = dict(catalogue.cards), set(), set()
    known = [title for title, card in cards.items() if setting.usable(card)]
    for name, keys in overrides.items():
        title = catalogue.title(name)
        if title not in known:
            unknown = "unknown card" if title is None else f"{setting.name} has no card"
            raise Problem(f"rule cards: {unknown} {name!r}{near(name, known)}")
        at = f'rule cards."{name}"'
        if not isinstance(keys, Mapping):
            raise Problem(f"{at} = {keys!r}: write {at}.KEY with KEY {_any_of(CARD_KEYS)}")
        for key, value in keys.items():
            if key not in CARD_KEYS:
                raise Problem(f"{at}: unknown key {key!r}{near(key, CARD_KEYS)}")
            if key == "remove":
                if not isinstance(value, bool):
                    raise Problem(f"{at}.remove = {value!r}: must be true or false")
                if value:
                    removed.add(title)
            elif key == "reading":
                cards[title] = _read_as(value, cards[title], f"{at}.{key}")
            else:
                if key == "strengths":
                    filled.add(title)
                change = {key: _override(key, value, cards[title], f"{at}.{key}")}
                if key == "power":
                    text = f"Changed by a house rule; printed: {cards[title].text}"
                    change |= {"file": "rules", "text": text}
                cards[title] = cards[title].model_copy(update=change)
    return cards, frozenset(removed), frozenset(filled)


def _override(key: str, value: Any, card: Card, at: str) -> Any:
    if key == "strengths":
        good = isinstance(value, list | tuple) and 1 <= len(value) <= 40
        if not good or not all(_is_number(v, 1, MAX_STRENGTH) for v in value):
            told = f"must be a list of 1 to 40 strengths from 1 to {MAX_STRENGTH}"
            raise Problem(f"{at} = {value!r}: {told} (printed: {card.strengths})")
        return list(value)
    if key == "alignment":
        if value not in ALIGNMENTS:
            printed = card.alignment or "none"
            raise Problem(f"{at} = {value!r}: must be {_any_of(ALIGNMENTS)} (printed: {printed})")
        return value
    return _power(value, card, at)


def _read_as(value: Any, card: Card, at: str) -> Card:
    """The card by another of its readings; "default" is the card file's own."""
    known = {reading.name: reading for reading in card.readings}
    if not known:
        raise Problem(f"{at} = {value!r}: the sources of {card.title!r} agree; leave it out")
    if value == "default":
        return card
    if value not in known:
        names = _any_of(("default", *known))
        raise Problem(f"{at} = {value!r}: must be {names}")
    reading = known[value]
    change: dict[str, Any] = {"text": reading.text} if reading.text else {}
    if reading.power is not None:
        change["power"] = reading.power
    if reading.ante is not None:
        change["ante"] = reading.ante
    return card.model_copy(update=change)


def _power(value: Any, card: Card, at: str) -> list[Row]:
    """New rows, or new figures in the printed ones."""
    if _is_number(value, 0, 99):
        value = [value]
    if isinstance(value, list | tuple) and value and all(_is_number(v, 0, 99) for v in value):
        places = [
            i
            for i, row in enumerate(card.power)
            if "amount" in row.model_fields_set and isinstance(row.amount, int)
        ]
        if len(places) != len(value):
            told = f"{at} = {value!r}: the power of {card.title!r} has"
            if not places:
                raise Problem(f"{told} no figures to change; give rows of a card file instead")
            printed = [card.power[i].amount for i in places]
            raise Problem(f"{told} the figures {printed}; give as many, or rows of a card file")
        rows = list(card.power)
        for i, figure in zip(places, value, strict=True):
            rows[i] = rows[i].model_copy(update={"amount": figure})
        return rows
    if not isinstance(value, list | tuple) or any(_is_figure(v) for v in value):
        raise Problem(f"{at} = {value!r}: must be {listed()[_POWER]['values']}")
    return read_rows(list(value), at)


_POWER = 'cards."TITLE".power'


def _is_figure(value: object) -> bool:
    return isinstance(value, int | float)


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _any_of(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
