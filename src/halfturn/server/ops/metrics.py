"""What a server counts of itself, as Prometheus reads it. Nothing here names anybody."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final[Sequence[float]] = (
    0.0005,
    0.001,
    0.002,
    0.005,
    0.01,
    0.02,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
)
THINKING: Final[Sequence[float]] = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
SIZES: Final[Sequence[float]] = (1, 2, 4, 8, 16, 32, 64)
_STARTED: Final = time.time()


class Counter:
    """How often something happened, told apart by labels."""

    def __init__(self, name: str, says: str, *labels: str) -> None:
        self.name = name
        self.says = says
        self._labels = labels
        self._counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, *values: str) -> None:
        """It has happened once more."""
        self._counts[values] = self._counts.get(values, 0) + 1

    def count(self, *values: str) -> int:
        """How often so far."""
        return self._counts.get(values, 0)

    def total(self) -> int:
        """How often in all, whatever the labels."""
        return sum(self._counts.values())

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield from _head(self.name, self.says, "counter")
        for values, count in sorted(self._counts.items()):
            pairs = zip(self._labels, values, strict=True)
            words = ",".join(f'{label}="{value}"' for label, value in pairs)
            yield f"{self.name}{{{words}}} {count}" if words else f"{self.name} {count}"


class Histogram:
    """How long something takes, or how much of it there is."""

    def __init__(self, name: str, says: str, bounds: Sequence[float] = SECONDS) -> None:
        self.name = name
        self.says = says
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield from _head(self.name, self.says, "histogram")
        total = 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {total}"


def _head(name: str, says: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"


def gauge(name: str, says: str, value: float) -> Iterator[str]:
    """A number as it is now; one that is called a total only goes up."""
    yield from _head(name, says, "counter" if name.endswith("_total") else "gauge")
    # With every digit: the time of day has ten before its point.
    yield f"{name} {int(value) if value == int(value) else value!r}"


REQUESTS: Final = Counter(
    "halfturn_http_requests_total", "Requests to the HTTP API.", "endpoint", "status"
)
MOVES: Final = Counter("halfturn_changes_total", "Changes of tables that are committed.", "kind")
REPLIES: Final = Counter("halfturn_replies_total", "Replies over WebSockets.", "result")
CLOSED: Final = Counter(
    "halfturn_websockets_closed_total", "WebSockets that the server closed.", "code"
)
ERRORS: Final = Counter("halfturn_errors_total", "What went wrong and should not have.", "where")
ANSWERED: Final = Histogram(
    "halfturn_change_seconds", "From a wish for a change until it is committed and told."
)
COMMITS: Final = Histogram("halfturn_commit_seconds", "Transactions, the disk included.")
GROUPS: Final = Histogram("halfturn_commit_group", "Changes in one transaction.", SIZES)
COMMIT_FAILED: Final = Counter("halfturn_commits_failed_total", "Transactions that failed.")
THOUGHTS: Final = Histogram(
    "halfturn_thought_seconds",
    "Thoughts of bots, from the wish to the answer, the queue included.",
    THINKING,
)
THINKERS_REPLACED: Final = Counter(
    "halfturn_thinkers_replaced_total",
    "Thinkers that were replaced since they died, took too long or were stuck.",
    "why",
)
LAG: Final = Histogram(
    "halfturn_loop_lag_seconds", "How much later than wanted the event loop comes to something."
)
BOT_ANSWERS: Final = Counter("halfturn_bot_answers_total", "Answers that bots gave.")
LEASES: Final = Counter(
    "halfturn_leases_total",
    "Tables that came to this node new, over from another, or were lost.",
    "how",
)
FENCED: Final = Counter(
    "halfturn_fenced_total", "Changes refused because the table lived elsewhere by then."
)
RELAYED: Final = Counter(
    "halfturn_relayed_total", "What was handed on to the node that has the table.", "what"
)
HINTS: Final = Counter("halfturn_hints_total", "Hints between nodes, sent and heard.", "way")

_ALL: Final = (
    REQUESTS,
    MOVES,
    REPLIES,
    CLOSED,
    ERRORS,
    ANSWERED,
    COMMITS,
    GROUPS,
    COMMIT_FAILED,
    THOUGHTS,
    THINKERS_REPLACED,
    LAG,
    BOT_ANSWERS,
    LEASES,
    FENCED,
    RELAYED,
    HINTS,
)


def exposition(*gauges: tuple[str, str, float]) -> str:
    """Everything as text: what is counted here, and what somebody else knows at the moment."""
    lines = [line for each in _ALL for line in each.lines()]
    for one in (*gauges, *_process()):
        lines += gauge(*one)
    return "\n".join(lines) + "\n"


def _process() -> Iterator[tuple[str, str, float]]:
    yield "process_start_time_seconds", "When the process began, in seconds of 1970.", _STARTED
    yield "process_cpu_seconds_total", "Processor time so far.", time.process_time()
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    except (OSError, ValueError, IndexError):
        return  # not on this system
    yield "process_resident_memory_bytes", "Memory in use.", pages * 4096
    yield "process_open_fds", "Open files and sockets.", files
