"""Saving, going on with a saved game, and stepping through it."""

from pathlib import Path

import pytest

from halfturn.core import BadRecord
from halfturn.core.match import Match
from halfturn.terminal.files import LARGEST_FILE, CannotSave, free_path, read_saved, save
from halfturn.terminal.replay import Replay, read_viewers
from tests.terminal.desk import GAME, Desk

EVEN = {"hands": "even", "first_player": "A"}


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "evening.halfturn"
    desk = Desk("1", "1", f"save {file}")
    sitting = desk.sit("Ann,greedy", EVEN, length=2)
    assert f"Saved to {file}" in desk.shown.replace("\n", "")  # long paths are wrapped
    assert "The input ended. Nothing is lost." in desk.words
    match, words = read_saved(file)
    assert match.text == sitting.match.text
    assert match.length == 2
    assert words == ["Ann", "greedy"]


def test_a_saved_single_game_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game"
    Desk("1", f"save {file}").sit(options=EVEN)
    assert file.read_text().startswith("halfturn record 1\n")
    assert read_saved(file)[1] == ["you", "greedy"]


def test_the_default_name_is_always_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Desk("save", "save", "1", "save", f"save {tmp_path}").sit(options=EVEN)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"swirling-heroes{end}.halfturn" for end in ("-2", "-3", "-4", "")]
    assert free_path("swirling-heroes", tmp_path).name == "swirling-heroes-5.halfturn"


def test_nothing_is_overwritten_without_a_yes(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    desk = Desk(f"save {file}", "")
    desk.sit(options=EVEN)
    assert file.read_text() == "mine"
    assert "Not saved." in desk.words
    Desk(f"save {file}", "y").sit(options=EVEN)
    assert file.read_text().startswith("halfturn record 1")


@pytest.mark.parametrize("name", ["no/such/folder/x", "bad\0name"])
def test_a_file_that_cannot_be_written_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(f"save {name}", "1")
    sitting = desk.sit(options=EVEN)
    assert "! " in desk.shown
    assert len(sitting.through.answers) == 2
    assert list(tmp_path.iterdir()) == []


def test_saving_leaves_no_half_file(tmp_path: Path) -> None:
    with pytest.raises(CannotSave, match="cannot be written"):
        save(tmp_path / "folder" / "x", "text")
    (tmp_path / "taken").mkdir()
    with pytest.raises(CannotSave, match="cannot be written"):
        save(tmp_path / "taken", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_files_that_are_no_saved_games(tmp_path: Path) -> None:
    cases = {
        "binary": (b"\x80\x81\xff", "not text"),
        "nothing": (b"", "expected a saved game with a line 'halfturn record 1'"),
        "prose": (b"Dear diary", "expected a saved game"),
        "huge": (b" " * (LARGEST_FILE + 1), "too large"),
        "cut": (b"halfturn record 1\ngame swirling-heroes\n", "expected a line 'rules'"),
    }
    for name, (content, told) in cases.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadRecord, match=told):
            read_saved(tmp_path / name)
    with pytest.raises(BadRecord, match="cannot be read"):
        read_saved(tmp_path)
    with pytest.raises(BadRecord, match="cannot be read"):
        read_saved(tmp_path / "missing")


# ---- replay ----


def finished(length: int = 1, hands: str = "even") -> Match:
    return Desk().sit("greedy,random", {"hands": hands}, length=length).match


def test_replay_steps_back_and_forth() -> None:
    desk = Desk("", "", "b", "g 5", "7", "b 2", "g 99", "nonsense", "q")
    replay = Replay(finished(), ["greedy", "random"], "", desk.screen)
    replay.walk()
    titles = [line.split(" ─")[0] for line in desk.shown.splitlines() if "position" in line]
    assert titles == [f"position {at} of 12" for at in (0, 1, 2, 1, 5, 7)]
    assert "Positions go from 0 to 12." in desk.shown
    assert "! expected Enter, b, g and a number, or q, got 'nonsense'" in desk.words


def test_replay_of_a_whole_match() -> None:
    desk = Desk()
    Replay(finished(length=2), [], "", desk.screen).show_all()
    assert "game 2 of 2, position 25 of 25" in desk.words
    assert desk.shown.count("The game is over. Winning:") == 2


def test_replay_shows_a_spectator_no_hidden_card_and_a_seat_its_own() -> None:
    match = finished(hands="random")
    shown = {}
    for view in ("", "A", "b", "all"):
        desk = Desk()
        Replay(match, [], view, desk.screen).show(0)
        shown[view] = desk.shown
    assert shown[""].count("░") == 36
    assert shown["A"].count("░") == 18
    assert "A got a card." in " ".join(shown["b"].split())
    assert "As A sees it:" in shown["all"]
    assert "As B sees it:" in shown["all"]


def test_views_that_there_are() -> None:
    assert read_viewers("all", 3) == (0, 1, 2)
    assert read_viewers("", 3) == (None,)
    with pytest.raises(ValueError, match="expected a seat from A to B, got 'C'"):
        read_viewers("C", 2)


def test_a_saved_game_replays_the_same(tmp_path: Path) -> None:
    match = finished()
    file = tmp_path / "x"
    file.write_text(match.text)
    again, _ = read_saved(file)
    assert again.current.state.text == match.current.state.text
    assert GAME.id == again.current.game.id
