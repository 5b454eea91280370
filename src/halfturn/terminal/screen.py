"""The screen and the keyboard: all that is shown and typed goes through here."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from halfturn.core import Game, View
from halfturn.core.paper import paper

_PICTURE: Final = re.compile(r"^!\[.*\]\(picture:.*\)\n\n?", re.MULTILINE)
"""A picture on a page of rules; what it shows, the text around it says in words."""


class EndOfInput(Exception):
    """Nobody will type anything any more."""


class Screen:
    """Where the game is shown and the answers are typed.

    A test hands in a console that writes to a string and a function that
    answers the prompts.
    """

    def __init__(
        self, console: Console | None = None, read: Callable[[str], str] | None = None
    ) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        self._read = read or read_keyboard

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.width

    def show(self, text: str | Text = "", style: str = "") -> None:
        """Show a paragraph."""
        self.console.print(Text(text, style) if isinstance(text, str) else text)

    def draw(self, drawing: Text) -> None:
        """Show a drawing line by line; what does not fit is cut off, never wrapped."""
        self.console.print(drawing, no_wrap=True, overflow="crop", crop=True)
        needed = max((cell_len(line) for line in drawing.plain.splitlines()), default=0)
        if needed > self.width:
            self.show(f"This is wider than the terminal: make it {needed} columns wide.", "dim")

    def board(self, game: Game, view: View) -> None:
        """Show a view as its game draws it for this screen."""
        with paper(self.width):
            drawing = game.draw(view)
        self.draw(drawing)

    def rule(self, title: str) -> None:
        """Show a line across the screen with a title, or above one that is too long for it."""
        if cell_len(title) > self.width - len(" ─"):
            self.console.print(Rule(style="dim"))
            self.show(title, "bold")
            return
        self.console.print(Rule(Text(title, "bold"), style="dim", align="left"))

    def entry(self, name: str, meaning: str, width: int) -> None:
        """Show a name, and beside it what it means, in lines of its own where that is long."""
        grid = Table.grid(padding=(0, 2), pad_edge=True, expand=False)
        grid.add_column(width=width + 2, no_wrap=True)
        grid.add_column()
        grid.add_row(Text(name, "bold"), Text(meaning))
        self.console.print(grid)

    def complain(self, error: object) -> None:
        """Say what was wrong with what somebody typed."""
        self.console.print(Text(f"! {error}", "red"))

    def markdown(self, text: str) -> None:
        """Show a page written in Markdown; its pictures are drawn in the browser only."""
        from rich.markdown import Markdown

        self.console.print(Markdown(_PICTURE.sub("", text)))

    def ask(self, prompt: str) -> str:
        """What somebody types, without the spaces around it; raises EndOfInput."""
        try:
            return self._read(prompt).strip()
        except EOFError:
            raise EndOfInput from None

    def agree(self, prompt: str) -> bool:
        """Ask for a yes; anything else is a no."""
        return self.ask(f"{prompt} [y/N] ").lower() in ("y", "yes")

    def clear(self) -> None:
        """Leave nothing to read: not on the screen, not above it, not in the typed lines."""
        forget_typed_lines()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            # The lines above go last: some terminals move there what is cleared from the screen.
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print("\n" * max(self.console.height, 50))


def read_keyboard(prompt: str) -> str:
    """Read a line, with the arrow keys working where the system can do that."""
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - being imported is all it has to do
        return input(prompt)
    line = input(prompt)
    # Nobody saw it being typed; so the output can be read as a whole.
    print(line)
    return line


def forget_typed_lines() -> None:
    """Empty the history that the arrow keys go through."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
