"""`dragonlab claims`: what the rulebook says of its game, tested."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.options import (
    SEED_MAX,
    Chunk,
    Force,
    Format,
    Formats,
    Jobs,
    NoProgress,
    Quiet,
    agent_specs,
)

LEVELS = "random,greedy,mcts:iterations=100"

Only = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="This claim alone; repeatable.")
]
Fast = Annotated[bool, typer.Option("--quick", help="Few games: verdicts in two minutes.")]
Levels = Annotated[
    str, typer.Option(metavar="SPEC,...", help="Who plays: each for all seats, side by side.")
]
Agents = Annotated[str | None, typer.Option(metavar="SPEC", help="One level instead of those.")]
Games = Annotated[
    int | None, typer.Option(metavar="N", min=2, help="Games a design, for every level.")
]
Seed = Annotated[int, typer.Option(metavar="N", min=0, max=SEED_MAX, help="Same seed, same games.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="Folder for page, picture and runs.")]


def claims(
    quick: Fast = False,
    agents: Agents = None,
    levels: Levels = LEVELS,
    games: Games = None,
    only: Only = None,
    seed: Seed = 1,
    out: Out = Path("results/claims"),
    jobs: Jobs = 0,
    force: Force = False,
    output: Formats = Format.table,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
    chunk: Chunk = 0,
) -> None:
    """Tests the rulebook's claims by play: verdict, effect and interval at each level of skill."""
    from experiments import claims as asked
    from experiments import claims_show as show
    from experiments import documents, execution
    from experiments.claims_play import play_all
    from experiments.show import files

    chosen = asked.chosen(only or ())
    terms = execution.Terms(jobs, chunk, quiet, no_progress)
    specs = list(dict.fromkeys(agent_specs(agents or levels)))
    paces = {spec: asked.pace(spec, quick, games) for spec in specs}
    results = play_all(chosen, paces, seed, out, terms, force)
    left = show.write(results, out, execution.command())
    if output is Format.json:
        print(documents.as_json(show.document(results)))
    elif output is Format.csv:
        print(documents.as_csv(show.lines(results)), end="")
    else:
        show.tables(results)
        files(left)
