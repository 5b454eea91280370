"""The levels: novice, casual, strong and expert, in every game."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from halfturn.bots.comparison import Comparison
from halfturn.bots.endgame import Endgame
from halfturn.bots.lookahead import Lookahead, can_look_ahead
from halfturn.bots.plans import Plan, best_plans, count_points, foresee, plans
from halfturn.bots.reading import Reading
from halfturn.bots.search import Search
from halfturn.core import Decision, Heuristics, Option, Rng, SeededRng, State
from halfturn.core.clock import time_now

SEES: Final = 4500
MOST_SEEN: Final = 6
SEES_OF_MANY: Final = 1200
"""Of 10,000 turns a novice sees so many; where that would be more than six, fewer of them."""
FIRST_SHARE: Final = 0.9
LATER_SHARE: Final = 0.5
"""How much of the time left for a turn goes into its first answer, and into each later one."""
MOST_FORESEEN: Final = 12
COST: Final = 100
"""So many turns at most are followed by the best answer to them; each is worth 100 iterations."""
PLANNING: Final = 0.6
"""At most so much of the time goes into looking at whole turns before the search begins."""
ENDING: Final = 0.5
"""At most so much of it goes into exact play near the end, in case that does not get through."""
TURNS: Final = 8
"""Where whole turns are looked at, or all that follows, an iteration is so many of them."""
SLACK: Final = 0.02
"""Seconds kept back for what the clock cannot stop."""
BRIEFLY: Final = 0.3
ENOUGH: Final = 400
"""So many seconds a turn, and iterations a question, a strong player thinks at most."""


class Intention:
    """The rest of a turn that was thought out, and the question that it is for."""

    def __init__(self) -> None:
        self._codes: list[int] = []
        self._next: Hashable = None

    def fits(self, world: State) -> bool:
        """Whether the turn goes on here as it was meant to."""
        return bool(self._codes) and world.key(world.seat_asked) == self._next

    def begin(self, codes: list[int]) -> None:
        """Mean to play this turn."""
        self._codes = list(codes)

    def answer(self, world: State) -> int:
        """The next answer of the turn."""
        code = self._codes.pop(0)
        if self._codes:
            after = world.clone()
            after.play_code(code)
            self._next = after.key(world.seat_asked)
        return code


class CasualBot:
    """A good greedy player: takes the turn after which it is furthest ahead as things lie then.

    Of equal ones it takes what looks best; no thought of what the others will do.
    """

    def __init__(self) -> None:
        self._knowledge: Heuristics | None = None
        self._intention = Intention()

    def choose(self, world: State, rng: Rng) -> Option:
        """The next answer of the best turn; among equals any of them."""
        codes = world.codes()
        if len(codes) == 1:
            return world.option(codes[0])
        if not self._intention.fits(world):
            if self._knowledge is None:
                self._knowledge = world.game.heuristics()
            found = self.noticed(plans(world, self._knowledge), rng)
            count_points(world, found)
            best = best_plans(found)
            self._intention.begin(best[rng.below(len(best))].codes)
        return world.option(self._intention.answer(world))

    def noticed(self, found: list[Plan], rng: Rng) -> list[Plan]:
        """The turns that are thought of: all of them."""
        return found


class NoviceBot(CasualBot):
    """Plays like the casual one and overlooks a good part of what could be done."""

    def noticed(self, found: list[Plan], rng: Rng) -> list[Plan]:
        """The turns that are thought of: some, and at least one."""
        share = min(SEES, max(10_000 * MOST_SEEN // len(found), SEES_OF_MANY))
        seen = [plan for plan in found if rng.below(10_000) < share]
        return seen or [found[rng.below(len(found))]]


class SearchBot:
    """Searches for some seconds a turn, for some iterations a question, or until either is over.

    With iterations alone it plays the same whenever its rng is the same. Where a game has a
    search of its own, an iteration is a position that it looks at.
    """

    def __init__(self, seconds: float = 0.0, iterations: int = 0) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self.search: Search | None = None
        """What was found out for the last question."""
        self._knowledge: Heuristics | None = None
        self._reading: Reading | None = None
        self._intention = Intention()
        self._spent = 0.0

    def choose(self, world: State, rng: Rng) -> Option:
        """The answer that the search trusts most."""
        begin = time_now()
        own = SeededRng(rng.below(1 << 32))
        decision = world.decision
        assert decision is not None, "a bot is asked only where there is a question"
        if decision.opens_turn:
            self._spent = 0.0
        knowledge = self.knows(world)
        if self._reading is None and knowledge.compares_worlds(world):
            self._reading = Reading(knowledge)
        if self._reading is not None:
            self._reading.look(world)
        code = self._answer(world, decision, own, begin)
        if self._reading is not None:
            self._reading.answered(world, code)
        self._spent += time_now() - begin
        return world.option(code)

    def knows(self, world: State) -> Heuristics:
        """What it knows about the game that it is asked about."""
        if self._knowledge is None:
            self._knowledge = world.game.heuristics()
        return self._knowledge

    def _answer(self, world: State, decision: Decision, rng: SeededRng, begin: float) -> int:
        if len(decision.options) == 1:
            return world.codes()[0]
        if not self._intention.fits(world):
            deadline = self._deadline(begin, decision.opens_turn)
            self._intention.begin(self._turn(world, self.knows(world), rng, deadline))
        return self._intention.answer(world)

    def _turn(
        self, world: State, knowledge: Heuristics, rng: SeededRng, deadline: float
    ) -> list[int]:
        """The best turn from here on, or the first answer of it: by the search that suits."""
        solved = knowledge.solve(world, self.iterations, deadline, rng, False)
        if solved:
            return solved[0][0]
        if can_look_ahead(world, knowledge):
            ahead = Lookahead(world, knowledge)
            ahead.think(TURNS * self.iterations, deadline)
            return ahead.ranked()[0][0]
        if knowledge.is_near_end(world):
            by = deadline and time_now() + ENDING * (deadline - time_now())
            ends = Endgame(world, knowledge).solve(TURNS * self.iterations, by)
            if ends:
                return [ends[0][0]]
        if knowledge.compares_worlds(world):
            comparison = Comparison(world, knowledge, rng, self._reading)
            comparison.think(self.iterations, deadline)
            return comparison.ranked()[0][0]
        return [self._searched(world, knowledge, rng, deadline)]

    def _searched(
        self, world: State, knowledge: Heuristics, rng: SeededRng, deadline: float
    ) -> int:
        search = self.search
        if search is None or not search.find(world):
            search = self.search = Search(world, knowledge, rng)
            by = deadline and time_now() + PLANNING * (deadline - time_now())
            found = plans(world, knowledge, by)
            count = (
                min(self.iterations // COST, MOST_FORESEEN) if self.iterations else MOST_FORESEEN
            )
            foresee(world, found, knowledge, count, by)
            search.favour([plan for plan in found if plan.is_foreseen] or found)
        wanted = self.iterations
        if wanted:  # what the tree knows already counts
            wanted = max(wanted - search.root.visits, wanted // 8, 1)
        search.think(wanted, deadline)
        code = search.best()
        search.keep(code)
        return code

    def _deadline(self, now: float, opens_turn: bool) -> float:
        """Until when to think about this question; zero without a limit."""
        if not self.seconds:
            return 0.0
        left = max(self.seconds - self._spent - SLACK, 0.0)
        return now + left * (FIRST_SHARE if opens_turn else LATER_SHARE)


class StrongBot(SearchBot):
    """Searches briefly, in some games not every turn: else nothing would be left for experts."""

    def __init__(self) -> None:
        super().__init__(seconds=BRIEFLY, iterations=ENOUGH)
        self._hurried = CasualBot()
        self._is_hurried = False

    def choose(self, world: State, rng: Rng) -> Option:
        """The answer of the search, or in a hurry that of the casual player."""
        if world.opens_turn:
            share = self.knows(world).turns_thought_through()
            self._is_hurried = rng.below(100) >= share
        return super().choose(world, rng)

    def _answer(self, world: State, decision: Decision, rng: SeededRng, begin: float) -> int:
        if self._is_hurried:
            return world.code(self._hurried.choose(world, rng))
        return super()._answer(world, decision, rng, begin)
