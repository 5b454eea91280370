"""Looking ahead by whole turns, where nothing is hidden: best first, and exact near the end.

Every turn that is possible is judged at its end. Then, again and again, the line that looks best
for both sides so far is followed, and all turns after it are judged as well. What is found goes
back up by minimax, and with it what is certain: a position in which the game is over, or cards
are to be drawn, is worth what it is worth. When no other turn can be better than the best one,
the search is over. Far from the end only the more promising half of the answers is followed; near
it nothing is left out, and the result is exact.
"""

from __future__ import annotations

from typing import Final, final

from halfturn.bots.plans import plans
from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.state import State

LOST: Final = 0.0
WON: Final = 1.0
CLEAR: Final = 0.2
"""A turn that is better by so much stays so: no need to look on, once it was looked at well."""
LOOKED_WELL: Final = 8
FEWEST_LISTS: Final = 24
MOST_ROUGH: Final = 40_000
"""Turns that are looked at far from the end, where answers are left out. What more time adds
there is a few lines that are followed ever deeper: that chooses worse, not better."""


def can_look_ahead(world: State, heuristics: Heuristics) -> bool:
    """Whether this way of thinking suits a question: for two players, with all open to both."""
    return world.seats == 2 and heuristics.is_open(world)


@final
class Line:
    """A turn in the tree, and all that is known of what follows it.

    Values are those of the seat that thinks: it looks for the largest, the other for the least.
    """

    def __init__(self, codes: list[int], value: float, seat: int) -> None:
        self.codes = codes
        self.value: float = value
        self.seat: int = seat
        """Who plays next; below zero nobody does, or CHANCE draws."""
        self.next: list[Line] = NOTHING_YET
        self.visits: int = 0
        self.low: float = LOST if seat >= 0 else value
        self.high: float = WON if seat >= 0 else value
        """What it is worth at least and at most."""


NOTHING_YET: Final[list[Line]] = []
"""What follows a line that was not looked at: one list for all of the very many there are."""


@final
class Lookahead:
    """A tree of turns that grows from one question of one seat."""

    def __init__(self, world: State, heuristics: Heuristics) -> None:
        self.world: State = world
        self.heuristics: Heuristics = heuristics
        self.seat: int = world.seat_asked
        self.root = Line([], 0.5, self.seat)
        self.lists: int = 0
        """The positions of which the turns were listed."""
        self.judged: int = 0
        """The turns that were looked at, in all of them."""
        self.rough: int = 0
        """Those among them that were looked at far from the end …"""
        self.most_rough: int = MOST_ROUGH
        """… of which there are no more than these."""
        self._has_left_out: bool = False

    def think(self, turns: int, deadline: float) -> None:
        """Look at so many turns, or until the clock says so; zero means no such limit."""
        if not self.root.next:
            self._list(self.root, self.world, deadline)
        while (turns == 0 or self.judged < turns) and not self._is_settled():
            if self.rough >= self.most_rough or (deadline > 0.0 and time_now() >= deadline):
                return
            self._follow(deadline)

    def ranked(self) -> list[tuple[list[int], float]]:
        """The turns and their values, the best first: those of which the answers were looked at.

        Where time did not even suffice for that, all of them.
        """
        lines = [line for line in self.root.next if _is_known(line)] or self.root.next
        order = sorted(range(len(lines)), key=lambda at: (-lines[at].value, at))
        return [(lines[at].codes, lines[at].value) for at in order]

    @property
    def is_exact(self) -> bool:
        """Whether the best turn is certain to be one, and nothing was left out on the way."""
        return self.root.low >= self.root.high and not self._has_left_out

    # ---- one step ----

    def _follow(self, deadline: float) -> None:
        """Go down the line that looks best, list what follows it, and tell everybody above."""
        state = self.world.clone()
        line = self.root
        path = [line]
        while line.next:
            line = self._most_promising(line)
            path.append(line)
            for code in line.codes:
                state.play_code(code)
        if not self._list(line, state, deadline):
            return
        for line in reversed(path):
            line.visits += 1
            self._update(line)

    def _list(self, line: Line, state: State, deadline: float) -> bool:
        """All turns after a line; False, and nothing learnt, where time runs out before that."""
        is_far = not self.heuristics.is_near_end(state)
        is_narrow = is_far and line is not self.root
        is_own = line.seat == self.seat
        judged = self.heuristics.judged(state, is_narrow, deadline)
        if judged is None:
            found = plans(state, self.heuristics, deadline, is_narrow, False)
            following = [_line(plan.codes, plan.value, plan.seat, is_own) for plan in found]
        else:
            is_narrow = not judged.is_complete
            following = [
                _line(judged.codes[at], judged.values[at], judged.seats[at], is_own)
                for at in range(len(judged.codes))
            ]
        is_late = deadline > 0.0 and time_now() >= deadline
        if is_late and line is not self.root:
            return False
        self._has_left_out = self._has_left_out or is_narrow
        self.lists += 1
        self.judged += len(following)
        if is_far:
            self.rough += len(following)
        if line is self.root:  # of turns that come to the same, those that look better go first
            following.sort(key=lambda each: -each.value)
        line.next = following
        self._update(line)
        return True

    def _most_promising(self, line: Line) -> Line:
        """The turn to look further at: the best for its player of those that are not certain."""
        is_own = line.seat == self.seat
        best = line.next[0]
        top = -2.0
        for each in line.next:
            if each.low >= each.high:
                continue
            if (is_own and each.high <= line.low) or (not is_own and each.low >= line.high):
                continue  # it cannot matter any more
            value = each.value if is_own else -each.value
            if value > top:
                best, top = each, value
        return best

    def _update(self, line: Line) -> None:
        """What follows from the turns that come next."""
        if not line.next:
            return
        is_own = line.seat == self.seat
        first = line.next[0]
        value, low, high = first.value, first.low, first.high
        for each in line.next:
            if is_own:
                value, low, high = max(value, each.value), max(low, each.low), max(high, each.high)
            else:
                value, low, high = min(value, each.value), min(low, each.low), min(high, each.high)
        line.value, line.low, line.high = min(max(value, low), high), low, high

    def _is_settled(self) -> bool:
        """Whether the best turn is certain, or so clear that looking on is of no use."""
        root = self.root
        if root.low >= root.high or len(root.next) == 1:
            return True
        if self.lists < FEWEST_LISTS:
            return False
        first, second = root.next[0], root.next[1]
        if second.value > first.value:
            first, second = second, first
        for at in range(2, len(root.next)):
            each = root.next[at]
            if each.value > first.value:
                first, second = each, first
            elif each.value > second.value:
                second = each
        return first.visits >= LOOKED_WELL and first.value - second.value > CLEAR


def _line(codes: list[int], value: float, seat: int, is_own: bool) -> Line:
    return Line(codes, value if is_own else WON - value, seat)


def _is_known(line: Line) -> bool:
    return line.visits > 0 or line.low >= line.high
