"""Pictures: each kind for few and many designs, what they say, how they are written."""

import re
from functools import cache

import numpy as np
import pytest
import scenes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from experiments.plots import KINDS, style
from experiments.plots.draw import DRAWN, pictures
from experiments.plots.scene import Scene, pair
from experiments.plots.sheet import width, wrapped
from experiments.tally import Tally

CASES = {
    "one design, two games": lambda: scenes.scene(1, players=2, games=2),
    "one game": lambda: scenes.scene(2, games=1),
    "two designs": lambda: scenes.scene(2),
    "three designs, six players": lambda: scenes.scene(3, players=6),
    "twenty designs": lambda: scenes.scene(20, games=60),
    "a grid over numbers of players": scenes.grid,
    "levels": scenes.levels,
    "agents that differ": scenes.mixed,
}


@cache
def drawn(case):
    return pictures(CASES[case]())


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_cut_off(case):
    """Whatever is drawn is four inches wide, with words, and leaves the edge of the sheet white."""
    assert len(drawn(case)) >= 5
    for picture in drawn(case):
        figure = picture.figure
        assert figure.get_figwidth() == style.WIDTH
        assert figure.get_figheight() < 15
        assert picture.words.title
        assert picture.alt.startswith(picture.words.title)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        pixels = np.asarray(canvas.buffer_rgba())[..., :3]
        edge = (pixels[:2], pixels[-1:], pixels[:, :2], pixels[:, -2:])
        assert all((side == 255).all() for side in edge), picture.kind


def test_all_kinds_are_drawn_somewhere():
    told = {
        p.kind
        for case in ("a grid over numbers of players", "levels", "agents that differ")
        for p in drawn(case)
    }
    assert told == set(KINDS) == set(DRAWN)


def test_designs_are_told_apart_without_colour():
    looks = [style.line(place) for place in range(7)]
    for key in ("color", "marker", "linestyle"):
        assert len({str(look[key]) for look in looks}) == 7


# --- what pictures say


def words(scene, kind):
    (picture,) = pictures(scene, [kind])
    return picture.words


def with_wins(shares, games=10_000):
    """A scene of one design whose seats win so often."""
    scene = scenes.scene(1, players=len(shares))
    summary = scene.summaries[0]
    wins = [Tally(np.array([0.0, 1.0]), np.array([games - w, w])) for w in shares]
    changed = type(summary)(summary.variant)
    changed.__dict__.update(summary.__dict__, wins=wins, games=games)
    return Scene([changed])


def test_fair_seats_are_called_fair_as_far_as_the_intervals_go():
    scene = with_wins([2550, 2450, 2500, 2500])
    title = words(scene, "seats").title
    bound = float(re.search(r"more than ([\d.]+) points off", title)[1])
    assert bound > 1.5  # half a point off, and about one and a tenth of uncertainty
    assert "between 23.4 and 26.6 %" in words(scene, "wins").title


def test_an_unfair_seat_is_named_with_its_interval():
    scene = with_wins([2900, 2300, 2400, 2400])
    assert re.match(
        r"Seat 0 wins 4\.0 points more than an even share \[2\.\d, 5\.\d\]",
        words(scene, "wins").title,
    )
    assert words(scene, "seats").title.startswith("2 of 4 seats are surely off")


def test_the_tail_of_long_games_is_told():
    scene = with_wins([100, 100], games=200)
    tally = Tally(np.array([3.0, 4.0, 500.0]), np.array([500, 499, 1]))
    scene.summaries[0].tallies = {**scene.summaries[0].tallies, "gambits": tally}
    told = words(scene, "length").note
    assert "Last place: 6 gambits and more, 0.10 % of games at most; the longest has 500." in told


def test_gambits_left_out_are_told():
    scene = with_wins([100, 100], games=200)
    reached = [1000, 900, 15, 10]
    hands = [Tally(np.array([4.0, 5.0]), np.array([n - 5, 5])) for n in reached]
    scene.summaries[0].hands = hands
    told = words(scene, "hands").note
    assert "Left out: gambits 3 to 4, which fewer than 2 % of games reach." in told


def test_verdicts_are_counted():
    scene = scenes.scene(2)
    verdicts = [c.verdict for c in scene.comparisons]
    assert verdicts == ["differs"] * 3
    assert words(scene, "verdicts").title == "All 3 differences are sure"
    few = words(scenes.scene(2, games=1), "verdicts").title
    assert few == "0 of 3 differences are sure, 3 need more games"


def test_effects_are_told_against_the_baseline():
    """With a baseline every other design is compared with it, wherever it stands in the list."""
    scene = scenes.scene(7)
    against = [c for c in scene.comparisons if "d3" in (c.a, c.b)]
    told = Scene(scene.summaries, against, scene.asked)
    assert set(told.reference.values()) == {"d3"}
    assert set(told.reference) == set(told.labels) - {"d3"}
    comparison, effect = told.effects("gambits")["d1"]
    assert (comparison.a, comparison.b) == ("d1", "d3")
    assert effect.mean == -comparison.difference.mean
    assert "against 11 gold" in words(told, "metrics").title


def test_agents_are_told_apart_where_they_differ():
    title = words(scenes.mixed(), "agents").title
    assert title == "No agent is seen to win more or less than its share"


def test_levels_say_whether_verdicts_hold():
    assert words(scenes.levels(), "levels").title == (
        "Gambits: the same verdicts with random and expert"
    )


def test_pairs_name_once_what_both_have():
    assert pair("red, 2 players", "blue, 2 players") == "red → blue, 2 players"
    assert pair("red", "blue") == "red → blue"
    assert pair("red", "red, blue") == "red → red, blue"


def test_lines_are_broken_by_their_width():
    lines = wrapped("a wide title with many words in it, told in a few lines", 9, 120, "bold")
    assert len(lines) > 2
    assert all(width(line, 9, "bold") <= 120 for line in lines)
    assert wrapped("unbreakable", 9, 5) == ["unbreakable"]


# --- files and the command


@pytest.fixture
def stored(lab):
    assert lab("run", "toy", "--games", 100, "--out", "r").exit_code == 0
    return "r"


def test_the_same_bytes_again():
    first, again = (pictures(scenes.scene(2), ["seats"])[0] for _ in range(2))
    for suffix in ("png", "svg"):
        assert first.content(suffix) == again.content(suffix)
    assert b"<dc:date>" not in first.content("svg")


def test_pictures_are_four_inches_wide(lab, stored, tmp_path):
    result = lab("plot", stored, "--kind", "seats", "--kind", "gold")
    assert result.stdout.split() == [
        f"r/plots/{kind}.{suffix}" for kind in ("seats", "gold") for suffix in ("png", "svg")
    ]
    with Image.open(tmp_path / "r/plots/seats.png") as picture:
        assert picture.width == style.WIDTH * style.DPI
    assert b'width="288pt"' in (tmp_path / "r/plots/seats.svg").read_bytes()


def test_one_picture_as_a_file(lab, stored, tmp_path):
    result = lab("plot", stored, "--kind", "gold", "--out", "deep/gold.svg")
    assert result.stdout.split() == ["deep/gold.svg"]
    assert (tmp_path / "deep/gold.svg").read_text().startswith("<?xml")
    assert not (tmp_path / "r/plots").exists()


def test_one_format_in_a_folder(lab, stored, tmp_path):
    lab("plot", stored, "--kind", "gold", "--format", "png", "--out", "here")
    assert [file.name for file in (tmp_path / "here").iterdir()] == ["gold.png"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--kind", "goldd"), "unknown picture 'goldd'; did you mean 'gold'?"),
        (("--kind", "heat"), "no picture 'heat' of this run, for its designs are no grid"),
        (("--out", "a.png"), "a.png is one file: name one picture with --kind"),
        (("--kind", "gold", "--out", "a.png", "--format", "svg"), "a.png is no SVG file"),
    ],
)
def test_what_plot_refuses(refused, stored, options, told):
    assert told in refused("plot", stored, *options)


def test_help_lists_the_kinds(lab):
    text = " ".join(lab("plot", "--help").stdout.replace("│", " ").split())
    assert all(kind in text for kind in KINDS)
