"""`halfturn admin`: copies of a server's data, what is in it, and one person's part of it.

Copying, counting and exporting go on beside a running server. Putting a copy back and forgetting
somebody need the server to be stopped: what it has in memory would not know of it. `database` is
the address of a PostgreSQL where the tables are not in the folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from halfturn.core.data import load_with_owner_data
from halfturn.core.errors import HalfturnError
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person
from halfturn.server.people.names import NAMELESS
from halfturn.server.people.privacy import export
from halfturn.server.storage.data_folder import DataFolder
from halfturn.server.storage.database import (
    Unusable,
    connect,
    copy_into,
    find_damage,
    instructions,
    prepare,
    to_disk,
)
from halfturn.server.storage.engine import need_driver
from halfturn.server.storage.migrations import HEAD, KNOWN, revision
from halfturn.server.storage.retention import Expired, Retention, Sweep
from halfturn.server.storage.sqlite_format import check_files
from halfturn.server.storage.store import FILE_NAME, Store
from halfturn.server.tables.guest import KIND as STOPPING
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import BadLog
from halfturn.server.tables.table import Table

if TYPE_CHECKING:
    from halfturn.server.storage.salvage import Report

BESIDE: Final = ("-wal", "-shm")
Found = TypeVar("Found")


class CannotDo(HalfturnError):
    """Something that those who look after a server wanted, and that cannot be."""


# ---- copies ----


def backup(folder: Path, target: Path, database: str = "") -> int:
    """A whole and checked copy of the data, made beside a running server; returns its size.

    It is a file of SQLite wherever the data are, so that it can be put back anywhere.
    """
    if target.exists():
        raise CannotDo(f"{target} is there already: choose another name, nothing is overwritten")
    half = target.with_name(target.name + ".part")
    with contextlib.nullcontext() if database else _opened(folder) as source:
        try:
            if source is None:
                half.unlink(missing_ok=True)
                half.touch(mode=0o600)
                need_driver()
                from halfturn.server.storage.transfer import to_file

                to_file(database, half)
            else:
                copy_into(source, half)
            _check(half)
            to_disk(half)
            os.replace(half, target)
            to_disk(target.parent)
        except (OSError, sqlite3.Error) as error:
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)
            raise CannotDo(f"the copy could not be written to {target}: {error}") from None
    return target.stat().st_size


def restore(folder: Path, source: Path, database: str = "") -> Path | None:
    """Put a copy in the place of the data; returns where the data before it are kept.

    A database elsewhere has to be empty for it.
    """
    if not source.is_file():
        raise CannotDo(f"expected a copy made by `halfturn admin backup`, got {source}")
    if database:
        _check(source)
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / FILE_NAME  # which may be of an older Halfturn, and is left alone
            shutil.copyfile(source, copy)
            prepare(copy)
            move_file(copy, database, lambda line: None)
        return None
    with DataFolder(folder):
        path = folder / FILE_NAME
        half = folder / (FILE_NAME + ".part")
        try:
            half.unlink(missing_ok=True)
            half.touch(mode=0o600)
            shutil.copyfile(source, half)
            _check(half, called=source)
            to_disk(half)
            before = _keep(path)
            os.replace(half, path)  # at no moment there is nothing
            to_disk(folder)
        except (OSError, sqlite3.Error) as error:
            raise CannotDo(f"{source} could not be put into {folder}: {error}") from None
        finally:
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)
    return before


def _keep(path: Path) -> Path | None:
    """A second name for the data, everything SQLite has put beside them first brought home.

    Of damaged data every file is kept as it is.
    """
    beside = path.with_name(path.name + "-wal")
    if not path.exists() and not beside.exists():
        return None
    damaged = bool(find_damage(path))
    if not damaged:
        db = sqlite3.connect(path)
        try:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            db.close()
    number = 1
    while any(path.with_name(f"{path.name}.before-{number}{end}").exists() for end in ("", "-wal")):
        number += 1
    aside = path.with_name(f"{path.name}.before-{number}")
    for file, name in ((path, aside), (beside, aside.with_name(aside.name + "-wal"))):
        if file.exists() and (file is path or damaged):
            try:
                os.link(file, name)
            except OSError:  # not every disk can
                shutil.copyfile(file, name)
                to_disk(name)
    for ending in BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return aside


def _check(path: Path, called: Path | None = None) -> None:
    """Refuse what is no whole database of ours; `called` is what whoever asked knows it as."""
    name = called or path
    db = sqlite3.connect(path)
    try:
        found = revision(db)
        if found not in KNOWN:
            raise Unusable(f"{name}: expected data of a Halfturn up to {HEAD}, got {found}")
        if db.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise Unusable(
                f"{name} is damaged: use another copy, or recover what can still be read "
                "(halfturn admin salvage)"
            )
    except sqlite3.DatabaseError as error:
        raise Unusable(f"{name} is no database: {error}") from None
    finally:
        db.close()


def recover(source: Path, target: Path, say: Callable[[str], None]) -> Report:
    """Write all that can be read of damaged data to a new file; the source is only read."""
    from halfturn.server.storage.salvage import salvage

    return salvage(source, target, say)


# ---- tables ----


def expired(
    folder: Path, database: str, retention: Retention, delete: bool, say: Callable[[Expired], None]
) -> int:
    """Find the tables that nobody needs any more, and delete them; returns how many there are.

    Deleting needs the server to be stopped; while it runs it does so by itself, once a day.
    """

    async def go(store: Store) -> int:
        sweep, count = Sweep(store, retention), 0
        while not sweep.done:
            for each in await sweep.next():
                if delete and not await store.delete_table(each.id, each.changed_at + 1):
                    continue
                say(each)
                count += 1
        if delete and count:
            store.engine.leave_no_trace()
        return count

    with contextlib.ExitStack() as stack:
        if delete:
            stack.enter_context(_alone(folder, database))
        return asyncio.run(go(stack.enter_context(_store(folder, database))))


def table_called(folder: Path, table: str, database: str = "") -> str:
    """A table as its host would know it again: what is played there, by whom, and since when."""
    with _store(folder, database) as store:
        if not table.isprintable() or store.invite(table) is None:
            raise CannotDo(f"there is no table {table[:40]!r} here")
        people = [store.name(person) or NAMELESS for person in store.sitting(table).values()]
        try:
            game = Table.fold(table, store.rows(table), load_with_owner_data).game.title
        except BadLog:
            game = "a game that cannot be opened"
    return f"{table} ({game}, {', '.join(people) or 'nobody sits there'})"


def delete_table(folder: Path, table: str, database: str = "") -> None:
    """Delete a table and all that belongs to it; the server has to be stopped."""

    async def go(store: Store) -> None:
        if not await store.delete_table(table):
            raise CannotDo(f"the table {table[:40]!r} could not be deleted: try again")
        store.engine.leave_no_trace()

    with _alone(folder, database), _store(folder, database) as store:
        if not table.isprintable() or store.invite(table) is None:
            raise CannotDo(f"there is no table {table[:40]!r} here")
        asyncio.run(go(store))


# ---- looking ----


def stats(folder: Path, database: str = "") -> dict[str, Any]:
    """What there is, in numbers, and which tables cannot be opened."""
    with _store(folder, database) as store:
        games, broken = _games(store)
        return {
            **store.counts(),
            "bytes": store.engine.size(),
            "games": games,
            "tables that cannot be opened": broken,
        }


def _games(store: Store) -> tuple[dict[str, int], list[str]]:
    games: dict[str, int] = {}
    broken = []
    for id in store.tables():
        try:
            rows = store.rows(id)
            if rows and rows[-1].kind == STOPPING:
                raise BadLog(f"{id}: it was stopped")
            table = Table.fold(id, rows, load_with_owner_data)
            games[table.game.id] = games.get(table.game.id, 0) + 1
        except BadLog:
            broken.append(id)
    return dict(sorted(games.items())), broken


def release(folder: Path, table: str, database: str = "") -> None:
    """Let a table go on that was stopped; the server has to be stopped, and the game mended."""
    with _alone(folder, database), _store(folder, database) as store:
        if not store.has_kind(table, STOPPING):
            raise CannotDo(
                f"no table {table[:40]!r} was stopped here: `stats` names those that were"
            )
        asyncio.run(store.let_go_on(table, STOPPING))


def person_called(folder: Path, name: str, database: str = "") -> Person:
    """The one of that name or number; where there are several, they are told apart."""
    with _store(folder, database) as store:
        found = store.people_called(name) if name.isprintable() else []
    if not found:
        raise CannotDo(f"nobody here is called {name[:40]!r}")
    if len(found) > 1:
        listed = ", ".join(
            f"{id} (at {tables} {'table' if tables == 1 else 'tables'})"
            for id, _, tables in found[:20]
        )
        raise CannotDo(f"{len(found)} people are called {name[:40]!r}; say which number: {listed}")
    return Person(found[0][0], found[0][1])


# ---- moving ----


def move(folder: Path, database: str, say: Callable[[str], None]) -> int:
    """Take everything over into an empty database elsewhere; returns how many tables there are.

    The server has to be stopped, since what happened after the look at it would be missing there.
    Nothing changes in the folder.
    """
    with DataFolder(folder), _opened(folder):
        return move_file(folder / FILE_NAME, database, say)


def move_file(file: Path, database: str, say: Callable[[str], None]) -> int:
    """The same with a file that nobody uses."""
    need_driver()
    from halfturn.server.storage.transfer import to_database

    return to_database(file, database, say)


# ---- one person ----


def export_person(folder: Path, name: str, database: str = "") -> dict[str, Any]:
    """All that is kept about somebody."""
    person = person_called(folder, name, database)
    return _with_hub(folder, database, lambda hub: export(hub, person))


def delete_person(folder: Path, name: str, database: str = "") -> Person:
    """Forget somebody for good; the server has to be stopped."""
    with _alone(folder, database):
        person = person_called(folder, name, database)
        _with_hub(folder, database, lambda hub: hub.forget(person))
    return person


def _with_hub(
    folder: Path, database: str, do: Callable[[Hub], Coroutine[Any, Any, Found]]
) -> Found:
    with _store(folder, database) as store:

        async def go() -> Found:
            hub = Hub(store, Settings())
            try:
                with hub.guard.installed():
                    return await do(hub)
            finally:
                await hub.close()

        return asyncio.run(go())


# ---- where the data are ----


def _alone(folder: Path, database: str) -> AbstractContextManager[object]:
    """While it is entered no server works with the data; raises FolderInUse or InUse."""
    if not database:
        return DataFolder(folder)
    need_driver()
    from halfturn.server.storage.transfer import alone_with

    return alone_with(database)


@contextlib.contextmanager
def _store(folder: Path, database: str) -> Iterator[Store]:
    """The data as they are; never made, and never brought up to date from here."""
    if not database:
        with _opened(folder):
            pass
    store = Store(folder, database, serving=False)
    try:
        yield store
    finally:
        store.close()


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The data as they are; never made, and never brought up to date from here."""
    path = folder / FILE_NAME
    if not path.is_file():
        raise CannotDo(f"there are no tables in {folder}: say where they are with --data")
    if wrong := check_files(path):
        raise Unusable(instructions(path, wrong))
    try:
        db = connect(path)
    except sqlite3.Error as error:
        raise CannotDo(f"{path} cannot be opened: {error}") from None
    try:
        found = revision(db)
        if found != HEAD:
            raise CannotDo(f"{path} is of another Halfturn ({found}): start this one there once")
        yield db
    finally:
        db.close()
