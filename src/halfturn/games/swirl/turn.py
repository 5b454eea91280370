"""The turn: a card out of the hand, and all that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from halfturn.core.event import Event
from halfturn.games.swirl import setup
from halfturn.games.swirl.captures import (
    explained,
    leftovers,
    sets_of_cards,
    taken_numbers,
    takes_whole_numbers,
)
from halfturn.games.swirl.cards import CARDS, texts
from halfturn.games.swirl.codes import COLLECT_ALL, COLLECT_ONE, SNATCH, SWIRL
from halfturn.games.swirl.events import (
    Captured,
    Dropped,
    NoEffect,
    Played,
    Replaced,
    SeriesGrown,
    Snatched,
    Stayed,
)
from halfturn.games.swirl.setup import COLLECTING, PLAYING, REPLACING, SNATCHING, TAKING
from halfturn.games.swirl.table import FULL, NOTHING, each_once

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState


def play_card(state: SwirlState, face: i64, events: list[Event] | None) -> None:
    """SW-TURN-2: one card out of the hand, and all that it does."""
    state.table.hands[state.to_play].remove(face)
    state.played = face
    if events is not None:
        events.append(Played(state.to_play, CARDS[face]))
    if face < COLLECT_ONE:
        _play_creature(state, events)
    elif face == SWIRL:
        _swirl(state, events)
    elif face == SNATCH:
        targets = state.targets()
        if len(targets) > 1:
            state.stage = SNATCHING
        elif targets:
            snatch(state, targets[0], events)
        else:
            _no_effect(state, events)  # SW-SNATCH-2, SW-AMB-9
    elif not state.table.middle:
        _no_effect(state, events)  # SW-AMB-16
    elif face == COLLECT_ALL:
        capture(state, state.table.middle[:], events)
    elif len(each_once(state.table.middle)) > 1:
        state.stage = COLLECTING
    else:
        capture(state, state.table.middle[:1], events)


def _play_creature(state: SwirlState, events: list[Event] | None) -> None:
    """SW-TURN-7: what can capture captures; SW-TURN-5: what cannot stays in the middle."""
    table = state.table
    left = leftovers(state.played % 10 + 1, table.numbers, state.rulings.capture)
    if not left:
        if events is not None:
            events.append(Stayed(CARDS[state.played]))
        table.lay(state.played)
        end_turn(state, events)
    elif len(left) == 1 and takes_whole_numbers(table.numbers, left[0]):
        capture(state, taken_numbers(table.middle, table.numbers, left[0]), events)
    else:
        takes = sets_of_cards(table.middle, left)
        if len(takes) == 1:  # equal cards, of which it does not matter which are taken
            capture(state, list(takes[0]), events)
        else:
            state.takes = takes
            state.stage = TAKING


def capture(state: SwirlState, cards: list[int], events: list[Event] | None) -> None:
    """SW-TURN-4, SW-ACTION-3: the cards, and the one that took them, become the player's."""
    if events is not None:
        events.append(Captured(state.to_play, CARDS[state.played], groups(state, cards)))
    state.table.take(cards)
    cards.append(state.played)
    to_series = state.table.sort_in(state.to_play, cards)
    if events is not None:
        before = state.table.grown[state.to_play] - len(to_series)
        for at, face in enumerate(to_series, start=1):
            events.append(SeriesGrown(state.to_play, CARDS[face], before + at))
    if state.table.grown[state.to_play] == FULL:
        state.end(events)  # SW-END-2, SW-AMB-18
    else:
        end_turn(state, events)


def groups(state: SwirlState, cards: list[int]) -> tuple[tuple[str, ...], ...]:
    """Captured cards as the captures that they are."""
    if state.played >= COLLECT_ONE:
        return tuple([(CARDS[face],) for face in cards])
    return tuple([texts(group) for group in explained(state.played % 10 + 1, cards)])


def _no_effect(state: SwirlState, events: list[Event] | None) -> None:
    if events is not None:
        events.append(NoEffect(CARDS[state.played]))
    _to_pile(state)
    end_turn(state, events)


def _to_pile(state: SwirlState) -> None:
    """SW-ACTION-3: a played action card ends in the own pile."""
    state.table.piles[state.to_play].append(state.played)


def snatch(state: SwirlState, face: i64, events: list[Event] | None) -> None:
    """SW-SNATCH-1: one card of another's series, and what the robbed seat does about it."""
    victim, colour = state.table.owner(face), face // 10 % 4
    _to_pile(state)
    state.table.snatch(state.to_play, victim, colour)
    if events is not None:
        events.append(Snatched(state.to_play, victim, CARDS[face]))
    state.victim, state.gap = victim, colour
    if state.table.replacement(victim, colour) == NOTHING:
        end_turn(state, events)
    elif state.rulings.asks:
        state.played = NOTHING
        state.stage = REPLACING
    else:
        replace(state, True, events)


def replace(state: SwirlState, wanted: bool, events: list[Event] | None) -> None:
    """SW-SNATCH-3, SW-AMB-11: the robbed seat fills the gap from its pile, or does not."""
    card: str | None = None
    if wanted:
        face = state.table.replacement(state.victim, state.gap)
        state.table.replace(state.victim, state.gap, face)
        card = CARDS[face]
    if events is not None:
        events.append(Replaced(state.victim, card))
    end_turn(state, events)


def _swirl(state: SwirlState, events: list[Event] | None) -> None:
    """SW-SWIRL-1/2: all others drop their hands; the own one is played out then."""
    _to_pile(state)
    seats: i64 = state.seats
    step: i64
    for step in range(1, seats):
        _drop(state, (state.to_play + step) % seats, events)
    state.swirling = True
    end_turn(state, events)


def _drop(state: SwirlState, seat: i64, events: list[Event] | None) -> None:
    dropped = state.table.drop(seat)
    if events is not None and dropped:
        events.append(Dropped(seat, texts(dropped)))


def end_turn(state: SwirlState, events: list[Event] | None) -> None:
    """The next seat clockwise that has cards; when nobody has, the next deal."""
    state.played = state.victim = state.gap = NOTHING
    state.takes = []
    state.stage = PLAYING
    hands = state.table.hands
    if state.swirling and hands[state.to_play]:
        return
    state.swirling = False
    seat = setup.left_of(state, state.to_play)
    first = seat
    turned: i64 = 0
    while turned < state.seats:
        if hands[seat]:
            state.to_play = seat
            return
        seat = setup.left_of(state, seat)
        turned += 1
    # SW-AMB-13: play goes on clockwise, unless the dealer's left is to lead every deal.
    state.to_play = first if state.rulings.clockwise else setup.left_of(state, state.dealer)
    setup.next_round(state, events)


def stop(state: SwirlState, events: list[Event] | None) -> None:
    """SW-AMB-14: drop the rest of a hand that is being played out."""
    _drop(state, state.to_play, events)
    end_turn(state, events)
