"""Which tables are deleted by themselves, and after how long.

A table is kept for as long as anybody with a name sits there and its game is over: nobody's
finished games go without their say. "Named" is everybody who has set a name and was not
forgotten; who has not set one is called `names.NAMELESS`. A bot of somebody's has a name.
"""

from __future__ import annotations

import time
from typing import Final, Literal, NamedTuple, assert_never

from halfturn.server.ops.settings import Settings
from halfturn.server.storage.store import DAY, OldTable, Store

AT_ONCE: Final = 20
"""Tables that are looked at, and perhaps deleted, before anything else gets its turn."""
Reason = Literal["unstarted", "abandoned", "finished"]


class Expired(NamedTuple):
    """A table that is to go."""

    id: str
    changed_at: int
    reason: Reason

    @property
    def words(self) -> str:
        """The reason as a sentence's end."""
        match self.reason:
            case "unstarted":
                return "its first game never began"
            case "abandoned":
                return "its game was abandoned, and nobody there has a name"
            case "finished":
                return "its game is over, and nobody there has a name"
        assert_never(self.reason)


class Retention(NamedTuple):
    """For how many days a table without a change is kept; 0: for good."""

    unstarted: int
    abandoned: int
    finished: int

    @classmethod
    def of(cls, settings: Settings) -> Retention:
        """As a server is set up."""
        return cls(settings.keep_unstarted, settings.keep_abandoned, settings.keep_finished)

    @property
    def shortest(self) -> int:
        """The days after which the first tables may go; 0 where none ever does."""
        return min((days for days in self if days), default=0)

    def expired(self, table: OldTable, now: int) -> Expired | None:
        """The table with the reason why it goes, or None if it is kept."""
        if not table.begun:
            reason: Reason = "unstarted"
        elif table.named:
            return None
        else:
            reason = "finished" if table.over else "abandoned"
        days: int = getattr(self, reason)
        if not days or table.changed_at >= now - days * DAY:
            return None
        return Expired(table.id, table.changed_at, reason)


class Sweep:
    """One pass over all tables, a few at a time."""

    def __init__(self, store: Store, retention: Retention, now: int | None = None) -> None:
        self._store = store
        self._retention = retention
        self._now = int(time.time()) if now is None else now
        self._after = ""
        self.done = not retention.shortest

    async def next(self) -> list[Expired]:
        """Those of the next few tables that are to go."""
        before = self._now - self._retention.shortest * DAY
        found = await self._store.old_tables(self._after, before, AT_ONCE)
        if len(found) < AT_ONCE:
            self.done = True
        else:
            self._after = found[-1].id
        judged = (self._retention.expired(table, self._now) for table in found)
        return [each for each in judged if each is not None]
