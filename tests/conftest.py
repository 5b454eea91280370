"""What all tests share: nobody's own card files are in force."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _no_owner_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALFTURN_HOME", str(tmp_path / "halfturn-home"))
