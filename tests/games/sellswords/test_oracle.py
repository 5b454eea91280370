"""Random positions, played by the game and by the plain resolver of `oracle`."""

from __future__ import annotations

import pytest

from halfturn.core.rng import Rng, SeededRng
from tests.games.sellswords.given import GAME, Table
from tests.games.sellswords.oracle import Cell, Oracle, Piece

ON_FIELD = (
    "king-midas perseus hydra pandora minotaur hera spartan muse athlete icarus apollo "
    "v1 v2 v3 v4 v5 v6"
).split()
PLACED = [
    *ON_FIELD,
    *"ares artemis cerberus colossus hades harpy hermes kraken lamia socrates".split(),
]


def some_field(rng: Rng) -> dict[Cell, Piece]:
    """The terrain, and tiles that have grown around it."""
    field = {(0, 0): Piece("olympus", "", (0, 0, 0, 0))}
    names = list(ON_FIELD)
    for _ in range(5 + rng.below(6)):
        free = sorted(
            (x + dx, y + dy)
            for x, y in field
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if abs(x + dx) <= 2 and abs(y + dy) <= 2 and (x + dx, y + dy) not in field
        )
        name = names.pop(rng.below(len(names)))
        field[free[rng.below(len(free))]] = some_piece(rng, name, "RB"[rng.below(2)])
    return field


def some_piece(rng: Rng, name: str, colour: str) -> Piece:
    """A tile with some numbers, close enough together for one more or less to matter."""
    return Piece(name, colour, (rng.below(6), rng.below(6), rng.below(6), rng.below(6)))


def text(piece: Piece) -> str:
    """A tile in notation."""
    return f"{piece.name}={'-'.join(map(str, piece.numbers))}"


def position(field: dict[Cell, Piece], piece: Piece, round_: int, silenced: bool) -> str:
    """The position before a tile is placed."""
    sections = [f"hand A {text(piece)} v24; hand B v25; round {round_}; deck -"]
    for colour, letter in (("red", "R"), ("blue", "B")):
        tiles = [f"{text(each)}@{x},{y}" for (x, y), each in field.items() if each.colour == letter]
        if tiles:
            sections.append(f"{colour} {' '.join(tiles)}")
    return "; ".join(sections + ["athena 1"] * silenced)


@pytest.mark.clause("SO-AMB-13", "SO-AMB-15", "SO-AMB-54")
@pytest.mark.parametrize("seed", range(40))
def test_the_game_agrees_with_the_oracle(seed: int) -> None:
    rng = SeededRng(f"sellswords oracle {seed}")
    for _ in range(10):
        field = some_field(rng)
        lying = {piece.name for piece in field.values()}
        names = [name for name in PLACED if name not in lying]
        piece = some_piece(rng, names[rng.below(len(names))], "R")
        round_, silenced = 1 + rng.below(2), rng.below(6) == 0
        start = position(field, piece, round_, silenced)
        table = Table(GAME.position(start)).answers(f"place:{piece.name}")
        cell = table.options[rng.below(len(table.options))]
        table.answers(cell)
        while (question := table.state.decision) is not None and not question.opens_turn:
            table.answers("turn:0" if question.kind == "orientation" else table.options[0])
        x, y = cell.removeprefix("at:").split(",")
        oracle = Oracle(field, round_)
        oracle.place((int(x), int(y)), piece, silenced)
        tiles = [each for each in field.values() if each.colour]
        told = f"{start}; {cell}"
        assert table.colour(*(each.name for each in tiles)) == "".join(
            each.colour for each in tiles
        ), told
        assert table.scores == (-oracle.lost["R"], -oracle.lost["B"]), told
