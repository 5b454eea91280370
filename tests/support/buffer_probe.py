"""A server that writes down the most bytes that ever waited for one reader: `most_held`.

python -m tests.support.buffer_probe serve --data FOLDER --port PORT [--mutant NAME]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from halfturn.server.http import app
from halfturn.server.ops import serve
from halfturn.server.transport.connection import AT_ONCE, Connection
from halfturn.server.transport.http_protocol import Wire
from tests.support import quick_server, server_mutants

FILE_NAME = "most-held"


def most_held(data: Path) -> int:
    """The most so far, in bytes."""
    file = data / FILE_NAME
    return int(file.read_text("ascii")) if file.exists() else 0


def weigh(data: Path) -> None:
    """From now on write it down, with all servers of this process."""
    most = 0

    def note(held: int) -> None:
        nonlocal most
        if held > most:
            most = held
            written = data / f"{FILE_NAME}.new"
            written.write_text(str(most), "ascii")
            written.replace(data / FILE_NAME)

    class WeighedWire(Wire):
        def data_received(self, received: bytes) -> None:
            super().data_received(received)
            note(self.transport.get_write_buffer_size())

    class WeighedConnection(Connection):
        def push(self, frame: bytes) -> None:
            super().push(frame)
            if not self.closing:
                wire: Wire = self._socket.scope["state"][AT_ONCE].__self__
                note(self._size + wire.transport.get_write_buffer_size())

    server_mutants.replace_in(serve, Wire=WeighedWire)
    server_mutants.replace_in(app, Connection=WeighedConnection)


def main(words: Sequence[str]) -> None:
    weigh(Path(words[words.index("--data") + 1]))
    (server_mutants if "--mutant" in words else quick_server).main(words)


if __name__ == "__main__":
    main(sys.argv[1:])
