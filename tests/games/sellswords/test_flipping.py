"""Flips: by choice, all at once, forbidden, replaced, and what follows from them."""

from __future__ import annotations

import pytest

from halfturn.core import IllegalOption
from halfturn.games.sellswords.events import Flipped
from tests.games.sellswords.given import Table, before, placed, placed_by


def batches(table: Table) -> list[tuple[str, ...]]:
    """The tiles of each batch of flips of the last turn."""
    return [event.tiles for event in table.events if isinstance(event, Flipped)]


# ---- flips by choice ----


@pytest.mark.clause("SO-H19", "SO-H19-1", "SO-H19-2")
def test_gryphon_flips_an_enemy_anywhere_and_does_not_battle() -> None:
    table = placed("blue v1=0@1,0 v2=9@2,0", "gryphon=9", "1,1", "choose:v2")
    assert table.colour("v1", "v2") == "BR"


@pytest.mark.clause("SO-AMB-21")
def test_a_protected_tile_is_no_target_but_a_shielded_one_is() -> None:
    position = "blue v1@1,0 midas@2,0 perseus@1,1 v2@0,1"
    table = before("A", position, "gryphon=1").answers("gryphon 0,-1")
    assert table.options == ["choose:king-midas", "choose:v2", "choose:perseus"]
    with pytest.raises(IllegalOption, match="v1 lies next to King Midas and cannot be flipped"):
        table.answers("choose:v1")
    assert table.answers("choose:v2").colour("v2", "perseus") == "BR"


@pytest.mark.clause("SO-AMB-21")
def test_without_a_target_a_flip_by_choice_does_not_happen() -> None:
    assert batches(placed("red v1@1,0", "gryphon=9", "2,0")) == []
    table = placed("blue midas=9@1,1 v1=9@1,0", "manticore=1", "2,0")
    assert (batches(table), table.colour("v1")) == ([], "B")


@pytest.mark.clause("SO-H31", "SO-AMB-23")
def test_manticore_flips_a_neighbour_of_either_colour_instead_of_battling() -> None:
    position = "blue v1=0@1,0 v3@1,1; red v2=9@2,1"
    table = before("A", position, "manticore=5").answers("manticore 2,0")
    assert table.options == ["choose:v2", "choose:v1", "no"]
    assert table.answers("choose:v2").colour("v1", "v2") == "BB"


@pytest.mark.clause("SO-H49", "SO-AMB-22")
def test_three_fates_flip_an_ally_and_an_enemy_as_one() -> None:
    table = placed("blue v1=9@1,0; red v2@1,1", "three-fates=1", "2,0", "choose:v2")
    assert (batches(table), table.colour("v1", "v2")) == ([("v2", "v1")], "RB")


@pytest.mark.clause("SO-AMB-22")
@pytest.mark.parametrize("may", [True, False])
def test_three_fates_may_flip_themselves_or_not(may: bool) -> None:
    table = before("A", "blue v1=9@1,0; red v2@1,1", "three-fates=1", fates_self=may)
    options = table.answers("three-fates 2,0").options
    assert ("choose:three-fates" in options) == may


@pytest.mark.clause("SO-AMB-22")
def test_three_fates_need_both_an_ally_and_an_enemy() -> None:
    assert batches(placed("blue v1=9@1,0", "three-fates=1", "2,0", fates_self=False)) == []
    assert batches(placed("red v1=9@1,0", "three-fates=1", "2,0")) == []


@pytest.mark.clause("SO-H20", "SO-H20-1", "SO-H20-2", "SO-H20-3")
def test_hades_flips_his_neighbours_and_then_himself_without_a_battle() -> None:
    table = placed("blue v1=9@1,0; red v2@2,1 v3@1,1", "hades=9", "2,0")
    assert table.colour("v1", "v2", "v3", "hades") == "RBRB"
    assert [sorted(batch) for batch in batches(table)] == [["v1", "v2"], ["hades"]]


@pytest.mark.clause("SO-H24", "SO-H24-1", "SO-H24-2", "SO-H24-3", "SO-AMB-24", "DEF-4")
def test_hermes_flips_his_row_or_his_column_and_himself() -> None:
    position = "blue v1=9@1,0 v3@3,1; red v2@2,0"
    assert placed(position, "hermes=9", "3,0", "row").colour("v1", "v2", "v3", "hermes") == "RBBB"
    assert placed(position, "hermes=9", "3,0", "column").colour("v1", "v2", "v3") == "BRR"


@pytest.mark.clause("SO-AMB-24")
def test_by_the_other_reading_hermes_flips_both_lines_at_once() -> None:
    table = placed("blue v1=9@1,0 v3@3,1; red v2@2,0", "hermes=9", "3,0", hermes="both")
    assert table.colour("v1", "v2", "v3", "hermes") == "RBRB"
    assert len(batches(table)) == 1


@pytest.mark.clause("SO-AMB-24")
def test_hermes_looks_across_gaps() -> None:
    position = "terrain olympus@0,1; blue v1=9@0,0 v2@1,1 v3@2,1 v4@3,1"
    assert placed(position, "hermes=1", "3,0", "row").colour("v1") == "R"


# ---- forbidden and replaced ----


@pytest.mark.clause("SO-H28")
def test_neighbours_of_king_midas_flip_by_no_means() -> None:
    position = "blue midas@1,1 v1=0@1,0"
    assert placed(position, "v9=9", "2,0").colour("v1") == "B"
    assert placed(position, "hades=9", "2,0").colour("v1", "hades") == "BB"
    assert placed("red midas=9@2,0; blue v1=0@1,0", "v9=9", "1,1").colour("v1") == "B"


@pytest.mark.clause("SO-H40", "SO-AMB-26")
def test_perseus_is_flipped_once_instead_of_all_his_allies() -> None:
    table = placed("blue v1=1@1,0 v2=1@2,1 perseus=9@1,1", "v3=5", "2,0")
    assert table.colour("v1", "v2", "perseus") == "BBR"
    assert batches(table) == [("perseus",)]


@pytest.mark.clause("SO-AMB-26")
def test_perseus_cannot_choose_and_minds_own_effects_too() -> None:
    table = placed("red v1=1@1,0 perseus=9@1,1", "manticore=1", "2,0", "choose:v1")
    assert table.colour("v1", "perseus") == "RB"


@pytest.mark.clause("SO-AMB-26", "SO-H40")
def test_perseus_does_not_stand_in_for_enemies_or_strangers() -> None:
    table = placed("blue v1=1@1,0; red perseus=9@1,1", "v3=5", "2,0")
    assert table.colour("v1", "perseus") == "RR"
    table = placed("blue v1=1@1,0 perseus=9@0,1", "v3=5", "2,0")
    assert table.colour("v1", "perseus") == "RB"


@pytest.mark.clause("SO-AMB-27")
def test_a_protected_perseus_stands_in_and_nothing_flips() -> None:
    table = placed("blue v1=1@1,0 perseus=9@1,1 midas=9@1,2", "v3=5", "2,0")
    assert (table.colour("v1", "perseus"), batches(table)) == ("BB", [])


# ---- what follows ----


@pytest.mark.clause("SO-H25", "SO-AMB-25", "SO-AMB-47")
def test_whoever_gets_hydra_must_flip_a_tile_next_to_it() -> None:
    table = before("A", "blue hydra=1@1,0 v1=9@1,1", "v9=5").answers("v9 2,0")
    assert table.asked == (0, "target")
    assert table.options == ["choose:v9", "choose:v1"]
    assert table.answers("choose:v1").colour("hydra", "v1") == "RR"


@pytest.mark.clause("SO-AMB-25", "SO-AMB-47")
def test_hydra_may_ask_the_player_who_is_not_at_turn() -> None:
    table = before("A", "red hydra=1@1,0 v1=9@1,1", "manticore=5")
    table.answers("manticore 2,0 choose:hydra")
    assert table.asked == (1, "target")


@pytest.mark.clause("SO-H38", "SO-AMB-52")
def test_whoever_gets_pandora_loses_a_point_at_once() -> None:
    table = placed("blue pandora=1@1,0", "v9=5", "2,0")
    assert (table.colour("pandora"), table.scores) == ("R", (-1, 0))


@pytest.mark.clause("SO-H33", "SO-AMB-28")
@pytest.mark.parametrize("colours", ["; blue", ""])
def test_minotaur_of_either_colour_flips_a_tile_placed_next_to_it(colours: str) -> None:
    side = "red" if colours else "blue"
    table = placed(f"{side} minotaur=9@1,0{colours} v1=1@2,1 v2@1,1", "v9=5", "2,0")
    assert table.colour("v1", "v9") == "RB"  # after the battle
    assert batches(table) == [("v1",), ("v9",)]


@pytest.mark.clause("SO-AMB-28")
def test_minotaur_looks_at_where_a_tile_was_placed() -> None:
    position = "blue minotaur=9@1,0; red v1@2,1 v2@1,1"
    table = placed(position, "jason=5", "2,0", "choose:v1 no")
    assert (table.cell("jason"), table.colour("jason")) == ((2, 1), "B")
    arriving = placed("blue minotaur=9@1,0; red v1@0,1", "odysseus=0", "-1,0", "choose:v1")
    assert arriving.colour("odysseus", "v1") == "RR"


@pytest.mark.clause("SO-AMB-28")
def test_minotaur_flips_who_did_not_battle_and_not_itself() -> None:
    assert placed("blue minotaur=9@1,0", "colossus=5", "2,0").colour("colossus") == "B"
    assert placed("red v1@1,0", "minotaur=5", "2,0").colour("minotaur", "v1") == "RR"


@pytest.mark.clause("SO-AMB-54")
def test_an_effect_is_finished_before_what_follows_from_it() -> None:
    table = placed("blue hydra=9@1,0 v1=9@1,1", "hades=1", "2,0", "choose:hades")
    # Hydra's new controller chose only after Hades had flipped himself
    assert batches(table) == [("hydra",), ("hades",), ("hades",)]
    assert table.colour("hades") == "R"


@pytest.mark.clause("SO-AMB-55")
def test_a_tile_may_flip_twice_in_a_turn() -> None:
    table = placed("blue hydra=1@1,0; red v2@2,1 minotaur=9@3,0", "v9=5", "2,0")
    assert batches(table) == [("hydra",), ("v9",), ("v9",)]
    assert table.colour("v9") == "R"


@pytest.mark.clause("SO-AMB-47")
def test_the_controller_is_whoevers_colour_shows() -> None:
    table = placed_by("B", "red pandora=1@1,0", "v9=5", "2,0")
    assert (table.colour("pandora"), table.scores) == ("B", (0, -1))
