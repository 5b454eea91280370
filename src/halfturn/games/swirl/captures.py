"""What a number captures: equal numbers, and groups of numbers that sum to it.

The numbers of the middle are one integer, six bits for how often each of 1 to 10 is there, the
lowest bits for the 1. The sixth bit stays clear, so that subtracting a group shows at once
whether it was there. Which cards of a number are taken is looked at only in the end.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from halfturn.games.swirl.codes import COLLECT_ONE, MOST_TAKES

NUMBERS: Final = 10
BITS: Final = 6
FIELD: Final = 63
GUARD: Final = 0x820820820820820
"""The sixth bit of every number."""
MOST_OF_A_NUMBER: Final = 31

MAXIMAL: Final = 0
ANY: Final = 1
UNION: Final = 2
"""The readings of SW-AMB-2."""


ONES: Final = vec[i64]([1 << (BITS * at) for at in range(NUMBERS)])
"""A single card of each number. Looked up, since compiled code shifts a literal in 32 bits."""


def one(number: i64) -> i64:
    """A single card of that number."""
    return ONES[number - 1]


def count_of(number: i64, numbers: i64) -> i64:
    """How often a number is there."""
    return (numbers >> (BITS * (number - 1))) & FIELD


def numbers_of(cards: list[int]) -> i64:
    """The numbers of some cards; action cards have none (SW-CAPTURE-6)."""
    numbers: i64 = 0
    face: i64
    for face in cards:
        if face < COLLECT_ONE:
            numbers += one(face % NUMBERS + 1)
    return numbers


def _groups(number: int) -> list[int]:
    """SW-CAPTURE-2: every group of two or more numbers with this sum."""
    found: list[int] = []

    def extend(group: int, left: int, largest: int) -> None:
        if left == 0:
            found.append(group)
        for part in range(1, min(left, largest) + 1):
            extend(group + (1 << (BITS * (part - 1))), left - part, part)

    extend(0, number, number - 1)
    return found


GROUPS: Final[list[vec[i64]]] = [vec[i64](_groups(number)) for number in range(NUMBERS + 1)]
"""By number, the groups that it captures."""


def leftovers(number: i64, numbers: i64, reading: i64) -> list[int]:
    """What may stay in the middle when that number captures from these; nothing if it cannot.

    SW-AMB-3: equal cards are captured under every reading. SW-AMB-2: of the groups a player
    takes disjoint ones until none is left to take, or any of them, or all at once.
    """
    equal = count_of(number, numbers) * one(number)
    rest = numbers - equal
    groups = vec[i64]()
    used: i64 = 0
    for group in GROUPS[number]:
        if (((rest | GUARD) - group) & GUARD) == GUARD:
            groups = append(groups, group)
            used |= group
    if len(groups) == 0:
        return [rest] if equal else []
    if reading == UNION:
        return [rest & ~_fields(used)]
    if reading == MAXIMAL and len(groups) == 1:
        group = groups[0]
        while (((rest | GUARD) - group) & GUARD) == GUARD:
            rest -= group
        return [rest]
    found = _search(rest, groups, reading == ANY)
    if reading == ANY and equal == 0:
        found.remove(rest)  # at least one group has to be taken
    return found


def _fields(used: i64) -> i64:
    """All bits of the numbers that are there at all."""
    fields: i64 = 0
    number: i64
    for number in range(1, NUMBERS + 1):
        if count_of(number, used):
            fields += FIELD * one(number)
    return fields


def _search(rest: i64, groups: vec[i64], everything: bool) -> list[int]:
    """What is left after taking groups in every way: where none fits any more, or everywhere."""
    found: list[int] = []
    seen: set[int] = {rest}
    going_on: list[int] = [rest]
    while going_on:
        here: i64 = going_on.pop()
        ended = True
        for group in groups:
            if (((here | GUARD) - group) & GUARD) == GUARD:
                ended = False
                after: int = here - group
                if after not in seen:
                    seen.add(after)
                    going_on.append(after)
        if ended or everything:
            found.append(here)
    return found


def takes_whole_numbers(numbers: i64, left: i64) -> bool:
    """Whether of each number all cards are taken or none, so that no card is to be chosen."""
    shift: i64 = 0
    while shift < BITS * NUMBERS:
        stays = (left >> shift) & FIELD
        if stays and stays != (numbers >> shift) & FIELD:
            return False
        shift += BITS
    return True


def taken_numbers(middle: list[int], numbers: i64, left: i64) -> list[int]:
    """The cards of the middle whose numbers are taken as a whole."""
    taken = numbers - left
    return [
        face
        for face in middle
        if face < COLLECT_ONE and (taken >> (BITS * (face % NUMBERS))) & FIELD
    ]


def sets_of_cards(middle: list[int], lefts: list[int]) -> list[tuple[int, ...]]:
    """The different sets of cards that are taken when one of these stays, the largest first.

    No game comes near MOST_TAKES of them; a position that is set up may have more, and then
    the largest ones are what there is to choose from.
    """
    cards: list[list[int]] = [[] for _ in range(NUMBERS)]
    for face in sorted(middle):
        if face < COLLECT_ONE:
            cards[face % NUMBERS].append(face)
    found: list[tuple[int, ...]] = []
    for left in sorted(lefts, key=_cards_in):
        if len(found) < MOST_TAKES:
            found.extend(_sets_that_leave(cards, left))
    found.sort(key=_largest_first)
    return found[:MOST_TAKES]


def _cards_in(numbers: int) -> tuple[int, int]:
    """How many cards these are; of as many, the packed numbers themselves decide."""
    cards = 0
    number: i64
    for number in range(1, NUMBERS + 1):
        cards += count_of(number, numbers)
    return cards, numbers


def _largest_first(cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return -len(cards), cards


def _sets_that_leave(cards: list[list[int]], left: i64) -> list[tuple[int, ...]]:
    """Every choice of cards, given how many of each number stay."""
    found: list[tuple[int, ...]] = [()]
    number: i64
    for number in range(1, NUMBERS + 1):
        of_number = cards[number - 1]
        taken = len(of_number) - count_of(number, left)
        if taken:
            # Equal cards, which a deck may have, are the same choice.
            ways = list(dict.fromkeys(combinations(of_number, taken)))
            found = [before + way for before in found[:MOST_TAKES] for way in ways]
    return [tuple(sorted(each)) for each in found]


def explained(number: int, cards: list[int]) -> list[list[int]]:
    """Captured cards as the captures that they are: each equal card, then group by group."""
    groups = [[face] for face in cards if face % NUMBERS + 1 == number]
    rest = sorted(
        [face for face in cards if face % NUMBERS + 1 != number],
        key=lambda face: (-(face % NUMBERS), face),
    )
    sums = _split(number, rest)
    # Under the reading `union` groups may overlap; then the cards are told one by one.
    return groups + (sums if sums is not None else [[face] for face in rest])


def _split(number: int, cards: list[int]) -> list[list[int]] | None:
    """Cards in groups with that sum; the first card's group first."""
    if not cards:
        return []
    first, others = cards[0], cards[1:]
    for group in _summing(number - first % NUMBERS - 1, others):
        rest = list(others)
        for face in group:
            rest.remove(face)
        more = _split(number, rest)
        if more is not None:
            return [[first, *group], *more]
    return None


def _summing(total: int, cards: list[int]) -> list[list[int]]:
    """The selections of cards with that sum, one for each selection of numbers."""
    if total == 0:
        return [[]]
    found: list[list[int]] = []
    tried: set[int] = set()
    for at, face in enumerate(cards):
        number = face % NUMBERS + 1
        if number <= total and number not in tried:
            tried.add(number)
            found += ([face, *rest] for rest in _summing(total - number, cards[at + 1 :]))
    return found
