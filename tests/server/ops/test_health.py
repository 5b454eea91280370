"""Looking after a server: is it well, what does it count, what does it write down, how it stops."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.core import IllegalOption
from halfturn.server.ops import metrics
from halfturn.server.ops.logging import JsonLines, TextLines
from halfturn.server.storage.database import StoreFailed
from halfturn.server.tables.log import BadLog
from tests.server.chaos.run import run as chaos
from tests.support.http_client import Browser, run
from tests.support.server_process import Running

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? -?[0-9.e+-]+')


def test_it_tells_that_it_lives_and_is_ready(browser: Callable[[], Browser]) -> None:
    for path in ("/healthz", "/readyz"):
        answer = browser().ask("GET", path)
        assert (answer.status, answer.body) == (200, b"ok\n")
        assert answer.headers["Cache-Control"] == "no-store"


def test_what_it_counts_can_be_read_by_prometheus(
    server: Running, browser: Callable[[], Browser]
) -> None:
    one = browser()
    one.post("/api/v1/me", {"name": "Ada Unmistakable"})
    table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])

    async def play() -> None:
        tab = await one.open(table)
        await tab.move_first()
        await tab.request("next")
        answer = await asyncio.to_thread(one.ask, "GET", "/metrics")
        assert answer.headers["Content-Type"] == metrics.TEXT
        text = answer.body.decode()
        assert text.endswith("\n")
        lines = text.splitlines()
        samples = [line for line in lines if not line.startswith("# ")]
        assert all(LINE.fullmatch(line) for line in samples), samples
        names = [line.split()[2] for line in lines if line.startswith("# TYPE ")]
        assert len(names) == len(set(names))
        values = dict(line.rsplit(" ", 1) for line in samples)
        assert values['halfturn_http_requests_total{endpoint="POST /me",status="200"}'] == "1"
        assert values['halfturn_replies_total{result="ok"}'] == "1"
        assert values["halfturn_websockets"] == "1"
        assert values["halfturn_tables"] == values["halfturn_tables_open"] == "1"
        bounds = [line for line in samples if line.startswith("halfturn_commit_seconds_bucket")]
        counts = [int(line.rsplit(" ", 1)[1]) for line in bounds]
        assert counts == sorted(counts)
        assert counts[-1] == int(values["halfturn_commit_seconds_count"]) > 3
        for private in ("Unmistakable", table, one.cookie.partition("=")[2]):
            assert private not in text

    run(play)


def test_others_are_not_told_what_it_counts(browser: Callable[[], Browser]) -> None:
    """Behind a proxy every request comes from this machine, but by another name."""
    one = browser()
    assert one.ask("GET", "/metrics", headers={"Host": "laptop.home"}).status == 403


def written(lines: logging.Formatter, message: str, *values: object, error: bool = False) -> str:
    record = logging.LogRecord("halfturn.x", logging.ERROR, __file__, 1, message, values, None)
    if error:
        try:
            raise IllegalOption("0123@0,0 is not legal: expected 0321")
        except IllegalOption:
            record.exc_info = sys.exc_info()
    return lines.format(record)


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_no_card_and_no_new_line_gets_into_the_log(lines: logging.Formatter) -> None:
    text = written(lines, "table %s failed: %s", "abc", IllegalOption("0123@0,0"), error=True)
    assert "0123" not in text
    assert "0321" not in text
    assert "IllegalOption" in text
    assert "test_health.py" in text
    bad = BadLog("abc: version 7: 'deal:0123' is not legal")
    assert "abc: version 7" in written(lines, "table: %s", bad)
    assert "0123" not in written(lines, "table: %s", bad)
    assert "full" in written(lines, "%s", sqlite3.OperationalError("database or disk is full"))
    assert "full" in written(lines, "%s", StoreFailed("OperationalError: disk is full"))
    assert "\n" not in written(lines, "said %s", "a\nb\x1b[2Jc\u2028d")


def test_debugging_shows_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALFTURN_DEBUG", "1")
    assert "0321" in written(TextLines(), "failed", error=True)


def test_lines_for_programs() -> None:
    line = json.loads(written(JsonLines(), "table %s failed", "abc", error=True))
    assert line["level"] == "error"
    assert line["where"] == "halfturn.x"
    assert line["says"] == "table abc failed"
    assert line["kind"] == "table %s failed"
    assert line["error"] == "IllegalOption"
    assert len(line["traceback"]) == 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows")
def test_whoever_is_there_is_told_when_it_stops(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            tab = await one.open(table)
            assert (await tab.move_first())["result"] == "ok"
            stopping = asyncio.create_task(asyncio.to_thread(server.stop, signal.SIGTERM))
            assert await tab.closed() == 1012
            assert await stopping == 0
            assert "all tables are kept" in server.said[-1]
            assert server.complaints == ""

    run(go)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows")
def test_stopped_under_load_no_move_fails(tmp_path: Path) -> None:
    verdict = asyncio.run(chaos(tmp_path, kills=6, tables=8, bots=2, gently=True))
    print(verdict)
    assert not verdict.faults, verdict
    assert verdict.complaints == ""
    assert verdict.acknowledged > 200
