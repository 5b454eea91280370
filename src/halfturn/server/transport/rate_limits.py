"""Rate limits: how often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from math import ceil
from typing import Final

from halfturn.server.ops.settings import Rate, Settings

MOST_BUCKETS: Final = 10_000
LOOKED_AT: Final = 4
"""Buckets that each new one looks at, to drop those that are full."""


class Bucket:
    """Full at first; everything done takes one out, and time puts them back."""

    __slots__ = ("_at", "_left", "_rate")

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
    def full(self) -> bool:
        """Whether it is as good as a new one."""
        self._fill()
        return self._left >= self._rate.burst

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
    """One bucket for each of many.

    Only full buckets are dropped, so nobody gets a fresh one by making others come and go. While
    there are MOST_BUCKETS that are not full, all further keys share a single bucket. Do not keep
    a bucket: ask for it each time.
    """

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        self._shared = Bucket(rate)

    def of(self, whose: Hashable) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            self._drop_full()
            if len(self._buckets) >= MOST_BUCKETS:
                return self._shared
            bucket = self._buckets[whose] = Bucket(self._rate)
        return bucket

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._buckets)

    def _drop_full(self) -> None:
        """Look at a few, each in its turn: more go than come as long as most are full."""
        for _ in range(min(LOOKED_AT, len(self._buckets))):
            whose, bucket = self._buckets.popitem(last=False)
            if not bucket.full:
                self._buckets[whose] = bucket


class PersonLimit:
    """A rate for each person, and `people` times that rate for each address.

    Connections, browsers and cookies do not count: another one of the same person draws on the
    same bucket, and new people at one address on that of the address. Whoever has no cookie
    counts by address alone.
    """

    def __init__(self, rate: Rate, people: int) -> None:
        self._by_person = Buckets(rate)
        self._by_address = Buckets(Rate(rate.burst * people, rate.per_second * people))

    def take(self, whose: Hashable, address: str) -> bool:
        """Whether it may be done now, by a person (or None) at an address."""
        by_address = self._by_address.of(address)
        if by_address.empty or (whose is not None and not self._by_person.of(whose).take()):
            return False
        return by_address.take()


class SessionLimits:
    """The rate limits of what is said over WebSockets."""

    def __init__(self, settings: Settings) -> None:
        people = settings.people_per_address
        self.frames = PersonLimit(settings.frames, people)
        self.moves = PersonLimit(settings.moves, people)
        self.looks = PersonLimit(settings.looks, people)
        self.arranges = PersonLimit(settings.arranges, people)
        self.hints = PersonLimit(settings.hints, people)
        self.talk = PersonLimit(settings.talk, people)
