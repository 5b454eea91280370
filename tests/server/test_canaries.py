"""Every secret of a server, looked for in every byte that leaves it for somebody else."""

from __future__ import annotations

import asyncio
import base64
import sqlite3

import pytest

from halfturn.server.people import token_hash
from halfturn.server.store import FILE_NAME
from tests.server.running import Running
from tests.server.wire import RawBrowser


def forms(secret: bytes) -> list[bytes]:
    """The ways in which bytes might be written."""
    return [
        secret,
        secret.hex().encode(),
        base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
        str(int.from_bytes(secret, "big")).encode(),
    ]


def found_in(text: bytes, secrets: list[bytes]) -> list[bytes]:
    return [form for secret in secrets for form in forms(secret) if form in text]


@pytest.mark.parametrize("id", ["qwirkle-cards", "sellswords", "swirl", "swirling-heroes"])
def test_no_secret_leaves_before_its_time_nor_for_others(server: Running, id: str) -> None:
    async def go() -> None:
        host, guest, watcher, stranger = (RawBrowser(server.port) for _ in range(4))
        link = await host.ask(
            "POST", "/api/v1/tables", {"game": id, "seats": ["me", "open"], "games": 1}
        )
        table, invite = link["table"], link["invite"].encode()
        await watcher.open(table)
        await guest.ask("POST", f"/api/v1/tables/{table}/join", {"invite": link["invite"]})
        await host.open(table)
        await guest.open(table)
        for who in (host, guest, watcher, stranger):
            for path in ("me", "tables", "me/data", f"tables/{table}/games", "openapi.json"):
                await who.ask("GET", f"/api/v1/{path}")
            for path in (f"tables/{table}/games/1", f"tables/{table}/join", "nothing"):
                await who.ask("GET", f"/api/v1/{path}")
        for _ in range(3):
            for who in (host, guest):
                question = who.now["question"]
                if question:
                    choice = question["choices"][0]["text"]
                    reply = await who.request("move", token=question["token"], answers=[choice])
                    for each in (host, guest, watcher):
                        await each.reach(reply["version"])
            await watcher.request("move", token="1.0", answers=["nonsense"])
            await guest.request("preview", token="1.0", answer="nonsense")
        seeds = stored(server, table)
        assert seeds
        tokens = [who.cookie.partition("=")[2].encode() for who in (host, guest)]
        hashes = [token_hash(token.decode()) for token in tokens]
        everything = {who: b"".join(who.bytes) for who in (host, guest, watcher, stranger)}
        for text in everything.values():
            assert found_in(text, seeds + hashes) == []
        for who, own in ((host, tokens[0]), (guest, tokens[1])):
            for token in tokens:
                # The own one once, where the cookie was set.
                assert everything[who].count(token) == (1 if token == own else 0)
        assert invite in everything[host]
        for who in (watcher, stranger):
            assert invite not in everything[who]
            assert not any(token in everything[who] for token in tokens)
        log = server.complaints.encode()
        assert found_in(log, [*seeds, *hashes, *tokens, invite]) == []
        # Once the game is over the seed is told to everybody: so it would have been found.
        await host.request("resign")
        await watcher.reach(host.now["version"])
        await watcher.greet(0)
        assert found_in(b"".join(watcher.bytes), seeds[:1]) != []
        for who in (host, guest, watcher):
            await who.close()

    asyncio.run(go())


def stored(server: Running, table: str) -> list[bytes]:
    db = sqlite3.connect(server.data / FILE_NAME)
    try:
        rows = db.execute("SELECT seed FROM seeds WHERE table_id = ? ORDER BY game", (table,))
        return [seed for (seed,) in rows]
    finally:
        db.close()
