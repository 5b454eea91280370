"""What is kept on the disk, in the words of the table."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from halfturn.server.cluster.leases import FENCE, Lease
from halfturn.server.people.devices import UNKNOWN, Kind, KnownDevice, SignedIn, today
from halfturn.server.people.identity import Person
from halfturn.server.people.names import FORGOTTEN, NAMELESS
from halfturn.server.storage.database import Damaged
from halfturn.server.storage.engine import ReadsBeside, open_engine
from halfturn.server.storage.sqlite_writer import ADD_SEED, APPEND, LEAVE_LOBBY, SET_OVER, Statement
from halfturn.server.tables.change import Deadline
from halfturn.server.tables.clock import Time
from halfturn.server.tables.log import Row, past_of
from halfturn.server.tables.publish_queue import Turns

log = logging.getLogger(__name__)

MOST_LINES: Final = 100
"""What people said at a table, before it is forgotten."""
FILE_NAME: Final = "tables.sqlite3"
LONGEST_LIST: Final = 50
DAY: Final = 24 * 3600
CHANGED: Final = "UPDATE tables SET changed_at = ? WHERE id = ?"
CHECKED: Final = 64 * 1024
"""Bytes that a check writes after a failure: more than nearly every change."""
INVITE: Final = "SELECT invite FROM tables WHERE id = ?"
ROWS: Final = "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? ORDER BY version"
RECENT_ROWS: Final = (
    "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? AND version = 1 UNION ALL "
    "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? AND version >= "
    "(SELECT coalesce(max(version), 2) FROM log WHERE table_id = ? AND kind = 'begin') ORDER BY 1"
)
"""The first row, and the last game that began; all rows while none has."""
GAME_ROWS: Final = (
    "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? AND version = 1 UNION ALL "
    "SELECT version, key, seat, kind, body FROM log "
    "WHERE table_id = ? AND version > 1 AND version >= ? AND version < ? ORDER BY 1"
)
BEGINNINGS: Final = (
    "SELECT version, body FROM log WHERE table_id = ? AND kind = 'begin' "
    "ORDER BY version LIMIT ? OFFSET ?"
)
VERSION_OF: Final = "SELECT version FROM log WHERE table_id = ? AND key = ?"
FIRST_ROW: Final = "SELECT body FROM log WHERE table_id = ? AND version = 1"
SEED: Final = "SELECT seed FROM seeds WHERE table_id = ? AND game = ?"
SITTING: Final = "SELECT seat, person FROM seats WHERE table_id = ?"
NAME: Final = "SELECT name FROM people WHERE id = ?"
OWNER: Final = "SELECT owner FROM bots WHERE person = ?"
DROP_DEVICE: Final = "DELETE FROM devices WHERE id = ?"
COUNTED: Final = (
    ("people", "SELECT count(*) FROM people"),
    ("tables", "SELECT count(*) FROM tables"),
    ("tables whose game is not over", "SELECT count(*) FROM tables WHERE over = 0"),
    ("tables where a bot is asked", "SELECT count(*) FROM tables WHERE bot_turn = 1"),
    ("seats taken", "SELECT count(*) FROM seats"),
    ("rows of logs", "SELECT count(*) FROM log"),
    ("games begun", "SELECT count(*) FROM log WHERE kind = 'begin'"),
)


OF_A_TABLE: Final = ("talk", "lobby", "deadlines", "seeds", "seats", "log", "leases")
"""Where something belongs to a table."""
AFTER_ALL: Final = 1 << 62
"""A time after every change."""
OLD: Final = (
    "SELECT tables.id, changed_at, over, "
    "EXISTS (SELECT 1 FROM log WHERE log.table_id = tables.id AND kind = 'begin'), "
    "EXISTS (SELECT 1 FROM seats JOIN people ON people.id = seats.person "
    "WHERE seats.table_id = tables.id AND people.name <> ? AND people.name <> ?) "
    "FROM tables WHERE tables.id > ? AND changed_at < ? ORDER BY tables.id LIMIT ?"
)


class OldTable(NamedTuple):
    """What decides whether a table is kept."""

    id: str
    changed_at: int
    over: bool
    begun: bool
    """Whether a game has begun there."""
    named: bool
    """Whether anybody sits there who has set a name, and was not forgotten."""


class Line(NamedTuple):
    """Something that was said at a table: a phrase, or text."""

    number: int
    seat: int
    phrase: str
    text: str


Found = dict[tuple[str, tuple[Any, ...]], list[Any]]
"""Rows by the statement and the values with which they are asked for."""
Secrets = Mapping[int, bytes]
"""What the deals of games come from, by their numbers."""
NONE: Final[Secrets] = {}
SECOND: Final = 2
"""The number of a table's second game."""


class Store:
    """Reads at once, in the thread that asks; writes are safe when they return.

    In a file in the folder, or in a database elsewhere: what is said here both understand.
    """

    def __init__(self, folder: Path, database: str = "", serving: bool = True) -> None:
        self.engine = open_engine(folder / FILE_NAME, database, serving)
        self.ahead: Found = {}
        """What was read ahead, while it is used: see `ahead`."""
        self._today = int(time.time()) // DAY
        self._changed: set[str] = set()
        """The tables of which it is written that they have changed today."""
        self.turns = Turns()
        """In which tables tell what has been written."""
        self.server = str(self._one("SELECT value FROM facts WHERE name = 'server'", ()))
        """A short name of this collection of tables, for the cookie."""

    def close(self) -> None:
        """Write what is waiting and let go of it."""
        self.engine.close()

    # ---- tables ----

    async def make_table(
        self,
        id: str,
        invite: str,
        sitting: dict[int, int],
        rows: Sequence[Row],
        secrets: Secrets,
        bot_turn: bool,
        deadline: Deadline | None = None,
        open: bool = False,
        lease: Lease | None = None,
    ) -> None:
        """A new table with those who sit there from the beginning, by seat."""
        now = int(time.time())
        await self.engine.write(
            [
                (
                    "INSERT INTO tables (id, invite, bot_turn, made_at, changed_at) "
                    "VALUES (?, ?, ?, ?, ?)",
                    (id, invite, int(bot_turn), now, now),
                ),
                *(_seat(id, seat, person) for seat, person in sitting.items()),
                *_appended(id, rows, secrets),
                *_timed(id, deadline),
                *([("INSERT INTO lobby VALUES (?)", (id,))] if open else []),
                *([("INSERT INTO leases VALUES (?, ?, ?)", lease)] if lease else []),
            ]
        )
        self._changed.add(id)

    def append(
        self,
        id: str,
        rows: Sequence[Row],
        secrets: Secrets = NONE,
        sits: tuple[int, int] | None = None,
        bot_turn: bool | None = None,
        over: bool | None = None,
        gets_up: int | None = None,
        deadline: Deadline | None = None,
        lease: Lease | None = None,
        invite: str = "",
        replaced: tuple[int, bytes] | None = None,
    ) -> Awaitable[None]:
        """Rows at the end of a table's log, with the seat and the person who sits down there.

        `bot_turn` is None where there are no bots, `over` where it does not change, `gets_up` a
        seat that becomes free, `deadline` None where there is no clock, `invite` empty where the
        invitation stays the same, `replaced` a game and its new secret. A seat that is freed with
        a new invitation is that of a person who was removed: the table is not listed any more.
        With a lease nothing is written unless that one is in force: raises Fenced.
        """
        # Every move comes by here: the engine's own promise is handed on, to wait for at once.
        statements = _appended(id, rows, secrets)
        if sits:
            statements.insert(0, _seat(id, *sits))
        if lease:
            statements.insert(0, (FENCE, lease))
        if deadline is not None:
            statements += _timed(id, deadline)
        if gets_up is not None:
            statements.append(("DELETE FROM seats WHERE table_id = ? AND seat = ?", (id, gets_up)))
            if invite:
                statements.append((LEAVE_LOBBY, (id,)))
        if invite:
            statements.append(("UPDATE tables SET invite = ? WHERE id = ?", (invite, id)))
        if not (is_known := self._is_known_to_have_changed(id)):
            statements.append((CHANGED, (int(time.time()), id)))
        if bot_turn is not None:
            sql = "UPDATE tables SET bot_turn = ? WHERE id = ? AND bot_turn <> ?"
            statements.append((sql, (int(bot_turn), id, int(bot_turn))))
        if replaced is not None:
            sql = "UPDATE seeds SET seed = ? WHERE table_id = ? AND game = ?"
            statements.append((sql, (replaced[1], id, replaced[0])))
        if over is not None:
            statements.append((SET_OVER, (int(over), id)))
        written = self.engine.write(statements)
        if not is_known:
            asyncio.ensure_future(written).add_done_callback(partial(self._has_changed, id))
        return written

    def _is_known_to_have_changed(self, id: str) -> bool:
        """Whether it is stored that a table changed today.

        Once a day is enough, and leaves nearly all changes as small as they are.
        """
        today = int(time.time()) // DAY
        if today != self._today:
            self._today = today
            self._changed.clear()
        return id in self._changed

    def _has_changed(self, id: str, written: asyncio.Future[None]) -> None:
        if not written.cancelled() and written.exception() is None:
            self._changed.add(id)

    def rows(self, id: str) -> list[Row]:
        """The log of a table."""
        return [Row(*row) for row in self._all(ROWS, (id,))]

    def recent_rows(self, id: str) -> list[Row]:
        """The rows that a table is folded from: the first one, and those of the last game.

        All of them where an older Halfturn wrote the row with which that game began.
        """
        rows = [Row(*row) for row in self._all(RECENT_ROWS, (id, id, id))]
        if len(rows) > 1 and rows[1].version > 2 and past_of(rows[1]) is None:
            return self.rows(id)
        return rows

    async def game_rows(self, id: str, first: int, end: int) -> list[Row]:
        """The first row of a table, and those from one version to before another."""
        return [Row(*row) for row in await self._calmly(GAME_ROWS, (id, id, first, end))]

    async def beginnings(self, id: str, first: int, count: int) -> list[tuple[int, bytes]]:
        """Version and body of the rows with which games began, from the `first` game on."""
        return await self._calmly(BEGINNINGS, (id, count, first - 1))

    def version_of(self, id: str, key: str) -> int | None:
        """The version of the row with a key; None where there is none."""
        found = self._one(VERSION_OF, (id, key))
        return None if found is None else int(found)

    def first_row(self, id: str) -> bytes:
        """The body of the row that tells what is played at a table; empty where there is none."""
        return bytes(self._one(FIRST_ROW, (id,)) or b"")

    def invite(self, id: str) -> str | None:
        """The invitation's code of a table; None where there is no such table."""
        if not id.isprintable():
            return None  # PostgreSQL does not even look for some characters
        found = self._one(INVITE, (id,))
        return None if found is None else str(found)

    def secret(self, id: str, game: int) -> bytes | None:
        """The secret behind the deals of a game."""
        found = self._one(SEED, (id, game))
        return None if found is None else bytes(found)

    def sitting(self, id: str) -> dict[int, int]:
        """The people of a table by seat."""
        return dict(self._all(SITTING, (id,)))

    def tables_of(self, person: int) -> list[str]:
        """The tables a person sits at, the newest first, and not more than fit in a list."""
        try:
            found = self._all(
                "SELECT id FROM seats JOIN tables ON id = table_id WHERE person = ? "
                "ORDER BY made_at DESC LIMIT ?",
                (person, LONGEST_LIST),
            )
            return [id for (id,) in found]
        except Damaged as error:
            log.error("the tables of somebody cannot be read at once: %s", error)
            return self._readable_tables_of(person)

    def _readable_tables_of(self, person: int) -> list[str]:
        """The same, each table read by itself, without those that cannot be."""
        found = []
        for (id,) in self._all("SELECT table_id FROM seats WHERE person = ?", (person,)):
            try:
                made_at = self._one("SELECT made_at FROM tables WHERE id = ?", (id,))
                found.append((-int(made_at), id))
            except Damaged as error:
                log.error("table %s cannot be read: %s", id, error)
        return [id for _, id in sorted(found)[:LONGEST_LIST]]

    def open_tables_of(self, person: int) -> int:
        """How many tables a person sits at where the game is not over."""
        sql = (
            "SELECT count(*) FROM seats JOIN tables ON id = table_id WHERE person = ? AND over = 0"
        )
        return int(self._one(sql, (person,)))

    def tables_of_bots(self) -> list[str]:
        """The tables where a bot was to answer when the server last ended."""
        return [id for (id,) in self._all("SELECT id FROM tables WHERE bot_turn = 1", ())]

    def due(self, now: int) -> list[str]:
        """The tables where a clock is out, in the server's own time."""
        sql = "SELECT table_id FROM deadlines WHERE due <= ? ORDER BY due LIMIT ?"
        return [id for (id,) in self._all(sql, (now, LONGEST_LIST))]

    @property
    def has_deadlines(self) -> bool:
        """Whether a clock runs anywhere."""
        return self._one("SELECT 1 FROM deadlines LIMIT 1", ()) is not None

    @property
    def uptime(self) -> int:
        """For how many milliseconds these tables had been served when it was last written."""
        return int(self._one("SELECT value FROM facts WHERE name = 'uptime'", ()) or 0)

    @property
    def last_time(self) -> int:
        """The latest `at` of a row `time`, of the tables where a clock runs."""
        sql = (
            "SELECT body FROM deadlines JOIN log ON log.table_id = deadlines.table_id "
            "WHERE kind = 'time' AND version = "
            "(SELECT max(version) FROM log AS l WHERE l.table_id = deadlines.table_id)"
        )
        times = [msgspec.json.decode(body, type=Time).at for (body,) in self._all(sql, ())]
        return max(times, default=0)

    async def set_uptime(self, uptime: int) -> None:
        """Write that down."""
        await self.engine.write([_fact("uptime", str(uptime))])

    def lobby(self) -> list[str]:
        """The tables that anybody may join, the newest first."""
        sql = "SELECT id FROM lobby JOIN tables ON id = table_id ORDER BY made_at DESC LIMIT ?"
        return [id for (id,) in self._all(sql, (LONGEST_LIST,))]

    # ---- what people say ----

    async def say(
        self, id: str, line: Line, key: str, person: int, lease: Lease | None = None
    ) -> None:
        """A line, after which only so many older ones are kept; raises Fenced, too."""
        is_known = self._is_known_to_have_changed(id)
        await self.engine.write(
            [
                *([(FENCE, lease)] if lease else []),
                *([] if is_known else [(CHANGED, (int(time.time()), id))]),
                (
                    "INSERT INTO talk VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (id, line.number, key, line.seat, person, line.phrase, line.text),
                ),
                (
                    "DELETE FROM talk WHERE table_id = ? AND number <= ?",
                    (id, line.number - MOST_LINES),
                ),
            ]
        )
        self._changed.add(id)

    def said(self, id: str, most: int) -> list[Line]:
        """The last lines of a table."""
        found = self._all(
            "SELECT number, seat, phrase, text FROM talk WHERE table_id = ? "
            "ORDER BY number DESC LIMIT ?",
            (id, most),
        )
        return [Line(*line) for line in reversed(found)]

    def has_said(self, id: str, key: str) -> bool:
        """Whether this very request was carried out already."""
        sql = "SELECT 1 FROM talk WHERE table_id = ? AND key = ?"
        return self._one(sql, (id, key)) is not None

    # ---- people ----

    async def add_person(self, person: Person, token_hash: bytes, kind: Kind = UNKNOWN) -> None:
        """Add a person, signed in on a device with this token."""
        await self.engine.write([_person(person), _device(person.id, token_hash, kind)])

    async def rename(self, person: Person) -> None:
        """Somebody is called otherwise."""
        sql = "UPDATE people SET name = ? WHERE id = ?"
        await self.engine.write([(sql, (person.name, person.id))])

    async def forget(self, person: int) -> None:
        """Nothing is left of somebody but that there was one, on the disk either."""
        await self.engine.write(
            [
                ("UPDATE people SET name = ? WHERE id = ?", (FORGOTTEN, person)),
                ("DELETE FROM devices WHERE person = ?", (person,)),
                ("DELETE FROM talk WHERE person = ?", (person,)),
                ("DELETE FROM webhooks WHERE person = ?", (person,)),
                (
                    "UPDATE people SET name = ? WHERE id IN "
                    "(SELECT person FROM bots WHERE owner = ?)",
                    (FORGOTTEN, person),
                ),
                (
                    "UPDATE bots SET token_hash = NULL WHERE owner = ? OR person = ?",
                    (person, person),
                ),
            ]
        )
        self.engine.leave_no_trace()

    def seats_of(self, person: int) -> list[tuple[str, int, int]]:
        """Every table a person sits at, the seat, and when the table was made."""
        return self._all(
            "SELECT id, seat, made_at FROM seats JOIN tables ON id = table_id WHERE person = ? "
            "ORDER BY made_at, id",
            (person,),
        )

    def talk_of(self, person: int) -> list[tuple[str, int, str, str]]:
        """What a person said that is still known: the table, the line, a phrase or text."""
        sql = "SELECT table_id, number, phrase, text FROM talk WHERE person = ? ORDER BY 1, 2"
        return self._all(sql, (person,))

    def name(self, person: int) -> str:
        """What a person is called."""
        return str(self._one(NAME, (person,)) or "")

    # ---- devices ----

    async def add_device(
        self, person: int, token_hash: bytes, kind: Kind, instead: int | None = None
    ) -> None:
        """Sign a person in on a device, which was signed in as `instead` before."""
        before = [] if instead is None else [(DROP_DEVICE, (instead,))]
        await self.engine.write([*before, _device(person, token_hash, kind)])

    async def drop_devices(self, devices: Iterable[int]) -> None:
        """Sign devices out: their tokens stand for nobody any more."""
        await self.engine.write([(DROP_DEVICE, (device,)) for device in devices])

    async def used(self, device: int, day: int) -> None:
        """Keep the day on which a device was last used."""
        sql = "UPDATE devices SET used_at = ? WHERE id = ? AND used_at < ?"
        await self.engine.write([(sql, (day, device, day))])

    def signed_in(self, token_hash: bytes) -> SignedIn | None:
        """Return the device with the token of this hash, and whose it is."""
        found = self._all(
            "SELECT people.id, name, devices.id, used_at FROM devices "
            "JOIN people ON people.id = person WHERE token_hash = ?",
            (token_hash,),
        )
        return SignedIn(Person(*found[0][:2]), *found[0][2:]) if found else None

    def devices_of(self, person: int) -> list[KnownDevice]:
        """Return the devices on which a person is signed in, the oldest first."""
        found = self._all(
            "SELECT id, browser, system, made_at, used_at FROM devices WHERE person = ? "
            "ORDER BY made_at, id",
            (person,),
        )
        return [KnownDevice(id, Kind(*kind), made, used) for id, *kind, made, used in found]

    # ---- people's own bots ----

    async def add_bot(self, bot: Person, owner: int, token_hash: bytes, scopes: str) -> None:
        """A bot of somebody; it is signed in on no device."""
        made_at = int(time.time())
        await self.engine.write(
            [
                _person(bot),
                (
                    "INSERT INTO bots VALUES (?, ?, ?, ?, ?)",
                    (bot.id, owner, token_hash, scopes, made_at),
                ),
            ]
        )

    async def revoke_bot(self, bot: int) -> None:
        """Its token is good no more; at its tables it is still shown as the bot it was."""
        sql = "UPDATE bots SET token_hash = NULL WHERE person = ?"
        await self.engine.write([(sql, (bot,))])

    def bot(self, token_hash: bytes) -> tuple[int, str, int, str] | None:
        """The bot with this token: its number and name, whose it is, and what it may do."""
        found = self._all(
            "SELECT person, name, owner, scopes FROM bots JOIN people ON id = person "
            "WHERE bots.token_hash = ?",
            (token_hash,),
        )
        return found[0] if found else None

    def bots_of(self, owner: int) -> list[tuple[int, str, str, int, bool]]:
        """Somebody's bots: number, name, scopes, when it was made, whether its token is good."""
        found = self._all(
            "SELECT person, name, scopes, made_at, bots.token_hash IS NOT NULL FROM bots "
            "JOIN people ON id = person WHERE owner = ? ORDER BY made_at, person",
            (owner,),
        )
        return [(*bot[:4], bool(bot[4])) for bot in found]

    def owner_of(self, person: int) -> int | None:
        """Whose bot somebody is; None for a person."""
        found = self._one(OWNER, (person,))
        return None if found is None else int(found)

    # ---- deleting tables ----

    async def old_tables(self, after: str, before: int, most: int) -> list[OldTable]:
        """The next tables in the order of their ids that have not changed since a time."""
        values = (NAMELESS, FORGOTTEN, after, before, most)
        if isinstance(self.engine, ReadsBeside):
            found = await self.engine.read_beside(OLD, values)
        else:
            found = self._all(OLD, values)
        return [
            OldTable(id, changed, bool(over), bool(begun), bool(named))
            for id, changed, over, begun, named in found
        ]

    async def delete_table(
        self, id: str, before: int | None = None, lease: Lease | None = None
    ) -> bool:
        """Delete a table and all that belongs to it; returns whether it is gone.

        With `before` it stays if it has changed at that time or later. Raises Fenced.
        """
        which = "IN (SELECT id FROM tables WHERE id = ? AND changed_at < ?)"
        values = (id, AFTER_ALL if before is None else before)
        await self.engine.write(
            [
                *([(FENCE, lease)] if lease else []),
                *((f"DELETE FROM {each} WHERE table_id {which}", values) for each in OF_A_TABLE),  # noqa: S608
                ("DELETE FROM tables WHERE id = ? AND changed_at < ?", values),
            ]
        )
        self._changed.discard(id)
        return self.invite(id) is None

    # ---- looking after it ----

    async def check(self) -> None:
        """Write something and read something; raises StoreFailed where that cannot be done.

        After a failure it is as much as people may write: see `trouble`.
        """
        # Something new each time: what is there already SQLite would not write again.
        text, trouble = str(time.time_ns()), self.engine.trouble
        await self.engine.write([_fact("checked", text.ljust(CHECKED if trouble else 0))])
        self.engine.forget_trouble(trouble)
        self.name(0)

    @property
    def trouble(self) -> str:
        """Why a write failed, until a check succeeds; empty where all is well."""
        return self.engine.trouble

    def census(self) -> tuple[int, int, int, int]:
        """Changes that wait, people, tables, and tables whose game is not over."""
        people = self._one("SELECT count(*) FROM people", ())
        tables = self._one("SELECT count(*) FROM tables", ())
        playing = self._one("SELECT count(*) FROM tables WHERE over = 0", ())
        return self.engine.waiting, int(people), int(tables), int(playing)

    def counts(self) -> dict[str, int]:
        """What there is, in numbers, by words for them."""
        return {name: int(self._one(sql, ())) for name, sql in COUNTED}

    def tables(self) -> list[str]:
        """Every table."""
        return [id for (id,) in self._all("SELECT id FROM tables ORDER BY id", ())]

    def people_called(self, name: str) -> list[tuple[int, str, int]]:
        """Those of that name or number: number, name, and at how many tables they sit."""
        return self._all(
            "SELECT people.id, name, count(seats.person) FROM people "
            "LEFT JOIN seats ON seats.person = people.id "
            "WHERE name = ? OR CAST(people.id AS TEXT) = ? GROUP BY people.id ORDER BY 3 DESC",
            (name, name),
        )

    def has_kind(self, id: str, kind: str) -> bool:
        """Whether there is a row of a kind in a table's log."""
        return bool(self._all("SELECT 1 FROM log WHERE table_id = ? AND kind = ?", (id, kind)))

    async def let_go_on(self, id: str, stopping: str) -> None:
        """Take back that a table was stopped, by a row of that kind."""
        await self.engine.write(
            [
                ("DELETE FROM log WHERE table_id = ? AND kind = ?", (id, stopping)),
                # Whether a bot is asked is seen when the table is opened.
                ("UPDATE tables SET over = 0, bot_turn = 1 WHERE id = ?", (id,)),
            ]
        )

    async def set_webhook(self, person: int, url: str, form: str) -> None:
        """Where somebody wants to be told of their turn; nowhere without an address."""
        if url:
            sql = (
                "INSERT INTO webhooks VALUES (?, ?, ?) "
                "ON CONFLICT (person) DO UPDATE SET url = excluded.url, form = excluded.form"
            )
            await self.engine.write([(sql, (person, url, form))])
        else:
            await self.engine.write([("DELETE FROM webhooks WHERE person = ?", (person,))])

    def webhook(self, person: int) -> tuple[str, str] | None:
        """The address and the form of what is sent there."""
        found = self._all("SELECT url, form FROM webhooks WHERE person = ?", (person,))
        return found[0] if found else None

    # ---- reading ----

    async def _calmly(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        """Read beside the event loop where an answer takes its time."""
        if isinstance(self.engine, ReadsBeside):
            return await self.engine.read_beside(sql, values)
        return self._all(sql, values)

    def _all(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        found = self.ahead.get((sql, values)) if self.ahead else None
        return self.engine.read(sql, values) if found is None else found

    def _one(self, sql: str, values: tuple[Any, ...]) -> Any:
        found = self._all(sql, values)
        return found[0][0] if found else None


def _fact(name: str, value: str) -> Statement:
    sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    return sql, (name, value)


def _person(person: Person) -> Statement:
    return "INSERT INTO people VALUES (?, ?)", (person.id, person.name)


def _device(person: int, token_hash: bytes, kind: Kind) -> Statement:
    values = (secrets.randbits(62), person, token_hash, *kind, int(time.time()), today())
    return "INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?, ?)", values


def _seat(id: str, seat: int, person: int) -> Statement:
    return "INSERT INTO seats VALUES (?, ?, ?)", (id, seat, person)


def _appended(id: str, rows: Sequence[Row], secrets: Secrets) -> list[Statement]:
    statements: list[Statement] = []
    for game, secret in secrets.items():
        statements.append((ADD_SEED, (id, game, secret)))
    if SECOND in secrets:  # the first game begins: the secret of the one after comes with it
        statements.append((LEAVE_LOBBY, (id,)))
    for row in rows:
        statements.append((APPEND, (id, *row)))
    return statements


def _timed(id: str, deadline: Deadline | None) -> Iterable[Statement]:
    if deadline is None:
        return
    if deadline.due is None:
        yield "DELETE FROM deadlines WHERE table_id = ?", (id,)
    else:
        sql = (
            "INSERT INTO deadlines VALUES (?, ?) "
            "ON CONFLICT (table_id) DO UPDATE SET due = excluded.due"
        )
        yield sql, (id, deadline.due)
