"""The store: what is acknowledged is on the disk, and what fails is not acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from halfturn.server.people.identity import Person
from halfturn.server.storage import checkpoints, database, sqlite_writer
from halfturn.server.storage.data_folder import DataFolder, FolderInUse
from halfturn.server.storage.database import StoreFailed, Unusable, connect
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import FILE_NAME, Store
from halfturn.server.tables.log import Row
from tests.support.patience import PATIENCE
from tests.support.postgres import ON_POSTGRES

of_the_file = pytest.mark.skipif(ON_POSTGRES, reason="about SQLite's file and its writer")


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Store]:
    store = Store(folder)
    try:
        yield store
    finally:
        store.close()


def run(
    folder: Path, test: Callable[[Store], Coroutine[Any, Any, None]], table: bool = True
) -> None:
    with opened(folder) as store:

        async def with_table() -> None:
            if table:
                await store.make_table("t", "code", {}, [row(1)], {}, False)
            await test(store)

        asyncio.run(with_table())


def row(version: int, key: str = "", body: bytes = b"{}") -> Row:
    return Row(version, key or f"key {version}", 0, "answer", body)


@of_the_file
def test_what_durability_rests_on_is_asserted(tmp_path: Path) -> None:
    with opened(tmp_path):
        db = connect(tmp_path / FILE_NAME)
        found = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
        }
        db.close()
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
    }


@of_the_file
def test_a_connection_that_would_not_sync_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path):
        pass
    # As a build of SQLite that takes no notice of a setting would be.
    monkeypatch.setitem(database.PRAGMAS, "synchronous", 7)
    with pytest.raises(Unusable, match="synchronous"):
        connect(tmp_path / FILE_NAME)


def test_rows_are_there_after_it_is_opened_again(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append("t", [row(2), row(3)], {1: b"secret"}, bot_turn=True)

    run(tmp_path, write)
    with opened(tmp_path) as store:
        assert store.rows("t") == [row(1), row(2), row(3)]
        assert store.secret("t", 1) == b"secret"
        assert store.secret("t", 2) is None
        assert store.invite("t") == "code"
        assert store.invite("another") is None
        assert store.tables_of_bots() == ["t"]


def test_a_version_is_given_once(tmp_path: Path) -> None:
    async def race(store: Store) -> None:
        outcomes = await asyncio.gather(
            *(store.append("t", [row(2, f"key of {each}")]) for each in range(50)),
            return_exceptions=True,
        )
        assert outcomes.count(None) == 1
        assert sum(isinstance(each, Taken) for each in outcomes) == 49
        assert [each.version for each in store.rows("t")] == [1, 2]

    run(tmp_path, race)


def test_a_key_is_taken_once_and_a_batch_is_all_or_nothing(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.append("t", [row(2, "mine")])
        with pytest.raises(Taken):
            await store.append("t", [row(3), row(4, "mine"), row(5)])
        assert len(store.rows("t")) == 2

    run(tmp_path, write)


def test_a_seat_is_taken_once_and_a_person_sits_once(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        for id in (1, 2):
            await store.add_person(Person(id, f"Person {id}"), bytes([id]))
        await store.append("t", [row(2)], sits=(0, 1))
        for seat, person in ((0, 2), (1, 1)):
            with pytest.raises(Taken):
                await store.append("t", [row(3)], sits=(seat, person))
        assert store.sitting("t") == {0: 1}
        assert store.tables_of(1) == ["t"]
        known = store.signed_in(bytes([2]))
        assert known is not None
        assert known.person == Person(2, "Person 2")
        await store.rename(Person(2, "Otherwise"))
        assert store.name(2) == "Otherwise"
        assert store.signed_in(b"?") is None

    run(tmp_path, write)


@of_the_file
def test_many_changes_share_one_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    commit = sqlite_writer.Writer._commit
    gate = threading.Event()

    def counted(
        self: sqlite_writer.Writer, group: list[sqlite_writer.Batch]
    ) -> list[Exception | None]:
        gate.wait(PATIENCE)
        groups.append(len(group))
        return commit(self, group)

    monkeypatch.setattr(sqlite_writer.Writer, "_commit", counted)

    async def write(store: Store) -> None:
        many = [
            asyncio.ensure_future(store.make_table(f"t{each}", "", {}, [row(1)], {}, False))
            for each in range(200)
        ]
        await asyncio.sleep(0)  # they all hand in what they have
        gate.set()
        await asyncio.gather(*many)

    run(tmp_path, write, table=False)
    assert sum(groups) == 200
    assert max(groups) == sqlite_writer.MOST_TOGETHER
    assert len(groups) <= 6


def test_games_that_end_and_begin_together_are_told_apart(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for table in "abcd":
            await store.make_table(table, "code", {}, [row(1)], {}, False)
        await asyncio.gather(*(store.append(table, [row(2)], over=True) for table in "abc"))
        assert over(store) == {"a": 1, "b": 1, "c": 1, "d": 0}
        await asyncio.gather(
            store.append("a", [row(3)], {2: b"2"}, over=False),
            store.append("b", [row(3)], {2: b"2"}, over=False),
            store.append("d", [row(2)], over=True),
        )
        assert over(store) == {"a": 0, "b": 0, "c": 1, "d": 1}

    def over(store: Store) -> dict[str, int]:
        return dict(store._all("SELECT id, over FROM tables", ()))

    run(tmp_path, play, table=False)


def test_one_that_fails_in_a_group_does_not_hurt_the_others(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        outcomes = await asyncio.gather(
            *(
                store.make_table("same" if each % 2 else f"t{each}", "", {}, [row(1)], {}, False)
                for each in range(20)
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Taken) for each in outcomes) == 9
        assert all(store.rows(f"t{each}") for each in range(0, 20, 2))

    run(tmp_path, write)


@of_the_file
def test_when_the_disk_is_full_nothing_is_acknowledged_and_it_goes_on_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = database.connect
    limit = ["PRAGMA max_page_count = 40"]

    def small(path: Path) -> sqlite3.Connection:
        db = real(path)
        for statement in limit:
            db.execute(statement)
        return db

    monkeypatch.setattr(sqlite_writer, "connect", small)

    async def write(store: Store) -> None:
        acknowledged = 1
        with contextlib.suppress(StoreFailed):
            while acknowledged < 1000:
                await store.append("t", [row(acknowledged + 1, body=b"x" * 2000)])
                acknowledged += 1
        assert 5 < acknowledged < 1000
        assert len(store.rows("t")) == acknowledged
        with pytest.raises(StoreFailed, match="full"):
            await store.append("t", [row(acknowledged + 1, body=b"x" * 50_000)])
        limit.clear()  # somebody tidied up: the file is opened anew, with all its room
        await store.append("t", [row(acknowledged + 1, body=b"x" * 50_000)])
        assert len(store.rows("t")) == acknowledged + 1

    run(tmp_path, write)


@of_the_file
def test_a_check_finds_out_that_only_small_changes_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = database.connect
    limit = ["PRAGMA max_page_count = 40"]

    def small(path: Path) -> sqlite3.Connection:
        db = real(path)
        for statement in limit:
            db.execute(statement)
        return db

    monkeypatch.setattr(sqlite_writer, "connect", small)

    async def write(store: Store) -> None:
        await store.check()
        assert store.trouble == ""
        with pytest.raises(StoreFailed, match="full"):
            await store.append("t", [row(2, body=b"x" * 100_000)])
        assert "full (SQLITE_FULL)" in store.trouble
        await store.append("t", [row(2)])  # a small one still goes
        assert store.trouble
        with pytest.raises(StoreFailed, match="full"):
            await store.check()
        limit.clear()
        await store.append("t", [row(3, body=b"x" * 100_000)])
        await store.check()
        assert store.trouble == ""
        ((value,),) = store._all("SELECT value FROM facts WHERE name = 'checked'", ())
        await store.check()
        ((after,),) = store._all("SELECT value FROM facts WHERE name = 'checked'", ())
        assert len(after) < 100 < len(value)  # nothing of that size is kept

    run(tmp_path, write)


CHILD = """
import asyncio, resource, signal, sys
from pathlib import Path
from halfturn.server.tables.log import Row
from halfturn.server.storage.store import Store
from halfturn.server.storage.database import StoreFailed
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
async def main():
    store = Store(Path(sys.argv[1]))
    row = lambda version: Row(version, str(version), 0, "answer", b"x" * 3000)
    await store.make_table("t", "", {}, [row(1)], {}, False)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    version, failures = 1, 0
    while failures < 3:
        try:
            await store.append("t", [row(version + 1)])
            version += 1
            print("ok", version, flush=True)
        except StoreFailed as error:
            failures += 1
    assert len(store.rows("t")) == version
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.append("t", [row(version + 1)])
    print("ok", version + 1, flush=True)
    store.close()
asyncio.run(main())
"""


@of_the_file
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits on Windows")
def test_when_a_file_cannot_grow_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    acknowledged = int(done.stdout.split()[-1])
    assert acknowledged > 10
    with opened(tmp_path) as store:
        assert [each.version for each in store.rows("t")] == list(range(1, acknowledged + 1))


def test_a_mistake_in_a_batch_does_not_end_the_writer(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        with pytest.raises(StoreFailed):
            await store.append("t", [Row(2, "\ud800", 0, "answer", b"")])
        with pytest.raises(StoreFailed):
            await store.append("t", [row(2**70)])
        await store.append("t", [row(2)])

    run(tmp_path, write)


def test_who_waits_is_told_also_after_a_moment_without_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which a game from another package may have taken: see `guard`."""

    async def write(store: Store) -> None:
        loop = asyncio.get_running_loop()
        wake, none_left = loop.call_soon_threadsafe, iter(range(3))

        def short(*given: Any) -> Any:
            if next(none_left, None) is not None:
                raise MemoryError
            return wake(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", short)
        await asyncio.wait_for(store.append("t", [row(2)]), PATIENCE)
        assert next(none_left, None) is None

    run(tmp_path, write)


@of_the_file
def test_a_file_of_another_version_is_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    db = sqlite3.connect(tmp_path / FILE_NAME)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    with pytest.raises(Unusable, match="another Halfturn"):
        Store(tmp_path)


@of_the_file
def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("no database at all " * 100)
    with pytest.raises(Unusable, match=FILE_NAME):
        Store(tmp_path)


def test_one_server_at_a_time(tmp_path: Path) -> None:
    first, second = DataFolder(tmp_path / "new"), DataFolder(tmp_path / "new")
    with first, pytest.raises(FolderInUse, match="another Halfturn server"), second:
        pass
    with DataFolder(tmp_path / "new"):
        pass


@of_the_file
def test_what_playing_writes_is_one_statement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows, the secret of a game that begins and the end of another one: no transaction needed."""

    def surprised(*_: object) -> NoReturn:
        raise AssertionError("expected one statement")

    async def play(store: Store) -> None:
        for table in "ab":
            await store.make_table(table, "code", {}, [row(1)], {}, False)
        monkeypatch.setattr(sqlite_writer, "_carry_out_all", surprised)
        await asyncio.gather(
            store.append("a", [row(2), row(3)], {1: b"1", 2: b"2"}, over=False),
            store.append("b", [row(2)], over=True),
        )
        assert store.rows("a") == [row(1), row(2), row(3)]
        assert [store.secret("a", game) for game in (1, 2, 3)] == [b"1", b"2", None]

    run(tmp_path, play, table=False)


@of_the_file
@pytest.mark.parametrize("broken", [False, True])
def test_the_journal_is_emptied_now_and_then_and_stays_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    """Beside the writing; and where that fails the writer does it alone."""
    journal = tmp_path / f"{FILE_NAME}-wal"
    sizes: list[int] = []

    async def write(store: Store) -> None:
        for version in range(2, 302):
            await store.append("t", [row(version, body=b"x" * 1000)])
        assert len(store.rows("t")) == 301
        sizes.append(journal.stat().st_size)

    def failing(path: Path) -> NoReturn:
        raise sqlite3.OperationalError("unable to open")

    if broken:
        monkeypatch.setattr(checkpoints, "connect", failing)
    monkeypatch.setattr(sqlite_writer, "TIDY_AFTER", 10)
    run(tmp_path, write)
    monkeypatch.setattr(sqlite_writer, "TIDY_AFTER", 1000)
    for file in tmp_path.iterdir():
        file.unlink()
    run(tmp_path, write)
    assert 3 * sizes[0] < sizes[1]


@of_the_file
def test_no_trace_is_left_though_the_journal_is_being_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite does nothing, and says nothing, where two would empty it at once."""
    monkeypatch.setattr(sqlite_writer, "TIDY_AFTER", 2)
    going_on = threading.Event()
    tidy = checkpoints.Tidier._tidy

    def slow(self: checkpoints.Tidier) -> None:
        going_on.wait(PATIENCE)
        time.sleep(0.1)
        tidy(self)
        time.sleep(0.1)

    alive: list[bool] = []
    emptied = sqlite_writer.Writer._tidy

    def watched(self: sqlite_writer.Writer) -> None:
        thread = self._tidier._thread
        emptied(self)
        alive.append(thread is not None and thread.is_alive())

    monkeypatch.setattr(checkpoints.Tidier, "_tidy", slow)
    monkeypatch.setattr(sqlite_writer.Writer, "_tidy", watched)

    async def write(store: Store) -> None:
        for version in range(2, 6):
            await store.append("t", [row(version)])
        store.engine.leave_no_trace()
        going_on.set()
        await store.append("t", [row(6)])

    run(tmp_path, write)
    assert alive
    assert not any(alive)


@of_the_file
def test_a_journal_that_cannot_be_emptied_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is on the disk already: the file is opened anew and things go on."""
    monkeypatch.setattr(sqlite_writer, "TIDY_AFTER", 3)
    tidy = sqlite_writer.Writer._tidy

    def failing(self: sqlite_writer.Writer) -> None:
        if self._db is not None:
            self._db.close()
        tidy(self)

    monkeypatch.setattr(sqlite_writer.Writer, "_tidy", failing)

    async def write(store: Store) -> None:
        for version in range(2, 30):
            await store.append("t", [row(version)])
        assert len(store.rows("t")) == 29
        assert store.trouble
        monkeypatch.setattr(sqlite_writer.Writer, "_tidy", tidy)
        for version in range(30, 40):
            await store.append("t", [row(version)])
        store.engine.leave_no_trace()
        await store.append("t", [row(40)])
        await store.append("t", [row(41)])
        assert store.trouble == ""

    run(tmp_path, write)
