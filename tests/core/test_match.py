"""Several games that count together."""

from __future__ import annotations

import pytest

from halfturn.core import BadOptions, BadRecord, HalfturnError, IllegalOption
from halfturn.core.match import By, Match, read_match
from halfturn.core.playthrough import Playthrough
from halfturn.template.magpies import Magpies

MAGPIES = Magpies()


def game(hand_a: str, hand_b: str) -> Playthrough:
    """A finished game in which each hand went into its nest."""
    through = Playthrough.at(MAGPIES.position(f"hand A {hand_a}; hand B {hand_b}; deck; turn A"))
    while (asked := through.state.decision) is not None:
        through.play(asked.options[0])
    return through


A_BY_FAR, B_BY_ONE, TIE = game("5", "2"), game("3", "4"), game("3", "3")


@pytest.mark.parametrize(
    ("games", "by", "totals", "winners"),
    [
        ([A_BY_FAR, B_BY_ONE], "points", (8, 6), (0,)),
        ([A_BY_FAR, B_BY_ONE], "wins", (1, 1), (0, 1)),
        ([A_BY_FAR, TIE], "wins", (1, 0), (0,)),
        ([TIE, TIE], "points", (6, 6), (0, 1)),
        ([B_BY_ONE, B_BY_ONE, A_BY_FAR], "wins", (1, 2), (1,)),
        ([B_BY_ONE, B_BY_ONE, A_BY_FAR], "points", (11, 10), (0,)),
    ],
)
def test_points_and_wins(
    games: list[Playthrough], by: By, totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = Match(games, len(games), by)
    assert match.over
    assert match.totals == totals
    assert match.winners == winners


class ShinyMagpies(Magpies):
    """Magpies whose scores compare, and nothing else."""

    has_points = False


def test_scores_that_are_no_points_are_not_added_up() -> None:
    shiny = ShinyMagpies()
    games = [Playthrough.of(each.record, shiny) for each in (B_BY_ONE, B_BY_ONE, A_BY_FAR)]
    for match in (Match(games, 3), read_match(Match(games, 3).text, shiny)):
        assert match.by == "wins"
        assert match.totals == (1, 2)
        assert match.winners == (1,)
    # By points A would have won; a match that was written down so is read by wins, too.
    said = Match(games, 3).text.replace("by wins", "by points")
    assert read_match(said, shiny).winners == (1,)


def test_only_games_that_are_over_count() -> None:
    match = Match([A_BY_FAR, Playthrough.start(MAGPIES)], 2)
    assert not match.over
    assert match.totals == (5, 2)
    assert match.winners == ()


def test_a_match_begins_and_goes_on() -> None:
    match = Match.start(MAGPIES, 3, {"hand": 1})
    assert match.length == 3  # as many games as seats
    assert match.current.state.seats == 3
    with pytest.raises(IllegalOption, match="the game before to be over"):
        match.next_game()
    longer = Match([A_BY_FAR], 2)
    assert longer.next_game() is longer.current
    assert longer.current.state.options == A_BY_FAR.state.options
    with pytest.raises(IllegalOption, match="at most 1 games, and all are played"):
        Match([A_BY_FAR], 1).next_game()


@pytest.mark.parametrize("length", [0, -1, 1001])
def test_lengths_that_make_no_match_are_refused(length: int) -> None:
    with pytest.raises(BadOptions, match="a match of 1 to 1000 games"):
        Match.start(MAGPIES, length=length)


@pytest.mark.parametrize("by", ["points", "wins"])
def test_text_reads_back(by: By) -> None:
    match = Match([A_BY_FAR, B_BY_ONE], 3, by)
    again = read_match(match.text, MAGPIES)
    assert again.text == match.text
    assert (again.length, again.by, again.totals) == (3, by, match.totals)


def test_a_single_record_is_a_match_of_one_game() -> None:
    match = read_match(A_BY_FAR.record.text, MAGPIES)
    assert match.over
    assert match.winners == (0,)


RECORD = A_BY_FAR.record.text
OPEN = Playthrough.start(MAGPIES).record.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line 'halfturn record 1'"),
        ("halfturn match 1\ngames 2\nby points\n", "expected a line 'halfturn record 1'"),
        (f"halfturn match 2\ngames 2\nby points\n\n{RECORD}", "expected a head of"),
        (f"halfturn match 1\ngames 2\nby luck\n\n{RECORD}", "expected a head of"),
        (f"halfturn match 1\ngames two\nby wins\n\n{RECORD}", "expected a head of"),
        (f"halfturn match 1\ngames {'9' * 5000}\nby wins\n\n{RECORD}", "expected a head of"),
        (f"halfturn match 1\ngames 1001\nby wins\n\n{RECORD}", "a match of 1 to 1000 games"),
        (f"halfturn match 1\nby wins\n\n{RECORD}", "expected a head of"),
        (f"nonsense\n{RECORD}", "expected a head of"),
        (f"halfturn match 1\ngames 1\nby wins\n\n{RECORD}\n{RECORD}", "at most 1 games, got 2"),
        (f"halfturn match 1\ngames 2\nby wins\n\n{OPEN}\n{RECORD}", "every game but the last"),
        (f"halfturn match 1\ngames 2\nby wins\n\n{RECORD}\n{RECORD}x", "game 2: line .*after"),
        (
            f"halfturn match 1\ngames 2\nby wins\n\n{RECORD}\n"
            + OPEN.replace("seats 2", "seats 3"),
            "the same number of seats",
        ),
        (
            f"halfturn match 1\ngames 2\nby wins\n\n{RECORD}\n"
            + OPEN.replace("seats 2", "seats 9"),
            "game 2: the beginning of the record",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_named(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        read_match(text, MAGPIES)


def test_all_errors_are_for_people() -> None:
    assert issubclass(BadRecord, HalfturnError)


def test_a_broken_game_is_named_with_its_line_in_the_whole_text() -> None:
    text = Match([A_BY_FAR, B_BY_ONE], 2).text
    lines = text.splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("end")]
    lines[at[1]] = "end x"
    for ends in ("\n", "\r\n"):
        with pytest.raises(BadRecord, match=f"game 2: line {at[1] + 1}: expected a whole number"):
            read_match(ends.join(lines), MAGPIES)
