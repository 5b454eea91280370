"""From node to node: who is believed, and where a frame may begin in what goes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from halfturn.server.cluster.nodes import Nodes
from halfturn.server.cluster.pipe import Frames
from halfturn.server.cluster.relay import CLIENT, RELAYED, SCHEME, SECRET, Relay, _Relayed


def test_only_nodes_are_believed_where_somebody_comes_from() -> None:
    nodes = Nodes.__new__(Nodes)
    nodes.secret = "a secret"
    relay = Relay(nodes, 1.0)
    for secret, believed in ((b"a secret", True), (b"a guess", False), (b"", False)):
        headers = [(b"host", b"h"), (SECRET, secret), (CLIENT, b"10.0.0.7"), (SCHEME, b"https")]
        scope: Any = {"headers": headers, "client": ("10.0.0.1", 1), "scheme": "http", "state": {}}
        relay.admit(scope)
        assert scope["headers"] == [(b"host", b"h")]
        assert (scope["client"][0] == "10.0.0.7") is believed
        assert (scope["scheme"] == "https") is believed
        assert (RELAYED in scope["state"]) is believed


def test_a_pipe_knows_where_a_frame_may_begin() -> None:
    head = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"
    bodies = [b"", b"x" * 125, b"y" * 300, b"z" * 70_000]
    stream, ends = head, {len(head)}
    for body in bodies:
        size = len(body)
        if size < 126:
            length = bytes([size])
        elif size < 65536:
            length = b"\x7e" + size.to_bytes(2, "big")
        else:
            length = b"\x7f" + size.to_bytes(8, "big")
        stream += b"\x81" + length + body
        ends.add(len(stream))
    for step in (1, 7, 1000, len(stream)):
        frames, at = Frames(), 0
        while at < len(stream):
            frames.take(stream[at : at + step])
            at = min(at + step, len(stream))
            assert frames.between is (at in ends), (step, at)
        frames.take(b"\x88\x02\x03\xe8")
        assert frames.ended
        assert not frames.between
    refused = Frames()
    refused.take(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert not refused.between


def test_the_connection_to_a_node_ends_with_an_answer_that_never_began() -> None:
    cut = []

    class Asking:
        def cut(self) -> None:
            cut.append(self)

    async def chunks() -> AsyncIterator[bytes]:
        yield b"never asked for"

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        await asyncio.Event().wait()  # the head of the answer does not even get out

    scope: Any = {"type": "http", "asgi": {"spec_version": "2.3"}}
    asking: Any = Asking()
    asyncio.run(_Relayed(asking, chunks(), 200)(scope, receive, send))
    assert cut == [asking]
