"""The menu: Enter all the way starts a match against the casual bot."""

from pathlib import Path

import pytest

from halfturn import SeededRng
from halfturn.core import BadData, BadOptions, Game
from halfturn.terminal.files import Saved, read_saved
from halfturn.terminal.menu import menu
from halfturn.terminal.players import read_players
from tests.terminal.desk import GAME, Desk

HEROES = "swirling-heroes"


def shown(*lines: str) -> str:
    desk = Desk(*lines)
    menu(desk.screen, SeededRng(1), "1.2.3")
    return desk.words


@pytest.fixture(autouse=True)
def _two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is installed, the numbers of the menu stay."""
    monkeypatch.setattr("halfturn.terminal.menu.game_ids", lambda: ["swirling-heroes", "swirl"])


def test_three_enters_start_a_match_against_the_casual_bot() -> None:
    text = shown(HEROES, "", "")
    assert "Swirling Heroes: A You, B Casual." in text
    assert "Game 1 of 2: You (A) to play" in text


def test_a_single_game_is_one_word_away() -> None:
    text = shown(HEROES, "", "single")
    assert "add single for just one" in text
    assert "Game 1 of" not in text
    assert "You (A) to play" in text


def test_presets_by_number_or_name_and_players_by_name() -> None:
    assert "1 pick:0123" in shown(HEROES, "Ann, random", "2")
    assert "Pass the keyboard to" in shown(HEROES, "Ann Bob", "random single")


def test_seat_by_seat() -> None:
    text = shown(HEROES, "3", "", "Bob", "random", "match")
    assert "Swirling Heroes: A You, B Bob, C Random." in text
    assert "Game 1 of 3" in text


def test_only_presets_that_so_many_can_play_are_offered() -> None:
    assert "4 Teams" not in shown("swirl", "", "quit")
    text = shown("swirl", "you random random random", "4")
    assert "4 Teams" in text
    assert "SWIRL: A You, B Random 1, C Random 2, D Random 3." in text


def test_a_game_without_matches_does_not_offer_one() -> None:
    text = shown("swirl", "", "quit")
    assert "It is a single game. " in text


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("97",), "expected a number from 1 to 2 or load FILE, got '97'"),
        ((HEROES, "5"), "Swirling Heroes is for 2 to 4 players, got 5"),
        ((HEROES, "Ann"), "Swirling Heroes is for 2 to 4 players, got 1"),
        ((HEROES, "Ann,Ann"), "expected a name of their own for everybody, got 'Ann' twice"),
        ((HEROES, "", "9"), "expected a number from 1 to 4, single or match, got '9'"),
        (("load nowhere",), "nowhere cannot be read"),
    ],
)
def test_mistakes_are_told_and_asked_again(lines: tuple[str, ...], told: str) -> None:
    text = shown(*lines, "quit")
    assert told in text
    assert text.endswith("Bye.")


def test_a_saved_game_can_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game"
    Desk("1", f"save {file}").sit("Ann,random", {"hands": "even", "first_player": "A"})
    assert "A Ann, B Random. " in shown(f"load {file}")


def test_a_saved_game_is_read_once_and_counts_as_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game"
    Desk("1", f"save {file}").sit("Ann,random", {"hands": "even", "first_player": "A"})
    read = []

    def counted(path: Path) -> Saved:
        read.append(path)
        return read_saved(path)

    monkeypatch.setattr("halfturn.terminal.menu.read_saved", counted)
    text = shown(f"load {file}", "quit")
    assert read == [file]
    assert "Save the game first?" not in text


def test_a_game_that_cannot_be_loaded_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(id: str) -> Game:
        if id == "broken":
            raise BadData("/its/file: mend it")
        return GAME

    monkeypatch.setattr("halfturn.terminal.menu.game_ids", lambda: ["broken", "swirling-heroes"])
    monkeypatch.setattr("halfturn.terminal.menu.load_with_owner_data", load)
    text = shown("1", "", "", "single")
    assert "1 broken cannot be played now: ! /its/file: mend it" in text
    assert "Which game, or load FILE? [2] 1 ! /its/file: mend it" in text
    assert "You (A) to play" in text
    monkeypatch.setattr("halfturn.terminal.menu.game_ids", lambda: ["broken"])
    assert shown("", "quit").endswith("Load FILE, or quit? quit Bye.")


def test_an_interrupt_leaves_the_line() -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    desk = Desk(typist=interrupt)
    with pytest.raises(KeyboardInterrupt):
        menu(desk.screen, SeededRng(1), "1.2.3")
    assert desk.shown.endswith("[1] \nBye.\n")


def test_the_end_of_the_input_leaves() -> None:
    assert shown().endswith("Bye.")


def test_players_have_names_of_their_own() -> None:
    assert [each.name for each in read_players(["you", "GREEDY", "greedy", "Zoë"])] == [
        "You",
        "Greedy 1",
        "Greedy 2",
        "Zoë",
    ]
    assert [each.name for each in read_players(["you", "you"])] == ["You 1", "You 2"]
    named_alike = read_players(["greedy", "greedy 1", "greedy"])
    assert [each.name for each in named_alike] == ["Greedy 2", "greedy 1", "Greedy 3"]
    for bad in ("", "x" * 21, "a\x1b[31m"):
        with pytest.raises(BadOptions, match="expected names of 1 to 20 printable characters"):
            read_players(["you", bad])
