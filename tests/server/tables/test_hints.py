"""Hints: thought about elsewhere, from what the seat sees, and only where they are allowed."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketState

from halfturn.bots import make_bot
from halfturn.core import Option, Rng, SeededRng, State
from halfturn.core.registry import game_ids
from halfturn.server.bots import players, thinker_pool
from halfturn.server.bots.thinker_pool import NoThought, Thinkers
from halfturn.server.ops.settings import Settings
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands
from halfturn.server.tables.change import Refused
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from halfturn.server.transport.connection import Connection
from halfturn.server.transport.session import Conversation
from tests.support.bare_table import Seated
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE

NewBrowser = Callable[[], Browser]


@pytest.mark.parametrize("game", game_ids())
def test_a_hint_depends_on_what_the_seat_sees_alone(game: str) -> None:
    seated = Seated(game, ["person", "bot:random"], seed=4)
    table = seated.table
    while table.asked != (0,):
        assert seated.answer()
    world = commands.hinted_world(table, 0, table.token(0))
    assert world.view(0) == table.state.view(0)
    # A truth that looks the same to the seat: the question is thought about in the same world.
    twin = table.state.redeal(0, SeededRng(9))
    again = twin.redeal(0, SeededRng(f"hint {table.token(0)}"))
    assert again.key() == world.key()
    found = thinker_pool._advise(game, "", world.text, ["Ada", "Bo"])
    choices = seated.choices(0)
    assert found
    assert all(text in choices and words for text, words in found)


def test_who_may_ask() -> None:
    against_bots = Seated("swirling-heroes", ["person", "bot:random"], ["first_player=A"])
    among_people = Seated("swirling-heroes", options=["first_player=A"])
    agreed = Seated("swirling-heroes", options=["first_player=A"], hints=True)
    for seated, allowed in ((against_bots, True), (among_people, False), (agreed, True)):
        assert seated.table.gives_hints(0) is allowed
        if not allowed:
            with pytest.raises(Refused, match="bots alone"):
                commands.hinted_world(seated.table, 0, "1.0")
    with pytest.raises(Refused, match="not your turn"):
        commands.hinted_world(agreed.table, 1, "1.0")
    with pytest.raises(Refused) as old:
        commands.hinted_world(agreed.table, 0, "0.9")
    assert old.value.result == "stale"


def test_hints_over_the_wire(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
        tab, watcher = await one.open(table), await browser().open(table)
        assert tab.now["hints"]
        assert not watcher.now["hints"]
        token = tab.now["question"]["token"]
        reply = await tab.request("hint", token=token)
        assert reply["type"] == "hint"
        choices = [choice["text"] for choice in tab.now["question"]["choices"]]
        assert all(hint["text"] in choices and hint["words"] for hint in reply["hints"])
        assert (await tab.request("hint", token=token))["hints"] == reply["hints"]
        assert (await tab.request("hint", token="9.9"))["result"] == "stale"
        assert (await watcher.request("hint", token=token))["result"] == "illegal"
        people, invite = one.new_table(["me", "open"], options=["first_player=A"])
        assert browser().join(people, invite).status == 200
        tab = await one.open(people)
        assert not tab.now["hints"]
        assert (await tab.request("hint", token="1.0"))["result"] == "illegal"
        agreed, invite = one.new_table(["me", "open"], options=["first_player=A"], hints=True)
        assert browser().join(agreed, invite).status == 200
        tab = await one.open(agreed)
        assert (await tab.request("hint", token="1.0"))["type"] == "hint"

    run(go)


class HangsUp:
    """A browser that says all this at once and is gone, as the last of it tells."""

    def __init__(self, *said: Any) -> None:
        self.scope: Any = {"state": {}}
        self._said = list(said)
        self.client_state = WebSocketState.CONNECTED

    async def receive(self) -> Any:
        said = self._said.pop(0)
        if isinstance(said, Exception):
            raise said
        if said is None:
            self.client_state = WebSocketState.DISCONNECTED
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": json.dumps(said)}

    async def send_text(self, data: str) -> None:
        pass

    async def close(self, code: int, reason: str) -> None:
        pass


@pytest.mark.parametrize("end", [None, OSError("the line is cut")])
def test_who_hangs_up_at_once_is_not_thought_for(tmp_path: Path, end: Exception | None) -> None:
    async def go() -> None:
        store, hub = hub_with_bot(tmp_path)
        try:
            room = await table_against(hub, "random", "A")
            before = asyncio.all_tasks()
            hint = {"type": "hint", "key": "k", "token": room.table.token(0)}
            browser: Any = HangsUp({"type": "hello", "seen": 0}, hint, end)
            connection = Connection(browser, room.sitting[0], 0, hub.settings)
            talking = Conversation(browser, room, connection, hub.settings, hub.limits, "192.0.2.1")
            with pytest.raises(OSError, match="cut") if end else nullcontext():
                await talking.listen()
            await connection.end()
            await asyncio.sleep(0)
            assert asyncio.all_tasks() == before
            gc.collect()  # where a coroutine that nobody awaited would be found
            assert hub.thinkers.processes == []
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


# ---- the processes ----


class Unable:
    """A bot of somebody's that fails whenever it is asked."""

    def choose(self, world: State, rng: Rng) -> Option:
        raise RuntimeError("a bot that cannot play")


def hub_with_bot(folder: Path) -> tuple[Store, Hub]:
    store = Store(folder)
    return store, Hub(store, Settings(bot_pause=0, deal_within=0))


async def table_against(hub: Hub, bot: str, first: str = "B") -> Room:
    person, _ = await hub.new_person("Ada")
    options = [f"first_player={first}"]
    wish = NewTable(game="swirling-heroes", seats=["me", f"bot:{bot}"], options=options)
    room = hub.room((await hub.make_table(person, wish)).table)
    assert room is not None
    return room


async def answered(room: Room) -> None:
    async with asyncio.timeout(PATIENCE):
        while 1 in room.table.asked:
            await asyncio.sleep(0.01)


def test_a_thinker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    async def go() -> None:
        store, hub = hub_with_bot(tmp_path)
        try:
            room = await table_against(hub, "strong")
            async with asyncio.timeout(PATIENCE):
                while not hub.thinkers.processes:
                    await asyncio.sleep(0.01)
            (process,) = hub.thinkers.processes
            os.kill(process, signal.SIGKILL)
            await answered(room)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())


def test_a_thought_that_does_not_end_is_ended(tmp_path: Path) -> None:
    async def go() -> None:
        mind = Thinkers(SeededRng(1), limit=PATIENCE)
        seated = Seated("swirling-heroes", ["person", "bot:strong"], ["first_player=A"])
        world = commands.hinted_world(seated.table, 0, seated.table.token(0))
        assert await mind.answer("t", "strong", world)
        (process,) = mind.processes
        os.kill(process, signal.SIGSTOP)  # it hangs
        mind._limit = 0.1
        with pytest.raises(NoThought):
            await mind.answer("t", "strong", world)
        async with asyncio.timeout(PATIENCE):
            while process in mind.processes:  # it is ended as soon as the thought's time is up
                await asyncio.sleep(0.01)
        mind._limit = PATIENCE
        assert await mind.answer("t", "strong", world)
        mind.close()

    asyncio.run(go())


def test_nobody_waits_for_a_bot_that_cannot_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def make(name: str) -> object:
        made.append(name)
        return make_bot(name) if name == players.ANYTHING else Unable()

    monkeypatch.setattr(thinker_pool, "make_bot", make)

    async def go() -> None:
        store, hub = hub_with_bot(tmp_path)
        try:
            await answered(await table_against(hub, "greedy"))
            assert made == ["greedy"] * players.MOST_THOUGHTS + ["random"]
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())
