"""The server as a program for tests: bots do not pause, and nobody is told to slow down.

python -m tests.support.quick_server serve --data FOLDER --port PORT [--settings NAME]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from halfturn.server.ops import serve
from halfturn.server.ops.settings import Rate, Settings
from tests.support.patience import PATIENCE

NO_LIMIT = Rate(1e9, 1e9)
QUICK = Settings(
    bot_pause=0,
    host_names=("laptop.home",),
    deal_within=0,
    sockets_per_address=100_000,
    requests=NO_LIMIT,
    replays=NO_LIMIT,
    files=NO_LIMIT,
    lessons=NO_LIMIT,
    open_tables=100_000,
    moves=NO_LIMIT,
    looks=NO_LIMIT,
    arranges=NO_LIMIT,
    hints=NO_LIMIT,
    talk=NO_LIMIT,
    frames=NO_LIMIT,
    creates=NO_LIMIT,
    tables_per_address=NO_LIMIT,
    newcomers=NO_LIMIT,
    bot_tokens=NO_LIMIT,
    bot_moves=NO_LIMIT,
    guesses=Rate(1000, 1000),
    hello_within=PATIENCE,
)
USUAL = Settings(deal_within=0)
SETTINGS = {
    "quick": QUICK,
    # What everybody may do at once, and nothing more with time: the same on a slow machine.
    "bursts": replace(
        USUAL,
        moves=Rate(USUAL.moves.burst, 0),
        looks=Rate(USUAL.looks.burst, 0),
        arranges=Rate(USUAL.arranges.burst, 0),
        talk=Rate(USUAL.talk.burst, 0),
        frames=Rate(USUAL.frames.burst, 0),
        creates=Rate(USUAL.creates.burst, 0),
        tables_per_address=Rate(USUAL.tables_per_address.burst, 0),
        bot_moves=Rate(USUAL.bot_moves.burst, 0),
        guesses=Rate(USUAL.guesses.burst, 0),
        hints=Rate(USUAL.hints.burst, 0),
        hello_within=PATIENCE,
    ),
    "crowded": replace(QUICK, sockets_per_seat=100_000, sockets_per_person=100_000),
    "impatient": replace(QUICK, hello_within=0.1, body_within=0.1),
    "narrow": replace(
        QUICK,
        connections=12,
        sockets_per_address=5,
        sockets_per_person=3,
        requests=Rate(40, 0.001),
        open_tables=2,
    ),
    "proxied": replace(
        QUICK,
        proxies=("127.0.0.1",),
        host_names=("play.example",),
        metrics_from=("127.0.0.0/8", "203.0.113.0/24"),
    ),
    "nodes": replace(QUICK, lease=2.0),
    "gone": replace(QUICK, absence=0),
    "guarded": replace(QUICK, game_within=0.2, game_memory=64, bot_limit=2.0),
    "thoughtless": replace(QUICK, thinkers=0, worker_secret="a-secret-of-the-tests"),
    "unguarded": replace(QUICK, game_within=1e9),
}


def main(words: Sequence[str]) -> None:
    options = dict(zip(words[1::2], words[2::2], strict=True))
    serve.main(
        port=int(options["--port"]),
        data=Path(options["--data"]),
        settings=SETTINGS[options.get("--settings", "quick")],
        addresses=lambda: ["127.0.0.2"],
        database=os.environ.get("HALFTURN_DATABASE", ""),
        redis=os.environ.get("HALFTURN_REDIS", ""),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
