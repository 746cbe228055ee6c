"""Playing a contest from end to end: bar, folder, an early end, what is left behind."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents import lockstep
from engine.core import jit
from engine.warm import warm
from experiments import chunks, documents, execution, progress, rotation_pace
from experiments.execution import Terms
from experiments.rotation import Contest
from experiments.rotation_scores import Scores
from experiments.run import all_rows

if TYPE_CHECKING:
    from experiments.store import Folder

Enough = Callable[[Scores], bool]


@dataclass
class Played:
    """A contest with its scores.

    Attributes:
        paces: what a decision of each entrant costs (`rotation_pace.Pace.as_dict`).
        games: played now; the others were stored already.
    """

    contest: Contest
    scores: Scores
    jobs: int
    paces: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    games: int = 0
    decisions: int = 0

    def timing(self) -> dict[str, Any]:
        """What depends on the machine and the moment."""
        seconds = max(self.seconds, 1e-9)
        return {
            "seconds": round(self.seconds, 3),
            "jobs": self.jobs,
            "games_played": self.games,
            "games_per_second": round(self.games / seconds, 1),
            "decisions_per_second": round(self.decisions / seconds),
            "agents": self.paces,
        }


def open_folder(
    contest: Contest, path: Path, kind: str, facts: Mapping[str, Any], force: bool
) -> Folder:
    """The folder of a contest, new or continued; raises Problem."""
    known = {"mode": contest.mode, "entrants": [agent.spec for agent in contest.agents]}
    return execution.open_folder(contest.plan, path, kind, {**known, **facts}, force)


def never(scores: Scores) -> bool:
    """Plays all deals."""
    return False


def play(
    contest: Contest, terms: Terms, folder: Folder | None = None, enough: Enough = never
) -> Played:
    """Plays the deals in order, all seatings of some deals and then the next.

    Stops as soon as `enough` says so, which is asked after each part with complete deals.
    An interruption ends the command, its parts kept.
    """
    played = Played(contest, Scores(contest), chunks.workers_for(terms.jobs))
    shown = not (terms.quiet or terms.no_progress)
    with execution.interruptible(folder):
        if folder:
            stored = len(folder.stored())
            folder.log(f"{execution.command()}: {contest.games:,} games, {stored} parts stored")
        played.paces = _paces(contest, terms, folder)
        with progress.bar(contest.games, contest.name, shown) as tell:
            _play(played, terms, folder, enough, tell)
    return played


def _paces(contest: Contest, terms: Terms, folder: Folder | None) -> list[dict[str, Any]]:
    """Measured, or as they were when a finished contest was played."""
    if folder and folder.manifest["status"] == "finished":
        return folder.manifest["timing"]["agents"]
    if not (lockstep.is_warm() if contest.plan.python else jit.is_warm()):
        terms.say("compiling once for this machine, about half a minute ...")
        warm(contest.plan.game.name)
    return [pace.as_dict() for pace in rotation_pace.measure(contest)]


def _play(
    played: Played,
    terms: Terms,
    folder: Folder | None,
    enough: Enough,
    tell: Callable[[int], None],
) -> None:
    plan, scores = played.contest.plan, played.scores
    chunk = terms.chunk or rotation_pace.chunk_for(played.paces)
    last = len(plan.variants) - 1
    began = time.perf_counter()
    with closing(all_rows(plan, folder, terms.jobs, chunk, tell)) as parts:
        for part, rows, fresh in parts:
            if fresh:
                played.games += part.games
                played.decisions += int(rows["decisions"].sum())
                if folder:
                    folder.keep(part, plan.variants[part.variant].name, rows)
            scores.add(part, rows)
            if part.variant == last and enough(scores):
                break
    played.seconds = time.perf_counter() - began


def finish(
    folder: Folder,
    played: Played,
    lines: Sequence[Mapping[str, Any]],
    draw: Callable[[Path], list[Path]] | None = None,
) -> list[Path]:
    """Writes summary and pictures and closes the manifest; gives the files to look at."""
    from experiments.parquet import lines_as_parquet

    with execution.interruptible(folder):
        left = [folder.write("summary.csv", documents.as_csv(lines).encode())]
        folder.write("summary.parquet", lines_as_parquet(lines))
        if draw:
            left += draw(folder.path)
        if played.games or "timing" not in folder.manifest:
            folder.manifest["timing"] = played.timing()
        folder.save("finished")
        folder.log(f"finished: {played.games:,} games played in {played.seconds:.1f} s")
        folder.close()
    return left


def foretell(contest: Contest, terms: Terms) -> None:
    """Prints what would be played and how long it would take, from a few games of each agent."""
    paces = _paces(contest, terms, None)
    workers = chunks.workers_for(terms.jobs)
    seconds = rotation_pace.seconds_for(contest, paces, terms.jobs)
    print(
        f"{contest.game.title}, {contest.players} players, seed {contest.seed}, {workers} workers"
    )
    for label, pace in zip(contest.labels, paces, strict=True):
        print(f"  {label}: {pace['microseconds_per_decision']:,.1f} microseconds a decision")
    print(
        f"{contest.deals:,} deals in {len(contest.seatings)} seatings: "
        f"{contest.games:,} games, about {seconds:,.1f} s"
    )
