"""Starting the server and killing it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

from tests.server.chaos import stages
from tests.support.patience import PATIENCE
from tests.support.postgres import database_of
from tests.support.processes import free_port


class Cluster:
    """One server, again and again, on the same port and the same folder."""

    def __init__(self, data: Path, mutant: str = "", database: str = "") -> None:
        self.data = data
        self._database = database or database_of(data)
        self.port = free_port()
        self.kills = 0
        self._mutant = mutant
        self._pid = 0
        self._process: Process | None = None

    async def load(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        words = [str(self.data), str(self.port), self._mutant]
        with open(self.data / "server.log", "ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.server.chaos.server",
                *words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=log if not self._mutant else DEVNULL,
                env={**os.environ, "HALFTURN_DATABASE": self._database},
            )
        await self._line("loaded")

    async def start(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(b"go\n")
        self._pid = int((await self._line("pid")).split()[1])
        await self._line("Halfturn is at")

    async def kill(self) -> None:
        """As a power cut would, as far as the process is concerned."""
        os.kill(self._pid, signal.SIGKILL)
        await self._line("ended")
        self._pid = 0
        self.kills += 1

    async def stop(self) -> None:
        """As whoever looks after the machine would."""
        os.kill(self._pid, signal.SIGTERM)
        ended = await self._line("ended")
        assert ended.split()[1] == "0", ended
        self._pid = 0

    async def _line(self, beginning: str) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        while True:
            line = await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)
            if not line:
                raise AssertionError(f"the server ended: {self.complaints}")
            if beginning.encode() in line:
                return line.decode()

    async def stages(self) -> dict[str, list[float]]:
        """What the clocks in the server have noted since the last time: see `stages`."""
        file = self.data / stages.FILE_NAME
        os.kill(self._pid, signal.SIGUSR1)
        while not file.exists():
            await asyncio.sleep(0.01)
        found: dict[str, list[float]] = json.loads(file.read_text("utf-8"))
        file.unlink()
        return found

    @property
    def seconds_used(self) -> float:
        """The processor time that the running server has taken."""
        fields = Path(f"/proc/{self._pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def complaints(self) -> str:
        return (self.data / "server.log").read_text("utf-8")

    async def close(self) -> None:
        """End everything that was started here, by its number."""
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            await self._process.wait()
            self._process._transport.close()  # type: ignore[attr-defined]
