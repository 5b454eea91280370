"""Finding games: by entry point, so that one can come from another package."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Final

from halfturn.core.errors import HalfturnError, UnknownGame
from halfturn.core.game import Game

GROUP: Final = "halfturn.games"


def game_ids() -> list[str]:
    """The ids of all installed games, in order."""
    return sorted(_found())


def guest_ids() -> list[str]:
    """The ids of those that come from other packages."""
    own = f"{__name__.partition('.')[0]}.games."
    return sorted(id for id, point in _found().items() if not point.value.startswith(own))


def load(id: str) -> Game:
    """The game with that id and its own card data."""
    point = _found().get(id)
    if point is None:
        raise UnknownGame(f"expected a game among {', '.join(game_ids())}, got {id!r}")
    try:
        game = point.load()()
    except HalfturnError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownGame(f"the game {id} from {point.value} cannot be loaded: {reason}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"expected {point.value} to make a Game, got {type(game).__name__}")
    return game


def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
