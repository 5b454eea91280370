"""Drawings are shared, made beside the loop, and nobody who wants none waits for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from halfturn.core import Game, View
from halfturn.core.registry import load
from halfturn.server.projection.drawing import drawing
from halfturn.server.projection.render import Drawing, NotRendered, Renderer, TookTooLong, draw
from halfturn.server.projection.text_boards import WIDTHS, width_class
from halfturn.server.protocol.updates import HALTED
from halfturn.server.tables.guard import Guard
from halfturn.server.tables.guest import GuestRoom
from halfturn.server.tables.room import Room
from halfturn.server.transport.rate_limits import SessionLimits
from halfturn.server.transport.session import Conversation
from tests.support.patience import PATIENCE
from tests.support.quick_server import QUICK
from tests.support.rooms import Ear, GivenDealer, World


def test_widths_are_few_and_always_fit() -> None:
    assert [width_class(columns) for columns in (-1, 0)] == [0, 0]
    assert {width_class(columns) for columns in range(1, 1000)} == set(WIDTHS)
    assert all(width_class(columns) <= columns for columns in range(WIDTHS[0], 1000))
    assert [width_class(columns) for columns in (1, 79, 80, 10**9)] == [20, 60, 80, 200]


class Slow(Renderer):
    """Draws when it may, and remembers what."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.may.set()
        self.drawn: list[tuple[int | None, int, str]] = []
        self.at_once = 0
        self.most_at_once = 0
        self.fails: Exception | None = None

    async def draw(
        self, game: Game, view: View, columns: int, language: str, guest: str
    ) -> Drawing:
        self.drawn.append((view.viewer, columns, language))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.may.wait()
        self.at_once -= 1
        if self.fails is not None:
            raise self.fails
        return draw(game, view, columns, language)


class Boards(World):
    """A world in which some watch by text."""

    async def start(self, new_room: Any = Room) -> Slow:
        self.slow = Slow()
        await self.begin(partial(new_room, renderer=self.slow))
        return self.slow

    async def watch(self, columns: int, language: str = "", seat: int | None = None) -> Ear:
        ear = Ear(None if seat is None else seat + 1, seat)
        self.room.enter(ear)
        await self.hello(ear, columns, language)
        return ear

    async def hello(self, ear: Ear, columns: int, language: str = "", seen: int = 0) -> None:
        limits = SessionLimits(QUICK)
        talk = Conversation(cast("WebSocket", None), self.room, ear, QUICK, limits, "192.0.2.1")
        said = {"type": "hello", "seen": seen, "columns": columns, "language": language}
        await talk._hear(json.dumps(said))


def updates(ear: Ear) -> list[Any]:
    return [each for frame in ear.frames if (each := json.loads(frame))["type"] == "update"]


async def until(ear: Ear, version: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while not updates(ear) or ear.now["version"] < version:
            await asyncio.sleep(0)


def play(folder: Path, go: Any, new_room: Any = Room) -> None:
    async def whole() -> None:
        world = Boards(folder, GivenDealer([]), "random")
        try:
            await world.start(new_room)
            await go(world)
        finally:
            world.close()

    asyncio.run(whole())


def test_spectators_of_all_widths_share_a_few_drawings(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        ears = [await world.watch(20 + 2 * each) for each in range(91)]
        assert sorted(world.slow.drawn) == sorted((None, width, "en") for width in WIDTHS)
        world.slow.drawn.clear()
        await world.hello(ears[7], 37)  # of the same version all are there
        assert world.slow.drawn == []
        await world.answer(world.choices[0])
        for ear in ears:
            await until(ear, world.room.table.version)
        assert len(world.slow.drawn) == len(WIDTHS)
        assert world.slow.most_at_once == 1
        game, view = world.room.table.game, world.room.table.state.view(None)
        for number in (0, 10, 90):
            lines = drawing(game, view, width_class(20 + 2 * number))
            told = [[(s["text"], s["style"]) for s in line] for line in ears[number].now["drawing"]]
            assert told == [[(span.text, span.style) for span in line] for line in lines]
            assert ears[number].now["position"] == view.text

    play(tmp_path, go)


def test_each_language_and_each_pair_of_eyes_has_its_own_drawing(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        english, _ = await world.watch(40), await world.watch(40, "de")
        own = await world.watch(40, seat=0)
        assert sorted(world.slow.drawn, key=repr) == [
            (0, 40, "en"),
            (None, 40, "de"),
            (None, 40, "en"),
        ]
        assert own.now["position"] != english.now["position"]

    play(tmp_path, go)


def test_nobody_else_waits_for_a_drawing_and_only_the_latest_is_made(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        watching = await world.watch(80)
        world.slow.drawn.clear()
        world.slow.may.clear()
        before = watching.now["version"]
        versions = []
        for _ in range(5):
            reply = await world.answer(world.choices[0])
            assert reply["result"] == "ok"
            versions.append(world.room.table.version)
            for viewer in (0, 1, None):  # those who want no drawing have it at once
                assert world.ears[viewer].now["version"] == versions[-1]
            await asyncio.sleep(0)
        assert watching.now["version"] == before
        assert len(world.slow.drawn) == 1
        world.slow.may.set()
        await until(watching, versions[-1])
        assert len(world.slow.drawn) == 2
        told = updates(watching)[1:]
        assert [each["version"] for each in told] == [versions[0], versions[-1]]
        assert not any(each["whole"] for each in told)
        others = updates(world.ears[None])[-5:]
        happened = [line for each in others for line in each["happenings"]]
        assert [line for each in told for line in each["happenings"]] == happened

    play(tmp_path, go)


@pytest.mark.parametrize("columns", [40, 80])
def test_a_hello_takes_the_place_of_what_was_on_its_way(tmp_path: Path, columns: int) -> None:
    async def go(world: Boards) -> None:
        watching = await world.watch(80)
        world.slow.may.clear()
        await world.answer(world.choices[0])
        await asyncio.sleep(0)
        again = asyncio.create_task(world.hello(watching, columns))
        await asyncio.sleep(0)
        assert len(updates(watching)) == 1
        world.slow.may.set()
        await again
        assert [each["whole"] for each in updates(watching)] == [True, True]
        widest = max(sum(len(s["text"]) for s in line) for line in watching.now["drawing"])
        assert widest <= columns
        await world.hello(watching, 0, seen=watching.now["version"])
        assert watching.now["drawing"] is None

    play(tmp_path, go)


def test_who_sits_down_meanwhile_sees_nothing_with_other_eyes(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        watching = await world.watch(80)
        world.slow.may.clear()
        await world.answer(world.choices[0])
        await asyncio.sleep(0)
        watching.seat = 1
        world.slow.may.set()
        await until(watching, world.room.table.version)
        assert [each["seat"] for each in updates(watching)] == [None, 1]
        assert watching.now["whole"]

    play(tmp_path, go)


def test_talk_and_moves_come_after_the_answer_to_a_hello(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        await world.request(0, "say", phrase="hello")
        watching = await world.watch(80)
        kinds = [json.loads(frame)["type"] for frame in watching.frames]
        assert kinds == ["update", "talk"]

    play(tmp_path, go)


def test_who_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        world.slow.may.clear()
        coming: Coroutine[Any, Any, Ear] = world.watch(80)
        task = asyncio.create_task(coming)
        while not world.slow.drawn:
            await asyncio.sleep(0)
        assert not world.room.is_idle
        (ear,) = world.room.connections - set(world.ears.values())
        world.room.leave(ear)
        async with asyncio.timeout(PATIENCE):
            await task
        world.slow.may.set()

    play(tmp_path, go)


@pytest.mark.parametrize("error", [NotRendered("busy"), TookTooLong("too long")])
def test_a_table_that_cannot_be_drawn_is_shown_all_the_same(
    tmp_path: Path, error: Exception
) -> None:
    async def go(world: Boards) -> None:
        world.slow.fails = error
        watching = await world.watch(80)
        ((line,),) = watching.now["drawing"]
        assert "cannot be drawn" in line["text"]
        assert watching.now["view"] == world.ears[None].now["view"]
        await world.answer(world.choices[0])
        await until(watching, world.room.table.version)

    play(tmp_path, go)


def test_a_game_from_elsewhere_that_does_not_come_to_an_end_is_stopped(tmp_path: Path) -> None:
    async def go(world: Boards) -> None:
        world.slow.fails = TookTooLong("took too much time")
        watching = await world.watch(80)
        room = world.room
        assert isinstance(room, GuestRoom)
        assert room._writing is not None
        await room._writing
        assert watching.closed is not None
        assert watching.closed[0] == HALTED
        assert "a drawing took too much time" in watching.closed[1]
        assert world.store.has_kind("table", "halted")

    play(tmp_path, go, partial(GuestRoom, guard=Guard(1e9, 2**32)))


def test_a_process_draws_and_ends_when_it_is_idle() -> None:
    now = [0.0]

    async def go() -> None:
        renderer = Renderer(now=lambda: now[0])
        game = load("swirl")
        view = game.start(2).view(None)
        found = await renderer.draw(game, view, 60, "de", "")
        assert found == draw(game, view, 60, "de")
        assert renderer.processes
        now[0] = 299
        renderer.end_idle()
        assert renderer.processes
        now[0] = 301
        renderer.end_idle()
        assert not renderer.processes
        assert await renderer.draw(game, view, 60, "en", "") == draw(game, view, 60, "en")
        assert len(renderer.processes) == 1
        renderer.close()
        assert not renderer.processes

    asyncio.run(go())
