"""The project's documents as tests read them: fenced blocks, files shown, commands run.

A TOML block whose first line is `# NAME.toml` is a file that commands may use. A `console` block
has a command after `$ `, and below it what the command prints; `| head -n N` cuts that.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from engine.core import jit  # noqa: F401  # before anything compiles
from experiments.cli import app

ROOT = Path(__file__).resolve().parents[1]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (?:in )?(\S+\.toml)\n")
HEAD = re.compile(r"(.*?) \| head -n (\d+)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and where it begins in the document."""

    language: str
    text: str
    at: int


def blocks(document: str | Path, language: str = "") -> list[Block]:
    """The fenced blocks of a document (or of its text), of one language if it is given."""
    text = (ROOT / document).read_text(encoding="utf-8") if isinstance(document, Path) else document
    found = [Block(m[1], m[2], m.start()) for m in FENCE.finditer(text)]
    return [block for block in found if language in ("", block.language)]


def files(text: str) -> dict[str, str]:
    """The files that a document shows, by name."""
    return {match[1]: b.text for b in blocks(text, "toml") if (match := FILE.match(b.text))}


def write_files(text: str, folder: Path) -> list[Path]:
    """Writes the files that a document shows into a folder."""
    written = []
    for name, content in files(text).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
        written.append(folder / name)
    return written


def commands(text: str) -> Iterator[tuple[str, str]]:
    """(command, what the document says it prints) of every console block."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def run(command: str) -> tuple[int, str]:
    """A `dragonlab` command as a document writes it, in this process: (exit code, stdout)."""
    cut = HEAD.fullmatch(command)
    words = shlex.split(cut[1] if cut else command)
    assert words[0] == "dragonlab", f"only dragonlab can be run: {command}"
    result = CliRunner().invoke(app, words[1:], env={"COLUMNS": "100"})
    lines = result.stdout.splitlines()
    shown = [line.rstrip() for line in (lines[: int(cut[2])] if cut else lines)]
    if result.exit_code:
        shown += [result.stderr]
    return result.exit_code, "\n".join(shown) + "\n"
