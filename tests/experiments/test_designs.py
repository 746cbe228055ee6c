"""Every experiment that comes with the lab plays, and says what it asks and where that is from."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sources

from experiments import experiment, run, screen
from experiments.summary import chosen

pytestmark = pytest.mark.usefixtures("real_engine")

NAMES = (
    *("red-vs-shadow", "mixed-copper", "mixed-gold", "no-wyrmlings", "legendary-drawing"),
    *("druids-party", "shuffle-thrice", "starting-gold", "hand-size", "buying", "ties"),
    *("card-counts", "old-or-new", "legendary-dragons-only", "players", "deck-atlas"),
)


def plan(name, games):
    path = experiment.find(name)
    asked = experiment.load(path, games=games)
    return asked, experiment.plan(asked, path, {})


def test_all_are_there():
    assert set(NAMES) <= experiment.built_in().keys()


@pytest.mark.parametrize("name", sorted(experiment.built_in()))
def test_an_experiment_plays(name):
    asked, made = plan(name, 6)
    assert asked.question.endswith("?")
    assert asked.rulebook
    sources.check(asked.source)
    if made.screen:
        made = replace(made, variants=made.variants[:: len(made.variants) // 70])
        assert len(screen.play(made, screen.measured(made, asked.metrics)).metrics) > 5
        return
    outcome = run.play(made, chosen(asked.metrics, made))
    told = outcome.comparisons(asked.metrics)
    assert {c.metric for c in told} == set(asked.metrics)
    assert all(6 <= s.games < 6 + made.rotations for s in outcome.summaries)
    designs = [str((v.seating, v.design.as_dict())) for v in made.variants]
    assert len(set(designs)) == len(designs), "two designs are the same"


def test_the_atlas_has_every_legal_deck():
    """20 ways to take evil dragons, 25 good ones, 4 and 4 giants; none twice, each legal."""
    _, made = plan("deck-atlas", 10)
    assert made.screen
    decks = {
        (*sorted(v.design.given["deck"]["dragons"]), *sorted(v.design.given["deck"]["giants"]))
        for v in made.variants
    }
    assert len(made.variants) == len(decks) == 8_000
    for variant in made.variants[::400]:
        assert len(variant.design.as_dict()["deck"]["dragons"]) == 6
        assert variant.design.rules.n_main == 84


@pytest.mark.parametrize("drawing", range(5))
def test_legendary_drawing_counts_its_colours(drawing):
    """The design's number of Legendary-drawing colours is the one that its name says."""
    _, made = plan("legendary-drawing", 10)
    deck = made.variants[drawing].design.as_dict()["deck"]
    colours = {"copper (GW)", "gold (GW)", "cloud", "stone"} & {*deck["dragons"], *deck["giants"]}
    assert len(colours) == max(1, drawing)  # none: a house rule on Cloud, which a legal deck needs
    outcome = run.play(replace(made, games=40, variants=made.variants[drawing : drawing + 1]))
    drawn = outcome.summaries[0].tallies["legendary_drawn"].mean
    assert drawn > 1 if drawing else drawn < 1
