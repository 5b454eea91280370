"""Heroes that fight in a manner of their own: whom, with which numbers, by which test."""

from __future__ import annotations

from halfturn.core.turns import Turn
from halfturn.games.sellswords import events
from halfturn.games.sellswords.ability import Ability, Opponents
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.placing import NOTHING, Placing


class Ares(Ability):
    number = 7
    type = "M"
    text = "Each enemy that his battle flips costs you 1 point."

    def after_battle(self, p: Placing, flipped: int) -> None:
        if flipped:
            loser = p.player
            if p.board.rulings.controller_pays:  # SO-AMB-29
                loser = p.board.owner[p.tile]
            p.board.lose(loser, flipped, p.tile)


class Artemis(Ability):
    number = 9
    type = "M"
    text = (
        "She battles the farthest tile in each direction of her row and column "
        "instead of those next to her."
    )

    def opponents(self, board: SellswordsBoard, attacker: int) -> Opponents:
        found: Opponents = []
        for direction in range(4):
            line = board.line_of_sight(attacker, direction)
            if not board.rulings.terrain_counts:  # SO-AMB-12
                line = [tile for tile in line if tile != board.terrain]
            # SO-AMB-18: an ally or the terrain at the end means no battle that way.
            if line and board.owner[line[-1]] == 1 - board.owner[attacker]:
                found.append((direction, line[-1]))
        return found


class Colossus(Ability):
    number = 16
    type = "M"
    text = "When he is placed there is no battle."

    def battles(self) -> bool:
        return False


class Cyclops(Ability):
    number = 17
    type = "O"
    text = "You may battle a single enemy next to him, with +3 for that battle."

    def before_battle(self, p: Placing) -> Turn:
        enemies = [enemy for _, enemy in p.board.enemies_beside(p.tile)]
        chosen = yield from p.choose(enemies, may_decline=True)
        if chosen != OFF:
            p.only_opponent = chosen
            p.boost = 3
            p.board.tell(events.aimed(p.board, p.tile, p.tile, chosen))


class Harpy(Ability):
    number = 21
    type = "M"
    text = "Her battle looks at the far side of each enemy instead of the near one."

    def side_met(self, direction: int) -> int:
        return direction


class Kraken(Ability):
    number = 29
    type = "M"
    text = "It battles the nearest enemy on each of the four sides, at any distance."

    def opponents(self, board: SellswordsBoard, attacker: int) -> Opponents:
        found: Opponents = []
        for direction in range(4):
            for tile in board.line_of_sight(attacker, direction):
                if board.owner[tile] == 1 - board.owner[attacker]:
                    found.append((direction, tile))
                    break
        return found


class Lamia(Ability):
    number = 30
    type = "M"
    text = "Her battle can flip only enemies without a printed number above 4."

    def can_beat(self, board: SellswordsBoard, opponent: int) -> bool:
        return board.roster.highest[opponent] <= 4


class Socrates(Ability):
    number = 45
    type = "M"
    text = "In his battle enemies with higher numbers flip, and those with lower ones do not."

    def wins(self, attack: int, defence: int) -> bool:
        return attack < defence


class Teacher(Ability):
    number = 47
    type = "O"
    text = "Instead of battling, you may choose another ally, and that one battles."

    def before_battle(self, p: Placing) -> Turn:
        allies = [tile for tile in p.board.heroes_of(p.player) if tile != p.tile]
        chosen = yield from p.choose(allies, may_decline=True)
        if chosen != OFF:
            # SO-AMB-39: a plain battle; what works when a tile is placed does not work now.
            p.attacker, p.manner = chosen, NOTHING
            p.board.tell(events.aimed(p.board, p.tile, chosen, OFF))
