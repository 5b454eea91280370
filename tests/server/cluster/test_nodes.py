"""Two nodes on one database: whichever one somebody comes to, it is the same table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from halfturn.core.errors import HalfturnError
from halfturn.server.ops import serve
from tests.support.bot_client import Bot, new_bot, play_to_the_end
from tests.support.http_client import Browser, back, run
from tests.support.node_cluster import Several, at, eventually, play, sat_down, several
from tests.support.postgres import shared


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    """Two nodes that no test here ends."""
    with several(shared(), "nodes", tmp_path_factory.mktemp("nodes")) as cluster:
        yield cluster
        assert "Traceback" not in cluster.complaints


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


def test_a_device_is_signed_out_on_every_node(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    _, guest, table = sat_down(one, one)
    code = guest.post("/api/v1/me/code", None)["code"]
    phone = Browser(two)
    phone.post("/api/v1/me/device", {"code": code})

    async def go() -> None:
        near, far = await at(phone, one).open(table), await phone.open(table)
        far_away = at(guest, two).ask("DELETE", "/api/v1/me/devices", headers=origin_of(two))
        assert len(far_away.json) == 1
        assert await near.closed() == await far.closed() == 1008
        assert at(phone, one).get("/api/v1/me") == {"name": ""}

    run(go)


def origin_of(port: int) -> dict[str, str]:
    return {"Origin": f"http://127.0.0.1:{port}"}


def test_somebody_is_removed_from_another_node_than_that_of_the_table(nodes: Several) -> None:
    one, two = (node.port for node in nodes.nodes)
    host, guest = Browser(one), Browser(two)
    table, old = host.new_table(["me", "open"], wait=True)
    assert guest.join(table, old).status == 200

    async def go() -> None:
        tab = await guest.open(table)
        path = f"/api/v1/tables/{table}/remove"
        body = {"seat": 1, "version": tab.now["version"]}
        new = at(host, two).ask("POST", path, body).json["invite"]
        await tab.until(lambda update: update["seat"] is None)
        for port in (one, two):
            assert at(guest, port).join(table, old).status == 404
        assert at(guest, two).join(table, new).status == 200
        await tab.until(lambda update: update["seat"] == 1)
        (line,) = at(host, two).get("/api/v1/tables")
        assert line["seats"][1]["kind"] == "person"

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
    assert second.cookie != first.cookie
    assert len(first.get("/api/v1/me/devices")) == 2
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
        owner = Browser(two)
        owner.post("/api/v1/me", {"name": "Ada"})
        bot = new_bot(owner)
        handed_on, invite = owner.new_table(["me", "open"])
        assert bot.join(handed_on, invite).status == 200
        stream = Bot(one, bot.token).stream(handed_on)
        assert stream.next()["table"] == handed_on

        async def go() -> None:
            tab = await guest.open(table)
            assert await asyncio.to_thread(cluster.nodes[0].stop) == 0
            assert await tab.closed() == 1012
            tab = await guest.open(table)  # at once: nobody has to be waited for
            await tab.until(lambda update: update["version"] > 0)

        run(go)
        assert cluster.nodes[1].address == cluster.holder(table)
        while stream.next() is not None:
            pass  # what went through the node has ended with it
        for complaint in ("Cancel", "Traceback"):
            assert complaint not in cluster.nodes[0].complaints


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
            await play_to_the_end(stream.next(), stream, tab, answer)

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
