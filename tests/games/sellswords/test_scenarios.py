"""The scenarios of the rules, position by position."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, placed


@pytest.mark.clause("SO-T01", "SO-BATTLE-1", "SO-BATTLE-2", "SO-BATTLE-3")
def test_only_the_higher_number_wins() -> None:
    table = placed(
        "blue v1=1-1-1-3@1,0 v2=1-1-5-1@1,-2 v3=1-1-1-4@2,-1; red v9=1@0,-1",
        "hercules=5-4-2-9",
        "1,-1",
    )
    assert table.colour("v1", "v2", "v3", "v9") == "RBBR"


@pytest.mark.clause("SO-T30", "I-039")
def test_hydra_flips_pandora() -> None:
    table = placed("blue hydra=1@1,0 pandora=9@1,1", "v2=5", "2,0", "choose:pandora")
    assert table.colour("hydra", "pandora") == "RR"
    assert table.scores == (-1, 0)


@pytest.mark.clause("SO-T02", "SO-BATTLE-4")
def test_a_flipped_tile_does_not_fight_on() -> None:
    table = placed("blue v1=1-9-9-1@1,0 v2=1@1,1", "hercules=1-1-2-1", "1,-1")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("SO-T03", "SO-H05")
@pytest.mark.parametrize(("number", "round_", "colour"), [(3, 1, "R"), (3, 2, "B"), (4, 2, "B")])
def test_apollo_shines_in_round_1_alone(number: int, round_: int, colour: str) -> None:
    table = placed(f"blue v1=3@1,0; round {round_}", f"apollo={number}", "2,0")
    assert table.colour("v1") == colour


@pytest.mark.clause("SO-T04", "SO-H22")
def test_hera_weakens_whom_she_attacks() -> None:
    assert placed("blue v1=3@1,0", "hera=3", "2,0").colour("v1") == "R"


@pytest.mark.clause("SO-T06", "SO-H34")
def test_muse_gains_two_per_neighbour() -> None:
    table = placed("blue v1=5@2,0; red v2=9@1,1 v3=9@2,1", "muse=0", "1,0")
    assert table.colour("v1") == "R"


@pytest.mark.clause("SO-T07", "SO-H46")
def test_spartan_beats_three_at_once() -> None:
    table = placed("blue v1=4@1,0 v2=4@3,0 v3=4@2,1 v4=1@1,1 v5=1@3,1", "spartan=2", "2,0")
    assert table.colour("v1", "v2", "v3") == "RRR"


@pytest.mark.clause("SO-T08", "SO-H26")
def test_icarus_beside_the_terrain_has_nothing() -> None:
    assert placed("red v9=1@0,1; blue v1=0@1,1", "icarus=9", "1,0").colour("v1") == "B"


@pytest.mark.clause("SO-T11", "SO-H17")
@pytest.mark.parametrize(("answer", "colours"), [("no", "BR"), ("choose:v1", "RB")])
def test_cyclops_battles_all_or_one_with_three_more(answer: str, colours: str) -> None:
    table = placed("blue v1=4@1,0 v2=2@2,1 v3=0@1,1", "cyclops=3", "2,0", answer)
    assert table.colour("v1", "v2") == colours


@pytest.mark.clause("SO-T12", "SO-H21", "SO-AMB-19")
@pytest.mark.parametrize(("numbers", "colour"), [("9-9-1-9", "R"), ("9-1-9-9", "B")])
def test_harpy_looks_at_the_far_side(numbers: str, colour: str) -> None:
    assert placed(f"blue v1={numbers}@1,0", "harpy=5", "1,-1").colour("v1") == colour


@pytest.mark.clause("SO-T14", "SO-H30")
def test_lamia_leaves_alone_who_has_a_printed_five() -> None:
    table = placed("blue v1=4@1,0 v2=1-5-1-1@2,1 v3=0@1,1", "lamia=6", "2,0")
    assert table.colour("v1", "v2") == "RB"


@pytest.mark.clause("SO-T15", "SO-H29")
def test_kraken_takes_the_first_enemy_in_each_direction() -> None:
    table = placed(
        "terrain olympus@1,0; red v1=1@2,0 v4=1@1,1 v6=1@1,2 v7=1@1,3; "
        "blue v2=2@3,0 v3=1@0,1 v5=2-9-9-9@0,3",
        "kraken=3",
        "0,0",
    )
    assert table.colour("v2", "v3", "v5") == "RRB"


@pytest.mark.clause("SO-T17", "SO-H09")
def test_artemis_battles_the_farthest_tile_alone() -> None:
    table = placed("blue v1=1@1,0 v3=1-1-1-2@3,0 v4=1@1,1; red v2=1@2,0", "artemis=3", "-1,0")
    assert table.colour("v3", "v1") == "RB"


@pytest.mark.clause("SO-T19", "SO-H14", "SO-AMB-20")
def test_cerberus_with_three_neighbours_flips_the_enemies_among_them() -> None:
    table = placed("blue v1=9@1,1 v2=9@2,0 v3=1@2,1", "cerberus=1", "1,0")
    assert table.colour("v1", "v2", "v3") == "RRB"


@pytest.mark.clause("SO-T20")
def test_cerberus_with_two_neighbours_battles() -> None:
    assert placed("red v9=1@0,1; blue v1=1@1,1", "cerberus=2", "1,0").colour("v1") == "R"


@pytest.mark.clause("SO-T21", "SO-H20")
def test_hades_flips_all_around_him_and_himself() -> None:
    table = placed("blue v1=9@1,0; red v2=1@2,1 v3=1@1,1", "hades=9", "2,0")
    assert table.colour("v1", "v2", "hades", "v3") == "RBBR"


@pytest.mark.clause("SO-T24", "SO-H24", "SO-AMB-24")
def test_hermes_flips_his_row() -> None:
    position = "blue v1=9@1,0 v4=1@2,1 v3=1@3,1; red v2=1@2,0"
    table = placed(position, "hermes=1", "3,0", "row")
    assert table.colour("v1", "v2", "hermes", "v3", "v4") == "RBBBB"


@pytest.mark.clause("SO-T50", "SO-FIELD-1")
def test_beside_five_in_a_row_nothing_is_placed() -> None:
    table = given("red v1@1,0 v2@2,0 v3@3,0 v4@4,0; hand A v5; hand B v6").answers("place:v5")
    assert {"at:5,0", "at:-1,0"}.isdisjoint(table.options)
    assert len(table.options) == 10


@pytest.mark.clause("SO-T50")
def test_the_box_may_grow_to_five_rows() -> None:
    table = given(
        "red v1@1,0 v2@2,0 v3@3,0 v4@4,0 v7@0,1 v8@0,2 v9@0,3; hand A v5; hand B v6"
    ).answers("place:v5")
    assert "at:0,4" in table.options
    assert "at:0,-1" in table.options


def field(rows: str) -> str:
    """A field from rows of R, B, T and dots, separated by slashes."""
    red: list[str] = []
    blue: list[str] = []
    terrain, count = "", 0
    for y, row in enumerate(rows.split("/")):
        for x, mark in enumerate(row):
            count += mark in "RB"
            if mark == "T":
                terrain = f"terrain olympus@{x},{y}"
            elif mark != ".":
                (red if mark == "R" else blue).append(f"v{count}@{x},{y}")
    return f"{terrain}; red {' '.join(red)}; blue {' '.join(blue)}"


@pytest.mark.clause("SO-T51", "SO-SCORE-4")
def test_the_example_of_the_rulebook_is_9_to_8() -> None:
    table = given(field(".BB.R/RRRRR/BBT../B.B.."))
    view = table.state.view(None)
    assert view.scores == (9, 8)
    table = given(f"{field('.BB.R/RRRRR/BBT../B.B..')}; hand A v20; hand B v21")
    lines = table.state.view(None).lines  # type: ignore[attr-defined]
    olympus = [line for line in lines if line.source == "Mount Olympus"]
    assert olympus[0].points == (1, 2)


def chequered(round_: int) -> str:
    """Terrain in the corner, colours by turns, Oracle in the centre, Zeus beside the terrain."""
    red: list[str] = []
    blue: list[str] = []
    cells = [(x, y) for y in range(5) for x in range(5)][1:]
    for at, (x, y) in enumerate(cells, start=1):
        hero = {(2, 2): "oracle", (1, 0): "zeus"}.get((x, y), f"v{at}")
        (blue if (x + y) % 2 else red).append(f"{hero}@{x},{y}")
    return f"red {' '.join(red)}; blue {' '.join(blue)}; round {round_}; first A"


@pytest.mark.clause("SO-T52", "SO-H37", "SO-H50")
def test_a_chequered_field_with_oracle_and_zeus_is_19_to_18() -> None:
    assert given(chequered(2)).scores == (19, 18)


@pytest.mark.clause("SO-T53")
def test_oracle_gives_nothing_in_round_1() -> None:
    assert given(chequered(1)).scores == (14, 18)


@pytest.mark.clause("SO-T54", "SO-TAR-1")
@pytest.mark.parametrize(
    ("terrain", "first", "second"), [("tartarus", "v2 v3 v5", "v1 v4 v6"), ("olympus", "", "")]
)
def test_tartarus_sends_the_first_picks_over(terrain: str, first: str, second: str) -> None:
    table = given(f"terrain {terrain}; centre v1 v2 v3 v4 v5 v6 v7; draft 1; turn A")
    for number in range(1, 7):
        table.answers(f"pick:v{number}")
    assert table.hand("A") == (first or "v1 v3 v5").split()
    assert table.hand("B") == (second or "v2 v4 v6").split()
    assert table.discard == ["v7"]


@pytest.mark.clause("SO-T63", "SO-R2-1")
def test_the_trailing_player_begins_round_2() -> None:
    table = given("score 5 3")
    assert (table.state.view(None).first, table.asked[1]) == (1, "deal")  # type: ignore[attr-defined]


@pytest.mark.clause("SO-T63")
def test_equal_scores_draw_lots_for_round_2() -> None:
    table = given("score 5 5")
    assert table.state.decision is not None
    assert (table.options, list(table.state.decision.weights)) == (["first:A", "first:B"], [1, 1])


@pytest.mark.clause("SO-T64", "SO-WIN-2")
@pytest.mark.parametrize("first", ["A", "B"])
def test_a_tie_is_won_by_the_first_player_of_round_2(first: str) -> None:
    table = given(f"score 20 20; round 2; first {first}")
    assert (table.scores, table.state.winners) == ((20, 20), ("AB".index(first),))
