"""What is known of a state: to a seat, to everybody, and to the one who counts the cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from halfturn.core.rng import Rng
from halfturn.games.swirling_heroes import projection
from halfturn.games.swirling_heroes.answers import COLOURS, upright
from halfturn.games.swirling_heroes.hands import BOX, HAND, REMOVED
from halfturn.games.swirling_heroes.layouts import FACES, LAYOUTS
from halfturn.games.swirling_heroes.projection import faces
from halfturn.games.swirling_heroes.setup import OVER
from halfturn.games.swirling_heroes.view import SwirlingHeroesView

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState


def view(state: SwirlingHeroesState, viewer: int | None) -> SwirlingHeroesView:
    """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""
    return projection.view(state, viewer)


def cards_of(state: SwirlingHeroesState, seat: int) -> list[str]:
    """All cards a seat has in the game: in its hand, on the field and removed."""
    on_field = [
        upright(FACES[state.field.lying_at(cell)])
        for cell in state.field.occupied()
        if state.field.seat_at(cell) == seat
    ]
    elsewhere = state.hands.faces_in(HAND, seat) + state.hands.faces_in(REMOVED, seat)
    return sorted(on_field + list(faces(elsewhere)))


def first_player(state: SwirlingHeroesState) -> int:
    """Who took the first turn: every turn since has used one card and passed on clockwise."""
    turns = state.field.cards + sum(len(cards_gone(state, seat)) for seat in range(state.seats))
    if state.stage == OVER:
        turns -= 1  # the turn that ended the game was not passed on
    return (state.to_play - turns) % state.seats


def cards_gone(state: SwirlingHeroesState, seat: int) -> tuple[str, ...]:
    """The cards that a seat had to remove from the game."""
    return faces(state.hands.faces_in(REMOVED, seat))


def redeal(state: SwirlingHeroesState, viewer: int | None, rng: Rng) -> SwirlingHeroesState:
    """A clone in which every hand that is hidden from the viewer is drawn anew.

    A card can be in a hidden hand when it has not been seen elsewhere and when
    holding it would not have spared its player a removal.
    """
    world = state.clone()
    if not state.secret:
        return world
    for seat in range(state.seats):
        if seat != viewer:
            _redraw(world, seat, rng)
    return world


def _redraw(world: SwirlingHeroesState, seat: int, rng: Rng) -> None:
    size = world.hands.sizes[seat]
    for layout in world.hands.faces_in(HAND, seat):
        world.hands.put_back(seat, layout)
    possible = [
        layout
        for layout in world.hands.faces_in(BOX, seat)
        if not world.cannot_hold[seat] >> layout & 1
    ]
    for _ in range(size):
        world.hands.deal(seat, possible.pop(rng.below(len(possible))))


def inventory(state: SwirlingHeroesState) -> dict[str, int]:
    """Every card there is, by colour and face."""
    cards: Counter[str] = Counter()
    for pile in (BOX, HAND, REMOVED):
        for colour, name in enumerate(COLOURS):
            for layout in range(LAYOUTS):
                cards[f"{name} {FACES[layout]}"] += state.hands.count_of(pile, colour, layout)
    for cell in state.field.occupied():
        name = COLOURS[state.hands.colours[state.field.seat_at(cell)]]
        cards[f"{name} {upright(FACES[state.field.lying_at(cell)])}"] += 1
    return {face: count for face, count in sorted(cards.items()) if count}
