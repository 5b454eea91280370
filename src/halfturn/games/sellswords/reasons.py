"""Why an answer is not legal, in words that help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core import Option, seat_letter
from halfturn.core.seats import CHANCE
from halfturn.games.sellswords import answers
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.cells import SIZE, cell_at, touching
from halfturn.games.sellswords.field import OFF

if TYPE_CHECKING:
    from halfturn.games.sellswords.state import SellswordsState


def why_not(state: SellswordsState, option: Option) -> str:
    """What is wrong with an answer here, and what was expected."""
    decision, board = state.decision, state.board
    if decision is None:
        return f"the game is over, so {option} answers nothing"
    reason = ""
    if decision.seat != CHANCE:
        if isinstance(option, answers.Place):
            reason = _why_not_place(board, decision.kind, decision.seat, option)
        elif isinstance(option, answers.At):
            reason = _why_not_at(board, decision.kind, option)
        elif isinstance(option, answers.To):
            reason = _why_not_to(board, decision.kind, option)
        elif isinstance(option, answers.Choose):
            reason = _why_not_choose(board, decision.kind, option)
        elif isinstance(option, answers.OneTile):
            reason = _why_not_tile(board, decision.kind, decision.seat, option)
    expected = ", ".join(str(each) for each in decision.options)
    return f"{reason or f'{option} does not answer this question'}; expected one of {expected}"


def _why_not_place(board: SellswordsBoard, kind: str, seat: int, option: answers.Place) -> str:
    if kind != "turn":
        return f"{option}: no tile from the hand is to be chosen now"
    if board.roster.number_of.get(option.tile, OFF) not in board.hands[seat]:
        return f"{option.tile} is not in the hand of {seat_letter(seat)}"
    return f"{option.tile} is locked for this turn"


def _why_not_at(board: SellswordsBoard, kind: str, option: answers.At) -> str:
    if kind != "cell":
        return f"{option}: no tile is being placed now"
    cell = cell_at(option.x, option.y)
    if cell in board.at:
        return f"{option}: {_name(board, board.at[cell])} lies there"
    if not any(touching(cell, other) for other in board.at):
        return f"{option}: it touches no tile; diagonal contact is not enough"
    if cell not in board.free_cells():
        return f"{option}: the field would no longer fit {SIZE} by {SIZE} cells"
    return f"{option}: {_next_to_terrain(board)}"


def _why_not_to(board: SellswordsBoard, kind: str, option: answers.To) -> str:
    if kind != "to":
        return f"{option}: no tile is being moved now"
    cell, tile = cell_at(option.x, option.y), board.moving
    if cell in board.at:
        return f"{option}: {_name(board, board.at[cell])} lies there"
    others = [other for other in board.at if other != board.spot[tile]]
    if not any(touching(cell, other) for other in others):
        return f"{option}: it touches no other tile; diagonal contact is not enough"
    if cell in board.goals(tile):
        return f"{option}: it is not next to {_name(board, board.asking)}"
    if cell in board.reach(tile):
        return f"{option}: {_next_to_terrain(board)}"
    if not _fits(board, [*others, cell]):
        return f"{option}: the field would no longer fit {SIZE} by {SIZE} cells"
    return f"{option}: the tiles would not all hang together"


def _why_not_choose(board: SellswordsBoard, kind: str, option: answers.Choose) -> str:
    if kind != "target":
        return f"{option}: no tile on the field is to be chosen now"
    tile = board.roster.number_of.get(option.tile, OFF)
    if tile == OFF or board.spot[tile] == OFF:
        return f"{option.tile} is not on the field"
    asker = _name(board, board.asking) if board.asking != OFF else "this ability"
    if tile == board.terrain:
        return f"{option.tile} is the terrain, which {asker} does not affect"
    if board.purpose in ("move", "swap") and board.is_held(tile):
        holder = _name(board, board.holder(tile))
        return f"{option.tile} lies next to {holder} and cannot be moved or swapped"
    if board.purpose == "flip" and board.is_protected(tile):
        protector = _name(board, board.protector(tile))
        return f"{option.tile} lies next to {protector} and cannot be flipped"
    if board.purpose == "move" and not board.goals(tile):
        return f"{option.tile} cannot be moved: the tiles would not all hang together"
    return f"{option.tile} is no tile that {asker} can choose"


def _why_not_tile(board: SellswordsBoard, kind: str, seat: int, option: answers.OneTile) -> str:
    """A tile of a hand, the centre or the discard."""
    tile = board.roster.number_of.get(option.tile, OFF)
    if str(option) != f"{kind}:{option.tile}":
        return ""
    if kind == "copy":
        if tile not in board.discard:
            return f"{option.tile} is not in the discard"
        return f"{option.tile} has no optional or mandatory ability to copy"
    if kind == "pick":
        return f"{option.tile} is not in the centre"
    holder = 1 - seat if kind == "lock" else seat
    if tile not in board.hands[holder]:
        return f"{option.tile} is not in the hand of {seat_letter(holder)}"
    return f"{option.tile} is locked already" if kind == "lock" else ""


def _name(board: SellswordsBoard, tile: int) -> str:
    return board.roster.tiles[tile].name


def _next_to_terrain(board: SellswordsBoard) -> str:
    return f"there is a free space next to {_name(board, board.terrain)}, so the tile must go there"


def _fits(board: SellswordsBoard, cells: list[int]) -> bool:
    """Whether these cells lie in a square of five by five, and within fixed margins."""
    for places, fixed in (
        ([cell & 255 for cell in cells], board.locked_left),
        ([cell >> 8 for cell in cells], board.locked_top),
    ):
        low = min(places) if fixed == OFF else fixed
        if min(places) < low or max(places) > low + SIZE - 1:
            return False
    return True
