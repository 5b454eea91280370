"""OpenSkill ratings for tables of more than two: Weng and Lin's update for Plackett-Luce.

The published formulae (A Bayesian Approximation Method for Online Ranking, 2011, algorithm 4)
with OpenSkill's usual numbers: a mean of 25, a doubt of 25/3.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from halfturn.bots.arena.results import Results

MEAN: Final = 25.0
DOUBT: Final = MEAN / 3
LUCK: Final = MEAN / 6
"""How far luck moves a single performance (beta)."""
LEAST: Final = 0.0001

Rating = tuple[float, float]
"""Mean and standard deviation of a bot's skill."""


def ratings(results: Results) -> list[Rating]:
    """Each bot's rating after all games, in the order of their numbers."""
    current: list[Rating] = [(MEAN, DOUBT)] * len(results.setting.bots)
    for number in sorted(results.played):
        played = results.played[number]
        # The winners share the first place, whatever a tie-break of points would say.
        worth = [(win > 0, points) for win, points in zip(played.wins, played.points, strict=True)]
        places = [sum(other > own for other in worth) for own in worth]
        current = after_game(current, places)
    return current


def after_game(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game; `places` counts from 0, equal ones share a place."""
    total = math.sqrt(sum(doubt**2 + LUCK**2 for _, doubt in before))
    powers = [math.exp(mean / total) for mean, _ in before]
    seats = range(len(before))
    # For each seat the sum over all that were not better, and how many share its place.
    sums = [sum(powers[other] for other in seats if places[other] >= places[q]) for q in seats]
    shared = [places.count(place) for place in places]
    found = []
    for i in seats:
        mean, doubt = before[i]
        omega = delta = 0.0
        for q in seats:
            if places[q] > places[i]:
                continue
            share = powers[i] / sums[q]
            omega += ((1.0 if q == i else 0.0) - share) / shared[q]
            delta += share * (1 - share) / shared[q]
        step = doubt**2 / total
        shrink = doubt / total * (doubt / total) ** 2 * delta
        found.append((mean + step * omega, doubt * math.sqrt(max(1 - shrink, LEAST))))
    return found
