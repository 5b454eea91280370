"""Scoring, the second round, and who wins."""

from __future__ import annotations

import pytest

from halfturn.core.seats import CHANCE
from halfturn.games.sellswords.events import FirstPlayer, RoundScored
from halfturn.games.sellswords.score import POINTS
from tests.games.sellswords.given import Table, begun, given, played_at_random


def full(centre: str = "v1", at_terrain: str = "v2") -> str:
    """A chequered 5x5 with the terrain in the corner, red where x + y is even."""
    names = iter(f"v{number}" for number in range(3, 26))
    cells: dict[str, list[str]] = {"red": [], "blue": []}
    for y in range(5):
        for x in range(5):
            if (x, y) == (0, 0):
                continue
            name = {(2, 2): centre, (1, 0): at_terrain}.get((x, y)) or next(names)
            cells["red" if (x + y) % 2 == 0 else "blue"].append(f"{name}@{x},{y}")
    return "; ".join(f"{colour} {' '.join(tiles)}" for colour, tiles in cells.items())


def sources(table: Table) -> dict[str, tuple[int, int]]:
    """The points of the score sheet that are not rows or columns."""
    return {line.source: line.points for line in table.seen.lines if line.at is None}


# ---- rows and columns ----


@pytest.mark.clause("SO-SCORE-3")
def test_the_table_of_points() -> None:
    assert POINTS == (0, 0, 1, 2, 4, 7)


@pytest.mark.clause("SO-SCORE-2", "SO-SCORE-5", "SO-AMB-51")
def test_rows_and_columns_count_each_players_tiles_with_gaps_and_without_the_terrain() -> None:
    table = given("terrain styx@1,0; red v1@0,0 v2@3,0; blue v3@2,0 v4@2,1 v5@2,2; hand A v6")
    lines = {line.title: line.points for line in table.seen.lines}
    assert lines == {
        **{"row 0": (1, 0), "row 1": (0, 0), "row 2": (0, 0)},
        **{"column 0": (0, 0), "column 1": (0, 0), "column 2": (0, 2), "column 3": (0, 0)},
    }


@pytest.mark.clause("SO-SCORE-1", "DEF-5")
def test_a_round_is_scored_when_both_hands_are_empty() -> None:
    table = given("red v1@1,0; hand A v2; hand B v3; turn A").plays("v2 2,0")
    assert table.scores == (0, 0)
    table.plays("v3 0,1")
    assert isinstance(table.events[-1], FirstPlayer)
    scored = next(event for event in table.events if isinstance(event, RoundScored))
    assert scored.gained == table.scores == (1 + 1, 1)


@pytest.mark.clause("SO-SCORE-4", "SO-T51", "SO-OLY-1")
def test_the_worked_example_of_the_rulebook() -> None:
    table = given(
        "terrain olympus@2,2; red v1@4,0 v2@0,1 v3@1,1 v4@2,1 v5@3,1 v6@4,1; "
        "blue v7@1,0 v8@2,0 v9@0,2 v10@1,2 v11@0,3 v12@2,3; hand A v20; hand B v21"
    )
    assert sources(table) == {"Mount Olympus": (1, 2)}
    assert table.state.outlook == (9, 8)


@pytest.mark.clause("SO-OLY-1", "SO-AMB-50")
@pytest.mark.parametrize("round_", [1, 2])
def test_olympus_pays_for_its_neighbours_in_both_rounds(round_: int) -> None:
    table = given(f"round {round_}; red v1@1,0 v3@1,1; blue v2@0,1; hand A v4")
    assert sources(table) == {"Mount Olympus": (1, 1)}


@pytest.mark.clause("SO-H50", "SO-AMB-48")
@pytest.mark.parametrize("round_", [1, 2])
def test_zeus_pays_for_allies_at_the_terrain_himself_among_them(round_: int) -> None:
    table = given(f"terrain styx; round {round_}; red zeus@1,0 v1@0,1; blue v2@-1,0; hand A v4")
    assert sources(table) == {"Zeus": (2, 0)}
    far = given("terrain styx; red v1@1,0 zeus@2,0; blue v2@-1,0; hand A v4")
    assert sources(far) == {"Zeus": (1, 0)}


@pytest.mark.clause("SO-H37", "SO-AMB-49", "SO-T52", "SO-T53")
@pytest.mark.parametrize(("round_", "scores"), [(1, (14, 18)), (2, (19, 18))])
def test_oracle_pays_in_the_centre_in_round_two(round_: int, scores: tuple[int, int]) -> None:
    table = given(f"{full('oracle', 'zeus')}; round {round_}")  # scored at once: hands are empty
    assert table.scores == scores


@pytest.mark.clause("SO-H37")
def test_oracle_beside_the_centre_pays_nothing() -> None:
    assert given(f"{full('v1', 'oracle')}; round 2").scores == (14, 16)


# ---- round two ----


@pytest.mark.clause("SO-R2-1", "SO-T63")
@pytest.mark.parametrize(("score", "first"), [("5 3", 1), ("3 5", 0)])
def test_whoever_has_fewer_points_begins_round_two(score: str, first: int) -> None:
    table = given(f"score {score}; hand A v1; turn A").plays("v1 1,0")
    assert table.seen.first == first
    assert table.asked == (CHANCE, "deal")


@pytest.mark.clause("SO-R2-1", "SO-T63")
def test_a_lot_decides_between_equals() -> None:
    table = given("score 4 5; hand A v1; turn A").plays("v1 1,0")
    decision = table.state.decision
    assert decision is not None
    assert (table.asked, table.options) == ((CHANCE, "first"), ["first:A", "first:B"])
    assert list(decision.weights) == [1, 1]


@pytest.mark.clause("SO-R2-1", "SO-AMB-52")
def test_points_lost_during_the_round_count_for_who_begins() -> None:
    position = "blue pandora=1@1,0 v2=1@0,1 v3=9@-1,0 v4=9@-2,0; hand A ares=9; turn A"
    table = given(position).plays("ares 1,1")
    # The round brought A 4 and B 2, but Ares cost 2 and Pandora 1.
    assert table.scores == (1, 2)
    assert table.seen.first == 0


@pytest.mark.clause("SO-R2-2", "SO-R2-3")
def test_round_two_drafts_six_new_tiles_each_on_the_same_board_in_the_same_colours() -> None:
    # The terrain stays, too, wherever it has come to lie.
    position = "terrain olympus@1,1; reds B; red v2@0,1; hand A v1; turn A"
    table = given(position).plays("v1 1,0")
    before = table.seen
    played_at_random(table.state, 4, until="turn")
    after = table.seen
    assert [len(hand) for hand in after.hands] == [6, 6]
    assert (after.field, after.colours) == (before.field, before.colours)
    assert after.colours == ("blue", "red")


@pytest.mark.clause("SO-R2-4", "SO-SCORE-1", "SO-WIN-1")
def test_the_second_round_is_scored_like_the_first_and_added() -> None:
    table = given("round 2; score 3 4; red v2@0,1; hand A v1; turn A").plays("v1 1,0")
    assert table.state.over
    assert table.scores == (3 + 2, 4)
    assert table.state.winners == (0,)


@pytest.mark.clause("SO-WIN-2", "SO-T64")
@pytest.mark.parametrize(("first", "winner"), [("A", 0), ("B", 1)])
def test_a_tie_goes_to_the_first_player_of_round_two(first: str, winner: int) -> None:
    table = given(f"round 2; score 3 4; first {first}; hand A v1; turn A").plays("v1 1,0")
    assert table.scores == (4, 4)
    assert table.state.winners == (winner,)


def test_a_game_of_one_round_may_end_in_a_tie() -> None:
    table = given("score 3 4; hand A v1; turn A", rounds=1).plays("v1 1,0")
    assert table.state.over
    assert table.state.winners == (0, 1)


@pytest.mark.clause("SO-FIELD-2", "SO-R2-4")
def test_a_whole_game_ends_with_25_tiles_and_two_scored_rounds() -> None:
    table = begun()
    played_at_random(table.state, 11)
    assert len(table.seen.field) == 25
    assert table.seen.round == 2


@pytest.mark.clause("SO-SCORE-5")
def test_terrain_belongs_to_nobody() -> None:
    table = given("terrain styx@0,0; red v1@1,0 v2@2,0 v3@3,0 v4@4,0; hand A v5")
    assert table.seen.lines[0].points == (4, 0)
