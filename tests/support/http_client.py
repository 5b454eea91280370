"""A browser without a screen: it keeps its cookie, and says what it is told to say."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable, Coroutine
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.patience import PATIENCE

Json = Any
_open_tabs: list[Tab] = []


def run(go: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run a test, then close every tab it left open."""

    async def go_and_close() -> None:
        _open_tabs.clear()  # those of another loop ended with it
        try:
            await go()
        finally:
            for tab in _open_tabs:
                await tab.close()
            _open_tabs.clear()

    asyncio.run(go_and_close())


class Answer:
    """What came back over HTTP."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Json:
        return json.loads(self.body)


class Browser:
    """One person's browser."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.port = port
        self.host = host
        self.cookie = ""

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(
        self, method: str, path: str, body: Json = None, headers: dict[str, str] | None = None
    ) -> Answer:
        sent = {"Origin": self.origin} if method == "POST" else {}
        if self.cookie:
            sent["Cookie"] = self.cookie
        data = body if isinstance(body, bytes) else None
        if body is not None and data is None:
            data = json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        sent.update(headers or {})
        sent = {name: value for name, value in sent.items() if value != "-"}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.partition(";")[0]
        return answer

    def get(self, path: str) -> Json:
        answer = self.ask("GET", path)
        assert answer.status == 200, answer.body
        return answer.json

    def post(self, path: str, body: Json) -> Json:
        answer = self.ask("POST", path, body)
        assert answer.status in (200, 201), (answer.status, answer.body)
        return answer.json

    def new_table(self, seats: list[str], **more: Json) -> tuple[str, str]:
        """A table of Swirling Heroes, and its invitation."""
        link = self.post("/api/v1/tables", {"game": "swirling-heroes", "seats": seats, **more})
        return link["table"], link["invite"]

    def join(self, table: str, invite: str) -> Answer:
        return self.ask("POST", f"/api/v1/tables/{table}/join", {"invite": invite})

    async def open(self, table: str, seen: int | None = 0, **headers: str) -> Tab:
        """The table in a tab; with `seen` None nothing has been said yet."""
        sent = {"Origin": self.origin, **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        sent = {name: value for name, value in sent.items() if value != "-"}
        url = f"ws://{self.host}:{self.port}/ws/{table}"
        socket = await connect(
            url,
            additional_headers=sent,
            compression=None,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        tab = Tab(socket)
        _open_tabs.append(tab)
        if seen is not None:
            await tab.say(type="hello", seen=seen)
            await tab.update()
        return tab


async def back(browser: Browser, table: str) -> Tab:
    """The table as a browser comes back to it: again and again until somebody answers."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await browser.open(table)
        except (ConnectionClosed, OSError):
            assert asyncio.get_running_loop().time() < end
            await asyncio.sleep(0.1)


async def ready_again(browser: Browser) -> None:
    """Wait until the server says that moves can be made."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while browser.ask("GET", "/readyz").status != 200:
        assert asyncio.get_running_loop().time() < end
        await asyncio.sleep(0.1)


async def second_to_move(port: int) -> tuple[Browser, str, Tab, Tab]:
    """Two people at a table whose first move is made: the host, the table, and both tabs."""
    one, other = Browser(port), Browser(port)
    table, invite = one.new_table(["me", "open"], options=["first_player=A"])
    assert other.join(table, invite).status == 200
    tab, hers = await one.open(table), await other.open(table)
    assert (await tab.move_first())["result"] == "ok"
    await hers.until(lambda update: update["question"])
    return one, table, tab, hers


class Tab:
    """A table that is open in a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.now: Json = None
        """The last update."""
        self.updates: list[Json] = []
        self.frames: list[str] = []
        """Everything that came, byte for byte."""
        self._keys = 0

    async def say(self, **message: Json) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Json:
        """The next message."""
        frame = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "update":
            self.now = message
            self.updates.append(message)
        return message

    async def update(self) -> Json:
        """The next update."""
        while (message := await self.hear())["type"] != "update":
            pass
        return message

    async def until(self, wanted: Any) -> Json:
        """The update for which something is true, perhaps the one that came last."""
        while self.now is None or not wanted(self.now):
            await self.update()
        return self.now

    async def reach(self, version: int) -> Json:
        """The update that shows this version of the table."""
        return await self.until(lambda update: update["version"] >= version)

    async def request(self, type: str, key: str = "", **more: Json) -> Json:
        """Ask for something; returns the one reply."""
        self._keys += 1
        key = key or f"key-{id(self)}-{self._keys}"
        await self.say(type=type, key=key, **more)
        while (message := await self.hear()).get("key") != key:
            pass
        return message

    async def move(self, *answers: str, key: str = "", token: str = "") -> Json:
        token = token or self.now["question"]["token"]
        return await self.request("move", key, token=token, answers=list(answers))

    async def move_first(self, key: str = "") -> Json:
        """Answer with the first choice, once this seat is asked."""
        await self.until(lambda update: update["question"])
        return await self.move(self.now["question"]["choices"][0]["text"], key=key)

    async def closed(self) -> int:
        """The code with which the server closed the tab."""
        try:
            while True:
                self.frames.append(str(await asyncio.wait_for(self.socket.recv(), PATIENCE)))
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006

    async def close(self) -> None:
        await self.socket.close()
