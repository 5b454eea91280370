"""The twelve cards there can be, the two ways each can lie, and where they fit.

A card carries 0, 1, 2 and 3, one per side (SH-CARD-1), so up to a half turn
there are twelve (SH-TH-4). A *layout* is one of the twelve; a *lying* is a
layout as it lies: 0 to 11 upright, 12 to 23 the same turned upside down.

What the neighbours ask of an empty cell is its *demand*: three bits for each
side, the number that must stand there plus one, or 0 where nothing touches.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

EVEN_SIX: Final = ("0123", "0231", "0312", "1032", "1320", "2130")
ODD_SIX: Final = ("0132", "0213", "0321", "1023", "1230", "2031")
UPRIGHT_FACES: Final = (*EVEN_SIX, *ODD_SIX)
"""The layouts as texts, sides clockwise from the top; of its two short sides the smaller is up."""

LAYOUTS: Final = 12
LYINGS: Final = 24

FACES: Final = (*UPRIGHT_FACES, *(face[2:] + face[:2] for face in UPRIGHT_FACES))
"""Each lying as a text."""

LYING_OF: Final = {face: lying for lying, face in enumerate(FACES)}
"""The lying that a text means."""


def _numbers() -> vec[i64]:
    return vec[i64]([int(number) for face in FACES for number in face])


NUMBERS: Final = _numbers()
"""The number on each side of each lying, at `4 * lying + side`."""


def half_turn(lying: i64) -> i64:
    """The same card turned by 180 degrees."""
    return lying + LAYOUTS if lying < LAYOUTS else lying - LAYOUTS


def _fits(lying: i64, demand: i64) -> bool:
    """SH-PLACE-9: every side that touches a card shows the number it touches."""
    side: i64
    for side in range(4):
        wanted = (demand >> (3 * side)) & 7
        if wanted and wanted - 1 != NUMBERS[4 * lying + side]:
            return False
    return demand != 0


def _fitting(first_lying: i64) -> vec[i64]:
    """For every demand the set of layouts that answer it, lying upright or turned."""
    sets = [0] * 4096
    layout: i64
    demand: i64
    for demand in range(4096):
        for layout in range(LAYOUTS):
            if _fits(first_lying + layout, demand):
                sets[demand] |= 1 << layout
    return vec[i64](sets)


FITS_UPRIGHT: Final = _fitting(0)
FITS_TURNED: Final = _fitting(LAYOUTS)
"""Sets of layouts as bits, for each demand. No layout is in both (SH-TH-1)."""


def _either_way() -> vec[i64]:
    return vec[i64]([FITS_UPRIGHT[demand] | FITS_TURNED[demand] for demand in range(4096)])


FITS: Final = _either_way()
"""The layouts that answer each demand, one way round or the other."""

MEMBERS: Final = [
    [layout for layout in range(LAYOUTS) if bits >> layout & 1] for bits in range(1 << LAYOUTS)
]
"""The layouts of every set of layouts, in order."""


def _lowest() -> vec[i64]:
    return vec[i64]([members[0] if members else 0 for members in MEMBERS])


LOWEST: Final = _lowest()
"""The first of them; 0 for none."""
