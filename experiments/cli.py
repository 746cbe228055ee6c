"""The command line. Each command is a small module in `commands`; heavy imports wait inside them.

Data goes to stdout, progress and messages to stderr. Exit codes: 0 done, 1 a check failed, 2 wrong
use or wrong input (one sentence), 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from experiments import __version__
from experiments.commands import (
    agents,
    bench,
    cache,
    catalogue,
    claims,
    duel,
    experiments,
    new,
    plot,
    report,
    results,
    resume,
    run,
    scenario,
    sweep,
    tournament,
    watch,
)

DONE, WRONG, INTERRUPTED = 0, 2, 130


class Lab(TyperGroup):
    """A command group that tells whatever goes wrong in one sentence."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Runs a command; a reader of stdout that has gone (`| head`) is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(_hang_up()) from None

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command line; ends the process with its exit code."""
        warnings.showwarning = _say_warning  # type: ignore[assignment]
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
            sys.stdout.flush()
        except TyperException as error:
            told = error.format_message()  # empty where no command was given and the help was shown
            code = _say(told) if told else WRONG
        except SystemExit as left:  # rich, when the reader of its page has gone
            code = _hang_up() if left.code == 1 else left.code
        except typer.Abort:
            code = INTERRUPTED
        except BrokenPipeError:
            code = _hang_up()
        except OSError as error:
            code = _say(_told_by_system(error))
        except ValueError as error:
            if not _is_problem(error):
                raise
            code = _say(str(error))
        sys.exit(code if isinstance(code, int) else DONE)


def _say(sentence: str) -> int:
    print(f"dragonlab: {' '.join(sentence.split())}", file=sys.stderr)
    return WRONG


def _say_warning(message: Warning | str, category: type[Warning], *where: Any) -> None:
    """A warning in one sentence; those that are for developers are left out."""
    if not issubclass(category, (DeprecationWarning, PendingDeprecationWarning)):
        print(f"dragonlab: {message}", file=sys.stderr)


def _told_by_system(error: OSError) -> str:
    if error.errno == errno.ENOSPC and not error.filename:
        _hang_up()
        return "cannot write the output: no space left on device"
    what = f"{error.filename}: " if error.filename else ""
    return f"{what}{error.strerror or error}"


def _hang_up() -> int:
    """Nobody reads stdout any more: what is still to be printed goes nowhere, silently."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _is_problem(error: ValueError) -> bool:
    """Whether it is the engine's `Problem`, which is loaded if one was raised."""
    module = sys.modules.get("engine.core.problem")
    return module is not None and isinstance(error, module.Problem)


app = typer.Typer(
    cls=Lab,
    help="A lab for balance-testing dragon card games: play millions of games, compare decks and "
    "house rules, see intervals and pictures.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"dragonlab {__version__}")
        raise typer.Exit


@app.callback()
def lab(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options of the lab itself."""


PLAY, LOOK, LISTS, CARE = "Play", "Look", "What there is", "Care"
app.command(rich_help_panel=PLAY)(run.run)
app.command(rich_help_panel=PLAY)(sweep.sweep)
app.command(rich_help_panel=PLAY)(duel.duel)
app.command(rich_help_panel=PLAY)(tournament.tournament)
app.command(rich_help_panel=PLAY)(resume.resume)
app.command(rich_help_panel=PLAY)(watch.watch)
app.command(rich_help_panel=PLAY)(claims.claims)
app.command(rich_help_panel=PLAY)(scenario.scenario)
app.command(rich_help_panel=LOOK)(plot.plot)
app.command(rich_help_panel=LOOK)(report.report)
app.command(rich_help_panel=LOOK)(results.results)
app.command(rich_help_panel=LISTS)(experiments.experiments)
app.command(rich_help_panel=LISTS)(new.new)
app.command(rich_help_panel=LISTS)(catalogue.games)
app.command(rich_help_panel=LISTS)(catalogue.decks)
app.command(rich_help_panel=LISTS)(catalogue.cards)
app.command(rich_help_panel=LISTS)(catalogue.rules)
app.add_typer(agents.app, name="agents", rich_help_panel=LISTS)
app.command(rich_help_panel=CARE)(bench.bench)
app.add_typer(cache.app, name="cache", rich_help_panel=CARE)


def main() -> None:
    """The console script `dragonlab`."""
    app()


if __name__ == "__main__":
    main()
