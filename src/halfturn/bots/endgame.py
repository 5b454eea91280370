"""Play near the end, where all is open and nothing is drawn: max^n with a table of positions.

Every line is followed to the end of the game, and each seat takes what is best for itself, so any
number of players will do. Between two sides that is exact, and safe whatever the other does. Among
more nothing is safe: who relies on others to see what is best for them is disappointed by those
who do not. So several others are thought to take it often, but not always.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, final

from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.state import State

LOOK_UP: Final = 64
"""Every so many positions the clock is looked at."""
HASTE: Final = 0.4
WHIM: Final = 0.2
"""How often one of several others takes what looks best at once, and any answer at all; else it
is the best one. Without these it wins less against those who do not look so far."""


@final
class Outcome:
    """How a game may be expected to end: what that is worth to each seat, and how often it wins."""

    def __init__(self, values: list[float], wins: list[float]) -> None:
        self.values = values
        self.wins = wins


@final
class Answer:
    """An answer, what it leads to, and how that looks to each seat before anything follows."""

    def __init__(self, code: int, after: State, values: list[float]) -> None:
        self.code = code
        self.after = after
        self.values = values


@final
class Endgame:
    """All that follows one question of one seat."""

    def __init__(self, world: State, heuristics: Heuristics) -> None:
        self.world: State = world
        self.heuristics: Heuristics = heuristics
        self.seat: int = world.seat_asked
        self.positions: int = 0
        """How many were looked at."""
        self._most: int = 0
        self._deadline: float = 0.0
        self._is_out_of_time: bool = False
        self._known: dict[Hashable, Outcome] = {}
        self._is_duel: bool = len(world.sides) == 2
        self._own: list[int] = []
        for side in world.sides:
            if self.seat in side:
                self._own = list(side)

    def solve(self, positions: int, deadline: float) -> list[tuple[int, Outcome]]:
        """Each answer with how the game ends then, the best first; nothing if there is no time.

        So many positions are looked at, or until the clock says so; zero means no such limit.
        """
        self._most = positions
        self._deadline = deadline
        seat = self.seat
        found: list[tuple[int, Outcome]] = []
        for answer in self._answers(self.world):
            outcome = self._outcome(answer)
            if self._is_out_of_time:
                return []
            found.append((answer.code, outcome))
        return sorted(found, key=lambda each: -each[1].values[seat])

    def _answers(self, state: State) -> list[Answer]:
        """All that can be answered, first what looks best to who is asked."""
        seat = state.seat_asked
        found: list[Answer] = []
        for code in state.codes():
            after = state.clone()
            after.play_code(code)
            found.append(Answer(code, after, self.heuristics.values(after)))
        order = sorted(range(len(found)), key=lambda at: -found[at].values[seat])
        return [found[at] for at in order]

    def _outcome(self, answer: Answer) -> Outcome:
        """How the game ends after an answer; anything, out of time."""
        self.positions += 1
        if self.positions % LOOK_UP == 0:
            self._is_out_of_time = self._is_too_late()
        state = answer.after
        seat = state.seat_asked
        if seat < 0:
            return Outcome(answer.values, self._wins(answer))
        key = state.key()
        known = self._known.get(key)
        if known is not None:
            return known
        ends: list[Outcome] = []
        for each in self._answers(state):
            outcome = self._outcome(each)
            if self._is_out_of_time:
                return outcome
            ends.append(outcome)
        found = self._expected(seat, ends)
        self._known[key] = found
        return found

    def _expected(self, seat: int, ends: list[Outcome]) -> Outcome:
        """What comes of a seat's choice among ends, of which the first looked best at once."""
        best = ends[0]
        for each in ends:
            if each.values[seat] > best.values[seat]:
                best = each
        if self._is_duel or seat in self._own:
            return best
        values = _mixed(best.values, ends[0].values, [each.values for each in ends])
        wins = _mixed(best.wins, ends[0].wins, [each.wins for each in ends])
        return Outcome(values, wins)

    def _wins(self, answer: Answer) -> list[float]:
        """The win where the game is over, in shares; where cards are to be drawn, the chances."""
        winners = answer.after.winners
        if not winners:
            return answer.values
        share = float(len(self._own)) / float(len(winners))
        return [share if seat in winners else 0.0 for seat in range(len(answer.values))]

    def _is_too_late(self) -> bool:
        if self._most and self.positions >= self._most:
            return True
        return self._deadline > 0.0 and time_now() >= self._deadline


def _mixed(best: list[float], first: list[float], ends: list[list[float]]) -> list[float]:
    found: list[float] = []
    for at in range(len(best)):
        mean = 0.0
        for each in ends:
            mean += each[at]
        mean /= float(len(ends))
        found.append((1.0 - HASTE - WHIM) * best[at] + HASTE * first[at] + WHIM * mean)
    return found
