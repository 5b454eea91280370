"""Files of an older Halfturn are taken over whole, whenever somebody pulls the plug."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from halfturn.server.people.devices import UNKNOWN, KnownDevice
from halfturn.server.people.identity import Person
from halfturn.server.storage import database, migrations
from halfturn.server.storage.database import SCHEMA, Unusable, connect, prepare
from halfturn.server.storage.migrations import HEAD, KNOWN, revision, upgrade
from halfturn.server.storage.migrations.versions import v0001_the_first_tables as first
from halfturn.server.storage.store import FILE_NAME, Store
from tests.support.patience import PATIENCE

ROWS = 200


def old_file(folder: Path) -> Path:
    """A file as the first Halfturn wrote it, with people and a log in it."""
    path = folder / FILE_NAME
    db = connect(path)
    db.executescript("BEGIN;" + ";".join(first.STATEMENTS) + "; PRAGMA user_version = 1; COMMIT")
    db.execute("INSERT INTO people VALUES (7, x'0102', 'Ada')")
    db.execute("INSERT INTO tables VALUES ('t', 'code', 1, 1234)")
    db.execute("INSERT INTO seats VALUES ('t', 0, 7)")
    db.execute("INSERT INTO seeds VALUES ('t', 1, x'ff')")
    for version in range(1, ROWS + 1):
        db.execute("INSERT INTO log VALUES ('t', ?, ?, 0, 'answer', x'00')", (version, version))
    db.close()
    return path


def shape(path: Path) -> dict[str, Any]:
    """How far a file is and what tables there are, whichever way they came to be so."""
    db = sqlite3.connect(path)
    try:
        found: dict[str, Any] = {"revision": revision(db)}
        for _, name, kind, _, rowid, strict in db.execute("PRAGMA table_list").fetchall():
            if kind != "table" or name.startswith("sqlite_"):
                continue
            indexes = {}
            for _, index, unique, origin, partial in db.execute(f"PRAGMA index_list({name})"):
                columns = tuple(each[2] for each in db.execute(f"PRAGMA index_info({index})"))
                indexes[columns, origin] = unique, partial
            found[name] = (
                rowid,
                strict,
                db.execute(f"PRAGMA table_xinfo({name})").fetchall(),
                db.execute(f"PRAGMA foreign_key_list({name})").fetchall(),
                indexes,
            )
        return found
    finally:
        db.close()


def content(path: Path) -> dict[str, Any]:
    """Every value that the first Halfturn wrote, wherever it is by now."""
    columns = {
        "people": "id, name",
        "tables": "id, invite, bot_turn, made_at",
        "seats": "*",
        "seeds": "*",
        "log": "*",
        "facts": "*",
    }
    db = sqlite3.connect(path)
    try:
        found = {
            table: db.execute(f"SELECT {names} FROM {table}").fetchall()
            for table, names in columns.items()
        }
        has_devices = revision(db) == HEAD
        tokens = "person, token_hash FROM devices" if has_devices else "id, token_hash FROM people"
        return found | {"tokens": db.execute(f"SELECT {tokens}").fetchall()}
    finally:
        db.close()


def test_an_old_file_becomes_what_a_new_one_is_and_loses_nothing(tmp_path: Path) -> None:
    old = old_file(tmp_path)
    before = content(old)
    assert len(before["log"]) == ROWS
    prepare(old)
    (tmp_path / "new").mkdir()
    new = tmp_path / "new" / FILE_NAME
    prepare(new)
    assert shape(old) == shape(new)
    assert content(old) == before
    for path in (old, new):
        db = connect(path)
        assert revision(db) == HEAD
        assert db.execute("PRAGMA user_version").fetchone()[0] == migrations.TAKEN_OVER
        db.close()
    store = Store(tmp_path)
    assert store.name(7) == "Ada"
    known = store.signed_in(bytes([1, 2]))
    assert known is not None
    assert known.person == Person(7, "Ada")
    (device,) = store.devices_of(7)
    assert device == KnownDevice(known.device, UNKNOWN, made_at=0, used_at=0)
    assert len(store.rows("t")) == ROWS
    assert store.open_tables_of(7) == 1
    store.close()


def test_only_people_who_can_have_a_cookie_are_signed_in_after_it(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    old_file(tmp_path)
    upgrade(path, connect, "0005")
    db = connect(path)
    db.execute("INSERT INTO people VALUES (8, x'08', 'Deleted player')")
    db.execute("INSERT INTO people VALUES (9, x'09', 'Marvin')")
    db.execute("INSERT INTO bots VALUES (9, 7, x'0909', 'read play', 1)")
    db.execute("INSERT INTO codes VALUES (x'01', x'02', x'03', 4)")
    db.close()
    store = Store(tmp_path)
    assert [len(store.devices_of(person)) for person in (7, 8, 9)] == [1, 0, 0]
    assert store.signed_in(b"\x08") is None
    assert store.bot(b"\x09\x09") == (9, "Marvin", 7, "read play")
    store.close()


def test_a_step_that_leaves_a_row_without_what_it_refers_to_is_undone(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    was = shape(path)
    db = sqlite3.connect(path)
    db.execute("DELETE FROM people")  # behind the server's back: seats refer to nobody
    db.commit()
    db.close()
    with pytest.raises(sqlite3.IntegrityError):
        upgrade(path, connect)
    assert shape(path) == was


def test_a_copy_is_made_before_anything_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_file(tmp_path)
    before = content(path)

    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("the disk is on fire")

    with monkeypatch.context() as patch:
        patch.setattr(database, "upgrade", fails)
        with pytest.raises(Unusable, match="on fire"):
            prepare(path)
    copy = tmp_path / f"{FILE_NAME}.before-{HEAD}.backup"
    assert content(copy) == before
    assert shape(copy)["revision"] == "0001"
    assert copy.stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    old = tmp_path / "old"
    copy.replace(old)
    for _ in range(4):  # an old one is put back, and started again
        shutil.copy(old, path)
        prepare(path)
        assert shape(path)["revision"] == HEAD
    # The last few are kept, and a current file is not copied at all.
    prepare(path)
    kept = list(tmp_path.glob("*.backup*"))
    assert len(kept) == database.COPIES
    assert all(content(each) == before for each in kept)


def test_without_room_for_the_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_file(tmp_path)
    before = path.read_bytes()
    full = shutil.disk_usage(tmp_path)._replace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)
    with pytest.raises(Unusable, match=r"1 MB are free. Nothing was changed: make room"):
        prepare(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.backup*")) == []


def test_every_step_is_known_and_leads_to_the_next() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    assert [each.revision for each in scripts.walk_revisions()] == list(reversed(KNOWN))


def test_every_column_is_said_to_be_strict() -> None:
    """Except Alembic's own table, which it makes as it likes."""
    made = re.findall(r"CREATE TABLE (\w+)", SCHEMA)
    assert SCHEMA.count("STRICT") == len(made) - 1


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    db = connect(path)
    db.execute("PRAGMA user_version = 7")
    db.close()
    before = path.read_bytes()
    with pytest.raises(Unusable, match="another Halfturn"):
        prepare(path)
    assert path.read_bytes() == before


KILLED = """
import os, signal, sys
import alembic.command, sqlalchemy.dialects.sqlite  # once, not in every child
from pathlib import Path
from halfturn.server.storage.database import connect
from halfturn.server.storage.migrations import upgrade

def deadly(path):
    db = connect(path)
    def count(statement):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
    db.set_trace_callback(count)
    return db

for path in sys.argv[1:]:
    left = int(Path(path).parent.name)
    child = os.fork()
    if child == 0:
        upgrade(Path(path), deadly)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 on Windows")
def test_killed_at_any_statement_it_is_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    old = old_file(tmp_path)
    before, was = content(old), shape(old)
    (tmp_path / "new").mkdir()
    prepare(tmp_path / "new" / FILE_NAME)
    new = shape(tmp_path / "new" / FILE_NAME)
    paths = []
    for statement in range(70):  # more than there are
        folder = tmp_path / str(statement)
        folder.mkdir()
        paths.append(folder / FILE_NAME)
        shutil.copy(old, paths[-1])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KILLED, *map(str, paths)],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    ends = [int(line) for line in done.stdout.split()]
    killed = ends.count(-signal.SIGKILL)
    assert ends == [-signal.SIGKILL] * killed + [0] * (len(paths) - killed)
    assert 10 < killed < len(paths)
    for path in paths:
        assert shape(path) in (was, new)
        prepare(path)  # the next start finishes what was begun
        assert shape(path) == new
        assert content(path) == before


def test_a_step_that_commits_by_itself_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check above, proved: without one transaction around all there is something between."""
    path = old_file(tmp_path)
    was = shape(path)
    monkeypatch.setattr(
        sqlite3, "connect", lambda *words, **more: _Hasty(*words, **{**more, "factory": _Hasty})
    )
    with pytest.raises(sqlite3.DatabaseError):
        upgrade(path, connect)
    monkeypatch.undo()
    (tmp_path / "new").mkdir()
    prepare(tmp_path / "new" / FILE_NAME)
    assert shape(path) not in (was, shape(tmp_path / "new" / FILE_NAME))


class _Hasty(sqlite3.Connection):
    """A connection that takes no notice of transactions, and fails before the last statement."""

    def __init__(self, *words: Any, factory: Any = None, **more: Any) -> None:
        super().__init__(*words, **more)
        self.set_authorizer(self._judge)

    @staticmethod
    def _judge(action: int, one: str | None, *_: Any) -> int:
        if action == sqlite3.SQLITE_TRANSACTION:
            return sqlite3.SQLITE_IGNORE
        if action == sqlite3.SQLITE_UPDATE and one == "alembic_version":
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK
