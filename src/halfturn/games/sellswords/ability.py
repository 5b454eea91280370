"""What an ability can do: the hooks that the rules call, each at its moment.

A hero overrides the few that its text speaks of, and nothing else in the rules names a hero,
nor does a list: the catalogue finds the classes, and calls `KingMidas` by the key `king-midas`.
`p` is the tile being placed (`placing.Placing`), `board` the table, `bearer` the tile on the
field that has the ability.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from halfturn.core.turns import Turn
from halfturn.games.sellswords.score import ScoreLine

if TYPE_CHECKING:
    from halfturn.games.sellswords.board import SellswordsBoard
    from halfturn.games.sellswords.field import Field
    from halfturn.games.sellswords.placing import Placing

Opponents = list[tuple[int, int]]
"""Whom a tile fights: the direction they lie in, and their tile."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ability:
    """An ability without effect; every hero's is a subclass."""

    number: ClassVar[int] = 0
    """The rulebook's number of the hero; 0 for terrains and abilities from elsewhere."""
    type: ClassVar[str] = "C"
    """`O`ptional, `M`andatory, `C`ontinuous, `E`nd of round; empty for a terrain."""
    text: ClassVar[str] = "No ability."
    """What it does, in our own words, for whoever holds the tile."""

    # ---- when its tile is placed (optional and mandatory abilities) ----

    def when_placed(self, p: Placing) -> Turn | None:
        """After placing, before battle."""
        return None

    def battles(self) -> bool:
        """Whether the tile fights when it is placed."""
        return True

    def before_battle(self, p: Placing) -> Turn | None:
        """What may take the battle's place, or change who fights whom in it."""
        return None

    def opponents(self, board: SellswordsBoard, attacker: int) -> Opponents:
        """SO-BATTLE-1: the enemies next to it."""
        return board.enemies_beside(attacker)

    def side_met(self, direction: int) -> int:
        """The side of an opponent lying in that direction which is compared: the near one."""
        return (direction + 2) & 3

    def wins(self, attack: int, defence: int) -> bool:
        """SO-BATTLE-2: only the higher number wins."""
        return attack > defence

    def can_beat(self, board: SellswordsBoard, opponent: int) -> bool:
        """Whether its battle can flip this opponent at all."""
        return True

    def after_battle(self, p: Placing, flipped: int) -> None:
        """When its battle is over; `flipped` enemies turned by it."""

    # ---- as long as its tile lies on the field (continuous abilities) ----

    def basis(self, board: SellswordsBoard, bearer: int, printed: int) -> int:
        """The number that bonuses are added to."""
        return printed

    def bonus(self, board: SellswordsBoard, bearer: int) -> int:
        """What is added to all its own numbers."""
        return 0

    def weakening(self, board: SellswordsBoard, bearer: int, tile: int) -> int:
        """What is taken from all numbers of another tile."""
        return 0

    def knows_only_print(self) -> bool:
        """Whether its battles are fought with printed numbers alone."""
        return False

    def forbids_flip(self, board: Field, bearer: int, tile: int) -> bool:
        """Whether a tile cannot be flipped."""
        return False

    def forbids_move(self, board: Field, bearer: int, tile: int) -> bool:
        """Whether a hero cannot be moved or swapped."""
        return False

    def stands_in_for(self, board: SellswordsBoard, bearer: int, tile: int) -> bool:
        """Whether the bearer is flipped instead of a tile."""
        return False

    def when_flipped(self, board: SellswordsBoard, bearer: int) -> None:
        """At once, as the bearer changes sides."""

    def after_flip(self, board: SellswordsBoard, bearer: int, controller: int) -> Turn | None:
        """Once the effect that flipped the bearer is over; the controller it had got by it."""
        return None

    def flips_newcomer(self, board: SellswordsBoard, bearer: int, cell: int) -> bool:
        """Whether a tile placed on this cell is flipped after its battle."""
        return False

    def start_of_turn(self, p: Placing, bearer: int) -> Turn | None:
        """At the start of its controller's turn."""
        return None

    def may_decline_start(self) -> bool:
        """Whether what it does at the start of a turn may be left undone."""
        return True

    def end_of_turn(self, p: Placing, bearer: int) -> Turn | None:
        """At the end of every turn but the last of a round."""
        return None

    def end_of_round(self, board: SellswordsBoard, bearer: int) -> ScoreLine | None:
        """The points it brings when a round is scored."""
        return None

    # ---- what only a terrain does ----

    def allowed_cells(self, board: Field, bearer: int, cells: list[int]) -> list[int]:
        """The cells that are left for a tile from the hand."""
        return cells

    def sends_over(self, board: SellswordsBoard, pick: int) -> bool:
        """Whether a pick of a draft, counted from 0, goes to the other player's hand."""
        return False


HOOKS: Sequence[str] = [
    "weakening",
    "forbids_flip",
    "forbids_move",
    "stands_in_for",
    "after_flip",
    "when_flipped",
    "flips_newcomer",
    "start_of_turn",
    "end_of_turn",
    "end_of_round",
    "knows_only_print",
]
"""The hooks that are asked of tiles on the field: a roster knows who has which."""
