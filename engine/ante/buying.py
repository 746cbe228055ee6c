"""Buying cards: when, at what price, paid to whom (LE 2.5, GW section 3)."""

from engine.ante.codes import E_BUY, P_NEXT
from engine.ante.paying import pay_both
from engine.ante.piles import TO_STAKES, discard, draw, next_seat, note, pay, take_main
from engine.ante.stack import beneficiary
from engine.ante.watching import watch_income
from engine.core.jit import inline


@inline
def buy_with_empty_hands(state, rules):
    """Whoever has no card left buys, the active player first (LE T5, GW B1, B10); once an occasion (LE B4)."""
    for steps in range(state.at, rules.seats):
        seat = next_seat(rules, state.turn, steps)
        if state.part > 0 or state.hand_size[seat] == 0:
            state.at = steps
            if not buy(state, rules, seat):
                return
    state.phase = P_NEXT


@inline
def buy(state, rules, seat):
    """One purchase: price, payment, refill; whether it is done or the odd coin is asked for.

    LE B1 to B5, GW B1 to B12. Buying is compulsory: a price is due even if no card is left to draw (LE B3, D3).
    `state.part` is 1 while a price stands.
    """
    if state.part == 0:
        state.price[0] = price_of_cards(state, rules, seat)
        state.buys += 1
        state.part = 1
    if not pay_price(state, rules, seat):
        return False
    state.part = 0
    draw(state, rules, seat, max(0, int(rules.fill_to) - int(state.hand_size[seat])), False)
    return True


@inline
def price_of_cards(state, rules, seat):
    """The own flight's strongest card by printed strength (GW B2), else a turned-up card (GW B3, LE B2).

    With no card to turn up the price is 0 (LE D3).
    """
    price = -1
    if rules.buy_random == 0:
        for slot in range(state.slots[seat]):
            card = state.flight[seat, slot]
            if card >= 0:
                price = max(price, int(rules.cards[card].strength))
    card = -1
    if price < 0:
        card = take_main(state, rules)
        price = int(rules.cards[card].strength) if card >= 0 else 0
    note(state, rules, E_BUY, seat, card, price, -1)
    if card >= 0:
        discard(state, rules, seat, card)
    return price


@inline
def pay_price(state, rules, seat):
    """To the Merchant Prince's beneficiary, else split over the stakes (GW B4 to B7, LE B2)."""
    price = int(state.price[0])
    prince = beneficiary(state)
    if prince >= 0:
        before = int(state.hoard[prince])
        pay(state, rules, seat, prince, price)
        watch_income(state, rules, int(state.hoard[prince]) - before)
        return True
    if rules.two_stakes == 0:
        pay(state, rules, seat, TO_STAKES, price)
        return True
    half = (price + 1) // 2
    return pay_both(state, rules, seat, half, half, price)
