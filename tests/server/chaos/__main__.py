"""`python -m tests.server.chaos --kills 100 --tables 20 [--mutant NAME]`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.chaos.mutants import MUTANTS
from tests.server.chaos.run import run


def main() -> int:
    words = argparse.ArgumentParser(description="Kill the server under load, and judge it.")
    words.add_argument("--kills", type=int, default=100)
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--bots", type=int, default=4)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--mutant", choices=sorted(MUTANTS), default="")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(
            run(Path(folder), given.kills, given.tables, given.bots, given.mutant, given.seed)
        )
    print(verdict)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
