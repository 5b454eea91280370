"""What a good player of Swirling Heroes knows: which open sides last, and the end by heart."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.language import say
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State
from halfturn.games.swirling_heroes.bots.solver import Solver
from halfturn.games.swirling_heroes.setup import PLAYING
from halfturn.games.swirling_heroes.state import SwirlingHeroesState

SPREAD: Final = 5.0
WORLDS: Final = 10
"""So many worlds are looked at where hands are hidden."""
CARDS_LEFT: Final = 100
LAST_CARDS: Final = 5
"""With so many left in all hands everything that can follow is looked at."""


@final
class SwirlingHeroesHeuristics(Heuristics):
    """Two are searched by the solver, more by playing games to their end; near it, all of them."""

    def spread(self, state: State) -> float:
        """A lead of so many points is won three times in four."""
        return SPREAD

    def playout(self, state: State) -> int:
        """To the end: a game is short, and cards turn over until then."""
        return CARDS_LEFT

    def solve(
        self, state: State, nodes: int, deadline: float, rng: Rng, every: bool
    ) -> list[tuple[list[int], float]]:
        """Two players: alpha-beta, on several worlds where the other hand is hidden."""
        if not isinstance(state, SwirlingHeroesState):
            return []
        if state.seats != 2 or state.stage != PLAYING:
            return []
        if not state.secret:
            found = Solver(state).solve(nodes, deadline, every)
            return [([code], float(lead)) for code, lead in found]
        return _over_worlds(state, nodes, deadline, rng)

    def is_near_end(self, state: State) -> bool:
        """With the last cards in open hands."""
        assert isinstance(state, SwirlingHeroesState)
        if state.secret or state.stage != PLAYING:
            return False
        left: i64 = 0
        for size in state.hands.sizes:
            left += size
        return left <= LAST_CARDS

    def reason(self, state: State, turn: list[int]) -> str:
        """What the next player can make of it at once."""
        return _reason(state, turn[0])


def _over_worlds(
    state: SwirlingHeroesState, nodes: int, deadline: float, rng: Rng
) -> list[tuple[list[int], float]]:
    """Each answer with its mean lead over worlds in which the hidden hand was drawn anew."""
    seat = state.to_play
    leads: dict[int, float] = {}
    share = max(1, nodes // WORLDS) if nodes else 0
    at: i64
    for at in range(WORLDS):
        world = state.redeal(seat, rng)
        until = 0.0
        if deadline > 0.0:
            now = time_now()
            until = now + (deadline - now) / float(WORLDS - at)
        for code, lead in Solver(world).solve(share, until, True):
            leads[code] = leads.get(code, 0.0) + float(lead) / float(WORLDS)
    ranked = sorted(leads.items(), key=lambda each: (-each[1], each[0]))
    return [([code], lead) for code, lead in ranked]


def _reason(state: State, answer: int) -> str:
    mover = state.seat_asked
    after = state.clone()
    after.play_code(answer)
    seat = after.seat_asked
    if seat < 0 or seat == CHANCE or seat == mover:
        return ""
    now = after.scores
    most = 0
    for code in after.codes():
        then = after.clone()
        then.play_code(code)
        most = max(most, then.scores[seat] - now[seat] - then.scores[mover] + now[mover])
    if most <= 0:
        return say("leaves nothing that gains on you")
    return say("leaves at most {most} to be gained on you at once", most=most)
