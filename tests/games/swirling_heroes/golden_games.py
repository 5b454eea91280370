"""The golden games of Swirling Heroes; how they are written stands in `tests/support/golden.py`."""

from __future__ import annotations

from functools import partial

from tests.games.swirling_heroes.given import GAME
from tests.support.golden import Golden, started

SETTINGS: dict[str, tuple[int, dict[str, object], int]] = {
    "two-mirror": (2, {}, 1),
    "two-small-table": (2, {"hands": "even", "table": "3x4"}, 1),
    "two-choose-removal": (2, {"hands": "choose", "table": "3x3"}, 3),
    "three-random": (3, {"hands": "random"}, 2),
    "four-choose-second": (4, {"hands": "choose", "edition": "second", "colours": ("choose",)}, 5),
}
"""Each file's seats, options and the seed of the game that it was first written from."""

SHOWN = (
    " took orange.",
    " got a card.",
    " got 0123.",
    " paid the last compliment",
    "First Player: ",
    " placed ",
    " swirled to ",
    " could not place a card and removed ",
    "The game is over. ",
)
"""What the files show between them."""

GOLDEN = Golden(
    GAME,
    {name: partial(started, GAME, *setting) for name, setting in SETTINGS.items()},
    SHOWN,
)
