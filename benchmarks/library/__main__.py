"""`halfturn bench`: speed beside peers in the same run.

Ratios travel between machines, seconds do not.

Random playouts through the public contract, the driving loop in plain Python
for everybody, on one core. The contestants take turns in short rounds, and the
median of the rounds counts, so that a busy moment of the machine hits them alike.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import halfturn
from benchmarks.library.peers import PEERS
from benchmarks.library.playouts import Playouts, by_codes, by_decisions, clone_time
from halfturn import compiled, load

CHECKOUT: Final = Path(__file__).parents[2]
ROUNDS: Final = 7
SETTINGS: Final[dict[str, dict[str, object]]] = {
    "swirl": {"dealer": "A", "creatures": ("crab", "fish")},
    "swirling-heroes": {"hands": "even", "first_player": "A"},
    "qwirkle-cards": {},
    "sellswords": {},
}
"""The options each game is measured with: without chance where the game allows it."""
BESIDE: Final[dict[str, tuple[str, ...]]] = {
    "swirl": ("OpenSpiel gin_rummy (C++)", "python-chess"),
    "swirling-heroes": ("OpenSpiel connect_four (C++)", "python-chess"),
    "qwirkle-cards": ("OpenSpiel gin_rummy (C++)", "python-chess"),
    "sellswords": ("python-chess",),
}
"""Which peers each game is measured beside."""
HARDEST: Final[dict[str, tuple[str, str]]] = {
    "swirl": (
        "hand A Fy10; hand B Fr2; middle Cr1 Cg1 Cy2 Cp2 Cr3 Cy3 Fg3 Cg4 Cp4 Cr5 Cg6 Cy6 Cr7 Cg7 "
        "Cy8 Cr9; turn A",
        "play:Fy10",
    ),
}
"""The answer that took longest to carry out in 100,000 random games, where that is of interest."""
SOLVER: Final = "qwirkle-solver"
"""The word for the solver of Qwirkle Cards, beside CP-SAT."""
SEARCH: Final = "search"
"""The word for how quick bots think, compiled beside plain."""
RESEARCH: Final = "research"
"""The word for the adapters, beside the games of PettingZoo, OpenSpiel and Pgx."""


def measure(game: str, seconds: float) -> dict[str, Any]:
    """What this process, with the build it runs, comes to."""
    root = load(game).start(2, SETTINGS[game])
    contestants: dict[str, Playouts] = {"codes": by_codes(root), "decisions": by_decisions(root)}
    contestants |= {name: PEERS[name]() for name in BESIDE[game]}
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    games: dict[str, list[float]] = {name: [] for name in contestants}
    clones = []
    for _ in range(ROUNDS):
        for name, playouts in contestants.items():
            moves, ended = playouts(seconds / ROUNDS)
            rates[name].append(moves)
            games[name].append(ended)
        clones.append(clone_time(root))
    return {
        "compiled": compiled(),
        "rates": {name: statistics.median(each) for name, each in rates.items()},
        "games": {name: statistics.median(each) for name, each in games.items()},
        "clone": statistics.median(clones),
        "hardest": hardest(game),
        "memory": peak_memory(),
    }


def hardest(game: str) -> float:
    """Seconds that the hardest answer takes; 0 for a game in which none stands out."""
    if game not in HARDEST:
        return 0.0
    position, answer = HARDEST[game]
    state = load(game).position(position)
    option = state.read(answer)
    times = []
    for _ in range(21):
        clone = state.clone()
        begin = time.perf_counter()
        clone.play(option)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def peak_memory() -> float:
    """The most memory this process has had, in megabytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measure_plain(game: str, seconds: float) -> dict[str, Any]:
    """The same in a process that runs the plain sources."""
    bench = "benchmarks.library.__main__"
    return run_plain(f"from {bench} import measure; found = measure({game!r}, {seconds})")


def run_plain(work: str) -> dict[str, Any]:
    """What some lines find, in a process that runs the plain sources."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "halfturn"
        leave_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(Path(halfturn.__file__).parent, package, ignore=leave_out)
        call = f"import json, sys; {work}; print(json.dumps(found))"
        start = f"import sys; sys.path[:0] = {[folder, str(CHECKOUT)]!r}; {call}"
        command = [sys.executable, "-I", "-c", start]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def main(words: list[str]) -> int:
    """`halfturn bench`: measure, print, and end with 0."""
    parser = argparse.ArgumentParser(prog="halfturn bench", description=__doc__)
    games = [*SETTINGS, SOLVER, SEARCH, RESEARCH]
    parser.add_argument("game", nargs="?", default="swirling-heroes", choices=games)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each contestant (3)")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    asked = parser.parse_args(words)
    if asked.game == SEARCH:
        return _measure_search(asked.json)
    try:
        if asked.game == SOLVER:
            import ortools  # noqa: F401
        elif asked.game == RESEARCH:
            import gymnasium  # noqa: F401
            import pettingzoo  # noqa: F401
            import pygame  # noqa: F401
            import pyspiel
        else:
            import chess  # noqa: F401
            import pyspiel  # noqa: F401
    except ImportError as missing:
        print(
            f"The peers to measure beside are not installed ({missing.name} is missing): "
            "python3 run.py bench installs them, as does pip install 'halfturn[bench,research]'.",
            file=sys.stderr,
        )
        return 1
    if asked.game == SOLVER:
        return _measure_solver(asked.json)
    if asked.game == RESEARCH:
        return _measure_research(asked.seconds, asked.json)
    results = [measure(asked.game, asked.seconds)]
    if results[0]["compiled"]:
        results.append(measure_plain(asked.game, asked.seconds))
    if asked.json:
        print(json.dumps(results, indent=1))
    else:
        _print(asked.game, results)
    return 0


def _measure_search(as_json: bool) -> int:
    """`halfturn bench search`: how much quicker bots think in the compiled build."""
    from benchmarks.library import search

    results = [search.measure()]
    if results[0]["compiled"]:
        results.append(run_plain("from benchmarks.library import search; found = search.measure()"))
    if as_json:
        print(json.dumps(results, indent=1))
    else:
        search.show(results)
    return 0


def _measure_research(seconds: float, as_json: bool) -> int:
    """`halfturn bench research`: the adapters of the build that runs."""
    from benchmarks.library import research

    result = research.measure(seconds)
    if as_json:
        print(json.dumps(result, indent=1))
    else:
        research.show(result)
    return 0


def _measure_solver(as_json: bool) -> int:
    """`halfturn bench qwirkle-solver`; 1 when an optimum differs from CP-SAT's."""
    from benchmarks.library import solver

    results = [solver.measure()]
    if results[0]["compiled"]:
        work = "from benchmarks.library import solver; found = solver.measure()"
        results.append(run_plain(work))
    if as_json:
        print(json.dumps(results, indent=1))
    else:
        solver.show(results)
    return 1 if any(result["different"] for result in results) else 0


def _print(game: str, results: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    title, peers = load(game).title, BESIDE[game]
    table = Table(title=f"Random play, moves per second on one core: {title}")
    table.add_column("")
    for heading in ("moves/s", "games/s", *(f"x {peer.split(' (')[0]}" for peer in peers)):
        table.add_column(heading, justify="right")
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        rates = result["rates"]
        for name, rate in rates.items():
            row = name if name in peers else f"Halfturn {build}, by {name}"
            beside = [f"{rate / rates[peer]:.2f}" for peer in peers]
            table.add_row(row, f"{rate:,.0f}", f"{result['games'][name]:,.0f}", *beside)
        table.add_section()
    console = Console()
    console.print(table)
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        console.print(
            f"{build}: a clone in mid-game takes {result['clone'] * 1e6:.2f} µs; "
            f"the process took {result['memory']:.0f} MB at most, peers included."
        )
        if result["hardest"]:
            console.print(f"{build}: the hardest answer takes {result['hardest'] * 1e3:.2f} ms.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
