"""Reading what others hold from what they play: worlds that explain it are likelier.

Who had a card that captures much would have played it. So of the worlds that look alike to a seat
those count more in which the others, holding what they hold there, would have answered as they
did, if they took what looks best at once, as casual players do, and now and then anything.
"""

from __future__ import annotations

from typing import Final, final

from halfturn.bots.plans import best_plans, count_points, plans
from halfturn.core.heuristics import Answered, Heuristics
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State

WHIM: Final = 0.1
"""In so many cases anybody may answer anything."""
FIRST_DRAWN: Final = 16
DRAWN: Final = 4
"""So many worlds are drawn for the first one that is thought about, and for each further one."""
FINE: Final = 1 << 30


@final
class Reading:
    """What one seat makes of the others' turns since cards were dealt.

    It goes by the worlds that the seat is asked in, and of those by nothing but what it sees.
    """

    def __init__(self, heuristics: Heuristics) -> None:
        self.heuristics: Heuristics = heuristics
        self.turns: list[Answered] = []
        """The turns that worlds have to explain."""
        self._after: State | None = None
        """How things lay after the last own answer."""
        self._held: State | None = None
        self._odds: float = 0.0
        """The last world that was drawn, and how well it explains the turns."""

    def look(self, world: State) -> None:
        """The seat is asked: remember what others have done until now."""
        self._held = None
        before, self._after = self._after, None
        found = self.heuristics.answered_since(before, world) if before is not None else None
        if before is None or found is None or before.seat_asked == CHANCE:
            self.turns = []
        if not found:
            return
        shown, seat = found[0].known, world.seat_asked
        for turn in self.turns:
            turn.known = self.heuristics.with_hidden(turn.known, shown, seat)
        self.turns += found

    def answered(self, world: State, code: int) -> None:
        """The seat answers."""
        after = world.clone()
        after.play_code(code)
        self._after = after

    def draw(self, world: State, rng: SeededRng) -> State:
        """A world like this one, the oftener the better it explains what the others have played.

        A new one takes the place of the last by its odds against it, so that in the long run
        each is seen as often as it is likely (Metropolis and Hastings).
        """
        seat = world.seat_asked
        if not self.turns:
            return world.redeal(seat, rng)
        held = self._held
        for _ in range(DRAWN if held is not None else FIRST_DRAWN):
            other = world.redeal(seat, rng)
            odds = self.odds(other, seat)
            if held is None or odds * float(FINE) > self._odds * float(rng.below(FINE)):
                held = other
                self._odds = odds
        assert held is not None, "at least one was drawn"
        self._held = held
        return held

    def odds(self, world: State, seat: int) -> float:
        """How likely the others would have answered as they did, if this were the world."""
        odds = 1.0
        for turn in self.turns:
            state = self.heuristics.with_hidden(turn.known, world, seat)
            found = plans(state, self.heuristics)
            if len(found) == 1:
                continue
            count_points(state, found)
            best = best_plans(found)
            same = 0
            for plan in best:
                if plan.codes == turn.codes:
                    same += 1
            odds *= WHIM / float(len(found)) + (1.0 - WHIM) * float(same) / float(len(best))
        return odds
