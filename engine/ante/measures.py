"""What the counts in a game's row mean, in words."""

from collections.abc import Mapping

from engine.core.game import Measure

MEASURES: Mapping[str, Measure] = {
    "gambits": Measure("gambits", "gambits", "Gambits played in the game."),
    "rounds": Measure("rounds", "rounds", "Rounds played, extra rounds included."),
    "turns": Measure("turns", "turns", "Turns taken by all players."),
    "decisions": Measure("decisions", "decisions", "Choices with two or more options."),
    "steps": Measure(
        "steps", "steps", "All questions asked, those with one option included.", False
    ),
    "buys": Measure("purchases", "purchases", "Times a player bought cards."),
    "holes": Measure("times in the hole", "times", "Times a player went into the hole."),
    "reshuffles": Measure("reshuffles", "reshuffles", "Times the discard pile became the deck."),
    "colour_flights": Measure("colour flights", "flights", "Special flights of three of a colour."),
    "strength_flights": Measure(
        "strength flights", "flights", "Special flights of three in strength."
    ),
    "stakes_won": Measure("stakes won", "stakes", "Stakes that were won.", False),
    "stakes_stayed": Measure("stakes that stayed", "stakes", "Stakes that nobody won."),
    "emptied": Measure(
        "gambits ended by empty stakes", "gambits", "Gambits that emptied stakes ended."
    ),
    "extra_rounds": Measure(
        "extra rounds", "rounds", "Rounds added: a tie is played off, a Bronze Warlord."
    ),
    "chains_cut": Measure("chains cut", "chains", "Chains of powers cut at their bound.", False),
    "lead_changes": Measure(
        "lead changes", "times", "Times the lead in gold passed to another seat."
    ),
    "broke": Measure("players without gold", "players", "Seats with no gold at the end.", False),
    "cards_handled": Measure(
        "cards handled", "cards", "Cards that came into a hand or left one.", False
    ),
    "cards_taken": Measure(
        "cards taken", "cards", "Cards taken at random out of another's hand.", False
    ),
    "legendary_drawn": Measure(
        "Legendary draws", "cards", "Cards taken off the Legendary deck.", False
    ),
    "legendary_played": Measure(
        "Legendary plays", "cards", "Legendary cards played at a turn.", False
    ),
    "long_gambits": Measure(
        "long gambits", "gambits", "Gambits longer than the rounds of the rules.", False
    ),
    "longest_gambit": Measure(
        "longest gambit", "rounds", "Rounds of the game's longest gambit.", False
    ),
    "stakes_weakest": Measure(
        "stakes under weakest-wins", "stakes", "Won while the weakest wins.", False
    ),
    "stakes_upset": Measure(
        "upsets", "stakes", "Stakes won because the weakest flight wins.", False
    ),
}
