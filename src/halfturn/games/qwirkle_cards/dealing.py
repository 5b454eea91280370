"""Hidden cards dealt anew, so that they agree with all that play has shown.

First whole hands are drawn at random and kept when they agree, so that each that can be is as
likely as it should be. Where that does not succeed in a few tries, hands are built card by
card, and a card that cannot be is left out; that always succeeds, for the truth is one way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.rng import Rng
from halfturn.games.qwirkle_cards import setup
from halfturn.games.qwirkle_cards.cards import KINDS, size_of
from halfturn.games.qwirkle_cards.memory import Memories
from halfturn.games.qwirkle_cards.packing import NONE, Packing
from halfturn.games.qwirkle_cards.proofs import Proof, after_playing
from halfturn.games.qwirkle_cards.solver import Solver

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

Counts = list[int]
TRIES: Final = 40
PATIENCE: Final = 64
"""Cards that are tried at first, where a hand is built card by card."""
ASIDE: Final = -1
"""In place of a seat: the hand that is laid aside."""


def deal_hidden(
    state: QwirkleCardsState,
    hidden: Sequence[int],
    with_aside: bool,
    known: Memories,
    pool: Counts,
    rng: Rng,
) -> tuple[dict[int, Counts], Counts, Counts]:
    """New hands for the hidden seats, a new heap laid aside, and the rest for the deck.

    `known` is what the viewer remembers of hands of its own that it laid aside.
    """
    dealer = _Dealer(state, hidden, known, rng)
    if with_aside and size_of(state.aside):
        # A hand is laid aside because it could not be played: that is shown of it.
        stuck = Proof(size_of(state.aside), (0,) * KINDS, 0, False, tuple(state.table))
        kept = [memory.kept[state.to_play] for memory in known]
        dealer.wishes.insert(0, _Wish(ASIDE, stuck.kept, (stuck,), None, kept))
    hands, rest = dealer.deal(pool)
    return hands, hands.pop(ASIDE, [0] * KINDS), rest


class _Wish:
    """A hand to be dealt: its size and what must hold of it."""

    def __init__(
        self,
        seat: int,
        size: int,
        proofs: tuple[Proof, ...],
        going_on: _GoingOn | None,
        kept: list[int],
    ) -> None:
        self.seat = seat
        self.size = size
        # The latest proof is about most cards; earlier ones are about a part of those.
        self.proofs = sorted(proofs, key=lambda proof: -proof.kept)
        self.going_on = going_on
        self.kept = kept
        """For each of the viewer's memories, how many of the first cards it is about."""
        self.whole = all(proof.kept >= size for proof in proofs)
        self.whole = self.whole and all(count == 0 or count >= size for count in kept)
        """Whether all that was shown is about the whole hand, so that its order does not matter."""
        self.patience = 0
        """How many further cards are tried before the search begins anew."""


class _GoingOn:
    """A turn that has begun: the hand must be able to make it a legal one."""

    def __init__(self, state: QwirkleCardsState) -> None:
        self.table = [
            lying + played - state.taken[kind // 6] - state.taken[6 + kind % 6]
            for kind, (lying, played) in enumerate(zip(state.table, state.played, strict=True))
        ]

    def allows(self, hand: Sequence[int]) -> bool:
        """Whether these cards can finish the turn; further ones do no harm."""
        solver = Solver(vec[i64](self.table), vec[i64](list(hand)), True)
        return solver.can_go_on(vec[i64]([0] * KINDS))

    def still_possible(self, cards: Sequence[int], rest: Sequence[int], slots: int) -> bool:
        """Whether so many further cards of the rest can finish the turn with these."""
        packing = Packing()
        held = vec[i64]([lying + count for lying, count in zip(self.table, cards, strict=True)])
        for kind in range(KINDS):
            packing.must[kind] = self.table[kind]
            packing.may[kind] = held[kind] + rest[kind]
        fewest = packing.fewest_beside(held)
        return fewest != NONE and fewest - size_of(held) <= slots


class _Dealer:
    def __init__(
        self, state: QwirkleCardsState, hidden: Sequence[int], known: Memories, rng: Rng
    ) -> None:
        self.rng = rng
        self.limits = [list(memory.limits) for memory in known]
        self.wishes = []
        for seat in hidden:
            proofs, going_on = state.proofs[seat], None
            # While a fresh hand is drawn, the old one is what lies aside.
            is_fresh = seat == state.to_play and state.stage == setup.REDRAWING
            kept = [0 if is_fresh else memory.kept[seat] for memory in known]
            if seat == state.to_play and state.stage == setup.PLAYING and state.played_size:
                had = state.sizes[seat] + state.played_size
                proofs = after_playing(proofs, state.played, had)
                going_on = _GoingOn(state)
            self.wishes.append(_Wish(seat, state.sizes[seat], proofs, going_on, kept))
        # Those of whom most is known choose first.
        self.wishes.sort(key=lambda wish: (wish.going_on is None, -len(wish.proofs), wish.seat))

    def deal(self, pool: Counts) -> tuple[dict[int, Counts], Counts]:
        """A hand for everybody, and what is left."""
        for _ in range(TRIES):
            rest, limits = pool[:], self.limits
            hands = {}
            for wish in self.wishes:
                cards = _drawn(wish, rest, limits, self.rng)
                if len(cards) < wish.size or not _agrees(wish, cards):
                    break
                hands[wish.seat] = _counts(cards)
                limits = _after(wish, cards, limits)
            else:
                return hands, rest
        found = self._build(0, pool, self.limits)
        assert found is not None, "the truth is one way to deal"
        return found

    def _build(
        self, at: int, pool: Counts, limits: list[Counts]
    ) -> tuple[dict[int, Counts], Counts] | None:
        if at == len(self.wishes):
            return {}, pool
        wish = self.wishes[at]
        for cards, hand in _built(wish, pool, limits, self.rng):
            rest = [there - gone for there, gone in zip(pool, hand, strict=True)]
            found = self._build(at + 1, rest, _after(wish, cards, limits))
            if found is not None:
                return {wish.seat: hand, **found[0]}, found[1]
        return None


def _draw(pool: Counts, rng: Rng) -> int:
    """Take a random card out of the pool."""
    left = rng.below(sum(pool))
    for kind, count in enumerate(pool):
        if left < count:
            pool[kind] -= 1
            return kind
        left -= count
    raise AssertionError("a draw below the size of the pool ends inside it")


def _drawn(wish: _Wish, rest: Counts, limits: list[Counts], rng: Rng) -> list[int]:
    """Random cards out of the rest within the limits; too few where those leave none."""
    cards: list[int] = []
    for _ in range(wish.size):
        possible = _within(wish, cards, rest, limits)
        if possible is rest:
            cards.append(_draw(rest, rng))
        elif any(possible):
            kind = _draw(possible, rng)
            rest[kind] -= 1
            cards.append(kind)
        else:
            break
    return cards


def _within(wish: _Wish, cards: list[int], rest: Counts, limits: list[Counts]) -> Counts:
    """What of the rest the next card can be: the first ones are bound by what is remembered."""
    for kept, most in zip(wish.kept, limits, strict=True):
        if len(cards) < kept:
            rest = [
                min(there, max(0, most[kind] - cards.count(kind)))
                for kind, there in enumerate(rest)
            ]
    return rest


def _after(wish: _Wish, cards: list[int], limits: list[Counts]) -> list[Counts]:
    """The limits for all further hands."""
    return [
        [most - gone for most, gone in zip(each, _counts(cards[:kept]), strict=True)]
        for kept, each in zip(wish.kept, limits, strict=True)
    ]


def _counts(cards: Sequence[int]) -> Counts:
    found = [0] * KINDS
    for kind in cards:
        found[kind] += 1
    return found


def _agrees(wish: _Wish, cards: Sequence[int]) -> bool:
    """Whether a hand agrees with what was shown, its first cards being the old ones."""
    for proof in wish.proofs:
        old = _counts(cards[: proof.kept])
        if not proof.can_still_hold(old, (0,) * KINDS) or not proof.allows(old):
            return False
    return wish.going_on is None or wish.going_on.allows(_counts(cards))


def _built(
    wish: _Wish, pool: Counts, limits: list[Counts], rng: Rng
) -> Iterator[tuple[list[int], Counts]]:
    """Hands that agree, built card by card; all there are, in a random order.

    A bad first card can lead into a long search for nothing, so after a while it begins anew
    with others; each time with more patience, so that in the end all has been looked at.
    """
    patience = PATIENCE
    while True:
        wish.patience = patience
        for cards in _chosen(wish, [], pool, limits, rng):
            if _agrees(wish, cards):
                yield cards, _counts(cards)
        if wish.patience > 0:
            return
        patience *= 2


def _chosen(
    wish: _Wish, cards: list[int], pool: Counts, limits: list[Counts], rng: Rng
) -> Iterator[list[int]]:
    """Cards one after another, none that contradicts what was shown."""
    if len(cards) == wish.size:
        yield cards
        return
    left = _within(wish, cards, pool, limits)[:]
    while sum(left) and wish.patience > 0:
        wish.patience -= 1
        kind = _draw(left, rng)
        left[kind] = 0  # one try for each kind
        longer = [*cards, kind]
        rest = pool[:]
        rest[kind] -= 1
        if wish.whole:
            rest = _usable(wish, longer, rest)
        if _possible(wish, longer, rest):
            yield from _chosen(wish, longer, rest, limits, rng)
        if wish.whole:
            pool = pool[:]
            pool[kind] = 0  # all hands with this card have been there


def _usable(wish: _Wish, cards: list[int], rest: Counts) -> Counts:
    """The rest without kinds of which no card can be added: what was shown forbids it for good."""
    old = _counts(cards)
    found = rest[:]
    for kind in range(KINDS):
        if rest[kind]:
            old[kind] += 1
            if not all(proof.allows(old) for proof in wish.proofs):
                found[kind] = 0
            old[kind] -= 1
    return found


def _possible(wish: _Wish, cards: list[int], rest: Counts) -> bool:
    for proof in wish.proofs:
        if len(cards) <= proof.kept:
            old = _counts(cards)
            if not proof.can_still_hold(old, rest) or not proof.allows(old):
                return False
    going_on, slots = wish.going_on, wish.size - len(cards)
    return going_on is None or going_on.still_possible(_counts(cards), rest, slots)
