"""The application: routes, the WebSocket of a table, and what is started and stopped with it."""

from __future__ import annotations

import contextlib
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from halfturn import installation
from halfturn.core.language import best_language, say, speaking
from halfturn.server.bots.remote_workers import PATH as WORKERS
from halfturn.server.bots.remote_workers import Workers
from halfturn.server.cluster.relay import RELAYED, Relay, TooSlow, Unreachable
from halfturn.server.http.api import Api, Handler, Refusal, address, check_rate, told
from halfturn.server.http.cards import CardDesk
from halfturn.server.http.games import GameDesk
from halfturn.server.http.headers import SafeHeaders, problem
from halfturn.server.http.health import Operation
from halfturn.server.http.openapi import description
from halfturn.server.http.origin import HostNames, is_own_page
from halfturn.server.http.own_bots import BotDesk
from halfturn.server.http.replays import ReplayDesk
from halfturn.server.http.routes import ENDPOINTS, PREFIX
from halfturn.server.http.static import Pages
from halfturn.server.ops import metrics
from halfturn.server.ops.home_network import Lan
from halfturn.server.people.identity import Person
from halfturn.server.protocol.updates import NO_TABLE
from halfturn.server.storage.database import StoreFailed
from halfturn.server.tables.hub import STARTING_ANEW, Hub
from halfturn.server.tables.log import BadLog
from halfturn.server.tables.room import Room
from halfturn.server.transport.connection import COME_BACK, Connection, why_closed
from halfturn.server.transport.session import AGAINST_THE_RULES, Conversation

log = logging.getLogger(__name__)

SOCKET: Final = re.compile(r"/ws/([^/]{1,100})")
"""Where the WebSocket of a table is."""


def make_app(hub: Hub, lan: Lan, web: Path | None = None) -> ASGIApp:
    """Everything that answers to an address."""
    web = web or installation.web_app()
    api = Api(hub, lan)
    bots = BotDesk(hub, api)
    desks = api, GameDesk(hub, api), ReplayDesk(hub, web), CardDesk(hub, api), bots
    relay = Relay(hub.nodes, hub.settings.body_within) if hub.nodes is not None else None
    sockets = Sockets(hub, api, relay)
    workers = Workers(hub.thinkers, hub.settings)
    operation = Operation(hub, relay)
    names = HostNames(hub.settings.host_names, hub.settings.origins, lan)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        yield
        await hub.close()

    endpoints = _api_routes(desks, hub, relay)
    app = Starlette(
        routes=[
            *endpoints,
            Route("/api/{rest:path}", NoEndpoint(endpoints)),
            Route("/healthz", operation.health, methods=["GET"]),
            Route("/readyz", operation.ready, methods=["GET"]),
            Route("/metrics", operation.measures, methods=["GET"]),
            Route("/{path:path}", Pages(web).__call__, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _http_problem},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False

    def misdirected(scope: Scope) -> Response | None:
        """The answer to who asks for a server of another name."""
        if relay is not None:
            relay.admit(scope)
        if scope.get("state", {}).get(RELAYED):
            return None  # the node before this one has looked
        header = Headers(scope=scope).get("accept-language", "")
        with speaking(best_language(header)):
            return names.refused(scope)

    async def http(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = misdirected(scope) if scope["type"] == "http" else None
        await (refusal or app)(scope, receive, send)

    async def websockets(scope: Scope, receive: Receive, send: Send) -> None:
        if (refusal := misdirected(scope)) is not None:
            with contextlib.suppress(OSError, WebSocketDisconnect):  # it was gone before
                await WebSocket(scope, receive, send).send_denial_response(refusal)
            return
        # Past the layers of the application: every frame would go through all of them.
        if scope["path"] == WORKERS:
            with contextlib.suppress(WebSocketDisconnect):  # it was gone before it was let in
                await workers.open(WebSocket(scope, receive, send))
            return
        found = SOCKET.fullmatch(scope["path"])
        if found is None:
            await app(scope, receive, send)
            return
        scope["path_params"] = {"table": found[1]}
        await sockets.open(WebSocket(scope, receive, send))

    return SafeHeaders(http, websockets)


class NoEndpoint:
    """Answers what no endpoint of the API does: 405 where another method would."""

    def __init__(self, endpoints: Sequence[Route]) -> None:
        self._endpoints = endpoints

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say which methods there are, if any."""
        known: set[str] = set()
        for each in self._endpoints:
            if each.matches(scope)[0] is not Match.NONE:
                known |= each.methods or set()
        if known:
            methods = ", ".join(sorted(known))
            answer = problem(405, "bad_request", f"expected one of the methods {methods}")
            answer.headers["Allow"] = methods
        else:
            answer = problem(404, "not_found", "there is nothing at this address")
        await answer(scope, receive, send)


async def _http_problem(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return problem(500, "error", "something went wrong here")
    answer = problem(error.status_code, "bad_request", "that cannot be done at this address")
    answer.headers.update(error.headers or {})
    return answer


def _api_routes(desks: Sequence[Any], hub: Hub, relay: Relay | None) -> list[Route]:
    """A route for every address of the table, which knows all methods that it has."""
    handlers: dict[str, dict[str, Handler]] = {}
    for each in ENDPOINTS:
        (handler,) = [getattr(desk, each.handler) for desk in desks if hasattr(desk, each.handler)]
        if relay is not None and each.at_its_node:
            handler = _at_its_node(handler, hub, relay)
        handlers.setdefault(each.path, {})[each.method] = told(handler)

    def route(path: str, by_method: dict[str, Handler]) -> Route:
        async def answer(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            with speaking(best_language(request.headers.get("accept-language", ""))):
                try:
                    bucket = hub.requests.of(address(request))
                    check_rate(bucket, say("too many requests: wait a bit"))
                    response = await by_method[method](request)
                except Refusal as refusal:
                    response = refusal.response
            metrics.REQUESTS.add(f"{method} {path}", str(response.status_code))
            return response

        return Route(PREFIX + path, answer, methods=list(by_method))

    return [
        *(route(path, by_method) for path, by_method in handlers.items()),
        Route(f"{PREFIX}/openapi.json", _openapi, methods=["GET"]),
    ]


def _at_its_node(handler: Handler, hub: Hub, relay: Relay) -> Handler:
    """What is asked of one table is answered by the node that has it."""

    async def answer(request: Request) -> Response:
        try:
            answered = await relay.http(request, request.path_params["table"])
        except Unreachable as error:
            raise StoreFailed(f"the node of the table does not answer: {error}") from error
        except TooSlow:
            text = say("the request took too long to arrive")
            raise Refusal(408, "slow_down", text) from None
        if answered is not None:
            return answered
        await hub.ahead.open([request.path_params["table"]])
        return await handler(request)

    return answer


async def _openapi(request: Request) -> Response:
    return Response(description(), media_type="application/json")


class Sockets:
    """WebSockets as they come in."""

    def __init__(self, hub: Hub, api: Api, relay: Relay | None = None) -> None:
        self._hub = hub
        self._api = api
        self._relay = relay
        self._of_person: Counter[int] = Counter()
        self._of_address: Counter[str] = Counter()

    async def open(self, socket: WebSocket) -> None:
        """Let a browser talk with a table, as the person its cookie names or as a spectator."""
        try:
            welcome = await self._welcome(socket)
        except (OSError, WebSocketDisconnect):
            return  # it was gone before it was let in
        if welcome is not None:
            where, room, connection = welcome
            with self._counted(where, connection.person):
                await self._talk(socket, room, connection, where)

    async def _welcome(self, socket: WebSocket) -> tuple[str, Room, Connection] | None:
        """See who comes, and for which table; None for those who were sent away, or elsewhere."""
        if not is_own_page(socket, self._hub.settings.origins):
            await socket.close()  # before it is accepted: the browser sees a refused handshake
            return None
        if self._relay is not None and await self._handed_on(socket, self._relay):
            return None
        await socket.accept()
        room: Room | None = None
        await self._hub.ahead.open([socket.path_params["table"]])
        # From here on nothing is waited for: whoever gets in is among those who are sent away.
        if self._hub.stopping:
            await socket.close(STARTING_ANEW, "come back")
            return None
        try:
            room = self._hub.room(socket.path_params["table"])
            known = self._api.signed_in(socket)
            person = known.person if known else None
            if room is None:
                await socket.close(NO_TABLE, "there is no such table")
                return None
            if self._relay is not None and room.lease is None:
                await socket.close(STARTING_ANEW, "come back")  # it has just gone elsewhere
                return None
            seat = room.seat_of(person.id if person else None)
            _ = room.table
        except (BadLog, StoreFailed) as error:
            log.error("table %s cannot be opened: %s", room.id if room else "?", error)
            await socket.close(*why_closed(error))
            return None
        where = address(socket)
        if self._crowded(room, seat) or self._too_many(where, person):
            await socket.close(COME_BACK, "this table is open too often")
            return None
        if not self._hub.limits.frames.take(person.id if person else None, where):
            await socket.close(AGAINST_THE_RULES, "too many messages")
            return None
        # Who it is and where it comes from is known by now: a line may be open for days.
        socket.scope["headers"] = []
        for kept in ("_headers", "_cookies"):
            vars(socket).pop(kept, None)
        connection = Connection(
            socket,
            person.id if person else None,
            seat,
            self._hub.settings,
            known.device if known else None,
        )
        return where, room, connection

    async def _handed_on(self, socket: WebSocket, relay: Relay) -> bool:
        """Let a browser talk with a table of another node, if it is one."""
        where = address(socket)
        if self._hub.stopping or self._of_address[where] >= self._hub.settings.sockets_per_address:
            return False
        try:
            with self._counted(where, None):
                return await relay.websocket(socket.scope, socket.path_params["table"])
        except (Unreachable, StoreFailed) as error:
            log.warning("a table cannot be reached: %s", error)
            await socket.accept()
            await socket.close(STARTING_ANEW, "come back")
            return True

    def _crowded(self, room: Room, seat: int | None) -> bool:
        most = self._hub.settings.watchers if seat is None else self._hub.settings.sockets_per_seat
        return sum(each.sits == seat for each in room.connections) >= most

    def _too_many(self, where: str, person: Person | None) -> bool:
        settings = self._hub.settings
        by_person = self._of_person[person.id] if person else 0
        return (
            by_person >= settings.sockets_per_person
            or self._of_address[where] >= settings.sockets_per_address
        )

    @contextlib.contextmanager
    def _counted(self, where: str, person: int | None) -> Iterator[None]:
        """Count a connection while it is open; whoever has none left is forgotten."""
        counts: list[tuple[Counter[Any], Any]] = [(self._of_address, where)]
        if person is not None:
            counts.append((self._of_person, person))
        for counter, whose in counts:
            counter[whose] += 1
        try:
            yield
        finally:
            for counter, whose in counts:
                counter[whose] -= 1
                if counter[whose] <= 0:
                    del counter[whose]

    async def _talk(
        self, socket: WebSocket, room: Room, connection: Connection, where: str
    ) -> None:
        room.enter(connection)
        try:
            hub = self._hub
            await Conversation(socket, room, connection, hub.settings, hub.limits, where).listen()
        finally:
            room.leave(connection)
            await connection.end()
