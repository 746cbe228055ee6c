"""Metrics: what is measured of a game, from its row.

Every plain number in a row that is not bookkeeping is a metric under its own name, in the words that
the game has for it (`Game.measures`). A derived metric is one small function from rows to one number
a game, marked `@metric`; it serves every game whose rows have the fields it reads (its `needs`). nan
means "this game has no such value".

Fields with one entry a seat are seat metrics, fields with one entry a gambit are series. Fields
`watched_...` have one entry a watched title (house key `watch`); their metrics end in its place, 1 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engine.core.game import Measure

BOOKKEEPING = {
    *("game", "seats", "winners", "n_winners", "ended", "hand_gambits"),
    # of these the metrics are derived
    *("first_leader", "first_hole", "starter", "half_leader"),
    *("mixed_strength", "mixed_doubles"),
}
SEATS_MAX = 6
SEAT_NAMES = {"gold": "hoard"}  # field of the row -> name of the seat metric


class Rows(Protocol):
    """What is asked of a game here."""

    @property
    def row(self) -> np.dtype:
        """One game's row."""

    @property
    def measures(self) -> Mapping[str, Measure]:
        """Field of the row -> its words."""


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
    # of the seats of the table's first agent, where agents differ and take turns: (rows, seats) -> (n,)
    of_seats: Callable[[np.ndarray, Sequence[int]], np.ndarray] | None = None

    @property
    def scale(self) -> float:
        """What a value is multiplied by to be told in the metric's unit: shares are told in %."""
        return 100 if self.unit == "%" else 1


# How long games take at a table is assumed: no source times single choices (docs/metrics.md).
SECONDS_A_DECISION = 8.0
SECONDS_A_CARD = 2.0

DERIVED: dict[str, Metric] = {}


def metric(
    title: str, unit: str, needs: tuple[str, ...], headline: bool = True, name: str = ""
) -> Callable:
    """Registers a function rows -> (n,) as the metric of its name; the docstring explains it.

    ``name``: another than the function's, where rows of different games tell the same differently.
    """

    def register(fn: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
        about = " ".join((fn.__doc__ or "").split())
        DERIVED[fn.__name__] = Metric(name or fn.__name__, fn, title, unit, about, needs, headline)
        return fn

    return register


@metric("special flights", "flights", needs=("colour_flights", "strength_flights"))
def special_flights(rows: np.ndarray) -> np.ndarray:
    """Colour and strength flights that players completed in the game."""
    return rows["colour_flights"] + rows["strength_flights"]


@metric("share of stakes that stayed", "%", needs=("stakes_won", "stakes_stayed"))
def stakes_stayed_share(rows: np.ndarray) -> np.ndarray:
    """Of the stakes awarded in the game, the share that nobody won and that stayed."""
    return share(rows["stakes_stayed"], rows["stakes_stayed"] + rows["stakes_won"])


@metric("rounds a gambit", "rounds", needs=("rounds", "gambits"))
def rounds_per_gambit(rows: np.ndarray) -> np.ndarray:
    """Rounds divided by gambits."""
    return share(rows["rounds"], rows["gambits"])


@metric("hand size", "cards", needs=("hand_by_gambit",))
def hand_size(rows: np.ndarray) -> np.ndarray:
    """Cards in a hand when a gambit begins: mean over seats and all gambits but the first."""
    cards = cards_in_hands(rows)[:, 1:]
    reached = cards >= 0
    hands_seen = reached.sum(axis=1) * rows["seats"]
    total = np.where(reached, cards, 0).sum(axis=1)
    return share(total, hands_seen)


@metric("final margin", "gold", needs=("gold",))
def margin(rows: np.ndarray) -> np.ndarray:
    """Gold of the richest player less that of the second richest at the end."""
    first = second = np.full(len(rows), np.iinfo(np.int32).min)
    for seat in range(SEATS_MAX):
        gold = np.where(seat < rows["seats"], rows["gold"][:, seat], np.iinfo(np.int32).min)
        first, second = np.maximum(first, gold), np.maximum(second, np.minimum(first, gold))
    return first - second


def first_agents_edge(rows: np.ndarray, seats: Sequence[int]) -> np.ndarray:
    """Share of the win that the table's first agent got, less an even share for its seats."""
    won = np.sum([win_share(rows, seat) for seat in seats], axis=0)
    edge: np.ndarray = won - len(seats) / rows["seats"]
    return edge


# The only one that asks who sat where; offered where the agents at the table differ.
SKILL_EDGE = Metric(
    "skill_edge",
    lambda rows: np.full(len(rows), np.nan),
    "edge of the first agent",
    "%",
    " ".join((first_agents_edge.__doc__ or "").split()),
    of_seats=first_agents_edge,
)


def share(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """One count divided by another, game by game, float64 (n,); nan where there is nothing to share."""
    return np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0)


@metric("table time", "minutes", needs=("decisions", "cards_handled"))
def minutes(rows: np.ndarray) -> np.ndarray:
    """Estimated minutes at a table: 8 seconds a decision, 2 seconds a card handled (assumed)."""
    return table_minutes(rows)


def table_minutes(
    rows: np.ndarray,
    seconds_a_decision: float = SECONDS_A_DECISION,
    seconds_a_card: float = SECONDS_A_CARD,
) -> np.ndarray:
    """`minutes` by other figures, float64 (n,)."""
    seconds = rows["decisions"] * seconds_a_decision + rows["cards_handled"] * seconds_a_card
    return seconds / 60


@metric("gold Gini", "", needs=("gold", "seats"))
def gini(rows: np.ndarray) -> np.ndarray:
    """Gini coefficient of the players' gold at the end: 0 = all have as much, (n - 1) / n = one has all."""
    seats = rows["seats"]
    players = range(int(seats.max(initial=0)))
    gold = [np.where(seat < seats, rows["gold"][:, seat], 0).astype(np.int64) for seat in players]
    apart, whole = np.zeros((2, len(rows)), np.int64)
    for seat in players:
        whole += gold[seat]
        for other in range(seat):
            apart += np.where(seat < seats, np.abs(gold[seat] - gold[other]), 0)
    return share(apart, seats * whole)


@metric("comebacks", "%", needs=("winners", "n_winners", "gambits", "gold_by_gambit"))
def comeback(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the leader at half time did not get.

    Half time is after half of the game's gambits, rounded down; the leader has more gold than anybody
    else. No value where the richest are tied, or where half time lies beyond the recorded gambits.
    """
    leader = leader_at(rows, rows["gambits"] // 2)
    return np.where(leader < 0, np.nan, 1 - seat_share(rows, leader))


@metric("comebacks", "%", needs=("winners", "n_winners", "half_leader"), name="comeback")
def comeback_as_told(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the leader at half time did not get; no value where nobody led alone."""
    leader = rows["half_leader"]
    return np.where(leader < 0, np.nan, 1 - seat_share(rows, leader))


@metric("starter's wins", "%", needs=("winners", "n_winners", "starter"), headline=False)
def starter_won(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the player who began the game got."""
    return seat_share(rows, rows["starter"])


@metric("starter's advantage", "%", needs=("winners", "n_winners", "starter", "seats"))
def starter_advantage(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the player who began got, less an even share (1 / players)."""
    return starter_won(rows) - 1 / rows["seats"]


@metric("gambits after the first hole", "gambits", needs=("first_hole", "gambits"), headline=False)
def gambits_after_hole(rows: np.ndarray) -> np.ndarray:
    """Gambits after the one in which a player first went into the hole; no value where none did."""
    return np.where(rows["first_hole"] > 0, rows["gambits"] - rows["first_hole"], np.nan)


def leader_at(rows: np.ndarray, gambit: np.ndarray) -> np.ndarray:
    """Seat that alone has most gold when gambit + 1 begins, shape (n,); -1 tied or not recorded."""
    gold = hoards(rows)
    recorded = (gambit > 0) & (gambit < gold.shape[1])
    then = gold[np.arange(len(rows)), np.where(recorded, gambit, 0)]
    tied = (then == then.max(axis=1, keepdims=True)).sum(axis=1) > 1
    return np.where(recorded & ~tied, then.argmax(axis=1), -1)


def hoards(rows: np.ndarray) -> np.ndarray:
    """Gold of each seat when each recorded gambit begins, (n, gambits, seats) int16; -1 where none."""
    return rows["gold_by_gambit"]


@metric("first leader's wins", "%", needs=("winners", "n_winners", "first_leader"), headline=False)
def first_leader_won(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the leader of the first round of the game got."""
    leader = rows["first_leader"]
    return np.where(leader < 0, np.nan, seat_share(rows, leader))


@metric("first leader's advantage", "%", needs=("winners", "n_winners", "first_leader", "seats"))
def first_leader_advantage(rows: np.ndarray) -> np.ndarray:
    """Share of the win that the leader of the first round got, less an even share (1 / players)."""
    return first_leader_won(rows) - 1 / rows["seats"]


@metric("gambits of extra length", "%", needs=("long_gambits", "gambits"), headline=False)
def long_gambit_share(rows: np.ndarray) -> np.ndarray:
    """Share of the game's gambits with more rounds than the rules have (three as printed)."""
    return share(rows["long_gambits"], rows["gambits"])


@metric("wins of weak flights", "%", needs=("stakes_upset", "stakes_weakest"), headline=False)
def upset_share(rows: np.ndarray) -> np.ndarray:
    """Of the stakes won while the weakest flight wins, the share that went to another flight by that."""
    return share(rows["stakes_upset"], rows["stakes_weakest"])


@metric("stakes won by upsets", "%", needs=("stakes_upset", "stakes_won"), headline=False)
def upset_stakes_share(rows: np.ndarray) -> np.ndarray:
    """Of all stakes won, the share that went to a weak flight because the weakest wins."""
    return share(rows["stakes_upset"], rows["stakes_won"])


@metric("strength of mixed colours", "", needs=("mixed_strength",), headline=False)
def mixed_strength(rows: np.ndarray) -> np.ndarray:
    """Strengths of the mixed colours' cards in the deck, added up; no value where none is mixed."""
    return np.where(rows["mixed_strength"] > 0, rows["mixed_strength"], np.nan)


@metric("doubles of mixed colours", "cards", needs=("mixed_strength",), headline=False)
def mixed_doubles(rows: np.ndarray) -> np.ndarray:
    """Cards of the mixed colours as strong as another of the colour; no value where none is mixed."""
    return np.where(rows["mixed_strength"] > 0, rows["mixed_doubles"], np.nan)


def seat_share(rows: np.ndarray, seat: np.ndarray) -> np.ndarray:
    """`win_share` of another seat each game; what it says of seats below 0 means nothing."""
    won = rows["winners"] >> np.maximum(seat, 0) & 1
    return won / rows["n_winners"]


def win_share(rows: np.ndarray, seat: int) -> np.ndarray:
    """1 for a win, 1/k for one of k joint winners, else 0."""
    won = rows["winners"] >> seat & 1
    return won / rows["n_winners"]


def cards_in_hands(rows: np.ndarray) -> np.ndarray:
    """Cards in all hands when each gambit begins, shape (n, gambits) int16; -1 where none began.

    Rows keep the mean over seats as float32; the whole number behind it is exact.
    """
    cards = np.rint(rows["hand_by_gambit"] * rows["seats"][:, None].astype(np.float32))
    return np.fmax(cards, -1, out=cards).astype(np.int16)  # fmax has -1 for nan


def gambits_recorded(row: np.dtype) -> int:
    """How many gambits of a game the rows tell hand sizes of; 0 if they do not."""
    return row["hand_by_gambit"].shape[0] if "hand_by_gambit" in (row.names or ()) else 0


def watched_most(row: np.dtype) -> int:
    """How many titles rows of this dtype can count at once; 0 if none."""
    return row["watched_played"].shape[0] if "watched_played" in (row.names or ()) else 0


def of_game(game: Rows) -> list[Metric]:
    """Every metric that a game's rows offer, in the order of the fields."""
    row = game.row
    plain = [
        plain_metric(game, name)
        for name in row.names or ()
        if name not in BOOKKEEPING and row[name].shape == () and row[name].kind in "iu"
    ]
    derived = [m for m in DERIVED.values() if set(m.needs) <= set(row.names or ())]
    return plain + derived


def plain_metric(game: Rows, field: str) -> Metric:
    """The metric that a plain field of a row is."""
    told = game.measures.get(field) or Measure(field.replace("_", " "), "", "")
    return Metric(field, lambda rows: rows[field], *told[:3], (field,), told.headline)


def seat_metrics(row: np.dtype) -> dict[str, str]:
    """Name -> field of what is recorded for each seat (besides winning)."""
    names = row.names or ()
    return {SEAT_NAMES.get(f, f): f for f in names if row[f].shape == (SEATS_MAX,)}


def seats_shown(game: Rows) -> list[str]:
    """The seat metrics that tables for people show."""
    every = seat_metrics(game.row).items()
    return [name for name, field in every if plain_metric(game, field).headline]


# Of each watched title, by its place among them: `watched_played_1`, `watched_win_share_2`.
WATCHED_COUNTS = {
    # field: (title, unit, what it counts)
    "watched_played": ("plays", "cards", "Its cards played at a turn."),
    "watched_triggered": ("triggers", "cards", "Its cards that triggered when played."),
    "watched_matched": (
        *("cards in colour flights", "cards"),
        "Its cards that lay, of that colour, in a colour flight when it was paid.",
    ),
    "watched_flights": (
        *("colour flights", "flights"),
        "Colour flights that one of its cards or more was part of.",
    ),
    "watched_scored": ("flights scored", "flights", "Flights with it when stakes were awarded."),
    "watched_won": ("stakes won", "stakes", "Stakes won by a flight with it."),
    "watched_giants": (
        *("giant flights scored", "flights"),
        "Flights with it that fought for the giants when stakes were awarded.",
    ),
    "watched_giants_won": ("giant flights' wins", "stakes", "Giants' stakes won by those."),
    "watched_stood": (
        *("lasting powers", "powers"),
        "Its powers for the rest of a gambit that were at work when stakes were awarded.",
    ),
    "watched_helped": (
        *("shares received", "shares"),
        "Shares of a stakes that its lasting power brought its owner.",
    ),
    "watched_bonus": ("bonus", "strength", "Strength that its lasting power added at scoring."),
    "watched_gold": ("gold", "gold", "Gold its power brought its owner, less what it cost."),
}
WATCHED_RATIOS = {
    # name: (count, divided by, title, unit, what it tells)
    "watched_trigger_share": (
        *("watched_triggered", "watched_played", "share of plays that trigger", "%"),
        "Of its cards played, the share whose power triggered.",
    ),
    "watched_flight_share": (
        *("watched_matched", "watched_played", "share of plays in colour flights", "%"),
        "Its cards in colour flights divided by its cards played.",
    ),
    "watched_win_share": (
        *("watched_won", "watched_scored", "share of flights that win", "%"),
        "Of the flights with it when stakes were awarded, the share that won.",
    ),
    "watched_giant_win_share": (
        *("watched_giants_won", "watched_giants", "share of giant flights that win", "%"),
        "Of the flights with it that fought for the giants, the share that won.",
    ),
    "watched_help_share": (
        *("watched_helped", "watched_stood", "share of powers that help", "%"),
        "Of its lasting powers, the share that brought its owner a share of a stakes.",
    ),
    "watched_bonus_each": (
        *("watched_bonus", "watched_stood", "bonus", "strength"),
        "Strength that its lasting power added at scoring, each time it was at work.",
    ),
    "watched_gold_each": (
        *("watched_gold", "watched_played", "gold a play", "gold"),
        "Gold its power brought its owner, less what it cost, for each card played.",
    ),
}


# One seat or one gambit of a larger field can be asked for by name: `win_share_seat_0`,
# `hoard_seat_2`, `hand_size_at_gambit_4`.
AT_GAMBIT = re.compile(r"hand_size_at_gambit_(\d+)")
OF_SEAT = re.compile(r"(\w+)_seat_(\d)")
OF_WATCHED = re.compile(r"(watched_\w+)_(\d)")


def named(
    name: str, game: Rows, players: int, titles: Sequence[str] | None = None
) -> Metric | None:
    """The metric of a name, or None if the game's rows offer none such.

    ``titles``: those that the design watches; its metrics are then told by the title.
    """
    row = game.row
    for offered in of_game(game):
        if offered.name == name:
            return offered
    if found := AT_GAMBIT.fullmatch(name):
        return _at_gambit(name, int(found[1]), row)
    if found := OF_SEAT.fullmatch(name):
        return _of_seat(name, found[1], int(found[2]), game, players)
    if found := OF_WATCHED.fullmatch(name):
        return _of_watched(found[1], int(found[2]), row, titles)
    return None


def watched(row: np.dtype, titles: Sequence[str] | None) -> list[Metric]:
    """Every metric of the titles that a design watches; None: of all places, whatever the title."""
    found = [
        _of_watched(what, place + 1, row, titles)
        for place in range(watched_most(row))
        for what in (*WATCHED_COUNTS, *WATCHED_RATIOS)
    ]
    return [m for m in found if m is not None]


def _of_watched(
    what: str, place: int, row: np.dtype, titles: Sequence[str] | None
) -> Metric | None:
    """The metric of the ``place``-th watched title, counted from 1."""
    needs: tuple[str, ...] = (what,)
    if what in WATCHED_COUNTS:
        told, unit, about = WATCHED_COUNTS[what]
    elif what in WATCHED_RATIOS:
        *parts, told, unit, about = WATCHED_RATIOS[what]
        needs = tuple(parts)
    else:
        return None
    most = watched_most(row) if titles is None else min(len(titles), watched_most(row))
    if not 1 <= place <= most:
        return None

    def of(rows: np.ndarray) -> np.ndarray:
        counts = [rows[field][:, place - 1] for field in needs]
        return counts[0] if len(counts) == 1 else share(*counts)

    title = f"watched title {place}" if titles is None else titles[place - 1]
    loud = what in ("watched_played", *WATCHED_RATIOS)
    return Metric(f"{what}_{place}", of, f"{title}: {told}", unit, about, needs, loud)


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


def _of_seat(name: str, what: str, seat: int, game: Rows, players: int) -> Metric | None:
    if seat >= players:
        return None
    if what == "win_share":
        about = f"Share of the win that seat {seat} gets."
        title = f"win share of seat {seat}"
        return Metric(name, lambda rows: win_share(rows, seat), title, "%", about)
    field = seat_metrics(game.row).get(what)
    if field is None:
        return None
    return replace(
        plain_metric(game, field),
        name=name,
        of=lambda rows: rows[field][:, seat],
        title=f"{what} of seat {seat}",
    )


def names_on_offer(game: Rows, players: int) -> list[str]:
    """Every name that `named` answers to, for messages."""
    row = game.row
    names = [m.name for m in of_game(game)]
    for what in ("win_share", *seat_metrics(row)):
        names += [f"{what}_seat_{seat}" for seat in range(players)]
    names += [m.name for m in watched(row, None)]
    return names + [f"hand_size_at_gambit_{k + 1}" for k in range(gambits_recorded(row))]
