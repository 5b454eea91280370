"""The numbers tiles fight with: Hera, Spartan, Muse, Athlete, Icarus, Apollo, Cyclops."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, placed

TIE, WIN = "B", "R"


@pytest.mark.clause("I-062", "SO-AMB-15")
@pytest.mark.parametrize(("hera", "colour"), [(3, TIE), (2, WIN)])
def test_spartan_beside_an_enemy_hera_gains_and_loses_one(hera: int, colour: str) -> None:
    table = placed(f"blue hera={hera}@1,0", "spartan=3", "2,0")
    assert table.colour("hera") == colour


@pytest.mark.clause("I-063", "SO-X33")
@pytest.mark.parametrize(("hera", "colour"), [(4, TIE), (2, TIE), (1, WIN)])
def test_hera_takes_one_from_muse(hera: int, colour: str) -> None:
    table = placed(f"blue hera={hera}@1,0; red v1=1@1,1", "muse=1", "2,0")
    assert table.colour("hera") == colour


@pytest.mark.clause("I-064", "SO-AMB-14")
@pytest.mark.parametrize(("printed", "colour"), [(0, WIN)])
def test_icarus_beside_terrain_and_an_enemy_hera_has_less_than_nothing(
    printed: int, colour: str
) -> None:
    table = placed("blue icarus=9@1,0", f"hera={printed}", "2,0")
    assert table.colour("icarus") == colour


@pytest.mark.clause("I-064")
def test_the_view_shows_icarus_below_zero() -> None:
    table = given("red icarus=9@1,0; blue hera=1@1,1; hand A v1; hand B v2")
    assert table.fights("icarus") == (-1, -1, -1, -1)


@pytest.mark.clause("I-065", "SO-X35")
@pytest.mark.parametrize(("number", "round_", "colour"), [(3, 1, TIE), (2, 1, WIN), (1, 2, TIE)])
def test_hera_takes_one_from_apollo(number: int, round_: int, colour: str) -> None:
    table = placed(f"blue hera={number}@1,0; round {round_}", "apollo=3", "2,0")
    assert table.colour("hera") == colour


@pytest.mark.clause("I-066")
@pytest.mark.parametrize(("number", "colour"), [(5, TIE), (6, WIN)])
def test_hera_can_save_an_enemy_from_socrates(number: int, colour: str) -> None:
    table = placed(f"blue v1={number}@1,0; red hera=1@1,1", "socrates=4", "2,0")
    assert table.colour("v1") == colour


@pytest.mark.clause("I-067", "SO-X37")
def test_hera_weakens_the_far_side_too() -> None:
    table = placed("blue v1=9-9-3-9@1,0; red hera=1@2,0", "harpy=3", "1,-1")
    assert table.colour("v1") == WIN


@pytest.mark.clause("I-068")
@pytest.mark.parametrize("hero", ["kraken", "artemis"])
def test_hera_weakens_her_neighbour_in_a_fight_at_a_distance(hero: str) -> None:
    table = placed("blue v2=3@2,0; red hera=1@2,1 v1=1@1,0", f"{hero}=3", "-1,0")
    assert table.colour("v2") == WIN


@pytest.mark.clause("I-068")
@pytest.mark.parametrize("hero", ["kraken", "artemis"])
def test_hera_weakens_an_attacker_beside_her_who_fights_afar(hero: str) -> None:
    table = placed("blue v2=2@2,0 hera=9@-1,1; red v1=1@1,0", f"{hero}=3", "-1,0")
    assert table.colour("v2") == TIE


@pytest.mark.clause("I-069")
@pytest.mark.parametrize(("number", "colour"), [(3, TIE), (2, WIN)])
def test_beside_an_enemy_hera_all_comparisons_have_one_less(number: int, colour: str) -> None:
    table = placed(f"blue hera=9@1,0 v2={number}@2,1 v9=9@1,1", "v1=4", "2,0")
    assert table.colour("v2") == colour


@pytest.mark.clause("I-070", "SO-X39", "SO-AMB-13")
@pytest.mark.parametrize(
    "position",  # whichever of the two is looked at first
    ["hera=2@1,0 v2=3@2,1 v9=1@1,1", "hera=2@2,-1 v2=3@2,1 v7=9@1,0 v8=1@1,-1 v9=1@1,1"],
)
def test_hera_taken_in_a_battle_still_weakens_the_attacker_in_it(position: str) -> None:
    table = placed(f"blue {position}", "v1=4", "2,0")
    assert table.colour("hera", "v2") == "RB"


@pytest.mark.clause("I-071", "SO-T07")
def test_spartan_counts_all_his_enemies_before_any_of_them_flips() -> None:
    table = placed("blue v1=4@1,0 v2=4@3,0 v3=4@2,1 v4=1@1,1 v5=1@3,1", "spartan=2", "2,0")
    assert table.colour("v1", "v2", "v3") == "RRR"


@pytest.mark.clause("I-072")
@pytest.mark.parametrize(("number", "colour"), [(4, TIE), (5, WIN)])
def test_spartan_counts_who_attacks_him(number: int, colour: str) -> None:
    assert placed("blue spartan=3@1,0", f"v1={number}", "2,0").colour("spartan") == colour


@pytest.mark.clause("I-073")
def test_spartan_sent_by_teacher_has_his_bonus() -> None:
    position = "red spartan=2@1,0; blue v1=3@2,0 v2=9@1,1"
    table = placed(position, "teacher=1", "-1,0", "choose:spartan")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("I-074", "SO-T06", "SO-AMB-12")
@pytest.mark.parametrize(("counts", "colour"), [(True, WIN), (False, TIE)])
def test_terrain_gives_muse_two(counts: bool, colour: str) -> None:
    position = "blue v1=5@2,0; red v2=9@1,1 v3=9@2,1"
    table = placed(position, "muse=0", "1,0", terrain_counts=counts)
    assert table.colour("v1") == colour


@pytest.mark.clause("I-075")
def test_a_neighbour_moved_away_no_longer_helps_muse() -> None:
    position = "blue muse=0@1,0 v1=9@1,1"
    table = placed(position, "poseidon=5", "2,0", "choose:v1 to:-1,0")
    assert table.colour("muse") == WIN  # terrain and Poseidon: 4


@pytest.mark.clause("I-075")
def test_muse_moved_by_architect_leaves_her_neighbours_behind() -> None:
    position = "blue muse=0@1,0 v1=9@1,1 v3=9@0,1; red v2=9@2,1"
    table = placed(position, "architect=3", "2,0", "choose:muse to:3,0")
    assert table.colour("muse") == WIN


@pytest.mark.clause("I-076", "SO-X41")
def test_lamia_looks_at_the_printed_numbers_of_muse() -> None:
    assert placed("blue muse=1@1,0", "lamia=6", "2,0").colour("muse") == WIN


@pytest.mark.clause("I-077")
@pytest.mark.parametrize(
    ("blue", "red", "line", "colour"),
    [
        ("athlete=3", "apollo=3", "", TIE),
        ("apollo=3", "athlete=4", "", WIN),
        ("athlete=4", "cyclops=3", "choose:athlete", TIE),
        ("icarus=6", "athlete=5", "", TIE),
        ("athlete=3", "icarus=4", "", WIN),
    ],
)
def test_against_athlete_only_print_counts(blue: str, red: str, line: str, colour: str) -> None:
    cell = "1,1" if red.startswith("icarus") else "2,0"
    position = f"blue {blue}@1,0; red v9=9@0,1"
    assert placed(position, red, cell, line).colour(blue.partition("=")[0]) == colour


@pytest.mark.clause("I-077")
def test_icarus_beside_terrain_fights_athlete_with_print() -> None:
    table = placed("blue athlete=3@1,1 v9=9@0,1", "icarus=4", "1,0")
    assert table.colour("athlete") == WIN


@pytest.mark.clause("SO-T09")
def test_cyclops_has_no_bonus_against_athlete() -> None:
    table = placed("blue athlete=4@1,0", "cyclops=3", "2,0", "choose:athlete")
    assert table.colour("athlete") == TIE


@pytest.mark.clause("SO-T10")
def test_icarus_counts_as_printed_against_athlete() -> None:
    assert placed("blue icarus=6@1,0", "athlete=5", "2,0").colour("icarus") == TIE


@pytest.mark.clause("I-078", "SO-X43")
@pytest.mark.parametrize(("hero", "number"), [("muse=1", 2), ("spartan=2", 3), ("hera=3", 4)])
def test_athlete_beats_bonuses_and_minds_no_penalty(hero: str, number: int) -> None:
    table = placed(f"blue {hero}@1,0", f"athlete={number}", "2,0")
    assert table.colour(hero.partition("=")[0]) == WIN


@pytest.mark.clause("I-078")
@pytest.mark.parametrize("hero", ["muse=3", "spartan=3", "hera=3"])
def test_against_athlete_they_attack_with_print_alone(hero: str) -> None:
    assert placed("blue athlete=3@1,0", hero, "2,0").colour("athlete") == TIE


@pytest.mark.clause("I-079")
@pytest.mark.parametrize(("number", "colour"), [(4, WIN), (3, TIE), (2, TIE)])
def test_socrates_against_athlete_is_print_reversed(number: int, colour: str) -> None:
    table = placed(f"blue athlete={number}@1,0; red hera=1@1,1", "socrates=3", "2,0")
    assert table.colour("athlete") == colour


@pytest.mark.clause("I-080", "SO-X45")
def test_lamia_minds_a_high_number_of_athlete() -> None:
    assert placed("blue athlete=5-1-1-1@1,0", "lamia=6", "2,0").colour("athlete") == TIE


@pytest.mark.clause("I-080")
@pytest.mark.parametrize(("numbers", "colour"), [("9-9-9-4", WIN), ("1-1-1-5", TIE)])
def test_harpy_looks_at_the_far_side_of_athlete(numbers: str, colour: str) -> None:
    table = placed(f"blue athlete={numbers}@1,0; red hera=1@1,1", "harpy=5", "2,0")
    assert table.colour("athlete") == colour


@pytest.mark.clause("I-081")
def test_athlete_nearby_changes_nothing_for_others() -> None:
    table = placed("blue v1=3@1,0; red athlete=9@1,1", "hera=3", "2,0")
    assert table.colour("v1") == WIN


@pytest.mark.clause("I-082", "SO-T49")
def test_sculptor_brings_the_terrain_beside_icarus() -> None:
    position = "red v1=1@1,0 v2=1@1,2; blue icarus=9@1,1"
    table = placed(position, "sculptor=1", "0,2", "to:0,1")
    assert (table.fights("icarus"), table.colour("icarus")) == ((0, 0, 0, 0), TIE)


@pytest.mark.clause("I-082")
def test_architect_brings_the_terrain_beside_icarus_and_beats_him() -> None:
    position = "red v1=1@1,0; blue icarus=9@1,1"
    table = placed(position, "architect=3", "0,1", "choose:olympus to:2,1")
    assert table.colour("icarus") == WIN


@pytest.mark.clause("I-083")
def test_lamia_minds_what_is_printed_on_icarus() -> None:
    assert placed("blue icarus=9@1,0", "lamia=6", "2,0").colour("icarus") == TIE


@pytest.mark.clause("I-084", "SO-X47")
@pytest.mark.parametrize(("number", "colour"), [(4, WIN), (5, TIE)])
def test_cyclops_against_hera_has_three_more_and_one_less(number: int, colour: str) -> None:
    table = placed(f"blue hera={number}@1,0", "cyclops=3", "2,0", "choose:hera")
    assert table.colour("hera") == colour


@pytest.mark.clause("I-085", "SO-AMB-58")
def test_cyclops_without_an_enemy_beside_him_is_not_asked() -> None:
    assert placed("blue v1=1@1,0", "cyclops=9", "-1,0").colour("v1") == "B"
