"""Showing a table in the terminal, for the `render` of environments."""

from __future__ import annotations

from io import StringIO

from halfturn.core.errors import HalfturnError
from halfturn.core.game import Game
from halfturn.core.state import State


def show(game: Game, state: State, mode: str | None, seat: int | None = None) -> str | None:
    """The table as a seat sees it, or a spectator: returned (ansi) or printed (human)."""
    if mode is None:
        return None
    if mode not in ("ansi", "human"):
        raise HalfturnError(f"render_mode: expected ansi or human, got {mode!r}")
    from rich.console import Console

    drawing = game.draw(state.view(seat))
    if mode == "human":
        Console(highlight=False).print(drawing)
        return None
    text = StringIO()
    Console(file=text, force_terminal=True, color_system="standard", width=100).print(drawing)
    return text.getvalue()
