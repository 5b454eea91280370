"""Where bots think: in processes of their own, so that a table is never kept waiting by one.

A world travels as its notation, which is all that there is of it, and the answer comes back
as notation. What is to be thought about waits in one queue, and whatever place is free takes the
next: a process on this machine, or a worker on another one (`workers`). A table's bots think in
the same place where that is free, and find there what they thought before. A place that dies is
replaced and its work goes back into the queue; one that does not come to an end is ended, and one
that answers what cannot be is not asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, Final, Protocol

from halfturn.bots import Bot, make_bot
from halfturn.bots.hints import best_options, hint_words
from halfturn.core import Game, HalfturnError, Rng, SeededRng, State
from halfturn.core.data import with_owner_data
from halfturn.core.language import SOURCE, say, speaking, spoken
from halfturn.core.registry import load
from halfturn.server import metrics
from halfturn.server.guard import limit_memory, memory_now

THINKERS: Final = 2
MOST_BOTS: Final = 200
"""So many bots are remembered by a process; those that were not asked for longest are forgotten."""
MOST_GAMES: Final = 64
"""So many games are remembered by a process, each set of cards for itself."""
MOST_QUEUED: Final = 1000
"""Thoughts that wait for a place."""
LOOKED_THROUGH: Final = 50
"""Of those, for one that a place had part in before."""
MOST_PLACES: Final = 3
"""In which a thought is tried: it may be what the first of them died of."""
LONGEST_WORDS: Final = 500
"""Of a hint."""
QUICK: Final = ("greedy", "random")
"""Those that answer sooner than a world can travel."""
NICENESS: Final = 10


Within = AbstractContextManager[object]


class NoThought(Exception):
    """The process died or did not come to an end: it is worth another try, in a new one."""


class Gone(Exception):
    """A place is not there any more; what it was thinking about can be thought elsewhere."""


class Place(Protocol):
    """Where one thought at a time can be had."""

    name: str
    """By which a table finds the same place again."""

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        """Do one of `WORKS`; raises Gone, or whatever the work raised."""

    def end(self) -> None:
        """End it, in the middle of a thought if need be."""


class Process:
    """A process of this machine, started when it is first needed and after it was ended."""

    def __init__(self, name: str, memory: int = 0) -> None:
        self.name = name
        self._memory = memory
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        """Have it done there."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_begin, initargs=(self._memory,)
            )
        try:
            return await asyncio.wrap_future(self._pool.submit(WORKS[work], *given))
        except BrokenProcessPool as error:
            self.end()
            raise Gone(type(error).__name__) from error

    @property
    def ids(self) -> list[int]:
        """The number of the process, if it runs."""
        return list(self._pool._processes or {}) if self._pool is not None else []

    def end(self) -> None:
        """The next thought begins a new one."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


class _Thought:
    """Something to be thought about, and whoever waits for it."""

    def __init__(self, table: str, work: str, given: Sequence[Any]) -> None:
        self.table = table
        self.work = work
        self.given = given
        self.tries = 0
        self.place: Place | None = None
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Thinkers:
    """The queue, and the places that take from it."""

    def __init__(self, rng: Rng, limit: float, memory: int = 0, count: int = THINKERS) -> None:
        self._rng = rng
        self._limit = limit
        self._memory = memory
        """Bytes that a process may take where a game from another package is thought about."""
        self._own = [Process(f"process {number}") for number in range(count)]
        self._places: list[Place] = list(self._own)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._waiting: list[_Thought] = []
        self._guests: dict[str, Process] = {}

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
        at = None if step is None else world.game.id

        def check(found: Any) -> None:
            with step or contextlib.nullcontext():
                _check_answer(world, found)

        answer: str = await self._ask(table, at, "think", (key, *told, seed), check)
        return answer

    async def hints(
        self, table: str, world: State, names: Sequence[str], step: Within | None = None
    ) -> list[tuple[str, str]]:
        """The best few options of such a world: notation and words for each."""
        with step or contextlib.nullcontext():
            told = _told(world)
        at = None if step is None else world.game.id

        def check(found: Any) -> None:
            with step or contextlib.nullcontext():
                _check_hints(world, found)

        given = (*told, list(names), spoken())
        found = await self._ask(table, at, "advise", given, check)
        return [(text, words) for text, words in found]

    async def _ask(
        self,
        table: str,
        guest: str | None,
        work: str,
        given: Sequence[Any],
        check: Callable[[Any], None],
    ) -> Any:
        """Have it thought about; raises NoThought where that came to nothing."""
        begin = time.perf_counter()
        thought = _Thought(table, work, given)
        try:
            async with asyncio.timeout(self._limit):
                if guest is not None:
                    found = await self._ask_guest(guest, thought)
                else:
                    found = await self._queue(thought)
        except (Gone, TimeoutError) as error:
            raise NoThought(type(error).__name__) from error
        finally:
            self._drop(thought)
        try:
            check(found)
        except _Nonsense as error:
            if thought.place is not None:
                self.remove(thought.place)
            raise NoThought(str(error)) from error
        metrics.THOUGHTS.add(time.perf_counter() - begin)
        return found

    async def _ask_guest(self, game: str, thought: _Thought) -> Any:
        place = self._guests.setdefault(game, Process(game, self._memory))
        try:
            return await place.think(thought.work, thought.given)
        except asyncio.CancelledError:
            place.end()  # it took too long, or nobody wants to know any more
            raise

    # ---- the queue ----

    async def _queue(self, thought: _Thought) -> Any:
        if len(self._waiting) >= MOST_QUEUED:
            raise Gone("too much waits to be thought about")
        self._waiting.append(thought)
        self._hand_out()
        return await thought.done

    def _drop(self, thought: _Thought) -> None:
        """Nobody waits for it any more, if somebody did; who still thinks about it is ended."""
        if thought in self._waiting:
            self._waiting.remove(thought)
        if not thought.done.done() or thought.done.cancelled():
            task = self._busy.get(thought.place.name) if thought.place is not None else None
            if task is not None and thought.place is not None:
                task.cancel()
                self.remove(thought.place)

    def _hand_out(self) -> None:
        """Give what waits to places that are free: best to the one that had part in it before."""
        for thought in self._waiting[:LOOKED_THROUGH] if self._places else ():
            preferred = self._preferred(thought)
            if preferred.name not in self._busy:
                self._give(preferred, thought)
        for place in self._places:
            if self._waiting and place.name not in self._busy:
                self._give(place, self._waiting[0])

    def _give(self, place: Place, thought: _Thought) -> None:
        self._waiting.remove(thought)
        thought.place = place
        task = asyncio.get_running_loop().create_task(self._think(place, thought))
        self._busy[place.name] = task

    def _preferred(self, thought: _Thought) -> Place:
        """The same for a table as long as it is there, whichever others come and go."""
        return max(
            self._places, key=lambda place: zlib.crc32(f"{thought.table} {place.name}".encode())
        )

    async def _think(self, place: Place, thought: _Thought) -> None:
        try:
            found = await place.think(thought.work, thought.given)
            if not thought.done.done():
                thought.done.set_result(found)
        except Gone as error:
            self.remove(place)
            thought.tries += 1
            thought.place = None
            if thought.done.done():
                pass
            elif thought.tries < MOST_PLACES:
                self._waiting.insert(0, thought)
            else:
                thought.done.set_exception(error)
        except Exception as error:
            if not thought.done.done():
                thought.done.set_exception(error)
        finally:
            self._busy.pop(place.name, None)
            self._hand_out()

    # ---- places ----

    def add(self, place: Place) -> None:
        """One more place to think in."""
        self._places.append(place)
        self._hand_out()

    def remove(self, place: Place) -> None:
        """A place is gone, or not to be trusted; processes of this machine begin anew."""
        place.end()
        if place in self._places and place not in self._own:
            self._places.remove(place)

    @property
    def census(self) -> tuple[int, int, int]:
        """Places, those where somebody thinks, and thoughts that wait."""
        return len(self._places), len(self._busy), len(self._waiting)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run here."""
        return [id for place in (*self._own, *self._guests.values()) for id in place.ids]

    def close(self) -> None:
        """End the processes, in the middle of a thought if need be."""
        for task in list(self._busy.values()):
            task.cancel()
        for place in (*self._places, *self._guests.values()):
            place.end()
        self._guests.clear()


def _told(world: State) -> tuple[str, str, str]:
    """A world as it travels: the game, the file of its cards, and the position."""
    return world.game.id, world.game.data_text, world.text


class _Nonsense(Exception):
    """An answer that cannot be one."""


def _check_answer(world: State, found: Any) -> None:
    try:
        if not isinstance(found, str):
            raise _Nonsense("expected the notation of an answer")
        world.read(found)
    except HalfturnError as error:
        raise _Nonsense(f"the answer cannot be given: {error}") from None


def _check_hints(world: State, found: Any) -> None:
    if not isinstance(found, list | tuple):
        raise _Nonsense("expected a list of hints")
    for each in found:
        if not (isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[1], str)):
            raise _Nonsense("expected answers and words")
        if len(each[1]) > LONGEST_WORDS:
            raise _Nonsense("expected a few words")
        _check_answer(world, each[0])


# ---- in the process ----

_bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()


def _begin(memory: int) -> None:
    """Ctrl-C is for the server, which then ends its processes; and the server comes first.

    Where it was killed, nobody is left to end them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if memory:
        limit_memory(memory_now() + memory)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _think(key: Sequence[Any], game: str, cards: str, text: str, seed: int) -> str:
    world = _game(game, cards).position(text)
    table, seat, name = key
    whose = table, seat, name
    if whose not in _bots:
        _bots[whose] = make_bot(name)
    _bots.move_to_end(whose)
    while len(_bots) > MOST_BOTS:
        _bots.popitem(last=False)
    return str(_bots[whose].choose(world, SeededRng(seed)))


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


WORKS: Final[dict[str, Callable[..., Any]]] = {"think": _think, "advise": _advise}
"""What can be done in a process, by the name that it is asked for with."""
