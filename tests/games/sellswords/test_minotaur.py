"""Minotaur: a tile placed beside it is flipped after its battle."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, placed


@pytest.mark.clause("SO-T33", "SO-H33")
def test_a_newcomer_wins_its_battle_and_is_then_flipped() -> None:
    table = placed("red minotaur=9@1,0; blue v1=1@2,1 v9=1@1,1", "v2=5", "2,0")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("I-050")
@pytest.mark.parametrize("hero", ["colossus", "gryphon"])
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_it_flips_those_who_do_not_battle(hero: str, colour: str) -> None:
    table = placed(f"{colour} minotaur=9@1,0", f"{hero}=1", "2,0")
    assert table.colour(hero) == "B"


@pytest.mark.clause("I-051", "SO-X29")
def test_it_flips_hades_back() -> None:
    table = placed("blue pandora=9@1,0; red minotaur=9@2,1 v3=1@1,1", "hades=1", "2,0")
    assert table.colour("pandora", "minotaur", "hades") == "RBR"
    assert table.scores == (-1, 0)


@pytest.mark.clause("I-051")
def test_it_flips_hermes_back() -> None:
    table = placed("blue minotaur=9@1,0", "hermes=1", "2,0", "row")
    assert table.colour("minotaur", "hermes") == "RR"


@pytest.mark.clause("I-052", "SO-T36", "SO-AMB-28")
@pytest.mark.parametrize(
    ("hero", "line", "cell"),
    [
        ("jason", "choose:v1 no", (2, 1)),
        ("nymph", "choose:nymph choose:v1", (2, 1)),
        ("odysseus", "choose:v1", (2, 1)),
        ("poseidon", "choose:poseidon to:3,1", (3, 1)),
    ],
)
def test_it_flips_a_newcomer_that_has_moved_on(hero: str, line: str, cell: tuple[int, int]) -> None:
    table = placed("blue minotaur=9@1,0; red v1=1@2,1 v9=1@1,1", f"{hero}=5", "2,0", line)
    assert (table.cell(hero), table.colour(hero)) == (cell, "B")


@pytest.mark.clause("I-053")
@pytest.mark.parametrize(
    ("hero", "line"),
    [
        ("jason", "choose:v1 no"),
        ("odysseus", "choose:v1"),
        ("nymph", "choose:nymph"),
        ("poseidon", "choose:poseidon to:2,0"),
    ],
)
def test_it_does_not_flip_a_tile_that_arrives_by_swap_or_move(hero: str, line: str) -> None:
    table = placed("blue minotaur=9@1,0; red v1=1@1,1", f"{hero}=5", "2,1", line)
    assert table.cell(hero) in ((1, 1), (2, 0))
    assert table.colour(hero, "v1") == "RR"


@pytest.mark.clause("I-054")
def test_moved_away_by_architect_it_flips_him_all_the_same() -> None:
    position = "blue minotaur=9@1,0; red v1=1@1,1 v2=1@2,1"
    table = placed(position, "architect=5", "2,0", "choose:minotaur")
    assert (table.cell("minotaur"), table.colour("architect")) == ((0, 1), "B")


@pytest.mark.clause("I-054")
def test_moved_beside_the_newcomer_it_does_not_flip_it() -> None:
    position = "blue minotaur=9@1,0; red v1=9@1,1 v2=9@0,1"
    table = placed(position, "poseidon=5", "2,1", "choose:minotaur to:2,0")
    assert (table.cell("minotaur"), table.colour("poseidon")) == ((2, 0), "R")


@pytest.mark.clause("I-055")
def test_pegasus_flying_beside_it_is_not_flipped() -> None:
    table = given("red pegasus=1@0,-1; blue minotaur=9@1,0; hand A v3 v24; hand B v25")
    assert table.plays("to:1,-1 place:v3 at:-1,0").colour("pegasus", "v3") == "RR"


@pytest.mark.clause("I-055")
def test_a_tile_moved_beside_it_on_the_styx_is_not_flipped() -> None:
    position = "terrain styx@0,0; blue minotaur=9@1,0"
    table = placed(position, "v3=1", "-1,0", "choose:v3 to:1,1")
    assert (table.cell("v3"), table.colour("v3")) == ((1, 1), "R")


@pytest.mark.clause("I-056")
def test_it_flips_teacher_and_not_whom_he_sent() -> None:
    position = "red minotaur=9@1,0 v1=9@0,1; blue v2=1@0,2"
    table = placed(position, "teacher=1", "2,0", "choose:v1")
    assert table.colour("v2", "teacher", "v1") == "RBR"


@pytest.mark.clause("I-056")
def test_teacher_may_send_it_into_a_battle_beside_it() -> None:
    position = "red minotaur=9@1,0; blue v2=1@1,1"
    table = placed(position, "teacher=1", "2,0", "choose:minotaur")
    assert table.colour("v2", "teacher", "minotaur") == "RBR"


@pytest.mark.clause("I-057")
def test_the_fates_flip_themselves_and_it_flips_them_back() -> None:
    position = "red minotaur=9@1,0; blue v1=9@1,1"
    table = placed(position, "three-fates=1", "2,0", "choose:three-fates")
    assert table.colour("v1", "three-fates") == "RR"


@pytest.mark.clause("I-058")
def test_placed_it_flips_neither_itself_nor_its_neighbours() -> None:
    table = placed("blue v1=9@1,0; red v2=1@1,1", "minotaur=1", "2,0")
    assert table.colour("v1", "v2", "minotaur") == "BRR"


@pytest.mark.clause("I-059", "SO-X31")
def test_ares_pays_first_and_is_flipped_then() -> None:
    table = placed("blue minotaur=1@1,0", "ares=5", "2,0")
    assert table.colour("minotaur", "ares") == "RB"
    assert table.scores == (-1, 0)


@pytest.mark.clause("I-059", "SO-AMB-29")
def test_ares_paid_by_his_controller_is_still_paid_before_minotaur() -> None:
    table = placed("blue minotaur=1@1,0", "ares=5", "2,0", ares="controller")
    assert (table.colour("ares"), table.scores) == ("B", (-1, 0))


@pytest.mark.clause("I-060")
def test_beaten_it_still_flips_the_newcomer() -> None:
    table = placed("blue minotaur=1@1,0", "v2=5", "2,0")
    assert table.colour("minotaur", "v2") == "RB"


@pytest.mark.clause("I-061")
def test_centaur_is_flipped_and_its_player_takes_the_extra_turn() -> None:
    table = placed("blue minotaur=9@1,0", "centaur=1", "2,0", "yes")
    assert (table.colour("centaur"), table.asked) == ("B", (0, "turn"))
