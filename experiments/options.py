"""The options that commands share, and what their text means."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from agents.registry import Agent
    from engine.core.game import Design, Game

SEED_MAX = 2**63 - 1


class Format(StrEnum):
    """How results are printed."""

    table = "table"
    json = "json"
    csv = "csv"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="See `dragonlab games`.")]
Players = Annotated[
    int, typer.Option(metavar="N", min=2, max=6, help="Players at the table, 2 to 6.")
]
GAMES_MAX = 1_000_000_000  # of one design; a day and more of play
Games = Annotated[
    int, typer.Option(metavar="N", min=1, max=GAMES_MAX, help="Games for each design.")
]
Seed = Annotated[int, typer.Option(metavar="N", min=0, max=SEED_MAX, help="Same seed, same games.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=0, help="Workers; 0 = all cores.")
]
Agents = Annotated[
    str, typer.Option(metavar="SPEC,...", help="One agent for all seats, or one a seat.")
]
Deck = Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="See `dragonlab decks`.")]
Rule = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="A house rule (see `dragonlab rules`); repeatable."),
]
Rules = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="House rules from a file.")]
Cards = Annotated[
    list[Path] | None,
    typer.Option(
        "--cards", "--data", metavar="FILE.toml", help="House cards, or card data; repeatable."
    ),
]


def _folder(text: str) -> Path:
    """A folder's path; an empty one, as an unset variable of a shell leaves it, is no name."""
    if not text.strip():
        raise typer.BadParameter("it is empty: name a folder, or leave --out away")
    return Path(text)


Out = Annotated[
    Path | None,
    typer.Option(parser=_folder, metavar="DIR", help="Folder for what the run leaves."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace another run in that folder.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the plan and its expected time.")]
Formats = Annotated[Format, typer.Option("--format", help="How results are printed.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on stderr but errors.")]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="No progress bar.")]
Timeout = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", min=0, help="For a decision of an agent in Python; 0 = no limit."
    ),
]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="tcp://HOST:PORT", help="Play on the workers of a Dask scheduler."
    ),
]
Chunk = Annotated[int, typer.Option(min=0, hidden=True, help="Games a worker plays in one go.")]


def make_design(
    game: Game,
    players: int,
    deck: str | None = None,
    rule: Iterable[str] | None = None,
    rules: Path | None = None,
    cards: Iterable[Path] | None = None,
) -> Design:
    """The design that options describe; raises Problem."""
    from experiments.house import blaming, house_rules

    def made(house: dict[str, Any]) -> Design:
        return game.design(players=players, deck=deck, rules=house, cards=list(cards or ()))

    pairs = list(rule or ())
    house = house_rules(pairs, rules)
    with blaming(rules, lambda: made(house_rules(pairs))):
        return made(house)


def make_agents(text: str, players: int) -> tuple[Agent, ...]:
    """The agents at the table, from `--agents`; raises Problem."""
    from agents.registry import table

    return table(agent_specs(text), players)


def agent_specs(text: str) -> list[str]:
    """The specs in a list by commas; a piece `key=value` goes on with the spec before it.

    >>> agent_specs("random,mcts:iterations=400,c=0.7,greedy")
    ['random', 'mcts:iterations=400,c=0.7', 'greedy']
    """
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece.partition(":")[0]:
            specs[-1] += f",{piece.strip()}"
        else:
            specs.append(piece.strip())
    return specs
