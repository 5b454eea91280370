"""What others have played since a seat was asked last, which tells of what they still hold.

Nobody is told what was played in between: a seat remembers how the table lay after its own turn
and sees how it lies now. The cards that have come to light are played by the rules once more, by
whoever may have played them, until the table lies as it does.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from mypy_extensions import i64

from halfturn.core.heuristics import Answered
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.games.swirl import setup
from halfturn.games.swirl.bots.evaluation import is_between_rounds
from halfturn.games.swirl.setup import DEALING, PLAYING
from halfturn.games.swirl.table import NOTHING, Table

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState


def answered_since(before: SwirlState, now: SwirlState) -> list[Answered] | None:
    """The turns of others from the end of a seat's turn to its next question, in their order.

    None where that cannot be told: after a SWIRL, after a deal before which others have played,
    in another game, and where it may have come about in several ways, as when two others have
    laid a card each.
    """
    if before.seats != now.seats:
        return None
    seat = now.seat_asked
    if before.stage == DEALING and is_between_rounds(before.table):
        before = _dealt(before, now, seat)
    players = _played_since(before, now)
    shown = _shown_since(before.table, now.table)
    if len(shown) != len(players):
        return None
    ways: list[list[Answered]] = []
    for cards in sorted(set(permutations(shown))):
        known = before.clone()
        hands = known.table.hands
        other: i64
        for other in range(known.seats):
            if other != seat:
                hands[other] = []
        for at, player in enumerate(players):
            hands[player] = [cards[at]]
        found = _followed(known, now, seat)
        if found is not None:
            ways.append(found)
    return ways[0] if len(ways) == 1 else None


def with_hidden(known: SwirlState, world: SwirlState, seat: i64) -> SwirlState:
    """A position of this round with the deck of a world, and its hands added to those of others."""
    state = known.clone()
    table, drawn = state.table, world.table
    other: i64
    for other in range(state.seats):
        if other != seat:
            table.hands[other] = sorted(table.hands[other] + drawn.hands[other])
    table.deck, table.copies, table.left = drawn.deck[:], drawn.copies[:], drawn.left
    return state


def _dealt(before: SwirlState, now: SwirlState, seat: i64) -> SwirlState:
    """The begin of the round in which a seat has not played yet; others' hands are no matter."""
    state = with_hidden(before, now, seat)
    state.table.hands[seat] = now.table.hands[seat][:]
    state.to_deal = 0
    state.stage = PLAYING
    return state


def _played_since(before: SwirlState, now: SwirlState) -> list[int]:
    """The seats that have played a card since then, if there was no deal."""
    found: list[int] = []
    asked = before.seat_asked
    if asked == CHANCE or asked == NOBODY or asked == now.seat_asked:
        return found
    seat: i64 = before.to_play
    if before.victim != NOTHING:  # who was robbed is asked before the next card is played
        seat = setup.left_of(before, seat)
    while seat != now.to_play and len(found) < before.seats:
        if before.table.hands[seat]:
            found.append(seat)
        seat = setup.left_of(before, seat)
    if now.victim != NOTHING:  # asked about a replacement, in the midst of another's turn
        found.append(now.to_play)
    return found


def _shown_since(before: Table, now: Table) -> list[int]:
    """The cards that everybody can see now and could not see then."""
    seen = _in_sight(before)
    found: list[int] = []
    for face in _in_sight(now):
        if face in seen:
            seen.remove(face)
        else:
            found.append(face)
    return found


def _in_sight(table: Table) -> list[int]:
    """SW-AMB-22: middle, series and piles."""
    found = table.middle[:]
    for pile in table.piles:
        found += pile
    face: i64
    for face in table.series:
        if face != NOTHING:
            found.append(face)
    return found


def _followed(state: SwirlState, now: SwirlState, seat: i64) -> list[Answered] | None:
    """The turns from here that lead to the table as it lies now; None if there are no such."""
    asked = state.seat_asked
    if asked == seat or asked == CHANCE or asked == NOBODY:
        is_now = with_hidden(state, now, seat).key(seat) == now.key(seat)
        return [] if is_now else None
    unfinished: list[tuple[SwirlState, list[int]]] = [(state, [])]
    while unfinished:
        begun, codes = unfinished.pop()
        for code in begun.codes():
            after = begun.clone()
            after.play_code(code)
            if after.seat_asked == asked and not after.opens_turn:
                unfinished.append((after, [*codes, code]))
                continue
            rest = _followed(after, now, seat)
            if rest is not None:
                return [Answered(state, [*codes, code]), *rest]
    return None
