"""The field: which tile lies where, in which colour and which way round.

Its verbs (`place`, `flip`, `move`, `swap`, `rotate`) are all that ever changes it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from halfturn.core.turns import Board
from halfturn.games.sellswords import events
from halfturn.games.sellswords.ability import Opponents
from halfturn.games.sellswords.cells import (
    BITS,
    CENTRE,
    COLUMNS_IN,
    STEPS,
    centre,
    is_connected,
    is_diagonal,
    same_column,
    same_row,
    touching,
)
from halfturn.games.sellswords.roster import Roster
from halfturn.games.sellswords.rulings import Rulings

OFF: Final = -1
"""Where a tile lies that is not on the field; what lies on an empty cell."""
NOBODY: Final = -1
"""Who owns the terrain."""


class Field(Board):
    """The tiles on the table."""

    def __init__(self, roster: Roster, rulings: Rulings, like: Field | None = None) -> None:
        super().__init__()
        self.roster: Roster = roster
        self.rulings: Rulings = rulings
        # Searches make copies all the time: nothing is made that would be thrown away at once.
        self.at: dict[int, int] = {} if like is None else like.at.copy()
        """The tile on each taken cell."""
        self.spot: list[int] = [] if like is None else like.spot.copy()
        """The cell of each tile."""
        self.owner: list[int] = [] if like is None else like.owner.copy()
        """The seat whose colour each tile on the field shows."""
        self.turned: list[int] = [] if like is None else like.turned.copy()
        """The quarter turns each tile on the field lies turned by."""
        self.red: int = NOBODY
        """The seat that plays red, once it is known."""
        self.terrain: int = OFF
        """The terrain tile in play, once it is known."""
        self.left: int = 0
        self.top: int = 0
        self.width: int = 0
        self.height: int = 0
        self.taken: i64 = 0
        """The mask of taken cells, see `cells`; its column 1 is the column `left` and so on."""
        self.locked_left: int = OFF
        self.locked_top: int = OFF
        """With `bounds=lock`: where a margin has been fixed for good."""

    # ---- looking at the field ----

    def tile_at(self, cell: int) -> int:
        """The tile on a cell, or OFF."""
        return self.at.get(cell, OFF)

    def are_adjacent(self, one: int, other: int) -> bool:
        """SO-TERM-3: whether two tiles on the field share an edge."""
        return touching(self.spot[one], self.spot[other])

    def is_diagonal(self, one: int, other: int) -> bool:
        """Whether two tiles on the field share a corner and no edge."""
        return is_diagonal(self.spot[one], self.spot[other])

    def same_row(self, one: int, other: int) -> bool:
        """Whether two tiles on the field lie in one row."""
        return same_row(self.spot[one], self.spot[other])

    def same_column(self, one: int, other: int) -> bool:
        """Whether two tiles on the field lie in one column."""
        return same_column(self.spot[one], self.spot[other])

    def is_centre(self, tile: int) -> bool:
        """Whether a tile lies in the middle of a full field."""
        return self.spot[tile] == centre(self.left, self.top)

    def beside(self, tile: int) -> list[int]:
        """The tiles next to a tile, terrain included, clockwise from the north."""
        cell, at = self.spot[tile], self.at
        found = []
        for step in STEPS:
            other = at.get(cell + step, OFF)
            if other != OFF:
                found.append(other)
        return found

    def heroes_beside(self, tile: int) -> list[int]:
        """The heroes next to a tile."""
        return [other for other in self.beside(tile) if other != self.terrain]

    def enemies_beside(self, tile: int) -> Opponents:
        """The enemies next to a tile, each with the direction it lies in."""
        cell, at, owner = self.spot[tile], self.at, self.owner
        enemy = 1 - owner[tile]
        found: Opponents = []
        for direction in range(4):
            other = at.get(cell + STEPS[direction], OFF)
            if other != OFF and owner[other] == enemy:
                found.append((direction, other))
        return found

    def line_of_sight(self, tile: int, direction: int) -> list[int]:
        """All tiles in one direction, the nearest first; gaps do not matter."""
        cell, at = self.spot[tile], self.at
        step = STEPS[direction]
        found = []
        for _ in range(4):  # the field is five cells wide
            cell += step
            other = at.get(cell, OFF)
            if other != OFF:
                found.append(other)
        return found

    def heroes(self) -> list[int]:
        """All heroes on the field, in reading order."""
        at = self.at
        return [at[cell] for cell in sorted(at) if at[cell] != self.terrain]

    def heroes_of(self, seat: int) -> list[int]:
        """The heroes on the field that show this seat's colour, in reading order."""
        at, owner = self.at, self.owner
        return [at[cell] for cell in sorted(at) if owner[at[cell]] == seat]

    def is_by_terrain(self, tile: int) -> bool:
        """Whether a tile lies next to the terrain."""
        spot = self.spot[self.terrain] if self.terrain != OFF else OFF
        return spot != OFF and touching(spot, self.spot[tile])

    def printed(self, tile: int, side: int) -> int:
        """The printed number on that side of a tile as it lies."""
        return self.roster.printed[4 * tile + ((side - self.turned[tile]) & 3)]

    def on_field(self, tiles: list[int]) -> list[int]:
        """Those of some tiles that lie on the field, in reading order."""
        spot = self.spot
        found = [tile for tile in tiles if spot[tile] != OFF]
        if len(found) > 1:
            found.sort(key=lambda tile: spot[tile])
        return found

    # ---- where tiles may go ----

    def free_cells(self) -> list[int]:
        """SO-PLACE-2, SO-FIELD-1: where a tile can be laid, in reading order."""
        return self._cells_around(self.taken)

    def cells_to_place(self) -> list[int]:
        """Where a tile from the hand may be placed."""
        cells = self.free_cells()
        if self.terrain != OFF:
            ability = self.roster.abilities[self.terrain]
            cells = ability.allowed_cells(self, self.terrain, cells)
        return cells

    def reach(self, tile: int) -> list[int]:
        """SO-AMB-9: where a tile in the air could be put down, its old cell included."""
        rest = self.taken & ~self._bit(self.spot[tile])
        cells = self._cells_around(rest)
        if not is_connected(rest):
            if self.rulings.rest_stays_connected:
                return []
            cells = [cell for cell in cells if is_connected(rest | self._bit(cell))]
        return cells

    def goals(self, tile: int) -> list[int]:
        """SO-TERM-6: the cells that a tile can be moved to, in reading order."""
        old = self.spot[tile]
        cells = self.reach(tile)
        if self.rulings.terrain_binds_moves and self.terrain != OFF and tile != self.terrain:
            cells = self.roster.abilities[self.terrain].allowed_cells(self, self.terrain, cells)
        # SO-AMB-8: the position must change.
        return [cell for cell in cells if cell != old]

    def can_move(self, tile: int) -> bool:
        """Whether a tile can be moved at all."""
        return not self.is_held(tile) and len(self.goals(tile)) > 0

    def is_held(self, tile: int) -> bool:
        """Whether an ability forbids moving and swapping a hero; the terrain minds none."""
        return tile != self.terrain and self.holder(tile) != OFF

    def holder(self, tile: int) -> int:
        """The tile whose ability forbids moving and swapping another, or OFF."""
        roster = self.roster
        for bearer in roster.forbid_move:
            if self.spot[bearer] != OFF and roster.abilities[bearer].forbids_move(
                self, bearer, tile
            ):
                return bearer
        return OFF

    def is_protected(self, tile: int) -> bool:
        """Whether a tile cannot be flipped by any means: the terrain never can."""
        return tile == self.terrain or self.protector(tile) != OFF

    def protector(self, tile: int) -> int:
        """The tile whose ability keeps another from being flipped, or OFF."""
        roster = self.roster
        for bearer in roster.forbid_flip:
            if self.spot[bearer] != OFF and roster.abilities[bearer].forbids_flip(
                self, bearer, tile
            ):
                return bearer
        return OFF

    def unprotected(self, tiles: list[int]) -> list[int]:
        """SO-AMB-21: those of some tiles that a choice may flip."""
        return [tile for tile in tiles if not self.is_protected(tile)]

    def _cells_around(self, mask: i64) -> list[int]:
        """SO-AMB-4: the free cells next to a mask's tiles that keep the box within 5x5."""
        around = (mask << 1 | mask >> 1 | mask << 8 | mask >> 8) & ~mask
        left, right = self.left, self.left + self.width - 1
        top, bottom = self.top, self.top + self.height - 1
        if mask != self.taken:  # a tile is in the air: the box may be smaller
            columns = mask | mask >> 8 | mask >> 16 | mask >> 24 | mask >> 32 | mask >> 40
            while left < right and not columns >> (left - self.left + 1) & 1:
                left += 1
            while left < right and not columns >> (right - self.left + 1) & 1:
                right -= 1
            while top < bottom and not mask >> 8 * (top - self.top + 1) & 127:
                top += 1
            while top < bottom and not mask >> 8 * (bottom - self.top + 1) & 127:
                bottom -= 1
        west, east, north, south = right - 4, left + 4, bottom - 4, top + 4
        if self.locked_left != OFF:
            west, east = self.locked_left, self.locked_left + 4
        if self.locked_top != OFF:
            north, south = self.locked_top, self.locked_top + 4
        found: list[int] = []
        y = self.top - 1
        while around:
            if north <= y <= south:
                for column in COLUMNS_IN[around & 127]:
                    x = column + self.left - 1
                    if west <= x <= east:
                        found.append(x + 256 * y)
            around >>= 8
            y += 1
        return found

    def _bit(self, cell: int) -> i64:
        """The bit of a cell within the box or next to it."""
        return BITS[(cell & 255) - self.left + 1 + 8 * ((cell >> 8) - self.top + 1)]

    # ---- the verbs of the field ----

    def lay_terrain(self) -> None:
        """SO-SETUP-3: the terrain comes onto the table."""
        self.lay(self.terrain, CENTRE, NOBODY, 0)
        if self.listeners is not None:
            self.tell(events.terrain_laid(self))

    def lay(self, tile: int, cell: int, owner: int, turned: int) -> None:
        """Put a tile onto an empty cell, from wherever it was."""
        self.at[cell] = tile
        self.spot[tile] = cell
        self.owner[tile] = owner
        self.turned[tile] = turned
        self._grow(cell)

    def flip(self, tile: int) -> None:
        """SO-FLIP-1: a tile changes its colour and nothing else."""
        self.owner[tile] = 1 - self.owner[tile]

    def move(self, tile: int, cell: int, turned: int) -> None:
        """SO-TERM-4: pick a tile up and put it down elsewhere."""
        old = self.spot[tile]
        del self.at[old]
        self.at[cell] = tile
        self.spot[tile] = cell
        self.turned[tile] = turned
        self.measure()
        if self.listeners is not None:
            self.tell(events.moved(self, tile, old))

    def swap(self, one: int, other: int) -> None:
        """SO-TERM-10: two tiles change places, each as it lies."""
        here, there = self.spot[one], self.spot[other]
        self.at[here], self.at[there] = other, one
        self.spot[one], self.spot[other] = there, here
        if self.listeners is not None:
            self.tell(events.swapped(self, one, other))

    def rotate(self, tile: int, quarters: int) -> None:
        """SO-TERM-2: turn a tile clockwise where it lies."""
        self.turned[tile] = self.roster.way(tile, self.turned[tile] + quarters)
        if self.listeners is not None:
            self.tell(events.rotated(self, tile))

    def _grow(self, cell: int) -> None:
        """The box and its mask after one more cell was taken."""
        x, y = cell & 255, cell >> 8
        if self.taken == 0:
            self.left, self.top, self.width, self.height = x, y, 1, 1
        elif not (
            self.left - 1 <= x <= self.left + self.width
            and self.top - 1 <= y <= self.top + self.height
        ):
            self.measure()  # only where a position is set up
            return
        else:
            if x < self.left:
                self.left, self.width = x, self.width + 1
                self.taken <<= 1
            elif x == self.left + self.width:
                self.width += 1
            if y < self.top:
                self.top, self.height = y, self.height + 1
                self.taken <<= 8
            elif y == self.top + self.height:
                self.height += 1
        self.taken |= self._bit(cell)
        if self.rulings.margin_stays:
            self._fix_margins()

    def measure(self) -> None:
        """The box and its mask, from nothing but the tiles."""
        columns = [cell & 255 for cell in self.at]
        rows = [cell >> 8 for cell in self.at]
        self.left, self.top = min(columns), min(rows)
        self.width = max(columns) - self.left + 1
        self.height = max(rows) - self.top + 1
        taken: i64 = 0
        if self.width <= 5 and self.height <= 5:  # larger ones are refused by whoever reads them
            for cell in self.at:
                taken |= self._bit(cell)
        self.taken = taken
        if self.rulings.margin_stays:
            self._fix_margins()

    def _fix_margins(self) -> None:
        """SO-AMB-5: with `bounds=lock` a margin once reached stays."""
        if self.width == 5 and self.locked_left == OFF:
            self.locked_left = self.left
        if self.height == 5 and self.locked_top == OFF:
            self.locked_top = self.top
