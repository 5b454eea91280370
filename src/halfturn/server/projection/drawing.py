"""A game's drawing for the terminal, as lines of text with a few plain marks of style.

A page that has no board for a game shows this instead, so every game can be seen.
"""

from __future__ import annotations

import logging
from typing import Final

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from rich.text import Text

from halfturn.core import Game, View
from halfturn.core.paper import paper
from halfturn.server.protocol.updates import Span

log = logging.getLogger(__name__)

NARROWEST: Final = 20
WIDEST: Final = 200
TONES: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_MARKS: Final = ("bold", "dim", "italic", "underline", "reverse")
_CONSOLE: Final = Console(width=WIDEST, color_system=None)


def drawing(game: Game, view: View, columns: int) -> list[list[Span]]:
    """The lines of the drawing, each made of pieces in one style."""
    with paper(max(NARROWEST, min(columns, WIDEST))):
        try:
            text = game.draw(view)
        except Exception:
            log.exception("%s cannot be drawn", game.id)
            text = Text(view.text)
    text.expand_tabs()
    return [_spans(line) for line in text.split("\n")]


def in_notation(view: View) -> str:
    """The view in the game's own notation; nothing where a game fails to write it."""
    try:
        return view.text
    except Exception:
        log.exception("a %s cannot be written", type(view).__name__)
        return ""


def _spans(line: Text) -> list[Span]:
    parts: list[Span] = []
    for segment in line.render(_CONSOLE):
        text, style = segment.text, _words(segment.style)
        if parts and parts[-1].style == style:
            text = parts.pop().text + text
        if text:
            parts.append(Span(text=text, style=style))
    return parts


def _words(style: Style | None) -> str:
    """A style as words: marks, and the tone that is nearest to its colour."""
    if style is None:
        return ""
    words = [mark for mark in _MARKS if getattr(style, mark)]
    if style.color is not None and (tone := _tone(style.color)):
        words.append(tone)
    return " ".join(words)


def _tone(color: Color) -> str:
    if color.is_default:
        return ""
    number = color.downgrade(ColorSystem.STANDARD).number
    return "" if number is None else TONES[number % 8]
