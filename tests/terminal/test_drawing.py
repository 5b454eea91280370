"""The drawing of Swirling Heroes: legible, within the width, in any alphabet."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from halfturn import Playthrough, SeededRng
from halfturn.core.paper import columns, paper
from halfturn.games.swirling_heroes.text.drawing import EMBLEMS, INKS, draw
from halfturn.games.swirling_heroes.view import SwirlingHeroesView
from halfturn.terminal.characters import PLAIN, plain_fallback
from tests.terminal.desk import GAME, Desk


def drawn(position: str, seat: int | None = 0, width: int = 80) -> str:
    return picture(GAME.position(position).view(seat), width).plain


def picture(view: object, width: int) -> Text:
    assert isinstance(view, SwirlingHeroesView)
    with paper(width):
        return draw(view)


def test_a_field_with_its_axes_and_the_cells_beside_it() -> None:
    text = drawn("field A:0123@0,0 B:2301@1,0; hand A 0231; hand B 1032 0312; turn B", width=60)
    assert text.splitlines() == [
        "                             A ⋈ orange  5 points",
        "     -1   0    1   2       ╭─0─╮",
        "   -1     ·    ·           │1A2│",
        "        ╭─0─╮╭─2─╮         ╰─3─╯",
        "    0 · │3A1││1B3│ ·       ▸ B ❧ green  5 points",
        "        ╰─2─╯╰─0─╯         ╭─0─╮╭─1─╮",
        "    1     ·    ·           │2B3││2B0│",
        "                           ╰─1─╯╰─3─╯",
    ]


def test_hidden_hands_are_drawn_from_behind_with_their_number() -> None:
    text = drawn("options hands=random; hand A 0123; hand B 1032 0312; turn A")
    assert text.splitlines() == [
        "▸ A ⋈ orange  0 points",
        "╭─0─╮",
        "│3A1│",
        "╰─2─╯",
        "  B ❧ green  0 points  2 hidden",
        "╭───╮╭───╮",
        "│░░░││░░░│",
        "╰───╯╰───╯",
    ]


def test_removed_cards_and_the_winner_are_told() -> None:
    text = drawn("field A:0123@0,0; removed B 1032")
    assert "A ⋈ orange  6 points  wins" in text
    assert "removed 1032" in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_games_fit_the_width(width: int) -> None:
    rng = SeededRng(width)
    for seats in (2, 3, 4):
        game = Playthrough.start(GAME, seats, {"hands": "random"})
        game.deal(rng)
        while game.state.decision:
            widest = max(map(len, picture(game.state.view(0), width).plain.splitlines()))
            assert widest <= width
            options = game.state.decision.options
            game.play(options[rng.below(len(options))])


def test_the_widest_field_there_can_be_fits_80_columns() -> None:
    row = " ".join(f"A:0123@{x},0" for x in range(24))
    lines = drawn(f"field {row}").splitlines()
    assert max(map(len, lines)) <= 80
    assert "3A13A1" in lines[3]


def test_a_tall_field_is_numbered_below_too_and_a_flat_one_only_above() -> None:
    numbers = "-1 0 1"
    for rows, times in ((2, 1), (3, 2)):
        column = " ".join(f"A:0123@0,{y}" for y in range(rows))
        lines = [" ".join(line.split()) for line in drawn(f"field {column}", width=20).splitlines()]
        assert lines.count(numbers) == times
    assert lines[0] == lines[12] == numbers


def test_numbers_of_columns_never_touch() -> None:
    row = " ".join(f"A:0123@{x},0" for x in range(-14, 9))
    lines = drawn(f"field {row}").splitlines()
    assert lines[0].split() == "-15 -13 -11 -9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9".split()
    # The last figure of each stands above the middle of its cards.
    assert lines[3][lines[0].index("-13") + 2] == "A"
    assert lines[3][lines[0].index("0") - 3 * 2] == "A"


def test_the_width_is_the_screens_own_or_the_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "123")
    assert columns() == 123
    with paper(40):
        assert columns() == 40
    assert columns() == 123
    view = GAME.position("field A:0123@0,0; hand A 0231; hand B 1032").view(0)
    for width, beside in ((40, False), (60, True)):
        desk = Desk(width=width)
        desk.screen.board(GAME, view)
        assert (
            any("│3A1│" in line and "points" in line for line in desk.shown.splitlines()) == beside
        )


def test_what_is_cut_off_says_how_wide_the_terminal_should_be() -> None:
    row = " ".join(f"A:0123@{x},0" for x in range(22))
    view = GAME.position(f"field {row}").view(0)
    told = "This is wider than the terminal: make it 73 columns wide."
    for width in (60, 72, 73):
        desk = Desk(width=width)
        desk.screen.board(GAME, view)
        assert (told in desk.words) == (width < 73)


def test_every_colour_has_an_emblem_and_an_ink() -> None:
    assert set(EMBLEMS) == set(INKS) == {"orange", "green", "blue", "pink"}


def test_all_that_is_drawn_has_a_plain_character() -> None:
    text = drawn("options hands=random; field A:0123@0,0; hand A 0123; hand B 1032")
    for each in set(text) | set("".join(EMBLEMS.values())):
        assert each.isascii() or each in PLAIN


def test_plain_characters_keep_the_drawing_in_shape() -> None:
    text = "╭─0─╮ · ♥ \u2212 \udcff"
    with pytest.raises(UnicodeEncodeError) as caught:
        text.encode("ascii")
    error = caught.value
    error.start, error.end = 0, len(text)
    assert plain_fallback(error)[0] == "+-?-+?.?v?-??"


def test_colour_only_repeats_what_the_letters_say() -> None:
    view = GAME.position("field A:0123@0,0; hand A 0231; hand B 1032").view(0)
    shown = []
    for colour in (True, False):
        out = io.StringIO()
        console = Console(file=out, width=80, force_terminal=colour, no_color=not colour)
        console.print(Text(GAME.draw(view).plain) if not colour else GAME.draw(view))
        shown.append(out.getvalue())
    assert "\x1b[" in shown[0]
    assert "\x1b[" not in shown[1]
