"""What a seat may see, as a record and as a vector of numbers.

Open to all: the pile, what was burned, face-up reserve cards, sizes of hands, gold lost, tricks and hindrances.
Of the hands a seat sees its own, and of the others what went there openly. Never a face-down card, its
own included, nor the trouble pile or what was put aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.header import record_dtype
from engine.core.jit import inline
from engine.core.sight import SEEN_HEADER, Payload, Sight, Words, layout, register, see_header
from engine.core.verbs import observe, see
from engine.drachensachen import codes as c
from engine.drachensachen import labels
from engine.drachensachen.state import STATE

i2, i4 = np.int16, np.int32
N_TRICKS = len(c.TRICKS)

# Name, type, shape and meaning. A seat's arrays have a place a seat, kinds of cards are numbers, -1 is none.
FIELDS: list[tuple[str, Any, tuple[int, ...], str]] = [
    ("hand", i2, (c.SEATS, c.MAX_CARDS), "cards in hands that this seat knows of: all of its own"),
    ("held", i2, (c.SEATS, c.KINDS), "how many of each kind they are"),
    ("known", i2, (c.SEATS, c.KINDS), "of each hand what everybody knows"),
    ("hand_size", i2, (c.SEATS,), "cards in each hand"),
    ("up", i2, (c.SEATS, c.COLUMNS), "face-up reserve cards, by column"),
    ("lies_down", i2, (c.SEATS, c.COLUMNS), "1: a face-down card lies there"),
    ("n_up", i2, (c.SEATS,), "face-up reserve cards"),
    ("n_down", i2, (c.SEATS,), "face-down reserve cards"),
    ("pile", i2, (c.KINDS,), "cards of each kind on the pile"),
    ("pile_size", i2, (), "how many they are"),
    ("top", i2, (), "the pile's top card"),
    ("demand", i2, (), "the value that the pile asks for"),
    ("run_length", i2, (), "cards alike at the top"),
    ("burnt", i2, (c.KINDS,), "cards of each kind that went to the box openly in this round"),
    ("trouble_size", i2, (), "cards in the trouble pile"),
    ("debt", i2, (), "cards that the player at turn owes"),
    ("direction", i2, (), "1 clockwise, -1 the other way"),
    ("active", i2, (), "the seat whose turn it is or was last"),
    ("starter", i2, (), "the seat that started the round"),
    ("chain_from", i2, (), "who played the last fives"),
    ("chain_hit", i2, (), "players whom they hit"),
    ("chain_at", i2, (), "of these, already passed over"),
    ("round_no", i2, (), "rounds begun"),
    ("turns_in_round", i4, (), "turns of the round"),
    ("tie_rounds", i2, (), "tie rounds begun"),
    ("totals", i2, (c.SEATS,), "gold lost by each seat"),
    ("last_loss", i2, (c.SEATS,), "gold lost in the last round"),
    ("last_finisher", i2, (), "who finished the last round"),
    ("tricks", i2, (), "tricks that lie open, a bit each"),
    ("hindrance", i2, (c.SEATS,), "hindrance card of each seat in this round"),
    ("chaos", i2, (), "the Chaos card of this round"),
]
SEEN = record_dtype(
    [
        *SEEN_HEADER,
        ("options", i2, (c.OPTIONS,)),
        *((name, kind, shape) if shape else (name, kind) for name, kind, shape, _ in FIELDS),
    ]
)

LAYOUT = layout(
    [
        ("question", len(c.QUESTIONS), "1 at the kind of question asked"),
        ("playing", c.SEATS, "1 for each seat at the table"),
        ("lost", c.SEATS, "gold lost"),
        ("hand_size", c.SEATS, "cards in hand"),
        ("n_up", c.SEATS, "face-up reserve cards"),
        ("n_down", c.SEATS, "face-down reserve cards"),
        ("at_turn", c.SEATS, "1 for the seat whose turn it is or was last"),
        ("single", 11, "pile, demand, run, trouble, debt, direction, round, turns, fives, Chaos"),
        ("tricks", N_TRICKS, "1 for each trick that lies open"),
        ("top", c.KINDS, "1 at the kind of the top card"),
        ("pile", c.KINDS, "cards of each kind on the pile"),
        ("burnt", c.KINDS, "cards of each kind that went to the box openly"),
        ("in_hand", c.KINDS, "cards of each kind in the own hand"),
        ("known", c.SEATS * c.KINDS, "cards of each kind known in each other hand"),
        ("face_up", c.SEATS * c.KINDS, "face-up reserve cards of each kind, seat after seat"),
        ("offered", c.KINDS * c.COUNTS, "1 for each kind and number that may be played"),
    ]
)
_AT = {part.name: part.first for part in LAYOUT}
PLAYING, LOST, HAND_SIZE, N_UP = (_AT[n] for n in ("playing", "lost", "hand_size", "n_up"))
N_DOWN, AT_TURN, SINGLE, TRICKS = (_AT[n] for n in ("n_down", "at_turn", "single", "tricks"))
TOP, PILE, BURNT, IN_HAND = (_AT[n] for n in ("top", "pile", "burnt", "in_hand"))
KNOWN, FACE_UP, OFFERED = (_AT[n] for n in ("known", "face_up", "offered"))


@see.of(STATE)
def see_from_seat(state, rules, seat, seen):
    see_header(state, seat, seen)
    see_hands(state, seat, seen)
    see_reserves(state, seen)
    for kind in range(c.KINDS):
        seen.pile[kind] = state.pile[kind]
        seen.burnt[kind] = state.burnt[kind]
    seen.pile_size = state.pile_size
    seen.top = state.top
    seen.demand = state.demand
    seen.run_length = state.run_length
    seen.trouble_size = state.trouble_size
    seen.debt = state.debt
    seen.direction = state.direction
    seen.active = state.active
    seen.starter = state.starter
    seen.chain_from = state.chain_from
    seen.chain_hit = state.chain_hit
    seen.chain_at = state.chain_at
    seen.round_no = state.round_no
    seen.turns_in_round = state.turns_in_round
    seen.tie_rounds = state.tie_rounds
    seen.last_finisher = state.last_finisher
    seen.tricks = state.tricks
    seen.chaos = state.chaos


@inline
def see_hands(state, seat, seen):
    """Sizes of all hands; the own cards, and of the others what is known, in card order."""
    for other in range(c.SEATS):
        playing = other < state.seats
        seen.hand_size[other] = state.hand_size[other] if playing else 0
        n = 0
        for kind in range(c.KINDS):
            known = int(state.known[other, kind]) if playing else 0
            seen.known[other, kind] = known
            held = int(state.held[other, kind]) if other == seat else known
            seen.held[other, kind] = held
            for _ in range(held):
                seen.hand[other, n] = kind
                n += 1
        for i in range(n, c.MAX_CARDS):
            seen.hand[other, i] = c.NONE


@inline
def see_reserves(state, seen):
    """Face-up cards, where face-down ones lie, and gold."""
    for other in range(c.SEATS):
        playing = other < state.seats
        for column in range(c.COLUMNS):
            seen.up[other, column] = state.up[other, column] if playing else c.NONE
            lies = playing and state.down[other, column] != c.NONE
            seen.lies_down[other, column] = 1 if lies else 0
        seen.n_up[other] = state.n_up[other] if playing else 0
        seen.n_down[other] = state.n_down[other] if playing else 0
        seen.totals[other] = state.totals[other] if playing else 0
        seen.last_loss[other] = state.last_loss[other] if playing else 0
        seen.hindrance[other] = state.hindrance[other] if playing else c.NONE


def observe_from_seat(state, rules, seat, out):
    """A state, or what `see` made of it for this seat, as LAYOUT says. Seats count from it."""
    for i in range(out.shape[0]):
        out[i] = 0
    out[state.decision] = 1
    seats = int(state.seats)
    for k in range(seats):
        observe_seat(state, (int(seat) + k) % seats, k, out)
    observe_course(state, out)
    for trick in range(N_TRICKS):
        out[TRICKS + trick] = (int(state.tricks) >> trick) & 1
    if state.top >= 0:
        out[TOP + int(state.top)] = 1
    for kind in range(c.KINDS):
        out[PILE + kind] = state.pile[kind]
        out[BURNT + kind] = state.burnt[kind]
        out[IN_HAND + kind] = state.held[seat, kind]
    for i in range(state.n_options):
        option = int(state.options[i])
        if option // c.OPTION_VALUES == c.O_PLAY:
            out[OFFERED + option % c.OPTION_VALUES] = 1


@inline
def observe_course(state, out):
    out[SINGLE] = state.pile_size
    out[SINGLE + 1] = state.demand
    out[SINGLE + 2] = state.run_length
    out[SINGLE + 3] = state.trouble_size
    out[SINGLE + 4] = state.debt
    out[SINGLE + 5] = state.direction
    out[SINGLE + 6] = state.round_no
    out[SINGLE + 7] = state.turns_in_round
    if state.decision == c.Q_SKIP:
        out[SINGLE + 8] = state.chain_hit
        out[SINGLE + 9] = state.chain_at
    out[SINGLE + 10] = 1 if state.chaos >= 0 else 0


@inline
def observe_seat(state, other, k, out):
    """The numbers of the seat that sits `k` places to the left of the one that sees."""
    out[PLAYING + k] = 1
    out[LOST + k] = state.totals[other]
    out[HAND_SIZE + k] = state.hand_size[other]
    out[N_UP + k] = state.n_up[other]
    out[N_DOWN + k] = state.n_down[other]
    out[AT_TURN + k] = 1 if state.active == other else 0
    for kind in range(c.KINDS):
        if k > 0:
            out[KNOWN + k * c.KINDS + kind] = state.known[other, kind]
    for column in range(c.COLUMNS):
        kind = int(state.up[other, column])
        if kind >= 0:
            out[FACE_UP + k * c.KINDS + kind] += 1


observe_state = observe.of(STATE)(observe_from_seat)
observe_seen = observe.of(SEEN)(observe_from_seat)


# --- in words -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenCard:
    """A kind of card as a Python agent is told of it; ``strength`` is 0 for dragons."""

    number: int
    name: str
    title: str
    strength: int
    kind: str  # goblin or dragon
    coins: int


PRINTED = np.dtype([("strength", i2), ("coins", i2), ("copies", i2)])


class DrachenWords(Words):
    """Names of cards, labels and payloads of options."""

    def __init__(self, design: Any) -> None:
        super().__init__(design)
        self.cards = np.zeros(c.KINDS, PRINTED)
        self.cards["strength"] = [k + 1 if k < c.ZERO else 0 for k in range(c.KINDS)]
        self.cards["coins"] = design.rules.coins
        self.cards["copies"] = design.rules.copies
        self.cards.flags.writeable = False

    def question(self, seen: np.record) -> str:
        return c.QUESTIONS[int(seen["decision"])]

    def label(self, seen: np.record, option: int) -> str:
        return labels.of_code(*divmod(int(seen["options"][option]), c.OPTION_VALUES))

    def payload(self, seen: np.record, option: int) -> Payload:
        kind, value = divmod(int(seen["options"][option]), c.OPTION_VALUES)
        if kind == c.O_WORD:
            return Payload("word", word=c.WORDS[value])
        verb = labels.VERBS[kind]
        if kind == c.O_PLAY:
            return Payload(verb, card=value // c.COUNTS, amount=value % c.COUNTS)
        if kind == c.O_SWAP:
            return Payload(verb, card=value // c.KINDS, word=c.NAMES[value % c.KINDS])
        if kind == c.O_TARGET:
            return Payload(verb, seat=value)
        if kind == c.O_FLIP:
            return Payload(verb, amount=value + 1)
        return Payload(verb, card=value)

    def payloads(self, options: np.ndarray) -> dict[str, np.ndarray]:
        kinds, values = np.divmod(options, c.OPTION_VALUES)
        kinds[options < 0] = c.O_WORD
        card = np.where((kinds == c.O_REMOVE) | (kinds == c.O_LIFT), values, c.NONE)
        card = np.where(kinds == c.O_PLAY, values // c.COUNTS, card)
        card = np.where(kinds == c.O_SWAP, values // c.KINDS, card)
        amount = np.where(kinds == c.O_FLIP, values + 1, c.NONE)
        return {
            "card": card.astype(np.int16),
            "seat": np.where(kinds == c.O_TARGET, values, c.NONE).astype(np.int16),
            "amount": np.where(kinds == c.O_PLAY, values % c.COUNTS, amount).astype(np.int16),
        }

    def name(self, card: int) -> str:
        return c.NAMES[card]

    def card(self, card: int) -> SeenCard:
        if not 0 <= card < c.KINDS:
            raise IndexError(f"no card {card}: there are {c.KINDS} kinds")
        strength = int(self.cards["strength"][card])
        kind = "goblin" if card < c.ZERO else "dragon"
        name = c.NAMES[card]
        return SeenCard(card, name, name, strength, kind, int(self.cards["coins"][card]))


SIGHT = Sight(SEEN, LAYOUT, DrachenWords, {name: text for name, _, _, text in FIELDS})
register(STATE, SIGHT)
