"""Heroes of an owner's file that share an ability: each acts once, and nothing loops."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import Table, with_heroes

HANDS = "hand B v25"


def played(ability: str, field: str, tile: str, line: str) -> Table:
    """A (red) plays a turn in a game with three more heroes: Alpha, Beta and Gamma."""
    game = with_heroes(alpha=ability, beta=ability, gamma=ability)
    return Table(game.position(f"{field}; hand A {tile} v24; {HANDS}")).plays(line)


@pytest.mark.clause("SO-AMB-26")
def test_of_two_perseus_beside_one_ally_the_first_in_reading_order_stands_in() -> None:
    field = "blue v1=1@1,1 alpha=9@1,0 beta=9@1,2"
    table = played("perseus", field, "v2=5", "place:v2 at:2,1")
    assert table.colour("v1", "alpha", "beta") == "BRB"


def test_two_perseus_side_by_side_the_second_stands_in_for_the_first() -> None:
    # v1 is beaten; Alpha (first in reading order) steps in, Beta beside Alpha steps in for him.
    field = "blue v1=1@1,1 alpha=9@0,1 beta=9@0,2"
    table = played("perseus", field, "v2=5", "place:v2 at:2,1")
    assert table.colour("v1", "alpha", "beta") == "BBR"


def test_a_perseus_who_has_had_his_say_does_not_come_back() -> None:
    # Beta comes after Alpha: he saves v1, and Alpha, who lies beside him, is past his turn.
    field = "blue v1=1@1,2 alpha=9@0,1 beta=9@0,2 v3=9@1,1"
    table = played("perseus", field, "v2=5", "place:v2 at:2,2")
    assert table.colour("v1", "alpha", "beta") == "BBR"


def test_two_perseus_of_two_colours_stand_by_their_own() -> None:
    field = "blue v1=1@1,0 alpha=9@1,1; red beta=9@1,-1"
    table = played("perseus", field, "v2=5", "place:v2 at:2,0")
    assert table.colour("v1", "alpha", "beta") == "BRR"


def test_two_perseus_for_two_allies_flip_both() -> None:
    field = "blue v1=1@1,0 alpha=9@0,-1 v2=1@3,0 beta=9@4,0; red v4=9@1,-1"
    table = played("perseus", field, "v3=5", "place:v3 at:2,0")
    assert table.colour("v1", "v2", "alpha", "beta") == "RBBR"


def test_a_hydra_flipped_by_another_fires_too_and_each_fires_once() -> None:
    # A takes Alpha and flips Beta with it; Beta flips Alpha back, and that asks nothing more.
    field = "blue alpha=1@1,0 beta=9@1,1"
    table = played("hydra", field, "v2=5", "place:v2 at:2,0 choose:beta")
    assert table.colour("alpha", "beta", "v2") == "BRR"


def test_two_hydras_flipped_at_once_fire_in_order() -> None:
    field = "blue alpha=9@1,0 beta=9@2,1 v1=9@1,1"
    table = played("hydra", field, "hades=1", "place:hades at:2,0 choose:v1 choose:hades")
    # North, east, south, west: Beta (south) was flipped before Alpha (west).
    assert table.colour("alpha", "beta", "v1", "hades") == "RRRR"


def test_two_minotaurs_flip_a_newcomer_there_and_back() -> None:
    field = "blue alpha=9@1,0 beta=9@2,1 v1=9@1,1"
    table = played("minotaur", field, "v2=1", "place:v2 at:2,0")
    assert table.colour("v2") == "R"


def test_three_minotaurs_flip_a_newcomer() -> None:
    field = "blue alpha=9@1,0 beta=9@2,1 v1=9@1,1 v3=9@3,1 gamma=9@3,0"
    table = played("minotaur", field, "v2=1", "place:v2 at:2,0")
    assert table.colour("v2") == "B"


def test_two_minotaurs_make_pandora_cost_both_players() -> None:
    field = "blue alpha=9@1,0 beta=9@2,1 v1=9@1,1"
    table = played("minotaur", field, "pandora=1", "place:pandora at:2,0")
    assert (table.colour("pandora"), table.scores) == ("R", (-1, -1))


def test_a_minotaur_placed_beside_another_is_flipped_and_flips_nobody() -> None:
    table = played("minotaur", "blue alpha=9@1,0", "beta=1", "place:beta at:2,0")
    assert table.colour("alpha", "beta") == "BB"


def test_the_heras_of_one_side_add_up() -> None:
    field = "blue v1=3@1,1 v9=9@2,1; red alpha=1@1,0 beta=1@1,2"
    table = played("hera", field, "v2=2", "place:v2 at:0,1")
    assert table.colour("v1") == "R"  # 2 against 3 - 2


def test_heras_of_two_sides_weaken_one_another() -> None:
    table = played("hera", "blue alpha=3@1,0", "beta=3", "place:beta at:2,0")
    assert table.colour("alpha") == "B"  # 3 - 1 against 3 - 1


def test_two_midas_side_by_side_cannot_be_flipped() -> None:
    field = "blue alpha=1@1,0 beta=1@1,1"
    table = played("king-midas", field, "v2=9", "place:v2 at:2,0")
    assert table.colour("alpha") == "B"


def test_hades_between_two_midas_flips_them_and_stays() -> None:
    field = "blue alpha=1@1,0 v1=1@1,1 beta=1@2,1"
    table = played("king-midas", field, "hades=1", "place:hades at:2,0")
    assert table.colour("alpha", "beta", "hades") == "RRR"


def test_two_medusas_side_by_side_hold_one_another() -> None:
    table = played(
        "medusa",
        "blue alpha=9@1,0 beta=9@1,1 v1=9@0,1",
        "poseidon=1",
        ("place:poseidon at:-1,0 choose:poseidon to:-1,1"),
    )
    assert table.cell("poseidon") == (-1, 1)
    game = with_heroes(alpha="medusa", beta="medusa")
    field = "blue alpha=9@1,0 beta=9@1,1 v1=9@0,1; hand A poseidon=1 v24; hand B v25"
    asked = Table(game.position(field)).answers("place:poseidon at:-1,0")
    assert asked.options == ["choose:poseidon", "no"]


def test_two_pandoras_in_a_batch_cost_a_point_each() -> None:
    field = "blue alpha=1@1,0 v1=9@1,1 beta=1@2,1"
    table = played("pandora", field, "ares=5", "place:ares at:2,0")
    assert table.scores == (-4, 0)  # two for the Pandoras, two for Ares


def test_two_theseus_make_their_controller_discard_twice() -> None:
    game = with_heroes(alpha="theseus", beta="theseus")
    field = "red alpha=1@1,0 beta=1@0,1; hand A v1 v2; hand B v3; deck zeus hera"
    table = Table(game.position(field)).plays(
        "discard:v1 draw:zeus discard:zeus draw:hera place:v2 at:-1,0"
    )
    assert (table.discard, table.hand("A")) == (["v1", "zeus"], ["hera"])


def test_two_pegasus_are_asked_about_in_reading_order() -> None:
    game = with_heroes(alpha="pegasus", beta="pegasus")
    table = Table(game.position("red alpha=1@1,0 beta=1@0,-1; hand A v1 v2; hand B v3"))
    assert table.asking == "beta"
    table.answers("no")
    assert table.asking == "alpha"


def test_two_zeus_of_one_side_both_score() -> None:
    game = with_heroes(alpha="zeus", beta="zeus")
    table = Table(game.position("red alpha=1@1,0 beta=1@2,0; hand A v1"))
    table.plays("place:v1 at:0,1")
    assert (table.gained("alpha"), table.gained("beta")) == ((2, 0), (2, 0))


def test_an_elder_in_the_discard_is_never_copied() -> None:
    game = with_heroes(alpha="elder")
    table = Table(game.position("discard elder; hand A alpha=1 v1; hand B v2"))
    assert table.plays("place:alpha at:1,0").asked == (1, "turn")


def test_two_athletes_meet_with_print() -> None:
    field = "blue alpha=3@1,0; red hera=1@1,1"
    table = played("athlete", field, "beta=3", "place:beta at:2,0")
    assert table.colour("alpha") == "B"


def test_a_second_centaur_in_the_extra_turn_gives_one_more() -> None:
    game = with_heroes(alpha="centaur", beta="centaur")
    table = Table(game.position("hand A alpha=1 beta=1 v1; hand B v2"))
    table.plays("place:alpha at:1,0 yes").plays("place:beta at:0,1 yes")
    assert table.asked == (0, "turn")


def test_a_second_basilisk_leaves_one_tile_free() -> None:
    game = with_heroes(alpha="basilisk")
    table = Table(game.position("hand A alpha=1 v9; hand B v1 v2; lock v1"))
    assert table.plays("place:alpha at:1,0").options == ["place:v2"]


def test_a_second_basilisk_locks_a_second_of_three_tiles() -> None:
    game = with_heroes(alpha="basilisk")
    table = Table(game.position("hand A alpha=1 v9; hand B v1 v2 v3; lock v1"))
    assert table.answers("place:alpha at:1,0").options == ["lock:v2", "lock:v3", "no"]
    assert table.plays("lock:v2").options == ["place:v3"]


def test_two_centaurs_in_one_round_cancel_out() -> None:
    game = with_heroes(alpha="centaur")
    table = Table(game.position("hand A centaur=1 v1 v2; hand B alpha=1 v3 v4"))
    order = []
    for line in ("centaur yes", "v1", "alpha yes", "v3", "v2", "v4"):
        order.append(table.asked[0])
        tile, _, use = line.partition(" ")
        table.answers(f"place:{tile}").answers(f"{table.options[0]} {use}")
    assert order == [0, 0, 1, 1, 0, 1]


def test_a_tile_of_an_owner_takes_the_ability_and_not_the_name() -> None:
    game = with_heroes(atlas="poseidon")
    table = Table(game.position("blue v1=1@1,0; hand A atlas=5 v2; hand B v3"))
    table.plays("place:atlas at:-1,0 choose:atlas to:2,0")
    assert (table.cell("atlas"), table.colour("v1")) == ((2, 0), "R")
