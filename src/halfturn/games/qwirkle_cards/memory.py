"""What a seat remembers of a hand that it laid aside (QC-AMB-9, no_play=redraw).

Its old cards went into the deck, so that they are in no hand which the others held then. What
was left for those hands is known by counting: so many of each kind, and no more. The others go
on to play and to draw, and as with proofs it is known how many of those cards each surely still
has. Only the seat itself knows this; to all others its memory is as hidden as its cards were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.qwirkle_cards.proofs import Heap

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState


class Memory(msgspec.Struct, frozen=True):
    """What is known of the hands that others held when a hand was laid aside."""

    limits: Heap
    """At most so many cards of each kind are among those that are kept, in all hands together."""
    kept: tuple[int, ...]
    """How many cards of each seat's hand are surely still of the hand of that time."""

    def reserved(self, unseen: Sequence[int]) -> Heap:
        """Of the cards that the seat did not see, those that are in no such hand."""
        return tuple(
            [max(0, there - most) for there, most in zip(unseen, self.limits, strict=True)]
        )

    def can_be_so(self, hands: Sequence[Sequence[int]]) -> bool:
        """Whether these hands, one for each seat, can hold so many cards within the limits."""
        for chosen in range(1, 1 << len(hands)):
            some = [seat for seat in range(len(hands)) if chosen >> seat & 1]
            fitting = sum(
                min(most, sum(hands[seat][kind] for seat in some))
                for kind, most in enumerate(self.limits)
            )
            if fitting < sum(self.kept[seat] for seat in some):
                return False
        return True


Memories = tuple[Memory, ...]


def laid_aside(memories: Memories, seat: int, unseen: Heap, sizes: Sequence[int]) -> Memories:
    """The memories of a seat whose old hand goes into the deck, with what it cannot see."""
    older = [
        Memory(tuple(map(min, memory.limits, unseen)), memory.kept)  # counting has gone on since
        for memory in memories
    ]
    others = tuple([0 if each == seat else size for each, size in enumerate(sizes)])
    return (*older, Memory(unseen, others))


def after_turn(memories: Memories, seat: int, played: vec[i64], cards: int) -> Memories:
    """What is still known when another seat has played these out of so many cards."""
    count = sum(played)
    found = []
    for memory in memories:
        limits, kept = memory.limits, memory.kept
        if kept[seat] == cards:  # they were all of that time, and so were those that were played
            limits = tuple([most - now for most, now in zip(limits, played, strict=True)])
        left = max(0, kept[seat] - count)
        found.append(Memory(limits, (*kept[:seat], left, *kept[seat + 1 :])))
    return _alive(found)


def without_hand(memories: Memories, seat: int) -> Memories:
    """What is still known when another seat has a fresh hand."""
    return _alive(
        [
            Memory(memory.limits, (*memory.kept[:seat], 0, *memory.kept[seat + 1 :]))
            for memory in memories
        ]
    )


def _alive(memories: list[Memory]) -> Memories:
    return tuple([memory for memory in memories if any(memory.kept)])


def turn_ended(all_memories: list[Memories], seat: int, played: vec[i64], cards: int) -> None:
    """Tell everybody's memories that a seat has played these out of so many cards."""
    for owner, memories in enumerate(all_memories):
        if memories and owner != seat:
            all_memories[owner] = after_turn(memories, seat, played, cards)


def hand_renewed(state: QwirkleCardsState) -> None:
    """Tell everybody's memories that what the seat to play has laid aside goes into the deck."""
    seat: int = state.to_play
    for owner, memories in enumerate(state.memories):
        if owner == seat:
            unseen = tuple(hidden_from(state, seat))
            state.memories[owner] = laid_aside(memories, seat, unseen, list(state.sizes))
        elif memories:
            state.memories[owner] = without_hand(memories, seat)


def hidden_from(state: QwirkleCardsState, viewer: int | None) -> list[int]:
    """The deck, and the hands and what is laid aside that are not the viewer's."""
    heaps = [state.hands[seat] for seat in range(state.seats) if seat != viewer]
    if state.to_play != viewer:
        heaps.append(state.aside)
    return [there + sum(heap[kind] for heap in heaps) for kind, there in enumerate(state.deck)]
