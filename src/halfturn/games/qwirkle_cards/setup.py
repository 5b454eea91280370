"""All that CHANCE decides: the deal, who is oldest, and every draw (QC-SETUP, QC-DRAW)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from halfturn.core.event import Event
from halfturn.core.rng import Rng
from halfturn.core.seats import seat_letter
from halfturn.games.qwirkle_cards.cards import (
    CARDS,
    HAND_SIZE,
    KINDS,
    LEAST_SET,
    largest_set,
    no_cards,
)
from halfturn.games.qwirkle_cards.codes import DEAL_CODES, OLDEST_CODES
from halfturn.games.qwirkle_cards.events import (
    CardDealt,
    DealtAgain,
    FirstFound,
    HandRenewed,
    HandsRenewed,
    LastRound,
    SetsCompared,
)
from halfturn.games.qwirkle_cards.memory import hand_renewed
from halfturn.games.qwirkle_cards.proofs import showed_set

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

DEALING: Final = 0
OLDEST: Final = 1
PLAYING: Final = 2
DRAWING: Final = 3
REDEALING: Final = 4
REDRAWING: Final = 5
OVER: Final = 6
"""What the game is at: the first deal, a tie about who begins, a turn, the draw after it, hands
dealt anew after everybody passed, a fresh hand for one seat, the end."""

MOST_REDEALS: Final = 3
"""QC-AMB-9: so many redeals in a row, then the game ends."""


def kind(state: QwirkleCardsState) -> str:
    """The kind of CHANCE's question."""
    if state.stage == OLDEST:
        return "oldest"
    return "draw" if state.stage == DRAWING or state.stage == REDRAWING else "deal"


def codes(state: QwirkleCardsState) -> list[int]:
    """The integers of what CHANCE can answer now."""
    if state.stage == OLDEST:
        return [OLDEST_CODES + seat for seat in tied(state)]
    return [DEAL_CODES + kind for kind in range(KINDS) if state.deck[kind] > 0]


def weights(state: QwirkleCardsState) -> list[int]:
    """How likely each of them is: equally old players, copies left of each card."""
    if state.stage == OLDEST:
        return [1] * len(tied(state))
    return [state.deck[kind] for kind in range(KINDS) if state.deck[kind] > 0]


def is_legal(state: QwirkleCardsState, code: i64) -> bool:
    """Whether CHANCE can answer with this integer now."""
    if state.stage == OLDEST:
        return code - OLDEST_CODES in tied(state)
    kind = code - DEAL_CODES
    return 0 <= kind < KINDS and state.deck[kind] > 0


def draw(state: QwirkleCardsState, rng: Rng) -> int:
    """CHANCE's answer: one of equally old players, or a card as likely as its copies say."""
    if state.stage == OLDEST:
        seats = tied(state)
        return OLDEST_CODES + seats[rng.below(len(seats))]
    left: i64 = rng.below(state.deck_size)
    kind: i64 = 0
    while left >= state.deck[kind]:
        left -= state.deck[kind]
        kind += 1
    return DEAL_CODES + kind


def tied(state: QwirkleCardsState) -> list[int]:
    """The seats whose largest sets are the largest of all."""
    sizes = [largest_set(hand) for hand in state.hands]
    best = max(sizes)
    return [seat for seat in range(state.seats) if sizes[seat] == best]


def answer(state: QwirkleCardsState, code: i64, events: list[Event] | None) -> None:
    """Carry out CHANCE's answer and go on to the next question."""
    if state.stage == OLDEST:
        _begin(state, code - OLDEST_CODES, True, events)
        return
    deal_to(state, hand_to_fill(state), code - DEAL_CODES, events)
    advance(state, events)


def deal_to(state: QwirkleCardsState, seat: i64, kind: i64, events: list[Event] | None) -> None:
    """Take a card from the deck into a hand."""
    state.deck[kind] -= 1
    state.deck_size -= 1
    state.hands[seat][kind] += 1
    state.sizes[seat] += 1
    if events is not None:
        events.append(CardDealt(seat, CARDS[kind], state.theme.card_name(kind)))


def hand_to_fill(state: QwirkleCardsState) -> i64:
    """The seat that gets the next card; the number of seats when no hand needs one."""
    if state.stage == DRAWING or state.stage == REDRAWING:
        return state.to_play if state.sizes[state.to_play] < HAND_SIZE else state.seats
    seat: i64 = 0
    while seat < state.seats and state.sizes[seat] >= HAND_SIZE:
        seat += 1
    return seat


def advance(state: QwirkleCardsState, events: list[Event] | None) -> None:
    """Go on when all hands that are being filled are full, or the deck is empty."""
    if hand_to_fill(state) < state.seats and state.deck_size > 0:
        return
    if state.stage == DEALING:
        _compare(state, events)
    elif state.stage == DRAWING:
        if state.deck_size == 0:
            # QC-END-1, QC-AMB-16: whoever took the last card has the last turn.
            state.last = state.seats + 1
            if events is not None:
                events.append(LastRound(state.to_play))
        state.next_turn(events)
    else:
        if state.stage == REDRAWING:
            _return_aside(state)
        state.stage = PLAYING


def _compare(state: QwirkleCardsState, events: list[Event] | None) -> None:
    """QC-SETUP-2 to QC-SETUP-5: who begins, or everything once more."""
    sizes = [int(largest_set(hand)) for hand in state.hands]
    if max(sizes) < LEAST_SET:
        if events is not None:
            events.append(DealtAgain())
        gather_hands(state)
        return
    if events is not None:
        events.append(SetsCompared(tuple(sizes)))
    # QC-AMB-2: the sizes are all that is shown.
    state.proofs = [showed_set(sizes[seat], state.sizes[seat]) for seat in range(state.seats)]
    best = tied(state)
    if len(best) == 1:
        _begin(state, best[0], False, events)
        return
    ages = state.rulings.age_order
    if ages == ("random",):
        state.stage = OLDEST
        return
    # QC-SETUP-3, QC-AMB-21: the oldest; of equally old players the first in the order of seats.
    for letter in ages:
        for seat in best:
            if seat_letter(seat) == letter:
                _begin(state, seat, True, events)
                return
    _begin(state, best[0], True, events)


def _begin(state: QwirkleCardsState, seat: i64, by_age: bool, events: list[Event] | None) -> None:
    state.to_play = seat
    state.stage = PLAYING
    if events is not None:
        events.append(FirstFound(seat, by_age))


def gather_hands(state: QwirkleCardsState) -> None:
    """Shuffle all hands into the deck; what was known of them is known no longer."""
    for seat in range(state.seats):
        for kind in range(KINDS):
            state.deck[kind] += state.hands[seat][kind]
        state.deck_size += state.sizes[seat]
        state.hands[seat] = no_cards()
        state.sizes[seat] = 0
        state.proofs[seat] = ()
        state.memories[seat] = ()


def redeal_hands(state: QwirkleCardsState, events: list[Event] | None) -> None:
    """QC-AMB-9: everybody passed, so everybody gets a new hand; table and Qwirkles stay."""
    state.redeals += 1
    state.passes = 0
    gather_hands(state)
    state.stage = REDEALING
    if events is not None:
        events.append(HandsRenewed(state.redeals))


def redraw(state: QwirkleCardsState, events: list[Event] | None) -> None:
    """QC-AMB-9, no_play=redraw: lay the hand aside and draw nine new cards, or what is there."""
    seat = state.to_play
    state.aside = state.hands[seat]
    count: i64 = HAND_SIZE
    count = min(count, state.deck_size)
    state.hands[seat] = no_cards()
    state.sizes[seat] = 0
    state.proofs[seat] = ()
    state.redrawn = True
    state.stage = REDRAWING
    if events is not None:
        events.append(HandRenewed(seat, count))


def _return_aside(state: QwirkleCardsState) -> None:
    hand_renewed(state)
    for kind in range(KINDS):
        state.deck[kind] += state.aside[kind]
        state.deck_size += state.aside[kind]
    state.aside = no_cards()
