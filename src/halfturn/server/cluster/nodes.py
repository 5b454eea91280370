"""Several nodes on one database: which of them has a table, and what this one knows of the others.

A table lives on one node at a time, by a lease (`leases`). Others send those who come for it there
(`relay`), or take it over when its node is gone. Who is gone is guessed from time; that nothing is
lost, doubled or forked is not: the epoch of the lease goes with every change into the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Final

from halfturn.server.cluster.leases import Asks, Lease, Leases
from halfturn.server.cluster.notifications import Bus, checked_url
from halfturn.server.ops import metrics
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.store import Store
from halfturn.server.tables.clock import MOST_LOST, Uptime

log = logging.getLogger(__name__)

HOLD: Final = 5.0
"""Seconds for which a sign of life is good. All that follows are parts of it."""
BEAT: Final = 0.2
"""From one sign of life to the next."""
SURE: Final = 0.6
"""After which others may soon take over what this node has, so that it shows nothing any more."""
IMPATIENT: Final = 0.6
"""So much earlier a node is taken for dead at whose address nobody listens."""
A_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What a table can be called; whatever else somebody asks for is nowhere."""
LOOK_EVERY: Final = 10
"""Beats after which it is looked in any case."""


def _nothing(*_: object) -> None:
    """Until somebody wants to know."""


class Nodes:
    """This node among the others."""

    def __init__(
        self, leases: Leases, node: str, address: str, bus: Bus | None = None, hold: float = HOLD
    ) -> None:
        self.leases = leases
        self._hold = hold
        self._hold_ms = int(1000 * hold)
        self.node = node
        self.address = address
        self.secret = ""
        """What nodes know each other by."""
        self.uptime = Uptime(0)
        self.alive: dict[str, str] = {}
        """The addresses of those that live, as of the last beat."""
        self.in_office = False
        """Whether this node looks after what nobody has."""
        self.on_changed_hands: Callable[[str], None] = _nothing
        self.on_alive: Callable[[], None] = _nothing
        self.on_leave: Callable[[], None] = _nothing
        self.bus = bus
        self._held: dict[str, int] = {}
        self._taking: dict[str, asyncio.Task[str | None]] = {}
        self._going: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._beaten = 0.0
        self._beats = 0
        self._before = 0
        self._beating: asyncio.Task[None] | None = None

    # ---- living ----

    async def join(self, uptime: int) -> None:
        """Be one of them; `uptime` is for how long the tables were served before."""
        self._before = uptime
        self.secret = await self.leases.secret(secrets.token_hex(32))
        await self.leases.join(self.address)
        await self._beat()
        self._beating = asyncio.get_running_loop().create_task(self._live())
        if self.bus is not None:
            self.bus.start()

    async def leave(self) -> None:
        """End: the others may have all tables at once."""
        if self._beating is None:
            return
        beating, self._beating = self._beating, None
        beating.cancel()
        self.on_leave()
        await asyncio.gather(beating, *self._going, return_exceptions=True)
        if self.bus is not None:
            await self.bus.close()
        try:
            await self.leases.leave()
        except StoreFailed as error:
            log.error("the other nodes could not be told: %s", error)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT * self._hold)
            try:
                async with self._turn:
                    await self._beat()
            except StoreFailed as error:
                log.error("no sign of life could be given: %s", error)
            except Exception:
                metrics.ERRORS.add("nodes")
                log.exception("no sign of life could be given")

    async def _renew(self) -> None:
        """Be sure again of what this node has, or know what it has no more."""
        async with self._turn:
            if not self.sure:
                await self._beat()

    async def _beat(self) -> None:
        begin = time.monotonic()
        await self.leases.beat(self.address, self._hold_ms)
        # Somebody who found nobody listening may have come before the end.
        late = time.monotonic() - self._beaten > (1 - IMPATIENT) * self._hold
        self._beats += 1
        if late or self._beats % LOOK_EVERY == 0:
            await self._look()
        self._beaten = begin  # only now: what was taken over meanwhile is known by this time
        await self.count_time()
        self.alive = await self.leases.alive()
        self.on_alive()
        self.in_office = await self.leases.take_office()
        if self.in_office and self._beats % LOOK_EVERY == 0:
            await self.leases.bury()

    async def count_time(self) -> None:
        """Count the time for which tables are served, with every beat and more often than that."""
        self.uptime.count(await self.leases.served(self._before, MOST_LOST))

    async def _look(self) -> None:
        """Whether all that this node had is still its own."""
        held = dict(self._held)
        mine = await self.leases.mine()
        for table, epoch in held.items():
            if mine.get(table) != epoch:
                self.lost(Lease(table, self.node, epoch))

    @property
    def sure(self) -> bool:
        """Whether the last sign of life is so fresh that nobody takes this node for dead."""
        return time.monotonic() - self._beaten < SURE * self._hold

    async def make_sure(self, lease: Lease | None) -> bool:
        """Whether a lease is in force, and nobody takes it over for a while."""
        try:
            await self._renew()
        except StoreFailed as error:
            log.error("no sign of life could be given: %s", error)
        return self.sure and lease is not None and self._held.get(lease.table) == lease.epoch

    # ---- tables ----

    @property
    def held(self) -> int:
        """How many tables live here."""
        return len(self._held)

    def lease(self, table: str) -> Lease | None:
        """The lease of a table that lives here."""
        epoch = self._held.get(table)
        return None if epoch is None else Lease(table, self.node, epoch)

    async def home(self, table: str, impatient: bool = False) -> str | None:
        """The address of the node that has a table; None where it is here from now on, or nowhere.

        `impatient`: nobody listens at that address. Raises StoreFailed.
        """
        if (table in self._held and self.sure) or not A_TABLE.fullmatch(table):
            return None
        taking = self._taking.get(table)
        if taking is None:
            slack = int(IMPATIENT * self._hold_ms) if impatient else 0
            taking = asyncio.get_running_loop().create_task(self._find(table, slack))
            self._taking[table] = taking
            taking.add_done_callback(lambda _: self._taking.pop(table, None))
        return await asyncio.shield(taking)

    async def _find(self, table: str, slack: int) -> str | None:
        if table in self._held:
            await self._renew()
            if table in self._held:
                return None
        epoch = await self.leases.take(table, slack)
        if epoch is None:
            found = await self.leases.holder(table)
            return None if found is None else found[1]
        metrics.LEASES.add("new" if epoch == 1 else "over")
        self._held[table] = epoch
        self.on_changed_hands(table)
        return None

    def made(self, table: str) -> Lease:
        """The lease that a new table is stored with."""
        return Lease(table, self.node, 1)

    def has(self, lease: Lease) -> None:
        """A new table was stored, with its lease."""
        metrics.LEASES.add("new")
        self._held[lease.table] = lease.epoch

    def deleted(self, table: str) -> None:
        """A table is there no more, nor is its lease."""
        self._held.pop(table, None)

    def lost(self, lease: Lease) -> None:
        """A table lives elsewhere by now, unless it came back under a newer lease."""
        if self._held.get(lease.table) == lease.epoch:
            del self._held[lease.table]
            metrics.LEASES.add("lost")
            self.on_changed_hands(lease.table)

    @contextlib.contextmanager
    def writing(self, table: str, lease: Lease | None) -> Iterator[Lease]:
        """Within which rows are written for a table; one that turns out to be lost is forgotten."""
        try:
            if lease is None:
                raise Fenced(f"{table}: it lives on another node")
            yield lease
        except Fenced:
            metrics.FENCED.add()
            if lease is not None:
                self.lost(lease)
            raise

    def let_go(self, table: str) -> None:
        """Nobody looks at a table here: another node may have it when somebody comes there."""
        lease = self.lease(table)
        if lease is not None:
            del self._held[table]
            going = asyncio.get_running_loop().create_task(self._let_go(lease))
            self._going.add(going)
            going.add_done_callback(self._going.discard)

    async def _let_go(self, lease: Lease) -> None:
        try:
            await self.leases.let_go(lease)
        except StoreFailed as error:
            log.error("table %s could not be let go: %s", lease.table, error)

    # ---- hints ----

    def changed(self, table: str, version: int) -> None:
        """Tell the others that a table has gone on."""
        if self.bus is not None:
            self.bus.tell_table(table, version)

    def renamed(self, person: int) -> None:
        """Tell the others that somebody is called otherwise."""
        if self.bus is not None:
            self.bus.tell_person(person)


def among_nodes(store: Store, address: str, redis: str, hold: float) -> Nodes | None:
    """This server as one of several, where its database can be shared; None where it cannot."""
    database = store.engine
    if not isinstance(database, Asks):
        return None
    node = secrets.token_hex(8)
    bus = Bus(checked_url(redis), store.server, node) if redis else None
    return Nodes(Leases(database, node), node, address, bus, hold)
