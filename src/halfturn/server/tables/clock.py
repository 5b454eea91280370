"""Clocks: how long seats may think, counted in time that the server was up.

The server's own time (`Uptime`) never jumps and stands still while the server is down, so no
restart and no change of the wall clock eats anybody's turn; a crash moves it by a second at most.
A row `time` closes every change of a table that has a clock; all that is known about times is
folded from these rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Self

import msgspec

from halfturn.core import BadOptions
from halfturn.core.language import say
from halfturn.server.tables.log import Clock, ClockPast, Row, own_key

DAY: Final = 24 * 3600
LEAST: Final = 10
MOST_BANK: Final = DAY
MOST_PER_MOVE: Final = 30 * DAY
MOST_HOLIDAYS: Final = 60
GRACE: Final = 60
"""Seconds that somebody has at least who comes back after their time was out."""
MOST_LOST: Final = 1000
"""Milliseconds by which a crash may move the server's own time, in either direction."""


def check(clock: Clock) -> None:
    """Raise BadOptions for a clock that nobody can play by."""
    if bool(clock.bank) == bool(clock.per_move):
        raise BadOptions(say("expected a clock with either a bank or a time for every move"))
    for name, value, least, most in (
        ("bank", clock.bank, LEAST, MOST_BANK),
        ("time for a move", clock.per_move, LEAST, MOST_PER_MOVE),
        ("increment", clock.increment, 0, 3600),
        ("number of holidays", clock.holidays, 0, MOST_HOLIDAYS),
    ):
        if value and not least <= value <= most:
            raise BadOptions(
                say(
                    "expected a {part} of {least} to {most}, got {value}",
                    part=say(name),
                    least=least,
                    most=most,
                    value=value,
                )
            )
    if clock.per_move and clock.increment:
        raise BadOptions(say("expected an increment only beside a bank"))
    if clock.holidays and clock.per_move < DAY:
        raise BadOptions(say("expected holidays only where there is a day or more for every move"))


class Time(msgspec.Struct, frozen=True, kw_only=True):
    """The row that closes a change: when it was, and whose clocks run from then on."""

    at: int
    """In milliseconds of the server's own time."""
    running: list[int]


class Return(msgspec.Struct, frozen=True, kw_only=True):
    """The row of an owner who plays again after a stand-in."""

    grace: bool
    """Whether the clock is filled up: only for those whose time was out, or it would be a way to
    get time for nothing. Older logs have no such body, and filled it up always."""


class Clocks:
    """The clocks of a table, folded from its rows; times are in milliseconds."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [0] * seats
        self.rest = [0] * seats
        """What is left of holidays that were begun: a clock does not run meanwhile."""
        self.holidays = [clock.holidays] * seats
        self.running: list[int] = []
        self.at = 0
        self._answered: set[int] = set()
        self._full()

    def _full(self) -> None:
        self.left = [1000 * (self.clock.bank or self.clock.per_move)] * len(self.left)

    def copy(self) -> Self:
        """Another one, to look ahead."""
        other = type(self)(self.clock, len(self.left))
        other.left, other.rest = list(self.left), list(self.rest)
        other.holidays, other.running = list(self.holidays), list(self.running)
        other.at, other._answered = self.at, set(self._answered)
        return other

    @property
    def past(self) -> ClockPast:
        """What has to be known of the clocks when a game begins."""
        return ClockPast(at=self.at, rest=self.rest, holidays=self.holidays, running=self.running)

    def resume(self, past: ClockPast) -> None:
        """Stand as they stood when a game began."""
        self.at, self.running = past.at, list(past.running)
        self.rest, self.holidays = list(past.rest), list(past.holidays)

    def take(self, row: Row) -> None:
        """What a row of the log means for the clocks."""
        seat = row.seat
        if row.kind == "time":
            self._settle(msgspec.json.decode(row.body, type=Time))
        elif row.kind == "begin":
            self._full()
        elif seat is not None and row.kind == "answer":
            self._answered.add(seat)
        elif seat is not None and row.kind == "come_back":
            back = msgspec.json.decode(row.body, type=Return | None)
            if back is None or back.grace:
                self.left[seat] = max(self.left[seat], 1000 * max(self.clock.per_move, GRACE))
        elif seat is not None and row.kind == "holiday":
            days = msgspec.json.decode(row.body, type=int)
            self.holidays[seat] -= days
            self.rest[seat] += days * DAY * 1000

    def _settle(self, now: Time) -> None:
        passed = max(0, now.at - self.at)  # a crash may have cost the last second of the count
        for seat, rest in enumerate(self.rest):
            if seat in self.running:
                self.left[seat] -= max(0, passed - rest)
            self.rest[seat] = max(0, rest - passed)
        for seat in self._answered:
            if self.clock.per_move:
                self.left[seat] = 1000 * self.clock.per_move
            else:
                self.left[seat] += 1000 * self.clock.increment
        self._answered.clear()
        self.at, self.running = now.at, now.running

    @property
    def due(self) -> int | None:
        """When the first clock is out, if nothing happens until then."""
        ends = [self.at + max(0, self.left[seat]) + self.rest[seat] for seat in self.running]
        return min(ends, default=None)

    def out(self, now: int) -> list[int]:
        """The seats that have no time left."""
        passed = now - self.at
        return [seat for seat in self.running if self.left[seat] + self.rest[seat] <= passed]


def closing(
    clocks: Clocks, rows: Sequence[Row], now: int, running: list[int]
) -> tuple[Row, Clocks]:
    """The row that closes a change, and the clocks as they will be after it."""
    version = rows[-1].version + 1
    body = msgspec.json.encode(Time(at=now, running=running))
    row = Row(version, own_key(version), None, "time", body)
    then = clocks.copy()
    for each in (*rows, row):
        then.take(each)
    return row, then


class Uptime:
    """Milliseconds for which these tables have been served, over all starts.

    Somebody counts again and again, and stores the count (`upkeep`, `nodes`). In between this runs
    on by itself, but never more than `MOST_LOST` past the last count: so no crash takes more from
    it, however late the next count was. Who waits longer for a count waits for the database, and
    nobody can move then either.
    """

    def __init__(self, counted: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._counted = counted
        self._monotonic = monotonic
        self._at = monotonic()

    def now(self) -> int:
        """Return the time by now."""
        return int(self._reached(self._monotonic()))

    def mark(self) -> tuple[float, float]:
        """Return the time by now, to be stored and then passed to `count`."""
        at = self._monotonic()
        return self._reached(at), at

    def count(self, counted: float, at: float | None = None) -> None:
        """Go on from a count that is stored; `at` is when it was made, now if not given."""
        self._counted, self._at = counted, self._monotonic() if at is None else at

    def _reached(self, at: float) -> float:
        return self._counted + min(1000 * (at - self._at), MOST_LOST)
