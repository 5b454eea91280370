"""The outermost layer: headers that keep browsers safe, and errors that tell nothing."""

from __future__ import annotations

import logging
import secrets
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from halfturn.server.ops import metrics
from halfturn.server.protocol.updates import Problem

log = logging.getLogger(__name__)

# Only what the page loads, all of it from here; text becomes markup in Svelte's templates alone.
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
)
HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"x-robots-tag", b"noindex"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class SafeHeaders:
    """Adds the headers to every answer, and makes one where the application failed."""

    def __init__(self, app: ASGIApp, websockets: ASGIApp | None = None) -> None:
        self._app = app
        self._websockets = websockets or app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "websocket":
            await self._pass_on(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._websockets(scope, receive, send)
        except Exception:
            # The connection ends with this; a browser comes back by itself.
            metrics.ERRORS.add("websocket")
            log.exception("error %s on a WebSocket", secrets.token_hex(4))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = {name.lower() for name, _ in message["headers"]}
                more = [header for header in HEADERS if header[0] not in own]
                if b"cache-control" not in own:
                    more.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            id = secrets.token_hex(4)
            metrics.ERRORS.add("http")
            log.exception("error %s", id)
            if begun:
                raise
            answer = problem(500, "error", f"something went wrong here (error {id})")
            await answer(scope, receive, send_with_headers)


def problem(status: int, code: str, text: str) -> Response:
    """Why a request was refused."""
    body = msgspec.json.encode(Problem(code=code, text=text))
    return Response(body, status, media_type="application/json")
