"""What a player is told: why an answer is refused, who asks, and what has happened."""

from __future__ import annotations

import pytest

from halfturn.core import IllegalOption
from tests.games.sellswords.given import Table, given, halfway, placed


def refused(table: Table, answer: str) -> str:
    """The first half of what the game says to an answer."""
    with pytest.raises(IllegalOption) as caught:
        table.state.read(answer)
    reason, _, expected = str(caught.value).partition("; expected one of ")
    assert expected == ", ".join(table.options)
    return reason


def test_a_locked_tile_is_named_as_such() -> None:
    table = given("hand A v1 v2; hand B v3; lock v1")
    assert refused(table, "place:v1") == "v1 is locked for this turn"
    assert refused(table, "place:v3") == "v3 is not in the hand of A"


def test_a_tile_named_before_its_time_is_not_called_late() -> None:
    table = given("red pegasus=1@1,0; hand A v1 v2; hand B v3")
    assert refused(table, "place:v1") == "place:v1: no tile from the hand is to be chosen now"


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("at:1,0", "V1 lies there"),
        ("at:5,0", "the field would no longer fit 5 by 5 cells"),
        ("at:-1,-1", "it touches no tile; diagonal contact is not enough"),
    ],
)
def test_a_cell_is_refused_for_what_is_wrong_with_it(cell: str, reason: str) -> None:
    table = given("red v1@1,0 v2@2,0 v3@3,0 v4@4,0; hand A v5; hand B v6").answers("place:v5")
    assert refused(table, cell) == f"{cell}: {reason}"


def test_parthenon_is_named_where_it_binds() -> None:
    table = given("terrain parthenon@0,0; red v1@1,0; hand A v5; hand B v6").answers("place:v5")
    reason = "there is a free space next to Parthenon, so the tile must go there"
    assert refused(table, "at:2,0") == f"at:2,0: {reason}"


def test_parthenon_is_named_where_it_binds_moves() -> None:
    position = "terrain parthenon@0,0; red v1@1,0 v2@2,0"
    line = "choose:poseidon"
    table = halfway(position, "poseidon=1", "0,1", line, parthenon_moves=True)
    assert "there is a free space next to Parthenon" in refused(table, "to:3,0")


def test_sculptor_says_that_the_terrain_must_come_next_to_him() -> None:
    table = halfway("red v1@1,0 v2@1,1", "sculptor=1", "2,1")
    assert refused(table, "to:1,-1") == "to:1,-1: it is not next to Sculptor"
    assert "it touches no other tile" in refused(table, "to:3,3")


def test_a_link_may_go_only_where_it_links_again() -> None:
    position = "red v1@1,0 v3@1,1 v4@0,2; blue v2@2,1"
    # Terrain hangs on v1 alone; Poseidon lies beside v4 and closes the ring below.
    table = halfway(position, "poseidon=1", "1,2", "choose:v1")
    assert table.cell("v1") == (0, 1)  # the only cell that touches terrain and the others


def test_a_move_that_cuts_the_field_says_so() -> None:
    position = "red v1@1,0 v3@1,1 v4@0,2 v5@-1,2 v6@-1,1"
    table = halfway(position, "poseidon=1", "1,2", "choose:v1")
    assert refused(table, "to:2,1") == "to:2,1: the tiles would not all hang together"


def test_medusa_is_the_reason_for_moves_alone() -> None:
    field = "blue medusa=9@1,0 v1=9@1,1 v2=9@0,1; red v3@-1,0"
    table = halfway(field, "poseidon=1", "-1,1")
    assert refused(table, "choose:v1") == "v1 lies next to Medusa and cannot be moved or swapped"
    table = halfway(field, "manticore=1", "-1,1")
    assert refused(table, "choose:v1") == "v1 is no tile that Manticore can choose"


def test_midas_is_the_reason_for_flips_alone() -> None:
    field = "blue midas=9@1,0 v1=9@1,1 v2=9@0,1; red v3@-1,0"
    table = halfway(field, "gryphon=1", "-1,1")
    assert refused(table, "choose:v1") == "v1 lies next to King Midas and cannot be flipped"
    assert refused(table, "choose:v3") == "v3 is no tile that Gryphon can choose"
    table = halfway("blue midas=9@1,0 v1=9@1,1; red v3=1@2,1", "jason=1", "3,1")
    assert refused(table, "choose:v1") == "v1 is no tile that Jason can choose"


def test_terrain_is_refused_as_terrain() -> None:
    table = halfway("red v1@1,0", "odysseus=1", "0,1")
    assert refused(table, "choose:olympus") == (
        "olympus is the terrain, which Odysseus does not affect"
    )


def test_a_tile_that_holds_the_field_together_is_refused_as_that() -> None:
    table = halfway("red v1@1,0 v2@2,0", "poseidon=1", "3,0")
    assert refused(table, "choose:v1") == (
        "v1 cannot be moved: the tiles would not all hang together"
    )


def test_elder_asks_in_the_words_of_the_tile_he_copied() -> None:
    table = halfway("discard hermes", "elder=1", "1,0")
    view = table.state.view(None)
    assert (table.asking, "discarded" in view.asking_text) == ("elder", True)  # type: ignore[attr-defined]
    view = table.answers("copy:hermes").state.view(None)
    assert (table.asking, "row" in view.asking_text) == ("elder", True)  # type: ignore[attr-defined]


def test_hydra_asks_in_its_own_words_after_an_elder_who_copied() -> None:
    table = halfway("blue hydra=9@1,0 v1=9@1,1; discard hades", "elder=1", "2,0", "copy:hades")
    view = table.state.view(None)
    assert (table.asking, "Whoever gets it" in view.asking_text) == ("hydra", True)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("position", "tile", "cell", "line", "asking"),
    [
        ("blue v1=9@1,0", "cyclops=1", "2,0", "", "cyclops"),
        ("terrain styx@0,0", "v1=1", "1,0", "", "styx"),
        ("hand B v2 v3", "basilisk=1", "1,0", "", "basilisk"),
    ],
)
def test_the_view_names_the_tile_that_asks(
    position: str, tile: str, cell: str, line: str, asking: str
) -> None:
    assert halfway(position, tile, cell, line).asking == asking


def test_nobody_asks_once_a_turn_is_over() -> None:
    assert placed("blue v1=9@1,0", "cyclops=1", "2,0", "no").asking is None


def test_athlete_is_shown_with_print_alone() -> None:
    table = given("red athlete=4@1,0; blue hera=1@1,1; hand A v1; hand B v2")
    assert table.fights("athlete") == (4, 4, 4, 4)


def test_what_midas_prevents_is_told() -> None:
    table = placed("blue v1=1@1,0 midas=9@1,1", "v2=9", "2,0")
    assert "King Midas kept V1 unflipped." in table.words


def test_for_whom_perseus_stands_in_is_told() -> None:
    table = placed("blue v1=1@1,0 v2=1@2,1 perseus=9@1,1", "v3=5", "2,0")
    assert "Perseus stood in for V2 and V1. Perseus flipped to red." in table.words


def test_a_perseus_who_cannot_flip_is_told_to_stand_in() -> None:
    table = placed("blue v1=1@2,0 perseus=9@2,1 midas=9@1,1 v3=9@1,0", "v2=9", "3,0")
    assert "Perseus stood in for V1." in table.words
    assert "flipped" not in table.words.replace("unflipped", "")


@pytest.mark.parametrize(
    ("position", "tile", "answer", "reason"),
    [
        ("discard hades zeus", "elder=1", "copy:hera", "hera is not in the discard"),
        (
            "discard hades zeus",
            "elder=1",
            "copy:zeus",
            "zeus has no optional or mandatory ability to copy",
        ),
        ("hand B v1 v2", "basilisk=1", "lock:v24", "v24 is not in the hand of B"),
        ("hand B v1 v2 v3; lock v1", "basilisk=1", "lock:v1", "v1 is locked already"),
        ("deck zeus", "chimera=1", "discard:v25", "v25 is not in the hand of A"),
    ],
)
def test_a_tile_that_is_not_there_is_refused_as_that(
    position: str, tile: str, answer: str, reason: str
) -> None:
    assert refused(halfway(position, tile, "1,0"), answer) == reason


def test_a_pick_from_elsewhere_is_refused_as_that() -> None:
    table = given("centre v1 v2 v3 v4 v5 v6 v7; draft 1; turn A")
    assert refused(table, "pick:v8") == "v8 is not in the centre"
