"""Battles: who fights whom, with which numbers, and who loses."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import before, given, placed, placed_by

# ---- comparing ----


@pytest.mark.clause("SO-BATTLE-1", "SO-TERM-7")
def test_only_enemies_next_to_the_placed_tile_are_fought() -> None:
    table = placed("red v1@1,0; blue v2@2,1 v3@1,1", "v9=9", "2,0")
    assert table.colour("v1", "v2", "v3") == "RRB"


@pytest.mark.clause("SO-BATTLE-1")
def test_the_numbers_that_touch_are_compared() -> None:
    assert placed("blue v1=9-3-9-9@1,0", "v9=0-0-0-4", "2,0").colour("v1") == "R"
    assert placed("blue v1=0-4-0-0@1,0", "v9=9-9-9-4", "2,0").colour("v1") == "B"


@pytest.mark.clause("SO-BATTLE-2", "SO-BATTLE-3")
@pytest.mark.parametrize(("number", "colour"), [(6, "R"), (5, "B"), (4, "B")])
def test_only_a_higher_number_wins(number: int, colour: str) -> None:
    assert placed("blue v1=5@1,0", f"v9={number}", "2,0").colour("v1") == colour


@pytest.mark.clause("SO-BATTLE-4")
def test_a_flipped_tile_does_not_fight_on() -> None:
    table = placed("blue v1=1-9-9-9@1,0 v2=0@1,1", "v9=9", "1,-1")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("SO-BATTLE-5")
def test_the_placed_tile_is_never_lost_by_its_own_battle() -> None:
    assert placed("blue v1=99@1,0", "v9=0", "2,0").colour("v1", "v9") == "BR"


@pytest.mark.clause("SO-FLIP-1", "SO-TERM-9")
def test_a_flip_changes_the_colour_and_nothing_else() -> None:
    table = placed("blue v1=1-2-3-4@1,0", "v9=9", "2,0")
    assert (table.colour("v1"), table.numbers("v1")) == ("R", (1, 2, 3, 4))
    assert table.cell("v1") == (1, 0)


@pytest.mark.clause("SO-TERR-1", "SO-TERM-8")
def test_nothing_fights_the_terrain() -> None:
    table = placed("blue v2=9@1,0", "v9=9", "0,1")
    assert [event for event in table.events if type(event).__name__ == "Flipped"] == []
    assert table.seen.field[0].seat is None


@pytest.mark.clause("SO-AMB-13")
def test_all_comparisons_come_before_all_flips() -> None:
    # If Hera flipped first, 4 would beat the 3 of v2.
    assert placed("blue hera=2@1,0 v2=3@2,1 v9=1@1,1", "v3=4", "2,0").colour("hera", "v2") == "RB"


@pytest.mark.clause("SO-AMB-13")
def test_all_losers_flip_as_one() -> None:
    table = placed("blue v1@1,0 v2@2,1 v3@1,1", "v9=9", "2,0")
    flips = [event for event in table.events if type(event).__name__ == "Flipped"]
    assert len(flips) == 1


@pytest.mark.clause("SO-ABIL-6", "SO-AMB-41")
def test_the_ability_comes_first_and_the_battle_is_fought_from_where_the_tile_lies_then() -> None:
    position = "red v1@1,0 v2@2,0; blue v3@1,1 v4@3,1"
    table = placed(position, "odysseus=9", "3,0", "choose:v1")
    assert table.cell("odysseus") == (1, 0)
    assert table.colour("v3", "v4") == "RB"


# ---- numbers ----


@pytest.mark.clause("SO-H05", "SO-H05-1", "SO-H05-2")
@pytest.mark.parametrize(("round_", "fights"), [(1, 6), (2, 4)])
def test_apollo_rises_in_round_one_and_sinks_in_round_two(round_: int, fights: int) -> None:
    assert given(f"round {round_}; red apollo=5@1,0; hand A v1").fights("apollo") == (fights,) * 4


@pytest.mark.clause("SO-H22")
def test_hera_weakens_enemies_next_to_her_and_nobody_else() -> None:
    table = given("red hera@1,0 v1=5@2,0; blue v2=5@1,1 v3=5@2,1; hand A v4")
    assert [table.fights(tile)[0] for tile in ("v1", "v2", "v3")] == [5, 4, 5]
    assert table.numbers("v2") == (5, 5, 5, 5)


@pytest.mark.clause("SO-H26")
def test_icarus_has_nothing_but_zeros_next_to_the_terrain() -> None:
    assert given("red icarus@1,0; hand A v1").fights("icarus") == (0, 0, 0, 0)
    assert given("red v1@1,0 icarus@2,0; hand A v2").fights("icarus") == (9, 5, 5, 5)


@pytest.mark.clause("SO-H34", "SO-AMB-12")
@pytest.mark.parametrize(("counts", "fights"), [(True, 7), (False, 5)])
def test_muse_counts_the_tiles_next_to_her_and_terrain_if_it_counts(
    counts: bool, fights: int
) -> None:
    table = given("red muse=1@1,0 v1@2,0; blue v2@1,1; hand A v3", terrain_counts=counts)
    assert table.fights("muse") == (fights,) * 4


@pytest.mark.clause("SO-H46")
def test_spartan_counts_the_enemies_next_to_him() -> None:
    table = given("red spartan=2@1,0 v1@2,0; blue v2@1,1 v3@1,-1 v4@2,1; hand A v5")
    assert table.fights("spartan") == (4, 4, 4, 4)


@pytest.mark.clause("SO-AMB-14")
def test_numbers_may_be_negative() -> None:
    assert given("red hera@1,0; blue v1=0@1,1; hand A v2").fights("v1") == (-1, -1, -1, -1)
    # -1 loses against 0
    assert placed("red hera@1,0; blue v1=0@1,1", "v9=0", "2,1").colour("v1") == "R"


@pytest.mark.clause("SO-AMB-15")
def test_icarus_is_set_to_zero_first_and_weakened_then() -> None:
    assert given("red icarus=6@1,0; blue hera@2,0; hand A v1").fights("icarus") == (-1,) * 4


@pytest.mark.clause("SO-H11", "SO-AMB-15", "SO-AMB-16")
@pytest.mark.parametrize(
    ("enemy", "numbers", "flips"),
    [("icarus", 6, False), ("muse", 1, True), ("spartan", 4, True), ("apollo", 4, True)],
)
def test_against_athlete_only_print_counts(enemy: str, numbers: int, flips: bool) -> None:
    table = placed(f"blue {enemy}={numbers}@1,0 v1=9@1,1", "athlete=5", "2,0")
    assert table.colour(enemy) == ("R" if flips else "B")


@pytest.mark.clause("SO-AMB-16", "SO-H11")
def test_athlete_as_defender_takes_the_attackers_bonus_too() -> None:
    assert placed("blue athlete=4@1,0", "apollo=4", "2,0").colour("athlete") == "B"
    assert placed("blue v1=4@1,0", "apollo=4", "2,0").colour("v1") == "R"


@pytest.mark.clause("SO-AMB-16")
def test_rules_that_are_no_numbers_work_against_athlete() -> None:
    assert placed("blue athlete=9@1,0", "socrates=1", "2,0").colour("athlete") == "R"
    assert placed("blue athlete=9-9-9-1@1,0", "harpy=2", "2,0").colour("athlete") == "R"
    assert placed("blue athlete=5-1-1-1@1,0", "lamia=9", "2,0").colour("athlete") == "B"


# ---- manners of fighting ----


@pytest.mark.clause("SO-H29", "SO-AMB-17")
def test_kraken_looks_past_gaps_allies_and_terrain() -> None:
    position = "terrain olympus@1,0; red v1@2,0 v3@0,1; blue v2=9-9-9-2@3,0 v4=1@0,3 v5@1,3 v6@2,3"
    table = placed(f"{position} v7@2,2 v8@2,1", "kraken=3", "0,0")
    assert table.colour("v2", "v4") == "RR"


@pytest.mark.clause("SO-H29", "SO-AMB-17")
def test_kraken_fights_the_first_enemy_each_way_and_not_the_second() -> None:
    assert placed("blue v1=9@1,0 v2=1@2,0", "kraken=3", "-1,0").colour("v1", "v2") == "BB"


@pytest.mark.clause("SO-H09", "SO-H09-1", "SO-AMB-18")
def test_artemis_fights_the_farthest_tiles_only() -> None:
    table = placed("blue v1@1,0 v2@2,0 v3@-1,1", "artemis=9", "-1,0")
    assert table.colour("v1", "v2", "v3") == "BRR"


@pytest.mark.clause("SO-H09", "SO-H09-2")
def test_the_farthest_tile_may_be_the_next_one() -> None:
    assert placed("blue v1@1,0", "artemis=9", "2,0").colour("v1") == "B"  # the terrain is farther
    assert placed("blue v1@1,0", "artemis=9", "1,1").colour("v1") == "R"


@pytest.mark.clause("SO-AMB-18")
def test_an_ally_at_the_end_of_the_line_means_no_battle_that_way() -> None:
    assert placed("blue v1@1,0; red v2@2,0", "artemis=9", "-1,0").colour("v1", "v2") == "BR"


@pytest.mark.clause("SO-AMB-12", "SO-AMB-18")
@pytest.mark.parametrize(("counts", "colour"), [(True, "B"), (False, "R")])
def test_terrain_at_the_end_of_a_line_is_a_tile_if_it_counts(counts: bool, colour: str) -> None:
    table = placed("blue v1@1,0", "artemis=9", "2,0", terrain_counts=counts)
    assert table.colour("v1") == colour


@pytest.mark.clause("SO-H21", "SO-AMB-19")
def test_harpy_looks_at_the_side_that_points_away() -> None:
    assert placed("blue v1=9-9-1-9@1,0", "harpy=5", "1,-1").colour("v1") == "R"
    assert placed("blue v1=1-9-9-9@1,0", "harpy=5", "1,-1").colour("v1") == "B"


@pytest.mark.clause("SO-AMB-19")
def test_harpy_fights_with_her_own_near_side() -> None:
    assert placed("blue v1=9-9-5-9@1,0", "harpy=0-0-6-0", "1,-1").colour("v1") == "R"


@pytest.mark.clause("SO-H45")
@pytest.mark.parametrize(("number", "colour"), [(6, "R"), (5, "B"), (4, "B")])
def test_socrates_beats_the_higher_number(number: int, colour: str) -> None:
    assert placed(f"blue v1={number}@1,0", "socrates=5", "2,0").colour("v1") == colour


@pytest.mark.clause("SO-H30")
def test_lamia_flips_only_tiles_without_a_printed_five() -> None:
    table = placed("blue v1=4@1,0 v2=1-5-1-1@2,1 v3@1,1", "lamia=6", "2,0")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("SO-H14", "SO-AMB-20")
def test_cerberus_with_three_neighbours_asks_no_numbers() -> None:
    # terrain, an ally and an enemy: colours do not matter for the count
    assert (
        placed("blue v1=9@1,1; red v2@2,0 v3@2,1", "cerberus=1", "1,0").colour("v1", "v2") == "RR"
    )


@pytest.mark.clause("SO-H14", "SO-AMB-20")
def test_cerberus_with_two_or_four_neighbours_battles() -> None:
    assert placed("blue v1=9@1,1 v2=1@0,1", "cerberus=5", "1,0").colour("v1") == "B"
    four = "blue v1=9@1,1 v2=1@1,-1; red v3@2,0 v4@2,1 v5@2,-1"
    assert placed(four, "cerberus=5", "1,0").colour("v1", "v2") == "BR"


@pytest.mark.clause("SO-AMB-12", "SO-AMB-20")
def test_cerberus_counts_the_terrain_only_if_it_counts() -> None:
    position = "blue v1=9@1,1; red v2@2,0 v3@2,1"
    table = placed(position, "cerberus=1", "1,0", terrain_counts=False)
    assert table.colour("v1") == "B"


@pytest.mark.clause("SO-H17", "SO-H17-1", "SO-H17-2")
def test_cyclops_may_fight_one_enemy_with_three_more() -> None:
    position = "blue v1=4@1,0 v2=2@2,1 v3=0@1,1"
    assert placed(position, "cyclops=3", "2,0", "no").colour("v1", "v2") == "BR"
    assert placed(position, "cyclops=3", "2,0", "choose:v1").colour("v1", "v2") == "RB"


@pytest.mark.clause("SO-H16")
def test_colossus_does_not_battle_when_placed() -> None:
    assert placed("blue v1=0@1,0", "colossus=9", "2,0").colour("v1") == "B"


@pytest.mark.clause("SO-H47", "SO-AMB-39")
def test_teacher_lets_an_ally_fight_from_its_place() -> None:
    position = "red v1=9@1,0; blue v2=5@2,0 v3=0@-2,0 v4@-2,1 v5@-1,1 v6@0,1"
    table = placed(position, "teacher=9", "-1,0", "choose:v1")
    assert table.colour("v2", "v3", "v5") == "RBB"


@pytest.mark.clause("SO-AMB-39")
def test_the_teachers_ally_fights_plainly() -> None:
    assert (
        placed("red harpy=5@1,0; blue v2=1-1-1-9@2,0", "teacher", "-1,0", "choose:harpy").colour(
            "v2"
        )
        == "B"
    )
    table = placed("red ares=5@1,0; blue v2@2,0", "teacher", "-1,0", "choose:ares")
    assert (table.colour("v2"), table.scores) == ("R", (0, 0))


@pytest.mark.clause("SO-AMB-39")
def test_continuous_abilities_work_for_the_teachers_ally() -> None:
    table = placed("red spartan=4@1,0; blue v2=4@2,0", "teacher", "-1,0", "choose:spartan")
    assert table.colour("v2") == "R"


@pytest.mark.clause("SO-H23")
def test_hercules_is_strong_and_that_is_all() -> None:
    table = placed("blue v1=7@1,0 v2=8@2,1 v3@1,1", "hercules=8", "2,0")
    assert table.colour("v1", "v2") == "RB"


# ---- Ares ----


@pytest.mark.clause("SO-H07", "SO-H07-1", "SO-H07-2", "SO-AMB-29", "SO-AMB-52")
def test_ares_pays_a_point_for_each_enemy_below_zero_if_need_be() -> None:
    table = placed("blue v1@1,0 v2@2,1 v3@1,1", "ares=5", "2,0")
    assert table.scores == (-2, 0)


@pytest.mark.clause("SO-H07-1")
def test_ares_who_flips_nobody_pays_nothing() -> None:
    assert placed("blue v1=9@1,0", "ares=5", "2,0").scores == (0, 0)


@pytest.mark.clause("SO-AMB-29")
@pytest.mark.parametrize(("reading", "scores"), [("placer", (-1, 0)), ("controller", (0, -1))])
def test_ares_is_paid_by_who_placed_him_or_by_who_has_him_then(
    reading: str, scores: tuple[int, int]
) -> None:
    table = placed("blue hydra=1@1,0", "ares=5", "2,0", ares=reading)  # Hydra flips Ares
    assert table.colour("hydra", "ares") == "RB"
    assert table.scores == scores


@pytest.mark.clause("SO-AMB-29")
def test_blue_pays_for_ares_as_red_does() -> None:
    assert placed_by("B", "red v1@1,0", "ares=5", "2,0").scores == (0, -1)


@pytest.mark.clause("SO-ABIL-1", "SO-ABIL-5")
def test_an_optional_ability_may_be_used_or_not() -> None:
    table = before("A", "blue v1=9@1,0", "manticore=1").answers("manticore 2,0")
    assert table.options == ["choose:v1", "no"]
    assert table.answers("choose:v1").colour("v1") == "R"


@pytest.mark.clause("SO-ABIL-2")
def test_a_mandatory_ability_must_be_used() -> None:
    table = before("A", "blue v1=9@1,0 v2=9@2,0", "gryphon=1").answers("gryphon 0,1")
    assert table.options == ["choose:v1", "choose:v2"]


@pytest.mark.clause("SO-ABIL-3")
def test_a_continuous_ability_works_when_placed_and_ever_after() -> None:
    table = placed("blue v1=3@1,0", "hera=3", "2,0")
    assert table.colour("v1") == "R"
    table.plays("v25 2,1")
    assert table.fights("v25") == (0, 0, 0, 0)


@pytest.mark.clause("SO-ABIL-4")
def test_an_end_of_round_ability_works_at_the_end_of_each_round() -> None:
    for round_ in (1, 2):
        table = given(f"round {round_}; red zeus@1,0; hand A v1", rounds=2)
        table.answers("v1")
        assert any(line.source == "Zeus" for line in table.seen.lines)
