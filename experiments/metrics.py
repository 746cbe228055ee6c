"""Metrics: what is measured of a game, from its row.

Every plain number in a row that is not bookkeeping is a metric under its own name. A derived metric
is one small function from rows to one number a game, marked `@metric`; it serves every game whose
rows have the fields it reads (its `needs`). nan means "this game has no such value".

Fields with one entry a seat are seat metrics, fields with one entry a gambit are series.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

BOOKKEEPING = {"game", "seats", "winners", "n_winners", "ended", "hand_gambits"}
SEATS_MAX = 6
SEAT_NAMES = {"gold": "hoard"}  # field of the row -> name of the seat metric


@dataclass(frozen=True)
class Metric:
    """One number a game. `of(rows)` gives shape (n,), integer or float64 with nan for "none"."""

    name: str
    of: Callable[[np.ndarray], np.ndarray]
    title: str
    unit: str = ""
    about: str = ""
    needs: tuple[str, ...] = ()
    headline: bool = True  # shown in the table for people

    @property
    def scale(self) -> float:
        """What a value is multiplied by to be told in the metric's unit: shares are told in %."""
        return 100 if self.unit == "%" else 1


PLAIN = {
    # field: (title, unit, what it counts)
    "gambits": ("gambits", "gambits", "Gambits played in the game."),
    "rounds": ("rounds", "rounds", "Rounds played, extra rounds included."),
    "turns": ("turns", "turns", "Turns taken by all players."),
    "decisions": ("decisions", "decisions", "Choices with two or more options."),
    "steps": ("steps", "steps", "All questions asked, those with one option included."),
    "buys": ("purchases", "purchases", "Times a player bought cards."),
    "holes": ("times in the hole", "times", "Times a player went into the hole."),
    "reshuffles": ("reshuffles", "reshuffles", "Times the discard pile became the deck."),
    "colour_flights": ("colour flights", "flights", "Special flights of three of a colour."),
    "strength_flights": ("strength flights", "flights", "Special flights of three in strength."),
    "stakes_won": ("stakes won", "stakes", "Stakes that were won."),
    "stakes_stayed": ("stakes that stayed", "stakes", "Stakes that nobody won."),
    "emptied": ("gambits ended by empty stakes", "gambits", "Gambits that emptied stakes ended."),
    "extra_rounds": ("extra rounds", "rounds", "Rounds added to break a tie."),
    "dice": ("dice rolled", "dice", "Dice rolled in the game."),
    "battles": ("battles", "battles", "Fights of two tiles."),
    "deaths": ("deaths", "deaths", "Times a player came to 0 life."),
    "restarts": ("returns", "returns", "Times a player who was out returned to START."),
    "alive_at_end": ("alive at the end", "players", "Players in the game when it ends."),
    "cards_drawn": ("cards drawn", "cards", "Cards drawn in the game."),
    "cards_used": ("held cards used", "cards", "Held cards that were played."),
    "squares_acted": ("squares that acted", "squares", "Landings on squares that did something."),
    "finish_tries": ("tries on FINISH", "tries", "Times the dice were rolled for the win."),
    "trades": ("trades of places", "trades", "Times two tiles changed places."),
    "lead_changes": ("lead changes", "changes", "Times another player was furthest ahead."),
    "comeback": ("comebacks", "%", "The leader when half of the way was reached did not win."),
    "starter_won": ("wins of the first player", "%", "The player who began wins."),
    "won_at_finish": ("wins at FINISH", "%", "The game was won on FINISH, not by surviving."),
    "chains_cut": ("chains cut", "chains", "Chains of powers cut at their bound."),
}
QUIET = {
    "steps",
    "stakes_won",
    "chains_cut",
    "squares_acted",
}  # in the files and JSON, not in the table

DERIVED: dict[str, Metric] = {}


def metric(title: str, unit: str, needs: tuple[str, ...]) -> Callable:
    """Registers a function rows -> (n,) as the metric of its name; the docstring explains it."""

    def register(fn: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
        about = (fn.__doc__ or "").strip()
        DERIVED[fn.__name__] = Metric(fn.__name__, fn, title, unit, about, needs)
        return fn

    return register


@metric("special flights", "flights", needs=("colour_flights", "strength_flights"))
def special_flights(rows: np.ndarray) -> np.ndarray:
    """Colour and strength flights that players completed in the game."""
    return rows["colour_flights"] + rows["strength_flights"]


@metric("share of stakes that stayed", "%", needs=("stakes_won", "stakes_stayed"))
def stakes_stayed_share(rows: np.ndarray) -> np.ndarray:
    """Of the stakes awarded in the game, the share that nobody won and that stayed."""
    stayed = rows["stakes_stayed"].astype(np.float64)
    awarded = stayed + rows["stakes_won"]
    return np.divide(stayed, awarded, out=np.full(len(rows), np.nan), where=awarded > 0)


@metric("rounds a gambit", "rounds", needs=("rounds", "gambits"))
def rounds_per_gambit(rows: np.ndarray) -> np.ndarray:
    """Rounds divided by gambits."""
    gambits = rows["gambits"]
    return np.divide(rows["rounds"], gambits, out=np.full(len(rows), np.nan), where=gambits > 0)


@metric("hand size", "cards", needs=("hand_by_gambit",))
def hand_size(rows: np.ndarray) -> np.ndarray:
    """Cards in a hand when a gambit begins: mean over seats and all gambits but the first."""
    cards = cards_in_hands(rows)[:, 1:]
    reached = cards >= 0
    hands_seen = reached.sum(axis=1) * rows["seats"]
    total = np.where(reached, cards, 0).sum(axis=1)
    return np.divide(total, hands_seen, out=np.full(len(rows), np.nan), where=hands_seen > 0)


@metric("final margin", "gold", needs=("gold",))
def margin(rows: np.ndarray) -> np.ndarray:
    """Gold of the richest player less that of the second richest at the end."""
    first = second = np.full(len(rows), np.iinfo(np.int32).min)
    for seat in range(SEATS_MAX):
        gold = np.where(seat < rows["seats"], rows["gold"][:, seat], np.iinfo(np.int32).min)
        first, second = np.maximum(first, gold), np.maximum(second, np.minimum(first, gold))
    return first - second


def win_share(rows: np.ndarray, seat: int) -> np.ndarray:
    """1 for a win, 1/k for one of k joint winners, else 0."""
    won = rows["winners"] >> seat & 1
    return won / rows["n_winners"]


def cards_in_hands(rows: np.ndarray) -> np.ndarray:
    """Cards in all hands when each gambit begins, shape (n, gambits) int16; -1 where none began.

    Rows keep the mean over seats as float32; the whole number behind it is exact.
    """
    cards = np.rint(rows["hand_by_gambit"] * rows["seats"][:, None].astype(np.float32))
    return np.nan_to_num(cards, copy=False, nan=-1).astype(np.int16)


def gambits_recorded(row: np.dtype) -> int:
    """How many gambits of a game the rows tell hand sizes of; 0 if they do not."""
    return row["hand_by_gambit"].shape[0] if "hand_by_gambit" in (row.names or ()) else 0


def of_rows(row: np.dtype) -> list[Metric]:
    """Every metric that rows of this dtype offer, in the order of the fields."""
    plain = [
        plain_metric(name)
        for name in row.names or ()
        if name not in BOOKKEEPING and row[name].shape == () and row[name].kind in "iu"
    ]
    derived = [m for m in DERIVED.values() if set(m.needs) <= set(row.names or ())]
    return plain + derived


def plain_metric(field: str) -> Metric:
    """The metric that a plain field of a row is."""
    title, unit, about = PLAIN.get(field, (field.replace("_", " "), "", ""))
    loud = field not in QUIET
    return Metric(field, lambda rows: rows[field], title, unit, about, (field,), loud)


def seat_metrics(row: np.dtype) -> dict[str, str]:
    """Name -> field of what is recorded for each seat (besides winning)."""
    names = row.names or ()
    return {SEAT_NAMES.get(f, f): f for f in names if row[f].shape == (SEATS_MAX,)}


# One seat or one gambit of a larger field can be asked for by name: `win_share_seat_0`,
# `hoard_seat_2`, `hand_size_at_gambit_4`.
AT_GAMBIT = re.compile(r"hand_size_at_gambit_(\d+)")
OF_SEAT = re.compile(r"(\w+)_seat_(\d)")


def named(name: str, row: np.dtype, players: int) -> Metric | None:
    """The metric of a name, or None if rows of this dtype offer none such."""
    for offered in of_rows(row):
        if offered.name == name:
            return offered
    if found := AT_GAMBIT.fullmatch(name):
        return _at_gambit(name, int(found[1]), row)
    if found := OF_SEAT.fullmatch(name):
        return _of_seat(name, found[1], int(found[2]), row, players)
    return None


def _at_gambit(name: str, gambit: int, row: np.dtype) -> Metric | None:
    if not 1 <= gambit <= gambits_recorded(row):
        return None
    return Metric(
        name,
        lambda rows: _mean_hand(rows, gambit),
        f"hand size at gambit {gambit}",
        "cards",
        f"Cards in a hand when gambit {gambit} begins, mean over seats; games that reach it.",
        ("hand_by_gambit",),
    )


def _mean_hand(rows: np.ndarray, gambit: int) -> np.ndarray:
    cards = cards_in_hands(rows)[:, gambit - 1]
    return np.where(cards < 0, np.nan, cards / rows["seats"])


def _of_seat(name: str, what: str, seat: int, row: np.dtype, players: int) -> Metric | None:
    if seat >= players:
        return None
    if what == "win_share":
        about = f"Share of the win that seat {seat} gets."
        title = f"win share of seat {seat}"
        return Metric(name, lambda rows: win_share(rows, seat), title, "%", about)
    field = seat_metrics(row).get(what)
    if field is None:
        return None
    return replace(
        plain_metric(field),
        name=name,
        of=lambda rows: rows[field][:, seat],
        title=f"{what} of seat {seat}",
    )


def names_on_offer(row: np.dtype, players: int) -> list[str]:
    """Every name that `named` answers to, for messages."""
    names = [m.name for m in of_rows(row)]
    for what in ("win_share", *seat_metrics(row)):
        names += [f"{what}_seat_{seat}" for seat in range(players)]
    return names + [f"hand_size_at_gambit_{k + 1}" for k in range(gambits_recorded(row))]
