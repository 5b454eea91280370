"""Games from other packages that fail in every way: whoever plays another one notices nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from halfturn.core import HalfturnError
from halfturn.server.ops import admin
from halfturn.server.protocol.updates import HALTED
from halfturn.server.tables.guard import Guard, TooMuch
from tests.support import misbehaving_games
from tests.support.http_client import Browser, Tab, run
from tests.support.server_process import Running
from tests.support.stored_data import kept

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded there alone")

HEALTHY = 180
MOVES = 3
RAISES = {misbehaving_games.fall_down, misbehaving_games.make_a_mistake}
"""What Python itself ends: nothing has to be stopped for that."""


# ---- the guard by itself ----


class Ended(Exception):
    """What a test wants to be raised."""


@pytest.mark.parametrize(
    "how",
    [
        misbehaving_games.loop,
        misbehaving_games.loop_stubbornly,
        misbehaving_games.fill_memory,
        misbehaving_games.want_too_much,
        misbehaving_games.fall_asleep,
        misbehaving_games.leave,
    ],
)
def test_a_step_ends_whatever_is_done_in_it(how: Any) -> None:
    guard = Guard(0.05, 64 * 2**20)
    with guard.installed():
        for _ in range(2):
            with pytest.raises(Ended), guard.step(Ended):
                how()
        with guard.step(Ended):
            pass
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_step_inside_a_step_means_nothing_and_errors_pass() -> None:
    guard = Guard(0.05, 64 * 2**20)
    with guard.installed():
        with pytest.raises(Ended), guard.step(Ended), guard.step(RuntimeError):
            misbehaving_games.loop()
        with pytest.raises(ZeroDivisionError), guard.step(Ended):
            misbehaving_games.make_a_mistake()
    with guard.step(Ended):  # and without the timer nothing is bounded
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass


def test_a_late_tick_hurts_nobody() -> None:
    guard = Guard(0.0, 64 * 2**20)
    with guard.installed():
        os.kill(os.getpid(), signal.SIGALRM)
        guard.begin(0)
        with pytest.raises(TooMuch):
            misbehaving_games.loop()
        guard.end()
        os.kill(os.getpid(), signal.SIGALRM)


@pytest.mark.parametrize("when", ["it begins", "it ends"])
def test_memory_is_free_again_whatever_fails(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """At the end what the game took is still there, so anything may fail."""
    import resource  # which not every system has

    def no_memory(*given: object) -> None:
        raise MemoryError

    guard = Guard(0.05, 64 * 2**20)
    before = resource.getrlimit(resource.RLIMIT_AS)
    with guard.installed():
        if when == "it ends":
            assert guard.begin(0)
            assert resource.getrlimit(resource.RLIMIT_AS) != before
        with monkeypatch.context() as patch:
            patch.setattr(signal, "setitimer", no_memory)
            with pytest.raises(MemoryError):
                guard.end() if when == "it ends" else guard.begin(0)
        assert resource.getrlimit(resource.RLIMIT_AS) == before
        with pytest.raises(Ended), guard.step(Ended):  # and the next one is bounded as ever
            misbehaving_games.loop()


# ---- twenty among two hundred ----


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables are, of a server that has the evil games, too."""
    misbehaving_games.install(tmp_path / "packages")
    paths = [str(tmp_path / "packages"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    return tmp_path / "data"


def serving(data: Path, settings: str = "guarded") -> Running:
    return Running(data, "--settings", settings, module="tests.support.quick_server")


def evil_table(one: Browser, number: int) -> str:
    seats = ["me", "me"] if number < len(misbehaving_games.WAYS) - 3 else ["me", "bot:strong"]
    link = one.post("/api/v1/tables", {"game": f"evil-{number}", "seats": seats})
    return str(link["table"])


async def misbehave(one: Browser, table: str, number: int) -> str:
    """Play until it fails; returns what is told of it."""
    tab = await one.open(table)
    when = misbehaving_games.WAYS[number][0]
    await tab.until(lambda update: update["question"])
    if when == "looked at":
        choice = tab.now["question"]["choices"][0]["text"]
        token = tab.now["question"]["token"]
        await tab.say(type="preview", key="p", token=token, answer=choice)
    else:
        choice, token = tab.now["question"]["choices"][0]["text"], tab.now["question"]["token"]
        await tab.say(type="move", key="m", token=token, answers=[choice])
    if when == "asked":  # which is the other seat's turn
        await tab.say(type="hello", seen=0, seat=1)
    return await told(tab)


async def told(tab: Tab) -> str:
    """The first words about a table that does not work, however they come."""
    while True:
        try:
            message = await tab.hear()
        except ConnectionClosed:
            code = tab.socket.close_code or 0
            assert code in (HALTED, 1011), code
            return f"closed {tab.socket.close_reason}"
        if message["type"] == "update":
            for happening in message["happenings"]:
                if "stopped" in happening["words"]:
                    return str(happening["words"])
        elif message.get("result") in ("illegal", "error"):
            return str(message["text"])


async def play_healthily(tab: Tab) -> None:
    for _ in range(MOVES):
        if tab.now["status"] == "over":
            return  # somebody had a very lucky hand
        reply = await tab.move_first()
        assert reply["result"] == "ok", reply
        await tab.reach(reply["version"])
        await tab.until(lambda update: update["question"] or update["status"] == "over")


def test_twenty_evil_games_among_two_hundred_tables(installed: Path) -> None:
    tables: dict[int, str] = {}
    words: dict[int, str] = {}
    one = Browser(0)

    async def first() -> None:
        with serving(installed) as server:
            one.port = server.port
            healthy = []
            for number in range(HEALTHY):
                each = Browser(server.port)
                game = ("swirling-heroes", "swirl", "sellswords", "qwirkle-cards")[number % 4]
                made = each.post("/api/v1/tables", {"game": game, "seats": ["me", "bot:random"]})
                healthy.append(await each.open(made["table"]))
            for number in range(len(misbehaving_games.WAYS)):
                tables[number] = evil_table(one, number)

            async def fail(number: int) -> None:
                words[number] = await misbehave(one, tables[number], number)

            await asyncio.gather(
                *(fail(number) for number in tables), *(play_healthily(tab) for tab in healthy)
            )
            listed = Browser(server.port).get("/api/v1/games")
            assert {"swirl", "evil-0"} <= {each["id"] for each in listed}
            assert not {"evil-20", "evil-21"} & {each["id"] for each in listed}
            for number in (22, 23):
                refused = one.ask(
                    "POST", "/api/v1/tables", {"game": f"evil-{number}", "seats": ["me", "me"]}
                )
                assert refused.status == 503
                assert "cannot be played here" in refused.json["text"]
            assert Browser(server.port).ask("GET", "/readyz").status == 200
            server.stop()

    run(first)
    stopped = {
        number for number, (_, how) in enumerate(misbehaving_games.WAYS) if how not in RAISES
    }
    print(words)
    for number in stopped:
        assert "stopped" in words[number], (number, words[number])
    for number, table in tables.items():
        kinds = [
            kind
            for (kind,) in kept(
                installed, "SELECT kind FROM log WHERE table_id = ? ORDER BY version", table
            )
        ]
        assert (kinds[-1] == "halted") == (number in stopped), (number, kinds)
        assert "halted" not in kinds[:-1]

    async def again() -> None:
        with serving(installed) as server:
            one.port = server.port
            before = server.complaints.count("is stopped")
            for number in stopped:
                tab = await one.open(tables[number], seen=None)
                with contextlib.suppress(ConnectionClosed):
                    await tab.say(type="hello", seen=0)
                assert "stopped" in await told(tab), number
            shown = {each["table"] for each in one.get("/api/v1/tables")}
            assert {tables[0], tables[16]} <= shown
            assert tables[11] not in shown
            # Nothing was tried again to find that out.
            assert server.complaints.count("is stopped") == before
            assert one.ask("GET", f"/api/v1/tables/{tables[0]}/games").json == []
            server.stop()
        assert set(admin.stats(installed)["tables that cannot be opened"]) >= {
            tables[number] for number in stopped
        }
        # Whoever looks after the server can let it go on; a game that was not mended fails again.
        await asyncio.to_thread(admin.release, installed, tables[0])
        with serving(installed) as server:
            one.port = server.port
            assert "stopped" in await misbehave(one, tables[0], 0)
        with pytest.raises(HalfturnError, match="was stopped here"):
            await asyncio.to_thread(admin.release, installed, tables[6])

    run(again)


def test_without_the_guard_everybody_waits(installed: Path) -> None:
    """The mutant: what the test above relies on is the guard."""

    async def go() -> None:
        with serving(installed, "unguarded") as server:
            one, other = Browser(server.port), Browser(server.port)
            made = other.post("/api/v1/tables", {"game": "swirl", "seats": ["me", "bot:random"]})
            healthy = await other.open(made["table"])
            assert (await healthy.request("ping"))["result"] == "ok"
            tab = await one.open(evil_table(one, 0))
            question = tab.now["question"]
            choice = question["choices"][0]["text"]
            await tab.say(type="move", key="m", token=question["token"], answers=[choice])
            await asyncio.sleep(0.2)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(healthy.request("ping"), 2)
            server.kill()

    run(go)
