"""Where a game of Qwirkle Cards stands, and the turn.

A turn is small decisions in a normal form: cards are played one by one, in any order; then
Qwirkles are taken, in any order; then the turn is ended. What counts is which cards and which
Qwirkles, so two orders of the same plays reach the same state, and only what can still become
a legal turn is offered. How the table is arranged is not part of the state (QC-TH-2).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.decision import Decision
from halfturn.core.errors import IllegalOption
from halfturn.core.event import Event, GameOver
from halfturn.core.option import Option
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY
from halfturn.core.state import KnownState
from halfturn.games.qwirkle_cards import illegal, redeal, setup
from halfturn.games.qwirkle_cards.answers import OPTIONS, code_of
from halfturn.games.qwirkle_cards.cards import (
    CARDS,
    HAND_SIZE,
    KINDS,
    LINE_WORDS,
    LINES,
    bits_of,
    cards_in,
    no_cards,
    size_of,
    size_of_lines,
)
from halfturn.games.qwirkle_cards.codes import (
    CODE_COUNT,
    END_CODE,
    PASS_CODE,
    REDRAW_CODE,
    TAKE_CODES,
)
from halfturn.games.qwirkle_cards.events import Claimed, Laid, Passed, TurnEnded
from halfturn.games.qwirkle_cards.memory import Memories, turn_ended
from halfturn.games.qwirkle_cards.proofs import Proof, after_playing, could_not_play
from halfturn.games.qwirkle_cards.setup import DRAWING, OVER, PLAYING
from halfturn.games.qwirkle_cards.solver import EVERY_KIND, Solver

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.game import QwirkleCards
    from halfturn.games.qwirkle_cards.options import QwirkleCardsOptions
    from halfturn.games.qwirkle_cards.theme import Theme


@final
class QwirkleCardsState(KnownState):
    """Table, deck, hands, Qwirkles, and what the turn has done so far."""

    def __init__(self, game: QwirkleCards, seats: int, rulings: QwirkleCardsOptions) -> None:
        super().__init__(game, seats, rulings)
        self.rulings = rulings
        self.theme: Theme = game.theme
        self.table: vec[i64] = no_cards()
        """The play area at the start of the turn."""
        self.deck: vec[i64] = no_cards()
        self.hands: list[vec[i64]] = []
        self.sizes: vec[i64] = vec[i64]([0] * seats)
        self.played: vec[i64] = no_cards()
        """The cards of this turn."""
        self.taken: vec[i64] = vec[i64]([0] * LINES)
        """The Qwirkles of this turn, by line."""
        self.qwirkles: list[vec[i64]] = []
        """Each seat's Qwirkles of earlier turns, by line."""
        self.aside: vec[i64] = no_cards()
        """The old hand of a seat that draws a fresh one."""
        self.deck_size: i64 = 0
        self.played_size: i64 = 0
        self.stage: i64 = setup.DEALING
        self.to_play: i64 = 0
        self.last: i64 = 0
        """How many turns are left in the last round, this one included; 0 before it."""
        self.passes: i64 = 0
        """How many have passed in a row."""
        self.redeals: i64 = 0
        """How often hands were dealt anew since a card was played."""
        self.redrawn: bool = False
        """Whether the seat has drawn a fresh hand this turn."""
        self.proofs: list[tuple[Proof, ...]] = []
        """For each seat what play has shown of its hand."""
        self.memories: list[Memories] = []
        """For each seat what it remembers of hands that it laid aside."""
        self._codes: list[int] | None = None
        """The open question's integers, once somebody has asked."""
        self._solver: Solver | None = None
        """This turn's, once somebody has asked: table and whole hand stay while it lasts."""
        self._lying: vec[i64] | None = None
        self._lying_then: vec[i64] | None = None
        """Sets in which the table can lie, now and when this turn is ended, if some are known."""
        self._playable: i64 = EVERY_KIND
        """The kinds, as bits, that could be played when last asked in this turn.

        What cannot be played now cannot be after further cards either.
        """

    def clone(self) -> QwirkleCardsState:
        """An independent copy."""
        copy = QwirkleCardsState(cast("QwirkleCards", self.game), self.seats, self.rulings)
        copy.table = self.table[:]
        copy.deck = self.deck[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.sizes = self.sizes[:]
        copy.played = self.played[:]
        copy.taken = self.taken[:]
        copy.qwirkles = [lines[:] for lines in self.qwirkles]
        copy.aside = self.aside[:]
        copy.deck_size, copy.played_size = self.deck_size, self.played_size
        copy.stage, copy.to_play = self.stage, self.to_play
        copy.last = self.last
        copy.passes = self.passes
        copy.redeals = self.redeals
        copy.redrawn = self.redrawn
        copy.proofs = self.proofs[:]
        copy.memories = self.memories[:]
        copy._codes = self._codes
        copy._playable = self._playable
        copy._lying, copy._lying_then = self._lying, self._lying_then
        return copy

    # ---- the question ----

    @property
    def decision(self) -> Decision | None:
        """The open question: something of a turn, or CHANCE's."""
        if self.stage == OVER:
            return None
        options = [OPTIONS[code] for code in self.codes()]
        if self.stage == PLAYING:
            return Decision(self.to_play, "turn", options, (), self.played_size == 0, True)
        return Decision(CHANCE, setup.kind(self), options, setup.weights(self))

    @property
    def seat_asked(self) -> int:
        """Whom the open question is put to, without a look at its options."""
        if self.stage == OVER:
            return NOBODY
        return self.to_play if self.stage == PLAYING else CHANCE

    @property
    def opens_turn(self) -> bool:
        """Whether the open question is the first of a turn, without a look at its options."""
        return self.stage == PLAYING and self.played_size == 0

    def codes(self) -> list[int]:
        """The open question's options as integers, in the same order; none when over."""
        known = self._codes
        if known is None:
            if self.stage == PLAYING:
                known = self._turn_codes()
            elif self.stage == OVER:
                known = []
            else:
                known = setup.codes(self)
            self._codes = known
        return known[:]

    def draw_code(self, rng: Rng) -> int:
        """An answer of CHANCE to the open question, each as likely as its weight says."""
        is_chance = self.stage != PLAYING and self.stage != OVER
        return setup.draw(self, rng) if is_chance else super().draw_code(rng)

    def option(self, code: int) -> Option:
        """The option that has this integer here; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        return OPTIONS[code]

    def solver(self) -> Solver:
        """The table and the whole hand of the seat whose turn it is."""
        hand = self.hands[self.to_play][:]
        for kind in range(KINDS):
            hand[kind] += self.played[kind]
        return Solver(self.table, hand)

    def _turn_solver(self) -> Solver:
        solver = self._solver
        if solver is None:
            solver = self._solver = self.solver()
            if self._lying is not None:
                solver.known.append(self._lying)
        return solver

    def forget(self) -> None:
        """What was found out about the open question and this turn holds no longer."""
        self._codes = None
        self._solver = None
        self._playable = EVERY_KIND

    def _turn_codes(self) -> list[int]:
        """First cards, then Qwirkles, then the end; nothing that could not become a legal turn."""
        found: list[int] = []
        solver = self._turn_solver()
        code: i64
        if self.played_size == 0 or size_of_lines(self.taken) == 0:
            found = solver.playable(self.played, self._playable)
            self._playable = bits_of(found)
        if self.played_size == 0:
            return found if found else [self._without_play()]
        for code in range(TAKE_CODES, END_CODE):
            if solver.can_claim(self.played, self.taken, code - TAKE_CODES):
                found.append(code)
        if self._can_end(solver):
            found.append(END_CODE)
        return found

    def _can_end(self, solver: Solver) -> bool:
        if self._lying_then is None and solver.is_legal(self.played, self.taken):
            self._lying_then = solver.packing.sets[:]
        return self._lying_then is not None

    def _can_lay(self, solver: Solver, kind: i64) -> bool:
        self.played[kind] += 1
        can = solver.can_go_on(self.played)
        self.played[kind] -= 1
        return can

    def _without_play(self) -> i64:
        """QC-AMB-9: what a seat does that cannot play."""
        fresh = self.rulings.no_play == "redraw" and not self.redrawn
        return REDRAW_CODE if fresh and self.deck_size > 0 and self.last == 0 else PASS_CODE

    # ---- the answer ----

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        """Answer the open question, in place; IllegalOption leaves the state untouched."""
        code: i64 = code_of(option)
        if not self._is_legal(code):
            raise self.refusal(option)
        self._answer(code, events)

    def play_code(self, code: int, events: list[Event] | None = None) -> None:
        """Answer with an integer of `codes`; any other raises IllegalOption."""
        if not 0 <= code < CODE_COUNT or not self._is_legal(code):
            raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")
        self._answer(code, events)

    def _is_legal(self, code: i64) -> bool:
        known = self._codes
        if known is not None:
            return code in known
        if code < 0 or self.stage == OVER:
            return False
        if self.stage != PLAYING:
            return setup.is_legal(self, code)
        solver = self._turn_solver()
        if code < KINDS:
            # After the first Qwirkle no further card: cards first, then Qwirkles.
            if self.hands[self.to_play][code] == 0 or size_of_lines(self.taken) > 0:
                return False
            return self._can_lay(solver, code)
        if code < END_CODE:
            line = code - TAKE_CODES
            return self.played_size > 0 and solver.can_claim(self.played, self.taken, line)
        if code == END_CODE:
            return self.played_size > 0 and self._can_end(solver)
        if self.played_size > 0 or code != self._without_play():
            return False
        return not solver.can_play()

    def _answer(self, code: i64, events: list[Event] | None) -> None:
        if code < END_CODE:
            self._codes = self._lying_then = None  # the turn goes on
        else:
            self.forget()
        if self.stage != PLAYING:
            setup.answer(self, code, events)
        elif code < KINDS:
            self._lay(code, events)
        elif code < END_CODE:
            line = code - TAKE_CODES
            self.taken[line] += 1
            if self._solver is not None:
                self._lying_then = self._solver.if_claimed[line]
            if events is not None:
                events.append(Claimed(self.to_play, LINE_WORDS[line], self.theme.line_name(line)))
        elif code == END_CODE:
            self._end_turn(events)
        elif code == PASS_CODE:
            self._pass(events)
        else:
            setup.redraw(self, events)

    def _lay(self, kind: i64, events: list[Event] | None) -> None:
        self.hands[self.to_play][kind] -= 1
        self.sizes[self.to_play] -= 1
        self.played[kind] += 1
        self.played_size += 1
        if events is not None:
            events.append(Laid(self.to_play, CARDS[kind], self.theme.card_name(kind)))

    def _end_turn(self, events: list[Event] | None) -> None:
        """QC-TURN-2, QC-QW-3: the Qwirkles are taken out, then the hand is filled up."""
        seat = self.to_play
        kind: i64
        line: i64
        cards = self.sizes[seat] + self.played_size
        self.proofs[seat] = after_playing(self.proofs[seat], self.played, cards)
        turn_ended(self.memories, seat, self.played, cards)
        for kind in range(KINDS):
            gone = self.taken[kind // 6] + self.taken[6 + kind % 6]
            self.table[kind] += self.played[kind] - gone
        for line in range(LINES):
            self.qwirkles[seat][line] += self.taken[line]
        if events is not None:
            laid, lines = tuple(cards_in(self.played)), redeal.lines_in(self.taken)
            called = tuple([self.theme.card_name(CARDS.index(card)) for card in laid])
            events.append(TurnEnded(seat, laid, called, lines, self.scores[seat]))
        self._lying, self._lying_then = self._lying_then, None
        self.played = no_cards()
        self.taken = vec[i64]([0] * LINES)
        self.played_size = self.passes = self.redeals = 0
        self.redrawn = False
        # QC-DRAW-1, QC-AMB-16: nobody draws in the last round.
        if self.last == 0 and self.deck_size > 0 and self.sizes[seat] < HAND_SIZE:
            self.stage = DRAWING
        else:
            self.next_turn(events)

    def _pass(self, events: list[Event] | None) -> None:
        """QC-AMB-9: the hand stays, and everybody knows that nothing of it could be played."""
        seat = self.to_play
        self.passes += 1
        self.proofs[seat] = could_not_play(self.proofs[seat], self.table, self.sizes[seat])
        if events is not None:
            events.append(Passed(seat))
        if self.last > 0 or self.passes < self.seats:
            self.next_turn(events)
            return
        rule = self.rulings.no_play
        limit = 4 * self.seats if rule == "redraw" else self.seats
        stuck = rule == "end" or self.deck_size == 0 or self.redeals >= setup.MOST_REDEALS
        if rule == "redraw" and self.deck_size > 0:
            stuck = self.passes >= limit
        if stuck:
            self.finish(events)
            return
        self.next_turn(events)
        if rule == "pass_then_redeal":
            setup.redeal_hands(self, events)

    def next_turn(self, events: list[Event] | None) -> None:
        """QC-TURN-1: the next seat clockwise; QC-END-2: after the last turn it is over."""
        self.redrawn = False
        if self.last > 0:
            self.last -= 1
            if self.last == 0:
                self.finish(events)
                return
        self.stage = PLAYING
        self.to_play = self.to_play + 1 if self.to_play + 1 < self.seats else 0

    def finish(self, events: list[Event] | None) -> None:
        """End the game."""
        self.stage = OVER
        self.last = 0
        if events is not None:
            events.append(GameOver(self.scores, self.winners))

    # ---- what it comes to ----

    @property
    def scores(self) -> tuple[int, ...]:
        """QC-OBJ-1: each seat's Qwirkles."""
        return tuple([size_of_lines(lines) for lines in self.qwirkles])

    @property
    def winners(self) -> tuple[int, ...]:
        """QC-WIN-1, QC-WIN-2, QC-AMB-22: the most Qwirkles; equal numbers share it."""
        if self.stage != OVER:
            return ()
        scores = self.scores
        best = max(scores)
        return tuple([seat for seat in range(self.seats) if scores[seat] == best])

    def preview(self, option: Option) -> Preview:
        """What an option would do; of a card, the Qwirkles that this turn can still take with it.

        A card or a Qwirkle is a promise and not yet points, so its events are left out.
        """
        code: i64 = code_of(option)
        if self.stage != PLAYING or code < 0 or code >= END_CODE:
            return super().preview(option)
        if not self._is_legal(code):
            raise self.refusal(option)
        return redeal.promised(self, option, code)

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart."""
        in_turns = self.stage != setup.DEALING and self.stage != OVER
        at = (self.stage, self.to_play if in_turns else 0, self.last)
        turn = (self.passes, self.redeals, self.redrawn)
        hands: list[tuple[int, ...]] = []
        for each in range(self.seats):
            is_open = seat == EVERYTHING or seat == each
            hands.append(tuple(self.hands[each]) if is_open else (self.sizes[each],))
        own_aside = seat == EVERYTHING or seat == self.to_play
        aside = tuple(self.aside) if own_aside else (size_of(self.aside),)
        deck = tuple(self.deck) if seat == EVERYTHING else (self.deck_size,)
        return (
            at,
            turn,
            tuple(self.table),
            tuple(self.played),
            tuple(self.taken),
            tuple([tuple(lines) for lines in self.qwirkles]),
            tuple(hands),
            aside,
            deck,
            tuple(self.proofs),
            redeal.remembered(self, seat),
        )

    # ---- where speed does not matter ----

    def why_not(self, option: Option) -> str:
        """Why an option is not legal here, in words."""
        return illegal.why_not(self, option)
