"""Specs of agents as people write them: `mcts:iterations=2000,horizon=gambit`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.problem import Problem, near


@dataclass(frozen=True)
class Parameter:
    """One thing about an agent that a spec can set.

    Attributes:
        values: what it may be, in words.
        read: the value that a text means; raises ValueError.
    """

    key: str
    default: Any
    values: str
    about: str
    read: Callable[[str], Any]


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Name and written parameters of a spec.

    Raises:
        Problem: a parameter without a value, or one given twice.
    """
    name, _, rest = spec.strip().partition(":")
    given: dict[str, str] = {}
    for part in rest.split(",") if rest.strip() else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise Problem(f"agent {spec.strip()!r}: {part.strip()!r} is not KEY=VALUE")
        if key in given:
            raise Problem(f"agent {spec.strip()!r}: {key!r} is given twice")
        given[key] = value
    return name.strip(), given


def understand(
    spec: str, parameters: Mapping[str, Parameter], given: Mapping[str, str]
) -> dict[str, Any]:
    """The value of every parameter, defaults where none is written.

    Raises:
        Problem: an unknown parameter, with the nearest ones, or a value that it cannot have.
    """
    values = {key: parameter.default for key, parameter in parameters.items()}
    for key, text in given.items():
        if key not in parameters:
            known = near(key, parameters) if parameters else "; it has none"
            raise Problem(f"agent {spec.strip()!r} has no parameter {key!r}{known}")
        try:
            values[key] = parameters[key].read(text)
        except ValueError:
            raise Problem(
                f"agent {spec.strip()!r}: {key} = {text!r} must be {parameters[key].values}"
            ) from None
    return values


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``."""

    def read(text: str) -> int:
        number = int(text.replace("_", ""))
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """Reads a number from ``low`` to ``high``."""

    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:  # a nan is not
            raise ValueError(text)
        return value

    return read


def word(*words: str) -> Callable[[str], str]:
    """Reads one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read
