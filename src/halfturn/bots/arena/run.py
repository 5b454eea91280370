"""Playing the games of a run on all cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice

from halfturn.bots.arena.game import Job, Played, play
from halfturn.bots.arena.results import Results


def run(results: Results, games: int, workers: int, is_enough: Callable[[], bool]) -> Iterator[int]:
    """Play what is missing of so many games; yields the number that there are after each.

    Games are begun in order and kept as they end, so an interrupted run loses only those that
    are under way.
    """
    missing = results.missing(games)
    if not missing or is_enough():
        return
    jobs = iter([Job(results.setting, number) for number in missing])
    if workers == 1:
        for job in jobs:
            results.add(play(job))
            yield len(results.played)
            if is_enough():
                return
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting: set[Future[Played]] = set()
        try:
            while True:
                waiting |= {
                    pool.submit(play, job) for job in islice(jobs, 2 * workers - len(waiting))
                }
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in done:
                    results.add(each.result())
                yield len(results.played)
                if is_enough():
                    return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def all_cores() -> int:
    """How many processes may work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
