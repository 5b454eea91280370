"""Magpies with one fault each, by the law that has to find it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Self

import msgspec

from halfturn.core import Decision, Event, GameOptions, IllegalOption, Option, Preview, Rng, State
from halfturn.core.options import Given, make_options
from halfturn.core.seats import EVERYTHING
from halfturn.core.turns import Turn
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import ANSWERS, Play, Rob
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.events import Drawn, Played
from halfturn.template.magpies.state import MagpiesState
from halfturn.template.magpies.view import MagpiesView

MUTANTS: list[tuple[str, type[Magpies]]] = []


class Mutant(Magpies):
    """A game whose state or board is another; a subclass names the law it breaks."""

    law: ClassVar[str] = ""
    state_type: ClassVar[type[MagpiesState]] = MagpiesState
    board_type: ClassVar[type[MagpiesBoard]] = MagpiesBoard

    def __init_subclass__(cls) -> None:
        if cls.law:
            MUTANTS.append((cls.law, cls))

    def new_state(self, seats: int, options: GameOptions) -> MagpiesState:
        return self._with(super().new_state(seats, options))

    def position(self, text: str) -> MagpiesState:
        return self._with(super().position(text))

    def _with(self, state: MagpiesState) -> MagpiesState:
        state.decision  # noqa: B018  turns that ask nothing are over
        b = state.start_of_turn.copy()
        board = self.board_type(b.options, b.hands, b.nests, b.deck, b.to_play)
        return self.state_type(self, state.seats, state.options, board, state.answers)


# ---- how games go ----


class TakesAnyNumberOfSeats(Mutant):
    law = "the facts make sense"

    def start(self, seats: int | None = None, options: Given = None) -> State:
        return self.new_state(seats or 2, make_options(self.options_type, options))


class NeverEnds(Mutant):
    law = "random games end"

    class state_type(MagpiesState):
        def turn(self, board: MagpiesBoard) -> Turn:
            if not board.deck and not any(board.hands):
                board.deck = sorted(value for nest in board.nests for value in nest)
                board.nests = [[] for _ in board.nests]
            return super().turn(board)

        def is_over(self, board: MagpiesBoard) -> bool:
            return False


class EndsLaterThanItSays(Mutant):
    law = "random games end"

    def longest_game(self, seats: int) -> int:
        return 30


class NamesWinnersEarly(Mutant):
    law = "winners are named at the end"

    class state_type(MagpiesState):
        @property
        def winners(self) -> tuple[int, ...]:
            return (self.scores.index(max(self.scores)),)


class ScoresMoreThanItSays(Mutant):
    law = "scores stay within bounds"

    def score_bounds(self, seats: int) -> tuple[int, int]:
        return 0, 9


class LosesWhatIsStolen(Mutant):
    law = "no card is lost"

    class board_type(MagpiesBoard):
        def rob(self, victim: int) -> None:
            super().rob(victim)
            self.nests[self.to_play].pop()


class CopiesShareNests(Mutant):
    law = "no earlier state changes"

    class board_type(MagpiesBoard):
        def copy(self) -> Self:
            copy = super().copy()
            copy.nests = self.nests
            return copy


class ClonesShareAnswers(Mutant):
    law = "a clone is independent"

    class state_type(MagpiesState):
        def clone(self) -> MagpiesState:
            clone = super().clone()
            assert isinstance(clone, MagpiesState)
            clone.answers = self.answers
            return clone


class CountsItsAnswers(Mutant):
    law = "the same answer does the same"
    count = 0

    class board_type(MagpiesBoard):
        def play(self, value: int) -> None:
            super().play(value)
            CountsItsAnswers.count += 1
            if CountsItsAnswers.count % 3 == 0:
                self.nests[self.to_play].reverse()


class ForgetsWeights(Mutant):
    law = "chance has weights"

    class state_type(MagpiesState):
        @property
        def decision(self) -> Decision | None:
            asked = super().decision
            return asked and Decision(asked.seat, asked.kind, asked.options, asked.weights[:1])


# ---- questions and answers ----


class OffersThingsTwice(Mutant):
    law = "options are distinct"

    class state_type(MagpiesState):
        def turn(self, board: MagpiesBoard) -> Turn:
            turn = super().turn(board)
            answer = None
            try:
                while True:
                    asked = next(turn) if answer is None else turn.send(answer)
                    if asked.kind == "play":
                        asked.options = [*asked.options, asked.options[0]]
                    answer = yield asked
            except StopIteration:
                return


class AsksWhatIsClear(Mutant):
    law = "single answers are asked only where they must"

    class state_type(MagpiesState):
        def turn(self, board: MagpiesBoard) -> Turn:
            yield from super().turn(board)
            if board.deck and len(board.nests[0]) == 1:
                yield Decision(0, "rob", [Rob(0)])


class PlaysBeforeItLooks(Mutant):
    law = "an illegal option changes nothing"

    class state_type(MagpiesState):
        def play(self, option: Option, events: list[Event] | None = None) -> None:
            if isinstance(option, Rob) and not self.answers:
                self.start_of_turn.nests[0].append(1)
            super().play(option, events)


class TellsBeforeItLooks(Mutant):
    law = "an illegal option changes nothing"

    class state_type(MagpiesState):
        def play(self, option: Option, events: list[Event] | None = None) -> None:
            if events is not None and isinstance(option, Play) and option.value > 5:
                events.append(Played(0, option.value))
            super().play(option, events)


class CountsFromBehind(Mutant):
    law = "an illegal code changes nothing"

    class state_type(MagpiesState):
        def play_code(self, code: int, events: list[Event] | None = None) -> None:
            if code >= len(ANSWERS) or code < -len(ANSWERS):
                raise IllegalOption(f"no code {code}")
            self.play(ANSWERS[code], events)


class DrawsTheFirst(Mutant):
    law = "short cuts say what the question says"

    class state_type(MagpiesState):
        def draw_code(self, rng: Rng) -> int:
            return self.codes()[0]


class OpensNoTurn(Mutant):
    law = "short cuts say what the question says"

    class state_type(MagpiesState):
        @property
        def opens_turn(self) -> bool:
            return False


class CountsInAnotherOrder(Mutant):
    law = "codes and options agree"

    class state_type(MagpiesState):
        def codes(self) -> list[int]:
            return super().codes()[::-1]


class PlaysAnotherCode(Mutant):
    law = "codes and options agree"

    class state_type(MagpiesState):
        def play_code(self, code: int, events: list[Event] | None = None) -> None:
            self.option(code)
            codes = self.codes()
            self.play(self.option(codes[codes.index(code) - 1]), events)


class PlaysItsPreviews(Mutant):
    law = "previews come true"

    class state_type(MagpiesState):
        def preview(self, option: Option) -> Preview:
            preview = super().preview(option)
            self.play(option)
            return preview


class PromisesTooMuch(Mutant):
    law = "previews come true"

    class state_type(MagpiesState):
        def preview(self, option: Option) -> Preview:
            preview = super().preview(option)
            more = tuple(score + 1 for score in preview.scores)
            gains = tuple(gain + 1 for gain in preview.gains)
            return msgspec.structs.replace(preview, scores=more, gains=gains)


class OverlooksTurns(Mutant):
    law = "turns are what small decisions reach"

    class state_type(MagpiesState):
        def turns(self) -> list[tuple[Option, ...]]:
            return [turn for turn in super().turns() if turn[-1] != Rob(1)]


class ListsTurnsTwice(Mutant):
    law = "turns are what small decisions reach"

    class state_type(MagpiesState):
        def turns(self) -> list[tuple[Option, ...]]:
            return super().turns() * 2


class PlaysOnAfterTheEnd(Mutant):
    law = "nothing is played after the end"

    class state_type(MagpiesState):
        def play(self, option: Option, events: list[Event] | None = None) -> None:
            if not self.over:
                super().play(option, events)


# ---- texts ----


class ReadsOnlyPlays(Mutant):
    law = "options read back"

    def parse_option(self, text: str) -> Option:
        return Play(int(text[-1])) if text[-1:].isdecimal() else super().parse_option(text)


class TakesAnythingForAPlay(Mutant):
    law = "nonsense is refused"

    def parse_option(self, text: str) -> Option:
        return super().parse_option(text) if ":" in text else Play(1)


class ReadsWhatIsNotLegal(Mutant):
    law = "an option from elsewhere is illegal to read"

    class state_type(MagpiesState):
        def read(self, text: str) -> Option:
            return self.game.parse_option(text.strip())


class ForgetsWhoseTurnItIs(Mutant):
    law = "positions read back"

    class board_type(MagpiesBoard):
        @property
        def text(self) -> str:
            return super().text.replace("turn B", "turn A")


class ForgetsTheAnswersOfATurn(Mutant):
    law = "positions read back"

    class state_type(MagpiesState):
        @property
        def text(self) -> str:
            return super().text.partition("; answered")[0]


class BeginsElsewhereEachTime(Mutant):
    law = "records replay"
    begun = 0

    def new_state(self, seats: int, options: GameOptions) -> MagpiesState:
        state = super().new_state(seats, options)
        BeginsElsewhereEachTime.begun += 1
        state.start_of_turn.to_play = BeginsElsewhereEachTime.begun % seats
        return state.clone()  # type: ignore[return-value]


class ViewsCannotTravel(Mutant):
    law = "views and events travel"

    class view_type(MagpiesView, frozen=True, kw_only=True, tag="another"):
        pass


class EventsHaveNoWords(Mutant):
    law = "views and events travel"

    class board_type(MagpiesBoard):
        def play(self, value: int) -> None:
            super().play(value)
            if self.listeners is not None:
                self.listeners[-1] = Wordless(self.to_play, value)


class Wordless(Played, frozen=True, tag="played"):
    def words(self, name: Callable[[int], str]) -> str:
        return Event.words(self, name)


class KeysForgetHands(Mutant):
    law = "keys and texts agree"

    class board_type(MagpiesBoard):
        def key(self, seat: int | None) -> Hashable:
            return super().key(None if seat == EVERYTHING else seat)


# ---- hidden things ----


class ShowsTheNextHand(Mutant):
    law = "a redealt world looks the same"

    class state_type(MagpiesState):
        def view(self, seat: int | None) -> MagpiesView:
            hands = tuple(tuple(hand) for hand in self.board.hands)
            return msgspec.structs.replace(super().view(seat), hands=hands)


class KeysShowHands(Mutant):
    law = "a redealt world looks the same"

    class board_type(MagpiesBoard):
        def key(self, seat: int | None) -> Hashable:
            return super().key(EVERYTHING)


class RedealsThePlayedTrinket(Mutant):
    law = "a redealt world looks the same"

    class state_type(MagpiesState):
        def redeal(self, seat: int | None, rng: Rng) -> Self:
            state = super().redeal(seat, rng)
            state.start_of_turn.deck.append(1)
            return state


class RedealsTheTruth(Mutant):
    law = "redeals know only what the seat sees"

    class state_type(MagpiesState):
        def redeal(self, seat: int | None, rng: Rng) -> Self:
            return self.clone()  # type: ignore[return-value]


class PeeksWhileRedealing(Mutant):
    law = "redeals know only what the seat sees"

    class state_type(MagpiesState):
        def redeal(self, seat: int | None, rng: Rng) -> Self:
            for _ in range(sum(self.board.hands[-1])):
                rng.below(2)
            return super().redeal(seat, rng)


class OffersWhatTheNextDoesNotHold(Mutant):
    law = "twins look the same"

    class state_type(MagpiesState):
        def turn(self, board: MagpiesBoard) -> Turn:
            turn = super().turn(board)
            answer: Any = None
            while True:
                try:
                    asked = turn.send(answer)
                except StopIteration:
                    return
                if asked.kind == "play":
                    other = board.hands[asked.seat - 1]
                    free = [each for each in asked.options if each.value not in other]  # type: ignore[attr-defined]
                    asked.options = free or asked.options
                answer = yield asked


class OpenlyDrawn(Drawn, frozen=True, tag="drawn"):
    def seen_by(self, viewer: int | None) -> Event:
        return self


class ShowsWhatIsDrawn(Mutant):
    law = "events tell no more than views"

    class board_type(MagpiesBoard):
        def draw(self, seat: int, value: int) -> None:
            super().draw(seat, value)
            if self.listeners is not None:
                self.listeners[-1] = OpenlyDrawn(seat, value)


class TellsOnlyOfHighTrinkets(Mutant):
    law = "events tell no more than views"

    class board_type(MagpiesBoard):
        def draw(self, seat: int, value: int) -> None:
            super().draw(seat, value)
            if self.listeners and value < 3:
                self.listeners.pop()


class SkipsWhatIsForced(Mutant):
    law = "hidden things do not set the pace"

    class state_type(MagpiesState):
        def turn(self, board: MagpiesBoard) -> Turn:
            turn = super().turn(board)
            answer: Any = None
            while True:
                try:
                    asked = turn.send(answer)
                except StopIteration:
                    return
                forced = asked.kind == "play" and len(asked.options) == 1
                answer = asked.options[0] if forced else (yield asked)


class WritesNoQuestionMarks(Mutant):
    law = "hidden things are written as question marks"

    class state_type(MagpiesState):
        def view(self, seat: int | None) -> MagpiesView:
            view = super().view(seat)
            return BareView(**{name: getattr(view, name) for name in view.__struct_fields__})


class BareView(MagpiesView, frozen=True, kw_only=True, tag="magpies"):
    @property
    def text(self) -> str:
        return super().text.replace("?", "")


class PreviewsTheDeck(Mutant):
    law = "previews tell no secret"

    class state_type(MagpiesState):
        def preview(self, option: Option) -> Preview:
            preview = super().preview(option)
            hint = Drawn(0, max(self.board.deck, default=0))
            return msgspec.structs.replace(preview, events=(*preview.events, hint))


class CallsTurnsSimultaneous(Mutant):
    law = "simultaneous questions are independent"

    class state_type(MagpiesState):
        @property
        def decision(self) -> Decision | None:
            asked = super().decision
            if asked and asked.kind == "play":
                asked.simultaneous = True
            return asked
