"""Reading positions of Swirling Heroes.

    seats 2; options hands=even; field A:0123@0,0 B:2301@1,0; hand A 0231; hand B 1032; turn B

Sections are separated by `;`, in any order, each at most once (per seat):

    section                 meaning                                     if left out
    seats N                 how many play                               2
    options name=value …    the game's options                          the defaults
    colours orange green …  each seat's colour, in seat order           as the options say
    field A:0123@0,0 …      whose card, as it lies, at column, row      no card lies
    hand A 0123 …           cards in a hand, either way round           an empty hand
    removed A 0123 …        cards out of the game                       none
    cannot A 0123 …         cards a secret hand is known not to hold    none
    turn A                  whose turn it is                            the first with cards
    setup                   instead of turn: the set-up still goes on
    chooser A               in the set-up: who names the First Player
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from halfturn.core.errors import UnreadableText
from halfturn.core.notation import Sections
from halfturn.core.seats import read_seat, seat_letter
from halfturn.games.swirling_heroes import setup
from halfturn.games.swirling_heroes.answers import COLOURS, Place, parse_answer, read_face
from halfturn.games.swirling_heroes.field import REACH, cell_at
from halfturn.games.swirling_heroes.hands import BOX, HAND_SIZE, NO_COLOUR
from halfturn.games.swirling_heroes.layouts import LAYOUTS, LYING_OF
from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.game import SwirlingHeroes
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

_WORDS: Final = ("seats", "options", "colours", "field", "turn", "setup", "chooser")
_SEAT_WORDS: Final = ("hand", "removed", "cannot")


def read_position(game: SwirlingHeroes, text: str) -> SwirlingHeroesState:
    """Any position, reachable or not, from its notation."""
    sections = Sections(text, _WORDS, _SEAT_WORDS)
    seats, options = sections.seats_and_options(game, SwirlingHeroesOptions)
    state = game.empty_table(seats, options)
    _read_colours(state, sections)
    for seat in range(seats):
        _read_cards_of(state, sections, seat)
    for word in sections.words("field"):
        _lay(state, word)
    if not state.field.is_within_table():
        raise UnreadableText(f"field: expected it within the table of {options.table}")
    if "setup" in sections:
        _resume_setup(state, sections)
    else:
        _set_turn(state, sections)
    return state


def _read_colours(state: SwirlingHeroesState, sections: Sections) -> None:
    names = sections.words("colours")
    if not names and ("setup" not in sections or state.rulings.colours != ("choose",)):
        names = list(state.rulings.colours)
        if not names or names == ["choose"]:
            names = list(state.cards.colours[: state.seats])
    for name in names:
        if name not in state.cards.colours:
            expected = ", ".join(state.cards.colours)
            raise UnreadableText(f"colours: expected some of {expected}, got {name!r}")
    if len(names) > state.seats or len(set(names)) < len(names):
        raise UnreadableText(
            f"colours: expected a different one for each of {state.seats} seats, "
            f"got {' '.join(names)!r}"
        )
    if len(names) < state.seats and "setup" not in sections:
        raise UnreadableText(f"colours: expected {state.seats}, got {' '.join(names)!r}")
    for seat, name in enumerate(names):
        state.hands.colours[seat] = COLOURS.index(name)


def _read_cards_of(state: SwirlingHeroesState, sections: Sections, seat: int) -> None:
    held = [_layout(face) for face in sections.of_seat("hand", seat)]
    removed = [_layout(face) for face in sections.of_seat("removed", seat)]
    letter = seat_letter(seat)
    if len(held) > HAND_SIZE or len(removed) > HAND_SIZE:
        raise UnreadableText(f"hand {letter}: expected at most {HAND_SIZE} cards")
    if (held or removed) and state.hands.colours[seat] == NO_COLOUR:
        raise UnreadableText(f"hand {letter}: expected no cards before the seat has a colour")
    for layout in held + removed:
        _provide(state, seat, layout)
        state.hands.deal(seat, layout)
    for layout in removed:
        state.hands.remove(seat, layout)
    for face in sections.of_seat("cannot", seat):
        state.cannot_hold[seat] |= 1 << _layout(face)
        if state.hands.holds(seat, _layout(face)):
            raise UnreadableText(f"cannot {letter}: the hand holds {face}")


def _lay(state: SwirlingHeroesState, word: str) -> None:
    letter, colon, placement = word.partition(":")
    if not colon:
        raise UnreadableText(f"field: expected a seat and a card, like A:0123@1,0, got {word!r}")
    answer = parse_answer(placement)
    if not isinstance(answer, Place):
        raise UnreadableText(f"field: expected a card like A:0123@1,0, got {word!r}")
    if max(abs(answer.x), abs(answer.y)) > REACH:
        raise UnreadableText(f"field: expected cells within {REACH} of 0,0, got {word!r}")
    seat = read_seat(letter, state.seats)
    cell = cell_at(answer.x, answer.y)
    if not state.field.is_free(cell):
        raise UnreadableText(f"field: expected one card a cell, got another with {word!r}")
    lying = LYING_OF[answer.card]
    _provide(state, seat, lying % LAYOUTS)
    state.hands.deal(seat, lying % LAYOUTS)
    state.hands.play(seat, lying % LAYOUTS)
    state.field.lay(seat, lying, cell)


def _provide(state: SwirlingHeroesState, seat: int, layout: int) -> None:
    """Positions need not be reachable: a card that the box has run out of is added."""
    if state.hands.count(BOX, seat, layout) == 0:
        state.hands.add(seat, layout)


def _layout(face: str) -> int:
    return LYING_OF[read_face(face)] % LAYOUTS


def _set_turn(state: SwirlingHeroesState, sections: Sections) -> None:
    with_cards = [seat for seat in range(state.seats) if state.hands.sizes[seat] > 0]
    turn = sections.seat("turn", state.seats)
    if "chooser" in sections:
        raise UnreadableText("chooser: expected only together with setup")
    if not with_cards:
        state.stage = setup.OVER
        return
    if turn is not None and turn not in with_cards:
        raise UnreadableText(f"turn: expected a seat with cards, got {seat_letter(turn)}")
    state.stage = setup.PLAYING
    state.to_play = with_cards[0] if turn is None else turn


def _resume_setup(state: SwirlingHeroesState, sections: Sections) -> None:
    for name in sections.names:
        if name.partition(" ")[0] in ("field", "turn", "removed", "cannot"):
            raise UnreadableText(f"setup: expected no section {name!r} before the first turn")
    chooser = sections.seat("chooser", state.seats)
    hands = [sections.of_seat("hand", seat) for seat in range(state.seats)]
    keys = {tuple(sorted(map(_layout, hand))) for hand in hands}
    if state.rulings.hands == "mirror" and len(keys) > 1:
        raise UnreadableText("hand: expected the same cards in all hands when they are mirrored")
    if any(hands):
        if NO_COLOUR in list(state.hands.colours):
            raise UnreadableText("hand: expected no cards before every seat has a colour")
        state.stage = setup.PICKING if state.rulings.hands == "choose" else setup.DEALING
    setup.advance(state, None)
    if chooser is not None and chooser != state.chooser:
        if state.stage != setup.CHOOSER:
            raise UnreadableText(
                "chooser: expected only in the second edition, with all hands made "
                "and neither chooser nor first_player among the options"
            )
        state.chooser = chooser
        state.stage = setup.FIRST
