"""The effects that powers are written in: one function an effect.

Each is called with its frame and row, the player concerned in `frame.seat`, and `frame.stage` telling where
it stopped (2: it starts). It reports DONE, ASKED (a question stands; it is called again with the answer),
DECLINED (the block's other rows are skipped for this player), ENDED (the stakes are empty) or PUSHED (another
power runs first; it is called again only if it set no other stage). "Do as much as possible" (LE P5): what
finds nothing does nothing. What a card does is in `docs/rules/`, which words exist in the vocabulary page.
"""

from engine.ante.codes import (
    ALL,
    ANTE,
    ANY,
    ANY_DRAGON_COLOUR,
    ANY_FLIGHT,
    AS_WEAKEST_DRAGON,
    CARD_DISCARDED,
    CARD_THIS,
    DECK,
    DRAGON_STAKES,
    DRAGONS,
    E_DECLARE,
    E_GIVE,
    E_PASS,
    E_REPLACE,
    E_REVEAL,
    E_SHOW,
    E_STEAL,
    E_SWAP,
    E_SWAP_STAKES,
    E_TAKE_ANTE,
    E_TAKE_RANDOM,
    E_TRIGGER,
    EITHER_DECK,
    FIRST_WILLING,
    GIANTS,
    HAND,
    LEGENDARY_DECK,
    ME,
    MY_PLAYS_TRIGGER,
    NONE,
    O_ANTE,
    O_DISCARD,
    O_DISCARD_OF,
    O_FIGHT,
    O_GIVE,
    O_KEEP,
    O_PASS,
    O_PAY,
    O_PLAY,
    O_STAKES,
    O_SWAP,
    O_TAKE,
    O_TRIGGER,
    O_WORD,
    OPTION_VALUES,
    PRICES_TO_ME,
    Q_ACCEPT,
    Q_ANTE,
    Q_CHOOSE,
    Q_DECK,
    Q_DISCARD,
    Q_FIGHT,
    Q_GIVE,
    Q_KEEP,
    Q_OFFER,
    Q_PASS,
    Q_REPLACE,
    Q_STAKES,
    Q_SWAP,
    Q_TAKE,
    Q_TRIGGER,
    REVEALED,
    RIDER,
    ROLE_TO,
    ROLE_WHO,
    STAKES,
    W_ACCEPT,
    W_DECLINE,
    W_DONE,
    W_DRAW_LEGENDARY,
    W_DRAW_MAIN,
    WYRM,
)
from engine.ante.flights import (
    add_strength,
    discard_from_flight,
    flight_of,
    forget_slot,
    lies,
    matches,
    place,
    refresh,
    slot_of,
)
from engine.ante.piles import (
    TO_STAKES,
    add_to_hand,
    answer_kind,
    answer_value,
    ask,
    bit,
    blur_hand,
    discard,
    draw,
    everybody,
    find_in_hand,
    hand_full,
    next_seat,
    note,
    offer,
    pay,
    put_aside,
    put_into_ante,
    random_hand_slot,
    remove_aside,
    remove_from_ante,
    remove_from_hand,
    remove_unseen,
    repay,
    show_in_hand,
    stakes_empty,
    take_legendary,
    take_main,
)
from engine.ante.selectors import amount_of
from engine.ante.stack import (
    ASKED,
    DECLINED,
    DONE,
    ENDED,
    PUSHED,
    act_in_ante,
    enter,
    in_force_for,
    pop,
    push_declaration,
    push_power,
    stand,
)
from engine.ante.watching import watch_gold
from engine.core.jit import inline

# --- questions that several effects put ------------------------------------------------------------------


@inline
def ask_stakes(state, rules, seat, only_filled):
    """Ask which of the two stakes; a steal does not offer an empty one beside a filled one (GW W16)."""
    ask(state, seat, Q_STAKES)
    for side in range(2):
        if not only_filled or state.stakes[side] > 0:
            offer(state, O_STAKES, side)


@inline
def offer_hand(state, rules, seat, kind, index, this):
    """Offer the cards of a hand that match a filter."""
    for i in range(state.hand_size[seat]):
        if matches(rules, state.hand[seat, i], 0, index, this, False):
            offer(state, kind, state.hand[seat, i])


@inline
def offer_ante(state, rules, kind, index, this):
    for i in range(state.ante_size):
        if matches(rules, state.ante[i], 0, index, this, False):
            offer(state, kind, state.ante[i])


@inline
def offer_flights(state, rules, kind, index, this, besides):
    """Offer the matching cards of all flights, or of all but one player's."""
    for seat in range(rules.seats):
        if seat != besides:
            for slot in range(state.slots[seat]):
                if lies(state, rules, seat, slot, index, this):
                    offer(state, kind, state.flight[seat, slot])


@inline
def offer_aside(state, kind, depth):
    for i in range(state.aside_size):
        if state.aside_frame[i] == depth:
            offer(state, kind, state.aside[i])


@inline
def doer(frame, row):
    """The player who acts in a row: the one concerned if the row says `who`, else the owner."""
    return int(frame.seat) if row.role == ROLE_WHO else int(frame.me)


@inline
def receiver(frame, row):
    """Who gets what is paid or given: the one concerned if the row says `to`, else the owner."""
    return int(frame.seat) if row.role == ROLE_TO else int(frame.me)


# --- gold --------------------------------------------------------------------------------------------------


@inline
def effect_pay(state, rules, frame, row):
    """Pay gold to a player or a stakes; an offer may be declined, and is not made to who lacks the gold."""
    payer = doer(frame, row)
    amount = amount_of(state, rules, frame, row, payer if row.role == ROLE_WHO else frame.seat)
    if amount <= 0:
        return DONE
    if row.may != 0 and frame.stage == 2:
        if state.hoard[payer] < amount:
            return DECLINED
        ask(state, payer, Q_OFFER)
        offer(state, O_PAY, amount)
        offer(state, O_WORD, W_DECLINE)
        frame.stage = 3
        return ASKED
    if frame.stage == 3:
        kind = answer_kind(state)
        answer_value(state)
        if kind == O_WORD:
            return DECLINED
        if row.whom == FIRST_WILLING:
            frame.k = rules.seats  # nobody else is asked
        frame.stage = 4
    to = receiver(frame, row)
    if row.goes_to == DRAGON_STAKES or (row.goes_to == STAKES and rules.two_stakes == 0):
        to = TO_STAKES
    elif row.goes_to == STAKES:
        if frame.stakes < 0:  # once for all payers (GW W3)
            if state.answer < 0:
                ask_stakes(state, rules, frame.me, False)
                return ASKED
            frame.stakes = answer_value(state)
        to = TO_STAKES + int(frame.stakes)
    before = int(state.hoard[frame.me])
    pay(state, rules, payer, to, amount)
    watch_gold(state, rules, frame.this, int(state.hoard[frame.me]) - before)
    frame.paid += 1
    return DONE


@inline
def effect_steal(state, rules, frame, row):
    """Take gold from a stakes, at most what is there (GW W2); emptying all of them ends the gambit."""
    amount = amount_of(state, rules, frame, row, frame.me)
    if amount <= 0 or stakes_empty(state):
        return DONE
    side = DRAGONS
    if row.source != DRAGON_STAKES and rules.two_stakes != 0:
        if state.answer < 0:
            ask_stakes(state, rules, frame.me, True)
            return ASKED
        side = answer_value(state)
    taken = min(amount, int(state.stakes[side]))
    if taken == 0:
        return DONE
    state.stakes[side] -= taken
    state.hoard[frame.me] += taken
    watch_gold(state, rules, frame.this, taken)
    note(state, rules, E_STEAL, frame.me, -1, taken, side)
    repay(state, rules, frame.me)
    return ENDED if stakes_empty(state) else DONE


@inline
def effect_swap_stakes(state, rules, frame, row):
    """The gold of the two stakes changes places, if the owner likes; this is no steal (GW W2)."""
    if rules.two_stakes == 0:
        return DONE
    if row.may != 0:
        if frame.stage == 2:
            ask(state, frame.me, Q_ACCEPT)
            offer(state, O_WORD, W_ACCEPT)
            offer(state, O_WORD, W_DECLINE)
            frame.stage = 3
            return ASKED
        if answer_value(state) == W_DECLINE:
            return DECLINED
    kept = int(state.stakes[DRAGONS])
    state.stakes[DRAGONS] = state.stakes[GIANTS]
    state.stakes[GIANTS] = kept
    note(state, rules, E_SWAP_STAKES, frame.me, -1, 0, -1)
    return DONE


# --- cards into hands --------------------------------------------------------------------------------------


@inline
def effect_draw(state, rules, frame, row):
    """Draw from a deck; from either deck the drawer chooses for each card."""
    seat = doer(frame, row)
    if row.source != EITHER_DECK:
        n = amount_of(state, rules, frame, row, seat)
        draw(state, rules, seat, n, row.source == LEGENDARY_DECK)
        return DONE
    if frame.stage == 2:
        frame.left = amount_of(state, rules, frame, row, seat)
        frame.stage = 3
    while True:
        if state.answer >= 0:
            draw(state, rules, seat, 1, answer_value(state) == W_DRAW_LEGENDARY)
            frame.left -= 1
        if frame.left <= 0 or hand_full(state, rules, seat):
            return DONE
        ask(state, seat, Q_DECK)
        if state.deck_size + state.discard_size > 0:
            offer(state, O_WORD, W_DRAW_MAIN)
        if state.legendary_size > 0:
            offer(state, O_WORD, W_DRAW_LEGENDARY)
        return ASKED if state.n_options > 0 else DONE


@inline
def effect_look(state, rules, frame, row):
    """Look at top cards alone, keep one, discard the rest (GW C14, LE Silver Seer).

    With a full hand a card of the main deck goes back on top; of the Legendary deck none is looked at.
    """
    me = int(frame.me)
    legendary = row.source == LEGENDARY_DECK
    if frame.stage == 2:
        if legendary and hand_full(state, rules, me):
            return DONE
        for _ in range(row.amount):
            card = take_legendary(state) if legendary else take_main(state, rules)
            if card < 0:
                break
            put_aside(state, card, state.depth)
        frame.left = row.keep
        frame.stage = 3
    if state.answer >= 0:
        card = answer_value(state)
        remove_aside(state, card)
        if hand_full(state, rules, me):
            state.deck[state.deck_size] = card
            state.deck_size += 1
        else:
            add_to_hand(state, me, card, 0)
            if legendary:
                state.specials[me] += 1
        frame.left -= 1
    ask(state, me, Q_KEEP)
    if frame.left > 0:
        offer_aside(state, O_KEEP, state.depth)
        if state.n_options > 0:
            return ASKED
    kept = 0
    for i in range(state.aside_size):
        if state.aside_frame[i] == state.depth:
            discard(state, rules, me, state.aside[i])
        else:
            state.aside[kept] = state.aside[i]
            state.aside_frame[kept] = state.aside_frame[i]
            kept += 1
    state.aside_size = kept
    return DONE


@inline
def take_from_ante(state, rules, seat, card):
    remove_from_ante(state, card)
    add_to_hand(state, seat, card, everybody(rules))
    note(state, rules, E_TAKE_ANTE, seat, card, 0, -1)


@inline
def effect_take(state, rules, frame, row):
    """Take ante cards into the hand, one after another, up to the hand limit.

    Of the weakest only ties are a question; where the hand has no room for all, any card that could be
    among them may be picked (LE Bronze: with nine cards in hand either of the two).
    """
    me = int(frame.me)
    weakest = rules.filters[row.card_filter].weakest != 0
    if frame.stage == 2:
        frame.left = 1000 if row.amount == ANY else amount_of(state, rules, frame, row, me)
        frame.stage = 3
    if state.answer >= 0:
        kind = answer_kind(state)
        card = answer_value(state)
        if kind == O_WORD:
            return DONE
        take_from_ante(state, rules, me, card)
        frame.left -= 1
    while frame.left > 0 and not hand_full(state, rules, me):
        ask(state, me, Q_TAKE)
        if not weakest:
            offer_ante(state, rules, O_TAKE, row.card_filter, frame.this)
            if state.n_options == 0:
                return DONE
            if row.amount == ANY:
                offer(state, O_WORD, W_DONE)
            return ASKED
        if offer_weakest(state, rules, frame, row):
            return ASKED
        if state.n_options == 0:
            return DONE
        card = int(state.options[0]) % OPTION_VALUES
        state.n_options = 0
        take_from_ante(state, rules, me, card)
        frame.left -= 1
    return DONE


@inline
def offer_weakest(state, rules, frame, row):
    """Offer the cards that may be taken next as one of the weakest; whether that is a question."""
    matching = 0
    for i in range(state.ante_size):
        if matches(rules, state.ante[i], 0, row.card_filter, frame.this, False):
            matching += 1
    wanted = min(int(frame.left), matching)
    if wanted == 0:
        return False
    room = int(rules.hand_limit) - int(state.hand_size[frame.me])
    limit = nth_weakest(state, rules, frame, row, 1 if room >= wanted else wanted)
    for i in range(state.ante_size):
        card = state.ante[i]
        if rules.cards[card].strength <= limit:
            if matches(rules, card, 0, row.card_filter, frame.this, False):
                offer(state, O_TAKE, card)
    if room >= wanted:
        return state.n_options > wanted
    return state.n_options > room


@inline
def nth_weakest(state, rules, frame, row, n):
    """The n-th lowest strength among the matching ante cards, ties counted each."""
    for i in range(state.ante_size):
        strength = rules.cards[state.ante[i]].strength
        below = 0
        not_above = 0
        for j in range(state.ante_size):
            if matches(rules, state.ante[j], 0, row.card_filter, frame.this, False):
                if rules.cards[state.ante[j]].strength < strength:
                    below += 1
                if rules.cards[state.ante[j]].strength <= strength:
                    not_above += 1
        if matches(rules, state.ante[i], 0, row.card_filter, frame.this, False):
            if below < n <= not_above:
                return int(strength)
    return -1


@inline
def effect_take_random(state, rules, frame, row):
    """Take a random card from a hand, unseen by the others; nothing if that is empty or the own full."""
    me = int(frame.me)
    victim = int(frame.seat)
    if state.hand_size[victim] == 0 or hand_full(state, rules, me) or victim == me:
        return DONE
    slot = random_hand_slot(state, rules, victim)
    card = remove_unseen(state, victim, slot)
    add_to_hand(state, me, card, bit(victim))
    blur_hand(state, victim, me)
    state.cards_taken += 1
    note(state, rules, E_TAKE_RANDOM, me, card, 0, victim)
    return DONE


@inline
def effect_give_or_pay(state, rules, frame, row):
    """The player concerned gives a matching card, shown to all, or pays (LE Brass, Green; GW Ordning).

    The owner's hand being full, the card is shown and kept, and no gold is paid.
    """
    giver = int(frame.seat)
    me = int(frame.me)
    amount = amount_of(state, rules, frame, row, giver)
    if frame.stage == 2:
        ask(state, giver, Q_GIVE)
        offer_hand(state, rules, giver, O_GIVE, row.card_filter, frame.this)
        offer(state, O_PAY, amount)
        frame.stage = 3
        return ASKED
    kind = answer_kind(state)
    card = answer_value(state)
    if kind == O_PAY:
        before = int(state.hoard[me])
        pay(state, rules, giver, me, amount)
        watch_gold(state, rules, frame.this, int(state.hoard[me]) - before)
        frame.paid += 1
    elif hand_full(state, rules, me):
        show_in_hand(state, rules, giver, card)
        note(state, rules, E_GIVE, giver, card, 1, me)
    else:
        remove_from_hand(state, rules, giver, find_in_hand(state, giver, card))
        add_to_hand(state, me, card, everybody(rules))
        note(state, rules, E_GIVE, giver, card, 0, me)
    return DONE


@inline
def effect_pass(state, rules, frame, row):
    """Each opponent chooses a hand card; then all go at once to the left neighbours (GW C25).

    A card whose receiver would be above the limit stays with its owner.
    """
    if state.answer >= 0:
        state.chosen[frame.seat] = answer_value(state)
    elif state.hand_size[frame.seat] > 0:
        ask(state, frame.seat, Q_PASS)
        offer_hand(state, rules, frame.seat, O_PASS, row.card_filter, frame.this)
        if state.n_options > 0:
            return ASKED
    if frame.k < rules.seats - 1:
        return DONE
    for seat in range(rules.seats):
        if state.chosen[seat] >= 0:
            remove_unseen(state, seat, find_in_hand(state, seat, state.chosen[seat]))
    for steps in range(
        rules.seats - 1, 0, -1
    ):  # a receiver's own card is settled before its giver's
        seat = next_seat(rules, frame.me, steps)
        card = int(state.chosen[seat])
        if card >= 0:
            state.chosen[seat] = NONE
            left = next_seat(rules, seat, 1)
            to = seat if hand_full(state, rules, left) else left
            add_to_hand(state, to, card, bit(seat) | bit(to))
            note(state, rules, E_PASS, seat, card, 0, to)
    return DONE


# --- cards away --------------------------------------------------------------------------------------------


@inline
def effect_discard(state, rules, frame, row):
    """Discard from the own hand (all chosen before any moves), from any flight, or from the ante."""
    if row.source == HAND:
        return discard_from_hand(state, rules, frame, row)
    if state.answer < 0:
        ask(state, frame.me, Q_DISCARD)
        if row.source == ANTE:
            offer_ante(state, rules, O_DISCARD, row.card_filter, frame.this)
        else:
            offer_flights(state, rules, O_DISCARD_OF, row.card_filter, frame.this, NONE)
        if state.n_options == 0:
            return DONE
        if row.may != 0:
            offer(state, O_WORD, W_DECLINE)
        return ASKED
    kind = answer_kind(state)
    card = answer_value(state)
    if kind == O_WORD:
        return DECLINED
    if row.source == ANTE:
        remove_from_ante(state, card)
        discard(state, rules, frame.me, card)
    else:
        seat = flight_of(state, rules, card)
        discard_from_flight(state, rules, seat, slot_of(state, seat, card))
    remember_discarded(rules, frame, card)
    return DONE


@inline
def remember_discarded(rules, frame, card):
    frame.card = card
    frame.discarded += 1
    frame.strength = rules.cards[card].strength


@inline
def discard_from_hand(state, rules, frame, row):
    seat = doer(frame, row)
    if frame.stage == 2:
        frame.mask = 0
        frame.left = 1000 if row.amount < 0 else amount_of(state, rules, frame, row, seat)
        frame.stage = 3
        if row.amount == ALL:
            frame.mask = bit(state.hand_size[seat]) - 1
            frame.left = 0
    if state.answer >= 0:
        kind = answer_kind(state)
        card = answer_value(state)
        if kind == O_WORD:
            frame.left = 0
        else:
            frame.mask |= bit(find_in_hand(state, seat, card))
            frame.left -= 1
    if frame.left > 0:
        ask(state, seat, Q_DISCARD)
        for i in range(state.hand_size[seat]):
            card = state.hand[seat, i]
            if frame.mask & bit(i) == 0 and matches(
                rules, card, 0, row.card_filter, frame.this, False
            ):
                offer(state, O_DISCARD, card)
        if row.amount == ANY and state.hand_size[seat] > 0:
            offer(state, O_WORD, W_DONE)
        if state.n_options > 0:
            return ASKED
    for i in range(state.hand_size[seat] - 1, -1, -1):
        if frame.mask & bit(i):
            card = remove_from_hand(state, rules, seat, i)
            discard(state, rules, seat, card)
            remember_discarded(rules, frame, card)
    return DONE


@inline
def effect_discard_random(state, rules, frame, row):
    """A random card of a hand is discarded; of two turned up the owner picks, the other returns (GW C3, C13)."""
    victim = int(frame.seat)
    if row.keep <= 1:
        if state.hand_size[victim] == 0:
            return DONE
        slot = random_hand_slot(state, rules, victim)
        card = remove_from_hand(state, rules, victim, slot)
        discard(state, rules, victim, card)
        remember_discarded(rules, frame, card)
        return DONE
    if frame.stage == 2:
        for _ in range(row.keep):
            if state.hand_size[victim] > 0:
                slot = random_hand_slot(state, rules, victim)
                card = remove_from_hand(state, rules, victim, slot)
                put_aside(state, card, state.depth)
                note(state, rules, E_REVEAL, victim, card, 0, -1)
        ask(state, frame.me, Q_DISCARD)
        offer_aside(state, O_DISCARD, state.depth)
        frame.stage = 3
        return ASKED if state.n_options > 0 else DONE
    card = answer_value(state)
    remove_aside(state, card)
    discard(state, rules, victim, card)
    remember_discarded(rules, frame, card)
    for i in range(state.aside_size - 1, -1, -1):
        if state.aside_frame[i] == state.depth:
            other = int(state.aside[i])
            remove_aside(state, other)
            add_to_hand(state, victim, other, everybody(rules))
    return DONE


@inline
def effect_to_ante(state, rules, frame, row):
    """Cards go into the ante: the Legendary deck's top, what was turned up, or a hand card of choice."""
    seat = doer(frame, row)
    if row.source == LEGENDARY_DECK or row.source == DECK:
        for _ in range(row.amount):
            legendary = row.source == LEGENDARY_DECK
            card = take_legendary(state) if legendary else take_main(state, rules)
            if card >= 0:
                put_into_ante(state, rules, seat, card)
                act_in_ante(state, rules, card, frame.me, True)
        return DONE
    if row.source == REVEALED:
        i = 0
        while i < state.aside_size:
            if state.aside_frame[i] == state.depth:
                card = int(state.aside[i])
                remove_aside(state, card)
                put_into_ante(state, rules, seat, card)
                act_in_ante(state, rules, card, frame.me, True)
            else:
                i += 1
        return DONE
    if state.answer < 0:
        ask(state, seat, Q_ANTE)
        offer_hand(state, rules, seat, O_ANTE, row.card_filter, frame.this)
        return ASKED if state.n_options > 0 else DONE
    card = answer_value(state)
    remove_from_hand(state, rules, seat, find_in_hand(state, seat, card))
    put_into_ante(state, rules, seat, card)
    act_in_ante(state, rules, card, frame.me, True)
    return DONE


@inline
def effect_reveal(state, rules, frame, row):
    """Turn up the top cards for all; they wait for a later row of the same power."""
    for _ in range(row.amount):
        card = take_main(state, rules)
        if card >= 0:
            put_aside(state, card, state.depth)
            note(state, rules, E_REVEAL, frame.me, card, 0, -1)
    return DONE


# --- cards in flights --------------------------------------------------------------------------------------


@inline
def effect_replace(state, rules, frame, row):
    """A card of the own flight is discarded and another put into its slot (LE Copper, Wyrmlings, ...).

    Stages: 2 which slot, 3 which card comes in; `frame.left` keeps the slot.
    """
    me = int(frame.me)
    if frame.stage == 2:
        frame.card = NONE
        if row.card == CARD_THIS:
            frame.left = slot_of(state, me, frame.this)
            if frame.left < 0:
                return DONE
        elif state.answer < 0:
            ask(state, me, Q_DISCARD)
            for slot in range(state.slots[me]):
                if lies(state, rules, me, slot, row.card_filter, frame.this):
                    offer(state, O_DISCARD, state.flight[me, slot])
            return ASKED if state.n_options > 0 else DONE
        else:
            frame.left = slot_of(state, me, answer_value(state))
        frame.stage = 3
    slot = int(frame.left)
    if row.source == DECK:
        old = discard_from_flight(state, rules, me, slot)  # first, so a reshuffle has it (LE D4)
        card = take_main(state, rules)
        if card >= 0:
            bring_in(state, rules, frame, slot, card, old)
        return DONE
    if row.source == HAND or row.source == REVEALED:
        if state.answer < 0:
            ask(state, me, Q_REPLACE)
            if row.source == HAND:
                offer_hand(state, rules, me, O_PLAY, row.by_filter, frame.this)
            else:
                offer_aside(state, O_KEEP, state.depth)
            if state.n_options == 0:
                return DONE
            if row.may != 0:
                offer(state, O_WORD, W_DECLINE)
            return ASKED
        kind = answer_kind(state)
        card = answer_value(state)
        if kind == O_WORD:
            return DECLINED
        if row.source == HAND:
            remove_from_hand(state, rules, me, find_in_hand(state, me, card))
        else:
            remove_aside(state, card)
    else:  # a random card of the hand of the player concerned
        victim = int(frame.seat)
        if state.hand_size[victim] == 0:
            return DONE
        card = remove_from_hand(state, rules, victim, random_hand_slot(state, rules, victim))
        blur_hand(state, victim, me)
    old = discard_from_flight(state, rules, me, slot)
    bring_in(state, rules, frame, slot, card, old)
    return DONE


@inline
def bring_in(state, rules, frame, slot, card, old):
    frame.card = card
    note(state, rules, E_REPLACE, frame.me, card, 0, old)
    enter(state, rules, frame.me, slot, card)


@inline
def effect_swap(state, rules, frame, row):
    """This card changes places with a matching one of an opponent's flight (LE Illusionist; GW T4, T9).

    Marks and Merchant Prince income travel with their card; the swapper declares first.
    """
    me = int(frame.me)
    mine = slot_of(state, me, frame.this)
    if state.answer < 0:
        frame.card = NONE
        if mine < 0:
            return DONE
        ask(state, me, Q_SWAP)
        offer_flights(state, rules, O_SWAP, row.card_filter, frame.this, me)
        if state.n_options == 0:
            return DONE
        if row.may != 0:
            offer(state, O_WORD, W_DECLINE)
        return ASKED
    kind = answer_kind(state)
    card = answer_value(state)
    if kind == O_WORD:
        return DECLINED
    seat = flight_of(state, rules, card)
    theirs = slot_of(state, seat, card)
    mark = int(state.mark[seat, theirs])
    own_mark = int(state.mark[me, mine])
    forget_slot(state, rules, me, mine)
    forget_slot(state, rules, seat, theirs)
    place(state, rules, me, mine, card)
    place(state, rules, seat, theirs, frame.this)
    state.mark[me, mine] = mark
    state.mark[seat, theirs] = own_mark
    refresh(state, rules, me)
    refresh(state, rules, seat)
    move_income(state, card, me)
    move_income(state, frame.this, seat)
    frame.card = card
    note(state, rules, E_SWAP, me, card, frame.this, seat)
    push_declaration(state, rules, seat, theirs)
    push_declaration(state, rules, me, mine)
    return DONE


@inline
def move_income(state, card, seat):
    for i in range(state.n_standing):
        if state.standing_rule[i] == PRICES_TO_ME and state.standing_card[i] == card:
            state.standing_me[i] = seat


@inline
def effect_trigger(state, rules, frame, row):
    """The power of the card just brought in triggers, whatever its strength.

    Where it may be left, an Archmage at work makes it compulsory (LE Copper Trickster).
    """
    card = int(frame.card)
    owner = flight_of(state, rules, card) if card >= 0 else NONE
    if owner < 0:
        return DONE
    if row.may != 0 and not in_force_for(state, MY_PLAYS_TRIGGER, frame.me):
        if state.answer < 0:
            ask(state, frame.me, Q_ACCEPT)
            offer(state, O_WORD, W_ACCEPT)
            offer(state, O_WORD, W_DECLINE)
            return ASKED
        if answer_value(state) == W_DECLINE:
            return DECLINED
    note(state, rules, E_TRIGGER, owner, card, 1, -1)
    return hand_over(state, rules, frame, row, card, owner, card)


@inline
def hand_over(state, rules, frame, row, card, me, this):
    """Push a card's power; the last row of a power gives its frame up, so chains do not grow the stack."""
    frame.stage = 9
    if row.whom == ME and frame.row == frame.end - 1:
        pop(state, rules)
    push_power(state, rules, card, me, this)
    return PUSHED


@inline
def effect_trigger_each(state, rules, frame, row):
    """The matching cards lying in the own flight now trigger once each, in the order the owner chooses."""
    me = int(frame.me)
    if frame.stage == 2:
        frame.mask = 0
        for slot in range(state.slots[me]):
            if lies(state, rules, me, slot, row.card_filter, frame.this):
                frame.mask |= bit(slot)
        frame.stage = 3
    if state.answer >= 0:
        card = answer_value(state)
        frame.mask &= ~bit(slot_of(state, me, card))
        note(state, rules, E_TRIGGER, me, card, 1, -1)
        push_power(state, rules, card, me, card)
        return PUSHED
    if frame.mask == 0:
        return DONE
    ask(state, me, Q_TRIGGER)
    for slot in range(state.slots[me]):
        if frame.mask & bit(slot):
            offer(state, O_TRIGGER, state.flight[me, slot])
    return ASKED


@inline
def effect_use(state, rules, frame, row):
    """Another card's power is used as this card's own (GW 6.6): owner and `this` stay, god abilities do not come."""
    card = int(frame.card)
    if row.card != CARD_DISCARDED:
        if state.answer < 0:
            ask(state, frame.me, Q_TRIGGER)
            if row.source == HAND:
                offer_hand(state, rules, frame.me, O_TRIGGER, row.card_filter, frame.this)
            elif row.source == ANTE:
                offer_ante(state, rules, O_TRIGGER, row.card_filter, frame.this)
            elif row.source == ANY_FLIGHT:
                offer_flights(state, rules, O_TRIGGER, row.card_filter, frame.this, NONE)
            if state.n_options == 0:
                return DONE
            if row.may != 0:
                offer(state, O_WORD, W_DECLINE)
            return ASKED
        kind = answer_kind(state)
        card = answer_value(state)
        if kind == O_WORD:
            return DECLINED
        if row.source == HAND:
            show_in_hand(state, rules, frame.me, card)
            note(state, rules, E_SHOW, frame.me, card, 0, -1)
    if card < 0:
        return DONE
    note(state, rules, E_TRIGGER, frame.me, frame.this, 2, card)
    return hand_over(state, rules, frame, row, card, frame.me, frame.this)


# --- choices and rules -------------------------------------------------------------------------------------


@inline
def effect_choose(state, rules, frame, row):
    """The owner picks one of two words; later rows with `when` follow it."""
    if state.answer < 0:
        ask(state, frame.me, Q_CHOOSE)
        offer(state, O_WORD, row.between[0])
        offer(state, O_WORD, row.between[1])
        return ASKED
    frame.choice = answer_value(state)
    return DONE


@inline
def effect_choose_stakes(state, rules, frame, row):
    """The owner names a stakes, whoever fights for it (GW C18, C55); single stakes: no question."""
    if rules.two_stakes == 0:
        frame.stakes = DRAGONS
        return DONE
    if state.answer < 0:
        ask_stakes(state, rules, frame.me, False)
        return ASKED
    frame.stakes = answer_value(state)
    return DONE


@inline
def effect_this_gambit(state, rules, frame, row):
    """A rule is at work for the rest of the gambit; two of them are marks on this card where it lies."""
    if row.rule == AS_WEAKEST_DRAGON or row.rule == ANY_DRAGON_COLOUR:
        seat = flight_of(state, rules, frame.this)
        if seat >= 0:
            slot = slot_of(state, seat, frame.this)
            state.mark[seat, slot] |= RIDER if row.rule == AS_WEAKEST_DRAGON else WYRM
            state.changed |= bit(seat)
        return DONE
    this = int(frame.this)
    own = rules.cards[this].first <= frame.row < rules.cards[this].end
    if row.rule == PRICES_TO_ME and not own:
        this = NONE  # a copied income stays with its user, whatever becomes of the copier (GW C42)
    stand(state, rules, frame.row, frame.me, this)
    return DONE


@inline
def effect_declare(state, rules, frame, row):
    """A mortal's controller declares which side it fights for (GW T2)."""
    me = int(frame.me)
    if state.answer < 0:
        ask(state, me, Q_FIGHT)
        offer(state, O_FIGHT, DRAGONS)
        offer(state, O_FIGHT, GIANTS)
        return ASKED
    side = answer_value(state)
    slot = slot_of(state, me, frame.this)
    state.side[me, slot] = side
    add_strength(state, rules, me, slot)
    note(state, rules, E_DECLARE, me, frame.this, 0, side)
    return DONE
