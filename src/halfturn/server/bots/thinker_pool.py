"""The thinker pool: bots think in processes of their own, so no table waits for a bot's thought.

A position travels as its notation, and the answer comes back as notation. Thoughts wait in one
queue; each goes to a thinker that is free: a process of this machine, or a worker on another one
(`workers`). A table's bots return to the same thinker while it is free, and find there what they
thought before.

A thinker is busy exactly as long as the task that runs its thought. The callback of that task
frees it, so nothing that happens to the task, or to those who asked, can keep it taken. Hanging up
ends no process: the thought runs to its end and its answer is dropped. A thinker that dies,
exceeds the limit or answers nonsense is ended; a process of this machine is started again and has
to pass a probe before it gets the next thought.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
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
from functools import lru_cache, partial
from typing import Any, Final, Protocol

from halfturn.bots import Bot, make_bot
from halfturn.bots.hints import best_options, hint_words
from halfturn.core import Game, HalfturnError, Rng, SeededRng, State
from halfturn.core.data import with_owner_data
from halfturn.core.language import SOURCE, say, speaking, spoken
from halfturn.core.registry import load
from halfturn.server.ops import metrics
from halfturn.server.tables.guard import limit_memory, memory_now

log = logging.getLogger(__name__)

THINKERS: Final = 2
MOST_BOTS: Final = 200
"""So many bots are remembered by a process; those that were not asked for longest are forgotten."""
MOST_GAMES: Final = 64
"""So many games are remembered by a process, each set of cards for itself."""
MOST_QUEUED: Final = 1000
"""Thoughts that wait for a thinker."""
LOOKED_THROUGH: Final = 50
"""Of those, for one whose table a thinker knows."""
MOST_TRIES: Final = 3
"""How often a thought is tried: it may be what the first thinkers died of."""
PROBE_WITHIN: Final = 30.0
"""Seconds in which a process that was started again has to answer."""
OVERDUE: Final = 5.0
"""Seconds beyond a thought's limit after which the watchdog replaces its thinker."""
LONGEST_WORDS: Final = 500
"""Of a hint."""
QUICK: Final = ("greedy", "random")
"""Those that answer sooner than a world can travel."""
NICENESS: Final = 10
PROBE: Final = "probe"
"""The work that only shows that a process works."""


Within = AbstractContextManager[object]


class NoThought(Exception):
    """No answer was found: the thinker died, or the time was up. Another try may succeed."""


class Gone(Exception):
    """A thinker is gone; another one can take over its thought."""


class _Overrun(Gone):
    """A thought exceeded its limit."""


class _Nonsense(Exception):
    """An answer that cannot be one."""


class Thinker(Protocol):
    """Something that can think one thought at a time."""

    name: str
    """Tables prefer a thinker by its name."""

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        """Do one of `WORKS`; raises Gone, or whatever the work raised."""

    def end(self) -> None:
        """End it, in the middle of a thought if need be."""


class Process:
    """A process of this machine, started when it is first needed and again after its end."""

    def __init__(self, name: str, memory: int = 0) -> None:
        self.name = name
        self._memory = memory
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, work: str, given: Sequence[Any]) -> Any:
        """Have it done there."""
        return await self.do(WORKS[work], given)

    async def do(self, work: Callable[..., Any], given: Sequence[Any]) -> Any:
        """Call a function there; raises Gone, or whatever the function raised."""
        try:
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    1, mp_context=context, initializer=_begin, initargs=(self._memory,)
                )
            pool = self._pool
            future = pool.submit(_call, work, *given)
        except (BrokenProcessPool, OSError, RuntimeError) as error:
            self.end()
            raise Gone(type(error).__name__) from error
        try:
            return await asyncio.wrap_future(future)
        except BrokenProcessPool as error:
            if self._pool is pool:
                self.end()
            raise Gone(type(error).__name__) from error

    @property
    def ids(self) -> list[int]:
        """The number of the process, if it runs."""
        return list(self._pool._processes or {}) if self._pool is not None else []

    def end(self) -> None:
        """The next thought starts a new one."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _anything(found: Any) -> None:
    """Accept every answer."""


class _Thought:
    """Something to think about, and the future of those who wait for it."""

    def __init__(
        self,
        table: str,
        work: str,
        given: Sequence[Any],
        limit: float,
        check: Callable[[Any], None] = _anything,
    ) -> None:
        self.table = table
        self.work = work
        self.given = given
        self.limit = limit
        """Seconds that it may take a thinker."""
        self.check = check
        self.tries = 0
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Those who asked may be gone when it fails, and then nobody looks at the exception.
        self.done.add_done_callback(lambda done: done.cancelled() or done.exception())

    @property
    def is_wanted(self) -> bool:
        """Whether somebody still waits for it."""
        return not self.done.done()

    @property
    def is_probe(self) -> bool:
        """Whether it only shows that a process works."""
        return self.work == PROBE

    def succeed(self, found: Any) -> None:
        """Answer those who wait, if they do."""
        if self.is_wanted:
            self.done.set_result(found)

    def fail(self, error: BaseException) -> None:
        """Let those who wait know that there is no answer."""
        if self.is_wanted:
            self.done.set_exception(error)


class _Slot:
    """A thinker of the pool, and the task of what it thinks about."""

    def __init__(self, thinker: Thinker, is_own: bool) -> None:
        self.thinker = thinker
        self.is_own = is_own
        """Whether it is a process of this machine, which is started again when it ends."""
        self.task: asyncio.Task[Any] | None = None
        self.due = 0.0
        """When the loop's clock says that the thought is to be over."""
        self.is_on_trial = False
        """Whether it has to pass a probe before it gets a thought."""
        self.has_failed = False
        """Whether its last probe failed."""

    @property
    def is_free(self) -> bool:
        """Whether it can take a thought."""
        return self.task is None and not self.is_on_trial

    def is_overdue(self, now: float) -> bool:
        """Whether its task did not even end when its time was up."""
        return self.task is not None and now > self.due + OVERDUE


async def _run(thinker: Thinker, thought: _Thought) -> Any:
    """Think it there within its limit; raises Gone, or whatever the work raised."""
    try:
        async with asyncio.timeout(thought.limit) as limit:
            return await thinker.think(thought.work, thought.given)
    except TimeoutError as error:
        if limit.expired():
            raise _Overrun(f"{thinker.name} took more than {thought.limit:g} s") from error
        raise


class Pool:
    """A queue of thoughts, and the thinkers that take from it."""

    def __init__(self, own: Sequence[Thinker], most_tries: int = MOST_TRIES) -> None:
        self._slots = [_Slot(thinker, True) for thinker in own]
        self._most_tries = most_tries
        self._waiting: list[_Thought] = []
        self._is_closed = False

    def submit(self, thought: _Thought) -> None:
        """Have it thought about; raises Gone where that cannot be."""
        if self._is_closed:
            raise Gone("the pool is closed")
        self._forget_unwanted()
        if len(self._waiting) >= MOST_QUEUED:
            raise Gone("too many thoughts wait")
        self._waiting.append(thought)
        self._hand_out()

    def add(self, thinker: Thinker) -> None:
        """Add a worker."""
        self._slots.append(_Slot(thinker, False))
        self._hand_out()

    def remove(self, thinker: Thinker) -> None:
        """End a worker, which is gone or going; another thinker takes over its thought."""
        thinker.end()
        for slot in [each for each in self._slots if each.thinker is thinker]:
            self._slots.remove(slot)
            if slot.task is not None:
                slot.task.cancel()

    def close(self) -> None:
        """End all thinkers, in the middle of a thought if need be."""
        self._is_closed = True
        for slot in self._slots:
            slot.thinker.end()
            if slot.task is not None:
                slot.task.cancel()
        for thought in self._waiting:
            thought.fail(Gone("the pool is closed"))
        self._waiting.clear()

    # ---- handing out ----

    def _forget_unwanted(self) -> None:
        self._waiting = [thought for thought in self._waiting if thought.is_wanted]

    def _hand_out(self) -> None:
        """Give what waits to free thinkers: best to those that know the table."""
        if self._is_closed or not self._slots:
            return
        self._forget_unwanted()
        for thought in self._waiting[:LOOKED_THROUGH]:
            preferred = self._preferred(thought)
            if preferred.is_free:
                self._waiting.remove(thought)
                self._start(preferred, thought)
        for slot in self._slots:
            if self._waiting and slot.is_free:
                self._start(slot, self._waiting.pop(0))

    def _preferred(self, thought: _Thought) -> _Slot:
        """The same for a table as long as it is there, whichever others come and go."""
        return max(
            self._slots,
            key=lambda slot: zlib.crc32(f"{thought.table} {slot.thinker.name}".encode()),
        )

    def _start(self, slot: _Slot, thought: _Thought) -> None:
        loop = asyncio.get_running_loop()
        slot.due = loop.time() + thought.limit
        slot.task = loop.create_task(_run(slot.thinker, thought))
        # Not a `finally` in the task: one that is cancelled before its first step runs nothing.
        slot.task.add_done_callback(partial(self._ended, slot, thought))

    def _ended(self, slot: _Slot, thought: _Thought, task: asyncio.Task[Any]) -> None:
        slot.task = None
        try:
            self._settle(slot, thought, task)
        finally:
            self._hand_out()

    def _settle(self, slot: _Slot, thought: _Thought, task: asyncio.Task[Any]) -> None:
        """Tell those who asked, and see what the thinker is worth."""
        error = Gone("cancelled") if task.cancelled() else task.exception()
        if error is None and thought.is_wanted:
            try:
                thought.check(task.result())
            except Exception as found:
                error = found
        if isinstance(error, Gone):
            overrun = isinstance(error, _Overrun)
            self._replace(slot, "overrun" if overrun else "died", thought.is_probe)
            thought.tries += 1
            may_try = not (overrun or thought.is_probe or self._is_closed)
            if may_try and thought.is_wanted and thought.tries < self._most_tries:
                self._waiting.insert(0, thought)
            else:
                thought.fail(error)
        elif isinstance(error, _Nonsense):
            self._replace(slot, "nonsense", thought.is_probe)
            thought.fail(NoThought(str(error)))
        else:
            slot.is_on_trial = slot.has_failed = False
            if error is None:
                thought.succeed(task.result())
            else:
                thought.fail(error)

    # ---- watching ----

    def check(self) -> None:
        """The watchdog: replace thinkers that are stuck, and try those again that failed."""
        now = asyncio.get_running_loop().time()
        for slot in list(self._slots):
            if slot.is_overdue(now):
                self._replace(slot, "stuck", False)
            elif slot.is_on_trial and slot.task is None:
                self._probe(slot)
        self._forget_unwanted()
        if self._waiting and any(slot.is_free for slot in self._slots):
            log.error("thoughts waited beside free thinkers")
            metrics.THINKERS_REPLACED.add("stalled")
            self._hand_out()

    def _replace(self, slot: _Slot, why: str, was_probe: bool) -> None:
        """End a thinker; a process of this machine gets a new slot, where it is on trial."""
        if slot not in self._slots or self._is_closed:
            return
        metrics.THINKERS_REPLACED.add(why)
        log.warning("the thinker %s is replaced: %s", slot.thinker.name, why)
        slot.thinker.end()
        at = self._slots.index(slot)
        if not slot.is_own:
            del self._slots[at]
        else:
            fresh = self._slots[at] = _Slot(slot.thinker, True)
            fresh.is_on_trial, fresh.has_failed = True, slot.has_failed or was_probe
            if not was_probe:  # else the watchdog tries again, after a while
                self._probe(fresh)
        if slot.task is not None:
            slot.task.cancel()

    def _probe(self, slot: _Slot) -> None:
        self._start(slot, _Thought("", PROBE, (), PROBE_WITHIN))

    @property
    def works(self) -> bool:
        """Whether there is a thinker that works, as far as is known."""
        now = asyncio.get_running_loop().time()
        return not all(slot.has_failed or slot.is_overdue(now) for slot in self._slots)

    @property
    def problem(self) -> str:
        """Why nothing can be thought here; empty while something can.

        Without processes of its own a server leaves thinking to workers, which come and go.
        """
        own = sum(slot.is_own for slot in self._slots)
        if not own or self.works:
            return ""
        return f"bots cannot think: of {own} thinker processes none works"

    @property
    def census(self) -> tuple[int, int, int]:
        """Thinkers, those that are busy, and thoughts that wait."""
        busy = sum(slot.task is not None for slot in self._slots)
        return len(self._slots), busy, sum(thought.is_wanted for thought in self._waiting)

    @property
    def failed(self) -> int:
        """Thinkers that did not pass their last probe."""
        return sum(slot.has_failed for slot in self._slots)


class Thinkers:
    """All that thinks for one server: the pool, and a small one for each plug-in game."""

    def __init__(
        self,
        rng: Rng,
        limit: float,
        memory: int = 0,
        count: int = THINKERS,
        make: Callable[[str, int], Thinker] = Process,
    ) -> None:
        self._rng = rng
        self._limit = limit
        self._memory = memory
        """Bytes that a process may take where a game from another package is thought about."""
        self._make = make
        self._own = [make(f"process {number}", 0) for number in range(count)]
        self._pool = Pool(self._own)
        self._guests: dict[str, tuple[Thinker, Pool]] = {}
        self._is_closed = False

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
        thought = _Thought(table, work, given, self._limit, check)
        try:
            async with asyncio.timeout(self._limit):
                self._pool_of(guest).submit(thought)
                found = await thought.done
        except (Gone, TimeoutError) as error:
            raise NoThought(type(error).__name__) from error
        metrics.THOUGHTS.add(time.perf_counter() - begin)
        return found

    def _pool_of(self, guest: str | None) -> Pool:
        if guest is None:
            return self._pool
        if self._is_closed:
            raise Gone("the pool is closed")
        if guest not in self._guests:
            thinker = self._make(guest, self._memory)
            self._guests[guest] = thinker, Pool([thinker], most_tries=1)
        return self._guests[guest][1]

    def add(self, thinker: Thinker) -> None:
        """Add a worker to the pool."""
        self._pool.add(thinker)

    def remove(self, thinker: Thinker) -> None:
        """End a worker, and take it out of the pool."""
        self._pool.remove(thinker)

    def check(self) -> None:
        """The watchdog; to be called every second or so."""
        for pool in self._pools():
            pool.check()

    def _pools(self) -> list[Pool]:
        return [self._pool, *(pool for _, pool in self._guests.values())]

    @property
    def works(self) -> bool:
        """Whether there is a thinker that works; plug-in games have their own."""
        return self._pool.works

    @property
    def problem(self) -> str:
        """Why bots cannot think; empty while they can. Plug-in games do not count."""
        return self._pool.problem

    @property
    def census(self) -> tuple[int, int, int]:
        """Thinkers, those that are busy, and thoughts that wait."""
        return self._pool.census

    @property
    def failed(self) -> int:
        """Thinkers that did not pass their last probe."""
        return self._pool.failed

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run here."""
        thinkers = (*self._own, *(thinker for thinker, _ in self._guests.values()))
        return [id for each in thinkers if isinstance(each, Process) for id in each.ids]

    def close(self) -> None:
        """End the processes, in the middle of a thought if need be."""
        self._is_closed = True
        for pool in self._pools():
            pool.close()


def _told(world: State) -> tuple[str, str, str]:
    """A world as it travels: the game, the file of its cards, and the position."""
    return world.game.id, world.game.data_text, world.text


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


def _answer_probe() -> bool:
    return True


def _call(work: Callable[..., Any], *given: Any) -> Any:
    try:
        return work(*given)
    except Exception:
        raise
    except BaseException as error:  # it would end the server, where it is raised again
        raise RuntimeError(type(error).__name__) from None


def _think(key: Sequence[Any], game: str, cards: str, text: str, seed: int) -> str:
    world = game_with_cards(game, cards).position(text)
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
    world = game_with_cards(game, cards).position(text)
    decision = world.decision
    assert decision is not None
    if len(decision.options) == 1:
        return [(str(decision.options[0]), say("the only choice"))]
    found = best_options(world)
    return [(str(each.option), hint_words(world, each, names.__getitem__)) for each in found]


@lru_cache(MOST_GAMES)
def game_with_cards(id: str, cards: str) -> Game:
    """A table may play with cards that are in force no more, so no file is looked at here."""
    return with_owner_data(load(id), cards) if cards else load(id)


WORKS: Final[dict[str, Callable[..., Any]]] = {
    "think": _think,
    "advise": _advise,
    PROBE: _answer_probe,
}
"""What can be done in a process, by the name that it is asked for with."""
