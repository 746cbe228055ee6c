"""The notebooks run from top to bottom, at a small size, and are stored without outputs."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
GAMES = "60"


def test_there_are_notebooks():
    assert [book.stem for book in BOOKS] == ["deck-atlas", "house-rule-study", "tour"]


@pytest.mark.parametrize("path", BOOKS, ids=[book.stem for book in BOOKS])
def test_it_is_stored_clean(path):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert path.stat().st_size < 20_000
    for cell in book.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", BOOKS, ids=[book.stem for book in BOOKS])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_it_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("DRAGONLAB_NOTEBOOK_GAMES", GAMES)
    monkeypatch.setenv("DRAGONLAB_NOTEBOOK_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    book = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=300, kernel_name="python3", resources=place).execute()
    printed = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not [output for output in printed if output.get("name") == "stderr"]
    assert any("image/png" in output.get("data", {}) for output in printed)
