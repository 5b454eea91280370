"""A table that is open: the one place where it changes, and from where everybody is told.

The order is always the same: validate, commit, acknowledge, publish. One lock
per table keeps wishes apart; what is in memory goes on only after the commit.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import msgspec

from halfturn.core import Game, HalfturnError, Rng, State
from halfturn.core.language import say, speaking
from halfturn.server import metrics, project, wishes
from halfturn.server.bucket import Buckets
from halfturn.server.change import Change, Refused
from halfturn.server.clock import DAY, Uptime
from halfturn.server.connection import Connection, encode
from halfturn.server.database import StoreFailed
from halfturn.server.fair import Deal, Dealer, FairDealer, new_secret
from halfturn.server.log import BadLog, Row, client_key
from halfturn.server.messages import Say
from halfturn.server.names import NAMELESS
from halfturn.server.project import Sitter
from halfturn.server.protocol import (
    HintReply,
    LayoutReply,
    PreviewReply,
    ScratchReply,
    TableInfo,
)
from halfturn.server.settings import Settings
from halfturn.server.store import Line, Store
from halfturn.server.table import Table
from halfturn.server.thinkers import NoThought, Thinkers

log = logging.getLogger(__name__)

LINES_TOLD: Final = 50

Wish = Callable[[Table, Dealer], Change]
Acknowledge = Callable[[int], None]


def _nobody(version: int) -> None:
    """For wishes that nobody waits for."""


class Room:
    """A table, the people who sit there, and the browsers that have it open."""

    def __init__(
        self,
        id: str,
        store: Store,
        load: Callable[[str], Game],
        name_of: Callable[[int], str],
        wake_bots: Callable[[Room], None],
        deal: Deal = FairDealer,
        thinkers: Thinkers | None = None,
        settings: Settings | None = None,
        now: Callable[[], int] | None = None,
        tell_turn: Callable[[Room, int], None] | None = None,
        owner_of: Callable[[int], str | None] | None = None,
    ) -> None:
        self.id = id
        self.connections: set[Connection] = set()
        self.invite = store.invite(id) or ""
        self.sitting = store.sitting(id)
        self.lock = asyncio.Lock()
        self._store = store
        self._load = load
        self._name_of = name_of
        self._wake_bots = wake_bots
        self._deal = deal
        self._thinkers = thinkers
        self._settings = settings or Settings()
        self._tell_turn = tell_turn
        self._owner_of = owner_of
        """The name of whose bot somebody is; None for people."""
        self._talk = Buckets(self._settings.talk)
        self._now = now or Uptime(0).now
        self._opened = time.monotonic()
        self._left: dict[int, float] = {}
        """When the last browser of a seat was closed."""
        self._table: Table | None = None
        self._dealer: Dealer | None = None

    @property
    def table(self) -> Table:
        """The table as the log has it; raises BadLog or StoreFailed."""
        if self._table is None:
            table = self._fold(self._store.rows(self.id))
            self._dealer = None
            if table.number > 0:
                self._dealer = self._deal(self._secret(table.number), table.contributions)
            self.sitting = self._store.sitting(self.id)
            self._table = table
        return self._table

    def _fold(self, rows: Sequence[Row]) -> Table:
        return Table.fold(self.id, rows, self._load)

    def _secret(self, number: int) -> bytes:
        secret = self._store.secret(self.id, number)
        if secret is None:
            raise BadLog(f"{self.id}: the secret of game {number} is not there")
        return secret

    # ---- changing ----

    async def carry_out(
        self,
        wish: Wish,
        acknowledge: Acknowledge = _nobody,
        sits: tuple[int, int] | None = None,
        anew: bool = False,
        gets_up: int | None = None,
    ) -> None:
        """Do what somebody wants; raises Refused, Taken or StoreFailed, and then nothing changed.

        `sits` is the seat and the person who sits down with it, `gets_up` the seat of somebody
        who leaves; `anew` tells that a game may begin with it, which is dealt from a secret of
        its own.
        """
        begin = time.perf_counter()
        async with self.lock:
            table = self.table
            dealer = self._dealer
            if anew or dealer is None:
                known = bool(table.next_commitment)
                secret = self._secret(table.number + 1) if known else new_secret()
                dealer = self._deal(secret, table.next_contributions)
            change = wish(table, dealer)
            asked = table.asked if self._tell_turn else ()
            try:
                await self.commit(table, change, acknowledge, sits, dealer, gets_up)
            except BaseException:
                # What the disk holds is unknown now, so whatever comes next asks the log.
                self._table = None
                self.publish_quietly()
                self._wake_bots(self)
                raise
            if change.begins:
                self._dealer = dealer
            self.publish()
            self._tell_those_away(asked)
        metrics.ANSWERED.add(time.perf_counter() - begin)
        metrics.MOVES.add(change.rows[0].kind)
        self._wake_bots(self)

    def _tell_those_away(self, before: Sequence[int]) -> None:
        """Have it told to people who are asked now, were not before, and do not look."""
        if self._tell_turn is None:
            return
        table = self.table
        here = {connection.sits for connection in self.connections}
        for seat in table.asked:
            if seat not in before and table.holder(seat) not in here and not table.bot(seat):
                self._tell_turn(self, seat)

    async def sit(self, seat: int, person: int) -> None:
        """Somebody sits down on an open seat."""
        await self.carry_out(
            lambda table, dealer: table.sit(seat, dealer),
            sits=(seat, person),
            anew=True,
        )

    async def leave_seat(self, seat: int) -> None:
        """Somebody gets up before the first game."""
        await self.carry_out(lambda table, _: wishes.leave(table, seat), gets_up=seat)

    async def time_out(self) -> None:
        """Look whose time is out; raises Refused where everybody has some left."""
        await self.carry_out(lambda table, _: wishes.time_out(table, self._now()))

    async def commit(
        self,
        table: Table,
        change: Change,
        acknowledge: Acknowledge,
        sits: tuple[int, int] | None,
        dealer: Dealer,
        gets_up: int | None = None,
    ) -> None:
        """Write the change to the log, go on in memory, and only then say that it is done."""
        secrets = {}
        bot_turn = table.asks_bot(change)
        over = not change.asked and (table.number > 0 or change.begins)
        changed = over if over != table.game_over else None
        if change.begins:
            if not table.next_commitment:
                secrets[table.number + 1] = dealer.secret
            secrets[table.number + 2] = following = new_secret()
            change = wishes.committed(change, following)
        change, deadline = table.closed(change, self._now())
        await self._store.append(
            self.id, change.rows, secrets, sits, bot_turn, changed, gets_up, deadline
        )
        for row in change.rows:
            table.apply(row)
        if sits is not None:
            self._sat_down(*sits)
        if gets_up is not None:
            self._moved(self.sitting.pop(gets_up), None)
        acknowledge(change.rows[0].version)

    def _sat_down(self, seat: int, person: int) -> None:
        self.sitting[seat] = person
        self._moved(person, seat)

    def _moved(self, person: int, seat: int | None) -> None:
        for connection in self.connections:
            if connection.person == person:
                connection.sits = connection.seat = seat
                connection.sent = min(connection.sent, 0)  # it sees with other eyes from now on

    async def farewell(self, code: int, reason: str) -> None:
        """Close every connection between two changes: nobody waits for a reply any more."""
        async with self.lock:
            for connection in self.connections:
                connection.close(code, reason)

    async def say(
        self, seat: int, person: int, words: Say, acknowledge: Acknowledge = _nobody
    ) -> None:
        """Somebody says something; raises Refused, and then nobody hears it."""
        own_key = client_key(seat, words.key)
        async with self.lock:
            table = self.table
            if self._store.has_said(self.id, own_key):
                raise Refused("dup", "", table.version)
            phrase, text = wishes.said(table, words)
            if not self._talk.of(seat).take():
                raise Refused("slow_down", say("that is a lot to say at once: wait a bit"))
            last = self._store.said(self.id, 1)
            line = Line(last[0].number + 1 if last else 1, seat, phrase, text)
            await self._store.say(self.id, line, own_key, person)
            acknowledge(table.version)
        for connection in self.connections:
            if connection.sent >= 0:
                connection.push(self._talk_frame([line]))

    def tell_talk(self, connection: Connection) -> None:
        """Tell somebody who comes what was said last."""
        if lines := self._store.said(self.id, LINES_TOLD):
            connection.push(self._talk_frame(lines))

    def _talk_frame(self, lines: Sequence[Line]) -> bytes:
        return encode(project.talk(lines))

    # ---- telling ----

    def publish(self) -> None:
        """Tell everybody what they have not seen; those who have are told who is here."""
        frame = self._frames()
        frames: dict[tuple[int | None, int, int, str], bytes] = {}
        version = self.table.version
        for connection in self.connections:
            if connection.sent >= 0:
                which = (
                    connection.seat,
                    connection.sent,
                    connection.columns,
                    connection.language,
                )
                if which not in frames:
                    frames[which] = frame(*which)
                connection.push(frames[which])
                connection.sent = version

    def tell(self, connection: Connection, seen: int) -> None:
        """Tell one connection everything since the version that it has seen."""
        frame = self._frames()
        connection.push(frame(connection.seat, seen, connection.columns, connection.language))
        connection.sent = self.table.version

    def _frames(self) -> Callable[[int | None, int, int, str], bytes]:
        """What makes frames of the table as it is now, for a viewer who has seen a version."""
        table, now = self.table, self._now()
        secret = self._dealer.secret if self._dealer is not None else None
        spoken: dict[str, tuple[list[Sitter], project.Common]] = {}

        def frame(viewer: int | None, since: int, columns: int, language: str) -> bytes:
            with speaking(language):
                if language not in spoken:
                    sitters = self.sitters
                    spoken[language] = sitters, project.common(table, sitters, secret, now)
                sitters, alike = spoken[language]
                return encode(
                    project.update(
                        table, sitters, viewer, since, self.invite, secret, columns, now, alike
                    )
                )

        return frame

    def preview(
        self, viewer: int, key: str, token: str, text: str, before: Sequence[str] = ()
    ) -> PreviewReply:
        """What an answer would do; raises Refused."""
        return project.preview(self.table, self.sitters, viewer, key, token, text, before)

    async def scratch(
        self, viewer: int, key: str, token: str, groups: list[list[str]], arrange: bool
    ) -> ScratchReply:
        """How things would stand if cards lay so, or arranged; raises Refused."""
        table = self.table.scratch(viewer, token, groups)
        if arrange:
            await asyncio.to_thread(table.arrange)  # it may take a while, and it is nobody else's
        return project.scratch(table, key)

    async def lay_out(self, key: str, cards: list[str], near: list[list[str]]) -> LayoutReply:
        """One way in which cards can lie; raises Refused."""
        game = self.table.game
        try:
            layout = await asyncio.to_thread(game.lay_out, cards, near)
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None
        if layout is None:
            raise Refused("illegal", say("{game} has no cards to be laid out", game=game.title))
        return LayoutReply(key=key, layout=msgspec.to_builtins(layout))

    async def hint(self, seat: int, key: str, token: str) -> HintReply:
        """What a seat could do, and why; raises Refused, or NoThought when nobody can say."""
        world = wishes.hinted_world(self.table, seat, token)
        if self._thinkers is None:
            raise NoThought("there is nobody to ask")
        names = [each.name for each in project.shown_seats(self.sitters, seat)]
        return project.hints(key, await self._thinkers.hints(self.id, world, names))

    def world(self, seat: int, rng: Rng) -> State:
        """What a seat that is asked faces, with all that is hidden from it drawn anew."""
        faced = self.table.facing(seat)
        assert faced is not None
        return faced.redeal(seat, rng)

    @property
    def bounds(self) -> AbstractContextManager[object] | None:
        """Within which such a world is asked for anything: none for our own games, see `guest`."""
        return None

    def beside(self) -> AbstractContextManager[object]:
        """Within which the game is asked for things beside the table, such as its past."""
        return nullcontext()

    def give_up(self, why: str) -> None:
        """Nobody can answer at this table."""
        log.error("table %s waits: %s", self.id, why)

    def info(self, person: int | None) -> TableInfo:
        """The table as a line in a person's list."""
        return project.info(self.table, self.sitters, self.seat_of(person))

    # ---- who is here ----

    @property
    def has_bots(self) -> bool:
        """Whether a bot may sit here, as far as is known without looking."""
        return self._table is None or self._table.has_bots

    @property
    def sitters(self) -> list[Sitter]:
        """Who sits on each seat."""
        here = {connection.sits for connection in self.connections}
        table = self.table
        return [self._sitter(seat, table.holder(seat) in here) for seat in range(table.seats)]

    def _sitter(self, seat: int, here: bool) -> Sitter:
        table = self.table
        bot = table.bot(seat)
        if bot is not None and seat not in table.stand_ins:
            return Sitter("bot", say(bot.capitalize()), True)
        person = self.sitting.get(table.holder(seat))
        if person is None:
            return Sitter("open", "", False)
        name = self._name_of(person) or NAMELESS
        name = say(name) if name == NAMELESS else name
        owner = self._owner_of(person) if self._owner_of is not None else None
        return Sitter("person" if owner is None else "bot", name, here, bot, owner)

    def is_away(self, seat: int) -> bool:
        """Whether nobody has had the table open on a seat for so long that a bot may stand in."""
        clock = self.table.made.clock
        if not 0 <= seat < self.table.seats or (clock is not None and clock.per_move >= DAY):
            return False  # who has days for a move comes when it suits, and the clock decides
        seat = self.table.holder(seat)
        if any(connection.sits == seat for connection in self.connections):
            return False
        since = self._left.get(seat, self._opened)
        return time.monotonic() - since >= self._settings.absence

    def seat_of(self, person: int | None) -> int | None:
        """Where a person sits; None for somebody who watches."""
        for seat, sitter in self.sitting.items():
            if sitter == person:
                return seat
        return None

    def enter(self, connection: Connection) -> None:
        """A browser opens the table."""
        was_here = any(each.sits == connection.sits for each in self.connections)
        self.connections.add(connection)
        if connection.sits is not None and not was_here:
            self.publish_quietly()

    def leave(self, connection: Connection) -> None:
        """A browser closes it."""
        self.connections.discard(connection)
        is_here = any(each.sits == connection.sits for each in self.connections)
        if connection.sits is not None and not is_here:
            self._left[connection.sits] = time.monotonic()
            self.publish_quietly()

    def publish_quietly(self) -> None:
        """Tell what there is to tell, where nobody waits for it."""
        try:
            self.publish()
        except (BadLog, StoreFailed) as error:
            log.error("table %s cannot be shown: %s", self.id, error)
