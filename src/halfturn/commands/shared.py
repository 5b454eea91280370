"""What the commands share: arguments of the same meaning, and what most of them begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from halfturn.core.errors import BadOptions, UnknownGame
from halfturn.terminal import command

if TYPE_CHECKING:
    from halfturn.core import Game, Rng
    from halfturn.terminal.screen import Screen

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help=f"A game's id; {command()} games lists them.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the game.")
]


def open_screen() -> Screen:
    """The terminal that the command was typed in."""
    from halfturn.terminal.screen import Screen

    return Screen()


def dealer(seed: int | None) -> Rng:
    """Whoever deals and thinks: from the system's chance, or the same every time from a seed."""
    from halfturn.core.rng import SeededRng, SystemRng

    return SystemRng() if seed is None else SeededRng(seed)


def find_game(id: str) -> Game:
    """The game with the cards of its owner, where there is a file of them."""
    from halfturn.core.data import load_with_owner_data
    from halfturn.core.registry import game_ids

    if not id:
        raise BadOptions(f"which game? Expected one of {', '.join(game_ids())}")
    if id not in game_ids():
        raise UnknownGame(
            f"expected a game among {', '.join(game_ids())}, got {id!r}; "
            "one of your own is found once its package is installed"
        )
    return load_with_owner_data(id)
