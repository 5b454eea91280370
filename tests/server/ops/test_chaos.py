"""Killed under load a hundred times: nothing acknowledged is lost, doubled or invented.

`python -m tests.server.chaos` runs the same from the command line.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.chaos.mutants import MUTANTS
from tests.server.chaos.run import Verdict, run
from tests.support.postgres import ON_POSTGRES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 on Windows")

CAUGHT = {
    "ackfirst": "lost",
    "publishfirst": "phantoms",
    "noidem": "denied",
    "noocc": "stale",
    "catchup": "phantoms",
}
"""By which fault each mutant gives itself away."""
# On PostgreSQL what is new is the engine, and the commits of a server that is gone already.
KILLS = 50 if ON_POSTGRES else 100
CHOSEN = ["ackfirst"] if ON_POSTGRES else sorted(MUTANTS)


def test_a_hundred_kills_cost_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    verdict = asyncio.run(run(tmp_path, kills=KILLS, tables=20, bots=4))
    print(verdict)
    assert verdict.kills == KILLS
    assert not verdict.faults, verdict
    assert verdict.acknowledged >= (2_000 if ON_POSTGRES else 10_000)
    assert verdict.resent > KILLS
    assert verdict.late > KILLS
    assert "Traceback" not in verdict.complaints
    assert "ERROR" not in verdict.complaints


@pytest.mark.parametrize("mutant", CHOSEN)
def test_a_server_that_breaks_its_word_is_caught(tmp_path: Path, mutant: str) -> None:
    verdict: Verdict | None = None
    for seed in range(20):  # a kill has to come at the right moment: some need a few more
        folder = tmp_path / str(seed)
        verdict = asyncio.run(run(folder, kills=8, tables=8, mutant=mutant, seed=seed))
        if verdict.faults[CAUGHT[mutant]]:
            break
    print(mutant, verdict)
    assert verdict is not None
    assert verdict.faults[CAUGHT[mutant]], verdict
