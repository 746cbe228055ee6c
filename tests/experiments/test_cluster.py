"""Runs on a real Dask cluster on this machine: a scheduler and two workers in their processes."""

import json
import threading
import time

import pytest
import toy_cluster
import toy_lab

RUN = ("run", "toy", "--games", 60_017)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with toy_cluster.Processes(tmp_path_factory.mktemp("cluster"), "", "") as processes:
        yield processes


def test_the_same_bytes_come_from_a_cluster(lab, tmp_path, cluster):
    for kind, args in {
        "run": (*RUN, "--chunk", 5_000),
        "tournament": ("tournament", "--game", "toy", "--agents", "skill:elo=0,skill:elo=60",
                       "--games", 300, "--no-plots"),
    }.items():  # fmt: skip
        assert lab(*args, "--out", f"{kind}-here").exit_code == 0
        there = lab(*args, "--out", f"{kind}-there", "--cluster", cluster.address)
        assert there.exit_code == 0, there.stderr
        here = toy_lab.contents(tmp_path / f"{kind}-here")
        assert toy_lab.contents(tmp_path / f"{kind}-there") == here


def test_a_worker_that_is_killed_in_mid_run_loses_nothing(lab, tmp_path, cluster):
    assert lab(*RUN, "--out", "here").exit_code == 0
    victim, _ = cluster.workers[0]

    def kill() -> None:
        while not (tmp_path / "there/parts.jsonl").exists():
            time.sleep(0.01)
        victim.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    there = lab(*RUN, "--out", "there", "--cluster", cluster.address, "--chunk", 100)
    killer.join()
    assert there.exit_code == 0, there.stderr
    assert victim.wait(10) < 0
    assert toy_lab.contents(tmp_path / "there") == toy_lab.contents(tmp_path / "here")


def test_a_run_from_a_cluster_is_gone_on_with_here_and_the_other_way_about(lab, tmp_path, cluster):
    lab(*RUN, "--out", "whole")
    lab(*RUN, "--out", "r", "--cluster", cluster.address)
    (tmp_path / "r/games/part-00001.parquet").unlink()
    assert lab("resume", "r").exit_code == 0
    (tmp_path / "r/games/part-00001.parquet").unlink()
    assert lab("resume", "r", "--cluster", cluster.address).exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == toy_lab.contents(tmp_path / "whole")


def test_workers_of_other_code_are_refused_by_name(refused, tmp_path, cluster):
    other = cluster.join("old")
    said = refused(*RUN, "--out", "r", "--cluster", cluster.address)
    assert f"worker {other} has another version of the code" in said
    assert not (tmp_path / "r").exists()
    cluster.workers[-1][0].kill()


def test_no_scheduler_and_no_workers(refused, tmp_path, monkeypatch):
    from experiments import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    where = "tcp://127.0.0.1:1"
    assert f"no Dask scheduler answers at {where}" in refused(*RUN, "--cluster", where)
    assert "no Dask scheduler answers at nonsense" in refused(*RUN, "--cluster", "nonsense")
    monkeypatch.setattr(cluster, "PATIENCE", 10.0)
    with toy_cluster.Processes(tmp_path) as alone:
        assert "has no workers: start some with `dask" in refused(*RUN, "--cluster", alone.address)


def test_without_dask_the_way_to_it_is_told(refused, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'dragonlab[cluster]'" in refused(*RUN, "--cluster", "tcp://127.0.0.1:1")


def test_a_variant_comes_to_a_worker_as_it_is(tmp_path):
    from toy import GAME

    from agents import registry
    from experiments import cluster
    from experiments.plan import Variant

    design = GAME.design(players=3, deck="thieves", rules={"gold": 12})
    agents = registry.table(["random"], 3)
    sent = Variant("thieves", "Thieves", design, agents)
    told = cluster.as_text(sent)
    assert json.loads(told)["game"] == "toy"
    rows = cluster.play(told, cluster.own_code(), 1, 40, 20)
    assert (rows["seats"] == 3).all()
    assert rows["game"].tolist() == list(range(40, 60))
