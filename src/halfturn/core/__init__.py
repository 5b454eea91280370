"""The contract every game keeps, and everything that is written once on top of it."""

from halfturn.core.chance import deal, draw
from halfturn.core.decision import Decision
from halfturn.core.errors import (
    AmbiguousText,
    BadData,
    BadOptions,
    BadRecord,
    HalfturnError,
    IllegalOption,
    UnknownGame,
    UnreadableText,
)
from halfturn.core.event import Event
from halfturn.core.game import Game, PackagedGame
from halfturn.core.heuristics import Heuristics
from halfturn.core.option import Option
from halfturn.core.options import GameOptions, Preset
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng, SeededRng, SystemRng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY, read_seat, seat_letter
from halfturn.core.state import State
from halfturn.core.view import View

__all__ = [
    "CHANCE",
    "EVERYTHING",
    "NOBODY",
    "AmbiguousText",
    "BadData",
    "BadOptions",
    "BadRecord",
    "Decision",
    "Event",
    "Game",
    "GameOptions",
    "HalfturnError",
    "Heuristics",
    "IllegalOption",
    "Option",
    "PackagedGame",
    "Preset",
    "Preview",
    "Rng",
    "SeededRng",
    "State",
    "SystemRng",
    "UnknownGame",
    "UnreadableText",
    "View",
    "deal",
    "draw",
    "read_seat",
    "seat_letter",
]
