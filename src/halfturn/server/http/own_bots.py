"""The bot API: what people do about bots of their own, and what such bots do.

A person is known by a cookie, a bot by the token in its Authorization header; here it is told
apart which of them may ask, and neither is ever taken for the other. No browser sends that header
by itself, so where a bot's request comes from does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from halfturn.core.language import say
from halfturn.server.http.api import Api, Refusal, address, answered, check_rate
from halfturn.server.http.line_stream import NDJSON, LineStream
from halfturn.server.ops import metrics
from halfturn.server.people.names import clean_name
from halfturn.server.people.own_bots import KnownBot, TooManyBots
from halfturn.server.protocol.own_bots import (
    BotAgree,
    BotMove,
    BotToken,
    BotWish,
    NewBot,
    SeatBot,
)
from halfturn.server.protocol.requests import Agree, ComeBack, Move, NextGame, Resign
from halfturn.server.protocol.updates import Join, NewTable, Reply
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.fair_deal import Dealer
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import Connection
from halfturn.server.transport.session import Wish, wished

Said = TypeVar("Said")
Handler = Callable[["BotDesk", Request], Awaitable[Response]]

STATUS: Final = {"stale": 409, "illegal": 400, "slow_down": 429}
"""With which status a refusal is told."""


def _wish(body: type[Said], message: Callable[[Said], Wish]) -> Handler:
    """What a bot wants at its table: said by HTTP, it is the message that a browser would send."""

    async def handler(desk: BotDesk, request: Request) -> Response:
        bot = desk._bot(request, "play")
        said = await desk._api.read(request, body)
        return await desk._carry_out(request, bot, message(said))

    return handler


class BotDesk:
    """The handlers of the bot API: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, api: Api) -> None:
        self._hub = hub
        self._api = api
        self._of_bot: Counter[int] = Counter()
        self._of_address: Counter[str] = Counter()

    # ---- for the person whose bots they are ----

    async def bots(self, request: Request) -> Response:
        """One's own bots."""
        return answered(self._hub.own_bots.of(self._api.known(request)))

    async def make_bot(self, request: Request) -> Response:
        """A bot of one's own."""
        wish = await self._api.page_body(request, NewBot)
        person = self._api.known(request)
        name = clean_name(wish.name)
        if not wish.scopes:
            raise Refusal(400, "bad_request", say("expected something that the bot may do"))
        wishes = self._hub.own_bots.wishes.of(person.id)
        check_rate(wishes, say("that is a lot of bots: wait a bit"))
        try:
            bot, token = await self._hub.own_bots.make(person, name, wish.scopes)
        except TooManyBots:
            text = say("you have as many bots as you can have: revoke one first")
            raise Refusal(409, "conflict", text) from None
        return answered(BotToken(bot=bot, token=token), 201)

    async def drop_bot(self, request: Request) -> Response:
        """Revoke a bot's token."""
        self._api.check_page(request)
        person = self._api.known(request)
        bot = self._hub.own_bots.one_of(person, request.path_params["bot"])
        if bot is None:
            raise Refusal(404, "not_found", say("you have no such bot"))
        await self._hub.revoke(bot.id)
        return answered(self._hub.own_bots.of(person))

    async def seat_bot(self, request: Request) -> Response:
        """Let a bot of one's own sit down."""
        wish = await self._api.page_body(request, SeatBot)
        bot = self._hub.own_bots.one_of(self._api.known(request), wish.bot)
        if bot is None:
            raise Refusal(404, "not_found", say("you have no such bot"))
        room = self._api.invited_to(request, wish.invite)
        return answered(await self._api.seated(bot, room))

    # ---- who a bot is ----

    def _bot(self, request: Request, scope: str) -> KnownBot:
        """The bot whose token was sent; raises Refusal."""
        sent = request.headers.getlist("authorization")
        kind, _, token = sent[0].partition(" ") if len(sent) == 1 else ("", "", "")
        bot = self._hub.own_bots.known_by(token.strip()) if kind.lower() == "bearer" else None
        if bot is None:
            text = say("expected the token of a bot in the header Authorization: Bearer TOKEN")
            refusal = Refusal(401, "unauthorized", text)
            refusal.response.headers["WWW-Authenticate"] = "Bearer"
            raise refusal
        if scope not in bot.scopes:
            text = say("this token is not good for that: it lacks the scope {scope}", scope=scope)
            raise Refusal(403, "forbidden", text)
        return bot

    def _seat(self, request: Request, bot: KnownBot) -> tuple[Room, int]:
        room = self._hub.room(request.path_params["table"])
        seat = room.seat_of(bot.person.id) if room is not None else None
        if room is None or seat is None:
            raise Refusal(404, "not_found", say("you do not sit at such a table"))
        return room, seat

    # ---- reading ----

    async def bot_events(self, request: Request) -> Response:
        """What waits for a bot."""
        bot = self._bot(request, "read")

        def begin(connection: Connection) -> None:
            self._hub.events.add(connection)
            self._hub.show_presence(bot.person.id)

        async def tell(connection: Connection) -> None:
            tables = self._hub.store.tables_of(bot.person.id)
            for room in await self._hub.rooms_to_read(tables):
                self._hub.events.look(room, connection)
                await connection.flushed()

        def end(connection: Connection) -> None:
            self._hub.events.remove(connection)
            self._hub.show_presence(bot.person.id)

        return self._stream(request, bot, None, begin, tell, end)

    async def bot_stream(self, request: Request) -> Response:
        """A table, for a bot that sits there or watches."""
        bot = self._bot(request, "read")
        room = self._hub.room(request.path_params["table"])
        if room is None:
            raise Refusal(404, "not_found", say("there is no such table"))
        seat = room.seat_of(bot.person.id)
        settings = self._hub.settings
        most = settings.watchers if seat is None else settings.sockets_per_seat
        _ = room.table  # whatever is wrong with it is told before anything is begun
        if sum(each.sits == seat for each in room.connections) >= most:
            raise Refusal(429, "slow_down", say("this table is open too often"), 10)

        async def tell(connection: Connection) -> None:
            room.tell(connection, 0)
            room.talk.tell(connection)

        def begin(connection: Connection) -> None:
            # It may have sat down, or been removed, since the request was let in.
            connection.sits = connection.seat = room.seat_of(bot.person.id)
            room.enter(connection)

        return self._stream(request, bot, seat, begin, tell, room.leave)

    def _stream(
        self,
        request: Request,
        bot: KnownBot,
        seat: int | None,
        begin: Callable[[Connection], None],
        tell: Callable[[Connection], Awaitable[None]],
        end: Callable[[Connection], None],
    ) -> Response:
        if request.method == "HEAD":
            return Response(media_type=NDJSON)
        who, where = bot.person.id, address(request)
        token = request.headers["authorization"].partition(" ")[2].strip()
        settings = self._hub.settings
        if (
            self._of_bot[who] >= settings.streams_per_bot
            or self._of_address[where] >= settings.sockets_per_address
        ):
            raise Refusal(429, "slow_down", say("you read too many streams at once"), 10)

        def counted(connection: Connection) -> None:
            self._of_bot[who] += 1
            self._of_address[where] += 1
            begin(connection)

        def done(connection: Connection) -> None:
            counts: list[tuple[Counter[Any], Any]]
            counts = [(self._of_bot, who), (self._of_address, where)]
            for counter, whose in counts:
                counter[whose] -= 1
                if counter[whose] <= 0:
                    del counter[whose]
            end(connection)

        def may_go_on() -> bool:
            return self._hub.own_bots.known_by(token) is not None

        return LineStream(settings, who, seat, counted, tell, done, may_go_on)

    # ---- acting ----

    async def bot_make_table(self, request: Request) -> Response:
        """A new table."""
        bot = self._bot(request, "play")
        wish = await self._api.read(request, NewTable)
        if wish.seats.count("me") > 1:
            raise Refusal(400, "bad_request", say("a bot plays one seat of a table"))
        return answered(await self._api.made(request, bot.person, wish), 201)

    async def bot_join(self, request: Request) -> Response:
        """Take an open seat."""
        bot = self._bot(request, "play")
        wish = await self._api.read(request, Join)
        return answered(
            await self._api.seated(bot.person, self._api.invited_to(request, wish.invite))
        )

    bot_move = _wish(
        BotMove, lambda said: Move(key=said.key, token=said.token, answers=said.answers)
    )
    bot_resign = _wish(BotWish, lambda said: Resign(key=said.key))
    bot_next = _wish(BotWish, lambda said: NextGame(key=said.key))
    bot_agree = _wish(BotAgree, lambda said: Agree(key=said.key, asking=said.asking, yes=said.yes))
    bot_come_back = _wish(BotWish, lambda said: ComeBack(key=said.key))

    async def _carry_out(self, request: Request, bot: KnownBot, message: Wish) -> Response:
        """Validate, commit and acknowledge, as for a browser's message."""
        room, seat = self._seat(request, bot)
        moves = self._hub.own_bots.moves.of(bot.person.id)
        if not moves.take():
            metrics.REPLIES.add("slow_down")
            text = say("slow down a little, then send it again")
            raise Refusal(429, "slow_down", text, moves.wait)
        versions: list[int] = []
        anew = isinstance(message, NextGame)

        def wish(table: Table, dealer: Dealer) -> Change:
            if room.seat_of(bot.person.id) != seat:
                raise Refused("illegal", say("you do not sit at this table any more"))
            ready = anew and room.deal_is_ready(table)
            return wished(message, table, seat, dealer, False, ready)

        try:
            await room.carry_out(
                wish,
                versions.append,
                anew=anew,
                key=room.table.client_key(seat, message.key),
            )
        except Refused as refused:
            metrics.REPLIES.add(refused.result)
            if refused.result != "dup":
                status = STATUS[refused.result]
                raise Refusal(status, refused.result, refused.text) from None
            version = refused.version or room.table.version
            return answered(Reply(key=message.key, result="dup", version=version, text=""))
        except Taken:
            metrics.REPLIES.add("conflict")
            text = say("that came too late: look and try again")
            raise Refusal(409, "conflict", text) from None
        metrics.REPLIES.add("ok")
        return answered(Reply(key=message.key, result="ok", version=versions[0], text=""))
