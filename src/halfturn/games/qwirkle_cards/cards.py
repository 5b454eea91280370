"""Cards and lines: 36 kinds of card, 12 lines that sets and Qwirkles are made in.

A kind is `colour * 6 + shape`. A line is one attribute shared: lines 0 to 5 are the colours,
lines 6 to 11 the shapes. Every kind lies on two lines, its colour's and its shape's.

A heap of cards is 36 counts, one for each kind.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KINDS: Final = 36
COLOURS: Final = 6
LINES: Final = 12
HAND_SIZE: Final = 9
"""QC-SETUP-1, QC-DRAW-1."""
LEAST_SET: Final = 3
"""QC-SET-1, QC-PLAY-4."""
FULL_SET: Final = 6
"""QC-OBJ-2, QC-SET-3: a Qwirkle."""

COLOUR_LETTERS: Final = ("r", "o", "y", "g", "b", "p")
SHAPE_LETTERS: Final = ("ci", "sq", "di", "cl", "st", "bu")
CARDS: Final = [colour + shape for colour in COLOUR_LETTERS for shape in SHAPE_LETTERS]
"""The notation of each kind."""
LINE_WORDS: Final = [*COLOUR_LETTERS, *SHAPE_LETTERS]
"""The notation of each line."""
_BITS: Final = vec[i64]([1 << kind for kind in range(36)])
"""Looked up, since compiled code shifts a literal in 32 bits."""
KIND_OF: Final = {card: kind for kind, card in enumerate(CARDS)}
LINE_OF: Final = {word: line for line, word in enumerate(LINE_WORDS)}


def kind_on(line: i64, place: i64) -> i64:
    """The kind at one of the six places of a line."""
    return line * 6 + place if line < 6 else place * 6 + line - 6


def no_cards() -> vec[i64]:
    """An empty heap."""
    return vec[i64]([0] * KINDS)


def size_of(heap: vec[i64]) -> i64:
    """How many cards a heap has."""
    total: i64 = 0
    kind: i64
    for kind in range(KINDS):
        total += heap[kind]
    return total


def size_of_lines(lines: vec[i64]) -> i64:
    """How many Qwirkles there are in all, counted by line."""
    total: i64 = 0
    line: i64
    for line in range(LINES):
        total += lines[line]
    return total


def bits_of(kinds: list[int]) -> i64:
    """Kinds as bits."""
    bits: i64 = 0
    kind: i64
    for kind in kinds:
        bits |= _BITS[kind]
    return bits


def heap_of(cards: list[str]) -> vec[i64]:
    """The heap of cards in notation."""
    heap = no_cards()
    for card in cards:
        heap[KIND_OF[card]] += 1
    return heap


def cards_in(heap: vec[i64]) -> list[str]:
    """The cards of a heap in notation, each as often as it is there."""
    found: list[str] = []
    kind: i64
    for kind in range(KINDS):
        found.extend([CARDS[kind]] * heap[kind])
    return found


def largest_set(heap: vec[i64]) -> i64:
    """QC-AMB-1: the most different cards of one colour or one shape."""
    most: i64 = 0
    line: i64
    place: i64
    for line in range(LINES):
        different: i64 = 0
        for place in range(6):
            if heap[kind_on(line, place)] > 0:
                different += 1
        most = max(most, different)
    return most
