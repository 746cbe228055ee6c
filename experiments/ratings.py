"""Ratings with error bars: Bradley and Terry's model at two seats, Plackett and Luce's at more.

Every rating is an Elo difference to the anchor, which is at 0. Each match counts one game more than
was played, spread evenly over its seatings, of which each entrant has, as a deal of its own, what
its seats win by chance. So an agent that always won has a finite rating, and agents that never
differed have error bars.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from experiments.ratings_scale import ELO
from experiments.rotation_scores import Scores
from experiments.statistics import ALPHA, TAIL, Interval

UNITS = 2_000  # longer contests are summed up in so many groups of deals: independent as well
RESAMPLES = 1_000
CONVERGED = 1e-9


@dataclass(frozen=True)
class Ratings:
    """Elo of each entrant, in the order of the contest.

    Attributes:
        covariance: of the ratings, in Elo squared, shape (entrants, entrants); 0 for the anchor.
        anchor: the entrant that the others are measured from.
        first_seat: what sitting in seat 0 is worth at two seats, in Elo.
        model: how they were found, in words.
    """

    elo: tuple[Interval, ...]
    covariance: np.ndarray
    anchor: int
    model: str
    first_seat: Interval | None = None

    def ranked(self) -> list[int]:
        """The entrants, best first."""
        return sorted(range(len(self.elo)), key=lambda entrant: -round(self.elo[entrant].mean, 6))

    def lead(self, a: int, b: int) -> Interval:
        """How far `a` is above `b`: nearer than their own bars tell, which share the anchor's."""
        mean = self.elo[a].mean - self.elo[b].mean
        cov = self.covariance
        reach = float(ndtri(TAIL)) * float(np.sqrt(cov[a, a] + cov[b, b] - 2 * cov[a, b]))
        return Interval(mean, mean - reach, mean + reach)


def rate(scores: Scores) -> Ratings:
    """The ratings of a contest, by the model for its number of seats."""
    if scores.contest.players == 2:
        return bradley_terry(scores)
    return plackett_luce(scores)


def anchor_of(scores: Scores) -> int:
    """The random agent if there is one, else the first."""
    specs = [agent.spec for agent in scores.contest.agents]
    return specs.index("random") if "random" in specs else 0


def bradley_terry(scores: Scores) -> Ratings:
    """Two seats: a logistic regression of wins on who plays and who sits first, clustered by deal.

    A drawn game is half a win.
    """
    import statsmodels.api as sm

    anchor = anchor_of(scores)
    design = _players_and_seat(scores, anchor)
    y, weights, units = _first_seat_wins(scores)
    regression = sm.GLM(
        y.ravel(),
        np.repeat(design, y.shape[1], axis=0),
        family=sm.families.Binomial(),
        var_weights=weights.ravel(),
    )
    with warnings.catch_warnings():
        # the games more keep the fit finite; agents that never lose come near enough for a warning
        warnings.simplefilter("ignore")
        fit = regression.fit(cov_type="cluster", cov_kwds={"groups": units.ravel()})
    bounds = ELO * fit.conf_int(ALPHA)
    found = [
        Interval(float(ELO * mean), float(low), float(high))
        for mean, (low, high) in zip(fit.params, bounds, strict=True)
    ]
    *others, seat = found
    others.insert(anchor, Interval(0.0, 0.0, 0.0))
    covariance = ELO**2 * fit.cov_params()[:-1, :-1]
    for axis in (0, 1):
        covariance = np.insert(covariance, anchor, 0.0, axis)
    model = "Bradley-Terry with a term for the first seat"
    return Ratings(tuple(others), covariance, anchor, model, seat)


def _players_and_seat(scores: Scores, anchor: int) -> np.ndarray:
    """A line a seating: +1 for who sits first, -1 for the other, the anchor left out; then 1."""
    agents = len(scores.contest.agents)
    lines = np.zeros((len(scores.contest.seatings), agents + 1))
    for line, (first, second) in zip(lines, scores.contest.seatings, strict=True):
        line[first], line[second], line[-1] = 1, -1, 1
    return np.delete(lines, anchor, axis=1)


def _first_seat_wins(scores: Scores) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Win share of seat 0, its weight in games, and its unit, each (seatings, units + 2).

    The last two columns are the game more: half of it won, half lost.
    """
    contest = scores.contest
    groups = _groups(scores.deals)
    games = np.diff(groups)
    y, weights, units = [], [], []
    for number, seating in enumerate(contest.seatings):
        match = next(match for match in contest.matches if seating in match.seatings)
        half = 0.5 / len(match.seatings)
        start = len(games) + 2 * contest.matches.index(match)
        more = [start + match.entrants.index(entrant) for entrant in seating]
        won = np.add.reduceat(scores.share(number, seating[0]), groups[:-1])
        y.append([*(won / games), 1, 0])
        weights.append([*games, half, half])
        units.append([*range(len(games)), *more])
    return np.array(y), np.array(weights, float), np.array(units)


def _groups(deals: int) -> np.ndarray:
    """Where groups of neighbouring deals begin, and the end: at most UNITS of them."""
    return np.unique(np.append(np.arange(0, deals, -(-deals // UNITS)), deals))


def plackett_luce(scores: Scores) -> Ratings:
    """Any number of seats: who wins among those at the table, by choix; bars by a bootstrap.

    The bootstrap is Rubin's (1981): every deal gets a random weight of mean 1 in place of being
    drawn so many times, which never leaves an agent without wins.
    """
    tables, won = _wins_by_table(scores)
    agents, anchor = len(scores.contest.agents), anchor_of(scores)
    flat = won.reshape(len(won), -1)
    means = _strengths(tables, flat.sum(axis=0).reshape(-1, agents), np.zeros(agents))
    random = np.random.default_rng(scores.contest.seed)
    resampled = np.empty((RESAMPLES, agents))
    for at in range(RESAMPLES):
        wins = (random.exponential(size=len(flat)) @ flat).reshape(-1, agents)
        resampled[at] = _strengths(tables, wins, means)
    elo = ELO * (means - means[anchor])
    spread = ELO * (resampled - resampled[:, [anchor]])
    low, high = np.quantile(spread, [ALPHA / 2, 1 - ALPHA / 2], axis=0)
    found = (Interval(*map(float, told)) for told in zip(elo, low, high, strict=True))
    return Ratings(tuple(found), np.cov(spread.T), anchor, "Plackett-Luce on who wins")


def _wins_by_table(scores: Scores) -> tuple[np.ndarray, np.ndarray]:
    """Seats of each agent (tables, agents), and wins (units, tables, agents).

    A table is who plays, whatever the seats. The last units are the game more of each match.
    """
    contest = scores.contest
    agents, groups = len(contest.agents), _groups(scores.deals)
    counts = [tuple(seating.count(a) for a in range(agents)) for seating in contest.seatings]
    tables = list(dict.fromkeys(counts))
    units = len(groups) - 1
    more = sum(len(match.entrants) for match in contest.matches)
    won = np.zeros((units + more, len(tables), agents))
    for number, count in enumerate(counts):
        for agent in set(contest.seatings[number]):
            shares = np.add.reduceat(scores.share(number, agent), groups[:-1])
            won[:units, tables.index(count), agent] += shares
    both = ((match, agent) for match in contest.matches for agent in match.entrants)
    for unit, (match, agent) in enumerate(both, start=units):
        for seating in match.seatings:
            count = counts[contest.seatings.index(seating)]
            by_chance = count[agent] / (contest.players * len(match.seatings))
            won[unit, tables.index(count), agent] += by_chance
    return np.array(tables, float), won


def _strengths(tables: np.ndarray, wins: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Log-strengths of the agents from how often each won at each table, both (tables, agents).

    choix's Luce spectral ranking, repeated until it stands still, which is the most likely answer.
    choix takes one observation at a time; here its step for pairs is given the flows between agents
    that all the wins together make, so that a contest of any length costs the same.
    """
    import choix
    from choix.utils import exp_transform

    params = start
    for _ in range(1_000):
        weights = exp_transform(params)
        flows = (wins / (tables @ weights)[:, None]).T @ tables  # winner from loser
        compared = flows * (weights[:, None] + weights[None, :])  # as choix divides by this
        np.fill_diagonal(compared, 0)
        following = choix.lsr_pairwise_dense(compared, initial_params=params)
        if np.abs(following - params).max() < CONVERGED:
            break
        params = following
    return following
