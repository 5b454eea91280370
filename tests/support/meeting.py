"""A hub without a network: people with tabs who take part in deals, or do not."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, cast

from starlette.websockets import WebSocket

from halfturn.core import seat_letter
from halfturn.core.registry import load
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person
from halfturn.server.projection.replays import finished_games, record_file
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from halfturn.server.transport.session import Conversation
from tests.support.patience import PATIENCE
from tests.support.quick_server import QUICK
from tests.support.rooms import Ear

NAMES = ("Ada", "Bo", "Cy", "Di")
PATIENT = replace(QUICK, deal_within=1e6, thinkers=0)
"""Nothing but what people do, or `Meeting.late`, lets a game begin."""


class Meeting:
    """A table, and everybody's tab."""

    def __init__(self, folder: Path, settings: Settings = PATIENT) -> None:
        self._folder = folder
        self.settings = settings
        self.hub = Hub(Store(folder), settings)
        self.people: list[Person] = []
        self.tabs: dict[int, Tab] = {}
        self.id = self.invite = ""

    async def __aenter__(self) -> Self:
        for name in NAMES:
            self.people.append((await self.hub.new_person(name))[0])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hub.close()
        self.hub.store.close()

    @property
    def room(self) -> Room:
        room = self.hub.room(self.id)
        assert room is not None
        return room

    @property
    def deal(self) -> Any:
        return self.room.table.next_deal

    async def make(self, *seats: str, game: str = "swirl", **more: Any) -> None:
        wish = NewTable(game=game, seats=list(seats), games=1, **more)
        link = await self.hub.make_table(self.people[0], wish)
        self.id, self.invite = link.table, link.invite

    async def join(self, who: int) -> None:
        await self.hub.join(self.people[who], self.room)

    async def open(self, who: int, takes_part: bool = True) -> Tab:
        """Somebody opens the table."""
        self.tabs[who] = tab = Tab(self, who, takes_part)
        self.room.enter(tab.ear)
        await tab.say(type="hello", seen=0)
        await tab.look()
        return tab

    async def settle(self) -> None:
        """Until nothing goes on by itself any more."""
        async with asyncio.timeout(PATIENCE):
            while True:
                dealing = self.room._dealing
                if dealing is not None:
                    await asyncio.wait([dealing])
                    await asyncio.sleep(0)
                    continue
                if not any([await tab.look() for tab in list(self.tabs.values())]):
                    return

    async def late(self) -> None:
        """The time to wait is up."""
        assert self.room._patience is not None
        self.room._patience[1].cancel()
        self.room._out_of_patience()
        await self.settle()

    async def restart(self) -> None:
        """The server is killed and started again; nobody has the table open."""
        for room in self.hub._rooms.values():
            room.stop_dealing()
        await self.hub.close()
        self.hub.store.close()
        self.tabs = {}
        self.hub = Hub(Store(self._folder), self.settings)
        await self.hub.start()

    async def play(self) -> None:
        """Play the game that has begun to its end."""
        table = self.room.table
        while self.room.table.asked:
            table = self.room.table
            seat = table.asked[0]
            faced = table.facing(seat)
            assert faced is not None
            assert faced.decision is not None
            answer = str(faced.decision.options[0])
            token, key = table.token(seat), f"key {table.version}"
            await self.room.carry_out(
                lambda table, dealer: table.answer(seat, key, token, [answer], dealer)  # noqa: B023
            )
        await self.settle()

    def record(self) -> str:
        rows = self.hub.store.rows(self.id)
        done = list(finished_games(self.id, rows, load))[-1]
        return record_file(done, self.hub.store.secret(self.id, done.number))


class Tab:
    """What a browser does by itself: it pledges, and reveals once it has seen the frozen set."""

    def __init__(self, meeting: Meeting, who: int, takes_part: bool) -> None:
        person = meeting.people[who]
        self.seat = meeting.room.seat_of(person.id)
        self.ear = Ear(person.id, self.seat)
        self.takes_part = takes_part
        self.reveals = True
        self.seen: dict[str, list[str | None]] = {}
        """The frozen hashes by the commitment, as they were before anything was revealed."""
        self._room = meeting.room
        self._talk = Conversation(
            cast("WebSocket", None),
            self._room,
            self.ear,
            meeting.settings,
            meeting.hub.limits,
            "192.0.2.1",
        )
        self._keys = 0

    async def say(self, **message: Any) -> None:
        await self._talk._hear(json.dumps(message))

    async def request(self, type: str, **more: Any) -> Any:
        self._keys += 1
        await self.say(type=type, key=f"key-{id(self)}-{self._keys}", **more)
        return self.ear.reply

    def close(self) -> None:
        self._room.leave(self.ear)

    def nonce(self, commitment: str) -> str:
        return hashlib.sha256(f"{self.seat} {commitment}".encode()).hexdigest()

    def hash(self, commitment: str) -> str:
        """As docs/protocol.md describes it, without the server's own code."""
        assert self.seat is not None
        nonce = self.nonce(commitment)
        message = f"halfturn contribution {commitment} {seat_letter(self.seat)} {nonce}"
        return hashlib.sha256(message.encode()).hexdigest()

    async def look(self) -> bool:
        """Do what is to be done now; returns whether there was anything."""
        deal = self.ear.now["next_deal"]
        if not self.takes_part or deal is None or self.seat is None:
            return False
        seat, commitment = self.seat, deal["commitment"]
        if not deal["frozen"]:
            if deal["hashes"][seat] or seat in deal["barred"]:
                return False
            hash = self.hash(commitment)
            return bool(
                (await self.request("pledge", commitment=commitment, hash=hash))["result"] == "ok"
            )
        if deal["hashes"][seat] != self.hash(commitment) or deal["nonces"][seat]:
            return False
        self.seen.setdefault(commitment, deal["hashes"])
        if not self.reveals:
            return False
        reply = await self.request("reveal", nonce=self.nonce(commitment))
        return bool(reply["result"] == "ok")
