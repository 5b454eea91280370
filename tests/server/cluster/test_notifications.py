"""Redis carries hints between nodes: without it, or with a bad one, all goes on, a little later."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis as client

from tests.support.http_client import Browser, run
from tests.support.node_cluster import Several, at, eventually, play, sat_down, several
from tests.support.postgres import shared
from tests.support.redis import Redis

HINT = re.compile(rb"[0-9a-f]{16} (table [\w-]{12} \d{1,9}|person \d{1,19})")
"""All that may be said: a table and a version, or a person's number."""
A_WHILE = 4.0
"""Seconds, twice as long as what was read of a table elsewhere is good without a hint."""


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with Redis() as running:
        yield running


class Tap:
    """Everything that goes over the bus."""

    def __init__(self, redis: Redis) -> None:
        self.heard: list[bytes] = []
        self._ears = client.Redis.from_url(redis.url).pubsub()
        self._ears.psubscribe("*")
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                message = self._ears.get_message(ignore_subscribe_messages=True, timeout=1.0)
            except (OSError, client.RedisError, ValueError):
                return
            if message is not None:
                self.heard.append(message["data"])


def follows(cluster: Several) -> Callable[[], bool]:
    """Plays a little at the first node; whether the second one's list shows it by now."""
    one, two = (node.port for node in cluster.nodes)
    host, guest, table = sat_down(one, one)
    far = at(host, two)

    def line() -> Any:
        return next(each for each in far.get("/api/v1/tables") if each["table"] == table)

    line()  # so that there is something to forget
    shown: Any = {}

    async def go() -> None:
        tabs = [await host.open(table), await guest.open(table)]
        version = await play(tabs, 3)
        tab = next(tab for tab in tabs if tab.now["question"])
        await tab.reach(version)
        reply = await tab.request("resign")
        assert reply["result"] == "ok"
        near = next(each for each in host.get("/api/v1/tables") if each["table"] == table)
        shown.update({"asked": near["asked"], "series": near["series"]})

    run(go)
    return lambda: {"asked": line()["asked"], "series": line()["series"]} == shown


def test_hints_say_nothing_but_which_table_and_which_person(redis: Redis, tmp_path: Path) -> None:
    tap = Tap(redis)
    with several(shared(), "tapped", tmp_path, redis) as cluster:
        eventually(follows(cluster))
        Browser(cluster.nodes[0].port).post("/api/v1/me", {"name": "Ada"})
        somebody = Browser(cluster.nodes[0].port)
        somebody.post("/api/v1/me", {"name": "Grace"})
        somebody.post("/api/v1/me", {"name": "Hopper"})
        eventually(lambda: any(b"person" in hint for hint in tap.heard))
        eventually(lambda: any(b"table" in hint for hint in tap.heard))
        for node in cluster.nodes:
            text = node_metrics(node.port)
            assert re.search(r"halfturn_leases \d", text)
        assert 'halfturn_hints_total{way="heard"}' in node_metrics(cluster.nodes[1].port)
    assert [hint for hint in tap.heard if not HINT.fullmatch(hint)] == []


def node_metrics(port: int) -> str:
    return Browser(port, "localhost").ask("GET", "/metrics").body.decode()


def test_without_redis_nothing_is_missing_but_time(tmp_path: Path) -> None:
    with Redis() as redis, several(shared(), "hinted", tmp_path, redis) as cluster:
        eventually(follows(cluster))
        connection = client.Redis.from_url(redis.url)
        connection.flushall()
        connection.publish("halfturn:nobody", "nonsense")
        for name in connection.pubsub_channels():
            for nonsense in ("", "x", "x table", "x table t many", "\x00\xff", "x person p"):
                connection.publish(name, nonsense)
        connection.close()
        redis.pause()
        eventually(follows(cluster))
        redis.go_on()
        redis.kill()
        eventually(follows(cluster))
        redis.start()
        eventually(follows(cluster))
        assert "Traceback" not in cluster.complaints


def test_a_node_that_believes_hints_alone_is_caught(tmp_path: Path) -> None:
    with (
        Redis() as redis,
        several(shared(), "believed", tmp_path, redis, "bus_as_truth") as cluster,
    ):
        redis.kill()
        followed = follows(cluster)
        time.sleep(A_WHILE)
        assert not followed()
