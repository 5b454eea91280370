"""Two nodes, the same tables, and the one that has them paused again and again.

`python -m tests.support.lease_race --operations 50000 [--mutant lease_without_fencing]`.
Clients roam between the nodes; half of them stay where they are however long nothing comes, so
that a node that wakes up finds moves waiting for tables that it has no more. What they were told
is held against the log: one winner for every version, nothing acknowledged that is not stored,
and nobody who comes anew is shown a table as it was before what was acknowledged by then.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from halfturn.core import SeededRng
from halfturn.server.tables.log import Row
from tests.server.chaos.checkers import (
    KINDS,
    Faults,
    Logs,
    Secrets,
    check_fold,
    check_order,
    check_requests,
)
from tests.server.chaos.fleet import AGAIN_AFTER, WAYS, Player
from tests.server.chaos.history import History
from tests.server.chaos.run import further, stuck_tables
from tests.support.http_client import Browser
from tests.support.node_cluster import Node, Several, several
from tests.support.patience import PATIENCE
from tests.support.postgres import Postgres

IMPATIENT = 1.0
"""Seconds without a word after which half of the clients try another node."""
PAUSE = 3.0
"""Seconds at least, longer than a lease: what the paused node had can be taken over."""
MOVES = 300
"""From one pause to the next, and up to as many more."""


class Read(NamedTuple):
    """What somebody who came anew was shown."""

    table: str
    asked: float
    version: int


class Watched:
    """A connection of which it is noted what the first update after a hello shows."""

    def __init__(
        self, socket: ClientConnection, table: str, reads: list[Read], patience: float
    ) -> None:
        self._socket = socket
        self._table = table
        self._reads = reads
        self._patience = patience
        self._asked = 0.0

    async def send(self, text: str) -> None:
        if json.loads(text)["type"] == "hello":
            self._asked = time.monotonic()
        await self._socket.send(text)

    async def __aiter__(self) -> AsyncIterator[str]:
        while True:
            frame = str(await asyncio.wait_for(self._socket.recv(), self._patience))
            if self._asked and frame.startswith('{"type":"update"'):
                self._reads.append(Read(self._table, self._asked, json.loads(frame)["version"]))
                self._asked = 0.0
            yield frame


class Roamer(Player):
    """Somebody who comes back at another node each time."""

    def __init__(
        self,
        browser: Browser,
        table: str,
        seat: int,
        history: History,
        reads: list[Read],
        ports: list[int],
    ) -> None:
        super().__init__(browser, table, seat, history)
        self._reads = reads
        self._ports = ports
        self._patience = PATIENCE if seat == 0 else IMPATIENT

    async def live(self) -> None:
        tries = self._seat
        while not self.stopping:
            port = self._ports[tries % len(self._ports)]
            tries += 1
            origin = f"http://127.0.0.1:{port}"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{port}/ws/{self._table}",
                    additional_headers={"Origin": origin, "Cookie": self._browser.cookie},
                    compression=None,
                    ping_interval=None,
                    max_queue=None,
                    close_timeout=0.2,
                    open_timeout=IMPATIENT,
                ) as socket:
                    watched: Any = Watched(socket, self._table, self._reads, self._patience)
                    await self._play(watched)
            await asyncio.sleep(AGAIN_AFTER)


def check_reads(reads: list[Read], history: History) -> Faults:
    """Whoever asks after something was acknowledged is shown no older version of the table."""
    behind = 0
    moments: dict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for request in history.requests:
        for told in request.acknowledged:
            moments[request.table].append((told.at, 0, told.version))
    for read in reads:
        moments[read.table].append((read.asked, 1, read.version))
    for those in moments.values():
        newest = 0
        for _, is_read, version in sorted(those):
            if is_read:
                behind += version < newest
            else:
                newest = max(newest, version)
    return Counter({"behind": behind} if behind else {})


def read_logs(postgres: Postgres, name: str) -> tuple[Logs, Secrets]:
    """The logs and secrets as the database has them."""
    logs: Logs = defaultdict(list)
    sql = "SELECT table_id, version, key, seat, kind, body FROM log ORDER BY table_id, version"
    for table, *row in postgres.run(sql, name):
        logs[table].append(Row(*row))
    found = postgres.run("SELECT table_id, game, seed FROM seeds", name)
    return logs, {(table, game): bytes(seed) for table, game, seed in found}


@dataclass
class Verdict:
    """What a run showed."""

    operations: int
    acknowledged: int
    pauses: int
    reads: int
    changes_of_hands: int
    seconds: float
    faults: Faults
    complaints: str

    def __str__(self) -> str:
        faults = " ".join(f"{kind} {self.faults[kind]}" for kind in (*KINDS, "behind"))
        return (
            f"{self.operations} operations, {self.acknowledged} acknowledged, {self.reads} came "
            f"anew, {self.pauses} pauses, {self.changes_of_hands} changes of hands in "
            f"{self.seconds:.0f} s: {faults}"
        )


async def run(
    postgres: Postgres,
    name: str,
    folder: Path,
    operations: int,
    pauses: int = 0,
    tables: int = 6,
    mutant: str = "",
    seed: int = 1,
    minutes: float = 1e9,
) -> Verdict:
    """Play until so many moves are acknowledged and so many pauses were made, then judge.

    After so many minutes what there is by then is judged.
    """
    begin = time.monotonic()
    with several(postgres, name, folder, mutant=mutant) as cluster:
        history = History()
        reads: list[Read] = []
        patience = 5.0 if mutant else PATIENCE
        players = await asyncio.to_thread(sit_down, cluster, tables, history, reads)
        tasks = [asyncio.create_task(player.live()) for player in players]
        try:
            made = await pause_again_and_again(
                cluster, history, operations, pauses, seed, patience, begin + 60 * minutes
            )
            stuck = await stuck_tables(history, patience)
            for player in players:
                player.stopping = True
            await asyncio.wait(tasks, timeout=patience)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        complaints = cluster.complaints
    logs, secrets = await asyncio.to_thread(read_logs, postgres, name)
    faults = stuck + check_reads(reads, history)
    for table, rows in logs.items():
        requests = [request for request in history.requests if request.table == table]
        streams = [stream for stream in history.streams if stream.table == table]
        faults += check_requests(requests, rows) + check_order(requests)
        faults += check_fold(table, rows, secrets, streams)
    hands = await asyncio.to_thread(changes_of_hands, postgres, name)
    return Verdict(
        len(history.requests),
        sum(bool(request.acknowledged) for request in history.requests),
        made,
        len(reads),
        hands,
        time.monotonic() - begin,
        faults,
        complaints,
    )


def sit_down(cluster: Several, tables: int, history: History, reads: list[Read]) -> list[Player]:
    """Two at each table, which were made at this node and at that."""
    ports = [node.port for node in cluster.nodes]
    players: list[Player] = []
    for number in range(tables):
        host, guest = Browser(ports[number % 2]), Browser(ports[(number + 1) % 2])
        game, preset = WAYS[number % len(WAYS)]
        wish = {"game": game, "seats": ["me", "open"], "preset": preset}
        link = host.post("/api/v1/tables", wish)
        assert guest.join(link["table"], link["invite"]).status == 200
        for seat, browser in enumerate((host, guest)):
            players.append(Roamer(browser, link["table"], seat, history, reads, ports))
    return players


async def pause_again_and_again(
    cluster: Several,
    history: History,
    operations: int,
    pauses: int,
    seed: int,
    patience: float,
    until: float,
) -> int:
    """Pause the node that has most tables until enough has happened; returns how often."""
    rng = SeededRng(seed)
    made = 0
    while made < pauses or (len(history.latencies) < operations and time.monotonic() < until):
        known = len(history.latencies)
        moves = MOVES if operations else MOVES // 4
        await further(history, known + moves + rng.below(moves), patience)
        node = await asyncio.to_thread(busiest, cluster)
        hands = await asyncio.to_thread(changes_of_hands, cluster.postgres, cluster.name)
        node.pause()
        await asyncio.sleep(PAUSE)
        await taken_over(cluster, hands, patience)
        node.go_on()
        made += 1
        if not operations and made >= pauses:
            break
    await further(history, len(history.latencies) + 50, patience)
    return made


async def taken_over(cluster: Several, hands: int, patience: float) -> None:
    """Wait until a table has changed hands since: on a busy machine that takes its time."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if await asyncio.to_thread(changes_of_hands, cluster.postgres, cluster.name) > hands:
            return
        await asyncio.sleep(0.2)


def changes_of_hands(postgres: Postgres, name: str) -> int:
    """How often a table has gone from one node to another."""
    found = postgres.run("SELECT sum(epoch - 1) FROM leases WHERE table_id <> '*'", name)
    return int(found[0][0] or 0)


def busiest(cluster: Several) -> Node:
    sql = (
        "SELECT address FROM leases JOIN nodes ON nodes.node = leases.node "
        "WHERE table_id <> '*' GROUP BY address ORDER BY count(*) DESC LIMIT 1"
    )
    found = cluster.postgres.run(sql, cluster.name)
    address = found[0][0] if found else ""
    return next((node for node in cluster.nodes if node.address == address), cluster.nodes[0])


def main() -> int:
    words = argparse.ArgumentParser(description="Pause nodes under load, and judge them.")
    words.add_argument("--operations", type=int, default=50_000)
    words.add_argument("--minutes", type=float, default=1e9, help="at most; then it is judged")
    words.add_argument("--tables", type=int, default=6)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--mutant", choices=["lease_without_fencing"], default="")
    given = words.parse_args()
    with Postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        verdict = asyncio.run(
            run(
                postgres,
                "race",
                Path(folder),
                given.operations,
                tables=given.tables,
                mutant=given.mutant,
                seed=given.seed,
                minutes=given.minutes,
            )
        )
    print(verdict)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
