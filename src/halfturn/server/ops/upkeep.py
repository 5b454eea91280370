"""What has to be seen to although nobody asks: clocks, thinkers, bots whose node is gone, names,
and tables that nobody needs any more.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING, Final

from halfturn.server.ops import metrics
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.retention import Retention, Sweep
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables.change import Refused
from halfturn.server.tables.log import BadLog

if TYPE_CHECKING:
    from halfturn.server.tables.hub import Hub

log = logging.getLogger(__name__)

SWEEP_EVERY: Final = 24 * 3600.0
"""Seconds from one look for tables to be deleted to the next."""
LOOK_ELSEWHERE_EVERY: Final = 4
"""Ticks from one look at what other nodes may have changed to the next, for hints may be lost."""


class Upkeep:
    """One look at everything with every tick."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._ticks = 0
        self._sweep: Sweep | None = None
        self._deleted = 0
        self._swept = -SWEEP_EVERY
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look from now on."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Look no more."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def save_time(self) -> None:
        """Write down for how long the tables have been served."""
        try:
            await self._count()
        except StoreFailed as error:
            log.error("the time could not be written: %s", error)

    async def _watch(self) -> None:
        among_nodes = self._hub.nodes is not None
        while True:
            if not among_nodes or self._ticks:  # bots of a node that is gone wait already
                begin = time.perf_counter()
                await asyncio.sleep(self._hub.settings.tick)
                metrics.LAG.add(max(0.0, time.perf_counter() - begin - self._hub.settings.tick))
            self._ticks += 1
            try:
                self._hub.thinkers.check()
                self._hub.release_idle()
                self._hub.renderer.end_idle()
                await (self._look_among_nodes() if among_nodes else self._look_alone())
            except StoreFailed as error:
                log.error("the clocks could not be looked at: %s", error)
            except Exception:
                metrics.ERRORS.add("upkeep")
                log.exception("the clocks could not be looked at")

    async def _look_alone(self) -> None:
        """See to it that nobody thinks longer than was agreed."""
        await self._count()
        for id in self._hub.store.due(self._hub.uptime.now()):
            await self._time_out(id)
        await self.sweep()

    async def sweep(self) -> None:
        """Go on with deleting tables whose time is over, a few with every tick, once a day."""
        if self._sweep is None and time.monotonic() - self._swept < SWEEP_EVERY:
            return
        try:
            await self._go_on_sweeping()
        except StoreFailed as error:
            log.error("no more tables are deleted today: %s", error)
            self._sweep, self._swept = None, time.monotonic()

    async def _go_on_sweeping(self) -> None:
        hub = self._hub
        if self._sweep is None:
            self._sweep, self._deleted = Sweep(hub.store, Retention.of(hub.settings)), 0
        sweep = self._sweep
        expired = [] if sweep.done else await sweep.next()
        for each in expired:
            try:
                gone = await hub.delete_table(each.id, each.changed_at + 1)
            except Fenced:
                continue  # another node has taken it over
            if gone:
                self._deleted += 1
                log.info("table %s was deleted: %s", each.id, each.words)
        if sweep.done:
            self._sweep, self._swept = None, time.monotonic()
            if self._deleted:
                log.warning("%s tables were deleted: see docs/limits.md", self._deleted)
                hub.store.engine.leave_no_trace()

    async def _count(self) -> None:
        """Count the server's own time on, and store the count if a clock runs.

        A clock that begins to run before the next count has a row `time`, which is stored as well.
        """
        hub = self._hub
        if hub.nodes is not None:
            await hub.nodes.count_time()
            if not hub.nodes.in_office:
                return
        counted, at = hub.uptime.mark()
        if hub.store.has_deadlines:
            await hub.store.set_uptime(math.ceil(counted))
        if hub.nodes is None:
            hub.uptime.count(counted, at)

    async def _look_among_nodes(self) -> None:
        """The same for the tables of this node, and for those that nobody has if it is in office.

        Then it also lets their bots go on, which were thinking when their node died.
        """
        hub, nodes = self._hub, self._hub.nodes
        assert nodes is not None
        hub.wake_those_that_came()
        await self._count()
        for id in await nodes.leases.due(hub.uptime.now(), nodes.in_office):
            if await nodes.home(id) is None:
                await self._time_out(id)
        if nodes.in_office:
            await self.sweep()
            for id in await nodes.leases.bots():
                if await nodes.home(id) is None:
                    hub.wake(id)
        if self._ticks % LOOK_ELSEWHERE_EVERY == 0:
            await hub.look_at_names()
            await hub.look_at_devices()
            await hub.look_for_readers()

    async def _time_out(self, id: str) -> None:
        """Somebody's time is out; where that cannot be told, other tables' clocks go on."""
        try:
            room = self._hub.room(id)
            if room is not None:
                await room.time_out()
        except (Refused, Fenced):
            return  # somebody answered in the last moment, or another node has the table
        except (Taken, StoreFailed, BadLog) as error:
            log.error("the clock of table %s could not be looked at: %s", id, error)
        except Exception:
            log.exception("the clock of table %s could not be looked at", id)
