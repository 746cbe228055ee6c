"""The end of a gambit once more: slow, obvious, and written from `docs/rules/` alone.

It knows nothing of the engine. A table is plain lists and dicts; `finish_turn` takes it from the
last card of a turn, its power done, through special flights, scoring and awarding. Lines of rules
are those of `docs/rules/giants-war.md` (GW) and `three-dragon-ante.md` (LE).
"""

from dataclasses import dataclass, field

DRAGON, GIANT = "dragon", "giant"
GODS = {  # LE section 4, GW sections 6.3 and 6.4
    "Bahamut",
    "Tiamat",
    "Io",
    "Diancastra",
    "Grolantor",
    "Hiatea the Huntress",
    "Iallanis",
    "Memnor",
    "Othea",
    "Skoreaus Stonebones",
    "Stronmaus",
    "Surtur",
    "Thrym",
    "Vaprak the Destroyer",
}
SEVERAL_COLOURS = {
    "Tiamat": {"black", "blue", "green", "red", "white"},
    "Othea": {"cloud", "fire", "frost", "hill", "stone", "storm"},
}
DRAGON_COLOURS = {"brass", "bronze", "copper", "gold", "silver", "shadow"} | SEVERAL_COLOURS[
    "Tiamat"
]


@dataclass(frozen=True)
class Card:
    """What is printed on a card; ``kind`` is dragon, giant or mortal."""

    title: str
    kind: str
    alignment: str
    colours: frozenset
    strength: int


@dataclass
class Lying:
    """A card in a flight: the side it fights for, and the marks of a triggered mortal."""

    card: Card
    side: str
    rider: bool = False  # the Dragonrider's effect is on it
    wyrm: bool = False  # the Wyrmpriest's effect is on it


@dataclass
class Table:
    """A game on the table; seats count clockwise."""

    two_stakes: bool
    hoards: list
    holes: list
    once_in_hole: list
    flights: list  # of each seat a list of Lying, in the order played
    scored: list  # of each seat the set of colours and strengths scored in this gambit
    stakes: dict  # side -> gold; in one stakes all under DRAGON
    hole_pile: int
    effects: list  # (title, seat) of powers that last for the gambit
    hands: list  # numbers of cards
    legendary_deck: int
    round: int
    leader: int
    active: int  # whose turn it was last
    scorings_left: int | None  # None before the reshuffle
    # house rules
    rounds: int = 3
    tie: str = "stays"
    bonus_to: str = "flight"
    colour_flight_pays: str = "second-strongest"
    hand_limit: int = 10
    colour_order: list = field(default_factory=list)  # LE F13: mortal last
    # what is told at the end
    colour_flights: int = 0
    strength_flights: int = 0
    emptied: bool = False
    extra_round: bool = False
    over: bool = False
    won: dict = field(default_factory=dict)  # stakes -> seat or None
    first_drawer: int | None = None
    winners: list = field(default_factory=list)
    left_over: int = 0

    def seats_from(self, seat):
        """All seats, clockwise from one."""
        n = len(self.hoards)
        return [(seat + k) % n for k in range(n)]

    def opponents(self, seat):
        """All others, clockwise from the left neighbour."""
        return self.seats_from(seat)[1:]


# --- what a lying card counts as


def is_mortal(lying):
    return lying.card.kind == "mortal" or lying.card.title == "Hiatea the Huntress"  # C21


def is_dragon(table, lying):
    """A plain dragon: GW N26 for a triggered Wyrmpriest with two stakes."""
    return lying.card.kind == DRAGON or (lying.wyrm and table.two_stakes)


def is_aligned_dragon(lying, alignment):
    return lying.card.kind == DRAGON and lying.card.alignment == alignment


def colours(lying):
    """The colours that it counts as in a colour flight (LE F1, GW F8, F12, N13)."""
    found = set(lying.card.colours) | SEVERAL_COLOURS.get(lying.card.title, set())
    if is_mortal(lying):
        found.add("mortal")
    if lying.wyrm:
        found |= DRAGON_COLOURS
    return found


# --- strength and side


def strength_and_side(table, seat):
    """GW F1 to F3; in one stakes all add up, and a side means: has a card there."""
    flight = table.flights[seat]
    return _of_totals(table, [(lying.side, lying.card.strength) for lying in flight])


def _of_totals(table, parts):
    if not table.two_stakes:
        return sum(strength for _, strength in parts), DRAGON if parts else None
    dragons = sum(strength for side, strength in parts if side == DRAGON)
    giants = sum(strength for side, strength in parts if side == GIANT)
    if dragons > giants:
        return dragons, DRAGON
    if giants > dragons:
        return giants, GIANT
    return 0, None


def card_at_scoring(table, seat, lying):
    """The strength of a card when the gambit is scored (LE W1, Dragonrider; GW N25, C41)."""
    if not lying.rider:
        return lying.card.strength
    dragons = [x.card.strength for x in table.flights[seat] if is_dragon(table, x)]
    return min(dragons, default=0)


def scoring(table, seat):
    """(strength, side) at scoring: GW F7, F15 and R-7 in both readings; LE W1."""
    to_flight, to_giants = 0, 0
    for title, owner in table.effects:
        if owner != seat:
            continue
        if title == "Dracolich":
            to_flight += 2 * sum(is_aligned_dragon(x, "evil") for x in table.flights[seat])
        elif title == "The Emperor":  # a triggered Wyrmpriest counts, in one stakes too (N26)
            to_flight += 3 * sum(x.card.kind == DRAGON or x.wyrm for x in table.flights[seat])
        elif title == "Hiatea the Huntress":
            to_giants += 2 * sum(any(is_mortal(x) for x in flight) for flight in table.flights)
        elif title == "Surtur":
            to_giants += 2 * sum(any(x.card.title in GODS for x in f) for f in table.flights)
        elif title == "Thrym":
            to_giants += 3 * sum(table.once_in_hole)
    parts = [(x.side, card_at_scoring(table, seat, x)) for x in table.flights[seat]]
    if table.two_stakes and table.bonus_to == "giants":
        strength, side = _of_totals(table, [*parts, (GIANT, to_giants)])
        return (strength + to_flight, side) if side else (0, None)
    strength, side = _of_totals(table, parts)
    if table.two_stakes and side is None:
        return 0, None
    return strength + to_flight + to_giants, side


def barred(table, seat):
    """Whether a god forbids this flight to win (LE W2, GW W8, N1, C12, C32, N26)."""
    flight = table.flights[seat]
    for god in flight:
        others = [x for x in flight if x is not god]
        if god.card.title == "Bahamut" and any(is_aligned_dragon(x, "evil") for x in others):
            return True
        if god.card.title == "Tiamat" and any(is_aligned_dragon(x, "good") for x in others):
            return True
        if god.card.title == "Io" and any(is_mortal(x) for x in others):
            return True
        if god.card.title == "Vaprak the Destroyer" and any(is_dragon(table, x) for x in others):
            return True
    return False


def in_force(table, *titles):
    return any(title in titles for title, _ in table.effects)


def best(table, stakes):
    """("won", seat), ("tie", None) or ("nobody", None) (GW W4 to W8, W17, N5; LE W3)."""
    scores = {}
    for seat in range(len(table.hoards)):
        strength, side = scoring(table, seat)
        if not barred(table, seat) and (side == stakes or not table.two_stakes):
            scores[seat] = strength
    if not scores:
        return "nobody", None
    weakest = in_force(table, "The Druid", "Iallanis")
    wanted = min(scores.values()) if weakest else max(scores.values())
    found = [seat for seat, strength in scores.items() if strength == wanted]
    return ("won", found[0]) if len(found) == 1 else ("tie", None)


# --- gold


def pay(table, payer, receiver, amount):
    """To a player; what is missing goes to the hole counter (LE H1, GW W12)."""
    paid = min(table.hoards[payer], amount)
    table.hoards[payer] -= paid
    table.hoards[receiver] += paid
    if paid < amount:
        table.holes[payer] += amount - paid
        table.once_in_hole[payer] = True


def all_stakes(table):
    return sum(table.stakes.values())


def steal(table, seat, amount, choose):
    """From one stakes of choice, none that is empty (GW W1, W2, W16); True: now all are."""
    if all_stakes(table) == 0:
        return False
    sides = [side for side in (DRAGON, GIANT) if table.stakes.get(side, 0) > 0]
    side = choose(seat, sides) if table.two_stakes else DRAGON
    taken = min(amount, table.stakes[side])
    table.stakes[side] -= taken
    table.hoards[seat] += taken
    return all_stakes(table) == 0


# --- special flights


def complete_colours(table, seat):
    """The colours of which three cards or more lie there, in the order they are paid."""
    found = [colour for lying in table.flights[seat] for colour in colours(lying)]
    return [colour for colour in table.colour_order if found.count(colour) >= 3]


def complete_strengths(table, seat, at_scoring=False):
    """The strengths of which three cards or more lie there, from low to high."""
    found = [
        card_at_scoring(table, seat, x) if at_scoring else x.card.strength
        for x in table.flights[seat]
    ]
    return sorted({strength for strength in found if found.count(strength) >= 3})


def worth(table, seat, colour):
    """What each opponent pays for a colour flight (LE F2), by the house's reading."""
    matching = sorted(
        (x.card.strength for x in table.flights[seat] if colour in colours(x)), reverse=True
    )
    place = {"strongest": 0, "second-strongest": 1, "weakest": -1}[table.colour_flight_pays]
    return matching[place]


def diancastra_draws(table, scorer):
    """One Legendary card to her owner for each flight an opponent scores (GW C15, C54, S16)."""
    for seat in table.opponents(scorer):
        has_her = any(lying.card.title == "Diancastra" for lying in table.flights[seat])
        if has_her and table.legendary_deck > 0 and table.hands[seat] < table.hand_limit:
            table.legendary_deck -= 1
            table.hands[seat] += 1


def score_colours(table, seat):
    for colour in complete_colours(table, seat):
        if colour not in table.scored[seat]:
            table.scored[seat].add(colour)
            table.colour_flights += 1
            amount = worth(table, seat, colour)
            for payer in table.opponents(seat):
                pay(table, payer, seat, amount)
            diancastra_draws(table, seat)


def score_strengths(table, seat, choose, at_scoring=False):
    """True: the last gold was stolen, and the rest of the gambit is dropped (LE F5, GW W15)."""
    for strength in complete_strengths(table, seat, at_scoring):
        if strength not in table.scored[seat]:
            table.scored[seat].add(strength)
            table.strength_flights += 1
            if steal(table, seat, strength, choose):
                return True
            diancastra_draws(table, seat)
    return False


# --- the end of a turn


def finish_turn(table, choose):
    """From the last card of a turn to the next round or gambit, or the end of the game.

    ``choose(seat, sides)`` answers which stakes a steal takes from. The ante is empty and nobody is
    out of cards: no ante cards are taken and nobody buys.
    """
    for seat in table.seats_from(table.active):  # LE T4
        score_colours(table, seat)
        if score_strengths(table, seat, choose):
            table.emptied = True
            break
    if not table.emptied:
        if table.round < table.rounds or wants_extra_round(table):
            table.extra_round = table.round >= table.rounds
            table.leader = next_leader(table)
            return
        for seat in table.seats_from(table.active):  # LE F11
            riding = any(lying.rider for lying in table.flights[seat])
            if riding and score_strengths(table, seat, choose, at_scoring=True):
                break  # scoring goes on (GW F14), further flights are dropped (W15)
    award(table)
    end_gambit(table)


def wants_extra_round(table):
    """Bronze Warlord (LE R5; GW N4, N17) and ties (LE W4; GW W5)."""
    results = [best(table, stakes) for stakes in table.stakes]
    if table.tie == "extra-round" and any(result == "tie" for result, _ in results):
        return True
    if table.round != table.rounds:
        return False
    won = [seat for result, seat in results if result == "won"]
    return any(title == "Bronze Warlord" and seat not in won for title, seat in table.effects)


def next_leader(table):
    """Whose card of this round has the highest untied strength, else who led (LE R1, R2)."""
    last = {seat: f[-1].card.strength for seat, f in enumerate(table.flights) if f}
    untied = [s for s in last.values() if list(last.values()).count(s) == 1]
    if not untied:
        return table.leader
    return next(seat for seat, strength in last.items() if strength == max(untied))


def award(table):
    """The stakes, whole or halved or shared; then the Monarchs' gifts (GW W10, N8, N11, N18)."""
    for stakes in table.stakes:
        table.won[stakes] = best(table, stakes)[1]
    for stakes, winner in table.won.items():
        if winner is None:
            continue
        prize = table.stakes[stakes]
        if in_force(table, "Diancastra"):
            prize = -(-prize // 2)  # the winner's half is rounded up
        table.stakes[stakes] -= prize
        if in_force(table, "The Priest"):
            table.hoards[table.opponents(winner)[0]] += prize // 2
            prize = -(-prize // 2)
        table.hoards[winner] += prize
    for winner in table.won.values():
        for title, seat in table.effects:
            if title == "Gold Monarch" and seat == winner:
                for opponent in table.opponents(winner):
                    pay(table, winner, opponent, 3)


def end_gambit(table):
    """Holes, the game's end, the first drawer (LE Z4 to Z6, H3, E3, W5, G1, G2; GW W10 to W14)."""
    for seat, hole in enumerate(table.holes):
        paid = min(hole, table.hoards[seat])
        table.hoards[seat] -= paid
        table.hole_pile += paid
        table.holes[seat] = 0
    table.over = 0 in table.hoards or table.scorings_left == 1
    if not table.over:
        winners = [seat for seat in table.won.values() if seat is not None]
        nobody = table.active if table.emptied and not table.two_stakes else table.leader
        table.first_drawer = winners[0] if winners else nobody
        return
    most = max(table.hoards)
    table.winners = [seat for seat, gold in enumerate(table.hoards) if gold == most]
    rest = all_stakes(table) + table.hole_pile
    for seat in table.winners:
        table.hoards[seat] += rest // len(table.winners)
    table.left_over = rest % len(table.winners)
    table.stakes = dict.fromkeys(table.stakes, 0)
    table.hole_pile = 0
