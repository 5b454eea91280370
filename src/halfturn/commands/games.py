"""`halfturn games`: list the games."""

from __future__ import annotations

import typer

from halfturn.commands.shared import open_screen
from halfturn.core.errors import UnknownGame

app = typer.Typer()


@app.command()
def games() -> None:
    """List the games with their presets and options."""
    from halfturn.core.registry import game_ids, load
    from halfturn.terminal.listing import list_game

    screen = open_screen()
    for at, id in enumerate(game_ids()):
        if at:
            screen.show()
        try:
            list_game(screen, load(id))
        except UnknownGame as error:  # a game of somebody's own harms no other
            screen.show(str(error))
