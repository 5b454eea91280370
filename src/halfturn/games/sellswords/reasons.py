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
    expected = ", ".join(str(each) for each in decision.options)
    return f"{reason or f'{option} does not answer this question'}; expected one of {expected}"


def _why_not_place(board: SellswordsBoard, kind: str, seat: int, option: answers.Place) -> str:
    tile = board.roster.number_of.get(option.tile, OFF)
    if kind != "turn":
        return f"{option} comes too late: the tile of this turn is chosen already"
    if tile not in board.hands[seat]:
        return f"{option.tile} is not in the hand of {seat_letter(seat)}"
    return f"{option.tile} is locked by Basilisk for this turn"


def _why_not_at(board: SellswordsBoard, kind: str, option: answers.At) -> str:
    if kind != "cell":
        return f"{option}: no tile is being placed now"
    cell = cell_at(option.x, option.y)
    if reason := _why_not_free(board, option.x, option.y):
        return f"{option}: {reason}"
    if board.terrain != OFF and not touching(cell, board.spot[board.terrain]):
        name = board.roster.tiles[board.terrain].name
        return f"{option}: there is a free space next to {name}, so the tile must go there"
    return ""


def _why_not_to(board: SellswordsBoard, kind: str, option: answers.To) -> str:
    if kind != "to":
        return f"{option}: no tile is being moved now"
    if reason := _why_not_free(board, option.x, option.y):
        return f"{option}: {reason}"
    return f"{option}: the tiles would not all hang together"


def _why_not_free(board: SellswordsBoard, x: int, y: int) -> str:
    cell = cell_at(x, y)
    if cell in board.at:
        return f"{board.roster.tiles[board.at[cell]].name} lies there"
    if not any(touching(cell, other) for other in board.at):
        return "it touches no tile; diagonal contact is not enough"
    if cell not in board.free_cells():
        return f"the field would no longer fit {SIZE} by {SIZE} cells"
    return ""


def _why_not_choose(board: SellswordsBoard, kind: str, option: answers.Choose) -> str:
    if kind != "target":
        return f"{option}: no tile on the field is to be chosen now"
    tile = board.roster.number_of.get(option.tile, OFF)
    if tile == OFF or board.spot[tile] == OFF:
        return f"{option.tile} is not on the field"
    asking = board.roster.tiles[board.asking].name if board.asking != OFF else "this ability"
    facts = ", and ".join(_what_hinders(board, option.tile, tile))
    return f"{option.tile} is no tile that {asking} can choose" + (f": {facts}" if facts else "")


def _what_hinders(board: SellswordsBoard, key: str, tile: int) -> list[str]:
    """What is known of a tile that may be why it cannot be chosen."""
    roster = board.roster
    found: list[str] = []
    if tile == board.terrain:
        return found
    for bearer in board.on_field(roster.forbid_move):
        if roster.abilities[bearer].forbids_move(board, bearer, tile):
            name = roster.tiles[bearer].name
            found.append(f"{key} lies next to {name} and cannot be moved or swapped")
    for bearer in board.on_field(roster.forbid_flip):
        if roster.abilities[bearer].forbids_flip(board, bearer, tile):
            name = roster.tiles[bearer].name
            found.append(f"{key} lies next to {name} and cannot be flipped")
    return found
