"""A second reading of a few rules, written to be plain: sets of cells, and no tricks."""

from __future__ import annotations

from halfturn.games.sellswords.cells import column, row
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.state import SellswordsState

Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def connected(cells: set[Cell]) -> bool:
    """Whether all cells can be reached from one of them."""
    if not cells:
        return True
    reached: set[Cell] = set()
    waiting = [min(cells)]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [each for each in neighbours(cell) if each in cells]
    return reached == cells


def fits(cells: set[Cell]) -> bool:
    """Whether all cells lie in some square of five by five."""
    across, down = [x for x, _ in cells], [y for _, y in cells]
    return max(across) - min(across) < 5 and max(down) - min(down) < 5


def free(cells: set[Cell]) -> list[Cell]:
    """Where a tile may be added, in reading order."""
    around = {each for cell in cells for each in neighbours(cell)} - cells
    return sorted((cell for cell in around if fits({*cells, cell})), key=lambda cell: cell[::-1])


def goals(cells: set[Cell], tile: Cell, also_without: bool = False) -> list[Cell]:
    """Where the tile on a cell may be moved to, in reading order."""
    rest = cells - {tile}
    if also_without and not connected(rest):
        return []
    return [cell for cell in free(rest) if cell != tile and connected({*rest, cell})]


def taken(state: SellswordsState) -> set[Cell]:
    """The cells of a state that are taken."""
    return {(column(cell), row(cell)) for cell in state.board.at}


def number(state: SellswordsState, tile: int, side: int) -> int:
    """B4.5: the number on a side of a tile, against anybody but Athlete."""
    board = state.board
    roster = board.roster
    name = roster.tiles[tile].ability
    spot = board.spot[tile]
    here = (column(spot), row(spot))
    by_cell = {(column(cell), row(cell)): each for cell, each in board.at.items()}
    beside = [by_cell[each] for each in neighbours(here) if each in by_cell]
    upright = roster.tiles[tile].numbers
    found = upright[(side + 4 - board.turned[tile]) % 4]
    if name == "icarus" and board.terrain in beside:
        found = 0
    if name == "apollo":
        found += 1 if board.round == 1 else -1
    if name == "muse":
        found += 2 * len(beside)
    enemies = [each for each in beside if board.owner[each] not in (OFF, board.owner[tile])]
    if name == "spartan":
        found += len(enemies)
    if any(roster.tiles[each].ability == "hera" for each in enemies):
        found -= 1
    return found
