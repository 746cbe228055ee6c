"""A checked design -> one `tables.RULES` record, and the names that go with its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.ante import codes as c
from engine.ante.cards import Card, Catalogue, InAnte, Row
from engine.ante.deck import Deck, Setting
from engine.ante.program import At, Compiler, table
from engine.ante.tables import CARD, FILTER, RULES
from engine.core.problem import Problem

KINDS = {"dragon": c.DRAGON, "giant": c.GIANT, "mortal": c.MORTAL}
ALIGNMENTS = {"good": c.GOOD, "evil": c.EVIL}
SIDES = {"dragon": c.DRAGONS, "giant": c.GIANTS, "mortal": c.DECLARED}
# keys that are fields of the record
COPIED = (
    "starting_gold",
    "hand_size",
    "hand_limit",
    "fill_to",
    "buy_at",
    "draw_between",
    "rounds",
)
TIE_ROUNDS = {"stays": 0, "one-extra-round": 1, "extra-round": c.MAX_FLIGHT}
PAYS = ("strongest", "second-strongest", "weakest")  # order of `rules.colour_pays`


@dataclass(frozen=True)
class Built:
    """The record and what its indices mean."""

    rules: np.record
    names: tuple[str, ...]  # of each card
    titles: tuple[str, ...]  # `cards[i].title` is an index into these
    colours: tuple[str, ...]  # by bit position; `mortal` is the last that a card can have


def build(
    setting: Setting,
    players: int,
    deck: Deck,
    values: Mapping[str, Any],
    cards: Mapping[str, Card],
    catalogue: Catalogue,
) -> Built:
    """Compile a design.

    Raises:
        Problem: a power cannot be read, or deck and figures do not fit together.
    """
    colours = _colours(deck, cards)
    compiler = Compiler(_all_colours(colours, cards))
    maker = _Maker(setting, deck, cards, compiler, values["watch"])
    _check_house(catalogue, cards, maker)
    record = np.zeros(1, RULES).view(np.recarray)
    rules = record[0]
    maker.cards_of_slots()
    maker.cards_of_legendary()
    maker.fill(rules)
    _figures(rules, setting, players, values)
    _deck_figures(rules, setting, players, deck, values)
    acts = any(cards[title].ante != InAnte() for title in _titles(deck))
    rules.ante_effects = acts and values["ante_effects"] == "on"
    _free_programs(rules, maker.compiler, values)
    _tables(rules, maker)
    rules.dragon_colours = _dragon_colours(colours, deck, cards)
    rules.mortal_colour = len(colours) - 1
    return Built(rules, tuple(maker.names), tuple(maker.titles), tuple(colours))


# --- colours --------------------------------------------------------------------------------------


def _titles(deck: Deck) -> list[str]:
    return [title for slot in deck.slots for title in slot.titles] + list(deck.legendary)


def _colours(deck: Deck, cards: Mapping[str, Card]) -> list[str]:
    """The colours that cards of the design have, in slot order, `mortal` last."""
    found = dict.fromkeys(colour for title in _titles(deck) for colour in cards[title].colours)
    found.pop("mortal", None)
    colours = [*found, "mortal"]
    if len(colours) > c.MAX_COLOURS:
        raise Problem(f"the cards have {len(colours)} colours; {c.MAX_COLOURS} at most")
    return colours


def _all_colours(colours: list[str], cards: Mapping[str, Card]) -> dict[str, int]:
    """Colour words -> bits; colours that no card of the design has come after `mortal`."""
    known = dict.fromkeys(colours)
    known.update(dict.fromkeys(colour for card in cards.values() for colour in card.colours))
    return {colour: min(i, c.MAX_COLOURS) for i, colour in enumerate(known)}


def _dragon_colours(colours: list[str], deck: Deck, cards: Mapping[str, Card]) -> int:
    of_dragons = {x for t in _titles(deck) if cards[t].kind == "dragon" for x in cards[t].colours}
    return sum(
        1 << i for i, colour in enumerate(colours) if colour in of_dragons and colour != "mortal"
    )


# --- cards and powers -----------------------------------------------------------------------------


class _Maker:
    """Gathers cards in their order: dragon slots, giant slots, Legendary titles."""

    def __init__(
        self,
        setting: Setting,
        deck: Deck,
        cards: Mapping[str, Card],
        compiler: Compiler,
        watched: Sequence[str] = (),
    ) -> None:
        self.setting, self.deck, self.cards, self.compiler = setting, deck, cards, compiler
        self.watched = list(watched)
        self.table: list[tuple[int, ...]] = []
        self.names: list[str] = []
        self.titles: list[str] = []
        self.main: list[int] = []
        self.mixed: list[list[int]] = []
        self.forced: list[int] = []
        self.pool: list[int] = []

    def cards_of_slots(self) -> None:
        for slot in self.deck.slots:
            ids = [self._title(title) for title in slot.titles]
            if len(slot.titles) == 1:
                self.main += ids[0]
            else:
                places = max(len(one) for one in ids)
                self.main += [-2 - len(self.mixed)] * places
                self.mixed.append([card for one in ids for card in one])

    def cards_of_legendary(self) -> None:
        for title in self.deck.legendary:
            (self.forced if title in self.deck.in_main else self.pool).extend(self._title(title))

    def _title(self, title: str) -> list[int]:
        """Add every copy of a title; the ids they get."""
        card = self.cards[title]
        left = self.deck.copies[title]
        programs = self.programs(card)
        watched = self.watched.index(title) if title in self.watched else c.NONE
        last = (len(self.titles), watched)
        ids = []
        for strength, name in sorted(zip(card.strengths, card.names(), strict=True)):
            if strength in left:
                ids.append(len(self.table))
                self.names.append(name)
                self.table.append(
                    (self._props(card), strength, self._fights(card), *programs, *last)
                )
        self.titles.append(title)
        return ids

    def programs(self, card: Card) -> tuple[int, ...]:
        """Programs (power, entry, special flights, ante) as first and end, what goes with the ante, the bar."""
        giant = card.kind == "giant"
        at = At(card.file, card.title)
        always = card.always
        power = self.compiler.program(card.power, at, giant)
        entry = self.compiler.program(always.on_entry, At(card.file, card.title, "on-entry"), giant)
        hook = self.compiler.program(
            always.on_special,
            At(card.file, card.title, "when-opponent-scores-special-flight"),
            giant,
        )
        ante = self.compiler.program(card.ante.power, At(card.file, card.title, "ante"), giant)
        later = int(card.ante.later)
        row = c.NONE
        if card.ante.rule is not None:
            row, _ = self.compiler.program(
                [card.ante.rule], At(card.file, card.title, "ante rule"), giant
            )
        bar = c.NONE
        if always.cannot_win_with is not None:
            bar = self.compiler.filter(
                always.cannot_win_with, At(card.file, card.title, "always"), "cannot-win-with"
            )
        return (*power, *entry, *hook, *ante, later, row, bar)

    def _props(self, card: Card) -> int:
        bits = KINDS[card.kind] | ALIGNMENTS.get(card.alignment or "", 0)
        bits |= KINDS.get(card.always.counts_as or "", 0)
        bits |= (c.GOD if card.god else 0) | (c.LEGENDARY if card.special else 0)
        for colour in card.colours:
            bits |= 1 << (c.COLOUR_BIT + self.compiler.colours[colour])
        return bits

    def _fights(self, card: Card) -> int:
        return SIDES[card.always.fights_for or card.kind] if self.setting.two_stakes else c.DRAGONS

    def fill(self, rules: np.record) -> None:
        """The lists of card ids that a deal starts from."""
        specials = len(self.forced) + len(self.pool)
        if len(self.table) > c.MAX_CARDS or specials > c.MAX_LEGENDARY:
            raise Problem(
                f"the deck has {len(self.table)} cards, {specials} of them Legendary; "
                f"{c.MAX_CARDS} and {c.MAX_LEGENDARY} at most: remove some"
            )
        rules.n_cards = len(self.table)
        rules.n_main, rules.main[: len(self.main)] = len(self.main), self.main
        for slot, ids in enumerate(self.mixed):
            rules.n_mixed[slot], rules.mixed[slot, : len(ids)] = len(ids), ids
        rules.n_forced, rules.forced[: len(self.forced)] = len(self.forced), self.forced
        rules.n_pool, rules.pool[: len(self.pool)] = len(self.pool), self.pool


def _check_house(catalogue: Catalogue, cards: Mapping[str, Card], maker: _Maker) -> None:
    """Read the house's cards even where the deck does not use them: a mistake shows at once."""
    scratch = _Maker(maker.setting, maker.deck, cards, Compiler(maker.compiler.colours))
    for title, card in cards.items():
        if title in catalogue.house or card is not catalogue.cards[title]:
            scratch.programs(card)


def _tables(rules: np.record, maker: _Maker) -> None:
    rules.cards[: len(maker.table)] = np.array(maker.table, CARD)
    rules.filters[: len(maker.compiler.filters)] = np.array(maker.compiler.filters, FILTER)
    rules.rows[: len(maker.compiler.rows)] = table(maker.compiler.rows)


# --- figures --------------------------------------------------------------------------------------


def _figures(rules: np.record, setting: Setting, players: int, values: Mapping[str, Any]) -> None:
    rules.seats = players
    rules.two_stakes = setting.two_stakes
    for key in COPIED:
        setattr(rules, key, values[key])
    rules.scorings = values["scorings_after_shuffle"]
    rules.buy_random = values["buy_price"] == "random-card"
    rules.tie_extra = TIE_ROUNDS[values["tie"]]
    rules.flight_dragons = values["flight_cards"] == "dragons"
    rules.debts = values["shortfall"] == "debt"
    rules.winner_debts = values["winner_debts"] == "cancelled"
    rules.bonus_giants = values["bonus_to"] == "giants"
    rules.colour_pays = PAYS.index(values["colour_flight_pays"])
    rules.n_watched = len(values["watch"])
    rules.wyrm_dragon = setting.two_stakes  # GW N26: in one stakes for colour flights only


def _deck_figures(
    rules: np.record, setting: Setting, players: int, deck: Deck, values: Mapping[str, Any]
) -> None:
    wanted, forced, pool = values["legendary_in_deck"], int(rules.n_forced), int(rules.n_pool)
    if wanted > forced + pool:
        raise Problem(
            f"rule legendary_in_deck = {wanted} asks for more than the {forced + pool} Legendary "
            f"cards of the deck; set legendary_in_deck = {forced + pool} or less"
        )
    if wanted < forced:
        raise Problem(
            f"deck: in_main forces {forced} cards into the main deck, but legendary_in_deck = "
            f"{wanted}; set legendary_in_deck = {forced} or more"
        )
    rules.n_picked = wanted - forced
    rules.legendary_deck = deck.legendary_deck
    size, need = int(rules.n_main) + wanted, players * (values["hand_size"] + 1)
    if size < need:
        raise Problem(
            f"the main deck has {size} cards, too few to deal: {players} players with hand_size = "
            f"{values['hand_size']} need {need}; remove fewer cards or set a smaller hand_size"
        )


def _free_programs(rules: np.record, compiler: Compiler, values: Mapping[str, Any]) -> None:
    """Programs of no card: a mortal's declaration, and what special flights are paid."""
    rules.declare_row = compiler.declare()
    colour = [Row(effect="pay", who="each-opponent", per="that-strength")]
    rules.colour_first, rules.colour_end = compiler.program(colour, At("rules", "colour flight"))
    strength = [
        Row(effect="steal", per="that-strength"),
        Row(effect="take", amount=values["flight_ante_cards"]),
    ]
    rules.strength_first, rules.strength_end = compiler.program(
        strength, At("rules", "strength flight")
    )
