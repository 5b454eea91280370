"""What swirls after a placement, and what does not."""

from __future__ import annotations

import pytest

from halfturn.games.swirling_heroes.events import Placed, Swirled
from tests.games.swirling_heroes.given import asked, field, given, play


@pytest.mark.clause("SH-T02", "SH-EX-2", "SH-SWIRL-1", "SH-SWIRL-2", "SH-SWIRL-3")
def test_the_examples_right_card_swirls_and_the_left_one_stays() -> None:
    state = given("field B:0312@1,0; hand A 1302; turn A")
    play(state, "0213@0,0")
    assert field(state) == "A:0213@0,0 B:1203@1,0"  # a 2 beside a 3


@pytest.mark.clause("SH-T06", "SH-SWIRL-1", "SH-SWIRL-4", "SH-AMB-8")
def test_both_neighbours_swirl_and_the_card_across_the_corner_does_not() -> None:
    state = given("field A:0123@0,0 B:2013@0,1 A:0321@1,1; hand B 0123; turn B")
    assert state.scores == (9, 4)
    play(state, "2301@1,0")
    assert field(state) == "A:2301@0,0 B:2301@1,0 B:2013@0,1 A:2103@1,1"
    assert state.scores == (4, 9)


@pytest.mark.clause("SH-SWIRL-1", "SH-SWIRL-2", "SH-AMB-8", "SH-PLACE-5")
def test_all_four_neighbours_swirl_once_each() -> None:
    state = given("field A:1203@0,-1 A:0231@1,0 B:2013@0,1 B:0312@-1,0; hand A 0123; turn A")
    events = play(state, "0123@0,0")
    assert field(state) == "A:0312@0,-1 B:1203@-1,0 A:0123@0,0 A:3102@1,0 B:1320@0,1"
    swirled = [event for event in events if isinstance(event, Swirled)]
    assert sorted((each.x, each.y) for each in swirled) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert {(each.seat, each.card) for each in swirled} == {
        (0, "0312"),
        (0, "3102"),
        (1, "1320"),
        (1, "1203"),
    }


@pytest.mark.clause("SH-TURN-2", "SH-SWIRL-5")
def test_placing_comes_first_then_swirling_then_the_next_turn() -> None:
    state = given("field A:0123@0,0; hand A 1230; hand B 0321; turn B")
    events = play(state, "0321@1,0")
    assert events == [Placed(1, "0321", 1, 0), Swirled(0, "2301", 0, 0)]
    assert asked(state) == (0, "turn")


@pytest.mark.clause("SH-SWIRL-4")
def test_swirling_does_not_run_along_a_row() -> None:
    # The 1 of the new card meets a 1. The card it turns shows a 3 then to a card that also
    # shows a 3, and that card stays as it lies.
    row = "field A:0321@0,0 B:0123@1,0 A:0123@2,0"
    state = given(f"{row}; hand B 0321; turn B")
    play(state, "0321@3,0")
    assert field(state) == "A:0321@0,0 B:0123@1,0 A:2301@2,0 B:0321@3,0"


@pytest.mark.clause("SH-SWIRL-1", "SH-T13")
def test_own_cards_swirl_too() -> None:
    state = given("field A:0123@0,0; hand A 0321; turn A")
    play(state, "2103@0,-1")
    assert field(state) == "A:2103@0,-1 A:2301@0,0"


@pytest.mark.clause("SH-SWIRL-3", "SH-AMB-15")
def test_a_swirled_card_asks_for_its_new_numbers() -> None:
    state = given("field A:0123@0,0; hand A 0132 0213; hand B 0321; turn B")
    play(state, "0321@1,0")
    assert field(state) == "A:2301@0,0 B:0321@1,0"
    # Before, a card left of it had to show a 3 at its right; now it has to show a 1.
    assert "0132@-1,0" in [str(option) for option in state.decision.options]  # type: ignore[union-attr]
