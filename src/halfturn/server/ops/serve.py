"""`halfturn serve`: the server as a program."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import segno
import uvicorn
from starlette.types import ASGIApp

from halfturn.core.data import data_home
from halfturn.core.errors import HalfturnError
from halfturn.server.cluster.nodes import among_nodes
from halfturn.server.http.app import make_app
from halfturn.server.ops.garbage_collection import look_after_garbage
from halfturn.server.ops.home_network import Lan, home_addresses
from halfturn.server.ops.logging import Format, log_to_stderr
from halfturn.server.ops.settings import MOST_BYTES, Settings
from halfturn.server.storage.data_folder import DataFolder
from halfturn.server.storage.store import Store
from halfturn.server.tables.fair_deal import Deal, FairDealer
from halfturn.server.tables.hub import Hub
from halfturn.server.transport.http_protocol import Door, Wire

HOST: Final = "127.0.0.1"
PORT: Final = 8321
MOST_TRIES: Final = 20
PING: Final = 20.0
GOODBYE_WITHIN: Final = 3
UNNAMED: Final = (
    "Behind a proxy, name the host that people see in their address bar with --host-name; "
    "requests for names that the server does not know are refused."
)
OTHER_FILES: Final = 100
"""Files that are open besides connections, and some more."""
TURNS_OF_THREADS: Final = 0.0005
"""Seconds that one thread may keep the others waiting. With Python's usual 5 ms the writer waits
longer for its turn than for the disk."""


class Server(uvicorn.Server):
    """uvicorn's server: says when it is ready, and can get further ears."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        ready: Callable[[], None],
        farewell: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Door,
                ws=Wire,
                ws_max_size=MOST_BYTES,
                ws_ping_interval=PING,
                ws_ping_timeout=PING,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                limit_concurrency=_connections(settings.connections),
                server_header=False,
                timeout_graceful_shutdown=GOODBYE_WITHIN,
            )
        )
        self._ready = ready
        self._farewell = farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is being done and tell everybody, then end."""
        for server in self.servers:
            server.close()
        await self._farewell()
        await super().shutdown(sockets)

    async def listen(self, ear: socket.socket) -> None:
        """Serve one more socket; it is closed with the others."""
        config = self.config

        def protocol() -> asyncio.Protocol:
            make: Any = config.http_protocol_class
            made: asyncio.Protocol = make(
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, sock=ear))


def main(
    port: int = PORT,
    lan: bool = False,
    data: Path | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
    addresses: Callable[[], Sequence[str]] = home_addresses,
    deal: Deal = FairDealer,
    logs: Format = "text",
    database: str = "",
    redis: str = "",
    node: str = "",
) -> None:
    """Serve until somebody stops it.

    The tables are in a file in the folder `data`, or where `database` says. Other servers on the
    same database reach this one at `node`, and by `redis` they give each other hints.
    """
    if not database and (redis or node):
        raise HalfturnError(
            "--redis and --node are for several servers that share a PostgreSQL: name it with "
            "--database postgresql://…, or leave them out"
        )
    log_to_stderr(logs)
    sys.setswitchinterval(TURNS_OF_THREADS)
    with DataFolder(data or data_home()) as folder, contextlib.ExitStack() as stack:
        store = Store(folder, database)
        stack.callback(store.close)
        settings = settings or Settings()
        if settings.proxies and not (settings.host_names or settings.origins):
            print(UNNAMED, file=sys.stderr, flush=True)
        if node:
            own = _reached_at(node, port).rpartition(":")[0]
            settings = replace(settings, host_names=(*settings.host_names, own))
        # A proxy looks for it at one port, and would find whatever is there.
        tries = 1 if settings.proxies else MOST_TRIES
        ear = stack.enter_context(_free_port(port, tries))
        wanted, port = port, ear.getsockname()[1]
        if wanted not in (0, port):
            print(f"Port {wanted} is taken, so it is another one.", flush=True)
        server: Server

        async def listen(more: socket.socket) -> None:
            await server.listen(more)

        others = _own_ear(node, port, stack) if node else None
        nodes = among_nodes(store, _reached_at(node, port), redis, settings.lease)
        hub = Hub(store, settings, deal, nodes)
        home = Lan(port, listen, addresses)
        address = f"http://localhost:{port}/"

        def ready() -> None:
            stack.callback(asyncio.get_running_loop().create_task(look_after_garbage()).cancel)
            print(f"Halfturn is at {address} (Ctrl+C stops it)", flush=True)
            if others is not None:
                stack.callback(asyncio.get_running_loop().create_task(listen(others)).cancel)
            if lan:
                task = asyncio.get_running_loop().create_task(_open_lan(home))
                stack.callback(task.cancel)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        server = Server(make_app(hub, home), settings, ready, hub.farewell)
        # uvicorn hands the signal on when all is closed; this ends what is left in order.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt), hub.guard.installed():
            server.run([ear])
    print("Halfturn has stopped; all tables are kept.", flush=True)


def _connections(wanted: int) -> int:
    """How many connections there may be, after the system was asked for as many files."""
    try:
        import resource
    except ImportError:
        return wanted  # Windows counts sockets apart from files
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted + OTHER_FILES and soft != resource.RLIM_INFINITY:
        most = hard if hard != resource.RLIM_INFINITY else wanted + OTHER_FILES
        soft = min(wanted + OTHER_FILES, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - OTHER_FILES))


async def _open_lan(home: Lan) -> None:
    await home.open()
    if not home.urls:
        print("This machine is not in a network that phones can join.", file=sys.stderr)
        return
    print(f"For phones in this network: {' or '.join(home.urls)}", flush=True)
    segno.make(home.urls[0] + "/", error="m", micro=False).terminal(compact=True)
    sys.stdout.flush()


def _reached_at(node: str, port: int) -> str:
    """The address under which other nodes reach this one: on this very machine if none is named."""
    host, colon, given = node.rpartition(":")
    if not node:
        return f"{HOST}:{port}"
    if not colon or node.endswith("]"):
        return f"{node}:{port}"
    if not host or not given.isdecimal() or not 0 < int(given) < 65536:
        raise HalfturnError(f"expected --node HOST or HOST:PORT, got {node!r}")
    return node


def _own_ear(node: str, port: int, stack: contextlib.ExitStack) -> socket.socket | None:
    """An ear for the other nodes; None where they reach the one that there is."""
    host, _, wanted = _reached_at(node, port).rpartition(":")
    try:
        found = socket.getaddrinfo(host.strip("[]"), int(wanted), type=socket.SOCK_STREAM)
        family, kind, _, _, where = found[0]
        if where[:2] == (HOST, port):
            return None
        ear = stack.enter_context(socket.socket(family, kind))
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind(where)
        ear.listen()
    except OSError as error:
        raise HalfturnError(
            f"other nodes cannot reach this one at {node}: {error.strerror or error}"
        ) from None
    return ear


@contextlib.contextmanager
def _free_port(port: int, tries: int) -> Iterator[socket.socket]:
    """An ear at the port, or at the next one that is free, among so many."""
    for each in range(port, min(port + tries, 65536)):
        ear = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # where it would let two servers share a port
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ear.bind((HOST, each))
            ear.listen()
        except OSError as error:
            ear.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise HalfturnError(f"port {each} cannot be used: {error.strerror}") from None
            continue
        try:
            yield ear
        finally:
            ear.close()
        return
    taken = f"port {port} is taken" if tries == 1 else f"all ports from {port} on are taken"
    raise HalfturnError(f"{taken}: choose another with --port")
