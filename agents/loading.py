"""Agents from elsewhere: `my_bot.py:Bot`, `my_bot.py:Bot:depth=3`, or an installed plugin's name.

The user's code is never imported into the process that counts and writes: `describe` looks at it in
a process of its own, and workers import it again to play. So a bot may exit, hang or crash without
harm to a run.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeGuard

from engine.core.problem import Problem, near

GROUP = "dragonlab.agents"  # entry points of plugins
FILE_SPEC = re.compile(r"(?P<file>.+?\.py):(?P<name>[^:=,]+)(?::(?P<parameters>.*))?", re.DOTALL)
ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60.0  # seconds that importing an agent may take
COST = "as long as its code takes; about 3 microseconds besides, 20 if it is asked one by one"


@dataclass(frozen=True)
class Source:
    """Where an agent's code is: a class in a file, or a plugin's entry point.

    Attributes:
        file: resolved path; None for a plugin.
        name: the class in the file, or the plugin's name.
        shown: how messages name it.
    """

    file: Path | None
    name: str
    shown: str


@dataclass(frozen=True)
class Facts:
    """What is known of an agent's code.

    Attributes:
        about: first line of the class's docstring.
        text: the docstring in full.
        parameters: name -> default as text; "required" has none.
        seed: whether its `__init__` takes a seed.
        any_parameter: whether it takes parameters that it does not name.
        batch: whether it has `choose_batch`.
    """

    about: str
    text: str
    parameters: Mapping[str, str]
    seed: bool
    any_parameter: bool
    batch: bool


REQUIRED = "required"
UNKNOWN = Facts("", "", {}, False, False, False)


# --- specs ----------------------------------------------------------------------------------------


def source_of(spec: str) -> tuple[Source, dict[str, Any]] | None:
    """The source and parameters that a spec names; None if it names no file and no plugin.

    Raises:
        Problem: there is no such file, or a parameter is not written `key=value`.
    """
    spec = spec.strip()
    if spec.endswith(".py"):
        raise Problem(f"{spec!r} must name the agent's class too: {spec}:Bot")
    found = FILE_SPEC.fullmatch(spec)
    if found:
        file = Path(found["file"]).expanduser()
        if not file.is_file():
            raise Problem(f"unknown agent {spec!r}: there is no file {found['file']}")
        source = Source(file.resolve(), found["name"], f"{found['file']}:{found['name']}")
        return source, parameters_of(found["parameters"] or "", spec)
    name, _, written = spec.partition(":")
    if name in plugins():
        return Source(None, name, name), parameters_of(written, spec)
    return None


def parameters_of(written: str, spec: str) -> dict[str, Any]:
    """`depth=3,style=bold` as values: numbers, true, false, else text; raises Problem."""
    values: dict[str, Any] = {}
    for pair in filter(None, (part.strip() for part in written.split(","))):
        key, equals, value = (word.strip() for word in pair.partition("="))
        if not equals or not key.isidentifier():
            raise Problem(f"agent {spec!r}: {pair!r} must be written key=value")
        values[key] = _value(value)
    return values


def _value(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def plugins() -> dict[str, EntryPoint]:
    """Installed agents by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def stamp(source: Source) -> str:
    """What identifies the code: a hash of the file and of the modules beside it that it imports."""
    if source.file is None:
        point = plugins()[source.name]
        return f"{point.value} {point.dist.version if point.dist else ''}".strip()
    digest = hashlib.sha256()
    for file in _files_of(source.file):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _files_of(file: Path) -> list[Path]:
    """The file, and the modules in its folder that it imports, directly or not."""
    found, todo = [], [file]
    while todo:
        file = todo.pop()
        if file in found:
            continue
        found.append(file)
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            beside = [file.parent / f"{name.split('.')[0]}.py" for name in names]
            todo += [path for path in beside if path.is_file()]
    return sorted(found)


# --- the code, in the process that runs it --------------------------------------------------------


def load(source: Source) -> Any:
    """The agent's class, imported into this process. Whatever its code raises comes through."""
    if source.file is None:
        return plugins()[source.name].load()
    name = f"dragonlab_agent_{hashlib.sha256(str(source.file).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, source.file)
        if spec is None or spec.loader is None:
            raise ImportError(f"{source.file} cannot be imported")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        folder = str(source.file.parent)
        if folder not in sys.path:
            sys.path.append(folder)  # at the end: a bot's modules hide none of ours
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    try:
        return getattr(sys.modules[name], source.name)
    except AttributeError:
        names = [n for n, v in vars(sys.modules[name]).items() if isinstance(v, type)]
        raise Problem(
            f"{source.file.name} has no class {source.name!r}{near(source.name, names)}"
        ) from None


def facts_of(made: Any) -> Facts:
    """What a class says of itself; raises Problem if it cannot choose."""
    if not callable(made):
        raise Problem(f"{made!r} is no class")
    batch = callable(getattr(made, "choose_batch", None))
    if not batch and not callable(getattr(made, "choose", None)):
        raise Problem("the class has neither choose(self, view) nor choose_batch(self, views)")
    try:
        signature = inspect.signature(made)
    except (ValueError, TypeError):
        signature = inspect.Signature()
    parameters, seed, anything = {}, False, False
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            anything = True
        elif name == "seed":
            seed = True
        elif parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            empty = parameter.default is parameter.empty
            parameters[name] = REQUIRED if empty else repr(parameter.default)
    text = inspect.getdoc(made) or ""
    about = text.split("\n\n")[0].replace("\n", " ")
    return Facts(about, text, parameters, seed or anything, anything, batch)


# --- the code, looked at from outside -------------------------------------------------------------


def describe(source: Source) -> Facts:
    """What an agent's code says of itself, found out in a process of its own.

    Raises:
        Problem: it cannot be imported, has no such class, or the class cannot choose.
    """
    return _described(source, stamp(source))


@functools.cache
def _described(source: Source, stamp: str) -> Facts:
    file = "" if source.file is None else str(source.file)
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from agents import loading; loading.main()"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, file, source.name],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
    except subprocess.TimeoutExpired:
        raise Problem(f"{source.shown}: importing it takes more than {PATIENCE:.0f} s") from None
    try:
        told = json.loads(done.stdout)
    except ValueError:
        raise Problem(
            f"{source.shown}: importing it ended the process (exit code {done.returncode})"
        ) from None
    if "problem" in told:
        raise Problem(f"{source.shown}: {told['problem']}")
    return Facts(**told)


def main() -> None:
    """What `describe` runs: facts as JSON on stdout, whatever the code itself prints elsewhere."""
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    file, name = sys.argv[1:3]
    source = Source(Path(file) if file else None, name, name)
    try:
        told = vars(facts_of(load(source)))
    except Problem as problem:
        told = {"problem": str(problem)}
    except (Exception, SystemExit) as error:
        told = {"problem": f"it cannot be imported: {_told(error)}"}
    answer.write(json.dumps(told))
    answer.flush()
    os._exit(0)  # whatever threads and exit handlers the code has left


def _told(error: BaseException) -> str:
    """An exception in one line, with its place in the file."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})"
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# --- an agent -------------------------------------------------------------------------------------


def check_parameters(facts: Facts, given: Mapping[str, Any], shown: str) -> None:
    """Raise Problem for a parameter that the agent does not have, or that is missing."""
    for name in given:
        if name == "seed":
            raise Problem(f"{shown}: the seed is the run's (--seed)")
        if name not in facts.parameters and not facts.any_parameter:
            known = near(name, facts.parameters) or "; it has none"
            raise Problem(f"{shown}: unknown parameter {name!r}{known}")
    for name, default in facts.parameters.items():
        if default == REQUIRED and name not in given:
            raise Problem(f"{shown}: the parameter {name!r} is missing: {shown}:{name}=VALUE")


def seed_for(seed: int, spec: str) -> int:
    """The seed of an instance that answers for many games: of the run and the agent alone."""
    return int.from_bytes(hashlib.sha256(f"{seed} {spec}".encode()).digest()[:8], "big") >> 1


@dataclass(frozen=True)
class PythonAgent:
    """An agent in Python, as `agents.registry` hands it out.

    Attributes:
        spec: what the user wrote.
        about, cost: as for every agent.
        parameters: the values given.
        stamp: identifies its code: a run is resumed with the same code only.
    """

    spec: str
    about: str
    cost: str
    source: Source
    facts: Facts
    parameters: Mapping[str, Any]
    stamp: str

    python = True

    def caller(self, seed: int) -> Any:
        """What calls it; its code is imported into this process, whatever that raises."""
        from agents.contract import Caller

        if self.facts is UNKNOWN:
            raise Problem(f"{self.spec}: its code is gone, or is not that of the run any more")
        made = load(self.source)
        facts = self.facts
        mine = seed_for(seed, self.spec)
        return Caller(made, self.parameters, mine, facts.seed, facts.batch)

    def choose(self, state: Any, rules: Any) -> int:
        """One choice, in this process: for watching a game."""
        raise Problem(f"{self.spec}: a game with an agent in Python is watched through its design")

    def __hash__(self) -> int:
        return hash((self.spec, self.stamp))


def is_python(agent: object) -> TypeGuard[PythonAgent]:
    """Whether an agent is Python code, which is called in processes of its own."""
    return getattr(agent, "python", False)


def python_agent(spec: str) -> PythonAgent | None:
    """The Python agent that a spec names, looked at from outside; None if it names none.

    Raises:
        Problem: in one sentence, with what is wrong.
    """
    found = source_of(spec)
    if found is None:
        return None
    source, given = found
    facts = describe(source)
    check_parameters(facts, given, source.shown)
    about = facts.about or f"The class {source.name} of {source.shown.rpartition(':')[0]}."
    return PythonAgent(spec.strip(), about, COST, source, facts, given, stamp(source))


def remembered(spec: str, stamp: str) -> PythonAgent:
    """The agent of a run whose code is not there any more: it has a name, and cannot play."""
    return PythonAgent(spec, "", "", Source(None, spec, spec), UNKNOWN, {}, stamp)


def explanation(spec: str) -> dict[str, Any]:
    """What is known of the agent of a spec: parameters with defaults, values given, cost.

    Raises:
        Problem: no such agent.
    """
    from agents import registry

    agent: Any = registry.parse(spec)
    if is_python(agent):
        facts = agent.facts
        return {
            "agent": agent.source.shown,
            "about": facts.text or agent.about,
            "parameters": dict(facts.parameters),
            "given": dict(agent.parameters),
            "asked": "many decisions at once" if facts.batch else "one decision at a time",
            "cost": agent.cost,
        }
    return {
        "agent": agent.spec,
        "about": agent.about,
        "parameters": {
            key: f"{known.default} ({known.values}): {known.about}"
            for key, known in agent.parameters.items()
        },
        "cost": agent.cost,
    }
