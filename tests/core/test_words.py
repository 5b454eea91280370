"""The pieces of sentences."""

import pytest

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
