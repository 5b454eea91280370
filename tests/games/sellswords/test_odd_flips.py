"""Positions that no rulebook speaks of: flips upon flips, worked out from the rules by hand."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, halfway, placed, placed_by

# ---- Hermes ----


def test_hermes_in_both_lines_asks_nothing_and_flips_once() -> None:
    table = placed("blue v1=1@1,0 v2=1@1,1 v3=1@2,1", "hermes=1", "2,0", hermes="both")
    assert table.colour("v1", "v2", "v3", "hermes") == "RBRB"


def test_elder_copies_hermes_in_both_lines() -> None:
    position = "blue v1=1@1,0 v2=1@1,1 v3=1@2,1; discard hermes"
    table = placed(position, "elder=1", "2,0", "copy:hermes", hermes="both")
    assert table.colour("v1", "v2", "v3", "elder") == "RBRB"


def test_perseus_stands_in_once_for_both_lines_of_hermes() -> None:
    position = "blue v1=1@1,0 perseus=1@1,1 v2=1@2,1"
    table = placed(position, "hermes=1", "2,0", hermes="both")
    assert table.colour("v1", "perseus", "v2", "hermes") == "BRBB"


def test_perseus_held_by_midas_saves_midas_in_the_line_of_hermes() -> None:
    position = "blue v1=1@1,0 midas=1@2,0 v2=1@3,0 perseus=1@2,1"
    table = placed(position, "hermes=1", "4,0", "row")
    assert table.colour("v1", "king-midas", "v2", "perseus", "hermes") == "BBBBB"


def test_hermes_flips_over_gaps_and_past_the_terrain() -> None:
    position = "red v1=1@0,-1 v2=1@1,-1 v3=1@2,-1 v4=1@2,0; blue v5=1@-1,0"
    table = placed(position, "hermes=1", "3,0", "row")
    assert table.colour("v4", "v5", "hermes") == "BRB"


def test_hermes_flips_his_column_with_a_gap() -> None:
    position = "blue v1=9@1,0 v2=9@2,0 v3=9@2,1 v4=9@2,2 v5=9@1,2"
    table = placed(position, "hermes=1", "1,-1", "column")
    assert table.colour("v1", "v5", "v2", "hermes") == "RRBB"


# ---- Hades ----


def test_hades_among_hydra_pandora_and_perseus() -> None:
    position = "blue hydra=9@1,0 v1=9@1,1 pandora=9@2,1 perseus=9@3,0 v2=9@3,1"
    table = placed(position, "hades=1", "2,0", "choose:v1")
    # All three turn red; Perseus takes the flip of Hades and goes home; Hydra then takes v1.
    assert table.colour("hydra", "pandora", "perseus", "hades", "v1") == "RRBRR"
    assert table.scores == (-1, 0)


def test_an_own_pandora_flipped_by_hades_costs_the_opponent() -> None:
    table = placed("red pandora=9@1,0", "hades=1", "2,0")
    assert (table.colour("pandora", "hades"), table.scores) == ("BB", (0, -1))


def test_hades_saved_by_midas_is_not_flipped_by_minotaur_either() -> None:
    position = "blue midas=9@1,0 v1=9@1,1 minotaur=9@2,1"
    table = placed(position, "hades=1", "2,0")
    assert table.colour("king-midas", "minotaur", "hades") == "RRR"


def test_blue_hades_flips_to_red() -> None:
    table = placed_by("B", "red v1=9@1,0", "hades=1", "2,0")
    assert table.colour("v1", "hades") == "BR"


# ---- Three Fates, Manticore, Gryphon, Cerberus ----


def test_the_fates_with_a_shielded_ally_and_an_enemy_hydra() -> None:
    position = "red v1=1@1,0 perseus=1@1,1; blue hydra=9@-1,0 v5=9@-1,1"
    table = placed(position, "three-fates=1", "0,-1", "choose:v1 choose:hydra")
    # Perseus flips for v1; Hydra, now red, has a single neighbour to flip.
    assert table.colour("v1", "perseus", "hydra", "v5") == "RBRR"


def test_the_fates_flipping_themselves_beside_their_perseus() -> None:
    position = "red perseus=1@1,0; blue v1=9@0,1"
    table = placed(position, "three-fates=1", "2,0", "choose:three-fates")
    assert table.colour("perseus", "three-fates", "v1") == "BRR"


def test_the_fates_need_an_ally_besides_themselves_by_the_other_reading() -> None:
    table = placed("blue v1=9@1,0", "three-fates=1", "2,0", fates_self=False)
    assert table.colour("v1", "three-fates") == "BR"


def test_the_fates_without_enemies_are_not_asked() -> None:
    assert placed("red v1=1@1,0", "three-fates=1", "2,0").colour("v1") == "R"


def test_the_fates_declining_battle_as_others_do() -> None:
    table = placed("blue v1=1@1,0", "three-fates=5", "2,0", "no")
    assert table.colour("v1", "three-fates") == "RR"


def test_the_fates_flip_perseus_himself_once() -> None:
    position = "red perseus=1@1,0 v1=1@1,1; blue v2=9@0,1"
    table = placed(position, "three-fates=1", "-1,0", "choose:perseus")
    assert table.colour("perseus", "v1", "v2") == "BRR"


def test_manticore_takes_minotaur_and_is_flipped_by_it() -> None:
    table = placed("blue minotaur=9@1,0", "manticore=1", "2,0", "choose:minotaur")
    assert table.colour("minotaur", "manticore") == "RB"


def test_manticore_takes_midas_and_stays_under_his_protection() -> None:
    position = "blue midas=9@1,0 minotaur=9@2,1 v1=9@1,1"
    table = placed(position, "manticore=1", "2,0", "choose:king-midas")
    assert table.colour("king-midas", "manticore") == "RR"


def test_manticore_declining_battles_as_others_do() -> None:
    table = placed("blue v1=1@1,0 v2=1@1,1 v3=1@2,1", "manticore=5", "2,0", "no")
    assert table.colour("v1", "v3") == "RR"


def test_gryphon_takes_minotaur_and_is_flipped_by_it() -> None:
    assert placed("blue minotaur=9@1,0", "gryphon=1", "2,0").colour("minotaur", "gryphon") == "RB"


def test_gryphon_takes_pandora_and_pays() -> None:
    table = placed("blue pandora=9@1,0 v1=9@1,1", "gryphon=1", "-1,0", "choose:pandora")
    assert (table.colour("pandora"), table.scores) == ("R", (-1, 0))


def test_gryphon_at_a_tile_whose_perseus_cannot_flip_does_nothing() -> None:
    position = "blue v1=1@2,0 perseus=9@2,1 midas=9@1,1 v3=9@1,0"
    table = placed(position, "gryphon=1", "-1,0", "choose:v1")
    assert table.colour("v1", "perseus", "king-midas") == "BBB"


def test_cerberus_taking_hydra_among_three_is_asked_for_its_flip() -> None:
    position = "blue hydra=9@2,0 v1=9@1,1 v3=9@2,1"
    table = halfway(position, "cerberus=1", "1,0")
    assert table.options == ["choose:v3", "choose:cerberus"]
    assert table.plays("choose:v3").colour("hydra", "v1", "v3") == "RRR"


@pytest.mark.parametrize(("counts", "colours"), [(True, "BBB"), (False, "RRR")])
def test_cerberus_among_three_heroes_and_the_terrain(counts: bool, colours: str) -> None:
    position = "blue v1=9@1,1 v2=9@2,0 v3=9@1,-1"
    table = placed(position, "cerberus=1", "1,0", terrain_counts=counts)
    assert table.colour("v1", "v2", "v3") == colours


def test_cerberus_with_three_allies_neither_flips_nor_battles() -> None:
    table = placed("red v1=1@1,1 v2=1@2,0", "cerberus=9", "1,0")
    assert table.colour("v1", "v2", "cerberus") == "RRR"


# ---- battles at a distance ----


def test_kraken_strikes_over_a_gap() -> None:
    position = "red v2=9@1,0 v3=9@2,0; blue v1=1@2,1"
    assert placed(position, "kraken=5", "0,1").colour("v1") == "R"


def test_kraken_does_not_pass_an_enemy_it_cannot_beat() -> None:
    position = "blue v1=9@1,0 v2=1@2,0"
    assert placed(position, "kraken=5", "-1,0").colour("v1", "v2") == "BB"


def test_kraken_strikes_in_four_directions_at_once() -> None:
    position = "blue v1=1@-1,0 v2=1@1,0 v3=1@1,1 v4=1@0,2 v5=9@1,2"
    table = placed(position, "kraken=5", "0,1")
    assert table.colour("v3", "v4", "v1", "v2") == "RRBB"


def test_artemis_with_an_ally_at_the_end_does_not_battle_that_way() -> None:
    table = placed("blue v1=1@1,0; red v2=1@2,0", "artemis=5", "-1,0")
    assert table.colour("v1") == "B"


def test_artemis_battles_a_neighbour_who_is_the_farthest() -> None:
    assert placed("blue v1=1@2,0; red v9@1,1 v8@2,1", "artemis=5", "1,0").colour("v1") == "R"


@pytest.mark.parametrize(("counts", "colour"), [(True, "B"), (False, "R")])
def test_artemis_with_the_terrain_at_the_end(counts: bool, colour: str) -> None:
    table = placed("blue v1=1@1,0", "artemis=5", "2,0", terrain_counts=counts)
    assert table.colour("v1") == colour


def test_artemis_takes_the_far_and_leaves_the_near() -> None:
    position = "blue v1=1@1,0 v2=1@2,0 v3=1@3,0"
    assert placed(position, "artemis=5", "-1,0").colour("v1", "v2", "v3") == "BBR"


def test_harpy_sees_only_neighbours() -> None:
    table = placed("red v1=1@1,0; blue v2=1@-1,0", "harpy=9", "2,0")
    assert table.colour("v2") == "B"


# ---- other battles ----


@pytest.mark.parametrize(("number", "colour"), [(3, "B"), (4, "B"), (5, "R")])
def test_socrates_does_not_win_ties(number: int, colour: str) -> None:
    assert placed(f"blue v1={number}@1,0", "socrates=4", "2,0").colour("v1") == colour


def test_socrates_beats_a_muse_for_her_bonus() -> None:
    assert placed("blue muse=1@1,0", "socrates=4", "2,0").colour("muse") == "R"  # 1 + 4


def test_socrates_beats_not_an_icarus_who_has_nothing() -> None:
    assert placed("blue icarus=9@1,0", "socrates=4", "2,0").colour("icarus") == "B"


def test_lamia_beats_an_apollo_printed_four() -> None:
    assert placed("blue apollo=4@1,0", "lamia=6", "2,0").colour("apollo") == "R"


def test_lamia_against_two_takes_the_gentle_one() -> None:
    position = "blue v1=4@1,0 v2=4-4-4-5@3,0 v3=9@1,1 v4=9@2,1 v5=9@3,1"
    assert placed(position, "lamia=6", "2,0").colour("v1", "v2", "v4") == "RBB"


def test_cyclops_loses_against_a_four_with_a_zero() -> None:
    table = placed("blue v1=3@1,0", "cyclops=0", "2,0", "choose:v1")
    assert table.colour("v1") == "B"  # 3 against 3


def test_cyclops_takes_hydra_alone_and_flips_the_neighbour_he_spared() -> None:
    position = "blue hydra=4@1,0 v2=1@2,1 v3=9@1,1"
    table = placed(position, "cyclops=3", "2,0", "choose:hydra choose:v3")
    assert table.colour("hydra", "v2", "v3") == "RBR"


def test_spartan_does_not_count_terrain() -> None:
    table = placed("blue v1=3@1,1 v2=9@2,1", "spartan=2", "1,0")
    assert table.colour("v1") == "B"  # 2 + 1 against 3


def test_spartan_does_not_count_allies() -> None:
    table = placed("blue v1=3@1,0; red v2=9@2,1 v3=9@1,1", "spartan=2", "2,0")
    assert table.colour("v1") == "B"  # 2 + 1 against 3


def test_spartan_attacked_does_not_count_his_allies() -> None:
    table = placed("blue spartan=2@1,0 v2=9@1,1", "v1=4", "2,0")
    assert table.colour("spartan") == "R"  # 4 against 2 + 1


def test_spartan_counts_two_enemies_even_when_one_cannot_flip() -> None:
    position = "blue v1=4@1,0 v2=3@2,1 midas=1@1,1"
    table = placed(position, "spartan=2", "2,0")
    assert table.colour("v1", "v2") == "BB"  # 4 beats v2's 3, but both lie beside Midas


def test_apollo_attacked_in_round_2_is_weaker_by_one() -> None:
    assert placed("blue apollo=5@1,0; round 2", "v1=5", "2,0").colour("apollo") == "R"


def test_hera_does_not_weaken_her_allies() -> None:
    assert placed("blue v1=3@1,0; red hera=1@2,1 v3=1@1,1", "v2=3", "2,0").colour("v1") == "B"


def test_hera_captured_by_hydra_later_in_the_turn_changes_nothing_fought() -> None:
    position = "blue hera=9@1,1 hydra=1@1,0 v2=4@2,1"
    table = placed(position, "v1=4", "2,0", "choose:hera")
    # v1 does not lie beside Hera: 4 against 4 is a tie. Hydra then takes her.
    assert table.colour("hydra", "v2", "hera") == "RBR"


def test_nothing_is_flipped_where_the_placed_tile_only_touches_allies() -> None:
    assert placed("red v1=1@1,0; blue v2=1@1,1", "hercules=9", "2,0").colour("v1", "v2") == "RB"


def test_the_placed_tile_is_never_lost_by_its_own_battle() -> None:
    assert placed("blue v1=9@1,0", "v2=0", "2,0").colour("v1", "v2") == "BR"


# ---- Hydra, Minotaur, Perseus together ----


def test_hydra_placed_beside_minotaur_flips_it_for_the_opponent() -> None:
    table = placed("red minotaur=9@1,0", "hydra=1", "2,0")
    assert table.colour("hydra", "minotaur") == "BB"


def test_hydra_placed_beside_minotaur_asks_the_opponent() -> None:
    table = halfway("red minotaur=9@1,0 v1=9@2,1 v2=9@1,1", "hydra=1", "2,0")
    assert (table.asked, table.asking) == ((1, "target"), "hydra")
    assert table.plays("choose:v1").colour("hydra", "v1", "minotaur") == "BBR"


def test_perseus_won_for_hydra_does_not_help_a_newcomer_he_is_not_beside() -> None:
    position = "blue hydra=1@1,0 perseus=9@1,1 minotaur=9@2,-1; red v9=1@2,1"
    # Perseus stands in for Hydra and turns red, but does not lie beside v1: Minotaur flips it.
    table = placed(position, "v1=5", "2,0")
    assert table.colour("hydra", "perseus", "v1") == "BRB"


def test_perseus_captured_by_standing_in_then_takes_minotaurs_flip() -> None:
    position = "blue v1=1@3,0 perseus=9@3,1 minotaur=9@1,0 v2=9@2,1"
    # v1 is saved and Perseus turns red at 3,1, not beside 2,0: the newcomer flips.
    table = placed(position, "v3=5", "2,0")
    assert table.colour("v1", "perseus", "v3") == "BRB"


def test_minotaur_flips_ares_after_hydra_has_flipped_him() -> None:
    position = "blue hydra=1@1,0 minotaur=9@2,1 v9=9@1,1"
    table = placed(position, "ares=5", "2,0", "choose:ares")
    assert (table.colour("ares"), table.scores) == ("R", (-1, 0))


@pytest.mark.clause("SO-AMB-29")
@pytest.mark.parametrize(("who", "scores"), [("placer", (-1, 0)), ("controller", (0, -1))])
def test_ares_flipped_by_hydra_is_paid_by_either_reading(who: str, scores: tuple[int, int]) -> None:
    table = placed("blue hydra=1@1,0", "ares=5", "2,0", ares=who)
    assert (table.colour("hydra", "ares"), table.scores) == ("RB", scores)


def test_elder_copying_ares_beside_minotaur_pays_and_flips() -> None:
    table = placed("blue minotaur=1@1,0; discard ares", "elder=5", "2,0", "copy:ares")
    assert (table.colour("minotaur", "elder"), table.scores) == ("RB", (-1, 0))


def test_elder_copying_hades_beside_minotaur_is_flipped_back() -> None:
    table = placed("blue minotaur=9@1,0; discard hades", "elder=1", "2,0", "copy:hades")
    assert table.colour("minotaur", "elder") == "RR"


def test_teacher_whose_ally_takes_hydra_chooses_for_it() -> None:
    position = "red v1=9@1,0; blue hydra=1@2,0 v2=9@2,1"
    table = halfway(position, "teacher=1", "-1,0", "choose:v1")
    assert (table.asked, table.options) == ((0, "target"), ["choose:v2", "choose:v1"])


def test_teacher_does_not_offer_himself_nor_enemies() -> None:
    table = halfway("red v1=9@1,0; blue v2=1@2,0", "teacher=1", "-1,0")
    assert table.options == ["choose:v1", "no"]


def test_teacher_declining_battles_himself() -> None:
    table = placed("red v3=1@0,1; blue v1=1@1,0", "teacher=5", "2,0", "no")
    assert table.colour("v1") == "R"


def test_teacher_sending_an_ally_does_not_battle_himself() -> None:
    table = placed("red v3=1@0,1; blue v1=1@1,0", "teacher=5", "2,0", "choose:v3")
    assert table.colour("v1") == "B"


def test_teacher_sends_midas_beside_whom_nothing_flips_not_even_for_perseus() -> None:
    position = "red midas=9@1,0; blue v1=1@2,0 perseus=9@2,1"
    table = placed(position, "teacher=1", "-1,0", "choose:king-midas")
    assert table.colour("v1", "perseus") == "BB"


def test_colours_are_those_of_the_seats_that_play_them() -> None:
    table = given("reds B; red v1=1@1,0; hand A v2=5 v4; hand B v3")
    assert table.plays("place:v2 at:2,0").colour("v1", "v2") == "BB"


def test_pandora_below_zero_goes_on_falling() -> None:
    table = placed("blue pandora=1@1,0; score -7 2", "v2=5", "2,0")
    assert table.scores == (-8, 2)
