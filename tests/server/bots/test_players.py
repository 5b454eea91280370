"""Bots at tables: what they are shown, and when they answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from halfturn.bots import LEVELS, make_bot, seconds_a_turn
from halfturn.bots.levels import SearchBot
from halfturn.core import Option, Rng, State
from halfturn.server.bots import players, thinker_pool
from halfturn.server.bots.players import STEP, BotPlayers, due
from halfturn.server.ops.settings import Settings
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.store import Store
from halfturn.server.tables.change import Change
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from tests.support.bare_table import DEALER, Seated
from tests.support.patience import PATIENCE
from tests.support.virtual_time import run_virtually


class Spy:
    """Notes what it is shown, and takes the first option, slowly at times."""

    def __init__(self) -> None:
        self.worlds: list[State] = []

    def choose(self, world: State, rng: Rng) -> Option:
        self.worlds.append(world)
        time.sleep(0.05 * (len(self.worlds) % 2))
        assert world.decision is not None
        return world.decision.options[0]


async def answer_first(room: Room, key: str) -> None:
    """The person takes the first option."""
    question, token = room.table.question, room.table.token(0)
    assert question is not None
    text = str(question.options[0])
    await room.carry_out(lambda table, dealer: table.answer(0, key, token, [text], dealer))


def test_a_bot_sees_a_redealt_world_and_answers_on_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy()
    monkeypatch.setattr(thinker_pool, "make_bot", lambda name: spy)
    pause = 0.15

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=pause, deal_within=0))
        try:
            person, _ = await hub.new_person("Ada")
            options = ["hands=random", "first_player=B"]
            wish = NewTable(game="swirling-heroes", seats=["me", "bot:random"], options=options)
            begin = time.monotonic()
            link = await hub.make_table(person, wish)
            room = hub.room(link.table)
            assert room is not None
            times = []
            for turn in range(4):
                truth = room.table.state.clone()
                while room.table.question is not None and room.table.question.seat == 1:
                    await asyncio.sleep(0.002)
                times.append(time.monotonic() - begin)
                (world,) = spy.worlds[turn:]
                assert world.view(1) == truth.view(1)
                assert world is not truth
                assert world.key(1) == truth.key(1)
                await answer_first(room, f"key {turn}")
                begin = time.monotonic()
            assert min(times) >= pause  # never earlier; how much later is the machine's affair
            hidden = {str(world.view(0)) for world in spy.worlds}
            assert len(hidden) == len(spy.worlds)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


def test_a_bot_whose_answer_cannot_be_written_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Store.append
    failures = [3]

    async def failing(self: Store, *given: object) -> None:
        if failures[0]:
            failures[0] -= 1
            raise StoreFailed("the disk is full")
        await real(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", failing)

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=0, deal_within=0))
        try:
            person, _ = await hub.new_person("Ada")
            wish = NewTable(
                game="swirling-heroes", seats=["me", "bot:greedy"], options=["first_player=B"]
            )
            room = hub.room((await hub.make_table(person, wish)).table)
            assert room is not None
            async with asyncio.timeout(PATIENCE):
                while room.table.question is None or room.table.question.seat == 1:
                    await asyncio.sleep(0.01)
            assert failures == [0]
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


# ---- when they answer ----


class Slowly:
    """Takes the first option, after so many seconds for each thought."""

    def __init__(self, seconds: Sequence[float]) -> None:
        self._seconds = seconds
        self.thoughts = 0

    async def answer(self, table: str, name: str, world: State, step: object = None) -> str:
        await asyncio.sleep(self._seconds[self.thoughts % len(self._seconds)])
        self.thoughts += 1
        assert world.decision is not None
        return str(world.decision.options[0])

    def close(self) -> None:
        pass


class Answered:
    """A room with a table of bots, and when each of them answered."""

    id = "t"
    has_bots = True
    bounds = None

    def __init__(self, game: str, level: str) -> None:
        self.seated = Seated(game, [f"bot:{level}", f"bot:{level}"])
        self.opened: list[bool] = []
        """Whether each answer was one to a question that opens a turn."""
        self.times: list[float] = []
        self.enough = asyncio.Event()

    @property
    def table(self) -> Any:
        return self.seated.table

    def world(self, seat: int, rng: Rng) -> State:
        faced = self.table.facing(seat)
        assert faced is not None
        world: State = faced.redeal(seat, rng)
        return world

    async def carry_out(self, wish: Callable[..., Change]) -> None:
        asked = self.table.question
        self.opened.append(asked.opens_turn)
        self.times.append(asyncio.get_running_loop().time())
        if len(self.times) == 12:
            self.enough.set()
        self.seated.take(wish(self.table, DEALER))


def times_of(game: str, level: str, seconds: Sequence[float], pause: float = 0.6) -> Answered:
    """A game of bots that think so long each time."""
    rooms = []

    async def go() -> None:
        players, room = BotPlayers(Settings(bot_pause=pause)), Answered(game, level)
        players.thinkers = cast(Any, Slowly(seconds))
        players.wake(cast(Room, room))
        await room.enough.wait()
        await players.close()
        rooms.append(room)

    run_virtually(go)
    return rooms[0]


def gaps(times: Sequence[float]) -> list[float]:
    return [round(b - a, 6) for a, b in zip([0.0, *times], times, strict=False)]


@pytest.mark.parametrize("game", ["swirl", "swirling-heroes", "qwirkle-cards"])
@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_however_long_a_bot_thinks_it_answers_at_the_same_time(game: str, level: str) -> None:
    budget = seconds_a_turn(level)
    quick = times_of(game, level, [0.0])
    rooms = [times_of(game, level, [0.59, 0.1, 0.31])]
    if all(quick.opened):
        rooms.append(times_of(game, level, [0.99 * max(0.6, budget), 0.7 * budget]))
    for room in rooms:
        assert room.times == pytest.approx(quick.times)
        assert room.opened == quick.opened
    assert gaps(quick.times) == [max(0.6, budget) if opens else 0.6 for opens in quick.opened]


def test_a_late_answer_leaves_a_whole_number_of_steps_later() -> None:
    for seconds in (2.01, 2.3, 2.5):
        room = times_of("swirling-heroes", "expert", [seconds])
        assert all(room.opened)
        assert gaps(room.times) == [2.0 + STEP] * 12
    assert due(10.0, 10.2, 0.6, 0.0) == pytest.approx(10.6)
    assert due(10.0, 10.6, 0.6, 0.3) == pytest.approx(10.6)
    assert due(10.0, 10.7, 0.6, 0.3) == pytest.approx(11.1)
    assert due(10.0, 14.05, 0.6, 2.0) == pytest.approx(14.5)


def test_where_nothing_is_hidden_nobody_waits_longer_than_it_thinks() -> None:
    room = times_of("sellswords", "expert", [0.1, 0.75, 1.9])
    assert gaps(room.times) == [0.6, 0.75, 1.9] * 4


def test_without_a_pause_it_answers_at_once() -> None:
    assert gaps(times_of("swirl", "expert", [0.25], pause=0).times) == [0.25] * 12


def test_the_schedule_knows_how_long_a_level_thinks() -> None:
    for name in LEVELS:
        bot = make_bot(name)
        seconds = bot.seconds if isinstance(bot, SearchBot) else 0.0
        assert seconds_a_turn(name) == seconds
    assert seconds_a_turn("greedy") == seconds_a_turn("process:x") == 0


class Worker:
    """Thinks, in the process of the test."""

    name = "worker"

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        return thinker_pool.WORKS[work](*given)

    def end(self) -> None:
        pass


def test_a_bot_waits_for_a_worker_for_as_long_as_there_is_none() -> None:
    async def go() -> None:
        players, room = BotPlayers(Settings(thinkers=0)), Answered("swirl", "casual")
        players.wake(cast(Room, room))
        await asyncio.sleep(1000)  # of many times that a thought may take
        assert room.times == []
        players.thinkers.add(Worker())
        await room.enough.wait()
        await players.close()

    run_virtually(go)


def test_no_bot_begins_to_answer_after_close() -> None:
    """It goes on after the next start; a thinker pool that is closed has no answers, either."""

    async def go() -> None:
        players, room = BotPlayers(Settings()), Answered("swirl", "strong")
        await players.close()
        players.wake(cast(Room, room))
        assert not players.busy(cast(Room, room))
        await asyncio.sleep(60)
        assert room.times == []

    run_virtually(go)
    assert players.ANYTHING in thinker_pool.QUICK  # which would be answered, too
