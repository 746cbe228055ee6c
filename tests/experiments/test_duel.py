"""`dragonlab duel`: who sits where, the document, the early end, the folder."""

import json

import pytest
import toy_lab

from engine.core.problem import Problem
from experiments import rotation

A, B = "skill:elo=60", "skill"


def document(lab, *args):
    result = lab("duel", *args, "--game", "toy", "--format", "json")
    assert result.exit_code == 0, (result.stderr, result.exception)
    return json.loads(result.stdout)


def figures(lab, *args):
    """A duel's document without what depends on the machine."""
    told = document(lab, *args)
    told.pop("timing")
    return told


def test_one_against_the_field_sits_in_each_seat():
    assert rotation.alone(0, 1, 3).seatings == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert rotation.alone(0, 1, 2).seatings == ((0, 1), (1, 0))


def test_in_turns_both_have_the_same_seats():
    assert rotation.in_turns(0, 1, 2).seatings == ((0, 1), (1, 0))
    assert rotation.in_turns(0, 1, 4).seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    for players in range(2, 7):
        seatings = rotation.in_turns(0, 1, players).seatings
        assert len(set(seatings)) == len(seatings) == (2 if players % 2 == 0 else 2 * players)
        for seat in range(players):
            assert sum(seating[seat] == 0 for seating in seatings) == len(seatings) / 2


def test_all_seatings_of_as_many_agents_as_seats_or_of_more_or_fewer():
    assert len(rotation.together(3, 3).seatings) == 6
    assert len(rotation.together(5, 3).seatings) == 60
    fewer = rotation.together(2, 3).seatings
    assert len(fewer) == 6
    assert all(set(seating) == {0, 1} for seating in fewer)
    with pytest.raises(Problem, match="12 agents at 6 seats have 665,280 seatings"):
        rotation.together(12, 6)


def test_the_document(lab):
    told = document(lab, A, B, "--games", 999, "--players", 4, "--seed", 7)
    timing = told.pop("timing")
    assert next(iter(told)) == "schema"
    assert told["schema"] == "dragonlab.duel/1"
    assert (told["game"], told["players"], told["seed"]) == ("toy", 4, 7)
    assert told["agents"] == [A, B]
    assert (told["games"], told["deals"]) == (1000, 250)
    assert told["even"] == 0.25
    assert told["score"]["low"] < told["score"]["mean"] < told["score"]["high"]
    assert told["elo"]["low"] < 60 < told["elo"]["high"]
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2, 3]
    shares = [seat["win_share"]["mean"] for seat in told["seats"]]
    assert sum(shares) / 4 == pytest.approx(told["score"]["mean"])
    assert told["sprt"] is None
    assert timing["games_played"] == 1000
    assert [cost["agent"] for cost in timing["agents"]] == [A, B]


@pytest.mark.parametrize("mode", ["field", "pairs"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_but_timing_depends_on_how_it_was_played(lab, mode, players):
    args = (A, B, "--games", 600, "--players", players, "--mode", mode, "--sprt", "elo1=60")
    plain = figures(lab, *args, "--jobs", 1)
    assert plain == figures(lab, *args, "--jobs", 2, "--chunk", 7)
    assert plain["even"] == pytest.approx(1 / players if mode == "field" else 0.5)


def test_two_of_one_agent_are_even_in_every_deal(lab):
    told = figures(lab, B, B, "--games", 400, "--players", 4)
    assert told["score"]["mean"] == 0.25
    assert told["elo"]["mean"] == pytest.approx(0, abs=1e-6)
    assert told["agents"] == [B, B]
    assert told["elo"]["low"] < 0 < told["elo"]["high"]


def test_swapping_the_agents_swaps_the_score(lab):
    one, other = (figures(lab, *who, "--games", 500) for who in ((A, B), (B, A)))
    assert one["score"]["mean"] + other["score"]["mean"] == pytest.approx(1)
    assert one["elo"]["mean"] + other["elo"]["mean"] == pytest.approx(0)


def test_a_score_of_nothing_has_no_elo(lab):
    told = figures(lab, "skill:elo=-9000", B, "--games", 100)
    assert told["score"]["mean"] == 0
    assert told["elo"]["mean"] is None
    assert told["elo"]["high"] < 0
    shown = lab("duel", "skill:elo=-9000", B, "--games", 100, "--game", "toy").stdout
    assert "-∞" in shown
    assert "skill is stronger than skill:elo=-9000." in shown


def test_a_test_stops_early_and_tells_of_the_deals_up_to_its_end(lab):
    told = figures(lab, A, B, "--games", 20000, "--sprt", "elo0=0,elo1=40")
    test = told["sprt"]
    assert test["decision"] == "elo1"
    assert test["llr"] >= test["upper"]
    assert told["deals"] == test["deals"] < 10000
    assert told["games"] == 2 * told["deals"]
    assert (test["elo0"], test["elo1"], test["alpha"], test["beta"]) == (0, 40, 0.05, 0.05)
    short = figures(lab, A, B, "--games", told["games"])
    assert short["score"] == told["score"]


def test_a_test_may_stay_open(lab):
    told = figures(lab, "skill:elo=8", B, "--games", 200, "--sprt", "elo1=15")
    assert told["sprt"]["decision"] == "undecided"
    assert told["deals"] == 100
    shown = lab("duel", "skill:elo=8", B, "--games", 200, "--sprt", "elo1=15", "--game", "toy")
    assert "Not settled" in shown.stdout


def test_the_table_is_for_people(lab):
    result = lab(
        "duel", A, B, "--players", 4, "--games", 2000, "--game", "toy", "--sprt", "elo1=60"
    )
    for words in ("alone against 3 skill", "score of", "Elo difference", "25.0", "Settled", "µs"):
        assert words in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_csv(lab):
    result = lab("duel", A, B, "--games", 200, "--game", "toy", "--format", "csv")
    header, *lines = result.stdout.splitlines()
    assert header == "figure,agent,against,seat,games,deals,even,mean,low,high"
    assert [line.split(",")[0] for line in lines] == ["score", "elo", "win_share", "win_share"]


def test_without_out_nothing_is_written(lab, tmp_path):
    lab("duel", A, B, "--games", 100, "--game", "toy")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("test", [(), ("--sprt", "elo1=40")])
def test_a_folder_is_the_same_for_any_workers_and_shown_again(lab, tmp_path, test):
    args = (A, B, "--games", 3000, *test)
    told = [
        figures(lab, *args, "--out", "a", "--jobs", 1),
        figures(lab, *args, "--out", "b", "--jobs", 2, "--chunk", 11),
        figures(lab, *args),
    ]
    assert told[0] == told[1] == told[2]
    a, b = (toy_lab.contents(tmp_path / folder) for folder in "ab")
    assert a == b
    again = document(lab, *args, "--out", "a")
    assert again.pop("timing")["games_played"] == 0
    assert again == told[0]
    assert toy_lab.contents(tmp_path / "a") == a


def test_a_duel_that_stopped_can_be_played_to_its_end(lab):
    args = (A, B, "--games", 3000)
    stopped = figures(lab, *args, "--sprt", "elo1=40", "--out", "a")
    assert stopped["games"] < 3000
    assert figures(lab, *args, "--out", "a") == figures(lab, *args)


def test_dry_run_writes_nothing(lab, tmp_path):
    result = lab("duel", A, B, "--game", "toy", "--games", 10**6, "--dry-run", "--out", "r")
    assert result.exit_code == 0
    assert "500,000 deals in 2 seatings: 1,000,000 games, about" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_quiet(lab):
    assert lab("duel", A, B, "--games", 100, "--game", "toy", "--quiet").stderr == ""


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("skil", "rando"), "unknown agent"),
        ((A, B, "--game", "tox"), "unknown game 'tox'"),
        ((A, B, "--game", "toy", "--sprt", "elo=1"), "--sprt: unknown key 'elo'"),
        ((A, B, "--game", "toy", "--mode", "seatings"), "seatings"),
        ((A, B, "--game", "toy", "--rule", "glod=1"), "did you mean 'gold'"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(refused, args, word):
    assert word in refused("duel", *args)


def test_a_duel_has_no_pictures(lab, refused):
    lab("duel", A, B, "--games", 100, "--game", "toy", "--out", "r")
    assert "r holds a duel" in refused("plot", "r")


def test_forfeits_are_counted_in_the_deals_that_are_told(monkeypatch):
    import numpy as np
    import skill
    import toy

    from agents import forfeits
    from experiments import duel
    from experiments.plan import Variant
    from experiments.rotation_scores import Scores

    monkeypatch.setattr(Variant, "python", True)
    agents = (skill.parse(A), skill.parse(B))
    contest = duel.contest("duel", toy.GAME.design(players=2), agents, "field", 100, 1)
    scores = Scores(contest)
    for part in contest.plan.parts():
        rows = np.zeros(part.games, contest.plan.row)
        rows["game"], rows["winners"], rows["n_winners"] = np.arange(part.games), 1, 1
        rows["forfeit_seat"] = -1
        rows["forfeit_seat"][[3, 40]] = 1  # deals 3 and 40, in both seatings
        rows["forfeit_reason"][[3, 40]] = forfeits.TIMEOUT
        scores.add(part, rows)
    for deals, games in ((50, 2), (40, 1)):
        scores.cut(deals)
        told = duel.outcome(scores).failures
        assert told.games == 2 * deals
        assert told.counts == {(A, "timeout"): games, (B, "timeout"): games}
        assert told.depends_on_timeout
