"""Tables that take turns to tell what happened."""

from __future__ import annotations

import asyncio
import itertools

from halfturn.server.tables.publish_queue import AT_ONCE, TOGETHER, Turns

MANY = AT_ONCE + 3 * TOGETHER


def test_everybody_has_a_turn_in_the_order_in_which_it_was_wanted() -> None:
    async def take_turns() -> None:
        turns, told = Turns(), list[int]()

        async def tell(table: int) -> None:
            await turns.next()
            told.append(table)

        for _ in range(2):  # and once more, after a pause
            await asyncio.gather(*(tell(table) for table in range(MANY)))
            assert told == list(range(MANY))
            told.clear()
            await asyncio.sleep(0.01)

    asyncio.run(take_turns())


def test_others_are_heard_in_between_and_nobody_waits_for_who_is_gone() -> None:
    async def take_turns() -> None:
        turns, told = Turns(), list[int]()
        told_when_heard = list[int]()

        async def tell(table: int) -> None:
            await turns.next()
            told.append(table)

        tasks = [asyncio.create_task(tell(table)) for table in range(MANY)]
        await asyncio.sleep(0)
        assert told == list(range(AT_ONCE))  # all acknowledgements have left by now
        tasks[AT_ONCE].cancel()
        tasks[-1].cancel()
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            told_when_heard.append(len(told))
        assert told == [*range(AT_ONCE), *range(AT_ONCE + 1, MANY - 1)]
        steps = [b - a for a, b in itertools.pairwise(told_when_heard)]
        assert max(steps) <= TOGETHER

    asyncio.run(take_turns())
