"""The board: hands, nests and deck, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self

from halfturn.core.seats import EVERYTHING
from halfturn.core.turns import Board
from halfturn.template.magpies.events import Drawn, Played, Robbed
from halfturn.template.magpies.options import MagpiesOptions
from halfturn.template.magpies.view import position_text


class MagpiesBoard(Board):
    """What lies where. Hands and deck are kept sorted: they have no order to tell anything by."""

    def __init__(
        self,
        options: MagpiesOptions,
        hands: list[list[int]],
        nests: list[list[int]],
        deck: list[int],
        to_play: int,
    ) -> None:
        super().__init__()
        self.options = options
        self.hands = hands
        self.nests = nests
        self.deck = deck
        self.to_play = to_play

    def copy(self) -> Self:
        """An independent copy."""
        hands = [list(hand) for hand in self.hands]
        nests = [list(nest) for nest in self.nests]
        return type(self)(self.options, hands, nests, list(self.deck), self.to_play)

    def key(self, seat: int | None) -> Hashable:
        """Equal for equal boards; with a seat, for boards it cannot tell apart."""
        hands = tuple(
            tuple(hand) if seat in (EVERYTHING, owner) else len(hand)
            for owner, hand in enumerate(self.hands)
        )
        deck = tuple(self.deck) if seat == EVERYTHING else len(self.deck)
        return hands, tuple(map(tuple, self.nests)), deck, self.to_play

    @property
    def text(self) -> str:
        """The board in notation."""
        return position_text(self.options, self.hands, self.nests, self.deck, self.to_play)

    # ---- what there is to know ----

    @property
    def to_refill(self) -> int | None:
        """The first seat whose hand is not full, while there are trinkets to draw."""
        for seat, hand in enumerate(self.hands):
            if self.deck and len(hand) < self.options.hand:
                return seat
        return None

    @property
    def victims(self) -> list[int]:
        """The other seats that have something to steal."""
        return [seat for seat, nest in enumerate(self.nests) if nest and seat != self.to_play]

    # ---- the verbs: each changes the board and tells of it ----

    def draw(self, seat: int, value: int) -> None:
        """A trinket goes from the deck into a hand."""
        self.deck.remove(value)
        self.hands[seat] = sorted([*self.hands[seat], value])
        self.tell(Drawn(seat, value))

    def play(self, value: int) -> None:
        """A trinket goes from the hand of the seat whose turn it is into its nest."""
        self.hands[self.to_play].remove(value)
        self.nests[self.to_play].append(value)
        self.tell(Played(self.to_play, value))

    def rob(self, victim: int) -> None:
        """The last trinket of a nest changes owner."""
        value = self.nests[victim].pop()
        self.nests[self.to_play].append(value)
        self.tell(Robbed(self.to_play, victim, value))

    def end_turn(self) -> None:
        """The next seat clockwise is next."""
        self.to_play = (self.to_play + 1) % len(self.hands)
