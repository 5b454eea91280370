"""The hub: all tables of a server, and the people who come to them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

import msgspec

from halfturn.server.bots.players import BotPlayers
from halfturn.server.bots.thinker_pool import Thinkers
from halfturn.server.cluster.nodes import Nodes
from halfturn.server.ops.settings import Settings
from halfturn.server.ops.upkeep import Upkeep
from halfturn.server.people.bot_events import EventStreams
from halfturn.server.people.devices import (
    UNKNOWN,
    Codes,
    CodesInMemory,
    CodesOfAll,
    Kind,
    SignedIn,
    today,
)
from halfturn.server.people.identity import Person, new_person, new_table_id, new_token, token_hash
from halfturn.server.people.names import FORGOTTEN
from halfturn.server.people.own_bots import OwnBots
from halfturn.server.people.webhooks import Webhooks
from halfturn.server.projection.render import Renderer
from halfturn.server.protocol.updates import NO_TABLE, NewTable, TableInfo, TableLink
from halfturn.server.storage.database import Damaged, StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import Store
from halfturn.server.tables import dealing
from halfturn.server.tables.catalog import Offer
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.clock import Uptime
from halfturn.server.tables.fair_deal import SCHEME, Deal, FairDealer, new_secret
from halfturn.server.tables.guard import ASLEEP, Guard
from halfturn.server.tables.guest import GuestRoom
from halfturn.server.tables.history import History
from halfturn.server.tables.log import BadLog, Halted, Made, Row, own_key
from halfturn.server.tables.prefetch import Prefetch
from halfturn.server.tables.room import Room
from halfturn.server.tables.setup import made_as_wished
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import Connection
from halfturn.server.transport.rate_limits import Buckets, SessionLimits

log = logging.getLogger(__name__)

Found = TypeVar("Found")
STARTING_ANEW: Final = 1012
"""The WebSocket's own code for a server that restarts."""
NOT_ANY_MORE: Final = 1008
"""The WebSocket's code for somebody who may not be here."""
LOOK_AGAIN_AFTER: Final = 2.0
"""Seconds for which what was read of a table elsewhere is good, without a hint."""


class Full(Exception):
    """There is no open seat any more."""


class TooMany(Exception):
    """Somebody sits at as many open tables as they may."""


class Hub:
    """Opens tables when somebody comes, and closes those that nobody looks at."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        deal: Deal = FairDealer,
        nodes: Nodes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._clock = clock
        """By which it is seen which tables nobody has looked at for a while."""
        self.nodes = nodes
        """Where several nodes serve the same tables; None where this one is alone."""
        self.settings = settings
        self.limits = SessionLimits(settings)
        self.creates = Buckets(settings.creates)
        self.tables_per_address = Buckets(settings.tables_per_address)
        self.guesses = Buckets(settings.guesses)
        self.newcomers = Buckets(settings.newcomers)
        self.requests = Buckets(settings.requests)
        self.replays = Buckets(settings.replays)
        self.files = Buckets(settings.files)
        self.lessons = Buckets(settings.lessons)
        self.exports = Buckets(settings.exports)
        self.code_wishes = Buckets(settings.codes)
        self.invitations = Buckets(settings.invitations)
        self.codes: Codes = CodesInMemory()
        self.webhooks = Webhooks(store, settings)
        self.own_bots = OwnBots(store, settings)
        self.events = EventStreams()
        self._deal = deal
        self._bots = BotPlayers(settings)
        self._rooms: dict[str, Room] = {}
        self.ahead = Prefetch(self, self._rooms)
        self.dropped = 0
        """How often a table left the memory, or came from another node."""
        self._names: dict[int, str] = {}
        self._used: dict[int, int] = {}
        """Devices that were used, and the day that was written down."""
        self._using: set[asyncio.Task[None]] = set()
        self._to_wake: set[str] = set()
        """Tables that have come here from another node, until their bots were looked at."""
        self.stopping = False
        if nodes is None:
            self.uptime = Uptime(max(store.uptime, store.last_time))
        else:
            self.uptime = nodes.uptime
            self.codes = CodesOfAll(nodes.leases, store.server)
            nodes.on_changed_hands = self._changed_hands
            if nodes.bus is not None:
                nodes.bus.on_table, nodes.bus.on_person = self._heard, self._heard_of
        self._upkeep = Upkeep(self)
        self.guard = Guard(settings.game_within, settings.game_memory * 2**20)
        self.games = Offer(self.guard)
        self.renderer = Renderer(
            settings.game_memory * 2**20, settings.game_within * ASLEEP, self._clock
        )
        self.history = History(store, self.renderer)

    async def start(self) -> None:
        """Go on with the tables where a bot was thinking when the server ended."""
        if self.nodes is not None:
            await self.nodes.join(self.store.uptime)
        else:
            try:
                for id in self.store.tables_of_bots():
                    self._unless_damaged(self.wake, id)
            except Damaged as error:
                log.error("which bots are to answer cannot be read: %s", error)
        self._upkeep.start()

    @staticmethod
    def _unless_damaged(do: Callable[[str], Found], id: str) -> Found | None:
        """What becomes of one table; None, with its name in the log, where it cannot be read."""
        try:
            return do(id)
        except Damaged as error:
            log.error("table %s cannot be read: %s", id, error)
            return None

    def wake(self, id: str) -> None:
        """See to it that the bots of a table answer, if one is asked."""
        room = self.room(id)
        if room is not None:
            self._bots.wake(room)

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
        if self.nodes is not None:
            await self.nodes.leave()  # already now: those who were sent away come back elsewhere

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
        await self._upkeep.close()
        for room in self._rooms.values():
            room.stop_dealing()
        await self._bots.close()
        self.renderer.close()
        await self.webhooks.close()
        await asyncio.gather(*self._using)
        await self._upkeep.save_time()
        if self.nodes is not None:
            await self.nodes.leave()

    @property
    def thinkers(self) -> Thinkers:
        """Where bots think, and hints are found."""
        return self._bots.thinkers

    # ---- people ----

    async def new_person(self, name: str, kind: Kind = UNKNOWN) -> tuple[Person, str]:
        """Somebody new, and the token for the cookie."""
        person, token = new_person(name), new_token()
        await self.store.add_person(person, token_hash(token), kind)
        return person, token

    def person(self, token: str | None) -> Person | None:
        """Who holds a token."""
        found = self.signed_in(token)
        return None if found is None else found.person

    # ---- devices ----

    def signed_in(self, token: str | None) -> SignedIn | None:
        """Return the device that holds a token, and whose it is."""
        found = self.store.signed_in(token_hash(token)) if token else None
        if found is not None and found.used_at < today():
            self._keep_day(found.device)
        return found

    def _keep_day(self, device: int) -> None:
        """Write down that a device was used today; nobody waits for it."""
        day = today()
        if self._used.get(device) == day:
            return  # it is on its way
        if len(self._used) > self.settings.rooms * 4:
            self._used.clear()
        self._used[device] = day

        async def write() -> None:
            try:
                await self.store.used(device, day)
            except StoreFailed as error:
                self._used.pop(device, None)
                log.error("the use of a device could not be written: %s", error)

        writing = asyncio.get_running_loop().create_task(write())
        self._using.add(writing)
        writing.add_done_callback(self._using.discard)

    async def sign_in(self, person: int, kind: Kind, before: SignedIn | None) -> str:
        """Sign a person in on a device, and return its token; its token `before` is void."""
        token = new_token()
        instead = None if before is None else before.device
        await self.store.add_device(person, token_hash(token), kind, instead)
        if before is not None:
            self._signed_out(before.person.id)
        return token

    async def sign_out(self, person: Person, devices: Sequence[int]) -> None:
        """Sign a person out on some devices: what is open there is closed at once.

        A code for another device may have been made on one of them, so it is void as well.
        """
        await self.store.drop_devices(devices)
        await self.codes.drop(person.id)
        self._signed_out(person.id)

    def _signed_out(self, person: int) -> None:
        if self.nodes is not None:
            self.nodes.renamed(person)
        self._close_signed_out(person)

    def _close_signed_out(self, person: int) -> None:
        """Close what a person has open on devices that are not signed in any more."""
        theirs = [each for each in self._connections() if each.person == person and each.device]
        if theirs:
            good = {each.id for each in self.store.devices_of(person)}
            self._close_devices(theirs, good)

    def _close_devices(self, connections: Iterable[Connection], good: Container[int]) -> None:
        for each in connections:
            if each.device not in good:
                each.close(NOT_ANY_MORE, "this device was signed out")

    def _connections(self) -> list[Connection]:
        return [each for room in self._rooms.values() for each in room.connections]

    async def look_at_devices(self) -> None:
        """Ask the database which devices are signed in, where other nodes may have changed it."""
        assert self.nodes is not None
        open = {each.device for each in self._connections() if each.device is not None}
        if open:
            good = await self.nodes.leases.devices(open)
            # One that came meanwhile was not asked about.
            self._close_devices([each for each in self._connections() if each.device in open], good)

    async def rename(self, person: Person, name: str) -> Person:
        """Call somebody otherwise, at every table."""
        person = Person(person.id, name)
        await self.store.rename(person)
        self._called_otherwise(person.id)
        return person

    async def forget(self, person: Person) -> None:
        """Somebody wants to be forgotten: their seats stay, and nobody can say whose they were."""
        bots = [number for number, *_ in self.store.bots_of(person.id)]
        await self.store.forget(person.id)
        await self.codes.drop(person.id)
        for each in (person.id, *bots):
            self._called_otherwise(each)

    def _called_otherwise(self, person: int) -> None:
        if self.nodes is not None:
            self.nodes.renamed(person)
        self._heard_of(person)

    def _heard_of(self, person: int) -> None:
        """Somebody is called otherwise, is to be forgotten, or has signed a device out."""
        self._close_signed_out(person)
        self._names.pop(person, None)
        if self._name_of(person) == FORGOTTEN:
            self._send_away(person, "you have been forgotten")
        for room in list(self._rooms.values()):
            if room.connections and self._concerns(room, person):
                room.publish_quietly()

    async def revoke(self, bot: int) -> None:
        """A bot's token is good no more, and what it reads ends."""
        await self.store.revoke_bot(bot)
        self._send_away(bot, "this token is not good any more")

    def _send_away(self, person: int, reason: str) -> None:
        self.events.close(NOT_ANY_MORE, reason, person)
        for room in list(self._rooms.values()):
            room.send_away(person, NOT_ANY_MORE, reason)

    def _concerns(self, room: Room, person: int) -> bool:
        """Whether somebody sits at a table, or a bot of theirs."""
        whose = self.own_bots.owner_of
        return any(person in (each, whose(each)) for each in room.sitting.values())

    def _owner_name(self, person: int) -> str | None:
        owner = self.own_bots.owner_of(person)
        return None if owner is None else self._name_of(owner)

    async def look_at_names(self) -> None:
        """Ask the database what people are called by now, where other nodes may have changed it."""
        assert self.nodes is not None
        if known := dict(self._names):
            called = await self.nodes.leases.names(known)
            for person, name in known.items():
                if called.get(person, name) != name and self._names.get(person) == name:
                    self._heard_of(person)

    def _name_of(self, person: int) -> str:
        if person not in self._names:
            if len(self._names) > self.settings.rooms * 4:
                self._names.clear()
            try:
                self._names[person] = self.store.name(person)
            except Damaged as error:
                log.error("a name cannot be read: %s", error)
                return ""
        return self._names[person]

    # ---- tables ----

    def room(self, id: str) -> Room | None:
        """The room of a table; None where there is no such table."""
        room = self._rooms.get(id)
        if room is None:
            if self.store.invite(id) is None:
                return None
            self._tidy()
            guest = self.games.is_guest(lambda: self.store.first_row(id))
            kind = partial(GuestRoom, guard=self.guard) if guest else Room
            room = kind(
                id,
                self.store,
                self.games.base,
                self._name_of,
                self._after_change,
                self._deal,
                self.thinkers,
                self.settings,
                self.uptime.now,
                self._tell_turn if self.webhooks.hosts else None,
                self.nodes,
                self._owner_name,
                self.events.has,
                self.renderer,
            )
            self._rooms[id] = room
        room.used = self._clock()
        return room

    async def rooms_to_read(self, ids: Sequence[str]) -> list[Room]:
        """Tables as they are now; of those that live elsewhere, what was read of their logs."""
        await self.ahead.open(ids)
        found = [self._unless_damaged(self.room, id) for id in ids]
        rooms = [room for room in found if room is not None]
        if self.nodes is not None:
            before = time.monotonic() - LOOK_AGAIN_AFTER
            old = {room.id: room for room in rooms if room.lease is None and room.read < before}
            if old:
                versions = await self.nodes.leases.versions(old)
                for id, room in old.items():
                    if id in versions:
                        room.catch_up(versions[id])
                    else:  # another node has deleted it
                        self._rooms.pop(id, None)
                rooms = [room for room in rooms if room.id not in old or room.id in versions]
        return rooms

    def _heard(self, id: str, version: int) -> None:
        """A hint: a table elsewhere has gone on."""
        room = self._rooms.get(id)
        if room is not None and room.lease is None:
            room.catch_up(version)
        self.changed(id)

    def _changed_hands(self, id: str) -> None:
        """A table has come here, or lives elsewhere by now: what was known of it is known no more.

        Whoever has it open comes back, and is handed on to where it lives.
        """
        self.dropped += 1
        room = self._rooms.pop(id, None)
        if room is not None:
            room.stop_dealing()
            room.send_away(None, STARTING_ANEW, "come back")
        if self.nodes is not None and self.nodes.lease(id) is not None:
            # Its bots may have been asked on a node that is gone.
            self._to_wake.add(id)
            self.wake_those_that_came()

    def wake_those_that_came(self) -> None:
        """Let bots go on at tables that came here; while the database is away they wait."""
        try:
            for id in list(self._to_wake):
                self.wake(id)
                self._to_wake.discard(id)
        except StoreFailed as error:
            log.error("bots could not be woken: %s", error)

    def _after_change(self, room: Room) -> None:
        room.went_on = time.monotonic()
        self._bots.wake(room)
        self.changed(room.id)

    def changed(self, table: str) -> None:
        """Something may have changed at a table, here or on another node: who reads is told.

        It may be said too often, never too seldom.
        """
        room = self.room(table) if self.events else None
        if room is not None:
            self.events.look(room)

    def show_presence(self, bot: int) -> None:
        """A bot of somebody's begins to read what waits for it, or reads no more."""
        for room in list(self._rooms.values()):
            if room.connections and room.seat_of(bot) is not None:
                room.publish_quietly()

    async def look_for_readers(self) -> None:
        """Tell those who read events what happened at their tables on other nodes."""
        for person in self.events.people():
            for room in await self.rooms_to_read(self.store.tables_of(person)):
                self.events.look(room)

    async def delete_table(self, id: str, before: int | None = None) -> bool:
        """Delete a table, unless somebody has it open, it lives elsewhere, or has changed since.

        Returns whether it is gone; raises StoreFailed.
        """
        if self.nodes is not None and await self.nodes.home(id) is not None:
            return False
        room = self._rooms.get(id)
        if room is not None and (room.connections or room.lock.locked() or self._bots.busy(room)):
            return False
        if self.nodes is None:
            gone = await self.store.delete_table(id, before)
        else:
            with self.nodes.writing(id, self.nodes.lease(id)) as lease:
                gone = await self.store.delete_table(id, before, lease)
            if gone:
                self.nodes.deleted(id)
        if gone and (room := self._rooms.pop(id, None)) is not None:
            self.dropped += 1
            room.send_away(None, NO_TABLE, "this table has been deleted")
        return gone

    def _tell_turn(self, room: Room, seat: int) -> None:
        """It is somebody's turn who does not have the table open."""
        person = room.sitting.get(room.table.holder(seat))
        if person is not None:
            self.webhooks.tell(person, room.table.game.title)

    def _tidy(self) -> None:
        """Make room in memory: the logs of tables that nobody looks at stay on the disk."""
        if len(self._rooms) >= self.settings.rooms:
            idle = self._idle()
            for room in idle[: max(1, len(idle) // 10)]:
                self._release(room)

    def release_idle(self) -> None:
        """Release the tables that nobody has used for a while, and more where they take too much.

        Their logs stay on the disk, and they are folded from these when somebody comes.
        """
        before = self._clock() - self.settings.idle_room
        total = sum(room.size for room in self._rooms.values())
        for room in self._idle():
            if room.used > before and total <= self.settings.room_bytes:
                break
            total -= room.size
            self._release(room)

    def _idle(self) -> list[Room]:
        """The tables where nothing goes on, those first that have not been used for longest."""
        return sorted(
            (room for room in self._rooms.values() if room.is_idle and not self._bots.busy(room)),
            key=lambda room: room.used,
        )

    def _release(self, room: Room) -> None:
        del self._rooms[room.id]
        room.forget()
        self.dropped += 1
        if self.nodes is not None:
            self.nodes.let_go(room.id)

    async def tables_of(self, person: Person) -> list[TableInfo]:
        """The tables somebody sits at: first those where it is their turn, then the newest."""
        rooms = await self.rooms_to_read(self.store.tables_of(person.id))
        return sorted(await _infos(rooms, person.id), key=lambda table: not table.your_turn)

    async def lobby(self) -> list[TableInfo]:
        """The tables that anybody may join, the newest first."""
        rooms = await self.rooms_to_read(self.store.lobby())
        return await _infos([room for room in rooms if room.sitting], None)

    async def make_table(self, person: Person, wish: NewTable) -> TableLink:
        """A new table; raises BadOptions or UnknownGame in words for the one who wants it."""
        made = self._made_within(wish)
        if self.store.open_tables_of(person.id) >= self.settings.open_tables:
            raise TooMany
        sitting = {wish.seats.index("me"): person.id} if "me" in wish.seats else {}
        id, invite = new_table_id(), new_token()
        row = Row(1, own_key(1), None, "made", msgspec.json.encode(made))
        with self.games.within(made.game):
            table = Table.make(id, row, self.games.game)
            table.apply(row)
        # Games are numbered from 1; the secret of the one that comes next is fixed beforehand.
        secrets = {1: new_secret()}
        full = all(table.taken) and not made.wait
        begins = full and not self.settings.deal_within
        change, bot_turn, deadline = Change([row]), False, None
        if begins:
            secrets[2] = new_secret()
            with self.games.within(made.game):
                begun = table.begin(self._deal(secrets[1], {}, SCHEME))
            bot_turn = bool(table.asks_bot(begun))
            closed, deadline = table.closed(dealing.committed(begun, secrets[2]), self.uptime.now())
            change = Change([row, *closed.rows])
        else:
            change = dealing.committed(change, secrets[1])
            bot_turn = full  # it begins as soon as its deal is settled
        listed = made.open and not full
        lease = self.nodes.made(id) if self.nodes is not None else None
        await self.store.make_table(
            id, invite, sitting, change.rows, secrets, bot_turn, deadline, listed, lease
        )
        if self.nodes is not None and lease is not None:
            self.nodes.has(lease)
        if bot_turn:
            self.wake(id)
        self.changed(id)
        return TableLink(table=id, invite="" if full else invite)

    def _made_within(self, wish: NewTable) -> Made:
        game = self.games.game(wish.game)
        with self.games.within(wish.game):
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


async def _infos(rooms: Sequence[Room], person: int | None) -> list[TableInfo]:
    """Lines of somebody's list; a table that cannot be opened is left out."""
    found = []
    for room in rooms:
        if not room.is_folded:
            await asyncio.sleep(0)  # folding takes its time, and others are waiting, too
        try:
            found.append(room.info(person))
        except Halted:
            continue  # those who open it are told why
        except (BadLog, Damaged) as error:
            log.error("table %s cannot be opened: %s", room.id, error)
    return found
