"""perft: how many lines of play there are, as fixed numbers.

Whole turns are counted by trying all cards with all Qwirkles as well.
"""

from __future__ import annotations

import pytest

from halfturn.core.perft import divide, perft
from tests.games.qwirkle_cards.given import begun, given
from tests.games.qwirkle_cards.test_theorems import brute_turns

STARTS = {
    "an empty table": "hand A rci rsq rdi rcl bsq gsq; hand B rst rbu; deck; turn A",
    "adding": "table rci rsq rdi osq ysq gsq; hand A rst bsq rci; hand B rcl psq; deck; turn A",
    "chris": "table bci bst bdi bsq; hand A rsq gsq ysq; hand B bcl osq; deck; turn A",
    "george": "table yci ysq ydi yst ycl rcl gcl; hand A ybu bcl oci psq; hand B pcl; deck; turn A",
    "two qwirkles": "table rci rsq rdi rcl rst osq ysq gsq bsq psq rsq; hand A rbu bci gci yci; "
    "hand B pci; deck; turn A",
    "nobody can play": "table rci rsq rdi; hand A oci bsq; hand B obu gcl; deck; turn A",
}
COUNTS: dict[str, list[int]] = {
    "an empty table": [6, 30, 120, 390, 798],
    "adding": [2, 4, 6, 12, 20],
    "chris": [3, 6, 12, 18, 36],
    "george": [2, 4, 6, 7, 9],
    "two qwirkles": [4, 15, 41, 89, 143],
    "nobody can play": [1, 1, 1, 1, 1],
}


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.clause("QC-TH-3", "QC-PLAY-1", "QC-SWITCH-2")
def test_as_many_lines_as_ever(name: str) -> None:
    state = given(STARTS[name])
    assert [perft(state, depth) for depth in range(1, 6)] == COUNTS[name]


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.clause("QC-TH-3")
def test_as_many_turns_as_there_are_cards_times_qwirkles(name: str) -> None:
    state = given(STARTS[name])
    turns = brute_turns(list(state.table), list(state.hands[0]))
    assert len(state.turns()) == max(1, len(turns))
    assert {turn.key() for turn in state.solver().turns()} == turns


def test_a_division_sums_to_the_whole() -> None:
    state = given(STARTS["adding"])
    assert sum(count for _, count in divide(state, 3)) == COUNTS["adding"][2]


def test_the_deal_is_counted_too() -> None:
    assert perft(begun(), 2) == 36 * 36
    # Of the same card four times there are only three.
    assert perft(begun(), 4) == 36**4 - 36
