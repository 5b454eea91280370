"""PostgreSQL as a place for tables: the same as SQLite's file, and errors in words."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from halfturn.core.errors import HalfturnError
from halfturn.server.cluster.leases import Lease
from halfturn.server.ops import admin
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage import migrations, postgres_connection
from halfturn.server.storage.database import SCHEMA, Fenced, StoreFailed, Unusable
from halfturn.server.storage.migrations import dialect
from halfturn.server.storage.postgres import _in_order
from halfturn.server.storage.sqlite_writer import Batch, Taken
from halfturn.server.storage.store import Store
from halfturn.server.storage.transfer import COLUMNS, OF_THE_MOMENT
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import Row
from halfturn.server.tables.prefetch import TOGETHER, Prefetch
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.postgres import PASSWORD, Postgres, shared
from tests.support.server_process import quick
from tests.support.stored_data import kept

NOWHERE = Path("/nowhere")


@pytest.fixture
def postgres() -> Postgres:
    return shared()


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.database()


def row(version: int, key: str = "", body: bytes = b"{}") -> Row:
    return Row(version, key or f"key {version}", 0, "answer", body)


def with_store(database: str, test: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    store = Store(NOWHERE, database)
    try:

        async def go() -> None:
            await store.make_table("t", "code", {}, [row(1)], {1: b"secret"}, True)
            await test(store)

        asyncio.run(go())
    finally:
        store.close()


# ---- what cannot be used is named ----


def refused(url: str) -> str:
    with pytest.raises(HalfturnError) as caught:
        Store(NOWHERE, url)
    assert PASSWORD not in str(caught.value)
    return str(caught.value)


def test_what_cannot_be_used_is_told_in_words_without_the_password(postgres: Postgres) -> None:
    assert "expected the address of a database" in refused("mysql://a:b@c/d")
    assert "expected the address of a database" in refused("postgresql://a:b@c:x/d")
    assert "no PostgreSQL can be reached" in refused("postgresql://a:b@127.0.0.1:1/d")
    assert "lets nobody in" in refused(postgres.url(password="wrong"))
    assert "createdb" in refused(postgres.url("missing"))
    foreign = postgres.database()
    name = foreign.rpartition("/")[2]
    postgres.run("CREATE TABLE other (x INT)", name)
    assert "another Halfturn (format table other" in refused(foreign)
    newer = postgres.database()
    Store(NOWHERE, newer).close()
    kept(NOWHERE, "UPDATE alembic_version SET version_num = '9999'", database=newer)
    assert "another Halfturn (format 9999" in refused(newer)


def test_an_old_postgresql_and_one_that_does_not_sync_are_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(postgres_connection, "OLDEST", 999)
        assert "expected PostgreSQL 999 or newer" in refused(database)
    monkeypatch.setitem(postgres_connection.SETTINGS, "synchronous_commit", "off")
    assert "synchronous_commit" in refused(database)


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "halfturn[nodes]" in refused("postgresql://a:b@c/d")


def test_the_command_line_takes_the_address_from_the_environment() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import os; os.environ['HALFTURN_DATABASE'] = 'nonsense://x:y@z/'\n"
         "import sys; sys.argv[1:] = ['serve', '--port', '0']\n"
         "from halfturn.cli import main; main()"],
        check=False, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("halfturn: expected the address of a database")


# ---- what is kept ----


def test_rows_are_there_after_it_is_opened_again(database: str) -> None:
    async def write(store: Store) -> None:
        await store.add_person(Person(7, "Ada"), b"hash")
        await store.append("t", [row(2), row(3)], sits=(0, 7), bot_turn=False, over=True)
        await store.set_uptime(5)
        await store.set_uptime(6)
        await store.check()
        assert store.census() == (0, 1, 1, 0)

    with_store(database, write)
    store = Store(NOWHERE, database)
    assert store.rows("t") == [row(1), row(2), row(3)]
    assert store.secret("t", 1) == b"secret"
    assert (store.uptime, store.sitting("t"), store.tables_of(7)) == (6, {0: 7}, ["t"])
    assert store.tables_of_bots() == []
    store.close()


def test_one_that_is_in_the_way_does_not_hurt_the_others(database: str) -> None:
    """A version that is taken, a value that cannot be: the rest of the group is written."""

    async def race(store: Store) -> None:
        # The first is on its way while all others gather, and these are one group.
        outcomes = await asyncio.gather(
            *(store.append("t", [row(2, f"key of {each}")]) for each in range(20)),
            store.append("t", [row(2**70)]),
            store.append("t", [Row(9, "\ud800", 0, "answer", b"")]),
            store.append("t", [Row(9, "with a \0", 0, "answer", b"")]),
            store.make_table("t", "the second of that name", {}, [row(1)], {}, False),
            store.make_table("u", "code", {}, [row(1)], {}, False),
            return_exceptions=True,
        )
        assert outcomes[:20].count(None) == 1
        assert [type(each) for each in outcomes[20:]] == [StoreFailed] * 3 + [Taken, type(None)]
        assert sum(isinstance(each, Taken) for each in outcomes) == 20
        assert [each.version for each in store.rows("t")] == [1, 2]
        assert len(store.rows("u")) == 1
        with pytest.raises(Taken):
            await store.append("t", [row(3), row(4, "key 1"), row(5)])
        assert len(store.rows("t")) == 2

    with_store(database, race)


def test_what_playing_writes_goes_in_under_its_lease_or_not_at_all(database: str) -> None:
    """Moves, ends and beginnings of games at several tables, written together."""

    async def play(store: Store) -> None:
        for table in "abcde":
            lease = Lease(table, "gone" if table == "c" else "here", 1)
            await store.make_table(
                table, "", {}, [row(1)], {1: b"1"}, False, open=True, lease=lease
            )
        two: dict[int, bytes] = {2: b"2", 3: b"3"}
        here = {table: Lease(table, "here", 1) for table in "abcde"}
        outcomes = await asyncio.gather(
            store.append("t", [row(2)]),  # on its way while the others gather
            store.append("a", [row(2), row(3)], lease=here["a"]),
            store.append("b", [row(2)], over=True, lease=here["b"]),
            store.append("c", [row(2)], two, over=True, lease=here["c"]),
            store.append("d", [row(2)], two, over=False, lease=here["d"]),
            store.append("e", [row(2)], lease=here["e"]._replace(epoch=2)),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes] == [type(None)] * 3 + [
            Fenced,
            type(None),
            Fenced,
        ]
        assert [len(store.rows(table)) for table in "abcde"] == [3, 2, 1, 2, 1]
        assert [store.secret(table, 3) for table in "cd"] == [None, b"3"]
        assert set(store.lobby()) == {*"abce"}
        over = store._all("SELECT id, over FROM tables ORDER BY id", ())
        assert over == [*((table, int(table == "b")) for table in "abcde"), ("t", 0)]
        # One that is in the way does not hurt the others here either.
        again = await asyncio.gather(
            store.append("t", [row(3)]),
            store.append("a", [row(4)], over=True, lease=here["a"]),
            store.append("b", [row(2)], lease=here["b"]),
            store.append("d", [row(3)], lease=here["d"]),
            return_exceptions=True,
        )
        assert [type(each) for each in again] == [type(None)] * 2 + [Taken, type(None)]

    with_store(database, play)


def test_a_list_is_read_beside_the_loop(database: str) -> None:
    """For tables that are not in memory the loop does not stand still; what changes meanwhile is
    not shown as it was.
    """

    async def look(store: Store) -> None:
        one, other = Hub(store, Settings()), Hub(store, Settings())
        person, _ = await one.new_person("Ada")
        wish = NewTable(game="swirl", seats=["me", "me"], games=1)
        made = [(await one.make_table(person, wish)).table for _ in range(TOGETHER + 2)]
        known = await one.tables_of(person)
        assert len(known) == len(made)
        engine: Any = store.engine
        read, asked = engine.read, list[str]()

        def noted(sql: str, values: Sequence[Any]) -> list[Any]:
            asked.append(sql)
            return list(read(sql, values))

        engine.read = noted
        assert await other.tables_of(person) == known
        assert len(asked) == 1  # which tables they are
        await Prefetch(other, ()).open(["nowhere", "no such \0 name", made[0]])
        # A table that came from another node while it was read is read again when it is opened.
        third, beside = Hub(store, Settings()), engine.read_beside

        async def meanwhile(sql: str, values: Sequence[Any]) -> list[Any]:
            third._changed_hands(made[0])
            return list(await beside(sql, values))

        engine.read_beside = meanwhile
        await third.ahead.open(made[:1])
        assert third.rooms == 0
        for hub in (one, other, third):
            await hub.close()

    with_store(database, look)


def test_equal_statements_go_together_and_every_batch_keeps_its_order() -> None:
    def batch(words: str) -> Batch:
        return Batch([(word, (word,)) for word in words], None)  # type: ignore[arg-type]

    def order(*batches: str) -> list[tuple[str, int]]:
        return [(sql, len(rows)) for sql, rows in _in_order(map(batch, batches))]

    assert order("l", "ll", "l") == [("l", 4)]
    assert order("tsl", "l", "ld") == [("t", 1), ("s", 1), ("l", 3), ("d", 1)]
    assert order("ab", "ba") == [("a", 1), ("b", 2), ("a", 1)]


def test_what_postgresql_cannot_keep_is_refused_at_the_door(tmp_path: Path, database: str) -> None:
    """NUL characters in names, options, seats, keys, talk, notation and addresses."""

    async def go(one: Browser) -> None:
        table, _ = one.new_table(["me", "bot:random"], talk="free", options=["first_player=A"])
        tab = await one.open(table)
        assert (await tab.request("say", text="a\0b"))["result"] == "illegal"
        token = tab.now["question"]["token"]
        assert (await tab.request("move", token=token, answers=["a\0b"]))["result"] == "illegal"
        assert (await tab.request("move", token="a\0b", answers=["a"]))["result"] != "ok"
        assert (await tab.move_first())["result"] == "ok"

    server = quick(tmp_path)
    server.database = database
    with server:
        one = Browser(server.port)
        for path, body, status in (
            ("/api/v1/me", {"name": "a\0b"}, 400),
            ("/api/v1/tables", {"game": "a\0b", "seats": ["me", "me"]}, 400),
            ("/api/v1/tables", {"game": "swirl", "seats": ["me", "a\0b"]}, 400),
            ("/api/v1/tables", {"game": "swirl", "seats": ["me", "me"], "options": ["a\0=b"]}, 400),
            ("/api/v1/tables/a%00b/join", {"invite": "a\0b"}, 404),
        ):
            assert one.ask("POST", path, body).status == status, path
        assert one.ask("GET", "/api/v1/tables/a%00b/games").status == 404
        run(lambda: go(one))
        assert "Traceback" not in server.complaints
        assert "commit failed" not in server.complaints


# ---- the tables themselves ----


def shape(url: str) -> list[Any]:
    """Every column, constraint and index."""
    columns = "table_name, column_name, data_type, is_nullable, column_default, collation_name"
    return [
        kept(NOWHERE, sql, database=url)
        for sql in (
            f"SELECT {columns} FROM information_schema.columns WHERE table_schema = 'public' "
            "ORDER BY 1, 2",
            "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
            "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2",
            "SELECT version_num FROM alembic_version",
        )
    ]


def test_all_that_is_kept_is_moved_too(database: str) -> None:
    Store(NOWHERE, database).close()
    sql = "SELECT table_name, column_name FROM information_schema.columns "
    found = kept(NOWHERE, f"{sql} WHERE table_schema = 'public'", database=database)
    others = {"alembic_version", *OF_THE_MOMENT}
    there = {(table, column) for table, column in found if table not in others}
    assert there == {(table, column) for table, names in COLUMNS.items() for column in names}


def test_servers_that_start_at_once_make_the_tables_once(database: str) -> None:
    script = (
        "import sys; from pathlib import Path; from halfturn.server.storage.store import Store\n"
        "store = Store(Path('.'), sys.argv[1]); print(store.server); store.close()"
    )
    words = [sys.executable, "-c", script, database]
    started = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    names = {each.communicate(timeout=PATIENCE)[0].strip() for each in started}
    assert [each.returncode for each in started] == [0, 0, 0]
    assert len(names) == 1
    assert names != {""}


LATER = '''"""One more step."""
from halfturn.server.storage.migrations.dialect import carry_out
revision = "9998"
down_revision = "{head}"
def upgrade() -> None:
    """Take the step."""
    carry_out(("CREATE TABLE more (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",))
    {then}
'''


def test_a_database_of_an_older_halfturn_is_brought_up_to_date_or_left_alone(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a step that is taken on both; whatever goes wrong in it, nothing was done."""
    Store(NOWHERE, database).close()
    before = shape(database)
    steps = tmp_path / "migrations"
    (steps / "versions").mkdir(parents=True)
    own = Path(migrations.__file__).parent
    for file in (own / "env.py", *own.glob("versions/v*.py")):
        (steps / file.relative_to(own)).write_text(file.read_text("utf-8"), "utf-8")
    later = steps / "versions" / "v9998.py"
    monkeypatch.setattr(migrations, "HERE", steps)
    for module in (migrations, postgres_connection):
        monkeypatch.setattr(module, "HEAD", "9998")
        monkeypatch.setattr(module, "KNOWN", (*migrations.KNOWN, "9998"))
    with pytest.raises(Unusable, match="serve there once"):
        Store(NOWHERE, database, serving=False)
    old_head = before[-1][0][0]
    later.write_text(LATER.format(head=old_head, then="raise OSError('the plug was pulled')"))
    with pytest.raises(OSError, match="pulled"):
        Store(NOWHERE, database)
    assert shape(database) == before
    later.write_text(LATER.format(head=old_head, then=""))
    Store(NOWHERE, database).close()
    after = shape(database)
    assert after[-1] == [("9998",)]
    assert [each for each in after[0] if each[0] != "more"] == before[0]
    added = [each[:3] for each in after[0] if each[0] == "more"]
    assert added == [("more", "id", "bigint"), ("more", "name", "text")]


def test_the_words_for_postgresql() -> None:
    made = dialect.for_postgres(SCHEMA)
    for word in ("STRICT", "ROWID", "INTEGER", "BLOB"):
        assert word not in made
    assert dialect.numbered("a = ? AND b = ?") == "a = $1 AND b = $2"


def test_who_looks_after_the_data_and_who_serves_keep_out_of_each_others_way(database: str) -> None:
    store = Store(NOWHERE, database)
    with pytest.raises(postgres_connection.InUse, match="stop it first"):
        admin.delete_person(NOWHERE, "Ada", database)
    store.close()
    with admin._alone(NOWHERE, database), pytest.raises(postgres_connection.InUse, match="admin"):
        Store(NOWHERE, database)
    with pytest.raises(HalfturnError, match="nobody here"):
        admin.delete_person(NOWHERE, "Ada", database)
    with pytest.raises(HalfturnError, match="was stopped here"):
        admin.release(NOWHERE, "t", database)


def test_somebody_who_is_forgotten_is_not_found_any_more(database: str) -> None:
    async def write(store: Store) -> None:
        await store.add_person(Person(7, "Ada"), b"hash")

    with_store(database, write)
    assert admin.delete_person(NOWHERE, "Ada", database) == Person(7, "Ada")
    everything: Sequence[Any] = [
        kept(NOWHERE, f"SELECT * FROM {table}", database=database) for table in COLUMNS
    ]
    assert "Ada" not in str(everything)
    assert "hash" not in str(everything)
