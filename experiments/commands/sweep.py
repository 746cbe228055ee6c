"""`dragonlab sweep`: plays the designs of an experiment on the same deals and compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.options import (
    SEED_MAX,
    Chunk,
    DryRun,
    Force,
    Format,
    Formats,
    Jobs,
    NoProgress,
    Out,
    Quiet,
    Rule,
    Rules,
)

Name = Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="See `dragonlab experiments`.")]
Players = Annotated[
    int | None, typer.Option(metavar="N", min=2, max=6, help="Instead of the file's.")
]
Games = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Games a design, instead of the file's.")
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", min=0, max=SEED_MAX, help="Instead of the file's.")
]
Agents = Annotated[
    str | None, typer.Option(metavar="SPEC,...", help="Who plays, instead of the file's.")
]
Plots = Annotated[bool, typer.Option("--plots/--no-plots", help="Draw the plots.")]


def sweep(
    name: Name,
    players: Players = None,
    games: Games = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    agents: Agents = None,
    rule: Rule = None,
    rules: Rules = None,
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
    from experiments import documents, execution, experiment, show
    from experiments.house import house_rules
    from experiments.summary import chosen

    path = experiment.find(name)
    asked = experiment.load(
        path,
        players=players,
        games=games,
        seed=seed,
        agents=agents.split(",") if agents else None,
    )
    plan = experiment.plan(asked, path, house_rules(rule or (), rules))
    terms = execution.Terms(jobs, chunk, quiet, no_progress)
    if dry_run:
        execution.foretell(plan, terms)
        raise typer.Exit
    compared = chosen(asked.metrics, plan)
    facts = asked.model_dump(include={"question", "rulebook", "source", "metrics"})
    folder = execution.open_folder(plan, out or Path("results") / plan.name, "sweep", facts, force)
    outcome = execution.play(plan, terms, folder, compared)
    comparisons = outcome.comparisons(asked.metrics)
    left = execution.finish(folder, outcome, comparisons, plots)
    timing = outcome.timing()
    if output is Format.json:
        document = documents.sweep(plan, asked.question, outcome.summaries, comparisons, timing)
        print(documents.as_json(document))
    elif output is Format.csv:
        print(documents.as_csv(documents.comparison_lines(comparisons)), end="")
    else:
        show.sweep(plan, asked.question, outcome.summaries, comparisons, timing)
        show.files(left)
