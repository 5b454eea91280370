"""Where bots think: in processes of their own, so that a table is never kept waiting by one.

A world travels as its notation, which is all that there is of it, and the answer comes back
as notation. A table's bots always think in the same process, and find there what they thought
before.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import zlib
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from halfturn.bots import Bot, make_bot
from halfturn.core import Game, Rng, SeededRng, State
from halfturn.core.data import load_with_owner_data

THINKERS: Final = 2
MOST_BOTS: Final = 200
"""So many bots are remembered by a process; those that were not asked for longest are forgotten."""
QUICK: Final = ("greedy", "random")
"""Those that answer sooner than a world can travel."""


class Thinkers:
    """A few processes that are started when a bot first has to think."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._pools: dict[int, ProcessPoolExecutor] = {}

    async def answer(self, table: str, name: str, world: State) -> str:
        """The notation of what a bot answers in a world that was redealt for it."""
        seed = self._rng.below(1 << 32)
        if name in QUICK:
            return str(make_bot(name).choose(world, SeededRng(seed)))
        at = zlib.crc32(table.encode()) % THINKERS
        if at not in self._pools:
            context = multiprocessing.get_context("spawn")
            self._pools[at] = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
        key = (table, world.seat_asked, name)
        loop = asyncio.get_running_loop()
        try:
            job = self._pools[at].submit(_think, key, world.game.id, world.text, seed)
            return await asyncio.wrap_future(job, loop=loop)
        except BrokenProcessPool:
            self._pools.pop(at).shutdown(wait=False)
            raise

    def close(self) -> None:
        """End the processes, in the middle of a thought if need be."""
        for pool in self._pools.values():
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()


# ---- in the process ----

_games: dict[str, Game] = {}
_bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()


def _begin() -> None:
    """Ctrl-C is for the server, which then ends its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _think(key: tuple[str, int, str], game: str, text: str, seed: int) -> str:
    if game not in _games:
        _games[game] = load_with_owner_data(game)
    if key not in _bots:
        _bots[key] = make_bot(key[2])
    _bots.move_to_end(key)
    while len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    world = _games[game].position(text)
    return str(_bots[key].choose(world, SeededRng(seed)))
