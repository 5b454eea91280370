"""perft: how many lines of play there are, as fixed numbers.

The small depths are counted by the second reading of the rules as well.
"""

from __future__ import annotations

import pytest

from halfturn.core.perft import divide, perft
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from tests.games.swirling_heroes.given import begun, given
from tests.games.swirling_heroes.lockstep import oracle_of
from tests.games.swirling_heroes.oracle import perft as naive_perft

MIDDLE = (
    "field A:0123@-1,0 B:2301@0,0 A:0321@1,0 B:1302@0,1 A:2013@1,1; "
    "hand A 0132 1032 2130; hand B 0123 0231 1230 2031; turn B"
)
STUCK = "field A:0123@0,0; hand A 1032 1230; hand B 1032 1230; turn B"
TIGHT = (
    "options table=2x3; field A:0123@0,0 B:2301@1,0; "
    "hand A 0231 0312 2031; hand B 1032 0213 0321; turn A"
)
THREE = (
    "seats 3; field A:0123@0,0 B:0231@1,0 C:0132@0,1; "
    "hand A 0231 0213; hand B 0123 1032; hand C 0312 2031; turn A"
)
STARTS: dict[str, SwirlingHeroesState] = {
    "even, two players": begun(2, hands="even", first_player="A"),
    "odd, two players": begun(2, hands="odd", first_player="A"),
    "one six, two players": begun(2, six="0123 0132 0213 0312 1032 2031", first_player="B"),
    "even, three players": begun(3, hands="even", first_player="C"),
    "odd, four players": begun(4, hands="odd", first_player="B"),
    "the middle of a game": given(MIDDLE),
    "nothing fits": given(STUCK),
    "a small table": given(TIGHT),
    "three players, two cards each": given(THREE),
}
COUNTS: dict[str, list[int]] = {
    "even, two players": [6, 72, 960, 14_880, 197_616],
    "odd, two players": [6, 72, 960, 14_880, 197_616],
    "one six, two players": [6, 76, 1_096, 18_492],
    "even, three players": [6, 72, 1_296, 20_208],
    "odd, four players": [6, 72, 1_296, 26_592],
    "the middle of a game": [13, 120, 1_531, 12_988],
    "nothing fits": [2, 4, 4, 4, 4],
    "a small table": [6, 30, 52, 90, 90],
    "three players, two cards each": [10, 69, 545, 2_724, 10_997],
}
NAIVE_LINES = 3_000
"""The second reading counts along up to so many lines; it needs about a second for them all."""


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.clause("SH-PLACE-9", "SH-SWIRL-1", "SH-PLACE-10", "SH-DATA-6")
def test_as_many_lines_as_ever(name: str) -> None:
    state = STARTS[name]
    for depth, count in enumerate(COUNTS[name], start=1):
        assert perft(state, depth) == count
        if count <= NAIVE_LINES:
            oracle = oracle_of(state, (2, 3) if name == "a small table" else None)
            assert naive_perft(oracle, depth) == count


def test_a_division_sums_to_the_whole() -> None:
    parts = divide(STARTS["even, two players"], 3)
    assert [str(option) for option, _ in parts] == [
        f"{face}@0,0" for face in ("0123", "0231", "0312", "1032", "1320", "2130")
    ]
    assert sum(count for _, count in parts) == COUNTS["even, two players"][2]


def test_lines_of_the_set_up_are_counted_too() -> None:
    assert perft(begun(2, hands="choose"), 3) == 12 * 11 * 10
    assert perft(begun(2, hands="even", edition="second"), 3) == 2 * 2 * 6
    assert perft(begun(3, colours="choose"), 4) == 4 * 3 * 2 * 12
