"""The integers of the answers: the same in every position and for every set of heroes.

0 to 719        nine kinds of answers that name a tile, 80 each, by the tile's number:
                heroes 1 to 50, terrains 51 to 54, plain tiles of positions 55 to 79
720 to 800      at:x,y as 9 * (y mod 9) + (x mod 9): a field five cells wide, with all that
                can be reached from it, never has two cells with the same remainders
801 to 881      to:x,y likewise
882 to 885      turn:0, 90, 180, 270
886 to 889      yes, no, row, column
890 to 893      first:A, first:B, red:A, red:B
894 to 897      terrain: olympus, parthenon, styx, tartarus
"""

from __future__ import annotations

from typing import Final

from halfturn.core import Option
from halfturn.games.sellswords import answers
from halfturn.games.sellswords.cards import NUMBERS_OF_TILES, TERRAINS

_KINDS: Final[dict[type[Option], int]] = {
    kind: at * NUMBERS_OF_TILES
    for at, kind in enumerate(
        (
            answers.Deal,
            answers.Draw,
            answers.Pick,
            answers.Place,
            answers.Choose,
            answers.Discard,
            answers.Give,
            answers.Lock,
            answers.Copy,
        )
    )
}
_AT: Final = len(_KINDS) * NUMBERS_OF_TILES
_WRAP: Final = 9
_CELLS: Final = _WRAP * _WRAP
_REST: Final = _AT + 2 * _CELLS
_OTHERS: Final[dict[Option, int]] = {
    option: _REST + at
    for at, option in enumerate(
        [
            *answers.TURNS,
            answers.YES,
            answers.NO,
            answers.ROW,
            answers.COLUMN,
            *answers.FIRSTS,
            *answers.REDS,
            *(answers.Terrain(key) for key in TERRAINS),
        ]
    )
}
CODE_COUNT: Final = _REST + len(_OTHERS)


def code_of(option: Option, numbers: dict[str, int]) -> int:
    """The integer of an answer, or -1; `numbers` are the tiles' numbers by their keys."""
    if isinstance(option, answers.OneTile):
        number = numbers.get(option.tile, -1)
        return -1 if number < 0 else _KINDS[type(option)] + number
    if isinstance(option, (answers.At, answers.To)):
        base = _AT if isinstance(option, answers.At) else _AT + _CELLS
        return base + _WRAP * (option.y % _WRAP) + option.x % _WRAP
    return _OTHERS.get(option, -1)
