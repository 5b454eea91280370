"""The card file of the owner of a box."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from halfturn.core import BadData, Game, HalfturnError
from halfturn.core import data as data_module
from halfturn.core.data import (
    EARLIER,
    LARGEST_FILE,
    CannotKeep,
    data_home,
    load_with_owner_data,
    owner_file,
    remove_owner_file,
    with_cards_of,
    write_owner_file,
)
from halfturn.core.registry import load
from halfturn.template.magpies import Magpies


class Printed(Magpies):
    """Magpies with a card file that must say `trinkets`."""

    data_file = "trinkets.txt"

    def with_data(self, text: str) -> Game:
        if text != "trinkets":
            raise BadData(f"expected trinkets, got {text!r}")
        game = Printed()
        game.data_hash = "an owner's"
        return game


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HALFTURN_HOME", str(tmp_path))
    monkeypatch.setattr(data_module, "load", lambda id: Printed())
    (tmp_path / "magpies").mkdir()
    return tmp_path


def test_the_home_is_what_the_owner_says(home: Path) -> None:
    assert data_home() == home
    assert owner_file(Printed()) == home / "magpies" / "trinkets.txt"
    assert owner_file(Magpies()) is None


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux keeps such data")
def test_the_home_is_where_the_system_keeps_such_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HALFTURN_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_home() == Path("/somewhere/halfturn")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert data_home() == Path("/home/somebody/.local/share/halfturn")


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HALFTURN_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(HalfturnError, match="no home: name one with HALFTURN_HOME=FOLDER"):
        data_home()


@pytest.mark.usefixtures("home")
def test_without_a_file_the_game_has_its_own_cards() -> None:
    assert load_with_owner_data("magpies").data_hash == ""


def test_a_file_is_used(home: Path) -> None:
    (home / "magpies" / "trinkets.txt").write_text("trinkets")
    assert load_with_owner_data("magpies").data_hash == "an owner's"


def test_a_broken_file_is_named_with_what_is_wrong(home: Path) -> None:
    path = home / "magpies" / "trinkets.txt"
    path.write_text("pebbles")
    with pytest.raises(BadData, match=r"trinkets\.txt: expected trinkets, got 'pebbles'; mend it"):
        load_with_owner_data("magpies")


def test_a_file_that_is_no_text_is_named(home: Path) -> None:
    (home / "magpies" / "trinkets.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match=r"trinkets\.txt: cannot be read \(.*UTF-8\); mend it"):
        load_with_owner_data("magpies")


def test_a_folder_in_its_place_is_named(home: Path) -> None:
    (home / "magpies" / "trinkets.txt").mkdir()
    with pytest.raises(BadData, match=r"trinkets\.txt: cannot be read \([^\[]+\); mend it"):
        load_with_owner_data("magpies")


def test_a_game_without_a_card_file_takes_none() -> None:
    with pytest.raises(BadData, match="Magpies has no card file to replace"):
        Magpies().with_data("trinkets")


def numbered(number: int) -> str:
    """A hero file in which Zeus has this number on every side."""
    return f'{{"version": 1, "heroes": [{{"ref": 50, "numbers": [{number}, {number}, 1, 1]}}]}}'


def test_cards_that_were_in_force_are_found_again() -> None:
    """Whatever replaces a file, and a spoilt one too: nothing that was entered is lost."""
    shipped = load("sellswords")
    path = owner_file(shipped)
    assert path is not None
    first = write_owner_file(shipped, numbered(7))
    assert path.read_text("utf-8") == numbered(7)
    assert load_with_owner_data("sellswords").data_hash == first.data_hash
    path.write_text("spoilt", "utf-8")
    second = write_owner_file(shipped, numbered(8))
    remove_owner_file(shipped)
    assert not path.exists()
    kept = {each.read_text("utf-8") for each in (path.parent / EARLIER).iterdir()}
    assert kept == {numbered(7), numbered(8), "spoilt"}
    for game in (first, second, shipped):
        assert with_cards_of(shipped, game.data_hash).data_hash == game.data_hash
        assert with_cards_of(second, game.data_hash).data_hash == game.data_hash
    assert with_cards_of(shipped, first.data_hash).data_text == numbered(7)


def test_a_file_that_is_known_needs_no_folder() -> None:
    shipped = load("sellswords")
    made = shipped.with_data(numbered(9))
    assert with_cards_of(shipped, made.data_hash) is shipped  # nobody knows those cards
    assert with_cards_of(shipped, made.data_hash, numbered(9)).data_hash == made.data_hash
    assert with_cards_of(shipped, made.data_hash, numbered(8)) is shipped
    for odd in ("../../heroes.user", "a/b", "", "\u00e4", "x" * 5000):
        assert with_cards_of(shipped, odd) is shipped


def test_a_bad_file_is_never_written() -> None:
    shipped = load("sellswords")
    write_owner_file(shipped, numbered(7))
    for bad in ("", "spoilt", numbered(100), " " * (LARGEST_FILE + 1)):
        with pytest.raises(BadData):
            write_owner_file(shipped, bad)
    assert load_with_owner_data("sellswords").data_text == numbered(7)


def test_a_folder_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(CannotKeep, match=r"heroes\.user\.json cannot be written \(No space left"):
        write_owner_file(load("sellswords"), numbered(7))
