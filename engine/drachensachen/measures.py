"""What the counts in a game's row mean, in words."""

from collections.abc import Mapping

from engine.core.game import Measure

MEASURES: Mapping[str, Measure] = {
    "lost": Measure("gold lost", "gold", "Gold lost in all rounds."),
    "rounds": Measure("rounds", "rounds", "Rounds played, tie rounds included."),
    "turns": Measure("turns", "turns", "Turns taken by all players."),
    "decisions": Measure("decisions", "decisions", "Choices with two or more options."),
    "steps": Measure(
        "steps", "steps", "All questions asked, those with one option included.", False
    ),
    "capped": Measure("capped rounds", "rounds", "Rounds ended by the cap on turns."),
    "tie_rounds": Measure("tie rounds", "rounds", "Rounds played to break a tie."),
    "takes": Measure("piles taken", "times", "Times a player took the pile."),
    "burns": Measure("piles burned", "times", "Times the pile went to the box."),
    "removals": Measure(
        "fours removed", "times", "Times four alike went from a hand to the box.", False
    ),
    "flips": Measure("blind flips", "cards", "Face-down reserve cards turned up.", False),
    "drawn": Measure("cards drawn", "cards", "Cards drawn during play."),
    "skips": Measure("turns missed", "turns", "Turns that players missed."),
    "defended": Measure(
        "effects passed on", "times", "Cards played to pass a draw or a missed turn on."
    ),
    "lead_changes": Measure(
        "lead changes", "times", "Rounds after which another than before had lost least."
    ),
    "margin": Measure("final margin", "gold", "Gold between the first and the second at the end."),
    "starter_finishes": Measure(
        "starters who finish", "rounds", "Rounds finished by the player who began them.", False
    ),
    "repeat_finishes": Measure(
        "repeated finishes", "rounds", "Rounds finished by who had finished the one before."
    ),
}
