"""`halfturn position`: draw a position."""

from __future__ import annotations

from typing import Annotated

import typer

from halfturn.commands.shared import GameId, find_game, open_screen

app = typer.Typer()


@app.command()
def position(
    game_id: GameId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The position in notation.")],
) -> None:
    """Draw a position as the seat that is asked sees it, and list its choices."""
    from rich.text import Text

    from halfturn.core import CHANCE
    from halfturn.terminal.choices import entries, in_columns

    state = find_game(game_id).position(text)
    screen = open_screen()
    decision = state.decision
    seat = None if decision is None or decision.seat == CHANCE else decision.seat
    screen.board(state.game, state.view(seat))
    screen.show()
    if decision is None:
        screen.show("The game is over.")
        return
    if decision.seat == CHANCE:
        screen.show(f"CHANCE is asked: {decision.kind}.")
        found = [Text(str(option)) for option in decision.options]
    else:
        found = entries(state, decision.options, decision.seat)
    screen.draw(in_columns(found, screen.width))
