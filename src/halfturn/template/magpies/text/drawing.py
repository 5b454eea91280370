"""The view, drawn for the terminal."""

from __future__ import annotations

from rich.text import Text

from halfturn.core import seat_letter
from halfturn.template.magpies.view import MagpiesView, pile_text


def draw(view: MagpiesView) -> Text:
    """A line for every seat, and the deck."""
    drawing = Text(f"Deck  {view.deck}\n")
    for seat in range(view.seats):
        mark = "▶" if seat == view.turn and not view.winners else " "
        nest = pile_text(view.nests[seat]) or "-"
        drawing.append(f"{mark} {seat_letter(seat)}   {view.scores[seat]:2} points  ", "bold")
        drawing.append(f"nest {nest}  ")
        drawing.append(f"hand {pile_text(view.hands[seat])}\n", "dim")
    return drawing
