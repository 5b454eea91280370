"""Hints between nodes, by Redis: "table t is at version v", "person p is called otherwise".

Nothing rests on them. One that is lost, late or told twice costs somebody two seconds at most,
after which the database is asked; and nothing goes over the bus that is not in every address:
no card, no name, no token.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

from halfturn.core.errors import HalfturnError
from halfturn.server.ops import metrics

log = logging.getLogger(__name__)

MOST_HINTS: Final = 10_000
"""Hints that wait to be sent; beyond that they are lost."""
WITHIN: Final = 2.0
"""Seconds that Redis has for anything."""
AGAIN_AFTER: Final = 1.0


def _nothing(*_: object) -> None:
    """Until somebody wants to know."""


class Bus:
    """One channel that all nodes of one database share."""

    def __init__(self, url: str, server: str, node: str) -> None:
        self._url = url
        self._channel = f"halfturn:{server}"
        self._node = node
        self.on_table: Callable[[str, int], None] = _nothing
        self.on_person: Callable[[int], None] = _nothing
        self._tables: dict[str, int] = {}
        self._people: set[int] = set()
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._down = False

    def start(self) -> None:
        """Tell and hear from now on, as long as there is somebody at the other end."""
        loop = asyncio.get_running_loop()
        for work in (self._send, self._hear):
            self._tasks.append(loop.create_task(self._again(work)))

    async def close(self) -> None:
        """Neither tell nor hear any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell_table(self, table: str, version: int) -> None:
        """A table is at a version."""
        if len(self._tables) < MOST_HINTS:
            self._tables[table] = version
            self._something.set()

    def tell_person(self, person: int) -> None:
        """Somebody is called otherwise."""
        if len(self._people) < MOST_HINTS:
            self._people.add(person)
            self._something.set()

    async def _again(self, work: Callable[[Any], Any]) -> None:
        """Work, whatever becomes of Redis."""
        while True:
            try:
                async with connected(self._url) as redis:
                    await work(redis)
            except Exception as error:  # whatever it is, it is only a hint less
                if not self._down:
                    log.warning("no hints between nodes: %s", type(error).__name__)
                self._down = True
            await asyncio.sleep(AGAIN_AFTER)

    async def _send(self, redis: Any) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            tables, self._tables = self._tables, {}
            people, self._people = self._people, set()
            hints = [f"{self._node} table {table} {at}" for table, at in tables.items()]
            hints += [f"{self._node} person {person}" for person in people]
            async with redis.pipeline(transaction=False) as pipe:
                for hint in hints:
                    pipe.publish(self._channel, hint)
                await pipe.execute()
            self._down = False
            for _ in hints:
                metrics.HINTS.add("sent")

    async def _hear(self, redis: Any) -> None:
        async with redis.pubsub() as ears:
            await ears.subscribe(self._channel)
            while True:
                message = await ears.get_message(ignore_subscribe_messages=True, timeout=WITHIN)
                if message is not None:
                    self._take(message["data"])

    def _take(self, hint: bytes) -> None:
        """One hint; what makes no sense is nobody's."""
        node, *words = hint.decode(errors="replace").split(" ")
        if node == self._node:
            return
        metrics.HINTS.add("heard")
        with contextlib.suppress(ValueError):
            match words:
                case "table", table, version:
                    self.on_table(table, int(version))
                case "person", person:
                    self.on_person(int(person))


@contextlib.asynccontextmanager
async def connected(url: str) -> Any:
    """A Redis, for as long as it is there."""
    from redis.asyncio import Redis

    redis = Redis.from_url(url, socket_timeout=WITHIN * 2, socket_connect_timeout=WITHIN)
    try:
        yield redis
    finally:
        await redis.aclose()


def checked_url(url: str) -> str:
    """The address of a Redis; raises HalfturnError in words where it is none."""
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise HalfturnError("expected --redis redis://HOST:PORT, got something else")
    try:
        import redis.asyncio as _  # noqa: F401
    except ImportError:
        raise HalfturnError(
            "--redis needs Redis's client: install it with pip install halfturn[nodes]"
        ) from None
    return url
