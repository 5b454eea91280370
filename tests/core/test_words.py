"""The pieces of sentences."""

import pytest

from halfturn.core.event import GameOver
from halfturn.core.words import listed, signed


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cy"], "Ann, Bob and Cy"),
    ],
)
def test_names_are_listed_as_in_a_sentence(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_a_gain_has_its_sign() -> None:
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "+0", "\u22122"]


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ((1,), "The game is over. Ann: 3, Bob: 5. Bob won."),
        ((0, 1), "The game is over. Ann: 3, Bob: 5. A tie between Ann and Bob."),
    ],
)
def test_the_end_is_told_with_everybodys_points(winners: tuple[int, ...], text: str) -> None:
    assert GameOver((3, 5), winners).words(["Ann", "Bob"].__getitem__) == text
