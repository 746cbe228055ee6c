"""Every command of the README runs as written and prints what the README says it prints.

`python tests/test_readme.py` writes the outputs into the README anew.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

import documents
import pytest
from documents import ROOT

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
COMMANDS = list(documents.commands(TEXT))
PAGES = [p for p in ROOT.glob("*.md")] + sorted((ROOT / "docs").rglob("*.md"))
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
PACE = "a second"  # a line that tells how fast this machine is differs from run to run
PICTURE_MOST = 200_000  # bytes


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with the files that the README shows."""
    documents.write_files(TEXT, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def steady(output):
    return [line.rstrip() for line in output.splitlines() if PACE not in line]


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[c for c, _ in COMMANDS])
def test_command(command, output, folder):
    code, printed = documents.run(command)
    assert code == 0, printed
    assert steady(printed) == steady(output), "python tests/test_readme.py writes it anew"


def test_there_are_commands():
    assert len(COMMANDS) >= 7


def test_python_examples(folder, capsys):
    for block in documents.blocks(TEXT, "python"):
        exec(block.text, {})
    shares = capsys.readouterr().out.strip("[]\n").split()
    assert sum(map(float, shares)) == pytest.approx(1, abs=1e-6)


def test_commands_in_the_text_exist(folder):
    """`dragonlab NAME` anywhere in the project's own pages is a command that there is."""
    for page in PAGES:
        for name in re.findall(r"`dragonlab ([a-z]+)", page.read_text(encoding="utf-8")):
            code, printed = documents.run(f"dragonlab {name} --help")
            assert code == 0, f"{page.name}: {name}: {printed}"


def test_make_targets_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for page in PAGES:
        used = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(used) <= set(targets), page.name


@pytest.mark.parametrize("page", PAGES, ids=[str(p.relative_to(ROOT)) for p in PAGES])
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target, anchor in LINK.findall(text):
        path = (page.parent / target) if target else page
        assert path.exists(), f"{target} in {page.name}"
        if anchor and path.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            known = {"#" + re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
            assert anchor in known, f"{target}{anchor} in {page.name}"


def test_pictures_are_small():
    for picture in (ROOT / "docs" / "images").iterdir():
        assert picture.stat().st_size < PICTURE_MOST, picture.name


def write_anew():
    """Runs every command and puts what it prints below it."""
    text = TEXT
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        documents.write_files(text, Path(name))
        for command, output in COMMANDS:
            code, printed = documents.run(command)
            if code:
                sys.exit(f"{command}: {printed}")
            text = text.replace(f"$ {command}\n{output}```", f"$ {command}\n{printed}```")
        os.chdir(ROOT)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_anew()
