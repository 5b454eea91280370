"""Swirling Heroes once more, as plainly as the rulebook tells it.

This second reading checks the fast one. It shares no code with it: a card is a
list of four numbers, the field a dict from (x, y) to a seat and a card, and what
is possible is found by trying every card on every cell both ways round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Cell = tuple[int, int]
Card = list[int]
"""Its numbers at the top, the right, the bottom and the left."""
Placement = tuple[str, Cell]
"""A card as it will lie, and where."""

SIDES: list[Cell] = [(0, -1), (1, 0), (0, 1), (-1, 0)]
"""Where the neighbour at the top, right, bottom and left is."""


def card(text: str) -> Card:
    return [int(number) for number in text]


def text(card: Card) -> str:
    return "".join(str(number) for number in card)


def half_turned(card: Card) -> Card:
    top, right, bottom, left = card
    return [bottom, left, top, right]


def same_card(one: Card, other: Card) -> bool:
    return other in (one, half_turned(one))


@dataclass
class Oracle:
    hands: list[list[Card]]
    turn: int
    cards: dict[Cell, tuple[int, Card]]
    removed: list[list[Card]]
    table: tuple[int, int] | None = None
    """Columns and rows, where the table has an edge."""

    def copy(self) -> Oracle:
        return Oracle(
            [list(hand) for hand in self.hands],
            self.turn,
            dict(self.cards),
            [list(pile) for pile in self.removed],
            self.table,
        )

    # ---- what is possible ----

    def placements(self) -> set[Placement]:
        """Every card of the hand, on every cell, both ways round, if it may lie there."""
        hand = self.hands[self.turn]
        if not self.cards:
            # The first card lies upright in the middle: the smaller short side on top.
            return {(text(min(each, half_turned(each))), (0, 0)) for each in hand}
        xs = [x for x, _ in self.cards]
        ys = [y for _, y in self.cards]
        return {
            (text(lying), (x, y))
            for x in range(min(xs) - 2, max(xs) + 3)
            for y in range(min(ys) - 2, max(ys) + 3)
            if self.is_open((x, y))
            for each in hand
            for lying in (each, half_turned(each))
            if self.matches(lying, (x, y))
        }

    def is_open(self, cell: Cell) -> bool:
        """An empty space next to the side of at least one card."""
        return cell not in self.cards and bool(self.touching(cell)) and self.on_table(cell)

    def matches(self, lying: Card, cell: Cell) -> bool:
        """Whether each of its numbers equals the number it would be next to."""
        return all(
            lying[side] == self.cards[other][1][(side + 2) % 4]
            for side, other in self.touching(cell)
        )

    def touching(self, cell: Cell) -> list[tuple[int, Cell]]:
        """The sides at which a card there touches others, and where those lie."""
        x, y = cell
        beside = [(side, (x + dx, y + dy)) for side, (dx, dy) in enumerate(SIDES)]
        return [(side, other) for side, other in beside if other in self.cards]

    def on_table(self, cell: Cell) -> bool:
        if self.table is None:
            return True
        cells = [*self.cards, cell]
        columns = max(x for x, _ in cells) - min(x for x, _ in cells) + 1
        rows = max(y for _, y in cells) - min(y for _, y in cells) + 1
        return columns <= self.table[0] and rows <= self.table[1]

    def removals(self) -> set[str]:
        """The cards that may be given up: any of the hand, when none can be placed."""
        if self.placements():
            return set()
        return {text(min(each, half_turned(each))) for each in self.hands[self.turn]}

    # ---- what it does ----

    def place(self, lying: Card, cell: Cell) -> None:
        self.take_from_hand(lying)
        self.cards[cell] = (self.turn, lying)
        matched = [
            other
            for side, other in self.touching(cell)
            if self.cards[other][1][(side + 2) % 4] == lying[side]
        ]
        for other in matched:
            seat, turning = self.cards[other]
            self.cards[other] = (seat, half_turned(turning))
        self.pass_on()

    def remove(self, which: Card) -> None:
        self.take_from_hand(which)
        self.removed[self.turn].append(which)
        self.pass_on()

    def take_from_hand(self, which: Card) -> None:
        hand = self.hands[self.turn]
        hand.remove(next(each for each in hand if same_card(each, which)))

    def pass_on(self) -> None:
        for _ in self.hands:
            self.turn = (self.turn + 1) % len(self.hands)
            if self.hands[self.turn]:
                return

    def over(self) -> bool:
        return not any(self.hands)

    # ---- what it is worth, told in two ways ----

    def sides_next_to_no_card(self) -> list[int]:
        """As the second rulebook says it: numbers that are not next to another card."""
        points = [0] * len(self.hands)
        for (x, y), (seat, lying) in self.cards.items():
            for number, (dx, dy) in zip(lying, SIDES, strict=True):
                if (x + dx, y + dy) not in self.cards:
                    points[seat] += number
        return points

    def numbers_next_to_no_number(self) -> list[int]:
        """As the first rulebook says it: numbers that are not next to another number.

        A number stands at the middle of a side. In half cells, two numbers are next to
        each other when they stand at the same point.
        """
        standing: dict[Cell, list[tuple[int, int]]] = {}
        for (x, y), (seat, lying) in self.cards.items():
            for number, (dx, dy) in zip(lying, SIDES, strict=True):
                standing.setdefault((2 * x + dx, 2 * y + dy), []).append((seat, number))
        points = [0] * len(self.hands)
        for numbers in standing.values():
            if len(numbers) == 1:
                [(seat, number)] = numbers
                points[seat] += number
        return points

    def touching_numbers(self) -> int:
        """The sum of the numbers on both sides of every contact."""
        return sum(
            lying[side]
            for cell, (_, lying) in self.cards.items()
            for side, _ in self.touching(cell)
        )


def perft(oracle: Oracle, depth: int) -> int:
    """How many lines of so many turns there are."""
    if depth == 0 or oracle.over():
        return 1
    return sum(perft(after, depth - 1) for after in following(oracle))


def following(oracle: Oracle) -> Iterator[Oracle]:
    """The positions after every possible turn."""
    for face, cell in sorted(oracle.placements()):
        after = oracle.copy()
        after.place(card(face), cell)
        yield after
    for face in sorted(oracle.removals()):
        after = oracle.copy()
        after.remove(card(face))
        yield after
