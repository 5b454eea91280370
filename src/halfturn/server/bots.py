"""Bots at tables: they see a redealt world, think elsewhere, and answer on time."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from halfturn.core import SystemRng
from halfturn.server import metrics
from halfturn.server.change import Change, Refused
from halfturn.server.database import Fenced, StoreFailed
from halfturn.server.fair import Dealer
from halfturn.server.log import BadLog, Halted
from halfturn.server.room import Room
from halfturn.server.settings import Settings
from halfturn.server.table import Table
from halfturn.server.thinkers import NoThought, Thinkers
from halfturn.server.writer import Taken

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 8
"""After so many in a row that are the disk's, a bot waits until somebody wakes the table again."""
MOST_THOUGHTS: Final = 3
"""After so many that came to nothing, anything that the rules allow is answered: nobody waits
for ever for a bot that cannot think."""
ANYTHING: Final = "random"


class BotPlayers:
    """Answers for all bots, one task for each table where one is asked."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._at_work: dict[str, tuple[Room, asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        """All of them: also of rooms whose table has come back here in another one meanwhile."""
        self._patience: dict[str, tuple[int, float]] = {}
        """Until when the bots of a table wait for people who are asked to agree to something."""
        self._rng = SystemRng()
        memory = settings.game_memory * 2**20
        self.thinkers = Thinkers(self._rng, settings.bot_limit, memory, settings.thinkers)

    def wake(self, room: Room) -> None:
        """See to it that the bots of a table answer, if one is asked."""
        if not room.has_bots or self.busy(room):
            return  # where it is busy it looks again before it ends
        task = asyncio.get_running_loop().create_task(self._play(room))
        self._at_work[room.id] = room, task
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._forget(room, task))

    def busy(self, room: Room) -> bool:
        """Whether a bot is at work at a table."""
        where, task = self._at_work.get(room.id, (None, None))
        return where is room and task is not None and not task.done()

    def _forget(self, room: Room, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._at_work.get(room.id) == (room, task):
            del self._at_work[room.id]

    async def close(self) -> None:
        """Stop thinking; after the next start it goes on where it was."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()

    async def _play(self, room: Room) -> None:
        failures = thoughts = 0
        while failures < MOST_FAILURES:
            try:
                if not await self._answer(room, thoughts >= MOST_THOUGHTS):
                    return
                failures = thoughts = 0
            except Refused:
                failures += 1  # somebody gave up meanwhile, most likely: look again
            except (Halted, Fenced):
                return  # nobody plays there any more, or on another node
            except (Taken, StoreFailed, BadLog) as error:
                failures += 1
                log.warning("a bot at table %s tries again: %s", room.id, error)
                await asyncio.sleep(min(0.1 * 2**failures, 10))
            except NoThought as error:
                thoughts += 1
                log.warning("a bot at table %s could not think: %s", room.id, error)
                if thoughts > MOST_THOUGHTS:
                    room.give_up("no bot comes to an end with it")
                    return
            except Exception:
                metrics.ERRORS.add("bot")
                thoughts += 1
                log.exception("a bot at table %s failed", room.id)
                if thoughts > MOST_THOUGHTS:
                    room.give_up("every bot fails with it")
                    return
        log.error("a bot at table %s gave up", room.id)

    async def _answer(self, room: Room, anything: bool) -> bool:
        """Answer one question; False where no bot is asked, or people have to agree first."""
        table = room.table
        seat = next((seat for seat in table.asked if table.bot(seat)), None)
        if seat is None or self._waits(room, table):
            return False
        name, token = table.bot(seat), table.token(seat)
        assert name is not None
        loop = asyncio.get_running_loop()
        due = loop.time() + self._settings.bot_pause
        # Never the truth: whatever is hidden from the seat is drawn anew.
        world = room.world(seat, self._rng)
        name = ANYTHING if anything else name
        answer = await self.thinkers.answer(room.id, name, world, room.bounds)
        # When it answers must not tell how long it thought, and so what it holds.
        await asyncio.sleep(max(0.0, due - loop.time()))

        def wish(table: Table, dealer: Dealer) -> Change:
            if self._waits(room, table):
                raise Refused("stale", "people are asked to agree to something first")
            return table.answer(seat, f"bot {token}", token, [answer], dealer, by_bot=True)

        await room.carry_out(wish)
        metrics.BOT_ANSWERS.add()
        return True

    def _waits(self, room: Room, table: Table) -> bool:
        """Whether to wait because people are asked to agree; not for ever, they may be gone."""
        if table.proposal is None:
            self._patience.pop(room.id, None)
            return False
        loop = asyncio.get_running_loop()
        version, until = self._patience.get(room.id, (0, 0.0))
        if version != table.proposal.version:
            until = loop.time() + self._settings.agree_within
            self._patience[room.id] = table.proposal.version, until
        left = until - loop.time()
        if left > 0:
            loop.call_later(left, self.wake, room)
        return left > 0
