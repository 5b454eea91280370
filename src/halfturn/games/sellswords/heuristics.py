"""What a good player of Sellswords knows: what a field is worth, which tiles are in danger."""

from __future__ import annotations

import math
from typing import Final, final

from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import Rng
from halfturn.core.state import State
from halfturn.games.sellswords.answers import At, Place
from halfturn.games.sellswords.board import OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.cells import STEPS, cell_at
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.score import POINTS
from halfturn.games.sellswords.state import SellswordsState

SPREAD: Final = 7.0
SWING: Final = 2.0
"""What a flipped tile costs its owner; the other gains as much."""
STRONGEST: Final = 9
DANGER: Final = 0.5
"""How likely a side that shows nothing is to be beaten, if a tile can be laid beside it."""
MOST_DANGER: Final = 0.8
LATER: Final = 0.5
"""What danger counts when the other has no tile left in this round, but another one follows."""
TWICE: Final = 1.6
"""What a point of round 1 counts: round 2 goes on with the same field."""
WARMTH: Final = 2.0
"""A placement that gains so much less is looked at a third as often, to begin with."""
TRIES: Final = 3
"""How many further answers a playout compares."""
IN_HAND: Final = 2.5
"""What a tile in hand is worth on average."""
PER_NUMBER: Final = 0.1


@final
class SellswordsHeuristics(Heuristics):
    """The points as the field lies, less what is likely to be flipped, and the tiles in hand."""

    def spread(self, state: State) -> float:
        """A lead of so many points is won three times in four."""
        return SPREAD

    def expected(self, state: State) -> list[float]:
        """What each seat may expect of this field and these hands."""
        assert isinstance(state, SellswordsState)
        board = state.board
        found = [float(board.points[0]), float(board.points[1])]
        if board.stage == OVER:
            return found
        _add_lines(board, found)
        _add_dangers(board, found)
        for seat in range(2):
            for tile in board.hands[seat]:
                found[seat] += worth(board, tile)
        return found

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
        return [max([_best_way(board, seat, tile, cell) for cell in cells]) for tile in free]
    if kind == "cell":
        tile = _tile_of(state, len(state.answers) - 1)
        if tile == OFF:
            return []
        return [_best_way(board, seat, tile, cell) for cell in board.cells_to_place()]
    if kind == "orientation":
        placed = state.answers[-1]
        tile = _tile_of(state, len(state.answers) - 2)
        if isinstance(placed, At) and tile != OFF:
            cell = cell_at(placed.x, placed.y)
            return [_gain(board, seat, tile, cell, way) for way in board.roster.ways[tile]]
    return []


def _tile_of(state: SellswordsState, at: int) -> int:
    """The tile that an answer of this turn places; OFF where the last tile went unasked."""
    placed = state.answers[at] if at >= 0 else None
    return state.start_of_turn.roster.named(placed) if isinstance(placed, Place) else OFF


def _best_way(board: SellswordsBoard, seat: int, tile: int, cell: int) -> float:
    best = -100.0
    for way in board.roster.ways[tile]:
        best = max(best, _gain(board, seat, tile, cell, way))
    return best


def _gain(board: SellswordsBoard, seat: int, tile: int, cell: int, way: int) -> float:
    """Enemies that a plain battle would flip, less the danger to the tile that is laid."""
    printed, turned, owner, at = board.roster.printed, board.turned, board.owner, board.at
    gain = 0.0
    for side in range(4):
        shown = printed[4 * tile + ((side - way) & 3)]
        other = at.get(cell + STEPS[side], OFF)
        if other == OFF:
            gain -= DANGER * SWING * float(STRONGEST - shown) / float(STRONGEST)
        elif owner[other] == 1 - seat:
            facing = (side + 2) & 3
            if shown > printed[4 * other + ((facing - turned[other]) & 3)]:
                gain += 2.0 * SWING
    return gain


def worth(board: SellswordsBoard, tile: int) -> float:
    """What a tile in hand will bring, roughly."""
    printed = board.roster.printed
    total = (
        printed[4 * tile] + printed[4 * tile + 1] + printed[4 * tile + 2] + printed[4 * tile + 3]
    )
    return IN_HAND + PER_NUMBER * float(total - 17)


def _add_lines(board: SellswordsBoard, found: list[float]) -> None:
    """SO-SCORE: rows, columns and what abilities give, as the field lies."""
    is_counted_again = board.round < board.rulings.rounds
    weight = TWICE if is_counted_again else 1.0
    tallies = [0] * 20
    left, top = board.left, board.top
    owner = board.owner
    for cell, tile in board.at.items():
        seat = owner[tile]
        if seat >= 0:
            tallies[10 * seat + (cell & 255) - left] += 1
            tallies[10 * seat + 5 + (cell >> 8) - top] += 1
    for seat in range(2):
        points = 0
        for at in range(10 * seat, 10 * seat + 10):
            points += POINTS[tallies[at]]
        found[seat] += weight * float(points)
    roster = board.roster
    for bearer in roster.end_rounds:
        if board.spot[bearer] != OFF:
            extra = roster.abilities[bearer].end_of_round(board, bearer)
            if extra is not None:
                found[0] += weight * float(extra.points[0])
                found[1] += weight * float(extra.points[1])


def _add_dangers(board: SellswordsBoard, found: list[float]) -> None:
    """Each tile that can be attacked on a weak side is partly lost already."""
    free = board.free_cells()
    if not free:
        return
    is_last = board.round == board.rulings.rounds
    printed, turned, owner = board.roster.printed, board.turned, board.owner
    at = board.at
    dangers: dict[int, float] = {}
    for cell in free:
        for side in range(4):
            tile = at.get(cell + STEPS[side], OFF)
            if tile != OFF and owner[tile] >= 0:
                facing = (side + 2) & 3
                shown = printed[4 * tile + ((facing - turned[tile]) & 3)]
                if shown < STRONGEST:
                    danger = DANGER * float(STRONGEST - shown) / float(STRONGEST)
                    dangers[tile] = dangers.get(tile, 0.0) + danger
    for tile, danger in dangers.items():
        seat = owner[tile]
        loss = SWING * min(danger, MOST_DANGER)
        if board.stage == PLACING and not board.hands[1 - seat]:
            loss *= 0.0 if is_last else LATER
        found[seat] -= loss
        found[1 - seat] += loss
