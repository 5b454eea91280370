"""Buckets: how often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from math import ceil
from typing import Final

from halfturn.server.settings import Rate

MOST_BUCKETS: Final = 10_000


class Bucket:
    """Full at first; everything done takes one out, and time puts them back."""

    __slots__ = ("_at", "_left", "_rate")  # every connection has several

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether it may be done now."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def empty(self) -> bool:
        """Whether nothing may be done now."""
        self._fill()
        return self._left < 1

    @property
    def wait(self) -> int:
        """Whole seconds until something may be done again."""
        self._fill()
        return max(1, ceil((1 - self._left) / max(self._rate.per_second, 1e-9)))

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now


class Buckets:
    """One bucket for each of many; those not used for longest are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def of(self, whose: Hashable) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.setdefault(whose, Bucket(self._rate))
        self._buckets.move_to_end(whose)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket
