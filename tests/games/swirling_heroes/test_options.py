"""The options: table sizes, presets, and what does not go together."""

from __future__ import annotations

import pytest

from halfturn.core import BadOptions
from halfturn.core.options import option_words, read_option_words
from halfturn.games.swirling_heroes.options import PRESETS, SwirlingHeroesOptions
from tests.games.swirling_heroes.given import (
    GAME,
    answers,
    begun,
    given,
    play,
    refuse,
    seen,
    to_the_end,
)


def cells(state_text: str) -> set[str]:
    return {line.partition("@")[2] for line in answers(given(state_text))}


@pytest.mark.clause("SH-DATA-6", "SH-FIELD-1")
@pytest.mark.parametrize(
    ("table", "open_cells"),
    [
        ("unlimited", {"0,-1", "-1,0", "2,0", "0,1", "1,-1", "1,1"}),
        ("3x3", {"0,-1", "-1,0", "2,0", "0,1", "1,-1", "1,1"}),
        ("2x2", {"0,-1", "0,1", "1,-1", "1,1"}),
        ("3x1", {"-1,0", "2,0"}),
        ("2x1", set()),
    ],
)
def test_the_table_bounds_the_field_and_not_where_it_lies(table: str, open_cells: set[str]) -> None:
    # Any card of the twelve may be held, so every cell that is open is taken by one of them.
    found: set[str] = set()
    for face in "0123 0231 0312 1032 1320 2130 0132 0213 0321 1023 1230 2031".split():
        position = f"options table={table}; field A:0123@0,0 B:0321@1,0; hand A {face}; turn A"
        found |= {cell for cell in cells(position) if cell}
    assert found == open_cells


@pytest.mark.clause("SH-DATA-6")
def test_a_cell_beyond_the_table_is_refused() -> None:
    state = given("options table=1x2; field A:0123@0,0; hand B 0123; turn B")
    assert answers(state) == ["2301@0,-1", "2301@0,1"]
    before = state.key()
    refuse(state, "2301@1,0", "1,0 is beyond the table of 1x2")
    assert state.key() == before
    play(state, "2301@0,1")
    assert state.over


@pytest.mark.clause("SH-DATA-6")
@pytest.mark.parametrize("table", ["4x3", "2x7", "1x9", "5x1", "47x47"])
def test_no_game_leaves_its_table(table: str) -> None:
    columns, rows = map(int, table.split("x"))
    for seed in range(6):
        state = to_the_end(begun(2, hands="even", table=table, first_player="A"), seed)
        xs = [each.x for each in seen(state, None).field]
        ys = [each.y for each in seen(state, None).field]
        assert max(xs) - min(xs) < columns
        assert max(ys) - min(ys) < rows


@pytest.mark.clause("SH-DATA-6")
@pytest.mark.parametrize(
    "table", ["", "7", "0x5", "5x0", "48x5", "5x48", "-1x5", "7x5x3", "axb", "100x2", "7 x5"]
)
def test_a_table_that_makes_no_sense_is_refused(table: str) -> None:
    with pytest.raises(BadOptions, match="table: expected columns x rows from 1x1 to 47x47"):
        begun(2, table=table)


@pytest.mark.clause("SH-DATA-2", "SH-DATA-4", "SH-DATA-6", "SH-AMB-1")
def test_the_defaults_are_those_of_the_rules() -> None:
    options = SwirlingHeroesOptions()
    assert options.edition == "shape-of-the-world"
    assert options.hands == "mirror"
    assert options.table == "unlimited"
    assert options.first_player == "random"
    assert options.chooser == "random"


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preset_can_be_played(name: str, seats: int) -> None:
    state = GAME.start(seats, PRESETS[name].options)
    assert state.decision is not None


def test_options_read_back_from_words() -> None:
    options = SwirlingHeroesOptions(
        edition="second",
        six=("0123", "0231", "0312", "1032", "1320", "2130"),
        colours=("pink", "blue"),
        table="7x5",
        chooser="B",
    )
    words = option_words(options)
    assert words == [
        "edition=second",
        "six=0123,0231,0312,1032,1320,2130",
        "colours=pink,blue",
        "table=7x5",
        "chooser=B",
    ]
    assert read_option_words(SwirlingHeroesOptions, words) == options


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"expected an option among edition, hands, .* got 'size'"):
        GAME.start(2, {"size": "7x5"})
