"""Databases and the like as processes of their own, on ports of their own, always ended."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.support.patience import PATIENCE


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str, *elsewhere: Path) -> str:
    """Where a program is: on the path, or in one of some folders; an error where it is not."""
    if found := shutil.which(name):
        return os.path.realpath(found)
    for folder in elsewhere:
        if os.access(folder / name, os.X_OK):
            return str(folder / name)
    raise RuntimeError(
        f"expected the program {name} on this machine, or its wheel in the group dev of "
        "pyproject.toml: these tests need the real thing"
    )


def in_wheel(package: str, *parts: str) -> Path:
    """A folder inside an installed package; one that is not there where it is not installed."""
    spec = importlib.util.find_spec(package)
    at = Path(spec.origin).parent if spec and spec.origin else Path("/nowhere")
    return at.joinpath(*parts)


def other_user() -> str | None:
    """Somebody who is not root, where we are: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd  # which Windows does not have

    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def temporary_folder(user: str | None) -> Path:
    """A folder that is that user's own."""
    folder = Path(tempfile.mkdtemp(prefix="halfturn-"))
    if user is not None:
        shutil.chown(folder, user)
    return folder


class Machine(ABC):
    """A process of a program that tests start, kill, pause and start again."""

    def __init__(self, user: str | None = None) -> None:
        self.port = free_port()
        self.user = user
        self.folder = temporary_folder(user)
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def start(self) -> None:
        """Start it, or start it again: on the same port."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def spawn(self, words: Sequence[str]) -> None:
        """Start it; it is ready when `ready` says so."""
        with open(self.folder.with_suffix(".log"), "ab") as log:
            self.process = subprocess.Popen(
                [*_die_with_parent(), *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                user=self.user,
                extra_groups=[] if self.user else None,
            )

    def family(self) -> list[int]:
        """The process and those it has started."""
        assert self.process is not None
        found = [self.process.pid]
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    stat = (entry / "stat").read_text("utf-8", "replace")
                except OSError:
                    continue  # it has just ended
                if int(stat.rpartition(")")[2].split()[1]) == self.process.pid:
                    found.append(int(entry.name))
        return found

    def _signal(self, number: signal.Signals) -> None:
        for pid in self.family():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def kill(self) -> None:
        """As a power cut would, as far as processes are concerned."""
        assert self.process is not None
        # First the parent stands still, so that it starts nobody new.
        os.kill(self.process.pid, signal.SIGSTOP)
        self._signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def pause(self) -> None:
        """Nothing is answered, and no connection ends."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """After a pause."""
        self._signal(signal.SIGCONT)

    @property
    def said(self) -> str:
        return self.folder.with_suffix(".log").read_text("utf-8", "replace")

    def wait_until_open(self) -> None:
        """Until something listens at the port."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                raise RuntimeError(f"it ended: {self.said[-2000:]}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise RuntimeError(f"it does not listen: {self.said[-2000:]}")

    def close(self) -> None:
        """End it for good, and leave nothing."""
        if self.process is not None and self.process.poll() is None:
            self.go_on()
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.with_suffix(".log").unlink(missing_ok=True)


def _die_with_parent() -> list[str]:
    """Words before a program, so that whatever happens to the tests it is not left behind."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", "KILL", "--"] if found else []
