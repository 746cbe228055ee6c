"""The report: one page that says everything, the same for the same run."""

import json
import re
from html import unescape

import pytest

from experiments import replay, report

SECTIONS = ["Verdict", "Pictures", "Findings", "Figures", "Designs", "How to repeat it"]


@pytest.fixture
def page(reported):
    return (reported / "report.html").read_text()


def plain(page):
    """The text of a page as one reads it."""
    body = re.sub(r"<(style|head).*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_a_sweep_leaves_its_report(page, reported):
    text = plain(page)
    assert re.findall(r"<h2>(.*?)</h2>", page) == SECTIONS
    manifest = json.loads((reported / "manifest.json").read_text())
    for said in (
        "What do <thieves> & friends do?",
        'Thieves make "hands" smaller.',
        "The Toy, T1",
        "With Thieves rather than Calm:",
        "cards fewer with Thieves than with Calm",
        "The Toy, 4 players (random), 300 games a design, seed 1",
        "● differs",
        "Calm → Thieves",
        "deck.name calm thieves calm",
        "rules.gold 10 10 20",
        '"name": "calm"',
        manifest["command"],
        manifest["code"],
        manifest["finished"],
        f"numpy {manifest['versions']['numpy']}",
    ):
        assert said in text, said


def test_it_needs_nothing_else(page):
    """Nothing is loaded or linked but what the page holds itself."""
    sources = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(source.startswith(("data:", "#")) for source in sources)
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert "<script" not in page
    alts = re.findall(r'<img [^>]*alt="([^"]*)"', page)
    assert len(alts) == page.count("<img ")
    assert len(alts) >= 6
    assert all(len(alt) > 40 for alt in alts)


def test_every_table_is_whole(page):
    for table in re.findall(r"<table>(.*?)</table>", page, re.DOTALL):
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
        assert len({len(re.findall(r"<t[hd]\b", row)) for row in rows}) == 1
        assert all('scope="row"' in row or 'scope="col"' in row for row in rows)


def test_the_same_page_again(page, reported, lab, tmp_path):
    result = lab("report", reported, "--out", "there/again.html")
    assert (result.exit_code, result.stdout) == (0, "there/again.html\n")
    assert (tmp_path / "there/again.html").read_text() == page


def test_a_run_has_a_report_too(lab, tmp_path):
    lab("run", "toy", "--games", 50, "--out", "one")
    assert lab("report", "one").stdout == "one/report.html\n"
    text = plain((tmp_path / "one/report.html").read_text())
    assert "median" in text
    assert "Comparisons" not in text
    assert "seat 3" in text


def test_many_designs(lab, tmp_path):
    """Designs become rows, and of very many comparisons the primary metric's are listed."""
    designs = "".join(
        f'[[designs]]\nname = "g{gold}"\nrules = {{ gold = {gold} }}\n' for gold in range(5, 21)
    )
    metrics = "[metrics]\ngambits = 0.25\nhand_size = 0.25\n"
    file = f'question = "?"\ngame = "toy"\ngames = 30\n{designs}{metrics}'
    (tmp_path / "gold.toml").write_text(file)
    lab("sweep", "gold.toml", "--out", "r", "--no-plots")
    assert not (tmp_path / "r/report.html").exists()
    outcome, comparisons = replay.reopen(tmp_path / "r")
    manifest = replay.manifest(tmp_path / "r")
    text = plain(report.of_run(manifest, outcome.summaries, comparisons, []).html())
    assert "120 of 240 are listed, all are in comparisons.csv" in text
    assert "Designs by metric" in text
    assert "Pictures" not in text


def test_what_has_no_report(lab, refused):
    lab("duel", "random", "skill", "--game", "toy", "--games", 8, "--out", "d")
    assert refused("report", "d").endswith("d holds a duel, which has no report")
    assert "there is no manifest.json in it" in refused("report", "nothing")
