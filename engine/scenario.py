"""Scenarios: a position, the choices made and what must hold, as a TOML file anyone can write.

`run_paths` runs files and folders of them, `coverage` lists the rule lines that no scenario shows.
This module knows no game: it needs of a design only `place`, `label`, `read` and the like, and of
the engine only the verb `step`.

As a command: `dragonlab scenario`, or `python -m engine.scenario [--coverage] [--json] PATHS`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import rules_text, scenario_file
from engine.core import written
from engine.core.problem import Problem, near
from engine.core.verbs import step as take
from engine.scenario_file import Scenario, Step

SCHEMA = "dragonlab.scenario/1"
COVERAGE_SCHEMA = "dragonlab.coverage/1"
EXCUSED = "excused.toml"  # rule lines that need no scenario, each with its reason


@dataclass(frozen=True)
class Result:
    """What came of one file. ``wrong``: the file itself is at fault, ``failures`` says how."""

    path: Path
    title: str
    ok: bool
    failures: list[str] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    wrong: bool = False


# --- running -------------------------------------------------------------------------------------


def run_file(path: str | Path) -> Result:
    """Run one file; whatever is wrong in it is in the result, not raised."""
    path = Path(path)
    title, shows = path.stem, []
    try:
        table = scenario_file.document(path)
        title, shows = scenario_file.title(table, path), scenario_file.shows(table)
        failures = _Run(scenario_file.scenario(table, path)).play()
    except Problem as problem:
        return Result(path, title, False, [f"{path}: {problem}"], shows, wrong=True)
    return Result(path, title, not failures, failures, shows)


def run_paths(paths: Iterable[str | Path]) -> list[Result]:
    """Run files, and all ``*.toml`` below folders.

    Raises:
        Problem: no such file or folder, or a folder without a scenario.
    """
    return [run_file(path) for path in find(paths)]


def find(paths: Iterable[str | Path]) -> list[Path]:
    """The scenario files at the given paths, those of a folder in order of their names.

    Raises:
        Problem: no such file or folder, or a folder without a scenario.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            files = sorted(p for p in path.rglob("*.toml") if p.name != EXCUSED)
            if not files:
                raise Problem(f"{path}: no scenario (*.toml) lies in this folder")
            found += files
        elif path.is_file():
            found.append(path)
        else:
            raise Problem(f"{path}: no such file or folder{_near_file(path)}")
    return list(dict.fromkeys(found))


def _near_file(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    return near(path.name, sorted(file.name for file in path.parent.glob("*.toml")))


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.design = scenario.design.private()
        self.state = self.design.place(scenario.position, scenario.seed)
        self.failures: list[str] = []
        self.silent: list[str] = []  # choices taken silently since the last written one

    def play(self) -> list[str]:
        """All that does not hold, a sentence each.

        Raises:
            Problem: pinned luck that was not asked for.
        """
        for index, step in enumerate(self.scenario.steps):
            if not self._reach(index):
                self._pin(step)
                continue
            if not self._take(step):
                return self.failures
            self.silent.clear()
        self._end()
        left = self.design.pins(self.state)
        if left and not self.failures:
            raise Problem(f"chance: pins are left when the file ends: {'; '.join(left)}")
        return self.failures

    def _end(self) -> None:
        """What must hold at the end does so when the last step is done, or after forced choices behind it.

        Choices of one option that no step names are taken silently as long as the end waits for them.
        """
        checked = len(self.failures)
        self._check("at the end", self.scenario.expect)
        first = self.failures[checked:]
        while first and not self.state.over and self.state.n_options == 1:
            del self.failures[checked:]
            self._answer(0, "at the end")
            self._check("at the end", self.scenario.expect)
            if len(self.failures) == checked:
                return
        self.failures[checked:] = first

    def _reach(self, index: int) -> bool:
        """Take forced choices until the step's question stands; False: the step is skipped.

        Where another question stands the step is reached all the same and will fail, unless it says
        `if_asked`: then the game stays where it was.
        """
        step = self.scenario.steps[index]
        if not step.if_asked:
            self._take_forced(index)
            return True
        before, silent = self.state.copy(), len(self.silent)
        try:
            self._take_forced(index)
            reached = self._names(step)
        except Problem:
            reached = False
        if not reached:
            self._restore(before, silent)
        return reached

    def _take_forced(self, index: int) -> None:
        """Take choices of one option until the step's question stands, or one that is none such."""
        step = self.scenario.steps[index]
        while not (self.state.over or self.state.n_options > 1):
            if self._names(step) or self._named_later(index):
                return
            said = f"{self.design.label(self.state, 0)!r} by seat {self.state.actor}"
            self.silent.append(said)
            self._answer(0, str(step))

    def _restore(self, before: Any, silent: int) -> None:
        for name in before.dtype.names:
            self.state[name] = before[name]
        del self.silent[silent:]

    def _names(self, step: Step) -> bool:
        """Whether the question that stands is the one a step names."""
        if self.state.over or step.seat not in (None, self.state.actor):
            return False
        if step.choose is not None:
            return self.design.find(self.state, step.choose) >= 0
        return step.options is None or set(step.options) == set(self._offered())

    def _named_later(self, index: int) -> bool:
        """Whether a step stands for which the present question is kept, past skippable ones."""
        if not self.scenario.steps[index].if_asked:
            return False
        for later in self.scenario.steps[index + 1 :]:
            if self._names(later):
                return True
            if not later.if_asked:
                break
        return False

    def _take(self, step: Step) -> bool:
        """Check a step and take its choice; False: the game cannot go on as written."""
        state = self.state
        if state.over:
            return self._fail(f"{step}: the game is over, nobody is asked anything{self._after()}")
        if step.seat not in (None, state.actor):
            return self._fail(
                f"{step}: it is not seat {step.seat} but seat {state.actor} that must choose"
                f"{self._asked()}"
            )
        if step.options is not None and set(step.options) != set(self._offered()):
            self._fail(f"{step}, options: {_lists_differ(step.options, self._offered())}")
        self._pin(step)
        if step.choose is not None:
            option = self.design.find(state, step.choose)
            if option < 0:
                return self._fail(f"{step}: not offered to seat {state.actor}{self._asked()}")
            self._answer(option, str(step))
        self._check(f"{step}, expect", step.expect)
        return True

    def _answer(self, option: int, where: str) -> None:
        take(self.state, self.design.rules, option)
        self.design.rules.n_log = 0
        if self.design.pins(self.state) is None:
            raise Problem(f"{where}: chance: luck asked for something else than the next pin gives")

    def _pin(self, step: Step) -> None:
        if step.chance:
            try:
                self.design.pin(self.state, step.chance)
            except Problem as problem:
                raise Problem(f"{step}: {problem}") from None

    def _check(self, where: str, expect: Mapping[str, Any]) -> None:
        for path, wanted in expect.items():
            difference = _differs(wanted, self.design.read(self.state, path))
            if difference:
                self._fail(f"{where}: {path}: {difference}")

    def _fail(self, sentence: str) -> bool:
        self.failures.append(sentence)
        return False

    def _offered(self) -> list[str]:
        return [self.design.label(self.state, i) for i in range(self.state.n_options)]

    def _asked(self) -> str:
        question = self.design.question(self.state)
        return f"; offered ({question}): {', '.join(self._offered())}{self._after()}"

    def _after(self) -> str:
        return f" (after the forced {', '.join(self.silent)})" if self.silent else ""


def _differs(wanted: Any, actual: Any) -> str:
    """How an actual value differs from the one wanted; empty if it does not. Lists: multisets."""
    if isinstance(wanted, list):
        return "" if Counter(wanted) == Counter(actual) else _lists_differ(wanted, actual)
    if wanted == actual:
        return ""
    return f"expected {_word(wanted)}, is {_word(actual)}"


def _lists_differ(wanted: Sequence[Any], actual: Sequence[Any]) -> str:
    missing, extra = Counter(wanted) - Counter(actual), Counter(actual) - Counter(wanted)
    notes = [
        f"{word} {_join(sorted(part.elements()))}"
        for word, part in (("missing", missing), ("too many", extra))
        if part
    ]
    return f"expected {_join(wanted)}, is {_join(actual)} ({'; '.join(notes)})"


def _join(items: Iterable[Any]) -> str:
    return ", ".join(map(str, items)) or "nothing"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


# --- which rule lines are shown ------------------------------------------------------------------


def coverage(
    paths: Iterable[str | Path],
    rules_dir: str | Path | None = None,
    excused: str | Path | None = None,
) -> list[tuple[str, str]]:
    """The rule lines (name, text) that no scenario shows and no `excused.toml` excuses.

    ``excused.toml`` is looked for in the given folders; it holds ``[[excused]]`` tables of ``line``
    and ``reason``.

    Raises:
        Problem: no rules to compare with, a wrong file, a line that the rules do not have.
    """
    given = [Path(path) for path in paths]
    lines = rules_text.lines(rules_dir)
    if not lines:
        raise Problem(f"{rules_dir or rules_text.FOLDER}: no rules lie here to compare with")
    settled = set(_excuses(given, excused, rules_dir))
    for path in find(given):
        try:
            settled.update(scenario_file.shows(scenario_file.document(path)))
        except Problem as problem:
            raise Problem(f"{path}: {problem}") from None
    return [(name, text) for name, text in lines.items() if name not in settled]


def _excuses(
    paths: Sequence[Path], excused: str | Path | None, rules_dir: str | Path | None
) -> list[str]:
    """The names of the lines that files of excuses name, each with a reason."""
    files = [Path(excused)] if excused else [f for p in paths for f in sorted(p.rglob(EXCUSED))]
    known = rules_text.known(rules_dir)
    return [name for file in files for name in _excused_in(file, known)]


def _excused_in(file: Path, known: Sequence[str]) -> list[str]:
    names: list[str] = []
    try:
        table = written.table(scenario_file.toml(file), "it", ("excused",))
        for number, given in enumerate(written.several(table.get("excused", []), "excused"), 1):
            excuse = written.table(given, f"excused {number}", ("line", "reason"))
            name = written.text(excuse.get("line"), f"excused {number}, line")
            if name not in known:
                raise Problem(f"the rules have no line {name!r}{near(name, known)}")
            if not written.text(excuse.get("reason", ""), f"{name}, reason").strip():
                raise Problem(f"{name!r} is excused without a reason")
            names.append(name)
    except Problem as problem:
        raise Problem(f"{file}: {problem}") from None
    return names


# --- for the command -----------------------------------------------------------------------------


def document(results: Sequence[Result]) -> dict[str, Any]:
    """Results as the JSON document of `--format json`."""
    return {
        "schema": SCHEMA,
        "passed": sum(result.ok for result in results),
        "failed": sum(not result.ok and not result.wrong for result in results),
        "wrong": sum(result.wrong for result in results),
        "scenarios": [
            {
                "file": str(result.path),
                "title": result.title,
                "ok": result.ok,
                "failures": result.failures,
                "shows": result.shows,
            }
            for result in results
        ],
    }


def report(results: Sequence[Result]) -> str:
    """Results as text: what does not hold, then how many do."""
    lines: list[str] = []
    for result in results:
        if result.wrong:
            lines += result.failures
        elif not result.ok:
            lines += [f"{result.path}: {result.title}", *(f"  {f}" for f in result.failures)]
    counts = document(results)
    lines.append(f"{counts['passed']} passed, {counts['failed']} failed, {counts['wrong']} wrong")
    return "\n".join(lines)


def exit_code(results: Sequence[Result]) -> int:
    """0: all hold; 1: one fails; 2: a file is wrong."""
    if any(result.wrong for result in results):
        return 2
    return 0 if all(result.ok for result in results) else 1


def unshown_document(unshown: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Unshown rule lines as the JSON document of `--coverage --format json`."""
    return {
        "schema": COVERAGE_SCHEMA,
        "unshown": [{"line": name, "text": text} for name, text in unshown],
    }


def unshown_report(unshown: Sequence[tuple[str, str]]) -> str:
    """Unshown rule lines as text."""
    if not unshown:
        return "every rule line is shown by a scenario or excused"
    return "\n".join(f"{name}: {text}" for name, text in unshown)


def main(paths: Sequence[str], cover: bool = False, form: str = "table") -> int:
    """What `dragonlab scenario` does: print to stdout as ``form`` says, return the exit code.

    Raises:
        Problem: no such file, or (for coverage) a wrong one; the command makes it exit code 2.
    """
    if form not in ("table", "json"):
        raise Problem(f"scenarios are told as table or json, not as {form}")
    as_json = form == "json"
    if cover:
        unshown = coverage(paths)
        print(_json(unshown_document(unshown)) if as_json else unshown_report(unshown))
        return 1 if unshown else 0
    results = run_paths(paths)
    print(_json(document(results)) if as_json else report(results))
    return exit_code(results)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _command(words: Sequence[str]) -> int:
    flags = {"--coverage", "--json"}
    paths = [word for word in words if word not in flags]
    try:
        return main(paths, "--coverage" in words, "json" if "--json" in words else "table")
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(_command(sys.argv[1:]))
