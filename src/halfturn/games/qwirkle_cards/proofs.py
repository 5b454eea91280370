"""What play has shown of a hidden hand, and what must hold of it since.

Two things show something: the size of the largest set at the deal (QC-AMB-2), and passing,
which proves that no card of the hand could be played on the table of that moment (QC-AMB-9).

Such a proof is about the hand as it was then. Of that hand some cards have been seen since,
because the seat played them, and some are still held. Right after the proof all cards of the
hand are of that kind. With the first turn since, the played cards were surely among them; from
then on newly drawn cards are mixed in, nobody can tell which are played, and at least `kept`
cards of the hand are still old ones. For so many the proof goes on, until none is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.qwirkle_cards.cards import KINDS, LINES, kind_on, largest_set
from halfturn.games.qwirkle_cards.solver import Solver

Heap = tuple[int, ...]
"""36 counts that do not change."""
NOTHING: Final[Heap] = (0,) * KINDS


class Proof(msgspec.Struct, frozen=True):
    """What is known of an earlier hand of a seat."""

    kept: int
    """How many cards of the hand are surely still of that hand."""
    seen: Heap
    """Cards that surely were in it and have been played."""
    size: int
    """The size of its largest set; 0 for a proof of another kind."""
    exact: bool
    """Whether `kept` and `seen` are the whole of it, so that its largest set is just so large."""
    table: Heap | None
    """The table on which nothing of it could be played, or None."""

    def allows(self, old: Sequence[int]) -> bool:
        """Whether these cards, a part of those that were kept, agree with it so far."""
        then = vec[i64]([seen + count for seen, count in zip(self.seen, old, strict=True)])
        if self.table is None:
            return int(largest_set(then)) <= self.size
        return not Solver(vec[i64](list(self.table)), then).can_play()

    def can_still_hold(self, old: Sequence[int], rest: Sequence[int]) -> bool:
        """Whether cards of the rest can make the largest set as large as it was."""
        if not self.exact or self.table is not None:
            return True
        missing = self.kept - sum(old)
        for line in range(LINES):
            there = new = 0
            for place in range(6):
                kind = kind_on(line, place)
                if self.seen[kind] + old[kind]:
                    there += 1
                elif rest[kind]:
                    new += 1
            if there + min(new, missing) >= self.size:
                return True
        return False


def showed_set(size: int, cards: int) -> tuple[Proof, ...]:
    """What the size of the largest set shows of a hand of so many cards."""
    return (Proof(cards, NOTHING, size, True, None),)


def could_not_play(proofs: tuple[Proof, ...], table: vec[i64], cards: int) -> tuple[Proof, ...]:
    """The proofs of a seat that passed with so many cards in hand."""
    if cards == 0:
        return proofs
    passed = Proof(cards, NOTHING, 0, False, tuple(table))
    return proofs if passed in proofs else (*proofs, passed)


def after_playing(proofs: tuple[Proof, ...], played: vec[i64], cards: int) -> tuple[Proof, ...]:
    """The proofs of a seat that played these out of so many cards."""
    count = sum(played)
    found = []
    for proof in proofs:
        kept = proof.kept - count
        if kept <= 0:
            continue
        if proof.kept == cards:
            seen = tuple([was + now for was, now in zip(proof.seen, played, strict=True)])
            found.append(Proof(kept, seen, proof.size, proof.exact, proof.table))
        else:
            found.append(Proof(kept, proof.seen, proof.size, False, proof.table))
    return tuple(found)
