"""When the disk fails: no acknowledgement, no change, and the table goes on afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import Store
from tests.support.rooms import GivenDealer, World


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize(("error", "result"), [(StoreFailed, "error"), (Taken, "conflict")])
def test_a_failed_commit_is_never_acknowledged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    written: bool,
    error: type[Exception],
    result: str,
) -> None:
    """Whether the rows reached the disk or not, the log is asked what is true."""
    real = Store.append

    async def failing(self: Store, *given: Any) -> None:
        if written:
            await real(self, *given)
        raise error("no space left on device: /a/secret/path")

    async def play() -> None:
        world = World(tmp_path, GivenDealer([]), "mirror")
        try:
            await world.begin()
            seat = world.asked
            version = world.room.table.version
            choice = world.choices[0]
            token = world.room.table.token(seat)
            with monkeypatch.context() as patched:
                patched.setattr(Store, "append", failing)
                reply = await world.answer(choice, key="once")
            # Something of its own key is in the log: then it was carried out, whoever says what.
            done = written and error is Taken
            assert reply["result"] == ("dup" if done else result)
            assert "secret" not in reply["text"]
            assert world.room.table.version == version + written
            again = await world.request(seat, "move", "once", token=token, answers=[choice])
            assert again["result"] == ("dup" if written else "ok")
            assert again["version"] == version + 1
            assert world.ears[None].now["version"] == version + 1
            placed = [each["event"]["type"] for each in world.ears[seat].now["happenings"]]
            assert placed.count("placed") <= 1
        finally:
            world.close()

    asyncio.run(play())


def test_an_unforeseen_error_tells_nothing_but_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(self: Store, *given: Any) -> None:
        raise KeyError("card 0123 in the hand of Bo")

    async def play() -> None:
        world = World(tmp_path, GivenDealer([]), "random")
        try:
            await world.begin()
            with monkeypatch.context() as patched:
                patched.setattr(Store, "append", failing)
                reply = await world.answer(world.choices[0])
            assert reply["result"] == "error"
            assert "Bo" not in reply["text"]
            number = reply["text"].partition("(error ")[2].rstrip(")")
            assert number in caplog.text
            assert (await world.answer(world.choices[0]))["result"] == "ok"
        finally:
            world.close()

    asyncio.run(play())


def test_the_acknowledgement_comes_before_the_news(tmp_path: Path) -> None:
    async def play() -> None:
        world = World(tmp_path, GivenDealer([]), "mirror")
        try:
            await world.begin()
            seat = world.asked
            before = len(world.ears[seat].frames)
            await world.answer(world.choices[0])
            kinds = [frame[:16] for frame in world.ears[seat].frames[before:]]
            assert kinds == ['{"type":"reply",', '{"type":"update"']
        finally:
            world.close()

    asyncio.run(play())
