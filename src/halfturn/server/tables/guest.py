"""Tables of games from other packages: such a game may fail, and hurts its own table alone.

Everything that such a game is asked for runs as a step within bounds: see `guard`. What goes
beyond them stops the table for good. A row `halted` at the end of its log tells why, so that it
is not tried again after every start, until whoever looks after the server releases it. A table
whose game failed at a move can still be looked at; one whose game fails while it is shown is
closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from halfturn.core import Decision, Event, HalfturnError, Rng, State
from halfturn.core.language import say
from halfturn.server.bots.thinker_pool import NoThought
from halfturn.server.ops import metrics
from halfturn.server.projection import updates
from halfturn.server.protocol.updates import (
    HintReply,
    LayoutReply,
    PreviewReply,
    ScratchReply,
    TableInfo,
)
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables import commands
from halfturn.server.tables.change import Change, Deadline, Refused
from halfturn.server.tables.fair_deal import Dealer
from halfturn.server.tables.guard import Guard, Kept, Step
from halfturn.server.tables.log import BadLog, Halted, Row, own_key
from halfturn.server.tables.room import Acknowledge, Room, Wish
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import Connection, why_closed

log = logging.getLogger(__name__)

KIND: Final = "halted"
"""Of the row that stops a table."""


class Halting(msgspec.Struct, frozen=True, kw_only=True):
    """What such a row says."""

    why: str
    """In words, for those at the table."""
    shown: bool
    """Whether the table can still be looked at."""


class Unplayable(HalfturnError):
    """What a game was asked for beside its tables, and could not do within its bounds."""


class Stopped(Event, frozen=True, tag="stopped"):
    """Nothing goes on at this table."""

    why: str

    def words(self, name: Callable[[int], str]) -> str:
        """The event as a sentence."""
        return f"{self.why}."


class GuestTable(Table):
    """A table that may have been stopped."""

    halted = ""
    """Why nothing goes on here."""
    step: Callable[[], Step]

    def _carry_out(self, row: Row) -> None:
        if row.kind != KIND:
            super()._carry_out(row)
            return
        self.halt(msgspec.json.decode(row.body, type=Halting).why)
        self._note(row.version, Stopped(self.halted))

    def halt(self, why: str) -> None:
        """Nobody is asked any more."""
        self.halted = why
        self.proposal = None

    @property
    def question(self) -> Decision | None:
        """The question that the rules ask; none at a table that has been stopped."""
        if self.halted:
            return None
        with self.step():
            return super().question

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have a question now."""
        with self.step():
            return super().asked

    @property
    def game_over(self) -> bool:
        """Whether the game has come to its end: where it was stopped its secret stays one."""
        return not self.halted and super().game_over

    def apply(self, row: Row) -> None:
        """Go one version further."""
        with self.step():
            super().apply(row)

    def resume(self, row: Row) -> None:
        """Go on with the row that begins a game."""
        with self.step():
            super().resume(row)


class GuestRoom(Room):
    """A room for such a table."""

    def __init__(self, *given: Any, guard: Guard, **named: Any) -> None:
        super().__init__(*given, **named)
        self._guard = guard
        self._kept = Kept()
        self._halting: Halting | None = None
        self._writing: asyncio.Task[None] | None = None

    # ---- stopping ----

    def halt(self, why: str, shown: bool) -> None:
        """Stop the table, at once and for good: the log is told as soon as can be."""
        if self._halting is not None and (shown or not self._halting.shown):
            return
        title = self._table.game.title if self._table is not None else "the game"
        self._halting = Halting(why=f"This table was stopped: {title} failed, {why}", shown=shown)
        self._table = None
        self._kept.bytes = 0
        metrics.ERRORS.add("game")
        log.error("table %s is stopped: %s", self.id, why)
        self._writing = asyncio.get_running_loop().create_task(self._write(self._halting))

    async def _write(self, halting: Halting) -> None:
        try:
            async with self.lock:
                version = self._store.recent_rows(self.id)[-1].version + 1
                row = Row(version, own_key(version), None, KIND, msgspec.json.encode(halting))
                with self.writing() as lease:
                    await self._store.append(
                        self.id,
                        [row],
                        bot_turn=False,
                        over=True,
                        deadline=Deadline(None),
                        lease=lease,
                    )
                self._table = None
        except (StoreFailed, Taken) as error:
            log.error("that table %s is stopped could not be written: %s", self.id, error)
        self.publish_quietly()

    def _step(self, shown: bool) -> Step:
        """A step at this table; `shown`: whether it can be looked at without it."""

        def ended(why: str) -> Exception:
            self.halt(why, shown)
            return Halted(self._why)

        return self._guard.step(ended, self._kept)

    @property
    def bounds(self) -> Step:
        """Within which a bot's world is asked for anything."""
        return self._step(shown=True)

    def beside(self) -> Step:
        """Within which the game is asked for things beside the table; raises Unplayable."""
        return self._guard.step(Unplayable, self._kept)

    def give_up(self, why: str) -> None:
        """Nobody can answer at this table, so it need not be tried again."""
        self.halt(why, shown=True)

    def give_up_drawing(self, why: str) -> None:
        """The game does not come to an end with a drawing."""
        self.halt(f"a drawing {why}", shown=False)

    @property
    def guest(self) -> str:
        """The id of the game, which is drawn and replayed in processes of its own."""
        return self.table.game.id

    @property
    def _why(self) -> str:
        return self._halting.why if self._halting is not None else ""

    def _playing(self) -> GuestTable:
        """The table, at which something can be done; raises Refused where it was stopped."""
        table = self.table
        assert isinstance(table, GuestTable)
        if table.halted:
            raise Refused("illegal", table.halted)
        return table

    # ---- what a room does, step by step ----

    def _fold(self, rows: Sequence[Row]) -> Table:
        if rows and rows[-1].kind == KIND:
            self._halting = msgspec.json.decode(rows[-1].body, type=Halting)
        if self._halting is not None and not self._halting.shown:
            raise Halted(self._why)
        try:
            with self._step(shown=False):
                table = GuestTable.make(self.id, rows[0], self._load)
                table.step = lambda: self._step(shown=False)
            table.apply_all(rows)
        except (BadLog, StoreFailed):
            raise
        except Exception as error:
            raise self._failed(error) from error
        if self._halting is not None:
            table.halt(self._halting.why)
        return table

    def _failed(self, error: Exception) -> BadLog:
        log.exception("table %s cannot be shown", self.id)
        return BadLog(f"{self.id}: {type(error).__name__}: {error}")

    async def carry_out(
        self,
        wish: Wish,
        acknowledge: Acknowledge = lambda version: None,
        sits: tuple[int, int] | None = None,
        anew: bool = False,
        key: str = "",
    ) -> None:
        """Do what somebody wants, within the bounds of a step."""

        def bounded(table: Table, dealer: Dealer) -> Change:
            self._playing()
            with self._step(shown=True):
                return wish(table, dealer)

        await super().carry_out(bounded, acknowledge, sits, anew, key)

    def publish(self) -> None:
        """Tell everybody; those to whom it cannot be shown are sent away, with the reason."""
        for connection in list(self.connections):
            if connection.sent >= 0 and connection.columns and not connection.closing:
                self._boards.want(connection)
            elif connection.sent >= 0 and not connection.closing:
                try:
                    self.tell(connection, connection.sent)
                except (BadLog, StoreFailed) as error:
                    connection.close(*why_closed(error))

    def tell(self, connection: Connection, seen: int) -> None:
        """Tell one connection everything since the version that it has seen."""
        with self.showing():
            super().tell(connection, seen)

    def frame(self, seat: int, language: str) -> bytes:
        """The whole table for somebody who sits here and is told by another way."""
        with self.showing():
            return super().frame(seat, language)

    @contextlib.contextmanager
    def showing(self) -> Iterator[None]:
        """Within which the game is asked for what is shown; raises BadLog or StoreFailed."""
        try:
            with self._step(shown=False):
                yield
        except (BadLog, StoreFailed):
            raise
        except Exception as error:
            raise self._failed(error) from error

    def preview(
        self, viewer: int, key: str, token: str, text: str, before: Sequence[str] = ()
    ) -> PreviewReply:
        """What an answer would do; raises Refused."""
        self._playing()
        with self._step(shown=True):
            return super().preview(viewer, key, token, text, before)

    async def scratch(
        self, viewer: int, key: str, token: str, groups: list[list[str]], arrange: bool
    ) -> ScratchReply:
        """How things would stand if cards lay so; not in a thread, which nobody could end."""
        table = self._playing()
        with self._step(shown=True):
            laid = table.scratch(viewer, token, groups)
            if arrange:
                laid.arrange()
            return updates.scratch(laid, key)

    async def lay_out(self, key: str, cards: list[str], near: list[list[str]]) -> LayoutReply:
        """One way in which cards can lie; raises Refused."""
        game = self._playing().game
        with self._step(shown=True):
            try:
                layout = game.lay_out(cards, near)
            except HalfturnError as error:
                raise Refused("illegal", str(error)) from None
            if layout is None:
                text = say("{game} has no cards to be laid out", game=game.title)
                raise Refused("illegal", text)
            return LayoutReply(key=key, layout=msgspec.to_builtins(layout))

    async def hint(self, seat: int, key: str, token: str) -> HintReply:
        """What a seat could do, and why; raises Refused, or NoThought when nobody can say."""
        table = self._playing()
        if self._thinkers is None:
            raise NoThought("there is nobody to ask")
        with self._step(shown=True):
            world = commands.hinted_world(table, seat, token)
        names = [each.name for each in updates.shown_seats(self.sitters, seat)]
        found = await self._thinkers.hints(self.id, world, names, self.bounds)
        return updates.hints(key, found)

    def info(self, person: int | None) -> TableInfo:
        """The table as a line in a person's list."""
        with self.showing():
            return super().info(person)

    def world(self, seat: int, rng: Rng) -> State:
        """The world that a bot is handed."""
        with self._step(shown=True):
            return super().world(seat, rng)
