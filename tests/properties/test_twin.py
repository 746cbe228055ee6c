"""The engine and a slow, separate reading of the rules agree on how gambits end.

hypothesis makes positions before the last card of a round: flights of up to five cards and one to
come, with sides, marks, effects, gold and holes. All standard cards are played without powers, so
that what follows the card is special flights, scoring and the awarding alone.
"""

from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from twin import (
    DRAGON,
    GIANT,
    Card,
    Lying,
    Table,
    complete_colours,
    complete_strengths,
    finish_turn,
    strength_and_side,
)

import engine
from engine.ante import codes as c
from engine.core.verbs import step

EXAMPLES = 2_500
LASTING = (
    "Dracolich",
    "Gold Monarch",
    "Bronze Warlord",
    "The Druid",
    "The Priest",
    "The Emperor",
    "Diancastra",
    "Hiatea the Huntress",
    "Iallanis",
    "Surtur",
    "Thrym",
)
COPIERS = ("Storm Giant", "Storm Giant Champion", "Shadow Dragon", "Shadow Invader", "The Prophet")
RIDERS, WYRMS = ("The Dragonrider", *COPIERS), ("The Wyrmpriest", *COPIERS)
DECKS = {
    "giants-war": (
        None,
        {
            "dragons": ["white", "gold", "shadow", "bronze", "red", "copper"],
            "giants": ["storm", "hill", "fire", "cloud", "stone", "frost"],
        },
    ),
    "legendary": ("legendary", "borrowed"),
}
SIDES = {c.DRAGONS: DRAGON, c.GIANTS: GIANT, c.BALANCED: None}


@cache
def design_of(game, players, deck, tie, bonus_to, pays):
    """A design in which standard cards have no powers, and its cards as the twin knows them."""
    known = engine.load(game)
    printed = {info.title: info for info in known.cards()}
    standard = [info.title for info in printed.values() if info.strengths != info.strengths[:1]]
    design = known.design(
        players,
        DECKS[game][deck],
        {
            "tie": tie,
            "bonus_to": bonus_to,
            "colour_flight_pays": pays,
            "cards": {title: {"power": []} for title in standard},
        },
    )
    cards = {}
    for name in design.names:
        title = name if name in printed else name.rpartition(" ")[0]
        info = printed[title]
        strength = info.strengths[0] if name == title else int(name.rpartition(" ")[2])
        cards[name] = Card(title, info.kind, info.alignment, frozenset(info.colours), strength)
    return design, cards


def side_of(card, luck, two_stakes):
    """Dragons and giants fight for their own, Hiatea for the giants, mortals for either."""
    if not two_stakes:
        return DRAGON
    return luck.choice((DRAGON, GIANT)) if card.kind == "mortal" else card.kind


def draw_flight(luck, left, cards, two_stakes):
    """Up to five cards, often alike in colour or strength; they are taken out of ``left``."""
    alike = luck.choice(("none", "colour", "strength"))
    flight = []
    for _ in range(luck.choice((3, 4, 5, 5, 2, 1, 0 if two_stakes else 3))):
        if not flight or alike == "none" or luck.random() < 0.2:
            fit = left
        elif alike == "colour":
            fit = [n for n in left if cards[n].colours & cards[flight[0][0]].colours] or left
        else:
            fit = [n for n in left if cards[n].strength == cards[flight[0][0]].strength] or left
        if luck.random() < 0.2:
            fit = [n for n in fit if n == cards[n].title] or fit  # Legendary cards and mortals
        name = luck.choice(fit)
        left.remove(name)
        card = cards[name]
        lying = Lying(card, side_of(card, luck, two_stakes))
        lying.rider = card.title in RIDERS and luck.random() < 0.6
        lying.wyrm = card.title in WYRMS and luck.random() < 0.6
        flight.append((name, lying))
    return flight


@st.composite
def games(draw):
    """(design, position, the twin's table before the last card, its name and side, luck)."""
    game = draw(st.sampled_from(tuple(DECKS)))
    players = draw(st.integers(2, 6))
    two_stakes = game == "giants-war"
    house = {
        "tie": draw(st.sampled_from(("stays", "extra-round"))),
        "bonus_to": draw(st.sampled_from(("flight", "giants"))),
        "pays": draw(
            st.sampled_from(("second-strongest", "second-strongest", "strongest", "weakest"))
        ),
    }
    design, cards = design_of(game, players, draw(st.integers(0, 1)), **house)
    luck = draw(st.randoms(use_true_random=False))
    left = sorted(cards)
    flights = [draw_flight(luck, left, cards, two_stakes) for _ in range(players)]
    leader = luck.randrange(players)
    active = (leader - 1) % players
    before = flights[(active - 1) % players]
    limit = before[-1][1].card.strength if before else 0
    # what triggers must have no power; what does not may be anything
    fit = [n for n in left if n != cards[n].title or cards[n].strength > limit]
    last = luck.choice(fit)
    left.remove(last)
    marked = [seat for seat, flight in enumerate(flights) if any(x.wyrm for _, x in flight)]
    owners = [*range(players), *marked, *marked]
    lasting = [title for title in LASTING if title in cards]
    effects = [
        (luck.choice(lasting), luck.choice(owners)) for _ in range(luck.choice((1, 2, 4, 6, 0)))
    ]
    table = Table(
        two_stakes=two_stakes,
        hoards=[luck.choice((0, luck.randint(1, 60))) for _ in range(players)],
        holes=[luck.choice((0, 0, luck.randint(1, 9))) for _ in range(players)],
        once_in_hole=[],
        flights=[[lying for _, lying in flight] for flight in flights],
        scored=[],
        stakes={side: luck.choice((0, 3, luck.randint(1, 60))) for side in (DRAGON, GIANT)},
        hole_pile=luck.randint(0, 9),
        effects=effects,
        hands=[luck.randint(2, 9) for _ in range(players)],  # after the card; nobody buys
        legendary_deck=luck.choice((0, 1, 9)) if two_stakes else 0,
        round=luck.choice((1, 3, 3, 3, 4)),
        leader=leader,
        active=active,
        scorings_left=luck.choice((None, 1, 2)) if two_stakes else None,
        tie=house["tie"],
        bonus_to=house["bonus_to"],
        colour_flight_pays=house["pays"],
        colour_order=list(design.colours),
    )
    table.once_in_hole = [hole > 0 or luck.random() < 0.3 for hole in table.holes]
    if not two_stakes:
        del table.stakes[GIANT]
    for seat in range(players):
        complete = [*complete_colours(table, seat), *complete_strengths(table, seat)]
        table.scored.append({what for what in complete if luck.random() < 0.3})
    return design, cards, flights, table, last, luck


def position_of(cards, flights, table, last, luck):
    """The twin's table in the words of a scenario's position."""
    left = [n for n in cards if n != last and all(n != name for f in flights for name, _ in f)]
    standard = [n for n in left if n != cards[n].title]
    luck.shuffle(standard)
    seats = []
    for seat, flight in enumerate(flights):
        hand = [standard.pop() for _ in range(table.hands[seat])]
        entry = {
            "hoard": table.hoards[seat],
            "hole": table.holes[seat],
            "been_in_hole": table.once_in_hole[seat],
            "hand": [last, *hand] if seat == table.active else hand,
            "flight": [],
            "scored": sorted(table.scored[seat], key=str),
        }
        for name, lying in flight:
            named = {"card": name}
            if lying.card.kind == "mortal" and table.two_stakes:
                named["side"] = lying.side
            entry["flight"].append(named)
        seats.append(entry)
    position = {
        "round": table.round,
        "leader": table.leader,
        "turn": table.active,
        "ante": [],
        "stakes": dict(table.stakes) if table.two_stakes else table.stakes[DRAGON],
        "hole": table.hole_pile,
        "effects": [{"card": title, "seat": seat} for title, seat in table.effects],
        "seats": seats,
    }
    if table.two_stakes:
        position["legendary_size"] = table.legendary_deck
    if table.scorings_left is not None:
        position["scorings_left"] = table.scorings_left
    return position


def place(design, cards, flights, table, last, luck):
    """The engine's state of a position; marks that copiers bear are set by hand."""
    state = design.place(position_of(cards, flights, table, last, luck), seed=luck.randrange(1000))
    for seat, flight in enumerate(flights):
        for slot, (_, lying) in enumerate(flight):
            state.mark[seat, slot] = lying.rider * c.RIDER + lying.wyrm * c.WYRM
    state.changed = (1 << design.players) - 1  # every flight is looked at after the turn
    return state


def strengths(state, players):
    return [(int(state.strength[k]), SIDES[int(state.fights_for[k])]) for k in range(players)]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(games())
def test_the_end_of_a_turn(case):
    """Strengths, sides, special flights, extra rounds, winners, prizes, gifts, holes, end."""
    design, cards, flights, table, last, luck = case
    state = place(design, cards, flights, table, last, luck)
    players = design.players
    assert strengths(state, players) == [strength_and_side(table, k) for k in range(players)]

    lying = Lying(cards[last], side_of(cards[last], luck, table.two_stakes))
    answers = [(table.active, [f"play {last}"], f"play {last}")]
    if cards[last].kind == "mortal" and table.two_stakes:
        sides = [f"fight {DRAGON}", f"fight {GIANT}"]
        answers.append((table.active, sides, f"fight {lying.side}"))
    table.flights[table.active].append(lying)
    expected_strengths = [strength_and_side(table, k) for k in range(players)]

    def choose(seat, sides):
        side = luck.choice(sides)
        answers.append((seat, [f"stakes {one}" for one in sides], f"stakes {side}"))
        return side

    finish_turn(table, choose)

    for at, (seat, offered, answer) in enumerate(answers):
        labels = [design.label(state, k) for k in range(int(state.n_options))]
        assert int(state.actor) == seat
        if at > 0:
            assert labels == offered
        step(state, design.rules, labels.index(answer))
        if at == 0 and len(answers) > 1 and not answers[1][1][0].startswith("fight"):
            assert strengths(state, players) == expected_strengths
    compare(state, table, players)


def compare(state, table, players):
    """What the engine's state says when the twin has finished."""
    turn_goes_on = not table.over and table.first_drawer is None
    assert (int(state.colour_flights), int(state.strength_flights)) == (
        table.colour_flights,
        table.strength_flights,
    )
    assert bool(state.over) == table.over
    assert state.hoard[:players].tolist() == table.hoards
    assert state.hole[:players].tolist() == table.holes
    assert state.been_in_hole[:players].astype(bool).tolist() == table.once_in_hole
    assert {DRAGON: int(state.stakes[0]), GIANT: int(state.stakes[1])} == {
        GIANT: 0,
        **table.stakes,
    }
    assert int(state.hole_pile) == table.hole_pile
    assert int(state.extra_rounds) == table.extra_round
    if table.two_stakes:
        assert int(state.legendary_size) == table.legendary_deck
    if turn_goes_on:
        assert int(state.decision) == c.Q_TURN
        assert (int(state.round_no), int(state.leader)) == (table.round + 1, table.leader)
        return
    won = [seat for seat in table.won.values() if seat is not None]
    assert (int(state.stakes_won), int(state.stakes_stayed)) == (
        len(won),
        len(table.won) - len(won),
    )
    assert int(state.gambits_emptied) == table.emptied
    if table.over:
        assert [k for k in range(players) if state.winners >> k & 1] == table.winners
        assert int(state.gold_out) == table.left_over
    else:
        assert int(state.decision) == c.Q_ANTE
        assert int(state.first_drawer) == table.first_drawer
