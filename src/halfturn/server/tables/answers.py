"""The answers of a running game, as the rows of a log have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from halfturn.core import CHANCE, Event, HalfturnError, Option, State
from halfturn.server.tables import simultaneous


class Line(NamedTuple):
    """A row of the running game that is in force: somebody's answers, or a draw."""

    version: int
    seat: int
    """CHANCE for a draw."""
    answers: tuple[str, ...]
    by_stand_in: bool = False
    """Whether a bot answered in the place of the seat's owner."""


class Ahead(NamedTuple):
    """Where a line leads to that was found to be legal; it is in force once it is in the log."""

    line: Line
    before: State
    """The very state in which it was found."""
    state: State
    early: simultaneous.Early
    played: list[tuple[int, Option]]
    events: list[Event]


def last_of(lines: Sequence[Line], seat: int) -> Line | None:
    """What a seat answered last; None where nothing of it is in force."""
    for line in reversed(lines):
        if line.seat == seat:
            return line
    return None


def replayed(beginning: State, lines: Sequence[Line]) -> tuple[State, simultaneous.Early]:
    """Where lines that are in the log lead to, and what is answered there already."""
    state, early = beginning.clone(), simultaneous.nothing_early(beginning.seats)
    for line in lines:
        play_line(state, early, line, state.play)
    return state, early


def play_line(state: State, early: simultaneous.Early, line: Line, play: simultaneous.Play) -> None:
    """Play a line that is in the log, and so in whole notation."""
    if line.seat != CHANCE:
        simultaneous.answer(state, early, line.seat, line.answers, play, whole=True)
        return
    if state.seat_asked != CHANCE:
        raise HalfturnError("nothing was to be drawn")
    play(state.game.parse_option(line.answers[0]))
    simultaneous.settle(state, early, play)
