"""A table that is open: the one place where it changes, and from where everybody is told.

The order is always the same: validate, commit, acknowledge, publish. One lock
per table keeps wishes apart; what is in memory goes on only after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

import msgspec
from mypy_extensions import mypyc_attr

from halfturn.core import Game, HalfturnError, Rng, State
from halfturn.core.language import say, spoken
from halfturn.server.bots.thinker_pool import NoThought, Thinkers
from halfturn.server.cluster.leases import Lease
from halfturn.server.cluster.nodes import Nodes
from halfturn.server.ops import metrics
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import new_token
from halfturn.server.people.names import FORGOTTEN, NAMELESS
from halfturn.server.projection import updates
from halfturn.server.projection.frames import Frames
from halfturn.server.projection.render import Renderer
from halfturn.server.projection.shared import Fact, Seated, Sitter, sitter
from halfturn.server.projection.text_boards import TextBoards
from halfturn.server.protocol.updates import (
    HintReply,
    LayoutReply,
    PreviewReply,
    ScratchReply,
    TableInfo,
)
from halfturn.server.storage.database import Fenced, StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands, dealing, owner
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.chat import Talk
from halfturn.server.tables.clock import DAY, Uptime
from halfturn.server.tables.dealing import DealStep
from halfturn.server.tables.fair_deal import SCHEME, Deal, Dealer, FairDealer, new_secret
from halfturn.server.tables.log import BadLog, Halted, Row
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import Connection

log = logging.getLogger(__name__)

LOOK_AGAIN_AFTER: Final = 0.25
SIZE: Final = 30_000
SIZE_OF_LINE: Final = 1_500
"""About what a room takes, and each answer or event of the running game."""
MOST_FAILURES: Final = 8
"""After so many in a row that are the disk's, a deal waits until something happens at the table."""

Wish = Callable[[Table, Dealer], Change]
Acknowledge = Callable[[int], None]
_ALONE: Final = nullcontext()


def _nobody(version: int) -> None:
    """For wishes that nobody waits for."""


def _phase(table: Table) -> tuple[str, bool]:
    return table.next_deal.commitment, table.next_deal.frozen


@mypyc_attr(allow_interpreted_subclasses=True)
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
        nodes: Nodes | None = None,
        owner_of: Callable[[int], str | None] | None = None,
        reads: Callable[[int], bool] | None = None,
        renderer: Renderer | None = None,
    ) -> None:
        self.id = id
        self.lease = nodes.lease(id) if nodes is not None else None
        """By which the table lives here. Without one, among several nodes, it is only read."""
        self.read = time.monotonic()
        """When it was last known how far the log goes."""
        self._nodes = nodes
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
        self._reads = reads
        """Whether a bot of somebody's is told what waits for it, and so is at all its tables."""
        self._talk: Talk | None = None
        self._renderer = renderer
        self._text_boards: TextBoards | None = None
        self._now = now or Uptime(0).now
        self._opened = time.monotonic()
        self.went_on = self._opened
        """When something last changed here."""
        self._left: dict[int, float] = {}
        """When the last browser of a seat was closed."""
        self._table: Table | None = None
        self._dealer: Dealer | None = None
        self._following: tuple[int, bytes] = 0, b""
        """Number and stored secret of the next game: where many begin at once nobody has to ask."""
        self._seated: dict[str, tuple[list[Fact], Seated]] = {}
        """Who sat on each seat when somebody was last told, by languages."""
        self.used = 0.0
        """When somebody last asked for this room, by the hub's clock."""
        self._looking: asyncio.TimerHandle | None = None
        """What tells everybody later, where the database was away."""
        self._patience: tuple[tuple[str, bool], asyncio.TimerHandle] | None = None
        """Until when the next deal waits, and in which phase: its commitment, whether frozen."""
        self._dealing: asyncio.Task[None] | None = None
        """What brings the next deal on at the moment."""
        self._failures = 0
        """How often it could not, one time after the other."""

    @property
    def table(self) -> Table:
        """The table as the log has it; raises BadLog or StoreFailed."""
        if self._table is None:
            table = self._fold(self._store.recent_rows(self.id))
            self._dealer = None
            if table.number > 0:
                secret = self._secret(table.number)
                self._dealer = self._deal(secret, table.contributions, table.deal)
            self.sitting = self._store.sitting(self.id)
            self.invite = self._store.invite(self.id) or ""
            self._table = table
            self._look_at_deal()  # where the server stopped, it goes on
        return self._table

    @property
    def is_folded(self) -> bool:
        """Whether the table is in memory."""
        return self._table is not None

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here, and nothing goes on that needs this very room."""
        if self.connections or self.lock.locked() or self._looking is not None or self.is_dealing:
            return False
        if self._text_boards is not None and self._text_boards.busy:
            return False
        table = self._table  # bots may be waiting for people to agree
        return table is None or table.proposal is None or not table.has_bots

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        table = self._table
        lines = 0 if table is None else len(table.lines) + len(table.notes)
        return SIZE + SIZE_OF_LINE * lines

    def forget(self) -> None:
        """Keep nothing that the log knows, and nothing that refers back to the room."""
        self._table = None
        self._dealer = None
        self._seated.clear()
        self._talk = self._text_boards = None

    @property
    def talk(self) -> Talk:
        """What people say here."""
        if self._talk is None:
            self._talk = Talk(self, self._store)
        return self._talk

    @property
    def _boards(self) -> TextBoards:
        if self._text_boards is None:
            self._text_boards = TextBoards(self, self._renderer)
        return self._text_boards

    @property
    def guest(self) -> str:
        """The id of a game from another package; empty for our own."""
        return ""

    def showing(self) -> AbstractContextManager[object]:
        """Within which the game is asked for what is shown."""
        return _ALONE

    def give_up_drawing(self, why: str) -> None:
        """The game does not come to an end with a drawing."""

    def went_past(self, version: int) -> bool:
        """Whether the table is known to have gone on since a version."""
        return self._table is not None and self._table.version > version

    def _fold(self, rows: Sequence[Row]) -> Table:
        return Table.fold(self.id, rows, self._load)

    def _secret(self, number: int) -> bytes:
        if self._following[0] == number:
            return self._following[1]
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
        key: str = "",
    ) -> None:
        """Do what somebody wants; raises Refused, Taken or StoreFailed, and then nothing changed.

        `sits` is the seat and the person who sits down with it; `anew` tells that a game may begin
        with it, which is dealt from a secret of its own. `key` is that of the row, where it may
        have been carried out long ago.
        """
        begin = time.perf_counter()
        lock = self.lock
        await lock.acquire()  # not `async with`, which is one coroutine more for every move
        try:
            table = self.table
            dealer = self._dealer
            if anew or dealer is None:
                coming = table.next_deal
                secret = self._secret(table.number + 1) if coming.commitment else new_secret()
                dealer = self._deal(secret, coming.nonces, SCHEME)
            try:
                change = wish(table, dealer)
            except Refused as refused:
                self._check_done(key, refused)
                raise
            asked = table.asked if self._tell_turn else ()
            try:
                await self.commit(table, change, acknowledge, sits, dealer)
            except Fenced:
                self._table = None  # the log goes on elsewhere
                raise
            except BaseException as error:
                # What the disk holds is unknown now, so whatever comes next asks the log.
                self._table = None
                self.publish_quietly()
                self._wake_bots(self)
                if isinstance(error, Taken):
                    self._check_done(key, None)
                raise
            if change.begins:
                self._dealer = dealer
            try:
                await self._store.turns.next()
            finally:
                self.publish()  # whatever happens: it is in the log
            self._tell_those_away(asked)
        finally:
            lock.release()
        if change.rows[0].kind in dealing.STIRRING:
            self._look_at_deal()
        metrics.ANSWERED.add(time.perf_counter() - begin)
        metrics.MOVES.add(change.rows[0].kind)
        self._wake_bots(self)

    def _check_done(self, key: str, refused: Refused | None) -> None:
        """Raise Refused where a request was carried out so long ago that the table has forgotten
        its key, and so has refused it for another reason.
        """
        if key and (refused is None or refused.result in ("illegal", "stale")):
            version = self._store.version_of(self.id, key)
            if version is not None:
                raise Refused("dup", "", version)

    def _tell_those_away(self, before: Sequence[int]) -> None:
        """Have it told to people who are asked now, were not before, and do not look."""
        if self._tell_turn is None:
            return
        table = self.table
        here = {connection.sits for connection in self.connections}
        for seat in table.asked:
            if (
                seat not in before
                and table.holder(seat) not in here
                and not table.bot_playing(seat)
            ):
                self._tell_turn(self, seat)

    async def sit(self, seat: int, person: int) -> None:
        """Somebody sits down on an open seat."""
        waits = self._settings.deal_within > 0
        await self.carry_out(
            lambda table, dealer: table.sit(seat, None if waits else dealer),
            sits=(seat, person),
            anew=True,
        )

    async def leave_seat(self, person: int) -> None:
        """Somebody gets up before the first game."""
        await self.carry_out(lambda table, _: commands.leave(table, self._seat_now(person)))

    async def new_invitation(self, person: int) -> None:
        """The owner makes a new invitation; raises Refused for everybody else."""
        await self.carry_out(lambda table, _: owner.new_invitation(table, self._owners(person)))

    async def remove(self, person: int, seat: int, seen: int) -> None:
        """The owner removes a person from a seat; raises Refused for everybody else."""
        await self.carry_out(lambda table, _: owner.remove(table, self._owners(person), seat, seen))

    def _owners(self, person: int) -> int:
        """Return the seat of the owner, who has to be this person by now."""
        if not self.is_owner(person):
            raise Refused("illegal", say("only the owner of the table can do that"))
        return self._seat_now(person)

    def _seat_now(self, person: int) -> int:
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("illegal", say("you do not sit at this table any more"))
        return seat

    async def time_out(self) -> None:
        """Look whose time is out; raises Refused where everybody has some left."""
        await self.carry_out(lambda table, _: commands.time_out(table, self._now()))

    async def commit(
        self,
        table: Table,
        change: Change,
        acknowledge: Acknowledge,
        sits: tuple[int, int] | None,
        dealer: Dealer,
    ) -> None:
        """Write the change to the log, go on in memory, and only then say that it is done."""
        secrets = {}
        replaced = None
        following = self._following
        bot_turn = table.asks_bot(change)
        if table.wanted and bot_turn is None:
            bot_turn = False  # it was True, see below
        over = not change.asked and (table.number > 0 or change.begins)
        changed = over if over != table.game_over else None
        if change.begins:
            if not table.next_deal.commitment:
                secrets[table.number + 1] = dealer.secret
            following = table.number + 2, new_secret()
            secrets[following[0]] = following[1]
            change = dealing.committed(change, following[1])
        else:
            if change.voids:
                following = replaced = table.number + 1, new_secret()
                change = dealing.committed(change, following[1])
            if dealing.wants(table, change):
                bot_turn = True  # the table is opened when the server starts, as for a bot
        gets_up = change.gets_up
        invite = new_token() if change.invites else ""
        change, deadline = table.closed(change, self._time_at(table))
        with self.writing() as lease:
            await self._store.append(
                self.id,
                change.rows,
                secrets,
                sits,
                bot_turn,
                changed,
                gets_up,
                deadline,
                lease,
                invite,
                replaced,
            )
        self._following = following
        for row in change.rows:
            table.apply(row)
        if self._nodes is not None:
            self._nodes.changed(self.id, table.version)
        if invite:
            self.invite = invite
        if sits is not None:
            self._sat_down(*sits)
        if gets_up is not None:
            self._moved(self.sitting.pop(gets_up), None)
        acknowledge(change.rows[0].version)

    # ---- the next deal ----

    def deal_is_ready(self, table: Table) -> bool:
        """Whether the next game could begin at once."""
        return self._next_step(table, wanted=True) is DealStep.BEGIN

    @property
    def is_dealing(self) -> bool:
        """Whether something will go on here although nobody asks for it."""
        return self._patience is not None or self._dealing is not None

    def stop_dealing(self) -> None:
        """Do nothing more: the table goes on when it is opened again."""
        self._wait_for_deal(None)
        if self._dealing is not None:
            self._dealing.cancel()

    def _next_step(self, table: Table, wanted: bool, late: bool = False) -> DealStep:
        people, waits = set(), self._settings.deal_within > 0
        for seat, person in self.sitting.items():
            if self._owner_of is None or self._owner_of(person) is None:
                people.add(seat)
        return dealing.next_step(table, people, self._here(), wanted, late, waits)

    def _here(self) -> set[int]:
        return {each.sits for each in self.connections if each.sits is not None}

    def _look_at_deal(self) -> None:
        """Bring the next deal on, now or when the time to wait is up."""
        table = self._table
        if table is None or self._dealing is not None:
            return
        if self._nodes is not None and self.lease is None:
            return  # it lives elsewhere
        step = self._next_step(table, table.wanted)
        if step is DealStep.NOTHING:
            self._wait_for_deal(None)
        elif step is DealStep.WAIT:
            self._wait_for_deal(_phase(table))
        else:
            self._start_dealing(False)

    def _wait_for_deal(self, phase: tuple[str, bool] | None) -> None:
        """Let the time run that a phase of the deal may take, once for each."""
        if self._patience is not None:
            if self._patience[0] == phase:
                return
            self._patience[1].cancel()
            self._patience = None
        if phase is not None:
            within = self._settings.deal_within
            with contextlib.suppress(RuntimeError):  # whoever only reads a log has no loop
                loop = asyncio.get_running_loop()
                self._patience = phase, loop.call_later(within, self._out_of_patience)
                self._failures = 0

    def _out_of_patience(self) -> None:
        self._patience = None
        if self._dealing is None:
            self._start_dealing(True)

    def _start_dealing(self, late: bool) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._wait_for_deal(None)
        self._dealing = loop.create_task(self._go_on_dealing(late))
        self._dealing.add_done_callback(self._dealt)

    def _dealt(self, task: asyncio.Task[None]) -> None:
        self._dealing = None
        if not task.cancelled() and self._failures < MOST_FAILURES:
            self._look_at_deal()

    async def _go_on_dealing(self, late: bool) -> None:
        try:
            await self.carry_out(
                lambda table, dealer: self._dealing_on(table, dealer, late), anew=True
            )
            self._failures = 0
        except Refused:
            self._failures += 1  # somebody was quicker, most likely: look again
        except (Fenced, Halted):
            self._failures = MOST_FAILURES  # nothing goes on here
        except (Taken, StoreFailed, BadLog) as error:
            self._failures += 1
            log.warning("the deal at table %s goes on later: %s", self.id, error)
            await asyncio.sleep(min(0.1 * 2**self._failures, 10))
        except Exception:
            self._failures = MOST_FAILURES
            metrics.ERRORS.add("deal")
            log.exception("the deal at table %s failed", self.id)

    def _dealing_on(self, table: Table, dealer: Dealer, late: bool) -> Change:
        step = self._next_step(table, table.wanted, late)
        if step is DealStep.FREEZE:
            return dealing.freeze(table, self._here())
        if step is DealStep.VOID:
            return dealing.void(table, dealer.secret)
        if step is DealStep.BEGIN:
            return table.begin_next(dealer)
        raise Refused("stale", "")

    def writing(self) -> AbstractContextManager[Lease | None]:
        """Within which rows are written, by the lease that it gives."""
        return _ALONE if self._nodes is None else self._nodes.writing(self.id, self.lease)

    def _sat_down(self, seat: int, person: int) -> None:
        self.sitting[seat] = person
        self._left[seat] = time.monotonic()  # not when whoever sat there before left
        self._moved(person, seat)

    def _moved(self, person: int, seat: int | None) -> None:
        for connection in self.connections:
            if connection.person == person:
                connection.sits = connection.seat = seat
                connection.sent = min(connection.sent, 0)  # it sees with other eyes from now on

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken the table over, so that it may be shown as it is here."""
        return self._nodes is None or self._nodes.sure

    async def make_sure(self) -> bool:
        """Ask the database, where that is not known."""
        return self._nodes is None or await self._nodes.make_sure(self.lease)

    def catch_up(self, version: int) -> None:
        """The log goes on elsewhere, and that far: what is older is not shown any more."""
        self.read = time.monotonic()
        if self._table is not None and self._table.version < version:
            self._table = None
            self.sitting = self._store.sitting(self.id)
            self.invite = self._store.invite(self.id) or ""

    def send_away(self, person: int | None, code: int, reason: str) -> None:
        """Close the connections of a person; with None everybody's."""
        for connection in list(self.connections):
            if person is None or connection.person == person:
                connection.close(code, reason)

    async def farewell(self, code: int, reason: str) -> None:
        """Close every connection between two changes: nobody waits for a reply any more."""
        async with self.lock:
            self.send_away(None, code, reason)

    # ---- telling ----

    def publish(self) -> None:
        """Tell everybody what they have not seen; those who have are told who is here."""
        frames = self.frames()
        version = self.table.version
        for each in self.connections:
            if each.sent < 0:
                continue
            if each.columns:
                self._boards.want(each)
            else:
                each.push(frames.of(each.seat, each.sent, each.language))
                each.sent = version

    def tell(self, connection: Connection, seen: int) -> None:
        """Tell one connection everything since the version that it has seen."""
        connection.push(self.frames().of(connection.seat, seen, connection.language))
        connection.sent = self.table.version

    async def greet(self, connection: Connection, seen: int) -> None:
        """Answer a hello with everything since the version that it names."""
        if connection.columns:
            await self._boards.greet(connection, seen)
        else:
            self.tell(connection, seen)

    def frame(self, seat: int, language: str) -> bytes:
        """The whole table for somebody who sits here and is told by another way."""
        return self.frames().of(seat, 0, language)

    def frames(self) -> Frames:
        """What makes frames of the table as it is now."""
        table = self.table  # before its dealer, who comes with it
        secret = self._dealer.secret if self._dealer is not None else None
        return Frames(table, self.seated, self.invite, secret, self._time_at(table))

    def _time_at(self, table: Table) -> int:
        """The server's own time, as far as a table has a clock; most have none."""
        return 0 if table.clocks is None else self._now()

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
        return updates.info(self.table, self.sitters, self.seat_of(person))

    # ---- questions that change nothing ----

    def preview(
        self, viewer: int, key: str, token: str, text: str, before: Sequence[str] = ()
    ) -> PreviewReply:
        """What an answer would do; raises Refused."""
        return updates.preview(self.table, self.sitters, viewer, key, token, text, before)

    async def scratch(
        self, viewer: int, key: str, token: str, groups: list[list[str]], arrange: bool
    ) -> ScratchReply:
        """How things would stand if cards lay so, or arranged; raises Refused."""
        table = self.table.scratch(viewer, token, groups)
        if arrange:
            await asyncio.to_thread(table.arrange)  # it may take a while, and it is nobody else's
        return updates.scratch(table, key)

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
        world = commands.hinted_world(self.table, seat, token)
        if self._thinkers is None:
            raise NoThought("there is nobody to ask")
        names = [each.name for each in updates.shown_seats(self.sitters, seat)]
        return updates.hints(key, await self._thinkers.hints(self.id, world, names))

    # ---- who is here ----

    @property
    def has_bots(self) -> bool:
        """Whether a bot may sit here, as far as is known without looking."""
        return self._table is None or self._table.has_bots

    @property
    def sitters(self) -> list[Sitter]:
        """Who sits on each seat."""
        return self.seated().sitters

    def seated(self) -> Seated:
        """The same, as it is told in the language that is spoken.

        What it depends on is asked every time; what is made of it is made anew only where that
        has changed, which is seldom.
        """
        table = self.table
        here = {connection.sits for connection in self.connections}
        owns = self.owner_seat
        facts = [self._fact(table, seat, here, seat == owns) for seat in range(table.seats)]
        language = spoken()
        known = self._seated.get(language)
        if known is None or known[0] != facts:
            known = self._seated[language] = facts, Seated([sitter(*each) for each in facts])
        return known[1]

    def _fact(self, table: Table, seat: int, here: set[int | None], owns: bool) -> Fact:
        bot, owner_seat = table.bot_playing(seat), table.owner(seat)
        if owner_seat is None:
            return bot, None, True, None, False
        person = self.sitting.get(owner_seat)
        if person is None:
            return None, None, False, None, False
        whose = self._owner_of(person) if self._owner_of is not None else None
        is_here = owner_seat in here
        if whose is not None and not is_here and self._reads is not None:
            is_here = self._reads(person)
        return bot, self._name_of(person) or NAMELESS, is_here, whose, owns

    @property
    def owner_seat(self) -> int | None:
        """The seat of the table's owner: of the people here, the one who has sat there longest.

        Bots that belong to somebody own no table, nor does anybody who was forgotten.
        """
        for seat in self.table.longest:
            person = self.sitting.get(seat)
            if person is None or self._name_of(person) == FORGOTTEN:
                continue
            if self._owner_of is None or self._owner_of(person) is None:
                return seat
        return None

    def is_owner(self, person: int) -> bool:
        """Whether a person owns the table."""
        seat = self.owner_seat
        return seat is not None and self.sitting.get(seat) == person

    def is_away(self, seat: int) -> bool:
        """Whether nobody has had the table open on a seat for so long that a bot may stand in."""
        clock = self.table.made.clock
        if not 0 <= seat < self.table.seats or (clock is not None and clock.per_move >= DAY):
            return False  # who has days for a move comes when it suits, and the clock decides
        seat = self.table.holder(seat)
        if any(connection.sits == seat for connection in self.connections):
            return False
        person = self.sitting.get(seat)
        if person is not None and self._owner_of is not None and self._owner_of(person) is not None:
            # A bot of somebody's may be told by another node: it is away when it does not answer.
            asked = seat in self.table.asked
            return asked and time.monotonic() - self.went_on >= self._settings.absence
        since = self._left.get(seat, self._opened)
        return time.monotonic() - since >= self._settings.absence

    def seat_of(self, person: int | None) -> int | None:
        """Where a person sits; None for somebody who watches."""
        for seat, sits in self.sitting.items():
            if sits == person:
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
        if self._text_boards is not None:
            self._text_boards.drop(connection)
        is_here = any(each.sits == connection.sits for each in self.connections)
        if connection.sits is not None and not is_here:
            self._left[connection.sits] = time.monotonic()
            self.publish_quietly()

    def publish_quietly(self) -> None:
        """Tell what there is to tell, where nobody waits for it."""
        try:
            self.publish()
        except BadLog as error:
            log.error("table %s cannot be shown: %s", self.id, error)
        except StoreFailed as error:
            log.error("table %s cannot be shown now: %s", self.id, error)
            self._look_again_soon()

    def _look_again_soon(self) -> None:
        """Tell everybody when the database is back.

        What was on its way when it went may be there then, and nobody but the log knows it.
        """
        if self._looking is None:
            loop = asyncio.get_running_loop()
            self._looking = loop.call_later(LOOK_AGAIN_AFTER, self._look_again)

    def _look_again(self) -> None:
        self._looking = None
        try:
            if self.connections:
                self.publish()
        except BadLog as error:
            log.error("table %s cannot be shown: %s", self.id, error)
        except StoreFailed:
            self._look_again_soon()
