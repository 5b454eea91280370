"""What a table is worth to each player, in points: fields, dangers, hands and heroes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.heuristics import WIN_SHARE, chance_of
from halfturn.games.sellswords.board import OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.cells import BITS, SIZE
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.rounds import winners
from halfturn.games.sellswords.score import POINTS

STRONGEST: Final = 9
FIELD_ONCE: Final[list[float]] = [1.1, 0.64, 2.1]
FIELD_TWICE: Final[list[float]] = [1.95, 0.75, 2.35]
"""A tile on the field, a point of its lines as they are, and what an open side without a
number costs: in the last round, and before it, when the field counts again."""
LATE_ONCE: Final[list[float]] = [6.4, 1.3, 0.85, 0.6]
EARLY_ONCE: Final[list[float]] = [8.2, 1.85, 0.55, 1.2]
LATE_TWICE: Final[list[float]] = [14.0, 1.1, 1.5, 3.7]
EARLY_TWICE: Final[list[float]] = [14.4, 0.9, 0.5, 6.3]
"""A tile more to place than the other, a hero's worth in hand, a point that an ability gives, and
what it costs to be the next to place: with nothing left to place, and with twelve tiles."""
MANY: Final = 12.0
CARRIED: Final = 0.5
"""How much open sides matter where no attacker is left in this round, but another follows."""
PER_NUMBER: Final = 0.04
AVERAGE: Final = 17
"""What each point of a tile's four numbers is worth beyond so many."""
SPREAD_EARLY: Final = 10.5
SPREAD: Final = 2.7
PER_TILE: Final = 0.37
"""How much a lead still changes: with every tile that is to come."""
LINE_POINTS: Final = vec[i64](list(POINTS))
RIM_COLUMNS: Final = 0x41414141414141
RIM_ROWS: Final = 0x7F00000000007F
"""In the mask of taken cells: what lies beside a box that is five cells wide, or high."""

WORTH: Final[dict[str, float]] = {
    "jason": 3.2,
    "nymph": 2.2,
    "teacher": 2.0,
    "three-fates": 1.7,
    "theseus": 1.6,
    "hermes": 1.5,
    "icarus": 1.4,
    "poseidon": 1.3,
    "kraken": 1.0,
    "athlete": 1.0,
    "hera": 0.8,
    "satyr": 0.7,
    "harpy": 0.7,
    "odysseus": 0.7,
    "socrates": 0.6,
    "sculptor": 0.5,
    "elder": 0.4,
    "pandora": 0.4,
    "muse": 0.4,
    "gryphon": 0.2,
    "cyclops": 0.2,
    "spartan": 0.0,
    "chimera": -0.1,
    "athena": -0.1,
    "apollo": -0.1,
    "manticore": -0.2,
    "ares": -0.2,
    "cerberus": -0.3,
    "oracle": -0.4,
    "artemis": -0.5,
    "hercules": -0.5,
    "priestess": -0.5,
    "medusa": -0.6,
    "architect": -0.6,
    "hades": -0.7,
    "colossus": -1.1,
    "basilisk": -1.2,
    "zeus": -1.3,
    "minotaur": -1.4,
    "pegasus": -1.4,
    "aristotle": -1.4,
    "lamia": -1.5,
    "king-midas": -1.9,
    "hydra": -2.1,
    "perseus": -2.3,
    "centaur": -2.5,
}
"""What a hero is worth to its player, in points of a round, beside an average one.

This and the numbers above were fitted to games of casual players with drafts by lot.
"""


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
    for_tile, for_hero, for_extra, for_turn = _weights(board, is_early)
    field = _field(board, is_early)
    first, second = first + field[0], second + field[1]
    roster = board.roster
    for bearer in roster.end_rounds:
        if board.spot[bearer] != OFF:
            extra = roster.abilities[bearer].end_of_round(board, bearer)
            if extra is not None:
                first += for_extra * float(extra.points[0])
                second += for_extra * float(extra.points[1])
    known = _worths(board)
    for tile in board.hands[0]:
        first += for_hero * known[tile]
    for tile in board.hands[1]:
        second += for_hero * known[tile]
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


def _weights(board: SellswordsBoard, is_early: bool) -> tuple[float, float, float, float]:
    """What hands, abilities and the turn are worth now: between late and early in a round."""
    late = LATE_TWICE if is_early else LATE_ONCE
    early = EARLY_TWICE if is_early else EARLY_ONCE
    share = min(float(tiles_to_come(board)) / MANY, 1.0)
    return (
        late[0] + share * (early[0] - late[0]),
        late[1] + share * (early[1] - late[1]),
        late[2] + share * (early[2] - late[2]),
        late[3] + share * (early[3] - late[3]),
    )


def worth(board: SellswordsBoard, tile: int) -> float:
    """What a tile in hand is worth beside an average one."""
    return _worths(board)[tile]


def _worths(board: SellswordsBoard) -> list[float]:
    """The same for all tiles of a game, worked out once."""
    roster = board.roster
    if not roster.worths:
        for tile in range(roster.count):
            total = sum(roster.printed[4 * tile : 4 * tile + 4])
            own = WORTH.get(roster.tiles[tile].key, 0.0)
            roster.worths.append(own + PER_NUMBER * float(total - AVERAGE))
    return roster.worths


def _field(board: SellswordsBoard, is_early: bool) -> tuple[float, float]:
    """Tiles, and what they score in rows and columns, less the dangers.

    Each tile that can be attacked on a weak side is partly lost already.
    """
    weights = FIELD_TWICE if is_early else FIELD_ONCE
    for_tile, for_line, for_weakness = weights[0], weights[1], weights[2]
    printed, turned, owner = board.roster.printed, board.turned, board.owner
    left: i64 = board.left
    top: i64 = board.top
    open_cells = _open_cells(board)
    lines_first: i64 = 0  # four bits for each column, then for each row
    lines_second: i64 = 0
    tiles_first, tiles_second = 0.0, 0.0
    weak_first, weak_second = 0.0, 0.0
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
            weak_first += float(STRONGEST - weakest)
        else:
            lines_second += line
            tiles_second += 1.0
            weak_second += float(STRONGEST - weakest)
    each = for_weakness / float(STRONGEST)
    return (
        for_tile * tiles_first
        + for_line * _points(lines_first)
        - each * _share_at_risk(board, 0, is_early) * weak_first,
        for_tile * tiles_second
        + for_line * _points(lines_second)
        - each * _share_at_risk(board, 1, is_early) * weak_second,
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
