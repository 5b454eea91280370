"""What the table promises between two rounds, and that the bots play for it."""

from __future__ import annotations

import pytest

from halfturn import SeededRng
from halfturn.bots.levels import CasualBot, SearchBot
from halfturn.games.swirl.bots.evaluation import (
    ALIVE,
    FIRST,
    FIRST_LACKS,
    LAST_LIES,
    PILE,
    SERIES,
    SPARE,
    TRAITS,
    expected_points,
    is_between_rounds,
    traits_of,
)
from halfturn.games.swirl.state import SwirlState
from tests.games.swirl.given import GAME, dealt, duel, given

RED_HORSES = "Hr2 Hr3 Hr6 Hr8"
"""All red sea horses of the box."""


def chance(position: str) -> float:
    """How likely A is to win."""
    state = duel(position)
    assert is_between_rounds(state.table)
    return GAME.heuristics().values(state)[0]


def test_what_counts_between_two_rounds() -> None:
    state = duel("series A Hr2 Hg2 Hy1; pile A Hg4 Cr1 SN; middle Hp1 Hp4; series B Cg1; turn A")
    own = traits_of(state, 0)
    assert len(own) == TRAITS
    assert (own[SERIES], own[FIRST], own[FIRST_LACKS], own[LAST_LIES]) == (3, 1, 1, 1)
    assert own[SPARE] == 3, "a green one could be replaced, and three SNATCHes are in the deck"
    assert own[ALIVE : ALIVE + 6] == [0, 0, 0, 0, 0, 1], "purple: two in the middle, three to come"
    assert own[PILE] == pytest.approx(3 * (1 - state.table.left / 85))
    other = traits_of(state, 1)
    assert (other[SERIES], other[FIRST], other[FIRST_LACKS], other[LAST_LIES]) == (1, 0, 0, 0)
    assert other[ALIVE : ALIVE + 6] == [0, 0, 0, 0, 3, 0], "one red crab is in a pile"


def test_a_colour_that_nobody_can_capture_any_more_promises_little() -> None:
    alive, few, dead = (
        chance(f"series A Hg2 Hy1; series B Cg1 Cy2; pile B {gone}; turn A")
        for gone in ("Fr2 Fr4 Fr5 Fr8", "Hr2 Hr3 Fr5 Fr8", RED_HORSES)
    )
    assert alive > few > dead


def test_a_longer_series_the_first_turn_and_a_spare_promise_more() -> None:
    even = chance("series A Hg2; series B Cg1; turn B")
    assert chance("series A Hg2; series B Cg1; turn A") > 0.5 > even
    assert chance("series A Hg2 Hy1; series B Cg1; turn B") > even
    assert chance("series A Hg2; pile A Hg4; series B Cg1; pile B Fr2; turn B") > chance(
        "series A Hg2; pile A Fr2; series B Cg1; pile B Fr4; turn B"
    )


def test_partners_expect_the_same_and_nobody_without_a_creature_anything() -> None:
    teams = given("seats 4; options teams=true; series A Cr1; series C Hg2; series B Fr2; turn A")
    found = expected_points(teams)
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0] > found[1]
    unsettled = GAME.start(2, {"dealer": "A"})
    assert isinstance(unsettled, SwirlState)
    assert traits_of(unsettled, 0) == [0.0] * TRAITS


def test_with_cards_in_hand_what_lies_within_reach_counts() -> None:
    state = dealt(2, seed=3)
    assert not is_between_rounds(state.table)
    assert GAME.heuristics().expected(state) != expected_points(state)


def test_who_searches_takes_the_last_card_that_the_other_waits_for() -> None:
    """The 7 captures more, but only the red crab 5 can still complete B's series."""
    state = duel(
        "series B Cg1 Cy2 Cp2; pile A Cr1 Cr3 Cr7 Cr9; middle Cr5 Fg3 Sr4; "
        "hand A Fg7 Sp5; hand B Fr2 Fr8; turn A"
    )
    assert str(CasualBot().choose(state, SeededRng(1))) == "play:Fg7"
    for seed in range(5):
        assert str(SearchBot(iterations=200).choose(state, SeededRng(seed))) == "play:Sp5"
