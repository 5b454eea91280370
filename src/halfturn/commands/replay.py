"""`halfturn replay`: step through a saved game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from halfturn.commands.shared import open_screen

app = typer.Typer()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    view: Annotated[
        str, typer.Option(help="Through whose eyes: A, B … or all. Left out: a spectator's.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="Show all positions at once.")] = False,
) -> None:
    """Step through a saved game."""
    from halfturn.terminal.files import read_saved
    from halfturn.terminal.replay import Replay

    saved = read_saved(file)
    screen = open_screen()
    if saved.note:
        screen.show(saved.note)
    shown = Replay(saved.match, saved.players, view, screen)
    if everything or not sys.stdin.isatty():
        shown.show_all()
    else:
        shown.walk()
