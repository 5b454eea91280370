"""Heroes that move, swap and turn tiles, and the one that holds them fast."""

from __future__ import annotations

from halfturn.core.turns import Turn
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.answers import TURNS, quarters
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.cells import touching
from halfturn.games.sellswords.field import OFF, Field
from halfturn.games.sellswords.placing import Placing


def move_one(p: Placing, tiles: list[int]) -> Turn:
    """The player may move one of these tiles."""
    board = p.board
    movable = [each for each in tiles if board.can_move(each)]
    tile = yield from p.choose(movable, may_decline=True, purpose="move")
    if tile != OFF:
        yield from p.move(tile, board.goals(tile), may_decline=False)


class Architect(Ability):
    number = 6
    type = "O"
    text = "You may move one tile next to him; the terrain, too."

    def when_placed(self, p: Placing) -> Turn:
        yield from move_one(p, p.board.beside(p.tile))


class Jason(Ability):
    number = 27
    type = "O"
    text = "You may swap him with a tile next to him, up to three times in a row."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        for _ in range(3):
            partners = []
            if not board.is_held(p.tile):
                partners = [each for each in board.heroes_beside(p.tile) if not board.is_held(each)]
            partner = yield from p.choose(partners, may_decline=True, purpose="swap")
            if partner == OFF:
                return
            board.swap(p.tile, partner)


class Medusa(Ability):
    number = 32
    text = "Tiles next to her cannot be moved or swapped."

    def forbids_move(self, board: Field, bearer: int, tile: int) -> bool:
        return board.are_adjacent(bearer, tile)


class Nymph(Ability):
    number = 35
    type = "O"
    text = "You may swap any two tiles that lie next to one another, wherever they are."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        free = [tile for tile in board.heroes() if not board.is_held(tile)]
        if not board.rulings.may_move_itself:  # SO-AMB-40
            free = [tile for tile in free if tile != p.tile]
        ones = [tile for tile in free if _partners(board, tile, free)]
        one = yield from p.choose(ones, may_decline=True, purpose="swap")
        if one == OFF:
            return
        partners = _partners(board, one, free)
        other = yield from p.choose(partners, may_decline=False, purpose="swap")
        board.swap(one, other)


def _partners(board: SellswordsBoard, tile: int, free: list[int]) -> list[int]:
    return [other for other in board.heroes_beside(tile) if other in free]


class Odysseus(Ability):
    number = 36
    type = "O"
    text = "You may let him change places with any hero on the field."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        if board.is_held(p.tile):
            return
        others = [each for each in board.heroes() if each != p.tile and not board.is_held(each)]
        other = yield from p.choose(others, may_decline=True, purpose="swap")
        if other != OFF:
            board.swap(p.tile, other)


class Pegasus(Ability):
    number = 39
    text = "Whoever controls it may move it when their turn begins."

    def start_of_turn(self, p: Placing, bearer: int) -> Turn:
        if p.board.can_move(bearer):
            yield from p.move(bearer, p.board.goals(bearer), may_decline=True)


class Poseidon(Ability):
    number = 41
    type = "O"
    text = "You may move any hero, yours or not."

    def when_placed(self, p: Placing) -> Turn:
        heroes = p.board.heroes()
        if not p.board.rulings.may_move_itself:  # SO-AMB-40
            heroes = [tile for tile in heroes if tile != p.tile]
        yield from move_one(p, heroes)


class Satyr(Ability):
    number = 43
    type = "O"
    text = "You may turn a tile next to him any way round."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        ways = board.roster.ways
        can_turn = [each for each in board.heroes_beside(p.tile) if len(ways[each]) > 1]
        tile = yield from p.choose(can_turn, may_decline=True)
        if tile == OFF:
            return
        now = board.turned[tile]
        options = [TURNS[(way - now) % 4] for way in ways[tile] if way != now]
        answer = yield from p.ask(p.player, "orientation", sorted(options, key=quarters))
        board.rotate(tile, quarters(answer))


class Sculptor(Ability):
    number = 44
    type = "O"
    text = "You may bring the terrain to a free space next to him."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        if board.terrain == OFF or board.spot[board.terrain] == OFF:
            return
        here = board.spot[p.tile]
        cells = [cell for cell in board.goals(board.terrain) if touching(here, cell)]
        if cells:
            yield from p.move(board.terrain, cells, may_decline=True)
