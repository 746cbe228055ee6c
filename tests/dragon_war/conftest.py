"""The game, and how a test plays it."""

import sys
from pathlib import Path

import pytest

import engine

sys.path.append(str(Path(__file__).parent))


@pytest.fixture(scope="session")
def game():
    return engine.load("dragon-war")
