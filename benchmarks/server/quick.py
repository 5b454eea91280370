"""Halfturn as people start it, but nobody is told to slow down: FOLDER PORT [DATABASE]."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from halfturn.server.ops import serve
from halfturn.server.ops.settings import Rate, Settings

NO_LIMIT = Rate(1e9, 1e9)
SETTINGS = replace(
    Settings(),
    moves=NO_LIMIT,
    frames=NO_LIMIT,
    creates=NO_LIMIT,
    tables_per_address=NO_LIMIT,
    newcomers=NO_LIMIT,
    requests=NO_LIMIT,
    sockets_per_address=1_000_000,
    watchers=1_000_000,
    hello_within=600.0,
)

if __name__ == "__main__":
    serve.main(
        port=int(sys.argv[2]),
        data=Path(sys.argv[1]),
        settings=SETTINGS,
        database="".join(sys.argv[3:]),
    )
