"""The server as a program for tests: bots do not pause, and nobody is told to slow down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from halfturn.server import serve
from halfturn.server.settings import Rate, Settings

NO_LIMIT = Rate(1e9, 1e9)
QUICK = Settings(
    bot_pause=0,
    moves=NO_LIMIT,
    frames=NO_LIMIT,
    creates=NO_LIMIT,
    newcomers=NO_LIMIT,
    guesses=Rate(1000, 1000),
    hello_within=1.0,
)


def main(words: Sequence[str]) -> None:
    options = dict(zip(words[1::2], words[2::2], strict=True))
    serve.main(
        port=int(options["--port"]),
        data=Path(options["--data"]),
        settings=QUICK,
        addresses=lambda: ["127.0.0.2"],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
