"""A position given in words becomes a state.

`place` lays the named cards, fills the rest at random from the seed, and lets the engine run to the
first question.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import codes as c
from engine.ante import labels
from engine.ante.gambit import resume
from engine.ante.tables import MIXED
from engine.core import written
from engine.core.placing import placed, seat_place, seat_tables
from engine.core.problem import Problem, near

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign

POSITION_KEYS = (
    "gambit",
    "round",
    "leader",
    "turn",
    "stakes",
    "hole",
    "scorings_left",
    "ante",
    "deck",
    "deck_size",
    "legendary",
    "legendary_size",
    "discard",
    "effects",
    "seats",
)
SEAT_KEYS = ("hoard", "hole", "been_in_hole", "debts", "hand", "flight", "played", "scored")
DEBT_KEYS = ("to", "gold")
FLIGHT_KEYS = ("card", "side", "triggered")
EFFECT_KEYS = ("card", "seat")
MARKS = {c.AS_WEAKEST_DRAGON: c.RIDER, c.ANY_DRAGON_COLOUR: c.WYRM}
REPEATED = (c.SCORE_BONUS, c.GIFTS_IF_WIN)  # rules of which every entry counts (stack.stand)
GOLD = 1_000_000  # more than any hoard, and far from an overflow


def place(design: AnteDesign, position: Mapping[str, Any], seed: int) -> np.record:
    """The state of a position, at its first question; see `engine.core.placing.placed`.

    Raises:
        Problem: a wrong key, card or number; a sentence that names the place in the position.
    """
    return placed(
        design, position, seed, lambda state: _Layout(design, state, position, seed).lay(), resume
    )


class _Layout:
    """One position under way: who has claimed which card, and the tables still to be filled."""

    def __init__(
        self, design: AnteDesign, state: np.record, position: Mapping[str, Any], seed: int
    ) -> None:
        self.design = design
        self.rules = design.rules
        self.state = state
        self.position = written.table(position, "position", POSITION_KEYS)
        self.luck = random.Random(seed)
        self.claimed: dict[int, str] = {}  # card -> where it was named
        self.ids: dict[str, list[int]] = defaultdict(list)
        for card in range(int(self.rules.n_cards)):
            self.ids[design.name(card)].append(card)
        self.seats = seat_tables(position, design.players, SEAT_KEYS)

    def lay(self) -> None:
        dealt = _dealt_main(self.state)
        self.state.known[:] = 0
        self._course()
        self._gold()
        self._flights()
        hands = [self._names(seat, "hand", seat_place(k)) for k, seat in enumerate(self.seats)]
        ante = self._names(self.position, "ante", "position") or []
        deck = self._names(self.position, "deck", "position") or []
        discard = self._names(self.position, "discard", "position") or []
        main_claimed = set(self.claimed)
        legendary = self._names(self.position, "legendary", "position") or []
        rest = self._unclaimed_main(dealt, main_claimed, legendary)
        self._lay_hands(hands, rest)
        if ante and self.state.round_no == 0:
            raise Problem("position, ante: in round 0 nobody has anted yet; give `round = 1`")
        self._lay_pile("ante", ante, c.MAX_ANTE)
        self._lay_decks(deck, discard, rest)
        self._lay_legendary(legendary)
        self._effects()
        self._count_removed()

    # --- course and gold ---

    def _course(self) -> None:
        state, seats = self.state, self.design.players
        state.gambit = self._number("gambit", 1, 1, c.MAX_GAMBITS)
        state.round_no = self._number("round", 0, 0, c.MAX_FLIGHT)
        state.leader = self._number("leader", 0, 0, seats - 1)
        state.turn = self._number("turn", int(state.leader), 0, seats - 1)
        state.turns_taken = (state.turn - state.leader) % seats
        state.phase = c.P_TURN if state.round_no else c.P_ANTE
        state.at = 0
        state.part = 0
        state.depth = 0
        state.n_options = 0
        state.over = 0
        state.answer = c.NONE
        state.scorings_left = self._number("scorings_left", -1, 1, 1000)
        if state.scorings_left > 0 and self.rules.scorings == 0:
            raise Problem("position, scorings_left: house rule scorings_after_shuffle is 0 (off)")

    def _gold(self) -> None:
        state = self.state
        state.hole_pile = self._number("hole", 0, 0, GOLD)
        state.stakes[:] = self._stakes()
        for k, seat in enumerate(self.seats):
            where = seat_place(k)
            if "hoard" in seat:
                state.hoard[k] = written.whole(seat["hoard"], f"{where}, hoard", 0, GOLD)
            state.hole[k] = written.whole(seat.get("hole", 0), f"{where}, hole", 0, GOLD)
            been = seat.get("been_in_hole", bool(state.hole[k]))
            state.been_in_hole[k] = written.flag(been, f"{where}, been_in_hole")
            self._debts(k, written.several(seat.get("debts", []), f"{where}, debts"))

    def _debts(self, k: int, debts: Sequence[Any]) -> None:
        """What a seat owes to others, oldest first; who owes has no gold (OR4)."""
        state, where = self.state, f"{seat_place(k)}, debts"
        if debts and not self.rules.debts:
            raise Problem(f'{where}: nobody owes here; house rule `shortfall = "debt"` makes debts')
        if debts and state.hoard[k]:
            raise Problem(f"{where}: who owes gold has none left; give `hoard = 0`")
        for entry in debts:
            if state.n_debts == c.MAX_DEBTS:
                raise Problem(f"{where}: a position holds {c.MAX_DEBTS} debts at most")
            debt = written.table(entry, where, DEBT_KEYS)
            if set(debt) != set(DEBT_KEYS):
                raise Problem(f"{where}: a debt is written {{ to = SEAT, gold = N }}")
            creditor = written.whole(debt["to"], f"{where}, to", 0, self.design.players - 1)
            if creditor == k:
                raise Problem(f"{where}: seat {k} cannot owe to itself")
            state.debtor[state.n_debts] = k
            state.creditor[state.n_debts] = creditor
            state.owed[state.n_debts] = written.whole(debt["gold"], f"{where}, gold", 1, GOLD)
            state.n_debts += 1

    def _stakes(self) -> tuple[int, int]:
        given = self.position.get("stakes")
        if given is None:
            return 0, 0
        if not self.rules.two_stakes:
            if isinstance(given, Mapping):
                raise Problem("position, stakes: this game has one stakes, so give a number")
            return written.whole(given, "position, stakes", 0, GOLD), 0
        if not isinstance(given, Mapping):
            raise Problem("position, stakes: this game has two stakes: { dragon = N, giant = N }")
        table = written.table(given, "position, stakes", tuple(labels.SIDES))
        dragon, giant = (
            written.whole(table.get(word, 0), f"position, stakes, {word}", 0, GOLD)
            for word in labels.SIDES
        )
        return dragon, giant

    # --- flights ---

    def _flights(self) -> None:
        state = self.state
        state.flight[:] = c.NONE
        state.mark[:] = 0
        state.side[:] = 0
        state.slots[:] = 0
        state.played[:] = c.NONE
        state.played_strength[:] = c.NONE
        state.scored_colours[:] = 0
        state.scored_strengths[:] = 0
        state.changed = 0
        for k, seat in enumerate(self.seats):
            self._flight(k, seat)
            self._played(k, seat)
            self._scored(k, seat)

    def _flight(self, k: int, seat: Mapping[str, Any]) -> None:
        state, where = self.state, f"{seat_place(k)}, flight"
        cards = written.several(seat.get("flight", []), where)
        if cards and state.round_no == 0:
            raise Problem(f"{where}: in round 0 no card lies in a flight yet; give `round = 1`")
        most = c.MAX_FLIGHT - self._plays_left(k)
        if len(cards) + ("played" in seat) > most:
            raise Problem(f"{where} has {len(cards)} cards; in this round at most {most} fit")
        for slot, entry in enumerate(cards):
            if not isinstance(entry, Mapping):
                entry = {"card": entry}
            entry = written.table(entry, where, FLIGHT_KEYS)
            if "card" not in entry:
                raise Problem(f"{where}: a table must name its `card`")
            card = self._claim(entry["card"], where)
            state.flight[k, slot] = card
            state.side[k, slot] = self._side(card, entry.get("side"), where)
            state.mark[k, slot] = self._mark(card, entry.get("triggered", False), where)
        state.slots[k] = len(cards)

    def _plays_left(self, k: int) -> int:
        """How many cards a seat may still play in this gambit, one extra round included."""
        rounds = max(int(self.rules.rounds), int(self.state.round_no)) - int(self.state.round_no)
        return rounds + 1 + (0 if self._acted(k) else 1)

    def _acted(self, k: int) -> bool:
        order = (k - int(self.state.leader)) % self.design.players
        return bool(self.state.round_no > 0 and order < self.state.turns_taken)

    def _side(self, card: int, given: Any, where: str) -> int:
        name = self.design.name(card)
        own = int(self.rules.cards[card].fights)
        if given is None:
            if own == c.DECLARED:
                raise Problem(
                    f'{where}: {name} is a mortal and must name its side: {{ card = "{name}", '
                    'side = "dragon" } or "giant"'
                )
            return own
        if not self.rules.two_stakes:
            raise Problem(f"{where}: {name} names a side, but this game has one stakes")
        side = labels.SIDES[written.word(given, f"{where}, side of {name}", labels.SIDES)]
        if own not in (side, c.DECLARED):
            raise Problem(f"{where}: {name} always fights for the {labels.SIDE_NAMES[own]}s")
        return side

    def _mark(self, card: int, given: Any, where: str) -> int:
        name = self.design.name(card)
        if not written.flag(given, f"{where}, triggered of {name}"):
            return 0
        mark = 0
        for row in self._standing_rows(card):
            mark |= MARKS.get(int(self.rules.rows[row].rule), 0)
        if not mark:
            raise Problem(
                f"{where}: `triggered` marks a Wyrmpriest or a Dragonrider; "
                f"for {name} use `effects` of the position"
            )
        return mark

    def _played(self, k: int, seat: Mapping[str, Any]) -> None:
        """The slot of the card that a seat has played this round.

        A card that no longer lies in the flight (slain) leaves a gap: it counts for the trigger
        rule by the strength it had, and no more for the lead (LE R3).
        """
        state, where = self.state, f"{seat_place(k)}, played"
        if not self._acted(k):
            if "played" in seat:
                raise Problem(f"{where}: seat {k} has not acted yet in this round")
            return
        if "played" not in seat:
            last = int(state.slots[k]) - 1
            if last >= 0:
                self._mark_played(k, last, int(state.flight[k, last]))
            return
        name = labels.card_at(self.design, seat["played"], where)
        flight = state.flight[k, : state.slots[k]].tolist()
        for slot in reversed(range(len(flight))):
            if flight[slot] in self.ids[name]:
                self._mark_played(k, slot, flight[slot])
                return
        state.slots[k] += 1
        self._mark_played(k, len(flight), self.ids[name][0])

    def _mark_played(self, k: int, slot: int, card: int) -> None:
        self.state.played[k] = slot
        self.state.played_strength[k] = self.rules.cards[card].strength

    def _scored(self, k: int, seat: Mapping[str, Any]) -> None:
        """Combinations that count as scored: all that lie there, or those that are named.

        A complete one that is left out is looked at after the coming turn.
        """
        state = self.state
        colours, strengths = _complete(state, self.rules, k)
        state.scored_colours[k] = _bits(colours)
        state.scored_strengths[k] = _bits(strengths)
        if "scored" not in seat:
            return
        where = f"{seat_place(k)}, scored"
        named_colours, named_strengths = set(), set()
        for item in written.several(seat["scored"], where):
            if isinstance(item, str):
                named_colours.add(self._colour(item, where))
            else:
                named_strengths.add(written.whole(item, where, 0, c.MAX_STRENGTH))
        state.scored_colours[k] = _bits(named_colours)
        state.scored_strengths[k] = _bits(named_strengths)
        if colours - named_colours or strengths - named_strengths:
            state.changed |= 1 << k

    def _colour(self, text: str, where: str) -> int:
        colours = list(self.design.colours)
        return colours.index(written.word(text, where, colours, "colour"))

    # --- cards ---

    def _claim(self, text: Any, where: str) -> int:
        name = labels.card_at(self.design, text, where)
        for card in self.ids[name]:
            if card not in self.claimed:
                self.claimed[card] = where
                return card
        first = self.claimed[self.ids[name][0]]
        copies = len(self.ids[name])
        again = f"already named in {first}" if copies == 1 else f"named more than {copies} times"
        raise Problem(f"{where}: {name} is {again}")

    def _names(self, table: Mapping[str, Any], key: str, where: str) -> list[int] | None:
        if key not in table:
            return None
        where = f"{where}, {key}"
        return [self._claim(text, where) for text in written.several(table[key], where)]

    def _unclaimed_main(
        self, dealt: set[int], main_claimed: set[int], legendary: list[int]
    ) -> list[int]:
        """The main deck's own cards that nobody has named, in random order.

        Named Legendary cards count among those shuffled into the main deck; the rest of these is
        filled at random. Of two versions mixed in one colour the named ones are in.
        """
        rules = self.rules
        pool = {int(card) for card in rules.pool[: rules.n_pool]}
        special = pool | {int(card) for card in rules.forced[: rules.n_forced]}
        for card in legendary:
            if card not in special:
                raise Problem(
                    f"position, legendary: {self.design.name(card)} is a standard card "
                    "and never lies in the Legendary deck"
                )
        main = (dealt | main_claimed) - set(legendary)
        for slot in range(MIXED):
            self._pick_mixed(main, dealt, slot)
        room = int(rules.n_picked) - len(main_claimed & pool)
        spare = sorted((dealt & pool) - set(self.claimed))
        others = sorted(pool - dealt - set(self.claimed))
        self.luck.shuffle(spare)
        self.luck.shuffle(others)
        main -= set(spare)
        main |= set((spare + others)[: max(room, 0)])
        self.pool_left = sorted(pool - main - set(self.claimed))
        rest = sorted(main - set(self.claimed))
        self.luck.shuffle(rest)
        return rest

    def _pick_mixed(self, main: set[int], dealt: set[int], slot: int) -> None:
        candidates = {int(card) for card in self.rules.mixed[slot, : self.rules.n_mixed[slot]]}
        picks = len(candidates & dealt)
        named = candidates & set(self.claimed)
        if len(named) > picks:
            raise Problem(
                f"position names {len(named)} cards of a mixed colour, of which {picks} are in the "
                f"deck: {', '.join(sorted(self.design.name(card) for card in named))}"
            )
        spare = sorted((candidates & dealt) - named)
        self.luck.shuffle(spare)
        main -= candidates
        main |= named | set(spare[: picks - len(named)])

    def _lay_hands(self, hands: list[list[int] | None], rest: list[int]) -> None:
        state, rules = self.state, self.rules
        for k, hand in enumerate(hands):
            where = f"{seat_place(k)}, hand"
            if hand is None:
                n = int(rules.hand_size)
                if n > len(rest):
                    raise Problem(f"{where}: too few cards are left for a random starting hand")
                hand = [rest.pop() for _ in range(n)]
            elif len(hand) > rules.hand_limit:
                raise Problem(
                    f"{where} has {len(hand)} cards; the hand limit is {rules.hand_limit}"
                )
            _fill(state.hand[k], hand)
            state.hand_size[k] = len(hand)
            for card in hand:
                state.known[card] = 1 << k

    def _lay_pile(self, name: str, cards: list[int], most: int) -> None:
        if len(cards) > most:
            raise Problem(f"position, {name} has {len(cards)} cards; at most {most} fit")
        _fill(self.state[name], cards)
        self.state[f"{name}_size"] = len(cards)

    def _lay_decks(self, top: list[int], discard: list[int], rest: list[int]) -> None:
        """The main deck, the named cards on top; with `deck_size` the others are discarded."""
        below = rest
        if "deck_size" in self.position:
            where = "position, deck_size"
            size = written.whole(self.position["deck_size"], where, 0, c.MAX_CARDS)
            if size < len(top):
                raise Problem(f"{where} is {size} but `deck` names {len(top)} cards")
            if size > len(top) + len(rest):
                raise Problem(f"{where} is {size} but only {len(top) + len(rest)} cards are left")
            below = rest[: size - len(top)]
            discard = rest[size - len(top) :] + discard
        self._lay_pile("deck", below + top[::-1], c.MAX_CARDS)
        self._lay_pile("discard", discard, c.MAX_CARDS)

    def _lay_legendary(self, top: list[int]) -> None:
        if top and not self.rules.legendary_deck:
            raise Problem("position, legendary: this design has no Legendary deck")
        below = self.pool_left if self.rules.legendary_deck else []
        self.luck.shuffle(below)
        if "legendary_size" in self.position:
            where, most = "position, legendary_size", len(top) + len(below)
            size = written.whole(self.position["legendary_size"], where, len(top), most)
            below = below[: size - len(top)]
        self._lay_pile("legendary", below + top[::-1], c.MAX_LEGENDARY)

    def _count_removed(self) -> None:
        state = self.state
        lying = int(state.hand_size.sum() + (state.flight >= 0).sum() + state.ante_size)
        lying += int(state.deck_size + state.discard_size + state.legendary_size)
        state.removed_size = self.rules.n_cards - lying

    # --- effects at work ---

    def _effects(self) -> None:
        state = self.state
        entries: list[tuple[int, int, int, int]] = []  # row, me, card, rule
        for entry in written.several(self.position.get("effects", []), "position, effects"):
            where = "position, effects"
            table = written.table(entry, where, EFFECT_KEYS)
            if "card" not in table or "seat" not in table:
                raise Problem(f'{where}: an effect is {{ card = "The Druid", seat = 1 }}')
            name = labels.card_at(self.design, table["card"], where)
            me = written.whole(
                table["seat"], f"{where}, seat of {name}", 0, self.design.players - 1
            )
            entries = self._stand(entries, name, me)
        if len(entries) > c.MAX_STANDING:
            raise Problem(f"position, effects: at most {c.MAX_STANDING} can be at work")
        for i, (row, me, card, rule) in enumerate(entries):
            state.standing_row[i] = row
            state.standing_me[i] = me
            state.standing_card[i] = card
            state.standing_rule[i] = rule
        state.n_standing = len(entries)

    def _stand(
        self, entries: list[tuple[int, int, int, int]], name: str, me: int
    ) -> list[tuple[int, int, int, int]]:
        """The entries with those of one more card, as its power would add them."""
        flight = self.state.flight[me]
        lying = [card for card in self.ids[name] if card in flight]
        rows = self._standing_rows(self.ids[name][0])
        if not rows:
            raise Problem(
                f"position, effects: {name} has no effect for the rest of a gambit"
                f"{near(name, self._lasting_names())}"
            )
        if any(int(self.rules.rows[row].rule) in MARKS for row in rows):
            raise Problem(
                f"position, effects: {name} is marked where it lies in a flight: "
                f'{{ card = "{name}", triggered = true }}'
            )
        for row in rows:
            rule = int(self.rules.rows[row].rule)
            if rule == c.PRICES_TO_ME:
                entries = [entry for entry in entries if entry[3] != rule]
            elif rule not in REPEATED and any((e[1], e[3]) == (me, rule) for e in entries):
                continue
            entries = [*entries, (row, me, lying[0] if lying else c.NONE, rule)]
        return entries

    def _standing_rows(self, card: int) -> list[int]:
        rows, own = self.rules.rows, self.rules.cards[card]
        return [row for row in range(own.first, own.end) if rows[row].effect == c.THIS_GAMBIT]

    def _lasting_names(self) -> list[str]:
        return [
            name
            for name, ids in self.ids.items()
            if any(self.rules.rows[row].rule not in MARKS for row in self._standing_rows(ids[0]))
        ]

    def _number(self, key: str, default: int, low: int, high: int) -> int:
        if key not in self.position:
            return default
        return written.whole(self.position[key], f"position, {key}", low, high)


def _dealt_main(state: np.record) -> set[int]:
    """The cards that the deal has put into the main deck, hands included."""
    dealt = {int(card) for card in state.deck[: state.deck_size]}
    for seat in range(state.seats):
        dealt |= {int(card) for card in state.hand[seat, : state.hand_size[seat]]}
    return dealt


def _fill(array: np.ndarray, cards: Sequence[int]) -> None:
    array[: len(cards)] = cards


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _complete(state: np.record, rules: np.record, seat: int) -> tuple[set[int], set[int]]:
    """Colours and strengths of which at least three cards lie in a flight (LE F1, F3)."""
    colours: Counter[int] = Counter()
    strengths: Counter[int] = Counter()
    wyrm = bool((state.mark[seat, state.flight[seat] >= 0] & c.WYRM).any())
    for card, mark in zip(state.flight[seat], state.mark[seat], strict=True):
        if card < 0:
            continue
        dragon = bool(rules.cards[card].props & c.DRAGON)
        if rules.flight_dragons and not dragon and not wyrm:
            continue
        mask = int(rules.cards[card].props) >> c.COLOUR_BIT
        if mark & c.WYRM:
            mask |= int(rules.dragon_colours)
        colours.update(i for i in range(c.MAX_COLOURS) if mask >> i & 1)
        if dragon or not rules.flight_dragons:
            strengths[int(rules.cards[card].strength)] += 1
    return {i for i, n in colours.items() if n >= 3}, {i for i, n in strengths.items() if n >= 3}
