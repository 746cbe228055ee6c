"""The project's pages: commands run as written and print what is said, links lead somewhere.

`python tests/test_readme.py` writes what the commands print into the pages anew.
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

PAGES = sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md"))
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
COMMANDS = [(page, *pair) for page, text in TEXTS.items() for pair in documents.commands(text)]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
PACE = "a second"  # a line that tells how fast this machine is differs from run to run
PICTURE_MOST = 200_000  # bytes


def steady(output):
    return [line.rstrip() for line in output.splitlines() if PACE not in line]


@pytest.mark.parametrize(("page", "command", "output"), COMMANDS, ids=[c for _, c, _ in COMMANDS])
def test_command(page, command, output, tmp_path, monkeypatch):
    documents.write_files(TEXTS[page], tmp_path)
    monkeypatch.chdir(tmp_path)
    code, printed = documents.run(command)
    assert code == 0, printed
    assert steady(printed) == steady(output), "python tests/test_readme.py writes it anew"


def test_there_are_commands():
    assert sum(page == "README.md" for page, _, _ in COMMANDS) >= 7


def test_python_of_the_readme(capsys):
    for block in documents.blocks(TEXTS["README.md"], "python"):
        exec(block.text, {})
    shares = capsys.readouterr().out.strip("[]\n").split()
    assert sum(map(float, shares)) == pytest.approx(1, abs=1e-6)


def test_commands_in_passing_exist():
    """`dragonlab NAME` anywhere is a command that there is."""
    named = {name for text in TEXTS.values() for name in re.findall(r"`dragonlab ([a-z]+)", text)}
    assert len(named) > 8
    for name in named:
        code, printed = documents.run(f"dragonlab {name} --help")
        assert code == 0, f"{name}: {printed}"


@pytest.mark.parametrize("page", TEXTS)
def test_make_targets_exist(page):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    used = re.findall(r"(?:^|`)make ([a-z-]+)", TEXTS[page], re.MULTILINE)
    assert set(used) <= set(targets)


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_somewhere(page):
    for target, anchor in LINK.findall(TEXTS[page]):
        path = ((ROOT / page).parent / target) if target else ROOT / page
        assert path.exists(), target
        if anchor and path.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            known = {"#" + re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}
            assert anchor in known, target + anchor


def test_pictures_are_small_and_shown():
    for picture in (ROOT / "docs" / "images").iterdir():
        assert picture.stat().st_size < PICTURE_MOST, picture.name
        assert any(picture.name in text for text in TEXTS.values()), picture.name


def write_anew():
    """Runs every command and puts what it prints below it."""
    for page, text in TEXTS.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            documents.write_files(text, Path(folder))
            for command, output in documents.commands(text):
                code, printed = documents.run(command)
                if code:
                    sys.exit(f"{page}: {command}: {printed}")
                text = text.replace(f"$ {command}\n{output}```", f"$ {command}\n{printed}```")
            os.chdir(ROOT)
        (ROOT / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_anew()
