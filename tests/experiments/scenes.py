"""Runs of the toy, made for pictures: so many designs, players, games; with levels or grids."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import toy

from agents import registry
from experiments import run, summary
from experiments.plan import Plan, Variant
from experiments.plots.scene import Scene

MATTERS = {"gambits": 0.25, "hand_size": 0.25, "decisions": 2.0}
LONG = "a design with a name so long that no picture has room for it in one line"


@cache
def scene(designs: int, players: int = 4, games: int = 200) -> Scene:
    """Designs that differ in their gold, the second in its deck; all pairs are compared."""
    variants = []
    for place in range(designs):
        deck = "thieves" if place == 1 else "calm"
        design = toy.GAME.design(players, deck, {"gold": 8 + place})
        label = LONG if place == 2 else f"{8 + place} gold"
        variants.append(Variant(f"d{place}", label, design, random(players)))
    return played(variants, games)


@cache
def grid(games: int = 200) -> Scene:
    """Gold by deck by players: two of each."""
    variants = []
    for players in (2, 3):
        for deck in ("calm", "thieves"):
            for gold in (8, 12):
                design = toy.GAME.design(players, deck, {"gold": gold})
                told = {"gold": f"{gold} gold", "deck": deck, "players": f"{players} players"}
                label = ", ".join(told.values())
                variant = Variant(f"{deck}-{gold}-{players}", label, design, random(players))
                variants.append(grouped(variant, told))
    return played(variants, games)


@cache
def levels(games: int = 200) -> Scene:
    """Two decks at two levels, which are played alike here."""
    variants = []
    for level in ("random", "expert:nights=3"):
        for deck in ("calm", "thieves"):
            design = toy.GAME.design(2, deck)
            variant = Variant(f"{deck}-{level[:6]}", f"{deck}, {level}", design, random(2))
            variants.append(grouped(variant, {"level": level}))
    return played(variants, games)


@cache
def mixed(games: int = 100) -> Scene:
    """Two decks, one expert (who plays like the others) against two, in all seatings."""
    variants = []
    for deck in ("calm", "thieves"):
        table = random(3)
        table = (replace(table[0], spec="expert:nights=3"), *table[1:])
        for seating in range(3):
            turned = table[seating:] + table[:seating]
            name, design = f"{deck}@seating-{seating}", toy.GAME.design(3, deck)
            variants.append(Variant(name, deck, design, turned, seating=seating))
    return played(variants, games)


def random(players: int) -> tuple[registry.Agent, ...]:
    """As many random players."""
    return registry.table(["random"], players)


def grouped(variant: Variant, factors: dict[str, str]) -> Variant:
    """The variant with the levels of its factors."""
    return replace(variant, factors=factors)


def played(variants: list[Variant], games: int) -> Scene:
    """The variants played; those are compared that differ in nothing but a deck or gold."""
    plan = Plan("scene", toy.GAME, tuple(variants), games, seed=1)
    outcome = run.play(plan, summary.chosen(MATTERS, plan), jobs=1)
    group = {v.design_name: (v.design.players, _level(v)) for v in variants}
    compared = [c for c in outcome.comparisons(MATTERS) if group[c.a] == group[c.b]]
    return Scene(outcome.summaries, compared, list(MATTERS))


def _level(variant: Variant) -> str:
    return variant.factors.get("level", "")
