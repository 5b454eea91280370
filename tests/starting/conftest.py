"""What the tests of the set-up begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

import run
from tests.starting.checkout import Commands, write


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in a folder with an awkward name, which run.py takes for its own."""
    root = tmp_path / "half a türn"
    for name in ("pyproject.toml", "uv.lock", "hatch_build.py", "src/halfturn/a.py", "web/a.ts"):
        write(root / name, name)
    monkeypatch.setattr(run, "ROOT", root)
    monkeypatch.setattr(run, "BASE", root / ".halfturn")
    monkeypatch.setattr(run, "LOG", root / ".halfturn" / "setup.log")
    for name in ("HALFTURN_PURE", "HALFTURN_DATABASE", "HALFTURN_CHECKOUT"):
        monkeypatch.delenv(name, raising=False)
    (root / ".halfturn").mkdir()
    monkeypatch.chdir(Path.cwd())  # `run.py test` goes elsewhere, and is taken back afterwards
    return root


@pytest.fixture
def commands(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """Stands in for pip, uv and the build of the web app; nothing is installed."""
    return Commands(monkeypatch)
