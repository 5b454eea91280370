"""`halfturn new-game`: begin a game of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new game.")],
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to put it.")] = Path(),
) -> None:
    """Begin a game of your own: a small running one in a package of its own."""
    from halfturn.contract.newgame import new_game as make

    for path in make(name, into):
        print(path)
    print(f"A small game that runs. Its {into / name / 'README.md'} tells how to go on.")
