"""Every scenario below tests/scenarios holds, and together they show every line of the rules."""

from pathlib import Path

import pytest

from engine import scenario

FOLDER = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize(
    "path", scenario.find([FOLDER]), ids=lambda path: str(path.relative_to(FOLDER))
)
def test_scenario_holds(path):
    result = scenario.run_file(path)
    assert result.ok, "\n".join([result.title, *result.failures])


def test_every_rule_line_is_shown():
    unshown = scenario.coverage([FOLDER])
    assert unshown == [], scenario.unshown_report(unshown)
