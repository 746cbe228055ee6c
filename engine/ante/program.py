"""Rows of words -> rows of codes: the powers of a design as one table.

A `Compiler` gathers the filters and rows of one design. Fields are those of `tables.ROW`; what a
row may say is listed in `words.py`, all else is a `Problem` with file, title, row and key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.ante import codes as c
from engine.ante import words as w
from engine.ante.cards import Row
from engine.ante.tables import MAX_FILTERS, MAX_ROWS, ROW
from engine.core.problem import Problem, near

AMOUNTS = {"any": c.ANY, "all": c.ALL}
ROW_FIELDS = ROW.names or ()
ANY_CARD = 0  # the filter that matches whatever it is asked
BOUND = {  # the largest value of a count, for offers that must fit into an option
    c.ONE: 1,
    c.COLOURS_OF: c.MAX_COLOURS,
    c.COUNT_DISCARDED: c.MAX_HAND,
    c.COUNT_PAID: 2 * c.SEATS,
    c.THAT_STRENGTH: c.MAX_STRENGTH,
    c.WEAKEST_ANTE: c.MAX_STRENGTH,
}
CARDS_IN = {
    c.MY_FLIGHT: c.MAX_FLIGHT,
    c.THEIR_FLIGHT: c.MAX_FLIGHT,
    c.ANY_FLIGHT: c.SEATS * c.MAX_FLIGHT,
    c.ANTE: c.MAX_ANTE,
    c.FLIGHTS_AND_ANTE: c.SEATS * c.MAX_FLIGHT + c.MAX_ANTE,
}


@dataclass(frozen=True)
class At:
    """Where in the files a row stands, for messages."""

    file: str
    title: str
    part: str = "power"
    row: int = 0

    def problem(self, key: str, message: str) -> Problem:
        row = f" row {self.row}" if self.row else ""
        return Problem(f"{self.file}: {self.title!r}, {self.part}{row}, key {key!r}: {message}")


class Count(NamedTuple):
    """What an amount is multiplied by, or a condition tests."""

    what: int = c.ONE
    filter: int = ANY_CARD
    place: int = c.NONE
    relation: int = c.NONE
    n: int = 0


class Compiler:
    """The filters and rows of one design; ``colours`` maps colour words to bit positions."""

    def __init__(self, colours: Mapping[str, int]) -> None:
        self.colours = colours
        self.filters: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
        self.rows: list[dict[str, object]] = []

    # --- words ------------------------------------------------------------------------------------

    def filter(self, text: str, at: At, key: str, weakest: bool = False) -> int:
        """Index of the filter that the words of ``text`` make together."""
        need = compare = other = lowest = 0
        for word in text.split():
            if word in w.PROPERTIES:
                need |= w.PROPERTIES[word]
            elif word in self.colours:
                need |= 1 << (c.COLOUR_BIT + self.colours[word])
            elif word in w.COMPARISONS:
                if compare == -w.COMPARISONS[word]:
                    raise at.problem(key, f"{text!r} cannot be both stronger and weaker")
                compare = w.COMPARISONS[word]
            elif word == "other":
                other = 1
            elif word == "weakest" and weakest:
                lowest = 1
            elif word == "weakest":
                raise at.problem(key, "'weakest' may stand only in the card of a `take`")
            else:
                known = [*w.FILTER_WORDS, *self.colours]
                raise at.problem(
                    key, f"unknown word {word!r} in the filter {text!r}{near(word, known)}"
                )
        if not text.split():
            raise at.problem(key, "a filter needs a word; `card` means any card")
        found = (need, compare, other, lowest)
        if found not in self.filters:
            self.filters.append(found)
        return self.filters.index(found)

    def relation(self, text: str, at: At, key: str) -> tuple[int, int]:
        """(code, N of `hand-under N`)."""
        word, *rest = text.split() or [""]
        if word not in w.RELATIONS:
            raise at.problem(key, f"unknown relation {text!r}{near(word, w.RELATIONS)}")
        if word == "hand-under":
            if len(rest) != 1 or not rest[0].isdigit() or not 1 <= int(rest[0]) <= c.MAX_HAND:
                raise at.problem(
                    key, f"{text!r} needs a number from 1 to {c.MAX_HAND}: `hand-under 3`"
                )
            return c.HAND_UNDER, int(rest[0])
        if rest:
            raise at.problem(key, f"{text!r}: {word!r} stands alone")
        return w.RELATIONS[word], 0

    def count(self, text: str, at: At, key: str) -> Count:
        """A count of `words.COUNTS` or one of the phrases with a filter or a relation."""
        parts = text.split()
        if text in w.COUNTS:
            return Count(w.COUNTS[text])
        if parts[:1] == ["flight-with"]:
            return Count(c.FLIGHTS_WITH, self.filter(" ".join(parts[1:]), at, key))
        if parts[:1] == ["opponent-with"]:
            relation, n = self.relation(" ".join(parts[1:]), at, key)
            return Count(c.OPPONENTS_WITH, relation=relation, n=n)
        if "in" in parts:
            cut = parts.index("in")
            place = " ".join(parts[cut + 1 :])
            if place not in w.PLACES:
                raise at.problem(key, f"unknown place {place!r} in {text!r}{near(place, w.PLACES)}")
            colours = parts[:1] == ["colours-of"]
            if colours and place != "my-flight":
                raise at.problem(key, "`colours-of` counts in `my-flight` only")
            filter_ = self.filter(" ".join(parts[colours:cut]), at, key)
            return Count(c.COLOURS_OF if colours else c.CARDS, filter_, w.PLACES[place])
        known = [*w.COUNTS, *w.PHRASES]
        raise at.problem(key, f"unknown count {text!r}{near(text, known)}")

    # --- programs ---------------------------------------------------------------------------------

    def program(self, rows: Sequence[Row], at: At, giant: bool = False) -> tuple[int, int]:
        """Compile a power: (first row, one past the last)."""
        first = len(self.rows)
        for i, row in enumerate(rows):
            here = replace(at, row=i + 1)
            _check(row, rows[:i], here)
            self.rows.append(self._row(row, here, giant))
        end = len(self.rows)
        block_end = end
        for i in range(end - 1, first - 1, -1):
            self.rows[i]["block_end"] = block_end
            if not self.rows[i]["same"]:
                block_end = i
        if end > MAX_ROWS or len(self.filters) > MAX_FILTERS:
            raise at.problem("effect", f"too many rows or filters in one design (most {MAX_ROWS})")
        return (first, end) if rows else (0, 0)

    def declare(self) -> int:
        """The row by which a mortal is declared for a side; it is on no card."""
        self.rows.append(_blank() | {"effect": c.DECLARE, "block_end": len(self.rows) + 1})
        return len(self.rows) - 1

    def _row(self, row: Row, at: At, giant: bool) -> dict[str, object]:
        whom, role = _whom(row, at)
        out = _blank() | {
            "effect": w.EFFECTS[row.effect],
            "whom": w.SELECTORS[whom],
            "role": role,
            "same": int(whom == "same"),
            "goes_to": w.GOES_TO.get(row.to or "", c.PLAYER),
            "source": _source(row, at),
            "amount": AMOUNTS[row.amount] if isinstance(row.amount, str) else row.amount,
            "plus": row.plus,
            "keep": row.keep or row.show or 1,
            "may": int(row.may),
            "giant": int(giant),
        }
        self._cards(row, at, out)
        self._players(row, at, out)
        self._counts(row, at, out)
        if row.rule is not None:
            out["rule"] = _known(row.rule, w.RULES, at, "rule")
        if row.between is not None:
            out["between"] = tuple(c.WORDS.index(word) for word in row.between)
        if row.when is not None:
            out["when"] = c.WORDS.index(row.when)
        return out

    def _cards(self, row: Row, at: At, out: dict[str, object]) -> None:
        card = row.card or ("new" if row.effect == "trigger" else "card")
        if card in w.REFERENCES:
            out["card"] = w.REFERENCES[card]
        else:
            out["card_filter"] = self.filter(card, at, "card", weakest=row.effect == "take")
        if row.by is not None:
            out["by_filter"] = self.filter(row.by, at, "by")

    def _players(self, row: Row, at: At, out: dict[str, object]) -> None:
        """`with`: one relation and up to two filters."""
        filters = []
        for text in [row.with_] if isinstance(row.with_, str) else row.with_:
            if text.split()[:1] and text.split()[0] in w.RELATIONS:
                if out["relation"] != c.NONE:
                    raise at.problem("with", "names two relations; one row holds one")
                out["relation"], out["relation_n"] = self.relation(text, at, "with")
            else:
                filters.append(self.filter(text, at, "with"))
        if len(filters) > 2:
            raise at.problem("with", "names three filters; one row holds two")
        out["with_filter"] = tuple([*filters, c.NONE, c.NONE][:2])

    def _counts(self, row: Row, at: At, out: dict[str, object]) -> None:
        per = self.count(row.per, at, "per") if row.per is not None else Count()
        condition = row.if_ if row.if_ is not None else row.unless
        key = "if" if row.if_ is not None else "unless"
        tested = self.count(condition, at, key) if condition is not None else Count()
        numbers = {n for n in (out["relation_n"], per.n, tested.n) if n}
        if len(numbers) > 1:
            raise at.problem("with", "one row holds one number N of `hand-under N`")
        out.update(
            per=per.what,
            per_filter=per.filter,
            per_place=per.place,
            per_relation=per.relation,
            relation_n=numbers.pop() if numbers else 0,
            condition=0 if condition is None else 1 if key == "if" else 2,
            cond_count=tested.what,
            cond_filter=tested.filter,
            cond_place=tested.place,
            cond_relation=tested.relation,
        )
        offers = row.effect == "give-or-pay" or (row.effect == "pay" and row.may)
        most = CARDS_IN[per.place] if per.what == c.CARDS else BOUND.get(per.what, c.SEATS)
        if offers and isinstance(row.amount, int) and row.amount * most + row.plus > c.MAX_VALUE:
            raise at.problem(
                "amount", f"an offer can reach {row.amount * most}, above {c.MAX_VALUE} gold"
            )


def table(rows: Iterable[Mapping[str, object]]) -> np.ndarray:
    """Rows of codes as an array of `tables.ROW`."""
    return np.array([tuple(row[name] for name in ROW_FIELDS) for row in rows], ROW)


def _blank() -> dict[str, object]:
    """A row that does nothing special: every field of `tables.ROW` at rest."""
    row: dict[str, object] = dict.fromkeys(ROW_FIELDS, 0)
    none = (
        "relation",
        "source",
        "per_place",
        "per_relation",
        "rule",
        "cond_place",
        "cond_relation",
    )
    row.update(dict.fromkeys(none, c.NONE))
    row.update(with_filter=(c.NONE, c.NONE), between=(c.NONE, c.NONE), when=c.NONE)
    row.update(goes_to=c.PLAYER, amount=1, keep=1)
    return row


# --- what a row may say ---------------------------------------------------------------------------


def _known(word: str, known: Mapping[str, int], at: At, key: str) -> int:
    if word not in known:
        raise at.problem(key, f"unknown word {word!r}{near(word, known)}")
    return known[word]


def _check(row: Row, above: Sequence[Row], at: At) -> None:
    """Problem unless the row's fields fit its effect and the rows above it."""
    _known(row.effect, w.EFFECTS, at, "effect")
    allowed = (*w.FIELDS[row.effect], "effect", "if", "unless", "when")
    said = row.said()
    for key in said:
        if key not in allowed:
            raise at.problem(key, f"`{row.effect}` does not use it; it uses {', '.join(allowed)}")
    for key in w.NEEDED.get(row.effect, ()):
        if key not in said and not (key == "amount" and row.amount == 1):
            raise at.problem(key, f"is missing; `{row.effect}` needs it")
    if row.if_ is not None and row.unless is not None:
        raise at.problem("unless", "stands beside 'if'; a row has one condition")
    _check_amount(row, at)
    if row.effect in ("look", "reveal") and isinstance(row.amount, int) and row.amount > 10:
        raise at.problem("amount", "turns up 10 cards at most")
    if row.keep is not None and isinstance(row.amount, int) and row.keep > row.amount:
        raise at.problem("keep", f"keeps {row.keep} of {row.amount} cards; keep at most the amount")
    _check_card(row, at)
    _check_between(row, at)
    _check_above(row, above, at)


def _check_amount(row: Row, at: At) -> None:
    """The amounts and offers that an effect knows, by where it takes from."""
    source = row.from_ or w.FROM.get(row.effect, ("",))[0]
    words = w.ANY_AMOUNT.get((row.effect, source), ())
    if isinstance(row.amount, str) and row.amount not in words:
        raise at.problem("amount", f"`{row.effect}` needs a number here, not {row.amount!r}")
    if row.effect == "ante" and source == "revealed" and row.amount != "all":
        raise at.problem("amount", 'must be "all": what was turned up goes into the ante together')
    if (row.effect, source) in w.ONE_CARD and row.amount != 1:
        raise at.problem(
            "amount", f"must be 1 for a `{row.effect}` from {source!r}; repeat the row for more"
        )
    if row.may and source not in w.MAY_FROM.get(row.effect, (source,)):
        other = 'amount = "any" leaves it open' if row.effect == "discard" else "it is compulsory"
        raise at.problem("may", f"cannot stand in a `{row.effect}` from {source!r}; {other}")


def _check_card(row: Row, at: At) -> None:
    references = {"replace": ("this",), "trigger": ("new",), "use": ("discarded",)}
    allowed = references.get(row.effect, ())
    if row.card in w.REFERENCES and row.card not in allowed:
        also = f"`{allowed[0]}` or a filter" if allowed else "a filter, like `good dragon`"
        raise at.problem("card", f"{row.card!r} cannot stand here; `{row.effect}` takes {also}")
    if row.effect == "trigger" and row.card not in (None, "new"):
        raise at.problem("card", "must be `new`; `trigger-each` triggers cards by a filter")
    if row.effect == "use" and (row.card == "discarded") == (row.from_ is not None):
        raise at.problem("from", 'goes with a filter; `card = "discarded"` stands without it')
    if row.effect == "ante" and row.card is not None and row.from_ != "hand":
        raise at.problem("card", 'goes with `from = "hand"`')
    if row.by is not None and row.from_ != "hand":
        raise at.problem("by", 'goes with `from = "hand"`')


def _check_between(row: Row, at: At) -> None:
    if row.between is None:
        return
    if len(row.between) != 2 or row.between[0] == row.between[1]:
        raise at.problem("between", "must list two different words to choose from")
    for word in row.between:
        if word not in w.CHOICES:
            raise at.problem("between", f"unknown word {word!r}{near(word, w.CHOICES)}")


def _check_above(row: Row, above: Sequence[Row], at: At) -> None:
    """Words that lean on a row above must find it there."""
    effects = [r.effect for r in above]
    used = {row.who, row.to, row.from_}
    if "same" in used and not any(_selectors(r) for r in above):
        raise at.problem(_key_of("same", row), "`same` needs a row above that names another player")
    if "other-side" in used and not any("left-or-right" in _selectors(r) for r in above):
        raise at.problem(_key_of("other-side", row), "needs a row above with `left-or-right`")
    if row.when is not None:
        choices = [r.between for r in above if r.between]
        if not choices or row.when not in choices[-1]:
            known = choices[-1] if choices else []
            raise at.problem(
                "when", f"{row.when!r} is not offered by a `choose` above{near(row.when, known)}"
            )
    if row.effect == "trigger" and not {"replace", "swap"} & set(effects):
        raise at.problem("card", "`new` needs a `replace` or `swap` above")
    if row.card == "discarded" and not {"discard", "discard-random"} & set(effects):
        raise at.problem("card", "`discarded` needs a `discard` or `discard-random` above")
    if row.from_ == "revealed" and "reveal" not in effects:
        raise at.problem("from", "`revealed` needs a `reveal` above")
    if row.with_ == "that-stakes" and "choose-stakes" not in effects:
        raise at.problem("with", "`that-stakes` needs a `choose-stakes` above")


def _selectors(row: Row) -> list[str]:
    """The player words of a row besides `me` and an Othea pass's `their-left`."""
    said = [row.who, row.to, row.from_]
    return [s for s in said if s in w.SELECTORS and s not in ("me", "their-left")]


def _key_of(word: str, row: Row) -> str:
    return "who" if row.who == word else "to" if row.to == word else "from"


def _whom(row: Row, at: At) -> tuple[str, int]:
    """The one player the row is about besides its owner, and what that player is to the effect."""
    _known(row.who, w.SELECTORS, at, "who")
    if row.to is not None and row.to not in w.GOES_TO:
        _known(row.to, {**w.SELECTORS, **w.GOES_TO}, at, "to")
    _check_their_left(row, at)
    found = [(row.who, c.ROLE_WHO), (row.to, c.ROLE_TO), (row.from_, c.ROLE_FROM)]
    others = [(s, r) for s, r in found if s in w.SELECTORS and s not in ("me", "their-left")]
    if len(others) > 1:
        raise at.problem(
            "to", f"{others[0][0]!r} and {others[1][0]!r}: a row names one other player"
        )
    if not others and row.effect == "pay" and row.to in (None, "me"):
        raise at.problem("who", "you would pay yourself; name another player in 'who' or 'to'")
    whom, role = others[0] if others else ("me", c.ROLE_WHO)
    if whom == "first-willing-opponent" and not (
        row.effect == "pay" and row.who == whom and row.may
    ):
        raise at.problem("who", "`first-willing-opponent` needs a `pay` with `may = true`")
    if row.effect == "replace" and whom in w.PLURAL:
        raise at.problem("from", f"{whom!r} are several players; a card is replaced from one hand")
    return whom, role


def _check_their_left(row: Row, at: At) -> None:
    if row.who == "their-left" or row.from_ == "their-left":
        raise at.problem(
            _key_of("their-left", row), "`their-left` may stand only in the 'to' of a `pass`"
        )
    if row.effect == "pass" and (row.who != "each-opponent" or row.with_):
        raise at.problem(
            "who", "must be `each-opponent`, all of them: the cards change hands at once"
        )
    if row.effect == "pass" and row.to not in (None, "their-left"):
        raise at.problem("to", "a `pass` goes to `their-left`")
    if row.effect != "pass" and row.to == "their-left":
        raise at.problem("to", "`their-left` may stand only in a `pass`")


def _source(row: Row, at: At) -> int:
    """Where the cards or the gold come from, as said or as the effect has it."""
    allowed = w.FROM.get(row.effect)
    if allowed is None or (row.effect == "use" and row.from_ is None):
        return c.NONE
    word = row.from_ or allowed[0]
    if word in w.SELECTORS and word != "me" and "SELECTOR" in allowed:
        return c.PLAYER
    if word not in allowed:
        known = [a for a in allowed if a != "SELECTOR"]
        known += (
            [s for s in w.SELECTORS if s not in ("me", "their-left")]
            if "SELECTOR" in allowed
            else []
        )
        raise at.problem("from", f"`{row.effect}` cannot take from {word!r}{near(word, known)}")
    return w.SOURCES[word]
