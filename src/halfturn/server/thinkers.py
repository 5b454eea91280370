"""Where bots think: in processes of their own, so that a table is never kept waiting by one.

A world travels as its notation, which is all that there is of it, and the answer comes back
as notation. A table's bots always think in the same process, and find there what they thought
before. The processes give way to the server; one that dies is replaced, and one that does not
come to an end is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, Final

from halfturn.bots import Bot, make_bot
from halfturn.bots.hints import best_options, hint_words
from halfturn.core import Game, Rng, SeededRng, State
from halfturn.core.data import with_owner_data
from halfturn.core.language import SOURCE, say, speaking, spoken
from halfturn.core.registry import load
from halfturn.server.guard import limit_memory, memory_now

THINKERS: Final = 2
MOST_BOTS: Final = 200
"""So many bots are remembered by a process; those that were not asked for longest are forgotten."""
MOST_GAMES: Final = 64
"""So many games are remembered by a process, each set of cards for itself."""
QUICK: Final = ("greedy", "random")
"""Those that answer sooner than a world can travel."""
NICENESS: Final = 10


Within = AbstractContextManager[object]


class NoThought(Exception):
    """The process died or did not come to an end: it is worth another try, in a new one."""


class Thinkers:
    """A few processes that are started when a bot first has to think."""

    def __init__(self, rng: Rng, limit: float, memory: int = 0) -> None:
        self._rng = rng
        self._limit = limit
        self._memory = memory
        """Bytes that a process may take where a game from another package is thought about."""
        self._pools: dict[int | str, ProcessPoolExecutor] = {}

    async def answer(self, table: str, name: str, world: State, step: Within | None = None) -> str:
        """The notation of what a bot answers in a world that was redealt for it.

        `step` is given for a game from another package: such a game is asked for anything within
        bounds alone, and thought about in a process that others do not wait for.
        """
        seed = self._rng.below(1 << 32)
        if step is None and name in QUICK:
            return str(make_bot(name).choose(world, SeededRng(seed)))
        with step or contextlib.nullcontext():
            key, told = (table, world.seat_asked, name), _told(world)
        at = _place(table, world, step)
        answer: str = await self._ask(at, _think, key, *told, seed)
        return answer

    async def hints(
        self, table: str, world: State, names: Sequence[str], step: Within | None = None
    ) -> list[tuple[str, str]]:
        """The best few options of such a world: notation and words for each."""
        with step or contextlib.nullcontext():
            told = _told(world)
        at = _place(table, world, step)
        found: list[tuple[str, str]] = await self._ask(at, _advise, *told, list(names), spoken())
        return found

    async def _ask(self, at: int | str, work: Callable[..., Any], *given: Any) -> Any:
        pool = self._pools.get(at)
        if pool is None:
            context = multiprocessing.get_context("spawn")
            most = self._memory if isinstance(at, str) else 0
            pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(most,))
            self._pools[at] = pool
        try:
            job = asyncio.wrap_future(pool.submit(work, *given))
            return await asyncio.wait_for(job, self._limit)
        except (BrokenProcessPool, TimeoutError) as error:
            if self._pools.get(at) is pool:
                del self._pools[at]
            _end(pool)
            raise NoThought(type(error).__name__) from error

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [id for pool in self._pools.values() for id in (pool._processes or {})]

    def close(self) -> None:
        """End the processes, in the middle of a thought if need be."""
        for pool in self._pools.values():
            _end(pool)
        self._pools.clear()


def _told(world: State) -> tuple[str, str, str]:
    """A world as it travels: the game, the file of its cards, and the position."""
    return world.game.id, world.game.data_text, world.text


def _place(table: str, world: State, step: Within | None) -> int | str:
    """Which process thinks about a table: one of a few, or the one of a game from elsewhere."""
    return zlib.crc32(table.encode()) % THINKERS if step is None else world.game.id


def _end(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


# ---- in the process ----

_bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()


def _begin(memory: int) -> None:
    """Ctrl-C is for the server, which then ends its processes; and the server comes first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory:
        limit_memory(memory_now() + memory)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


def _think(key: tuple[str, int, str], game: str, cards: str, text: str, seed: int) -> str:
    world = _game(game, cards).position(text)
    if key not in _bots:
        _bots[key] = make_bot(key[2])
    _bots.move_to_end(key)
    while len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    return str(_bots[key].choose(world, SeededRng(seed)))


def _advise(
    game: str, cards: str, text: str, names: list[str], language: str = SOURCE
) -> list[tuple[str, str]]:
    with speaking(language):
        return _advice(game, cards, text, names)


def _advice(game: str, cards: str, text: str, names: list[str]) -> list[tuple[str, str]]:
    world = _game(game, cards).position(text)
    decision = world.decision
    assert decision is not None
    if len(decision.options) == 1:
        return [(str(decision.options[0]), say("the only choice"))]
    found = best_options(world)
    return [(str(each.option), hint_words(world, each, names.__getitem__)) for each in found]


@lru_cache(MOST_GAMES)
def _game(id: str, cards: str) -> Game:
    """A table may play with cards that are in force no more, so no file is looked at here."""
    return with_owner_data(load(id), cards) if cards else load(id)
