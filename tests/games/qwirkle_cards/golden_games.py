"""The golden games of Qwirkle Cards; how they are written stands in `tests/support/golden.py`."""

from __future__ import annotations

from functools import partial

from halfturn.core import Decision, Option, SeededRng
from halfturn.core.playthrough import Playthrough
from halfturn.games.qwirkle_cards.answers import Take
from tests.games.qwirkle_cards.given import GAME
from tests.support.golden import Begun, Golden

MOST_STEPS = 75
"""So many answers are told of a game that goes on; a whole one would fill a book."""
TWO = (
    "table rci rsq rdi rcl osq ysq gsq; hand A rst rbu yci bci gci pcl; qwirkles A p; "
    "hand B ocl ost obu psq bsq ydi; deck gdi pdi yst; turn A"
)
THREE = (
    "seats 3; table rci rsq rdi osq ysq gsq; hand A rst bsq pbu; hand B oci odi ocl; "
    "hand C rcl psq gcl; deck ybu; turn B"
)
HANDS = "hand A oci oci bsq bsq gdi gdi pcl pcl ybu; hand B obu obu bst bst gcl gcl psq psq yci"
STUCK = f"table rci rsq rdi; {HANDS}; turn A"
FRESH = f"options no_play=redraw age_order=equal; table rci rsq rdi; {HANDS}; turn B"

SETTINGS: dict[str, tuple[int, str, int]] = {
    "two-to-the-end": (2, TWO, 1),
    "three-last-round": (3, THREE, 2),
    "four-from-the-deal": (4, "", 3),
    "two-nobody-can-play": (2, STUCK, 4),
    "two-fresh-hands": (2, FRESH, 5),
}
"""Each file's seats, start position (none: the deal) and the seed it was first played with."""


def _begin(seats: int, start: str, seed: int) -> Begun:
    if start:
        return Playthrough.at(GAME.position(start)), seed
    return Playthrough.start(GAME, seats), seed


def _take_if_possible(decision: Decision, rng: SeededRng) -> Option:
    taking = [each for each in decision.options if isinstance(each, Take)]
    options = taking or decision.options
    return options[rng.below(len(options))]


SHOWN = (
    " drew a card.",
    " drew the ",
    "Largest sets: ",
    "First player: ",
    " laid the ",
    " made a ",
    " played ",
    " could not play a card and passed.",
    " could not play a card and drew 9 new ones.",
    "all hands were shuffled into the deck",
    " drew the last card: ",
    "The game is over. ",
    "stuck A 9:",
    "shown A ",
    "laid B 9-0:",
)
"""What the files show between them."""


GOLDEN = Golden(
    GAME,
    {name: partial(_begin, *setting) for name, setting in SETTINGS.items()},
    SHOWN,
    _take_if_possible,
    MOST_STEPS,
)
