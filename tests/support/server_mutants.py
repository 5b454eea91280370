"""Servers with one promise broken each: a gate that lets one of them pass is worth nothing.

python -m tests.support.server_mutants serve --data FOLDER --port PORT --mutant NAME

Those that break what is promised about kills are in `chaos.mutants`, those that tell too much in
`dictated`; docs/reliability.md names them all.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from starlette.requests import HTTPConnection

from halfturn.server.http import api, app
from halfturn.server.ops import serve
from halfturn.server.ops.settings import Settings
from halfturn.server.people import privacy
from halfturn.server.storage.data_folder import LOCK_NAME
from halfturn.server.storage.sqlite_writer import Batch, Writer
from halfturn.server.storage.store import Store
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import Row
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from halfturn.server.transport import session
from halfturn.server.transport.session import Conversation
from tests.server.chaos.mutants import open_rooms
from tests.support.quick_server import SETTINGS


def replace_in(module: ModuleType, **named: Any) -> None:
    """Other values for names that a module has imported."""
    for name, value in named.items():
        assert hasattr(module, name)
        setattr(module, name, value)


def eager(settings: Settings, data: Path) -> Settings:
    """Opens every table at the start."""
    start = Hub.start

    async def mutant(self: Hub) -> None:
        await start(self)
        for (id,) in self.store._all("SELECT id FROM tables", ()):
            room = self.room(id)
            assert room is not None
            _ = room.table

    Hub.start = mutant  # type: ignore[method-assign]
    return settings


def behind(settings: Settings, data: Path) -> Settings:
    """Forgets the last thing that happened before a restart."""
    if (data / LOCK_NAME).exists():  # it is not the first start

        class Mutant(Room):
            def _fold(self, rows: Sequence[Row]) -> Table:
                return Table.fold(self.id, rows[:-1], self._load)

        open_rooms(Mutant)
    return settings


def swallow(settings: Settings, data: Path) -> Settings:
    """Takes no notice of a disk that does not take what it is given."""
    commit = Writer._commit

    def mutant(self: Writer, group: list[Batch]) -> list[Exception | None]:
        commit(self, group)
        return [None] * len(group)

    Writer._commit = mutant  # type: ignore[method-assign]
    return settings


def unbounded(settings: Settings, data: Path) -> Settings:
    """Keeps whatever somebody does not read."""
    return replace(settings, frames_out=10**9, bytes_out=10**12)


def anybody(settings: Settings, data: Path) -> Settings:
    """Lets those who watch play for the first seat."""

    class Mutant(Conversation):
        @property
        def _seat(self) -> int:
            return self._connection.seat or 0

    replace_in(app, Conversation=Mutant)
    return settings


def no_origin(settings: Settings, data: Path) -> Settings:
    """Listens to every page."""
    for module in (api, app):
        replace_in(module, is_own_page=lambda *given: True)
    return settings


def any_ending(settings: Settings, data: Path) -> Settings:
    """Listens to every page whose address ends like its own."""

    def mutant(connection: HTTPConnection, allowed: Any) -> bool:
        return connection.headers.get("origin", "").endswith(connection.headers["host"])

    for module in (api, app):
        replace_in(module, is_own_page=mutant)
    return settings


def no_size(settings: Settings, data: Path) -> Settings:
    """Takes frames of any size."""

    class Mutant(Conversation):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self._most_bytes = 10**9

    replace_in(serve, MOST_BYTES=10**9)
    replace_in(app, Conversation=Mutant)
    return settings


def secret_in_export(settings: Settings, data: Path) -> Settings:
    """Gives somebody who wants their own data the secret of a running game, too."""
    table = privacy._table

    async def mutant(hub: Hub, room: Room, seat: int) -> dict[str, Any]:
        secret = hub.store.secret(room.id, 1) or b""
        return {**await table(hub, room, seat), "secret": secret.hex()}

    privacy._table = mutant
    return settings


def secret_in_log(settings: Settings, data: Path) -> Settings:
    """Writes down what the deals come from whenever somebody is not asked."""

    class Mutant(Room):
        def preview(self, *given: Any) -> Any:
            session.log.warning("table %s of %s", self.id, self._secret(1).hex())
            return super().preview(*given)

    open_rooms(Mutant)
    return settings


def lease_without_fencing(settings: Settings, data: Path) -> Settings:
    """Writes for a table that it had, whoever has it now."""
    append = Store.append
    names = [name for name in inspect.signature(append).parameters if name != "self"]

    async def mutant(self: Store, *given: Any, **named: Any) -> None:
        named.update(zip(names, given, strict=False), lease=None)
        await append(self, **named)

    Store.append = mutant  # type: ignore[method-assign]
    return settings


def bus_as_truth(settings: Settings, data: Path) -> Settings:
    """Believes that a table elsewhere is as it was, as long as no hint says otherwise."""

    async def mutant(self: Hub, ids: Iterable[str]) -> list[Room]:
        return [room for id in ids if (room := self.room(id)) is not None]

    Hub.rooms_to_read = mutant  # type: ignore[method-assign]
    return settings


MUTANTS: dict[str, Callable[[Settings, Path], Settings]] = {
    each.__name__: each
    for each in (
        eager,
        behind,
        swallow,
        unbounded,
        anybody,
        no_origin,
        any_ending,
        no_size,
        secret_in_export,
        secret_in_log,
        lease_without_fencing,
        bus_as_truth,
    )
}


def main(words: Sequence[str]) -> None:
    options = dict(zip(words[1::2], words[2::2], strict=True))
    data = Path(options["--data"])
    usual = SETTINGS[options.get("--settings", "quick")]
    settings = MUTANTS[options["--mutant"]](usual, data)
    serve.main(
        port=int(options["--port"]),
        data=data,
        settings=settings,
        addresses=list,
        database=os.environ.get("HALFTURN_DATABASE", ""),
        redis=os.environ.get("HALFTURN_REDIS", ""),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
