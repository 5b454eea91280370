"""A bot of somebody's without a mind: it reads lines, and says what it is told to say."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from typing import Self

from tests.support.http_client import Answer, Browser, Json, Tab
from tests.support.patience import PATIENCE


class Lines:
    """A stream that is being read."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self._response = connection.getresponse()
        self.status = self._response.status
        self.headers = self._response.headers
        if self.status != 200:
            self._response.read()
            self.close()

    def next(self) -> Json:
        """The next line that is not blank; None where the stream has ended."""
        while line := self._response.readline():
            if line.strip():
                return json.loads(line)
        self.close()
        return None

    def until(self, **wanted: Json) -> Json:
        """The next line that has all of this."""
        while (line := self.next()) is not None:
            if all(line.get(name) == value for name, value in wanted.items()):
                return line
        raise AssertionError(f"the stream ended before {wanted}")

    def close(self) -> None:
        self._response.close()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Bot:
    """Whoever has the token."""

    def __init__(self, port: int, token: str, id: str = "") -> None:
        self.port = port
        self.token = token
        self.id = id

    def ask(
        self, method: str, path: str, body: Json = None, headers: dict[str, str] | None = None
    ) -> Answer:
        sent = {"Authorization": f"Bearer {self.token}", **(headers or {})}
        return Browser(self.port).ask(method, f"/api/v1{path}", body, {"Origin": "-", **sent})

    def read(self, path: str) -> Lines:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.token}"}
        connection.request("GET", f"/api/v1{path}", headers=headers)
        return Lines(connection)

    def events(self) -> Lines:
        return self.read("/bot/events")

    def stream(self, table: str) -> Lines:
        return self.read(f"/tables/{table}/bot/stream")

    def wish(self, table: str, what: str, **body: Json) -> Answer:
        return self.ask("POST", f"/tables/{table}/bot/{what}", body)

    def join(self, table: str, invite: str) -> Answer:
        return self.ask("POST", f"/tables/{table}/bot/join", {"invite": invite})


def new_bot(
    owner: Browser, name: str = "Marvin", scopes: tuple[str, ...] = ("read", "play")
) -> Bot:
    made = owner.post("/api/v1/me/bots", {"name": name, "scopes": list(scopes)})
    return Bot(owner.port, made["token"], made["bot"]["id"])


async def play_to_the_end(
    update: Json, stream: Lines, tab: Tab, answer: Callable[[Json], object]
) -> None:
    """A game of a bot, which answers what it is asked, and of the person at the first seat."""
    while update["status"] != "over":
        if update["question"]:
            answer(update["question"])
        elif 0 in update["asked"]:
            await tab.reach(update["version"])
            assert (await tab.move_first())["result"] == "ok"
        version = update["version"]
        while update["version"] <= version:
            update = await asyncio.to_thread(stream.next)
