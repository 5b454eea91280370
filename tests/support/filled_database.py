"""A database of many tables, made without a server: games that were really played, with people."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

from halfturn.server.people.identity import Person, token_hash
from halfturn.server.storage.sqlite_format import BadPage, Pages, Record
from halfturn.server.storage.store import FILE_NAME, Line, Store
from halfturn.server.tables.log import Row
from tests.support.bare_table import Seated

SECRET = bytes(32)
"""Of all games: what `bare_table` deals from."""
TABLES = 30
ANSWERS = 40
Everything = dict[str, list[tuple[object, ...]]]


def played(seed: int) -> list[Row]:
    """The log of a game that has gone on for a while."""
    seated = Seated("swirling-heroes", seed=seed)
    for _ in range(ANSWERS):
        if not seated.answer():
            break
    return seated.rows


def token_of(person: int) -> str:
    """The cookie of one of the people here."""
    return f"token-of-{person}"


def fill(folder: Path, tables: int = TABLES) -> Path:
    """The file; person 1000 sits at every table, the others at one each."""

    async def go(store: Store) -> None:
        people = [1000, *(2000 + number for number in range(tables))]
        for person in people:
            await store.add_person(Person(person, f"Person {person}"), token_hash(token_of(person)))
        for number in range(tables):
            id, sitting = f"table-{number:04}", {0: 1000, 1: people[number + 1]}
            rows = played(number)
            await store.make_table(id, f"invite {number}", sitting, rows[:1], {1: SECRET}, False)
            await store.append(id, rows[1:])
            await store.say(id, Line(1, 0, "", f"hello {number}"), f"0:{number}", 1000)

    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder)
    try:
        asyncio.run(go(store))
    finally:
        store.close()
    return folder / FILE_NAME


def copied(file: Path, folder: Path) -> Path:
    """A copy of a file that nobody uses."""
    folder.mkdir(parents=True)
    return Path(shutil.copy(file, folder / FILE_NAME))


def content(
    file: Path, but: tuple[str, ...] = ("nodes", "leases", "served", "codes")
) -> Everything:
    """Every row of a file, by table."""
    db = sqlite3.connect(file)
    try:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {
            name: sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=_in_order)
            for name in names
            if name not in but
        }
    finally:
        db.close()


def _in_order(row: tuple[object, ...]) -> list[tuple[bool, object]]:
    return [(value is not None, value) for value in row]


def is_of_log(row: Record) -> bool:
    """Whether a row on a page is one of a log."""
    return len(row) == 6 and isinstance(row[1], int)


def pages_of_logs(file: Path) -> dict[int, set[str]]:
    """The pages with rows of logs, and of which tables."""
    pages, found = Pages(file), dict[int, set[str]]()
    try:
        for number in range(1, pages.count + 1):
            try:
                rows = [row for row in pages.rows(number) if is_of_log(row)]
            except BadPage:
                continue
            if rows:
                found[number] = {str(row[0]) for row in rows}
        return found
    finally:
        pages.close()


def overwrite(file: Path, page: int, with_: bytes, at: int = 0, size: int = 4096) -> None:
    """Damage a page."""
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size + at)
        opened.write(with_)
