"""Bots at tables: they see a redealt world, think elsewhere, and answer on a schedule.

When a bot answers must not show how long it thought, since that depends on the cards it holds. So
the time of an answer depends on what everybody knows alone: the bot's level, and whether the
question opens a turn, for which a level has its seconds. The reasons are in
docs/adr/0001-bots-answer-on-a-schedule.md.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from math import ceil
from typing import Final

from halfturn.bots import seconds_a_turn
from halfturn.core import State, SystemRng
from halfturn.server.bots.thinker_pool import NoThought, Thinkers, Within
from halfturn.server.ops import metrics
from halfturn.server.ops.settings import Settings
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.fair_deal import Dealer
from halfturn.server.tables.log import BadLog, Halted
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 8
"""After so many in a row that are the disk's, a bot waits until somebody wakes the table again."""
MOST_THOUGHTS: Final = 3
"""After so many that came to nothing, anything that the rules allow is answered: nobody waits
for ever for a bot that cannot think."""
ANYTHING: Final = "random"
AGAIN_AFTER: Final = 1.0
"""Seconds after which a bot asks again where no thinker works."""
STEP: Final = 0.5
"""Seconds: an answer that was not found when it was due leaves a multiple of that later."""


def due(asked: float, found: float, pause: float, seconds: float | None) -> float:
    """When an answer leaves, asked for and found at these times.

    `seconds` is what the bot may think about the question at most. Only a thought that took even
    longer, in most cases since it had to wait for a thinker, moves it, and then by whole steps.
    With None nothing is hidden, so neither is how long it thought.
    """
    if not pause or seconds is None:
        return max(asked + pause, found)
    at = asked + max(pause, seconds)
    return at + max(0, ceil((found - at) / STEP)) * STEP


class BotPlayers:
    """Answers for all bots, one task for each table where one is asked."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._at_work: dict[str, tuple[Room, asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        """All of them: also of rooms whose table has come back here in another one meanwhile."""
        self._is_closed = False
        self._patience: dict[str, tuple[int, float]] = {}
        """The last answer at a table, and until when bots wait for people who are asked to agree
        to something before they give the next one: asking again makes it no longer."""
        self._rng = SystemRng()
        memory = settings.game_memory * 2**20
        self.thinkers = Thinkers(self._rng, settings.bot_limit, memory, settings.thinkers)

    def wake(self, room: Room) -> None:
        """See to it that the bots of a table answer, if one is asked."""
        if self._is_closed or not room.has_bots or self.busy(room):
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
        self._is_closed = True
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
                if self.thinkers.works or room.bounds is not None:
                    thoughts += 1
                else:  # it waits for a thinker: any answer at all would spoil the game
                    await asyncio.sleep(AGAIN_AFTER)
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
        seat = next((seat for seat in table.asked if table.bot_playing(seat)), None)
        if seat is None:
            self._patience.pop(room.id, None)
            return False
        if self._waits(room, table):
            return False
        name, token = table.bot_playing(seat), table.token(seat)
        assert name is not None
        loop = asyncio.get_running_loop()
        asked, bounds = loop.time(), room.bounds
        # Never the truth: whatever is hidden from the seat is drawn anew.
        world = room.world(seat, self._rng)
        name = ANYTHING if anything else name
        seconds = self._seconds_for(name, world, bounds)
        answer = await self.thinkers.answer(room.id, name, world, bounds)
        at = due(asked, loop.time(), self._settings.bot_pause, seconds)
        await asyncio.sleep(max(0.0, at - loop.time()))

        def wish(table: Table, dealer: Dealer) -> Change:
            if self._waits(room, table):
                raise Refused("stale", "people are asked to agree to something first")
            return table.answer(seat, f"bot {token}", token, [answer], dealer, by_bot=True)

        await room.carry_out(wish)
        metrics.BOT_ANSWERS.add()
        return True

    def _seconds_for(self, name: str, world: State, bounds: Within | None) -> float | None:
        """What a bot may think about a question at most; None where nothing is hidden."""
        seconds = seconds_a_turn(name)
        if seconds <= self._settings.bot_pause:
            return seconds
        if bounds is None and world.game.heuristics().is_open(world):
            return None
        with bounds or nullcontext():
            return seconds if world.opens_turn else 0.0

    def _waits(self, room: Room, table: Table) -> bool:
        """Whether to wait because people are asked to agree; not for ever, they may be gone."""
        if table.proposal is None:
            return False
        loop = asyncio.get_running_loop()
        last = table.lines[-1].version if table.lines else table.began
        version, until = self._patience.get(room.id, (0, 0.0))
        if version != last:
            until = loop.time() + self._settings.agree_within
            self._patience[room.id] = last, until
        left = until - loop.time()
        if left > 0:
            loop.call_later(left, self.wake, room)
        return left > 0
