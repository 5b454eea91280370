"""Tables that nobody needs any more are deleted, with all that belongs to them, and no others."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from halfturn.server.ops import admin
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person
from halfturn.server.people.names import FORGOTTEN, NAMELESS
from halfturn.server.protocol.updates import NO_TABLE
from halfturn.server.storage.database import SCHEMA, StoreFailed
from halfturn.server.storage.retention import Retention
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import DAY, OF_A_TABLE, Line, OldTable, Store
from halfturn.server.tables.fair_deal import FairDealer
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import Row
from halfturn.server.transport.connection import Connection
from tests.support.filled_database import SECRET, played
from tests.support.http_client import Browser, run
from tests.support.node_cluster import Several, eventually
from tests.support.patience import PATIENCE
from tests.support.postgres import database_of, shared
from tests.support.server_process import quick
from tests.support.stored_data import everything, kept

NOW = int(time.time())
NAMES = {1: "Ada", 2: NAMELESS, 3: FORGOTTEN, 4: NAMELESS}
TABLES = {
    # who sits there, whether it has begun, whether it is over, days since the last change
    "waiting": ((1,), False, False, 31),
    "waiting-a-little": ((1,), False, False, 29),
    "waiting-empty": ((), False, False, 31),
    "named-running": ((1, 2), True, False, 5000),
    "nameless-running": ((2, 3), True, False, 181),
    "nameless-pausing": ((2, 3), True, False, 179),
    "named-over": ((1, 3), True, True, 5000),
    "nameless-over": ((2, 4), True, True, 366),
    "nameless-just-over": ((2, 4), True, True, 364),
    "bots-over": ((), True, True, 366),
    "old-bot-over": ((5, 2), True, True, 5000),
}
GONE = {"waiting", "waiting-empty", "nameless-running", "nameless-over", "bots-over"}


def fill(folder: Path, database: str = "") -> None:
    """All these tables, each with everything that can belong to one."""

    async def go(store: Store) -> None:
        for person, name in NAMES.items():
            await store.add_person(Person(person, name), bytes([person]) * 32)
        await store.add_bot(Person(5, "Robot"), 2, b"t" * 32, "read play")
        log = played(1)
        for id, (people, begun, over, _) in TABLES.items():
            rows: list[Row] = log if begun else log[:1]
            sitting = dict(enumerate(people))
            await store.make_table(id, f"to {id}", sitting, rows[:1], {1: SECRET}, False, open=True)
            if begun:
                await store.append(id, rows[1:], {2: SECRET}, over=over)
            await store.say(id, Line(1, 0, "", f"hello {id}"), "0:1", people[0] if people else 1)

    store = Store(folder, database)
    try:
        asyncio.run(go(store))
    finally:
        store.close()

    def change(sql: str, *values: object) -> None:
        kept(folder, sql, *values, database=database)

    for id, (*_, days) in TABLES.items():
        change("UPDATE tables SET changed_at = ? WHERE id = ?", NOW - days * DAY, id)
        change("INSERT INTO deadlines VALUES (?, ?)", id, 10**15)
        change("INSERT INTO leases VALUES (?, '', 3)", id)


def left(folder: Path, database: str = "") -> dict[str, set[str]]:
    """The tables of which anything is left, by where."""
    rows = kept(folder, "SELECT id FROM tables", database=database)
    found: dict[str, set[str]] = {"tables": {id for (id,) in rows}}
    for name in ("talk", "lobby", "deadlines", "seeds", "seats", "log", "leases"):
        sql = f"SELECT DISTINCT table_id FROM {name} WHERE table_id <> '*'"
        rows = kept(folder, sql, database=database)
        found[name] = {id for (id,) in rows}
    return found


def assert_gone(folder: Path, gone: set[str], database: str = "") -> None:
    """Whether these tables are gone without a trace, and of no other one a row."""
    whole = TABLES.keys() - gone
    found = left(folder, database)
    assert found["tables"] == whole
    for name in ("talk", "deadlines", "log", "seeds"):
        assert found[name] == whole, name
    assert found["seats"] == {id for id in whole if TABLES[id][0]}
    assert found["lobby"] == {id for id in whole if not TABLES[id][1]}
    assert found["leases"] == whole
    assert len(everything(folder, database)["people"]) == 5


def in_a_server(folder: Path, do: Callable[[Hub], Awaitable[None]], **more: Any) -> None:
    store = Store(folder)

    async def go() -> None:
        hub = Hub(store, Settings(thinkers=0, **more), lambda secret, *_: FairDealer(secret))
        try:
            await do(hub)
        finally:
            await hub.close()

    try:
        asyncio.run(go())
    finally:
        store.close()


async def swept(hub: Hub) -> None:
    """A whole pass, as many ticks as it takes."""
    before = hub._upkeep._swept
    for _ in range(100):
        await hub._upkeep.sweep()
        if hub._upkeep._swept != before:
            return
    raise AssertionError("it never ends")


def test_tables_are_deleted_when_their_time_is_over(tmp_path: Path) -> None:
    fill(tmp_path)

    async def go(hub: Hub) -> None:
        await swept(hub)
        assert hub.room("waiting") is None
        again = hub._upkeep._swept
        await hub._upkeep.sweep()  # not before tomorrow
        assert hub._upkeep._swept == again

    in_a_server(tmp_path, go)
    assert_gone(tmp_path, GONE)


def test_zero_days_are_for_ever(tmp_path: Path) -> None:
    fill(tmp_path)
    in_a_server(tmp_path, swept, keep_unstarted=0, keep_abandoned=0, keep_finished=0)
    assert_gone(tmp_path, set())
    in_a_server(tmp_path, swept, keep_unstarted=0, keep_abandoned=0, keep_finished=300)
    assert_gone(tmp_path, {"nameless-over", "nameless-just-over", "bots-over"})


def test_what_has_changed_meanwhile_is_kept(tmp_path: Path) -> None:
    fill(tmp_path)

    async def go(hub: Hub) -> None:
        ((changed,),) = hub.store._all("SELECT changed_at FROM tables WHERE id = ?", ("waiting",))
        await hub.store.say("waiting", Line(2, 0, "", "still here"), "0:2", 1)
        assert not await hub.delete_table("waiting", changed + 1)
        room = hub.room("waiting-empty")
        assert room is not None
        async with room.lock:  # somebody is about to do something
            assert not await hub.delete_table("waiting-empty")
        await swept(hub)

    in_a_server(tmp_path, go)
    assert_gone(tmp_path, GONE - {"waiting"})


def test_a_database_that_fails_is_not_asked_again_with_every_tick(tmp_path: Path) -> None:
    fill(tmp_path)

    async def go(hub: Hub) -> None:
        asked = []

        async def fails(*words: object) -> list[OldTable]:
            asked.append(words)
            raise StoreFailed("it is damaged")

        hub.store.old_tables = fails  # type: ignore[method-assign,assignment]
        for _ in range(3):
            await hub._upkeep.sweep()
        assert len(asked) == 1

    in_a_server(tmp_path, go)
    assert_gone(tmp_path, set())


def test_a_change_is_noted_once_a_day(tmp_path: Path) -> None:
    fill(tmp_path)

    async def go(hub: Hub) -> None:
        store = hub.store
        last = store.rows("named-running")[-1]
        before = int(time.time())

        def changed_at() -> int:
            return int(store._one("SELECT changed_at FROM tables WHERE id = 'named-running'", ()))

        def following(number: int) -> Row:
            return Row(last.version + number, f"key {number}", 0, "answer", b"[]")

        with pytest.raises(Taken):
            await store.append("named-running", [last])  # it is there already: nothing changes
        assert changed_at() < before
        await store.append("named-running", [following(1)])
        assert changed_at() >= before
        kept(tmp_path, "UPDATE tables SET changed_at = 7 WHERE id = 'named-running'")
        await store.append("named-running", [following(2)])
        assert changed_at() == 7
        store._today -= 1  # as if it had been yesterday
        await store.append("named-running", [following(3)])
        assert changed_at() >= before

    in_a_server(tmp_path, go)


def test_one_of_several_nodes_deletes_what_nobody_needs(tmp_path: Path) -> None:
    cluster = Several(shared(), "retention", None)
    fill(tmp_path, cluster.url)
    try:
        cluster.start(tmp_path, "")
        eventually(lambda: not left(tmp_path, cluster.url)["tables"] & GONE)
        ports = [node.port for node in cluster.nodes]

        async def go() -> None:
            for port in ports:
                one = Browser(port)
                assert await (await one.open("nameless-over", seen=None)).closed() == NO_TABLE
                assert one.ask("GET", "/api/v1/tables/nameless-over/games").status == 404
                assert (await one.open("named-over")).now["version"] > 1

        run(go)
        for node in cluster.nodes:
            assert node.stop() == 0
            assert "Traceback" not in node.complaints
        assert_gone(tmp_path, GONE, cluster.url)
    finally:
        for node in cluster.nodes:
            node.kill()


def halfturn(folder: Path, *words: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "halfturn", "admin", *words, "--data", str(folder)],
        check=False,
        input=answer,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "HALFTURN_DATABASE": database_of(folder)},
    )


def test_prune_says_what_goes_and_then_deletes_it(tmp_path: Path) -> None:
    fill(tmp_path)
    shown = halfturn(tmp_path, "prune", "--dry-run")
    assert shown.returncode == 0, shown.stderr
    *lines, last = shown.stdout.splitlines()
    assert {line.split()[0] for line in lines} == GONE
    assert last == "5 tables would be deleted"
    assert_gone(tmp_path, set())
    older = halfturn(tmp_path, "prune", "--dry-run", "--older-than", "170").stdout
    assert "nameless-pausing  last change" in older
    assert "\nwaiting " not in f"\n{older}"
    done = halfturn(tmp_path, "prune")
    assert done.stdout.endswith("5 tables deleted\n"), done.stderr
    assert_gone(tmp_path, GONE)


def test_delete_table_asks_and_needs_the_server_to_be_stopped(tmp_path: Path) -> None:
    fill(tmp_path)
    wrong = halfturn(tmp_path, "delete-table", "nowhere", "--yes")
    assert (wrong.returncode, wrong.stderr) == (1, "halfturn: there is no table 'nowhere' here\n")
    asked = halfturn(tmp_path, "delete-table", "named-over", answer="n\n")
    assert asked.returncode == 1
    assert "named-over (Swirling Heroes, Ada, Deleted player)" in asked.stdout
    assert_gone(tmp_path, set())
    with quick(tmp_path) as server:
        refused = halfturn(tmp_path, "delete-table", "named-over", "--yes")
        assert refused.returncode == 1
        assert "server" in refused.stderr
        server.stop()
    now = left(tmp_path)["tables"]
    assert "named-over" in now
    done = halfturn(tmp_path, "delete-table", "named-over", "--yes")
    assert done.returncode == 0, done.stderr
    assert left(tmp_path)["tables"] == now - {"named-over"}
    assert all("named-over" not in ids for ids in left(tmp_path).values())


def test_what_leads_to_a_deleted_table_says_so(tmp_path: Path) -> None:
    async def go() -> None:
        with quick(tmp_path) as server:
            one = Browser(server.port)
            table, invite = one.new_table(["me", "open"])
            other, _ = one.new_table(["me", "open"])
            server.stop()
        await asyncio.to_thread(admin.delete_table, tmp_path, table, database_of(tmp_path))
        with quick(tmp_path) as server:
            one.port = server.port
            assert await (await one.open(table, seen=None)).closed() == NO_TABLE
            assert one.join(table, invite).status == 404
            assert one.ask("GET", f"/api/v1/tables/{table}/games").status == 404
            assert [each["table"] for each in one.get("/api/v1/tables")] == [other]

    run(go)


def test_who_has_a_deleted_table_open_is_told(tmp_path: Path) -> None:
    """Nobody deletes such a table; but a tab may be opened in the very moment."""
    fill(tmp_path)

    class Late(Connection):
        told: tuple[int, str] = 0, ""

        def close(self, code: int, reason: str) -> None:
            self.told = code, reason

    nowhere: Any = None

    async def go(hub: Hub) -> None:
        late, delete = Late(nowhere, None, None, hub.settings), hub.store.delete_table

        async def slowly(*words: object) -> bool:
            gone = await delete(*words)  # type: ignore[arg-type]
            room = hub.room("named-over") or hub._rooms["named-over"]
            room.connections.add(late)
            return gone

        hub.room("named-over")
        hub.store.delete_table = slowly  # type: ignore[method-assign,assignment]
        assert await hub.delete_table("named-over")
        assert late.told == (NO_TABLE, "this table has been deleted")
        assert hub.room("named-over") is None

    in_a_server(tmp_path, go)


def test_the_defaults_are_those_of_the_settings() -> None:
    from inspect import signature

    from halfturn.commands.admin import prune
    from halfturn.commands.serve import serve

    for command in (prune, serve):
        values = {name: each.default for name, each in signature(command).parameters.items()}
        kept = Retention(*(values[f"keep_{name}"] for name in Retention._fields))
        assert kept == Retention.of(Settings())
    assert Retention.of(Settings()) == (30, 180, 365)


def test_whatever_belongs_to_a_table_is_deleted_with_it() -> None:
    """A new table that refers to tables has to be deleted from, too."""
    db = sqlite3.connect(":memory:")
    db.executescript(SCHEMA)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    belonging = {
        name
        for name in names
        for column in db.execute(f"PRAGMA table_info({name})")
        if column[1] == "table_id"
    }
    db.close()
    assert belonging == set(OF_A_TABLE)
