"""Letters for seats."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, EVERYTHING, UnreadableText, read_seat, seat_letter
from halfturn.core.seats import LETTERS


def test_letters_read_back() -> None:
    for seat in range(len(LETTERS)):
        assert read_seat(seat_letter(seat), len(LETTERS)) == seat
        assert read_seat(seat_letter(seat).lower(), len(LETTERS)) == seat


def test_chance_has_a_star() -> None:
    assert seat_letter(CHANCE) == "*"


@pytest.mark.parametrize("seat", [EVERYTHING, -3, 8, 99, 2**62])
def test_no_seat_is_a_question_mark(seat: int) -> None:
    assert seat_letter(seat) == "?"


@pytest.mark.parametrize("text", ["", "C", "AB", "*", "?", "1", "é", " A"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="expected a seat from A to B, got"):
        read_seat(text, seats=2)
