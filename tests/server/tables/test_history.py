"""Finished games leave the memory, are listed without being replayed, and can be seen again."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halfturn.core.playthrough import Playthrough
from halfturn.core.registry import load
from halfturn.server.ops.settings import Settings
from halfturn.server.projection import render
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands, dealing
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.clock import DAY
from halfturn.server.tables.fair_deal import contribution_hash
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import EMPTY, Begin, Clock, Made, Row, client_key, own_key
from halfturn.server.tables.room import SIZE, Room
from halfturn.server.tables.table import MOST_KEYS, Table
from tests.server.projection.test_replays import play_out
from tests.server.tables.test_table import DEALER, Played, standing
from tests.support.http_client import Browser, run
from tests.support.quick_server import QUICK
from tests.support.rooms import GivenDealer, World
from tests.support.server_process import Running
from tests.support.stored_data import kept


class Clocked(Played):
    """A table with a clock, whose changes are closed as a room closes them."""

    now = 1000

    def __init__(self, options: list[str]) -> None:
        self.clock = Clock(per_move=3 * DAY, holidays=5)
        super().__init__(options)

    def take(self, rows: list[Row]) -> None:
        if rows[0].kind == "made":
            made = msgspec.json.decode(rows[0].body, type=Made)
            made = msgspec.structs.replace(made, clock=self.clock)
            rows = [rows[0]._replace(body=msgspec.json.encode(made))]
            self.table = Table.make("t", rows[0], load)
            return super().take(rows)
        self.now += 700
        asked = list(self.asked_after(Change(rows)))
        change, _ = self.table.closed(Change(rows, tuple(asked)), self.now)
        super().take(change.rows)


def recent(rows: Sequence[Row]) -> list[Row]:
    """The first row, and those of the last game."""
    begins = [at for at, row in enumerate(rows) if row.kind == "begin"]
    return [rows[0], *rows[max(1, begins[-1]) :]] if begins else list(rows)


def clocks(table: Table) -> object:
    found = table.clocks
    return found and (found.left, found.rest, found.holidays, found.running, found.at)


def seating(table: Table) -> object:
    holders = [table.holder(seat) for seat in range(table.seats)]
    return table.taken, table.seated_at, table.before, table.longest, holders, table.open


def several_games(played: Played) -> list[Callable[[], None]]:
    """A match, a resignation, a stand-in who stays, what is added to a deal, and a new match."""
    table = played.table

    def to_the_end() -> None:
        while played.answer():
            pass

    def change(made: Callable[[], Any]) -> Callable[[], None]:
        return lambda: played.take(made().rows)

    def commit() -> None:
        version = table.version + 1
        body = msgspec.json.encode("c" * 64)
        played.take([Row(version, own_key(version), None, "commit", body)])

    def pledge(seat: int) -> Callable[[], None]:
        def made() -> Change:
            commitment = table.next_deal.commitment
            hash = contribution_hash(commitment, seat, f"{seat:064x}")
            return dealing.pledge(table, seat, f"pledge {table.version}", commitment, hash)

        return change(made)

    def reveal(seat: int) -> Callable[[], None]:
        return change(
            lambda: dealing.reveal(table, seat, f"reveal {table.version}", f"{seat:064x}")
        )

    def holiday() -> None:
        if table.clocks is not None:
            played.take(commands.holiday(table, 0, "off", 2).rows)

    def sits(kind: str) -> Callable[[], None]:
        def sit() -> None:
            version = table.version + 1
            played.take([Row(version, own_key(version), 1, kind, EMPTY)])

        return sit

    return [
        holiday,
        to_the_end,
        commit,
        sits("remove"),
        sits("sit"),
        pledge(0),
        pledge(1),
        change(lambda: dealing.freeze(table, set())),
        reveal(1),
        change(lambda: dealing.committed(dealing.void(table, bytes(32)), bytes(32))),
        pledge(1),
        change(lambda: dealing.freeze(table, set())),
        reveal(1),
        change(lambda: table.next_game(0, "next 1", DEALER)),
        change(lambda: commands.stand_in(table, 0, "rest", 0, "greedy", False)),
        change(lambda: table.resign(1, "enough")),
        change(lambda: table.next_game(1, "anew", DEALER)),
        change(lambda: commands.come_back(table, 0, "back")),
        to_the_end,
        change(lambda: table.next_game(1, "next 2", DEALER)),
        to_the_end,
        change(lambda: table.next_game(1, "longer", DEALER)),
    ]


@pytest.mark.parametrize("kind", [Played, Clocked])
def test_a_table_folded_from_its_last_game_stands_where_it_stood(kind: type[Played]) -> None:
    played = kind(["hands=random"])
    for step in several_games(played):
        step()
        rows = recent(played.rows)
        found = [Table.fold("t", each, load) for each in (rows, played.rows)]
        assert len(rows) < len(played.rows) or played.table.number < 2
        for again in (*found, played.table):
            assert standing(again) == standing(played.table)
            assert again.stand_ins == played.table.stand_ins
            assert seating(again) == seating(played.table)
            assert again.contributions == played.table.contributions
            assert (again.deal, again.voids) == (played.table.deal, played.table.voids)
            assert vars(again.next_deal) == vars(played.table.next_deal)
            assert again.totals == played.table.totals
            assert again.match.number == played.table.match.number
            assert again.match.length == played.table.match.length
            assert again.state.options == played.table.state.options
            assert clocks(again) == clocks(played.table)
    assert played.table.number == 5
    assert list(played.table.next_deal.withheld) == [0]


def test_of_finished_games_a_table_keeps_nothing() -> None:
    played = Played(["hands=random"])
    games: list[weakref.ref[Playthrough]] = []
    for number in range(6):
        games.append(weakref.ref(played.table.match.current))
        while played.answer():
            pass
        _ = played.table.totals
        played.take(played.table.next_game(0, f"next {number}", DEALER).rows)
        _ = played.table.totals
        assert len(played.table.keys) == played.table.version - played.table.began + 1
    gc.collect()
    assert [game() for game in games] == [None] * 6
    assert len(played.table.match.games) == 1
    assert played.table.match.number == 7
    assert min(line.version for line in played.table.lines) > played.table.began


def test_the_keys_of_a_long_game_are_bounded() -> None:
    played = Played(["hands=random"])
    for number in range(2 * MOST_KEYS):
        version = played.table.version + 1
        kind, key = ("stand_in", "come_back")[number % 2], f"0:{number}"
        body = b'{"seat":0,"bot":"greedy","why":"wish"}' if kind == "stand_in" else b"null"
        played.take([Row(version, key, 0, kind, body)])
        assert len(played.table.keys) <= MOST_KEYS


async def _with_games(store: Store, count: int) -> tuple[Hub, str]:
    """A table whose games were given up, one after another; the last one goes on."""
    hub = Hub(store, QUICK)
    person, _ = await hub.new_person("Ada")
    wish = NewTable(game="swirling-heroes", seats=["me", "open"], games=1)
    id = (await hub.make_table(person, wish)).table
    other, _ = await hub.new_person("Bo")
    room = hub.room(id)
    assert room is not None
    await hub.join(other, room)
    for number in range(count):
        seat, key = number % 2, f"game {number}"
        await room.carry_out(lambda table, _, s=seat, k=key: table.resign(s, k))  # type: ignore[misc]
        await room.carry_out(
            lambda table, dealer, k=key: table.next_game(0, f"after {k}", dealer),  # type: ignore[misc]
            anew=True,
        )
    return hub, id


class Idle:
    """A renderer that nobody may need."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} is not needed")


def test_a_list_of_200_games_is_told_without_replaying_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        store = Store(tmp_path)
        hub, id = await _with_games(store, 200)
        await hub.close()
        hub = Hub(store, QUICK)  # nothing is in memory
        room = hub.room(id)
        assert room is not None
        assert room.table.number == 201
        monkeypatch.setattr(hub.history, "_renderer", Idle())
        monkeypatch.setattr(store, "rows", Idle())
        monkeypatch.setattr(store, "game_rows", Idle())
        found = await hub.history.results(room, 101, 100)
        assert [game.number for game in found] == list(range(101, 201))
        assert [game.resigned for game in found] == [0, 1] * 50
        assert {game.steps > 0 for game in found} == {True}
        assert [game.number for game in await hub.history.results(room, 199, 100)] == [199, 200]
        assert await hub.history.results(room, 201, 100) == []
        await hub.close()
        store.close()

    asyncio.run(go())


def test_the_list_is_paged(browser: Callable[[], Browser]) -> None:
    one = browser()
    table, _ = one.new_table(["me", "bot:random"], games=1)
    at = f"/api/v1/tables/{table}/games"

    async def go() -> None:
        tab = await one.open(table)
        for _ in range(5):
            await tab.request("resign")
            reply = await tab.request("next")
            assert reply["result"] == "ok"

    run(go)

    def numbers(query: str) -> list[int]:
        return [game["number"] for game in one.get(f"{at}{query}")]

    assert numbers("") == [1, 2, 3, 4, 5]
    assert numbers("?count=2") == [4, 5]
    assert numbers("?first=2&count=2") == [2, 3]
    assert numbers("?first=5") == [5]
    assert numbers("?first=6") == []
    for query in ("first=0", "first=x", "count=0", "count=101"):
        answer = one.ask("GET", f"{at}?{query}")
        assert answer.status == 400
        assert "expected" in json.loads(answer.body)["text"]


def test_the_games_of_an_older_log_are_listed_and_seen_again(tmp_path: Path) -> None:
    """As an older Halfturn wrote it: games begin without telling what was before."""

    def look(port: int, table: str) -> list[Any]:
        one, at = Browser(port), f"/api/v1/tables/{table}/games"
        found = [one.get(at), one.get(f"{at}?first=2&count=1")]
        for number in (1, 2, 3):
            found.append(one.get(f"{at}/{number}?view=all&count=3"))
            found.append(one.get(f"{at}/{number}?view=A&first=5&count=3"))
            found.append(one.ask("GET", f"{at}/{number}/record").body)
        return found

    made: list[str] = []

    async def play(port: int) -> None:
        host, guest = Browser(port), Browser(port)
        table, invite = host.new_table(["me", "open"])
        assert guest.join(table, invite).status == 200
        made.append(table)
        tabs = [await host.open(table), await guest.open(table)]
        for seed in (1, 2):
            await play_out(tabs, seed)
            reply = await tabs[0].request("next")
            for tab in tabs:
                await tab.reach(reply["version"])
        await tabs[1].request("resign")

    with Running(tmp_path, module="tests.support.quick_server") as server:
        port = server.port
        run(lambda: play(port))
        before = look(port, made[0])
    for version, body in kept(tmp_path, "SELECT version, body FROM log WHERE kind = 'begin'"):
        begin = msgspec.to_builtins(msgspec.json.decode(body, type=Begin))
        assert begin.pop("past")
        del begin["options"]
        old = msgspec.json.encode(begin)
        kept(
            tmp_path,
            "UPDATE log SET body = ? WHERE version = ? AND table_id = ?",
            old,
            version,
            *made,
        )
    with Running(tmp_path, module="tests.support.quick_server") as server:
        assert look(server.port, made[0]) == before


def test_a_finished_game_is_folded_once_for_all_its_pages() -> None:
    played = Played(["hands=random"])
    while played.answer():
        pass
    keeping = render._Kept()
    assert keeping.get(render.Source("t", 1, None)) is None
    game = keeping.get(render.Source("t", 1, played.rows))
    assert game is not None
    assert keeping.get(render.Source("t", 1, None)) is game
    assert keeping.get(render.Source("u", 1, None)) is None


def test_a_process_keeps_only_so_many_finished_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(["hands=random"])
    while played.answer():
        pass
    keeping, answers = render._Kept(), len(played.table.match.current.answers)
    monkeypatch.setattr(render, "MOST_ANSWERS_KEPT", 3 * answers)
    for number in range(6):
        assert keeping.get(render.Source(f"t{number}", 1, played.rows)) is not None
    there = [keeping.get(render.Source(f"t{number}", 1, None)) is not None for number in range(6)]
    assert there == [False] * 3 + [True] * 3


def test_a_request_of_an_earlier_game_is_not_carried_out_again(tmp_path: Path) -> None:
    async def play() -> None:
        world = World(tmp_path, GivenDealer([]), "random")
        try:
            await world.begin()
            seat, token = world.asked, world.room.table.token(world.asked)
            choice = world.choices[0]
            first = await world.answer(choice, key="first")
            given_up = await world.request(0, "resign", "enough")
            again = await world.request(1, "next", "again")
            assert {each["result"] for each in (first, given_up, again)} == {"ok"}
            assert client_key(0, "enough") not in world.room.table.keys
            version = world.room.table.version
            for sent, type, more, key in (
                (first, "move", {"token": token, "answers": [choice]}, "first"),
                (given_up, "resign", {}, "enough"),
            ):
                reply = await world.request(seat if type == "move" else 0, type, key, **more)
                assert (reply["result"], reply["version"]) == ("dup", sent["version"])
                assert world.room.table.version == version
            assert world.room.table.resigned is None
            assert (await world.request(1, "next", "again"))["result"] == "dup"
            assert (await world.request(0, "resign", "more"))["result"] == "ok"
        finally:
            world.close()

    asyncio.run(play())


# ---- tables leave the memory ----


def test_idle_tables_leave_the_memory(tmp_path: Path) -> None:
    now = [0.0]

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(idle_room=60, deal_within=0), clock=lambda: now[0])
        person, _ = await hub.new_person("Ada")
        wish = NewTable(game="swirl", seats=["me", "me"], games=1)
        ids = [(await hub.make_table(person, wish)).table for _ in range(4)]
        rooms = [hub.room(id) for id in ids]
        assert all(rooms)
        known = await hub.tables_of(person)
        assert hub.rooms == 4
        tables = [weakref.ref(room.table.match.current) for room in rooms if room is not None]
        locked, open, looked, _ = rooms
        assert locked is not None
        assert open is not None
        open.connections.add(None)  # type: ignore[arg-type]
        async with locked.lock:
            now[0] = 59
            hub.release_idle()
            assert hub.rooms == 4
            hub.room(ids[2])
            now[0] = 61
            hub.release_idle()
            assert hub.rooms == 3
        hub.release_idle()
        assert hub.rooms == 2
        now[0] = 1000
        hub.release_idle()
        assert list(hub._rooms) == [ids[1]]
        open.connections.clear()
        hub.release_idle()
        assert hub.rooms == 0
        del looked, locked, open, rooms
        assert [each() for each in tables] == [None] * 4  # at once, and not with the garbage
        assert await hub.tables_of(person) == known
        await hub.close()
        store.close()

    asyncio.run(go())


def test_tables_together_take_only_so_much(tmp_path: Path) -> None:
    now = [0.0]

    async def go() -> None:
        store = Store(tmp_path)
        # Room for two: what has not been used for longest leaves first.
        settings = Settings(room_bytes=2 * SIZE + SIZE // 2, deal_within=0)
        hub = Hub(store, settings, clock=lambda: now[0])
        person, _ = await hub.new_person("Ada")
        wish = NewTable(game="swirl", seats=["me", "open"], games=1)
        ids = []
        for number in range(5):
            now[0] = number
            ids.append((await hub.make_table(person, wish)).table)
            assert isinstance(hub.room(ids[-1]), Room)
        now[0] = 5
        hub.room(ids[0])
        hub.release_idle()
        assert set(hub._rooms) == {ids[0], ids[4]}
        await hub.close()
        store.close()

    asyncio.run(go())


def test_a_key_that_was_forgotten_is_refused_for_its_own_reason(tmp_path: Path) -> None:
    """Where nothing of that key is in the log, the reason is told as ever."""

    async def play() -> None:
        world = World(tmp_path, GivenDealer([]), "random")
        try:
            await world.begin()
            with pytest.raises(Refused) as refused:
                await world.room.carry_out(
                    lambda table, dealer: table.next_game(0, "k", dealer), key=client_key(0, "k")
                )
            assert refused.value.result == "stale"
        finally:
            world.close()

    asyncio.run(play())
