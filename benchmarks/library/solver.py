"""The solver of Qwirkle Cards beside OR-Tools CP-SAT, on the same positions from play.

Both find the best turn by Qwirkles, then cards played, one after the other for each position, on
one worker; the model is built and solved. Every optimum is compared.
"""

from __future__ import annotations

import statistics
import time
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from benchmarks.library import cpsat
from benchmarks.library.positions import Position, positions
from halfturn import compiled
from halfturn.games.qwirkle_cards.solver import Solver

POSITIONS: Final = 1000
LISTED: Final = 200
LISTED_PLAIN: Final = 20
"""Of so many positions with a hand of nine every legal turn is listed."""


def measure(count: int = POSITIONS, seed: object = "bench") -> dict[str, Any]:
    """What this process, with the build it runs, comes to; times in milliseconds."""
    found = positions(count, seed)
    cpsat.best(*found[0])  # what is loaded at the first call is nobody's work
    ours, theirs = [], []
    different = 0
    for table, hand in found:
        lying, held = vec[i64](table), vec[i64](hand)
        begin = time.perf_counter()
        turn = Solver(lying, held).best()
        between = time.perf_counter()
        optimum = cpsat.best(table, hand)
        end = time.perf_counter()
        ours.append((between - begin) * 1e3)
        theirs.append((end - between) * 1e3)
        different += (None if turn is None else (turn.qwirkles, turn.cards)) != optimum
    sizes = [sum(table) for table, _ in found]
    most = LISTED if compiled() else LISTED_PLAIN
    whole = [each for each in found if sum(each[1]) == 9]
    listing, turns = _list_turns(whole[:: max(1, len(whole) // most)])
    return {
        "compiled": compiled(),
        "positions": len(found),
        "table": (statistics.median(sizes), max(sizes)),
        "different": different,
        "ours": _figures(ours),
        "cpsat": _figures(theirs),
        "listing": _figures(listing),
        "turns": statistics.median(turns),
    }


def _list_turns(found: list[Position]) -> tuple[list[float], list[int]]:
    times, turns = [], []
    for table, hand in found:
        begin = time.perf_counter()
        listed = Solver(vec[i64](table), vec[i64](hand)).turns()
        times.append((time.perf_counter() - begin) * 1e3)
        turns.append(len(listed))
    return times, turns


def _figures(times: list[float]) -> dict[str, float]:
    return {
        "median": statistics.median(times),
        "mean": statistics.mean(times),
        "max": max(times),
    }


def show(results: list[dict[str, Any]]) -> None:
    """Print the figures of each build, and the ratios."""
    from rich.console import Console
    from rich.table import Table

    first = results[0]
    middle, largest = first["table"]
    title = f"The best turn on {first['positions']} positions from play, in ms on one worker"
    table = Table(title=title)
    for heading in ("", "median", "mean", "max"):
        table.add_column(heading, justify="right" if heading else "left")
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        ours, theirs = result["ours"], result["cpsat"]
        names = ("median", "mean", "max")
        table.add_row(f"Halfturn {build}", *(f"{ours[name]:.3f}" for name in names))
        table.add_row("CP-SAT, tuned", *(f"{theirs[name]:.3f}" for name in names))
        ratios = (f"{theirs[name] / ours[name]:.1f}" for name in names)
        table.add_row("CP-SAT / Halfturn", *ratios, style="bold")
        table.add_section()
    console = Console()
    console.print(table)
    console.print(f"Tables of {middle:.0f} cards in the median, {largest} at most.")
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        listing = result["listing"]
        console.print(
            f"{build}: {result['different']} of {result['positions']} optima differ; every legal "
            f"turn of a hand of nine ({result['turns']:.0f} of them) in {listing['median']:.2f} ms "
            f"median, {listing['mean']:.2f} mean, {listing['max']:.2f} max."
        )
