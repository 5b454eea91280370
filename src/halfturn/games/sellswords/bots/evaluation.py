"""What a table is worth to each player, in points: fields, dangers, hands and heroes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.heuristics import WIN_SHARE, chance_of
from halfturn.games.sellswords.board import OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.bots.weights import (
    EARLY_ONCE,
    EARLY_TWICE,
    FIELD_ONCE,
    FIELD_TWICE,
    IN_HAND,
    LATE_ONCE,
    LATE_TWICE,
    ON_FIELD,
)
from halfturn.games.sellswords.cells import BITS, SIZE
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.roster import Roster
from halfturn.games.sellswords.score import POINTS
from halfturn.games.sellswords.scoring import winners

STRONGEST: Final = 9
MANY: Final = 12.0
CARRIED: Final = 0.5
"""How much open sides matter where no attacker is left in this round, but another follows."""
PER_NUMBER: Final = 0.04
AVERAGE: Final = 17
"""A hero that `weights` lacks: what each point of its four numbers is worth beyond so many."""
SPREAD_EARLY: Final = 9.5
SPREAD: Final = 2.6
PER_TILE: Final = 0.32
"""How much a lead still changes: with every tile that is to come."""
LINE_POINTS: Final = vec[i64](list(POINTS))
RIM_COLUMNS: Final = 0x41414141414141
RIM_ROWS: Final = 0x7F00000000007F
"""In the mask of taken cells: what lies beside a box that is five cells wide, or high."""

Sights = tuple[float, float, float, float]
"""What a seat has on the field; see `sights_of`."""


def value_of(
    board: SellswordsBoard, seat: int, is_placed: bool = False, drawing: int = NOBODY
) -> float:
    """How good a table is for a seat, from 0 for lost to 1 for won; see `worth_of`."""
    first, second = worth_of(board, is_placed, drawing)
    lead = first - second if seat == 0 else second - first
    found = chance_of(lead, spread_of(board))
    if board.stage == OVER:
        best = winners(board)
        won = 1.0 / float(len(best)) if seat in best else 0.0
        found = WIN_SHARE * won + (1.0 - WIN_SHARE) * found
    return found


def spread_of(board: SellswordsBoard) -> float:
    """A lead of so many points is won three times in four."""
    if board.round < board.rulings.rounds:
        return SPREAD_EARLY
    return SPREAD + PER_TILE * float(tiles_to_come(board))


def tiles_to_come(board: SellswordsBoard) -> int:
    """The tiles that will be placed until the round is over."""
    if board.stage == PLACING:
        return len(board.hands[0]) + len(board.hands[1])
    return 2 * board.rulings.hand_size


def worth_of(
    board: SellswordsBoard, is_placed: bool = False, drawing: int = NOBODY
) -> tuple[float, float]:
    """What each seat may expect of this field and these hands.

    In the middle of a turn it matters whether its tile is placed already, and who is about
    to draw a tile.
    """
    first, second = float(board.points[0]), float(board.points[1])
    if board.stage == OVER:
        return first, second
    is_early = board.round < board.rulings.rounds
    for_tile, for_extra, for_turn = _weights(board, is_early)
    field = _field(board, is_early)
    first, second = first + field[0], second + field[1]
    extra = extras_of(board)
    first, second = first + for_extra * extra[0], second + for_extra * extra[1]
    known = _in_hand(board)
    for tile in board.hands[0]:
        first += known[tile]
    for tile in board.hands[1]:
        second += known[tile]
    following = board.first
    if board.stage == PLACING:
        more = len(board.hands[0]) - len(board.hands[1])
        if drawing != NOBODY:
            more += 1 if drawing == 0 else -1
        first += for_tile * float(more)
        following = board.active
        if is_placed and board.hands[1 - following]:
            following = 1 - following
    if following == 0:
        first -= for_turn
    elif following == 1:
        second -= for_turn
    return first, second


def extras_of(board: SellswordsBoard) -> tuple[float, float]:
    """What abilities would bring each seat if the round were over now."""
    first, second = 0.0, 0.0
    roster = board.roster
    for bearer in roster.end_rounds:
        if board.spot[bearer] != OFF:
            extra = roster.abilities[bearer].end_of_round(board, bearer)
            if extra is not None:
                first += float(extra.points[0])
                second += float(extra.points[1])
    return first, second


def _weights(board: SellswordsBoard, is_early: bool) -> tuple[float, float, float]:
    """What hands, abilities and the turn are worth now: between late and early in a round."""
    late = LATE_TWICE if is_early else LATE_ONCE
    early = EARLY_TWICE if is_early else EARLY_ONCE
    share = min(float(tiles_to_come(board)) / MANY, 1.0)
    return (
        late[0] + share * (early[0] - late[0]),
        late[1] + share * (early[1] - late[1]),
        late[2] + share * (early[2] - late[2]),
    )


def worth(board: SellswordsBoard, tile: int) -> float:
    """What a tile in hand is worth beside an average one."""
    return _in_hand(board)[tile]


def _in_hand(board: SellswordsBoard) -> list[float]:
    """The same for all tiles, in this round."""
    roster = board.roster
    if not roster.weights_late:
        _weigh_tiles(roster)
    return roster.weights_early if board.round < board.rulings.rounds else roster.weights_late


def _on_field(board: SellswordsBoard) -> list[float]:
    """What each tile is worth on the field beside others there."""
    roster = board.roster
    if not roster.weights_on_field:
        _weigh_tiles(roster)
    return roster.weights_on_field


def _weigh_tiles(roster: Roster) -> None:
    """Work out once for a game what each of its tiles is worth, in hand and on the field."""
    for tile in range(roster.count):
        key = roster.tiles[tile].key
        total = sum(roster.printed[4 * tile : 4 * tile + 4])
        unknown = PER_NUMBER * float(total - AVERAGE)
        early, late = IN_HAND.get(key, (unknown, unknown))
        roster.weights_early.append(early)
        roster.weights_late.append(late)
        roster.weights_on_field.append(ON_FIELD.get(key, 0.0))


def _field(board: SellswordsBoard, is_early: bool) -> tuple[float, float]:
    """Tiles, and what they score in rows and columns, less the dangers."""
    weights = FIELD_TWICE if is_early else FIELD_ONCE
    for_tile, for_line, for_weakness = weights[0], weights[1], weights[2]
    first, second = sights_of(board, is_early)
    return (
        for_tile * first[0] + for_line * first[1] - for_weakness * first[2] + first[3],
        for_tile * second[0] + for_line * second[1] - for_weakness * second[2] + second[3],
    )


def sights_of(board: SellswordsBoard, is_early: bool) -> tuple[Sights, Sights]:
    """What each seat has on the field: tiles, points of lines, weakness, and known heroes.

    Weakness are the weakest sides of tiles that can be attacked there, each as a share of a
    tile: 1 for a side without a number.
    """
    printed, turned, owner = board.roster.printed, board.turned, board.owner
    known = _on_field(board)
    left: i64 = board.left
    top: i64 = board.top
    open_cells = _open_cells(board)
    lines_first: i64 = 0  # four bits for each column, then for each row
    lines_second: i64 = 0
    tiles_first, tiles_second = 0.0, 0.0
    weak_first, weak_second = 0.0, 0.0
    heroes_first, heroes_second = 0.0, 0.0
    for cell, tile in board.at.items():
        seat = owner[tile]
        if seat < 0:
            continue
        x: i64 = (cell & 255) - left
        y: i64 = (cell >> 8) - top
        line = BITS[4 * x] + BITS[20 + 4 * y]
        around = open_cells >> (x + 8 * y)  # its own bit is bit 9 here
        weakest = STRONGEST
        if around & 0x20502:  # to the north, east, south or west of it a tile could be laid
            upright = 4 * tile
            way = turned[tile]
            if around & 2:
                weakest = min(weakest, printed[upright + (-way & 3)])
            if around & 0x400:
                weakest = min(weakest, printed[upright + ((1 - way) & 3)])
            if around & 0x20000:
                weakest = min(weakest, printed[upright + ((2 - way) & 3)])
            if around & 0x100:
                weakest = min(weakest, printed[upright + ((3 - way) & 3)])
        if seat == 0:
            lines_first += line
            tiles_first += 1.0
            heroes_first += known[tile]
            weak_first += float(STRONGEST - weakest)
        else:
            lines_second += line
            tiles_second += 1.0
            heroes_second += known[tile]
            weak_second += float(STRONGEST - weakest)
    weak_first *= _share_at_risk(board, 0, is_early) / float(STRONGEST)
    weak_second *= _share_at_risk(board, 1, is_early) / float(STRONGEST)
    return (
        (tiles_first, _points(lines_first), weak_first, heroes_first),
        (tiles_second, _points(lines_second), weak_second, heroes_second),
    )


def _share_at_risk(board: SellswordsBoard, seat: int, is_early: bool) -> float:
    """How much weak sides matter: little where the other has nothing left to attack with."""
    if board.stage == PLACING and not board.hands[1 - seat]:
        return CARRIED if is_early else 0.0
    return 1.0


def _points(lines: i64) -> float:
    """What rows and columns with so many tiles each bring."""
    found: i64 = 0
    while lines:
        found += LINE_POINTS[lines & 15]
        lines >>= 4
    return float(found)


def _open_cells(board: SellswordsBoard) -> i64:
    """The bits of free cells, as far as they touch a tile and a tile may be laid there."""
    found = ~board.taken
    if board.locked_left != OFF or board.locked_top != OFF:
        allowed: i64 = 0
        for cell in board.free_cells():
            allowed |= BITS[(cell & 255) - board.left + 1 + 8 * ((cell >> 8) - board.top + 1)]
        return allowed
    if board.width >= SIZE:
        found &= ~RIM_COLUMNS
    if board.height >= SIZE:
        found &= ~RIM_ROWS
    return found
