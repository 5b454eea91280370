"""The games as the tests of the research package play them: several seats and options each."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("swirling-heroes", 2, {}),
    ("swirling-heroes", 2, {"hands": "choose", "edition": "second", "colours": ("choose",)}),
    ("swirling-heroes", 3, {"hands": "random", "table": "4x4"}),
    ("swirling-heroes", 4, {"hands": "random"}),
    ("sellswords", 2, {}),
    ("sellswords", 2, {"terrain": "styx", "aristotle": "secret", "bounds": "lock"}),
    ("sellswords", 2, {"hands": "dealt", "terrain": "random", "rounds": 1}),
    ("swirl", 2, {}),
    ("swirl", 3, {"creatures": ("random",), "capture": "any_nonempty", "play_out": "may_stop"}),
    ("swirl", 4, {"teams": True, "memory_mode": True}),
    ("qwirkle-cards", 2, {}),
    ("qwirkle-cards", 3, {"no_play": "redraw"}),
    ("qwirkle-cards", 4, {"no_play": "end", "age_order": ("equal",)}),
]

NAMES = [f"{id} {seats} {' '.join(map(str, options.values()))}" for id, seats, options in SETTINGS]

SMALL = {
    "swirling-heroes": (
        "python_halfturn_swirling_heroes(hands=random,hand_size=1,deck=0123|0231|1032,"
        "first_player=A)"
    ),
    "sellswords": (
        "python_halfturn_sellswords(hands=dealt,hand_size=1,deck=apollo|zeus,rounds=1,terrain=parthenon,"
        "first_player=A,red=A)"
    ),
    "swirl": (
        "python_halfturn_swirl(hand_size=1,middle_size=1,deck=Cr1|Fr1|Cg2|Fg1,dealer=A,"
        "creatures=crab|fish)"
    ),
}
"""Variants whose whole tree can be walked in a moment."""


def spiel_text(id: str, seats: int, options: dict[str, Any]) -> str:
    """How OpenSpiel is asked for it."""
    words = [f"players={seats}"]
    for name, value in options.items():
        words.append(f"{name}={'|'.join(value) if isinstance(value, tuple) else value}")
    return f"python_halfturn_{id.replace('-', '_')}({','.join(words)})"
