"""`dragonlab duel`: is one agent stronger than another, and how sure is that?"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from experiments.options import (
    Cards,
    Chunk,
    Deck,
    DryRun,
    Force,
    Format,
    Formats,
    Jobs,
    NoProgress,
    OnCluster,
    Out,
    Quiet,
    Rule,
    Rules,
    Seed,
    Timeout,
    make_design,
)

GAMES, GAMES_SPRT = 2_000, 100_000  # where --games is left out


class Mode(StrEnum):
    """Who sits with whom at tables of three and more."""

    field = "field"
    pairs = "pairs"


First = Annotated[str, typer.Argument(metavar="A", help="An agent; see `dragonlab agents`.")]
Second = Annotated[str, typer.Argument(metavar="B", help="Another agent.")]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="See `dragonlab games`.")
]
Players = Annotated[
    int, typer.Option(metavar="N", min=2, max=6, help="Players at the table, 2 to 6.")
]
Modes = Annotated[
    Mode,
    typer.Option(help="Three seats and more: A alone against Bs (field), or A and B in turns."),
]
Games = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help=f"Games at most, in whole rotations of seats: {GAMES:,}, or {GAMES_SPRT:,} with "
        "--sprt, if omitted.",
    ),
]
Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="elo0=0,elo1=15,alpha=0.05,beta=0.05",
        help="Stop as soon as it is settled whether A is elo1 points stronger, or elo0 at most.",
    ),
]


def duel(
    a: First,
    b: Second,
    game: GameName = None,
    players: Players = 2,
    games: Games = None,
    mode: Modes = Mode.field,
    sprt: Sprt = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: OnCluster = None,
    timeout: Timeout = 10.0,
    deck: Deck = None,
    rule: Rule = None,
    rules: Rules = None,
    cards: Cards = None,
    out: Out = None,
    force: Force = False,
    dry_run: DryRun = False,
    output: Formats = Format.table,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
    chunk: Chunk = 0,
) -> None:
    """Plays agent A against agent B: every deal in all seatings, score and Elo with intervals."""
    import engine
    from agents.registry import parse
    from experiments import duel as duels
    from experiments import execution, performing, rotation_play
    from experiments import sprt as tests

    question = tests.parse(sprt) if sprt is not None else None
    agents = (parse(a), parse(b))
    design = make_design(engine.load(game), players, deck, rule, rules, cards)
    most = games or (GAMES_SPRT if question else GAMES)
    name = out.name if out else "duel"
    contest = duels.contest(name, design, agents, mode.value, most, seed, timeout)
    terms = execution.Terms(execution.workers(jobs, cluster), chunk, quiet, no_progress)
    if dry_run:
        rotation_play.foretell(contest, terms)
        raise typer.Exit
    facts = {"sprt": sprt}
    folder = rotation_play.open_folder(contest, out, "duel", facts, force) if out else None
    performing.duel(contest, question, terms, folder, output)
