"""Why one would play a turn of Sellswords, in a few words."""

from __future__ import annotations

from typing import Final

from halfturn.core.event import Event
from halfturn.core.language import say
from halfturn.core.words import listed
from halfturn.games.sellswords.answers import Pick
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.bots.evaluation import worth
from halfturn.games.sellswords.cells import STEPS
from halfturn.games.sellswords.events import Flipped
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.scoring import score_lines
from halfturn.games.sellswords.state import SellswordsState

SAFE: Final = 6
"""A side that shows so much is rarely beaten."""
LONG: Final = 3
"""A line of so many tiles of one colour is worth telling of."""


def reason(state: SellswordsState, turn: list[int]) -> str:
    """What a pick is worth beside the others, or what a placement flips, builds and leaves open."""
    first = state.option(turn[0])
    if isinstance(first, Pick):
        return _reason_to_pick(state.board, state.board.roster.named(first))
    seat = state.seat_asked
    before = state.board
    lay_there = {tile for tile in range(before.roster.count) if before.spot[tile] != OFF}
    longest = _longest_line(before, seat)
    after = state.clone()
    events: list[Event] = []
    for code in turn:
        after.play_code(code, events)
    board = after.board
    parts = _flips(events, "red" if board.red == seat else "blue")
    line = _longest_line(board, seat)
    if line >= LONG and line > longest:
        parts.append(say("makes a line of {count}", count=line))
    placed = [
        tile
        for tile in range(board.roster.count)
        if board.spot[tile] != OFF and tile not in lay_there and board.owner[tile] == seat
    ]
    if placed:
        parts.append(_open_sides(board, placed[0]))
    return listed(parts)


def _reason_to_pick(board: SellswordsBoard, tile: int) -> str:
    better = sum(1 for other in board.centre if worth(board, other) > worth(board, tile))
    if better == 0:
        return say("the hero of these that gains most on average")
    if better == 1:
        return say("one of these gains more on average")
    return say("{count} of these gain more on average", count=better)


def _flips(events: list[Event], own: str) -> list[str]:
    """How many tiles change to the own colour, and how many from it."""
    colours = [colour for each in events if isinstance(each, Flipped) for colour in each.colours]
    won = colours.count(own)
    lost = len(colours) - won
    parts = [say("flips {count} to your side", count=won)] if won else []
    return [*parts, say("gives {count} away", count=lost)] if lost else parts


def _longest_line(board: SellswordsBoard, seat: int) -> int:
    lines = [line for line in score_lines(board) if line.source in ("row", "column")]
    return max((line.tiles[seat] for line in lines), default=0)


def _open_sides(board: SellswordsBoard, tile: int) -> str:
    """How easily the tile can be attacked where it lies."""
    free = set(board.free_cells())
    shown = [
        board.printed(tile, side) for side in range(4) if board.spot[tile] + STEPS[side] in free
    ]
    if not shown:
        return say("lies where nothing can attack it")
    if min(shown) >= SAFE:
        return say("shows no less than {number} on its open sides", number=min(shown))
    return say("leaves a {number} open to attack", number=min(shown))
