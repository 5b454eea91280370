"""The application: routes, the WebSocket of a table, and what is started and stopped with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import halfturn
from halfturn.server.api import Api, told
from halfturn.server.connection import COME_BACK, Connection
from halfturn.server.conversation import BROKEN, Conversation
from halfturn.server.database import StoreFailed
from halfturn.server.headers import SafeHeaders, problem
from halfturn.server.hub import Hub
from halfturn.server.lan import Lan
from halfturn.server.log import BadLog
from halfturn.server.origin import is_own_page
from halfturn.server.pages import Pages
from halfturn.server.protocol import NO_TABLE
from halfturn.server.room import Room

log = logging.getLogger(__name__)

WEB: Path = Path(halfturn.__file__).parent / "web"
"""Where the build puts the web app."""


def make_app(hub: Hub, lan: Lan, web: Path = WEB) -> ASGIApp:
    """Everything that answers to an address."""
    api = Api(hub, lan)
    sockets = Sockets(hub, api)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.start()
        yield
        await hub.close()

    app = Starlette(
        routes=[
            Route("/api/me", told(api.me), methods=["GET"]),
            Route("/api/me", told(api.set_me), methods=["POST"]),
            Route("/api/me/code", told(api.new_code), methods=["POST"]),
            Route("/api/me/device", told(api.use_code), methods=["POST"]),
            Route("/api/me/webhook", told(api.webhook), methods=["GET"]),
            Route("/api/me/webhook", told(api.set_webhook), methods=["POST"]),
            Route("/api/games", told(api.games), methods=["GET"]),
            Route("/api/lobby", told(api.lobby), methods=["GET"]),
            Route("/api/tables", told(api.tables), methods=["GET"]),
            Route("/api/tables", told(api.make_table), methods=["POST"]),
            Route("/api/tables/{table}/join", told(api.join), methods=["POST"]),
            Route("/api/tables/{table}/leave", told(api.leave), methods=["POST"]),
            Route("/api/lan", told(api.lan), methods=["GET"]),
            Route("/api/lan", told(api.open_lan), methods=["POST"]),
            Route("/api/{rest:path}", _nothing),
            WebSocketRoute("/ws/{table}", sockets.open),
            Route("/{path:path}", Pages(web).__call__, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _http_problem},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return SafeHeaders(app)


async def _nothing(request: Request) -> Response:
    return problem(404, "not_found", "there is nothing at this address")


async def _http_problem(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem(status, "bad_request", "that cannot be done at this address")


class Sockets:
    """WebSockets as they come in."""

    def __init__(self, hub: Hub, api: Api) -> None:
        self._hub = hub
        self._api = api

    async def open(self, socket: WebSocket) -> None:
        """Let a browser talk with a table, as the person its cookie names or as a spectator."""
        if not is_own_page(socket, self._hub.settings.origins):
            await socket.close()  # before it is accepted: the browser sees a refused handshake
            return
        await socket.accept()
        try:
            room = self._hub.room(socket.path_params["table"])
            person = self._api.person(socket)
            if room is None:
                await socket.close(NO_TABLE, "there is no such table")
                return
            seat = room.seat_of(person.id if person else None)
            _ = room.table
        except (BadLog, StoreFailed) as error:
            log.error("table %s cannot be opened: %s", socket.path_params["table"], error)
            await socket.close(BROKEN, "this table cannot be opened")
            return
        if self._crowded(room, seat):
            await socket.close(COME_BACK, "this table is open too often")
            return
        connection = Connection(socket, person.id if person else None, seat, self._hub.settings)
        await self._talk(socket, room, connection)

    def _crowded(self, room: Room, seat: int | None) -> bool:
        most = self._hub.settings.watchers if seat is None else self._hub.settings.sockets_per_seat
        return sum(each.sits == seat for each in room.connections) >= most

    async def _talk(self, socket: WebSocket, room: Room, connection: Connection) -> None:
        writing = asyncio.create_task(connection.write())
        room.enter(connection)
        try:
            await Conversation(socket, room, connection, self._hub.settings).listen()
        finally:
            room.leave(connection)
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing
