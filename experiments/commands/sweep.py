"""`dragonlab sweep`: plays the designs of an experiment on the same deals and compares them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from experiments.options import (
    GAMES_MAX,
    SEED_MAX,
    Cards,
    Chunk,
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
    Timeout,
    agent_specs,
)

Name = Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="See `dragonlab experiments`.")]
Players = Annotated[
    str | None,
    typer.Option(metavar="N,...", help="2 to 6, or several such numbers, instead of the file's."),
]
Games = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=GAMES_MAX, help="Games a design, instead of the file's."),
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", min=0, max=SEED_MAX, help="Instead of the file's.")
]
Agents = Annotated[
    str | None,
    typer.Option(
        metavar="SPEC,...",
        help="Who sits at the table, instead of the file's: one agent for all seats, or one a seat.",
    ),
]
Levels = Annotated[
    str | None,
    typer.Option(
        metavar="SPEC,...", help="Levels of skill: all designs with each agent at all seats."
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="width=W|verdict",
        help="Stop when intervals of the primary metric are W wide, or when it has its verdicts.",
    ),
]
Plots = Annotated[bool, typer.Option("--plots/--no-plots", help="Draw the plots.")]


def sweep(
    name: Name,
    players: Players = None,
    games: Games = None,
    until: Until = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    cluster: OnCluster = None,
    agents: Agents = None,
    levels: Levels = None,
    rule: Rule = None,
    rules: Rules = None,
    cards: Cards = None,
    timeout: Timeout = 10.0,
    out: Out = None,
    force: Force = False,
    dry_run: DryRun = False,
    output: Formats = Format.table,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
    plots: Plots = True,
    chunk: Chunk = 0,
) -> None:
    """Plays an experiment: its designs meet the same deals, differences come with verdicts."""
    from experiments import execution, experiment, performing, screen
    from experiments.house import blaming, house_rules
    from experiments.sequential import parse
    from experiments.summary import chosen

    if agents and levels:
        raise typer.BadParameter("give --agents or --levels, not both")
    path = experiment.find(name)
    asked = experiment.load(
        path,
        players=_numbers(players),
        games=games,
        seed=seed,
        agents=agent_specs(agents) if agents else None,
        levels=agent_specs(levels) if levels else None,
        until=parse(until),
    )
    house = house_rules(rule or (), rules)
    files = [file.absolute() for file in cards or ()]
    plain = partial(experiment.plan, asked, path, timeout=timeout, cards=files)
    with blaming(rules, lambda: plain(house_rules(rule or ()))):
        plan = plain(house)
    terms = execution.Terms(execution.workers(jobs, cluster), chunk, quiet, no_progress)
    if dry_run:
        (screen.foretell if plan.screen else execution.foretell)(plan, terms)
        raise typer.Exit
    chosen(asked.metrics, plan)  # or refused, before anything is written
    facts = asked.model_dump(include={"question", "rulebook", "source", "metrics"})
    facts |= plan.facts()
    folder = execution.open_folder(plan, out or Path("results") / plan.name, "sweep", facts, force)
    play = screen.sweep if plan.screen else performing.sweep
    play(plan, asked.question, asked.metrics, terms, folder, output, plots)


def _numbers(text: str | None) -> list[int] | None:
    """Numbers of players, from `4` or `2,4,6`."""
    if text is None:
        return None
    pieces = [piece.strip() for piece in text.split(",")]
    if not all(piece.isdigit() and 2 <= int(piece) <= 6 for piece in pieces):
        raise typer.BadParameter(f"--players {text}: 2 to 6, or several by commas as in 2,4,6")
    return [int(piece) for piece in pieces]
