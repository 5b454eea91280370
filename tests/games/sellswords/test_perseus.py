"""Perseus: he is flipped instead of his allies."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import halfway, placed


@pytest.mark.clause("I-019", "SO-T28", "SO-H40")
def test_he_stands_in_once_for_all_allies_beaten_at_once() -> None:
    table = placed("blue v1=1@1,0 v2=1@2,1 perseus=9@1,1", "v3=5", "2,0")
    assert table.colour("v1", "v2", "perseus") == "BBR"


@pytest.mark.clause("I-020")
def test_beaten_himself_he_flips_and_so_do_allies_who_are_not_beside_him() -> None:
    table = placed("blue v1=1@1,0 perseus=1@2,1 v9=9@1,1", "v2=5", "2,0")
    assert table.colour("v1", "perseus", "v9") == "RRB"


@pytest.mark.clause("I-020", "I-023")
def test_in_a_line_with_the_ally_he_saves_he_flips_once() -> None:
    table = placed("blue v1=1@1,0 perseus=1@2,0", "hermes=1", "3,0", "row")
    assert table.colour("v1", "perseus", "hermes") == "BRB"


@pytest.mark.clause("I-021")
def test_an_enemy_perseus_flips_to_hades_and_back_in_his_place() -> None:
    table = placed("blue perseus=9@1,0", "hades=1", "2,0")
    assert table.colour("perseus", "hades") == "BR"


@pytest.mark.clause("I-022", "SO-T23")
def test_an_allied_perseus_is_gone_when_hades_flips_himself() -> None:
    table = placed("red perseus=9@1,0", "hades=1", "2,0")
    assert table.colour("perseus", "hades") == "BB"


@pytest.mark.clause("I-023")
def test_beside_the_line_of_hermes_he_saves_his_neighbour_in_it() -> None:
    table = placed("blue v1=1@1,0 v2=1@2,0 perseus=1@1,1", "hermes=1", "3,0", "row")
    assert table.colour("v1", "v2", "perseus", "hermes") == "BRRB"


@pytest.mark.clause("I-024", "SO-X11")
def test_hermes_beside_an_allied_perseus_stays() -> None:
    table = placed("blue v1=1@1,0; red perseus=9@2,1 v3=9@1,1", "hermes=1", "2,0", "row")
    assert table.colour("v1", "perseus", "hermes") == "RBR"


@pytest.mark.clause("I-025", "SO-AMB-21")
def test_gryphon_may_choose_a_shielded_tile_and_flips_perseus() -> None:
    table = placed("blue v1=1@1,0 perseus=9@1,1", "gryphon=1", "-1,0", "choose:v1")
    assert table.colour("v1", "perseus") == "BR"


@pytest.mark.clause("I-026", "SO-X13")
def test_manticore_hitting_an_own_tile_flips_the_own_perseus() -> None:
    table = placed("red v1=1@1,0 perseus=9@1,1", "manticore=1", "2,0", "choose:v1")
    assert table.colour("v1", "perseus") == "RB"


@pytest.mark.clause("I-026")
def test_manticore_hitting_a_shielded_enemy_flips_perseus() -> None:
    table = placed("blue v1=1@1,0 perseus=9@1,1", "manticore=1", "2,0", "choose:v1")
    assert table.colour("v1", "perseus") == "BR"


@pytest.mark.clause("I-027")
def test_of_the_fates_two_the_shielded_half_is_replaced() -> None:
    position = "red v1=1@1,0 perseus=9@1,1; blue v2=9@2,0"
    table = placed(position, "three-fates=1", "0,-1", "choose:v1")
    assert table.colour("v1", "perseus", "v2") == "RBR"


@pytest.mark.clause("I-028", "SO-X15")
def test_cerberus_flips_perseus_for_the_two_he_stands_by() -> None:
    table = placed("blue v1=9@1,1 v2=9@2,0 perseus=9@2,1", "cerberus=1", "1,0")
    assert table.colour("v1", "v2", "perseus") == "BBR"


@pytest.mark.clause("I-029")
def test_the_flip_of_hydra_is_replaced_as_any_other() -> None:
    position = "blue hydra=1@1,0 v1=9@1,-1 perseus=9@0,-1"
    table = placed(position, "v2=5", "2,0", "choose:v1")
    assert table.colour("hydra", "v1", "perseus", "v2") == "RBRR"


@pytest.mark.clause("I-030", "SO-X17")
def test_a_shielded_hydra_does_not_flip_and_asks_nothing() -> None:
    table = placed("blue hydra=1@1,0 perseus=9@1,1", "v2=5", "2,0")
    assert table.colour("hydra", "perseus") == "BR"


@pytest.mark.clause("I-031")
def test_a_shielded_pandora_costs_nothing() -> None:
    table = placed("blue pandora=1@1,0 perseus=9@1,1", "v2=5", "2,0")
    assert (table.colour("pandora", "perseus"), table.scores) == ("BR", (0, 0))


@pytest.mark.clause("I-032", "SO-T34")
def test_an_allied_perseus_takes_the_flip_of_minotaur() -> None:
    position = "blue minotaur=9@1,0; red perseus=1@2,1 v9=1@1,1"
    assert placed(position, "colossus=5", "2,0").colour("colossus", "perseus") == "RB"


@pytest.mark.clause("I-033")
def test_a_perseus_just_captured_takes_the_flip_of_minotaur_and_goes_home() -> None:
    table = placed("blue minotaur=9@1,0 perseus=1@2,1 v9=9@1,1", "v2=5", "2,0")
    assert table.colour("v2", "perseus") == "RB"


@pytest.mark.clause("I-034", "SO-T28")
def test_ares_pays_for_perseus_once_and_not_for_those_he_saved() -> None:
    table = placed("blue v1=1@1,0 v2=1@2,1 perseus=9@1,1", "ares=5", "2,0")
    assert (table.colour("v1", "v2", "perseus"), table.scores) == ("BBR", (-1, 0))


@pytest.mark.clause("I-034")
def test_ares_pays_nothing_when_perseus_cannot_flip() -> None:
    position = "blue v1=1@2,0 perseus=9@2,1 midas=9@1,1 v3=9@1,0"
    table = placed(position, "ares=9", "3,0")
    assert (table.colour("v1", "perseus"), table.scores) == ("BB", (0, 0))


@pytest.mark.clause("I-035", "SO-X19")
def test_lamia_flips_perseus_whatever_his_numbers() -> None:
    table = placed("blue v1=4@1,0 perseus=8@1,1", "lamia=6", "2,0")
    assert table.colour("v1", "perseus") == "BR"


@pytest.mark.clause("I-035")
def test_perseus_is_not_called_for_a_tile_that_lamia_cannot_flip() -> None:
    table = placed("blue v1=1-1-5-1@1,0 perseus=1@1,1", "lamia=6", "2,0")
    assert table.colour("v1", "perseus") == "BB"


@pytest.mark.clause("I-036")
@pytest.mark.parametrize(
    ("hero", "line"), [("kraken=5", ""), ("artemis=5", ""), ("teacher=1", "choose:v3")]
)
def test_he_stands_in_in_any_battle_at_any_distance(hero: str, line: str) -> None:
    position = "blue v1=1@2,0 perseus=9@2,1; red v3=9@1,0"
    assert placed(position, hero, "-1,0", line).colour("v1", "perseus") == "BR"


@pytest.mark.clause("I-037")
@pytest.mark.parametrize(
    ("hero", "cell", "line"),
    [
        ("odysseus=5", "2,1", "choose:perseus"),
        ("jason=5", "2,1", "choose:perseus no"),
        ("nymph=5", "2,0", "choose:perseus choose:v2"),
    ],
)
def test_he_stands_by_whom_he_lies_beside_when_they_flip(hero: str, cell: str, line: str) -> None:
    table = placed("blue v1=1@1,0 perseus=9@1,1; red v2=9@0,1", hero, cell, line)
    assert table.colour("v1", "perseus") == "RB"


@pytest.mark.clause("I-037")
def test_a_swap_can_bring_perseus_beside_the_tile_that_is_beaten() -> None:
    position = "blue v1=1@1,0 perseus=9@0,1; red v2=9@1,1"
    table = placed(position, "nymph=5", "2,0", "choose:perseus")
    assert table.colour("v1", "perseus") == "BR"


@pytest.mark.clause("SO-AMB-21")
def test_cyclops_may_aim_at_a_shielded_enemy() -> None:
    table = halfway("blue v1=1@1,0 perseus=9@1,1", "cyclops=1", "2,0")
    assert table.options == ["choose:v1", "no"]
    assert table.plays("choose:v1").colour("v1", "perseus") == "BR"
