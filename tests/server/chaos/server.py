"""A server to be killed. The program loads everything once; each `go` forks a server off it,

so that a restart takes as long as the restart, and not as long as Python's imports.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from halfturn.core.registry import game_ids, load
from halfturn.server.ops import serve
from tests.server.chaos import stages
from tests.server.chaos.mutants import MUTANTS, OF_OUTAGES
from tests.support.patience import PATIENCE
from tests.support.quick_server import QUICK

STAGES = "stages"
"""No mutant: the server as it is, with clocks in it."""
SETTINGS = replace(QUICK, farewell=PATIENCE / 3)
"""Nobody is cut off only because the machine is slow: whoever is forgotten is waited for."""
DIE_WITH_PARENT = 1
"""prctl's PR_SET_PDEATHSIG: whatever happens to the driver, no server is left behind."""


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def main(data: Path, port: int, mutant: str) -> None:
    die_with_parent()
    for id in game_ids():
        load(id)
    if mutant == STAGES:
        stages.install(data)
    elif mutant:
        {**MUTANTS, **OF_OUTAGES}[mutant]()
    print("loaded", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            die_with_parent()
            database = os.environ.get("HALFTURN_DATABASE", "")
            serve.main(port=port, data=data, settings=SETTINGS, database=database)
            os._exit(0)
        print(f"pid {child}", flush=True)
        _, status = os.waitpid(child, 0)
        print(f"ended {status}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")
