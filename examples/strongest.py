"""A worked example: an agent that is asked for thousands of decisions at once, as NumPy arrays.

dragonlab duel examples/strongest.py:Strongest random --game giants-war
"""

import numpy as np


class Strongest:
    """Plays the strongest card that it may, and chooses at random where no card is named.

    One instance answers for all games at once, so it keeps nothing between calls. What is random
    comes from `views.random`, which is the same however the decisions are batched.
    """

    def choose_batch(self, views):
        cards = views.option_card  # an option a column; -1 where it names no card
        strengths = np.where(cards >= 0, views.table.cards["strength"][cards], -1)
        strongest = strengths.argmax(axis=1)
        anything = (views.random * views.n_options).astype(np.int64)
        return np.where(strengths.max(axis=1) > 0, strongest, anything)
