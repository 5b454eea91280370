"""King Midas: his neighbours cannot be flipped by any means."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, halfway, placed


@pytest.mark.clause("I-001", "SO-H28")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_his_neighbour_is_not_flipped_by_battle(colour: str) -> None:
    table = placed(f"blue v1=1@1,1; {colour} midas=1@1,0".replace("; blue", ""), "v2=9", "2,1")
    assert table.colour("v1") == "B"


@pytest.mark.clause("SO-T25")
def test_a_neighbour_of_the_enemys_midas_stays() -> None:
    assert placed("blue midas=1@1,0 v1=1@1,1", "v2=9", "2,1").colour("v1") == "B"


@pytest.mark.clause("I-002", "SO-T26")
def test_he_himself_can_be_flipped() -> None:
    assert placed("blue midas=1@1,0", "v2=9", "2,0").colour("king-midas") == "R"


@pytest.mark.clause("I-003", "SO-T27")
def test_his_own_battle_flips_nobody() -> None:
    assert placed("blue v1=1@1,0", "king-midas=9", "2,0").colour("v1", "king-midas") == "BR"


@pytest.mark.clause("I-004", "SO-T26")
def test_hades_beside_midas_flips_him_and_the_others_but_not_himself() -> None:
    table = placed("blue midas=1@1,0 v2=9@1,1 v3=9@2,1", "hades=1", "2,0")
    assert table.colour("king-midas", "v2", "v3", "hades") == "RBRR"


@pytest.mark.clause("I-004")
def test_hades_does_not_flip_who_lies_beside_midas_but_flips_himself() -> None:
    table = placed("blue midas=1@1,1 v1=1@1,0 v2=1@2,1 v3=1@3,1 v4=1@3,0", "hades=1", "2,0")
    assert table.colour("v1", "v2", "v4", "hades") == "BBRB"


@pytest.mark.clause("I-005", "SO-X01")
def test_in_the_line_of_hermes_only_midas_and_those_far_from_him_flip() -> None:
    table = placed("red v1=1@1,0 midas=1@2,0 v2=1@3,0", "hermes=1", "4,0", "row")
    assert table.colour("v1", "king-midas", "v2", "hermes") == "RBRB"


@pytest.mark.clause("I-005")
def test_hermes_beside_midas_stays() -> None:
    assert placed("red midas=1@1,0", "hermes=1", "2,0", "row").colour("king-midas", "hermes") == (
        "BR"
    )


@pytest.mark.clause("I-006", "SO-AMB-21")
def test_gryphon_can_choose_midas_but_not_his_neighbour() -> None:
    table = halfway("blue midas=1@1,0 v1=1@1,1 v2=1@1,2", "gryphon=1", "-1,0")
    assert table.options == ["choose:king-midas", "choose:v2"]


@pytest.mark.clause("I-006")
def test_gryphon_without_a_legal_target_does_nothing() -> None:
    assert placed("red midas=1@1,0; blue v1=1@1,1", "gryphon=1", "-1,0").colour("v1") == "B"


@pytest.mark.clause("I-007")
def test_manticore_cannot_choose_the_neighbour_of_midas() -> None:
    table = halfway("blue midas=9@1,1 v1=9@1,0 v2=9@2,-1", "manticore=1", "2,0")
    assert table.options == ["choose:v2", "no"]


@pytest.mark.clause("I-007", "SO-AMB-58")
def test_manticore_among_protected_tiles_alone_battles() -> None:
    table = placed("blue midas=9@1,1 v1=1@1,0", "manticore=9", "2,0")
    assert table.colour("v1", "manticore") == "BR"


@pytest.mark.clause("I-008")
def test_both_targets_of_the_fates_must_be_free_of_midas() -> None:
    table = halfway(
        "blue midas=1@1,1 v1=1@1,0 v6=1@2,0; red v4=1@1,2 v5=1@1,3", "three-fates=1", "0,-1"
    )
    assert table.options == ["choose:three-fates", "choose:v5", "no"]
    assert table.answers("choose:v5").options == ["choose:v6", "choose:king-midas"]


@pytest.mark.clause("I-008")
def test_the_fates_are_not_asked_when_every_enemy_is_protected() -> None:
    table = placed("red midas=1@1,1; blue v1=9@1,0", "three-fates=1", "-1,0")
    assert table.colour("v1", "three-fates") == "BR"


@pytest.mark.clause("I-009", "SO-X03")
def test_cerberus_does_not_battle_though_all_three_are_protected() -> None:
    table = placed("blue v1=9@1,1 v2=9@2,0 midas=1@2,1", "cerberus=1", "1,0")
    assert table.colour("v1", "v2", "king-midas") == "BBB"


@pytest.mark.clause("I-010")
def test_a_protected_hydra_does_not_flip_and_asks_nothing() -> None:
    table = placed("blue hydra=1@1,0 midas=9@1,1", "v2=9", "2,0")
    assert table.colour("hydra", "v2") == "BR"


@pytest.mark.clause("I-010", "SO-AMB-21")
def test_hydra_cannot_choose_who_lies_beside_midas() -> None:
    table = placed("blue midas=9@1,1 v1=9@1,0 hydra=1@2,0", "v2=9", "3,0")
    assert table.colour("v1", "hydra", "v2") == "BRB"  # its only target was the attacker


@pytest.mark.clause("I-011", "SO-X05")
def test_midas_saves_the_newcomer_from_minotaur() -> None:
    table = placed("blue minotaur=9@1,0 midas=9@2,1 v9=1@1,1", "v2=5", "2,0")
    assert table.colour("v2") == "R"


@pytest.mark.clause("I-012")
def test_perseus_does_not_stand_in_for_whom_midas_protects() -> None:
    table = placed("blue v1=1@1,0 midas=9@1,1 perseus=9@1,-1", "v2=9", "2,0")
    assert table.colour("v1", "perseus") == "BB"


@pytest.mark.clause("I-012", "SO-AMB-27")
def test_a_protected_perseus_stands_in_and_nothing_flips() -> None:
    table = placed("blue v1=1@2,0 perseus=9@2,1 midas=9@1,1 v3=9@1,0", "v2=9", "3,0")
    assert table.colour("v1", "perseus") == "BB"


@pytest.mark.clause("I-013", "SO-X07")
def test_a_protected_pandora_costs_nothing() -> None:
    table = placed("blue pandora=1@1,0 midas=1@1,1", "v2=9", "2,0")
    assert (table.colour("pandora"), table.scores) == ("B", (0, 0))


@pytest.mark.clause("I-014")
def test_flips_that_midas_prevented_cost_ares_nothing() -> None:
    table = placed("blue v1=1@1,0 midas=1@1,1", "ares=5", "2,0")
    assert (table.colour("v1"), table.scores) == ("B", (0, 0))


@pytest.mark.clause("I-015", "SO-X09")
@pytest.mark.parametrize("hero", ["kraken", "artemis"])
def test_protection_holds_at_a_distance(hero: str) -> None:
    table = placed("red v1=1@1,0; blue v2=1@2,0 midas=1@2,1", f"{hero}=9", "-1,0")
    assert table.colour("v2") == "B"


@pytest.mark.clause("I-016")
@pytest.mark.parametrize(
    ("hero", "number", "line"),
    [("socrates=1", 9, ""), ("harpy=9", 1, ""), ("lamia=9", 1, ""), ("cyclops=9", 1, "choose:v1")],
)
def test_protection_holds_however_a_tile_fights(hero: str, number: int, line: str) -> None:
    table = placed(f"blue v1={number}@1,0 midas=9@1,1", hero, "2,0", line)
    assert table.colour("v1") == "B"


@pytest.mark.clause("I-017")
@pytest.mark.parametrize(
    ("hero", "cell", "line"),
    [
        ("poseidon=5", "2,0", "choose:king-midas to:-1,0"),
        ("odysseus=5", "2,1", "choose:king-midas"),
        ("nymph=5", "2,0", "choose:king-midas choose:v2"),
    ],
)
def test_moving_midas_away_first_exposes_his_neighbours(hero: str, cell: str, line: str) -> None:
    table = placed("blue v1=1@1,0 midas=9@1,1 v2=9@0,1", hero, cell, line)
    assert table.colour("v1") == "R"


@pytest.mark.clause("I-017")
def test_architect_can_move_his_target_out_of_the_reach_of_midas() -> None:
    position = "blue v1=1@1,0 midas=9@1,1 v3=9@0,1 v4=9@2,1"
    table = placed(position, "architect=5", "2,0", "choose:v1 to:2,-1")
    assert table.colour("v1", "v4") == "RB"


@pytest.mark.clause("I-017")
def test_pegasus_loses_protection_as_it_flies_off() -> None:
    table = given("red pegasus=1@1,0; blue midas=1@1,1 v9=1@0,1; hand A hades=1 v24; hand B v25")
    table.plays("to:0,-1 place:hades at:1,-1")
    assert table.colour("pegasus", "hades") == "BB"


@pytest.mark.clause("I-017")
def test_a_move_on_the_styx_exposes_tiles_for_later_turns() -> None:
    table = given(
        "terrain styx@0,0; blue v1=1@1,0 midas=9@1,1; hand A v3=1 v4=9 v6; hand B v5=1 v7"
    )
    table.plays("place:v3 at:-1,0 choose:king-midas to:0,1").plays("place:v5 at:-1,-1 no")
    assert table.plays("place:v4 at:2,0 no").colour("v1") == "R"


@pytest.mark.clause("I-018")
def test_midas_sent_by_teacher_flips_nobody() -> None:
    table = placed("red midas=9@1,0; blue v1=1@2,0", "teacher=1", "-1,0", "choose:king-midas")
    assert table.colour("v1") == "B"
