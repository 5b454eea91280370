"""A game under way: its state, and the record that leads there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from halfturn.core.chance import draw
from halfturn.core.errors import BadRecord, HalfturnError, IllegalOption
from halfturn.core.event import Event
from halfturn.core.game import Game
from halfturn.core.option import Option
from halfturn.core.options import Given, option_words, read_option_words
from halfturn.core.record import Answered, Record
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, NOBODY, seat_letter
from halfturn.core.state import State


class Playthrough:
    """A state together with the answers that made it, so that it can be saved and taken back.

    Play through it, not on its `state`: the record knows only what it was told.

    >>> from halfturn import load
    >>> game = Playthrough.start(load("swirling-heroes"), options={"hands": "even"})
    >>> events = game.play("first:B")
    >>> game.state.decision.seat
    1
    """

    def __init__(self, game: Game, beginning: State, record: Record) -> None:
        self.game = game
        self._beginning = beginning
        self._given: list[tuple[int, Option]] = []
        self._record = record
        self.state = beginning.clone()

    @classmethod
    def start(cls, game: Game, seats: int | None = None, options: Given = None) -> Playthrough:
        """A new game from the beginning."""
        state = game.start(seats, options)
        return cls(game, state, _head(state))

    @classmethod
    def at(cls, state: State) -> Playthrough:
        """A game that begins with this position."""
        record = _head(state)
        record.start = state.text
        return cls(state.game, state.clone(), record)

    @classmethod
    def of(cls, record: Record, game: Game) -> Playthrough:
        """The game of a record, replayed and checked to its last answer."""
        _check_head(record, game)
        beginning = _beginning(record, game)
        through = cls(game, beginning, msgspec.structs.replace(record, answers=[], end=None))
        for number, answer in enumerate(record.answers, start=1):
            through._replay(number, answer)
        if record.end is not None and (
            not through.state.over or record.end != through.state.scores
        ):
            now = "is not over" if not through.state.over else f"ends {through.state.scores}"
            raise BadRecord(f"the record says the game ends {record.end}, but replayed it {now}")
        return through

    def _replay(self, number: int, answer: Answered) -> None:
        where = f"answer {number}, {answer.text!r} by {seat_letter(answer.seat)}"
        decision = self.state.decision
        if decision is None:
            raise BadRecord(f"{where}: the game was over before it")
        if decision.seat != answer.seat:
            raise BadRecord(f"{where}: it was for {seat_letter(decision.seat)} to answer")
        try:
            self.play(self.game.parse_option(answer.text))
        except HalfturnError as error:
            raise BadRecord(f"{where}: {error}") from None

    @property
    def record(self) -> Record:
        """The record so far, a copy."""
        answers = [Answered(seat, str(option)) for seat, option in self._given]
        end = self.state.scores if self.state.over else None
        return msgspec.structs.replace(self._record, answers=answers, end=end)

    @property
    def answers(self) -> list[tuple[int, Option]]:
        """Who answered what, a copy."""
        return list(self._given)

    def play(self, option: Option | str) -> list[Event]:
        """Answer the open question, by an option or its notation; returns what happened."""
        if isinstance(option, str):
            option = self.state.read(option)
        seat = self.state.seat_asked
        if seat == NOBODY:
            raise IllegalOption(self.state.why_not(option))
        events: list[Event] = []
        self.state.play(option, events)
        self._given.append((seat, option))
        return events

    def go_on(self, state: State, answers: Sequence[tuple[int, Option]]) -> None:
        """Go on to a state that these answers lead to, for a caller who has played them there."""
        self.state = state
        self._given.extend(answers)

    def deal(self, rng: Rng) -> list[Event]:
        """Answer for CHANCE until a seat is asked or the game is over."""
        events = []
        while (decision := self.state.decision) is not None and decision.seat == CHANCE:
            events += self.play(draw(decision, rng))
        return events

    def undo(self, answers: int = 1) -> None:
        """Take back that many answers."""
        if not 0 <= answers <= len(self._given):
            raise IllegalOption(
                f"expected to take back at most {len(self._given)} answers, got {answers}"
            )
        keep = self._given[: len(self._given) - answers]
        self._given = []
        self.state = self._beginning.clone()
        for _, option in keep:
            self.play(option)

    def steps(self) -> Iterator[tuple[State, int, Option, list[Event]]]:
        """The game once more: each state, who answered what there, and what happened."""
        state = self._beginning.clone()
        for seat, option in self._given:
            before = state.clone()
            events: list[Event] = []
            state.play(option, events)
            yield before, seat, option, events


def _head(state: State) -> Record:
    return Record(
        game=state.game.id,
        rules=state.game.rules_version,
        seats=state.seats,
        options=tuple(option_words(state.options)),
        data=state.game.data_hash,
    )


def _beginning(record: Record, game: Game) -> State:
    """The state that a record starts from."""
    try:
        if not record.start:
            options = read_option_words(game.options_type, record.options)
            return game.start(record.seats, options)
        beginning = game.position(record.start)
    except HalfturnError as error:
        raise BadRecord(f"the beginning of the record: {error}") from None
    if beginning.seats != record.seats:
        raise BadRecord(
            f"the record says {record.seats} seats, its start position {beginning.seats}"
        )
    return beginning


def _check_head(record: Record, game: Game) -> None:
    if record.game != game.id:
        raise BadRecord(f"expected a record of {game.id}, got one of {record.game}")
    if record.rules != game.rules_version:
        raise BadRecord(
            f"the record was played by rules version {record.rules} of {game.id}, "
            f"this is version {game.rules_version}: use the Halfturn it was played with"
        )
    if record.data != game.data_hash:
        raise BadRecord(
            f"the record was played with other cards (data {record.data[:12] or 'none'}, here "
            f"{game.data_hash[:12] or 'none'}): put the card file in force that it was played with"
        )
