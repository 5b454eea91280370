"""What a seat may know of Swirling Heroes, as bytes; `research.layouts` documents the parts."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from halfturn.core.observer import Observer, put, steps_to
from halfturn.core.state import State
from halfturn.games.swirling_heroes.field import BESIDE, MIDDLE, STRIDE, Field
from halfturn.games.swirling_heroes.hands import HAND, NO_COLOUR, REMOVED, first_of
from halfturn.games.swirling_heroes.layouts import LAYOUTS, LOWEST, LYINGS, NUMBERS
from halfturn.games.swirling_heroes.state import SwirlingHeroesState


@final
class SwirlingHeroesObserver(Observer):
    """Field, hands, removed cards, and what is known of hidden hands."""

    def __init__(self, seats: int, size: int, reach: int) -> None:
        super().__init__(seats, size)
        self.reach: i64 = reach
        """How far from the first card a card can lie."""
        self._points: vec[i64] = vec[i64]([0] * seats)
        """Each seat's open numbers, added up on the way over the field."""

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        assert isinstance(state, SwirlingHeroesState)
        out = self.empty()
        me: i64 = viewer
        at = self._field(out, state.field, me)
        at = self._hands(out, at, state, me)
        at = self.mark_asked(out, at, state, viewer)
        put(out, at + state.stage, 1)
        at = self.mark_seat(out, at + 7, state.chooser, viewer)
        put(out, at + viewer, 1)
        return bytearray(out)

    def _field(self, out: vec[u8], field: Field, viewer: i64) -> i64:
        """The cards that lie; on the way each seat's open numbers are added up."""
        seats, reach, cells, points = self.seats, self.reach, field.cells, self._points
        span = 2 * reach + 1
        area = span * span
        seat: i64
        row: i64
        column: i64
        for seat in range(seats):
            points[seat] = 0
        if field.cards == 0:
            return (seats + 4) * area
        for row in range(field.top, field.bottom + 1):
            at = (row - MIDDLE + reach) * span - MIDDLE + reach
            for column in range(field.left, field.right + 1):
                cell = row * STRIDE + column
                card = -1 - cells[cell]
                if card < 0:
                    continue
                seat = card // LYINGS
                out[steps_to(seat, viewer, seats) * area + at + column] = 1
                place = seats * area + at + column
                first = 4 * (card - LYINGS * seat)
                side: i64 = 0
                while side < 4:
                    number = NUMBERS[first + side]
                    out[place] = u8(number + 1)
                    place += area
                    if cells[cell + BESIDE[side]] >= 0:
                        points[seat] += number
                    side += 1
        return (seats + 4) * area

    def _hands(self, out: vec[u8], at: i64, state: SwirlingHeroesState, viewer: i64) -> i64:
        seats, hands, counts = self.seats, state.hands, state.hands.counts
        removed = at + seats * LAYOUTS
        cannot = removed + seats * LAYOUTS
        known = cannot + seats * LAYOUTS
        sizes = known + seats
        colours = sizes + seats
        points = colours + 4 * seats
        seat: i64
        layout: i64
        for seat in range(seats):
            step = steps_to(seat, viewer, seats)
            is_known = not state.secret or step == 0
            if is_known:
                put(out, known + step, 1)
            put(out, sizes + step, hands.sizes[seat])
            put(out, points + step, self._points[seat])
            colour = hands.colours[seat]
            if colour == NO_COLOUR:
                continue
            put(out, colours + 4 * step + colour, 1)
            first = step * LAYOUTS
            in_hand = first_of(HAND, colour)
            gone = first_of(REMOVED, colour)
            # Named as what they are: with the other 0 they would be Python's own integers.
            never: i64 = state.cannot_hold[seat] if state.secret else 0
            held: i64 = hands.held[seat] if is_known else 0
            while held:
                layout = LOWEST[held]
                put(out, at + first + layout, counts[in_hand + layout])
                held &= held - 1
            while never:
                out[cannot + first + LOWEST[never]] = 1
                never &= never - 1
            for layout in range(LAYOUTS):
                if counts[gone + layout]:
                    put(out, removed + first + layout, counts[gone + layout])
        return points + seats
