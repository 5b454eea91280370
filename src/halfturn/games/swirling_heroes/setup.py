"""The set-up: colours, hands, and who begins (SH-SETUP, SH-ORDER)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.decision import Decision
from halfturn.core.event import Event
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, LETTERS
from halfturn.games.swirling_heroes.answers import COLOURS, OTHERS
from halfturn.games.swirling_heroes.codes import (
    CHOOSER_CODES,
    COLOUR_CODES,
    DEAL_CODES,
    FIRST_CODES,
    PICK_CODES,
    REMOVE_CODES,
)
from halfturn.games.swirling_heroes.events import CardDealt, ChooserDrawn, ColourTaken, FirstNamed
from halfturn.games.swirling_heroes.hands import NO_COLOUR
from halfturn.games.swirling_heroes.layouts import EVEN_SIX, FACES, LAYOUTS, LYING_OF, ODD_SIX

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

COLOUR: Final = 0
DEALING: Final = 1
PICKING: Final = 2
CHOOSER: Final = 3
FIRST: Final = 4
PLAYING: Final = 5
OVER: Final = 6
"""What the game is at: the steps of the set-up in their order, the turns, the end."""


def codes(state: SwirlingHeroesState) -> list[int]:
    """The integers of what can be answered in the set-up now."""
    if state.stage == COLOUR:
        return [COLOUR_CODES + colour for colour in free_colours(state)]
    if state.stage == CHOOSER:
        return [CHOOSER_CODES + seat for seat in range(state.seats)]
    if state.stage == FIRST:
        return [FIRST_CODES + seat for seat in range(state.seats)]
    block = PICK_CODES if state.stage == PICKING else DEAL_CODES
    return [block + layout for layout, copies in enumerate(copies_left(state)) if copies]


def is_legal(state: SwirlingHeroesState, code: i64) -> bool:
    """Whether an integer answers the set-up's question."""
    if state.stage != DEALING and state.stage != PICKING:
        return code in codes(state)
    layout = code - (PICK_CODES if state.stage == PICKING else DEAL_CODES)
    if not 0 <= layout < LAYOUTS:
        return False
    first, end = seats_to_fill(state)
    return state.hands.is_in_box(layout, first, end)


def draw(state: SwirlingHeroesState, rng: Rng) -> int:
    """CHANCE's answer: any seat, or a card, as likely as there are copies left of it."""
    if state.stage != DEALING:
        block = CHOOSER_CODES if state.stage == CHOOSER else FIRST_CODES
        return block + rng.below(state.seats)
    copies = copies_left(state)
    layout: i64
    left: i64 = 0
    for layout in range(LAYOUTS):
        left += copies[layout]
    left = rng.below(left)
    layout = 0
    while left >= copies[layout]:
        left -= copies[layout]
        layout += 1
    return DEAL_CODES + layout


def question(state: SwirlingHeroesState) -> Decision:
    """The open question of the set-up."""
    others = OTHERS  # looked up once: the list stands outside the compiled code
    options = [others[code - REMOVE_CODES] for code in codes(state)]
    if state.stage == COLOUR:
        return Decision(_next_without_colour(state), "colour", options, opens_turn=True)
    if state.stage == PICKING:
        # Hands are built in secret, so nobody's choice depends on another's (SH-DATA-2).
        seat = hand_to_fill(state)
        opens = state.hands.sizes[seat] == 0
        return Decision(seat, "pick", options, (), opens, secret=True, simultaneous=True)
    if state.stage == DEALING:
        weights = [copies for copies in copies_left(state) if copies]
        return Decision(CHANCE, "deal", options, weights, secret=state.secret)
    if state.stage == FIRST and state.chooser >= 0:
        return Decision(state.chooser, "first", options, opens_turn=True)
    kind = "chooser" if state.stage == CHOOSER else "first"
    return Decision(CHANCE, kind, options, [1] * len(options))


def answer(state: SwirlingHeroesState, code: i64, events: list[Event] | None) -> None:
    """Carry out a legal answer of the set-up and go on to the next question."""
    if state.stage == COLOUR:
        _take_colour(state, _next_without_colour(state), code - COLOUR_CODES, events)
    elif state.stage == CHOOSER:
        state.chooser = code - CHOOSER_CODES
        state.stage = FIRST
        if events is not None:
            events.append(ChooserDrawn(state.chooser))
    elif state.stage == FIRST:
        _begin(state, code - FIRST_CODES, events)
    else:
        layout = code - (PICK_CODES if state.stage == PICKING else DEAL_CODES)
        if state.rulings.hands == "mirror":
            seat: i64
            for seat in range(state.seats):
                _give(state, seat, layout, events)
        else:
            _give(state, hand_to_fill(state), layout, events)
    advance(state, events)


def advance(state: SwirlingHeroesState, events: list[Event] | None) -> None:
    """Go on to the next thing that somebody has to decide."""
    rulings = state.rulings
    if state.stage == COLOUR:
        _give_colours(state, events)
        if _next_without_colour(state) < state.seats:
            return
        _give_fixed_hands(state, events)
        state.stage = PICKING if rulings.hands == "choose" else DEALING
    if state.stage == DEALING or state.stage == PICKING:
        if hand_to_fill(state) < state.seats:
            return
        state.stage = CHOOSER
    if state.stage == CHOOSER:
        if rulings.first_player != "random":
            _begin(state, LETTERS.index(rulings.first_player), events)
        elif rulings.edition == "shape-of-the-world":
            state.stage = FIRST  # SH-ORDER-1: the lot finds who paid the last compliment
        elif rulings.chooser != "random":
            state.chooser = LETTERS.index(rulings.chooser)
            state.stage = FIRST


def fixed_six(rulings: SwirlingHeroesOptions, listed: tuple[str, ...]) -> tuple[str, ...]:
    """The six that are handed out without a draw or a choice; none where hands are made."""
    if rulings.hands == "even":
        return EVEN_SIX
    if rulings.hands == "odd":
        return ODD_SIX
    if rulings.hands == "listed":
        return listed
    return rulings.six


def free_colours(state: SwirlingHeroesState) -> list[int]:
    """The colours that have cards and that nobody has yet."""
    taken = list(state.hands.colours)
    return [
        colour
        for colour in range(len(COLOURS))
        if COLOURS[colour] in state.cards.colours and colour not in taken
    ]


def hand_to_fill(state: SwirlingHeroesState) -> i64:
    """The first seat whose hand is not full, or the number of seats when all are."""
    seat: i64 = 0
    size: i64 = state.rulings.hand_size
    while seat < state.seats and state.hands.sizes[seat] >= size:
        seat += 1
    return seat


def copies_left(state: SwirlingHeroesState) -> vec[i64]:
    """How often each layout can still come: for mirrored hands, in every colour at once."""
    first, end = seats_to_fill(state)
    return state.hands.least_in_box(first, end)


def seats_to_fill(state: SwirlingHeroesState) -> tuple[i64, i64]:
    """The seats that get the next card, from the first to before the last: all, or one."""
    if state.rulings.hands == "mirror":
        return 0, state.seats
    seat = hand_to_fill(state)
    return seat, seat + 1


def _next_without_colour(state: SwirlingHeroesState) -> i64:
    seat: i64 = 0
    while seat < state.seats and state.hands.colours[seat] != NO_COLOUR:
        seat += 1
    return seat


def _give_colours(state: SwirlingHeroesState, events: list[Event] | None) -> None:
    """The colours that the options name, or the last one when no other is left to choose."""
    named = state.rulings.colours
    seat = _next_without_colour(state)
    while seat < state.seats:
        free = free_colours(state)
        if named == ("choose",) and len(free) > 1:
            return
        by_option = len(named) > 0 and named != ("choose",)
        _take_colour(state, seat, COLOURS.index(named[seat]) if by_option else free[0], events)
        seat += 1


def _take_colour(
    state: SwirlingHeroesState, seat: i64, colour: i64, events: list[Event] | None
) -> None:
    state.hands.colours[seat] = colour
    if events is not None:
        events.append(ColourTaken(seat, COLOURS[colour]))


def _give_fixed_hands(state: SwirlingHeroesState, events: list[Event] | None) -> None:
    seat: i64
    for seat in range(state.seats):
        colour = COLOURS[state.hands.colours[seat]]
        for face in fixed_six(state.rulings, state.cards.hands.get(colour, ())):
            _give(state, seat, LYING_OF[face] % LAYOUTS, events)


def _give(state: SwirlingHeroesState, seat: i64, layout: i64, events: list[Event] | None) -> None:
    state.hands.deal(seat, layout)
    if events is not None:
        events.append(CardDealt(seat, FACES[layout], state.secret))


def _begin(state: SwirlingHeroesState, seat: i64, events: list[Event] | None) -> None:
    """The set-up is done: this seat takes the first turn."""
    state.chooser = -1
    state.to_play = seat
    state.stage = PLAYING
    if events is not None:
        events.append(FirstNamed(seat))
