"""`halfturn serve`: the server as a program."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import segno
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from halfturn.core.data import data_home
from halfturn.core.errors import HalfturnError
from halfturn.server.app import make_app
from halfturn.server.connection import ABORT
from halfturn.server.fair import Deal, FairDealer
from halfturn.server.folder import DataFolder
from halfturn.server.hub import Hub
from halfturn.server.lan import Lan, home_addresses
from halfturn.server.logs import Format, log_to_stderr
from halfturn.server.settings import MOST_BYTES, Settings
from halfturn.server.store import Store

HOST: Final = "127.0.0.1"
PORT: Final = 8321
MOST_TRIES: Final = 20
PING: Final = 20.0
GOODBYE_WITHIN: Final = 3
SYSTEM_BUFFER: Final = 64 * 1024
TURNS_OF_THREADS: Final = 0.0005
"""Seconds that one thread may keep the others waiting. With Python's usual 5 ms the writer waits
longer for its turn than for the disk."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which can also be cut off when the other side does not read."""

    def handle_connect(self, event: Any) -> None:
        """Hand the scissors to the application, and let the system keep back only so much."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"][ABORT] = self.transport.abort
            wire = self.transport.get_extra_info("socket")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def keepalive_timeout(self) -> None:
        """Nothing came back in time: waiting for the buffer to empty would be in vain."""
        super().keepalive_timeout()
        self.transport.abort()


class Server(uvicorn.Server):
    """uvicorn's server: says when it is ready, and can get further ears."""

    def __init__(
        self, app: ASGIApp, ready: Callable[[], None], farewell: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="httptools",
                ws=Wire,
                ws_max_size=MOST_BYTES,
                ws_ping_interval=PING,
                ws_ping_timeout=PING,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,
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
) -> None:
    """Serve until somebody stops it."""
    log_to_stderr(logs)
    sys.setswitchinterval(TURNS_OF_THREADS)
    with DataFolder(data or data_home()) as folder, contextlib.ExitStack() as stack:
        store = Store(folder)
        stack.callback(store.close)
        ear = stack.enter_context(_free_port(port))
        port = ear.getsockname()[1]
        server: Server

        async def listen(more: socket.socket) -> None:
            await server.listen(more)

        hub = Hub(store, settings or Settings(), deal)
        home = Lan(port, listen, addresses)
        address = f"http://localhost:{port}/"

        def ready() -> None:
            gc.collect()
            gc.freeze()  # what is loaded by now stays: there is no need to look at it again
            print(f"Halfturn is at {address} (Ctrl+C stops it)", flush=True)
            if lan:
                task = asyncio.get_running_loop().create_task(_open_lan(home))
                stack.callback(task.cancel)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        server = Server(make_app(hub, home), ready, hub.farewell)
        # uvicorn hands the signal on when all is closed; this ends what is left in order.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            server.run([ear])
    print("Halfturn has stopped; all tables are kept.", flush=True)


async def _open_lan(home: Lan) -> None:
    await home.open()
    if not home.urls:
        print("This machine is not in a network that phones can join.", file=sys.stderr)
        return
    print(f"For phones in this network: {' or '.join(home.urls)}", flush=True)
    segno.make(home.urls[0] + "/", error="m", micro=False).terminal(compact=True)
    sys.stdout.flush()


@contextlib.contextmanager
def _free_port(port: int) -> Iterator[socket.socket]:
    """An ear at the port, or at the next one that is free."""
    for each in range(port, min(port + MOST_TRIES, 65536)):
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
    raise HalfturnError(f"all ports from {port} on are taken: choose another with --port")
