"""What a seat may see in Dragon War, as a record and as a vector of numbers (DW S7).

Open to all: the board, tiles, life, sizes of hands, used cards. Of the hands a seat sees its own, and
those cards of the others that it knows (`state.known`). Never the closed part of the deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.header import record_dtype
from engine.core.jit import inline
from engine.core.sight import SEEN_HEADER, Payload, Sight, Words, layout, register, see_header
from engine.core.verbs import observe, see
from engine.dragon_war import codes as c
from engine.dragon_war import labels, words
from engine.dragon_war.state import STATE
from engine.dragon_war.table import bit, deck_card, square_index

i2 = np.int16

# Name, type, shape and meaning. A seat's arrays have a place a seat, Fate cards are numbers, -1 is none.
FIELDS: list[tuple[str, Any, tuple[int, ...], str]] = [
    ("turn", i2, (), "seat whose turn it is"),
    ("turn_no", i2, (), "turns begun"),
    ("finish", i2, (), "place of FINISH; START is 0"),
    ("pos", i2, (c.SEATS,), "place of each tile"),
    ("life", i2, (c.SEATS,), "life of each seat"),
    ("alive", i2, (c.SEATS,), "1: in the game"),
    ("restarts", i2, (c.SEATS,), "returns to START so far"),
    ("skip", i2, (c.SEATS,), "turns to be missed"),
    (
        "square_op",
        i2,
        (c.MAX_BOARD * c.SQUARES,),
        "what each square of the path does, from place 1 on",
    ),
    ("square_n", i2, (c.MAX_BOARD * c.SQUARES,), "its number"),
    ("hand", i2, (c.SEATS, c.MAX_HELD), "cards in hands that this seat knows of: all of its own"),
    ("hand_size", i2, (c.SEATS,), "cards in each hand"),
    ("deck_size", i2, (), "cards in the deck"),
    ("under_deck", i2, (c.MAX_FATE,), "cards laid under the deck openly, the lowest first"),
    ("under_deck_size", i2, (), "how many they are"),
    ("discard", i2, (c.MAX_FATE,), "the discard pile, oldest first"),
    ("discard_size", i2, (), "how many cards they are"),
    ("boost", i2, (), "what is added to the next roll of this turn"),
    ("die", i2, (), "the movement die as last rolled"),
    ("landings", i2, (), "squares that have acted this turn"),
    ("attack", i2, (), "the attacker's total in a battle; the winner's damage once that is rolled"),
    ("defence", i2, (), "the defender's total in a battle"),
    ("attacker", i2, (), "attacker, later winner, of a battle under way, -1 none"),
    ("defender", i2, (), "defender, later loser"),
    ("loss", i2, (), "life about to be lost where a Shield is asked for, else 0"),
]
SEEN = record_dtype(
    [
        *SEEN_HEADER,
        ("options", i2, (c.MAX_OPTIONS,)),
        *((name, kind, shape) if shape else (name, kind) for name, kind, shape, _ in FIELDS),
    ]
)

LAYOUT = layout(
    [
        ("question", len(c.QUESTIONS), "1 at the kind of question asked"),
        ("playing", c.SEATS, "1 for each seat in the game"),
        ("to_go", c.SEATS, "squares to FINISH"),
        ("life", c.SEATS, "life"),
        ("restarts", c.SEATS, "returns to START so far"),
        ("skip", c.SEATS, "turns to be missed"),
        ("hand_size", c.SEATS, "cards in hand"),
        ("turn", c.SEATS, "1 for the seat whose turn it is"),
        ("turn_no", 1, "turns begun"),
        ("deck_size", 1, "cards in the deck"),
        ("die", 1, "the movement die as last rolled"),
        ("attack", 1, "the attacker's total in a battle"),
        ("defence", 1, "the defender's total in a battle"),
        ("loss", 1, "life about to be lost where a Shield is asked for"),
        ("in_hand", c.MAX_TITLES, "cards of each title in the own hand"),
        ("offered", c.MAX_TITLES, "1 for each title that an option names"),
    ]
)
_AT = {part.name: part.first for part in LAYOUT}
PLAYING, TO_GO, LIFE, RESTARTS, SKIP, HAND_SIZE, TURN, SINGLE, IN_HAND, OFFERED = (
    _AT[name]
    for name in (
        "playing",
        "to_go",
        "life",
        "restarts",
        "skip",
        "hand_size",
        "turn",
        "turn_no",
        "in_hand",
        "offered",
    )
)


@see.of(STATE)
def see_from_seat(state, rules, seat, seen):
    see_header(state, seat, seen)
    seen.turn = state.turn
    seen.turn_no = state.turn_no
    seen.finish = rules.finish
    for other in range(c.SEATS):
        playing = other < state.seats
        seen.pos[other] = state.pos[other]
        seen.life[other] = state.life[other]
        seen.alive[other] = state.alive[other]
        seen.restarts[other] = state.restarts[other]
        seen.skip[other] = state.skip[other]
        seen.hand_size[other] = state.hand_size[other] if playing else 0
        see_hand(state, rules, seat, other, seen)
    squares = int(rules.finish) - 1
    for i in range(c.MAX_BOARD * c.SQUARES):
        on = i < squares
        index = square_index(state, i + 1) if on else 0
        seen.square_op[i] = rules.square_op[index] if on else c.NONE
        seen.square_n[i] = rules.square_n[index] if on else 0
    see_piles(state, seen)
    seen.boost = state.boost
    seen.die = state.die
    seen.landings = state.landings
    see_battle(state, seen)


@inline
def see_hand(state, rules, seat, other, seen):
    """The own hand, and of another's the known cards in card order: where a card lies would tell when it came."""
    for i in range(c.MAX_HELD):
        seen.hand[other, i] = c.NONE
    n = 0
    for slot in range(seen.hand_size[other]):
        card = int(state.hand[other, slot])
        if other == seat or state.known[card] & bit(seat):
            at = n
            while at > 0 and seen.hand[other, at - 1] > card:
                seen.hand[other, at] = seen.hand[other, at - 1]
                at -= 1
            seen.hand[other, at] = card
            n += 1


@inline
def see_piles(state, seen):
    seen.deck_size = state.deck_size
    seen.under_deck_size = state.public
    for i in range(c.MAX_FATE):
        seen.under_deck[i] = c.NONE
        if i < state.public:
            seen.under_deck[i] = deck_card(state, int(state.deck_size) - 1 - i)
        seen.discard[i] = state.discard[i] if i < state.discard_size else c.NONE
    seen.discard_size = state.discard_size


@inline
def see_battle(state, seen):
    """The battle or the loss that a question is about."""
    seen.attack = 0
    seen.defence = 0
    seen.attacker = c.NONE
    seen.defender = c.NONE
    seen.loss = 0
    if state.depth == 0:
        return
    frame = state.frames[state.depth - 1]
    if frame.kind == c.K_BATTLE:
        seen.attack = frame.first + frame.added[0]
        seen.defence = frame.second + frame.added[1]
        seen.attacker = frame.me
        seen.defender = frame.who
    if frame.kind == c.K_LOSS:
        seen.loss = frame.n


@inline
def observe_table(state, rules, seat, out):
    """A state, or what `see` made of it for this seat, as LAYOUT says, battles apart. Seats count from it."""
    for i in range(out.shape[0]):
        out[i] = 0
    out[state.decision] = 1
    seats = int(state.seats)
    for k in range(seats):
        other = int(seat) + k
        if other >= seats:
            other -= seats
        out[PLAYING + k] = state.alive[other]
        out[TO_GO + k] = rules.finish - state.pos[other]
        out[LIFE + k] = state.life[other]
        out[RESTARTS + k] = state.restarts[other]
        out[SKIP + k] = state.skip[other]
        out[HAND_SIZE + k] = state.hand_size[other]
        out[TURN + k] = 1 if state.turn == other else 0
    out[SINGLE] = state.turn_no
    out[SINGLE + 1] = state.deck_size
    out[SINGLE + 2] = state.die
    for i in range(state.hand_size[seat]):
        out[IN_HAND + int(rules.fate_title[state.hand[seat, i]])] += 1
    for i in range(state.n_options):
        kind = int(state.options[i]) // c.OPTION_VALUES
        if kind == c.O_USE or kind == c.O_DISCARD:
            out[OFFERED + int(state.options[i]) % c.OPTION_VALUES] = 1


@observe.of(SEEN)
def observe_seen(seen, rules, seat, out):
    observe_table(seen, rules, seat, out)
    out[SINGLE + 3] = seen.attack
    out[SINGLE + 4] = seen.defence
    out[SINGLE + 5] = seen.loss


@observe.of(STATE)
def observe_state(state, rules, seat, out):
    observe_table(state, rules, seat, out)
    if state.depth > 0:
        frame = state.frames[state.depth - 1]
        if frame.kind == c.K_BATTLE:
            out[SINGLE + 3] = frame.first + frame.added[0]
            out[SINGLE + 4] = frame.second + frame.added[1]
        if frame.kind == c.K_LOSS:
            out[SINGLE + 5] = frame.n


# --- in words -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenCard:
    """A Fate card as a Python agent is told of it; ``strength`` is 0, as none has any."""

    number: int
    name: str
    title: str
    kind: str  # its group: life, death, treasure, weapon or movement
    effect: str  # its word, such as "COMBAT+2"
    strength: int = 0


class DragonWarWords(Words):
    """Names of Fate cards, labels and payloads of options."""

    def __init__(self, design: Any) -> None:
        super().__init__(design)
        rules = design.rules
        titles = rules.fate_title[: int(rules.n_fate)]
        self.cards = np.zeros(len(titles), [("title", i2), ("op", i2), ("n", i2), ("held", i2)])
        self.cards["title"] = titles
        for field in ("op", "n", "held"):
            self.cards[field] = rules[f"title_{field}"][titles]
        self.cards.flags.writeable = False
        self._first = np.full(c.OPTION_VALUES, c.NONE, i2)  # a card of each title
        self._first[titles[::-1]] = np.arange(len(titles))[::-1]

    def question(self, seen: np.record) -> str:
        return c.QUESTIONS[int(seen["decision"])]

    def payload(self, seen: np.record, option: int) -> Payload:
        kind, value = divmod(int(seen["options"][option]), c.OPTION_VALUES)
        if kind == c.O_TARGET:
            return Payload("target", seat=value)
        if kind < len(c.WORDS):
            return Payload("word", word=c.WORDS[kind])
        return Payload(labels.VERB_OF[kind], card=int(self._first[value]))

    def payloads(self, options: np.ndarray) -> dict[str, np.ndarray]:
        kinds, values = np.divmod(options, c.OPTION_VALUES)
        kinds[options < 0] = 0
        named = (kinds == c.O_USE) | (kinds == c.O_DISCARD)
        return {
            "card": np.where(named, self._first[values], c.NONE),
            "seat": np.where(kinds == c.O_TARGET, values, c.NONE),
            "amount": np.full(options.shape, c.NONE, i2),
        }

    def card(self, card: int) -> SeenCard:
        title = int(self.cards["title"][card])
        printed = self.design.box.fate[title]
        return SeenCard(
            card, printed.name, printed.name, printed.group, words.written(*printed.effect)
        )


SIGHT = Sight(SEEN, LAYOUT, DragonWarWords, {name: text for name, _, _, text in FIELDS})
register(STATE, SIGHT)
