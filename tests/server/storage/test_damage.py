"""Damaged databases: refused at the start, served as far as they can be read, and recovered."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from halfturn.core import SeededRng
from halfturn.core.errors import HalfturnError
from halfturn.server.ops import admin
from halfturn.server.storage import database
from halfturn.server.storage.database import Unusable, connect, find_damage, prepare
from halfturn.server.storage.migrations.versions import v0001_the_first_tables as first
from halfturn.server.storage.migrations.versions import v0005_bots_of_people as fifth
from halfturn.server.storage.salvage import SHAPES, _played, kind_of, salvage
from halfturn.server.storage.sqlite import CHECKING, DAMAGED, SqliteEngine
from halfturn.server.storage.sqlite_format import LEAF_INDEX, Pages, Record
from halfturn.server.storage.store import FILE_NAME, Store
from halfturn.server.storage.transfer import COLUMNS
from tests.support.filled_database import (
    TABLES,
    content,
    copied,
    fill,
    overwrite,
    pages_of_logs,
    played,
    token_of,
)
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.postgres import ON_POSTGRES
from tests.support.server_process import Running, quick

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="about SQLite's files")

DOCS = Path(__file__).parents[3] / "docs/self-hosting.md"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("filled"))


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that was killed: its WAL holds what is not in the file yet."""
    folder = tmp_path_factory.mktemp("killed")
    code = (
        "import os, signal, sys; from pathlib import Path; "
        "from halfturn.server.storage.store import Store; "
        "from tests.support import filled_database; Store.close = "
        "lambda self: os.kill(os.getpid(), signal.SIGKILL); "
        "filled_database.fill(Path(sys.argv[1]), 5)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=False, timeout=PATIENCE)
    assert (folder / f"{FILE_NAME}-wal").stat().st_size > 4096
    return folder


def taken_over(folder: Path, to: Path) -> Path:
    """A copy of a folder with a file and its WAL."""
    to.mkdir(parents=True)
    for name in (FILE_NAME, f"{FILE_NAME}-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to / FILE_NAME


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder, but for an empty WAL and the index of one: any reader makes those."""
    found = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    return {name: data for name, data in found.items() if data and not name.endswith("-shm")} | {
        name: data for name, data in found.items() if name == FILE_NAME
    }


def facts(file: Path) -> dict[object, object]:
    return {row[0]: row[1] for row in content(file)["facts"]}


# ---- the start ----


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def removed(path: Path) -> None:
    path.unlink()


def another_size(path: Path) -> None:
    db = sqlite3.connect(path.with_name("other"))
    db.execute("PRAGMA page_size = 8192")
    db.execute("CREATE TABLE other (x)")
    db.close()
    path.with_name("other").replace(path)


def a_backup(path: Path) -> None:
    """A copy made by `backup`, put there while the WAL of the other file was left."""
    db = sqlite3.connect(path.with_name("other"))
    db.execute("CREATE TABLE other (x)")
    db.close()
    path.with_name("other").replace(path)


def no_database(path: Path) -> None:
    path.write_bytes(b"no database " * 1000)


def torn_header(path: Path) -> None:
    overwrite(path.with_name(f"{FILE_NAME}-wal"), 1, b"\xff" * 16)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (emptied, "the file is empty, but"),
        (removed, "the file is missing, but"),
        (another_size, "pages of 4096 bytes, the database pages of 8192"),
        (a_backup, "belongs to another database"),
        (no_database, "is not a SQLite database, but"),
        (torn_header, "no valid header"),
    ],
)
def test_a_wal_that_does_not_fit_its_file_is_refused_and_kept(
    killed: Path, tmp_path: Path, damage: Callable[[Path], None], says: str
) -> None:
    path = taken_over(killed, tmp_path / "data")
    damage(path)
    before = files(path.parent)
    for use in (
        lambda: Store(path.parent),
        lambda: admin.backup(path.parent, tmp_path / "copy"),
        lambda: admin.stats(path.parent),
    ):
        with pytest.raises(HalfturnError) as refused:
            use()
        assert files(path.parent) == before
    if path.exists():
        assert says in str(refused.value)
        assert "halfturn admin salvage" in str(refused.value)
    with pytest.raises(Unusable, match=re.escape(says)):
        prepare(path)
    assert files(path.parent) == before


def test_without_the_check_the_wal_would_be_lost(killed: Path, tmp_path: Path) -> None:
    """The check above, proved: SQLite deletes a WAL beside an empty file."""
    path = taken_over(killed, tmp_path / "data")
    emptied(path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE other (x)")
    db.close()
    assert not path.with_name(f"{FILE_NAME}-wal").exists()


def test_a_wal_that_a_crash_has_left_is_taken_over(killed: Path, tmp_path: Path) -> None:
    path = taken_over(killed, tmp_path / "data")
    wal = path.with_name(f"{FILE_NAME}-wal")
    with wal.open("ab") as file:  # the beginning of a change that was never committed
        file.write(wal.read_bytes()[32:132])
    store = Store(path.parent)
    try:
        assert len(store.tables()) == 5
        assert store.engine.damage == ""
    finally:
        store.close()


def test_a_damaged_page_is_refused_at_the_start(filled: Path, tmp_path: Path) -> None:
    path = copied(filled, tmp_path / "data")
    overwrite(path, max(pages_of_logs(path)), b"\xa5" * 4096)
    before = files(path.parent)
    with pytest.raises(Unusable, match="halfturn admin salvage"):
        Store(path.parent)
    assert files(path.parent) == before


def test_a_large_file_is_checked_while_it_is_served(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CHECKED_AT_START", 0)
    good = SqliteEngine(copied(filled, tmp_path / "good"))
    assert good.damage in (CHECKING, "")
    good._checking.join(PATIENCE)
    assert good.damage == ""
    good.close()
    path = copied(filled, tmp_path / "bad")
    overwrite(path, max(pages_of_logs(path)), b"\xa5" * 4096)
    bad = SqliteEngine(path)
    bad._checking.join(PATIENCE)
    assert bad.damage == DAMAGED
    bad.close()


# ---- while it is served ----


def tables_on(file: Path, page: int, name: str) -> set[str]:
    """The tables with rows of that kind on a page."""
    known = [kind_of(row) for row in rows_on(file, page)]
    return {str(row[1][0]) for row in known if row and row[0] == name}


@pytest.mark.parametrize("what", ["log", "seats", "tables"])
def test_one_bad_page_costs_its_own_tables_alone(filled: Path, tmp_path: Path, what: str) -> None:
    async def go() -> None:
        path = copied(filled, tmp_path / "data")
        data = path.read_bytes()
        page, bad = next(
            (page, tables)
            for page in range(2, len(data) // 4096 + 1)
            if data[(page - 1) * 4096] == LEAF_INDEX and (tables := tables_on(path, page, what))
        )
        name = facts(path)["server"]
        with quick(path.parent) as server:
            one = Browser(server.port)
            one.cookie = f"halfturn_{name}={token_of(1000)}"
            assert one.ask("GET", "/readyz").status == 200
            overwrite(path, page, b"\xa5" * 4096)
            listed = {each["table"] for each in one.get("/api/v1/tables")}
            every = {f"table-{number:04}" for number in range(TABLES)}
            assert listed == every - bad
            ready = one.ask("GET", "/readyz")
            assert (ready.status, ready.body.decode()) == (503, f"{DAMAGED}\n")
            complaints = server.complaints
            for id in bad:
                assert f"table {id} cannot be {'opened' if what == 'log' else 'read'}" in complaints
            assert await (await one.open(min(bad), seen=None)).closed() == 1011
            if listed:
                good = await one.open(min(listed))
                assert good.now["version"] > 1
            else:
                assert what != "log"  # all rows of the others are on one page
            server.stop()
            assert "Traceback" not in server.complaints

    run(go)


def test_a_row_that_cannot_be_read_closes_its_table_alone(tmp_path: Path) -> None:
    """What stands in a value no check of SQLite's sees."""
    path = fill(tmp_path / "data", 3)
    db = sqlite3.connect(path)
    for id, version, body in (
        ("table-0000", 1, b'{"game":"\xff"}'),
        ("table-0001", 4, b'["\xff"]'),
    ):
        where = "table_id = ? AND version = ?"
        db.execute(f"UPDATE log SET body = ? WHERE {where}", (body, id, version))
    db.execute("UPDATE log SET seat = 7 WHERE table_id = 'table-0002' AND kind = 'answer'")
    db.commit()
    db.close()
    assert len(admin.stats(path.parent)["tables that cannot be opened"]) == 3


# ---- salvage ----


def silently(line: str) -> None:
    pass


def test_of_a_whole_database_everything_is_recovered(filled: Path, tmp_path: Path) -> None:
    report = salvage(filled.parent, tmp_path / "recovered", silently)
    assert report.complete, list(report.lines())
    assert (report.whole, report.people) == (TABLES, TABLES + 1)
    found, wanted = content(tmp_path / "recovered"), content(filled)
    (told,) = [row for row in found["facts"] if row[0] == "salvaged"]
    found["facts"].remove(told)
    assert found == wanted


def test_people_of_an_older_database_stay_signed_in(tmp_path: Path) -> None:
    path = tmp_path / "data" / FILE_NAME
    path.parent.mkdir()
    db = connect(path)
    db.executescript(
        "BEGIN;" + ";".join([*first.STATEMENTS, *fifth.STATEMENTS]) + "; PRAGMA user_version = 1;"
        "INSERT INTO people VALUES (7, randomblob(32), 'Ada');"
        "INSERT INTO people VALUES (8, randomblob(32), 'Deleted player');"
        "INSERT INTO people VALUES (9, randomblob(32), 'Robot');"
        "INSERT INTO bots VALUES (9, 7, randomblob(32), 'read', 1); COMMIT"
    )
    ((token,),) = db.execute("SELECT token_hash FROM people WHERE id = 7").fetchall()
    db.close()
    report = salvage(path, tmp_path / "recovered", silently)
    assert (report.complete, report.people) == (True, 3)
    found = content(tmp_path / "recovered")
    assert found["people"] == [(7, "Ada"), (8, "Deleted player"), (9, "Robot")]
    assert found["devices"] == [(7, 7, token, "", "", 0, 0)]


def test_a_wal_is_recovered_even_without_its_file(killed: Path, tmp_path: Path) -> None:
    whole = taken_over(killed, tmp_path / "whole")
    wanted = salvage(whole, tmp_path / "recovered from both", silently)
    assert wanted.complete
    for name, damage in (("empty", emptied), ("missing", removed)):
        path = taken_over(killed, tmp_path / name)
        damage(path)
        before = files(path.parent)
        report = salvage(path.parent, tmp_path / f"recovered from {name}", silently)
        # What was in the file alone is lost: the pages that have not changed since it was new.
        assert (report.whole, report.people, report.cut, report.lost) == (5, 6, {}, [])
        assert files(path.parent) == before
        found = content(tmp_path / f"recovered from {name}")
        assert found["log"] == content(tmp_path / "recovered from both")["log"]
        assert len(found["tables"]) == 5


def test_every_table_that_is_kept_is_known_by_its_columns() -> None:
    """A new table, or a new column, has to be added to what salvage knows."""
    letters = {"INTEGER": "i", "TEXT": "t", "BLOB": "b"}
    db = sqlite3.connect(":memory:")
    db.executescript(database.SCHEMA)
    for name, columns in COLUMNS.items():
        found = db.execute(f"PRAGMA table_info({name})").fetchall()
        assert tuple(column[1] for column in found) == columns
        has_rowid = bool(
            db.execute(f"SELECT wr = 0 FROM pragma_table_list('{name}')").fetchone()[0]
        )
        kinds = [letters[column[2]] for column in found]
        if has_rowid:
            kinds[0] = "in"
        follows_from_logs = name in ("lobby", "deadlines")
        assert (SHAPES.get(" ".join(kinds)) == name) != follows_from_logs
    db.close()


def test_long_values_are_recovered(tmp_path: Path) -> None:
    path = fill(tmp_path / "data", 1)
    long = "".join(chr(0x100 + at % 5000) for at in range(100_000))
    db = sqlite3.connect(path)
    db.execute("INSERT INTO facts VALUES ('long', ?)", (long,))
    db.execute("INSERT INTO facts VALUES ('longer', ?)", (long * 2,))
    db.commit()
    db.close()
    assert salvage(path, tmp_path / "recovered", silently).complete
    found = facts(tmp_path / "recovered")
    assert found["long"] == long
    assert found["longer"] == long * 2


def zeros(rng: SeededRng) -> tuple[int, bytes]:
    return 0, bytes(4096)


def noise(rng: SeededRng) -> tuple[int, bytes]:
    return 0, bytes(rng.below(256) for _ in range(4096))


def a_sector(rng: SeededRng) -> tuple[int, bytes]:
    return 512 * rng.below(8), bytes(rng.below(256) for _ in range(512))


def a_byte(rng: SeededRng) -> tuple[int, bytes]:
    return rng.below(4096), bytes([rng.below(256)])


OF_TABLES = ("log", "seats", "seeds", "tables")
KINDS = (zeros, noise, a_sector, a_byte)


def by_table(found: dict[str, list[tuple[object, ...]]], name: str) -> dict[object, list[object]]:
    rows: dict[object, list[object]] = {}
    for row in found[name]:
        rows.setdefault(row[0], []).append(row)
    return rows


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_damaged_the_rest_is_recovered_as_it_was(
    filled: Path, tmp_path: Path, seed: int
) -> None:
    """Every table without a row on a damaged page is there to the byte; nothing ever crashes."""
    rng = SeededRng(seed)
    path = copied(filled, tmp_path / "data")
    pages = path.stat().st_size // 4096
    damaged = {1 + rng.below(pages) for _ in range(1 + rng.below(8))}
    touched, altered = set[object](), set[object]()
    for number in damaged:
        kind = KINDS[rng.below(len(KINDS))]
        known = [kind_of(row) for row in rows_on(filled, number)]
        tables = {row[1][0] for row in known if row and row[0] in OF_TABLES}
        touched |= tables
        if kind is a_byte:
            altered |= tables  # a value may be another one now, and nothing shows that
        at, written = kind(rng)
        overwrite(path, number, written, at)
    before = files(path.parent)
    report = salvage(path.parent, tmp_path / "recovered", silently)
    assert files(path.parent) == before
    found, wanted = content(tmp_path / "recovered"), content(filled)
    every = by_table(wanted, "tables").keys()
    for id in every - touched:
        for name in OF_TABLES:
            assert by_table(found, name)[id] == by_table(wanted, name)[id], (name, id)
    assert report.whole >= len(every - touched)
    for id, rows in by_table(found, "log").items():
        assert [row[1] for row in rows] == list(range(1, len(rows) + 1))  # type: ignore[index]
        if id not in altered and id not in report.closed:
            assert rows == by_table(wanted, "log")[id][: len(rows)], id
    assert find_damage(tmp_path / "recovered") == ""
    # What was recovered can be served: every table opens, but for those that are said not to.
    data = tmp_path / "again"
    admin.restore(data, tmp_path / "recovered")
    broken = admin.stats(data)["tables that cannot be opened"]
    assert set(broken) <= set(report.closed)


def rows_on(file: Path, number: int) -> Iterator[Record]:
    pages = Pages(file)
    try:
        yield from pages.rows(number)
    finally:
        pages.close()


def test_a_table_that_was_cut_can_be_played_on(tmp_path: Path) -> None:
    async def go() -> None:
        with quick(tmp_path / "data") as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            tab = await one.open(table)
            for _ in range(4):
                await tab.move_first()
            server.stop()
        path = tmp_path / "data" / FILE_NAME
        db = sqlite3.connect(path)
        ((last,),) = db.execute("SELECT max(version) FROM log").fetchall()
        # What a page with these rows, and everybody's names, would have taken along.
        db.execute("DELETE FROM log WHERE version = ?", (last - 2,))
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DELETE FROM tables")
        db.commit()
        db.close()
        report = salvage(tmp_path / "data", tmp_path / "recovered", silently)
        assert not report.complete
        assert report.cut[table][1] == last
        assert report.cut[table][0] <= last - 3
        assert f"recovered up to version {report.cut[table][0]}" in "\n".join(report.lines())
        admin.restore(tmp_path / "data", tmp_path / "recovered")
        with quick(tmp_path / "data") as server:
            one.port = server.port
            again = await one.open(table)
            assert (await again.move_first())["result"] == "ok"
            assert [each["table"] for each in one.get("/api/v1/tables")] == [table]

    run(go)


def test_a_log_is_not_cut_while_cards_are_dealt() -> None:
    rows = played(1)
    dealt = [at for at, row in enumerate(rows) if row.kind == "chance"]
    assert len(dealt) > 2
    for at in dealt:
        before = max(each for each in range(at) if rows[each].kind != "chance")
        assert _played("t", rows[:at])[1] == before, at
    assert _played("t", rows)[1] == len(rows)


def test_restore_keeps_every_file_of_damaged_data(killed: Path, tmp_path: Path) -> None:
    path = taken_over(killed, tmp_path / "data")
    salvage(path, tmp_path / "recovered", silently)
    for number, damage in ((1, emptied), (2, removed)):
        wal = path.with_name(f"{FILE_NAME}-wal")
        shutil.copy(killed / wal.name, wal)
        damage(path)
        before = wal.read_bytes()
        kept = admin.restore(path.parent, tmp_path / "recovered")
        assert kept == path.with_name(f"{FILE_NAME}.before-{number}")
        assert kept.with_name(f"{kept.name}-wal").read_bytes() == before
        assert len(admin.stats(path.parent)["games"]) == 1


def test_people_who_are_lost_leave_their_seats_behind(tmp_path: Path) -> None:
    path = fill(tmp_path / "data", 2)
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("DELETE FROM people WHERE id = 1000")
    db.execute("DELETE FROM seats WHERE person = 2001")
    db.commit()
    db.close()
    report = salvage(path, tmp_path / "recovered", silently)
    assert (report.people, report.people_lost, report.seats_lost) == (2, 1, 1)
    assert not report.complete


def test_what_is_no_database_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(HalfturnError, match="there is no database at"):
        salvage(tmp_path, tmp_path / "recovered", silently)
    path = fill(tmp_path / "data", 1)
    (tmp_path / "taken").write_bytes(b"")
    with pytest.raises(HalfturnError, match="nothing is overwritten"):
        salvage(path, tmp_path / "taken", silently)
    db = sqlite3.connect(path)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    with pytest.raises(HalfturnError, match="newer Halfturn"):
        salvage(path, tmp_path / "recovered", silently)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "taken"]


def halfturn(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "halfturn", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


# ---- the drill of docs/self-hosting.md ----


def test_the_drill_works_as_it_is_written(tmp_path: Path) -> None:
    text = DOCS.read_text("utf-8").partition("## When the database is damaged")[2]
    (block,) = re.findall(r"```\n(.*?)```", text.partition("\n## ")[0], re.DOTALL)
    commands = [line.partition("#")[0].split() for line in block.splitlines()]
    data = tmp_path / "data"
    path = fill(data)
    overwrite(path, max(pages_of_logs(path)), b"\xa5" * 4096)
    damaged = path.read_bytes()
    refused = halfturn("serve", "--port", "0", "--data", str(data))
    assert refused.returncode == 1
    assert "is damaged" in refused.stderr
    assert "Traceback" not in refused.stderr
    instead = {"/var/lib/halfturn": str(data), "/backups/recovered": str(tmp_path / "recovered")}
    instead["/backups/damaged"] = str(tmp_path / "damaged")
    for line in commands:
        words = [instead.get(word, word) for word in line]
        if words[0] == "cp":
            subprocess.run(words, check=True)
            continue
        assert words[:3] == ["python3", "run.py", "admin"]
        done = halfturn(*words[2:])
        assert done.returncode == (2 if "salvage" in words else 0), done.stderr
        assert "nothing is known to be lost" not in done.stdout
    with Running(data) as server:
        assert Browser(server.port).ask("GET", "/readyz").status == 200
    assert (tmp_path / "damaged" / FILE_NAME).read_bytes() == damaged
    assert (data / f"{FILE_NAME}.before-1").read_bytes() == damaged
