"""`halfturn rules`: show the rules of a game."""

from __future__ import annotations

import typer

from halfturn.commands.shared import GameId, find_game, open_screen

app = typer.Typer()


@app.command()
def rules(game_id: GameId) -> None:
    """Show the rules of a game."""
    open_screen().markdown(find_game(game_id).rules())
