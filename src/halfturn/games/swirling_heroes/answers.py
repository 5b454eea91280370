"""The answers there are in Swirling Heroes, and the integers they have.

A card in a hand is written by its four numbers clockwise from the top, the
smaller short side up; a placed card as it will lie, so `2301@1,0` is the card
0123 upside down, one cell to the right of the first card.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from halfturn.core import Option, UnreadableText, read_seat, seat_letter
from halfturn.games.swirling_heroes.codes import REMOVE_CODES
from halfturn.games.swirling_heroes.field import CELLS, REACH, SPAN
from halfturn.games.swirling_heroes.layouts import FACES, LAYOUTS, LYING_OF, UPRIGHT_FACES

COLOURS: Final = ("orange", "green", "blue", "pink")
MAX_SEATS: Final = 4


class Place(Option, frozen=True, tag="place"):
    """Lay a card from the hand onto the field: `0123@1,0`, column then row, rows downwards."""

    card: str
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.card}@{self.x},{self.y}"

    def also(self) -> tuple[str, ...]:
        """The card as the hand shows it, where it can only go to one cell."""
        return (upright(self.card),)


class _OneCard(Option, frozen=True):
    """An answer that is a card of the hand or the box, written as hands show it."""

    card: str

    def also(self) -> tuple[str, ...]:
        """The card upside down, with and without the word before it."""
        turned = self.card[2:] + self.card[:2]
        return (str(self).replace(self.card, turned), turned)


class Remove(_OneCard, frozen=True, tag="remove"):
    """Take a card from the hand out of the game, when none can be placed."""

    def __str__(self) -> str:
        return f"remove:{self.card}"


class Deal(_OneCard, frozen=True, tag="deal"):
    """CHANCE's next card."""

    def __str__(self) -> str:
        return f"deal:{self.card}"


class Pick(_OneCard, frozen=True, tag="pick"):
    """Put a card of the own colour into the own hand."""

    def __str__(self) -> str:
        return f"pick:{self.card}"


class Colour(Option, frozen=True, tag="colour"):
    """Take a colour."""

    colour: str

    def __str__(self) -> str:
        return f"colour:{self.colour}"


class Chooser(Option, frozen=True, tag="chooser"):
    """The seat that paid the last compliment and names the First Player."""

    seat: int

    def __str__(self) -> str:
        return f"chooser:{seat_letter(self.seat)}"


class First(Option, frozen=True, tag="first"):
    """The First Player."""

    seat: int

    def __str__(self) -> str:
        return f"first:{seat_letter(self.seat)}"


Answer = Place | Remove | Deal | Pick | Colour | Chooser | First

OTHERS: Final[list[Option]] = [
    *(Remove(face) for face in UPRIGHT_FACES),
    *(Deal(face) for face in UPRIGHT_FACES),
    *(Pick(face) for face in UPRIGHT_FACES),
    *(Colour(colour) for colour in COLOURS),
    *(Chooser(seat) for seat in range(MAX_SEATS)),
    *(First(seat) for seat in range(MAX_SEATS)),
]
"""All answers but placements, by their integers from REMOVE_CODES on."""
_OTHER_CODES: Final = {option: REMOVE_CODES + at for at, option in enumerate(OTHERS)}

PLACES: Final[list[Option | None]] = [None] * (2 * LAYOUTS * CELLS)
"""Placements made so far, at `lying * CELLS + cell`: each is made once and handed out again."""


def place_at(lying: int, cell: int) -> Option:
    """The placement of a card that lies so, on a cell counted without the border."""
    at = lying * CELLS + cell
    known = PLACES[at]
    if known is None:
        row, column = divmod(cell, SPAN)
        known = PLACES[at] = Place(FACES[lying], column - REACH, row - REACH)
    return known


def other(code: int) -> Option:
    """The answer that is not a placement and has this integer."""
    return OTHERS[code - REMOVE_CODES]


def code_of(option: Option) -> int:
    """The integer of an answer; of a placement whichever way round its card lies."""
    if isinstance(option, Place):
        lying = LYING_OF.get(option.card, -1)
        if lying < 0 or not (-REACH <= option.x <= REACH and -REACH <= option.y <= REACH):
            return -1
        return lying % LAYOUTS * CELLS + (option.y + REACH) * SPAN + option.x + REACH
    return _OTHER_CODES.get(option, -1)


_NUMBER: Final = r"(0|-?[1-9][0-9]{0,2})"
_PLACE: Final = re.compile(rf"([0-9]+)@{_NUMBER},{_NUMBER}")
_CARD: Final = {"remove": Remove, "deal": Deal, "pick": Pick}
_SEAT: Final = {"chooser": Chooser, "first": First}
EXPECTED: Final = (
    "expected a card as it will lie and its cell, like 0123@1,0 "
    "(numbers clockwise from the top, then column and row)"
)


@lru_cache(maxsize=1 << 13)
def parse_answer(text: str) -> Option:
    """An answer from its notation, legal or not; there are not many, and they come again."""
    word, colon, rest = text.partition(":")
    if match := _PLACE.fullmatch(text):
        return Place(read_face(match[1]), int(match[2]), int(match[3]))
    if colon and word in _CARD:
        return _CARD[word](upright(read_face(rest)))
    if colon and word in _SEAT:
        return _SEAT[word](read_seat(rest, MAX_SEATS))
    if colon and word == "colour":
        if rest not in COLOURS:
            raise UnreadableText(f"expected a colour among {', '.join(COLOURS)}, got {rest!r}")
        return Colour(rest)
    if text in LYING_OF:
        raise UnreadableText(f"expected the cell too, like {text}@1,0, got {text!r}")
    raise UnreadableText(f"{EXPECTED}, got {text!r}")


def read_face(text: str) -> str:
    """The four numbers of a card, in any of the two ways it can lie."""
    if text not in LYING_OF:
        raise UnreadableText(
            f"expected a card as four different numbers from 0 to 3, like 0123, got {text!r}"
        )
    return text


def upright(face: str) -> str:
    """The same card with the smaller of its short sides up, as hands show it."""
    return FACES[LYING_OF[face] % LAYOUTS]
