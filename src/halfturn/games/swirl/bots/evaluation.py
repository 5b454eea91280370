"""What the table promises each seat between two rounds, when no hand has a card left.

What counts then is little: how far a series is, which of its colours can still be completed, and
who plays first. How much each counts was learnt from games, by
`python -m lab.prospects`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from halfturn.games.swirl.codes import SNATCH
from halfturn.games.swirl.table import COLOURS, FULL, NOTHING, Table

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState

WEIGHTS: Final[list[float]] = [
    52.10,
    -84.21,
    -32.16,
    -3.69,
    13.28,
    23.87,
    30.82,
    2.94,
    24.89,
    23.75,
    37.54,
    5.18,
]
"""What each trait below is worth, in points; a lead of 90 is won three times in four."""
SERIES: Final = 0
ALIVE: Final = 1
SPARE: Final = 7
FIRST: Final = 8
FIRST_LACKS: Final = 9
LAST_LIES: Final = 10
PILE: Final = 11
TRAITS: Final = 12
"""By place: cards of the series; colours it lacks of which nothing, one, two … or at least five
cards can still be captured; replacements in the pile, for each SNATCH in the deck; the first turn
of the next round, and colours in the middle that this seat lacks then; the last colour in the
middle; cards of the pile, the more the nearer the end is."""
MOST_ALIVE: Final = 5
ALL_CARDS: Final = 85.0


def is_between_rounds(table: Table) -> bool:
    """Whether nobody holds a card."""
    return not any(table.hands)


def expected_points(state: SwirlState) -> list[float]:
    """The points that each seat may expect; partners expect what they may reach together."""
    found = [0.0] * state.seats
    seat: i64
    at: i64
    for seat in range(state.seats):
        traits = traits_of(state, seat)
        own = 0.0
        for at in range(TRAITS):
            own += WEIGHTS[at] * traits[at]
        found[seat] += own
        if state.rulings.teams:
            found[(seat + 2) % 4] += own
    return found


def traits_of(state: SwirlState, seat: i64) -> list[float]:
    """What speaks for a seat between two rounds, each at its place."""
    table = state.table
    found = [0.0] * TRAITS
    creature = table.creatures[seat]
    if creature == NOTHING:
        return found
    grown = table.grown[seat]
    is_first = seat == state.to_play
    found[SERIES] = float(grown)
    found[PILE] = float(len(table.piles[seat])) * (1.0 - float(table.left) / ALL_CARDS)
    if is_first:
        found[FIRST] = 1.0
    colour: i64
    for colour in range(COLOURS):
        if table.series[seat * COLOURS + colour] != NOTHING:
            if table.replacement(seat, colour) != NOTHING:
                found[SPARE] += float(table.copies[SNATCH])
            continue
        lying = _lying(table, creature, colour)
        alive = lying + _in_deck(table, creature, colour)
        found[ALIVE + min(alive, MOST_ALIVE)] += 1.0
        if lying and is_first:
            found[FIRST_LACKS] += 1.0
        if lying and grown == FULL - 1:
            found[LAST_LIES] = 1.0
    return found


def _lying(table: Table, creature: i64, colour: i64) -> i64:
    """How many cards of a creature and colour lie in the middle."""
    lowest = creature * 40 + colour * 10
    count: i64 = 0
    face: i64
    for face in table.middle:
        if lowest <= face < lowest + 10:
            count += 1
    return count


def _in_deck(table: Table, creature: i64, colour: i64) -> i64:
    """How many are still to be dealt, which everybody can count between two rounds."""
    lowest = creature * 40 + colour * 10
    count: i64 = 0
    face: i64
    for face in range(lowest, lowest + 10):
        count += table.copies[face]
    return count
