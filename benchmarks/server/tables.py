"""Two players at a table, who move as soon as they may: the same for every server."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

from benchmarks.server.wire import Line
from halfturn.core import SeededRng

SPREAD = 2.0
"""Seconds within which tables with a pace begin, about as long as their games take: so at any
moment some begin and some end, as it is where people play, and not all of them at once."""


@dataclass
class Load:
    """What all tables have done so far."""

    pace: float = 0.0
    """Seconds between the moves of a table; 0 for as fast as it is answered."""
    latencies: list[float] = field(default_factory=list)
    """From sending a move until it was acknowledged."""
    games: int = 0
    problems: list[str] = field(default_factory=list)


class Table:
    """What tables of all kinds share: when to move, and how long it took."""

    def __init__(self, name: str, load: Load) -> None:
        self.load = load
        self.rng = SeededRng(name)
        self._sent = 0.0
        self._due = 0.0
        self._waiting: asyncio.TimerHandle | None = None
        self.lines: list[Line] = []

    def in_time(self, move: Any, *words: Any) -> None:
        """Do it now, or when the pace of the table allows it."""
        if not self.load.pace:
            move(*words)
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._due:
            self._due = now + SPREAD * self.rng.below(1000) / 1000
        self._due += self.load.pace
        self._due = max(self._due, now)  # it is behind: as fast as it is answered
        self._waiting = loop.call_at(self._due, move, *words)

    def sent(self) -> None:
        """A move is on its way."""
        self._sent = time.perf_counter()

    def acknowledged(self) -> None:
        """It has been made."""
        self.load.latencies.append(time.perf_counter() - self._sent)

    def close(self) -> None:
        """Go home, without the move that was to come."""
        if self._waiting is not None:
            self._waiting.cancel()
        for line in self.lines:
            line.hear = lambda _: None
            line.close()


# ---- Halfturn ----


class _Choice(msgspec.Struct):
    text: str


class _Question(msgspec.Struct):
    token: str
    choices: list[_Choice]


class _View(msgspec.Struct):
    winners: list[int]


class _Message(msgspec.Struct):
    """The parts of a message that a player needs."""

    type: str
    version: int = 0
    question: _Question | None = None
    view: _View | None = None
    status: str = ""
    result: str = ""
    text: str = ""


class HalfturnTable(Table):
    """Real Swirling Heroes; when the match is over, a rematch."""

    decoder = msgspec.json.Decoder(_Message)

    async def begin(self, port: int, number: int) -> None:
        """Sit down, with a cookie each."""
        self._key = 0
        _, cookie, link = await ask(
            port, "/api/v1/tables", {"game": "swirling-heroes", "seats": ["me", "open"]}
        )
        guest = (
            await ask(port, f"/api/v1/tables/{link['table']}/join", {"invite": link["invite"]})
        )[1]
        for seat, who in enumerate((cookie, guest)):
            line = await Line.to(port, f"/ws/{link['table']}", who)
            line.hear = lambda text, seat=seat: self._hear(seat, text)  # type: ignore[misc]
            self.lines.append(line)

    def start(self) -> None:
        """Begin to move."""
        for line in self.lines:
            line.say(b'{"type":"hello","seen":0}')

    def _hear(self, seat: int, text: bytes) -> None:
        message = self.decoder.decode(text)
        if message.type == "reply":
            if message.result == "ok":
                self.acknowledged()
            else:
                self.load.problems.append(f"{message.result}: {message.text}")
        elif message.question is not None:
            self.in_time(self._move, seat, message.question)
        elif seat == 0 and message.view is not None and message.view.winners:
            self.load.games += 1
            self.in_time(self._say, seat, b'"next"', b"")

    def _move(self, seat: int, question: _Question) -> None:
        choice = question.choices[self.rng.below(len(question.choices))].text
        more = b',"token":"%s","answers":["%s"]' % (question.token.encode(), choice.encode())
        self._say(seat, b'"move"', more)

    def _say(self, seat: int, kind: bytes, more: bytes) -> None:
        self._key += 1
        self.sent()
        self.lines[seat].say(b'{"type":%s,"key":"k%d"%s}' % (kind, self._key, more))


async def ask(port: int, path: str, body: Any, cookie: str = "") -> tuple[int, str, Any]:
    """One request over HTTP; the status, the cookie, and what was answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = msgspec.json.encode(body)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nConnection: close\r\n"
        + (f"Cookie: {cookie}\r\n" if cookie else "")
    )
    writer.write(head.encode() + b"\r\n" + data)
    answer = await reader.read()
    writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    for header in top.decode("latin-1").split("\r\n"):
        name, _, value = header.partition(": ")
        if name.lower() == "set-cookie":
            cookie = value.partition(";")[0]
    return int(top.split()[1]), cookie, msgspec.json.decode(rest)


# ---- boardgame.io ----


class BoardgameIoTable(Table):
    """Its tic-tac-toe example over its own protocol; when a game is over, the next one."""

    together: ClassVar = True
    """Whether both players come to a game at once."""

    async def begin(self, port: int, number: int) -> None:
        """Connect both players to the game's part of the server."""
        self._number = number
        for player in range(2):
            line = await Line.to(port, "/socket.io/?EIO=4&transport=websocket")
            line.hear = lambda text, player=player: self._hear(player, text)  # type: ignore[misc]
            self.lines.append(line)
            self._joined: asyncio.Future[None] | None
            self._joined = asyncio.get_running_loop().create_future()
            line.say(b"40/tic-tac-toe,")
            await self._joined
        self._joined = None

    def start(self) -> None:
        """Begin to move."""
        self._round = 0
        self._sync()

    def _sync(self) -> None:
        self._round += 1
        self._match = b"m%d-%d" % (self._number, self._round)
        self._synced = 0
        for player in range(len(self.lines) if self.together else 1):
            self._come(player)

    def _come(self, player: int) -> None:
        sync = b'42/tic-tac-toe,["sync","%s","%d",null,2]' % (self._match, player)
        self.lines[player].say(sync)

    def _hear(self, player: int, text: bytes) -> None:
        if text[:1] == b"2":
            self.lines[player].say(b"3")  # are you there?
        elif text[:16] == b"40/tic-tac-toe,{":
            if self._joined is not None:
                self._joined.set_result(None)
        elif text[:16] == b"42/tic-tac-toe,[":
            self._take(player, msgspec.json.decode(text[15:]))

    def _take(self, player: int, message: Any) -> None:
        kind, match = message[0], message[1]
        if match.encode() != self._match:
            return
        if kind == "sync":
            self._synced += 1
            state = message[2]["state"]
            if self._synced == 2:
                self.in_time(self._move, state)
            elif not self.together:
                self._come(1)
        elif kind == "update":
            state = message[2]
            mover = (state["_stateID"] - 1) % 2
            if player == mover:
                self.acknowledged()
            # The next one moves when it has heard of it, or the game is over for both.
            if player == mover:
                return
            if "gameover" in state["ctx"]:
                self.load.games += 1
                self._sync()
            else:
                self.in_time(self._move, state)
        elif kind != "matchData":
            self.load.problems.append(str(kind))

    def _move(self, state: Any) -> None:
        cells = state["G"]["cells"]
        free = [at for at, owner in enumerate(cells) if owner is None]
        player = int(state["ctx"]["currentPlayer"])
        self.sent()
        self.lines[player].say(
            b'42/tic-tac-toe,["update",{"type":"MAKE_MOVE","payload":{"type":"clickCell",'
            b'"args":[%d],"playerID":"%d","credentials":null}},%d,"%s","%d"]'
            % (free[self.rng.below(len(free))], player, state["_stateID"], self._match, player)
        )


class StoredBoardgameIoTable(BoardgameIoTable):
    """The same with a store that is not memory.

    There the second player comes after the first: who comes to a game that is not there makes
    it, and where two do so at the same time the second one's store ends the whole server.
    """

    together = False
