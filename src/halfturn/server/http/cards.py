"""The card files of this server's owner over HTTP: everybody may look, the owner may change them.

The owner is whoever sits at the server's own machine. The files are the very ones that the
terminal uses; what is wrong with one is for the rules of its game to say.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfturn.core import BadData, Game, UnknownGame
from halfturn.core.card_file import BadFile
from halfturn.core.data import (
    LARGEST_FILE,
    CannotKeep,
    owner_file,
    read_owner_file,
    remove_owner_file,
    with_owner_data,
    write_owner_file,
)
from halfturn.core.language import say
from halfturn.server.http.api import Api, Refusal, answered
from halfturn.server.http.origin import is_this_machine
from halfturn.server.protocol.cards import (
    CardCheck,
    CardFile,
    CardFileInfo,
    CardProblem,
    CardText,
    KeepCards,
)
from halfturn.server.tables.hub import Hub

MOST_CARD_BYTES: Final = 2 * LARGEST_FILE
"""Of a request: as JSON a file is longer than it is."""
MOST_PROBLEMS: Final = 100
"""So many are told at once; whoever mends those hears of the rest."""
Body = TypeVar("Body")


class CardDesk:
    """The handlers below /cards: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, api: Api) -> None:
        self._hub = hub
        self._api = api

    async def card_files(self, request: Request) -> Response:
        """The games that have a card file."""
        return answered([info for info in self._hub.games.of_each(_info) if info is not None])

    async def card_file(self, request: Request) -> Response:
        """The cards of a game."""
        return answered(self._file(request))

    async def card_download(self, request: Request) -> Response:
        """The card file in force, to take along."""
        game, file = self._game(request), self._file(request)
        name = game.data_file if file.own else f"{game.id}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(file.text if file.own else file.shipped, headers=headers)

    async def check_cards(self, request: Request) -> Response:
        """What is wrong with a file; nothing is changed."""
        wish = await self._from_owner(request, CardText)
        game = self._game(request)
        try:
            made = with_owner_data(game, wish.text)
        except BadData as error:
            return answered(CardCheck(problems=_problems(error), unprinted=[], changes=False))
        changes = made.data_hash != game.data_hash
        return answered(CardCheck(problems=[], unprinted=list(made.unprinted()), changes=changes))

    async def keep_cards(self, request: Request) -> Response:
        """Put a file into force."""
        wish = await self._from_owner(request, KeepCards)
        self._check_mark(request, wish.mark)
        try:
            write_owner_file(self._game(request), wish.text)
        except CannotKeep as error:
            raise Refusal(409, "conflict", str(error)) from None
        except BadData as error:
            raise Refusal(400, "bad_request", str(error)) from None
        return answered(self._file(request))

    async def drop_cards(self, request: Request) -> Response:
        """Play with Halfturn's own cards again."""
        self._check_owner(request)
        self._check_mark(request, request.query_params.get("mark", ""))
        try:
            remove_owner_file(self._game(request))
        except CannotKeep as error:
            raise Refusal(409, "conflict", str(error)) from None
        return answered(self._file(request))

    # ---- who and what ----

    def _may_change(self, request: Request) -> bool:
        settings = self._hub.settings
        return settings.edit_cards and not settings.proxies and is_this_machine(request)

    def _check_owner(self, request: Request) -> None:
        self._api.check_page(request)
        if not self._may_change(request):
            text = say("only a browser on the server's own machine can change the cards")
            raise Refusal(403, "forbidden", text)

    async def _from_owner(self, request: Request, kind: type[Body]) -> Body:
        self._check_owner(request)
        return await self._api.body(request, kind, MOST_CARD_BYTES)

    def _check_mark(self, request: Request, mark: str) -> None:
        if mark != self._file(request).mark:
            text = say(
                "the card file has been changed elsewhere meanwhile: load it anew, "
                "then enter once more what is missing"
            )
            raise Refusal(409, "conflict", text)

    def _game(self, request: Request) -> Game:
        try:
            game = self._hub.games.with_cards(request.path_params["title"])
        except UnknownGame as error:
            raise Refusal(404, "not_found", str(error)) from None
        if not game.data_file:
            text = say("{game} has no card file", game=game.title)
            raise Refusal(404, "not_found", text)
        return game

    def _file(self, request: Request) -> CardFile:
        game, may_change = self._game(request), self._may_change(request)
        path = owner_file(game)
        assert path is not None
        text, trouble = "", ""
        own = path.exists()
        try:
            if own:
                text = read_owner_file(path)
                with_owner_data(game, text)
        except BadData as error:
            trouble = str(error)
        return CardFile(
            game=game.id,
            title=game.title,
            name=game.data_file,
            where=str(path.parent) if may_change else "",
            own=own,
            text=text,
            shipped=game.shipped_data(),
            trouble=trouble,
            unprinted=list(game.unprinted()),
            mark=hashlib.sha256(f"{own} {trouble} {text}".encode()).hexdigest(),
            may_change=may_change,
        )


def _problems(error: BadData) -> list[CardProblem]:
    """What is wrong, entry by entry where the game says so."""
    if not isinstance(error, BadFile):
        return [CardProblem(place="", text=str(error))]
    found = []
    for each in error.problems[:MOST_PROBLEMS]:
        place, colon, text = each.partition(": ")
        found.append(CardProblem(place=place if colon else "", text=text if colon else each))
    return found


def _info(game: Game) -> CardFileInfo | None:
    """What is told of a game's card file in the list; nothing of a game without cards."""
    if not game.data_file:
        return None
    return CardFileInfo(
        game=game.id,
        title=game.title,
        own=bool(game.data_text),
        unprinted=len(game.unprinted()),
    )
