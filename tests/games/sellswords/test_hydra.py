"""Hydra and Pandora: what happens when they are flipped, and to whom."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import halfway, placed


@pytest.mark.clause("I-038", "SO-H25", "SO-AMB-25")
def test_whoever_takes_hydra_must_flip_a_neighbour_even_an_own_one() -> None:
    table = placed("blue hydra=1@1,0", "v2=5", "2,0")
    assert table.colour("hydra", "v2") == "RB"


@pytest.mark.clause("I-038")
def test_whoever_takes_hydra_chooses_among_both_colours_and_cannot_decline() -> None:
    table = halfway("blue hydra=1@1,0 v1=9@1,1; red v3=1@1,-1", "v2=5", "2,0")
    assert table.asked == (0, "target")
    assert table.asking == "hydra"
    assert table.options == ["choose:v3", "choose:v2", "choose:v1"]


@pytest.mark.clause("I-039", "SO-T30")
def test_pandora_flipped_by_hydra_costs_her_new_controller_a_point() -> None:
    table = placed("blue hydra=1@1,0 pandora=9@1,1", "v2=5", "2,0", "choose:pandora")
    assert (table.colour("hydra", "pandora"), table.scores) == ("RR", (-1, 0))


@pytest.mark.clause("I-040")
def test_hydra_chooses_before_minotaur_flips() -> None:
    table = halfway("red minotaur=9@2,1; blue hydra=1@1,0 v9=9@1,1", "v2=5", "2,0")
    assert (table.asking, table.colour("hydra", "v2")) == ("hydra", "RR")


@pytest.mark.clause("I-040")
def test_minotaur_brings_back_what_hydra_flipped_away() -> None:
    position = "red minotaur=9@2,1; blue hydra=1@1,0 v9=9@1,1"
    table = placed(position, "v2=5", "2,0", "choose:v2")
    assert table.colour("hydra", "v2", "v9") == "RRB"


@pytest.mark.clause("I-040")
def test_minotaur_flips_the_newcomer_after_hydra_chose_another() -> None:
    position = "red minotaur=9@2,1; blue hydra=1@1,0 v9=9@1,1"
    table = placed(position, "v2=5", "2,0", "choose:v9")
    assert table.colour("hydra", "v2", "v9") == "RBR"


@pytest.mark.clause("I-041", "SO-X21", "SO-AMB-54")
def test_hades_is_done_before_hydra_chooses_and_may_be_chosen() -> None:
    table = placed("blue hydra=9@1,0", "hades=1", "2,0")
    assert table.colour("hydra", "hades") == "RR"


@pytest.mark.clause("I-041")
def test_hydra_sees_hades_flipped_already() -> None:
    table = halfway("blue hydra=9@1,0 v1=9@1,1", "hades=1", "2,0")
    assert table.colour("hydra", "hades") == "RB"
    assert (table.asked, table.options) == ((0, "target"), ["choose:hades", "choose:v1"])


@pytest.mark.clause("I-042")
def test_an_own_hydra_in_the_line_of_hermes_asks_the_opponent() -> None:
    table = halfway("red hydra=1@1,0 v1=9@1,1", "hermes=1", "2,0", "row")
    assert (table.asked, table.options) == ((1, "target"), ["choose:hermes", "choose:v1"])
    assert table.plays("choose:v1").colour("hydra", "hermes", "v1") == "BBB"


@pytest.mark.clause("I-043")
@pytest.mark.parametrize(
    ("hero", "line"), [("manticore=1", "choose:hydra"), ("three-fates=1", "choose:hydra")]
)
def test_flipping_the_own_hydra_gives_the_opponent_the_choice(hero: str, line: str) -> None:
    table = halfway("red hydra=9@1,0 v1=9@1,1; blue v2=9@0,1", hero, "2,0", line)
    assert table.asked == (1, "target")
    assert table.plays("choose:v1").colour("hydra", "v1") == "BB"


@pytest.mark.clause("I-043", "SO-X23")
def test_flipping_the_enemys_hydra_gives_the_choice_to_you() -> None:
    position = "blue hydra=9@1,0 v1=9@1,1"
    table = placed(position, "manticore=1", "2,0", "choose:hydra choose:v1")
    assert table.colour("hydra", "v1") == "RR"


@pytest.mark.clause("I-043")
def test_the_fates_flipping_the_enemys_hydra_give_the_choice_to_you() -> None:
    position = "blue hydra=9@1,0 v1=9@1,1; red v2=9@0,1"
    table = halfway(position, "three-fates=1", "2,0", "choose:v2 choose:hydra")
    assert (table.asked, table.options) == ((0, "target"), ["choose:three-fates", "choose:v1"])


@pytest.mark.clause("I-044")
def test_hydra_with_nothing_but_terrain_beside_it_flips_nothing() -> None:
    table = placed("blue hydra=1@1,0", "gryphon=1", "-1,0")
    assert table.colour("hydra", "gryphon") == "RR"


@pytest.mark.clause("I-044")
def test_the_terrain_beside_hydra_is_not_among_its_targets() -> None:
    table = halfway("blue hydra=1@1,0 v9=9@1,1", "v2=5", "2,0")
    assert sorted(table.options) == ["choose:v2", "choose:v9"]


@pytest.mark.clause("I-045", "SO-T32")
def test_the_flip_of_hydra_is_not_in_the_count_of_ares() -> None:
    table = placed("blue hydra=1@1,0; red v1=9@1,1", "ares=5", "2,0", "choose:v1")
    assert (table.colour("hydra", "v1"), table.scores) == ("RB", (-1, 0))


@pytest.mark.clause("I-045")
def test_an_enemy_that_hydra_flips_costs_ares_nothing() -> None:
    table = placed("blue hydra=1@1,0 v1=9@1,1", "ares=5", "2,0", "choose:v1")
    assert (table.colour("hydra", "v1"), table.scores) == ("RR", (-1, 0))


@pytest.mark.clause("I-046", "SO-T65")
def test_ares_pays_for_pandora_twice() -> None:
    table = placed("blue pandora=1@1,0", "ares=9", "2,0")
    assert (table.colour("pandora"), table.scores) == ("R", (-2, 0))


@pytest.mark.clause("I-047", "SO-X25")
def test_pandora_placed_beside_minotaur_is_a_gift_that_costs_the_opponent() -> None:
    table = placed("red minotaur=9@1,0", "pandora=1", "2,0")
    assert (table.colour("pandora"), table.scores) == ("B", (0, -1))


@pytest.mark.clause("I-048")
def test_the_fates_give_pandora_away_and_the_opponent_pays() -> None:
    table = placed("red pandora=1@1,0; blue v1=9@1,1", "three-fates=1", "-1,0", "choose:pandora")
    assert (table.colour("pandora", "v1"), table.scores) == ("BR", (0, -1))


@pytest.mark.clause("I-049", "SO-X27", "SO-AMB-55")
def test_pandora_flipped_twice_costs_either_player_a_point() -> None:
    position = "terrain olympus@1,0; blue pandora=1@1,1 hydra=1@2,1"
    table = placed(position, "hermes=1", "3,1", "row choose:pandora")
    assert table.colour("pandora", "hydra", "hermes") == "BRB"
    assert table.scores == (-1, -1)
