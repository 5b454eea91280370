"""What results mean: win rates with intervals, Elo, and when a test may stop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959964
"""Standard deviations to both sides that hold 95 of a hundred."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's, which stays within 0 and 1).

    >>> [round(each, 3) for each in wilson(60, 100)]
    [0.502, 0.691]
    """
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z95 * Z95
    middle = rate + square / (2 * games)
    reach = Z95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def elo(rate: float) -> float:
    """The difference of strength that a win rate means.

    >>> round(elo(0.64))
    100
    """
    if rate <= 0 or rate >= 1:
        return math.inf if rate >= 1 else -math.inf
    return 400 * math.log10(rate / (1 - rate))


def rate_of(difference: float, others: int = 1) -> float:
    """The win rate that a difference of Elo means, against one or several who are equals.

    >>> rate_of(0), rate_of(0, others=3)
    (0.5, 0.25)
    """
    return 1 / (1 + others * 10 ** (-difference / 400))


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the first bot `elo1` stronger than the others, or only `elo0`?

    It looks at deals, each played from every seat, as chess engines are tested on pairs of
    games: the deal's luck is in all of them and cancels out. Wrong either way one time in twenty.
    """

    elo0: float = 0.0
    elo1: float = 30.0
    error: float = 0.05
    others: int = 1
    """How many play against it, all of them the same bot."""

    @property
    def bound(self) -> float:
        """The log-likelihood ratio that settles it, one way or the other."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, rates: Sequence[float]) -> float:
        """The log-likelihood ratio after deals in which the first bot had these win rates."""
        count = len(rates)
        if count < 2:
            return 0.0
        mean = sum(rates) / count
        spread = sum((rate - mean) ** 2 for rate in rates) / count
        # Before anything differs a spread of nothing would settle everything.
        spread = max(spread, 0.25 / count)
        low, high = rate_of(self.elo0, self.others), rate_of(self.elo1, self.others)
        return count * (high - low) * (2 * mean - low - high) / (2 * spread)

    def verdict(self, rates: Sequence[float]) -> str:
        """`stronger`, `not stronger`, or nothing as long as it is open."""
        ratio = self.ratio(rates)
        if ratio >= self.bound:
            return "stronger"
        return "not stronger" if ratio <= -self.bound else ""
