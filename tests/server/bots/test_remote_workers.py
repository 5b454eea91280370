"""Workers on other machines: the same queue, the same distrust, and nothing waits for ever."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from halfturn.core import SeededRng
from halfturn.server.bots.thinker_pool import Gone, NoThought, Thinkers
from halfturn.server.bots.worker import address
from halfturn.server.protocol import workers
from halfturn.server.protocol.workers import misfit, own_hello
from halfturn.server.tables import commands
from tests.support.bare_table import Seated
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running

SECRET = "a secret of the tests".replace(" ", "-")
JOINED = re.compile("thinks for")


class Elsewhere:
    """A worker that does as it is told."""

    def __init__(self, name: str, *found: Any) -> None:
        self.name = name
        self.found = list(found)
        self.ended = False
        self.asked: list[tuple[str, Sequence[Any]]] = []

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        self.asked.append((work, given))
        found = self.found.pop(0)
        if found is None:
            await asyncio.Event().wait()
        if isinstance(found, Exception):
            raise found
        return found

    def end(self) -> None:
        self.ended = True


def world_of(seated: Seated) -> Any:
    return commands.hinted_world(seated.table, 0, seated.table.token(0))


def test_what_one_place_loses_another_thinks_and_nonsense_is_not_taken() -> None:
    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=PATIENCE, count=0)
        seated = Seated("swirling-heroes", ["person", "bot:strong"], ["first_player=A"])
        world, good = world_of(seated), seated.choices(0)[0]
        waiting = asyncio.create_task(mind.answer("t", "strong", world))
        await asyncio.sleep(0)
        assert mind.census == (0, 0, 1)  # nobody is there yet
        lost, found = Elsewhere("lost", Gone("killed")), Elsewhere("found", good, good)
        mind.add(lost)
        mind.add(found)
        assert await waiting == good
        ((work, given),) = lost.asked
        assert (work, given) == found.asked[0]
        key, game, cards, text, _ = given
        assert (key, game, cards) == (("t", 0, "strong"), "swirling-heroes", "")
        assert text == world.text  # the redealt world, and nothing else of the table
        for nonsense in ("nonsense", 7, None):
            liar = Elsewhere("liar", [nonsense] if nonsense is None else nonsense)
            mind.remove(found)
            mind.add(liar)
            with pytest.raises(NoThought):
                await mind.answer("t", "strong", world)
            assert liar.ended
        mind.add(found)
        assert await mind.answer("t", "strong", world) == good
        mind.close()

    asyncio.run(go())


def test_a_place_that_hangs_is_ended_and_a_deadly_thought_is_given_up() -> None:
    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=0.05, count=0)
        seated = Seated("swirling-heroes", ["person", "bot:strong"], ["first_player=A"])
        hangs = Elsewhere("hangs", None)
        mind.add(hangs)
        with pytest.raises(NoThought):
            await mind.answer("t", "strong", world_of(seated))
        async with asyncio.timeout(PATIENCE):
            while not hangs.ended:
                await asyncio.sleep(0.01)
        with pytest.raises(NoThought):  # there is nobody at all
            await mind.answer("t", "strong", world_of(seated))
        assert mind.census == (0, 0, 0)
        mind._limit = PATIENCE
        places = [Elsewhere(f"worker {number}", Gone("it died")) for number in range(4)]
        for place in places:
            mind.add(place)
        with pytest.raises(NoThought):
            await mind.answer("t", "strong", world_of(seated))
        assert sorted(len(place.asked) for place in places) == [0, 1, 1, 1]
        assert mind.census == (1, 0, 0)
        mind.close()

    asyncio.run(go())


def test_a_table_finds_its_place_again_whoever_comes_and_goes() -> None:
    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=PATIENCE, count=0)
        seated = Seated("swirling-heroes", ["person", "bot:strong"], ["first_player=A"])
        world, good = world_of(seated), seated.choices(0)[0]
        places = [Elsewhere(f"worker {number}", *[good] * 100) for number in range(4)]
        for place in places:
            mind.add(place)
        where: dict[str, int] = {}
        for round in range(3):
            for table in "abcdefgh":
                before = [len(place.asked) for place in places]
                await mind.answer(table, "strong", world)
                (at,) = [n for n, place in enumerate(places) if len(place.asked) > before[n]]
                if round == 0 or where[table] == 3:
                    where[table] = at
                assert where[table] == at
            if round == 1:
                mind.remove(places[3])
        assert len(set(where.values())) > 1
        mind.close()

    asyncio.run(go())


def test_what_does_not_fit_is_refused_in_words() -> None:
    own = own_hello()
    assert misfit(own, own) == ""
    assert set(own.games) >= {"qwirkle-cards", "sellswords", "swirl", "swirling-heroes"}
    older = workers.WorkerHello(version="0.0.1", games=own.games)
    assert misfit(own, older) == f"expected a worker of Halfturn {own.version}, got one of 0.0.1"
    games = {**own.games, "swirl": "rules 0, cards none"}
    other = workers.WorkerHello(version=own.version, games=games)
    assert "swirl, got one with rules 0, cards none" in misfit(own, other)
    missing = workers.WorkerHello(version=own.version, games={})
    assert "got one with nothing" in misfit(own, missing)
    assert address("https://play.example.org/") == "wss://play.example.org/worker"


@contextmanager
def worker(server: Running, secret: str = SECRET) -> Iterator[subprocess.Popen[str]]:
    """A worker as a program of its own."""
    words = ["worker", "--join", f"http://127.0.0.1:{server.port}"]
    program = subprocess.Popen(
        [sys.executable, "-m", "halfturn", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HALFTURN_WORKER_SECRET": secret, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield program
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE)


def joined(program: subprocess.Popen[str]) -> None:
    assert program.stdout is not None
    assert JOINED.search(program.stdout.readline())


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that thinks nothing itself."""
    folder = tmp_path_factory.mktemp("alone")
    with Running(
        folder, "--settings", "thoughtless", module="tests.support.quick_server"
    ) as server:
        yield server
        assert "Traceback" not in server.complaints


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP on Windows")
def test_a_real_worker_is_killed_in_the_middle_and_another_goes_on(alone: Running) -> None:
    async def go() -> None:
        one = Browser(alone.port)
        wish = {"options": ["first_player=A"], "games": 1}
        with worker(alone) as first:
            await asyncio.to_thread(joined, first)
            table, _ = one.new_table(["me", "bot:casual"], **wish)
            tab = await one.open(table)
            await tab.reach((await tab.move_first())["version"])
            await tab.until(lambda update: update["question"])  # it thought, elsewhere
            first.send_signal(signal.SIGSTOP)  # so that it is in the middle of a thought
            await tab.reach((await tab.move_first())["version"])
            assert tab.now["asked"] == [1]
            with worker(alone) as second:
                await asyncio.to_thread(joined, second)
                first.kill()
                await tab.until(lambda update: update["question"])
                counted = (await asyncio.to_thread(one.ask, "GET", "/metrics")).body.decode()
                assert "halfturn_thinkers 1\n" in counted

    run(go)


def test_whoever_does_not_know_the_secret_or_does_not_fit_stays_out(alone: Running) -> None:
    with worker(alone, secret="another-secret-of-the-tests") as program:
        _, complaint = program.communicate(timeout=PATIENCE)
        assert program.returncode != 0
        assert "takes no workers, or none with this secret" in complaint
        assert "Traceback" not in complaint

    async def go() -> None:
        url = f"ws://127.0.0.1:{alone.port}/worker"
        for headers in ({}, {"Authorization": "Bearer "}, {"Cookie": f"secret={SECRET}"}):
            with pytest.raises(InvalidStatus):
                await connect(url, additional_headers=headers)
        right = {"Authorization": f"Bearer {SECRET}"}
        for hello in ('{"type":"hello","version":"0","games":{}}', "nonsense", "[]"):
            async with connect(url, additional_headers=right) as socket:
                await socket.send(hello)
                said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert said["type"] == "refused"
                assert said["text"].startswith("expected a")

    asyncio.run(go())


def test_a_server_without_a_secret_takes_no_workers(tmp_path: Path) -> None:
    async def go(port: int) -> None:
        for secret in ("", SECRET):
            headers = {"Authorization": f"Bearer {secret}"}
            with pytest.raises(InvalidStatus):
                await connect(f"ws://127.0.0.1:{port}/worker", additional_headers=headers)

    with Running(tmp_path, module="tests.support.quick_server") as server:
        asyncio.run(go(server.port))
