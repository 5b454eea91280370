"""The golden games of SWIRL; how they are written stands in `tests/support/golden.py`."""

from __future__ import annotations

from functools import partial

from tests.games.swirl.given import GAME
from tests.support.golden import Golden, started

SETTINGS: dict[str, tuple[int, dict[str, object], int]] = {
    "two-by-the-book": (2, {}, 28),
    "three-memory": (3, {"memory_mode": True, "creatures": ("random",)}, 3),
    "four-any-may-stop": (4, {"capture": "any_nonempty", "play_out": "may_stop"}, 2),
    "four-teams": (4, {"teams": True, "last_deal": "round_robin"}, 4),
}
"""Each file's seats, options and the seed of the game that it was first written from."""

SHOWN = (
    "Dealer: ",
    " took the crab.",
    " got a card.",
    " was dealt to the middle.",
    " was shuffled back into the deck.",
    "* returned A1",
    " played ",
    " took nothing and stayed in the middle.",
    " had no effect.",
    " took ",
    " went to the series (",
    " snatched ",
    " replaced it with ",
    " left the gap open.",
    " dropped ",
    " counted for nobody.",
    "The game is over. ",
)
"""What the files show between them."""

GOLDEN = Golden(
    GAME,
    {name: partial(started, GAME, *setting) for name, setting in SETTINGS.items()},
    SHOWN,
)
