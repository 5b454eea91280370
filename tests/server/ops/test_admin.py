"""Looking after the data: copies beside a running server, numbers, and one person's part."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.core.errors import HalfturnError
from halfturn.server.ops import admin
from halfturn.server.people.names import FORGOTTEN
from halfturn.server.people.privacy import PURPOSES
from halfturn.server.storage.data_folder import DataFolder, FolderInUse
from halfturn.server.storage.database import prepare
from halfturn.server.storage.store import FILE_NAME
from tests.support.backups import check_copy, copy_under_load, stand
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.postgres import ON_POSTGRES, database_of
from tests.support.server_process import Running
from tests.support.stored_data import everything

NAME = "Ada Unmistakable"


def halfturn(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "halfturn", "admin", *words],
        check=False,
        input="",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "HALFTURN_DATABASE": database_of(Path(words[-1]))},
    )


of_the_file = pytest.mark.skipif(ON_POSTGRES, reason="about the file; test_moving.py does it there")


@of_the_file
def test_a_copy_made_under_load_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    """What had been acknowledged when the copy began is in it, and every table can be folded."""

    known = copy_under_load(tmp_path)
    assert admin.restore(tmp_path / "elsewhere", tmp_path / "copy") is None
    there, now = stand(tmp_path / "elsewhere"), stand(tmp_path / "data")
    check_copy(there, now, known, tmp_path / "elsewhere")
    # Put back where it came from: what was there is kept.
    before = admin.restore(tmp_path / "data", tmp_path / "copy")
    assert before is not None
    assert stand(tmp_path / "data") == there
    (tmp_path / "older").mkdir()
    shutil.copy(before, tmp_path / "older" / FILE_NAME)
    assert stand(tmp_path / "older") == now


@of_the_file
def test_what_is_no_copy_is_not_put_in_place(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    prepare(data / FILE_NAME)
    before = (data / FILE_NAME).read_bytes()
    (tmp_path / "nonsense").write_bytes(b"no database " * 500)
    foreign = sqlite3.connect(tmp_path / "foreign")
    foreign.execute("CREATE TABLE other (x)")
    foreign.execute("PRAGMA user_version = 99")
    foreign.close()
    torn = bytearray(before)
    torn[4096 : len(torn) // 2] = bytes(len(torn) // 2 - 4096)
    (tmp_path / "torn").write_bytes(torn)
    for name in ("nonsense", "foreign", "torn", "missing"):
        with pytest.raises(HalfturnError, match=str(tmp_path / name)):
            admin.restore(data, tmp_path / name)
        assert (data / FILE_NAME).read_bytes() == before
    with pytest.raises(HalfturnError, match="nothing is overwritten"):
        admin.backup(data, tmp_path / "torn")
    with DataFolder(data), pytest.raises(FolderInUse):
        admin.restore(data, tmp_path / "foreign")
    with pytest.raises(HalfturnError, match="no tables"):
        admin.stats(tmp_path / "nowhere")


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Running(data, module="tests.support.quick_server") as server:
        one, other = Browser(server.port), Browser(server.port)
        for each in (one, other):
            each.post("/api/v1/me", {"name": NAME})
        one.new_table(["me", "bot:random"], options=["first_player=A"])
        done = halfturn("backup", str(tmp_path / "copy"), "--data", str(data))
        assert done.returncode == 0, done.stderr
        assert "checked" in done.stdout
        shown = json.loads(halfturn("stats", "--json", "--data", str(data)).stdout)
        assert shown["people"] == 2
        assert shown["tables"] == shown["tables whose game is not over"] == 1
        assert shown["games"] == {"swirling-heroes": 1}
        assert shown["games begun"] == 1
        assert shown["tables that cannot be opened"] == []
        asked = halfturn("export", NAME, "--data", str(data))
        assert asked.returncode == 1
        assert "2 people are called" in asked.stderr
        number = asked.stderr.split("number: ")[1].split()[0]
        exported = json.loads(halfturn("export", number, "--data", str(data)).stdout)
        assert exported["person"] == {"id": number, "name": NAME}
        assert len(exported["tables"]) == 1
        running = halfturn("delete", number, "--yes", "--data", str(data))
        assert running.returncode == 1
        assert "another Halfturn server is using" in running.stderr or ON_POSTGRES
        assert "stop it first" in running.stderr or not ON_POSTGRES
        server.stop()
    unanswered = halfturn("delete", number, "--data", str(data))
    assert (unanswered.returncode, unanswered.stderr) == (1, "halfturn: nothing was done\n")
    done = halfturn("delete", number, "--yes", "--data", str(data))
    assert done.returncode == 0, done.stderr
    assert halfturn("export", number, "--data", str(data)).stdout.count(NAME) == 0
    where = tmp_path / "elsewhere" if ON_POSTGRES else data  # a database has to be empty
    assert halfturn("restore", str(tmp_path / "copy"), "--data", str(where)).returncode == 0
    data = where
    told = halfturn("stats", "--data", str(data)).stdout
    assert told.startswith("people: 2\ntables: 1 (1 of swirling-heroes)\n")
    assert told.endswith(" MB\nevery table can be opened\n")
    assert halfturn("export", "Nobody", "--data", str(data)).returncode == 1


def test_somebody_gets_all_that_is_kept_about_them_and_nothing_else(
    browser: Callable[[], Browser],
) -> None:
    async def go() -> None:
        host, guest = browser(), browser()
        assert host.ask("GET", "/api/v1/me/data").status == 404
        host.post("/api/v1/me", {"name": NAME})
        table, invite = host.new_table(["me", "open"], preset="random")
        assert guest.join(table, invite).status == 200
        tab, hers = await host.open(table), await guest.open(table)
        found = host.get("/api/v1/me/data")
        assert found["person"]["name"] == NAME
        assert found["purposes"] == PURPOSES
        (running,) = found["tables"]
        assert running["now"]["view"] == tab.now["view"]  # the own one, while it is played
        assert running["records"] == []
        assert running["now"]["view"] != hers.now["view"]
        await tab.request("resign")
        (over,) = host.get("/api/v1/me/data")["tables"]
        assert len(over["records"]) == 1

    run(go)


def test_somebody_who_is_forgotten_leaves_no_trace(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            host, guest = Browser(server.port), Browser(server.port)
            host.post("/api/v1/me", {"name": "Adelaide Before"})
            host.post("/api/v1/me", {"name": NAME})
            table, invite = host.new_table(["me", "open"])
            assert guest.join(table, invite).status == 200
            tab, hers = await host.open(table), await guest.open(table)
            await hers.until(lambda update: update["seats"][0]["name"] == NAME)
            assert host.ask("DELETE", "/api/v1/me").status == 403  # no page of ours asks
            cookie = host.cookie
            gone = host.ask("DELETE", "/api/v1/me", headers={"Origin": host.origin})
            assert gone.status == 200
            assert "Max-Age=0" in gone.headers["Set-Cookie"]
            assert await tab.closed() == 1008
            await hers.until(lambda update: update["seats"][0]["name"] == FORGOTTEN)
            host.cookie = cookie
            assert host.get("/api/v1/me") == {"name": ""}
            assert host.get("/api/v1/tables") == []
            watching = await host.open(table)
            assert watching.now["seat"] is None
            assert host.ask("DELETE", "/api/v1/me", headers={"Origin": host.origin}).status == 404
            for _ in range(int(PATIENCE * 10)):  # the journal is emptied soon, not at once
                left = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
                left += repr(everything(tmp_path)).encode()
                if NAME.encode() not in left:
                    break
                await asyncio.sleep(0.1)
            assert NAME.encode() not in left
            assert b"Adelaide" not in left

    run(go)
    assert len(stand(tmp_path, database_of(tmp_path))) == 1  # the game is as it was


def test_without_care_a_trace_would_be_found(tmp_path: Path) -> None:
    """The check above, proved: SQLite by itself leaves what it wrote over where it was."""
    path = tmp_path / "plain"
    db = sqlite3.connect(path)
    db.execute("PRAGMA secure_delete = OFF")
    db.execute("CREATE TABLE people (name TEXT)")
    db.execute("INSERT INTO people VALUES (?)", (NAME,))
    db.commit()
    db.execute("DELETE FROM people")
    db.commit()
    db.close()
    assert NAME.encode() in path.read_bytes()


@of_the_file
def test_everything_that_is_stored_has_a_purpose(tmp_path: Path) -> None:
    prepare(tmp_path / FILE_NAME)
    db = sqlite3.connect(tmp_path / FILE_NAME)
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {
        f"{table}.{column[1]}"
        for table in tables
        for column in db.execute(f"PRAGMA table_info({table})")
    }
    db.close()
    assert columns == set(PURPOSES)
