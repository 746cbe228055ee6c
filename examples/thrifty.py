"""A worked example: an agent that is asked for one decision at a time.

dragonlab duel examples/thrifty.py:Thrifty random --game giants-war
dragonlab agents check examples/thrifty.py:Thrifty
"""

import random


class Thrifty:
    """Plays strong cards where there is gold to win, weak ones otherwise; pays as little as it can.

    Every seat of every game has an instance of its own, so an agent may remember the game it plays:
    this one remembers how the gold at stake has grown.
    """

    def __init__(self, seed, greed=8):
        """`greed`: gold at stake from which on a strong card is worth it."""
        self.greed = greed
        self.random = random.Random(seed)
        self.most_at_stake = 0

    def choose(self, view):
        at_stake = int(view.stakes.sum())
        self.most_at_stake = max(self.most_at_stake, at_stake)
        if view.question in ("turn", "ante"):
            return self.card_to_play(
                view, strong=view.question == "turn" and at_stake >= self.greed
            )
        if view.question == "give or pay":
            return self.cheapest(view)
        return self.random.randrange(view.n_options)

    def card_to_play(self, view, strong):
        """The index of the strongest or the weakest card on offer."""
        strengths = [view.table.card(option.card).strength for option in view.options]
        return strengths.index(max(strengths) if strong else min(strengths))

    def cheapest(self, view):
        """Pay if the amount is small, else give the weakest card."""
        costs = [
            option.amount if option.kind == "pay" else self.value(view, option)
            for option in view.options
        ]
        return costs.index(min(costs))

    @staticmethod
    def value(view, option):
        """What a card is worth to the agent, in gold."""
        return view.table.card(option.card).strength / 2
