"""A server for browser tests: quick bots, a given build of the web app, and the strictest policy.

    python server.py PORT DATA WEB [ID | ID=MODULE:CLASS …]

Swirling Heroes is offered, and whatever is named behind, installed or not. Its "home
network" is another loopback address, so nothing leaves the machine. With a port in the variable
HALFTURN_CATCHER people may be told of their turn, which goes there, and whoever leaves is away at
once.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path

from halfturn.core import registry
from halfturn.server.http import app, headers
from halfturn.server.ops import serve
from halfturn.server.ops.settings import Rate, Settings
from halfturn.server.people import webhooks
from halfturn.server.tables import hub

HOST_NAME = "halfturn.test"
HOOKS = "hooks.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
)


def offer(games: Sequence[str]) -> None:
    """Have further games found, as if they were installed."""
    installed = registry._found
    more = {
        id: EntryPoint(id, value, registry.GROUP)
        for id, _, value in (each.partition("=") for each in games)
        if value
    }
    registry._found = lambda: installed() | more


async def anywhere(host: str) -> Sequence[str]:
    """A public address, which nobody is ever asked at."""
    return ["93.184.216.34"]


async def to_catcher(port: int, address: str, host: str, request: bytes) -> None:
    """What would go out into the world goes to whoever listens on this machine."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await writer.drain()
    writer.close()


def main(port: int, data: Path, web: Path, games: Sequence[str]) -> None:
    """Serve until stopped."""
    rest = [header for header in headers.HEADERS if header[0] != b"content-security-policy"]
    headers.HEADERS = ((b"content-security-policy", POLICY.encode()), *rest)  # type: ignore[assignment,misc]
    # What most tests look for on the home page is there once for every game.
    few = ["swirling-heroes", *(each.partition("=")[0] for each in games)]
    hub.game_ids = lambda: few  # type: ignore[attr-defined]
    serve.make_app = partial(app.make_app, web=web)  # type: ignore[attr-defined]
    many = Rate(10_000, 1000)  # all of them come from one address
    settings = Settings(
        bot_pause=0.05,
        creates=many,
        tables_per_address=many,
        newcomers=many,
        requests=many,
        people_per_address=1000,
        host_names=(HOST_NAME,),
    )
    if catcher := os.environ.get("HALFTURN_CATCHER"):
        settings = replace(settings, absence=0, webhook_hosts=(HOOKS,))
        send = partial(to_catcher, int(catcher))
        hub.Webhooks = partial(webhooks.Webhooks, resolve=anywhere, send=send)  # type: ignore[attr-defined,assignment]
    serve.main(port, data=data, settings=settings, addresses=lambda: ["127.0.0.2"])


# The processes in which bots think are started from this file, too, and have to know the games.
if __name__ in ("__main__", "__mp_main__"):
    offer(sys.argv[4:])
if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
