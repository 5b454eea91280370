"""A project that run.py takes for its own, and commands that install nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import run

REPOSITORY = Path(__file__).parents[2]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Commands:
    """Remembers what was to be run, and can fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ran: list[list[str]] = []
        self.failures: list[BaseException] = []
        self.became: list[str] = []
        self.environment: dict[str, str] = {}
        monkeypatch.setattr(run, "run", self._run)
        monkeypatch.setattr(run, "become", self._become)
        monkeypatch.setattr(subprocess, "Popen", self._popen)
        monkeypatch.setattr(subprocess, "call", self._call)

    @property
    def titles(self) -> list[str]:
        """What was run, in a word each."""
        return [self._title(words) for words in self.ran]

    @staticmethod
    def _title(words: list[str]) -> str:
        line = " ".join(words)
        for sign, title in (("web/build.py", "app"), (" sync ", "sync"), (" compile", "compile")):
            if sign in line:
                return title
        return "venv" if "venv" in words else "pip"

    def _run(self, command: list[str], title: str) -> None:
        self.ran.append(command)
        if self.failures:
            raise self.failures.pop(0)
        if "sync" in command:
            write(Path(run.python_of("env")), "a Python")
        for word in command:
            if word.startswith("--target="):
                write(Path(word.removeprefix("--target=")) / run.BIN / f"uv{run.EXE}", "uv")

    def _popen(self, command: list[str], env: dict[str, str]) -> Any:
        self.ran.append(command)
        *_, target, stamp, _uv = command
        write(Path(target) / "halfturn.json", stamp)

        class Done:
            def wait(self) -> int:
                return 0

        return Done()

    def _call(self, command: list[str], env: dict[str, str]) -> int:
        self.ran.append(command)
        return 0

    def _become(self, command: list[str], environment: dict[str, str]) -> int:
        self.became, self.environment = command, environment
        return 7


def compiled(parts: list[str], why: str = "") -> None:
    """Leave the stamp of a compiled build of the sources as they are."""
    sources = run.fingerprint("src", "pyproject.toml", "hatch_build.py", "uv.lock")
    stamp = {"python": sys.version, "sources": sources, "parts": parts, "why": why}
    write(run.BASE / "compiled" / "halfturn.json", json.dumps(stamp))
