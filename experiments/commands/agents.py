"""`dragonlab agents`: which there are, what they take, and whether they keep the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.options import SEED_MAX, Format, Formats, Quiet

if TYPE_CHECKING:
    from experiments.checks import Finding

FAILED = 1

app = typer.Typer(help="Lists, explains and checks agents.", invoke_without_command=True)
Spec = Annotated[
    str, typer.Argument(metavar="SPEC", help="`random`, `my_bot.py:Bot`, `my_bot.py:Bot:depth=3`.")
]


@app.callback()
def agents(context: typer.Context, output: Formats = Format.table) -> None:
    """Lists the agents."""
    if context.invoked_subcommand is None:
        agents_list(output)


@app.command("list")
def agents_list(output: Formats = Format.table) -> None:
    """Lists the agents with what they do and cost; installed plugins too."""
    from agents.loading import plugins
    from agents.registry import AGENTS
    from experiments.show import listing

    lines = [_line(agent) for agent in AGENTS.values()]
    for name, point in sorted(plugins().items()):
        made_by = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        lines.append({"agent": name, "about": f"Installed by {made_by}.", "cost": ""})
    listing("agents", lines, output, columns=("agent", "about", "cost"))


def _line(agent: Any) -> dict[str, Any]:
    line = {"agent": agent.spec, "about": agent.about, "cost": agent.cost}
    return line


@app.command("explain")
def agents_explain(spec: Spec, output: Formats = Format.table) -> None:
    """Tells what an agent does, its parameters with their defaults, and what it costs."""
    from agents.loading import explanation
    from experiments import documents
    from experiments.show import pages

    told = explanation(spec)
    if output is Format.table:
        pages([told], "agent")
    elif output is Format.json:
        print(documents.as_json({"schema": "dragonlab.agent/1", **told}))
    else:
        lines = [
            {"agent": told["agent"], "parameter": k, "default": v}
            for k, v in told["parameters"].items()
        ]
        print(documents.as_csv(lines), end="")


@app.command("check")
def agents_check(
    spec: Spec,
    game: Annotated[str | None, typer.Option(help="One game; all if omitted.")] = None,
    players: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, max=6, help="So many seats; 2 to 6 if omitted."),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of each kind at each number of seats.")
    ] = 4,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=SEED_MAX)] = 20_120_615,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="For a decision; 0 = no limit.")
    ] = 10.0,
    output: Formats = Format.table,
    quiet: Quiet = False,
) -> None:
    """Checks the contract: legal, repeatable, no state between games, no peeking; 1 if it fails."""
    import engine
    from agents import lockstep, registry
    from experiments import checks, progress

    agent = registry.parse(spec)
    names = [engine.load(game).name] if game else None
    if not lockstep.is_warm() and not quiet:
        typer.echo("compiling once for this machine, about a minute ...", err=True)
    found = []
    with progress.status() as say:
        seats = checks.PLAYERS if players is None else (players,)
        for finding in checks.check(agent, names, seats, games, seed, timeout):
            found.append(finding)
            say(f"{finding.game}, {finding.players} seats")
    _tell(agent.spec, found, output)
    if any(finding.passed is False for finding in found):
        raise typer.Exit(FAILED)


def _tell(spec: str, found: list[Finding], output: Format) -> None:
    """A line for each check of each game; a game and number of seats that fails is named."""
    from dataclasses import asdict

    from experiments import documents
    from experiments.show import listing

    if output is not Format.table:
        lines = [asdict(finding) for finding in found]
        if output is Format.csv:
            print(documents.as_csv(lines), end="")
        else:
            passed = all(finding.passed is not False for finding in found)
            document = {"schema": "dragonlab.agent-check/1", "agent": spec, "passed": passed}
            print(documents.as_json({**document, "findings": lines}))
        return
    listing("checks", _summary(found), output)


def _summary(found: list[Finding]) -> list[dict[str, Any]]:
    """A line for each check of each game."""
    lines = []
    for key in dict.fromkeys((f.game, f.check) for f in found):
        group = [f for f in found if (f.game, f.check) == key]
        bad = [f for f in group if f.passed is False]
        unknown = [f for f in group if f.passed is None]
        seats = f"{group[0].players} to {group[-1].players}" if len(group) > 1 else group[0].players
        result, text = "ok", ""
        if bad:
            result = "FAILED"
            text = f"{bad[0].players} seats: {bad[0].text}"
        elif unknown:
            result, text = "not checked", unknown[0].text
        lines.append(
            {"game": key[0], "check": key[1], "seats": str(seats), "result": result, "": text}
        )
    return lines
