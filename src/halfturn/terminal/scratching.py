"""Trying a turn out on a game's scratch table, until it is confirmed or left."""

from __future__ import annotations

from typing import Final

from halfturn.core import HalfturnError
from halfturn.core.paper import paper
from halfturn.core.scratch import ScratchTable
from halfturn.terminal.screen import Screen

WORDS: Final = (
    ("confirm", "play the turn as it lies"),
    ("leave", "go back without playing anything"),
    ("help", "this list; also ?"),
)


def scratching(screen: Screen, table: ScratchTable) -> list[str]:
    """Let somebody lay and move cards; the turn's answers, or none where it was left."""
    entries = table.commands() + WORDS
    _help(screen, entries)
    _show(screen, table)
    while True:
        line = screen.ask("scratch> ")
        word = line.lower()
        if word in ("leave", "quit", "q"):
            return []
        if word in ("help", "?"):
            _help(screen, entries)
            continue
        try:
            if word in ("confirm", "end", "done"):
                return table.answers()
            table.command(line)
        except HalfturnError as error:
            screen.complain(error)
        else:
            _show(screen, table)


def _help(screen: Screen, entries: tuple[tuple[str, str], ...]) -> None:
    width = max(len(word) for word, _ in entries)
    for word, meaning in entries:
        screen.entry(word, meaning, width)


def _show(screen: Screen, table: ScratchTable) -> None:
    with paper(screen.width):
        drawing = table.draw()
    screen.show()
    screen.draw(drawing)
