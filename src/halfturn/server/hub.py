"""The hub: all tables of a server, and the people who come to them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TypeVar

import msgspec

from halfturn.core import Game, UnknownGame
from halfturn.core.language import say
from halfturn.core.registry import game_ids, guest_ids
from halfturn.server import metrics, wishes
from halfturn.server.bot_events import EventStreams
from halfturn.server.bots import BotPlayers
from halfturn.server.bucket import Buckets
from halfturn.server.change import Change, Refused
from halfturn.server.clock import Uptime
from halfturn.server.database import StoreFailed
from halfturn.server.devices import Codes
from halfturn.server.fair import Deal, FairDealer, new_secret
from halfturn.server.guard import Guard
from halfturn.server.guest import KIND as STOPPING
from halfturn.server.guest import GuestRoom, Unplayable
from halfturn.server.log import BadLog, Halted, Made, Row, own_key
from halfturn.server.making import made_as_wished
from halfturn.server.own_bots import OwnBots
from halfturn.server.people import (
    Person,
    new_person,
    new_table_id,
    new_token,
    token_hash,
)
from halfturn.server.protocol import NewTable, TableInfo, TableLink
from halfturn.server.replays import Finished, finished_games
from halfturn.server.room import Room
from halfturn.server.settings import Settings
from halfturn.server.shelf import Shelf
from halfturn.server.store import Store
from halfturn.server.table import Table
from halfturn.server.thinkers import Thinkers
from halfturn.server.webhooks import Webhooks
from halfturn.server.writer import Taken

log = logging.getLogger(__name__)

Found = TypeVar("Found")

STARTING_ANEW: Final = 1012
"""The WebSocket's own code for a server that restarts."""


NOT_ANY_MORE: Final = 1008
"""The WebSocket's code for somebody who may not be here."""
SAVE_TIME_EVERY: Final = 10_000
"""Milliseconds: so much of the server's own time may be lost in a crash."""


class Full(Exception):
    """There is no open seat any more."""


class TooMany(Exception):
    """Somebody sits at as many open tables as they may."""


class Hub:
    """Opens tables when somebody comes, and closes those that nobody looks at."""

    def __init__(self, store: Store, settings: Settings, deal: Deal = FairDealer) -> None:
        self.store = store
        self.settings = settings
        self.creates = Buckets(settings.creates)
        self.guesses = Buckets(settings.guesses)
        self.newcomers = Buckets(settings.newcomers)
        self.requests = Buckets(settings.requests)
        self.replays = Buckets(settings.replays)
        self.files = Buckets(settings.files)
        self.lessons = Buckets(settings.lessons)
        self.exports = Buckets(settings.exports)
        self.code_wishes = Buckets(settings.codes)
        self.codes = Codes()
        self.webhooks = Webhooks(store, settings)
        self.own_bots = OwnBots(store, settings)
        self.events = EventStreams()
        self._deal = deal
        self._bots = BotPlayers(settings)
        self._rooms: dict[str, Room] = {}
        self._names: dict[int, str] = {}
        self.stopping = False
        self._uptime = Uptime(store.uptime)
        self._watching: asyncio.Task[None] | None = None
        self.shelf = Shelf()
        self._load = self.shelf.game
        self.guard = Guard(settings.game_within, settings.game_memory * 2**20)
        # Once: looking through all that is installed takes its time.
        self._ids = game_ids()
        self._guests = set(guest_ids())
        self._failed: set[str] = set()
        """Games of other packages that did not come to an end once: they are left out."""

    def start(self) -> None:
        """Go on with the tables where a bot was thinking when the server ended."""
        for id in self.store.tables_of_bots():
            room = self.room(id)
            if room is not None:
                self._bots.wake(room)
        self._watching = asyncio.get_running_loop().create_task(self._watch_clocks())

    async def farewell(self) -> None:
        """Before the server stops: finish what is being written, then send everybody away.

        What a connection was told stands before its end, and its browser comes back by itself.
        """
        self.stopping = True
        await self._bots.close()
        self.events.close(STARTING_ANEW, "come back")
        rooms = [room for room in self._rooms.values() if room.connections]
        try:
            async with asyncio.timeout(self.settings.farewell):
                await asyncio.gather(*(room.farewell(STARTING_ANEW, "come back") for room in rooms))
                while self.sockets:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("%s connections did not end in time", self.sockets)

    @property
    def sockets(self) -> int:
        """How many browsers have a table open."""
        return sum(len(room.connections) for room in self._rooms.values())

    @property
    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    async def close(self) -> None:
        """Let the bots and the clocks rest."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self._bots.close()
        await self.webhooks.close()
        try:
            if self.store.has_deadlines:
                await self.store.set_uptime(self._uptime.now())
        except StoreFailed as error:
            log.error("the time could not be written: %s", error)

    async def _watch_clocks(self) -> None:
        """See to it that nobody thinks longer than was agreed."""
        saved = 0
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(self.settings.tick)
            metrics.LAG.add(max(0.0, time.perf_counter() - begin - self.settings.tick))
            now = self._uptime.now()
            try:
                if now - saved >= SAVE_TIME_EVERY and self.store.has_deadlines:
                    await self.store.set_uptime(now)
                    saved = now
                for id in self.store.due(now):
                    await self._time_out(id)
            except StoreFailed as error:
                log.error("the clocks could not be looked at: %s", error)

    async def _time_out(self, id: str) -> None:
        """Somebody's time is out; where that cannot be told, other tables' clocks go on."""
        try:
            room = self.room(id)
            if room is not None:
                await room.time_out()
        except Refused:
            return  # somebody answered in the last moment
        except (Taken, StoreFailed, BadLog) as error:
            log.error("the clock of table %s could not be looked at: %s", id, error)
        except Exception:
            log.exception("the clock of table %s could not be looked at", id)

    @property
    def thinkers(self) -> Thinkers:
        """Where bots think, and hints are found."""
        return self._bots.thinkers

    # ---- people ----

    async def new_person(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the token for the cookie."""
        person, token = new_person(name), new_token()
        await self.store.add_person(person, token_hash(token))
        return person, token

    def person(self, token: str | None) -> Person | None:
        """Who holds a token."""
        return self.store.person(token_hash(token)) if token else None

    async def rename(self, person: Person, name: str) -> Person:
        """Call somebody otherwise, at every table."""
        person = Person(person.id, name)
        await self.store.rename(person)
        self._names.pop(person.id, None)
        for room in list(self._rooms.values()):
            if self._concerns(room, person.id):
                room.publish_quietly()
        return person

    async def forget(self, person: Person) -> None:
        """Somebody wants to be forgotten: their seats stay, and nobody can say whose they were."""
        bots = [int(bot.id) for bot in self.own_bots.of(person)]
        await self.store.forget(person.id)
        self._names.clear()
        for each in (person.id, *bots):
            self._send_away(each, "you have been forgotten")
        for room in list(self._rooms.values()):
            if self._concerns(room, person.id):
                room.publish_quietly()

    async def revoke(self, bot: int) -> None:
        """A bot's token is good no more, and what it reads ends."""
        await self.store.revoke_bot(bot)
        self._send_away(bot, "this token is not good any more")

    def _send_away(self, person: int, reason: str) -> None:
        self.events.close(NOT_ANY_MORE, reason, person)
        for room in list(self._rooms.values()):
            for connection in list(room.connections):
                if connection.person == person:
                    connection.close(NOT_ANY_MORE, reason)

    def _concerns(self, room: Room, person: int) -> bool:
        """Whether somebody sits at a table, or a bot of theirs."""
        whose = self.own_bots.owner_of
        return any(person in (each, whose(each)) for each in room.sitting.values())

    def _owner_name(self, person: int) -> str | None:
        owner = self.own_bots.owner_of(person)
        return None if owner is None else self._name_of(owner)

    def _name_of(self, person: int) -> str:
        if person not in self._names:
            if len(self._names) > self.settings.rooms * 4:
                self._names.clear()
            self._names[person] = self.store.name(person)
        return self._names[person]

    # ---- games ----

    def of_each_game(self, ask: Callable[[Game], Found]) -> list[Found]:
        """What every game says that can be played here; one that fails is left out, and logged."""
        found = []
        for id in self._ids:
            try:
                game = self.game(id)
                with self.within(id):
                    found.append(ask(game))
            except Exception as error:
                log.error("the game %s cannot be played: %s", id, error)
        return found

    def game(self, id: str) -> Game:
        """One of them; raises UnknownGame, or Unplayable for one from elsewhere that fails."""
        self._check_known(id)
        if id in self._failed:
            raise Unplayable(f"the game {id} cannot be played here: it failed before")
        with self.within(id):
            return self._load(id)

    def within(self, id: str) -> AbstractContextManager[object]:
        """Within which a game is asked for things beside its tables; raises Unplayable."""
        if id not in self._guests:
            return nullcontext()

        def ended(why: str) -> Exception:
            self._failed.add(id)
            log.error("the game %s is not played any more: %s", id, why)
            return Unplayable(f"the game {id} cannot be played here: {why}")

        return self.guard.step(ended)

    def game_with_cards(self, id: str) -> Game:
        """The same, also where its owner's card file is bad: so that it can be mended."""
        self._check_known(id)
        return self.shelf.base(id)

    def _check_known(self, id: str) -> None:
        # Looking for it among all that is installed would take its time.
        if id not in self._ids:
            games = ", ".join(self._ids)
            raise UnknownGame(say("expected a game among {games}, got another", games=games))

    # ---- tables ----

    def room(self, id: str) -> Room | None:
        """The room of a table; None where there is no such table."""
        room = self._rooms.get(id)
        if room is None:
            if self.store.invite(id) is None:
                return None
            self._tidy()
            kind = partial(GuestRoom, guard=self.guard) if self._is_guest(id) else Room
            room = kind(
                id,
                self.store,
                self.shelf.base,
                self._name_of,
                self._after_change,
                self._deal,
                self.thinkers,
                self.settings,
                self._uptime.now,
                self._tell_turn if self.webhooks.hosts else None,
                self._owner_name,
            )
            self._rooms[id] = room
        return room

    def _after_change(self, room: Room) -> None:
        self._bots.wake(room)
        self.changed(room.id)

    def changed(self, table: str) -> None:
        """Something may have changed at a table, here or on another node: who reads is told.

        It may be said too often, never too seldom.
        """
        room = self.room(table) if self.events else None
        if room is not None:
            self.events.look(room)

    def _is_guest(self, table: str) -> bool:
        """Whether a game from another package is played at a table."""
        if not self._guests:
            return False
        try:
            made = msgspec.json.decode(self.store.first_row(table), type=Made)
        except msgspec.MsgspecError:
            return False  # whoever opens it is told so
        return made.game in self._guests

    def _tell_turn(self, room: Room, seat: int) -> None:
        """It is somebody's turn who does not have the table open."""
        person = room.sitting.get(room.table.holder(seat))
        if person is not None:
            self.webhooks.tell(person, room.table.game.title)

    def _tidy(self) -> None:
        """Make room in memory: the logs of tables that nobody looks at stay on the disk."""
        if len(self._rooms) < self.settings.rooms:
            return
        for id, room in list(self._rooms.items()):
            if not (room.connections or room.lock.locked() or self._bots.busy(room)):
                del self._rooms[id]

    def tables_of(self, person: Person) -> list[TableInfo]:
        """The tables somebody sits at: first those where it is their turn, then the newest."""
        found = []
        for id in self.store.tables_of(person.id):
            room = self.room(id)
            try:
                if room is not None:
                    found.append(room.info(person.id))
            except Halted:
                continue  # those who open it are told why
            except BadLog as error:
                log.error("table %s cannot be opened: %s", id, error)
        return sorted(found, key=lambda table: not table.your_turn)

    def lobby(self) -> list[TableInfo]:
        """The tables that anybody may join, the newest first."""
        found = []
        for id in self.store.lobby():
            room = self.room(id)
            try:
                if room is not None and room.sitting:
                    found.append(room.info(None))
            except Halted:
                continue
            except BadLog as error:
                log.error("table %s cannot be opened: %s", id, error)
        return found

    def finished_games(self, room: Room) -> list[Finished]:
        """The games of a table that are over; raises BadLog."""
        rows = [row for row in self.store.rows(room.id) if row.kind != STOPPING]
        with room.beside():
            return finished_games(room.id, rows, self.shelf.base)

    async def make_table(self, person: Person, wish: NewTable) -> TableLink:
        """A new table; raises BadOptions or UnknownGame in words for the one who wants it."""
        made = self._made_within(wish)
        if self.store.open_tables_of(person.id) >= self.settings.open_tables:
            raise TooMany
        sitting = {wish.seats.index("me"): person.id} if "me" in wish.seats else {}
        id, invite = new_table_id(), new_token()
        row = Row(1, own_key(1), None, "made", msgspec.json.encode(made))
        with self.within(made.game):
            table = Table.make(id, row, self._load)
            table.apply(row)
        # Games are numbered from 1; the secret of the one that comes next is fixed beforehand.
        secrets = {1: new_secret()}
        begins = all(table.taken) and not made.wait
        change, bot_turn, deadline = Change([row]), False, None
        if begins:
            secrets[2] = new_secret()
            with self.within(made.game):
                begun = table.begin(self._deal(secrets[1], {}))
            bot_turn = bool(table.asks_bot(begun))
            closed, deadline = table.closed(wishes.committed(begun, secrets[2]), self._uptime.now())
            change = Change([row, *closed.rows])
        else:
            change = wishes.committed(change, secrets[1])
        listed = made.open and not begins
        await self.store.make_table(
            id, invite, sitting, change.rows, secrets, bot_turn, deadline, listed
        )
        room = self.room(id)
        if room is not None and bot_turn:
            self._bots.wake(room)
        self.changed(id)
        return TableLink(table=id, invite="" if begins else invite)

    def _made_within(self, wish: NewTable) -> Made:
        game = self.game(wish.game)
        with self.within(wish.game):
            return made_as_wished(wish, game)

    async def join(self, person: Person, room: Room) -> TableLink:
        """Somebody with the right invitation sits down; raises Full."""
        while (seat := self._open_seat(person, room)) is not None:
            try:
                await room.sit(seat, person.id)
                break
            except (Refused, Taken):
                continue  # somebody was quicker: perhaps there is another seat
        return TableLink(table=room.id, invite=room.invite)

    def _open_seat(self, person: Person, room: Room) -> int | None:
        """The seat to take; None for somebody who sits here already."""
        if room.seat_of(person.id) is not None:
            return None
        for seat, taken in enumerate(room.table.taken):
            if not taken:
                return seat
        raise Full
