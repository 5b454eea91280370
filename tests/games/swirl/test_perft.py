"""perft: how many lines of play there are, as fixed numbers."""

from __future__ import annotations

import pytest

from halfturn.core.perft import divide, perft
from tests.games.swirl.given import FOUR, begun, given
from tests.games.swirl.oracle import Oracle, naive_sets

ROUND = (
    "dealer B; hand A Cr5 Cg4 SN; hand B Fr4 Fg5 A1; middle Cr3 Fy6 Hg2; series A Cy2; "
    "series B Fp3 Fg1; pile A Cy3; pile B Fg3; turn A; deck"
)
SWIRLED = "hand A SW Hy9 A1; hand B Cr9 SN Fr2 Cg4; middle Sr4; turn A; deck"
CHOICES = "hand A Sp9 Sr10; hand B Hy9; middle Cr1 Cr3 Fg5 Sr6 Cy8 Fp3 Cg4; turn A; deck"
STARTS = {
    "a round of three cards each": ROUND,
    "the same in automatic mode": f"options replacement=automatic; {ROUND}",
    "a swirl": SWIRLED,
    "a swirl that may stop": f"options play_out=may_stop; {SWIRLED}",
    "choices": CHOICES,
    "any choices": f"options capture=any_nonempty; {CHOICES}",
    "no choices": f"options capture=union; {CHOICES}",
}
COUNTS: dict[str, list[int]] = {
    "a round of three cards each": [3, 8, 19, 43, 83, 145, 209, 238],
    "the same in automatic mode": [3, 8, 20, 44, 83, 137, 155, 183],
    "a swirl": [3, 10, 22, 40, 65],
    "a swirl that may stop": [3, 11, 24, 55, 80],
    "choices": [2, 8, 8, 11],
    "any choices": [2, 19, 19, 37],
    "no choices": [2, 2],
}


def naive_perft(oracle_text: str, depth: int) -> int:
    """The same by the second reading; the whole game is played again for each line."""
    return _lines(oracle_text, [], depth)


def _lines(text: str, line: list[str], depth: int) -> int:
    oracle = _oracle_at(text)
    for answer in line:
        oracle.answer(answer)
    possible = oracle.answers()
    if depth == 0 or not possible:
        return 1
    if depth == 1:
        return len(possible)
    return sum(_lines(text, [*line, answer], depth - 1) for answer in sorted(possible))


def _oracle_at(text: str) -> Oracle:
    """The second reading at a position that is one of those above."""
    sections = [part.split() for part in text.split(";")]
    options: dict[str, str] = {}
    oracle = Oracle(2, list(FOUR[:2]), 1, options)
    for name, *words in sections:
        if name == "options":
            options.update(dict(word.split("=") for word in words))
        elif name == "middle":
            oracle.middle = words
        elif name in ("hand", "series", "pile"):
            places = {"hand": oracle.hands, "series": oracle.series, "pile": oracle.piles}
            places[name]["AB".index(words[0])] = words[1:]
    oracle.turn = oracle.asked = 0
    return oracle


@pytest.mark.clause("SW-AMB-2", "SW-SNATCH-1", "SW-SNATCH-3", "SW-ACTION-1", "SW-SWIRL-2")
@pytest.mark.parametrize("name", STARTS)
def test_as_many_lines_as_ever(name: str) -> None:
    state = given(STARTS[name])
    for depth, count in enumerate(COUNTS[name], start=1):
        assert perft(state, depth) == count
        if count < 2000:
            assert naive_perft(STARTS[name], depth) == count


def test_a_division_sums_to_the_whole() -> None:
    name = "a round of three cards each"
    parts = divide(given(STARTS[name]), 3)
    assert [str(option) for option, _ in parts] == ["play:Cr5", "play:Cg4", "play:SN"]
    assert sum(count for _, count in parts) == COUNTS[name][2]


@pytest.mark.clause("SW-SETUP-1", "SW-DATA-2", "SW-DECK-4")
def test_lines_of_the_set_up() -> None:
    assert perft(begun(3), 3) == 3 * 4 * 3
    assert perft(begun(2), 4) == 2 * 4 * 3 * 76
    assert perft(begun(4, dealer="A"), 4) == 4 * 3 * 2 * 76
    # Of 76 faces one can come again as often as it is there; SWIRL and creatures come once.
    assert perft(begun(2, dealer="A", creatures=FOUR[:2]), 2) == 73 * 75 + 3 * 76
    assert naive_sets(1, [], "union") == set()
