"""Tables that are opened without everybody waiting, where what is read comes from elsewhere.

A read of PostgreSQL stops the server's own loop until the answer is there, and a table takes some
ten of them when it is opened. That is little for one, and much for a list of fifty, or for all who
come when a node has died. So what opening takes is asked for beforehand, of several tables at once
and beside the loop; then they are opened from that in one go, before anything else can happen.
What was not foreseen is read as ever.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from halfturn.server.cluster.nodes import A_TABLE
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.engine import ReadsBeside
from halfturn.server.storage.store import (
    FIRST_ROW,
    INVITE,
    NAME,
    OWNER,
    RECENT_ROWS,
    SEED,
    SITTING,
    Found,
)
from halfturn.server.tables.log import BadLog

if TYPE_CHECKING:
    from halfturn.server.tables.hub import Hub

log = logging.getLogger(__name__)

TOGETHER: Final = 10
"""Tables that are read at once: whoever waits for another answer meanwhile waits for that."""
_INVITES: Final = "SELECT id, invite FROM tables WHERE id = ANY(?)"
_LOGS: Final = (
    "SELECT table_id, version, key, seat, kind, body FROM unnest(?::text[]) AS wanted(id) "
    "CROSS JOIN LATERAL (SELECT max(version) AS last FROM log "
    "WHERE table_id = wanted.id AND kind = 'begin') AS begun JOIN log ON table_id = wanted.id "
    "AND (version = 1 OR version >= coalesce(last, 1)) ORDER BY table_id, version"
)
"""Of each table what RECENT_ROWS finds."""
_SEATS: Final = "SELECT table_id, seat, person FROM seats WHERE table_id = ANY(?)"
_SEEDS: Final = "SELECT table_id, game, seed FROM seeds WHERE table_id = ANY(?)"
_NAMES: Final = "SELECT id, name FROM people WHERE id = ANY(?)"
_OWNERS: Final = "SELECT person, owner FROM bots WHERE person = ANY(?)"


class Prefetch:
    """For one hub, and the tables that it has in memory."""

    def __init__(self, hub: Hub, rooms: Container[str]) -> None:
        self._hub = hub
        self._rooms = rooms

    async def open(self, ids: Iterable[str]) -> None:
        """Have tables in memory, as far as that can be; where reading is quick nothing is done."""
        hub, engine = self._hub, self._hub.store.engine
        if not isinstance(engine, ReadsBeside):
            return
        missing = [id for id in ids if id not in self._rooms and A_TABLE.fullmatch(id)]
        for at in range(0, len(missing), TOGETHER):
            some, dropped = missing[at : at + TOGETHER], hub.dropped
            try:
                found = await _read(engine, some)
            except StoreFailed as error:
                log.debug("nothing was read ahead: %s", error)
                return
            # One that has gone or come meanwhile may have changed since it was read.
            if hub.dropped == dropped:
                self._open(some, found)

    def _open(self, ids: Sequence[str], found: Found) -> None:
        self._hub.store.ahead = found
        try:
            for id in ids:
                with contextlib.suppress(BadLog, StoreFailed):  # who opens it is told why
                    room = self._hub.room(id)
                    _ = room.sitters if room is not None else ()
        finally:
            self._hub.store.ahead = {}


async def _read(engine: ReadsBeside, ids: list[str]) -> Found:
    """What `Store` reads when these tables are opened, by how it asks for it."""
    found: Found = {}
    for id in ids:
        found |= {(INVITE, (id,)): [], (RECENT_ROWS, (id,) * 3): [], (SITTING, (id,)): []}
    for id, invite in await engine.read_beside(_INVITES, (ids,)):
        found[INVITE, (id,)].append((invite,))
    # Logs first: who sat down since is then known, too.
    for id, *row in await engine.read_beside(_LOGS, (ids,)):
        if not found[RECENT_ROWS, (id,) * 3]:
            found[FIRST_ROW, (id,)] = [(row[-1],)]
        found[RECENT_ROWS, (id,) * 3].append(tuple(row))
    people = set()
    for id, seat, person in await engine.read_beside(_SEATS, (ids,)):
        found[SITTING, (id,)].append((seat, person))
        people.add(person)
    for id, game, seed in await engine.read_beside(_SEEDS, (ids,)):
        found[SEED, (id, game)] = [(seed,)]
    for person in people:
        found |= {(NAME, (person,)): [], (OWNER, (person,)): []}
    for sql, kind in ((_NAMES, NAME), (_OWNERS, OWNER)):
        for person, what in await engine.read_beside(sql, (list(people),)):
            found[kind, (person,)].append((what,))
    return found
