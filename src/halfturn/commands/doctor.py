"""`halfturn doctor`: show what is installed."""

from __future__ import annotations

import typer

from halfturn.commands.shared import open_screen

app = typer.Typer()


@app.command()
def doctor() -> None:
    """Tell what is installed, whether it is compiled, and which card files are in force."""
    from halfturn.terminal.doctor import examine

    if not examine(open_screen()):
        raise typer.Exit(1)
