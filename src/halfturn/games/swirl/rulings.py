"""The options as the turns look at them: made once for a game, shared by all its states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from halfturn.games.swirl.captures import ANY, MAXIMAL, UNION

if TYPE_CHECKING:
    from halfturn.games.swirl.cards import Deck
    from halfturn.games.swirl.options import SwirlOptions

EQUAL: Final = 0
STRICT: Final = 1
ROUND_ROBIN: Final = 2
"""The readings of SW-AMB-12."""


@final
class Rulings:
    """What was chosen before the game, as numbers."""

    def __init__(self, options: SwirlOptions, box: Deck) -> None:
        self.options = options
        self.box: Deck = box
        """The cards of the game: those of the box, or of a short deck."""
        self.hand_size: i64 = options.hand_size
        self.middle_size: i64 = options.middle_size
        self.capture: i64 = MAXIMAL
        if options.capture != "maximal_disjoint":
            self.capture = UNION if options.capture == "union" else ANY
        self.last_deal: i64 = EQUAL
        if options.last_deal != "equal":
            self.last_deal = STRICT if options.last_deal == "strict4" else ROUND_ROBIN
        self.teams: bool = options.teams
        self.clockwise: bool = options.after_swirl == "clockwise"
        self.may_stop: bool = options.play_out == "may_stop"
        self.asks: bool = options.replacement == "ask"
        """Whether a robbed player is asked about the replacement."""
