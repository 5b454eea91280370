"""Who comes to one node for a table of another is handed on, and notices nothing.

Of a WebSocket the bytes go both ways as they are, so all limits and all codes are those of the
node that has the table; where that one vanishes, the browser is told to come back. A request over
HTTP is asked again there, and its answer streams back. Nodes know each other by a secret in their
database, and believe each other where somebody really comes from.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import h11
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from halfturn.server.cluster.nodes import Nodes
from halfturn.server.cluster.pipe import Pipe
from halfturn.server.ops import metrics

RELAYED: Final = "halfturn.relayed"
"""In the state of a request that another node has handed on."""
HAND_OVER: Final = "halfturn.hand_over"
"""Where the server puts the way to let somebody else speak on a connection."""
SECRET: Final = b"x-halfturn-node"
CLIENT: Final = b"x-halfturn-client"
SCHEME: Final = b"x-halfturn-scheme"
OURS: Final = (SECRET, CLIENT, SCHEME)
OF_A_HOP: Final = (
    b"connection",
    b"keep-alive",
    b"transfer-encoding",
    b"content-length",
    b"forwarded",
    b"x-forwarded-for",
    b"x-forwarded-proto",
)
"""Headers that are said anew, or were believed already."""
CONNECT_WITHIN: Final = 2.0
ANSWER_WITHIN: Final = 20.0
MOST_BODY: Final = 64 * 1024
CHUNK: Final = 64 * 1024

Link = TypeVar("Link")
log = logging.getLogger(__name__)


class Unreachable(Exception):
    """The node that has a table does not answer, and may still be alive."""


class TooSlow(Exception):
    """The body of a request took too long to arrive."""


class Relay:
    """The way from this node to the others, and from them to this one."""

    def __init__(self, nodes: Nodes, body_within: float) -> None:
        self._nodes = nodes
        self._body_within = body_within
        self._pipes: set[Pipe] = set()
        self._streams: set[_Asking] = set()
        """Answers that have begun, and may go on for long."""
        nodes.on_alive = self._cut_dead
        nodes.on_leave = self.cut

    @property
    def connections(self) -> int:
        """How many WebSockets go through here to another node."""
        return len(self._pipes)

    def admit(self, scope: Scope) -> None:
        """Take another node's word for where a request comes from, and nobody else's."""
        said = {name: value for name, value in scope["headers"] if name in OURS}
        if not said:
            return
        scope["headers"] = [each for each in scope["headers"] if each[0] not in OURS]
        if hmac.compare_digest(said.get(SECRET, b""), self._nodes.secret.encode()):
            scope["client"] = (said.get(CLIENT, b"").decode("latin-1"), 0)
            scope["scheme"] = said.get(SCHEME, b"").decode("latin-1")
            scope.setdefault("state", {})[RELAYED] = True

    # ---- WebSockets ----

    async def websocket(self, scope: Scope, table: str) -> bool:
        """Hand a WebSocket on until it ends; False where the table is here, or nowhere.

        Raises Unreachable, and StoreFailed.
        """

        async def connect(host: str, port: int) -> Pipe:
            pipe = Pipe(f"{host}:{port}")
            await asyncio.get_running_loop().create_connection(lambda: pipe.back, host, port)
            return pipe

        pipe = await self._reached(scope, table, connect)
        if pipe is None:
            return False
        metrics.RELAYED.add("websocket")
        query = scope["query_string"]
        path = scope["raw_path"] + (b"?" + query if query else b"")
        headers = [*_kept(scope["headers"]), (b"connection", b"Upgrade"), *self._ours(scope)]
        self._pipes.add(pipe)
        try:
            scope["state"][HAND_OVER](pipe.front, pipe.done)
            pipe.begin(_head(b"GET " + path, headers))
            await pipe.done
        finally:
            self._pipes.discard(pipe)
            pipe.cut()
        return True

    def cut(self) -> None:
        """This node stops: whoever is handed on comes back elsewhere."""
        for pipe in list(self._pipes):
            pipe.cut()
        for stream in list(self._streams):
            stream.cut()

    def _cut_dead(self) -> None:
        addresses = set(self._nodes.alive.values())
        for pipe in list(self._pipes):
            if pipe.address not in addresses:
                pipe.cut()

    # ---- HTTP ----

    async def http(self, request: Request, table: str) -> Response | None:
        """The answer of the node that has a table; None where it is this one, or none.

        Raises Unreachable, TooSlow, and StoreFailed.
        """
        found = await self._reached(request.scope, table, asyncio.open_connection)
        if found is None:
            return None
        metrics.RELAYED.add("http")
        reader, writer = found
        asking = _Asking(reader, writer)
        try:
            body = await self._body(request)
            method = request.method.encode()
            query = request.scope["query_string"]
            path = request.scope["raw_path"] + (b"?" + query if query else b"")
            headers = [*_kept(request.scope["headers"]), *self._ours(request.scope)]
            async with asyncio.timeout(ANSWER_WITHIN):
                start = await asking.start(method, path, headers, body)
                kept = _kept([(bytes(name), bytes(value)) for name, value in start.headers])
                if asking.is_short(start):
                    whole = b"".join([chunk async for chunk in asking.body()])
                    return _answer(Response(whole, start.status_code), kept)
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            writer.close()
            raise Unreachable(f"{type(error).__name__}") from error
        except BaseException:
            writer.close()
            raise
        return _answer(_Relayed(asking, self._stream(asking), start.status_code), kept)

    async def _stream(self, asking: _Asking) -> AsyncIterator[bytes]:
        self._streams.add(asking)
        try:
            async for chunk in asking.body_as_it_comes():
                yield chunk
        finally:
            self._streams.discard(asking)

    async def _body(self, request: Request) -> bytes:
        body = b""
        try:
            async with asyncio.timeout(self._body_within):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > MOST_BODY:
                        break  # too long for anything, and said so there
        except TimeoutError:
            raise TooSlow from None
        return body

    # ---- both ----

    async def _reached(
        self, scope: Scope, table: str, connect: Callable[[str, int], Awaitable[Link]]
    ) -> Link | None:
        """A link to the node that has a table; None where it is here, or nowhere."""
        address = await self._nodes.home(table)
        if address is None:
            return None
        if scope.get("state", {}).get(RELAYED) or address == self._nodes.address:
            raise Unreachable("it has just changed hands")
        host, _, port = address.rpartition(":")
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                return await connect(host.strip("[]"), int(port))
        except (OSError, TimeoutError) as error:
            refused = isinstance(error, ConnectionRefusedError)
            if refused and await self._nodes.home(table, impatient=True) is None:
                return None
            raise Unreachable(f"{address}: {type(error).__name__}") from error

    def _ours(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        client = scope["client"][0] if scope["client"] else ""
        return [
            (SECRET, self._nodes.secret.encode()),
            (CLIENT, client.encode("latin-1", "replace")),
            (SCHEME, scope["scheme"].encode()),
        ]


class _Asking:
    """One request to another node."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._link = h11.Connection(h11.CLIENT)
        self._cut = False

    async def start(
        self, method: bytes, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> h11.Response:
        """Send it, and hear how the answer begins."""
        headers = [*headers, (b"connection", b"close")]
        if body or method not in (b"GET", b"HEAD"):
            headers.append((b"content-length", str(len(body)).encode()))
        events = [
            h11.Request(method=method, target=path, headers=headers),
            *([h11.Data(data=body)] if body else []),
            h11.EndOfMessage(),
        ]
        for event in events:
            self._writer.write(self._link.send(event) or b"")
        await self._writer.drain()
        while not isinstance(event := await self._next(), h11.Response):
            pass
        return event

    def is_short(self, start: h11.Response) -> bool:
        """Whether the answer is known to be so short that it is waited for as a whole."""
        sizes = [value for name, value in start.headers if name == b"content-length"]
        return bool(sizes) and int(sizes[0]) <= MOST_BODY

    async def body(self) -> AsyncIterator[bytes]:
        """What follows; raises OSError or h11's errors."""
        try:
            while isinstance(event := await self._next(), h11.Data):
                yield bytes(event.data)
        finally:
            self._writer.close()

    async def body_as_it_comes(self) -> AsyncIterator[bytes]:
        """The same where the answer has begun already, and can only end."""
        try:
            async for chunk in self.body():
                yield chunk
        except (OSError, h11.ProtocolError) as error:
            # Whoever listens to a stream comes back when it ends.
            if not self._cut:
                log.warning("a node was gone in the middle of an answer: %s", type(error).__name__)

    def cut(self) -> None:
        """End it, wherever it is."""
        self._cut = True
        self._writer.close()

    async def _next(self) -> Any:
        while (event := self._link.next_event()) is h11.NEED_DATA:
            self._link.receive_data(await self._reader.read(CHUNK))
        return event


class _Relayed(StreamingResponse):
    """An answer as it comes from another node; the connection there ends with it.

    Also where it ends before the first chunk: a generator that never began runs no `finally`.
    """

    def __init__(self, asking: _Asking, chunks: AsyncIterator[bytes], status: int) -> None:
        super().__init__(chunks, status)
        self._asking = asking

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._asking.cut()


def _kept(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Those that are handed on; never what claims to be ours."""
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in OF_A_HOP and name.lower() not in OURS
    ]


def _answer(response: Response, headers: list[tuple[bytes, bytes]]) -> Response:
    """An answer with the headers of the node that gave it."""
    size = [each for each in response.raw_headers if each[0] == b"content-length"]
    response.raw_headers = [*headers, *size]
    return response


def _head(line: bytes, headers: list[tuple[bytes, bytes]]) -> bytes:
    lines = [line + b" HTTP/1.1", *(name + b": " + value for name, value in headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n"
