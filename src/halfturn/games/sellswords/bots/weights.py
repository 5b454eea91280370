"""What fields, hands and heroes are worth, in points: numbers alone, for `evaluation`.

They are fitted to games that searching players played with drafts mostly by lot, and printed in
this form by `python -m lab.worths`.
"""

from __future__ import annotations

from typing import Final

FIELD_ONCE: Final[list[float]] = [1.61, 0.37, 2.16]
FIELD_TWICE: Final[list[float]] = [1.76, 1.06, 1.91]
"""A tile on the field, a point of its lines as they are, and what an open side without a
number costs: in the last round, and before it, when the field counts again."""
LATE_ONCE: Final[list[float]] = [5.18, 0.89, 0.12]
EARLY_ONCE: Final[list[float]] = [9.67, 0.31, 0.08]
LATE_TWICE: Final[list[float]] = [9.56, 1.21, -0.43]
EARLY_TWICE: Final[list[float]] = [15.56, 0.05, 5.91]
"""A tile more to place than the other, a point that an ability gives, and what it costs to be the
next to place: with nothing left to place, and with twelve tiles."""
IN_HAND: Final[dict[str, tuple[float, float]]] = {
    "jason": (7.1, 8.3),
    "nymph": (5.6, 4.7),
    "odysseus": (3.4, 5.2),
    "hermes": (2.7, 3.7),
    "teacher": (2.4, 3.9),
    "gryphon": (1.9, 2.4),
    "poseidon": (0.7, 1.7),
    "theseus": (1.2, 0.6),
    "architect": (1.6, 0.2),
    "three-fates": (0.2, 1.5),
    "kraken": (0.7, 0.8),
    "satyr": (0.9, 0.5),
    "artemis": (-0.4, 1.1),
    "sculptor": (0.8, -0.1),
    "socrates": (0.1, 0.3),
    "hercules": (0.2, -0.1),
    "icarus": (0.1, -0.3),
    "cerberus": (-0.4, 0.2),
    "ares": (-0.3, 0.0),
    "pandora": (-0.1, -0.2),
    "harpy": (-0.5, 0.1),
    "spartan": (-0.5, 0.0),
    "cyclops": (-0.2, -0.3),
    "apollo": (0.4, -1.1),
    "manticore": (-0.5, -0.2),
    "elder": (-1.2, 0.4),
    "priestess": (-0.1, -0.7),
    "athena": (-0.3, -0.7),
    "athlete": (-0.5, -0.5),
    "chimera": (0.0, -1.3),
    "aristotle": (-0.3, -1.0),
    "medusa": (-0.6, -0.8),
    "muse": (-1.0, -0.7),
    "basilisk": (-0.8, -1.1),
    "minotaur": (-1.6, -1.0),
    "hera": (-0.4, -2.3),
    "lamia": (-1.2, -1.7),
    "perseus": (-1.2, -1.9),
    "oracle": (-1.7, -1.8),
    "pegasus": (-1.9, -2.1),
    "zeus": (-2.1, -2.3),
    "centaur": (-2.5, -2.0),
    "colossus": (-2.1, -2.6),
    "hydra": (-2.1, -2.9),
    "hades": (-2.4, -2.7),
    "king-midas": (-3.4, -3.4),
}
"""What a hero in hand is worth to its player beside an average one: before the last round, and
in it."""
ON_FIELD: Final[dict[str, float]] = {
    "theseus": 3.4,
    "pegasus": 0.8,
    "muse": 0.6,
    "king-midas": 0.5,
    "socrates": -0.4,
    "zeus": -0.5,
    "hydra": -0.8,
}
"""What a hero on the field is worth beside others there: all others next to nothing."""
