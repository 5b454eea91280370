"""SO-SCORE: what the field is worth, line by line."""

from __future__ import annotations

from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.score import POINTS, ScoreLine


def score_lines(board: SellswordsBoard) -> list[ScoreLine]:
    """Every row, every column, then what terrain and heroes give, as if the round ended now."""
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for cell in sorted(board.at):
        owner = board.owner[board.at[cell]]
        across = rows.setdefault((cell >> 8) - 128, [0, 0])
        down = columns.setdefault((cell & 255) - 128, [0, 0])
        if owner >= 0:  # SO-SCORE-5: the terrain is nobody's
            across[owner] += 1
            down[owner] += 1
    lines = [_line("row", y, rows[y]) for y in rows]
    lines += [_line("column", x, columns[x]) for x in sorted(columns)]
    roster = board.roster
    for bearer in board.on_field(roster.end_rounds):
        extra = roster.abilities[bearer].end_of_round(board, bearer)
        if extra is not None:
            lines.append(extra)
    return lines


def _line(source: str, at: int, tiles: list[int]) -> ScoreLine:
    points = (POINTS[tiles[0]], POINTS[tiles[1]])
    return ScoreLine(source, at, (tiles[0], tiles[1]), points)


def totals(lines: list[ScoreLine]) -> tuple[int, int]:
    """The points of all lines together."""
    return sum([line.points[0] for line in lines]), sum([line.points[1] for line in lines])
