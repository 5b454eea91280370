"""What is said over one WebSocket: every request with a key gets exactly one reply."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

import msgspec
from mypy_extensions import mypyc_attr
from starlette.websockets import WebSocket, WebSocketState

from halfturn.bots import USUAL, bot_names
from halfturn.core.language import best_language, say, speaking
from halfturn.server.bots.thinker_pool import NoThought
from halfturn.server.ops import metrics
from halfturn.server.ops.settings import MOST_BYTES, Settings
from halfturn.server.projection.text_boards import width_class
from halfturn.server.protocol.requests import (
    Agree,
    AskHint,
    AskLayout,
    AskPreview,
    AskScratch,
    ComeBack,
    FromBrowser,
    Hello,
    Holiday,
    Move,
    NextGame,
    Ping,
    Pledge,
    Resign,
    Reveal,
    Say,
    StandIn,
    TakeBack,
)
from halfturn.server.protocol.updates import FromServer, Reply
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables import commands, dealing
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.fair_deal import Dealer
from halfturn.server.tables.log import BadLog, Halted
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import Connection, encode, why_closed
from halfturn.server.transport.rate_limits import SessionLimits

log = logging.getLogger(__name__)

NOT_TEXT: Final = 1003
AGAINST_THE_RULES: Final = 1008
TOO_LONG: Final = 1009
COME_BACK: Final = 1012

Wish = Move | Resign | NextGame | TakeBack | Agree | StandIn | ComeBack | Holiday | Pledge | Reveal
"""What changes the table, and so is carried out under its lock."""
Request = Wish | AskPreview | AskScratch | AskLayout | Say
_KEY: Final = re.compile(r"[!-~]{1,64}")
_decoder: Final = msgspec.json.Decoder(FromBrowser)


class _Keyed(msgspec.Struct):
    """What is looked for in a message that makes no sense, to be able to say so."""

    key: str = ""


_key_decoder: Final = msgspec.json.Decoder(_Keyed)


@mypyc_attr(allow_interpreted_subclasses=True)
class Conversation:
    """One browser's talk with one table."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        connection: Connection,
        settings: Settings,
        limits: SessionLimits,
        address: str,
    ) -> None:
        self._socket = socket
        self._room = room
        self._connection = connection
        self._settings = settings
        self._limits = limits
        self._address = address
        """Where it counts as coming from."""
        self._hinting: asyncio.Task[None] | None = None
        self._bad = 0
        self._most_bytes = MOST_BYTES

    async def listen(self) -> None:
        """Hear and answer until the browser is gone."""
        try:
            await self._listen()
        finally:
            if self._hinting is not None:
                self._hinting.cancel()

    async def _listen(self) -> None:
        try:
            async with asyncio.timeout(self._settings.hello_within):
                first = await self._socket.receive()
        except TimeoutError:
            self._connection.close(AGAINST_THE_RULES, "expected a hello")
            first = await self._socket.receive()
        await self._take(first)
        while self._socket.client_state is WebSocketState.CONNECTED:
            await self._take(await self._socket.receive())

    async def _take(self, message: Any) -> None:
        if message["type"] != "websocket.receive" or self._connection.closing:
            return
        text = message.get("text")
        if text is None:
            self._connection.close(NOT_TEXT, "expected text")
        elif len(text) > self._most_bytes:
            self._connection.close(TOO_LONG, f"expected at most {self._most_bytes} bytes")
        elif not self._limits.frames.take(self._connection.person, self._address):
            self._connection.close(AGAINST_THE_RULES, "too many messages")
        else:
            await self._hear(text)

    async def _hear(self, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._make_nothing_of(text)
            return
        if isinstance(message, Hello):
            if self._room.is_sure or await self._room.make_sure():
                await self._greet(message)
            else:
                self._connection.close(COME_BACK, "come back")
        elif self._connection.sent < 0:
            self._connection.close(AGAINST_THE_RULES, "expected a hello first")
        elif not _KEY.fullmatch(message.key):
            self._make_nothing_of("")
        elif isinstance(message, Ping):
            self._reply(message.key, "ok", self._connection.sent)
        else:
            with speaking(self._connection.language):
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

    async def _greet(self, hello: Hello) -> None:
        self._connection.columns = width_class(hello.columns)
        self._connection.language = best_language(hello.language)
        try:
            if hello.seat is not None:
                if hello.seat not in self._room.table.held_by(self._connection.sits):
                    self._connection.close(AGAINST_THE_RULES, "that seat is not yours")
                    return
                self._connection.seat = hello.seat
            first = self._connection.sent < 0
            await self._room.greet(self._connection, hello.seen)
            if first and self._connection.sent >= 0:
                self._room.talk.tell(self._connection)
        except Exception as error:
            log.error("table %s cannot be shown: %s", self._room.id, error)
            self._connection.close(*why_closed(error))

    async def _answer(self, message: Request | AskHint) -> None:
        """Do what is asked for; whatever happens, there is one reply."""
        if not isinstance(message, AskHint):
            await self._settle(message.key, self._do(message))
        elif (self._hinting is None or self._hinting.done()) and self._limits.hints.take(
            self._connection.person, self._address
        ):
            # It takes a while: what is said meanwhile does not wait for it.
            self._hinting = asyncio.create_task(self._hint(message))
        else:
            text = say("that is a lot of hints: think for yourself a little")
            self._reply(message.key, "slow_down", max(self._connection.sent, 0), text)

    async def _settle(self, key: str, doing: Coroutine[None, None, None]) -> None:
        version = max(self._connection.sent, 0)
        try:
            await doing
        except Refused as refused:
            version = self._room.table.version if refused.version is None else refused.version
            self._reply(key, refused.result, version, refused.text)
        except Taken:
            self._reply(key, "conflict", version, say("that came too late: look and try again"))
        except Halted as halted:
            self._reply(key, "illegal", version, str(halted))
        except (StoreFailed, BadLog) as error:
            level = logging.WARNING if isinstance(error, Fenced) else logging.ERROR
            log.log(level, "table %s: %s", self._room.id, error)
            text = say("the server cannot write at the moment: nothing was done")
            self._reply(key, "error", version, text)
        except NoThought as error:
            log.warning("no hint at table %s: %s", self._room.id, error)
            self._reply(key, "error", version, say("no hint was found: try again"))
        except Exception:
            id = secrets.token_hex(4)
            metrics.ERRORS.add("table")
            log.exception("error %s at table %s", id, self._room.id)
            self._reply(key, "error", version, say("something went wrong here (error {id})", id=id))

    async def _do(self, message: Request) -> None:
        room, key = self._room, message.key
        if not isinstance(message, AskLayout):
            seat = self._seat
        if not self._may(message):
            text = say("slow down a little, then send it again")
            self._reply(key, "slow_down", room.table.version, text)
        elif isinstance(message, Move):  # which nearly all are
            await self._change(seat, message)
        elif isinstance(message, AskLayout):
            self._tell(await room.lay_out(key, message.cards, message.near))
        elif isinstance(message, AskPreview):
            self._tell(room.preview(seat, key, message.token, message.answer, message.before))
        elif isinstance(message, AskScratch):
            groups, arrange = message.groups, message.arrange
            self._tell(await room.scratch(seat, key, message.token, groups, arrange))
        elif isinstance(message, Say):
            await self._say(seat, message)
        else:
            await self._change(seat, message)

    async def _change(self, seat: int, message: Wish) -> None:
        room, key = self._room, message.key
        anew = isinstance(message, NextGame)
        away = isinstance(message, StandIn) and room.is_away(message.seat)
        done = partial(self._reply, key, "ok")

        def wish(table: Table, dealer: Dealer) -> Change:
            # While it waited for its turn, the person may have been removed.
            if self._seat != seat:
                raise Refused("illegal", say("you do not sit at this table any more"))
            ready = anew and room.deal_is_ready(table)
            return wished(message, table, seat, dealer, away, ready)

        await room.carry_out(wish, done, anew=anew, key=room.table.client_key(seat, key))

    async def _say(self, seat: int, words: Say) -> None:
        person = self._connection.person
        assert person is not None, "whoever sits is somebody"
        may = partial(self._limits.talk.take, (person, self._room.id), self._address)
        await self._room.talk.say(seat, person, words, may, partial(self._reply, words.key, "ok"))

    async def _hint(self, message: AskHint) -> None:
        await self._settle(message.key, self._find_hint(message))

    async def _find_hint(self, message: AskHint) -> None:
        self._tell(await self._room.hint(self._seat, message.key, message.token))

    @property
    def _seat(self) -> int:
        seat = self._connection.seat
        if seat is None:
            raise Refused("illegal", say("you are watching: only those who sit here can do that"))
        return seat

    def _may(self, message: Request) -> bool:
        """Whether it is not too soon for it."""
        limits = self._limits
        if isinstance(message, Move):
            limit = limits.moves
        elif isinstance(message, AskPreview | Say):
            return True  # what is said has a bound of its own
        elif isinstance(message, AskLayout) or (
            isinstance(message, AskScratch) and message.arrange
        ):
            limit = limits.arranges
        else:
            limit = limits.looks if isinstance(message, AskScratch) else limits.moves
        return limit.take(self._connection.person, self._address)

    def _reply(self, key: str, result: Any, version: int, text: str = "") -> None:
        metrics.REPLIES.add(result)
        self._tell(Reply(key=key, result=result, version=version, text=text))

    def _tell(self, message: FromServer) -> None:
        self._connection.push(encode(message))


def wished(
    message: Wish, table: Table, seat: int, dealer: Dealer, away: bool, ready: bool
) -> Change:
    """What a seat wants, as the rows that would do it; `ready`: the next deal is settled."""
    key = message.key
    match message:
        case Move():
            return table.answer(seat, key, message.token, message.answers, dealer)
        case Resign():
            return table.resign(seat, key)
        case NextGame():
            return table.next_game(seat, key, dealer if ready else None)
        case TakeBack():
            return commands.take_back(table, seat, key, message.ask)
        case Agree(yes=True):
            return commands.agree(table, seat, key, message.asking)
        case Agree():
            return commands.decline(table, seat, key, message.asking)
        case StandIn():
            if message.bot and message.bot not in bot_names():
                raise Refused(
                    "illegal", say("expected a bot among {bots}", bots=", ".join(bot_names()))
                )
            bot, whose = message.bot or USUAL, message.seat
            return commands.stand_in(table, seat, key, whose, bot, away)
        case ComeBack():
            return commands.come_back(table, seat, key)
        case Pledge() | Reveal():
            return _contributed(message, table, seat)
        case Holiday():
            return commands.holiday(table, seat, key, message.days)


def _contributed(message: Pledge | Reveal, table: Table, seat: int) -> Change:
    if isinstance(message, Pledge):
        return dealing.pledge(table, seat, message.key, message.commitment, message.hash)
    return dealing.reveal(table, seat, message.key, message.nonce)
