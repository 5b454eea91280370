"""Which node has a table: who may write for it, how time passes, and who plays on there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from halfturn.server.bots.players import BotPlayers
from halfturn.server.cluster.leases import Lease, Leases
from halfturn.server.cluster.nodes import Nodes
from halfturn.server.ops.settings import Settings
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import Store
from halfturn.server.tables.clock import MOST_LOST, Uptime
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import Row
from tests.support.postgres import shared


def test_only_who_has_the_lease_writes(tmp_path: Path) -> None:
    def row(version: int) -> Row:
        return Row(version, f"key {version}", None, "made", b"{}")

    async def go() -> None:
        ask: Any = store.engine
        a, b = Leases(ask, "a"), Leases(ask, "b")
        await a.beat("x:1", 60_000)
        await b.beat("x:2", 60_000)
        first = Lease("t", "a", 1)
        await store.make_table("t", "code", {}, [row(1)], {}, True, lease=first)
        await store.append("t", [row(2), row(3)], lease=first)
        assert await b.take("t") is None
        assert await b.holder("t") == ("a", "x:1")
        assert await b.take("nowhere") is None
        assert await b.bots() == []
        await a.leave()
        assert await b.bots() == ["t"]
        assert await b.take("t") == 2
        second = Lease("t", "b", 2)
        told = await asyncio.gather(
            store.append("t", [row(4)], lease=first),
            store.append("t", [row(4)], lease=second),
            store.append("t", [row(5)], over=True, lease=first),
            return_exceptions=True,
        )
        assert [type(each) for each in told[:3]] == [Fenced, type(None), Fenced]
        both = await asyncio.gather(
            store.append("t", [row(5)], over=True, lease=second),
            store.append("t", [row(5)], lease=second),
            return_exceptions=True,
        )
        assert {type(each) for each in both} == {Taken, type(None)}
        assert [each.version for each in store.rows("t")] == [1, 2, 3, 4, 5]
        await b.let_go(second)
        assert await a.take("t") == 3

    store = Store(tmp_path, shared().database("leases"))
    try:
        asyncio.run(go())
    finally:
        store.close()


def test_time_stands_still_while_nobody_serves(tmp_path: Path) -> None:
    async def go() -> None:
        ask: Any = store.engine
        leases = Leases(ask, "a")
        assert await leases.served(5000, 1000) == 5000
        assert 5000 <= await leases.served(0, 1000) <= 6000
        await ask.ask("UPDATE served SET at = at - 3600000", ())  # an hour of nobody
        assert 6000 <= await leases.served(0, 1000) <= 7000
        await ask.ask("UPDATE served SET at = at + 3600000", ())  # a clock that was set back
        before = await leases.served(0, 1000)
        assert before <= await leases.served(0, 1000) <= before + 1000

    store = Store(tmp_path, shared().database("served"))
    try:
        asyncio.run(go())
    finally:
        store.close()


def test_the_time_moves_by_a_second_at_most_when_all_nodes_die(tmp_path: Path) -> None:
    """However long they are down, and however late the last count was."""

    async def go() -> None:
        ask: Any = store.engine
        for late, down in ((0, 0), (200, 100), (700, 2000), (900, 10**7), (4000, 0), (4000, 3000)):
            seconds = [0.0, late / 1000]
            before, after = (Nodes(Leases(ask, name), name, name) for name in "ab")
            before.uptime = Uptime(0, lambda seconds=seconds: seconds[0])  # type: ignore[misc]
            await before.count_time()
            seconds.pop(0)
            died = before.uptime.now()
            await ask.ask("UPDATE served SET at = at - ?", (late + down,))
            await after.count_time()
            assert 0 <= after.uptime._counted - died <= MOST_LOST

    store = Store(tmp_path, shared().database("died"))
    try:
        asyncio.run(go())
    finally:
        store.close()


class _Here:
    """A table that is known by its name alone."""

    def __init__(self) -> None:
        self.id = "table"
        self.has_bots = True


def test_bots_go_on_at_a_table_that_somebody_brings_here(tmp_path: Path) -> None:
    """Whoever comes first takes it over; then no node looks for it among those that nobody has."""
    store = Store(tmp_path)
    hub = Hub(store, Settings())
    woken: list[str] = []
    away = True

    def wake(id: str) -> None:
        if away:
            raise StoreFailed("the database is away")
        woken.append(id)

    hub.wake = wake  # type: ignore[method-assign]
    nodes = SimpleNamespace(lease=lambda id: Lease(id, "here", 2) if id == "came" else None)
    hub.nodes = nodes  # type: ignore[assignment]
    hub._changed_hands("went")
    hub._changed_hands("came")
    assert woken == []
    away = False
    hub.wake_those_that_came()  # as it is done with every tick
    hub.wake_those_that_came()
    assert woken == ["came"]
    store.close()


def test_a_thought_of_before_keeps_no_bot_from_thinking_anew() -> None:
    """A table that went and came back is another room: what was begun in the old one is fenced."""

    async def go() -> None:
        players, begun, end = BotPlayers(Settings()), list[object](), asyncio.Event()

        async def play(room: object) -> None:
            begun.append(room)
            await end.wait()

        players._play = play  # type: ignore[method-assign]
        before, after = _Here(), _Here()
        for room in (before, before, after, after):
            players.wake(room)  # type: ignore[arg-type]
            await asyncio.sleep(0)
        assert begun == [before, after]
        assert players.busy(after)  # type: ignore[arg-type]
        end.set()
        await asyncio.sleep(0.01)
        assert not players.busy(after)  # type: ignore[arg-type]
        await players.close()

    asyncio.run(go())
