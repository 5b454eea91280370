"""What a seat may know of Sellswords: Olympus, as bytes; `research.layouts` documents the parts."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from halfturn.core.observer import Observer, put
from halfturn.core.option import Option
from halfturn.core.state import State
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.redeal import hidden_gift
from halfturn.games.sellswords.state import SellswordsState

WRAP: Final = 9
"""Cells are told by their remainders, as the integers of the answers tell them."""
AREA: Final = 81
TILES: Final = 80
"""Heroes 1 to 50, terrains 51 to 54, and the plain tiles of positions, by their numbers."""
KINDS_OF_TILE_CODES: Final = 720
"""Integers below this name a tile: nine kinds of answers, 80 each."""
ANSWERS: Final = 16


@final
class SellswordsObserver(Observer):
    """The field now and when the turn began, hands and piles, and the answers of this turn."""

    def observe(self, state: State, viewer: int) -> bytearray:
        """All that this seat may know of the state, and nothing else."""
        assert isinstance(state, SellswordsState)
        out = self.empty()
        board = state.board
        me: i64 = viewer
        numbers = board.roster.numbers
        _field(out, 0, board, numbers, me)
        if state.answers:
            _field(out, 4 * AREA, state.start_of_turn, numbers, me)
        at: i64 = 8 * AREA
        tile: int
        for tile in board.hands[me]:
            put(out, at + numbers[tile], 1)
        for tile in board.hands[1 - me]:
            put(out, at + TILES + numbers[tile], 1)
        for tile in board.centre:
            put(out, at + 2 * TILES + numbers[tile], 1)
        for tile in board.discard:
            put(out, at + 3 * TILES + numbers[tile], 1)
        for tile in board.locks:
            put(out, at + 4 * TILES + numbers[tile], 1)
        at = self._counters(out, at + 5 * TILES, board, numbers, me)
        at = self._answers(out, at, state, me)
        at = self.mark_asked(out, at, state, me)
        put(out, at + me, 1)
        return bytearray(out)

    def _counters(
        self, out: vec[u8], at: i64, board: SellswordsBoard, numbers: list[int], me: i64
    ) -> i64:
        points = board.points
        step: i64
        for step in range(2):
            mine: i64 = points[me ^ step]
            put(out, at + step, mine % 100)
            put(out, at + 2 + step, mine // 100)
            put(out, at + 4 + step, board.silenced[me ^ step])
        put(out, at + 6, board.silenced_anybody)
        put(out, at + 7, board.round)
        put(out, at + 8, board.draft)
        put(out, at + 9, 0 if board.terrain == OFF else numbers[board.terrain])
        put(out, at + 10, 0 if board.asking == OFF else numbers[board.asking])
        put(out, at + 11, 0 if board.moving == OFF else numbers[board.moving])
        if board.locked_left != OFF:
            put(out, at + 12, 1 + board.locked_left % WRAP)
        if board.locked_top != OFF:
            put(out, at + 13, 1 + board.locked_top % WRAP)
        put(out, at + 14 + board.stage, 1)
        at = self.mark_seat(out, at + 18, board.first, me)
        at = self.mark_seat(out, at, board.red, me)
        return self.mark_seat(out, at, board.active, me)

    def _answers(self, out: vec[u8], at: i64, state: SellswordsState, me: int) -> i64:
        """The latest answers of this turn, as the viewer knows them."""
        answers = state.answers
        if answers:
            is_hidden = state.start_of_turn.rulings.gifts_are_secret and hidden_gift(state, me)
            known = state.start_of_turn.roster.codes
            answer: Option
            place = at
            for answer in answers[-ANSWERS:]:
                code: i64 = known.get(answer, -1)
                if code < 0:
                    code = state.game.code(answer)
                    known[answer] = code
                if code < KINDS_OF_TILE_CODES:
                    put(out, place, 1 + code // 80)
                    put(out, place + 1, code % 80)
                else:
                    put(out, place, 10 + (code - KINDS_OF_TILE_CODES) // AREA)
                    put(out, place + 1, (code - KINDS_OF_TILE_CODES) % AREA)
                place += 2
            if is_hidden:
                put(out, place - 1, 0)
        return at + 2 * ANSWERS


def _field(out: vec[u8], at: i64, board: SellswordsBoard, numbers: list[int], me: i64) -> None:
    """Four planes: my tiles, theirs, which tile, and how far it is turned."""
    spots, owners, turns = board.at, board.owner, board.turned
    for spot, tile in spots.items():
        cell: i64 = spot
        column = (cell & 255) - 128
        row = (cell >> 8) - 128
        place = at + WRAP * (row % WRAP) + column % WRAP
        owner: i64 = owners[tile]
        if owner >= 0:
            out[place + AREA * (owner ^ me)] = 1
        put(out, place + 2 * AREA, numbers[tile])
        turned: i64 = turns[tile]
        if turned:
            put(out, place + 3 * AREA, turned)
