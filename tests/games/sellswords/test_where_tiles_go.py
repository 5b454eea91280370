"""Where tiles may be placed and moved to, beside the slowest way to find that out."""

from __future__ import annotations

import pytest

from halfturn.core.rng import Rng, SeededRng
from halfturn.games.sellswords.cells import column, row
from tests.games.sellswords.given import given

Cell = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS}


def hangs_together(cells: set[Cell]) -> bool:
    reached, edge = set(), [min(cells)]
    while edge:
        cell = edge.pop()
        if cell not in reached:
            reached.add(cell)
            edge += around(cell) & cells
    return reached == cells


def fits(cells: set[Cell]) -> bool:
    across, down = {x for x, _ in cells}, {y for _, y in cells}
    return max(across) - min(across) < 5 and max(down) - min(down) < 5


def some_cells(rng: Rng) -> list[Cell]:
    """Connected cells from 0,0 on, in the order they were taken."""
    cells = [(0, 0)]
    for _ in range(1 + rng.below(20)):
        free = sorted(
            {
                new
                for cell in cells
                for new in around(cell)
                if new not in cells and fits({*cells, new})
            }
        )
        cells.append(free[rng.below(len(free))])
    return cells


@pytest.mark.clause("SO-FIELD-1", "SO-CONN-1", "SO-AMB-4", "SO-AMB-8", "SO-AMB-9")
@pytest.mark.parametrize("connectivity", ["final", "also_without"])
@pytest.mark.parametrize("seed", range(30))
def test_every_space_is_found_and_no_other(seed: int, connectivity: str) -> None:
    cells = some_cells(SeededRng(f"spaces {seed}"))
    tiles = " ".join(f"v{at}@{x},{y}" for at, (x, y) in enumerate(cells[1:], start=1))
    table = given(f"red {tiles}; hand A v24; hand B v25", move_connectivity=connectivity)
    board = table.state.board
    near = {new for cell in cells for new in around(cell)}
    taken = set(cells)
    free = {cell for cell in near - taken if fits(taken | {cell})}
    assert {(column(cell), row(cell)) for cell in board.free_cells()} == free
    for cell, tile in board.at.items():
        old = (column(cell), row(cell))
        rest = taken - {old}
        goals = {
            new
            for new in near - taken
            if hangs_together(rest | {new})
            and fits(rest | {new})
            and (connectivity == "final" or hangs_together(rest))
        }
        assert {(column(goal), row(goal)) for goal in board.goals(tile)} == goals
