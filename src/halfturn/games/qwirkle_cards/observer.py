"""What a seat may know of Qwirkle Cards, as bytes; `research.layouts` documents the parts."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from halfturn.core.observer import Observer, put
from halfturn.core.state import State
from halfturn.games.qwirkle_cards.cards import KINDS, LINES, size_of
from halfturn.games.qwirkle_cards.proofs import NOTHING
from halfturn.games.qwirkle_cards.redeal import remembered
from halfturn.games.qwirkle_cards.setup import OLDEST, OVER
from halfturn.games.qwirkle_cards.state import QwirkleCardsState

PROOFS: Final = 8
"""So many of the latest things that play has shown of a hand; more do not come up."""
PROOF_SIZE: Final = 76
MEMORIES: Final = 2
"""So many of the latest hands that the viewer laid aside."""


@final
class QwirkleCardsObserver(Observer):
    """The own hand, the table, the turn so far, Qwirkles, and what play has shown of hands."""

    def __init__(self, seats: int, size: int, with_memories: bool) -> None:
        super().__init__(seats, size)
        self.with_memories: bool = with_memories
        """Whether hands can be laid aside, of which their owners remember something."""

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        assert isinstance(state, QwirkleCardsState)
        out = self.empty()
        seats = self.seats
        me: i64 = viewer
        at = _heap(out, 0, state.hands[me], KINDS)
        at = _heap(out, at, state.table, KINDS)
        at = _heap(out, at, state.played, KINDS)
        if state.to_play == me:
            _heap(out, at, state.aside, KINDS)
        at += KINDS
        at = _heap(out, at, state.taken, LINES)
        step: i64
        for step in range(seats):
            at = _heap(out, at, state.qwirkles[(me + step) % seats], LINES)
        for step in range(seats):
            put(out, at + step, state.sizes[(me + step) % seats])
        at += seats
        put(out, at, state.deck_size)
        put(out, at + 1, size_of(state.aside))
        put(out, at + 2, state.last)
        put(out, at + 3, state.passes)
        put(out, at + 4, state.redeals)
        put(out, at + 5, 1 if state.redrawn else 0)
        put(out, at + 6 + state.stage, 1)
        is_turn = OLDEST < state.stage < OVER
        at = self.mark_seat(out, at + 13, state.to_play if is_turn else -1, me)
        at = self.mark_asked(out, at, state, me)
        for step in range(seats):
            _proofs(out, at, state, (me + step) % seats)
            at += PROOFS * PROOF_SIZE
        if self.with_memories:
            place = at
            for reserved, kept in remembered(state, viewer)[viewer][-MEMORIES:]:
                _cards(out, place, reserved)
                place += KINDS
                for step in range(seats):
                    put(out, place + step, kept[(me + step) % seats])
                place += seats
            at += MEMORIES * (KINDS + seats)
        put(out, at + me, 1)
        return bytearray(out)


def _heap(out: vec[u8], at: i64, heap: vec[i64], kinds: i64) -> i64:
    kind: i64
    for kind in range(kinds):
        if heap[kind]:
            put(out, at + kind, heap[kind])
    return at + kinds


def _proofs(out: vec[u8], at: i64, state: QwirkleCardsState, seat: i64) -> None:
    for proof in state.proofs[seat][-PROOFS:]:
        put(out, at, proof.kept)
        put(out, at + 1, proof.size)
        put(out, at + 2, 1 if proof.exact else 0)
        _cards(out, at + 4, proof.seen)
        if proof.table is not None:
            put(out, at + 3, 1)
            _cards(out, at + 4 + KINDS, proof.table)
        at += PROOF_SIZE


def _cards(out: vec[u8], at: i64, cards: tuple[int, ...]) -> None:
    if cards is not NOTHING:
        for count in cards:
            if count:
                put(out, at, count)
            at += 1
