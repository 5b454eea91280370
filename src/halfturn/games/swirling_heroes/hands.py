"""The cards that do not lie on the field: in the box, in a hand, or removed from the game."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.swirling_heroes.layouts import LAYOUTS

HAND_SIZE: Final = 6
"""SH-SETUP-3."""

BOX: Final = 0
HAND: Final = 1
REMOVED: Final = 2
COLOUR_COUNT: Final = 4
PILES: Final = 3 * 4 * 12
NO_COLOUR: Final = -1


@final
class Hands:
    """How many cards of each layout lie in each pile of each colour.

    Equal cards of one colour are the same card to the rules. Beside the counts
    stands for each seat what they come to: its colour, the layouts it holds as
    bits, and the size of its hand.
    """

    def __init__(
        self, counts: vec[i64], colours: vec[i64], held: vec[i64], sizes: vec[i64]
    ) -> None:
        self.counts = counts
        self.colours = colours
        self.held = held
        self.sizes = sizes

    def copy(self) -> Hands:
        """An independent copy."""
        return Hands(self.counts[:], self.colours[:], self.held[:], self.sizes[:])

    def count(self, pile: i64, seat: i64, layout: i64) -> i64:
        """How many cards of that layout lie in that pile of the seat's colour."""
        return self.count_of(pile, self.colours[seat], layout)

    def count_of(self, pile: i64, colour: i64, layout: i64) -> i64:
        """How many cards of that layout lie in that pile of a colour."""
        return self.counts[_at(pile, colour, layout)]

    def least_in_box(self, first: i64, end: i64) -> vec[i64]:
        """How many cards of each layout are left in the box of every one of some seats."""
        counts = self.counts
        at = first_of(BOX, self.colours[first])
        found = counts[at : at + LAYOUTS]
        seat: i64
        layout: i64
        for seat in range(first + 1, end):
            at = first_of(BOX, self.colours[seat])
            for layout in range(LAYOUTS):
                found[layout] = min(found[layout], counts[at + layout])
        return found

    def is_in_box(self, layout: i64, first: i64, end: i64) -> bool:
        """Whether a card of that layout is left in the box of every one of some seats."""
        seat = first
        while seat < end and self.count(BOX, seat, layout) > 0:
            seat += 1
        return seat == end

    def deal(self, seat: i64, layout: i64) -> None:
        """Take a card of the seat's colour from the box into its hand."""
        self._move(seat, layout, BOX, HAND)
        self.held[seat] |= 1 << layout
        self.sizes[seat] += 1

    def play(self, seat: i64, layout: i64) -> None:
        """Take a card out of a hand, for the field."""
        self.counts[_at(HAND, self.colours[seat], layout)] -= 1
        self._leave_hand(seat, layout)

    def remove(self, seat: i64, layout: i64) -> None:
        """Take a card out of a hand and out of the game."""
        self._move(seat, layout, HAND, REMOVED)
        self._leave_hand(seat, layout)

    def add(self, seat: i64, layout: i64) -> None:
        """Put a further card of the seat's colour into the box, for positions no play reaches."""
        self.counts[_at(BOX, self.colours[seat], layout)] += 1

    def put_back(self, seat: i64, layout: i64) -> None:
        """Take a card out of a hand, back into the box."""
        self._move(seat, layout, HAND, BOX)
        self._leave_hand(seat, layout)

    def holds(self, seat: i64, layout: i64) -> bool:
        """Whether that card is in the seat's hand."""
        return (self.held[seat] >> layout) & 1 == 1

    def faces_in(self, pile: i64, seat: i64) -> list[int]:
        """The layouts in a pile of the seat's colour, each as often as it is there."""
        found: list[int] = []
        if self.colours[seat] != NO_COLOUR:
            layout: i64
            for layout in range(LAYOUTS):
                left = self.count(pile, seat, layout)
                while left > 0:
                    found.append(layout)
                    left -= 1
        return found

    def key(self, seat: i64) -> tuple[int, ...]:
        """The seat's colour, hand and removed cards as numbers."""
        return (self.colours[seat], self._number(HAND, seat), self._number(REMOVED, seat))

    def public_key(self, seat: i64) -> tuple[int, ...]:
        """The same with the size of the hand alone."""
        return (self.colours[seat], self.sizes[seat], self._number(REMOVED, seat))

    def _number(self, pile: i64, seat: i64) -> i64:
        number: i64 = 0
        if self.colours[seat] != NO_COLOUR:
            layout: i64
            for layout in range(LAYOUTS):
                number = number * 8 + self.count(pile, seat, layout)
        return number

    def _move(self, seat: i64, layout: i64, source: i64, target: i64) -> None:
        colour = self.colours[seat]
        self.counts[_at(source, colour, layout)] -= 1
        self.counts[_at(target, colour, layout)] += 1

    def _leave_hand(self, seat: i64, layout: i64) -> None:
        self.sizes[seat] -= 1
        if self.count(HAND, seat, layout) == 0:
            self.held[seat] &= ~(1 << layout)


def first_of(pile: i64, colour: i64) -> i64:
    """Where the counts of a pile of a colour begin."""
    return (pile * COLOUR_COUNT + colour) * LAYOUTS


def _at(pile: i64, colour: i64, layout: i64) -> i64:
    return first_of(pile, colour) + layout


def full_box(copies: list[list[int]], seats: i64) -> Hands:
    """Every card in the box, nobody with a colour; `copies` by colour and layout."""
    counts = [0] * PILES
    for colour in range(COLOUR_COUNT):
        for layout in range(LAYOUTS):
            counts[_at(BOX, colour, layout)] = copies[colour][layout]
    return Hands(
        vec[i64](counts),
        vec[i64]([NO_COLOUR] * seats),
        vec[i64]([0] * seats),
        vec[i64]([0] * seats),
    )
