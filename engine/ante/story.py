"""What the engine notes while it plays, told in sentences: the events of a transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import codes as c
from engine.ante import labels
from engine.ante.piles import TO_STAKES
from engine.core.telling import Event, Story

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign

# Choices that no event tells by what comes of them.
TOLD_CHOICES = frozenset((c.O_WORD, c.O_STAKES, c.O_ODD, c.O_TARGET, c.O_KEEP))

LASTING = {
    c.WEAKEST_WINS: "the weakest flight wins",
    c.HALF_STAYS: "a winner takes half a stakes, rounded up, and the rest stays",
    c.SPLITS_LEFT: "a winner splits with its left neighbour",
    c.SHARES_SPECIAL: "a winner shares with all who have completed a special flight",
    c.EXTRA_ROUND: "there is one round more unless seat {me} wins",
    c.AT_LEAST_ROUNDS: "the gambit lasts at least the rounds on the card",
    c.MY_PLAYS_TRIGGER: "every card that seat {me} plays triggers",
    c.STRONG_TRIGGER: "strong cards always trigger",
    c.PRICES_TO_ME: "prices of cards are paid to seat {me}",
    c.GIFTS_IF_WIN: "seat {me} pays each opponent if it wins",
    c.LEAD_NEXT: "seat {me} leads the next round",
    c.SCORE_BONUS: "seat {me} has a bonus at scoring",
}


class Teller(Story):
    """One game: call `opening` after the deal, `choice` before each step, `events` after it."""

    def __init__(self, design: AnteDesign) -> None:
        super().__init__(design)
        self.said: Event | None = None  # the choice just made, where it wants telling
        self.tell: dict[int, Callable[..., Event | None]] = {
            c.E_ANTE: self._ante,
            c.E_PRICE: self._price,
            c.E_PAY: self._pay,
            c.E_SHORT: self._short,
            c.E_STEAL: self._steal,
            c.E_PLAY: self._play,
            c.E_TRIGGER: self._trigger,
            c.E_SPECIAL_COLOUR: self._colour_flight,
            c.E_SPECIAL_STRENGTH: self._strength_flight,
            c.E_DRAW: self._draw,
            c.E_DISCARD: self._discard,
            c.E_TAKE_RANDOM: self._take_random,
            c.E_TAKE_ANTE: self._take_ante,
            c.E_GIVE: self._give,
            c.E_TO_ANTE: self._to_ante,
            c.E_REVEAL: self._reveal,
            c.E_REPLACE: self._replace,
            c.E_SWAP: self._swap,
            c.E_SHUFFLE: self._shuffle,
            c.E_WIN: self._win,
            c.E_LEADER: self._leader,
            c.E_HOLE: self._hole,
            c.E_EMPTIED: self._emptied,
            c.E_BUY: self._buy,
            c.E_SWAP_STAKES: self._swap_stakes,
            c.E_LEFTOVER: self._leftover,
            c.E_SHARE: self._share,
            c.E_SHOW: self._show,
            c.E_DECLARE: self._declare,
            c.E_ALL_TIED: self._all_tied,
            c.E_STANDING: self._standing,
            c.E_EXTRA_ROUND: self._extra_round,
            c.E_CUT: self._cut,
            c.E_BONUS: self._scored,
            c.E_RIDER: self._rider,
            c.E_PASS: self._pass,
            c.E_BARRED: self._barred,
            c.E_OWE: self._owe,
            c.E_REPAY: self._repay,
            c.E_CANCEL: self._cancel,
        }

    # --- the frame of a game ---

    def opening(self, state: np.record) -> Iterator[Event]:
        """The game and its decks, in gambit 0; the hands are told when the first gambit begins."""
        design = self.design
        yield from self.title(state)
        hands = [state.hand[k, : state.hand_size[k]] for k in range(design.players)]
        main = sorted(np.concatenate([*hands, state.deck[: state.deck_size]]).tolist())
        special = [card for card in main if self.rules.cards[card].props & c.LEGENDARY]
        titles = Counter(
            self.design.titles[self.rules.cards[card].title] for card in main if card not in special
        )
        yield self._event(
            "deck",
            f"Main deck of {len(main)} cards: "
            + _join(f"{title} ({n})" for title, n in titles.items()),
        )
        names = [design.name(card) for card in special]
        if names:
            yield self._event("deck", f"Legendary cards among them: {_join(names)}", names)
        if state.legendary_size:
            yield self._event("deck", f"Legendary deck: {int(state.legendary_size)} cards")

    def choice(self, state: np.record, option: int) -> None:
        """Keep the choice about to be made, if it is one that its consequences do not tell."""
        kind = int(state.options[option]) // c.OPTION_VALUES
        self.said = None
        if kind in TOLD_CHOICES:
            label = labels.label(self.design, state, option)
            seat = int(state.actor)
            why = " for the higher price" if state.decision == c.Q_PRICE else ""
            self.said = self._event("choice", f"Seat {seat} chooses {label}{why}", seat=seat)

    def events(self, state: np.record) -> Iterator[Event]:
        """What has happened since the last call, by the engine's notes; it led to ``state``."""
        if self.said:
            yield self.said
            self.said = None
        log = self.rules.log[: self.rules.n_log].tolist()
        for i, (event, seat, card, amount, other) in enumerate(log):
            if event == c.E_GAMBIT:
                yield from self._gambit(state, amount)
            elif event == c.E_OVER:
                yield from self._over(state, amount)
            elif event in self.tell:
                told = self.tell[event](seat=seat, card=card, amount=amount, other=other)
                if told:
                    yield told
                follows = log[i + 1][0] if i + 1 < len(log) else 0
                if event == c.E_PLAY and follows != c.E_TRIGGER:
                    yield self._event("no-power", f"{self._name(card)} does not trigger", seat=seat)
        self.rules.n_log = 0

    def _gambit(self, state: np.record, number: int) -> Iterator[Event]:
        self.gambit, self.round = number, 0
        yield self._event("gambit", f"Gambit {number}")
        if number > 1:
            yield self._event("standing", self._standings(state))
        else:
            hoards = {int(gold) for gold in state.hoard[: self.design.players]}
            yield self._event("standing", f"Each player has {_join(map(str, hoards))} gold")
        for seat in range(self.design.players):
            hand = state.hand[seat, : state.hand_size[seat]].tolist()
            names = [self._name(card) for card in hand]
            yield self._event("hand", f"Seat {seat} holds {_join(names)}", names, seat=seat)

    def _over(self, state: np.record, ended: int) -> Iterator[Event]:
        yield self._event("standing", self._standings(state))
        winners = [k for k in range(self.design.players) if state.winners >> k & 1]
        gold = int(state.hoard[winners[0]])
        who = " and ".join(f"seat {k}" for k in winners)
        verb = "wins" if len(winners) == 1 else "share the win"
        text = f"The game is over ({c.ENDINGS[ended]}): {who} {verb} with {gold} gold"
        yield self._event("over", text, gold=gold)

    def _standings(self, state: np.record) -> str:
        hoards = _join(f"seat {k} {int(state.hoard[k])}" for k in range(self.design.players))
        if self.rules.two_stakes:
            dragons, giants = map(int, state.stakes)
            stakes = f"dragon stakes {dragons}, giant stakes {giants}"
        else:
            stakes = f"stakes {int(state.stakes[0])}"
        return f"Gold: {hoards}; {stakes}, hole {int(state.hole_pile)}"

    # --- the ante and gold ---

    def _ante(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("ante", "Seat {seat} antes {card}", seat, card)

    def _price(self, amount: int, other: int, **_: int) -> Event:
        return self._event("price", f"The price of {self._stakes(other)} is {amount}", gold=amount)

    def _pay(self, seat: int, amount: int, other: int, **_: int) -> Event:
        to = self._stakes(other - TO_STAKES) if other >= TO_STAKES else f"seat {other}"
        return self._event("pay", f"Seat {seat} pays {amount} to {to}", seat=seat, gold=amount)

    def _short(self, seat: int, amount: int, **_: int) -> Event:
        text = f"Seat {seat} lacks {amount}, which go onto its hole counter"
        return self._event("short", text, seat=seat, gold=amount)

    def _steal(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} takes {amount} from {self._stakes(other)}"
        return self._event("steal", text, seat=seat, gold=amount)

    def _swap_stakes(self, seat: int, **_: int) -> Event:
        text = f"Seat {seat} swaps the gold of the two stakes"
        return self._event("swap-stakes", text, seat=seat)

    def _emptied(self, **_: int) -> Event:
        return self._event("emptied", "No gold is left in the stakes: the gambit ends at once")

    def _hole(self, seat: int, amount: int, **_: int) -> Event:
        text = f"Seat {seat} settles its hole counter: {amount} go onto the hole pile"
        return self._event("hole", text, seat=seat, gold=amount)

    def _owe(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} lacks {amount} and owes them to seat {other}"
        return self._event("debt", text, seat=seat, gold=amount)

    def _repay(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} repays {amount} to seat {other}"
        return self._event("repay", text, seat=seat, gold=amount)

    def _cancel(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} has won: the {amount} that it owes to seat {other} are cancelled"
        return self._event("cancel", text, seat=seat, gold=amount)

    def _all_tied(self, **_: int) -> Event:
        return self._event("all-tied", "Every ante card is tied: discard them, draw, ante again")

    # --- turns ---

    def _leader(self, seat: int, amount: int, **_: int) -> Event:
        self.round = amount
        return self._event("round", f"Round {amount}: seat {seat} leads", seat=seat)

    def _extra_round(self, **_: int) -> Event:
        return self._event("extra-round", "There is one round more")

    def _play(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("play", "Seat {seat} plays {card}", seat, card)

    def _trigger(self, seat: int, card: int, amount: int, other: int, **_: int) -> Event:
        if amount == 2:
            text = f"{self._name(card)} of seat {seat} uses the power of {self._name(other)}"
            return self._event("power", text, [self._name(card), self._name(other)], seat)
        if amount == 3:
            return self._card_event("power", "{card} acts in the ante", seat, card)
        return self._card_event("power", "{card} triggers", seat, card)

    def _declare(self, seat: int, card: int, other: int, **_: int) -> Event:
        side = labels.SIDE_NAMES[other]
        return self._card_event("declare", f"{{card}} fights for the {side}s", seat, card)

    def _buy(self, seat: int, card: int, amount: int, **_: int) -> Event:
        if card < 0:
            text = f"Seat {seat} must buy cards, for {amount}, the strength of its strongest card"
            return self._event("buy", text, seat=seat, gold=amount)
        text = f"Seat {seat} must buy cards and turns up {self._name(card)}: the price is {amount}"
        return self._event("buy", text, [self._name(card)], seat, amount)

    def _colour_flight(self, seat: int, amount: int, other: int, **_: int) -> Event:
        colour = self.design.colours[other]
        text = f"Seat {seat} completes a flight of the colour {colour}: it is worth {amount}"
        return self._event("colour-flight", text, seat=seat, gold=amount)

    def _strength_flight(self, seat: int, amount: int, **_: int) -> Event:
        text = f"Seat {seat} completes a flight of strength {amount}"
        return self._event("strength-flight", text, seat=seat, gold=amount)

    def _standing(self, seat: int, card: int, other: int, **_: int) -> Event:
        rule = LASTING[other].format(me=seat)
        return self._card_event("lasting", f"{{card}}: this gambit {rule}", seat, card)

    def _cut(self, seat: int, card: int, **_: int) -> Event:
        return self._event("cut", "The chain of powers is too long and ends here", seat=seat)

    # --- cards ---

    def _draw(self, seat: int, card: int, amount: int, **_: int) -> Event:
        deck = " from the Legendary deck" if amount else ""
        return self._card_event("draw", f"Seat {{seat}} draws {{card}}{deck}", seat, card)

    def _discard(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("discard", "{card} is discarded", seat, card)

    def _take_random(self, seat: int, card: int, other: int, **_: int) -> Event:
        text = f"Seat {{seat}} takes a random card of seat {other}: {{card}}"
        return self._card_event("take-random", text, seat, card)

    def _take_ante(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("take", "Seat {seat} takes {card} from the ante", seat, card)

    def _give(self, seat: int, card: int, amount: int, other: int, **_: int) -> Event:
        if amount:
            text = f"Seat {{seat}} shows {{card}} and keeps it, as the hand of seat {other} is full"
        else:
            text = f"Seat {{seat}} gives {{card}} to seat {other}"
        return self._card_event("give", text, seat, card)

    def _pass(self, seat: int, card: int, other: int, **_: int) -> Event:
        text = f"Seat {{seat}} passes {{card}} to seat {other}"
        if other == seat:
            text = "Seat {seat} keeps {card}: the hand on its left is full"
        return self._card_event("pass", text, seat, card)

    def _to_ante(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("to-ante", "{card} joins the ante", seat, card)

    def _reveal(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("reveal", "{card} is turned up", seat, card)

    def _show(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("show", "Seat {seat} shows {card}", seat, card)

    def _replace(self, seat: int, card: int, other: int, **_: int) -> Event:
        text = f"{self._name(card)} takes the place of {self._name(other)} of seat {seat}"
        return self._event("replace", text, [self._name(card), self._name(other)], seat)

    def _swap(self, seat: int, card: int, amount: int, other: int) -> Event:
        text = f"Seat {seat} swaps {self._name(amount)} for {self._name(card)} of seat {other}"
        return self._event("swap", text, [self._name(amount), self._name(card)], seat)

    def _shuffle(self, amount: int, **_: int) -> Event:
        text = f"The discard pile, {amount} cards, is shuffled into a new deck"
        return self._event("shuffle", text)

    # --- scoring and end ---

    def _scored(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} scores {amount}"
        if self.rules.two_stakes:
            side = labels.SIDE_NAMES.get(other)
            text = f"{text} for the {side}s" if side else f"Seat {seat} fights for neither side"
        return self._event("score", text, seat=seat)

    def _rider(self, seat: int, card: int, amount: int, **_: int) -> Event:
        return self._card_event("rider", f"{{card}} scores as {amount}", seat, card)

    def _barred(self, seat: int, **_: int) -> Event:
        return self._event("barred", f"A god bars seat {seat} from winning", seat=seat)

    def _win(self, seat: int, amount: int, other: int, **_: int) -> Event:
        stakes = self._stakes(other)
        if seat < 0:
            return self._event("stay", f"Nobody wins {stakes}: {amount} gold stay", gold=amount)
        text = f"Seat {seat} wins {stakes}: {amount} gold"
        return self._event("win", text, seat=seat, gold=amount)

    def _share(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} has a share of {self._stakes(other)}: {amount} gold"
        return self._event("share", text, seat=seat, gold=amount)

    def _leftover(self, seat: int, amount: int, **_: int) -> Event | None:
        if not amount:
            return None
        text = f"Seat {seat} also takes {amount} gold that lie in stakes and hole"
        return self._event("leftover", text, seat=seat, gold=amount)

    def _card_event(self, kind: str, text: str, seat: int, card: int) -> Event:
        name = self._name(card)
        return self._event(kind, text.format(seat=seat, card=name), [name], seat)

    def _name(self, card: int) -> str:
        return self.design.name(card)

    def _stakes(self, side: int) -> str:
        return f"the {labels.SIDE_NAMES[side]} stakes" if self.rules.two_stakes else "the stakes"


def _join(words: Any) -> str:
    return ", ".join(words) or "nothing"
