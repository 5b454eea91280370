"""Why an answer is not legal, in words that help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core import Option, seat_letter
from halfturn.core.language import say
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
        return say("the game is over, so {answer} answers nothing", answer=option)
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
    reason = reason or say("{answer} does not answer this question", answer=option)
    return say("{reason}; expected one of {expected}", reason=reason, expected=expected)


def _why_not_place(board: SellswordsBoard, kind: str, seat: int, option: answers.Place) -> str:
    if kind != "turn":
        return say("{answer}: no tile from the hand is to be chosen now", answer=option)
    if board.roster.number_of.get(option.tile, OFF) not in board.hands[seat]:
        return say("{tile} is not in the hand of {seat}", tile=option.tile, seat=seat_letter(seat))
    return say("{tile} is locked for this turn", tile=option.tile)


def _why_not_at(board: SellswordsBoard, kind: str, option: answers.At) -> str:
    if kind != "cell":
        return say("{answer}: no tile is being placed now", answer=option)
    cell = cell_at(option.x, option.y)
    if cell in board.at:
        return say("{answer}: {tile} lies there", answer=option, tile=_name(board, board.at[cell]))
    if not any(touching(cell, other) for other in board.at):
        return say("{answer}: it touches no tile; diagonal contact is not enough", answer=option)
    if cell not in board.free_cells():
        return say(
            "{answer}: the field would no longer fit {size} by {size} cells",
            answer=option,
            size=SIZE,
        )
    return _next_to_terrain(board, option)


def _why_not_to(board: SellswordsBoard, kind: str, option: answers.To) -> str:
    if kind != "to":
        return say("{answer}: no tile is being moved now", answer=option)
    cell, tile = cell_at(option.x, option.y), board.moving
    if cell in board.at:
        return say("{answer}: {tile} lies there", answer=option, tile=_name(board, board.at[cell]))
    others = [other for other in board.at if other != board.spot[tile]]
    if not any(touching(cell, other) for other in others):
        return say(
            "{answer}: it touches no other tile; diagonal contact is not enough", answer=option
        )
    if cell in board.goals(tile):
        return say(
            "{answer}: it is not next to {tile}", answer=option, tile=_name(board, board.asking)
        )
    if cell in board.reach(tile):
        return _next_to_terrain(board, option)
    if not _fits(board, [*others, cell]):
        return say(
            "{answer}: the field would no longer fit {size} by {size} cells",
            answer=option,
            size=SIZE,
        )
    return say("{answer}: the tiles would not all hang together", answer=option)


def _why_not_choose(board: SellswordsBoard, kind: str, option: answers.Choose) -> str:
    if kind != "target":
        return say("{answer}: no tile on the field is to be chosen now", answer=option)
    tile = board.roster.number_of.get(option.tile, OFF)
    if tile == OFF or board.spot[tile] == OFF:
        return say("{tile} is not on the field", tile=option.tile)
    asker = _name(board, board.asking) if board.asking != OFF else say("this ability")
    if tile == board.terrain:
        return say(
            "{tile} is the terrain, which {asker} does not affect", tile=option.tile, asker=asker
        )
    if board.purpose in ("move", "swap") and board.is_held(tile):
        holder = _name(board, board.holder(tile))
        return say(
            "{tile} lies next to {other} and cannot be moved or swapped",
            tile=option.tile,
            other=holder,
        )
    if board.purpose == "flip" and board.is_protected(tile):
        protector = _name(board, board.protector(tile))
        return say(
            "{tile} lies next to {other} and cannot be flipped", tile=option.tile, other=protector
        )
    if board.purpose == "move" and not board.goals(tile):
        return say(
            "{tile} cannot be moved: the tiles would not all hang together", tile=option.tile
        )
    return say("{tile} is no tile that {asker} can choose", tile=option.tile, asker=asker)


def _why_not_tile(board: SellswordsBoard, kind: str, seat: int, option: answers.OneTile) -> str:
    """A tile of a hand, the centre or the discard."""
    tile = board.roster.number_of.get(option.tile, OFF)
    if str(option) != f"{kind}:{option.tile}":
        return ""
    if kind == "copy":
        if tile not in board.discard:
            return say("{tile} is not in the discard", tile=option.tile)
        return say("{tile} has no optional or mandatory ability to copy", tile=option.tile)
    if kind == "pick":
        return say("{tile} is not in the centre", tile=option.tile)
    holder = 1 - seat if kind == "lock" else seat
    if tile not in board.hands[holder]:
        return say(
            "{tile} is not in the hand of {seat}", tile=option.tile, seat=seat_letter(holder)
        )
    return say("{tile} is locked already", tile=option.tile) if kind == "lock" else ""


def _name(board: SellswordsBoard, tile: int) -> str:
    return board.roster.tiles[tile].name


def _next_to_terrain(board: SellswordsBoard, option: Option) -> str:
    return say(
        "{answer}: there is a free space next to {tile}, so the tile must go there",
        answer=option,
        tile=_name(board, board.terrain),
    )


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
