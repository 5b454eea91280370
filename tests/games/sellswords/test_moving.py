"""Moving, swapping and turning tiles, and what forbids it."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import before, given, goals, placed

# ---- moves ----


@pytest.mark.clause("SO-TERM-4", "SO-H41", "SO-T48")
def test_poseidon_moves_any_hero() -> None:
    table = placed("blue v1=9-9-9-1@1,0; red v2@0,1", "poseidon=2", "1,1", "choose:v1 to:2,1")
    assert (table.cell("v1"), table.colour("v1")) == ((2, 1), "R")


@pytest.mark.clause("SO-TERM-5")
def test_a_moved_tile_neither_fights_nor_uses_its_ability_again() -> None:
    table = placed("red gryphon=9@1,0; blue v1@0,1 v2@0,2", "poseidon=0", "-1,0", "gryphon to:1,1")
    assert table.cell("gryphon") == (1, 1)
    assert table.colour("v1", "v2") == "BB"


@pytest.mark.clause("SO-TERM-6", "SO-FIELD-1")
def test_a_move_keeps_within_five_by_five() -> None:
    table = before("A", "red v1@1,0 v2@2,0 v3@3,0 v4@4,0", "poseidon").answers("poseidon 0,1 0")
    assert "5,0" not in goals(table, "poseidon")
    assert "-1,0" not in goals(table, "poseidon")
    # the last of the row may go to its other end: the box is measured without it
    assert "-1,0" in goals(table, "v4")


@pytest.mark.clause("SO-AMB-7")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_move_keeps_the_way_round_or_lets_it_be_chosen(keeps: bool) -> None:
    table = before("A", "blue v1=1-2-3-4@1,0", "poseidon", move_keeps_orientation=keeps)
    table.answers("poseidon 0,1 0 choose:v1 to:-1,0")
    if keeps:
        assert table.numbers("v1") == (1, 2, 3, 4)
    else:
        assert table.options == ["turn:0", "turn:90", "turn:180", "turn:270"]
        assert table.answers("turn:90").numbers("v1") == (4, 1, 2, 3)


@pytest.mark.clause("SO-AMB-7")
def test_a_moved_tile_is_turned_from_how_it_lies_so_that_its_position_reads_back() -> None:
    position = "hand A v1=1-2-3-4 v2; hand B poseidon=0 v3; turn A"
    table = given(position, move_keeps_orientation=False).plays("v1 1,0 90")
    table.answers("poseidon 0,1 choose:v1 to:-1,0")
    other = given(table.state.text)
    for each in (table, other):
        each.answers("turn:90")
    assert table.numbers("v1") == other.numbers("v1") == (3, 4, 1, 2)


@pytest.mark.clause("SO-AMB-7")
def test_the_terrain_has_no_way_round_to_choose() -> None:
    table = before("A", "blue v1@1,0 v2@0,1", "sculptor=1", move_keeps_orientation=False)
    table.plays("sculptor 1,1 to:2,1")
    assert table.cell("olympus") == (2, 1)


@pytest.mark.clause("SO-AMB-8")
def test_a_move_changes_the_position() -> None:
    table = before("A", "blue v1@1,0", "poseidon=1").answers("poseidon 0,1")
    assert "1,0" not in goals(table, "v1")


@pytest.mark.clause("SO-AMB-11", "SO-TERR-2")
def test_only_abilities_that_name_the_terrain_move_it() -> None:
    position = "blue v1@1,0 v2@1,1"
    for mover in ("poseidon=1", "nymph=1", "odysseus=1", "jason=1"):
        table = before("A", position, mover).answers(f"{mover[:-2]} 0,1")
        assert "choose:olympus" not in table.options
    table = before("A", position, "architect=1").answers("architect 0,1")
    assert "choose:olympus" in table.options


@pytest.mark.clause("SO-AMB-11")
def test_terrain_is_neither_flipped_nor_turned_by_choice() -> None:
    for hero in ("manticore=1", "satyr=1"):
        table = before("A", "blue v1=1-2-3-4@1,1 v2@1,0", hero).answers(f"{hero[:-2]} 0,1")
        assert table.options == ["choose:v1", "no"]


@pytest.mark.clause("SO-H06", "SO-H06-1", "SO-H06-2")
def test_architect_moves_a_neighbour_or_the_terrain() -> None:
    table = before("A", "blue v1@1,0 v2@1,1", "architect=1").answers("architect 0,1")
    assert table.options == ["choose:olympus", "choose:v2", "no"]
    assert table.answers("olympus to:2,1").cell("olympus") == (2, 1)


@pytest.mark.clause("SO-H44")
def test_sculptor_moves_the_terrain_to_a_space_next_to_him() -> None:
    table = before("A", "blue v1@1,0 v2@1,1", "sculptor=1").answers("sculptor 2,0")
    assert table.options == ["to:2,-1", "to:3,0", "to:2,1", "no"]


@pytest.mark.clause("SO-H39", "SO-AMB-56")
def test_pegasus_may_move_at_the_start_of_each_turn_of_its_controller() -> None:
    table = given("red pegasus@1,0; hand A v1 v2; hand B v3 v4; turn B").plays("v3 0,1")
    assert table.asked == (0, "to")
    table.plays("to:0,-1 v1 0,2")
    assert table.cell("pegasus") == (0, -1)


@pytest.mark.clause("SO-AMB-56")
def test_pegasus_stays_on_the_turn_it_is_placed() -> None:
    table = placed("blue v1=9@1,0", "pegasus", "2,0")
    assert table.cell("pegasus") == (2, 0)
    assert table.asked == (1, "turn")


@pytest.mark.clause("SO-STYX-1", "SO-AMB-45")
def test_styx_lets_any_hero_be_moved_at_the_end_of_the_turn() -> None:
    table = before("A", "terrain styx@0,0; blue v1@1,0", "v2").answers("v2 0,1")
    assert table.options == ["choose:v1", "choose:v2", "no"]
    assert table.answers("v1 to:0,-1").cell("v1") == (0, -1)


@pytest.mark.clause("SO-STYX-2", "SO-AMB-45")
def test_styx_is_still_on_the_last_turn_of_a_round() -> None:
    table = given("terrain styx@0,0; hand A v1; turn A", terrain="styx").plays("v1 1,0")
    assert table.seen.round == 2
    other = given("terrain styx@0,0; hand A v1; hand B v2; turn A", terrain="styx")
    assert other.answers("v1 1,0").options == ["choose:v1", "no"]


# ---- swaps ----


@pytest.mark.clause("SO-TERM-10", "SO-H36")
def test_a_swap_keeps_colours_and_ways_round() -> None:
    table = before("A", "blue v1=9-8-7-6@1,0 v2@2,0", "odysseus=1-2-3-4")
    table.plays("odysseus 0,1 turn:90 choose:v1")
    assert (table.cell("odysseus"), table.cell("v1")) == ((1, 0), (0, 1))
    assert (table.numbers("v1"), table.numbers("odysseus")) == ((9, 8, 7, 6), (4, 1, 2, 3))
    assert table.colour("v1", "odysseus") == "BR"


@pytest.mark.clause("SO-AMB-10")
def test_a_swap_needs_no_connection_to_be_tested() -> None:
    # v1 holds v2 to the rest, and may be swapped nevertheless
    table = placed("blue v1@1,0 v2@2,0", "odysseus=0", "-1,0", "choose:v1")
    assert table.cell("v1") == (-1, 0)


@pytest.mark.clause("SO-H27", "SO-H27-1", "SO-H27-2", "SO-AMB-57")
def test_jason_swaps_up_to_three_times_and_may_go_back() -> None:
    position = "blue v1=9@1,0 v2=9@2,0 v3=9@3,0"
    table = placed(position, "jason=0", "4,0", "v3 v2 v1")
    assert table.cell("jason") == (1, 0)
    table = placed(position, "jason=0", "4,0", "v3 choose:v3 choose:v3")
    assert (table.cell("jason"), table.cell("v3")) == ((3, 0), (4, 0))
    assert placed(position, "jason=0", "4,0", "v3 no").cell("jason") == (3, 0)


@pytest.mark.clause("SO-AMB-57")
def test_jason_never_swaps_with_the_terrain() -> None:
    assert placed("blue v1=9@1,0", "jason=0", "0,1").cell("jason") == (0, 1)


@pytest.mark.clause("SO-H35")
def test_nymph_swaps_any_two_that_touch_one_another() -> None:
    table = before("A", "blue v1=9@1,0 v2=9@2,0", "nymph=0").answers("nymph 0,1")
    assert table.options == ["choose:v1", "choose:v2", "no"]
    assert table.answers("v1").cell("v2") == (1, 0)


@pytest.mark.clause("SO-AMB-40")
@pytest.mark.parametrize("may", [True, False])
def test_poseidon_and_nymph_work_on_themselves_or_not(may: bool) -> None:
    table = before("A", "blue v1@1,0 v2@1,1", "poseidon=1", poseidon_self=may)
    assert ("choose:poseidon" in table.answers("poseidon 0,1").options) == may
    table = before("A", "blue v1@1,0 v2@1,1", "nymph=1", poseidon_self=may)
    assert ("choose:nymph" in table.answers("nymph 0,1").options) == may


@pytest.mark.clause("SO-AMB-40", "SO-AMB-41")
def test_poseidon_who_moved_himself_fights_from_there() -> None:
    position = "blue v1@1,0 v2@2,0"
    table = placed(position, "poseidon=5", "0,1", "choose:poseidon to:2,1")
    assert table.colour("v1", "v2") == "BR"


# ---- turning ----


@pytest.mark.clause("SO-TERM-2", "SO-H43", "SO-T47")
def test_satyr_turns_a_neighbour_any_way_round() -> None:
    table = before("A", "blue v1=9-9-9-1@1,0", "satyr=2").answers("satyr 1,-1 choose:v1")
    assert table.options == ["turn:90", "turn:180", "turn:270"]
    table.answers("turn:90")
    assert (table.numbers("v1"), table.colour("v1")) == ((1, 9, 9, 9), "R")


@pytest.mark.clause("SO-AMB-58", "SO-H43")
def test_a_tile_that_looks_the_same_from_all_sides_is_not_worth_turning() -> None:
    table = before("A", "blue v1=3@1,0", "satyr=1").answers("satyr 1,-1")
    assert table.asked == (1, "turn")


# ---- Medusa ----


@pytest.mark.clause("SO-H32", "SO-T45")
def test_heroes_next_to_medusa_are_neither_moved_nor_swapped() -> None:
    position = "blue medusa@1,0; red v1@1,1 v2@2,1"
    table = before("A", position, "poseidon=1").answers("poseidon 0,1")
    assert "choose:v1" not in table.options
    table = before("A", position, "odysseus=1").answers("odysseus 0,-1")
    assert table.options == ["choose:medusa", "choose:v2", "no"]


@pytest.mark.clause("SO-AMB-42", "SO-T45")
def test_medusa_holds_neither_the_terrain_nor_herself_nor_a_turn() -> None:
    position = "blue medusa@1,0; red v1@0,1"
    table = placed(position, "sculptor=1", "1,1", "to:2,1")
    assert table.cell("olympus") == (2, 1)
    table = before("A", "blue medusa@1,0", "poseidon=1").answers("poseidon 0,1")
    assert "choose:medusa" in table.options
    table = placed("blue medusa=9@1,0 v1=9-9-9-0@1,1", "satyr=0", "0,1", "choose:v1 turn:90")
    assert table.numbers("v1") == (0, 9, 9, 9)


@pytest.mark.clause("SO-H32", "SO-AMB-57")
def test_medusa_is_asked_anew_for_each_of_jasons_swaps() -> None:
    position = "blue medusa=9@1,0 v1=9@2,0; red v2@3,0"
    table = before("A", position, "jason=0").answers("jason 4,0 v2")
    assert table.options == ["choose:v2", "no"]  # v1 lies next to her
    assert placed(position, "jason=0", "1,1").cell("jason") == (1, 1)  # and here he is held
