"""Guesses at invitations and device codes: `python -m tests.support.guessing --guesses 100000`.

The application is asked in memory, without sockets, from as many addresses as an attacker likes.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message

from halfturn.server.http.app import make_app
from halfturn.server.ops.home_network import Lan
from halfturn.server.ops.settings import Rate, Settings
from halfturn.server.people.devices import LENGTH, LETTERS
from halfturn.server.storage.store import Store
from halfturn.server.tables.hub import Hub
from tests.support.quick_server import NO_LIMIT

HOST = "play.example"
TABLES = 5
PEOPLE = 200
AT_ONCE = Settings().guesses.burst
USUAL = replace(Settings(), host_names=(HOST,), requests=NO_LIMIT, guesses=Rate(AT_ONCE, 0))
"""As it is set up for everybody, but only guesses are counted, and on a slow machine not more."""


async def ask(
    app: ASGIApp, path: str, body: Any, address: str, cookie: str = ""
) -> tuple[int, Any]:
    """One POST from a page of the server; the status and what came back."""
    headers = [
        (b"host", HOST.encode()),
        (b"origin", f"http://{HOST}".encode()),
        (b"content-type", b"application/json"),
        (b"cookie", cookie.encode()),
    ]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"/api/v1{path}",
        "raw_path": f"/api/v1{path}".encode(),
        "query_string": b"",
        "headers": headers,
        "client": (address, 1),
        "server": (HOST, 80),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": msgspec.json.encode(body), "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    head = {name: value.decode() for name, value in sent[0]["headers"]}
    answer = msgspec.json.decode(b"".join(each.get("body", b"") for each in sent[1:]))
    return sent[0]["status"], {**answer, "cookie": head.get(b"set-cookie", "").partition(";")[0]}


class Target:
    """A server without sockets, where there is something to be guessed."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(folder)
        self.hub = Hub(self.store, settings)

        async def deaf(ear: object) -> None:
            """Nobody listens."""

        self.app = make_app(self.hub, Lan(0, deaf, list))
        self.tables: list[str] = []
        self.invites: list[str] = []
        self.cookie = ""

    async def set_up(self) -> None:
        """Tables with open seats, and many device codes that are good."""
        for _ in range(TABLES):
            wish = {"game": "swirling-heroes", "seats": ["me", "open", "open", "open"]}
            status, made = await ask(self.app, "/tables", wish, "192.0.2.1", self.cookie)
            assert status == 201, made
            self.cookie = self.cookie or made["cookie"]
            self.tables.append(made["table"])
            self.invites.append(made["invite"])
        people = await asyncio.gather(*(self.hub.new_person("Ada") for _ in range(PEOPLE)))
        for person, _ in people:
            await self.hub.codes.new(person.id)

    async def close(self) -> None:
        await self.hub.close()
        self.store.close()


async def guess(target: Target, guesses: int, addresses: int) -> Counter[str]:
    """What becomes of guesses, half of them at invitations and half at codes."""
    found: Counter[str] = Counter()
    for number in range(guesses):
        address = f"198.51.100.{number % addresses}"
        if number % 2:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            status, _ = await ask(target.app, "/me/device", {"code": code}, address)
        else:
            path = f"/tables/{target.tables[number % TABLES]}/join"
            invite = near(target.invites[number % TABLES], number)
            status, _ = await ask(target.app, path, {"invite": invite}, address)
        found[{404: "refused", 429: "throttled"}.get(status, f"hit {status}")] += 1
    return found


def near(invite: str, number: int) -> str:
    """As good a guess as somebody could make: all but one character, or none at all."""
    at = number % len(invite)
    other = "A" if invite[at] != "A" else "B"
    return [invite[:at] + other + invite[at + 1 :], secrets.token_urlsafe(32), invite[:at]][
        number % 3
    ]


async def attack(
    folder: Path, guesses: int, addresses: int, settings: Settings = USUAL
) -> Counter[str]:
    target = Target(folder, settings)
    try:
        await target.set_up()
        return await guess(target, guesses, addresses)
    finally:
        await target.close()


async def race(folder: Path, people: int) -> Counter[int]:
    """So many come with the right invitation at the same moment, to three open seats."""
    target = Target(folder, replace(USUAL, newcomers=NO_LIMIT))
    try:
        await target.set_up()
        path, body = f"/tables/{target.tables[0]}/join", {"invite": target.invites[0]}
        asked = (ask(target.app, path, body, f"a{number}") for number in range(people))
        answers = await asyncio.gather(*asked)
        assert len(target.store.sitting(target.tables[0])) == 4
        return Counter(status for status, _ in answers)
    finally:
        await target.close()


def is_safe(found: Counter[str], addresses: int) -> bool:
    """Whether nothing was hit, and nothing tried after the first few."""
    tried = found["refused"]
    return found.total() == tried + found["throttled"] and tried <= AT_ONCE * addresses


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Guess invitations and codes.")
    parser.add_argument("--guesses", type=int, default=100_000)
    parser.add_argument("--addresses", type=int, default=50)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(attack(Path(folder), given.guesses, given.addresses))
        seats = asyncio.run(race(Path(folder) / "race", 1000))
    print(f"{given.guesses} guesses: {dict(found)}; 1000 at once for three seats: {dict(seats)}")
    return 0 if is_safe(found, given.addresses) and seats[200] == 3 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
