"""The table: the field and all beside it. Its verbs are all that ever changes it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from halfturn.games.sellswords import events
from halfturn.games.sellswords.field import NOBODY, OFF, Field
from halfturn.games.sellswords.roster import Roster
from halfturn.games.sellswords.rulings import Rulings

LOTS: Final = 0
DRAFT: Final = 1
PLACING: Final = 2
OVER: Final = 3


class SellswordsBoard(Field):
    """Everything that is on the table."""

    def __init__(
        self, roster: Roster, rulings: Rulings, like: SellswordsBoard | None = None
    ) -> None:
        super().__init__(roster, rulings, like)
        self.hands: list[list[int]] = (
            [[], []] if like is None else [like.hands[0].copy(), like.hands[1].copy()]
        )
        self.deck: list[int] = [] if like is None else like.deck.copy()
        self.centre: list[int] = [] if like is None else like.centre.copy()
        self.discard: list[int] = [] if like is None else like.discard.copy()
        self.locks: list[int] = [] if like is None else like.locks.copy()
        """SO-AMB-36: tiles in hands that cannot be placed in their holder's next turn."""
        self.silenced_anybody: int = 0
        """The next so many tiles placed are silenced, whoever places them."""
        self.silenced: list[int] = [0, 0] if like is None else like.silenced.copy()
        """The next so many tiles of each seat are silenced."""
        self.points: list[int] = [0, 0] if like is None else like.points.copy()
        self.round: int = 1
        self.draft: int = 1
        """Which of the two drafts of a round."""
        self.first: int = NOBODY
        """The first player of this round, once it is known."""
        self.active: int = NOBODY
        self.stage: int = LOTS
        self.triggers: list[tuple[int, int]] = []
        """Flipped tiles whose after-effect waits, and who controls them by that flip."""
        self.asking: int = OFF
        """The tile whose ability asks the open question."""
        self.copied: dict[int, int] = {}
        """The tile whose ability works for another instead of its own, in this turn."""
        self.purpose: str = ""
        """What a tile on the field is being chosen for: `flip`, `move`, `swap`, or anything."""
        self.moving: int = OFF
        """The tile that is being moved."""

    # ---- what every board does ----

    @staticmethod
    def empty(roster: Roster, rulings: Rulings) -> SellswordsBoard:
        """A table on which nothing lies yet."""
        board = SellswordsBoard(roster, rulings)
        board.spot = [OFF] * roster.count
        board.owner = [NOBODY] * roster.count
        board.turned = [0] * roster.count
        return board

    def copy(self) -> SellswordsBoard:
        """An independent copy."""
        other = SellswordsBoard(self.roster, self.rulings, self)
        other.terrain = self.terrain
        other.left, other.top = self.left, self.top
        other.width, other.height = self.width, self.height
        other.taken = self.taken
        other.locked_left, other.locked_top = self.locked_left, self.locked_top
        other.silenced_anybody = self.silenced_anybody
        other.round, other.draft = self.round, self.draft
        other.first, other.red, other.active = self.first, self.red, self.active
        other.stage = self.stage
        # Triggers and what is being asked live within a turn, and a copy is made at its start.
        return other

    def key(self, seat: int | None) -> Hashable:
        """Equal for equal boards. Nothing lies hidden: the deck has no order."""
        return self.text

    @property
    def text(self) -> str:
        """The board in notation."""
        from halfturn.games.sellswords.notation import board_text

        return board_text(self)

    # ---- the verbs of hands, deck and points ----

    def place(self, tile: int, cell: int, seat: int, turned: int) -> None:
        """SO-PLACE-1: lay a tile from the hand in its player's colour."""
        self.hands[seat].remove(tile)
        self._unlock(tile)
        self.lay(tile, cell, seat, turned)
        if self.listeners is not None:
            self.tell(events.placed(self, tile))

    def deal_to_centre(self, tile: int) -> None:
        """SO-DRAFT-1: a tile from the deck, face up."""
        self.deck.remove(tile)
        self.centre.append(tile)
        self.centre.sort()
        if self.listeners is not None:
            self.tell(events.dealt(self, tile, None))

    def deal_to_hand(self, tile: int, seat: int) -> None:
        """A tile from the deck into a hand that is dealt and not drafted."""
        self.deck.remove(tile)
        self.hands[seat].append(tile)
        self.hands[seat].sort()
        if self.listeners is not None:
            self.tell(events.dealt(self, tile, seat))

    def pick(self, tile: int, by: int, into: int) -> None:
        """SO-DRAFT-2: a tile from the centre into a hand."""
        self.centre.remove(tile)
        self.hands[into].append(tile)
        self.hands[into].sort()
        if self.listeners is not None:
            self.tell(events.picked(self, tile, by, into))

    def discard_last(self) -> None:
        """SO-DRAFT-3: what is left of a draft."""
        for tile in self.centre:
            self.discard.append(tile)
            if self.listeners is not None:
                self.tell(events.left_over(self, tile))
        self.centre = []

    def discard_from_hand(self, tile: int, seat: int) -> None:
        """A tile from a hand to the discard."""
        self.hands[seat].remove(tile)
        self._unlock(tile)
        self.discard.append(tile)
        if self.listeners is not None:
            self.tell(events.discarded(self, tile, seat))

    def draw(self, tile: int, seat: int) -> None:
        """A tile from the deck into a hand."""
        self.deck.remove(tile)
        self.hands[seat].append(tile)
        self.hands[seat].sort()
        if self.listeners is not None:
            self.tell(events.drew(self, tile, seat))

    def refill_deck(self) -> None:
        """The discard becomes the deck."""
        self.deck = sorted(self.deck + self.discard)
        self.discard = []
        if self.listeners is not None:
            self.tell(events.Refilled())

    def exchange(self, given: int, by: int, returned: int) -> None:
        """Two players give each other a tile."""
        other = 1 - by
        self.hands[by].remove(given)
        self.hands[other].remove(returned)
        self._unlock(given)
        self._unlock(returned)
        self.hands[by].append(returned)
        self.hands[other].append(given)
        self.hands[by].sort()
        self.hands[other].sort()
        if self.listeners is not None:
            self.tell(events.exchanged(self, given, by, returned))

    def lock(self, tile: int, seat: int) -> None:
        """A tile in this seat's hand cannot be placed in its next turn."""
        self.locks.append(tile)
        if self.listeners is not None:
            self.tell(events.locked(self, tile, seat))

    def silence_anybody(self, tiles: int, bearer: int) -> None:
        """The next so many tiles placed are without their ability.

        SO-AMB-33: effects do not add up, so the longest one is all that counts.
        """
        self.silenced_anybody = max(self.silenced_anybody, tiles)
        if self.listeners is not None:
            self.tell(events.silencing(self, bearer, tiles, None))

    def silence_seat(self, seat: int, bearer: int) -> None:
        """The next tile this seat places is without its ability."""
        self.silenced[seat] = 1
        if self.listeners is not None:
            self.tell(events.silencing(self, bearer, 1, seat))

    def release(self, seat: int) -> None:
        """A player's turn is over, and so are the locks on the hand."""
        if self.locks:
            self.locks = [tile for tile in self.locks if tile not in self.hands[seat]]

    def lose(self, seat: int, points: int, bearer: int) -> None:
        """SO-AMB-52: points are lost at once, below zero if need be."""
        self.points[seat] -= points
        if self.listeners is not None:
            self.tell(events.lost(self, seat, points, bearer))

    def _unlock(self, tile: int) -> None:
        if tile in self.locks:
            self.locks.remove(tile)
