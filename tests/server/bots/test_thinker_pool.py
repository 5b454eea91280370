"""The thinker pool: whatever happens to those who ask and to those who think, it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request

from halfturn.core import SeededRng
from halfturn.server.bots import thinker_pool
from halfturn.server.bots.thinker_pool import PROBE, Gone, NoThought, Thinkers
from halfturn.server.http.health import Operation
from halfturn.server.ops import metrics
from halfturn.server.ops.settings import Settings
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands
from halfturn.server.tables.hub import Hub
from tests.support.bare_table import Seated
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running
from tests.support.virtual_time import run_virtually

STEPS: Final = 3
"""Steps of the loop that a thought takes a fake thinker."""
SETTLED: Final = 200
"""Steps of the loop after which nothing is under way in any test here."""
MOMENTS: Final = 16
"""Steps of the loop in which everything happens: a test interferes after each of them."""

SEATED: Final = Seated("swirling-heroes", ["person", "bot:strong"], ["first_player=A"])
WORLD: Final = commands.hinted_world(SEATED.table, 0, SEATED.table.token(0))
RIGHT: Final = SEATED.choices(0)[0]


class Fake:
    """A thinker that takes some steps of the loop; `fates` says what comes of its thoughts."""

    def __init__(self, name: str = "fake", memory: int = 0, *fates: object) -> None:
        self.name = name
        self.fates = list(fates)
        self.asked: list[str] = []
        self.ends = 0

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        self.asked.append(work)
        ends = self.ends
        fate = True if work == PROBE else self.fates.pop(0) if self.fates else RIGHT
        for _ in range(STEPS):
            await asyncio.sleep(0)
            if self.ends != ends:
                raise Gone("it was ended")
        if isinstance(fate, Exception):
            raise type(fate)(*fate.args)
        return fate

    def end(self) -> None:
        self.ends += 1


class Deaf(Fake):
    """Thinks until it is let go, and does not even hear that it is to end."""

    def __init__(self, name: str = "deaf", memory: int = 0) -> None:
        super().__init__(name, memory)
        self.let_go = asyncio.Event()

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        self.asked.append(work)
        while not self.let_go.is_set():
            try:
                await self.let_go.wait()
            except asyncio.CancelledError:
                continue
        return True if work == PROBE else RIGHT


FATES: Final[Sequence[tuple[object, ...]]] = (
    (),
    (Gone("it died"),),
    (Gone("it died"),) * 5,
    (ValueError("a bot that cannot play"),) * 2,
    ("nonsense",) * 2,
    (TimeoutError("of the work itself"),) * 2,
)


def pool_of(count: int, fates: Sequence[object] = ()) -> Thinkers:
    """A pool of fake processes, all of them with these fates."""
    return Thinkers(
        SeededRng(1),
        limit=PATIENCE,
        count=count,
        make=lambda name, memory: Fake(name, memory, *fates),
    )


async def steps(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def ask(mind: Thinkers, table: str = "t") -> asyncio.Task[str]:
    return asyncio.create_task(mind.answer(table, "strong", WORLD))


def others() -> set[asyncio.Task[Any]]:
    current = asyncio.current_task()
    return {task for task in asyncio.all_tasks() if task is not current}


async def is_idle_and_answers(mind: Thinkers, count: int, asked: Sequence[Any]) -> None:
    """Everything has come to rest, and the next thought is answered."""
    for _ in range(2):
        await steps(SETTLED)
        mind.check()  # a probe that failed, or was cancelled, is tried again
    await steps(SETTLED)
    assert all(task.done() for task in asked)
    await asyncio.gather(*asked, return_exceptions=True)
    assert mind.census == (count, 0, 0)
    assert others() == set()
    assert mind.problem == ""
    for thinker in mind._own:
        if isinstance(thinker, Fake):
            thinker.fates.clear()
    answers = await asyncio.gather(*(ask(mind, f"then {number}") for number in range(4)))
    assert answers == [RIGHT] * 4
    assert mind.census == (count, 0, 0)


@pytest.mark.parametrize("fates", FATES)
@pytest.mark.parametrize("count", [1, 2])
def test_hanging_up_at_any_moment_leaves_nothing_taken(count: int, fates: Sequence[object]) -> None:
    for moment in range(MOMENTS):
        for hung_up in range(1, 5):

            async def go(moment: int = moment, hung_up: int = hung_up) -> None:
                mind = pool_of(count, fates)
                asked = [ask(mind, str(number)) for number in range(4)]
                await steps(moment)
                for task in asked[:hung_up]:
                    task.cancel()
                await is_idle_and_answers(mind, count, asked)
                mind.close()

            asyncio.run(go())


@pytest.mark.parametrize("fates", FATES)
@pytest.mark.parametrize("count", [1, 2])
def test_a_task_that_is_cancelled_at_any_moment_leaves_nothing_taken(
    count: int, fates: Sequence[object]
) -> None:
    """Also before its first step: then nothing of the task itself ever runs."""
    for moment in range(MOMENTS):

        async def go(moment: int = moment) -> None:
            mind = pool_of(count, fates)
            asked = [ask(mind, str(number)) for number in range(4)]
            await steps(moment)
            for task in others() - set(asked):
                task.cancel()
            await is_idle_and_answers(mind, count, asked)
            mind.close()

        asyncio.run(go())


@pytest.mark.parametrize("fates", FATES)
def test_it_can_be_closed_at_any_moment(fates: Sequence[object]) -> None:
    for moment in range(MOMENTS):

        async def go(moment: int = moment) -> None:
            mind = pool_of(2, fates)
            asked = [ask(mind, str(number)) for number in range(4)]
            await steps(moment)
            mind.close()
            await steps(SETTLED)
            assert all(task.done() for task in asked)  # nobody waits for what never comes
            await asyncio.gather(*asked, return_exceptions=True)
            assert others() == set()
            assert mind.census[1:] == (0, 0)
            with pytest.raises(NoThought):
                await ask(mind)

        asyncio.run(go())


class Silent(Fake):
    """A worker that says nothing, not even that it is gone."""

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        await asyncio.Event().wait()


@pytest.mark.parametrize("kind", [Fake, Silent])
def test_a_worker_that_goes_at_any_moment_loses_no_thought(kind: type[Fake]) -> None:
    for moment in range(MOMENTS):

        async def go(moment: int = moment) -> None:
            mind = pool_of(0)
            going, staying = kind("going"), Fake("staying")
            mind.add(going)
            mind.add(staying)
            asked = [ask(mind, str(number)) for number in range(4)]
            await steps(moment)
            mind.remove(going)
            await is_idle_and_answers(mind, 1, asked)
            assert [task.result() for task in asked] == [RIGHT] * 4
            mind.close()

        asyncio.run(go())


OPERATIONS: Final = st.one_of(
    st.tuples(st.just("ask"), st.integers(0, 3)),
    st.tuples(st.just("hang up"), st.integers(0, 20)),
    st.tuples(st.just("cancel"), st.integers(0, 5)),
    st.tuples(st.just("come"), st.integers(0, 2)),
    st.tuples(st.just("go"), st.integers(0, 2)),
    st.tuples(st.just("step"), st.integers(1, 5)),
    st.tuples(st.just("watch"), st.just(0)),
)
FATE: Final = st.sampled_from([RIGHT, Gone("died"), "nonsense", ValueError("cannot play")])


@settings(max_examples=150, deadline=None)
@given(st.lists(OPERATIONS, max_size=25), st.lists(FATE, max_size=6), st.integers(1, 3))
def test_nothing_that_happens_in_any_order_stops_it(
    operations: Sequence[tuple[str, int]], fates: Sequence[object], count: int
) -> None:
    async def go() -> None:
        mind = pool_of(count, fates)
        asked: list[asyncio.Task[str]] = []
        workers: dict[int, Fake] = {}
        for operation, number in operations:
            if operation == "ask":
                asked.append(ask(mind, str(number)))
            elif operation == "hang up" and number < len(asked):
                asked[number].cancel()
            elif operation == "cancel":
                for task in sorted(others() - set(asked), key=str)[number:]:
                    task.cancel()
            elif operation == "come" and number not in workers:
                workers[number] = Fake(f"worker {number}", 0, *fates)
                mind.add(workers[number])
            elif operation == "go" and number in workers:
                mind.remove(workers.pop(number))
            elif operation == "step":
                await steps(number)
            elif operation == "watch":
                mind.check()
        for worker in workers.values():
            mind.remove(worker)
        await is_idle_and_answers(mind, count, asked)
        mind.close()

    asyncio.run(go())


def test_hanging_up_ends_no_process() -> None:
    """Starting one costs a second of a core, which is more than most thoughts."""

    async def go() -> None:
        mind = pool_of(1)
        (process,) = mind._own
        assert isinstance(process, Fake)
        for _ in range(20):
            task = ask(mind)
            await steps(2)
            task.cancel()
        await is_idle_and_answers(mind, 1, [])
        assert process.ends == 0
        assert PROBE not in process.asked
        # What nobody waited for any more while it was in the queue was not thought about.
        assert len(process.asked) < 20
        mind.close()

    asyncio.run(go())


def test_a_process_that_died_passes_a_probe_before_its_next_thought() -> None:
    async def go() -> None:
        mind = pool_of(1, [Gone("it died")])
        (process,) = mind._own
        assert isinstance(process, Fake)
        assert await ask(mind) == RIGHT
        assert process.asked == ["think", PROBE, "think"]
        mind.close()

    asyncio.run(go())


def test_a_thought_beyond_its_limit_is_ended_though_nobody_waits() -> None:
    class Slow(Fake):
        async def think(self, work: str, given: Sequence[Any]) -> Any:
            self.asked.append(work)
            await asyncio.sleep(0 if work == PROBE else 1000)
            return True

    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=60, count=1, make=Slow)
        (process,) = mind._own
        assert isinstance(process, Slow)
        task = ask(mind)
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.sleep(58)
        assert (mind.census, process.ends) == ((1, 1, 0), 0)
        await asyncio.sleep(2)
        assert (mind.census, process.ends) == ((1, 0, 0), 1)
        mind.close()

    run_virtually(go)


def test_a_thinker_that_is_stuck_is_replaced() -> None:
    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=60, count=0)
        stuck = [Deaf(f"stuck {number}") for number in range(2)]
        own = Thinkers(SeededRng(1), limit=60, count=2, make=Deaf)
        for thinker in stuck:
            mind.add(thinker)
        before = metrics.THINKERS_REPLACED.count("stuck")
        asked = [ask(pool, str(number)) for pool in (mind, own) for number in range(2)]
        await asyncio.sleep(60 + thinker_pool.OVERDUE)
        assert all(isinstance(each.exception(), NoThought) for each in asked)
        mind.check()
        own.check()
        assert own.problem == ""
        assert mind.census == (2, 2, 0)  # there may still be an answer on its way
        await asyncio.sleep(0.1)
        assert own.problem == "bots cannot think: of 2 thinker processes none works"
        mind.check()
        own.check()
        assert metrics.THINKERS_REPLACED.count("stuck") == before + 4
        assert mind.census == (0, 0, 0)  # workers come again by themselves
        assert own.census == (2, 2, 0)  # each has to pass a probe
        for each in (*stuck, *own._own):
            assert isinstance(each, Deaf)
            assert each.ends == 1
            each.let_go.set()
        await steps(SETTLED)
        assert await ask(own) == RIGHT
        assert own.problem == ""
        for pool in (mind, own):
            pool.close()

    run_virtually(go)


def test_what_waits_beside_a_free_thinker_is_handed_out() -> None:
    """It cannot come to that; if it does, the watchdog sees it."""

    async def go() -> None:
        mind = pool_of(1)
        thought = thinker_pool._Thought("t", "think", (), PATIENCE)
        mind._pool._waiting.append(thought)
        before = metrics.THINKERS_REPLACED.count("stalled")
        await steps(SETTLED)
        assert mind.census == (1, 0, 1)
        mind.check()
        assert await asyncio.wait_for(thought.done, PATIENCE) == RIGHT
        assert metrics.THINKERS_REPLACED.count("stalled") == before + 1
        mind.close()

    asyncio.run(go())


class Broken(Fake):
    """A process that does not start until it is mended."""

    is_mended = False

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        if not Broken.is_mended:
            raise Gone("no process can be started")
        return await super().think(work, given)


def test_readiness_covers_the_pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "is_mended", False)

    async def ready(hub: Hub) -> tuple[int, str]:
        answer = await Operation(hub).ready(Request({"type": "http"}))
        return answer.status_code, bytes(answer.body).decode()

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(thinkers=2))
        try:
            hub._bots.thinkers = mind = Thinkers(SeededRng(1), PATIENCE, 0, 2, Broken)
            assert await ready(hub) == (200, "ok\n")
            asked = [ask(mind, str(number)) for number in range(2)]
            await steps(SETTLED)
            assert mind.failed == 2
            problem = "bots cannot think: of 2 thinker processes none works\n"
            assert await ready(hub) == (503, problem)
            assert not any(task.done() for task in asked)  # they wait
            worker = Fake("worker")
            mind.add(worker)  # a worker does as well
            assert await ready(hub) == (200, "ok\n")
            mind.remove(worker)
            assert await ready(hub) == (503, problem)
            mind.check()
            await steps(SETTLED)
            assert await ready(hub) == (503, problem)
            Broken.is_mended = True
            mind.check()
            await steps(SETTLED)
            assert await ready(hub) == (200, "ok\n")
            assert await ask(mind) == RIGHT
            # With no processes of its own it waits for workers, and people can play meanwhile.
            hub._bots.thinkers = Thinkers(SeededRng(1), PATIENCE, 0, 0)
            assert await ready(hub) == (200, "ok\n")
            hub._bots.thinkers = mind
            await asyncio.gather(*asked)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


def test_the_watchdog_is_called_with_every_tick(tmp_path: Path) -> None:
    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(tick=0.01))
        calls = 0
        enough = asyncio.Event()

        def check() -> None:
            nonlocal calls
            calls += 1
            if calls == 3:
                enough.set()

        hub.thinkers.check = check  # type: ignore[method-assign]
        try:
            await hub.start()
            await asyncio.wait_for(enough.wait(), PATIENCE)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


# ---- over the wire ----

VISITORS: Final = 6
VISITS: Final = 40


def test_after_many_who_hang_up_a_hint_is_given_and_a_bot_plays(tmp_path: Path) -> None:
    async def go(port: int) -> None:
        one = Browser(port)
        table, _ = one.new_table(["me", "bot:strong"], options=["first_player=A"])
        token = (await one.open(table)).now["question"]["token"]

        async def visit(number: int) -> None:
            for visit in range(VISITS):
                tab = await one.open(table, seen=None)
                await tab.say(type="hello", seen=0)
                await tab.say(type="hint", key="hint", token=token)
                # Now it has not begun, now it waits, now it is thought about.
                await asyncio.sleep((visit + number) % 7 * 0.01)
                tab.socket.transport.abort()

        await asyncio.gather(*(visit(number) for number in range(VISITORS)))
        tab = await one.open(table)
        assert (await tab.request("hint", token=token))["type"] == "hint"
        await tab.reach((await tab.move_first())["version"])
        await tab.until(lambda update: update["question"])  # the bot has played
        while True:
            counted = (await asyncio.to_thread(one.ask, "GET", "/metrics")).body.decode()
            if "halfturn_thoughts_running 0\n" in counted:
                break
        assert "halfturn_thinkers 2\n" in counted
        assert "halfturn_thoughts_waiting 0\n" in counted
        assert "halfturn_thinkers_replaced_total{" not in counted
        assert one.ask("GET", "/readyz").status == 200

    with Running(tmp_path, "--settings", "crowded", module="tests.support.quick_server") as server:
        run(lambda: go(server.port))
        assert "Traceback" not in server.complaints
        assert "never awaited" not in server.complaints


def test_hints_have_one_rate_for_a_person_on_all_connections(tmp_path: Path) -> None:
    """Who hangs up and comes again has not got a fresh one."""

    async def go(port: int) -> None:
        one = Browser(port)
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        results = []
        for _ in range(8):
            tab = await one.open(table)
            answer = await tab.request("hint", token=tab.now["question"]["token"])
            results.append(answer.get("result", answer["type"]))
            await tab.close()
        assert results == ["hint"] * 5 + ["slow_down"] * 3
        two = Browser(port)
        table, _ = two.new_table(["me", "bot:random"], options=["first_player=A"])
        tab = await two.open(table)
        assert (await tab.request("hint", token=tab.now["question"]["token"]))["type"] == "hint"

    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
        run(lambda: go(server.port))
