"""Positions that no rulebook speaks of: moves, swaps, the limits of the field, the terrains."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, halfway, placed

ROW = "red v1@1,0 v2@2,0 v3@3,0 v4@4,0"
"""With the terrain a row of five."""


# ---- where tiles may go ----


@pytest.mark.clause("SO-AMB-5")
@pytest.mark.parametrize(("bounds", "may"), [("dynamic", True), ("lock", False)])
def test_a_margin_that_a_move_has_opened_again(bounds: str, may: bool) -> None:
    table = placed(ROW, "poseidon=1", "1,1", "choose:v4 to:2,1", bounds=bounds)
    table.answers("place:v25")
    assert ("at:-1,0" in table.options) == may
    assert "at:4,0" in table.options


@pytest.mark.clause("SO-AMB-5")
def test_a_fixed_margin_binds_moves_too() -> None:
    position = "red v1@1,0 v2@2,0; margins -2,-"
    table = halfway(position, "poseidon=1", "0,1", "choose:poseidon", bounds="lock")
    assert "to:3,0" not in table.options
    assert {"to:-1,0", "to:0,-1"} <= set(table.options)


@pytest.mark.clause("SO-AMB-4")
def test_a_staircase_is_at_most_five_wide() -> None:
    stairs = "red v1@1,0 v2@1,1 v3@2,1 v4@2,2 v5@3,2 v6@3,3 v7@4,3"
    table = given(f"{stairs}; hand A v8; hand B v9").answers("place:v8")
    assert "at:5,3" not in table.options
    assert "at:-1,0" not in table.options
    assert "at:4,4" in table.options


def test_a_tile_in_the_air_does_not_widen_the_field() -> None:
    # The row of five ends with v4: taken up, it may be laid down before the terrain.
    table = halfway(ROW, "poseidon=1", "1,1", "choose:v4")
    assert "to:-1,0" in table.options


def test_a_tile_within_the_row_cannot_go_beyond_it() -> None:
    table = halfway(f"{ROW} v5@2,1 v6@3,1", "poseidon=1", "1,1", "choose:v2")
    assert {"to:-1,0", "to:5,0"}.isdisjoint(table.options)


@pytest.mark.clause("SO-AMB-9")
@pytest.mark.parametrize(("connectivity", "may"), [("final", True), ("also_without", False)])
def test_a_link_may_move_to_where_it_links_again(connectivity: str, may: bool) -> None:
    position = "terrain styx@0,0; red v1@1,0 v2@1,1"
    table = halfway(position, "v3=1", "-1,0", move_connectivity=connectivity)
    assert ("choose:v1" in table.options) == may
    if may:
        assert table.plays("choose:v1").cell("v1") == (0, 1)


@pytest.mark.clause("SO-AMB-9")
@pytest.mark.parametrize(("connectivity", "may"), [("final", True), ("also_without", False)])
def test_the_terrain_as_a_link_moved_by_architect(connectivity: str, may: bool) -> None:
    position = "red v1@1,0 v2@0,1 v3@-1,1"
    table = halfway(position, "architect=1", "-1,0", move_connectivity=connectivity)
    assert ("choose:olympus" in table.options) == may
    if may:
        assert table.plays("choose:olympus").cell("olympus") == (1, 1)


@pytest.mark.clause("SO-AMB-8")
def test_a_moved_tile_must_change_its_place() -> None:
    table = halfway("red v1@1,0", "poseidon=1", "0,1", "choose:v1")
    assert "to:1,0" not in table.options


@pytest.mark.clause("SO-AMB-7")
def test_a_moved_tile_keeps_its_way_round() -> None:
    table = placed("red v1=1-2-3-4@1,0", "poseidon=1", "0,1", "choose:v1 to:-1,0")
    assert table.numbers("v1") == (1, 2, 3, 4)


@pytest.mark.clause("SO-AMB-7")
def test_a_moved_tile_may_be_turned_by_the_other_reading() -> None:
    position = "red v1=1-2-3-4@1,0"
    line = "choose:v1 to:-1,0 turn:90"
    table = placed(position, "poseidon=1", "0,1", line, move_keeps_orientation=False)
    assert table.numbers("v1") == (4, 1, 2, 3)


@pytest.mark.clause("SO-AMB-7")
def test_the_terrain_has_no_way_round_to_choose() -> None:
    position = "red v1@1,0 v2@1,1"
    line = "choose:olympus to:2,0"
    table = placed(position, "architect=1", "0,1", line, move_keeps_orientation=False)
    assert table.cell("olympus") == (2, 0)


# ---- swaps ----


def test_odysseus_swaps_far_away_and_battles_there() -> None:
    table = placed("blue v1=1@1,0 v2=9@2,0", "odysseus=5", "-1,0", "choose:v2")
    assert (table.cell("odysseus"), table.cell("v2")) == ((2, 0), (-1, 0))
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.parametrize(("hero", "line"), [("odysseus", ""), ("jason", " no")])
def test_swapping_with_minotaur_itself_does_not_help(hero: str, line: str) -> None:
    table = placed("blue minotaur=9@1,0", f"{hero}=1", "2,0", f"choose:minotaur{line}")
    assert (table.cell("minotaur"), table.colour(hero)) == ((2, 0), "B")


@pytest.mark.clause("SO-AMB-57")
def test_jason_walks_three_steps_and_no_more() -> None:
    position = "red v1@1,0 v2@2,0 v3@3,0"
    table = placed(position, "jason=1", "4,0", "choose:v3 choose:v2 choose:v1")
    assert [table.cell(each) for each in ("jason", "v1", "v2", "v3")] == [
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
    ]


@pytest.mark.clause("SO-AMB-57")
def test_jason_may_go_back() -> None:
    table = placed("red v1@1,0", "jason=1", "2,0", "choose:v1 choose:v1 no")
    assert table.cell("jason") == (2, 0)


def test_jason_walks_through_enemies_and_fights_at_the_end() -> None:
    position = "blue v1=9@1,0 v2=1@1,1 v3=9@0,1"
    table = placed(position, "jason=5", "2,0", "choose:v1 no")
    # At 1,0 he meets v2 below (1) and v1 to the east (9).
    assert table.colour("v1", "v2", "v3") == "BRB"


def test_jason_among_terrain_alone_is_not_asked() -> None:
    assert placed("red v1@1,0", "jason=1", "-1,0").cell("jason") == (-1, 0)


def test_nymph_swaps_two_enemies_far_from_her() -> None:
    table = placed("blue v1@1,0 v2@1,1", "nymph=1", "-1,0", "choose:v1")
    assert (table.cell("v1"), table.cell("v2")) == ((1, 1), (1, 0))


@pytest.mark.clause("SO-AMB-40")
@pytest.mark.parametrize("hero", ["nymph", "poseidon"])
def test_by_the_other_reading_they_leave_themselves_alone(hero: str) -> None:
    table = halfway("red v1@1,0 v2@1,1 v3@0,1", f"{hero}=1", "2,0", poseidon_self=False)
    assert f"choose:{hero}" not in table.options
    assert "choose:v1" in table.options


def test_by_the_other_reading_elder_copying_poseidon_leaves_himself_alone() -> None:
    position = "red v1@1,0 v2@1,1 v3@0,1; discard poseidon"
    table = halfway(position, "elder=1", "2,0", "copy:poseidon", poseidon_self=False)
    assert "choose:elder" not in table.options


def test_a_swap_keeps_colours_and_ways_round() -> None:
    table = placed("blue v1=1-2-3-4@1,0; red v2=9@1,1", "nymph=1", "-1,0", "choose:v1")
    assert (table.numbers("v1"), table.colour("v1", "v2")) == ((1, 2, 3, 4), "BR")


def test_poseidon_takes_perseus_away_before_he_strikes() -> None:
    position = "blue v1=1@1,0 perseus=9@1,1"
    table = placed(position, "poseidon=5", "2,0", "choose:perseus to:-1,0")
    assert table.colour("v1", "perseus") == "RB"


def test_poseidon_brings_hera_beside_his_enemy() -> None:
    position = "blue v1=5@1,0; red hera=1@-1,0"
    assert placed(position, "poseidon=5", "2,0", "choose:hera to:1,1").colour("v1") == "R"


# ---- Satyr ----


def test_satyr_is_not_offered_tiles_that_look_the_same_all_round() -> None:
    assert placed("blue v1=4@1,0", "satyr=1", "2,0").numbers("v1") == (4, 4, 4, 4)


def test_satyr_turns_a_tile_with_two_faces_the_one_way_there_is() -> None:
    table = placed("blue v1=9-1-9-1@1,0", "satyr=1", "2,0", "choose:v1")
    assert table.numbers("v1") == (1, 9, 1, 9)


def test_satyr_may_turn_an_ally() -> None:
    table = placed("red v1=1-2-3-4@1,0", "satyr=1", "2,0", "choose:v1 turn:270")
    assert table.numbers("v1") == (2, 3, 4, 1)


def test_satyr_counts_turns_from_how_the_tile_lies() -> None:
    table = placed("blue hercules=5-8-7-4@1,0", "satyr=1", "2,0", "choose:hercules turn:90")
    assert table.numbers("hercules") == (4, 5, 8, 7)


# ---- terrains ----


@pytest.mark.clause("SO-AMB-44")
def test_a_parthenon_with_spaces_beyond_the_margin_binds_nobody() -> None:
    position = f"terrain parthenon@0,0; {ROW} v5@0,1 v6@0,-1; hand A v7; hand B v8"
    table = given(position).answers("place:v7")
    assert "at:-1,0" not in table.options
    assert len(table.options) == 10


def test_sculptor_moves_parthenon_and_binds_the_opponent() -> None:
    position = "terrain parthenon@0,0; red v1@1,0 v2@1,1 v3@0,1"
    table = placed(position, "sculptor=1", "0,-1", "to:1,-1")
    assert table.answers("place:v25").options == ["at:1,-2", "at:2,-1"]


@pytest.mark.clause("SO-AMB-43")
def test_parthenon_binding_moves_keeps_its_neighbours_beside_it() -> None:
    position = "terrain parthenon@0,0; red v1@1,0 v2@0,1 v3@-1,0; hand A poseidon=1 v4; hand B v5"
    table = given(position, parthenon_moves=True).answers("place:poseidon")
    # All four spaces are taken, and the space that a tile leaves demands it back.
    assert (table.cell("poseidon"), table.asked) == ((0, -1), (1, "turn"))
    table = given(position).answers("place:poseidon")
    assert "choose:v1" in table.options


@pytest.mark.clause("SO-AMB-43")
def test_parthenon_binding_moves_does_not_bind_itself() -> None:
    position = "terrain parthenon@0,0; red v1@1,0 v2@1,1"
    line = "choose:parthenon to:2,1"
    table = placed(position, "architect=1", "0,1", line, parthenon_moves=True)
    assert table.cell("parthenon") == (2, 1)


@pytest.mark.clause("SO-AMB-45")
def test_the_styx_moves_heroes_of_both_colours_and_never_itself() -> None:
    position = "terrain styx@0,0; blue v1@1,0; red v2@0,1"
    table = halfway(position, "v3=1", "-1,0")
    assert table.options == ["choose:v3", "choose:v1", "choose:v2", "no"]
    assert table.asked == (0, "target")


def test_the_first_tile_of_a_game_may_walk_round_the_styx() -> None:
    table = halfway("terrain styx@0,0", "v3=1", "-1,0", "choose:v3")
    assert table.options == ["to:0,-1", "to:1,0", "to:0,1"]


def test_the_styx_asks_after_the_minotaur_has_flipped() -> None:
    table = halfway("terrain styx@0,0; blue minotaur=9@1,0", "v3=1", "2,0")
    assert (table.colour("v3"), table.asking, table.asked[0]) == ("B", "styx", 0)


def test_the_styx_may_carry_the_flipped_newcomer_back_from_minotaur() -> None:
    position = "terrain styx@0,0; blue minotaur=9@1,0"
    table = placed(position, "v3=1", "2,0", "choose:v3 to:-1,0")
    assert (table.cell("v3"), table.colour("v3")) == ((-1, 0), "B")


def test_icarus_rises_when_the_terrain_is_taken_from_him() -> None:
    position = "red icarus=9@1,0 v1@1,1 v2@0,1"
    table = placed(position, "sculptor=1", "0,2", "to:-1,2")
    assert table.fights("icarus") == (9, 9, 9, 9)


def test_muse_loses_two_when_the_terrain_leaves_her() -> None:
    position = "red muse=1@1,0 v1@1,1 v2@0,1"
    table = placed(position, "sculptor=1", "0,2", "to:-1,2")
    assert table.fights("muse") == (3, 3, 3, 3)


@pytest.mark.clause("SO-H44")
def test_sculptor_beside_the_terrain_may_move_it_round_himself() -> None:
    table = halfway("red v1@1,0 v2@1,1 v3@0,2", "sculptor=1", "0,1")
    assert table.options == ["to:-1,1", "no"]


def test_architect_moving_the_terrain_ends_the_zero_of_the_icarus_he_fights() -> None:
    position = "blue icarus=4@1,0; red v1@1,1"
    table = placed(position, "architect=3", "0,1", "choose:olympus to:2,1")
    assert table.colour("icarus") == "B"
    assert table.fights("icarus") == (4, 4, 4, 4)


def test_pegasus_as_the_only_link_stays() -> None:
    table = given("red pegasus=1@1,0 v1@2,0; hand A v2; hand B v3")
    assert table.asked == (0, "turn")


def test_pegasus_is_not_placed_when_it_flies() -> None:
    position = "red pegasus=1@1,0; blue v1=0@0,1; hand A v2 v4; hand B v3; athena 1; priestess A"
    table = given(position).answers("to:-1,0")
    assert (table.state.board.silenced_anybody, table.state.board.silenced) == (1, [1, 0])
    assert table.colour("v1") == "B"
