"""Games that are over, over HTTP: their steps, their records, and files that play by themselves."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfturn.core.language import best_language, say, speaking, spoken
from halfturn.server.http.api import Refusal, address, answered, check_rate
from halfturn.server.projection import render, replay_file, replays
from halfturn.server.projection.render import NotRendered
from halfturn.server.projection.text_boards import width_class
from halfturn.server.projection.updates import shown_seats
from halfturn.server.tables import history
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room

log = logging.getLogger(__name__)

TRY_AGAIN_AFTER: Final = 5
"""Seconds."""
NUMBER: Final = re.compile("[1-9][0-9]{0,6}")

T = TypeVar("T")


class ReplayDesk:
    """The handlers below /tables/TABLE/games: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, web: Path) -> None:
        self._hub = hub
        self._web = web

    async def finished_games(self, request: Request) -> Response:
        """The games of a table that are over, as their numbers go; without `first` the newest."""
        room = await self._room(request)
        most = history.LONGEST_PAGE
        count = _whole(request, "count", 1, most, most)
        newest = max(1, self._hub.history.finished(room) - count + 1)
        first = _whole(request, "first", 1, 1_000_000, newest)
        with _rendered():
            return answered(await self._hub.history.results(room, first, count))

    async def replay(self, request: Request) -> Response:
        """A finished game step by step."""
        room, number = await self._room(request), _number(request)
        viewer = replays.read_viewer(request.query_params.get("view", ""), len(room.sitters))
        first = _whole(request, "first", 0, 100_000, 0)
        count = _whole(request, "count", 1, replays.MOST_STEPS, replays.MOST_STEPS)
        columns = width_class(_whole(request, "columns", 0, replays.MOST_COLUMNS, 0))
        if columns:
            count = min(count, replays.MOST_DRAWN)
        given = (*self._told(room, number), viewer, first, count, columns, spoken())
        body = await self._of_game(room, number, render.replay_page, *given)
        return Response(body, media_type="application/json")

    async def record(self, request: Request) -> Response:
        """The record of a finished game as a file."""
        room, number = await self._room(request), _number(request)
        secret = self._hub.store.secret(room.id, number)
        text = await self._of_game(room, number, render.record, secret)
        name = f"{room.table.game.id}-{room.id}-{number}.halfturn"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    async def replay_file(self, request: Request) -> Response:
        """A finished game as one HTML file that plays by itself."""
        bucket = self._hub.files.of(address(request))
        check_rate(bucket, say("that is a lot of files: wait a bit"))
        room, number = await self._room(request), _number(request)
        rules = room.table.game.id
        # A link that is followed asks for the browser's language, not for the one chosen in it.
        with speaking(best_language(request.query_params.get("language", spoken()))):
            template = replay_file.template(self._web, rules)
            if template is None:
                self._check_over(room, number)
                text = say("the web app has not been built on this server")
                raise Refusal(404, "not_found", text)
            given = (*self._told(room, number), replay_file.columns_of(template), spoken())
            packed = await self._of_game(room, number, render.packed, *given)
        name = f"{rules}-{room.id}-{number}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        body = replay_file.filled(template, packed)
        return Response(body, media_type="text/html", headers=headers)

    async def _room(self, request: Request) -> Room:
        bucket = self._hub.replays.of(address(request))
        check_rate(bucket, say("that is a lot of replays: wait a bit"))
        rooms = await self._hub.rooms_to_read([request.path_params["table"]])
        if not rooms:
            raise Refusal(404, "not_found", say("there is no such table"))
        return rooms[0]

    def _told(self, room: Room, number: int) -> tuple[list[str], bytes | None]:
        """The names, and the secret of a game that is over."""
        names = [seat.name for seat in shown_seats(room.sitters, None)]
        return names, self._hub.store.secret(room.id, number)

    def _check_over(self, room: Room, number: int) -> None:
        if not 1 <= number <= self._hub.history.finished(room):
            raise Refusal(404, "not_found", say("there is no such game, or it is not over"))

    async def _of_game(self, room: Room, number: int, work: Callable[..., T], *given: object) -> T:
        """What is made of a game that is over."""
        self._check_over(room, number)
        with _rendered():
            found = await self._hub.history.of_game(room, number, work, *given)
        assert found is not None, "the game is over"
        return found


@contextmanager
def _rendered() -> Iterator[None]:
    try:
        yield
    except NotRendered as error:
        log.warning("a replay failed: %s", error)
        text = say("the server is busy with other replays: try again")
        raise Refusal(503, "error", text, TRY_AGAIN_AFTER) from error


def _number(request: Request) -> int:
    """The number of a game; 0, which no game has, for anything else."""
    text = request.path_params["game"]
    return int(text) if NUMBER.fullmatch(text) else 0


def _whole(request: Request, name: str, least: int, most: int, usual: int) -> int:
    """A number after the question mark."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise Refusal(400, "bad_request", f"expected {name} from {least} to {most}")
    return int(text)
