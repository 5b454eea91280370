"""What HTTP tells of the games: what can be played, how, and how it is learnt."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from halfturn.bots import bot_names
from halfturn.core import BadOptions, Game, HalfturnError, Preset, UnknownGame
from halfturn.core.language import say
from halfturn.server.http import lessons
from halfturn.server.http.api import Api, Refusal, address, answered, check_rate
from halfturn.server.http.rulebook import rules_of
from halfturn.server.ops.settings import MOST_BYTES
from halfturn.server.protocol.games import GameInfo, PresetInfo
from halfturn.server.protocol.lessons import LessonAsk, LessonInfo
from halfturn.server.tables.hub import Hub

TAGLINE: Final = re.compile(r"^\*(.+)\*$", re.MULTILINE)


class GameDesk:
    """The handlers below /games: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, api: Api) -> None:
        self._hub = hub
        self._api = api

    async def games(self, request: Request) -> Response:
        """What can be played here."""
        return answered(self._hub.games.of_each(_game_info))

    async def rules(self, request: Request) -> Response:
        """How a game is played."""
        try:
            game = self._hub.games.game(request.path_params["title"])
        except UnknownGame as error:
            raise Refusal(404, "not_found", str(error)) from None
        with self._hub.games.within(game.id):
            return answered(rules_of(game))

    async def lesson(self, request: Request) -> Response:
        """How a game is learnt."""
        return answered(self._lesson(request))

    async def try_lesson(self, request: Request) -> Response:
        """What a learner says in a lesson, and what is replied; nothing is kept."""
        wish = await self._api.body(request, LessonAsk, MOST_BYTES)
        check_rate(self._hub.lessons.of(address(request)), say("that is a lot at once: wait a bit"))
        game = self._lesson(request).game
        try:
            # To arrange cards may take a while, and it is nobody else's.
            return answered(await asyncio.to_thread(lessons.replied, game, wish))
        except HalfturnError as error:
            raise Refusal(400, "illegal", str(error)) from None

    def _lesson(self, request: Request) -> LessonInfo:
        try:
            found = lessons.info(self._hub.games.game(request.path_params["title"]).id)
        except UnknownGame as error:
            raise Refusal(404, "not_found", str(error)) from None
        if found is None:
            raise Refusal(404, "not_found", say("there is no lesson for this game"))
        return found


def _playable(game: Game, preset: Preset) -> list[int]:
    """How many can play a preset."""
    found = []
    for seats in range(game.min_seats, game.max_seats + 1):
        try:
            game.check_options(seats, preset.options)
        except BadOptions:
            continue
        found.append(seats)
    return found


def _game_info(game: Game) -> GameInfo:
    found = TAGLINE.search(game.rules())
    return GameInfo(
        id=game.id,
        title=game.title,
        tagline=found[1] if found else "",
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        presets=[
            PresetInfo(
                id=id,
                title=say(preset.title),
                description=say(preset.description),
                seats=_playable(game, preset),
            )
            for id, preset in game.presets.items()
        ],
        bots=bot_names(),
        lesson=lessons.lesson_of(game.id) is not None,
    )
