"""`dragonlab watch`: tells one game in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.options import (
    SEED_MAX,
    Agents,
    Cards,
    Deck,
    Format,
    Formats,
    Players,
    Rule,
    Rules,
    Seed,
    make_agents,
    make_design,
)

if TYPE_CHECKING:
    from experiments.plan import Variant

GameName = Annotated[str | None, typer.Argument(metavar="GAME", help="See `dragonlab games`.")]
Number = Annotated[
    int, typer.Option("--game", metavar="N", min=0, max=SEED_MAX, help="Which game of the seed.")
]
Gambit = Annotated[int, typer.Option(metavar="N", min=1, help="Begin the telling at this gambit.")]
Run = Annotated[Path | None, typer.Option("--run", metavar="DIR", help="A game of a stored run.")]
DesignName = Annotated[str | None, typer.Option("--design", help="Which design of that run.")]


def watch(
    game: GameName = None,
    players: Players = 4,
    seed: Seed = 1,
    number: Number = 0,
    from_gambit: Gambit = 1,
    agents: Agents = "random",
    deck: Deck = None,
    rule: Rule = None,
    rules: Rules = None,
    cards: Cards = None,
    run: Run = None,
    design: DesignName = None,
    output: Formats = Format.table,
) -> None:
    """Tells one game so that a person with the box on the table can follow."""
    import engine
    from experiments import replay
    from experiments.plan import Variant

    if game and run:
        raise typer.BadParameter(f"give {game} or --run {run}, not both: a run knows its game")
    if not game and not run:
        raise typer.BadParameter("name a game, or a stored run with --run DIR")
    if output is Format.csv:
        raise typer.BadParameter("a game is told as --format table or json, not as csv")
    if run is not None:
        plan = replay.plan(run)
        if number >= plan.games:
            raise typer.BadParameter(f"the run has games 0 to {plan.games - 1}, not {number}")
        variant, seed = replay.one_of(plan, design), plan.seed
    else:
        found = engine.load(str(game))
        table = make_design(found, players, deck, rule, rules, cards)
        variant = Variant(found.name, found.title, table, make_agents(agents, players))
    _tell(variant, seed, number, from_gambit, output)


def _tell(variant: Variant, seed: int, number: int, from_gambit: int, output: Format) -> None:
    """Prints the game: lines for people, one document for machines."""
    from agents.watched import choosing
    from engine import transcript

    choose = choosing(variant.design, variant.agents, seed)
    design = variant.design
    events = transcript.tell(design, seed, number, choose, from_gambit)
    if output is Format.table:
        for line in transcript.lines(events):
            print(line)
    else:
        print(transcript.as_json(design, seed, number, events))
