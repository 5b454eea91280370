"""The golden games of Sellswords; how they are written stands in `tests/support/golden.py`."""

from __future__ import annotations

from functools import partial

from tests.games.sellswords.given import GAME
from tests.support.golden import Golden, started

SETTINGS: dict[str, tuple[int, dict[str, object], int]] = {
    "starter": (2, {"heroes": "starter", "hands": "dealt", "rounds": 1}, 1),
    "olympus": (2, {"first_player": "A", "red": "A"}, 2),
    "parthenon-lock": (2, {"terrain": "parthenon", "bounds": "lock", "parthenon_moves": True}, 3),
    "styx-other-readings": (
        2,
        {
            **{"terrain": "styx", "move_keeps_orientation": False, "terrain_counts": False},
            **{"move_connectivity": "also_without", "hermes": "both", "aristotle": "secret"},
            **{"empty_deck": "reshuffle_discard", "ares": "controller", "fates_self": False},
            **{"poseidon_self": False, "theseus_first": False},
        },
        4,
    ),
    "tartarus": (2, {"terrain": "random", "tartarus": "each_round"}, 5),
}
"""Each file's seats, options and the seed of the game that it was first written from."""

SHOWN = (
    "> The terrain is ",
    " was drawn to begin round 1.",
    " had fewer points and began round 2.",
    " took red, ",
    " came to the centre.",
    "> A got ",
    "> A picked ",
    " was left and discarded.",
    " was laid at 0,0.",
    "> A placed ",
    " flipped to ",
    " moved to ",
    " changed places.",
    " lost 1 point by ",
    "Round 2 brought ",
    "The game is over. ",
)
"""What the files show between them."""

GOLDEN = Golden(
    GAME,
    {name: partial(started, GAME, *setting) for name, setting in SETTINGS.items()},
    SHOWN,
)
