"""Bots at tables: what they are shown, and when they answer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from halfturn.core import Option, Rng, State
from halfturn.server import thinkers
from halfturn.server.database import StoreFailed
from halfturn.server.hub import Hub
from halfturn.server.protocol import NewTable
from halfturn.server.room import Room
from halfturn.server.settings import Settings
from halfturn.server.store import Store
from tests.patience import PATIENCE


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
    monkeypatch.setattr(thinkers, "make_bot", lambda name: spy)
    pause = 0.15

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=pause))
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
        hub = Hub(store, Settings(bot_pause=0))
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
