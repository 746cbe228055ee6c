"""What a seat may see in the Three-Dragon Ante family, as a record and as a vector of numbers.

Open to all: gold, holes, flights, ante, discard pile, sizes of hands and decks, rules at work. Of
the hands a seat sees its own, and those cards of the others that it was shown or has given them
(`state.known`). Never the decks, ante cards chosen face down, nor cards that others look at alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.ante import codes as c
from engine.ante import labels
from engine.ante.hidden import hidden_aside
from engine.ante.piles import bit, debt
from engine.ante.state import STATE
from engine.core.header import record_dtype
from engine.core.jit import inline
from engine.core.sight import SEEN_HEADER, Payload, Sight, Words, layout, register, see_header
from engine.core.verbs import observe, see

u1, i2, i4, i8 = np.uint8, np.int16, np.int32, np.int64

# Name, type, shape and meaning. A seat's arrays have a place a seat, cards are numbers, -1 is none.
FIELDS: list[tuple[str, Any, tuple[int, ...], str]] = [
    ("gambit", i2, (), "gambits begun"),
    ("round_no", i2, (), "round of the gambit, 0 while anteing"),
    ("leader", i2, (), "seat that led or leads the round"),
    ("turn", i2, (), "seat at turn"),
    ("stakes", i4, (2,), "gold in the dragon and the giant stakes; single stakes: in the first"),
    ("price", i4, (2,), "the ante's prices, or those of the purchase under way"),
    ("hoard", i4, (c.SEATS,), "gold of each seat"),
    ("hole", i4, (c.SEATS,), "gold on each seat's hole counter"),
    ("been_in_hole", u1, (c.SEATS,), "1: has been in the hole"),
    ("hole_pile", i4, (), "gold on the hole pile"),
    ("n_debts", i2, (), "debts of players to players, oldest first"),
    ("debtor", i2, (c.MAX_DEBTS,), "seat that owes, -1 no more"),
    ("creditor", i2, (c.MAX_DEBTS,), "seat to which it owes"),
    ("owed", i4, (c.MAX_DEBTS,), "gold that it owes"),
    ("hand", i2, (c.SEATS, c.MAX_HAND), "cards in hands that this seat knows of: all of its own"),
    ("hand_size", i2, (c.SEATS,), "cards in each hand"),
    ("specials", i2, (c.SEATS,), "Legendary cards in each hand, at least: seen coming, not which"),
    ("known", u1, (c.MAX_CARDS,), "not 0: this card is in a hand, and this seat knows in which"),
    ("flight", i2, (c.SEATS, c.MAX_FLIGHT), "cards of each flight, oldest first; -1 a gap"),
    ("slots", i2, (c.SEATS,), "places of each flight in use, gaps included"),
    ("side", u1, (c.SEATS, c.MAX_FLIGHT), "0: the card counts for the dragons, 1: for the giants"),
    ("mark", u1, (c.SEATS, c.MAX_FLIGHT), "1: a triggered Dragonrider, 2: a triggered Wyrmpriest"),
    ("total", i2, (c.SEATS, 2), "dragon total and giant total of each flight"),
    ("strength", i2, (c.SEATS,), "strength of each flight"),
    ("fights_for", i2, (c.SEATS,), "0 dragons, 1 giants, -1 neither"),
    ("played", i2, (c.SEATS,), "place in the flight of the card played this round, -1 not yet"),
    ("ante", i2, (c.MAX_ANTE,), "cards of the ante"),
    ("ante_size", i2, (), "how many they are"),
    ("chosen", i2, (), "the ante card that this seat has laid face down, -1 none"),
    ("revealed", i2, (c.MAX_ASIDE,), "cards turned up, or looked at by this seat, -1 no more"),
    ("discard", i2, (c.MAX_CARDS,), "the discard pile, oldest first"),
    ("discard_size", i2, (), "how many cards they are"),
    ("deck_size", i2, (), "cards in the main deck"),
    ("legendary_size", i2, (), "cards in the Legendary deck"),
    ("reshuffles", i2, (), "times the discard pile became the deck"),
    ("shuffled_in", i2, (c.MAX_CARDS,), "for each card, which reshuffle last took it in; 0: none"),
    ("scorings_left", i2, (), "gambits still to be scored, -1: the count has not begun"),
    ("n_standing", i2, (), "rules at work for the rest of the gambit"),
    ("standing_card", i2, (c.MAX_STANDING,), "the card of each such rule"),
    ("standing_me", i2, (c.MAX_STANDING,), "the seat that each such rule belongs to"),
    ("standing_rule", i2, (c.MAX_STANDING,), "its code"),
    ("power_card", i2, (), "the card whose power asks, -1 none"),
    ("power_seat", i2, (), "the seat whose power asks, -1 none"),
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
        ("playing", c.SEATS, "1 for each seat at the table"),
        ("hoard", c.SEATS, "gold"),
        ("hole", c.SEATS, "gold on the hole counter, or owed"),
        ("been_in_hole", c.SEATS, "1: has been in the hole"),
        ("hand_size", c.SEATS, "cards in hand"),
        ("strength", c.SEATS, "strength of the flight"),
        ("dragon_total", c.SEATS, "dragon total of the flight"),
        ("giant_total", c.SEATS, "giant total of the flight"),
        ("fights_for", c.SEATS, "0 dragons, 1 giants, -1 neither"),
        ("has_played", c.SEATS, "1: has played a card this round"),
        ("leads", c.SEATS, "1 for the leader"),
        ("turn", c.SEATS, "1 for the seat at turn"),
        ("stakes", 2, "gold in the dragon and the giant stakes"),
        ("price", 2, "prices of the ante or of a purchase under way"),
        ("hole_pile", 1, "gold on the hole pile"),
        ("gambit", 1, "gambits begun"),
        ("round", 1, "round of the gambit, 0 while anteing"),
        ("deck_size", 1, "cards in the main deck"),
        ("legendary_size", 1, "cards in the Legendary deck"),
        ("discard_size", 1, "cards in the discard pile"),
        ("reshuffles", 1, "times the discard pile became the deck"),
        ("scorings_left", 1, "gambits still to be scored, -1: the count has not begun"),
        ("in_hand", c.MAX_CARDS, "1 for each card in the own hand"),
        ("shown", c.MAX_CARDS, "1 for each card known to be in another hand"),
        ("in_ante", c.MAX_CARDS, "1 for each card of the ante"),
        ("discarded", c.MAX_CARDS, "1 for each card of the discard pile"),
        ("offered", c.MAX_CARDS, "1 for each card that an option names"),
        ("flights", c.SEATS * c.MAX_CARDS, "1 for each card of a flight, flight after flight"),
    ]
)
_AT = {part.name: part.first for part in LAYOUT}
(
    PLAYING,
    HOARD,
    HOLE,
    BEEN_IN_HOLE,
    HAND_SIZE,
    STRENGTH,
    DRAGON_TOTAL,
    GIANT_TOTAL,
    FIGHTS_FOR,
    HAS_PLAYED,
    LEADS,
    TURN,
    STAKES,
    PRICE,
    SINGLE,
    IN_HAND,
    SHOWN,
    IN_ANTE,
    DISCARDED,
    OFFERED,
    FLIGHTS,
) = (
    _AT[name]
    for name in (
        "playing",
        "hoard",
        "hole",
        "been_in_hole",
        "hand_size",
        "strength",
        "dragon_total",
        "giant_total",
        "fights_for",
        "has_played",
        "leads",
        "turn",
        "stakes",
        "price",
        "hole_pile",
        "in_hand",
        "shown",
        "in_ante",
        "discarded",
        "offered",
        "flights",
    )
)

# kinds of options that name a card
NAMES_CARD = np.zeros(c.O_WORD + 1, np.bool_)
NAMES_CARD[[*labels.ON_CARDS.values(), *labels.ON_CARDS_OF_SEATS.values()]] = True


@see.of(STATE)
def see_from_seat(state, rules, seat, seen):
    see_header(state, seat, seen)
    see_hands(state, rules, seat, seen)
    see_flights(state, rules, seen)
    see_piles(state, rules, seat, seen)
    seen.gambit = state.gambit
    seen.round_no = state.round_no
    seen.leader = state.leader
    seen.turn = state.turn
    for i in range(2):
        seen.stakes[i] = state.stakes[i]
        seen.price[i] = state.price[i]
    seen.hole_pile = state.hole_pile
    seen.n_debts = state.n_debts
    for i in range(c.MAX_DEBTS):
        owes = i < state.n_debts
        seen.debtor[i] = state.debtor[i] if owes else c.NONE
        seen.creditor[i] = state.creditor[i] if owes else c.NONE
        seen.owed[i] = state.owed[i] if owes else 0
    seen.deck_size = state.deck_size
    seen.legendary_size = state.legendary_size
    seen.reshuffles = state.reshuffles
    seen.scorings_left = state.scorings_left
    see_powers(state, seen)


@inline
def see_hands(state, rules, seat, seen):
    """Sizes of all hands, the own one as it lies, of the others the known cards in card order."""
    for card in range(c.MAX_CARDS):
        seen.known[card] = 0
    for other in range(c.SEATS):
        playing = other < state.seats
        size = int(state.hand_size[other]) if playing else 0
        seen.hand_size[other] = size
        seen.specials[other] = state.specials[other] if playing else 0
        for i in range(c.MAX_HAND):
            seen.hand[other, i] = c.NONE
        n = 0
        for i in range(size):
            card = int(state.hand[other, i])
            if other == seat:
                seen.hand[other, i] = card
                seen.known[card] = bit(seat)
            elif state.known[card] & bit(seat):
                at = (
                    n  # an insertion sort: where a card lies in a hand would tell when it was drawn
                )
                while at > 0 and seen.hand[other, at - 1] > card:
                    seen.hand[other, at] = seen.hand[other, at - 1]
                    at -= 1
                seen.hand[other, at] = card
                seen.known[card] = bit(seat)
                n += 1


@inline
def see_flights(state, rules, seen):
    for other in range(c.SEATS):
        slots = int(state.slots[other]) if other < state.seats else 0
        seen.slots[other] = slots
        for i in range(c.MAX_FLIGHT):
            lies = i < slots
            seen.flight[other, i] = state.flight[other, i] if lies else c.NONE
            seen.side[other, i] = state.side[other, i] if lies else 0
            seen.mark[other, i] = state.mark[other, i] if lies else 0
        seen.hoard[other] = state.hoard[other]
        seen.hole[other] = state.hole[other]
        seen.been_in_hole[other] = state.been_in_hole[other]
        seen.total[other, 0] = state.total[other, 0]
        seen.total[other, 1] = state.total[other, 1]
        seen.strength[other] = state.strength[other]
        seen.fights_for[other] = state.fights_for[other]
        seen.played[other] = state.played[other]


@inline
def see_piles(state, rules, seat, seen):
    seen.ante_size = state.ante_size
    for i in range(c.MAX_ANTE):
        seen.ante[i] = state.ante[i] if i < state.ante_size else c.NONE
    seen.discard_size = state.discard_size
    for i in range(c.MAX_CARDS):
        seen.discard[i] = state.discard[i] if i < state.discard_size else c.NONE
        seen.shuffled_in[i] = state.shuffled_in[i] if i < rules.n_cards else 0
    seen.chosen = state.chosen[seat]
    n = 0
    for i in range(c.MAX_ASIDE):
        seen.revealed[i] = c.NONE
        if i < state.aside_size and not hidden_aside(state, rules, seat, i):
            seen.revealed[n] = state.aside[i]
            n += 1


@inline
def see_powers(state, seen):
    """The rules at work, and the power that asks: it acts for a card that all can see."""
    seen.n_standing = state.n_standing
    for i in range(c.MAX_STANDING):
        stands = i < state.n_standing
        seen.standing_card[i] = state.standing_card[i] if stands else c.NONE
        seen.standing_me[i] = state.standing_me[i] if stands else c.NONE
        seen.standing_rule[i] = state.standing_rule[i] if stands else c.NONE
    seen.power_card = c.NONE
    seen.power_seat = c.NONE
    if state.depth > 0:
        seen.power_card = state.frames[state.depth - 1].this
        seen.power_seat = state.frames[state.depth - 1].me


def observe_from_seat(state, rules, seat, out):
    """A state, or what `see` made of it for this seat, as LAYOUT says. Seats count from it."""
    for i in range(out.shape[0]):
        out[i] = 0
    out[state.decision] = 1
    seats = int(state.seats)
    for k in range(seats):
        other = int(seat) + k
        if other >= seats:
            other -= seats
        observe_seat(state, seat, other, k, out)
    for i in range(2):
        out[STAKES + i] = state.stakes[i]
        out[PRICE + i] = state.price[i]
    out[SINGLE] = state.hole_pile
    out[SINGLE + 1] = state.gambit
    out[SINGLE + 2] = state.round_no
    out[SINGLE + 3] = state.deck_size
    out[SINGLE + 4] = state.legendary_size
    out[SINGLE + 5] = state.discard_size
    out[SINGLE + 6] = state.reshuffles
    out[SINGLE + 7] = state.scorings_left
    for i in range(state.ante_size):
        out[IN_ANTE + int(state.ante[i])] = 1
    for i in range(state.discard_size):
        out[DISCARDED + int(state.discard[i])] = 1
    for i in range(state.n_options):
        option = int(state.options[i])
        if NAMES_CARD[option // c.OPTION_VALUES]:
            out[OFFERED + option % c.OPTION_VALUES] = 1


@inline
def observe_seat(state, seat, other, k, out):
    """The numbers of the seat that sits `k` places to the left of the one that sees."""
    out[PLAYING + k] = 1
    out[HOARD + k] = state.hoard[other]
    out[HOLE + k] = state.hole[other] + debt(state, other)
    out[BEEN_IN_HOLE + k] = state.been_in_hole[other]
    out[HAND_SIZE + k] = state.hand_size[other]
    out[STRENGTH + k] = state.strength[other]
    out[DRAGON_TOTAL + k] = state.total[other, 0]
    out[GIANT_TOTAL + k] = state.total[other, 1]
    out[FIGHTS_FOR + k] = state.fights_for[other]
    out[HAS_PLAYED + k] = 1 if state.played[other] >= 0 else 0
    out[LEADS + k] = 1 if state.leader == other else 0
    out[TURN + k] = 1 if state.turn == other else 0
    for i in range(state.hand_size[other]):
        card = int(state.hand[other, i])
        if other == seat:
            out[IN_HAND + card] = 1
        elif card >= 0 and state.known[card] & bit(seat) != 0:  # in a `seen` record -1 is unknown
            out[SHOWN + card] = 1
    for i in range(state.slots[other]):
        if state.flight[other, i] >= 0:
            out[FLIGHTS + k * c.MAX_CARDS + int(state.flight[other, i])] = 1


observe_state = observe.of(STATE)(observe_from_seat)
observe_seen = observe.of(SEEN)(observe_from_seat)


# --- in words -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenCard:
    """A card as a Python agent is told of it."""

    number: int
    name: str
    title: str
    strength: int
    kind: str  # dragon, giant or mortal
    alignment: str  # good, evil, neutral or none
    god: bool
    legendary: bool
    colours: tuple[str, ...]


VERBS = {**labels.VERB_OF, c.O_WORD: "word"}


class AnteWords(Words):
    """Names of cards, labels and payloads of options."""

    def __init__(self, design: Any) -> None:
        super().__init__(design)
        self.cards = np.array(design.rules.cards[: int(design.rules.n_cards)]).view(np.ndarray)
        self.cards.flags.writeable = False
        self._labels: dict[int, str] = {}
        self._payloads: dict[int, Payload] = {}
        self._cards: dict[int, SeenCard] = {}

    def question(self, seen: np.record) -> str:
        return c.QUESTIONS[int(seen["decision"])]

    def label(self, seen: np.record, option: int) -> str:
        code = int(seen["options"][option])
        if code in self._labels:
            return self._labels[code]
        label = self.design.label(seen, option)
        if code // c.OPTION_VALUES not in labels.OF_SEATS:
            self._labels[code] = label
        return label

    def payload(self, seen: np.record, option: int) -> Payload:
        code = int(seen["options"][option])
        if code in self._payloads:
            return self._payloads[code]
        kind, value = divmod(code, c.OPTION_VALUES)
        verb = VERBS[kind]
        if kind in labels.OF_SEATS:
            return Payload(verb, card=value, seat=labels.seat_of(seen, value))
        payload = self._payloads[code] = _payload(kind, verb, value)
        return payload

    def payloads(self, options: np.ndarray) -> dict[str, np.ndarray]:
        kinds, values = np.divmod(options, c.OPTION_VALUES)
        kinds[options < 0] = 0
        return {
            "card": np.where(NAMES_CARD[kinds], values, c.NONE),
            "seat": np.where(kinds == c.O_TARGET, values, c.NONE),
            "amount": np.where(kinds == c.O_PAY, values, c.NONE),
        }

    def name(self, card: int) -> str:
        return self.design.names[card]

    def card(self, card: int) -> SeenCard:
        if card not in self._cards:
            self._cards[card] = self._card(card)
        return self._cards[card]

    def _card(self, card: int) -> SeenCard:
        if not 0 <= card < len(self.cards):
            raise IndexError(f"no card {card}: there are {len(self.cards)}")
        printed = self.cards[card]
        props = int(printed["props"])
        title = self.design.titles[int(printed["title"])]
        info = self.design.info(title)
        return SeenCard(
            number=card,
            name=self.name(card),
            title=title,
            strength=int(printed["strength"]),
            kind=info.kind,
            alignment=info.alignment,
            god=bool(props & c.GOD),
            legendary=bool(props & c.LEGENDARY),
            colours=info.colours,
        )


def _payload(kind: int, verb: str, value: int) -> Payload:
    if kind == c.O_WORD:
        return Payload(verb, word=c.WORDS[value])
    if kind in labels.SIDED:
        return Payload(verb, word=labels.SIDE_NAMES[value])
    if kind == c.O_TARGET:
        return Payload(verb, seat=value)
    if kind == c.O_PAY:
        return Payload(verb, amount=value)
    return Payload(verb, card=value)


SIGHT = Sight(SEEN, LAYOUT, AnteWords, {name: text for name, _, _, text in FIELDS})
register(STATE, SIGHT)
