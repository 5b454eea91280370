"""Clocks: they run in the server's own time, and what happens at the end was agreed before."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from halfturn.bots import USUAL
from halfturn.core import BadOptions, SeededRng
from halfturn.server.ops.settings import Settings
from halfturn.server.ops.upkeep import Upkeep
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.clock import DAY, GRACE, MOST_LOST, Uptime, check
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import Clock
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from tests.support.bare_table import DEALER, Seated
from tests.support.http_client import Browser, Json, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running

NewBrowser = Callable[[], Browser]
OPTIONS = ["first_player=A", "hands=mirror"]


class Timed(Seated):
    """A table whose time is what the test says."""

    def passes(self, seconds: float) -> None:
        self.now += int(1000 * seconds)

    @property
    def left(self) -> list[int]:
        clocks = self.table.clocks
        assert clocks is not None
        return [left // 1000 for left in clocks.left]

    def move(self, seat: int) -> None:
        token, choice = self.table.token(seat), self.choices(seat)[0]
        bot = self.table.bot_playing(seat) is not None
        self.take(self.table.answer(seat, self.key(), token, [choice], DEALER, by_bot=bot))


def timed(clock: Clock, *seats: str) -> Timed:
    return Timed("swirling-heroes", seats or ("person", "person"), OPTIONS, clock=clock)


def test_a_bank_runs_while_its_seat_is_asked() -> None:
    table = timed(Clock(bank=100, increment=5))
    assert table.left == [100, 100]
    table.passes(30)
    table.move(0)
    assert table.left == [75, 100]
    table.passes(50)
    table.move(1)
    assert table.left == [75, 55]
    assert table.folded().clocks.left == table.table.clocks.left  # type: ignore[union-attr]
    table.passes(74)
    with pytest.raises(Refused):
        commands.time_out(table.table, table.now)
    table.passes(1)
    table.take(commands.time_out(table.table, table.now))
    assert table.table.bot_playing(0) == "casual"
    assert table.table.clocks is not None
    assert table.table.clocks.running == []
    table.passes(10_000)  # a bot's clock does not run
    with pytest.raises(Refused):
        commands.time_out(table.table, table.now)
    table.take(commands.come_back(table.table, 0, "back"))
    assert table.left[0] == GRACE
    assert table.folded().clocks.due == table.now + 1000 * GRACE  # type: ignore[union-attr]


@pytest.mark.parametrize("out", ["bot", "resign"])
def test_a_stand_in_is_no_way_to_get_time(out: Literal["bot", "resign"]) -> None:
    table = timed(Clock(bank=100, out=out))
    table.passes(95)
    table.take(commands.stand_in(table.table, 0, "bot", 0, USUAL, away=False))
    table.take(commands.come_back(table.table, 0, "back"))
    assert table.left == [5, 100]
    assert table.folded().clocks.left == table.table.clocks.left  # type: ignore[union-attr]
    table.passes(5)
    table.take(commands.time_out(table.table, table.now))
    if out == "bot":
        table.take(commands.come_back(table.table, 0, "late"))
        assert table.left[0] == GRACE
        table.take(commands.stand_in(table.table, 0, "again", 0, USUAL, away=False))
        table.passes(10)
        table.take(commands.come_back(table.table, 0, "at once"))
        assert table.left[0] == GRACE
        table.passes(20)
        table.take(commands.stand_in(table.table, 0, "more", 0, USUAL, away=False))
        table.take(commands.come_back(table.table, 0, "no more"))
        assert table.left[0] == GRACE - 20


def test_who_has_no_time_left_may_have_to_give_up() -> None:
    table = timed(Clock(bank=100, out="resign"))
    table.passes(100)
    table.take(commands.time_out(table.table, table.now))
    assert table.table.resigned == 0
    assert table.table.winners == [1]
    (told,) = table.table.story[-1][1]
    assert told.words("AB".__getitem__) == "A ran out of time and has lost."
    assert table.table.clocks is not None
    assert table.table.clocks.due is None


def test_every_move_has_its_days_and_holidays_stand_before_them() -> None:
    table = timed(Clock(per_move=3 * DAY, holidays=5))
    table.passes(2 * DAY)
    table.move(0)
    assert table.left == [3 * DAY, 3 * DAY]
    table.take(commands.holiday(table.table, 1, "sea", 2))
    table.passes(4 * DAY)
    with pytest.raises(Refused):
        commands.time_out(table.table, table.now)
    with pytest.raises(Refused, match="3 days"):
        commands.holiday(table.table, 1, "longer", 4)
    for wrong in (0, -1):
        with pytest.raises(Refused):
            commands.holiday(table.table, 1, f"{wrong}", wrong)
    table.take(commands.take_back(table.table, 0, "back", ask=False))
    assert table.left[1] == DAY  # time that was used is not given back
    table.move(0)
    table.passes(DAY)
    table.take(commands.time_out(table.table, table.now))
    assert table.table.bot_playing(1) == "casual"
    # Holidays that are taken while others think pass just as well.
    table.take(commands.holiday(table.table, 0, "sea", 5))
    table.passes(6 * DAY)
    table.move(1)
    assert table.table.clocks is not None
    assert table.table.clocks.rest[0] == 0


def test_all_who_choose_at_once_think_at_once() -> None:
    table = Timed("swirling-heroes", options=["hands=choose"], clock=Clock(bank=100))
    table.passes(20)
    table.move(1)
    assert table.left == [80, 80]
    table.passes(5)
    table.move(0)
    assert table.left == [75, 75]


def test_a_crash_that_costs_some_seconds_gives_nobody_time_back() -> None:
    table = timed(Clock(bank=100))
    table.passes(30)
    table.move(0)
    table.passes(-10)
    table.move(1)
    assert table.left == [70, 100]


@pytest.mark.parametrize(
    "clock",
    [
        Clock(),
        Clock(bank=5),
        Clock(bank=-5),
        Clock(bank=10**9),
        Clock(bank=60, per_move=60),
        Clock(per_move=60, increment=5),
        Clock(per_move=60, holidays=5),
        Clock(per_move=DAY, holidays=1000),
        Clock(bank=60, increment=-1),
    ],
)
def test_clocks_that_nobody_can_play_by_are_refused(clock: Clock) -> None:
    with pytest.raises(BadOptions, match="expected"):
        check(clock)


class Monotonic:
    """Seconds that pass when the test says so."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


def test_the_time_runs_on_for_a_second_and_waits_for_the_next_count() -> None:
    seconds = Monotonic()
    uptime = Uptime(5000, seconds)
    for passed, time in ((0.25, 5250), (1, 6000), (3600, 6000)):
        seconds.at = passed
        assert uptime.now() == time
    uptime.count(*uptime.mark())
    assert uptime.now() == 6000
    seconds.at += 0.75
    assert uptime.now() == 6750


def after_a_crash(folder: Path) -> int:
    """The time that a server goes on from which starts now."""
    store = Store(folder, serving=False)
    try:
        return int(Hub(store, Settings()).uptime._counted)
    finally:
        store.close()


def day_off(key: str, table: Table, dealer: object) -> Change:
    return commands.holiday(table, 0, key, 1)


def test_a_crash_at_any_moment_costs_a_clock_a_second_at_most(tmp_path: Path) -> None:
    """Time passes by leaps, looks at the clocks come late and fail, tables begin at any moment."""

    async def go() -> None:
        rng, crashes, lost = SeededRng("crashes"), 0, set()
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=0, deal_within=0, open_tables=10**6))
        hub.uptime = Uptime(0, seconds := Monotonic())
        upkeep = Upkeep(hub)
        ada, _ = await hub.new_person("Ada")
        clock = Clock(per_move=30 * DAY, holidays=60)
        wish = NewTable(game="swirling-heroes", seats=["me", "me"], options=OPTIONS, clock=clock)
        room: Room | None = None
        try:
            while crashes < 300:
                seconds.at += rng.below(2500) / 1000 if rng.below(10) else 3600
                if rng.below(2):
                    await upkeep._look_alone()
                if room is None:
                    room = hub.room((await hub.make_table(ada, wish)).table)
                    assert room is not None
                elif rng.below(20) == 0:
                    await room.carry_out(lambda table, _: table.resign(0, "enough"))
                    room = None
                    continue
                elif rng.below(4) == 0:
                    key = f"day {crashes}"
                    with contextlib.suppress(Refused):  # there are not so many
                        await room.carry_out(partial(day_off, key))
                crashes += 1
                now, then = hub.uptime.now(), after_a_crash(tmp_path)
                assert 0 <= now - then + 1 <= MOST_LOST + 1
                lost.add((now - then) // 250)
            assert {0, 1, 2, 3, 4} <= lost  # all that is possible
        finally:
            store.close()

    asyncio.run(go())


def test_the_server_looks_at_the_clocks(tmp_path: Path) -> None:
    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=0, deal_within=0, tick=0.01))
        hub.uptime = Uptime(0, seconds := Monotonic())
        await hub.start()
        try:
            ada, _ = await hub.new_person("Ada")
            bo, _ = await hub.new_person("Bo")
            wish = NewTable(
                game="swirling-heroes",
                seats=["me", "open"],
                options=OPTIONS,
                clock=Clock(bank=60),
            )
            room = hub.room((await hub.make_table(ada, wish)).table)
            assert room is not None
            await hub.join(bo, room)
            assert store.due(59_000) == []
            assert store.due(60_000) == [room.id]
            async with asyncio.timeout(PATIENCE):
                while room.table.bot_playing(0) is None or 1 not in room.table.asked:
                    seconds.at += 1
                    await asyncio.sleep(0.01)
                while room.table.asked:  # two bots play it to its end
                    seconds.at += 1
                    await asyncio.sleep(0.01)
            assert not store.has_deadlines
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


def test_no_clock_runs_while_the_server_is_down(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one, other = Browser(server.port), Browser(server.port)
            clock: Json = {"bank": 3600, "increment": 2}
            table, invite = one.new_table(["me", "open"], options=OPTIONS, clock=clock)
            assert other.join(table, invite).status == 200
            first = await one.open(table)
            assert first.now["clock"]["left"] == [3600_000, 3600_000]
            assert first.now["clock"]["running"] == [0]
            assert first.now["timing"] == {**clock, "per_move": 0, "holidays": 0, "out": "bot"}
            version = (await first.move_first())["version"]
            await first.reach(version + 1)
            before = first.now["clock"]
            server.kill()
            server.start(server.port)
            first, second = await one.open(table), await other.open(table)
            after = first.now["clock"]
            assert {**after, "passed": 0} == {**before, "passed": 0}
            assert (await second.move_first())["result"] == "ok"
            assert (await first.request("holiday", days=1))["result"] == "illegal"
            assert server.stop() == 0
            server.start(server.port)
            first = await one.open(table)
            assert first.now["clock"]["running"] == [0]
            assert "Traceback" not in server.complaints

    run(go)


def test_a_kill_gives_a_second_back_at_most(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one, other = Browser(server.port), Browser(server.port)
            table, invite = one.new_table(["me", "open"], options=OPTIONS, clock={"bank": 3600})
            assert other.join(table, invite).status == 200
            tab = await one.open(table)
            while (passed := tab.now["clock"]["passed"]) < 3000:
                await asyncio.sleep(0.1)
                await tab.say(type="hello", seen=0)
                await tab.update()
            server.kill()
            server.start(server.port)
            tab = await one.open(table)
            assert tab.now["clock"]["passed"] >= passed - MOST_LOST

    run(go)


def test_a_clock_is_asked_for_over_http(browser: NewBrowser) -> None:
    one = browser()
    for wrong in ({"bank": 1}, {"bank": 60, "more": 1}, {"bank": "60"}, {}, 60):
        answer = one.ask(
            "POST",
            "/api/v1/tables",
            {"game": "swirling-heroes", "seats": ["me", "open"], "clock": wrong},
        )
        assert answer.status == 400, wrong
        assert answer.json["text"]
