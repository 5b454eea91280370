"""A room without a network: its cards come from a list, and what it sends is kept."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocket

from halfturn.core import CHANCE, Decision, Game, Option
from halfturn.core.options import option_words
from halfturn.core.registry import load
from halfturn.server.people.identity import Person
from halfturn.server.storage.store import Store
from halfturn.server.tables.fair_deal import SCHEME, Dealer, DrawId
from halfturn.server.tables.log import Made, Row, own_key
from halfturn.server.tables.room import Room
from halfturn.server.transport.connection import Connection
from halfturn.server.transport.rate_limits import SessionLimits
from halfturn.server.transport.session import Conversation
from tests.support.quick_server import QUICK

GAME = load("swirling-heroes")
NAMES = ("Ada", "Bo", "Cy", "Di")


class GivenDealer:
    """Deals what it is told, and anything at all when the list has come to its end."""

    scheme = SCHEME
    commitment = "0" * 64
    secret = bytes(32)

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = list(answers)

    def draw(self, decision: Decision, which: DrawId) -> Option:
        assert decision.seat == CHANCE
        if not self._answers:
            return decision.options[0]
        text = self._answers.pop(0)
        return next(option for option in decision.options if str(option) == text)


class Ear(Connection):
    """A connection that keeps what is pushed to it."""

    def __init__(self, person: int | None, seat: int | None) -> None:
        super().__init__(cast("WebSocket", None), person, seat, QUICK)
        self.frames: list[str] = []
        self.closed: tuple[int, str] | None = None

    def push(self, frame: bytes) -> None:
        self.frames.append(frame.decode())

    def close(self, code: int, reason: str) -> None:
        self.closed = code, reason

    @property
    def now(self) -> Any:
        """The last update."""
        return self._last("update")

    @property
    def reply(self) -> Any:
        """The last reply."""
        return self._last("reply")

    def _last(self, kind: str) -> Any:
        beginning = f'{{"type":"{kind}"'
        return json.loads(
            next(each for each in reversed(self.frames) if each.startswith(beginning))
        )


class World:
    """A table of people, with a tab for every seat and one for a spectator."""

    def __init__(
        self,
        folder: Path,
        dealer: Dealer,
        preset: str,
        seats: int = 2,
        options: Sequence[str] = (),
        game: Game = GAME,
    ) -> None:
        self.store = Store(folder)
        self._dealer = dealer
        self._game = game
        self._preset = preset
        self._options = options
        self._seats = seats
        self._keys: Iterator[int] = itertools.count()

    async def begin(self, new_room: Callable[..., Room] = Room) -> None:
        options = option_words(self._game.presets[self._preset].options)
        made = Made(
            game=self._game.id,
            rules=self._game.rules_version,
            data=self._game.data_hash,
            options=[*options, *self._options],
            seats=["person"] * (self._seats - 1) + ["open"],
            games=2,
        )
        for seat in range(self._seats):
            await self.store.add_person(Person(seat + 1, NAMES[seat]), bytes([seat]))
        sitting = {seat: seat + 1 for seat in range(self._seats - 1)}
        row = Row(1, own_key(1), None, "made", msgspec.json.encode(made))
        await self.store.make_table("table", "invitation", sitting, [row], {}, False)
        self.room = new_room(
            "table",
            self.store,
            load,
            self.store.name,
            lambda room: None,
            lambda *_: self._dealer,
            settings=QUICK,
        )
        last = self._seats - 1
        self.ears = {
            viewer: Ear(None if viewer is None else viewer + 1, None if viewer == last else viewer)
            for viewer in (*range(self._seats), None)
        }
        self._talks = {
            viewer: Conversation(
                cast("WebSocket", None), self.room, ear, QUICK, SessionLimits(QUICK), "192.0.2.1"
            )
            for viewer, ear in self.ears.items()
        }
        for viewer, ear in self.ears.items():
            self.room.enter(ear)
            await self.say(viewer, type="hello", seen=0)
        await self.room.carry_out(
            lambda table, dealer: table.sit(last, dealer),
            sits=(last, last + 1),
            anew=True,
        )

    async def say(self, viewer: int | None, **message: Any) -> None:
        """A viewer's tab sends something."""
        await self._talks[viewer]._hear(json.dumps(message))

    async def request(self, viewer: int | None, type: str, key: str = "", **more: Any) -> Any:
        """The same, with a key; returns the reply."""
        await self.say(viewer, type=type, key=key or f"key-{next(self._keys)}", **more)
        return self.ears[viewer].reply

    async def answer(self, text: str, key: str = "") -> Any:
        """The seat that is asked answers."""
        seat = self.asked
        token = self.room.table.token(seat)
        return await self.request(seat, "move", key, token=token, answers=[text])

    async def look(self, viewer: int | None, groups: Any, token: str = "", **more: Any) -> Any:
        """A viewer asks about a scratch table; returns whatever is answered."""
        token = token or self.room.table.token(viewer or 0)
        return await self.ask(viewer, "scratch", token=token, groups=groups, **more)

    async def ask(self, viewer: int | None, type: str, **more: Any) -> Any:
        """A viewer asks something that is answered at once; returns that."""
        key = f"key-{next(self._keys)}"
        await self.say(viewer, type=type, key=key, **more)
        answer = json.loads(self.ears[viewer].frames[-1])
        assert answer["key"] == key
        return answer

    @property
    def asked(self) -> int:
        question = self.room.table.question
        assert question is not None
        return question.seat

    @property
    def choices(self) -> list[str]:
        """What can be answered, nothing when the game is over."""
        question = self.room.table.question
        return [] if question is None else [str(option) for option in question.options]

    def close(self) -> None:
        self.store.close()
