"""Observers: what a seat may know of a state, written into bytes.

An observation is one row of signed bytes. `research.layouts` documents its parts; each game has an
observer of its own that fills them in that order. Seats are counted from the viewer on: 0 is
the viewer, 1 the next clockwise. This is compiled, and knows nothing of NumPy.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from halfturn.core.errors import IllegalOption
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Fills observations of one game with so many seats."""

    def __init__(self, seats: int, size: int) -> None:
        self.seats: i64 = seats
        self.size: i64 = size
        """How many bytes an observation has."""
        self._empty: vec[u8] = vec[u8]([0] * size)

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        raise NotImplementedError("observe")

    def empty(self) -> vec[u8]:
        """An observation to be filled: nothing but zeros."""
        return self._empty[:]

    def mark_asked(self, out: vec[u8], at: i64, state: State, viewer: i64) -> i64:
        """Who is asked: a seat from the viewer on, CHANCE, or nobody; returns where to go on."""
        seats = self.seats
        asked: i64 = state.seat_asked
        if asked >= 0:
            out[at + steps_to(asked, viewer, seats)] = 1
        elif asked == CHANCE:
            out[at + seats] = 1
        else:
            out[at + seats + 1] = 1
        return at + seats + 2

    def mark_seat(self, out: vec[u8], at: i64, seat: i64, viewer: i64) -> i64:
        """A seat as one of so many, none below zero; returns where to go on."""
        if seat >= 0:
            out[at + steps_to(seat, viewer, self.seats)] = 1
        return at + self.seats


def steps_to(seat: i64, viewer: i64, seats: i64) -> i64:
    """How many seats clockwise from the viewer; a remainder would take many times as long."""
    steps = seat - viewer
    return steps + seats if steps < 0 else steps


def put(out: vec[u8], at: i64, value: i64) -> None:
    """Write a number from -128 to 127."""
    out[at] = u8(value & 255)


@final
class Numbering:
    """Dense integers for the answers of players and of CHANCE, and back to the game's own."""

    def __init__(self, codes: list[int], code_count: int) -> None:
        self.codes = codes
        """The game's integer of each action."""
        self.count: int = len(codes)
        self.actions: list[int] = [-1] * code_count
        """The action of each of the game's integers, or -1."""
        for action, code in enumerate(codes):
            self.actions[code] = action
        self.places: vec[i64] = vec[i64](self.actions)
        """The same for compiled code."""

    def legal(self, state: State) -> list[int]:
        """The actions that answer the open question, in ascending order."""
        actions = self.actions
        found = [actions[code] for code in state.codes()]
        found.sort()
        return found

    def mask(self, state: State) -> bytearray:
        """One byte for each action: 1 where it answers the open question."""
        out = vec[u8]([0] * self.count)
        places = self.places
        for code in state.code_vec():
            out[places[code]] = 1
        return bytearray(out)

    def play(self, state: State, action: int) -> int:
        """Answer with an action; returns the game's own integer."""
        if not 0 <= action < self.count:
            raise IllegalOption(f"expected an action from 0 to {self.count - 1}, got {action}")
        code = self.codes[action]
        try:
            state.play_code(code)
        except IllegalOption as error:
            # Told in actions: whoever answers with one knows nothing of the game's integers.
            legal = self.legal(state)
            expected = f"expected one of the actions {legal}" if legal else "the game is over"
            raise IllegalOption(f"{expected}, got {action}") from error
        return code

    def outcomes(self, state: State) -> list[tuple[int, float]]:
        """CHANCE's actions and how likely each is, in ascending order."""
        decision = state.decision
        assert decision is not None
        actions, weights = self.actions, decision.weights
        whole = float(sum(weights))
        codes = state.codes()
        found = [(actions[codes[at]], weights[at] / whole) for at in range(len(codes))]
        found.sort()
        return found


def deal(state: State, rng: Rng) -> None:
    """Answer for CHANCE until a seat is asked or the game is over."""
    while state.seat_asked == CHANCE:
        state.play_code(state.draw_code(rng))


@final
class Desk:
    """A game that is played by actions: CHANCE answers at once, so only seats are ever asked."""

    def __init__(self, beginning: State, observer: Observer, players: Numbering) -> None:
        self.beginning = beginning
        self.observer = observer
        self.players = players
        self.state: State = beginning.clone()
        """Where the game stands; look, but leave it as it is."""
        self.marks: vec[u8] = vec[u8]([0] * players.count)
        """One byte for each action: 1 where it answers the open question.

        The same bytes all the time, written anew by `begin` and `answer`: whoever keeps a mask
        copies them.
        """
        self._marked: vec[i64] = vec[i64]()
        """The actions that are marked."""

    def begin(self, rng: Rng) -> int:
        """Begin anew; returns the seat that is asked."""
        self.state = self.beginning.clone()
        return self._go_on(rng)

    def answer(self, action: int, rng: Rng) -> int:
        """Answer for the seat that is asked; returns the seat that is asked next."""
        self.players.play(self.state, action)
        return self._go_on(rng)

    def _go_on(self, rng: Rng) -> int:
        """Let CHANCE answer, and mark what can be answered then."""
        state, marks, places = self.state, self.marks, self.players.places
        asked = state.seat_asked
        while asked == CHANCE:
            state.play_code(state.draw_code(rng))
            asked = state.seat_asked
        action: i64
        for action in self._marked:
            marks[action] = 0
        # Nobody else has this vector, so the actions take the place of the codes: `places` is
        # far too large to be looked up twice.
        found = state.code_vec()
        at: i64
        for at in range(len(found)):
            action = places[found[at]]
            marks[action] = 1
            found[at] = action
        self._marked = found
        return asked

    def look(self, seat: int) -> bytearray:
        """All that this seat may know, and nothing else."""
        return self.observer.observe(self.state, seat)
