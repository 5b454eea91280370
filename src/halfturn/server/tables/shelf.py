"""The shelf: the games as they are played now, each with the cards that are in force.

An owner's card file that has changed is looked at again before the next table is made, whoever
changed it; tables that have begun keep their cards (`log.Made.cards`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from halfturn.core import BadData, Game
from halfturn.core.data import load_with_owner_data, owner_file, with_cards_of
from halfturn.core.registry import load
from halfturn.server.tables.log import Made

log = logging.getLogger(__name__)

Stamp = tuple[int, int, int] | None
"""By which a file is known to be the same; None where there is none."""


class _Taken(NamedTuple):
    game: Game
    stamp: Stamp


class Shelf:
    """Games by their ids."""

    def __init__(self) -> None:
        self._taken: dict[str, _Taken] = {}

    def game(self, id: str) -> Game:
        """A game with the cards in force; raises UnknownGame, and BadData for a bad card file.

        A file that goes bad while the server runs changes nothing: the cards before it stay.
        """
        taken = self._taken.get(id)
        if taken is None:
            stamp = _stamp(owner_file(load(id)))
            self._taken[id] = _Taken(load_with_owner_data(id), stamp)
        else:
            stamp = _stamp(owner_file(taken.game))
            if stamp != taken.stamp:
                self._taken[id] = _Taken(self._again(taken.game), stamp)
        return self._taken[id].game

    def base(self, id: str) -> Game:
        """The same, or with Halfturn's own cards where the file was bad from the beginning.

        For tables that have begun: their cards are known, whatever is in force.
        """
        try:
            return self.game(id)
        except BadData:
            return load(id)

    def _again(self, before: Game) -> Game:
        try:
            return load_with_owner_data(before.id)
        except BadData as error:
            log.error("the cards of %s stay as they were: %s", before.id, error)
            return before


def game_begun_with(made: Made, load: Callable[[str], Game]) -> Game:
    """The game with the rules and cards of a table's first row, or BadData."""
    game = with_cards_of(load(made.game), made.data, made.cards)
    if (made.rules, made.data) != (game.rules_version, game.data_hash):
        raise BadData(f"begun with other rules or cards of {game.id} than these")
    return game


def _stamp(path: Path | None) -> Stamp:
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return None if found is None else (found.st_mtime_ns, found.st_size, found.st_ino)
