"""The answers there are in Sellswords: Olympus.

Tiles are written by their key (`king-midas`), cells as `x,y` with y downwards, ways round
as degrees clockwise. A whole turn is a line of words: `place:hydra at:1,0 turn:90`, or
shorter `hydra 1,0 90`.
"""

from __future__ import annotations

import re
from typing import Final

from halfturn.core import Option, UnreadableText, read_seat, seat_letter
from halfturn.games.sellswords.cells import column, row

SEATS: Final = 2


class OneTile(Option, frozen=True):
    """An answer that names a tile."""

    tile: str

    def __str__(self) -> str:
        return f"{self.__struct_config__.tag}:{self.tile}"


class Deal(OneTile, frozen=True, tag="deal"):
    """CHANCE's next tile of the seven in the centre, or of a dealt hand."""


class Draw(OneTile, frozen=True, tag="draw"):
    """CHANCE's tile from the deck, for a hand."""


class Pick(OneTile, frozen=True, tag="pick"):
    """Draft a tile from the centre."""


class Place(OneTile, frozen=True, tag="place"):
    """The tile from the hand that is placed this turn."""


class Choose(OneTile, frozen=True, tag="choose"):
    """A tile on the field that an ability works on."""


class Discard(OneTile, frozen=True, tag="discard"):
    """A tile from the hand to the discard."""


class Give(OneTile, frozen=True, tag="give"):
    """A tile from the hand for the other player."""


class Lock(OneTile, frozen=True, tag="lock"):
    """A tile in the other player's hand that cannot be placed next turn."""


class Copy(OneTile, frozen=True, tag="copy"):
    """A discarded tile whose ability is copied."""


class _OneCell(Option, frozen=True):
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.__struct_config__.tag}:{self.x},{self.y}"


class At(_OneCell, frozen=True, tag="at"):
    """The cell that the tile is placed on."""


class To(_OneCell, frozen=True, tag="to"):
    """The cell that a tile is moved to."""


class Turned(Option, frozen=True, tag="turn"):
    """How far a tile is turned clockwise: from upright when placed, from how it lies later."""

    degrees: int

    def __str__(self) -> str:
        return f"turn:{self.degrees}"


class Use(Option, frozen=True, tag="use"):
    """Use an ability that needs no target."""

    def __str__(self) -> str:
        return "yes"


class Decline(Option, frozen=True, tag="decline"):
    """Do without an ability, or without more of it."""

    def __str__(self) -> str:
        return "no"


class Line(Option, frozen=True, tag="line"):
    """A row or a column, to flip it."""

    line: str

    def __str__(self) -> str:
        return self.line


class First(Option, frozen=True, tag="first"):
    """The first player of a round."""

    seat: int

    def __str__(self) -> str:
        return f"first:{seat_letter(self.seat)}"


class Red(Option, frozen=True, tag="red"):
    """The seat that plays red."""

    seat: int

    def __str__(self) -> str:
        return f"red:{seat_letter(self.seat)}"


class Terrain(Option, frozen=True, tag="terrain"):
    """CHANCE's terrain, when it is drawn by lot."""

    tile: str

    def __str__(self) -> str:
        return f"terrain:{self.tile}"


Answer = (
    Deal
    | Draw
    | Pick
    | Place
    | Choose
    | Discard
    | Give
    | Lock
    | Copy
    | At
    | To
    | Turned
    | Use
    | Decline
    | Line
    | First
    | Red
    | Terrain
)

TURNS: Final[list[Option]] = [Turned(degrees) for degrees in (0, 90, 180, 270)]
"""By quarter turns."""
YES: Final[Option] = Use()
NO: Final[Option] = Decline()
ROW: Final[Option] = Line("row")
COLUMN: Final[Option] = Line("column")
FIRSTS: Final[list[Option]] = [First(seat) for seat in range(SEATS)]
REDS: Final[list[Option]] = [Red(seat) for seat in range(SEATS)]


def terrain(key: str) -> Option:
    """A terrain drawn by lot."""
    return Terrain(key)


def at_cell(cell: int) -> Option:
    """Placing on a cell."""
    return At(column(cell), row(cell))


def to_cell(cell: int) -> Option:
    """Moving to a cell."""
    return To(column(cell), row(cell))


def quarters(answer: Option) -> int:
    """The quarter turns that an answer means."""
    assert isinstance(answer, Turned)
    return answer.degrees // 90


# ---- notation ----

_TILE: Final[dict[str, type[OneTile]]] = {
    "deal": Deal,
    "draw": Draw,
    "pick": Pick,
    "place": Place,
    "choose": Choose,
    "discard": Discard,
    "give": Give,
    "lock": Lock,
    "copy": Copy,
}
_CELL: Final = {"at": At, "to": To}
_WORD: Final = {"yes": YES, "no": NO, "row": ROW, "column": COLUMN}
_CELL_TEXT: Final = re.compile(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", re.ASCII)


def parse_answer(text: str, tiles: dict[str, int], terrains: list[str]) -> Option:
    """An answer from its notation, legal or not."""
    word, colon, rest = text.partition(":")
    if text in _WORD:
        return _WORD[text]
    if colon and word in _TILE:
        return _TILE[word](_read_tile(rest, tiles))
    if colon and word in _CELL:
        match = _CELL_TEXT.fullmatch(rest)
        if match is None:
            raise UnreadableText(f"expected a cell as x,y, like {word}:1,-2, got {text!r}")
        return _CELL[word](int(match[1]), int(match[2]))
    if colon and word == "turn":
        for turned in TURNS:
            if str(turned) == text:
                return turned
        raise UnreadableText(f"expected turn:0, turn:90, turn:180 or turn:270, got {text!r}")
    if colon and word == "first":
        return First(read_seat(rest, SEATS))
    if colon and word == "red":
        return Red(read_seat(rest, SEATS))
    if colon and word == "terrain":
        if rest not in terrains:
            raise UnreadableText(f"expected a terrain among {', '.join(terrains)}, got {rest!r}")
        return Terrain(rest)
    if text in tiles:
        raise UnreadableText(
            f"expected what to do with {text}, like place:{text} or choose:{text}; "
            "it is none of the choices here"
        )
    raise UnreadableText(
        "expected a tile, a cell or a way round, like place:hydra, at:1,0 or turn:90, "
        f"or yes, no, row, column, got {text!r}"
    )


def _read_tile(text: str, tiles: dict[str, int]) -> str:
    if text not in tiles:
        raise UnreadableText(f"expected a tile by its name, like king-midas, got {text!r}")
    return text
