"""The same numbers for the same seed, in every build."""

from __future__ import annotations

from collections import Counter

import pytest

from halfturn.core import Rng, SeededRng, SystemRng


def test_golden_numbers() -> None:
    one, other = SeededRng(1), SeededRng("a table")
    assert [one.below(1000) for _ in range(8)] == [621, 358, 313, 199, 0, 827, 780, 914]
    assert [other.below(2**32) for _ in range(4)] == [602635841, 451739052, 1185719409, 3853783711]


def test_a_seed_and_its_text_are_the_same_seed() -> None:
    assert SeededRng(7).below(2**32) == SeededRng("7").below(2**32)


@pytest.mark.parametrize("rng", [SeededRng(3), SystemRng()])
def test_numbers_stay_in_their_range(rng: Rng) -> None:
    for n in (1, 2, 3, 7, 100):
        assert {rng.below(n) for _ in range(60 * n)} == set(range(n)) or n == 100
        assert all(0 <= rng.below(n) < n for _ in range(200))
    assert all(0 <= rng.below(2**32) < 2**32 for _ in range(200))


def test_every_number_is_equally_likely() -> None:
    rng = SeededRng("dice")
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert all(9_600 < counts[side] < 10_400 for side in range(6))


def test_there_is_no_bias_where_words_do_not_divide_evenly() -> None:
    """With 3 * 2**30 numbers a plain remainder would give the lowest third twice as often."""
    rng = SeededRng("edge")
    n = 3 * 2**30
    lowest = sum(rng.below(n) < 2**30 for _ in range(30_000))
    assert 9_600 < lowest < 10_400


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1, 2**63, 2**70, -(2**70)])
def test_ranges_that_are_none_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match=r"expected a range of 1 to 2\*\*32 numbers, got"):
        SeededRng(1).below(n)
