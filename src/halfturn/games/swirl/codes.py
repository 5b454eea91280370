"""The integers of cards and answers: a fixed layout, the same for every position and deck.

A card is its face, for equal cards are the same card to the rules:

    0 … 159      creature * 40 + colour * 10 + number - 1
    160 … 163    COLLECT ONE, COLLECT ALL, SNATCH, SWIRL

An answer:

    0 … 163      play a face
    164 … 327    deal a face
    328 … 491    collect a face
    492 … 651    snatch a face
    652 … 655    take a creature
    656 … 659    the dealer is a seat
    660, 661     replace a snatched card, or not
    662          stop the play-out
    663 … 33430  take the first, second … of the sets of cards that are offered

Only the last block depends on the question: there are far more sets of cards than integers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

FACES: Final = 164
COLLECT_ONE: Final = 160
COLLECT_ALL: Final = 161
SNATCH: Final = 162
SWIRL: Final = 163
"""The action cards. All faces below the first of them are creature cards."""

DEAL_CODES: Final = 164
COLLECT_CODES: Final = 328
SNATCH_CODES: Final = 492
CREATURE_CODES: Final = 652
DEALER_CODES: Final = 656
REPLACE_CODE: Final = 660
KEEP_CODE: Final = 661
STOP_CODE: Final = 662
TAKE_CODES: Final = 663
MOST_TAKES: Final = 32768
CODE_COUNT: Final = 33431


def is_creature(face: i64) -> bool:
    """Whether a card shows a creature, and so a number."""
    return face < COLLECT_ONE


def creature_of(face: i64) -> i64:
    """The creature of a creature card."""
    return face // 40


def colour_of(face: i64) -> i64:
    """The colour of a creature card."""
    return face // 10 % 4


def number_of(face: i64) -> i64:
    """The number of a creature card."""
    return face % 10 + 1
