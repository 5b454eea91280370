"""Every secret of a server, looked for in every byte that leaves it for somebody else."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest

from halfturn.server.ops import admin
from halfturn.server.people.identity import token_hash
from tests.support.http_client import Browser
from tests.support.postgres import database_of
from tests.support.recording_client import RawBot, RawBrowser
from tests.support.server_process import Running, quick
from tests.support.stored_data import kept


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


def play_and_look(server: Running, id: str) -> None:
    """Play a little, and look for every secret in every byte that somebody else was sent."""

    async def look(
        host: RawBrowser,
        guest: RawBrowser,
        watcher: RawBrowser,
        stranger: RawBrowser,
        owner: RawBrowser,
        bot: RawBot,
    ) -> None:
        link = await host.ask(
            "POST", "/api/v1/tables", {"game": id, "seats": ["me", "open"], "games": 1}
        )
        table, invite = link["table"], link["invite"].encode()
        await watcher.open(table)
        await bot.born(owner)
        await bot.open(table)
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
                    for each in (host, guest, watcher, bot):
                        await each.reach(reply["version"])
            await watcher.request("move", token="1.0", answers=["nonsense"])
            await guest.request("preview", token="1.0", answer="nonsense")
            await bot.request("move", token="1.0", answers=["nonsense"])
            await bot.greet(0)
        seeds = stored(server, table)
        assert seeds
        tokens = [who.cookie.partition("=")[2].encode() for who in (host, guest)]
        hashes = [token_hash(token.decode()) for token in tokens] + [token_hash(bot.token)]
        whoever = (host, guest, watcher, stranger, bot, owner)
        everything = {who: b"".join(who.bytes) for who in whoever}
        for text in everything.values():
            assert found_in(text, seeds + hashes) == []
        for who, own in ((host, tokens[0]), (guest, tokens[1])):
            for token in tokens:
                # The own one once, where the cookie was set.
                assert everything[who].count(token) == (1 if token == own else 0)
        assert invite in everything[host]
        for who, text in everything.items():  # shown once, to whose bot it is
            assert text.count(bot.token.encode()) == (1 if who is owner else 0)
        for who in (watcher, stranger, bot, owner):
            assert invite not in everything[who]
            assert not any(token in everything[who] for token in tokens)
        log = server.complaints.encode()
        assert found_in(log, [*seeds, *hashes, *tokens, bot.token.encode(), invite]) == []
        # Once the game is over the seed is told to everybody: so it would have been found.
        await host.request("resign")
        await watcher.reach(host.now["version"])
        await watcher.greet(0)
        assert found_in(b"".join(watcher.bytes), seeds[:1]) != []

    async def go() -> None:
        host, guest, watcher, stranger, owner = (RawBrowser(server.port) for _ in range(5))
        bot = RawBot(server.port)
        try:
            await look(host, guest, watcher, stranger, owner, bot)
        finally:
            for who in (host, guest, watcher, bot):
                await who.close()

    asyncio.run(go())


@pytest.mark.parametrize("id", ["qwirkle-cards", "sellswords", "swirl", "swirling-heroes"])
def test_no_secret_leaves_before_its_time_nor_for_others(server: Running, id: str) -> None:
    play_and_look(server, id)


@pytest.mark.parametrize("mutant", ["secret_in_export", "secret_in_log"])
def test_a_server_that_tells_a_secret_is_caught(tmp_path: Path, mutant: str) -> None:
    with quick(tmp_path, mutant) as talkative, pytest.raises(AssertionError):
        play_and_look(talkative, "swirl")


def test_what_is_taken_out_of_a_server_has_no_more_secrets_than_it_must(tmp_path: Path) -> None:
    """A copy of the data has to hold the deals, but nothing with which anybody could come in; what
    is written out for one person, the log and the numbers of the server hold no secret at all.
    """

    async def go() -> None:
        with quick(tmp_path / "data") as server:
            host, guest = RawBrowser(server.port), RawBrowser(server.port)
            await host.ask("POST", "/api/v1/me", {"name": "Ada"})
            wish = {"game": "swirl", "seats": ["me", "open"], "games": 1}
            link = await host.ask("POST", "/api/v1/tables", wish)
            table = link["table"]
            await guest.ask("POST", f"/api/v1/tables/{table}/join", {"invite": link["invite"]})
            await host.open(table)
            seeds = stored(server, table)
            code = (await host.ask("POST", "/api/v1/me/code"))["code"].encode()
            tokens = [who.cookie.partition("=")[2].encode() for who in (host, guest)]
            at = database_of(server.data)
            await asyncio.to_thread(admin.backup, server.data, tmp_path / "copy", at)
            exported = await asyncio.to_thread(admin.export_person, server.data, "Ada", at)
            written = json.dumps(exported).encode()
            numbers = json.dumps(await asyncio.to_thread(admin.stats, server.data, at)).encode()
            counted = Browser(server.port).ask("GET", "/metrics").body
            await host.close()
        copy = (tmp_path / "copy").read_bytes()
        assert found_in(copy, seeds) != []  # so it would have been found
        assert not any(each in copy for each in (*tokens, code))
        hashes = [token_hash(token.decode()) for token in tokens]
        hands = [view["hands"][1]["cards"] for view in views(json.loads(written))]
        assert hands == [None]  # nobody else's
        for text in (written, numbers, counted, server.complaints.encode()):
            assert found_in(text, [*seeds, *hashes]) == []
            assert not any(each in text for each in (*tokens, code))

    asyncio.run(go())


def views(data: Any) -> list[Any]:
    return [table["now"]["view"] for table in data["tables"]]


def stored(server: Running, table: str) -> list[bytes]:
    rows = kept(server.data, "SELECT seed FROM seeds WHERE table_id = ? ORDER BY game", table)
    return [seed for (seed,) in rows]
