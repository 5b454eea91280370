"""Where a game of SWIRL stands, and the turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, cast, final

from mypy_extensions import i64

from halfturn.core.decision import Decision
from halfturn.core.errors import IllegalOption
from halfturn.core.event import Event
from halfturn.core.option import Option
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY
from halfturn.core.state import KnownState
from halfturn.games.swirl import illegal, redeal, setup, turn
from halfturn.games.swirl.answers import ANSWERS, Take, code_of, take_of
from halfturn.games.swirl.cards import texts
from halfturn.games.swirl.codes import (
    CODE_COUNT,
    COLLECT_CODES,
    DEAL_CODES,
    DEALER_CODES,
    FACES,
    KEEP_CODE,
    REPLACE_CODE,
    SNATCH_CODES,
    STOP_CODE,
    TAKE_CODES,
)
from halfturn.games.swirl.events import (
    Dropped,
    GameOver,
)
from halfturn.games.swirl.rulings import Rulings
from halfturn.games.swirl.setup import (
    COLLECTING,
    CREATURE,
    DEALER,
    DEALING,
    OVER,
    PLAYING,
    REPLACING,
    SNATCHING,
    TAKING,
)
from halfturn.games.swirl.table import COLOURS, NOTHING, Table, each_once

if TYPE_CHECKING:
    from halfturn.games.swirl.cards import Deck
    from halfturn.games.swirl.game import Swirl

KINDS = ("dealer", "creature", "deal", "play", "take", "collect", "snatch", "replace")
"""The kinds of question, by stage."""


@final
class SwirlState(KnownState):
    """The table, and what the game is at."""

    def __init__(
        self,
        game: Swirl,
        seats: int,
        rulings: Rulings,
        table: Table,
        stage: i64,
        dealer: i64,
        to_play: i64,
        to_deal: i64,
        to_lay: i64,
        played: i64,
        swirling: bool,
        victim: i64,
        gap: i64,
        takes: list[tuple[int, ...]],
    ) -> None:
        super().__init__(game, seats, rulings.options)
        self.rulings = rulings
        self.box: Deck = rulings.box
        self.table = table
        self.stage: i64 = stage
        self.dealer: i64 = dealer
        self.to_play: i64 = to_play
        """Whose turn it is; while cards are dealt, who leads then."""
        self.to_deal: i64 = to_deal
        """Cards that are still to be dealt to hands."""
        self.to_lay: i64 = to_lay
        """Cards that are then still to be dealt to the middle."""
        self.played: i64 = played
        """The card of this turn while its player has something to choose."""
        self.swirling: bool = swirling
        """Whether the seat to play is playing out its hand after a SWIRL."""
        self.victim: i64 = victim
        self.gap: i64 = gap
        """Who was robbed of which colour, while that seat is asked about a replacement."""
        self.takes = takes
        """The sets of cards to choose from; never changed, so that clones share it."""

    def clone(self) -> SwirlState:
        """An independent copy."""
        return SwirlState(
            cast("Swirl", self.game),
            self.seats,
            self.rulings,
            self.table.copy(),
            self.stage,
            self.dealer,
            self.to_play,
            self.to_deal,
            self.to_lay,
            self.played,
            self.swirling,
            self.victim,
            self.gap,
            self.takes,
        )

    # ---- the question ----

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        stage = self.stage
        if stage == OVER:
            return None
        kind = KINDS[stage]
        if stage == TAKING:
            return Decision(self.to_play, kind, [take_of(cards) for cards in self.takes])
        answers = ANSWERS
        codes = self.codes()
        options = [answers[code] for code in codes]
        if stage == PLAYING:
            return Decision(self.to_play, kind, options, (), not self.swirling, True)
        if stage == DEALING:
            copies = self.table.copies
            weights: list[int] = [copies[code - DEAL_CODES] for code in codes]
            return Decision(CHANCE, kind, options, weights, False, self.to_deal > 0)
        if stage == CREATURE and self.options_of_creatures() != "random":
            return Decision(setup.next_to_choose(self), kind, options, (), True)
        if stage == DEALER or stage == CREATURE:
            return Decision(CHANCE, kind, options, [1] * len(options))
        return Decision(self.victim if stage == REPLACING else self.to_play, kind, options)

    @property
    def seat_asked(self) -> int:
        """Whom the open question is put to, without a look at its options."""
        stage = self.stage
        if stage == DEALING or stage == DEALER:
            return CHANCE
        if stage == OVER:
            return NOBODY
        if stage == CREATURE:
            return super().seat_asked
        return self.victim if stage == REPLACING else self.to_play

    @property
    def opens_turn(self) -> bool:
        """Whether the open question is the first of a turn, without a look at its options."""
        if self.stage == PLAYING:
            return not self.swirling
        return self.stage == CREATURE and super().opens_turn

    def options_of_creatures(self) -> str:
        """How creatures are handed out, where the options do not name them."""
        return self.rulings.options.creatures[0]

    def codes(self) -> list[int]:
        """The open question's options as integers, in the same order; none when over."""
        stage = self.stage
        if stage == DEALING:
            return self.table.deck[:]
        if stage == PLAYING:
            return self._plays()
        if stage == TAKING:
            return [TAKE_CODES + at for at in range(len(self.takes))]
        if stage == COLLECTING:
            return [COLLECT_CODES + face for face in each_once(self.table.middle)]
        if stage == SNATCHING:
            return [SNATCH_CODES + face for face in self.targets()]
        if stage == REPLACING:
            return [REPLACE_CODE, KEEP_CODE]
        if stage == CREATURE:
            return setup.free_creatures(self)
        if stage == DEALER:
            return [DEALER_CODES + seat for seat in range(self.seats)]
        return []

    def _plays(self) -> list[int]:
        """SW-TURN-6: any card of the hand, whether or not another one captures."""
        found = each_once(self.table.hands[self.to_play])
        if self.swirling and self.rulings.may_stop:
            found.append(STOP_CODE)
        return found

    def targets(self) -> list[int]:
        """SW-SNATCH-1, SW-AMB-15: the series cards of all other seats but the partner."""
        found: list[int] = []
        seat: i64
        for seat in range(self.seats):
            if seat != self.to_play and not self._are_partners(seat, self.to_play):
                colour: i64
                for colour in range(COLOURS):
                    face = self.table.series[seat * COLOURS + colour]
                    if face != NOTHING:
                        found.append(face)
        return found

    def _are_partners(self, seat: i64, other: i64) -> bool:
        return self.rulings.teams and (seat - other) % 2 == 0

    def code(self, option: Option) -> int:
        """The integer of an option; a set of cards has its own in each question."""
        if isinstance(option, Take):
            if self.stage == TAKING:
                for at, cards in enumerate(self.takes):
                    if texts(cards) == option.cards:
                        return TAKE_CODES + at
            return -1
        return code_of(option)

    def draw_code(self, rng: Rng) -> int:
        """An answer of CHANCE to the open question, each as likely as there are copies of it."""
        if self.stage != DEALING:
            return super().draw_code(rng)
        copies = self.table.copies
        left: i64 = rng.below(self.table.left)
        code: i64 = 0
        for code in self.table.deck:
            left -= copies[code - DEAL_CODES]
            if left < 0:
                break
        return code

    def option(self, code: int) -> Option:
        """The option that has this integer here; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        return take_of(self.takes[code - TAKE_CODES]) if code >= TAKE_CODES else ANSWERS[code]

    # ---- the answer ----

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        """Answer the open question, in place; IllegalOption leaves the state untouched."""
        code = self.code(option)
        if code < 0 or not self._is_legal(code):
            raise self.refusal(option)
        self._answer(code, events)

    def play_code(self, code: int, events: list[Event] | None = None) -> None:
        """Answer with an integer of `codes`; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        self._answer(code, events)

    def _is_legal(self, code: i64) -> bool:
        if self.stage == DEALING:
            face = code - DEAL_CODES
            return 0 <= face < FACES and self.table.copies[face] > 0
        if self.stage == TAKING:
            return 0 <= code - TAKE_CODES < len(self.takes)
        return code in self.codes()

    def _answer(self, code: i64, events: list[Event] | None) -> None:
        stage = self.stage
        if stage == PLAYING:
            if code == STOP_CODE:
                turn.stop(self, events)
            else:
                turn.play_card(self, code, events)
        elif stage <= DEALING:
            setup.answer(self, code, events)
        elif stage == TAKING:
            turn.capture(self, list(self.takes[code - TAKE_CODES]), events)
        elif stage == COLLECTING:
            turn.capture(self, [code - COLLECT_CODES], events)
        elif stage == SNATCHING:
            turn.snatch(self, code - SNATCH_CODES, events)
        else:
            turn.replace(self, code == REPLACE_CODE, events)

    # ---- what it comes to ----

    def end(self, events: list[Event] | None) -> None:
        """The game is over."""
        self.played = self.victim = self.gap = NOTHING
        self.takes = []
        self.swirling = False
        self.stage = OVER
        if events is not None:
            grown, piles = tuple(self.table.grown), tuple(map(len, self.table.piles))
            events.append(GameOver(self.scores, self.winners, grown, piles, self.rulings.teams))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """SW-AMB-15: partners sit opposite each other."""
        if self.rulings.teams:
            return ((0, 2), (1, 3))
        return tuple([(seat,) for seat in range(self.seats)])

    @property
    def scores(self) -> tuple[int, ...]:
        """A hundred for each series card, a thousand for a whole series, one for a pile card.

        So one number says what SW-END-2/3/4 say, since a pile has fewer than a hundred cards.
        """
        own = [self.table.points(seat) for seat in range(self.seats)]
        if self.rulings.teams:
            own = [own[seat] + own[(seat + 2) % 4] for seat in range(4)]
        return tuple(own)

    @property
    def winners(self) -> tuple[int, ...]:
        """SW-END, SW-AMB-24: the highest score; equal ones share it."""
        if self.stage != OVER:
            return ()
        scores = self.scores
        best = max(scores)
        return tuple([seat for seat in range(self.seats) if scores[seat] == best])

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart."""
        return redeal.key(self, seat)

    # ---- where speed does not matter ----

    def preview(self, option: Option) -> Preview:
        """What an option would do; of a SWIRL no more than what is known before hands drop."""
        preview = super().preview(option)
        for at, event in enumerate(preview.events):
            if isinstance(event, Dropped) and event.seat != self.to_play:
                return Preview(
                    option,
                    preview.scores,
                    preview.gains,
                    preview.events[:at],
                    preview.outlook,
                )
        return preview

    def why_not(self, option: Option) -> str:
        """Why an option is not legal here, in words."""
        return illegal.why_not(self, option)
