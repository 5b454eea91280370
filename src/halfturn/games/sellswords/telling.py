"""How the board tells what happens: events made from tiles by their numbers in the roster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core import Event
from halfturn.games.sellswords.cells import column, row
from halfturn.games.sellswords.events import (
    Aimed,
    Copied,
    Dealt,
    Discarded,
    Drew,
    Exchanged,
    Flipped,
    Kept,
    LeftOver,
    Locked,
    Moved,
    Picked,
    Placed,
    PointsLost,
    Rotated,
    Silenced,
    Silencing,
    StoodIn,
    Swapped,
    TerrainLaid,
)

if TYPE_CHECKING:
    from halfturn.games.sellswords.field import Field


def colour_of(board: Field, seat: int) -> str:
    """The colour a seat plays."""
    return "red" if seat == board.red else "blue"


def _key(board: Field, tile: int) -> str:
    return board.roster.tiles[tile].key


def _lying(board: Field, tile: int) -> tuple[int, ...]:
    return tuple(board.printed(tile, side) for side in range(4))


def terrain_laid(board: Field) -> Event:
    """The terrain, where it lies now."""
    cell = board.spot[board.terrain]
    return TerrainLaid(_key(board, board.terrain), column(cell), row(cell))


def placed(board: Field, tile: int) -> Event:
    """A tile, as it lies now."""
    cell, seat = board.spot[tile], board.owner[tile]
    colour = colour_of(board, seat)
    numbers = _lying(board, tile)
    return Placed(seat, _key(board, tile), colour, column(cell), row(cell), numbers)


def silenced(board: Field, tile: int) -> Event:
    """A tile whose ability does not work."""
    return Silenced(_key(board, tile))


def silencing(board: Field, tile: int, count: int, seat: int | None) -> Event:
    """What Athena and Priestess do."""
    return Silencing(_key(board, tile), count, seat)


def flipped(board: Field, tiles: list[int]) -> Event:
    """Tiles that have changed sides."""
    colours = tuple(colour_of(board, board.owner[tile]) for tile in tiles)
    return Flipped(tuple(_key(board, tile) for tile in tiles), colours)


def kept(board: Field, bearer: int, tiles: list[int]) -> Event:
    """Tiles that an ability keeps from flipping."""
    return Kept(_key(board, bearer), tuple(_key(board, tile) for tile in tiles))


def stood_in(board: Field, bearer: int, tiles: list[int]) -> Event:
    """A tile that is to be flipped instead of others."""
    return StoodIn(_key(board, bearer), tuple(_key(board, tile) for tile in tiles))


def moved(board: Field, tile: int, old: int) -> Event:
    """A tile that lay elsewhere."""
    cell = board.spot[tile]
    before, now = (column(old), row(old)), (column(cell), row(cell))
    return Moved(_key(board, tile), *before, *now, _lying(board, tile))


def swapped(board: Field, one: int, other: int) -> Event:
    """Two tiles, where they lie now."""
    here, there = board.spot[one], board.spot[other]
    keys = (_key(board, one), _key(board, other))
    return Swapped(keys, column(here), row(here), column(there), row(there))


def rotated(board: Field, tile: int) -> Event:
    """A tile as it lies now."""
    return Rotated(_key(board, tile), _lying(board, tile))


def dealt(board: Field, tile: int, seat: int | None) -> Event:
    """A tile from the deck."""
    return Dealt(_key(board, tile), seat)


def picked(board: Field, tile: int, by: int, into: int) -> Event:
    """A drafted tile."""
    return Picked(by, _key(board, tile), into)


def left_over(board: Field, tile: int) -> Event:
    """The last of a draft."""
    return LeftOver(_key(board, tile))


def discarded(board: Field, tile: int, seat: int) -> Event:
    """A tile that left a hand."""
    return Discarded(seat, _key(board, tile))


def drew(board: Field, tile: int, seat: int) -> Event:
    """A tile that came into a hand."""
    return Drew(seat, _key(board, tile))


def exchanged(board: Field, given: int, by: int, returned: int) -> Event:
    """Two tiles that changed hands."""
    return Exchanged(by, _key(board, given), _key(board, returned))


def locked(board: Field, tile: int, seat: int) -> Event:
    """A tile that its holder cannot place."""
    return Locked(seat, _key(board, tile))


def copied(board: Field, tile: int, source: int) -> Event:
    """An ability taken over."""
    return Copied(_key(board, tile), _key(board, source))


def aimed(board: Field, tile: int, attacker: int, opponent: int) -> Event:
    """Who fights instead, or against whom alone."""
    other = None if opponent < 0 else _key(board, opponent)
    return Aimed(_key(board, tile), _key(board, attacker), other)


def lost(board: Field, seat: int, points: int, bearer: int) -> Event:
    """Points that a tile cost."""
    return PointsLost(seat, points, _key(board, bearer))
