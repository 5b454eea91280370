"""What is known of a state: to a seat, to everybody, and to the one who counts the cards."""

from __future__ import annotations

from collections import Counter
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
from halfturn.games.qwirkle_cards.dealing import deal_hidden
from halfturn.games.qwirkle_cards.memory import after_turn, hidden_from
from halfturn.games.qwirkle_cards.proofs import Heap, Proof
from halfturn.games.qwirkle_cards.solver import Solver
from halfturn.games.qwirkle_cards.view import Hand, QwirkleCardsView

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

STAGES: Final = ("deal", "oldest", "turn", "draw", "redeal", "redraw", "over")
"""The words for what the game is at, in the order of `setup`."""


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
