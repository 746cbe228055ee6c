"""Single-observer information-set Monte Carlo tree search, for 2 to 6 seats.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): every iteration deals what the
seat cannot see anew and walks one tree, in which an option is (who is asked, what, option code); the exploration
term counts how often an option was available. Each seat maximises its own reward (max^n, Luckhardt and Irani 1986).
"""

import numpy as np

from agents.desk import BY_GREED, LOGS, PATH, TO_END, merged
from agents.greedy import best_score, judge_options
from engine.core.jit import inline
from engine.core.rng import below, next64
from engine.core.verbs import chapter, evaluate, payoff, redeal_hidden, step

WORK, TRY = 1, 2  # states to walk on and to try options on


@merged
def mcts_choice(states, rules, agent, tree, desk):
    """Index of the option that the search takes in `states[0]`; the other states are overwritten."""
    begin_search(states[0], tree, desk)
    search(states, rules, agent, tree, desk, agent.iterations)
    return most_visited(states[0], tree, desk)


@inline
def begin_search(state, tree, desk):
    """An empty tree, and fresh streams from the seat's own."""
    desk.luck[0] = next64(state.agent_luck, state.actor)
    desk.luck[1] = next64(state.agent_luck, state.actor)
    desk.nodes = 0
    new_node(tree, desk, -1, 0)


@inline
def new_node(tree, desk, parent, key):
    """Add a node, the latest child of its parent; its index."""
    index = int(desk.nodes)
    desk.nodes = index + 1
    node = tree[index]
    node.key = key
    node.child = -1
    node.sibling = -1
    node.visits = 0
    node.available = 0
    node.reward = 0.0
    if parent >= 0:
        node.sibling = tree[parent].child
        tree[parent].child = index
    return index


@merged
def search(states, rules, agent, tree, desk, iterations):
    """So many iterations more on the tree."""
    seat = int(states[0].actor)
    until = chapter(states[0], rules)
    for _ in range(iterations):
        states[WORK] = states[0]
        state = states[WORK]
        if agent.sees_all == 0:
            redeal_hidden(state, rules, seat, desk.luck)
        length = walk(state, rules, agent, tree, desk, until)
        play_out(states, rules, agent, desk, until)
        reward(state, rules, agent, desk)
        for i in range(length):
            node = tree[desk.path[i]]
            node.visits += 1
            node.reward += desk.rewards[desk.movers[i]]


@inline
def ended(state, rules, agent, until):
    """Whether a playout stops here."""
    if state.over != 0:
        return True
    return agent.horizon != TO_END and chapter(state, rules) != until


@merged
def walk(state, rules, agent, tree, desk, until):
    """Go down the tree to an option not tried yet, and add that; the length of the path."""
    node = 0
    length = 0
    while not ended(state, rules, agent, until):
        n = int(state.n_options)
        if n == 1:
            step(state, rules, 0)
            continue
        known = int(desk.nodes)
        key = (int(state.actor) << 32) | (int(state.decision) << 16)
        child = choose_child(state, agent, tree, desk, node, key)
        if child < 0 and known == tree.shape[0]:  # no room, and nothing here to choose among
            return length
        if child < 0:
            option = untried(state, desk)
            child = new_node(tree, desk, node, key | code_of(state, option))
            tree[child].available = 1
        option = int(desk.places[tree[child].key & 0xFFFF])
        desk.path[length] = child
        desk.movers[length] = state.actor
        length += 1
        node = child
        step(state, rules, option)
        if desk.nodes > known or length == PATH:
            return length
    return length


@inline
def code_of(state, option):
    return int(state.options[option]) & 0xFFFF


@inline
def choose_child(state, agent, tree, desk, parent, key):
    """The child with the highest bound, -1 if one of the options has not been tried.

    Options are found by their codes: `stamps` is the question's number where one is offered, one more where it is
    a child already.
    """
    n = int(state.n_options)
    stamp = int(desk.stamp) + 2
    desk.stamp = stamp
    for option in range(n):
        code = code_of(state, option)
        desk.stamps[code] = stamp
        desk.places[code] = option
    tried = 0
    best = -1
    best_bound = 0.0
    child = int(tree[parent].child)
    while child >= 0:
        node = tree[child]
        code = int(node.key) & 0xFFFF
        if node.key - code == key and desk.stamps[code] == stamp:
            desk.stamps[code] = stamp + 1
            tried += 1
            node.available += 1
            bound = node.reward / node.visits + agent.c * np.sqrt(
                log_of(desk, node.available) / node.visits
            )
            if best < 0 or bound > best_bound:
                best = child
                best_bound = bound
        child = int(node.sibling)
    if tried < n and desk.nodes < tree.shape[0]:
        return -1
    return best


@inline
def log_of(desk, n):
    return desk.logs[n] if n < LOGS else np.log(n)


@inline
def untried(state, desk):
    """A random option that `choose_child` found no child for."""
    n = int(state.n_options)
    left = 0
    for option in range(n):
        if desk.stamps[code_of(state, option)] == desk.stamp:
            left += 1
    pick = below(desk.luck, 1, left)
    for option in range(n):
        if desk.stamps[code_of(state, option)] == desk.stamp:
            if pick == 0:
                return option
            pick -= 1
    return 0


@merged
def play_out(states, rules, agent, desk, until):
    """Play `states[WORK]` on to the horizon."""
    state = states[WORK]
    while not ended(state, rules, agent, until):
        n = int(state.n_options)
        choice = 0
        if n > 1:
            if agent.rollout == BY_GREED:
                choice = greedy_move(states, rules, desk)
            else:
                choice = below(desk.luck, 1, n)
        step(state, rules, choice)


@merged
def greedy_move(states, rules, desk):
    """What looks best one step ahead with all cards open."""
    state = states[WORK]
    n = int(state.n_options)
    for option in range(n):
        desk.scores[option] = 0.0
    judge_options(states, WORK, TRY, rules, int(state.actor), desk)
    return best_score(desk, n, desk.luck, 0)


@inline
def reward(state, rules, agent, desk):
    """Each seat's reward in [0, 1]: the win's share, or what the lead in gold makes likely."""
    for seat in range(state.seats):
        if state.over != 0:
            desk.rewards[seat] = payoff(state, rules, seat)
        else:
            lead = evaluate(state, rules, seat) / agent.scale
            desk.rewards[seat] = 0.5 + 0.5 * lead / (1.0 + abs(lead))


@inline
def most_visited(state, tree, desk):
    """Index of the option that the search went for most often, of these the one with the best mean."""
    best = -1
    n = int(state.n_options)
    stamp = int(desk.stamp) + 2
    desk.stamp = stamp
    for option in range(n):
        code = code_of(state, option)
        desk.stamps[code] = stamp
        desk.places[code] = option
    child = int(tree[0].child)
    while child >= 0:
        node = tree[child]
        if desk.stamps[node.key & 0xFFFF] == stamp:
            better = best < 0 or node.visits > tree[best].visits
            if not better and node.visits == tree[best].visits:
                better = node.reward > tree[best].reward
            if better:
                best = child
        child = int(node.sibling)
    return int(desk.places[tree[best].key & 0xFFFF]) if best >= 0 else 0
