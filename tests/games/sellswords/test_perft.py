"""perft: how many lines of play there are, as fixed numbers."""

from __future__ import annotations

import pytest

from halfturn.core.perft import divide, perft
from tests.games.sellswords.given import given

POSITIONS = {
    "two plain tiles": "hand A v1 v2; hand B v3 v4; turn A",
    "a small field": "red v1=3@1,0; blue v2=5@0,1; hand A hydra zeus; hand B ares; turn A",
    "hydra": "blue hydra=1@1,0 v1=9@1,1 v2@2,1; hand A v3=5 v4; hand B v5; turn A",
    "moves": "red v1@1,0; blue v2@0,1; hand A poseidon=1 v4; hand B v5; turn A",
    "swaps": "red v1@1,0; blue v2@2,0; hand A jason=1 nymph=1; hand B odysseus=1; turn A",
    "start of turn": "red theseus@1,0 pegasus@0,1; hand A v1 v2; hand B v3; deck v4 v5; turn A",
    "parthenon": "terrain parthenon; red v1@1,0; hand A v2 v3; hand B v4; turn A",
    "styx": "terrain styx; red v1@1,0; hand A v2; hand B v4; turn A",
    "a draft": "draft 2; centre v1 v2 v3 v4; turn A",
    "fates": "red v1@1,0; blue v2@0,1 v3@1,1; hand A fates=1 manticore=1; hand B v4; turn A",
}
COUNTS: dict[str, list[int]] = {
    "two plain tiles": [2, 8, 16, 96, 96, 704, 704, 6016],
    "a small field": [2, 14, 42, 42, 348, 1392, 1584],
    "hydra": [2, 16, 18, 134, 166, 1374],
    "moves": [2, 14, 33, 173, 240, 1526, 4522],
    "swaps": [2, 16, 42, 82, 407, 1304, 2880],
    "start of turn": [2, 4, 24, 48, 352, 352, 3008, 3008],
    "parthenon": [2, 6, 6, 12, 12, 552],
    "styx": [1, 6, 17, 53, 103, 2382],
    "a draft": [4, 12, 24, 48, 192, 192, 1152, 1152],
    "fates": [2, 16, 38, 70, 230, 648, 2808],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_lines_as_ever(name: str) -> None:
    state = given(POSITIONS[name]).state
    counts = [perft(state, depth) for depth in range(1, len(COUNTS[name]) + 1)]
    assert counts == COUNTS[name]


def test_plain_tiles_are_counted_by_hand() -> None:
    # a tile, four cells; the other a tile, then six cells
    assert COUNTS["two plain tiles"][:4] == [2, 2 * 4, 2 * 4 * 2, 2 * 4 * 2 * 6]


def test_a_division_sums_to_the_whole() -> None:
    parts = divide(given(POSITIONS["a small field"]).state, 3)
    assert [str(option) for option, _ in parts] == ["place:hydra", "place:zeus"]
    assert sum(count for _, count in parts) == COUNTS["a small field"][2]
