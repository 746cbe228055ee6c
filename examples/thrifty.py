"""A worked example: an agent that is asked for one decision at a time.

dragonlab duel examples/thrifty.py:Thrifty random --game giants-war
dragonlab agents check examples/thrifty.py:Thrifty --game giants-war
"""

import random


class Thrifty:
    """Antes high to lead, plays strong cards where there is gold to win, pays as little as it can.

    Every seat of every game has an instance of its own, so an agent may remember the game it plays:
    this one has learned something of how others ante.
    """

    def __init__(self, seed, greed=8):
        """`greed`: gold at stake from which on a strong card is worth it."""
        self.greed = greed
        self.random = random.Random(seed)
        self.highest = 0  # the strongest ante seen in this game

    def choose(self, view):
        antes = [view.table.card(int(card)).strength for card in view.ante if card >= 0]
        self.highest = max([self.highest, *antes])
        if view.question == "ante":
            return self.card_to_play(view, strong=True)
        if view.question == "turn":
            at_stake = view.stakes.sum()
            return self.card_to_play(view, strong=at_stake >= min(self.greed, self.highest))
        if view.question == "give or pay":
            return self.cheapest(view)
        return self.random.randrange(view.n_options)

    def card_to_play(self, view, strong):
        """The index of the strongest or the weakest card on offer."""
        strengths = [view.table.card(option.card).strength for option in view.options]
        return strengths.index(max(strengths) if strong else min(strengths))

    def cheapest(self, view):
        """Pays if that is cheap, else gives the weakest card."""
        costs = [
            option.amount if option.kind == "pay" else view.table.card(option.card).strength / 2
            for option in view.options
        ]
        return costs.index(min(costs))
