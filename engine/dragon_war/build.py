"""From components and house rules to the one record that the engine reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.core.problem import Problem
from engine.dragon_war import codes as c
from engine.dragon_war import words
from engine.dragon_war.components import BoardCard, Components
from engine.dragon_war.house import OFF
from engine.dragon_war.tables import RULES

PLAIN = (  # figures and flags that the record holds as they are
    "start_life",
    "restart_limit",
    "restart_life",
    "may_stay_out",
    "finish_target",
    "finish_dice",
    "exact_finish",
    "max_landings",
    "max_turns",
)
LIMITS = ("life_ceiling", "hand_limit")
RENAMED = {
    "haven_blocks_trade": "haven_trade",
    "restart_keeps_cards": "restart_keeps",
    "battle_on_start_finish": "battle_ends",
    "fate_move_activates": "fate_moves",
}
SWITCHES = {  # field: (key, the word that is 1)
    "haven_all": ("haven_mode", "all-harm"),
    "tie_defender": ("combat_tie", "defender"),
    "recycle_discard": ("fate_recycle", "discard"),
    "wins_now": ("last_survivor", "wins-now"),
    "loop_only": ("chain_rule", "loop-only"),
    "lifo": ("fate_timing", "any-time-lifo"),
}


def build(players: int, values: Mapping[str, Any], box: Components) -> np.record:
    """The rules record; Problem where the components do not make a board."""
    rules: Any = np.zeros(1, RULES).view(np.recarray)[0]
    rules.seats = players
    for key in PLAIN:
        rules[key] = values[key]
    for key in LIMITS:
        rules[key] = c.UNLIMITED if values[key] == OFF else values[key]
    for key, field in RENAMED.items():
        rules[field] = values[key]
    for field, (key, word) in SWITCHES.items():
        rules[field] = values[key] == word
    _lay_board(rules, values, box.board)
    _shuffle_in(rules, box)
    if len(box.characters) < players:
        raise Problem(
            f"{len(box.characters)} characters are too few for {players} players: the list "
            "character needs one for each"
        )
    return rules


def _lay_board(rules: Any, values: Mapping[str, Any], cards: Sequence[BoardCard]) -> None:
    rows, cols = values["rows"], values["cols"]
    if rows * cols > len(cards):
        raise Problem(
            f"rule rows = {rows} with cols = {cols}: makes {rows * cols} game cards of "
            f"{len(cards)} that the cards and the deck leave; rows times cols must be 1 to {len(cards)}"
        )
    longest = longest_way_back(cards, rows * cols)
    if values["check_board"] and longest >= c.DIE:
        raise Problem(
            f"the game cards may lie so that {longest} squares in a row lead back, and no die gets past "
            f"{c.DIE - 1}; change [[board]], or set the rule check_board=false"
        )
    rules.n_cards = len(cards)
    rules.n_board = rows * cols
    rules.finish = rows * cols * c.SQUARES + 1
    for card, printed in enumerate(cards):
        for place, (op, n) in enumerate(printed.squares):
            rules.square_op[card * c.SQUARES + place] = op
            rules.square_n[card * c.SQUARES + place] = n


def longest_way_back(cards: Sequence[BoardCard], laid: int) -> int:
    """The most adjacent squares that lead back in any layout of so many of the cards."""
    back = [[op == c.MOVE and n < 0 for op, n in card.squares] for card in cards]
    whole = [row for row in back if all(row)]
    parts = [row for row in back if not all(row)]
    inside = max((_run_inside(row) for row in back), default=0)
    full = min(len(whole), laid)
    best = max(inside, full * c.SQUARES)
    heads = sorted(((_run(row), i) for i, row in enumerate(parts)), reverse=True)[:2]
    tails = sorted(((_run(row[::-1]), i) for i, row in enumerate(parts)), reverse=True)[:2]
    room = laid - full
    if room == 1:
        ends = [n for n, _ in heads + tails]
        best = max(best, full * c.SQUARES + max(ends, default=0))
    elif room > 1:
        pairs = [a + b for a, i in heads for b, j in tails if i != j]
        ends = [n for n, _ in heads + tails]
        best = max(best, full * c.SQUARES + max(pairs + ends, default=0))
    return best


def _run(row: Sequence[bool]) -> int:
    """How many squares lead back from the first on."""
    return next((i for i, back in enumerate(row) if not back), len(row))


def _run_inside(row: Sequence[bool]) -> int:
    return max(_run(row[i:]) for i in range(len(row)))


def _shuffle_in(rules: Any, box: Components) -> None:
    rules.n_titles = len(box.fate)
    n = 0
    for title, card in enumerate(box.fate):
        rules.title_op[title], rules.title_n[title] = card.effect
        rules.title_held[title] = card.held
        rules.fate_title[n : n + card.count] = title
        n += card.count
    rules.n_fate = n


def card_info(op: int, n: int) -> str:
    """A square or card in words: its sign and what that means."""
    return f"{words.written(op, n)}: {words.told(op, n)}"
