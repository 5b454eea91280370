"""Heroes and terrains that bring points at the end of a round, and the other terrains."""

from __future__ import annotations

from halfturn.core.turns import Turn
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.cells import touching
from halfturn.games.sellswords.field import Field
from halfturn.games.sellswords.heroes.moves import move_one
from halfturn.games.sellswords.placing import Placing
from halfturn.games.sellswords.score import ScoreLine


class Oracle(Ability):
    number = 37
    type = "E"
    text = "At the end of round 2 her controller gains 5 points if she is the centre tile."

    def end_of_round(self, board: SellswordsBoard, bearer: int) -> ScoreLine | None:
        if board.round != 2 or not board.is_centre(bearer):
            return None
        return _line(board, bearer, [bearer], 5)


class Zeus(Ability):
    number = 50
    type = "E"
    text = "At the end of a round his controller gains 1 point per ally next to the terrain."

    def end_of_round(self, board: SellswordsBoard, bearer: int) -> ScoreLine | None:
        allies = board.heroes_of(board.owner[bearer])
        return _line(board, bearer, [tile for tile in allies if board.is_by_terrain(tile)], 1)


class Olympus(Ability):
    type = ""
    text = "At the end of a round each tile next to it brings its controller 1 point."

    def end_of_round(self, board: SellswordsBoard, bearer: int) -> ScoreLine | None:
        return _line(board, bearer, board.heroes_beside(bearer), 1)


class Parthenon(Ability):
    type = ""
    text = "While there is a free space next to it, tiles must be placed there."

    def allowed_cells(self, board: Field, bearer: int, cells: list[int]) -> list[int]:
        # SO-AMB-44: a space that nothing can be placed on does not count.
        here = board.spot[bearer]
        beside = [cell for cell in cells if touching(here, cell)]
        return beside or cells


class Styx(Ability):
    type = ""
    text = "At the end of your turn you may move a tile, except on the last turn of a round."

    def end_of_turn(self, p: Placing, bearer: int) -> Turn:
        yield from move_one(p, p.board.heroes())


class Tartarus(Ability):
    type = ""
    text = "In each draft the first tile you pick goes to your opponent's hand."

    def sends_over(self, board: SellswordsBoard, pick: int) -> bool:
        # SO-AMB-46
        is_phase = board.draft == 1 or not board.rulings.sends_over_once_a_round
        return is_phase and pick < 2


def _line(board: SellswordsBoard, bearer: int, tiles: list[int], points: int) -> ScoreLine:
    """So many points for each of these tiles, to whoever controls it."""
    source = board.roster.tiles[bearer].name
    owners = [board.owner[tile] for tile in tiles]
    counts = (owners.count(0), owners.count(1))
    return ScoreLine(source, None, counts, (points * counts[0], points * counts[1]))
