"""Who is said to be wrong when something fails that should not."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from halfturn.commands import blame as blaming
from halfturn.commands.blame import blame
from halfturn.terminal import command


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("my_kites", "my_heroes"):
        (tmp_path / f"{name}.py").write_text("def play():\n    return 1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [
        EntryPoint("kites", "my_kites:Kites", "halfturn.games"),
        EntryPoint("hestia", "my_heroes:Hestia", "halfturn.sellswords"),
        EntryPoint("swirl", "halfturn.games.swirl:Swirl", "halfturn.games"),
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(blaming, "entry_points", entry_points)


def failing(module: str) -> Exception:
    """The error of a package's code."""
    with pytest.raises(ZeroDivisionError) as caught:
        import_module(module).play()
    return caught.value


def test_a_game_from_elsewhere_is_named() -> None:
    told = blame(failing("my_kites"))
    assert "something is wrong in the game kites (ZeroDivisionError: division by zero)" in told
    assert f"{command()} contract kites" in told


def test_so_is_a_package_that_brings_something_else() -> None:
    told = blame(failing("my_heroes"))
    assert "something is wrong in the package my_heroes (ZeroDivisionError" in told


def test_what_a_game_has_not_written_yet_is_named() -> None:
    assert blame(NotImplementedError("redeal")).startswith("the game lacks redeal. ")


def test_else_it_is_ours() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018
    assert "something is wrong in Halfturn itself (ZeroDivisionError" in blame(caught.value)
