"""The course of a game: ante, turns, buying, rounds, scoring, end; and the verbs that play it.

`step` takes an answer and runs on to the next question or the end: the top power if one is under way, else
the phase. Each phase does one piece and names the next. Rules are quoted by their lines in `docs/rules/`.
"""

import numpy as np

from engine.ante.codes import (
    DRAGONS,
    E_ALL_TIED,
    E_ANTE,
    E_BONUS,
    E_BUY,
    E_CHOICE,
    E_EXTRA_ROUND,
    E_GAMBIT,
    E_LEADER,
    E_LEFTOVER,
    E_OVER,
    E_PLAY,
    E_PRICE,
    E_SHARE,
    E_SPECIAL_COLOUR,
    E_SPECIAL_STRENGTH,
    E_TRIGGER,
    E_WIN,
    ENDED_BOUND,
    ENDED_BROKE,
    ENDED_SCORINGS,
    EXTRA_ROUND,
    GIANTS,
    GIFTS_IF_WIN,
    HALF_STAYS,
    MAX_CURVE,
    MAX_FLIGHT,
    MAX_GAMBITS,
    MAX_STEPS,
    MY_PLAYS_TRIGGER,
    NONE,
    O_ANTE,
    O_ODD,
    O_PLAY,
    O_STAKES,
    P_ANTE,
    P_AWARD,
    P_BUY,
    P_FLIGHTS,
    P_NEXT,
    P_OVER,
    P_PAY_ANTE,
    P_PLAY,
    P_PRICE,
    P_REVEAL,
    P_ROUND_END,
    P_SCORE,
    P_START,
    P_TURN,
    Q_ANTE,
    Q_ODD,
    Q_PRICE,
    Q_TURN,
    RIDER,
    SCORE_BONUS,
    SEATS,
    SPLITS_LEFT,
    WEAKEST_WINS,
)
from engine.ante.flights import (
    best_flight,
    cards_in,
    colour_flight_pays,
    complete_colours,
    complete_strengths,
    lowest_bit,
    refresh,
    scoring_strength,
    set_totals,
)
from engine.ante.piles import (
    SCRATCH,
    TO_STAKES,
    add_to_hand,
    answer_value,
    ask,
    bit,
    discard,
    draw,
    fall_into_hole,
    find_in_hand,
    next_seat,
    note,
    offer,
    pay,
    remove_from_hand,
    settle_hole,
    take_main,
)
from engine.ante.powers import run_power
from engine.ante.selectors import count
from engine.ante.stack import (
    beneficiary,
    enter,
    in_force,
    in_force_for,
    push,
    push_power,
)
from engine.ante.state import RESULT, STATE
from engine.core.header import answered, begin
from engine.core.jit import compiled, inline
from engine.core.rng import DEAL, PICK, shuffle, stream
from engine.core.verbs import deal, payoff, record, step

# --- the deal (LE S1 to S4, GW S1 to S8) -----------------------------------------------------------------


@inline
def reset(state, rules):
    """Everything a game counts or keeps, at its start; the header is `begin`'s."""
    state.answer = NONE
    state.at = 0
    state.part = 0
    state.gambit = 0
    state.round_no = 0
    state.leader = 0
    state.turn = 0
    state.turns_taken = 0
    state.hole_pile = 0
    state.gold_out = 0
    for side in range(2):
        state.stakes[side] = 0
        state.price[side] = 0
    for seat in range(SEATS):
        state.hoard[seat] = rules.starting_gold if seat < rules.seats else 0
        state.hole[seat] = 0
        state.been_in_hole[seat] = 0
        state.hand_size[seat] = 0
        state.chosen[seat] = NONE
        state.slots[seat] = 0
    state.ante_size = 0
    state.aside_size = 0
    state.discard_size = 0
    state.depth = 0
    state.pushes = 0
    state.emptied = 0
    state.first_drawer = 0
    state.scorings_left = NONE
    state.ended = 0
    state.winners = 0
    state.rounds = 0
    state.turns = 0
    state.reshuffles = 0
    state.holes = 0
    state.colour_flights = 0
    state.strength_flights = 0
    state.buys = 0
    state.stakes_won = 0
    state.stakes_stayed = 0
    state.gambits_emptied = 0
    state.extra_rounds = 0
    state.chains_cut = 0


@inline
def build_decks(state, rules):
    """Shuffle the Legendary deck and the main deck.

    Places in the main deck belong to slots of the design, not to cards: designs that differ in a colour
    meet the same deals. Which Legendary cards join, and which cards of a mixed colour, has a stream of its own.
    """
    state.luck[SCRATCH] = stream(state.seed, state.game, PICK)
    pool = int(rules.n_pool)
    for i in range(pool):
        state.legendary[i] = rules.pool[i]
    shuffle(state.legendary, 0, pool, state.luck, SCRATCH)
    n = int(rules.n_main)
    for i in range(n):
        state.deck[i] = rules.main[i]
    for slot in range(rules.n_mixed.shape[0]):
        fill_mixed_slot(state, rules, slot)
    for i in range(rules.n_forced):
        state.deck[n + i] = rules.forced[i]
    n += int(rules.n_forced)
    for _ in range(rules.n_picked):
        pool -= 1
        state.deck[n] = state.legendary[pool]
        n += 1
    state.deck_size = n
    state.legendary_size = pool if rules.legendary_deck != 0 else 0
    state.removed_size = int(rules.n_cards) - n - int(state.legendary_size)
    state.luck[SCRATCH] = stream(state.seed, state.game, DEAL)
    shuffle(state.deck, 0, n, state.luck, SCRATCH)


@inline
def fill_mixed_slot(state, rules, slot):
    """Two versions of a colour are shuffled together and as many taken as the slot has cards (GW V3)."""
    n = int(rules.n_mixed[slot])
    if n == 0:
        return
    for i in range(n):
        state.discard[i] = rules.mixed[slot, i]  # the pile is still empty: it serves as the table
    shuffle(state.discard, 0, n, state.luck, SCRATCH)
    for i in range(rules.n_main):
        if rules.main[i] == -2 - slot:
            n -= 1
            state.deck[i] = state.discard[n]


@deal.of(STATE)
def deal_game(state, rules, seed, game):
    """Shuffle, hand out gold and cards, and begin the first gambit."""
    begin(state, rules.seats, seed, game)
    reset(state, rules)
    build_decks(state, rules)
    for seat in range(rules.seats):
        for _ in range(rules.hand_size):
            state.deck_size -= 1
            add_to_hand(state, seat, state.deck[state.deck_size], 0)
    start_gambit(state, rules)
    ask_ante(state, rules)


# --- ante ------------------------------------------------------------------------------------------------


@inline
def start_gambit(state, rules):
    """Clear the table for the next gambit; gold that stayed in a stakes stays (GW A8)."""
    if state.gambit < MAX_CURVE:
        cards = 0
        for seat in range(rules.seats):
            cards += int(state.hand_size[seat])
            state.hoards[state.gambit, seat] = min(int(state.hoard[seat]), 32767)
        state.hands[state.gambit] = cards
    state.gambit += 1
    state.round_no = 0
    state.turns_taken = 0
    state.emptied = 0
    state.n_standing = 0
    state.changed = 0
    for seat in range(SEATS):
        state.slots[seat] = 0
        state.played[seat] = NONE
        state.played_strength[seat] = 0
        state.scored_colours[seat] = 0
        state.scored_strengths[seat] = 0
        set_totals(state, rules, seat, 0, 0, 0)
    state.phase = P_ANTE
    state.at = 0
    note(state, rules, E_GAMBIT, -1, -1, state.gambit, -1)


@inline
def ask_ante(state, rules):
    """Each player with a card chooses one, in seat order, unseen until all have chosen (LE A1)."""
    while state.at < rules.seats:
        seat = int(state.at)
        if state.answer >= 0:
            state.chosen[seat] = answer_value(state)
            state.at += 1
        elif state.hand_size[seat] == 0:
            state.at += 1
        else:
            ask(state, seat, Q_ANTE)
            for i in range(state.hand_size[seat]):
                offer(state, O_ANTE, state.hand[seat, i])
            return
    state.phase = P_REVEAL


@inline
def reveal_ante(state, rules):
    """Turn the chosen cards up; find leader and prices, or play the ante again if all are tied.

    GW A1 to A6, LE A2 to A5. With one ante card alone the second price is 0; with none nobody pays and the
    leader stays (only possible where house rules leave hands empty).
    """
    for seat in range(rules.seats):
        card = int(state.chosen[seat])
        if card >= 0:
            remove_from_hand(state, seat, find_in_hand(state, seat, card))
            state.ante[state.ante_size] = card
            state.ante_size += 1
            note(state, rules, E_ANTE, seat, card, 0, -1)
    first = 0
    second = 0
    leader = -1
    for seat in range(rules.seats):
        if state.chosen[seat] < 0:
            continue
        strength = chosen_strength(state, rules, seat)
        if strength > first:
            second = first
            first = strength
        elif strength > second:
            second = strength
        if untied_ante(state, rules, seat):
            if leader < 0 or strength > chosen_strength(state, rules, leader):
                leader = seat
    if leader < 0 and state.ante_size > 0:
        ante_again(state, rules)
        return
    for seat in range(rules.seats):
        state.chosen[seat] = NONE
    if leader >= 0:
        state.leader = leader
    state.price[0] = first
    state.price[1] = second
    state.phase = P_PRICE


@inline
def chosen_strength(state, rules, seat):
    return int(rules.cards[state.chosen[seat]].strength)


@inline
def untied_ante(state, rules, seat):
    for other in range(rules.seats):
        if other != seat and state.chosen[other] >= 0:
            if chosen_strength(state, rules, other) == chosen_strength(state, rules, seat):
                return False
    return True


@inline
def ante_again(state, rules):
    """Every ante card is tied: no payment, antes discarded, each draws one, ante again (LE A5, A6; GW A6)."""
    note(state, rules, E_ALL_TIED, -1, -1, 0, -1)
    for seat in range(rules.seats):
        state.chosen[seat] = NONE
    for i in range(state.ante_size):
        discard(state, rules, -1, state.ante[i])
    state.ante_size = 0
    for steps in range(rules.seats):
        draw(state, rules, next_seat(rules, state.first_drawer, steps), 1, False)
    state.phase = P_ANTE
    state.at = 0


@inline
def choose_prices(state, rules):
    """Two stakes: the owner of the highest card picks which gets the higher price (GW A2)."""
    if rules.two_stakes == 0:
        state.price[1] = 0
    elif state.price[0] != state.price[1]:
        if state.answer < 0:
            ask(state, state.leader, Q_PRICE)
            offer(state, O_STAKES, DRAGONS)
            offer(state, O_STAKES, GIANTS)
            return
        if answer_value(state) == GIANTS:
            higher = int(state.price[0])
            state.price[0] = state.price[1]
            state.price[1] = higher
    note(state, rules, E_PRICE, -1, -1, state.price[0], DRAGONS)
    if rules.two_stakes != 0:
        note(state, rules, E_PRICE, -1, -1, state.price[1], GIANTS)
    state.phase = P_PAY_ANTE
    state.at = 0
    state.part = 0


@inline
def pay_antes(state, rules):
    """All pay, clockwise from the leader, each short player placing its odd coin when it pays (GW A9)."""
    while state.at < rules.seats:
        seat = next_seat(rules, state.leader, state.at)
        owed = int(state.price[0]) + int(state.price[1])
        if not pay_both(state, rules, seat, state.price[0], state.price[1], owed):
            return
        state.at += 1
    start_round(state, rules, state.leader)


@inline
def pay_both(state, rules, seat, dragons, giants, owed):
    """Pay `owed` gold into the two stakes, at most so much into each; whether it is done or a question stands.

    One routine for ante, ante shortage, purchase and purchase shortage (GW R-24): equally as far as possible,
    the odd coin where the payer likes, the rest of a stakes' share to the other, what is missing to the hole.
    """
    dragons = int(dragons)
    giants = int(giants)
    purse = min(int(state.hoard[seat]), owed)
    if purse < dragons + giants:
        half = purse // 2
        low = min(dragons, giants)
        if half >= low:  # the cheaper stakes is paid in full
            dragons = min(dragons, purse - low) if giants == low else low
            giants = purse - dragons
        elif purse % 2 == 0:
            dragons = half
            giants = half
        else:
            if state.answer < 0:
                ask(state, seat, Q_ODD)
                offer(state, O_ODD, DRAGONS)
                offer(state, O_ODD, GIANTS)
                return False
            odd = answer_value(state)
            dragons = half + (1 if odd == DRAGONS else 0)
            giants = half + (1 if odd == GIANTS else 0)
    if dragons > 0:
        pay(state, rules, seat, TO_STAKES + DRAGONS, dragons)
    if giants > 0:
        pay(state, rules, seat, TO_STAKES + GIANTS, giants)
    fall_into_hole(state, rules, seat, owed - dragons - giants)
    return True


# --- turns -----------------------------------------------------------------------------------------------


@inline
def start_round(state, rules, leader):
    state.leader = leader
    state.round_no += 1
    state.turns_taken = 0
    state.turn = leader
    for seat in range(rules.seats):
        state.played[seat] = NONE
    state.phase = P_TURN
    state.part = 0
    note(state, rules, E_LEADER, leader, -1, state.round_no, -1)


@inline
def start_turn(state, rules):
    """Buy with one card or none, then choose a card to play; there is no pass (LE T1, T2)."""
    seat = int(state.turn)
    state.pushes = 0
    if state.part > 0 or state.hand_size[seat] <= rules.buy_at:
        if not buy(state, rules, seat):
            return
    if state.hand_size[seat] == 0:  # nothing to buy anywhere: the turn passes
        state.phase = P_NEXT
        return
    ask(state, seat, Q_TURN)
    for i in range(state.hand_size[seat]):
        offer(state, O_PLAY, state.hand[seat, i])
    state.phase = P_PLAY


@inline
def play_card(state, rules):
    """Put the chosen card at the end of the flight; its power triggers or not (LE T2, T3, P1, P2)."""
    seat = int(state.turn)
    card = answer_value(state)
    remove_from_hand(state, seat, find_in_hand(state, seat, card))
    slot = int(state.slots[seat])
    state.slots[seat] += 1
    state.played[seat] = slot
    note(state, rules, E_PLAY, seat, card, 0, -1)
    state.phase = P_FLIGHTS
    state.at = 0
    state.part = 0
    if triggers(state, rules, seat, card):
        note(state, rules, E_TRIGGER, seat, card, 0, -1)
        push_power(state, rules, card, seat, card)
    enter(state, rules, seat, slot, card)


@inline
def triggers(state, rules, seat, card):
    """The leader's card always triggers; another if no stronger than its right neighbour's of this round.

    The neighbour's card counts as it now lies, or with the strength it had when it left (LE P3). A neighbour
    who had no card to play cannot be compared with: no trigger (assumed).
    """
    if state.turns_taken == 0 or in_force_for(state, MY_PLAYS_TRIGGER, seat):
        return True
    right = next_seat(rules, seat, -1)
    if state.played[right] < 0:
        return False
    return rules.cards[card].strength <= state.played_strength[right]


@inline
def reward_flights(state, rules):
    """Special flights, the active player's first, then clockwise (LE T4, F7 to F13; GW F8 to F13)."""
    for steps in range(rules.seats):
        seat = next_seat(rules, state.turn, steps)
        if state.slots[seat] >= 3 and state.changed & bit(seat):
            if reward_colour(state, rules, seat) or reward_strength(state, rules, seat, False):
                return
            state.changed &= ~bit(seat)
    state.phase = P_BUY
    state.at = 0
    state.part = 0


@inline
def reward_colour(state, rules, seat):
    """Pay the next complete colour not yet scored by this player in this gambit; whether there was one."""
    fresh = complete_colours(state, rules, seat) & ~state.scored_colours[seat]
    if fresh == 0:
        return False
    colour = lowest_bit(fresh)
    state.scored_colours[seat] |= bit(colour)
    state.colour_flights += 1
    pays = colour_flight_pays(state, rules, seat, colour)
    note(state, rules, E_SPECIAL_COLOUR, seat, -1, pays, colour)
    reward(state, rules, seat, rules.colour_first, rules.colour_end, pays)
    return True


@inline
def reward_strength(state, rules, seat, scoring):
    fresh = complete_strengths(state, rules, seat, scoring) & ~state.scored_strengths[seat]
    if fresh == 0:
        return False
    strength = lowest_bit(fresh)
    state.scored_strengths[seat] |= bit(strength)
    state.strength_flights += 1
    note(state, rules, E_SPECIAL_STRENGTH, seat, -1, strength, -1)
    reward(state, rules, seat, rules.strength_first, rules.strength_end, strength)
    return True


@inline
def reward(state, rules, seat, first, end, strength):
    """Push a reward, and below it what gods of the opponents do about it (GW C54: after the reward)."""
    state.pushes = 0
    for steps in range(rules.seats - 1, 0, -1):
        other = next_seat(rules, seat, steps)
        for slot in range(state.slots[other]):
            card = state.flight[other, slot]
            if card >= 0 and rules.cards[card].hook_end > rules.cards[card].hook_first:
                push(state, rules, rules.cards[card].hook_first, rules.cards[card].hook_end, other, card)
    if push(state, rules, first, end, seat, NONE):
        state.frames[state.depth - 1].strength = strength


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


# --- buying ----------------------------------------------------------------------------------------------


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
        pay(state, rules, seat, prince, price)
        return True
    if rules.two_stakes == 0:
        pay(state, rules, seat, TO_STAKES, price)
        return True
    half = (price + 1) // 2
    return pay_both(state, rules, seat, half, half, price)


# --- rounds ----------------------------------------------------------------------------------------------


@inline
def next_turn(state, rules):
    state.turns_taken += 1
    state.turns += 1
    if state.turns_taken < rules.seats:
        state.turn = next_seat(rules, state.turn, 1)
        state.phase = P_TURN
        state.part = 0
    else:
        state.phase = P_ROUND_END


@inline
def end_round(state, rules):
    """The next leader, and whether the gambit goes on (LE R1 to R5, W4; GW W5, N17)."""
    state.rounds += 1
    leader = next_leader(state, rules)
    if state.round_no < rules.rounds:
        start_round(state, rules, leader)
        return
    if state.round_no < MAX_FLIGHT and wants_extra_round(state, rules):
        state.extra_rounds += 1
        note(state, rules, E_EXTRA_ROUND, -1, -1, 0, -1)
        start_round(state, rules, leader)
        return
    state.phase = P_SCORE
    state.at = 0


@inline
def next_leader(state, rules):
    """Owner of the highest untied card of this round, as the cards now lie; all tied: as before (LE R1 to R3)."""
    leader = int(state.leader)
    best = -1
    for seat in range(rules.seats):
        strength = lying_strength(state, seat)
        if strength <= best:
            continue
        tied = False
        for other in range(rules.seats):
            if other != seat and lying_strength(state, other) == strength:
                tied = True
        if not tied:
            best = strength
            leader = seat
    return leader


@inline
def lying_strength(state, seat):
    """Strength of the card in the slot used this round, -1 if there is none any more."""
    slot = state.played[seat]
    if slot < 0 or state.flight[seat, slot] < 0:
        return -1
    return int(state.played_strength[seat])


@inline
def wants_extra_round(state, rules):
    """A Bronze Warlord's owner who wins nothing after the last round, or a tie where ties are played off."""
    warlord = state.round_no == rules.rounds and in_force(state, EXTRA_ROUND)
    if not warlord and rules.tie_extra == 0:
        return False
    set_scoring_strengths(state, rules)
    extra = False
    winners = np.int64(0)
    weakest_wins = in_force(state, WEAKEST_WINS)
    for side in range(1 + rules.two_stakes):
        winner = best_flight(state, rules, side, weakest_wins)
        if winner >= 0:
            winners |= bit(winner)
        elif winner == -2 and rules.tie_extra != 0:
            extra = True
    if warlord:
        for seat in range(rules.seats):
            if in_force_for(state, EXTRA_ROUND, seat) and winners & bit(seat) == 0:
                extra = True
    for seat in range(rules.seats):
        refresh(state, rules, seat)
    return extra


# --- scoring ---------------------------------------------------------------------------------------------


@inline
def set_scoring_strengths(state, rules):
    """Put scoring values into totals, strengths and sides (GW F7; R-7 for the reading of bonuses).

    First Dragonriders' strengths, then the side, then bonuses on the flight's strength whatever its side; a
    balanced flight stays out. With `bonus_giants` a giant's bonus joins the giant total before the side.
    """
    for seat in range(rules.seats):
        dragons = 0
        giants = 0
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] < 0:
                continue
            strength = scoring_strength(state, rules, seat, slot)
            if state.side[seat, slot] == GIANTS:
                giants += strength
            else:
                dragons += strength
        if rules.bonus_giants != 0 and rules.two_stakes != 0:
            giants += bonuses(state, rules, seat, True)
        set_totals(state, rules, seat, dragons, giants, cards_in(state, seat))
    for seat in range(rules.seats):
        if rules.two_stakes == 0:
            state.strength[seat] += bonuses(state, rules, seat, True) + bonuses(state, rules, seat, False)
        elif state.strength[seat] > 0:
            state.strength[seat] += bonuses(state, rules, seat, False)
            if rules.bonus_giants == 0:
                state.strength[seat] += bonuses(state, rules, seat, True)


@inline
def bonuses(state, rules, seat, of_giants):
    """Scoring bonuses that a seat has triggered, counted from the flights as they now are (GW F15)."""
    total = 0
    for i in range(state.n_standing):
        if state.standing_rule[i] != SCORE_BONUS or state.standing_me[i] != seat:
            continue
        row = rules.rows[state.standing_row[i]]
        if (row.giant != 0) == of_giants:
            # the frame is spare: counting needs an owner and a card, no power is under way
            frame = state.frames[0]
            frame.me = seat
            frame.this = state.standing_card[i]
            n = count(
                state, rules, frame, row.per, row.per_filter, row.per_place, row.per_relation,
                row.relation_n, seat, True,
            )  # fmt: skip
            total += int(row.amount) * n + int(row.plus)
    return total


@inline
def score_riders(state, rules):
    """Strength flights that a Dragonrider completes at scoring, from the last active player (LE F11, GW F14)."""
    while state.at < rules.seats:
        seat = next_seat(rules, state.turn, state.at)
        if has_rider(state, seat) and reward_strength(state, rules, seat, True):
            return
        state.at += 1
    state.phase = P_AWARD


@inline
def has_rider(state, seat):
    for slot in range(state.slots[seat]):
        if state.flight[seat, slot] >= 0 and state.mark[seat, slot] & RIDER:
            return True
    return False


@inline
def award(state, rules):
    """The end of a gambit, in the order of GW W10 and LE 2.9."""
    set_scoring_strengths(state, rules)
    for seat in range(rules.seats):
        note(state, rules, E_BONUS, seat, -1, state.strength[seat], state.fights_for[seat])
    weakest_wins = in_force(state, WEAKEST_WINS)
    dragon_winner = award_stakes(state, rules, DRAGONS, weakest_wins)
    giant_winner = -1
    if rules.two_stakes != 0:
        giant_winner = award_stakes(state, rules, GIANTS, weakest_wins)
    give_gifts(state, rules, dragon_winner)
    give_gifts(state, rules, giant_winner)
    clear_table(state, rules)
    for seat in range(rules.seats):
        settle_hole(state, rules, seat)
    state.gambits_emptied += state.emptied
    first = dragon_winner if dragon_winner >= 0 else giant_winner
    if first < 0:  # GW W11; LE E3, W5
        first = int(state.turn) if state.emptied != 0 and rules.two_stakes == 0 else int(state.leader)
    end_gambit(state, rules, first)


@inline
def award_stakes(state, rules, side, weakest_wins):
    """Pay one stakes out (GW W4 to W8, W18, W19; C15 and N11 for what cuts the prize); the winner or -1."""
    winner = best_flight(state, rules, side, weakest_wins)
    if winner < 0:
        note(state, rules, E_WIN, -1, -1, state.stakes[side], side)
        state.stakes_stayed += 1
        return -1
    state.stakes_won += 1
    prize = int(state.stakes[side])
    if in_force(state, HALF_STAYS):
        prize = (prize + 1) // 2
    state.stakes[side] -= prize
    if in_force(state, SPLITS_LEFT):
        share = prize // 2
        left = next_seat(rules, winner, 1)
        state.hoard[left] += share
        prize -= share
        note(state, rules, E_SHARE, left, -1, share, side)
    state.hoard[winner] += prize
    note(state, rules, E_WIN, winner, -1, prize, side)
    return winner


@inline
def give_gifts(state, rules, winner):
    """A Gold Monarch's owner who has won pays each opponent, once a trigger (LE Gold Monarch, GW N8)."""
    if winner < 0:
        return
    for i in range(state.n_standing):
        if state.standing_rule[i] == GIFTS_IF_WIN and state.standing_me[i] == winner:
            amount = int(rules.rows[state.standing_row[i]].amount)
            for steps in range(1, rules.seats):
                pay(state, rules, winner, next_seat(rules, winner, steps), amount)


@inline
def clear_table(state, rules):
    """All flights, then the ante, go to the discard pile."""
    for seat in range(rules.seats):
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] >= 0:
                state.discard[state.discard_size] = state.flight[seat, slot]
                state.discard_size += 1
        state.slots[seat] = 0
    for i in range(state.ante_size):
        state.discard[state.discard_size] = state.ante[i]
        state.discard_size += 1
    state.ante_size = 0


@inline
def end_gambit(state, rules, first_drawer):
    """Is the game over (LE G1, GW E2, E8)? If not, each draws, the winner first, and the next gambit begins."""
    broke = False
    for seat in range(rules.seats):
        if state.hoard[seat] == 0:
            broke = True
    if state.scorings_left > 0:
        state.scorings_left -= 1
    if broke:
        finish(state, rules, ENDED_BROKE)
    elif state.scorings_left == 0:
        finish(state, rules, ENDED_SCORINGS)
    elif state.gambit >= MAX_GAMBITS:
        finish(state, rules, ENDED_BOUND)
    else:
        state.first_drawer = first_drawer
        for steps in range(rules.seats):
            seat = next_seat(rules, first_drawer, steps)
            draw(state, rules, seat, rules.draw_between, False)
        state.phase = P_START


@inline
def finish(state, rules, ended):
    """The game ends: most gold wins, found before leftovers; winners share stakes and hole pile (GW W13, W14)."""
    state.ended = ended
    state.over = 1
    state.phase = P_OVER
    state.depth = 0
    state.n_options = 0
    best = -1
    winners = 0
    for seat in range(rules.seats):
        if state.hoard[seat] > best:
            best = int(state.hoard[seat])
            winners = 0
            state.winners = 0
        if state.hoard[seat] == best:
            winners += 1
            state.winners |= bit(seat)
    left = int(state.stakes[0]) + int(state.stakes[1]) + int(state.hole_pile)
    for seat in range(rules.seats):
        if state.winners & bit(seat):
            state.hoard[seat] += left // winners
            note(state, rules, E_LEFTOVER, seat, -1, left // winners, -1)
    state.gold_out = left % winners
    state.stakes[0] = 0
    state.stakes[1] = 0
    state.hole_pile = 0
    note(state, rules, E_OVER, -1, -1, ended, -1)


# --- the machine -----------------------------------------------------------------------------------------


@inline
def run_table(state, rules):
    """Do what the phase asks for; phases that follow each other in a turn are done in one go."""
    if state.phase == P_PLAY:
        play_card(state, rules)
    if state.phase == P_FLIGHTS and state.depth == 0:
        reward_flights(state, rules)
    if state.phase == P_BUY:
        buy_with_empty_hands(state, rules)
    if state.phase == P_NEXT:
        next_turn(state, rules)
    if state.phase >= P_ROUND_END:
        end_of_round(state, rules)
    if state.phase == P_TURN:
        start_turn(state, rules)
    elif state.phase < P_TURN:
        ante_step(state, rules)


@inline
def end_of_round(state, rules):
    if state.phase == P_ROUND_END:
        end_round(state, rules)
    if state.phase == P_SCORE:
        score_riders(state, rules)
    if state.phase == P_AWARD and state.depth == 0:
        award(state, rules)


@inline
def ante_step(state, rules):
    if state.phase == P_START:
        start_gambit(state, rules)
    if state.phase == P_ANTE:
        ask_ante(state, rules)
    if state.phase == P_REVEAL:
        reveal_ante(state, rules)
    if state.phase == P_PRICE:
        choose_prices(state, rules)
    if state.phase == P_PAY_ANTE:
        pay_antes(state, rules)


@inline
def run(state, rules):
    """Run to the next question or the end of the game: the top power, or the table when none is under way."""
    while state.n_options == 0 and state.over == 0:
        if state.depth > 0:
            run_power(state, rules)
        else:
            run_table(state, rules)


@step.of(STATE)
def step_game(state, rules, choice):
    answered(state)
    if state.steps >= MAX_STEPS:
        finish(state, rules, ENDED_BOUND)
        return
    state.answer = state.options[choice]
    note(state, rules, E_CHOICE, state.actor, -1, state.answer, -1)
    state.n_options = 0
    run(state, rules)


@compiled
def resume(state, rules):
    """Run a position that was set up by hand to its first question: totals, sides and strengths are worked out."""
    for seat in range(rules.seats):
        refresh(state, rules, seat)
    run(state, rules)


@payoff.of(STATE)
def share_of_win(state, rules, seat):
    """Joint winners share one win equally; 0 while the game goes on."""
    if state.over == 0 or state.winners & bit(seat) == 0:
        return 0.0
    winners = 0
    for other in range(rules.seats):
        if state.winners & bit(other):
            winners += 1
    return 1.0 / winners


@record.of(RESULT)
def record_game(row, state, rules):
    """One row of what a finished game was like."""
    row.game = state.game
    row.seats = rules.seats
    row.winners = state.winners
    row.n_winners = 0
    for seat in range(SEATS):
        row.gold[seat] = state.hoard[seat]
        if state.winners & bit(seat):
            row.n_winners += 1
    row.gambits = state.gambit
    row.rounds = state.rounds
    row.turns = state.turns
    row.decisions = state.decisions
    row.steps = state.steps
    row.ended = state.ended
    row.reshuffles = state.reshuffles
    row.holes = state.holes
    row.colour_flights = state.colour_flights
    row.strength_flights = state.strength_flights
    row.buys = state.buys
    row.stakes_won = state.stakes_won
    row.stakes_stayed = state.stakes_stayed
    row.emptied = state.gambits_emptied
    row.extra_rounds = state.extra_rounds
    row.chains_cut = state.chains_cut
    for i in range(MAX_CURVE):
        reached = i < state.gambit
        row.hand_by_gambit[i] = state.hands[i] / rules.seats if reached else np.nan
        for seat in range(SEATS):
            row.gold_by_gambit[i, seat] = state.hoards[i, seat] if reached and seat < rules.seats else -1



