"""Reading positions.

    seats 2; hand A 135; hand B 22; nest A 41; deck 1234; turn B; answered play:1

Sections are separated by `;`, in any order, each at most once (per seat):

    section              meaning                               if left out
    seats N              how many play                         2
    options name=value   the game's options                    the defaults
    hand A 135           the trinkets in a hand                an empty hand
    nest A 41            the trinkets in a nest, newest last   an empty nest
    deck 1234            what can still be drawn               all that lies nowhere else
    turn A               whose turn it is                      A
    answered play:1 …    what was answered in this turn        nothing
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from halfturn.core.errors import UnreadableText
from halfturn.core.notation import Sections
from halfturn.template.magpies.answers import COPIES
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.options import MagpiesOptions
from halfturn.template.magpies.state import MagpiesState

if TYPE_CHECKING:
    from halfturn.template.magpies.game import Magpies


def read_position(game: Magpies, text: str) -> MagpiesState:
    """Any position, reachable or not."""
    sections = Sections(text, ("seats", "options", "deck", "turn", "answered"), ("hand", "nest"))
    seats, options = sections.seats_and_options(game, MagpiesOptions)
    hands = [sorted(_pile(sections.of_seat("hand", seat))) for seat in range(seats)]
    nests = [_pile(sections.of_seat("nest", seat)) for seat in range(seats)]
    if "deck" in sections:
        deck = _pile(sections.words("deck"))
    else:
        lying = Counter(value for pile in [*hands, *nests] for value in pile)
        deck = list((Counter(COPIES) - lying).elements())
    board = MagpiesBoard(options, hands, nests, sorted(deck), sections.seat("turn", seats) or 0)
    state = MagpiesState(game, seats, options, board)
    for word in sections.words("answered"):
        state.play(state.read(word))
    return state


def _pile(words: list[str]) -> list[int]:
    pile = [int(digit) if digit.isdecimal() else 0 for digit in "".join(words)]
    if any(value not in COPIES for value in pile):
        raise UnreadableText(f"expected trinkets from 1 to 5, like 135, got {' '.join(words)!r}")
    return pile
