"""What a seat may know of SWIRL, as bytes; `research.layouts` documents the parts."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from halfturn.core.observer import Observer, put
from halfturn.core.state import State
from halfturn.games.swirl.codes import COLLECT_ONE, FACES
from halfturn.games.swirl.setup import CREATURE, DEALER, OVER
from halfturn.games.swirl.state import SwirlState
from halfturn.games.swirl.table import COLOURS, NOTHING


@final
class SwirlObserver(Observer):
    """The own hand, the middle, series, piles, and the sizes of what is hidden."""

    def __init__(self, seats: int, size: int, with_piles: bool) -> None:
        super().__init__(seats, size)
        self.with_piles: bool = with_piles
        """Whether capture piles lie open, and what went back into the deck is listed."""

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        assert isinstance(state, SwirlState)
        out = self.empty()
        table, seats = state.table, self.seats
        me: i64 = viewer
        at: i64 = 0
        _count(out, at, table.hands[me])
        at += FACES
        _count(out, at, table.middle)
        at += FACES
        step: i64
        kind: i64
        colour: i64
        if self.with_piles:
            for step in range(seats):
                _count(out, at, table.piles[(me + step) % seats])
                at += FACES
        for step in range(seats):
            seat = (me + step) % seats
            for colour in range(COLOURS):
                face = table.series[seat * COLOURS + colour]
                if face != NOTHING:
                    put(out, at + colour, face % 10 + 1)
            creature = table.creatures[seat]
            if creature != NOTHING:
                put(out, at + 4 + creature, 1)
            put(out, at + 8, len(table.hands[seat]))
            put(out, at + 9, len(table.piles[seat]))
            at += 10
        if state.played != NOTHING:
            put(out, at + state.played, 1)
        at += FACES
        put(out, at, table.left)
        put(out, at + 1, state.to_deal)
        put(out, at + 2, state.to_lay)
        at += 3
        if self.with_piles:
            for kind in range(FACES - COLLECT_ONE):
                put(out, at + kind, table.returned >> kind & 1)
            at += FACES - COLLECT_ONE
        put(out, at, 1 if state.swirling else 0)
        if state.victim != NOTHING:
            put(out, at + 1 + state.gap, 1)
        put(out, at + 5 + state.stage, 1)
        at = self.mark_seat(out, at + 14, state.victim, me)
        at = self.mark_seat(out, at, state.dealer, me)
        is_turn = state.stage != DEALER and state.stage != CREATURE and state.stage != OVER
        at = self.mark_seat(out, at, state.to_play if is_turn else NOTHING, me)
        at = self.mark_asked(out, at, state, me)
        put(out, at + me, 1)
        return bytearray(out)


def _count(out: vec[u8], at: i64, cards: list[int]) -> None:
    for card in cards:
        place = at + card
        out[place] = out[place] + u8(1)
