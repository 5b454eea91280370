"""What a seat may know of Swirling Heroes, as bytes; `research.layouts` documents the parts."""

from __future__ import annotations

from typing import final

from librt.strings import BytesWriter
from mypy_extensions import i64

from halfturn.core.observer import Observer, put
from halfturn.core.state import State
from halfturn.games.swirling_heroes.field import column_of, row_of
from halfturn.games.swirling_heroes.hands import HAND, NO_COLOUR, REMOVED
from halfturn.games.swirling_heroes.layouts import LAYOUTS, NUMBERS
from halfturn.games.swirling_heroes.state import SwirlingHeroesState


@final
class SwirlingHeroesObserver(Observer):
    """Field, hands, removed cards, and what is known of hidden hands."""

    def __init__(self, seats: int, size: int, reach: int) -> None:
        super().__init__(seats, size)
        self.reach: i64 = reach
        """How far from the first card a card can lie."""

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        assert isinstance(state, SwirlingHeroesState)
        out = self.empty()
        at = self._field(out, state, viewer)
        at = self._hands(out, at, state, viewer)
        at = self.mark_asked(out, at, state, viewer)
        put(out, at + state.stage, 1)
        at = self.mark_seat(out, at + 7, state.chooser, viewer)
        put(out, at + viewer, 1)
        return bytearray(out.getvalue())

    def _field(self, out: BytesWriter, state: SwirlingHeroesState, viewer: i64) -> i64:
        seats, field, reach = self.seats, state.field, self.reach
        span = 2 * reach + 1
        area = span * span
        cell: i64
        for cell in field.occupied():
            at = (row_of(cell) + reach) * span + column_of(cell) + reach
            put(out, (field.seat_at(cell) - viewer + seats) % seats * area + at, 1)
            at += seats * area
            side = 4 * field.lying_at(cell)
            put(out, at, NUMBERS[side] + 1)
            put(out, at + area, NUMBERS[side + 1] + 1)
            put(out, at + 2 * area, NUMBERS[side + 2] + 1)
            put(out, at + 3 * area, NUMBERS[side + 3] + 1)
        return (seats + 4) * area

    def _hands(self, out: BytesWriter, at: i64, state: SwirlingHeroesState, viewer: i64) -> i64:
        seats, hands = self.seats, state.hands
        removed = at + seats * LAYOUTS
        cannot = removed + seats * LAYOUTS
        known = cannot + seats * LAYOUTS
        sizes = known + seats
        colours = sizes + seats
        points = colours + 4 * seats
        scores = state.field.open_numbers(seats)
        step: i64
        layout: i64
        for step in range(seats):
            seat = (viewer + step) % seats
            is_known = not state.secret or step == 0
            if is_known:
                put(out, known + step, 1)
            put(out, sizes + step, hands.sizes[seat])
            put(out, points + step, scores[seat])
            colour = hands.colours[seat]
            if colour == NO_COLOUR:
                continue
            put(out, colours + 4 * step + colour, 1)
            first = step * LAYOUTS
            for layout in range(LAYOUTS):
                if is_known:
                    count = hands.count_of(HAND, colour, layout)
                    if count:
                        put(out, at + first + layout, count)
                count = hands.count_of(REMOVED, colour, layout)
                if count:
                    put(out, removed + first + layout, count)
                if state.secret and (state.cannot_hold[seat] >> layout) & 1:
                    put(out, cannot + first + layout, 1)
        return points + seats
