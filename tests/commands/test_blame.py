"""Who is said to be wrong when something fails that should not."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from halfturn.commands.blame import blame
from halfturn.core import registry
from halfturn.terminal import command


@pytest.fixture(autouse=True)
def _guest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "my_kites.py").write_text("def play():\n    return 1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("kites", "my_kites:Kites", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])


def test_a_game_from_elsewhere_is_named() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        import_module("my_kites").play()
    told = blame(caught.value)
    assert "something is wrong in the game kites (ZeroDivisionError: division by zero)" in told
    assert f"{command()} contract kites" in told


def test_what_a_game_has_not_written_yet_is_named() -> None:
    assert blame(NotImplementedError("redeal")).startswith("the game lacks redeal. ")


def test_else_it_is_ours() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018
    assert "something is wrong in Halfturn itself (ZeroDivisionError" in blame(caught.value)
