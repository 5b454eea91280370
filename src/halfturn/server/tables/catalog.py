"""The games that can be played here, and how far those from other packages are trusted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

import msgspec

from halfturn.core import Game, UnknownGame
from halfturn.core.language import say
from halfturn.core.registry import game_ids, guest_ids
from halfturn.server.tables.guard import Guard
from halfturn.server.tables.guest import Unplayable
from halfturn.server.tables.log import Made
from halfturn.server.tables.shelf import Shelf

log = logging.getLogger(__name__)

Found = TypeVar("Found")


class Offer:
    """Games by their ids, each asked within its bounds."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._shelf = Shelf()
        self.base = self._shelf.base
        """A game for tables that have begun, whose cards are known."""
        # Once: looking through all that is installed takes its time.
        self._ids = game_ids()
        self._guests = set(guest_ids())
        self._failed: set[str] = set()
        """Games of other packages that did not come to an end once: they are left out."""

    def of_each(self, ask: Callable[[Game], Found]) -> list[Found]:
        """What every game says that can be played here; one that fails is left out, and logged."""
        found = []
        for id in self._ids:
            try:
                game = self.game(id)
                with self.within(id):
                    found.append(ask(game))
            except Exception as error:
                log.error("the game %s cannot be played: %s", id, error)
        return found

    def game(self, id: str) -> Game:
        """One of them; raises UnknownGame, or Unplayable for one from elsewhere that fails."""
        self._check_known(id)
        if id in self._failed:
            raise Unplayable(f"the game {id} cannot be played here: it failed before")
        with self.within(id):
            return self._shelf.game(id)

    def within(self, id: str) -> AbstractContextManager[object]:
        """Within which a game is asked for things beside its tables; raises Unplayable."""
        if id not in self._guests:
            return nullcontext()

        def ended(why: str) -> Exception:
            self._failed.add(id)
            log.error("the game %s is not played any more: %s", id, why)
            return Unplayable(f"the game {id} cannot be played here: {why}")

        return self._guard.step(ended)

    def with_cards(self, id: str) -> Game:
        """The same, also where its owner's card file is bad: so that it can be mended."""
        self._check_known(id)
        return self._shelf.base(id)

    def is_guest(self, first_row: Callable[[], bytes]) -> bool:
        """Whether the first row of a table's log names a game from another package."""
        if not self._guests:
            return False
        try:
            made = msgspec.json.decode(first_row(), type=Made)
        except msgspec.MsgspecError:
            return False  # whoever opens it is told so
        return made.game in self._guests

    def _check_known(self, id: str) -> None:
        # Looking for it among all that is installed would take its time.
        if id not in self._ids:
            games = ", ".join(self._ids)
            raise UnknownGame(say("expected a game among {games}, got another", games=games))
