"""Heroes that flip tiles otherwise than by battle, and those that watch over flips."""

from __future__ import annotations

from halfturn.core.decision import Decision
from halfturn.core.turns import Turn, ask
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.answers import COLUMN, ROW
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.cells import touching
from halfturn.games.sellswords.field import OFF, Field
from halfturn.games.sellswords.flips import flip_batch
from halfturn.games.sellswords.placing import Placing


class Cerberus(Ability):
    number = 14
    type = "M"
    text = "If exactly 3 tiles lie next to it there is no battle: all enemies among them flip."

    def before_battle(self, p: Placing) -> Turn | None:
        board = p.board
        beside = (
            board.beside(p.tile) if board.rulings.terrain_counts else board.heroes_beside(p.tile)
        )
        if len(beside) == 3:
            p.is_fought = False
            p.flip([enemy for _, enemy in board.enemies_beside(p.tile)])
        return None


class Gryphon(Ability):
    number = 19
    type = "M"
    text = "Without a battle, one enemy of your choice flips, wherever it lies."

    def battles(self) -> bool:
        return False

    def when_placed(self, p: Placing) -> Turn:
        enemies = p.board.unprotected(p.board.heroes_of(p.opponent))
        chosen = yield from p.choose(enemies, may_decline=False, purpose="flip")
        if chosen != OFF:
            p.flip([chosen])


class Hades(Ability):
    number = 20
    type = "M"
    text = "Without a battle, all tiles next to him flip, and he after them."

    def battles(self) -> bool:
        return False

    def when_placed(self, p: Placing) -> Turn | None:
        p.flip(p.board.heroes_beside(p.tile))
        p.flip([p.tile])
        return None


class Hermes(Ability):
    number = 24
    type = "M"
    text = "Without a battle, his whole row or his whole column flips, and he with it."

    def battles(self) -> bool:
        return False

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        row = [tile for tile in board.heroes() if board.same_row(tile, p.tile)]
        column = [tile for tile in board.heroes() if board.same_column(tile, p.tile)]
        if board.rulings.both_lines_flip:  # SO-AMB-24
            p.flip(row + [tile for tile in column if tile != p.tile])
            return
        line = yield Decision(p.player, "line", [ROW, COLUMN])
        p.flip(row if line == ROW else column)


class Hydra(Ability):
    number = 25
    text = "Whoever gets it by a flip must flip a tile next to it."

    def after_flip(self, board: SellswordsBoard, bearer: int, controller: int) -> Turn:
        targets = board.unprotected(board.heroes_beside(bearer))
        if not targets:
            return
        board.asking, board.purpose = bearer, "flip"
        options = [board.roster.choose[tile] for tile in targets]
        chosen = yield from ask(controller, "target", options)
        flip_batch(board, [board.roster.named(chosen)])


class KingMidas(Ability):
    number = 28
    text = "Nothing can flip the tiles next to him."

    def forbids_flip(self, board: Field, bearer: int, tile: int) -> bool:
        return board.are_adjacent(bearer, tile)


class Manticore(Ability):
    number = 31
    type = "O"
    text = "You may leave the battle out and flip one tile next to it."

    def before_battle(self, p: Placing) -> Turn:
        targets = p.board.unprotected(p.board.heroes_beside(p.tile))
        chosen = yield from p.choose(targets, may_decline=True, purpose="flip")
        if chosen != OFF:
            p.is_fought = False
            p.flip([chosen])


class Minotaur(Ability):
    number = 33
    text = "After a tile was placed next to it and its battle is over, that tile is flipped."

    def flips_newcomer(self, board: SellswordsBoard, bearer: int, cell: int) -> bool:
        return touching(board.spot[bearer], cell)


class Pandora(Ability):
    number = 38
    text = "Whoever gets her by a flip loses 1 point."

    def when_flipped(self, board: SellswordsBoard, bearer: int) -> None:
        board.lose(board.owner[bearer], 1, bearer)


class Perseus(Ability):
    number = 40
    text = "When allies next to him would be flipped, however many, he is flipped instead."

    def stands_in_for(self, board: SellswordsBoard, bearer: int, tile: int) -> bool:
        return board.owner[tile] == board.owner[bearer] and board.are_adjacent(bearer, tile)


class ThreeFates(Ability):
    number = 49
    type = "O"
    text = "You may leave the battle out and flip two tiles anywhere, an ally and an enemy."

    def before_battle(self, p: Placing) -> Turn:
        board = p.board
        allies = board.unprotected(board.heroes_of(p.player))
        if not board.rulings.may_flip_itself:  # SO-AMB-22
            allies = [tile for tile in allies if tile != p.tile]
        enemies = board.unprotected(board.heroes_of(p.opponent))
        if not allies or not enemies:
            return
        ally = yield from p.choose(allies, may_decline=True, purpose="flip")
        if ally == OFF:
            return
        enemy = yield from p.choose(enemies, may_decline=False, purpose="flip")
        p.is_fought = False
        p.flip([ally, enemy])
