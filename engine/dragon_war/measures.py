"""What the counts in a game's row mean, in words."""

from collections.abc import Mapping

from engine.core.game import Measure

MEASURES: Mapping[str, Measure] = {
    "square": Measure("square", "squares", "Where the tile stands at the end.", False),
    "life": Measure("life", "life", "Life at the end."),
    "place": Measure("place", "", "Rank at the end: 1 has won.", False),
    "turns": Measure("turns", "turns", "Turns taken by all players."),
    "decisions": Measure("decisions", "decisions", "Choices with two or more options."),
    "steps": Measure(
        "steps", "steps", "All questions asked, those with one option included.", False
    ),
    "dice": Measure("dice rolled", "dice", "Dice rolled in the game."),
    "battles": Measure("battles", "battles", "Fights of two tiles."),
    "deaths": Measure("deaths", "deaths", "Times a player came to 0 life."),
    "restarts": Measure("returns", "returns", "Times a player who was out returned to START."),
    "alive_at_end": Measure("alive at the end", "players", "Players in the game when it ends."),
    "cards_drawn": Measure("cards drawn", "cards", "Cards drawn in the game."),
    "cards_used": Measure("held cards used", "cards", "Held cards that were played."),
    "squares_acted": Measure(
        "squares that acted", "squares", "Landings on squares that did something.", False
    ),
    "finish_tries": Measure("tries on FINISH", "tries", "Times the dice were rolled for the win."),
    "trades": Measure("trades of places", "trades", "Times two tiles changed places."),
    "lead_changes": Measure("lead changes", "times", "Times another player was furthest ahead."),
    "won_at_finish": Measure(
        "wins at FINISH", "%", "The game was won on FINISH, not by surviving."
    ),
}
