"""What is kept on the disk, in the words of the table."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from halfturn.server.change import Deadline
from halfturn.server.database import StoreFailed, connect, prepare
from halfturn.server.log import Row
from halfturn.server.people import Person
from halfturn.server.writer import APPEND, Statement, Writer

MOST_LINES: Final = 100
"""What people said at a table, before it is forgotten."""
FILE_NAME: Final = "tables.sqlite3"
LONGEST_LIST: Final = 50
FORGOTTEN: Final = "Deleted player"


class Line(NamedTuple):
    """Something that was said at a table: a phrase, or text."""

    number: int
    seat: int
    phrase: str
    text: str


Secrets = Mapping[int, bytes]
"""What the deals of games come from, by their numbers."""
NONE: Final[Secrets] = {}


class Store:
    """Reads at once, in the thread that asks; writes through the one thread that writes."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE_NAME
        prepare(path)
        self._writer = Writer(path)
        self._reader = connect(path)
        self.server = str(self._one("SELECT value FROM facts WHERE name = 'server'", ()))
        """A short name of this collection of tables, for the cookie."""

    def close(self) -> None:
        """Write what is waiting and let the file go."""
        self._writer.close()
        self._reader.close()

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
    ) -> None:
        """A new table with those who sit there from the beginning, by seat."""
        await self._writer.write(
            [
                (
                    "INSERT INTO tables (id, invite, bot_turn, made_at) VALUES (?, ?, ?, ?)",
                    (id, invite, int(bot_turn), int(time.time())),
                ),
                *(_seat(id, seat, person) for seat, person in sitting.items()),
                *_appended(id, rows, secrets),
                *_timed(id, deadline),
                *([("INSERT INTO lobby VALUES (?)", (id,))] if open else []),
            ]
        )

    async def append(
        self,
        id: str,
        rows: Sequence[Row],
        secrets: Secrets = NONE,
        sits: tuple[int, int] | None = None,
        bot_turn: bool | None = None,
        over: bool | None = None,
        gets_up: int | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        """Rows at the end of a table's log, with the seat and the person who sits down there.

        `bot_turn` is None where there are no bots, `over` where it does not change, `gets_up` a
        seat that becomes free, `deadline` None where there is no clock.
        """
        statements = [*([_seat(id, *sits)] if sits else []), *_appended(id, rows, secrets)]
        if deadline is not None:
            statements += _timed(id, deadline)
        if gets_up is not None:
            statements.append(("DELETE FROM seats WHERE table_id = ? AND seat = ?", (id, gets_up)))
        if bot_turn is not None:
            sql = "UPDATE tables SET bot_turn = ? WHERE id = ? AND bot_turn <> ?"
            statements.append((sql, (int(bot_turn), id, int(bot_turn))))
        if over is not None:
            statements.append(("UPDATE tables SET over = ? WHERE id = ?", (int(over), id)))
        await self._writer.write(statements)

    def rows(self, id: str) -> list[Row]:
        """The log of a table."""
        found = self._all(
            "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? ORDER BY version",
            (id,),
        )
        return [Row(*row) for row in found]

    def first_row(self, id: str) -> bytes:
        """The body of the row that tells what is played at a table; empty where there is none."""
        sql = "SELECT body FROM log WHERE table_id = ? AND version = 1"
        return bytes(self._one(sql, (id,)) or b"")

    def invite(self, id: str) -> str | None:
        """The invitation's code of a table; None where there is no such table."""
        found = self._one("SELECT invite FROM tables WHERE id = ?", (id,))
        return None if found is None else str(found)

    def secret(self, id: str, game: int) -> bytes | None:
        """The secret behind the deals of a game."""
        found = self._one("SELECT seed FROM seeds WHERE table_id = ? AND game = ?", (id, game))
        return None if found is None else bytes(found)

    def sitting(self, id: str) -> dict[int, int]:
        """The people of a table by seat."""
        return dict(self._all("SELECT seat, person FROM seats WHERE table_id = ?", (id,)))

    def tables_of(self, person: int) -> list[str]:
        """The tables a person sits at, the newest first, and not more than fit in a list."""
        found = self._all(
            "SELECT id FROM seats JOIN tables ON id = table_id WHERE person = ? "
            "ORDER BY made_at DESC LIMIT ?",
            (person, LONGEST_LIST),
        )
        return [id for (id,) in found]

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

    async def set_uptime(self, uptime: int) -> None:
        """Write that down."""
        sql = "INSERT INTO facts VALUES ('uptime', ?) ON CONFLICT DO UPDATE SET value = ?"
        await self._writer.write([(sql, (str(uptime), str(uptime)))])

    def lobby(self) -> list[str]:
        """The tables that anybody may join, the newest first."""
        sql = "SELECT id FROM lobby JOIN tables ON id = table_id ORDER BY made_at DESC LIMIT ?"
        return [id for (id,) in self._all(sql, (LONGEST_LIST,))]

    # ---- what people say ----

    async def say(self, id: str, line: Line, key: str, person: int) -> None:
        """A line, after which only so many older ones are kept."""
        await self._writer.write(
            [
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

    async def add_person(self, person: Person, token_hash: bytes) -> None:
        """Somebody new."""
        sql = "INSERT INTO people VALUES (?, ?, ?)"
        await self._writer.write([(sql, (person.id, token_hash, person.name))])

    async def rename(self, person: Person) -> None:
        """Somebody is called otherwise."""
        sql = "UPDATE people SET name = ? WHERE id = ?"
        await self._writer.write([(sql, (person.name, person.id))])

    async def forget(self, person: int) -> None:
        """Nothing is left of somebody but that there was one, on the disk either."""
        sql = "UPDATE people SET name = ?, token_hash = randomblob(32) WHERE id = ?"
        await self._writer.write(
            [
                (sql, (FORGOTTEN, person)),
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
        self._writer.leave_no_trace()

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

    def person(self, token_hash: bytes) -> Person | None:
        """Who holds the token with this hash."""
        found = self._all("SELECT id, name FROM people WHERE token_hash = ?", (token_hash,))
        return Person(*found[0]) if found else None

    def name(self, person: int) -> str:
        """What a person is called."""
        return str(self._one("SELECT name FROM people WHERE id = ?", (person,)) or "")

    # ---- people's own bots ----

    async def add_bot(
        self, bot: Person, owner: int, cookie_hash: bytes, token_hash: bytes, scopes: str
    ) -> None:
        """A bot of somebody; nobody has the cookie that it would be known by as a person."""
        made_at = int(time.time())
        await self._writer.write(
            [
                ("INSERT INTO people VALUES (?, ?, ?)", (bot.id, cookie_hash, bot.name)),
                (
                    "INSERT INTO bots VALUES (?, ?, ?, ?, ?)",
                    (bot.id, owner, token_hash, scopes, made_at),
                ),
            ]
        )

    async def revoke_bot(self, bot: int) -> None:
        """Its token is good no more; at its tables it is still shown as the bot it was."""
        sql = "UPDATE bots SET token_hash = NULL WHERE person = ?"
        await self._writer.write([(sql, (bot,))])

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
        found = self._one("SELECT owner FROM bots WHERE person = ?", (person,))
        return None if found is None else int(found)

    # ---- looking after it ----

    async def check(self) -> None:
        """Write something and read something; raises StoreFailed where that cannot be done."""
        # Something new each time: what is there already SQLite would not write again.
        sql = "INSERT OR REPLACE INTO facts VALUES ('checked', ?)"
        await self._writer.write([(sql, (str(time.time_ns()),))])
        self.name(0)

    def census(self) -> tuple[int, int, int, int]:
        """Changes that wait, people, tables, and tables whose game is not over."""
        people = self._one("SELECT count(*) FROM people", ())
        tables = self._one("SELECT count(*) FROM tables", ())
        playing = self._one("SELECT count(*) FROM tables WHERE over = 0", ())
        return self._writer.waiting, int(people), int(tables), int(playing)

    async def set_webhook(self, person: int, url: str, form: str) -> None:
        """Where somebody wants to be told of their turn; nowhere without an address."""
        if url:
            sql = (
                "INSERT INTO webhooks VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET url = ?, form = ?"
            )
            await self._writer.write([(sql, (person, url, form, url, form))])
        else:
            await self._writer.write([("DELETE FROM webhooks WHERE person = ?", (person,))])

    def webhook(self, person: int) -> tuple[str, str] | None:
        """The address and the form of what is sent there."""
        found = self._all("SELECT url, form FROM webhooks WHERE person = ?", (person,))
        return found[0] if found else None

    # ---- reading ----

    def _all(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(f"{type(error).__name__}: {error}") from error

    def _one(self, sql: str, values: Sequence[Any]) -> Any:
        found = self._all(sql, values)
        return found[0][0] if found else None


def _seat(id: str, seat: int, person: int) -> Statement:
    return "INSERT INTO seats VALUES (?, ?, ?)", (id, seat, person)


def _appended(id: str, rows: Sequence[Row], secrets: Secrets) -> list[Statement]:
    statements: list[Statement] = [
        ("INSERT INTO seeds VALUES (?, ?, ?)", (id, game, secret))
        for game, secret in secrets.items()
    ]
    if "begin" in [row.kind for row in rows]:
        statements.append(("DELETE FROM lobby WHERE table_id = ?", (id,)))
    statements += [(APPEND, (id, *row)) for row in rows]
    return statements


def _timed(id: str, deadline: Deadline | None) -> Iterable[Statement]:
    if deadline is None:
        return
    if deadline.due is None:
        yield "DELETE FROM deadlines WHERE table_id = ?", (id,)
    else:
        sql = "INSERT INTO deadlines VALUES (?, ?) ON CONFLICT DO UPDATE SET due = ?"
        yield sql, (id, deadline.due, deadline.due)
