"""Projection: what a viewer sees of a state. Compiled, since every update of a table needs it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from halfturn.core.breakdown import ScoreLine
from halfturn.core.options import option_words
from halfturn.core.seats import EVERYTHING
from halfturn.games.swirling_heroes.answers import COLOURS
from halfturn.games.swirling_heroes.field import Field, column_of, row_of
from halfturn.games.swirling_heroes.hands import HAND, NO_COLOUR, REMOVED
from halfturn.games.swirling_heroes.layouts import FACES, MEMBERS
from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions
from halfturn.games.swirling_heroes.setup import PLAYING
from halfturn.games.swirling_heroes.view import FieldCard, Hand, SwirlingHeroesView

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

_CARDS: Final[dict[tuple[int, int, int], FieldCard]] = {}
"""Cards on the field by cell, how they lie, and seat: made once and handed out again."""


def view(state: SwirlingHeroesState, viewer: int | None) -> SwirlingHeroesView:
    """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""
    playing = state.stage == PLAYING  # then there is no need to list what can be answered
    decision = None if playing else state.decision
    seats = range(state.seats)
    turn: int | None = state.to_play if playing else None
    chooser: int | None = state.chooser if state.chooser >= 0 else None
    to_decide = turn
    kind = "turn"
    if not playing:
        to_decide = None if decision is None else decision.seat
        kind = "" if decision is None else decision.kind
    return SwirlingHeroesView(
        viewer=viewer,
        seats=state.seats,
        to_decide=to_decide,
        kind=kind,
        scores=state.scores,
        winners=state.winners,
        options=_words(state.options),
        colours=tuple([_colour(state, seat) for seat in seats]),
        field=_field(state.field),
        hands=tuple([_hand(state, seat, viewer) for seat in seats]),
        removed=tuple([faces(state.hands.faces_in(REMOVED, seat)) for seat in seats]),
        cannot_hold=tuple([_cannot_hold(state, seat) for seat in seats]),
        turn=turn,
        chooser=chooser,
    )


@lru_cache(maxsize=256)
def _words(options: SwirlingHeroesOptions) -> tuple[str, ...]:
    return tuple(option_words(options))


def _colour(state: SwirlingHeroesState, seat: int) -> str | None:
    colour = state.hands.colours[seat]
    return None if colour == NO_COLOUR else COLOURS[colour]


def _field(field: Field) -> tuple[FieldCard, ...]:
    cards = []
    for cell in field.occupied():
        at = (cell, field.lying_at(cell), field.seat_at(cell))
        card = _CARDS.get(at)
        if card is None:
            card = _CARDS[at] = FieldCard(at[2], FACES[at[1]], column_of(cell), row_of(cell))
        cards.append(card)
    return tuple(cards)


def _hand(state: SwirlingHeroesState, seat: int, viewer: int | None) -> Hand:
    """SH-SETUP-5, SH-DATA-3: the own hand, and others' where nothing is secret."""
    is_open = not state.secret or viewer == EVERYTHING or viewer == seat
    cards = faces(state.hands.faces_in(HAND, seat)) if is_open else None
    return Hand(state.hands.sizes[seat], cards)


def _cannot_hold(state: SwirlingHeroesState, seat: int) -> tuple[str, ...]:
    known = state.cannot_hold[seat] if state.secret else 0
    return faces(MEMBERS[known]) if known else ()


def faces(layouts: list[int]) -> tuple[str, ...]:
    """Cards as hands show them."""
    return tuple([FACES[layout] for layout in layouts]) if layouts else ()


# ---- the score, card by card ----

ROW: Final = 1 << 10
"""Between a cell and the one below it, where cells are counted row by row; no field is so wide."""
BESIDE: Final = (-ROW, 1, ROW, -1)
"""The cells that a card's sides look at, clockwise from the top."""


def breakdown(view: SwirlingHeroesView) -> tuple[ScoreLine, ...]:
    """A line for every card: the numbers on those of its sides that touch no card."""
    cards = [(each.seat, each.card, each.x, each.y) for each in view.field]
    lie = {y * ROW + x for _, _, x, y in cards}
    lines = []
    for seat in range(view.seats):
        for owner, face, x, y in cards:
            if owner == seat:
                cell = y * ROW + x
                numbers = [face[side] for side in range(4) if cell + BESIDE[side] not in lie]
                points = sum([int(number) for number in numbers])
                lines.append(ScoreLine(seat, f"{face}@{x},{y}", " + ".join(numbers), points))
    return tuple(lines)
