"""How much a game is, whatever the machine: `python -m benchmarks.server.sizes [GAMES]`.

People who answer at random play each game of the box at tables of two, over the very code that a
server runs, on its file and on PostgreSQL. Counted are the answers of a game, the rows and bytes
that it leaves there, the bytes that PostgreSQL writes to its own log for it, and the bytes that one
viewer is sent for a change. Then the finished tables are opened again: how much processor time
that takes, and how much memory they keep.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.server import peers
from halfturn import compiled
from halfturn.core import SeededRng
from halfturn.core.registry import game_ids, guest_ids
from halfturn.server.ops.settings import Settings
from halfturn.server.projection.updates import update
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import FILE_NAME, Store
from halfturn.server.tables.hub import Hub
from halfturn.server.transport.connection import encode

STORED = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
"""With indexes; PostgreSQL's own tables grow as well, and for other reasons."""


class Sizes(NamedTuple):
    """Of one game, in the mean."""

    answers: float
    rows: float
    stored: float
    written: float
    frame: float
    opening: float
    """Milliseconds of a processor."""
    memory: float


async def measure(
    game: str, games: int, store: Store, stored: Callable[[], int], written: Callable[[], int]
) -> Sizes:
    """Play so many games, and count."""
    rng = SeededRng(f"sizes {game}")
    moves = rows = frames = sent = 0
    hub = Hub(store, Settings(open_tables=10**9))
    people = [(await hub.new_person(name))[0] for name in ("Ada", "Bo")]
    before, log_before = stored(), written()
    tables = []
    for _ in range(games):
        wish = NewTable(game=game, seats=["me", "open"], games=1)
        room = hub.room((await hub.make_table(people[0], wish)).table)
        assert room is not None
        await hub.join(people[1], room)
        while room.table.asked:
            seat = room.table.asked[rng.below(len(room.table.asked))]
            faced, token = room.table.facing(seat), room.table.token(seat)
            assert faced is not None
            assert faced.decision is not None
            options = faced.decision.options
            text, key = str(options[rng.below(len(options))]), f"k{moves}"
            since = room.table.version
            await room.carry_out(
                lambda table, dealer, seat=seat, key=key, token=token, text=text: table.answer(  # type: ignore[misc]
                    seat, key, token, [text], dealer
                )
            )
            moves += 1
            for viewer in (0, 1):
                frame = update(room.table, room.sitters, viewer, since, "", None)
                sent += len(encode(frame))
                frames += 1
        rows += len(store.rows(room.id))
        tables.append(room.id)
    grown, log_grown = stored() - before, written() - log_before
    opening, memory = _open_again(store, tables)
    await hub.close()
    return Sizes(
        moves / games,
        rows / games,
        grown / games,
        log_grown / games,
        sent / frames,
        opening * 1000,
        memory,
    )


def _open_again(store: Store, tables: list[str]) -> tuple[float, float]:
    """Seconds of a processor and bytes for one of these tables, folded from its log."""
    Hub(store, Settings()).room(tables[0])  # what is loaded once is not counted
    hub = Hub(store, Settings())
    begin = time.thread_time()
    for id in tables:
        room = hub.room(id)
        _ = room.sitters if room is not None else ()
    used = time.thread_time() - begin
    gc.collect()
    tracemalloc.start()
    hub = Hub(store, Settings())
    for id in tables:
        room = hub.room(id)
        _ = room.sitters if room is not None else ()
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(tables), kept / len(tables)


def in_a_file(game: str, games: int) -> Sizes:
    """On SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))

        def stored() -> int:
            store.engine.read("PRAGMA wal_checkpoint(TRUNCATE)", ())
            return (Path(folder) / FILE_NAME).stat().st_size

        try:
            return asyncio.run(measure(game, games, store, stored, lambda: 0))
        finally:
            store.close()


def in_postgres(game: str, games: int, database: str) -> Sizes:
    """On PostgreSQL, with all its indexes."""
    store = Store(Path("/nowhere"), database)

    def one(sql: str) -> int:
        return int(store.engine.read(sql, ())[0][0])

    def stored() -> int:
        return one(STORED)

    def written() -> int:
        return one("SELECT pg_current_wal_lsn() - '0/0'")

    try:
        return asyncio.run(measure(game, games, store, stored, written))
    finally:
        store.close()


def main(games: int) -> None:
    """Print a line for each game."""
    print(f"{games} games of each, {'compiled' if compiled() else 'plain'} rules")
    print(
        "| game | answers a game | rows | bytes in the file | in PostgreSQL | its log | "
        "bytes a frame | ms to open | KB in memory |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory(prefix="halfturn-bench-") as folder,
        peers.postgres(Path(folder) / "database") as database,
    ):
        for id in game_ids():
            if id not in guest_ids():
                file, there = in_a_file(id, games), in_postgres(id, games, database)
                print(
                    f"| {id} | {file.answers:.0f} | {file.rows:.0f} | {file.stored:,.0f} "
                    f"| {there.stored:,.0f} | {there.written:,.0f} | {file.frame:,.0f} "
                    f"| {file.opening:.1f} | {file.memory / 1024:.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
