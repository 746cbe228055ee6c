"""The order of the tests: files that take longest come first, so that no worker is left with one at the end."""

LONG = ("test_invariants", "test_contract", "test_parity", "test_contributing", "test_scenarios")
LONG += ("test_entry_points", "test_readme", "test_claims", "test_plots")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))
