"""PostgreSQL killed under load: nothing is acknowledged that is not stored, and it goes on after.

`python -m tests.server.chaos.outages` runs the same from the command line.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.chaos import outages
from tests.server.chaos.run import Verdict
from tests.support.http_client import ready_again, run, second_to_move
from tests.support.patience import PATIENCE
from tests.support.postgres import Postgres
from tests.support.server_process import quick

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9 on Windows")


def test_five_kills_of_the_database_cost_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with Postgres() as postgres:
        verdict = asyncio.run(outages.run(tmp_path, postgres, outages=5, tables=10))
    print(verdict)
    assert len(verdict.back) == 5
    assert not verdict.faults, verdict
    assert verdict.acknowledged > 3 * outages.MOVES
    assert "Traceback" not in verdict.complaints
    assert verdict.complaints.count("the database is back (writing)") >= 5


def test_a_server_that_takes_no_notice_of_the_database_is_caught(tmp_path: Path) -> None:
    verdict: Verdict | None = None
    with Postgres() as postgres:
        for seed in range(5):
            folder = tmp_path / str(seed)
            verdict = asyncio.run(outages.run(folder, postgres, 2, 6, "swallowed", seed))
            if verdict.faults["lost"]:
                break
    print(verdict)
    assert verdict is not None
    assert verdict.faults["lost"], verdict


def test_while_the_database_is_away_everybody_is_told_so_at_once(tmp_path: Path) -> None:
    """It stands still instead of ending: the hardest case, since no connection is closed."""

    async def go() -> None:
        server = quick(tmp_path)
        server.database = postgres.database()
        with server:
            one, _, tab, hers = await second_to_move(server.port)
            assert one.ask("GET", "/readyz").status == 200
            await asyncio.to_thread(postgres.pause)
            try:
                choice = hers.now["question"]["choices"][0]["text"]
                reply = await hers.move(choice, key="away")
                assert reply["result"] == "error"
                assert "nothing was done" in reply["text"]
                assert one.ask("GET", "/healthz").status == 200
                assert one.ask("POST", "/api/v1/me", {"name": "Ada"}).status == 503
                assert one.ask("GET", "/readyz").status == 503
            finally:
                postgres.go_on()
            for _ in range(int(PATIENCE * 20)):
                reply = await hers.move(choice, key="away")  # the very same
                if reply["result"] != "error":
                    break
                await asyncio.sleep(0.05)
            # What was on its way when it stood still may have been carried out after all.
            assert reply["result"] in ("ok", "dup")
            await ready_again(one)
            await tab.reach(reply["version"])
            assert "Traceback" not in server.complaints

    with Postgres() as postgres:
        run(go)
