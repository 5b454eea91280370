"""What the tests of run.py begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

import run
from tests.starting.project import Installer, write


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in a folder with an awkward name, that run.py takes for its own."""
    root = tmp_path / "half a türn"
    for name in ("pyproject.toml", "uv.lock", "hatch_build.py", "src/halfturn/rules.py"):
        write(root / name, name)
    base = root / ".halfturn"
    write(base / "env" / "bin" / "python", "a Python")
    for name, path in {
        "ROOT": root,
        "BASE": base,
        "ENV": base / "env",
        "STAMP": base / "stamp.json",
        "LOG": base / "setup.log",
        "PYTHON": base / "env" / "bin" / "python",
    }.items():
        monkeypatch.setattr(run, name, str(path))
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    monkeypatch.setattr(run, "toolchain", lambda: ["/usr/bin/cc", True])
    return root


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    return Installer(monkeypatch)
