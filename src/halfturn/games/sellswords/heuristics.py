"""What a good player of Sellswords knows: what a field is worth, which tiles are in danger."""

from __future__ import annotations

import math
from typing import Final, final

from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import Rng
from halfturn.core.state import State
from halfturn.games.sellswords.answers import At, Place
from halfturn.games.sellswords.board import DRAFT, OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.cells import STEPS, cell_at
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.score import POINTS
from halfturn.games.sellswords.state import SellswordsState

STRONGEST: Final = 9
LINES_ONCE: Final = 1.15
LINES_TWICE: Final = 2.9
TILES: Final = 2.7
"""A field is worth its lines when no tile is left to place, and its tiles when many are."""
MANY: Final = 4.0
EXTRA_TWICE: Final = 1.5
"""What abilities give counts again in round 2, unless something is done about it."""
WEAK: Final = 3.0
CARRIED: Final = 0.5
"""What an open side without a number costs, and how much of it where no attacker is left."""
TO_PLACE_ONCE: Final = 6.6
TO_PLACE_TWICE: Final = 12.0
"""What a tile more to place than the other is worth, in the last round and before it."""
PER_NUMBER: Final = 0.04
SPREAD_EARLY: Final = 11.0
SPREAD: Final = 2.5
PER_TILE: Final = 0.5
"""How much a lead still changes: with every tile that is to come."""
LAST_TILES: Final = 3
"""With so few tiles left to place in a round every turn is looked at."""
WARMTH: Final = 2.0
"""A placement that gains so much less is looked at a third as often, to begin with."""
TRIES: Final = 3
"""How many further answers a playout compares."""
SWING: Final = 2.0
DANGER: Final = 0.5
"""For a first look at a placement: what a flip brings, and how likely an open side is beaten."""

WORTH: Final[dict[str, float]] = {
    "jason": 3.2,
    "nymph": 2.2,
    "teacher": 2.0,
    "three-fates": 1.7,
    "theseus": 1.6,
    "hermes": 1.5,
    "icarus": 1.4,
    "poseidon": 1.3,
    "kraken": 1.0,
    "athlete": 1.0,
    "hera": 0.8,
    "satyr": 0.7,
    "harpy": 0.7,
    "odysseus": 0.7,
    "socrates": 0.6,
    "sculptor": 0.5,
    "elder": 0.4,
    "pandora": 0.4,
    "muse": 0.4,
    "gryphon": 0.2,
    "cyclops": 0.2,
    "spartan": 0.0,
    "chimera": -0.1,
    "athena": -0.1,
    "apollo": -0.1,
    "manticore": -0.2,
    "ares": -0.2,
    "cerberus": -0.3,
    "oracle": -0.4,
    "artemis": -0.5,
    "hercules": -0.5,
    "priestess": -0.5,
    "medusa": -0.6,
    "architect": -0.6,
    "hades": -0.7,
    "colossus": -1.1,
    "basilisk": -1.2,
    "zeus": -1.3,
    "minotaur": -1.4,
    "pegasus": -1.4,
    "aristotle": -1.4,
    "lamia": -1.5,
    "king-midas": -1.9,
    "hydra": -2.1,
    "perseus": -2.3,
    "centaur": -2.5,
}
"""What a hero is worth to its player, in points of a round, beside an average one.

This and the numbers above were fitted to games of casual players with drafts by lot.
"""


@final
class SellswordsHeuristics(Heuristics):
    """Lines and tiles on the field, less what is likely to be flipped, and the tiles in hand."""

    def spread(self, state: State) -> float:
        """A lead of so many points is won three times in four."""
        assert isinstance(state, SellswordsState)
        board = state.field
        if board.round < board.rulings.rounds:
            return SPREAD_EARLY
        return SPREAD + PER_TILE * float(_tiles_to_come(board))

    def expected(self, state: State) -> list[float]:
        """What each seat may expect of this field and these hands."""
        assert isinstance(state, SellswordsState)
        board = state.field
        found = [float(board.points[0]), float(board.points[1])]
        if board.stage == OVER:
            return found
        _add_field(board, found)
        _add_dangers(board, found)
        for seat in range(2):
            for tile in board.hands[seat]:
                found[seat] += worth(board, tile)
        if board.stage == PLACING:
            is_early = board.round < board.rulings.rounds
            each = TO_PLACE_TWICE if is_early else TO_PLACE_ONCE
            found[0] += each * float(len(board.hands[0]) - len(board.hands[1]))
        return found

    def is_open(self, state: State) -> bool:
        """Placing and drafting: nothing is drawn before the round or the draft is over."""
        assert isinstance(state, SellswordsState)
        stage = state.field.stage
        return stage == PLACING or stage == DRAFT

    def is_near_end(self, state: State) -> bool:
        """The last placements of a round, and every draft."""
        assert isinstance(state, SellswordsState)
        board = state.field
        return board.stage != PLACING or _tiles_to_come(board) <= LAST_TILES

    def reason(self, state: State, turn: list[int]) -> str:
        """What the turn flips and builds, and which side it leaves open."""
        from halfturn.games.sellswords.advice import reason

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
    """What a tile in hand is worth beside an average one."""
    printed = board.roster.printed
    total = (
        printed[4 * tile] + printed[4 * tile + 1] + printed[4 * tile + 2] + printed[4 * tile + 3]
    )
    return WORTH.get(board.roster.tiles[tile].key, 0.0) + PER_NUMBER * float(total - 17)


def _tiles_to_come(board: SellswordsBoard) -> int:
    """The tiles that will be placed until the round is over."""
    if board.stage == PLACING:
        return len(board.hands[0]) + len(board.hands[1])
    return 2 * board.rulings.hand_size


def _add_field(board: SellswordsBoard, found: list[float]) -> None:
    """SO-SCORE: rows, columns and what abilities give, and tiles as long as many are to come."""
    is_early = board.round < board.rulings.rounds
    to_come = min(float(_tiles_to_come(board)) / MANY, 1.0)
    tallies = [0] * 20
    left, top = board.left, board.top
    owner = board.owner
    for cell, tile in board.at.items():
        seat = owner[tile]
        if seat >= 0:
            tallies[10 * seat + (cell & 255) - left] += 1
            tallies[10 * seat + 5 + (cell >> 8) - top] += 1
            found[seat] += TILES * to_come
    for seat in range(2):
        points = 0
        for at in range(10 * seat, 10 * seat + 10):
            points += POINTS[tallies[at]]
        weight = LINES_TWICE if is_early else LINES_ONCE
        found[seat] += weight * (1.0 - to_come) * float(points)
    roster = board.roster
    for bearer in roster.end_rounds:
        if board.spot[bearer] != OFF:
            extra = roster.abilities[bearer].end_of_round(board, bearer)
            if extra is not None:
                weight = EXTRA_TWICE if is_early else 1.0
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
    weakest = [STRONGEST] * board.roster.count
    exposed: list[int] = []
    for cell in free:
        for side in range(4):
            tile = at.get(cell + STEPS[side], OFF)
            if tile != OFF and owner[tile] >= 0:
                shown = printed[4 * tile + ((side + 2 - turned[tile]) & 3)]
                if shown < weakest[tile]:
                    if weakest[tile] == STRONGEST:
                        exposed.append(tile)
                    weakest[tile] = shown
    for tile in exposed:
        seat = owner[tile]
        loss = WEAK * float(STRONGEST - weakest[tile]) / float(STRONGEST)
        if board.stage == PLACING and not board.hands[1 - seat]:
            loss *= 0.0 if is_last else CARRIED
        found[seat] -= loss
