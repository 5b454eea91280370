"""Halfturn: modern tabletop games to play, to study and to build on.

    >>> import halfturn
    >>> game = halfturn.load("swirl")  # one of halfturn.game_ids()
    >>> state = game.start(seats=2)
    >>> answers = halfturn.deal(state, halfturn.SeededRng(1))
    >>> option = state.decision.options[0]  # the question is put to state.decision.seat
    >>> state.play(option)

`Game` and `State` tell the rest: views, previews, redeals, integers, notation. A `Playthrough`
keeps the `Record` as well, for undoing, saving and replaying; a `Match` is several of them. Bots
are in `halfturn.bots`, other frameworks in `halfturn.research`, and the laws that a game of your
own has to keep in `halfturn.contract`.
"""

from halfturn.core import (
    CHANCE,
    AmbiguousText,
    BadOptions,
    BadRecord,
    Decision,
    Event,
    Game,
    GameOptions,
    HalfturnError,
    IllegalOption,
    Option,
    Preview,
    Rng,
    SeededRng,
    State,
    SystemRng,
    UnknownGame,
    UnreadableText,
    View,
    deal,
)
from halfturn.core.match import Match, read_match
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.registry import game_ids, load

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "AmbiguousText",
    "BadOptions",
    "BadRecord",
    "Decision",
    "Event",
    "Game",
    "GameOptions",
    "HalfturnError",
    "IllegalOption",
    "Match",
    "Option",
    "Playthrough",
    "Preview",
    "Record",
    "Rng",
    "SeededRng",
    "State",
    "SystemRng",
    "UnknownGame",
    "UnreadableText",
    "View",
    "compiled",
    "deal",
    "game_ids",
    "load",
    "read_match",
    "read_record",
]


def compiled() -> bool:
    """Whether the rules run as compiled code."""
    from halfturn.installation import is_compiled

    return is_compiled()
