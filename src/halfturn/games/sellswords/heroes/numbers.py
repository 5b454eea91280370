"""Heroes that change numbers: computed whenever a number is read, never stored."""

from __future__ import annotations

from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.board import SellswordsBoard


class Apollo(Ability):
    number = 5
    text = "All his numbers have +1 in round 1 and -1 in round 2."

    def bonus(self, board: SellswordsBoard, bearer: int) -> int:
        return 1 if board.round == 1 else -1


class Athlete(Ability):
    number = 11
    text = "In a battle with Athlete both tiles fight with their printed numbers alone."

    def knows_only_print(self) -> bool:
        return True


class Hera(Ability):
    number = 22
    text = "Enemies next to her have -1 on all their numbers."

    def weakening(self, board: SellswordsBoard, bearer: int, tile: int) -> int:
        is_enemy = board.owner[tile] == 1 - board.owner[bearer]
        return 1 if is_enemy and board.are_adjacent(bearer, tile) else 0


class Hercules(Ability):
    number = 23
    text = "No ability; he needs none."


class Icarus(Ability):
    number = 26
    text = "While he lies next to the terrain, all his numbers are 0."

    def basis(self, board: SellswordsBoard, bearer: int, printed: int) -> int:
        return 0 if board.is_by_terrain(bearer) else printed


class Muse(Ability):
    number = 34
    text = "All her numbers have +2 for each tile next to her."

    def bonus(self, board: SellswordsBoard, bearer: int) -> int:
        if board.rulings.terrain_counts:  # SO-AMB-12
            return 2 * len(board.beside(bearer))
        return 2 * len(board.heroes_beside(bearer))


class Spartan(Ability):
    number = 46
    text = "All his numbers have +1 for each enemy next to him."

    def bonus(self, board: SellswordsBoard, bearer: int) -> int:
        return len(board.enemies_beside(bearer))
