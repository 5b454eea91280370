"""What those ask who look after a server: does it live, can it serve, what does it do."""

from __future__ import annotations

import ipaddress
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from halfturn.server.cluster.relay import Relay
from halfturn.server.http.headers import problem
from halfturn.server.http.origin import is_for_nobody_known, is_this_machine
from halfturn.server.ops import metrics
from halfturn.server.storage.database import StoreFailed
from halfturn.server.tables.hub import Hub

LOOK_AGAIN_AFTER: Final = 1.0
"""Seconds for which one look at the disk is good: asking often must not wear it out."""


class Operation:
    """/healthz, /readyz and /metrics."""

    def __init__(self, hub: Hub, relay: Relay | None = None) -> None:
        self._hub = hub
        self._relay = relay
        self._looked = -LOOK_AGAIN_AFTER
        self._writable = False
        self._networks = [ipaddress.ip_network(each) for each in hub.settings.metrics_from]

    async def health(self, request: Request) -> Response:
        """The process answers: if it does not, start it anew."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """Whether moves can be made, also by bots: not while it stops, while the disk refuses, nor
        while data are damaged.

        Bots that wait for workers elsewhere are no reason to send nobody here: people can play.
        """
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
        trouble = self._hub.store.trouble
        if trouble or not self._writable:
            why = f": {trouble}" if trouble else ""
            return PlainTextResponse(f"the database cannot be written{why}\n", 503)
        if damage := self._hub.store.engine.damage:
            return PlainTextResponse(f"{damage}\n", 503)
        if problem := self._hub.thinkers.problem:
            return PlainTextResponse(f"{problem}\n", 503)
        return PlainTextResponse("ok\n")

    async def measures(self, request: Request) -> Response:
        """What is counted, for who asks from this machine itself by its own name, or may."""
        proxies = self._hub.settings.proxies
        if not is_this_machine(request, proxies) and not self._may(request):
            return problem(403, "forbidden", "the server's own machine alone may ask that")
        up = True
        try:
            waiting, people, tables, playing = self._hub.store.census()
        except StoreFailed:
            up, waiting, people, tables, playing = False, -1, -1, -1, -1
        places, thinking, queued = self._hub.thinkers.census
        readers = len(self._hub.events)
        nodes, relay = self._hub.nodes, self._relay
        text = metrics.exposition(
            ("halfturn_websockets", "WebSockets that are open.", self._hub.sockets),
            ("halfturn_tables_in_memory", "Tables in memory.", self._hub.rooms),
            ("halfturn_tables", "Tables that are kept.", tables),
            ("halfturn_tables_open", "Tables whose game is not over.", playing),
            ("halfturn_people", "People who are known.", people),
            ("halfturn_writes_waiting", "Changes that wait for the disk.", waiting),
            ("halfturn_database_up", "1 while the database can be read.", up),
            ("halfturn_bot_event_streams", "Bots that read what waits for them.", readers),
            ("halfturn_thinkers", "Processes and workers in which bots think.", places),
            (
                "halfturn_thinkers_failed",
                "Processes that were started again and do not work.",
                self._hub.thinkers.failed,
            ),
            ("halfturn_thoughts_running", "Thoughts that are being thought.", thinking),
            ("halfturn_thoughts_waiting", "Thoughts that wait for a thinker.", queued),
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

    def _may(self, request: Request) -> bool:
        """Whether it comes from one of the networks that may ask, and not through a proxy there."""
        if is_for_nobody_known(request, self._hub.settings.proxies):
            return False
        try:
            client = ipaddress.ip_address(request.client.host if request.client else "")
        except ValueError:
            return False
        return any(client in network for network in self._networks)
