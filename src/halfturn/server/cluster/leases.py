"""What several nodes agree on, in the words of PostgreSQL: who lives, and who has which table.

A lease names the node that has a table, and an epoch that goes up with every change of hands. A
node holds all its leases by one row of its own, which it renews; whoever does not is taken for
dead, and its tables are anybody's. That may be wrong: a node may only have been slow. Nothing rests
on it, since every row for a log goes in together with the lease it was written under, and only if
that one is still in force (`FENCE`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

FENCE: Final = "SELECT 1 FROM leases WHERE table_id = ? AND node = ? AND epoch = ? FOR SHARE"
"""The first statement of a change that is good only while a lease is in force. Who takes the table
over waits until such a change is committed, so what it then reads is all that there is."""
OFFICE: Final = "*"
"""In the place of a table: the lease of the one node that looks after what nobody has."""
MOST_AT_ONCE: Final = 50


_UNLESS_ALIVE: Final = (
    "ON CONFLICT (table_id) DO UPDATE SET node = excluded.node, epoch = held.epoch + 1 "
    "WHERE held.node = excluded.node OR NOT EXISTS "
    "(SELECT 1 FROM nodes WHERE nodes.node = held.node AND until > NOW + ?) RETURNING epoch"
)


def _sql(text: str) -> str:
    """With the time in milliseconds by the one clock that all nodes share: the database's."""
    text = text.replace("UNLESS_ALIVE", _UNLESS_ALIVE)
    return text.replace("NOW", "(extract(epoch FROM clock_timestamp()) * 1000)::bigint")


_JOIN: Final = "DELETE FROM nodes WHERE address = ? AND node <> ?"
_BEAT: Final = _sql(
    "INSERT INTO nodes (node, address, until) VALUES (?, ?, NOW + ?) "
    "ON CONFLICT (node) DO UPDATE SET until = excluded.until"
)
_LEAVE: Final = "DELETE FROM nodes WHERE node = ?"
_ALIVE: Final = _sql("SELECT node, address FROM nodes WHERE until > NOW")
_BURY: Final = _sql("DELETE FROM nodes WHERE until < NOW - 86400000")
_SERVED: Final = _sql(
    "INSERT INTO served (one, uptime, at) VALUES (1, ?, NOW) "
    "ON CONFLICT (one) DO UPDATE SET at = excluded.at, "
    "uptime = served.uptime + LEAST(GREATEST(excluded.at - served.at, 0), ?) RETURNING uptime"
)
_TAKE: Final = _sql(
    "INSERT INTO leases AS held (table_id, node, epoch) "
    "SELECT id, ?, 1 FROM tables WHERE id = ? UNLESS_ALIVE"
)
_TAKE_OFFICE: Final = _sql(
    "INSERT INTO leases AS held (table_id, node, epoch) VALUES ('*', ?, 1) UNLESS_ALIVE"
)
_HOLDER: Final = (
    "SELECT nodes.node, address FROM leases JOIN nodes ON nodes.node = leases.node "
    "WHERE table_id = ?"
)
_LET_GO: Final = "UPDATE leases SET node = '' WHERE table_id = ? AND node = ? AND epoch = ?"
_MINE: Final = "SELECT table_id, epoch FROM leases WHERE node = ? AND table_id <> '*'"
_BOTS: Final = _sql(
    "SELECT id FROM tables LEFT JOIN leases ON table_id = id "
    "LEFT JOIN nodes ON nodes.node = leases.node AND until > NOW "
    "WHERE bot_turn = 1 AND nodes.node IS NULL LIMIT ?"
)
_DUE: Final = _sql(
    "SELECT deadlines.table_id FROM deadlines "
    "LEFT JOIN leases ON leases.table_id = deadlines.table_id "
    "LEFT JOIN nodes ON nodes.node = leases.node AND until > NOW "
    "WHERE due <= ? AND (nodes.node = ? OR (nodes.node IS NULL AND ? = 1)) ORDER BY due LIMIT ?"
)
_MAKE_WORD: Final = "INSERT INTO facts VALUES ('relay', ?) ON CONFLICT (name) DO NOTHING"
_WORD: Final = "SELECT value FROM facts WHERE name = 'relay'"
_NAMES: Final = "SELECT id, name FROM people WHERE id = ANY(?)"
_VERSIONS: Final = (
    "SELECT table_id, max(version) FROM log WHERE table_id = ANY(?) GROUP BY table_id"
)
_DROP_CODES: Final = _sql("DELETE FROM codes WHERE person = ? OR until < NOW")
_NEW_CODE: Final = _sql("INSERT INTO codes (code_hash, person, until) VALUES (?, ?, NOW + ?)")
_USE_CODE: Final = _sql("DELETE FROM codes WHERE code_hash = ? RETURNING person, until > NOW")
_DEVICES: Final = "SELECT id FROM devices WHERE id = ANY(?)"


class Lease(NamedTuple):
    """The right to change a table, as long as nobody has taken it over."""

    table: str
    node: str
    epoch: int


@runtime_checkable
class Asks(Protocol):
    """What a database that several nodes share can do besides: a statement at once, with rows."""

    async def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Carry one statement out, as a transaction of its own; raises StoreFailed."""


class Leases:
    """The nodes and their leases, as the database has them."""

    def __init__(self, database: Asks, node: str) -> None:
        self._ask = database.ask
        self._node = node

    # ---- nodes ----

    async def join(self, address: str) -> None:
        """Whoever had the same address before is gone: this node listens there now."""
        await self._ask(_JOIN, (address, self._node))

    async def beat(self, address: str, hold: int) -> None:
        """This node lives, and is taken for living for so many milliseconds."""
        await self._ask(_BEAT, (self._node, address, hold))

    async def leave(self) -> None:
        """This node ends: all that it has is anybody's at once."""
        await self._ask(_LEAVE, (self._node,))

    async def alive(self) -> dict[str, str]:
        """The addresses of the nodes that live."""
        return dict(await self._ask(_ALIVE, ()))

    async def bury(self) -> None:
        """Forget those that have been dead for a day, and codes that are good no more."""
        await self._ask(_BURY, ())
        await self._ask(_DROP_CODES, (-1,))

    async def served(self, before: int, most: int) -> int:
        """For how many milliseconds these tables have been served by anybody, up to now.

        From one count to the next, by whichever node, it goes on by so many at most: while no
        node runs it stands still, and no jump of the database's clock eats a turn. `before` is
        what it was before there were several nodes.
        """
        return int((await self._ask(_SERVED, (before, most)))[0][0])

    async def secret(self, new: str) -> str:
        """What nodes know each other by; the first that asks makes it."""
        await self._ask(_MAKE_WORD, (new,))
        return str((await self._ask(_WORD, ()))[0][0])

    # ---- leases ----

    async def take(self, table: str, slack: int = 0) -> int | None:
        """The epoch of a lease that is this node's from now on; None where it is another's.

        `slack`: so many milliseconds earlier than agreed another node is taken for dead.
        """
        found = await self._ask(_TAKE, (self._node, table, slack))
        return int(found[0][0]) if found else None

    async def take_office(self) -> bool:
        """Whether this node looks after what nobody has."""
        found = await self._ask(_HOLDER, (OFFICE,))
        if found and found[0][0] == self._node:
            return True
        return bool(await self._ask(_TAKE_OFFICE, (self._node, 0)))

    async def holder(self, table: str) -> tuple[str, str] | None:
        """The node that has a table, and its address."""
        found = await self._ask(_HOLDER, (table,))
        return (found[0][0], found[0][1]) if found else None

    async def let_go(self, lease: Lease) -> None:
        """Anybody may have the table."""
        await self._ask(_LET_GO, lease)

    async def mine(self) -> dict[str, int]:
        """The tables of this node and the epochs of their leases."""
        return dict(await self._ask(_MINE, (self._node,)))

    # ---- what somebody has to see to ----

    async def bots(self) -> list[str]:
        """Tables where a bot is to answer, and that no living node has."""
        return [id for (id,) in await self._ask(_BOTS, (MOST_AT_ONCE,))]

    async def due(self, now: int, in_office: bool) -> list[str]:
        """Tables where a clock is out: those of this node, and those that nobody has."""
        values = (now, self._node, int(in_office), MOST_AT_ONCE)
        return [id for (id,) in await self._ask(_DUE, values)]

    async def names(self, people: Iterable[int]) -> dict[int, str]:
        """What people are called now."""
        return dict(await self._ask(_NAMES, (list(people),)))

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """How far the logs of tables go."""
        return dict(await self._ask(_VERSIONS, (list(tables),)))

    # ---- codes for another device ----

    async def add_code(self, code: bytes, person: int, good_for: int) -> None:
        """Add the hash of a code, in place of an older one of the same person."""
        await self.drop_codes(person)
        await self._ask(_NEW_CODE, (code, person, good_for))

    async def drop_codes(self, person: int) -> None:
        """Void the codes of a person, and delete all that have expired."""
        await self._ask(_DROP_CODES, (person,))

    async def use_code(self, code: bytes) -> int | None:
        """Return whose code has this hash, once; None for one that is not valid."""
        found = await self._ask(_USE_CODE, (code,))
        return int(found[0][0]) if found and found[0][1] else None

    async def devices(self, ids: Iterable[int]) -> set[int]:
        """Return those of these devices that are still signed in."""
        return {id for (id,) in await self._ask(_DEVICES, (list(ids),))}
