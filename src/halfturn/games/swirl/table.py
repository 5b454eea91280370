"""Where the cards are: deck, hands, middle, series and capture piles."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.rng import Rng
from halfturn.games.swirl.captures import numbers_of, one
from halfturn.games.swirl.codes import COLLECT_ONE, DEAL_CODES, FACES

COLOURS: Final = 4
NOTHING: Final = -1
FULL: Final = 4
"""SW-OBJ-1: a series is complete with four colours."""


@final
class Table:
    """All cards of the game, as faces.

    Hands, middle and deck are kept in order of faces, which is no order at the table.
    `deck` holds the integers that CHANCE answers with, each once, and `copies` how often a
    face is there; `numbers` are those of the middle, packed as `captures` has them.
    """

    def __init__(
        self,
        creatures: vec[i64],
        hands: list[list[int]],
        middle: list[int],
        numbers: i64,
        series: vec[i64],
        grown: vec[i64],
        piles: list[list[int]],
        deck: list[int],
        copies: vec[i64],
        left: i64,
        returned: i64,
    ) -> None:
        self.creatures = creatures
        """The creature of each seat."""
        self.hands = hands
        self.middle = middle
        self.numbers: i64 = numbers
        self.series = series
        """At seat * 4 + colour the card that lies there."""
        self.grown = grown
        """How many cards each series has."""
        self.piles = piles
        self.deck = deck
        self.copies = copies
        self.left: i64 = left
        """How many cards the deck has."""
        self.returned: i64 = returned
        """A bit for each kind of action card that came up for the middle and went back, until the
        next deal: so long nothing leaves the deck, so that one of that kind is there."""

    def copy(self) -> Table:
        """An independent copy."""
        return Table(
            self.creatures[:],
            [hand[:] for hand in self.hands],
            self.middle[:],
            self.numbers,
            self.series[:],
            self.grown[:],
            [pile[:] for pile in self.piles],
            self.deck[:],
            self.copies[:],
            self.left,
            self.returned,
        )

    # ---- the deck ----

    def draw(self, face: i64) -> None:
        """Take a card out of the deck."""
        copies = self.copies[face] - 1
        self.copies[face] = copies
        self.left -= 1
        if copies == 0:
            del self.deck[bisect_left(self.deck, DEAL_CODES + face)]

    def put_back(self, face: i64) -> None:
        """Put a card into the deck."""
        if self.copies[face] == 0:
            insort(self.deck, DEAL_CODES + face)
        self.copies[face] += 1
        self.left += 1

    def deal_anew(self, viewer: i64, rng: Rng) -> None:
        """Draw every hand but the viewer's anew, out of all that the viewer cannot see.

        SW-SETUP-4: one of each kind that was seen to go back stays in the deck. That a kind came
        up more than once tells nothing for certain: it may have been the same card.
        """
        hands, copies = self.hands, self.copies
        sizes = [len(hand) for hand in hands]
        seat: i64
        for seat in range(len(hands)):
            if seat != viewer:
                for face in hands[seat]:
                    self.put_back(face)
                hands[seat] = []
        kept = self.returned_cards()
        for face in kept:
            self.draw(face)
        for seat in range(len(hands)):
            if seat != viewer:
                for _ in range(sizes[seat]):
                    left: i64 = rng.below(self.left)
                    drawn: i64 = 0
                    while left >= copies[drawn]:
                        left -= copies[drawn]
                        drawn += 1
                    self.deal(seat, drawn)
        for face in kept:
            self.put_back(face)

    def give_back(self, face: i64) -> None:
        """SW-SETUP-4: an action card that came up for the middle is in the deck, for all to see."""
        self.returned |= 1 << (face - COLLECT_ONE)

    def returned_cards(self) -> list[int]:
        """The kinds of action card that all know to be in the deck."""
        if self.returned == 0:
            return []
        return [
            face for face in range(COLLECT_ONE, FACES) if self.returned >> (face - COLLECT_ONE) & 1
        ]

    # ---- hands and middle ----

    def deal(self, seat: i64, face: i64) -> None:
        """Take a card from the deck into a hand."""
        self.draw(face)
        insort(self.hands[seat], face)

    def lay(self, face: i64) -> None:
        """Put a card into the middle."""
        insort(self.middle, face)
        if face < COLLECT_ONE:
            self.numbers += one(face % 10 + 1)

    def drop(self, seat: i64) -> list[int]:
        """SW-SWIRL-1: a whole hand goes to the middle; nothing is captured (SW-AMB-21)."""
        dropped = self.hands[seat]
        self.hands[seat] = []
        for face in dropped:
            self.lay(face)
        return dropped

    def take(self, cards: list[int]) -> None:
        """Take cards out of the middle."""
        if len(cards) == len(self.middle):
            self.middle = []
            self.numbers = 0
            return
        for face in cards:
            self.middle.remove(face)
        self.numbers -= numbers_of(cards)

    # ---- series and piles ----

    def sort_in(self, seat: i64, cards: list[int]) -> list[int]:
        """SW-PILE-1/2/3: captured cards to series and pile; returns those for the series.

        SW-AMB-4: of several cards of a colour the one with the lowest number.
        """
        pile = self.piles[seat]
        first: i64 = self.creatures[seat] * 40
        to_series: list[int] = []
        cards.sort()
        face: i64
        for face in cards:
            if first <= face < first + 40 and self.series[seat * COLOURS + face // 10 % 4] < 0:
                self.series[seat * COLOURS + face // 10 % 4] = face
                self.grown[seat] += 1
                to_series.append(face)
            else:
                pile.append(face)
        return to_series

    def snatch(self, seat: i64, victim: i64, colour: i64) -> None:
        """SW-AMB-10: a card out of another's series goes to the own pile."""
        at = victim * COLOURS + colour
        face: int = self.series[at]
        self.series[at] = NOTHING
        self.grown[victim] -= 1
        self.piles[seat].append(face)

    def replacement(self, seat: i64, colour: i64) -> i64:
        """SW-SNATCH-3: the lowest card of the own creature and that colour in the pile."""
        lowest: i64 = self.creatures[seat] * 40 + colour * 10
        found: i64 = NOTHING
        face: i64
        for face in self.piles[seat]:
            if lowest <= face < lowest + 10 and (found == NOTHING or face < found):
                found = face
        return found

    def replace(self, seat: i64, colour: i64, face: i64) -> None:
        """Put a card of the pile into the gap of the series."""
        self.piles[seat].remove(face)
        self.series[seat * COLOURS + colour] = face
        self.grown[seat] += 1

    def points(self, seat: i64) -> i64:
        """A series counts a hundred a card, or a thousand when complete; a pile one a card."""
        grown = self.grown[seat]
        return (1000 if grown == FULL else 100 * grown) + len(self.piles[seat])

    def owner(self, face: i64) -> i64:
        """The seat whose series holds this card."""
        at: i64
        for at in range(len(self.series)):
            if self.series[at] == face:
                return at // COLOURS
        return NOTHING


def full_deck(counts: tuple[int, ...], seats: int) -> Table:
    """Every card in the deck, nobody with a creature."""
    return Table(
        vec[i64]([NOTHING] * seats),
        [[] for _ in range(seats)],
        [],
        0,
        vec[i64]([NOTHING] * (seats * COLOURS)),
        vec[i64]([0] * seats),
        [[] for _ in range(seats)],
        [DEAL_CODES + face for face in range(FACES) if counts[face]],
        vec[i64](counts),
        sum(counts),
        0,
    )


def each_once(cards: list[int]) -> list[int]:
    """Cards in order of faces, equal ones once."""
    found: list[int] = []
    last: i64 = NOTHING
    face: i64
    for face in cards:
        if face != last:
            found.append(face)
        last = face
    return found
