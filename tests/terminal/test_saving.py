"""Saving, going on with a saved game, and stepping through it."""

import json
from pathlib import Path

import pytest

from halfturn.core import BadRecord
from halfturn.core.data import remove_owner_file, write_owner_file
from halfturn.core.match import Match
from halfturn.terminal.files import (
    LARGEST_FILE,
    CannotSave,
    free_path,
    match_text,
    read_saved,
    save,
)
from halfturn.terminal.replay import Replay, read_viewers
from tests.terminal.desk import GAME, Desk

EVEN = {"hands": "even", "first_player": "A"}


def test_a_saved_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "evening.halfturn"
    desk = Desk("1", "1", f"save {file}")
    sitting = desk.sit("Ann,greedy", EVEN, length=2)
    assert f"Saved to {file}" in desk.shown.replace("\n", "")  # long paths are wrapped
    assert "The input ended. Nothing is lost." in desk.words
    saved = read_saved(file)
    assert saved.match.text == sitting.match.text
    assert saved.match.length == 2
    assert saved.players == ["Ann", "greedy"]


def test_a_saved_game_goes_on_with_the_cards_it_began_with(tmp_path: Path) -> None:
    cards = json.loads(GAME.shipped_data())
    cards["cards"] = [each for each in cards["cards"] if not each["id"].endswith("-12")]
    own = write_owner_file(GAME, json.dumps(cards))
    match = Match.start(own, 2, {"hands": "random"}, 1)
    file = tmp_path / "evening"
    save(file, match_text(match, ["you", "greedy"]))
    remove_owner_file(GAME)
    assert read_saved(file).match.current.record.data == own.data_hash != GAME.data_hash


def test_a_saved_single_game_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game"
    Desk("1", f"save {file}").sit(options=EVEN)
    assert file.read_text().startswith("halfturn record 1\n")
    assert read_saved(file).players == ["you", "greedy"]


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


@pytest.mark.parametrize("name", ["no/such/folder/x", "~nobody-of-that-name/x", "bad\0name"])
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
        "nothing": (b"", "expected a line 'halfturn record 1'"),
        "prose": (b"Dear diary", "expected a line 'halfturn record 1'"),
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


def test_the_line_of_the_file_is_named(tmp_path: Path) -> None:
    text = finished(length=2).text
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if line.startswith("end "):
            broken = [*lines[: number - 1], "end x", *lines[number:]]
            (tmp_path / "x").write_text("\n".join(broken))
            with pytest.raises(BadRecord, match=f"x: .*line {number}: expected a whole number"):
                read_saved(tmp_path / "x")
    assert lines.count("halfturn record 1") == 2


def test_an_unknown_game_is_told_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_text(finished().text.replace("game swirling-heroes", "game chess"))
    with pytest.raises(BadRecord, match=r"old: expected a game among .*, got 'chess'"):
        read_saved(file)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "x"
    record = finished().current.record
    file.write_text(record.text, encoding="utf-8-sig")
    assert read_saved(file).match.current.record == record


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("Ann,Ann", "expected a name of their own for everybody"),
        ("Ann,\x07", "printable characters"),
        ("Ann", "expected 2 players, got 1"),
    ],
)
def test_players_that_cannot_be_do_not_spoil_a_record(
    players: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "x"
    file.write_text(f"{finished().current.record.text}# players {players}\n")
    saved = read_saved(file)
    assert saved.match.over
    assert saved.players == []
    assert saved.note.startswith(f"{file} names players that cannot be: ")
    assert told in saved.note


def test_a_path_is_taken_as_it_is_typed_at_the_end_of_a_game_too(tmp_path: Path) -> None:
    file = tmp_path / "Evening.Halfturn"
    desk = Desk("1", f"SAVE {file}", "QUIT")
    desk.sit(at=GAME.position("field A:0123@0,0; hand A 0123; turn A"))
    assert [path.name for path in tmp_path.iterdir()] == ["Evening.Halfturn"]
    assert "To see it again: halfturn replay" in desk.words
    assert "play --from" not in desk.words
    assert desk.untyped == []


def test_a_game_that_is_over_counts_while_the_match_goes_on(tmp_path: Path) -> None:
    desk = Desk("1", "", "quit", "n")
    end = "options hands=even first_player=A; field A:0123@0,0; hand A 0123; turn A"
    desk.sit("you,Bob", at=GAME.position(end), length=2)
    assert "Save the game first?" in desk.words


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
    assert desk.shown.count("The game is over") == 2
    assert desk.words.count(" won. A: ") + desk.words.count("A tie between A and B. A: ") == 2


def test_replay_shows_a_spectator_no_hidden_card_and_a_seat_its_own() -> None:
    match = finished(hands="random")
    shown = {}
    for view in ("", "A", "b", "all"):
        desk = Desk()
        Replay(match, [], view, desk.screen).show(0)
        shown[view] = desk.shown
    assert shown[""].count("░") == 36
    assert shown["A"].count("░") == 18
    assert "A got a card. (6 times)" in " ".join(shown["b"].split())
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
    again = read_saved(file).match
    assert again.current.state.text == match.current.state.text
    assert GAME.id == again.current.game.id
