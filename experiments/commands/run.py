"""`dragonlab run`: plays one design and tells what came of it."""

from __future__ import annotations

import typer

from experiments.options import (
    Agents,
    Cards,
    Chunk,
    Deck,
    DryRun,
    Force,
    Format,
    Formats,
    GameName,
    Games,
    Jobs,
    NoProgress,
    OnCluster,
    Out,
    Players,
    Quiet,
    Rule,
    Rules,
    Seed,
    Timeout,
    make_agents,
    make_design,
)


def run(
    game: GameName,
    players: Players = 4,
    games: Games = 10_000,
    seed: Seed = 1,
    jobs: Jobs = 0,
    cluster: OnCluster = None,
    agents: Agents = "random",
    deck: Deck = None,
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
    chunk: Chunk = 0,
) -> None:
    """Plays many games of one design: win share by seat, lengths, endings, with intervals."""
    import engine
    from experiments import execution, performing
    from experiments.plan import Plan, Variant

    found = engine.load(game)
    design = make_design(found, players, deck, rule, rules, cards)
    variant = Variant(found.name, found.title, design, make_agents(agents, players))
    name = out.name if out else found.name
    plan = Plan(name, found, (variant,), games, seed, timeout=timeout)
    terms = execution.Terms(execution.workers(jobs, cluster), chunk, quiet, no_progress)
    if dry_run:
        execution.foretell(plan, terms)
        raise typer.Exit
    folder = execution.open_folder(plan, out, "run", {}, force) if out else None
    performing.run(plan, terms, folder, output)
