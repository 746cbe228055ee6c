"""The greedy agent: one step ahead, on what its seat may know.

Each option is tried on a few copies in which everything hidden is dealt anew, played on to where nothing is half
done, and judged by the game's `evaluate`; the best on average is chosen, ties by the seat's own stream.
One that slips takes any option now and then: what a slip costs tells how much of a game is skill.
"""

from agents.desk import merged
from engine.core.jit import inline
from engine.core.rng import below, next64
from engine.core.verbs import evaluate, redeal_hidden, settled, step

PARTS = 1 << 20  # a chance is told in such parts


@merged
def greedy_choice(states, rules, agent, desk):
    """Index of the option that the greedy agent takes in `states[0]`; `states[1:3]` are overwritten."""
    state = states[0]
    seat = int(state.actor)
    n = int(state.n_options)
    if agent.slips > 0.0 and below(state.agent_luck, seat, PARTS) < agent.slips * PARTS:
        return below(state.agent_luck, seat, n)
    for option in range(n):
        desk.scores[option] = 0.0
    desk.luck[0] = next64(state.agent_luck, seat)
    for _ in range(agent.resamples):
        states[1] = state
        if agent.sees_all == 0:
            redeal_hidden(states[1], rules, seat, desk.luck)
        judge_options(states, 1, 2, rules, seat, desk)
    return best_score(desk, n, state.agent_luck, seat)


@merged
def judge_options(states, at, spare, rules, seat, desk):
    """Add to each option's score what it leads to from `states[at]`, with the same luck for all."""
    desk.luck[1] = next64(desk.luck, 0)
    word = desk.luck[1]
    for option in range(states[at].n_options):
        states[spare] = states[at]
        state = states[spare]
        step(state, rules, option)
        desk.luck[1] = word
        settle(state, rules, desk)
        desk.scores[option] += evaluate(state, rules, seat)


@merged
def settle(state, rules, desk):
    """Answer at random until nothing is half done."""
    while state.over == 0 and not settled(state, rules):
        choice = 0
        n = int(state.n_options)
        if n > 1:
            choice = below(desk.luck, 1, n)
        step(state, rules, choice)


@inline
def best_score(desk, n, luck, i):
    """The first n scores' highest; ties by the stream `luck[i]`."""
    best = 0
    ties = 1
    for option in range(1, n):
        if desk.scores[option] > desk.scores[best]:
            best = option
            ties = 1
        elif desk.scores[option] == desk.scores[best]:
            ties += 1
            if below(luck, i, ties) == 0:
                best = option
    return best
