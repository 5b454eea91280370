"""Recover what can be read of a damaged database: `halfturn admin salvage`.

The rows are read page by page (`sqlite_format`), without the trees that lead to the pages, so a
damaged page costs what stands on it and nothing else. Which table a row is from shows in its
values: no two kinds of rows that are kept look alike. What was found is then judged by the rules:
the log of a table counts up to the last version that it can be played to without a gap.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

import msgspec

from halfturn.core import CHANCE
from halfturn.core.data import load_with_owner_data
from halfturn.core.errors import HalfturnError
from halfturn.server.people.identity import new_token, token_hash
from halfturn.server.people.names import FORGOTTEN, NAMELESS
from halfturn.server.storage.database import NAMED, new_server_name, prepare
from halfturn.server.storage.migrations import HEAD, KNOWN
from halfturn.server.storage.sqlite_format import BadPage, Pages, Record, Value
from halfturn.server.storage.store import FILE_NAME
from halfturn.server.storage.transfer import COLUMNS
from halfturn.server.tables.fair_deal import commitment_to
from halfturn.server.tables.guest import KIND as STOPPING
from halfturn.server.tables.log import BadLog, Row
from halfturn.server.tables.table import Table

TOKEN_HASH: Final = len(token_hash(""))
MOST_SEATS: Final = 64
"""More than any table has: an index over seats has people's numbers in the same place."""
OLD_PEOPLE: Final = "people with a token"
"""As they were kept before 0006, when all devices of somebody shared one token."""
SHAPES: Final[dict[str, str]] = {
    # i: a whole number, t: text, b: bytes, n: nothing
    "in t": "people",
    "in b t": OLD_PEOPLE,
    "in i b t t i i": "devices",
    "t t i i": "tables",  # before it was kept whether a game is over
    "t t i i i": "tables",
    "t t i i i i": "tables",
    "t i i": "seats",
    "t i b": "seeds",
    "t i t i t b": "log",
    "t i t n t b": "log",
    "t t": "facts",
    "t i t i i t t": "talk",
    "in t t": "webhooks",
    "in i b t i": "bots",
    "in i n t i": "bots",
}
"""From what stands in its columns to the table a row is from. A rowid is followed by the empty
place of the column that it stands for. Left out are indexes, what nodes agree on, and what
follows from the logs: the lobby, and when clocks run out."""
OF_TABLES: Final = tuple(
    f"DELETE FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)"  # noqa: S608
    for name in ("seats", "seeds", "talk")
)
OF_PEOPLE: Final = (
    "DELETE FROM devices WHERE person NOT IN (SELECT id FROM people)",
    "DELETE FROM bots WHERE person NOT IN (SELECT id FROM people) "
    "OR owner NOT IN (SELECT id FROM people)",
    "DELETE FROM webhooks WHERE person NOT IN (SELECT id FROM people)",
    "DELETE FROM talk WHERE person NOT IN (SELECT id FROM people)",
)
"""What is left of tables and of people that are lost themselves."""


class Report(msgspec.Struct, kw_only=True):
    """What became of everything."""

    pages: int = 0
    damaged_pages: int = 0
    whole: int = 0
    """Tables with all that was found of their logs. Rows lost at the end of a log leave no gap."""
    cut: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """Tables that end earlier: the version they were recovered to, and the last that was seen."""
    closed: dict[str, str] = msgspec.field(default_factory=dict)
    """Tables that are kept, but cannot be opened, and why."""
    lost: list[str] = msgspec.field(default_factory=list)
    """Tables of which something was found, but not how they begin."""
    people: int = 0
    people_lost: int = 0
    """People who sit somewhere, and of whom nothing else was found."""
    seats_lost: int = 0
    """Seats that were taken, and nobody knows by whom."""
    unreadable: Counter[str] = msgspec.field(default_factory=Counter)
    """Rows that contradict others of the same key, by what they are from."""

    @property
    def complete(self) -> bool:
        """Whether nothing is known to be lost."""
        return not (
            self.damaged_pages
            or self.cut
            or self.closed
            or self.lost
            or self.people_lost
            or self.seats_lost
            or self.unreadable
        )

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield f"pages read: {self.pages}, of which {self.damaged_pages} cannot be read"
        yield f"tables recovered whole: {self.whole}"
        for id, (version, last) in sorted(self.cut.items()):
            yield f"table {id}: recovered up to version {version} of at least {last}"
        for id, why in sorted(self.closed.items()):
            yield f"table {id}: kept, but it cannot be opened: {why}"
        if self.lost:
            yield f"tables whose beginning is lost: {', '.join(sorted(self.lost))}"
        yield f"people recovered: {self.people}"
        if self.people_lost:
            yield (
                f"people lost: {self.people_lost}. Their seats stay taken; their browsers are not "
                "recognized any more"
            )
        if self.seats_lost:
            yield f"seats whose player is not known any more: {self.seats_lost}"
        for name, count in sorted(self.unreadable.items()):
            yield f"rows of {name} that contradict others: {count}"
        if self.complete:
            yield "nothing is known to be lost"
        elif self.damaged_pages:
            yield (
                "A lost page may have held tables, people or the end of a log that left no other "
                "trace: compare with your last backup"
            )


def salvage(source: Path, target: Path, say: Callable[[str], None]) -> Report:
    """Write all that can be read of a data folder or a database file to a new file.

    The source is copied first, and only the copy is read: nothing is ever written there.
    """
    path = source / FILE_NAME if source.is_dir() else source
    beside = path.with_name(path.name + "-wal")
    if not path.exists() and not beside.exists():
        raise HalfturnError(f"there is no database at {path}: name the data folder or the file")
    if target.exists():
        raise HalfturnError(f"{target} exists: choose another name, nothing is overwritten")
    try:
        with tempfile.TemporaryDirectory(prefix=".salvage-", dir=target.absolute().parent) as place:
            copy, made = Path(place) / FILE_NAME, Path(place) / "recovered"
            for each, name in ((path, copy.name), (beside, copy.name + "-wal")):
                if each.exists():
                    _copy(each, copy.with_name(name))
            report = _recover(copy, made, say)
            os.replace(made, target)
    except (OSError, sqlite3.Error) as error:
        raise HalfturnError(f"{target} could not be written: {error}") from None
    return report


def _copy(source: Path, target: Path) -> None:
    """Copy a file, with zeros where the disk cannot read it."""
    with contextlib.suppress(OSError):
        shutil.copyfile(source, target)
        return
    with source.open("rb", buffering=0) as file, target.open("wb") as copy:
        for at in range(0, source.stat().st_size, 512):
            try:
                file.seek(at)
                copy.write(file.read(512))
            except OSError:
                copy.write(bytes(512))


def _recover(copy: Path, made: Path, say: Callable[[str], None]) -> Report:
    report = Report()
    prepare(made)
    db = sqlite3.connect(made, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA synchronous = OFF")  # it is written to the disk at the end
        db.execute("BEGIN")
        db.execute("DELETE FROM facts")
        pages = Pages(copy)
        try:
            suspects = _read(pages, db, report)
        finally:
            pages.close()
        say(f"{report.pages} pages read; now every game is played again")
        _judge(db, suspects, report)
        _complete_facts(db, report)
        db.execute("COMMIT")
        wrong = db.execute("PRAGMA foreign_key_check").fetchall()
        if wrong or db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise HalfturnError(f"what was recovered does not fit together: {wrong[:3]}")
    finally:
        db.close()
    handle = os.open(made, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    return report


# ---- reading ----


def _read(pages: Pages, db: sqlite3.Connection, report: Report) -> set[Value]:
    """Put every row that can be read where it belongs; returns the tables with a damaged page."""
    suspects = set[Value]()
    inserts = {
        name: f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"  # noqa: S608
        for name, columns in COLUMNS.items()
    }
    for number in range(1, pages.count + 1):
        if number in pages.free:
            continue
        report.pages += 1
        logs = set[Value]()
        try:
            for row in pages.rows(number):
                _check_format(row)
                if known := kind_of(row):
                    name, values = known
                    if name == "log":
                        logs.add(values[0])
                    elif name == OLD_PEOPLE:
                        name, (id, token, called) = "people", values
                        values = id, called
                        device = id, id, token, "", "", 0, 0
                        db.execute(inserts["devices"].replace("INSERT", "INSERT OR IGNORE"), device)
                    try:
                        db.execute(inserts[name], values)
                    except sqlite3.IntegrityError:
                        if not _is_there(db, name, values):
                            report.unreadable[name] += 1
        except BadPage:
            report.damaged_pages += 1
            suspects |= logs
    report.damaged_pages += pages.unexplained
    # Nobody has the cookie of a bot, or of a person who was forgotten: see 0006.
    signed_out = "person IN (SELECT person FROM bots) OR name = ?"
    which = f"SELECT devices.id FROM devices JOIN people ON people.id = person WHERE {signed_out}"  # noqa: S608
    db.execute(f"DELETE FROM devices WHERE id IN ({which})", (FORGOTTEN,))  # noqa: S608
    return suspects


def _check_format(row: Record) -> None:
    """Refuse a database that another Halfturn wrote, by the one row of Alembic's table."""
    step = row[1] if len(row) == 2 and row[0] == 1 else None
    if isinstance(step, str) and _STEP.fullmatch(step) and step not in KNOWN:
        raise HalfturnError(
            f"the database was written by a newer Halfturn (format {step}, here {HEAD}): "
            "recover it with that one"
        )


_STEP: Final = re.compile(r"\d{4}")


def kind_of(row: Record) -> tuple[str, Record] | None:
    """Which table a row is from, and its values there; None for a row that is not kept."""
    letters = ["i" if type(each) is int else _LETTERS.get(type(each), "?") for each in row]
    if letters[1:2] == ["n"] and letters[0] == "i":
        letters[:2] = ["in"]
    name = SHAPES.get(" ".join(letters))
    if name is None or not _is_likely(name, row):
        return None
    values = row[:1] + row[2:] if letters[0] == "in" else row
    missing = len(COLUMNS.get(name, values)) - len(values)
    return name, values + (0,) * missing


_LETTERS: Final = {str: "t", bytes: "b", type(None): "n"}


def _is_likely(name: str, row: Record) -> bool:
    """Whether values can stand in a row: an index, or what damage has left, may look the same."""
    found: tuple[Any, ...] = row
    match name:
        case "devices" | "people with a token":
            return any(len(each) == TOKEN_HASH for each in found if isinstance(each, bytes))
        case "seats":
            return bool(0 <= found[1] < MOST_SEATS)
        case "log":
            return bool(found[1] > 0)
        case _:
            return True


def _is_there(db: sqlite3.Connection, name: str, values: Record) -> bool:
    """Whether this very row was found before."""
    where = " AND ".join(f"{column} IS ?" for column in COLUMNS[name])
    return bool(db.execute(f"SELECT 1 FROM {name} WHERE {where}", values).fetchone())  # noqa: S608


# ---- judging ----


def _judge(db: sqlite3.Connection, suspects: AbstractSet[Value], report: Report) -> None:
    """Bring every table to a state in which it can go on, as far as its log can be played."""
    tables = {id for (id,) in db.execute("SELECT id FROM tables")}
    logs = {id for (id,) in db.execute("SELECT DISTINCT table_id FROM log")}
    db.execute("UPDATE tables SET changed_at = ? WHERE changed_at = 0", (int(time.time()),))
    for id in sorted(tables | logs):
        found = db.execute(
            "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? ORDER BY version",
            (id,),
        )
        rows = [Row(*row) for row in found]
        if not rows or rows[0].version != 1 or rows[0].kind != "made":
            report.lost.append(id)
            db.execute("DELETE FROM log WHERE table_id = ?", (id,))
            db.execute("DELETE FROM tables WHERE id = ?", (id,))
        else:
            if id not in tables:
                # What the table had is lost, and so are links with the old invitation.
                db.execute(
                    "INSERT INTO tables VALUES (?, ?, 1, ?, 0, ?)",
                    (id, new_token(), int(time.time()), int(time.time())),
                )
            _judge_table(db, id, rows, id in suspects, id not in tables, report)
    for statement in OF_TABLES:
        db.execute(statement)
    report.people_lost = _add_people(db)
    for statement in OF_PEOPLE:
        db.execute(statement)
    ((report.people,),) = db.execute("SELECT count(*) FROM people")
    report.people -= report.people_lost


def _judge_table(
    db: sqlite3.Connection,
    id: str,
    rows: Sequence[Row],
    suspect: bool,
    remade: bool,
    report: Report,
) -> None:
    """One table; `suspect`: a page with rows of its log is damaged, `remade`: all but the log."""
    contiguous = [row for at, row in enumerate(rows, 1) if row.version == at]
    gap = len(contiguous) < len(rows)
    halted = contiguous[-1].kind == STOPPING
    try:
        table, rest = _played(id, contiguous[:-1] if halted else contiguous)
    except Exception as error:  # other rules or cards, or a game from a package that is not here
        _cut(db, id, len(contiguous), rows, report)
        report.closed[id] = f"{type(error).__name__}: {error}"[:200]
        return
    rest = len(contiguous) if halted and rest == len(contiguous) - 1 else rest
    if rest < len(contiguous) and not gap and not suspect:
        report.closed[id] = f"its log cannot be played on after version {rest}"
        return
    if gap or rest < len(contiguous):
        table, _ = _played(id, contiguous[:rest])
        _cut(db, id, rest, rows, report)
        db.execute(
            "DELETE FROM seeds WHERE table_id = ? AND game > ?",
            (id, table.number + bool(table.next_deal.commitment)),
        )
        for seat in range(table.seats):
            if not table.taken[seat]:
                db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (id, seat))
        remade = True
    else:
        report.whole += 1
    if remade:
        goes_on = table.wanted or (table.has_bots and not table.game_over)
        db.execute(
            "UPDATE tables SET over = ?, bot_turn = ? WHERE id = ?",
            (int(table.game_over), int(goes_on), id),
        )
    if table.clocks is not None and table.clocks.due is not None:
        db.execute("INSERT INTO deadlines VALUES (?, ?)", (id, table.clocks.due))
    if table.made.open and table.number == 0:
        db.execute("INSERT INTO lobby VALUES (?)", (id,))
    _check_secrets(db, id, table, report)
    ((sitting,),) = db.execute("SELECT count(*) FROM seats WHERE table_id = ?", (id,))
    report.seats_lost += max(0, _people_wanted(table) - sitting)


def _played(id: str, rows: Sequence[Row]) -> tuple[Table, int]:
    """The table as far as its log can be played, and the last version at which it can go on.

    It cannot while cards are to be dealt, or after a void deal: what follows comes in the same
    change.
    """
    table = Table.make(id, rows[0], load_with_owner_data)
    rest = 0
    for row in rows:
        try:
            table.apply(row)
        except Exception:  # damage may have left anything
            break
        question = table.question
        timed = table.clocks is None or table.number == 0 or row.kind == "time"
        if timed and row.kind != "void" and (question is None or question.seat != CHANCE):
            rest = row.version
    if not rest:
        raise BadLog(f"{id}: it cannot be played from its first version on")
    return table, rest


def _cut(
    db: sqlite3.Connection, id: str, version: int, rows: Sequence[Row], report: Report
) -> None:
    if version < len(rows) or rows[-1].version > version:
        report.cut[id] = version, rows[-1].version
        db.execute("DELETE FROM log WHERE table_id = ? AND version > ?", (id, version))


def _check_secrets(db: sqlite3.Connection, id: str, table: Table, report: Report) -> None:
    """Whether the secrets are there that the table goes on with, and are those it has promised."""
    found = dict(db.execute("SELECT game, seed FROM seeds WHERE table_id = ?", (id,)))
    coming = table.next_deal.commitment
    promised = {table.number + 1: coming} if coming else {}
    if table.number:
        promised[table.number] = table.commitment
    for game, commitment in promised.items():
        if game not in found:
            report.closed[id] = f"the secret of game {game} is lost"
        elif commitment and commitment_to(found[game]) != commitment:
            report.closed[id] = f"the secret of game {game} is damaged"


def _people_wanted(table: Table) -> int:
    """How many people sit at a table by its log."""
    kinds = zip(table.made.seats, table.taken, strict=True)
    return sum(taken and kind in ("person", "open") for kind, taken in kinds)


def _add_people(db: sqlite3.Connection) -> int:
    """Somebody in the place of everybody who sits somewhere and is lost; returns how many."""
    lost = db.execute(
        "SELECT DISTINCT person FROM seats WHERE person NOT IN (SELECT id FROM people)"
    ).fetchall()
    for (person,) in lost:
        db.execute("INSERT INTO people VALUES (?, ?)", (person, NAMELESS))
    return len(lost)


def _complete_facts(db: sqlite3.Connection, report: Report) -> None:
    """The facts that a server cannot do without, and what was lost here."""
    if not db.execute("SELECT 1 FROM facts WHERE name = 'server'").fetchone():
        db.execute(NAMED, (new_server_name(),))
    told = msgspec.json.encode({"at": int(time.time()), "cut": report.cut}).decode()
    db.execute(
        "INSERT INTO facts VALUES ('salvaged', ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (told,),
    )
