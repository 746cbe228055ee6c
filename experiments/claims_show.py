"""Claims told: a table for people, a page with a picture, a document and lines for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.padding import Padding

from experiments import documents, show
from experiments.claims import Claim
from experiments.claims_effect import FAILS, HOLDS, UNDECIDED
from experiments.claims_play import Result, Told
from experiments.files import write_whole
from experiments.pages import Block, Code, Gallery, Page, Prose, Quote, Section, Table
from experiments.store import commit, versions
from experiments.words import digits_for, estimate, fixed

SCHEMA = "dragonlab.claims/1"
STYLES = {HOLDS: "bold green", FAILS: "bold red", UNDECIDED: "yellow"}
SIGNS = {HOLDS: "● holds", FAILS: "○ does not hold", UNDECIDED: "? undecided"}
MARKS = {HOLDS: "differs", FAILS: "equivalent", UNDECIDED: "undecided"}  # rows of the page's table
READING = (
    "A claim holds if its effect is surely beyond the limit that stands beside it, and does not hold "
    "if it surely is not; undecided means not enough games. Surely: p, adjusted by Holm for the "
    "number of claims at a level of skill, is below 0.05.",
    "Every effect stands with its 95 % interval: [low, high]. Differences are taken between games of "
    "the same deals.",
    "A claim is tested as these agents play. The stronger they are, the more the verdict says about "
    "people; what random players do tells of the cards alone.",
)


def grouped(results: Sequence[Result]) -> dict[str, list[Result]]:
    """The results of each claim, level by level."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.claim.name, []).append(result)
    return found


def effect(result: Result) -> str:
    """The effect with its interval and unit."""
    return f"{estimate(result.effect.size, result.scale)} {_unit(result)}".rstrip()


def limit(result: Result) -> str:
    """What the effect must be beyond: `less than -0.1 cards`."""
    claim = result.claim
    value = claim.beyond
    if claim.direction == "less" and claim.test and (claim.test.than or claim.test.less):
        value = -value
    return f"{claim.direction} than {result.scale * value + 0:g} {_unit(result)}".rstrip()


def _unit(result: Result) -> str:
    compared = result.claim.test and (result.claim.test.than or result.claim.test.less)
    return "points" if result.unit == "%" and compared else result.unit


# --- for people -----------------------------------------------------------------------------------


def tables(results: Sequence[Result]) -> None:
    """Each claim with its source, then a line a level: verdict, effect, what else there is to see."""
    console = show.Screen()
    for told in grouped(results).values():
        first = told[0]
        console.print(f"[bold]{escape(first.claim.claim)}[/]")
        console.print(f"  [dim]{escape(first.claim.source)}[/]")
        console.print(Padding(escape(_tested(first)), (0, 0, 0, 2), expand=False))
        table = show.plain_table("", "", "", first.title, "p", "games", right=(3, 4))
        for result in told:
            verdict = result.effect.verdict
            table.add_row(
                escape(result.level),
                f"[{STYLES[verdict]}]{verdict}[/]",
                escape(effect(result)),
                _p(result.effect.p_adjusted),
                f"{result.games:,}",
            )
        console.print(Padding(table, (0, 0, 0, 2), expand=False))
        for result in told:
            if result.also:
                line = f"{result.level}: {'; '.join(_told(one) for one in result.also)}"
                console.print(Padding(f"[dim]{escape(line)}[/]", (0, 0, 0, 2), expand=False))
        console.print()
    console.print(count(results))


def _tested(result: Result) -> str:
    return f"{result.claim.how} Holds: {limit(result)}."


def count(results: Sequence[Result]) -> str:
    """How many claims hold at each level, in a sentence a level."""
    lines = []
    for level in dict.fromkeys(r.level for r in results):
        verdicts = [r.effect.verdict for r in results if r.level == level]
        told = ", ".join(f"{verdicts.count(v)} {_plural(v, verdicts.count(v))}" for v in SIGNS)
        lines.append(f"{level}: {told} of {len(verdicts)} claims.")
    return "\n".join(lines)


def _plural(verdict: str, number: int) -> str:
    if verdict == UNDECIDED:
        return "undecided"
    if verdict == FAILS:
        return "does not hold" if number == 1 else "do not hold"
    return "holds" if number == 1 else "hold"


def _told(one: Told) -> str:
    if isnan(one.size.low):
        digits = 0 if one.unit == "%" else digits_for(one.size.high - one.size.mean)
        return f"{one.title} {fixed(one.scale * one.size.mean, digits)} {one.unit}".rstrip()
    return f"{one.title} {estimate(one.size, one.scale)} {one.unit}".rstrip()


def _p(value: float) -> str:
    if isnan(value):
        return "-"
    return "<0.001" if value < 0.001 else fixed(value, 3)


# --- for files and machines -----------------------------------------------------------------------


def document(results: Sequence[Result]) -> dict[str, Any]:
    """The claims with their results level by level."""
    return {
        "schema": SCHEMA,
        "claims": [
            {**_facts(told[0].claim), "levels": [_result(result) for result in told]}
            for told in grouped(results).values()
        ],
    }


def _facts(claim: Claim) -> dict[str, Any]:
    return {
        "name": claim.name,
        "claim": claim.claim,
        "source": claim.source,
        "how": claim.how,
        "direction": claim.direction,
        "beyond": claim.beyond,
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "agents": result.level,
        "games": result.games,
        "effect": documents.interval(result.effect.size),
        "what": result.title,
        "unit": result.unit,
        "p": documents.number(result.effect.p),
        "p_adjusted": documents.number(result.effect.p_adjusted),
        "verdict": result.effect.verdict,
        "also": [
            {"what": one.title, "unit": one.unit, **documents.interval(one.size)}
            for one in result.also
        ],
        "folder": str(result.folder),
    }


def lines(results: Sequence[Result]) -> list[dict[str, Any]]:
    """A line for each claim and level."""
    table = []
    for result in results:
        line = {**_facts(result.claim), **_result(result)}
        del line["also"], line["how"]
        interval: Mapping[str, Any] = line.pop("effect")
        table.append({**line, **{f"effect_{key}": value for key, value in interval.items()}})
    return table


def write(results: Sequence[Result], out: Path, command: str) -> list[Path]:
    """Writes page, picture and lines into a folder; gives the files."""
    from experiments.claims_plot import forest

    picture = forest(results)
    csv = out / "claims.csv"
    write_whole(csv, documents.as_csv(lines(results)).encode())
    page = _page(results, picture, command).write(out / "claims.html")
    return [page, csv, *picture.write(out)]


def _page(results: Sequence[Result], picture: Any, command: str) -> Page:
    """The page: what holds, the picture, each claim with its figures, how to repeat it."""
    by_claim = grouped(results)
    levels = list(dict.fromkeys(r.level for r in results))
    sections = [
        Section("Verdict", [Prose(count(results).splitlines(), bullets=True), _overview(by_claim)]),
        Section("Picture", [Gallery([picture])]),
        *(Section(told[0].claim.name, list(_of_claim(told))) for told in by_claim.values()),
        Section("How to read it", [Prose(READING)]),
        Section("How to repeat it", [Code(command, "The command:"), _made_with(results)]),
    ]
    return Page(
        "The rulebook's claims, tested",
        [f"{len(by_claim)} claims, each played by: {', '.join(levels)}"],
        sections,
        f"Made by dragonlab {versions()['dragonlab']}.",
    )


def _overview(by_claim: Mapping[str, Sequence[Result]]) -> Table:
    levels = list(dict.fromkeys(r.level for told in by_claim.values() for r in told))
    rows = []
    for told in by_claim.values():
        verdicts = {r.level: SIGNS[r.effect.verdict] for r in told}
        rows.append([told[0].claim.claim, *(verdicts.get(level, "-") for level in levels)])
    return Table("Verdicts", ["claim", *levels], rows, text=range(1, len(levels) + 1))


def _of_claim(told: Sequence[Result]) -> list[Block]:
    first = told[0]
    rows = [
        [r.level, effect(r), _p(r.effect.p_adjusted), f"{r.games:,}", SIGNS[r.effect.verdict]]
        for r in told
    ]
    marks = [MARKS[r.effect.verdict] for r in told]
    columns = ["agents", f"{first.title} [95 %]", "p", "games a design", "verdict"]
    note = f"Holds: {limit(first)}."
    blocks: list[Block] = [
        Quote(first.claim.claim, first.claim.source),
        Prose([first.claim.how]),
        Table(first.title, columns, rows, note, (4,), marks),
    ]
    if first.also:
        beside = [
            [one.title, *(_figure(r.also[i]) for r in told)] for i, one in enumerate(first.also)
        ]
        blocks.append(Table("Beside it", ["", *(r.level for r in told)], beside))
    return blocks


def _figure(one: Told) -> str:
    return _told(one).removeprefix(one.title).strip()


def _made_with(results: Sequence[Result]) -> Table:
    facts = {"commit": commit() or "none", **{f"version of {k}": v for k, v in versions().items()}}
    folders = {f"{r.claim.name}, {r.level}": str(r.folder) for r in results}
    rows = [[key, value] for key, value in {**facts, **folders}.items()]
    return Table("What it was made with, and where its runs lie", ["", ""], rows, text=(1,))
