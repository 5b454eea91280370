"""What is said over one WebSocket: every request with a key gets exactly one reply."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket

from halfturn.server import metrics
from halfturn.server.bucket import Bucket
from halfturn.server.change import Refused
from halfturn.server.connection import Connection
from halfturn.server.database import StoreFailed
from halfturn.server.log import BadLog
from halfturn.server.protocol import (
    AskLayout,
    AskPreview,
    AskScratch,
    FromBrowser,
    FromServer,
    Hello,
    Move,
    NextGame,
    Ping,
    Reply,
    Resign,
)
from halfturn.server.room import Room
from halfturn.server.settings import MOST_BYTES, Settings
from halfturn.server.writer import Taken

log = logging.getLogger(__name__)

NOT_TEXT: Final = 1003
AGAINST_THE_RULES: Final = 1008
TOO_LONG: Final = 1009
BROKEN: Final = 1011

Wish = Move | Resign | NextGame
Request = Wish | AskPreview | AskScratch | AskLayout
_KEY: Final = re.compile(r"[!-~]{1,64}")
_decoder: Final = msgspec.json.Decoder(FromBrowser)


class _Keyed(msgspec.Struct):
    """What is looked for in a message that makes no sense, to be able to say so."""

    key: str = ""


_key_decoder: Final = msgspec.json.Decoder(_Keyed)


class Conversation:
    """One browser's talk with one table."""

    def __init__(self, socket: WebSocket, room: Room, connection: Connection, settings: Settings):
        self._socket = socket
        self._room = room
        self._connection = connection
        self._settings = settings
        self._moves = Bucket(settings.moves)
        self._looks = Bucket(settings.looks)
        self._arranges = Bucket(settings.arranges)
        self._frames = Bucket(settings.frames)
        self._bad = 0

    async def listen(self) -> None:
        """Hear and answer until the browser is gone."""
        try:
            async with asyncio.timeout(self._settings.hello_within):
                first = await self._socket.receive()
        except TimeoutError:
            self._connection.close(AGAINST_THE_RULES, "expected a hello")
            first = await self._socket.receive()
        await self._take(first)
        while self._socket.client_state.name == "CONNECTED":
            await self._take(await self._socket.receive())

    async def _take(self, message: Any) -> None:
        if message["type"] != "websocket.receive" or self._connection.closing:
            return
        text = message.get("text")
        if text is None:
            self._connection.close(NOT_TEXT, "expected text")
        elif len(text) > MOST_BYTES:
            self._connection.close(TOO_LONG, f"expected at most {MOST_BYTES} bytes")
        elif not self._frames.take():
            self._connection.close(AGAINST_THE_RULES, "too many messages")
        else:
            await self._hear(text)
            # Frames that came together must not keep their own answers from going out.
            await asyncio.sleep(0)

    async def _hear(self, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._make_nothing_of(text)
            return
        if isinstance(message, Hello):
            self._greet(message)
        elif self._connection.sent < 0:
            self._connection.close(AGAINST_THE_RULES, "expected a hello first")
        elif not _KEY.fullmatch(message.key):
            self._make_nothing_of("")
        elif isinstance(message, Ping):
            self._reply(message.key, "ok", self._connection.sent)
        else:
            await self._answer(message)

    def _make_nothing_of(self, text: str) -> None:
        self._bad += 1
        if self._bad > self._settings.bad_frames:
            self._connection.close(AGAINST_THE_RULES, "too much that makes no sense")
            return
        try:
            key = _key_decoder.decode(text).key
        except (msgspec.MsgspecError, ValueError, RecursionError):
            key = ""
        known = key if _KEY.fullmatch(key) else ""
        self._reply(known, "error", max(self._connection.sent, 0), "expected a known message")

    def _greet(self, hello: Hello) -> None:
        self._connection.columns = hello.columns
        try:
            self._room.tell(self._connection, hello.seen)
        except Exception as error:
            log.error("table %s cannot be shown: %s", self._room.id, error)
            self._connection.close(BROKEN, "this table cannot be opened")

    async def _answer(self, message: Request) -> None:
        """Do what is asked for; whatever happens, there is one reply."""
        version = max(self._connection.sent, 0)
        try:
            await self._do(message)
        except Refused as refused:
            version = self._room.table.version if refused.version is None else refused.version
            self._reply(message.key, refused.result, version, refused.text)
        except Taken:
            self._reply(message.key, "conflict", version, "that came too late: look and try again")
        except (StoreFailed, BadLog) as error:
            log.error("table %s: %s", self._room.id, error)
            text = "the server cannot write at the moment: nothing was done"
            self._reply(message.key, "error", version, text)
        except Exception:
            id = secrets.token_hex(4)
            metrics.ERRORS.add("table")
            log.exception("error %s at table %s", id, self._room.id)
            self._reply(message.key, "error", version, f"something went wrong here (error {id})")

    async def _do(self, message: Request) -> None:
        room, key, seat = self._room, message.key, self._connection.seat
        if seat is None and not isinstance(message, AskLayout):
            raise Refused("illegal", "you are watching: only those who sit here can do that")
        if not self._may(message):
            text = "slow down a little, then send it again"
            self._reply(key, "slow_down", room.table.version, text)
        elif isinstance(message, AskLayout):
            self._say(await room.lay_out(key, message.cards, message.near))
        elif seat is None:
            raise AssertionError("who watches was refused")
        elif isinstance(message, AskPreview):
            self._say(room.preview(seat, key, message.token, message.answer, message.before))
        elif isinstance(message, AskScratch):
            groups, arrange = message.groups, message.arrange
            self._say(await room.scratch(seat, key, message.token, groups, arrange))
        else:
            await self._change(message, seat)

    async def _change(self, message: Wish, seat: int) -> None:
        room, key = self._room, message.key
        if isinstance(message, Move):
            move = message
            await room.carry_out(
                lambda table, dealer: table.answer(seat, key, move.token, move.answers, dealer),
                lambda version: self._reply(key, "ok", version),
            )
        elif isinstance(message, Resign):
            await room.carry_out(
                lambda table, _: table.resign(seat, key),
                lambda version: self._reply(key, "ok", version),
            )
        else:
            await room.carry_out(
                lambda table, dealer: table.next_game(seat, key, dealer),
                lambda version: self._reply(key, "ok", version),
                anew=True,
            )

    def _may(self, message: Request) -> bool:
        """Whether it is not too soon for it."""
        if isinstance(message, AskPreview):
            return True
        if isinstance(message, AskLayout) or (isinstance(message, AskScratch) and message.arrange):
            return self._arranges.take()
        return (self._looks if isinstance(message, AskScratch) else self._moves).take()

    def _reply(self, key: str, result: Any, version: int, text: str = "") -> None:
        metrics.REPLIES.add(result)
        self._say(Reply(key=key, result=result, version=version, text=text))

    def _say(self, message: FromServer) -> None:
        self._connection.push(msgspec.json.encode(message).decode())
