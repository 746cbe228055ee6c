"""What a person sees on stderr while a run goes on: a bar with games a second and the time left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def silent(what: object) -> None:
    """Shows nothing."""


@contextmanager
def bar(total: int, what: str, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """A bar over `total` games; the value is a function to be told of games done, from any thread.

    Without a terminal at stderr, or if not `shown`, there is no bar.
    """
    if not shown or not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
        TimeLeft(compact=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total, pace="")

        def tell(games: int) -> None:
            progress.advance(task, games)
            speed = progress.tasks[0].speed
            if speed:
                progress.update(task, pace=f"{speed:,.0f} games/s")

        yield tell


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """A line that says what goes on; the value is a function to be told of it."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console

    with Console(stderr=True).status("") as line:
        yield line.update
