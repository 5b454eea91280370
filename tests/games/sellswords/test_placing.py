"""Where a tile may be placed: contact, the five by five, Parthenon."""

from __future__ import annotations

import pytest

from halfturn.core import IllegalOption
from tests.games.sellswords.given import (
    before,
    begun,
    cells,
    given,
    goals,
    placed,
    played_at_random,
)

ROW = "red v1@1,0 v2@2,0 v3@3,0 v4@4,0"
"""With the terrain at 0,0 a row of five."""
HANDS = "hand A v20 v21; hand B v22"


@pytest.mark.clause("SO-PLACE-1")
def test_a_turn_places_one_tile_from_hand() -> None:
    table = given("hand A v20 v21; hand B v22").plays("v20 1,0")
    assert (table.hand("A"), table.cell("v20")) == (["v21"], (1, 0))
    assert table.asked == (1, "turn")


@pytest.mark.clause("SO-PLACE-1")
def test_only_tiles_of_the_own_hand_can_be_placed() -> None:
    with pytest.raises(IllegalOption, match="v22 is not in the hand of A"):
        given(HANDS).answers("place:v22")


@pytest.mark.clause("SO-PLACE-2", "SO-TERM-3", "SO-AMB-3")
def test_a_tile_goes_next_to_a_tile_and_the_terrain_is_one() -> None:
    assert cells(given(HANDS), "v20") == ["0,-1", "-1,0", "1,0", "0,1"]
    table = given(f"red v1@1,0; {HANDS}")
    assert cells(table, "v20") == ["0,-1", "1,-1", "-1,0", "2,0", "0,1", "1,1"]


@pytest.mark.clause("SO-SETUP-4")
def test_the_first_tile_touches_the_terrain() -> None:
    with pytest.raises(IllegalOption, match="it touches no tile; diagonal contact is not enough"):
        given(HANDS).answers("place:v20 at:2,0")


@pytest.mark.clause("SO-AMB-53")
def test_the_first_tile_of_round_two_goes_anywhere() -> None:
    table = given(f"{ROW}; round 2; {HANDS}")
    assert "4,1" in cells(table, "v20")


@pytest.mark.clause("SO-SETUP-5")
def test_the_terrain_need_not_become_the_centre() -> None:
    found = cells(given(f"{ROW}; {HANDS}"), "v20")  # the terrain ends the row, in the west
    assert "0,1" in found
    assert "-1,0" not in found


@pytest.mark.clause("SO-PLACE-3", "SO-TERM-7")
@pytest.mark.parametrize(("reds", "colour"), [("A", "R"), ("B", "B")])
def test_a_tile_shows_the_colour_of_its_player(reds: str, colour: str) -> None:
    assert given(f"reds {reds}; {HANDS}").plays("v20 1,0").colour("v20") == colour


@pytest.mark.clause("SO-PLACE-4", "SO-TERM-1")
def test_a_tile_may_lie_in_any_of_four_ways() -> None:
    for degrees, numbers in enumerate([(1, 2, 3, 4), (4, 1, 2, 3), (3, 4, 1, 2), (2, 3, 4, 1)]):
        table = given("hand A v20=1-2-3-4; hand B v22").plays(f"v20 1,0 {90 * degrees}")
        assert table.numbers("v20") == numbers


@pytest.mark.clause("SO-PLACE-4")
@pytest.mark.parametrize(
    ("numbers", "ways"),
    [("3", []), ("3-4-3-4", ["turn:0", "turn:90"]), ("3-3-4-4", ["turn:0", "turn:90"])],
)
def test_ways_round_that_look_the_same_are_asked_once(numbers: str, ways: list[str]) -> None:
    table = given(f"hand A v20={numbers} v21; hand B v22").answers("v20 1,0")
    assert [option for option in table.options if option in ways] == ways
    assert (len(table.options) == 4) == (numbers == "3-3-4-4")


@pytest.mark.clause("SO-PLACE-5")
def test_diagonal_contact_does_not_suffice() -> None:
    with pytest.raises(IllegalOption, match="1,1: it touches no tile; diagonal"):
        given(HANDS).answers("place:v20 at:1,1")


@pytest.mark.clause("SO-AMB-2")
def test_diagonal_contact_does_not_hinder() -> None:
    assert "1,1" in cells(given(f"red v1@1,0; {HANDS}"), "v20")


@pytest.mark.clause("SO-FIELD-3")
def test_nothing_is_stacked() -> None:
    with pytest.raises(IllegalOption, match="at:0,0: Mount Olympus lies there"):
        given(HANDS).answers("place:v20 at:0,0")


@pytest.mark.clause("SO-FIELD-1", "SO-T50")
def test_a_row_of_five_grows_no_longer() -> None:
    found = cells(given(f"{ROW}; {HANDS}"), "v20")
    assert found == [f"{x},{y}" for y in (-1, 1) for x in range(5)]
    with pytest.raises(IllegalOption, match="5,0: the field would no longer fit 5 by 5 cells"):
        given(f"{ROW}; {HANDS}").answers("place:v20 at:5,0")


@pytest.mark.clause("SO-FIELD-1")
def test_a_column_of_five_grows_no_longer() -> None:
    found = cells(given(f"red v1@0,1 v2@0,2 v3@0,3 v4@0,4; {HANDS}"), "v20")
    assert found == [f"{x},{y}" for y in range(5) for x in (-1, 1)]


@pytest.mark.clause("SO-AMB-4", "DEF-6")
def test_a_staircase_five_wide_is_full_though_no_row_is() -> None:
    stairs = "red v1@1,0 v2@1,1 v3@2,1 v4@2,2 v5@3,2 v6@3,3 v7@4,3"
    found = cells(given(f"{stairs}; {HANDS}"), "v20")
    assert "5,3" not in found
    assert "-1,0" not in found
    assert "4,4" in found


@pytest.mark.clause("SO-AMB-5")
@pytest.mark.parametrize(("reading", "is_open"), [("dynamic", True), ("lock", False)])
def test_a_margin_opens_again_when_a_tile_leaves_it_or_stays(reading: str, is_open: bool) -> None:
    table = before("A", f"{ROW}; blue v5@4,1", "poseidon=1", bounds=reading)
    table.plays("poseidon 3,1 v4 to:0,-1")  # nothing lies at 4,0 now, but v5 at 4,1
    table.state = given(table.state.text.replace("v5@4,1", "v5@2,1")).state
    assert ("-1,0" in cells(table, "v25")) == is_open


@pytest.mark.clause("SO-AMB-5")
def test_a_locked_margin_is_part_of_the_position() -> None:
    table = given(f"{ROW}; {HANDS}", bounds="lock").plays("v20 0,1")
    assert "margins 0,-" in table.state.text
    free = given(f"margins 0,-; red v1@1,0; {HANDS}", bounds="lock")
    assert "-1,0" not in cells(free, "v20")
    assert "0,-1" in cells(free, "v20")


@pytest.mark.clause("SO-AMB-5")
def test_the_upper_and_the_lower_margin_are_locked_as_well() -> None:
    column = "red v1@0,1 v2@0,2 v3@0,3 v4@0,4"
    table = given(f"{column}; {HANDS}", bounds="lock").plays("v20 1,0")
    assert "margins -,0" in table.state.text
    free = given(f"margins -,0; red v1@0,1; {HANDS}", bounds="lock")
    assert "0,-1" not in cells(free, "v20")
    assert "-1,0" in cells(free, "v20")


@pytest.mark.clause("SO-AMB-6", "SO-FIELD-2", "SO-R2-3")
@pytest.mark.parametrize("terrain", ["olympus", "parthenon", "styx", "tartarus"])
def test_a_player_can_always_place_and_the_field_ends_as_five_by_five(terrain: str) -> None:
    table = begun(terrain=terrain)
    played_at_random(table.state, 7)
    field = table.seen.field
    across, down = {tile.x for tile in field}, {tile.y for tile in field}
    assert len(field) == 25
    assert len(across) == len(down) == 5


# ---- Parthenon ----

BY_PARTHENON = "terrain parthenon@0,0; red v1@1,0; hand A v20 v21; hand B v22"


@pytest.mark.clause("SO-PAR-1", "SO-T61")
def test_a_space_next_to_parthenon_must_be_filled_first() -> None:
    table = given(BY_PARTHENON)
    assert cells(table, "v20") == ["0,-1", "-1,0", "0,1"]
    with pytest.raises(IllegalOption, match="a free space next to Parthenon, so the tile must"):
        table.answers("place:v20 at:2,0")


@pytest.mark.clause("SO-PAR-1", "SO-T61")
def test_a_surrounded_parthenon_demands_nothing() -> None:
    full = "terrain parthenon@0,0; red v1@1,0 v2@-1,0; blue v3@0,1 v4@0,-1; hand A v20 v21"
    assert cells(given(f"{full}; hand B v22"), "v20") == [
        *("0,-2", "-1,-1", "1,-1", "-2,0", "2,0", "-1,1", "1,1", "0,2"),
    ]


@pytest.mark.clause("SO-AMB-44")
def test_spaces_of_parthenon_beyond_the_five_by_five_do_not_count() -> None:
    row = "terrain parthenon@0,0; red v1@1,0 v2@2,0 v3@3,0 v4@4,0; blue v5@0,1 v6@0,-1"
    found = cells(given(f"{row}; hand A v20 v21; hand B v22"), "v20")
    assert "-1,0" not in found
    assert "4,1" in found


@pytest.mark.clause("SO-AMB-43")
@pytest.mark.parametrize("binds", [False, True])
def test_parthenon_binds_moves_only_by_the_other_reading(binds: bool) -> None:
    position = "terrain parthenon@0,0; blue v1@1,0 v2@2,0"
    table = before("A", position, "poseidon=1", parthenon_moves=binds)
    table.answers("poseidon 0,1")
    table.answers("choose:v2")
    expected = ["to:0,-1", "to:-1,0"] if binds else None
    assert (table.options == expected) == binds
    assert ("to:1,1" in table.options) != binds


@pytest.mark.clause("SO-AMB-43")
def test_by_the_other_reading_no_tile_leaves_parthenon() -> None:
    position = "terrain parthenon@0,0; blue v1@1,0 v2@-1,0 v3@0,-1"
    table = before("A", position, "poseidon=1", parthenon_moves=True)
    assert table.plays("poseidon").cell("poseidon") == (0, 1)  # nothing can be moved


# ---- connection ----


@pytest.mark.clause("SO-CONN-1", "SO-T43", "SO-TERM-6")
def test_no_move_may_leave_a_tile_alone() -> None:
    table = before("A", "red v1@1,0; blue v2@2,0", "poseidon=1").answers("poseidon -1,0")
    assert table.options == ["choose:poseidon", "choose:v2", "no"]  # v1 holds v2
    assert "0,1" in goals(table, "v2")


@pytest.mark.clause("SO-CONN-2")
def test_an_ability_that_could_only_tear_the_field_apart_is_not_offered() -> None:
    position = "terrain olympus@2,0; red v1@1,0 v2@3,0 v3@0,0; blue v4@4,0"
    table = placed(position, "architect=1", "2,1")
    assert table.cell("olympus") == (2, 0)
    lonely = "terrain olympus@0,0; red v1@-1,0"
    assert placed(lonely, "sculptor=1", "1,0").cell("olympus") == (0, 0)


@pytest.mark.clause("SO-AMB-9")
@pytest.mark.parametrize(("reading", "may"), [("final", True), ("also_without", False)])
def test_a_tile_that_holds_others_together_may_move_if_all_hang_together_after(
    reading: str, may: bool
) -> None:
    # v1 joins v2 to the terrain; from 1,0 it may go to 1,1 as v3 and v4 reach that far.
    position = "blue v1@1,0 v2@2,0 v3@0,1 v4@2,1"
    table = before("A", position, "poseidon=1", move_connectivity=reading)
    table.answers("poseidon 0,-1")
    assert ("choose:v1" in table.options) == may
    if may:
        assert table.answers("choose:v1").cell("v1") == (1, 1)  # the only space
