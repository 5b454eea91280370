"""What a good player of Sellswords knows, as the bots ask for it."""

from __future__ import annotations

import math
from typing import Final, final

from halfturn.core.heuristics import Heuristics, Turns
from halfturn.core.rng import Rng
from halfturn.core.state import State
from halfturn.games.sellswords.answers import At, Place
from halfturn.games.sellswords.board import DRAFT, PLACING
from halfturn.games.sellswords.bots.evaluation import spread_of, tiles_to_come, worth_of
from halfturn.games.sellswords.bots.kernel import quick_gains, turns_from
from halfturn.games.sellswords.cells import cell_at
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.state import SellswordsState

LAST_TILES: Final = 4
"""With so few tiles left to place in a round every turn is looked at."""
WARMTH: Final = 2.0
"""A placement that gains so much less is looked at a third as often, to begin with."""
TRIES: Final = 3
"""How many further answers a playout compares."""
THOUGHT_THROUGH: Final = 60
"""Of a hundred turns a strong player's: a short look finds most of what a long one does."""


@final
class SellswordsHeuristics(Heuristics):
    """Lines and tiles on the field, less what is likely to be flipped, and the tiles in hand."""

    def spread(self, state: State) -> float:
        """A lead of so many points is won three times in four."""
        assert isinstance(state, SellswordsState)
        return spread_of(state.field)

    def expected(self, state: State) -> list[float]:
        """What each seat may expect of this field and these hands."""
        assert isinstance(state, SellswordsState)
        board = state.field
        is_placed = False
        drawing = NOBODY
        if state.answers:  # in the middle of a turn
            is_placed = len(board.at) > len(state.start_of_turn.at)
            decision = state.decision
            if decision is not None and decision.kind == "draw":
                drawing = board.active
        first, second = worth_of(board, is_placed, drawing)
        return [first, second]

    def judged(self, state: State, is_narrow: bool, deadline: float) -> Turns | None:
        """Placements, tried without asking; a draft and a hero's turn are followed as usual."""
        assert isinstance(state, SellswordsState)
        return turns_from(state, is_narrow, deadline)

    def is_open(self, state: State) -> bool:
        """Placing and drafting: nothing is drawn before the round or the draft is over."""
        assert isinstance(state, SellswordsState)
        stage = state.field.stage
        return stage == PLACING or stage == DRAFT

    def is_near_end(self, state: State) -> bool:
        """The last placements of a round, and every draft."""
        assert isinstance(state, SellswordsState)
        board = state.field
        return board.stage != PLACING or tiles_to_come(board) <= LAST_TILES

    def turns_thought_through(self) -> int:
        """Six of ten, so that experts are a step above."""
        return THOUGHT_THROUGH

    def reason(self, state: State, turn: list[int]) -> str:
        """What the turn flips and builds, and which side it leaves open."""
        from halfturn.games.sellswords.bots.advice import reason

        assert isinstance(state, SellswordsState)
        return reason(state, turn)

    def appeal(self, state: State, codes: list[int]) -> list[float]:
        """Tiles, cells and ways round by what a plain battle there would bring at once."""
        assert isinstance(state, SellswordsState)
        return [math.exp(gain / WARMTH) for gain in _quick_gains(state)]

    def answer(self, state: State, codes: list[int], rng: Rng) -> int:
        """The way round that battles best, a good one of a few cells, and else anything."""
        assert isinstance(state, SellswordsState)
        gains = _quick_gains(state) if state.answers else []
        if not gains:
            return codes[rng.below(len(codes))]
        best = rng.below(len(codes))
        for _ in range(TRIES):
            other = rng.below(len(codes))
            if gains[other] > gains[best]:
                best = other
        return codes[best]


def _quick_gains(state: SellswordsState) -> list[float]:
    """For each answer of a placing question what it may gain; empty for other questions."""
    decision = state.decision
    assert decision is not None
    board, seat, kind = state.board, decision.seat, decision.kind
    if kind == "turn":
        hand = board.hands[seat]
        free = [tile for tile in hand if tile not in board.locks] or hand
        cells = board.cells_to_place()
        return [max([max(quick_gains(board, seat, tile, cell)) for cell in cells]) for tile in free]
    if kind == "cell":
        tile = _tile_of(state, len(state.answers) - 1)
        if tile == OFF:
            return []
        cells = board.cells_to_place()
        return [max(quick_gains(board, seat, tile, cell)) for cell in cells]
    if kind == "orientation":
        placed = state.answers[-1]
        tile = _tile_of(state, len(state.answers) - 2)
        if isinstance(placed, At) and tile != OFF:
            return quick_gains(board, seat, tile, cell_at(placed.x, placed.y))
    return []


def _tile_of(state: SellswordsState, at: int) -> int:
    """The tile that an answer of this turn places; OFF where the last tile went unasked."""
    placed = state.answers[at] if at >= 0 else None
    return state.start_of_turn.roster.named(placed) if isinstance(placed, Place) else OFF
