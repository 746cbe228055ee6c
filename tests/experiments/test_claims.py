"""`dragonlab claims`: every claim is tested, its page is written, and nothing is played twice."""

from __future__ import annotations

import json

import numpy as np
import pytest
import sources

from experiments import claims, claims_play
from experiments.claims import Term

pytestmark = pytest.mark.usefixtures("real_engine")

ROWS = ("both-thieves", "mixed-copper", "priest", "thrym")


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """The folder of all claims at two levels, few games, and what the command said."""
    from typer.testing import CliRunner

    from experiments.cli import app

    out = tmp_path_factory.mktemp("claims")
    args = ("claims", "--levels", "random,greedy", "--games", "40", "--out", str(out))
    result = CliRunner().invoke(app, [*args, "--format", "json"])
    assert result.exit_code == 0, (result.stderr, result.exception)
    return out, json.loads(result.stdout), result.stderr


@pytest.mark.parametrize("name", sorted(claims.built_in()))
def test_a_claim_says_what_it_is(name):
    claim = claims.load(claims.built_in()[name])
    assert claim.claim.endswith(".")
    assert claim.how.endswith(".")
    sources.check(claim.source)


def test_all_claims_have_a_verdict(everything):
    out, told, _ = everything
    assert {claim["name"] for claim in told["claims"]} == claims.built_in().keys()
    for claim in told["claims"]:
        assert [level["agents"] for level in claim["levels"]] == ["random", "greedy"]
        for level in claim["levels"]:
            assert level["verdict"] in ("holds", "does not hold", "undecided")
            assert level["effect"]["mean"] is not None or level["verdict"] == "undecided"
            assert (out / claim["name"] / level["agents"] / "manifest.json").is_file()


def test_the_page_tells_every_claim(everything):
    out, told, _ = everything
    page = (out / "claims.html").read_text()
    for claim in told["claims"]:
        assert claim["source"] in page
    assert page.count("data:image/svg+xml") == 1
    assert len((out / "claims.csv").read_text().splitlines()) == 1 + 2 * len(told["claims"])
    assert (out / "claims.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_stored_is_told_again(everything, lab):
    out, told, said = everything
    assert "random: priest" in said
    before = {file: file.read_bytes() for file in out.glob("*/*/games/*")}
    names = [arg for name in ROWS for arg in ("--only", name)]
    again = lab(
        *("claims", "--levels", "random,greedy", "--games", 40, "--out", out, *names),
        *("--format", "json"),
    )
    assert again.exit_code == 0, (again.stderr, again.exception)
    found = {claim["name"]: claim for claim in json.loads(again.stdout)["claims"]}
    assert set(found) == set(ROWS)
    for claim in told["claims"]:
        if claim["name"] in found:
            for old, new in zip(claim["levels"], found[claim["name"]]["levels"], strict=True):
                assert new["effect"] == old["effect"]
    assert before == {file: file.read_bytes() for file in before}


def test_the_table(everything, lab):
    out, *_ = everything
    result = lab("claims", "--agents", "random", "--games", 40, "--out", out, "--only", "priest")
    assert "The Priest is more likely to help its owner" in result.stdout
    assert "GW N11" in result.stdout
    assert "of 1 claims" in result.stdout


def test_other_games_need_another_folder(everything, refused):
    out, *_ = everything
    args = ("claims", "--agents", "random", "--games", 41, "--out", out, "--only", "priest")
    assert "another number of games" in refused(*args, "--quiet")


def test_wrong_input(refused):
    assert "did you mean 'priest'" in refused("claims", "--only", "preist")
    assert "unknown agent" in refused("claims", "--levels", "rnd", "--only", "priest", "--quiet")


def test_terms():
    assert Term.read("both: stakes_upset / stakes_weakest") == Term(
        "both", "stakes_upset", "stakes_weakest"
    )
    assert Term.read("one: gambits") == Term("one", "gambits")
    for wrong in ("gambits", "one:", "one: a /", ": a"):
        with pytest.raises(ValueError, match="DESIGN: METRIC"):
            Term.read(wrong)


def test_a_claim_file_with_a_mistake(tmp_path, refused, monkeypatch):
    monkeypatch.setattr(claims, "FOLDER", tmp_path)
    text = claims.built_in.__globals__["BUILT_IN"].joinpath("claims/priest.toml").read_text()
    for old, new, told in (
        ('direction = "more"', 'direction = "most"', "direction"),
        ('"two-stakes: watched', '"both: watched', "unknown design 'both'"),
        ("watched_helped_1", "watched_help_1", "unknown metric 'watched_help_1'"),
        ("[test]", "[tset]", "tset"),
    ):
        (tmp_path / "priest.toml").write_text(text.replace(old, new))
        assert told in refused("claims", "--agents", "random", "--games", 10, "--quiet")


def test_paces():
    assert claims.pace("mcts:iterations=50", True, None) == claims.QUICK[""]
    assert claims.pace("greedy", False, None) == claims.PACES["greedy"]
    assert claims.pace("random", False, 300).each == 30


def test_how_unusual_a_design_is():
    """In one metric the last design is far out, in the other in the middle."""
    rng = np.random.default_rng(1)
    sample = rng.normal(size=(500, 2))
    apart, lower = claims_play._unusual(np.vstack([sample, [3.0, 0.0]]))
    assert np.mean(apart[:-1] > apart[-1]) < 0.05
    assert lower[0] > 0.99
    assert lower[1] == pytest.approx(0.5, abs=0.1)
    apart, _ = claims_play._unusual(np.vstack([sample, [0.1, 0.0]]))
    assert np.mean(apart[:-1] > apart[-1]) > 0.95


def test_folders_are_named_by_level():
    assert claims_play.slug("mcts:iterations=100,c=0.7") == "mcts-iterations-100-c-0-7"
