"""Where the time of a move goes inside the server: each stage with its own clock.

`install` puts the clocks in; on SIGUSR1 all that was noted since the last time is
written to a file, as seconds by stage.
"""

from __future__ import annotations

import gc
import json
import signal
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from halfturn.server.http import app
from halfturn.server.storage import sqlite_writer
from halfturn.server.storage.sqlite_writer import Batch, Statement, Writer
from halfturn.server.tables import hub
from halfturn.server.tables.room import Room
from halfturn.server.transport.session import Conversation

FILE_NAME = "stages.json"
STAGES = ("whole", "queue", "commit", "tidy", "back", "publish", "collect")
"""A whole request; waiting for the writer; its transaction, the disk included; what the writer
does between transactions; from the disk back to the loop; telling everybody; the garbage
collector, wherever it struck."""

noted: dict[str, list[float]] = defaultdict(list)


def install(folder: Path) -> None:
    """Put the clocks in."""
    _time_writer()
    _time_requests()
    begun = [0.0]

    def collected(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            begun[0] = time.perf_counter()
        else:
            noted["collect"].append(time.perf_counter() - begun[0])

    gc.callbacks.append(collected)

    def write(*_: Any) -> None:
        draft = folder / (FILE_NAME + ".new")
        draft.write_text(json.dumps(noted))
        draft.rename(folder / FILE_NAME)
        noted.clear()

    signal.signal(signal.SIGUSR1, write)


def _time_writer() -> None:
    write, commit, tidy, settle = Writer.write, Writer._commit, Writer._tidy, sqlite_writer._settle
    entered: dict[int, float] = {}
    finished: dict[int, float] = {}

    async def timed_write(self: Writer, statements: Sequence[Statement]) -> None:
        entered[id(statements)] = time.perf_counter()
        await write(self, statements)

    def timed_commit(self: Writer, group: list[Batch]) -> list[Exception | None]:
        begin = time.perf_counter()
        for batch in group:
            noted["queue"].append(begin - entered.pop(id(batch.statements), begin))
        outcomes = commit(self, group)
        end = time.perf_counter()
        noted["commit"].append(end - begin)
        finished[id(group)] = end
        return outcomes

    def timed_settle(group: list[Batch], outcomes: list[Exception | None]) -> None:
        now = time.perf_counter()
        noted["back"].append(now - finished.pop(id(group), now))
        settle(group, outcomes)

    def timed_tidy(self: Writer) -> None:
        begin = time.perf_counter()
        tidy(self)
        noted["tidy"].append(time.perf_counter() - begin)

    Writer.write = timed_write  # type: ignore[assignment, method-assign]
    Writer._commit = timed_commit  # type: ignore[method-assign]
    sqlite_writer._settle = timed_settle
    Writer._tidy = timed_tidy  # type: ignore[method-assign]


def _time_requests() -> None:
    class TimedConversation(Conversation):
        async def _answer(self, message: Any) -> None:
            begin = time.perf_counter()
            await super()._answer(message)
            noted["whole"].append(time.perf_counter() - begin)

    class TimedRoom(Room):
        def publish(self) -> None:
            begin = time.perf_counter()
            super().publish()
            noted["publish"].append(time.perf_counter() - begin)

    app.Conversation = TimedConversation  # type: ignore[attr-defined]
    hub.Room = TimedRoom  # type: ignore[attr-defined]
