"""`halfturn menu`: choose a game in the terminal."""

from __future__ import annotations

import typer

from halfturn.commands.shared import dealer, open_screen

app = typer.Typer()


@app.command()
def menu() -> None:
    """Choose a game from a menu, and play it in the terminal."""
    from halfturn import __version__
    from halfturn.terminal.menu import menu as show_menu

    show_menu(open_screen(), dealer(None), __version__)
