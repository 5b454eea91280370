"""Turns written as generators: they read like a page of the rulebook and stop to ask.

A generator can be neither copied nor saved, so it is never part of the state.
What is kept is the position at the start of the turn and the answers given
since; the turn is run again from there to come back to the open question.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from halfturn.core.decision import Decision
from halfturn.core.event import Event
from halfturn.core.option import Option
from halfturn.core.options import GameOptions
from halfturn.core.seats import EVERYTHING
from halfturn.core.state import State

if TYPE_CHECKING:
    from halfturn.core.game import Game

Turn = Generator[Decision, Option, None]
"""A turn: it yields questions and is sent the answers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Board:
    """What turns work on. A game's board adds its own fields and verbs."""

    def __init__(self) -> None:
        self.listeners: list[Event] | None = None

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError("copy")

    def key(self, seat: int | None) -> Hashable:
        """Equal for equal boards; with a seat, for boards it cannot tell apart."""
        raise NotImplementedError("key")

    @property
    def text(self) -> str:
        """The board in notation."""
        raise NotImplementedError("text")

    def tell(self, event: Event) -> None:
        """Report what happened, to whoever wants to know."""
        if self.listeners is not None:
            self.listeners.append(event)


def ask(seat: int, kind: str, options: Sequence[Option]) -> Generator[Decision, Option, Option]:
    """Ask inside a turn, unless everybody sees that there is a single answer.

    `choice = yield from ask(…)`. A question that opens a turn, or that is about
    hidden cards, is yielded as a Decision instead: those are always asked.
    """
    if len(options) == 1:
        return options[0]
    answer = yield Decision(seat, kind, options)
    return answer


def _is_among(option: Option, options: Sequence[Option]) -> bool:
    """Whether it is one of these; mostly it is the very one that was handed out."""
    for each in options:
        if each is option:
            return True
    return option in options


BoardT = TypeVar("BoardT", bound=Board)

MOST_SILENT_TURNS = 10_000
"""So many turns in a row that ask nothing are a game that hangs, not one that goes on."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnState(State, Generic[BoardT]):
    """A state whose turns are generators over a board.

    A game writes `turn` and `is_over`, and of the contract `view`, `redeal`,
    `scores`, `winners` and `inventory`; question, answer, clone, key and text
    come from here. A subclass keeps this constructor.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: GameOptions,
        board: BoardT,
        answers: Sequence[Option] = (),
    ) -> None:
        super().__init__(game, seats, options)
        self.start_of_turn: BoardT = board
        """The board when the turn began; nobody changes it any more."""
        self.answers: list[Option] = list(answers)
        """The answers given since."""
        self._board: BoardT | None = None
        self._running: Turn | None = None
        self._question: Decision | None = None

    # ---- what each game writes ----

    def turn(self, board: BoardT) -> Turn:
        """One turn, from its first question to its end, carried out on this board."""
        raise NotImplementedError("turn")

    def is_over(self, board: BoardT) -> bool:
        """Whether no further turn begins."""
        raise NotImplementedError("is_over")

    def begins_by_asking(self, board: BoardT) -> bool:
        """Whether it is sure that the next turn asks before it does anything.

        A game in a hurry says where that is so: then the turn need not begin at once.
        """
        return False

    # ---- what follows from it ----

    @property
    def is_between_turns(self) -> bool:
        """Whether the next turn is still to begin, and nothing has happened in it."""
        return self._board is None and not self.answers

    @property
    def board(self) -> BoardT:
        """The board as it is now, in the middle of the turn; look, but leave it as it is."""
        self._resume()
        assert self._board is not None
        return self._board

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        self._resume()
        return self._question

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        """Answer the open question, in place; IllegalOption leaves the state untouched."""
        question = self.decision
        if question is None or not _is_among(option, question.options):
            raise self.refusal(option)
        board, running = self._board, self._running
        assert board is not None
        assert running is not None
        # Should the turn fail from here on, the answers before still tell where we are.
        self._board = None
        board.listeners = events
        try:
            question = running.send(option)
        except StopIteration:
            board.listeners = None
            if self.begins_by_asking(board):
                self.start_of_turn = board  # the next turn begins when somebody wants to know
            else:
                self._board = self._begin(board, events)
            self.answers = []
            return
        board.listeners = None
        self.answers.append(option)
        self._board = board
        self._question = question

    def clone(self) -> TurnState[BoardT]:
        """An independent copy; it runs the turn again when somebody asks it something."""
        return type(self)(self.game, self.seats, self.options, self.start_of_turn, self.answers)

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart.

        The start of the turn and the answers since say all, as they do in `text`. A turn
        that goes on after a hidden answer needs a `key` of its own.
        """
        self._resume()
        return (self.start_of_turn.key(seat), tuple(self.answers))

    @property
    def text(self) -> str:
        """The position in notation: the board at the start of the turn, and the answers since."""
        self._resume()  # past turns that ask nothing: those are over
        start = self.start_of_turn.text
        if not self.answers:
            return start
        return f"{start}; answered {' '.join([str(answer) for answer in self.answers])}"

    def _resume(self) -> None:
        """Come back to the open question, if the turn is not at it already."""
        if self._board is None:
            board = self._begin(self.start_of_turn, None)
            for answer in self.answers:
                assert self._running is not None
                self._question = self._running.send(answer)
            self._board = board

    def _begin(self, board: BoardT, events: list[Event] | None) -> BoardT:
        """Begin turns from this board until one asks something or the game is over.

        Returns the board that the turn is at work on. Nothing of the state changes before
        that, so a turn that fails leaves it as it was.
        """
        for _ in range(MOST_SILENT_TURNS):
            if self.is_over(board):
                self.start_of_turn = board
                self._running, self._question = None, None
                return board
            working = board.copy()
            working.listeners = events
            running = self.turn(working)
            try:
                question = next(running)
            except StopIteration:
                working.listeners = None
                board = working
                continue
            working.listeners = None
            self.start_of_turn = board
            self._running, self._question = running, question
            return working
        raise RuntimeError(f"{self.game.id}: {MOST_SILENT_TURNS} turns in a row asked nothing")
