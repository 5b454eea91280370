"""SO-AMB-15, B4.5: the number a tile fights with, computed each time it is read."""

from __future__ import annotations

from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF


def number(board: SellswordsBoard, tile: int, side: int) -> int:
    """The number on that side of a tile as things stand, where not print alone counts."""
    roster = board.roster
    ability = roster.abilities[tile]
    found = ability.basis(board, tile, board.printed(tile, side)) + ability.bonus(board, tile)
    for bearer in roster.weakening:
        if board.spot[bearer] != OFF:
            found -= roster.abilities[bearer].weakening(board, bearer, tile)
    return found


def fighting_number(
    board: SellswordsBoard, tile: int, side: int, against: int, boost: int = 0
) -> int:
    """The number on that side of a tile in a battle; `boost` is for this battle alone."""
    only_print = board.roster.knows_only_print
    if only_print[tile] or only_print[against]:
        return board.printed(tile, side)
    return number(board, tile, side) + boost
