"""Halfturn: modern tabletop games to play, to study and to build on."""

from halfturn.core import (
    CHANCE,
    AmbiguousText,
    HalfturnError,
    IllegalOption,
    UnreadableText,
    deal,
)
from halfturn.core.match import Match
from halfturn.core.playthrough import Playthrough
from halfturn.core.registry import game_ids, load
from halfturn.core.rng import SeededRng, SystemRng

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "AmbiguousText",
    "HalfturnError",
    "IllegalOption",
    "Match",
    "Playthrough",
    "SeededRng",
    "SystemRng",
    "UnreadableText",
    "compiled",
    "deal",
    "game_ids",
    "load",
]


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    from halfturn.core import state

    return not (state.__file__ or "").endswith(".py")
