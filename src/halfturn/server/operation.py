"""What those ask who look after a server: does it live, can it serve, what does it do."""

from __future__ import annotations

import time
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfturn.server import metrics
from halfturn.server.database import StoreFailed
from halfturn.server.headers import problem
from halfturn.server.hub import Hub
from halfturn.server.origin import is_this_machine
from halfturn.server.relay import Relay

LOOK_AGAIN_AFTER: Final = 1.0
"""Seconds for which one look at the disk is good: asking often must not wear it out."""


class Operation:
    """/healthz, /readyz and /metrics."""

    def __init__(self, hub: Hub, relay: Relay | None = None) -> None:
        self._hub = hub
        self._relay = relay
        self._looked = -LOOK_AGAIN_AFTER
        self._writable = False

    async def health(self, request: Request) -> Response:
        """The process answers: if it does not, start it anew."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """Whether moves can be made: not while it stops, nor while the disk refuses."""
        if self._hub.stopping:
            return PlainTextResponse("stopping\n", 503)
        now = time.monotonic()
        if now - self._looked >= LOOK_AGAIN_AFTER:
            self._looked = now
            try:
                await self._hub.store.check()
                self._writable = True
            except StoreFailed:
                self._writable = False
        if not self._writable:
            return PlainTextResponse("the database cannot be written\n", 503)
        return PlainTextResponse("ok\n")

    async def measures(self, request: Request) -> Response:
        """What is counted, for whoever asks from this machine itself by its own name."""
        if not is_this_machine(request):
            return problem(403, "forbidden", "the server's own machine alone may ask that")
        try:
            waiting, people, tables, playing = self._hub.store.census()
        except StoreFailed:
            waiting, people, tables, playing = -1, -1, -1, -1
        nodes, relay = self._hub.nodes, self._relay
        text = metrics.exposition(
            ("halfturn_websockets", "WebSockets that are open.", self._hub.sockets),
            ("halfturn_tables_in_memory", "Tables in memory.", self._hub.rooms),
            ("halfturn_tables", "Tables that are kept.", tables),
            ("halfturn_tables_open", "Tables whose game is not over.", playing),
            ("halfturn_people", "People who are known.", people),
            ("halfturn_writes_waiting", "Changes that wait for the disk.", waiting),
            ("halfturn_leases", "Tables that live on this node.", nodes.held if nodes else 0),
            (
                "halfturn_nodes",
                "Nodes that live, as this one knows.",
                len(nodes.alive) if nodes else 1,
            ),
            (
                "halfturn_relayed_websockets",
                "WebSockets that go through this node to another.",
                relay.connections if relay else 0,
            ),
        )
        return Response(text, media_type=metrics.TEXT)
