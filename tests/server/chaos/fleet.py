"""Model clients: they play legal moves from their own view, and send one in ten twice or late."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from halfturn.core import SeededRng
from tests.server.chaos.history import History, Request, Stream, Told
from tests.support.http_client import Browser
from tests.support.patience import PATIENCE

RESENT = 10
"""One in so many is sent again, and one in so many late."""
MINDS_CHANGED = 3
"""One in so many who lost the connection does not insist on what it had sent."""
AGAIN_AFTER = 0.01
WAYS = (
    ("swirling-heroes", "mirror"),
    ("sellswords", ""),
    ("swirling-heroes", "random"),
    ("swirl", ""),
    ("swirling-heroes", "choose"),
    ("qwirkle-cards", ""),
)
"""What is played: every game, those with hidden hands and those with choices at once."""


class Player:
    """Somebody on a seat, who always comes back and never gives up a move."""

    def __init__(
        self, browser: Browser, table: str, seat: int, history: History, pace: float = 0
    ) -> None:
        self._browser = browser
        self._table = table
        self._seat = seat
        self._history = history
        self._pace = pace
        """Seconds between moves; 0 for as fast as can be."""
        self._rng = SeededRng(f"{table} {seat}")
        self._stream = Stream(table, seat)
        history.streams.append(self._stream)
        self._seen = 0
        self._keys = 0
        self._waiting: Request | None = None
        self._tokens: list[str] = []
        self._now: dict[str, Any] = {}
        self.stopping = False

    async def live(self) -> None:
        """Play until told to stop, through every loss of the connection."""
        while not self.stopping:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{self._browser.port}/ws/{self._table}",
                    additional_headers={
                        "Origin": self._browser.origin,
                        "Cookie": self._browser.cookie,
                    },
                    compression=None,
                    ping_interval=None,
                    max_queue=None,
                    close_timeout=0.2,
                    open_timeout=PATIENCE,
                ) as socket:
                    await self._play(socket)
            await asyncio.sleep(AGAIN_AFTER)

    async def _play(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "seen": self._seen}))
        if self._waiting is not None and self._rng.below(MINDS_CHANGED) == 0:
            self._waiting = None  # it may have been carried out or not: look, and think again
        if self._waiting is not None:
            await self._send(socket, self._waiting)
        async for frame in socket:
            message = msgspec.json.decode(frame)
            if message["type"] == "update":
                self._stream.take(message)
                self._seen = message["version"]
                self._now = message
            else:
                await self._hear(socket, message)
            if self._waiting is None and not self.stopping:
                await self._go_on(socket)
            if self.stopping and self._waiting is None:
                return

    async def _hear(self, socket: ClientConnection, reply: dict[str, Any]) -> None:
        now = time.monotonic()
        request = (
            next(each for each in reversed(self._history.requests) if each.key == reply["key"])
            if self._waiting is None
            else self._waiting
        )
        assert request.key == reply["key"], reply
        request.replies.append(Told(reply["result"], reply["version"], now))
        if reply["result"] in ("error", "slow_down", "conflict"):
            await asyncio.sleep(0.02)
            await self._send(socket, request)
            return
        if reply["result"] == "ok" and request.sent == 1:
            self._history.latencies.append(now - request.at)
        if reply["result"] == "ok" and self._rng.below(RESENT) == 0:
            self._history.resent += 1
            await self._send(socket, request)
            return
        if request.message["type"] == "move" and request.acknowledged:
            self._tokens.append(request.message["token"])
        self._waiting = None

    async def _go_on(self, socket: ClientConnection) -> None:
        """Answer what is asked; at the end of a game the first seat begins the next."""
        question = self._now.get("question")
        if question is None:
            over = self._now and (self._now["view"]["winners"] or self._now["status"] == "over")
            if over and self._seat == 0:
                await self._request(socket, type="next")
            return
        if question["token"] in self._tokens:
            return  # the news of what was answered last is still on its way
        if self._pace:
            # Around the pace, so that tables do not fall into step.
            await asyncio.sleep(self._pace * (0.5 + self._rng.below(1000) / 1000))
        choices = question["choices"]
        answer = choices[self._rng.below(len(choices))]["text"]
        token = question["token"]
        if self._tokens and self._rng.below(RESENT) == 0:
            # Late: it answers an old question, and happens to fit the new one.
            self._history.stale_tries += 1
            token = self._tokens[-1]
        await self._request(socket, type="move", token=token, answers=[answer])

    async def _request(self, socket: ClientConnection, **message: Any) -> None:
        self._keys += 1
        key = f"{self._table}-{self._seat}-{self._keys}"
        message["key"] = key
        request = Request(self._table, self._seat, key, message, time.monotonic())
        self._history.requests.append(request)
        self._waiting = request
        await self._send(socket, request)

    async def _send(self, socket: ClientConnection, request: Request) -> None:
        request.sent += 1
        await socket.send(json.dumps(request.message))


class Fleet:
    """Tables full of players."""

    def __init__(self, port: int, history: History) -> None:
        self._port = port
        self._history = history
        self.players: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []

    def sit_down(self, tables: int, bots: int = 0, pace: float = 0) -> None:
        """Two at each of so many tables of all games, and one against a bot at so many more."""
        for number in range(tables + bots):
            with_bot = number >= tables
            host, guest = Browser(self._port), Browser(self._port)
            seats = ["me", "bot:greedy" if with_bot else "open"]
            game, preset = WAYS[number % len(WAYS)]
            wish = {"game": game, "seats": seats, "preset": preset}
            link = host.post("/api/v1/tables", wish)
            table, invite = link["table"], link["invite"]
            self.players.append(Player(host, table, 0, self._history, pace))
            if not with_bot:
                assert guest.join(table, invite).status == 200
                self.players.append(Player(guest, table, 1, self._history, pace))

    def start(self) -> None:
        self._tasks = [asyncio.create_task(player.live()) for player in self.players]

    async def stop(self, patience: float = PATIENCE) -> None:
        """Let everybody hear the reply they wait for, then go home."""
        for player in self.players:
            player.stopping = True
        _, late = await asyncio.wait(self._tasks, timeout=patience)
        for task in late:
            task.cancel()
        for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
