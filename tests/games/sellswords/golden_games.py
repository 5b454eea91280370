"""The golden games of Sellswords; how they are written stands in `tests/games/golden.py`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from halfturn.core.playthrough import Playthrough
from tests.games.golden import Begun, Golden
from tests.games.sellswords.given import GAME

SETTINGS: dict[str, tuple[dict[str, object], int]] = {
    "starter": ({"heroes": "starter", "hands": "dealt", "rounds": 1}, 1),
    "olympus": ({"first_player": "A", "red": "A"}, 2),
    "parthenon-lock": ({"terrain": "parthenon", "bounds": "lock", "parthenon_moves": True}, 3),
    "styx-other-readings": (
        {
            **{"terrain": "styx", "move_keeps_orientation": False, "terrain_counts": False},
            **{"move_connectivity": "also_without", "hermes": "both", "aristotle": "secret"},
            **{"empty_deck": "reshuffle_discard", "ares": "controller", "fates_self": False},
            **{"poseidon_self": False, "theseus_first": False},
        },
        4,
    ),
    "tartarus": ({"terrain": "random", "tartarus": "each_round"}, 5),
}
"""Each file's options and the seed of the game that it was first written from."""


def _begin(options: dict[str, object], seed: int) -> Begun:
    return Playthrough.start(GAME, 2, options), seed


GOLDEN = Golden(
    GAME,
    Path(__file__).parent / "golden",
    {name: partial(_begin, *setting) for name, setting in SETTINGS.items()},
)
