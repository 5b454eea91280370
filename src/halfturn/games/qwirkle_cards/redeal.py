"""What is known of a state: to a seat, to everybody, and to the one who counts the cards.

Hidden hands are redrawn so that they agree with all that play has shown. First whole hands are
drawn at random and kept when they agree, so that each possible hand is as likely as it should
be. Where that does not succeed in a few tries, hands are built card by card, leaving out cards
that cannot be; that always succeeds, since the true hands are one way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.language import say, spoken
from halfturn.core.option import Option
from halfturn.core.options import GameOptions, option_words
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng
from halfturn.core.seats import EVERYTHING
from halfturn.games.qwirkle_cards import setup
from halfturn.games.qwirkle_cards.arrange import arrange
from halfturn.games.qwirkle_cards.cards import CARDS, KINDS, LINE_WORDS, LINES, cards_in, size_of
from halfturn.games.qwirkle_cards.codes import TAKE_CODES
from halfturn.games.qwirkle_cards.memory import Memories, after_turn, hidden_from
from halfturn.games.qwirkle_cards.packing import NONE, Packing
from halfturn.games.qwirkle_cards.proofs import Heap, Proof, after_playing
from halfturn.games.qwirkle_cards.solver import Solver
from halfturn.games.qwirkle_cards.view import Hand, QwirkleCardsView

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

STAGES: Final = ("deal", "oldest", "turn", "draw", "redeal", "redraw", "over")
"""The words for what the game is at, in the order of `setup`."""

Counts = list[int]
TRIES: Final = 40
PATIENCE: Final = 64
"""Cards that are tried at first, where a hand is built card by card."""
ASIDE: Final = -1
"""In place of a seat: the hand that is laid aside."""


def view(state: QwirkleCardsState, viewer: int | None) -> QwirkleCardsView:
    """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""
    seats = range(state.seats)
    asked, kind = _asked(state)
    table = cards_in(state.table)
    arrangement = arrange(table)
    is_open = viewer == EVERYTHING
    return QwirkleCardsView(
        viewer=viewer,
        seats=state.seats,
        to_decide=asked,
        kind=kind,
        scores=state.scores,
        winners=state.winners,
        options=_words(state.options),
        colours=_said(state.theme.colours, spoken()),
        shapes=_said(state.theme.shapes, spoken()),
        glyphs=state.theme.glyphs,
        table=tuple(table),
        colour_sets=arrangement.colour_sets,
        shape_sets=arrangement.shape_sets,
        loose=arrangement.loose,
        played=tuple(cards_in(state.played)),
        taken=lines_in(state.taken),
        qwirkles=tuple(lines_in(lines) for lines in state.qwirkles),
        hands=tuple(_hand(state.hands[seat], is_open or viewer == seat) for seat in seats),
        aside=_hand(state.aside, is_open or viewer == state.to_play),
        deck=_hand(state.deck, is_open),
        copies=state.theme.copies,
        stage=STAGES[state.stage],
        turn=state.to_play if setup.OLDEST < state.stage < setup.OVER else None,
        last=state.last,
        passes=state.passes,
        redeals=state.redeals,
        redrawn=state.redrawn,
        shown=tuple(
            tuple(_proof_word(proof) for proof in proofs if proof.table is None)
            for proofs in state.proofs
        ),
        stuck=tuple(
            tuple(_proof_word(proof) for proof in proofs if proof.table is not None)
            for proofs in state.proofs
        ),
        laid=tuple(
            tuple(_memory_word(*memory) for memory in memories)
            for memories in remembered(state, viewer)
        ),
    )


@lru_cache(maxsize=256)
def _words(options: GameOptions) -> tuple[str, ...]:
    return tuple(option_words(options))


@lru_cache(maxsize=256)
def _said(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Names in the language that is spoken, put together once for each."""
    return tuple([say(name) for name in names])


def _asked(state: QwirkleCardsState) -> tuple[int | None, str]:
    """Who is asked for what, without a look at what can be answered."""
    if state.stage == setup.OVER:
        return None, ""
    return state.seat_asked, "turn" if state.stage == setup.PLAYING else setup.kind(state)


def _hand(heap: vec[i64], is_open: bool) -> Hand:
    count = size_of(heap)
    return Hand(count, tuple(cards_in(heap)) if is_open or count == 0 else None)


def lines_in(lines: vec[i64]) -> tuple[str, ...]:
    """Qwirkles by what their cards share, in notation."""
    return tuple([LINE_WORDS[line] for line in range(LINES) for _ in range(lines[line])])


@lru_cache(maxsize=4096)
def _proof_word(proof: Proof) -> str:
    """`4:9:` or `4-:7:rci` for a largest set, `9:rci+rsq+rdi:` for a table."""
    seen = "+".join(CARDS[kind] for kind in range(KINDS) for _ in range(proof.seen[kind]))
    if proof.table is None:
        return f"{proof.size}{'' if proof.exact else '-'}:{proof.kept}:{seen}"
    table = "+".join(CARDS[kind] for kind in range(KINDS) for _ in range(proof.table[kind]))
    return f"{proof.kept}:{table}:{seen}"


def _memory_word(reserved: Heap, kept: tuple[int, ...]) -> str:
    """`0-9:rci+rsq`: these cards are in none of so many old cards of each seat's hand."""
    cards = "+".join(CARDS[kind] for kind in range(KINDS) for _ in range(reserved[kind]))
    return f"{'-'.join(map(str, kept))}:{cards}"


def remembered(
    state: QwirkleCardsState, viewer: int | None
) -> tuple[tuple[tuple[Heap, tuple[int, ...]], ...], ...]:
    """For each seat what it remembers of hands laid aside, as far as the viewer may know it.

    Each time the cards that are in none of the others' hands of then, and how many cards each
    still has of that hand. What counting alone tells as well is left out.
    """
    found = []
    for seat, memories in enumerate(state.memories):
        told = []
        if memories and viewer in (seat, EVERYTHING):
            unseen = unseen_when_the_turn_began(state, seat)
            for memory in memories:
                reserved = memory.reserved(unseen)
                if any(reserved):
                    told.append((reserved, memory.kept))
        found.append(tuple(told))
    return tuple(found)


def unseen_when_the_turn_began(state: QwirkleCardsState, seat: int) -> list[int]:
    """What the seat has not seen, with the cards that another one plays just now."""
    found = hidden_from(state, seat)
    if state.to_play != seat:
        found = [there + now for there, now in zip(found, state.played, strict=True)]
    return found


def held_at_first(state: QwirkleCardsState, seat: int) -> list[int]:
    """The hand with which a seat began its turn, or that it has while others play."""
    if seat != state.to_play:
        return list(state.hands[seat])
    if state.stage == setup.REDRAWING:
        return list(state.aside)
    return [held + now for held, now in zip(state.hands[seat], state.played, strict=True)]


def promised(state: QwirkleCardsState, option: Option, code: int) -> Preview:
    """What a card or a Qwirkle promises: points that the turn can still come to with it."""
    gain = promise(state, code)
    gains = [0] * state.seats
    gains[state.to_play] = gain
    scores = list(state.scores)
    scores[state.to_play] += gain
    return Preview(option, tuple(scores), tuple(gains), (), tuple(scores))


def promise(state: QwirkleCardsState, code: int) -> int:
    """The Qwirkles this turn can take when it goes on with that card, or with that Qwirkle.

    After a Qwirkle no card follows, so only what lies there can make another.
    """
    table, hand = state.table[:], state.hands[state.to_play][:]
    for kind in range(KINDS):
        table[kind] += state.played[kind] - state.taken[kind // 6] - state.taken[6 + kind % 6]
    if code < KINDS:
        table[code] += 1
        hand[code] -= 1
        return Solver(table, hand, True).most_qwirkles()
    line = code - TAKE_CODES
    for kind in range(KINDS):
        table[kind] -= (kind // 6 == line) + (6 + kind % 6 == line)
    nothing = vec[i64]([0] * KINDS)
    taken = len(lines_in(state.taken)) + 1
    return taken + Solver(table, nothing, True).most_qwirkles()


def redeal(state: QwirkleCardsState, viewer: int | None, rng: Rng) -> QwirkleCardsState:
    """A clone in which every hand that is hidden from the viewer, and the deck, is drawn anew.

    The new hands agree with all that play has shown: with the proofs of each seat, and in the
    middle of a turn with the cards played so far, which the hand must be able to go on with; and
    with what the viewer remembers of hands that it laid aside. What others remember of theirs is
    hidden like those hands, so that the clone does not have it.
    """
    world = state.clone()
    world.forget()
    hidden = [seat for seat in range(state.seats) if seat != viewer]
    for seat in hidden:
        world.memories[seat] = ()
    is_aside_hidden = state.to_play != viewer
    known = () if viewer is None else state.memories[viewer]
    if known and is_aside_hidden and state.played_size:
        had = state.sizes[state.to_play] + state.played_size
        known = after_turn(known, state.to_play, state.played, had)
    pool = hidden_from(state, viewer)
    hands, aside, rest = deal_hidden(state, hidden, is_aside_hidden, known, pool, rng)
    # Written over in place: compiled, a vec that is replaced from outside its state is never
    # freed, and a bot draws thousands of worlds for a turn.
    for kind in range(KINDS):
        for seat, hand in hands.items():
            world.hands[seat][kind] = hand[kind]
        if is_aside_hidden:
            world.aside[kind] = aside[kind]
        world.deck[kind] = rest[kind]
    if viewer == state.to_play and state.stage == setup.PLAYING:
        world._codes = state._codes  # the own question stays the same
    return world


def inventory(state: QwirkleCardsState) -> dict[str, int]:
    """Every card there is."""
    cards: Counter[str] = Counter()
    for heap in (state.table, state.deck, state.played, state.aside, *state.hands):
        cards.update(cards_in(heap))
    for lines in state.qwirkles:
        for line in lines_in(lines):
            cards.update(card for card in CARDS if line in (card[:1], card[1:]))
    return dict(sorted(cards.items()))


# ---- hidden hands that agree with what was shown ----


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
