"""Heuristics: what somebody who plays a game well knows about it. The bots ask here.

Every method has a default that fits any game, so a game needs none of its own. What it
writes makes its bots better: what to expect of a position, which answers are worth a look.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from halfturn.core.rng import Rng
from halfturn.core.seats import NOBODY

if TYPE_CHECKING:
    from halfturn.core.state import State

WIN_SHARE = 0.8
"""How much of a finished game's value is the win; the rest is by how much."""
LOG_3: Final = 1.0986
FAR: Final = 50.0
"""Odds of three to one are the power of a lead that is won three times in four; beyond any doubt
are those with a power of so much."""


@final
class Turns:
    """Whole turns of one seat, each by its place in all these lists."""

    def __init__(self) -> None:
        self.codes: list[list[int]] = []
        """The answers."""
        self.values: list[float] = []
        """How good the end is for the seat that plays, from 0 for lost to 1 for won."""
        self.seats: list[int] = []
        """Who is asked then."""
        self.is_complete: bool = True
        """Whether these are all that there are."""


@final
class Answered:
    """A turn of another seat: the position that it was asked in, and its answers."""

    def __init__(self, known: State, codes: list[int]) -> None:
        self.known: State = known
        """With no more in other seats' hands than they have shown since."""
        self.codes: list[int] = codes


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics:
    """A game's own knowledge, without any state.

    Whatever it is asked about is a world that a bot may see: it need not hide anything.
    """

    # ---- what a game may know better ----

    def expected(self, state: State) -> list[float]:
        """The points that each seat may expect at the end."""
        return [float(points) for points in state.outlook]

    def spread(self, state: State) -> float:
        """A lead of so many points is won about three times in four."""
        least, most = state.game.score_bounds(state.seats)
        return (most - least) / 10

    def appeal(self, state: State, codes: list[int]) -> list[float]:
        """How promising each answer looks before anything is tried; empty: all alike."""
        return []

    def playout(self, state: State) -> int:
        """How many further answers to try blindly before a new position is judged.

        A turn that has begun is finished in any case.
        """
        return 0

    def answer(self, state: State, codes: list[int], rng: Rng) -> int:
        """What to answer in a playout: quick, and sensible where that costs little."""
        return codes[rng.below(len(codes))]

    def plans(self, state: State) -> list[list[int]]:
        """Whole turns that are worth a look, each a list of answers; empty: try them all."""
        return []

    def judged(self, state: State, is_narrow: bool, deadline: float) -> Turns | None:
        """The turns from here, as a game lists and judges them that has a quick way to do so.

        A narrow look leaves out what does not look promising. With a deadline, as `core.clock`
        counts, only those that are found until then, and at least one. None: the bots follow
        every turn by themselves.
        """
        return None

    def solve(
        self, state: State, nodes: int, deadline: float, rng: Rng, every: bool
    ) -> list[tuple[list[int], float]]:
        """A search of the game's own: turns, each with the lead it comes to, the best first.

        A turn is the answers that are still to be given for it. It may look at so many
        positions and has to be back by `deadline`, as `core.clock` counts; zero means
        without end. Unless `every` lead is wanted, those behind the first may be mere bounds.
        Empty where the game has no such search.
        """
        return []

    def compares_worlds(self, state: State) -> bool:
        """Whether answers are compared on worlds, all in the same ones, until cards are drawn.

        For turns that are small, luck that is large and draws that come soon, since until then
        the own answers are tried in every order; elsewhere a tree is searched.
        """
        return False

    def answered_since(self, before: State, now: State) -> list[Answered] | None:
        """The turns of others that led from one position to the next question of a seat.

        Whoever is asked `now` was there `before`, and cannot know what others held. None where
        that cannot be told, as after a deal, or where answers tell nothing about what is hidden.
        """
        return None

    def with_hidden(self, known: State, world: State, seat: int) -> State:
        """A position as `answered_since` finds it, if all that is hidden from the seat now is as
        in this world: others hold what they have shown since, and what they still hold there.
        """
        return known.clone()

    def is_open(self, state: State) -> bool:
        """Whether nothing is hidden for some turns to come, and nothing drawn in most of them.

        Then whole turns and the answers to them are compared, instead of worlds.
        """
        return False

    def is_near_end(self, state: State) -> bool:
        """Whether so little is left, where all is open, that every turn can be looked at.

        Where `is_open` does not hold as well, all is followed to the end of the game.
        """
        return False

    def turns_thought_through(self) -> int:
        """Of a hundred turns, how many a strong player thinks through; an expert does all.

        Fewer where a little thought finds nearly all that there is to find: experts should still
        be a step above.
        """
        return 100

    def reason(self, state: State, turn: list[int]) -> str:
        """Why one would answer so, in a few words without a full stop; empty: nothing to say.

        `turn` is the answer and those that would follow it, as far as they were thought of.
        """
        return ""

    # ---- what follows from it ----

    def values(self, state: State) -> list[float]:
        """How good a position is for each seat, from 0 for lost to 1 for won."""
        is_over = state.seat_asked == NOBODY
        points = [float(each) for each in state.scores] if is_over else self.expected(state)
        spread = self.spread(state)
        sides = state.sides
        found = [0.0] * len(points)
        for side in sides:
            chance = _chance_among(points, sides, side, spread)
            for seat in side:
                found[seat] = chance
        if is_over:
            winners = state.winners
            for seat in range(len(found)):
                won = float(len(sides[0])) / float(len(winners)) if seat in winners else 0.0
                found[seat] = WIN_SHARE * won + (1.0 - WIN_SHARE) * found[seat]
        return found


def chance_of(lead: float, spread: float) -> float:
    """The chance to win with a lead, where a lead of `spread` is won three times in four."""
    power = -LOG_3 * lead / spread
    if power > FAR:
        return 0.0
    return 1.0 / (1.0 + math.exp(power))


def _chance_among(
    points: list[float], sides: tuple[tuple[int, ...], ...], side: tuple[int, ...], spread: float
) -> float:
    """The same for a side among all others, each of which may win; partners have equal points.

    Somebody alone looks for points.
    """
    if len(sides) == 1:
        return chance_of(points[0], spread)
    against = 0.0
    for other in sides:
        if other != side:
            power = -LOG_3 * (points[side[0]] - points[other[0]]) / spread
            if power > FAR:
                return 0.0
            against += math.exp(power)
    return 1.0 / (1.0 + against)
