"""The golden games of SWIRL; how they are written stands in `tests/games/golden.py`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from halfturn.core.playthrough import Playthrough
from tests.games.golden import Begun, Golden
from tests.games.swirl.given import GAME

SETTINGS: dict[str, tuple[int, dict[str, object], int]] = {
    "two-by-the-book": (2, {}, 28),
    "three-memory": (3, {"memory_mode": True, "creatures": ("random",)}, 3),
    "four-any-may-stop": (4, {"capture": "any_nonempty", "play_out": "may_stop"}, 2),
    "four-teams": (4, {"teams": True, "last_deal": "round_robin"}, 4),
}
"""Each file's seats, options and the seed of the game that it was first written from."""


def _begin(seats: int, options: dict[str, object], seed: int) -> Begun:
    return Playthrough.start(GAME, seats, options), seed


GOLDEN = Golden(
    GAME,
    Path(__file__).parent / "golden",
    {name: partial(_begin, *setting) for name, setting in SETTINGS.items()},
)
