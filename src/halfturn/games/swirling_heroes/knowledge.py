"""What is known of a state: to a seat, to everybody, and to the one who counts the cards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from halfturn.core.options import option_words
from halfturn.core.rng import Rng
from halfturn.core.seats import EVERYTHING
from halfturn.games.swirling_heroes.answers import COLOURS, upright
from halfturn.games.swirling_heroes.field import column_of, row_of
from halfturn.games.swirling_heroes.hands import BOX, HAND, NO_COLOUR, REMOVED
from halfturn.games.swirling_heroes.layouts import FACES, LAYOUTS, MEMBERS
from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions
from halfturn.games.swirling_heroes.setup import OVER, PLAYING
from halfturn.games.swirling_heroes.view import FieldCard, Hand, SwirlingHeroesView

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState


def view(state: SwirlingHeroesState, viewer: int | None) -> SwirlingHeroesView:
    """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""
    playing = state.stage == PLAYING  # then there is no need to list what can be answered
    decision = None if playing else state.decision
    seats, field = range(state.seats), state.field
    return SwirlingHeroesView(
        viewer=viewer,
        seats=state.seats,
        to_decide=state.to_play if playing else None if decision is None else decision.seat,
        kind="turn" if playing else "" if decision is None else decision.kind,
        scores=state.scores,
        winners=state.winners,
        options=_words(state.options),
        colours=tuple([_colour(state, seat) for seat in seats]),
        field=tuple(
            [_card(field.seat_at(cell), field.lying_at(cell), cell) for cell in field.occupied()]
        ),
        hands=tuple([_hand(state, seat, viewer) for seat in seats]),
        removed=tuple([cards_gone(state, seat) for seat in seats]),
        cannot_hold=tuple([_cannot_hold(state, seat) for seat in seats]),
        turn=state.to_play if state.stage == PLAYING else None,
        chooser=state.chooser if state.chooser >= 0 else None,
    )


@lru_cache(maxsize=256)
def _words(options: SwirlingHeroesOptions) -> tuple[str, ...]:
    return tuple(option_words(options))


def _colour(state: SwirlingHeroesState, seat: int) -> str | None:
    colour = state.hands.colours[seat]
    return None if colour == NO_COLOUR else COLOURS[colour]


@lru_cache(maxsize=50_000)
def _card(seat: int, lying: int, cell: int) -> FieldCard:
    """Made once and handed out again: a card lies where it lies for the rest of the game."""
    return FieldCard(seat, FACES[lying], column_of(cell), row_of(cell))


def _hand(state: SwirlingHeroesState, seat: int, viewer: int | None) -> Hand:
    """SH-SETUP-5, SH-DATA-3: the own hand, and others' where nothing is secret."""
    is_open = not state.secret or viewer == EVERYTHING or viewer == seat
    cards = _faces(state.hands.faces_in(HAND, seat)) if is_open else None
    return Hand(state.hands.sizes[seat], cards)


def _cannot_hold(state: SwirlingHeroesState, seat: int) -> tuple[str, ...]:
    known = state.cannot_hold[seat] if state.secret else 0
    return _faces(MEMBERS[known]) if known else ()


def _faces(layouts: list[int]) -> tuple[str, ...]:
    return tuple([FACES[layout] for layout in layouts]) if layouts else ()


def cards_of(state: SwirlingHeroesState, seat: int) -> list[str]:
    """All cards a seat has in the game: in its hand, on the field and removed."""
    on_field = [
        upright(FACES[state.field.lying_at(cell)])
        for cell in state.field.occupied()
        if state.field.seat_at(cell) == seat
    ]
    elsewhere = state.hands.faces_in(HAND, seat) + state.hands.faces_in(REMOVED, seat)
    return sorted(on_field + list(_faces(elsewhere)))


def first_player(state: SwirlingHeroesState) -> int:
    """Who took the first turn: every turn since has used one card and passed on clockwise."""
    turns = state.field.cards + sum(len(cards_gone(state, seat)) for seat in range(state.seats))
    if state.stage == OVER:
        turns -= 1  # the turn that ended the game was not passed on
    return (state.to_play - turns) % state.seats


def cards_gone(state: SwirlingHeroesState, seat: int) -> tuple[str, ...]:
    """The cards that a seat had to remove from the game."""
    return _faces(state.hands.faces_in(REMOVED, seat))


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
