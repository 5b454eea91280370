"""Where a card may be placed, and which way round."""

from __future__ import annotations

import pytest

from halfturn.core import UnreadableText
from halfturn.games.swirling_heroes.answers import Place
from halfturn.games.swirling_heroes.events import Placed
from tests.games.swirling_heroes.given import answers, asked, field, given, hand, play, refuse

CORNER = "field A:0123@0,0 B:2013@0,1 A:0321@1,1; hand A 0312; hand B 0123 0231; turn B"
RING = "field A:1203@0,-1 A:0231@1,0 B:2013@0,1 B:0312@-1,0"
"""A gap at 0,0 that asks for 0, 1, 2 and 3 at its top, right, bottom and left."""


def refuses(position: str, line: str, why: str) -> None:
    refuse(given(position), line, why)


@pytest.mark.clause("SH-T01", "SH-EX-1", "SH-PLACE-8")
def test_the_examples_card_has_four_placements() -> None:
    state = given("field B:0312@1,0; hand A 1302; turn A")
    assert answers(state) == ["1302@1,-1", "0213@0,0", "0213@2,0", "1302@1,1"]


@pytest.mark.clause("SH-PLACE-1")
def test_a_turn_lays_one_card_of_the_own_hand_for_all_to_see() -> None:
    state = given("options hands=random; field B:0312@1,0; hand A 1302 0123; hand B 0231; turn A")
    events = play(state, "0213@0,0")
    assert hand(state, 0) == ["0123"]
    assert hand(state, 1) == ["0231"]
    assert len(field(state).split()) == 2
    assert asked(state) == (1, "turn")
    for viewer in (0, 1, None):
        assert events[0].seen_by(viewer) == Placed(0, "0213", 0, 0)


@pytest.mark.clause("SH-PLACE-1")
def test_a_card_of_somebody_else_cannot_be_placed() -> None:
    refuses("field B:0312@1,0; hand A 1302; hand B 0231; turn A", "0231@2,0", "is not in A's hand")
    refuses("field B:0312@1,0; hand A 1302; hand B 0231; turn B", "0213@0,0", "is not in B's hand")


@pytest.mark.clause("SH-PLACE-2", "SH-T22")
def test_a_taken_cell_is_refused() -> None:
    for line in ("0123@0,0", "2301@0,1", "0231@1,1"):
        refuses(CORNER, line, "is taken; expected an empty cell")


@pytest.mark.clause("SH-PLACE-3", "SH-AMB-14")
def test_a_cell_away_from_all_cards_is_refused() -> None:
    for line in ("0123@3,0", "0123@0,-2", "0123@-5,7", "0123@23,23"):
        refuses(CORNER, line, "touches no card")
    refuses(CORNER, "0123@24,0", "expected a cell within 23 of the centre, got 24,0")


@pytest.mark.clause("SH-PLACE-4", "SH-T10")
@pytest.mark.parametrize("cell", ["1,1", "1,-1", "-1,1", "-1,-1"])
def test_touching_at_a_corner_is_not_touching(cell: str) -> None:
    lone = "field A:0123@0,0; hand B 0123 0321; turn B"
    for card in ("0123", "2301", "0321", "2103"):
        refuses(lone, f"{card}@{cell}", "touches no card.*not cornerwise")
    assert not any(line.endswith(f"@{cell}") for line in answers(given(lone)))


@pytest.mark.clause("SH-PLACE-5", "SH-T06")
def test_a_card_may_touch_two_others() -> None:
    assert "2301@1,0" in answers(given(CORNER))


@pytest.mark.clause("SH-AMB-10", "SH-PLACE-5", "SH-PLACE-9")
def test_a_gap_may_be_filled_by_a_card_that_matches_all_around() -> None:
    state = given(f"{RING}; hand A 0123; turn A")
    assert "0123@0,0" in answers(state)
    play(state, "0123@0,0")
    assert "A:0123@0,0" in field(state)


@pytest.mark.clause("SH-PLACE-9", "SH-AMB-10")
@pytest.mark.parametrize("face", ["0132", "0213", "0321", "0231", "0312", "1023", "1230", "2031"])
def test_one_number_that_differs_is_enough_to_be_refused(face: str) -> None:
    position = f"{RING}; hand A {face} 0123; turn A"
    for way in (face, face[2:] + face[:2]):
        refuses(position, f"{way}@0,0", "where it would touch a")
    assert [line for line in answers(given(position)) if line.endswith("@0,0")] == ["0123@0,0"]


@pytest.mark.clause("SH-T07", "SH-PLACE-9")
def test_matching_one_of_two_neighbours_is_not_enough() -> None:
    refuses(CORNER, "0231@1,0", "0231 shows 3 at its bottom, where it would touch a 0")
    refuses(CORNER, "3102@1,0", "3102 shows 2 at its left, where it would touch a 1")


@pytest.mark.clause("SH-PLACE-9")
@pytest.mark.parametrize(
    ("cell", "fitting", "why"),
    [
        ("0,-1", "2301", "0123 shows 2 at its bottom, where it would touch a 0"),
        ("1,0", "2301", "0123 shows 3 at its left, where it would touch a 1"),
        ("0,1", "2301", "0123 shows 0 at its top, where it would touch a 2"),
        ("-1,0", "2301", "0123 shows 1 at its right, where it would touch a 3"),
    ],
)
def test_every_side_is_compared_with_the_side_across(cell: str, fitting: str, why: str) -> None:
    lone = "field A:0123@0,0; hand B 0123; turn B"
    refuses(lone, f"0123@{cell}", f"{why}; upside down it fits: {fitting}@{cell}")
    assert f"{fitting}@{cell}" in answers(given(lone))


@pytest.mark.clause("SH-PLACE-6", "SH-T13")
def test_own_cards_are_neighbours_like_others() -> None:
    state = given("field A:0213@0,0 B:1203@1,0; hand A 0321; turn A")
    play(state, "2103@0,-1")
    assert field(state) == "A:2103@0,-1 A:1302@0,0 B:1203@1,0"


@pytest.mark.clause("SH-PLACE-7", "SH-T11")
def test_a_quarter_turn_is_refused() -> None:
    # Turned by a quarter, 1032 would show a 0 below and so match the card it would touch.
    lone = "field A:0123@0,0; hand B 1032 0123; turn B"
    for line in ("2103@0,-1", "0321@0,-1", "0321@1,0", "2103@1,0"):
        refuses(lone, line, "1032 may lie upright or upside down, but not turned by a quarter")


@pytest.mark.clause("SH-PLACE-8", "SH-TH-1")
def test_a_card_lies_upright_or_upside_down_as_the_cell_asks() -> None:
    state = given("field A:0123@0,0; hand B 0132; turn B")
    assert answers(state) == ["3201@0,-1", "3201@1,0"]
    state = given("field A:2301@0,0; hand B 0132; turn B")
    assert answers(state) == ["0132@-1,0", "0132@0,1"]


@pytest.mark.clause("SH-AMB-5")
def test_there_is_no_cell_between_two_cells() -> None:
    state = given("field A:0123@0,0; hand B 0123; turn B")
    for line in ("2301@0.5,-1", "2301@1/2,-1", "2301@1,½"):
        with pytest.raises(UnreadableText, match="expected a card as it will lie and its cell"):
            state.read(line)
    decision = state.decision
    assert decision is not None
    cells = {(each.x, each.y) for each in decision.options if isinstance(each, Place)}
    assert cells == {(0, -1), (1, 0), (0, 1), (-1, 0)}


@pytest.mark.clause("SH-AMB-15", "SH-SWIRL-3")
def test_a_mismatch_left_by_swirling_hinders_nobody() -> None:
    # In the upper row 2 lies beside 3. The corner below takes a card by its own contacts alone.
    state = given("field A:0213@0,0 B:1203@1,0 B:0132@1,1; hand A 1023 1230; turn A")
    assert [line for line in answers(state) if line.endswith("@0,1")] == ["1230@0,1"]
    play(state, "1230@0,1")
    assert field(state) == "A:1302@0,0 B:1203@1,0 A:1230@0,1 B:3201@1,1"


@pytest.mark.clause("SH-FIELD-1")
def test_the_field_has_no_edge_of_its_own() -> None:
    state = given("field A:0123@22,0 B:0132@0,-23; hand A 0123 0132; turn A")
    cells = {line.partition("@")[2] for line in answers(state)}
    assert "23,0" in cells
    assert {"1,-23", "0,-22"} & cells
