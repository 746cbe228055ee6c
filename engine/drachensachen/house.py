"""House rules: `data/house-rules.toml` says what each key may be; `resolve` checks what was asked.

`record` turns the checked values into the one record that the verbs are given.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.core import written
from engine.core.problem import Problem, near
from engine.drachensachen import components
from engine.drachensachen.codes import (
    CHAOS,
    HINDRANCES,
    INVASION,
    MAX_CARDS,
    NAMES,
    NONE,
    TRICKS,
    UNKNOWN,
)
from engine.drachensachen.components import (
    DATA,
    DRAGONS,
    GOBLINS,
    Components,
    Hindrance,
    cards_of,
)
from engine.drachensachen.tables import RULES

SWITCHES = ("hindrances", "tricks", "reserve_multi", "quads_must_burn_if_legal")


@cache
def listed() -> dict[str, dict[str, Any]]:
    """Every key with its values, default and source, as in the data file."""
    text = (DATA / "house-rules.toml").read_text(encoding="utf-8")
    return {entry["key"]: entry for entry in tomllib.loads(text)["rule"]}


def defaults(cards: Components) -> dict[str, Any]:
    """Every key with what is played unless a house says otherwise."""
    printed = {
        "goblin_copies": cards.goblin,
        "dragon_copies": cards.dragon,
        "coins_front": dict(cards.front),
        "coins_back": cards.back,
        "hindrance_cards": [card.name for card in cards.hindrances],
    }
    return {key: printed.get(key, entry.get("default")) for key, entry in listed().items()}


def resolve(given: Mapping[str, Any] | None, players: int, cards: Components) -> dict[str, Any]:
    """A checked value for every key; raises Problem naming key, value and what is allowed."""
    if given is not None and not isinstance(given, Mapping):
        raise Problem(f"rules = {given!r}: must be a table of keys and values")
    values = defaults(cards)
    for key, value in (given or {}).items():
        if key not in values:
            raise Problem(f"unknown rule {key!r}{near(key, values)}")
        try:
            values[key] = _value(key, value, players, cards)
        except Problem as problem:
            told = f"must be {listed()[key]['values']}"
            raise Problem(f"rule {key} = {value!r}: {told} ({problem})") from None
    values["trick_cards"], values["trick_order"] = _order(values)
    _check_cards(values, players, cards)
    return values


def _value(key: str, value: Any, players: int, cards: Components) -> Any:
    entry = listed()[key]
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if "words" in entry:
        return written.word(value, key, entry["words"])
    if "low" in entry:
        return written.whole(value, key, entry["low"], entry["high"])
    if key in SWITCHES:
        return written.flag(value, key)
    if key == "goblin_copies":
        return _copies(value, key, GOBLINS, cards.goblin)
    if key == "dragon_copies":
        return _copies(value, key, DRAGONS, cards.dragon)
    if key == "coins_front":
        return dict(cards.front) | components.by_kind(value, key, components.MOST_COINS)
    if key == "reserve_layout":
        return list(components.layout(value, key))
    if key == "hindrance_cards":
        names = [components.of_name(cards.hindrances, n, key).name for n in _list(value, key)]
        return _once(names, key)
    if key == "trick_cards":
        return _tricks(value, key)
    if key == "trick_order":
        return _own_word(value, ("shuffle", "fixed")) or _tricks(value, key)
    # first_player
    return _own_word(value, ("random",)) or written.whole(value, key, 0, players - 1)


def _own_word(value: Any, words: Sequence[str]) -> str:
    """One of these words, whatever its capitals; "" if it is none of them."""
    word = value.lower() if isinstance(value, str) else ""
    return word if word in words else ""


def _copies(
    value: Any, key: str, names: Sequence[str], printed: int | Mapping[str, int]
) -> int | dict[str, int]:
    """One number for all, or a table of those that differ from what is printed."""
    if isinstance(value, Mapping):
        whole = dict.fromkeys(names, printed) if isinstance(printed, int) else dict(printed)
        return whole | components.by_kind(value, key, components.MOST_COPIES, names)
    return written.whole(value, key, 0, components.MOST_COPIES)


def _list(value: Any, key: str) -> list[Any]:
    return [value] if isinstance(value, str) else written.several(value, key)


def _once(names: list[str], key: str) -> list[str]:
    double = next((name for name in names if names.count(name) > 1), None)
    if double:
        raise Problem(f"{key}: {double!r} is named twice")
    return names


def _tricks(value: Any, key: str) -> list[str]:
    return _once([written.word(v, key, TRICKS, "trick") for v in _list(value, key)], key)


def _order(values: Mapping[str, Any]) -> tuple[list[str], str]:
    """Trick cards, and whether they are shuffled: an order given as a list names all that come."""
    cards, order = list(values["trick_cards"]), values["trick_order"]
    if isinstance(order, str):
        return cards, order
    strange = next((name for name in order if name not in cards), None)
    if strange:
        raise Problem(f"rule trick_order: {strange!r} is not among trick_cards; add it there")
    return order, "fixed"


def copies(values: Mapping[str, Any]) -> list[int]:
    """Cards of each kind."""
    found = []
    for names, key in ((GOBLINS, "goblin_copies"), (DRAGONS, "dragon_copies")):
        value = values[key]
        found += [value[name] if isinstance(value, Mapping) else value for name in names]
    return found


def in_play(values: Mapping[str, Any], cards: Components) -> list[Hindrance]:
    """The hindrance cards of the game, none where hindrances are off."""
    if not values["hindrances"]:
        return []
    return [components.of_name(cards.hindrances, n, "") for n in values["hindrance_cards"]]


def _check_cards(values: Mapping[str, Any], players: int, cards: Components) -> None:
    """Whether the deck is large enough in the worst case (DS S3, H9)."""
    deck = sum(copies(values))
    if deck > MAX_CARDS:
        raise Problem(
            f"rules goblin_copies and dragon_copies make {deck} cards; {MAX_CARDS} at most"
        )
    hand, reserve = values["hand_size"], cards_of(values["reserve_layout"])
    plain = players * (hand + reserve)
    need, why = plain + values["trouble_size"], "hands, reserves and the trouble pile"
    hindrances = in_play(values, cards)
    demands = sorted((_more(card, hand, reserve) for card in hindrances), reverse=True)
    if demands and need + max(0, demands[0]) > need:
        need, why = need + demands[0], f"{why} with the largest hindrance"
    if any(card.kind == "chaos" for card in hindrances):
        most = plain + sum(max(0, more) for more in demands[:players])
        if most > need:
            need, why = most, "hands and reserves under Chaos"
    if need > deck:
        raise Problem(
            f"{players} players need {need} cards for {why}, but there are {deck}; "
            "set a smaller trouble_size, hand_size or reserve_layout"
        )


def _more(card: Hindrance, hand: int, reserve: int) -> int:
    """Cards that a hindrance demands beyond the usual ones."""
    if card.kind == "invasion":
        return card.hand - hand
    return cards_of(card.layout) - reserve if card.kind == "unknown" else 0


# --- the record -----------------------------------------------------------------------------------


def record(values: Mapping[str, Any], players: int, cards: Components) -> np.record:
    """The rules as the verbs read them."""
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    rules.seats = players
    rules.copies[:] = copies(values)
    rules.n_cards = sum(copies(values))
    rules.coins[:] = [values["coins_front"][name] for name in NAMES]
    for key in ("coins_back", "hand_size", "trouble_size", "loss_cap", "game_end", "tie_rounds"):
        setattr(rules, key, values[key])
    for key in ("max_per_play", "reserve_multi", "max_rounds"):
        setattr(rules, key, values[key])
    rules.columns = _lay(values["reserve_layout"], rules.has_down, rules.has_up)
    rules.draw_current = values["draw_reaction_source"] == "current"
    rules.skip_current = values["skip_reaction_source"] == "current"
    rules.quads_must_burn = values["quads_must_burn_if_legal"] and values["max_per_play"] >= 4
    rules.starter_total = values["next_starter"] == "total"
    rules.first_player = NONE if values["first_player"] == "random" else values["first_player"]
    rules.max_turns = values["max_turns_per_round"]
    tricks = values["trick_cards"] if values["tricks"] else []
    rules.n_tricks = len(tricks)
    rules.tricks[: len(tricks)] = [TRICKS.index(name) for name in tricks]
    rules.tricks_fixed = values["trick_order"] == "fixed"
    hindrances = in_play(values, cards)
    rules.n_hindrances = len(hindrances)
    for row, card in zip(rules.hindrances, hindrances, strict=False):
        row["kind"] = HINDRANCES[card.kind]
        row["hand"] = card.hand
        row["columns"] = _lay(card.layout, row["has_down"], row["has_up"])
    return rules


def _lay(places: Sequence[str], has_down: np.ndarray, has_up: np.ndarray) -> int:
    """Fill in which columns of a layout have which cards; how many columns there are."""
    for column, place in enumerate(places):
        has_down[column] = place.startswith("D")
        has_up[column] = place.endswith("U")
    return len(places)


assert {CHAOS, INVASION, UNKNOWN} == set(HINDRANCES.values())
