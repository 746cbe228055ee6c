"""A worked example: an agent that is asked for thousands of decisions in one call, as NumPy arrays.

dragonlab duel examples/strongest.py:Strongest random --game giants-war
"""

import numpy as np


class Strongest:
    """Plays the strongest card that it may, and chooses at random where no card is named.

    One instance answers for all games at once, so it keeps nothing between calls; what is random
    comes from `views.random`, which is the same however the decisions are batched.
    """

    def choose_batch(self, views):
        cards = views.option_card
        strength = np.where(cards >= 0, views.table.cards["strength"][cards], -1)
        strongest = strength.argmax(axis=1)
        anything = (views.random * views.n_options).astype(np.int64)
        return np.where(strength.max(axis=1) >= 0, strongest, anything)
