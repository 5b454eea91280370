"""Games that are over, over HTTP: their steps, their records, and files that play by themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfturn.core.language import best_language, say, speaking, spoken
from halfturn.server import replay_file, replays
from halfturn.server.api import Refusal, address, answered, check_rate
from halfturn.server.hub import Hub
from halfturn.server.project import shown_seats
from halfturn.server.replays import Finished
from halfturn.server.room import Room


class ReplayDesk:
    """The handlers below /tables/TABLE/games: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, web: Path) -> None:
        self._hub = hub
        self._web = web
        self._packing = asyncio.Lock()

    async def finished_games(self, request: Request) -> Response:
        """The games of a table that are over."""
        room, games = await self._finished(request)
        with room.beside():
            return answered([replays.line(game) for game in games])

    async def replay(self, request: Request) -> Response:
        """A finished game step by step."""
        room, game = await self._finished_game(request)
        viewer = replays.read_viewer(request.query_params.get("view", ""), len(room.sitters))
        first = _whole(request, "first", 0, 100_000, 0)
        count = _whole(request, "count", 1, replays.MOST_STEPS, replays.MOST_STEPS)
        columns = _whole(request, "columns", 0, replays.MOST_COLUMNS, 0)
        if columns:
            count = min(count, replays.MOST_DRAWN)
        names = [seat.name for seat in shown_seats(room.sitters, None)]
        secret = self._hub.store.secret(room.id, game.number)
        with room.beside():
            found = replays.replay(room.id, game, names, secret, viewer, first, count, columns)
        return answered(found)

    async def record(self, request: Request) -> Response:
        """The record of a finished game as a file."""
        room, game = await self._finished_game(request)
        with room.beside():
            text = replays.record_file(game, self._hub.store.secret(room.id, game.number))
        name = f"{game.through.game.id}-{room.id}-{game.number}.halfturn"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers)

    async def replay_file(self, request: Request) -> Response:
        """A finished game as one HTML file that plays by itself."""
        bucket = self._hub.files.of(address(request))
        check_rate(bucket, say("that is a lot of files: wait a bit"))
        room, game = await self._finished_game(request)
        rules = game.through.game.id
        secret = self._hub.store.secret(room.id, game.number)
        # A link that is followed asks for the browser's language, not for the one chosen in it.
        with speaking(best_language(request.query_params.get("language", spoken()))):
            template = replay_file.template(self._web, rules)
            if template is None:
                text = say("the web app has not been built on this server")
                raise Refusal(404, "not_found", text)
            names = [seat.name for seat in shown_seats(room.sitters, None)]
            # Everybody's eyes on every step take their time: one after another, beside the games.
            async with self._packing:
                body = await asyncio.to_thread(
                    replay_file.page, template, room.id, game, names, secret
                )
        name = f"{rules}-{room.id}-{game.number}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(body, media_type="text/html", headers=headers)

    async def _finished(self, request: Request) -> tuple[Room, list[Finished]]:
        bucket = self._hub.replays.of(address(request))
        check_rate(bucket, say("that is a lot of replays: wait a bit"))
        rooms = await self._hub.rooms_to_read([request.path_params["table"]])
        if not rooms:
            raise Refusal(404, "not_found", say("there is no such table"))
        return rooms[0], self._hub.finished_games(rooms[0])

    async def _finished_game(self, request: Request) -> tuple[Room, Finished]:
        room, games = await self._finished(request)
        for game in games:
            if str(game.number) == request.path_params["game"]:
                return room, game
        raise Refusal(404, "not_found", say("there is no such game, or it is not over"))


def _whole(request: Request, name: str, least: int, most: int, usual: int) -> int:
    """A number after the question mark."""
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise Refusal(400, "bad_request", f"expected {name} from {least} to {most}")
    return int(text)
