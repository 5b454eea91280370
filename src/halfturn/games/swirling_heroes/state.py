"""Where a game of Swirling Heroes stands, and the turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.decision import Decision
from halfturn.core.errors import IllegalOption
from halfturn.core.event import Event, GameOver
from halfturn.core.option import Option
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY
from halfturn.core.state import KnownState
from halfturn.games.swirling_heroes import illegal, setup
from halfturn.games.swirling_heroes.answers import PLACES, Place, code_of, other, place_at
from halfturn.games.swirling_heroes.codes import CODE_COUNT, REMOVE_CODES, cell_of, layout_of
from halfturn.games.swirling_heroes.events import Placed, Removed, Swirled
from halfturn.games.swirling_heroes.field import (
    CELLS,
    REACH,
    SPAN,
    Field,
    column_of,
    row_of,
)
from halfturn.games.swirling_heroes.hands import Hands
from halfturn.games.swirling_heroes.layouts import FACES, LAYOUTS, LYING_OF, MEMBERS
from halfturn.games.swirling_heroes.setup import CHOOSER, DEALING, FIRST, OVER, PLAYING

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.cards import CardSet
    from halfturn.games.swirling_heroes.game import SwirlingHeroes
    from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions

CENTRE_CODE: Final = REACH * SPAN + REACH


@final
class SwirlingHeroesState(KnownState):
    """Field, hands, and what the game is at."""

    def __init__(
        self,
        game: SwirlingHeroes,
        seats: int,
        rulings: SwirlingHeroesOptions,
        field: Field,
        hands: Hands,
        cannot_hold: vec[i64],
        secret: bool,
        stage: i64,
        to_play: i64,
        chooser: i64,
    ) -> None:
        super().__init__(game, seats, rulings)
        self.rulings = rulings
        self.cards: CardSet = game.cards
        self.field = field
        self.hands = hands
        self.cannot_hold = cannot_hold
        """For each seat the layouts it is known not to hold, as bits."""
        self.secret: bool = secret
        """Whether hands are hidden from the other seats."""
        self.stage: i64 = stage
        self.to_play: i64 = to_play
        self.chooser: i64 = chooser
        self._asked: Decision | None = None
        """The question of a turn, once somebody wanted to know it: a table asks several times."""

    def clone(self) -> SwirlingHeroesState:
        """An independent copy."""
        return SwirlingHeroesState(
            cast("SwirlingHeroes", self.game),
            self.seats,
            self.rulings,
            self.field.copy(),
            self.hands.copy(),
            self.cannot_hold[:],
            self.secret,
            self.stage,
            self.to_play,
            self.chooser,
        )

    # ---- the question ----

    @property
    def decision(self) -> Decision | None:
        """The open question: a turn, or something of the set-up."""
        if self.stage == PLAYING:
            if self._asked is None:
                options = [self._option(code) for code in self.codes()]
                self._asked = Decision(self.to_play, "turn", options, (), True, self.secret)
            return self._asked
        return None if self.stage == OVER else setup.question(self)

    @property
    def seat_asked(self) -> int:
        """Whom the open question is put to, without a look at its options."""
        stage = self.stage
        if stage == PLAYING:
            return self.to_play
        if stage == OVER:
            return NOBODY
        if stage == DEALING or stage == CHOOSER or (stage == FIRST and self.chooser < 0):
            return CHANCE
        return super().seat_asked

    @property
    def opens_turn(self) -> bool:
        """Whether the open question is the first of a turn; in play every one is."""
        return self.stage == PLAYING or super().opens_turn

    def codes(self) -> list[int]:
        """The open question's options as integers, in the same order; none when over."""
        if self.stage == PLAYING:
            return list(self.code_vec())
        return [] if self.stage == OVER else setup.codes(self)

    def code_vec(self) -> vec[i64]:
        """The same as `codes`, for compiled code that wants no list of Python's integers."""
        if self.stage == PLAYING:
            placements = self._placements()
            return self._removals() if len(placements) == 0 else placements
        return super().code_vec()

    def draw_code(self, rng: Rng) -> int:
        """An answer of CHANCE to the open question, each as likely as there are copies of it."""
        return setup.draw(self, rng) if self.seat_asked == CHANCE else super().draw_code(rng)

    def option(self, code: int) -> Option:
        """The option that has this integer here; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        return self._option(code)

    def _option(self, code: i64) -> Option:
        if code >= REMOVE_CODES:
            return other(code)
        lying = self.field.lying_if_placed(layout_of(code), cell_of(code))
        # Looked up here too, since a call out of the compiled code would cost more than the rest.
        known = PLACES[lying * CELLS + code % CELLS]
        return place_at(lying, code % CELLS) if known is None else known

    def _placements(self) -> vec[i64]:
        held = self.hands.held[self.to_play]
        if self.field.cards == 0:
            # SH-TURN-1, SH-AMB-6: the first card goes to the centre, upright.
            return vec[i64]([layout * CELLS + CENTRE_CODE for layout in MEMBERS[held]])
        return self.field.placements(held)

    def _removals(self) -> vec[i64]:
        """SH-PLACE-10, SH-AMB-3: what a hand of which no card can be placed may do."""
        held = self.hands.held[self.to_play]
        return vec[i64]([REMOVE_CODES + layout for layout in MEMBERS[held]])

    # ---- the answer ----

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        """Answer the open question, in place; IllegalOption leaves the state untouched."""
        code: i64 = code_of(option)
        if not self._is_legal(code) or not self._lies_as_forced(option, code):
            raise self.refusal(option)
        self._answer(code, events)

    def play_code(self, code: int, events: list[Event] | None = None) -> None:
        """Answer with an integer of `codes`; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        self._answer(code, events)

    def _is_legal(self, code: i64) -> bool:
        if code < 0 or self.stage == OVER:
            return False
        if self.stage != PLAYING:
            return setup.is_legal(self, code)
        if code >= REMOVE_CODES:
            layout = code - REMOVE_CODES
            return layout < LAYOUTS and self._holds(layout) and len(self._placements()) == 0
        layout = layout_of(code)
        if not self._holds(layout):
            return False
        if self.field.cards == 0:
            return code % CELLS == CENTRE_CODE
        return (self.field.fitting(cell_of(code)) >> layout) & 1 == 1

    def _holds(self, layout: i64) -> bool:
        return self.hands.holds(self.to_play, layout)

    def _lies_as_forced(self, option: Option, code: i64) -> bool:
        """SH-PLACE-8, SH-TH-1: whether a card is to lie the one way round that fits."""
        if not isinstance(option, Place):
            return True
        forced = self.field.lying_if_placed(layout_of(code), cell_of(code))
        return LYING_OF[option.card] == forced

    def _answer(self, code: i64, events: list[Event] | None) -> None:
        self._asked = None
        if self.stage != PLAYING:
            setup.answer(self, code, events)
        elif code < REMOVE_CODES:
            self._place(layout_of(code), cell_of(code), events)
        else:
            self._remove(code - REMOVE_CODES, events)

    def _place(self, layout: i64, cell: i64, events: list[Event] | None) -> None:
        """SH-TURN-2: place a card, then swirl every card it touches."""
        lying = self.field.lying_if_placed(layout, cell)
        self.hands.play(self.to_play, layout)
        self.field.place(self.to_play, lying, cell)
        if events is not None:
            events.append(Placed(self.to_play, FACES[lying], column_of(cell), row_of(cell)))
            for beside in self.field.neighbours(cell):
                seat, face = self.field.seat_at(beside), FACES[self.field.lying_at(beside)]
                events.append(Swirled(seat, face, column_of(beside), row_of(beside)))
        self._end_turn(events)

    def _remove(self, layout: i64, events: list[Event] | None) -> None:
        """SH-PLACE-10: take a card out of the game; everybody learns that none could be placed."""
        self.cannot_hold[self.to_play] |= self.field.placeable()
        self.hands.remove(self.to_play, layout)
        if events is not None:
            events.append(Removed(self.to_play, FACES[layout]))
        self._end_turn(events)

    def _end_turn(self, events: list[Event] | None) -> None:
        """SH-ORDER-3, SH-AMB-11: the next seat clockwise that has cards, until nobody has."""
        seats: i64 = self.seats
        seat = self.to_play
        turned: i64 = 0
        while turned < seats:
            seat = seat + 1 if seat + 1 < seats else 0
            if self.hands.sizes[seat] > 0:
                self.to_play = seat
                return
            turned += 1
        self.stage = OVER
        if events is not None:
            events.append(GameOver(self.scores, self.winners))

    # ---- what it comes to ----

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's open numbers as the field lies now."""
        return tuple(self.field.open_numbers(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """SH-SCORE-3, SH-AMB-12: the highest sum; equal sums share it."""
        if self.stage != OVER:
            return ()
        scores = self.scores
        best = max(scores)
        return tuple([seat for seat in range(self.seats) if scores[seat] == best])

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart."""
        hands = tuple([self._hand_key(each, seat) for each in range(self.seats)])
        at = (self.stage, self.to_play if self.stage == PLAYING else self.chooser)
        return (at, self.field.key(), hands, tuple(self.cannot_hold) if self.secret else ())

    def _hand_key(self, seat: int, viewer: int | None) -> tuple[int, ...]:
        if not self.secret or viewer == EVERYTHING or viewer == seat:
            return self.hands.key(seat)
        return self.hands.public_key(seat)

    # ---- where speed does not matter ----

    def why_not(self, option: Option) -> str:
        """Why an option is not legal here, in words."""
        return illegal.why_not(self, option)
