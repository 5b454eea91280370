"""Before the first turn and between rounds: dealer, creatures, deals (SW-SETUP, SW-DEAL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from halfturn.core.event import Event
from halfturn.core.seats import LETTERS
from halfturn.games.swirl.cards import CARDS, CREATURES
from halfturn.games.swirl.codes import COLLECT_ONE, CREATURE_CODES, DEAL_CODES, DEALER_CODES
from halfturn.games.swirl.events import (
    CardDealt,
    CreatureTaken,
    DealerNamed,
    LeftInMiddle,
    MiddleDealt,
)
from halfturn.games.swirl.options import CHOOSE, RANDOM
from halfturn.games.swirl.rulings import EQUAL, ROUND_ROBIN
from halfturn.games.swirl.table import NOTHING

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState

DEALER: Final = 0
CREATURE: Final = 1
DEALING: Final = 2
PLAYING: Final = 3
TAKING: Final = 4
COLLECTING: Final = 5
SNATCHING: Final = 6
REPLACING: Final = 7
OVER: Final = 8
"""What the game is at."""

HAND_SIZE: Final = 4
"""SW-SETUP-2, SW-DEAL-1; a small game has fewer."""


def begin(state: SwirlState, events: list[Event] | None) -> None:
    """SW-DATA-2: find the dealer, by the options or by lot."""
    named = state.rulings.options.dealer
    if named == "random":
        state.stage = DEALER
    else:
        name_dealer(state, LETTERS.index(named), events)


def name_dealer(state: SwirlState, seat: i64, events: list[Event] | None) -> None:
    """The dealer is known; creatures come next."""
    state.dealer = seat
    if events is not None:
        events.append(DealerNamed(seat))
    choose_creatures(state, events)


def free_creatures(state: SwirlState) -> list[int]:
    """SW-SETUP-1: those that nobody has."""
    taken = list(state.table.creatures)
    return [CREATURE_CODES + each for each in range(len(CREATURES)) if each not in taken]


def next_to_choose(state: SwirlState) -> i64:
    """SW-DATA-3: clockwise from the dealer's left, the first without a creature; -1 if none."""
    seats: i64 = state.seats
    step: i64
    for step in range(1, seats + 1):
        seat = (state.dealer + step) % seats
        if state.table.creatures[seat] == NOTHING:
            return seat
    return NOTHING


def choose_creatures(state: SwirlState, events: list[Event] | None) -> None:
    """Hand out what the options name, or the last creature; else somebody is asked."""
    named = state.rulings.options.creatures
    seat = next_to_choose(state)
    while seat != NOTHING:
        free = free_creatures(state)
        if named != CHOOSE and named != RANDOM:
            creature: i64 = CREATURES.index(named[seat])
        elif len(free) == 1:
            creature = free[0] - CREATURE_CODES
        else:
            state.stage = CREATURE
            return
        give_creature(state, seat, creature, events)
        seat = next_to_choose(state)
    state.to_play = left_of(state, state.dealer)  # SW-TURN-3
    state.to_deal = state.rulings.hand_size * state.seats  # SW-SETUP-2
    state.to_lay = state.rulings.middle_size  # SW-SETUP-3
    state.stage = DEALING


def give_creature(state: SwirlState, seat: i64, creature: i64, events: list[Event] | None) -> None:
    """A seat has its creature."""
    state.table.creatures[seat] = creature
    if events is not None:
        events.append(CreatureTaken(seat, CREATURES[creature]))


def left_of(state: SwirlState, seat: i64) -> i64:
    """SW-TURN-1: the next seat clockwise."""
    return seat + 1 if seat + 1 < state.seats else 0


def next_to_get(state: SwirlState) -> i64:
    """Clockwise from the dealer's left, the first of those with the fewest cards."""
    hands = state.table.hands
    seat = left_of(state, state.dealer)
    found = seat
    turned: i64 = 1
    while turned < state.seats:
        seat = left_of(state, seat)
        if len(hands[seat]) < len(hands[found]):
            found = seat
        turned += 1
    return found


def deal(state: SwirlState, face: i64, events: list[Event] | None) -> None:
    """CHANCE's card goes to a hand, or in the first deal at last to the middle."""
    table = state.table
    if state.to_deal > 0:
        seat = next_to_get(state)
        table.deal(seat, face)
        state.to_deal -= 1
        if events is not None:
            events.append(CardDealt(seat, CARDS[face]))
    else:
        if events is not None:
            events.append(MiddleDealt(CARDS[face]))
        # SW-SETUP-4, SW-AMB-25: an action card goes back, as often as one comes.
        if face < COLLECT_ONE:
            table.draw(face)
            table.lay(face)
            state.to_lay -= 1
        else:
            table.give_back(face)
    if state.to_deal == 0 and state.to_lay == 0:
        state.stage = PLAYING
        while not table.hands[state.to_play]:  # SW-AMB-12: a seat with no card is skipped
            state.to_play = left_of(state, state.to_play)


def next_round(state: SwirlState, events: list[Event] | None) -> None:
    """SW-DEAL-1, SW-AMB-12: deal again; when there is nothing to deal the game is over."""
    seats: i64 = state.seats
    state.table.returned = 0  # nobody has a card, so that all that is unseen is in the deck
    left = state.table.left
    cards: i64 = state.rulings.hand_size * seats
    if left < cards:
        if state.rulings.last_deal == EQUAL:
            cards = left // seats * seats
        elif state.rulings.last_deal == ROUND_ROBIN:
            cards = left
        else:
            cards = 0
    if cards > 0:
        state.to_deal = cards
        state.stage = DEALING
        return
    if events is not None and state.table.middle:
        events.append(LeftInMiddle(tuple([CARDS[face] for face in state.table.middle])))
    state.end(events)


def answer(state: SwirlState, code: i64, events: list[Event] | None) -> None:
    """Carry out a legal answer about dealer, creature or card."""
    if state.stage == DEALING:
        deal(state, code - DEAL_CODES, events)
    elif state.stage == CREATURE:
        give_creature(state, next_to_choose(state), code - CREATURE_CODES, events)
        choose_creatures(state, events)
    else:
        name_dealer(state, code - DEALER_CODES, events)
