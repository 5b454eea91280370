"""SO-SCORE: what the field is worth, line by line, and the end of a round."""

from __future__ import annotations

from halfturn.games.sellswords import events
from halfturn.games.sellswords.board import LOTS, OVER, SellswordsBoard
from halfturn.games.sellswords.cells import SIZE, column, row
from halfturn.games.sellswords.field import NOBODY
from halfturn.games.sellswords.score import POINTS, ScoreLine


def score_lines(board: SellswordsBoard) -> list[ScoreLine]:
    """Every row, every column, then what terrain and heroes give, as if the round ended now."""
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for cell in sorted(board.at):
        owner = board.owner[board.at[cell]]
        across = rows.setdefault(row(cell), [0, 0])
        down = columns.setdefault(column(cell), [0, 0])
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


def round_is_over(board: SellswordsBoard) -> bool:
    """SO-TURN-1: when all tiles have been placed. Nor does it go on where the field is full."""
    return not (board.hands[0] or board.hands[1]) or len(board.at) >= SIZE * SIZE


def end_round(board: SellswordsBoard) -> None:
    """SO-SCORE-1: score the field, then begin the next round or end the game."""
    lines = score_lines(board)
    gained = totals(lines)
    for seat in range(2):
        board.points[seat] += gained[seat]
    scores = (board.points[0], board.points[1])
    board.tell(events.RoundScored(board.round, tuple(lines), gained, scores))
    if board.round == board.rulings.rounds:
        board.stage = OVER
        board.tell(events.GameOver(scores, winners(board)))
        return
    board.round += 1
    # SO-R2-1: the player with fewer points begins; a lot decides between equals.
    board.first = NOBODY
    board.stage = LOTS
    if scores[0] != scores[1]:
        board.first = 0 if scores[0] < scores[1] else 1
        board.tell(events.FirstPlayer(board.first, board.round, False))


def winners(board: SellswordsBoard) -> tuple[int, ...]:
    """SO-WIN-1, SO-WIN-2: most points; a tie goes to the first player of round 2."""
    if board.stage != OVER:
        return ()
    if board.points[0] != board.points[1]:
        return (0,) if board.points[0] > board.points[1] else (1,)
    return (board.first,) if board.round == 2 else (0, 1)
