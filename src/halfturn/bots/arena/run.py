"""Playing the games of a run on all cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from halfturn.bots.arena.game import Job, play
from halfturn.bots.arena.results import Results

Work = TypeVar("Work")
Done = TypeVar("Done")


def run(results: Results, games: int, workers: int, is_enough: Callable[[], bool]) -> Iterator[int]:
    """Play what is missing of so many games; yields the number that there are after each.

    Games are begun in order and kept as they end, so an interrupted run loses only those that
    are under way.
    """
    missing = results.missing(games)
    if not missing or is_enough():
        return
    for ended in on_cores(play, [Job(results.setting, number) for number in missing], workers):
        for played in ended:  # all are kept, though the first of them may be enough
            results.add(played)
        yield len(results.played)
        if is_enough():
            return


def on_cores(
    work: Callable[[Work], Done], todo: Iterable[Work], workers: int
) -> Iterator[list[Done]]:
    """Do this work with so many processes, or in this one; yields all that is done, as it is."""
    jobs = iter(todo)
    if workers == 1:
        for job in jobs:
            yield [work(job)]
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting: set[Future[Done]] = set()
        try:
            while True:
                waiting |= {
                    pool.submit(work, job) for job in islice(jobs, 2 * workers - len(waiting))
                }
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield [each.result() for each in done]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def all_cores() -> int:
    """How many processes may work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
