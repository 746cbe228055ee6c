"""What squares and Fate cards do, in words: `L-5`, `PICK2`, `HIT-d`; and back."""

from __future__ import annotations

import re

from engine.core.problem import Problem, near
from engine.dragon_war import codes as c

Effect = tuple[int, int]  # operation and number

# word -> (operation, what the number may be: "" none, "+-" with a sign, "d" also a die, "1" an optional count)
FORMS: dict[str, tuple[int, str]] = {
    "-": (c.NOTHING, ""),
    "L": (c.LIFE, "+-d"),
    "M": (c.MOVE, "+-"),
    "HAVEN": (c.HAVEN, ""),
    "BATTLE": (c.BATTLE, ""),
    "PICK": (c.PICK, "1"),
    "SWAP": (c.SWAP, ""),
    "STEAL": (c.STEAL, ""),
    "DROP": (c.DROP, ""),
    "SKIP": (c.SKIP, ""),
    "AGAIN": (c.AGAIN, ""),
    "OPP": (c.OPPONENTS, "-"),
    "ALL": (c.EVERYBODY, "+-"),
    "HIT": (c.HIT, "-d"),
    "ROLL": (c.ROLL, "+"),
    "REROLL": (c.REROLL, ""),
    "COMBAT": (c.COMBAT, "+"),
    "DAMAGE": (c.DAMAGE, "+"),
    "SHIELD": (c.SHIELD, ""),
}
ON_SQUARES = (
    "-",
    "L",
    "M",
    "HAVEN",
    "BATTLE",
    "PICK",
    "SWAP",
    "STEAL",
    "DROP",
    "SKIP",
    "AGAIN",
    "OPP",
    "ALL",
)
AT_ONCE = ("-", "L", "M", "BATTLE", "SWAP", "STEAL", "DROP", "SKIP", "OPP", "ALL")
HELD = (
    "L",
    "M",
    "SWAP",
    "STEAL",
    "OPP",
    "ALL",
    "HIT",
    "ROLL",
    "REROLL",
    "COMBAT",
    "DAMAGE",
    "SHIELD",
)
WITH_DIE = {c.LIFE: c.LIFE_DIE, c.HIT: c.HIT_DIE}
SHOWN = {
    "+-d": ("{}+N", "{}-N", "{}+d", "{}-d"),
    "+-": ("{}+N", "{}-N"),
    "-": ("{}-N",),
    "-d": ("{}-N", "{}-d"),
    "+": ("{}+N",),
    "1": ("{}", "{}N"),
    "": ("{}",),
}
PATTERN = re.compile(r"([A-Z]+|-)(?:([+-])(\d+|d)|(\d+))?")


def understood(text: str, where: str, words: tuple[str, ...]) -> Effect:
    """The operation and number of a word; Problem with the nearest right ones."""
    found = PATTERN.fullmatch(text.strip())
    name, sign, number, count = found.groups() if found else ("", None, None, None)
    if name in words:
        op, takes = FORMS[name]
        if takes == "" and not sign and not count:
            return op, 1
        if takes == "1" and not sign and _in_range(count or "1", 20):
            return op, int(count or 1)
        if sign and sign in takes and number == "d" and "d" in takes:
            return WITH_DIE[op], 1 if sign == "+" else -1
        if sign and sign in takes and number and number != "d" and _in_range(number, c.MAX_AMOUNT):
            return op, int(sign + number)
    forms = [form.format(word) for word in words for form in SHOWN[FORMS[word][1]]]
    what = "no effect" if name not in FORMS or name in words else "no effect of this kind of card"
    raise Problem(
        f"{where}: {what} (N from 1 to {c.MAX_AMOUNT}) is written {text!r}{near(text, forms)}"
    )


def example(words: tuple[str, ...]) -> str:
    """How an effect is written, one of these words."""
    word = next(word for word in words if word != "-")
    return SHOWN[FORMS[word][1]][0].format(word).replace("N", "3")


def _in_range(number: str, most: int) -> bool:
    return 1 <= int(number) <= most


def written(op: int, n: int) -> str:
    """The word of an operation and number."""
    base = {with_die: plain for plain, with_die in WITH_DIE.items()}.get(op, op)
    name = next(word for word, (known, _) in FORMS.items() if known == base)
    takes = FORMS[name][1]
    if op != base:
        return f"{name}{'+' if n > 0 else '-'}d"
    if takes == "1":
        return name if n == 1 else f"{name}{n}"
    return f"{name}{n:+d}" if takes else name


TEXTS = {
    c.NOTHING: "nothing",
    c.HAVEN: "Safe Haven: no harm while standing here",
    c.BATTLE: "choose an opponent and fight",
    c.SWAP: "trade places with an opponent of your choice",
    c.STEAL: "take a random held card from an opponent of your choice",
    c.DROP: "discard a held card",
    c.SKIP: "miss your next turn",
    c.AGAIN: "roll and move once more",
    c.REROLL: "roll the movement die again; the second result counts",
    c.SHIELD: "cancels a loss of life in your own turn or battle",
}


def told(op: int, n: int) -> str:
    """An effect in a few words of English."""
    if op in TEXTS:
        return TEXTS[op]
    change = f"{'gain' if n > 0 else 'lose'}"
    amount = "a die roll of" if op in (c.LIFE_DIE, c.HIT_DIE) else str(abs(n))
    if op in (c.LIFE, c.LIFE_DIE):
        return f"{change} {amount} life"
    if op in (c.HIT, c.HIT_DIE):
        return f"an opponent of your choice loses {amount} life"
    if op == c.OPPONENTS:
        return f"every opponent loses {amount} life"
    if op == c.EVERYBODY:
        return f"everybody {change}s {amount} life"
    if op == c.MOVE:
        squares = f"{abs(n)} square{'s' if abs(n) != 1 else ''}"
        return f"{squares} {'on' if n > 0 else 'back'}"
    if op == c.PICK:
        return "draw a Fate card" if n == 1 else f"draw {n} Fate cards"
    what = {c.ROLL: "this turn's roll", c.COMBAT: "your combat roll", c.DAMAGE: "your damage roll"}
    return f"+{n} on {what[op]}"
