"""Why an answer is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from halfturn.core.language import say
from halfturn.core.option import Option
from halfturn.core.seats import seat_letter
from halfturn.core.words import asked_otherwise
from halfturn.games.swirling_heroes.answers import Place, Remove, upright
from halfturn.games.swirling_heroes.field import REACH, cell_at, column_of, row_of
from halfturn.games.swirling_heroes.hands import HAND
from halfturn.games.swirling_heroes.layouts import FACES, LAYOUTS, LYING_OF
from halfturn.games.swirling_heroes.setup import PLAYING

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

SIDE_NAMES: Final = ("top", "right", "bottom", "left")


def why_not(state: SwirlingHeroesState, option: Option) -> str:
    """Why an option is not legal here, in words."""
    decision = state.decision
    if decision is None:
        return say("the game is over, so {answer} answers nothing", answer=option)
    if state.stage == PLAYING and isinstance(option, Remove):
        return _why_not_remove(state, option)
    if state.stage == PLAYING and isinstance(option, Place):
        return _why_not_place(state, option)
    return asked_otherwise(decision, option)


def _holds(state: SwirlingHeroesState, face: str) -> bool:
    return state.hands.holds(state.to_play, LYING_OF[face] % LAYOUTS)


def _not_in_hand(state: SwirlingHeroesState, face: str) -> str:
    seat = seat_letter(state.to_play)
    hand = ", ".join(FACES[layout] for layout in state.hands.faces_in(HAND, state.to_play))
    reason = say("{card} is not in {seat}'s hand, which is {hand}", card=face, seat=seat, hand=hand)
    if _holds(state, face[1:] + face[:1]):
        # Of two cards each is the other turned by a quarter, so it may have been meant so.
        turned = upright(face[1:] + face[:1])
        return say(
            "{reason}; {card} may lie upright or upside down, but not turned by a quarter",
            reason=reason,
            card=turned,
        )
    return reason


def _no_card(face: str) -> str:
    return say("expected a card as four different numbers from 0 to 3, got {card!r}", card=face)


def _why_not_remove(state: SwirlingHeroesState, remove: Remove) -> str:
    if remove.card not in LYING_OF:
        return _no_card(remove.card)
    if not _holds(state, remove.card):
        return _not_in_hand(state, remove.card)
    if state.field.cards == 0 or state.field.placeable() & state.hands.held[state.to_play]:
        return say(
            "a card can be placed, so none may be removed; expected a placement, got {answer}",
            answer=remove,
        )
    return say(
        "expected the card as hands show it, {expected}, got {card}",
        expected=upright(remove.card),
        card=remove.card,
    )


def _why_not_place(state: SwirlingHeroesState, place: Place) -> str:
    where = f"{place.x},{place.y}"
    if place.card not in LYING_OF:
        return _no_card(place.card)
    if not _holds(state, place.card):
        return _not_in_hand(state, place.card)
    if state.field.cards == 0:
        expected = f"{upright(place.card)}@0,0"
        return say(
            "the first card goes to the centre, upright: expected {expected}, got {answer}",
            expected=expected,
            answer=place,
        )
    if not (-REACH <= place.x <= REACH and -REACH <= place.y <= REACH):
        return say(
            "expected a cell within {reach} of the centre, got {cell}", reach=REACH, cell=where
        )
    cell = cell_at(place.x, place.y)
    if not state.field.is_free(cell):
        return say("{cell} is taken; expected an empty cell", cell=where)
    if not state.field.neighbours(cell):
        return say(
            "{cell} touches no card; a card goes next to the side of another, not cornerwise",
            cell=where,
        )
    if not state.field.is_on_table(cell):
        return say("{cell} is beyond the table of {table}", cell=where, table=state.rulings.table)
    clash = _clash(state, place.card, cell)
    turned = FACES[(LYING_OF[place.card] + LAYOUTS) % (2 * LAYOUTS)]
    if not _clash(state, turned, cell):
        return say(
            "{clash}; upside down it fits: {answer}", clash=clash, answer=f"{turned}@{where}"
        )
    if not state.field.placeable() & state.hands.held[state.to_play]:
        return say(
            "{clash}; no card of this hand can be placed, so one has to be removed", clash=clash
        )
    return clash


def _clash(state: SwirlingHeroesState, face: str, cell: int) -> str:
    """The first contact of a card laid there whose numbers differ, in words; empty if none."""
    for side, step in enumerate((-1, 1, 1, -1)):
        dx, dy = (step, 0) if side % 2 else (0, step)
        beside = cell_at(column_of(cell) + dx, row_of(cell) + dy)
        if not state.field.is_free(beside):
            mine, theirs = face[side], FACES[state.field.lying_at(beside)][(side + 2) % 4]
            if mine != theirs:
                return say(
                    "{card} shows {mine} at its {side}, where it would touch a {theirs}",
                    card=face,
                    mine=mine,
                    side=say(SIDE_NAMES[side]),
                    theirs=theirs,
                )
    return ""
