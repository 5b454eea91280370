"""Comparing answers on many worlds, where luck is large and a turn small: SWIRL.

Each world is drawn once and every answer tried in it, so that what differs comes of the answers
and not of luck. Then all play on until cards are drawn: the others greedily, and the own seat each
card in turn, for the best that can come of it. The position then is judged. Whatever falls behind
is left out soon.
"""

from __future__ import annotations

import math
from typing import Final, final

from halfturn.bots.plans import Plan, best_plans, count_points, plans
from halfturn.bots.reading import Reading
from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.state import State

FEWEST_WORLDS: Final = 8
"""After so many worlds, and each time they have doubled, answers that fell behind are left out."""
CLEAR: Final = 3.0
"""Behind is what is worse than the best by so many standard errors of the difference."""
MOST_WORLDS: Final = 1024
SEEDS: Final = 1 << 30


@final
class Trial:
    """An answer, and what it came to in the worlds that it was tried in."""

    def __init__(self, code: int) -> None:
        self.code: int = code
        self.values: list[float] = []
        self.total: float = 0.0

    def value(self) -> float:
        """How good it is, from 0 for lost to 1 for won."""
        return self.total / float(len(self.values)) if self.values else 0.0

    def add(self, value: float) -> None:
        """It came to this in one world more."""
        self.values.append(value)
        self.total += value

    def behind(self, best: Trial) -> float:
        """How much worse it is than the best was in the worlds that both were tried in."""
        worlds = len(self.values)
        return sum(best.values[:worlds]) / float(worlds) - self.value() if worlds else 0.0

    def is_behind(self, best: Trial) -> bool:
        """Whether that is clear, and not luck."""
        worlds = len(self.values)
        mean = self.behind(best)
        squares = 0.0
        for at in range(worlds):
            apart = best.values[at] - self.values[at] - mean
            squares += apart * apart
        return mean * float(worlds) > CLEAR * math.sqrt(squares)


@final
class Comparison:
    """The answers to one question of one seat, tried in one world after the other."""

    def __init__(
        self,
        world: State,
        heuristics: Heuristics,
        rng: SeededRng,
        reading: Reading | None = None,
    ) -> None:
        self.world: State = world
        self.heuristics: Heuristics = heuristics
        self.reading: Reading | None = reading
        """What the seat has made of the others' turns, if it remembers any."""
        self.rng: SeededRng = rng
        self.seat: int = world.seat_asked
        self.trials: list[Trial] = [Trial(code) for code in world.codes()]
        self.tried: int = 0
        """How often an answer was tried in a world."""

    def think(self, tries: int, deadline: float) -> None:
        """Try so many times, or until the clock says so; zero means no such limit."""
        alive = self.trials[:]
        worlds = 0
        halving = FEWEST_WORLDS
        while len(alive) > 1 and worlds < MOST_WORLDS:
            if self.reading is None:
                world = self.world.redeal(self.seat, self.rng)
            else:
                world = self.reading.draw(self.world, self.rng)
            seed = self.rng.below(SEEDS)
            for each in alive:
                after = world.clone()
                after.play_code(each.code)
                each.add(self._played_on(after, SeededRng(seed)))
                self.tried += 1
            worlds += 1
            if worlds == halving:
                halving *= 2
                alive = _contenders(alive)
            if tries and self.tried >= tries:
                return
            if deadline > 0.0 and time_now() >= deadline:
                return

    def ranked(self) -> list[tuple[list[int], float]]:
        """The answers and their values, the best first: what stayed longer is better."""
        trials = self.trials
        order = sorted(
            range(len(trials)), key=lambda at: (-len(trials[at].values), -trials[at].value(), at)
        )
        best = trials[order[0]]
        found: list[tuple[list[int], float]] = []
        bound = 1.0
        for at in order:
            bound = min(bound, max(0.0, best.value() - trials[at].behind(best)))
            found.append(([trials[at].code], bound))
        return found

    def _played_on(self, state: State, rng: SeededRng) -> float:
        """How good it may still become for the seat until cards are drawn."""
        heuristics = self.heuristics
        while True:
            asked = state.seat_asked
            if asked == NOBODY or asked == CHANCE:
                return heuristics.values(state)[self.seat]
            found = plans(state, heuristics)
            if len(found) > 1:
                count_points(state, found)
                if asked == self.seat:
                    found = _first_of_each(found)
                else:
                    found = best_plans(found)
                    found = [found[rng.below(len(found))]]
            if len(found) > 1:
                best = 0.0
                for plan in found:
                    best = max(best, self._played_on(_end(plan), rng))
                return best
            state = _end(found[0])


def _end(plan: Plan) -> State:
    assert plan.after is not None, "turns are followed from their ends"
    return plan.after


def _first_of_each(found: list[Plan]) -> list[Plan]:
    """For each answer that a turn may begin with, the best such turn as things lie then."""
    best: dict[int, Plan] = {}
    for plan in found:
        known = best.get(plan.codes[0])
        if known is None or plan.value > known.value:
            best[plan.codes[0]] = plan
    return list(best.values())


def _contenders(alive: list[Trial]) -> list[Trial]:
    """The answers that are worth more worlds: the best, and all that may be no worse."""
    best = alive[0]
    for each in alive:
        if each.value() > best.value():
            best = each
    return [each for each in alive if each is best or not each.is_behind(best)]
