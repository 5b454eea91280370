"""Servers as processes of their own, which are always ended."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.support.patience import PATIENCE
from tests.support.postgres import database_of

ADDRESS = re.compile(r"http://localhost:(\d+)/")


def quick(data: Path, mutant: str = "") -> Running:
    """The server of the tests, or the same with one promise broken: see `server_mutants`."""
    if mutant:
        return Running(data, "--mutant", mutant, module="tests.support.server_mutants")
    return Running(data, module="tests.support.quick_server")


def memory_of(pid: int) -> float:
    """Megabytes in use, where /proc tells."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Running:
    """A server that runs from `with` on; what it prints is in `said`, its log in `complaints`."""

    def __init__(self, data: Path, *words: str, module: str = "halfturn") -> None:
        self.data = data
        self._words = words
        self._module = module
        self.said: list[str] = []
        self.port = 0
        self.database = ""
        """Where its tables are; without it the tests' own place for the folder."""
        self.redis = ""
        """By which it gives other nodes hints."""

    @property
    def home(self) -> Path:
        """Where its owner's card files are: never those of whoever runs the tests."""
        return self.data / "home"

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self, port: int = 0) -> None:
        self.launch(port)
        self.wait()

    def launch(self, port: int = 0) -> None:
        """Begin to start it."""
        self.data.mkdir(parents=True, exist_ok=True)
        words = ["serve", "--data", str(self.data), "--port", str(port), *self._words]
        with open(self.data / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(words),
                stdout=subprocess.PIPE,
                stderr=log,
                stdin=subprocess.DEVNULL,
                text=True,
                env={
                    **os.environ,
                    "PYTHONUNBUFFERED": "1",
                    "HALFTURN_HOME": str(self.home),
                    "HALFTURN_DATABASE": self.database or database_of(self.data),
                    "HALFTURN_REDIS": self.redis,
                },
            )

    def command(self, words: Sequence[str]) -> list[str]:
        """How the program is started."""
        return [sys.executable, "-m", self._module, *words]

    def wait(self) -> None:
        """Until it serves."""
        self.port = int(self.wait_for(ADDRESS))

    def wait_for(self, pattern: re.Pattern[str]) -> str:
        """The first group of the first line that fits."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := pattern.search(line):
                return found[1] if found.groups() else found[0]
        raise RuntimeError(f"the server ended: {self.said} {self.complaints}")

    @property
    def complaints(self) -> str:
        return (self.data / "server.log").read_text("utf-8")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; returns how it did."""
        self.process.send_signal(by)
        out, _ = self.process.communicate(timeout=PATIENCE)
        self.said += out.splitlines()
        return self.process.returncode

    def __exit__(self, *_: object) -> None:
        self.kill()
