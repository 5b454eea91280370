"""How much a game is, whatever the machine: `python -m benchmarks.server.sizes [GAMES]`.

People who answer at random play each game of the box at tables of two, over the very code that a
server runs. Counted are the moves of a game, the rows and bytes that it leaves in the database, and
the bytes that one viewer is sent for a move.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from halfturn.core import SeededRng
from halfturn.core.registry import game_ids, guest_ids
from halfturn.server.connection import encode
from halfturn.server.hub import Hub
from halfturn.server.project import update
from halfturn.server.protocol import NewTable
from halfturn.server.settings import Settings
from halfturn.server.store import FILE_NAME, Store


async def measure(game: str, games: int) -> tuple[float, float, float, float]:
    """Per game: moves, rows, bytes on the disk; and bytes of a frame."""
    rng = SeededRng(f"sizes {game}")
    moves = rows = frames = sent = 0
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        hub = Hub(store, Settings(open_tables=10**9))
        people = [(await hub.new_person(name))[0] for name in ("Ada", "Bo")]
        before = _size(store, folder)
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
        grown = _size(store, folder) - before
        await hub.close()
        store.close()
    return moves / games, rows / games, grown / games, sent / frames


def _size(store: Store, folder: str) -> int:
    """Bytes of the file with all that is in it."""
    store.engine.read("PRAGMA wal_checkpoint(TRUNCATE)", ())
    return (Path(folder) / FILE_NAME).stat().st_size


def main(games: int) -> None:
    """Print a line for each game."""
    print("| game | answers a game | rows | bytes on the disk | bytes a frame |")
    print("|---|---|---|---|---|")
    for id in game_ids():
        if id not in guest_ids():
            moves, rows, disk, frame = asyncio.run(measure(id, games))
            print(f"| {id} | {moves:.0f} | {rows:.0f} | {disk:,.0f} | {frame:,.0f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
