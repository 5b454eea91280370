"""Speed, beside peers in the same run: ratios travel between machines, seconds do not.

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
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from halfturn import compiled, load
from halfturn.core import SeededRng, State

ROUNDS: Final = 7
CHESS_PLIES: Final = 200
"""Where a random game of chess is broken off; asking for draws would only slow it down."""
PEERS: Final = ("OpenSpiel connect_four (C++)", "python-chess")
SETTINGS: Final[dict[str, dict[str, object]]] = {
    "swirling-heroes": {"hands": "even", "first_player": "A"}
}
"""Options without chance, so that every answer is somebody's move."""

Playouts = Callable[[float], float]
"""Plays for about so many seconds and tells the moves per second."""


class Picks:
    """Random fractions drawn beforehand, so that choosing costs everybody the same."""

    def __init__(self) -> None:
        rng = SeededRng("bench")
        self._fractions = [rng.below(1 << 20) / (1 << 20) for _ in range(1 << 14)]
        self._at = 0

    def index(self, count: int) -> int:
        """One of `count` places in a list."""
        self._at = (self._at + 1) & 0x3FFF
        return int(self._fractions[self._at] * count)


def by_codes(root: State) -> Playouts:
    """Random games through `codes` and `play_code`."""

    def play(seconds: float) -> float:
        pick = Picks().index
        moves = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = root.clone()
            while codes := state.codes():
                state.play_code(codes[pick(len(codes))])
                moves += 1
        return moves / spent

    return play


def by_decisions(root: State) -> Playouts:
    """Random games through `decision` and `play`."""

    def play(seconds: float) -> float:
        pick = Picks().index
        moves = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = root.clone()
            while decision := state.decision:
                options = decision.options
                state.play(options[pick(len(options))])
                moves += 1
        return moves / spent

    return play


def open_spiel() -> Playouts:
    """Random games of OpenSpiel's connect_four, which is written in C++."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play(seconds: float) -> float:
        pick = Picks().index
        moves = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[pick(len(actions))])
                moves += 1
        return moves / spent

    return play


def python_chess() -> Playouts:
    """Random games of python-chess."""
    import chess

    def play(seconds: float) -> float:
        pick = Picks().index
        moves = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            board = chess.Board()
            while len(board.move_stack) < CHESS_PLIES and (legal := list(board.legal_moves)):
                board.push(legal[pick(len(legal))])
                moves += 1
        return moves / spent

    return play


def clone_time(root: State) -> float:
    """Seconds that a clone of a position in mid-game takes."""
    state = root.clone()
    for _ in range(6):
        state.play_code(state.codes()[0])
    count = 2000
    begin = time.perf_counter()
    for _ in range(count):
        state.clone()
    return (time.perf_counter() - begin) / count


def measure(game: str, seconds: float) -> dict[str, Any]:
    """What this process, with the build it runs, comes to."""
    root = load(game).start(2, SETTINGS[game])
    contestants: dict[str, Playouts] = {
        "codes": by_codes(root),
        "decisions": by_decisions(root),
        PEERS[0]: open_spiel(),
        PEERS[1]: python_chess(),
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    clones = []
    for _ in range(ROUNDS):
        for name, playouts in contestants.items():
            rates[name].append(playouts(seconds / ROUNDS))
        clones.append(clone_time(root))
    return {
        "compiled": compiled(),
        "rates": {name: statistics.median(each) for name, each in rates.items()},
        "clone": statistics.median(clones),
        "memory": peak_memory(),
    }


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
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "halfturn"
        leave_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(Path(__file__).parent, package, ignore=leave_out)
        call = "import json, sys; from halfturn import bench; "
        call += f"print(json.dumps(bench.measure({game!r}, {seconds})))"
        start = f"import sys; sys.path.insert(0, {folder!r}); {call}"
        command = [sys.executable, "-I", "-c", start]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def main(words: list[str]) -> int:
    """`halfturn bench`: measure, print, and end with 0."""
    parser = argparse.ArgumentParser(prog="halfturn bench", description=__doc__)
    parser.add_argument("game", nargs="?", default="swirling-heroes", choices=list(SETTINGS))
    parser.add_argument("--seconds", type=float, default=3.0, help="for each contestant (3)")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    asked = parser.parse_args(words)
    try:
        import chess  # noqa: F401
        import pyspiel  # noqa: F401
    except ImportError as missing:
        print(
            f"The peers to measure beside are not installed ({missing.name} is missing): "
            "python3 run.py bench installs them, as does pip install 'halfturn[bench]'.",
            file=sys.stderr,
        )
        return 1
    results = [measure(asked.game, asked.seconds)]
    if results[0]["compiled"]:
        results.append(measure_plain(asked.game, asked.seconds))
    if asked.json:
        print(json.dumps(results, indent=1))
    else:
        _print(load(asked.game).title, results)
    return 0


def _print(title: str, results: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"Random play, moves per second on one core: {title}")
    for heading in ("", "moves/s", "x OpenSpiel", "x python-chess"):
        table.add_column(heading, justify="right" if heading else "left")
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        rates = result["rates"]
        for name, rate in rates.items():
            row = name if name in PEERS else f"{title}, {build}, by {name}"
            beside = [f"{rate / rates[peer]:.2f}" for peer in PEERS]
            table.add_row(row, f"{rate:,.0f}", *beside)
        table.add_section()
    console = Console()
    console.print(table)
    for result in results:
        build = "compiled" if result["compiled"] else "plain"
        console.print(
            f"{build}: a clone in mid-game takes {result['clone'] * 1e6:.2f} µs; "
            f"the process took {result['memory']:.0f} MB at most, peers included."
        )
