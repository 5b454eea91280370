"""A project that run.py takes for its own, and an installer that installs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import run

REPOSITORY = Path(__file__).parents[2]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def stamp_now(**changes: Any) -> run.Stamp:
    """The stamp of a complete set-up of the sources as they are."""
    facts = {
        "parts": [],
        "toolchain": ["/usr/bin/cc", True],
        "compiled": True,
        "why": "",
        "web": True,
    }
    return {**run.wanted_stamp(), **facts, **changes}


def current(stamp: run.Stamp, *parts: str, any_build: bool = False) -> bool:
    return run.is_current(stamp, run.wanted_stamp(), set(parts), any_build)


class Installer:
    """Stands in for uv: remembers what it was asked to do, and can fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[tuple[str, list[str], list[str]]] = []
        self.failure: BaseException | None = None
        self.note = {"compiled": True, "why": "", "web": True}
        monkeypatch.setattr(run, "get_uv", lambda: None)
        monkeypatch.setattr(run, "uv_sync", self.sync)
        monkeypatch.setattr(run, "build_record", lambda: self.note)

    def sync(self, title: str, parts: set[str], flags: list[str]) -> None:
        assert not Path(run.STAMP).exists(), "a stamp must not outlive what it vouches for"
        self.jobs.append((title, sorted(parts), flags))
        if self.failure:
            raise self.failure
