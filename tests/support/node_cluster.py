"""Several nodes on a real PostgreSQL, with or without a real Redis between them."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.http_client import Browser, Tab
from tests.support.patience import PATIENCE
from tests.support.postgres import Postgres
from tests.support.redis import Redis
from tests.support.server_process import Running


class Node(Running):
    """One of them: paused and killed as tests like."""

    def __init__(self, data: Path, database: str, redis: str = "", mutant: str = "") -> None:
        words = ["--settings", "nodes", *(["--mutant", mutant] if mutant else [])]
        module = "tests.support.server_mutants" if mutant else "tests.support.quick_server"
        super().__init__(data, *words, module=module)
        self.database = database
        self.redis = redis

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def pause(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)


class Several:
    """The nodes, and what they share."""

    def __init__(self, postgres: Postgres, name: str, redis: Redis | None) -> None:
        self.postgres = postgres
        self.name = name
        self.url = postgres.database(name)
        self.redis = redis
        self.nodes: list[Node] = []

    def start(self, folder: Path, mutant: str) -> None:
        """Two of them, at once."""
        redis = self.redis.url if self.redis is not None else ""
        for number in range(2):
            self.nodes.append(Node(folder / f"node{number}", self.url, redis, mutant))
            self.nodes[-1].launch()
        for node in self.nodes:
            node.wait()

    def holder(self, table: str) -> str:
        """The address of the node that has a table; empty where none that lives has it."""
        found = self.postgres.run(
            "SELECT address FROM leases JOIN nodes ON nodes.node = leases.node WHERE "
            f"table_id = '{table}' AND until > extract(epoch FROM clock_timestamp()) * 1000",
            self.name,
        )
        return str(found[0][0]) if found else ""

    @property
    def complaints(self) -> str:
        return "".join(node.complaints for node in self.nodes)


@contextlib.contextmanager
def several(
    postgres: Postgres, name: str, folder: Path, redis: Redis | None = None, mutant: str = ""
) -> Iterator[Several]:
    """Two nodes, for as long as it lasts."""
    cluster = Several(postgres, name, redis)
    try:
        cluster.start(folder, mutant)
        yield cluster
    finally:
        for node in cluster.nodes:
            if node.process.poll() is None:
                node.go_on()
                node.kill()


def eventually(asked: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not asked():
        assert time.monotonic() < end, "it never was so"
        time.sleep(0.05)


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
