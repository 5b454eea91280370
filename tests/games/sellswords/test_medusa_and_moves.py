"""Moves and swaps, and Medusa, who holds her neighbours fast."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, halfway, placed


@pytest.mark.clause("I-097", "SO-H32", "SO-T45")
@pytest.mark.parametrize(("hero", "may_move"), [("medusa", False), ("hercules", True)])
def test_poseidon_cannot_move_who_lies_beside_medusa(hero: str, may_move: bool) -> None:
    position = f"blue {hero}=9@1,0; red v1=1@1,1 v2=1@2,1 v3=1@2,2 v4=1@1,2"
    table = halfway(position, "poseidon=1", "0,1")
    assert ("choose:v1" in table.options) == may_move


@pytest.mark.clause("I-097")
@pytest.mark.parametrize(("hero", "may_move"), [("medusa", False), ("hercules", True)])
def test_architect_cannot_move_who_lies_beside_medusa(hero: str, may_move: bool) -> None:
    position = f"blue {hero}=9@1,0; red v1=1@1,1 v2=1@2,1 v3=1@2,2 v4=1@1,2"
    table = halfway(position, "architect=1", "0,1")
    assert ("choose:v1" in table.options) == may_move
    assert "choose:olympus" in table.options


@pytest.mark.clause("I-097")
@pytest.mark.parametrize(("hero", "kind"), [("medusa", "turn"), ("hercules", "to")])
def test_pegasus_cannot_leave_medusa(hero: str, kind: str) -> None:
    table = given(f"red pegasus=1@1,1 {hero}=1@1,0; hand A v1; hand B v2")
    assert table.asked == (0, kind)


@pytest.mark.clause("I-097")
@pytest.mark.parametrize(("hero", "may_move"), [("medusa", False), ("hercules", True)])
def test_the_styx_does_not_carry_who_lies_beside_medusa(hero: str, may_move: bool) -> None:
    position = f"terrain styx@0,0; blue {hero}=9@1,0; red v1=1@1,1"
    table = halfway(position, "v3=1", "-1,0")
    assert ("choose:v1" in table.options) == may_move


@pytest.mark.clause("I-098", "SO-X53")
def test_odysseus_may_swap_with_medusa_from_afar_but_not_with_her_neighbour() -> None:
    table = halfway("blue medusa=9@1,0; red v1=1@2,0 v2=1@0,1", "odysseus=1", "0,2")
    assert table.options == ["choose:medusa", "choose:v2", "no"]
    table.plays("choose:medusa")
    assert (table.cell("medusa"), table.cell("odysseus")) == ((0, 2), (1, 0))


@pytest.mark.clause("I-098")
@pytest.mark.parametrize("hero", ["odysseus", "jason"])
def test_beside_medusa_they_cannot_swap_at_all(hero: str) -> None:
    table = placed("blue medusa=9@1,0; red v1=1@1,1 v2=1@0,1", f"{hero}=1", "2,0")
    assert table.cell(hero) == (2, 0)


@pytest.mark.clause("I-098")
def test_nymph_swaps_neither_medusa_nor_her_neighbours() -> None:
    table = halfway("blue medusa=9@1,0; red v1=1@1,1 v2=1@1,2 v3=1@0,2", "nymph=1", "-1,0")
    assert table.options == ["choose:v3", "choose:v2", "no"]


@pytest.mark.clause("I-099", "SO-AMB-57")
def test_in_mid_chain_jason_cannot_go_on_to_a_cell_beside_medusa() -> None:
    position = "blue medusa=9@1,0; red v2=1@0,1 v3=1@1,1"
    table = halfway(position, "jason=1", "0,2", "choose:v2")
    assert (table.cell("jason"), table.options) == ((0, 1), ["choose:v2", "no"])


@pytest.mark.clause("I-100", "SO-T45", "SO-AMB-42")
def test_architect_moves_the_terrain_away_from_medusa() -> None:
    position = "blue medusa=9@1,0; red v1=1@1,1 v2=1@2,1"
    table = placed(position, "architect=1", "0,1", "choose:olympus to:2,0")
    assert table.cell("olympus") == (2, 0)


@pytest.mark.clause("I-100", "SO-T45")
def test_sculptor_moves_the_terrain_away_from_medusa() -> None:
    position = "blue medusa=9@1,0; red v1=1@1,1 v2=1@2,1"
    table = placed(position, "sculptor=1", "3,1", "to:3,0")
    assert table.cell("olympus") == (3, 0)


@pytest.mark.clause("I-101")
def test_medusa_moved_away_releases_her_neighbours() -> None:
    position = "terrain styx@0,0; blue medusa=9@1,0; red v1=1@1,1 v2=1@0,1"
    table = placed(position, "poseidon=1", "0,2", "choose:medusa to:-1,0 choose:v1 to:1,0")
    assert (table.cell("medusa"), table.cell("v1")) == ((-1, 0), (1, 0))


@pytest.mark.clause("I-102")
def test_satyr_may_turn_who_lies_beside_medusa() -> None:
    position = "blue medusa=9@1,0 v1=9-9-9-1@1,1"
    table = placed(position, "satyr=2", "2,1", "choose:v1 turn:180")
    assert (table.numbers("v1"), table.colour("v1")) == ((9, 1, 9, 9), "R")


@pytest.mark.clause("I-103", "SO-AMB-11")
@pytest.mark.parametrize("hero", ["jason", "nymph", "odysseus", "poseidon", "satyr", "manticore"])
def test_terrain_is_never_swapped_and_moves_only_by_name(hero: str) -> None:
    table = halfway("blue v1=9-8-7-6@1,1; red v2=1@2,0", f"{hero}=1", "1,0")
    assert table.options
    assert "choose:olympus" not in table.options


def full_field(hole: tuple[int, int], oracle: tuple[int, int]) -> str:
    """Round 2, all cells but one taken; red everywhere."""
    cells = [(x, y) for y in range(5) for x in range(5) if (x, y) not in ((0, 0), hole, oracle)]
    plain = " ".join(f"v{at}@{x},{y}" for at, (x, y) in enumerate(cells, start=1))
    return f"terrain styx@0,0; red {plain} oracle=9@{oracle[0]},{oracle[1]}; round 2; turn A"


@pytest.mark.clause("I-104")
def test_odysseus_brings_oracle_into_the_centre() -> None:
    table = given(f"{full_field((2, 2), (4, 4))}; hand A odysseus=1")
    assert table.plays("place:odysseus choose:oracle").gained("Oracle") == (5, 0)


@pytest.mark.clause("I-104")
def test_odysseus_takes_the_centre_from_oracle() -> None:
    table = given(f"{full_field((4, 4), (2, 2))}; hand A odysseus=1")
    assert table.plays("place:odysseus choose:oracle").gained("Oracle") == (0, 0)


@pytest.mark.clause("I-105", "SO-AMB-40", "SO-AMB-41")
def test_poseidon_moves_himself_and_battles_from_there() -> None:
    table = placed("blue v1=1@1,0", "poseidon=5", "-1,0", "choose:poseidon to:2,0")
    assert (table.cell("poseidon"), table.colour("v1")) == ((2, 0), "R")


@pytest.mark.clause("I-106")
def test_the_demand_of_parthenon_follows_it_when_architect_moves_it() -> None:
    position = "terrain parthenon@0,0; red v1=1@1,0 v2=1@1,1"
    table = placed(position, "architect=1", "0,1", "choose:parthenon to:2,0")
    assert table.answers("place:v25").options == ["at:2,-1", "at:3,0", "at:2,1"]


@pytest.mark.clause("I-107")
def test_olympus_and_zeus_look_where_the_terrain_lies_at_the_end() -> None:
    table = given("red v1=1@1,0 v2=1@1,1 zeus=1@1,2; hand A sculptor=1")
    table.plays("place:sculptor at:2,1 to:2,0")
    assert (table.gained("Mount Olympus"), table.gained("Zeus")) == ((2, 0), (2, 0))
    assert table.scores == (7, 0)


@pytest.mark.clause("I-108", "SO-CONN-2")
def test_sculptor_cannot_move_the_terrain_when_it_is_the_only_link() -> None:
    assert placed("red v1=1@1,0; blue v2=1@-1,0", "sculptor=1", "2,0").cell("olympus") == (0, 0)


@pytest.mark.clause("I-109", "SO-T47")
def test_satyr_turns_a_weak_side_towards_himself_before_battle() -> None:
    table = placed("blue v1=9-9-9-1@1,0", "satyr=2", "1,-1", "choose:v1 turn:90")
    assert (table.numbers("v1"), table.colour("v1")) == ((1, 9, 9, 9), "R")


@pytest.mark.clause("I-110")
@pytest.mark.parametrize(
    ("position", "number", "expected"),
    [
        ("blue v1=1@1,0 perseus=9@1,1; red v2=9@0,1", 5, "R"),
        ("blue v1=1@1,0 v2=9@1,1 perseus=9@0,1", 5, "B"),
        ("blue v1=1@1,0 midas=9@1,1 v2=9@0,1", 5, "R"),
        ("blue v1=1@1,0 v2=9@1,1 midas=9@0,1", 5, "B"),
        ("blue v1=4@1,0 v2=9@1,1; red hera=1@0,1", 4, "R"),
        ("blue v1=4@1,0 v2=9@0,1; red hera=1@1,1", 4, "B"),
    ],
)
def test_nymph_swaps_first_and_battles_then(position: str, number: int, expected: str) -> None:
    table = halfway(position, f"nymph={number}", "2,0", "choose:v2")
    for hero in ("perseus", "king-midas", "hera"):
        if f"choose:{hero}" in table.options:
            table.answers(f"choose:{hero}")
    assert table.colour("v1") == expected


@pytest.mark.clause("SO-T43", "SO-AMB-9")
def test_a_move_must_leave_all_tiles_connected() -> None:
    table = halfway("red v1=1@1,0; blue v2=1@2,0", "poseidon=1", "3,0")
    assert table.options == ["choose:poseidon", "no"]  # all others are links of a chain


@pytest.mark.clause("SO-T43")
@pytest.mark.parametrize(("tile", "goal", "legal"), [("v1", "to:2,1", 0), ("v2", "to:0,1", 1)])
def test_a_cut_tile_stays_and_an_end_may_leave(tile: str, goal: str, legal: int) -> None:
    table = halfway("terrain styx@0,0; red v1=1@1,0; blue v2=1@2,0", "v3=1", "-1,0")
    assert (f"choose:{tile}" in table.options) == bool(legal)
    if legal:
        assert goal in table.answers(f"choose:{tile}").options


@pytest.mark.clause("SO-T48")
def test_poseidon_moves_an_enemy_to_where_it_is_weak() -> None:
    position = "blue v1=1-1-9-1@1,0; red v2=1@0,1"
    assert placed(position, "poseidon=2", "1,1", "choose:v1 to:2,1").colour("v1") == "R"
