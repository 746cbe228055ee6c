"""The game, and where random designs of it are made."""

import sys
from pathlib import Path

import pytest

import engine

sys.path.append(str(Path(__file__).resolve().parents[1] / "properties"))


@pytest.fixture(scope="session")
def game():
    return engine.load("dragon-war")
