"""`dragonlab tournament`: agents meet each other on shared deals and get ratings."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
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
    agent_specs,
    make_design,
)


class Mode(StrEnum):
    """Who sits with whom."""

    pairs = "pairs"
    field = "field"
    seatings = "seatings"


Agents = Annotated[
    str, typer.Option(metavar="SPEC,...", help="Those who play; see `dragonlab agents`.")
]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="See `dragonlab games`.")
]
Players = Annotated[
    int, typer.Option(metavar="N", min=2, max=6, help="Players at the table, 2 to 6.")
]
Modes = Annotated[
    Mode,
    typer.Option(
        help="Three seats and more: every two agents in turns (pairs), each alone against each "
        "(field), or all in every seating (seatings)."
    ),
]
Games = Annotated[
    int,
    typer.Option(metavar="N", min=1, help="Games of each match, in whole rotations of seats."),
]
Plots = Annotated[bool, typer.Option("--plots/--no-plots", help="Draw the plots.")]


def tournament(
    agents: Agents,
    game: GameName = None,
    players: Players = 2,
    mode: Modes = Mode.pairs,
    games: Games = 1_000,
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
    plots: Plots = True,
    chunk: Chunk = 0,
) -> None:
    """Plays agents against each other: ratings with error bars, a cross table, pictures.

    Repeat the command to go on after an interruption, or to see the result again.
    """
    import engine
    from agents.registry import parse
    from experiments import execution, performing, rotation_play
    from experiments import tournament as tournaments

    found = engine.load(game)
    design = make_design(found, players, deck, rule, rules, cards)
    entrants = tuple(parse(spec) for spec in agent_specs(agents))
    path = out or Path("results") / f"tournament-{found.name}"
    contest = tournaments.contest(path.name, design, entrants, mode.value, games, seed, timeout)
    terms = execution.Terms(execution.workers(jobs, cluster), chunk, quiet, no_progress)
    if dry_run:
        rotation_play.foretell(contest, terms)
        raise typer.Exit
    folder = rotation_play.open_folder(contest, path, "tournament", {}, force)
    performing.tournament(contest, terms, folder, output, plots)
