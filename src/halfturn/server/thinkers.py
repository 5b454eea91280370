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
from typing import Any, Final

from halfturn.bots import Bot, make_bot
from halfturn.bots.hints import best_options, hint_words
from halfturn.core import Game, Rng, SeededRng, State
from halfturn.core.data import load_with_owner_data
from halfturn.core.language import SOURCE, say, speaking, spoken

THINKERS: Final = 2
MOST_BOTS: Final = 200
"""So many bots are remembered by a process; those that were not asked for longest are forgotten."""
QUICK: Final = ("greedy", "random")
"""Those that answer sooner than a world can travel."""
NICENESS: Final = 10


class NoThought(Exception):
    """The process died or did not come to an end: it is worth another try, in a new one."""


class Thinkers:
    """A few processes that are started when a bot first has to think."""

    def __init__(self, rng: Rng, limit: float) -> None:
        self._rng = rng
        self._limit = limit
        self._pools: dict[int, ProcessPoolExecutor] = {}

    async def answer(self, table: str, name: str, world: State) -> str:
        """The notation of what a bot answers in a world that was redealt for it."""
        seed = self._rng.below(1 << 32)
        if name in QUICK:
            return str(make_bot(name).choose(world, SeededRng(seed)))
        key = (table, world.seat_asked, name)
        answer: str = await self._ask(table, _think, key, world.game.id, world.text, seed)
        return answer

    async def hints(self, table: str, world: State, names: Sequence[str]) -> list[tuple[str, str]]:
        """The best few options of such a world: notation and words for each."""
        found: list[tuple[str, str]] = await self._ask(
            table, _advise, world.game.id, world.text, list(names), spoken()
        )
        return found

    async def _ask(self, table: str, work: Callable[..., Any], *given: Any) -> Any:
        at = zlib.crc32(table.encode()) % THINKERS
        pool = self._pools.get(at)
        if pool is None:
            context = multiprocessing.get_context("spawn")
            pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
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


def _end(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


# ---- in the process ----

_games: dict[str, Game] = {}
_bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()


def _begin() -> None:
    """Ctrl-C is for the server, which then ends its processes; and the server comes first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


def _think(key: tuple[str, int, str], game: str, text: str, seed: int) -> str:
    world = _game(game).position(text)
    if key not in _bots:
        _bots[key] = make_bot(key[2])
    _bots.move_to_end(key)
    while len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    return str(_bots[key].choose(world, SeededRng(seed)))


def _advise(
    game: str, text: str, names: list[str], language: str = SOURCE
) -> list[tuple[str, str]]:
    with speaking(language):
        return _advice(game, text, names)


def _advice(game: str, text: str, names: list[str]) -> list[tuple[str, str]]:
    world = _game(game).position(text)
    decision = world.decision
    assert decision is not None
    if len(decision.options) == 1:
        return [(str(decision.options[0]), say("the only choice"))]
    found = best_options(world)
    return [(str(each.option), hint_words(world, each, names.__getitem__)) for each in found]


def _game(id: str) -> Game:
    if id not in _games:
        _games[id] = load_with_owner_data(id)
    return _games[id]
