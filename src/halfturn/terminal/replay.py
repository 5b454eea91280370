"""Stepping through a saved game."""

from __future__ import annotations

from dataclasses import dataclass

from halfturn.core import CHANCE, State, read_seat, seat_letter
from halfturn.core.event import Event
from halfturn.core.match import Match
from halfturn.core.secrecy import hides_something
from halfturn.terminal.players import read_players
from halfturn.terminal.screen import EndOfInput, Screen
from halfturn.terminal.telling import folded, result_words, sentences, without_result

Viewers = tuple[int | None, ...]


@dataclass(frozen=True)
class Position:
    """A position of a replayed match, and what led there from the one before."""

    game: int
    state: State
    events: list[Event]


class Replay:
    """All positions of a match, shown through the eyes of some seats or of a spectator."""

    def __init__(self, match: Match, words: list[str], view: str, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.seats = match.current.state.seats
        self.names = [player.name for player in read_players(words)] if words else []
        self.viewers = read_viewers(view, self.seats)
        self.positions = [
            position for number in range(len(match.games)) for position in self._positions(number)
        ]

    def _positions(self, number: int) -> list[Position]:
        """The positions of a game in which somebody is asked, and its last one."""
        found = []
        events: list[Event] = []
        for state, seat, _, news in self.match.games[number].steps():
            # The deal is told together with the position it leads to.
            if seat != CHANCE:
                found.append(Position(number, state, events))
                events = []
            events = events + news
        return [*found, Position(number, self.match.games[number].state, events)]

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat] if self.names else seat_letter(seat)

    def show(self, at: int) -> None:
        """Show the position with that number."""
        position = self.positions[at]
        game = f"game {position.game + 1} of {self.match.length}, " if self.match.length > 1 else ""
        self.screen.rule(f"{game}position {at} of {len(self.positions) - 1}")
        viewers = self._different(position.state)
        for viewer in viewers:
            if viewer is not None and len(viewers) > 1:
                self.screen.show(f"As {self.name(viewer)} sees it:", "bold")
            self._show_as(position, viewer)
        if position.state.over:
            state = position.state
            words = result_words(state.game, state, position.events, self.name)
            self.screen.show(words, "bold")

    def _different(self, state: State) -> Viewers:
        """The viewers, only one of them where all see the same."""
        return self.viewers if hides_something(state, self.viewers) else self.viewers[:1]

    def _show_as(self, position: Position, viewer: int | None) -> None:
        told = sentences(without_result(position.events), viewer, self.name)
        for line in folded([told]):
            self.screen.show(line)
        self.screen.show()
        self.screen.board(position.state.game, position.state.view(viewer))
        self.screen.show()

    def show_all(self) -> None:
        """Show every position, one after another."""
        for at in range(len(self.positions)):
            self.show(at)

    def walk(self) -> None:
        """Step back and forth as somebody types."""
        at = 0
        self.show(at)
        while True:
            try:
                line = self.screen.ask("Enter: on, b: back, g N: go to N, q: quit> ").lower()
            except EndOfInput:
                return
            if line in ("q", "quit", "exit"):
                return
            to = self._target(at, line)
            if to is None:
                self.screen.complain(f"expected Enter, b, g and a number, or q, got {line!r}")
            elif not 0 <= to < len(self.positions):
                self.screen.show(f"Positions go from 0 to {len(self.positions) - 1}.")
            else:
                at = to
                self.show(at)

    @staticmethod
    def _target(at: int, line: str) -> int | None:
        words = line.split()
        if not words:
            return at + 1
        if line in ("b", "back"):
            return at - 1
        number = words[-1]
        if words[0] in ("g", "go", number) and len(words) <= 2 and number.isdecimal():
            return int(number[:9])
        return None


def read_viewers(view: str, seats: int) -> Viewers:
    """Through whose eyes to look: a seat's letter, all, or nobody's."""
    if view == "":
        return (None,)
    if view.lower() == "all":
        return tuple(range(seats))
    return (read_seat(view, seats),)
