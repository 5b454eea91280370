"""Bots at tables: they see a redealt world, think elsewhere, and answer on time."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from halfturn.core import SystemRng
from halfturn.server import metrics
from halfturn.server.change import Refused
from halfturn.server.database import StoreFailed
from halfturn.server.log import BadLog
from halfturn.server.room import Room
from halfturn.server.thinkers import Thinkers
from halfturn.server.writer import Taken

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 8
"""After so many in a row a bot gives up, until somebody wakes the table again."""


class BotPlayers:
    """Answers for all bots, one task for each table where one is asked."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._rng = SystemRng()
        self._thinkers = Thinkers(self._rng)

    def wake(self, room: Room) -> None:
        """See to it that the bots of a table answer, if one is asked."""
        if self.busy(room) or not room.has_bots:
            return  # where it is busy it looks again before it ends
        task = asyncio.get_running_loop().create_task(self._play(room))
        self._tasks[room.id] = task
        task.add_done_callback(lambda _: self._forget(room.id, task))

    def busy(self, room: Room) -> bool:
        """Whether a bot is at work at a table."""
        task = self._tasks.get(room.id)
        return task is not None and not task.done()

    def _forget(self, id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(id) is task:
            del self._tasks[id]

    async def close(self) -> None:
        """Stop thinking; after the next start it goes on where it was."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.close()

    async def _play(self, room: Room) -> None:
        failures = 0
        while failures < MOST_FAILURES:
            try:
                if not await self._answer(room):
                    return
                failures = 0
            except Refused:
                failures += 1  # somebody gave up meanwhile, most likely: look again
            except (Taken, StoreFailed, BadLog, BrokenProcessPool) as error:
                failures += 1
                log.warning("a bot at table %s tries again: %s", room.id, error)
                await asyncio.sleep(min(0.1 * 2**failures, 10))
            except Exception:
                metrics.ERRORS.add("bot")
                log.exception("a bot at table %s failed", room.id)
                return
        log.error("a bot at table %s gave up", room.id)

    async def _answer(self, room: Room) -> bool:
        """Answer one question; False where no bot is asked."""
        table = room.table
        seat = next((seat for seat in table.asked if table.bot(seat)), None)
        if seat is None:
            return False
        name, faced, token = table.bot(seat), table.facing(seat), table.token(seat)
        assert name is not None
        assert faced is not None
        loop = asyncio.get_running_loop()
        due = loop.time() + self._pause
        # Never the truth: whatever is hidden from the seat is drawn anew.
        world = faced.redeal(seat, self._rng)
        answer = await self._thinkers.answer(room.id, name, world)
        # When it answers must not tell how long it thought, and so what it holds.
        await asyncio.sleep(max(0.0, due - loop.time()))
        await room.carry_out(
            lambda table, dealer: table.answer(seat, f"bot {token}", token, [answer], dealer)
        )
        metrics.BOT_ANSWERS.add()
        return True
