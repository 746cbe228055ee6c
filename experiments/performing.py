"""A run, sweep, duel or tournament from its plan to what is printed, new or taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from experiments import documents, execution
from experiments.execution import Terms
from experiments.options import Format
from experiments.plan import Plan

if TYPE_CHECKING:
    from experiments.rotation import Contest
    from experiments.sprt import Question
    from experiments.store import Folder


def run(plan: Plan, terms: Terms, folder: Folder | None, output: Format) -> None:
    """Plays one design and tells what came of it."""
    from experiments import show

    outcome = execution.play(plan, terms, folder)
    summary, timing = outcome.summaries[0], outcome.timing()
    if folder:
        execution.finish(folder, outcome)
    if output is Format.json:
        print(documents.as_json(documents.run(plan, summary, timing)))
    elif output is Format.csv:
        print(documents.as_csv(documents.summary_lines([summary])), end="")
    else:
        show.run(plan, summary, timing)


def sweep(
    plan: Plan,
    question: str,
    metrics: Mapping[str, float],
    terms: Terms,
    folder: Folder,
    output: Format,
    plots: bool,
) -> None:
    """Plays designs on the same deals and tells how they differ.

    Args:
        metrics: the smallest difference that matters, by the metric's name.
    """
    from experiments import show
    from experiments.summary import chosen

    outcome = execution.play(plan, terms, folder, chosen(metrics, plan))
    comparisons = outcome.comparisons(metrics)
    left = execution.finish(folder, outcome, comparisons, plots)
    timing = outcome.timing()
    if output is Format.json:
        document = documents.sweep(plan, question, outcome.summaries, comparisons, timing)
        print(documents.as_json(document))
    elif output is Format.csv:
        print(documents.as_csv(documents.comparison_lines(comparisons)), end="")
    else:
        show.sweep(plan, question, outcome.summaries, comparisons, timing)
        show.files(left)


def duel(
    contest: Contest,
    question: Question | None,
    terms: Terms,
    folder: Folder | None,
    output: Format,
) -> None:
    """Plays two agents against each other and tells which is stronger."""
    from experiments import duel as duels
    from experiments import duel_show, rotation_play, sprt

    def settled(scores: rotation_play.Scores) -> bool:
        asked = question and duels.answer(scores, question)
        return bool(asked and asked.decision != sprt.UNDECIDED)

    played = rotation_play.play(contest, terms, folder, settled)
    outcome = duels.outcome(played.scores, question)
    lines = duels.lines(outcome)
    if folder:
        rotation_play.finish(folder, played, lines)
    if output is Format.json:
        print(documents.as_json(duels.document(outcome, played.timing())))
    elif output is Format.csv:
        print(documents.as_csv(lines), end="")
    else:
        duel_show.duel(outcome, played.timing())


def tournament(contest: Contest, terms: Terms, folder: Folder, output: Format, plots: bool) -> None:
    """Plays agents against each other and tells their ratings."""
    from experiments import rotation_play, show, tournament_show
    from experiments import tournament as tournaments

    played = rotation_play.play(contest, terms, folder)
    outcome = tournaments.Outcome(played.scores)
    lines = tournaments.lines(outcome)

    def draw(where: Path) -> list[Path]:
        from experiments.plots.tournament import draw_all

        return draw_all(where, outcome)

    left = rotation_play.finish(folder, played, lines, draw if plots else None)
    if output is Format.json:
        print(documents.as_json(tournaments.document(outcome, played.timing())))
    elif output is Format.csv:
        print(documents.as_csv(lines), end="")
    else:
        tournament_show.tournament(outcome, played.timing())
        show.files(left)
