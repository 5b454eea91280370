"""Seats: 0, 1, 2 … at the table, CHANCE beside it, and None for a spectator."""

from __future__ import annotations

from typing import Final

from halfturn.core.errors import UnreadableText

CHANCE: Final = -1
"""The seat that answers for the deck and the lots."""

EVERYTHING: Final = -2
"""In place of a viewer: the whole truth, hidden cards included."""

NOBODY: Final = -3
"""In place of a seat that is asked: the game is over."""

LETTERS: Final = "ABCDEFGH"


def seat_letter(seat: int) -> str:
    """The letter a seat has in notation; `?` where there is no such seat.

    >>> seat_letter(0), seat_letter(CHANCE)
    ('A', '*')
    """
    if 0 <= seat < len(LETTERS):
        return LETTERS[seat]
    return "*" if seat == CHANCE else "?"


def read_seat(text: str, seats: int) -> int:
    """The seat with that letter.

    >>> read_seat("B", seats=2)
    1
    """
    seat = LETTERS.find(text.upper()) if len(text) == 1 else -1
    if not 0 <= seat < seats:
        raise UnreadableText(f"expected a seat from A to {LETTERS[seats - 1]}, got {text!r}")
    return seat
