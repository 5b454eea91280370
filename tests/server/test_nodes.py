"""Two nodes on one database: whichever one somebody comes to, it is the same table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from halfturn.core.errors import HalfturnError
from halfturn.server import serve
from halfturn.server.bots import BotPlayers
from halfturn.server.database import Fenced, StoreFailed
from halfturn.server.hub import Hub
from halfturn.server.leases import Lease, Leases
from halfturn.server.log import Row
from halfturn.server.nodes import Nodes
from halfturn.server.pipe import Frames
from halfturn.server.relay import CLIENT, RELAYED, SCHEME, SECRET, Relay
from halfturn.server.settings import Settings
from halfturn.server.store import Store
from halfturn.server.writer import Taken
from tests.server.bot_client import Bot, new_bot
from tests.server.browser import Browser, Tab, back, run
from tests.server.postgres import shared
from tests.server.several import Several, eventually, several


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    """Two nodes that no test here ends."""
    with several(shared(), "nodes", tmp_path_factory.mktemp("nodes")) as cluster:
        yield cluster
        assert "Traceback" not in cluster.complaints


def at(browser: Browser, port: int) -> Browser:
    """The same person's browser, at another node."""
    other = Browser(port)
    other.cookie = browser.cookie
    return other


def play(tabs: list[Tab], moves: int) -> Any:
    """Somebody answers, whoever is asked; every move is acknowledged."""

    async def go() -> int:
        version = 0
        for _ in range(moves):
            for tab in tabs:
                await tab.reach(version)
            tab = next(tab for tab in tabs if tab.now["question"])
            reply = await tab.move_first()
            assert reply["result"] == "ok", reply
            version = reply["version"]
        return version

    return go()


def sat_down(first: int, second: int) -> tuple[Browser, Browser, str]:
    """A table that was made at one node and joined at another."""
    host, guest = Browser(first), Browser(second)
    table, invite = host.new_table(["me", "open"])
    assert guest.join(table, invite).status == 200
    assert guest.cookie
    return host, guest, table


def test_a_table_is_played_from_both_nodes(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    host, guest, table = sat_down(one, two)

    async def go() -> None:
        tabs = [await host.open(table), await guest.open(table)]
        await play(tabs, 6)
        third = await at(host, two).open(table)
        assert third.now["view"] == (await tabs[0].reach(third.now["version"]))["view"]
        assert third.now["seats"][0]["you"], third.now["seats"]

    run(go)
    assert nodes.holder(table) == nodes.nodes[0].address


def test_what_the_far_node_says_at_the_end_is_heard(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    host = Browser(one)
    table, _ = host.new_table(["me", "open"])

    async def go() -> None:
        tab = await at(host, two).open(table)
        await tab.socket.send(b"bytes")
        assert await tab.closed() == 1003
        tab = await at(host, two).open(table, seen=None)
        await tab.socket.send("x" * 9000)
        assert await tab.closed() == 1009
        nowhere = await at(host, two).open("nowhere", seen=None)
        assert await nowhere.closed() == 4404

    run(go)


def test_a_page_from_elsewhere_is_refused_by_both(nodes: Several) -> None:
    host = Browser(nodes.nodes[0].port)
    table, invite = host.new_table(["me", "open"])
    guest = Browser(nodes.nodes[1].port)
    path = f"/api/v1/tables/{table}/join"
    refused = guest.ask("POST", path, {"invite": invite}, {"Origin": "http://evil.example"})
    assert refused.status == 403
    assert guest.ask("POST", path, {"invite": "wrong"}).status == 404
    for header in ("content-security-policy", "x-content-type-options"):
        assert len(refused.headers.get_all(header) or []) == 1


def test_lists_of_a_node_follow_the_tables_of_another(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    host, guest, table = sat_down(one, one)
    far = at(host, two)

    def line() -> Any:
        return next(each for each in far.get("/api/v1/tables") if each["table"] == table)

    assert line()["status"] == "playing"

    async def go() -> None:
        tabs = [await host.open(table), await guest.open(table)]
        for tab in tabs:
            if tab.now["question"]:
                await tab.request("resign")
                break

    run(go)
    eventually(
        lambda: line()["scores"] != [0, 0] or line()["series"]["winners"] or not line()["asked"]
    )


def test_a_new_name_is_seen_on_every_node(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    host, guest, table = sat_down(one, one)

    async def go() -> None:
        tab = await host.open(table)
        at(guest, two).post("/api/v1/me", {"name": "Ada"})
        await tab.until(lambda update: update["seats"][1]["name"] == "Ada")

    run(go)


def test_a_code_of_one_node_is_good_at_the_other_once(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    first, second = Browser(one), Browser(two)
    first.post("/api/v1/me", {"name": "Grace"})
    code = first.post("/api/v1/me/code", None)["code"]
    kept = nodes.postgres.run("SELECT * FROM codes", nodes.name)
    token = first.cookie.partition("=")[2].encode()
    assert len(kept) == 1
    assert all(token not in bytes(value) for value in kept[0] if isinstance(value, bytes))
    typed = f"{code[:4]}-{code[4:]}".lower()
    assert second.post("/api/v1/me/device", {"code": typed})["name"] == "Grace"
    assert second.cookie == first.cookie
    assert Browser(one).ask("POST", "/api/v1/me/device", {"code": code}).status == 404


def test_a_killed_node_is_missed_by_nobody(tmp_path: Path) -> None:
    """In the middle of a game its players come back at the other node, and go on; so do bots.

    So do clocks at a table to which nobody comes back.
    """
    with several(shared(), "killed", tmp_path) as cluster:
        one, two = (node.port for node in cluster.nodes)
        host, guest, table = sat_down(one, two)
        lonely = Browser(one)
        with_bot, _ = lonely.new_table(["me", "bot:strong"])
        left, _ = lonely.new_table(["me", "me"], clock={"bank": 3600, "out": "resign"})
        assert cluster.holder(left) == cluster.nodes[0].address

        async def go() -> None:
            tabs = [await host.open(table), await guest.open(table)]
            version = await play(tabs, 5)
            seen = await tabs[1].reach(version)
            alone = await lonely.open(with_bot)
            await alone.move_first()  # and while the bot thinks about its answer …
            cluster.nodes[0].kill()
            assert await tabs[1].closed() == 1012
            tabs = [await back(at(host, two), table), await back(guest, table)]
            assert tabs[1].now["version"] >= version
            assert tabs[1].now["view"] == seen["view"]
            await play(tabs, 5)

        run(go)
        assert cluster.holder(table) == cluster.nodes[1].address
        bots = f"SELECT 1 FROM log WHERE table_id = '{with_bot}' AND key LIKE '1:bot %'"
        eventually(lambda: cluster.postgres.run(bots, "killed"))
        given_up = f"SELECT 1 FROM log WHERE table_id = '{left}' AND kind = 'resign'"
        eventually(lambda: not cluster.holder(left))
        assert not cluster.postgres.run(given_up, "killed")
        cluster.postgres.run("UPDATE served SET uptime = uptime + 3600000", "killed")
        eventually(lambda: cluster.postgres.run(given_up, "killed"))
        assert cluster.holder(left) == cluster.nodes[1].address
        assert "Traceback" not in cluster.complaints


def test_a_node_that_stops_hands_its_tables_over_at_once(tmp_path: Path) -> None:
    with several(shared(), "stopped", tmp_path) as cluster:
        one, two = (node.port for node in cluster.nodes)
        _, guest, table = sat_down(one, two)

        async def go() -> None:
            tab = await guest.open(table)
            assert await asyncio.to_thread(cluster.nodes[0].stop) == 0
            assert await tab.closed() == 1012
            tab = await guest.open(table)  # at once: nobody has to be waited for
            await tab.until(lambda update: update["version"] > 0)

        run(go)
        assert cluster.nodes[1].address == cluster.holder(table)


# ---- without servers ----


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


def test_only_nodes_are_believed_where_somebody_comes_from() -> None:
    nodes = Nodes.__new__(Nodes)
    nodes.secret = "a secret"
    relay = Relay(nodes, 1.0)
    for secret, believed in ((b"a secret", True), (b"a guess", False), (b"", False)):
        headers = [(b"host", b"h"), (SECRET, secret), (CLIENT, b"10.0.0.7"), (SCHEME, b"https")]
        scope: Any = {"headers": headers, "client": ("10.0.0.1", 1), "scheme": "http", "state": {}}
        relay.admit(scope)
        assert scope["headers"] == [(b"host", b"h")]
        assert (scope["client"][0] == "10.0.0.7") is believed
        assert (scope["scheme"] == "https") is believed
        assert (RELAYED in scope["state"]) is believed


def test_a_pipe_knows_where_a_frame_may_begin() -> None:
    head = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"
    bodies = [b"", b"x" * 125, b"y" * 300, b"z" * 70_000]
    stream, ends = head, {len(head)}
    for body in bodies:
        size = len(body)
        if size < 126:
            length = bytes([size])
        elif size < 65536:
            length = b"\x7e" + size.to_bytes(2, "big")
        else:
            length = b"\x7f" + size.to_bytes(8, "big")
        stream += b"\x81" + length + body
        ends.add(len(stream))
    for step in (1, 7, 1000, len(stream)):
        frames, at = Frames(), 0
        while at < len(stream):
            frames.take(stream[at : at + step])
            at = min(at + step, len(stream))
            assert frames.between is (at in ends), (step, at)
        frames.take(b"\x88\x02\x03\xe8")
        assert frames.ended
        assert not frames.between
    refused = Frames()
    refused.take(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert not refused.between


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"redis": "redis://127.0.0.1"}, "--database postgresql"),
        ({"node": "10.0.0.1:8321"}, "--database postgresql"),
    ],
)
def test_several_nodes_need_a_database_that_can_be_shared(
    tmp_path: Path, given: dict[str, str], said: str
) -> None:
    with pytest.raises(HalfturnError, match=re.escape(said)):
        serve.main(data=tmp_path, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("node", "found"),
    [
        ("", "127.0.0.1:8321"),
        ("10.0.0.5", "10.0.0.5:8321"),
        ("10.0.0.5:9000", "10.0.0.5:9000"),
        ("[fd00::5]:9000", "[fd00::5]:9000"),
        ("[fd00::5]", "[fd00::5]:8321"),
    ],
)
def test_where_a_node_is_reached(node: str, found: str) -> None:
    assert serve._reached_at(node, 8321) == found


def test_an_address_that_is_none_is_refused_in_words() -> None:
    with pytest.raises(HalfturnError, match="HOST or HOST:PORT"):
        serve._reached_at("10.0.0.5:many", 8321)


def test_a_bot_of_somebodys_plays_a_game_from_another_node_than_its_table(nodes: Several) -> None:
    """Streams and calls are handed on; what waits is told by hints, or by looking."""
    here, there = (node.port for node in nodes.nodes[:2])
    owner = Browser(here)
    owner.post("/api/v1/me", {"name": "Ada"})
    bot = new_bot(owner)
    away = Bot(there, bot.token)

    def answer(question: Any) -> int:
        move = {"token": question["token"], "answers": [question["choices"][0]["text"]]}
        done = away.wish(table, "move", key=question["token"], **move)
        assert (done.status, done.json["result"]) == (200, "ok")
        return int(done.json["version"])

    async def go() -> None:
        tab = await owner.open(table)
        with away.stream(table) as stream:
            update = stream.next()
            while update["status"] != "over":
                if update["question"]:
                    answer(update["question"])
                elif 0 in update["asked"]:
                    await tab.reach(update["version"])
                    assert (await tab.move_first())["result"] == "ok"
                version = update["version"]
                while update["version"] <= version:
                    update = await asyncio.to_thread(stream.next)

    with away.events() as events:
        table, invite = owner.new_table(["me", "open"], options=["first_player=B"], games=1)
        wish = {"bot": bot.id, "invite": invite}
        assert owner.ask("POST", f"/api/v1/tables/{table}/bots", wish).status == 200
        asked = events.until(type="your_turn")
        assert asked["table"] == table
        answer(asked["update"]["question"])
        run(go)
        assert events.until(type="over")["match_over"]
    assert nodes.holder(table) == nodes.nodes[0].address


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
