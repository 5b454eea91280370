"""Comparing answers on many worlds, where luck is large and a turn small: SWIRL.

Each world is drawn once and every answer tried in it, with the same draws after it, so that what
differs comes of the answers and not of luck. After an answer everybody plays a few turns
greedily, and the position then is judged. Whatever falls behind is left out soon.
"""

from __future__ import annotations

from typing import Final, final

from halfturn.bots.plans import best_plans, count_points, plans
from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.state import State

FEWEST_WORLDS: Final = 8
FEWEST_ANSWERS: Final = 2
"""After so many worlds, and each time they have doubled, the worse half of the answers is left
out, as long as more than so many are there."""
CLEAR: Final = 0.6
"""A lead of so much, over the root of the number of worlds, stays one."""
MOST_WORLDS: Final = 2048
SEEDS: Final = 1 << 30


@final
class Trial:
    """An answer, and what it came to in the worlds that it was tried in."""

    def __init__(self, code: int) -> None:
        self.code: int = code
        self.total: float = 0.0
        self.worlds: int = 0

    def value(self) -> float:
        """How good it is, from 0 for lost to 1 for won."""
        return self.total / float(self.worlds) if self.worlds else 0.0


@final
class Comparison:
    """The answers to one question of one seat, tried in one world after the other."""

    def __init__(self, world: State, heuristics: Heuristics, rng: SeededRng) -> None:
        self.world: State = world
        self.heuristics: Heuristics = heuristics
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
            world = self.world.redeal(self.seat, self.rng)
            seed = self.rng.below(SEEDS)
            for each in alive:
                after = world.clone()
                after.play_code(each.code)
                each.total += self._played_on(after, SeededRng(seed))
                each.worlds += 1
                self.tried += 1
            worlds += 1
            if worlds == halving:
                halving *= 2
                alive = _better_half(alive, worlds)
            if tries and self.tried >= tries:
                return
            if deadline > 0.0 and time_now() >= deadline:
                return

    def ranked(self) -> list[tuple[list[int], float]]:
        """The answers and their values, the best first: what stayed longer is better."""
        trials = self.trials
        order = sorted(
            range(len(trials)), key=lambda at: (-trials[at].worlds, -trials[at].value(), at)
        )
        return [([trials[at].code], trials[at].value()) for at in order]

    def _played_on(self, state: State, rng: SeededRng) -> float:
        """How good a position is for the seat after some turns in which all are greedy."""
        heuristics = self.heuristics
        turns = heuristics.greedy_turns(state)
        while True:
            asked = state.seat_asked
            if asked == NOBODY:
                break
            if asked == CHANCE:
                state.play_code(state.draw_code(rng))
                continue
            if turns <= 0:
                break
            turns -= 1
            found = plans(state, heuristics)
            if len(found) > 1:
                count_points(state, found)
                found = best_plans(found)
            for code in found[0].codes:
                state.play_code(code)
        return heuristics.values(state)[self.seat]


def _better_half(alive: list[Trial], worlds: int) -> list[Trial]:
    """The answers that are worth more worlds; one alone where it is clearly the best."""
    order = sorted(range(len(alive)), key=lambda at: (-alive[at].value(), at))
    alive = [alive[at] for at in order]
    if alive[0].value() - alive[1].value() > CLEAR / float(worlds) ** 0.5:
        return alive[:1]
    return alive[: max(FEWEST_ANSWERS, (len(alive) + 1) // 2)]
