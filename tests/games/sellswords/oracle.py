"""The turn of one tile, told a second time and plainly, straight from the rules.

It knows nothing of the game's own code: a field is a dictionary of pieces, an ability is a
name that is compared. Questions are answered with the first choice, clockwise from the north.
"""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
WORKS_WHEN_PLACED = (
    "ares artemis cerberus colossus hades harpy hermes kraken lamia socrates".split()
)


@dataclass
class Piece:
    """A tile on the table; the terrain has no colour."""

    name: str
    colour: str
    numbers: tuple[int, int, int, int]


class Oracle:
    """A field, and what a placed tile does to it."""

    def __init__(self, field: dict[Cell, Piece], round_: int) -> None:
        self.field = field
        self.round = round_
        self.lost = {"R": 0, "B": 0}
        self.queue: list[tuple[Cell, str]] = []

    def around(self, cell: Cell) -> list[tuple[int, Cell]]:
        """The taken cells next to a cell, with their directions."""
        cells = [(at, (cell[0] + dx, cell[1] + dy)) for at, (dx, dy) in enumerate(STEPS)]
        return [(at, other) for at, other in cells if other in self.field]

    def beside(self, cell: Cell, name: str) -> list[Piece]:
        """The pieces of that name next to a cell."""
        found = [self.field[other] for _, other in self.around(cell)]
        return [piece for piece in found if piece.name == name]

    def number(self, cell: Cell, side: int, foe: Cell) -> int:
        """B4.5."""
        piece = self.field[cell]
        found = piece.numbers[side]
        if "athlete" in (piece.name, self.field[foe].name):
            return found
        if piece.name == "icarus" and self.beside(cell, "olympus"):
            found = 0
        if piece.name == "apollo":
            found += {1: 1, 2: -1}[self.round]
        if piece.name == "muse":
            found += 2 * len(self.around(cell))
        if piece.name == "spartan":
            found += len(self.enemies(cell))
        return found - len(
            [hera for hera in self.beside(cell, "hera") if hera.colour != piece.colour]
        )

    def enemies(self, cell: Cell) -> list[tuple[int, Cell]]:
        """The enemies next to a cell."""
        return [each for each in self.around(cell) if self.hostile(cell, each[1])]

    def hostile(self, one: Cell, other: Cell) -> bool:
        """Whether two pieces are of different players."""
        return {self.field[one].colour, self.field[other].colour} == {"R", "B"}

    def can_flip(self, cell: Cell) -> bool:
        """Whether nothing forbids it."""
        return bool(self.field[cell].colour) and not self.beside(cell, "king-midas")

    def flip(self, batch: set[Cell]) -> set[Cell]:
        """B4.4."""
        batch = {cell for cell in batch if self.can_flip(cell)}
        for cell, piece in self.field.items():
            if piece.name != "perseus":
                continue
            next_to_him = {other for _, other in self.around(cell)}
            saved = {
                each for each in batch & next_to_him if self.field[each].colour == piece.colour
            }
            batch -= saved
            if saved and self.can_flip(cell):
                batch.add(cell)
        for cell in batch:
            piece = self.field[cell]
            piece.colour = "B" if piece.colour == "R" else "R"
            if piece.name == "pandora":
                self.lost[piece.colour] += 1
            if piece.name == "hydra":
                self.queue.append((cell, piece.colour))
        return batch

    def resolve(self) -> None:
        """Hydra flips the first neighbour that can be flipped."""
        while self.queue:
            cell, _ = self.queue.pop(0)
            targets = [other for _, other in self.around(cell) if self.can_flip(other)]
            if targets:
                self.flip({targets[0]})

    def line(self, cell: Cell, direction: int) -> list[Cell]:
        """What lies in a direction, the nearest first."""
        dx, dy = STEPS[direction]
        cells = [(cell[0] + dx * far, cell[1] + dy * far) for far in range(1, 5)]
        return [other for other in cells if other in self.field]

    def opponents(self, cell: Cell, manner: str) -> list[tuple[int, Cell]]:
        """Whom the placed tile fights."""
        if manner not in ("artemis", "kraken"):
            return self.enemies(cell)
        found = []
        for direction in range(4):
            line = self.line(cell, direction)
            if manner == "kraken":
                line = [other for other in line if self.hostile(cell, other)][:1]
            if line and self.hostile(cell, line[-1]):
                found.append((direction, line[-1]))
        return found

    def place(self, cell: Cell, piece: Piece, silenced: bool) -> None:
        """B4.3, P to X."""
        self.field[cell] = piece
        seat = piece.colour
        doomed = bool(self.beside(cell, "minotaur"))
        manner = piece.name if piece.name in WORKS_WHEN_PLACED and not silenced else ""
        if manner == "hades":
            self.flip({other for _, other in self.around(cell)})
            self.flip({cell})
            self.resolve()
        if manner == "hermes":
            self.flip({other for other in self.field if other[1] == cell[1]})
            self.resolve()
        if manner == "cerberus" and len(self.around(cell)) == 3:
            self.flip({other for _, other in self.enemies(cell)})
            self.resolve()
        elif manner not in ("hades", "hermes", "colossus"):
            self.battle(cell, manner, seat)
        if doomed:
            self.flip({cell})
            self.resolve()

    def battle(self, cell: Cell, manner: str, seat: str) -> None:
        """B2 to X1."""
        beaten = set()
        for direction, foe in self.opponents(cell, manner):
            side = direction if manner == "harpy" else (direction + 2) % 4
            mine, theirs = self.number(cell, direction, foe), self.number(foe, side, cell)
            wins = mine < theirs if manner == "socrates" else mine > theirs
            if manner == "lamia" and max(self.field[foe].numbers) > 4:
                wins = False
            if wins:
                beaten.add(foe)
        flipped = self.flip(beaten)
        self.resolve()
        if manner == "ares":
            self.lost[seat] += len(flipped)
