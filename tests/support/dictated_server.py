"""A server whose deals are dictated, and whose names for things are counted.

    python -m tests.support.dictated_server serve --data FOLDER --port PORT [--mutant NAME]

Each game that begins takes the next line of the file `deals` in its folder: the answers of
CHANCE, then anything. So two servers with the same lines send the same bytes, and two whose
lines differ in what somebody may not see must send that one the same bytes too.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from halfturn.core import Decision, Event, Game, Option, State, View
from halfturn.core.seats import EVERYTHING
from halfturn.games.swirling_heroes import redeal
from halfturn.games.swirling_heroes.events import CardDealt
from halfturn.server.ops import serve
from halfturn.server.people import own_bots
from halfturn.server.people.identity import Person
from halfturn.server.projection import updates
from halfturn.server.projection.render import Drawing, draw
from halfturn.server.projection.text_boards import Key, TextBoards
from halfturn.server.protocol.updates import Update
from halfturn.server.storage.store import Store
from halfturn.server.tables import hub, room
from halfturn.server.tables.change import Refused
from halfturn.server.tables.fair_deal import SCHEME, DrawId
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from tests.server.chaos.mutants import sit_at
from tests.support.quick_server import QUICK

FILE_NAME = "deals"


class Deals:
    """The lines of the file, one for each game."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._games = itertools.count()

    def next(self) -> list[str]:
        return self._file.read_text("ascii").splitlines()[next(self._games)].split()


class GivenDealer:
    """Deals what the next line says; everybody's secret is the same and no secret at all."""

    scheme = SCHEME
    commitment = "0" * 64
    secret = bytes(32)

    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self._answers: list[str] | None = None

    def draw(self, decision: Decision, which: DrawId) -> Option:
        if self._answers is None:
            self._answers = self._deals.next()
        if not self._answers:
            return decision.options[0]
        text = self._answers.pop(0)
        return next(option for option in decision.options if str(option) == text)


def count_names() -> None:
    """Tables, people and codes are numbered instead of drawn."""
    numbers = itertools.count(1)
    hub.new_table_id = lambda: f"table-{next(numbers)}"  # type: ignore[attr-defined]
    hub.new_token = lambda: f"code-{next(numbers)}"  # type: ignore[attr-defined]
    own_bots.new_token = room.new_token = hub.new_token  # type: ignore[attr-defined]
    hub.new_secret = room.new_secret = lambda: bytes(32)  # type: ignore[attr-defined]
    hub.new_person = lambda name: Person(next(numbers), name)  # type: ignore[attr-defined]
    own_bots.new_person = hub.new_person  # type: ignore[attr-defined]
    serve.Store = _NamedStore  # type: ignore[attr-defined, assignment]


def draw_at_once() -> None:
    """Drawings are made in the server's own loop: when another process has made them, and which
    versions are skipped until then, is the machine's affair.
    """

    async def drawn(self: TextBoards, game: Game, update: Update, key: Key) -> Drawing:
        return draw(game, cast("View", update.view), *key[1:])

    TextBoards._draw = drawn  # type: ignore[method-assign]


class _NamedStore(Store):
    """One whose cookies are called the same everywhere."""

    def __init__(self, folder: Path, database: str = "") -> None:
        super().__init__(folder, database)
        self.server = "dictated"


# ---- servers that tell what they should not ----


def unmasked() -> None:
    """The events of the deal are told as they are."""

    def mutant(self: Event, viewer: int | None) -> Event:
        return self

    CardDealt.seen_by = mutant  # type: ignore[method-assign]


def open_question() -> None:
    """Everybody is sent the question of whoever is asked."""
    real = updates.question_of

    def mutant(table: Table, viewer: int | None, view: Any) -> Any:
        return real(table, table.question.seat if table.question else viewer, view)

    updates.question_of = mutant


def watchers_see_all() -> None:
    """Spectators get the whole truth."""
    real = redeal.view

    def mutant(state: Any, viewer: int | None) -> Any:
        return real(state, EVERYTHING if viewer is None else viewer)

    redeal.view = mutant


def talkative() -> None:
    """A refusal names what would have been possible, for whoever is asked."""

    class Mutant(Table):
        def check_asked(self, seat: int, token: str) -> State:
            try:
                return super().check_asked(seat, token)
            except Refused as refused:
                options = self.question.options if self.question else []
                raise Refused(refused.result, f"{refused.text}: {len(options)} options") from None

    sit_at(Mutant)


def keeps_seat() -> None:
    """What somebody has open goes on to see with the eyes of a seat that is not theirs any more."""

    class Mutant(Room):
        def _moved(self, person: int, seat: int | None) -> None:
            if seat is not None:
                super()._moved(person, seat)

    vars(hub)["Room"] = Mutant


MUTANTS: dict[str, Callable[[], None]] = {
    "keeps_seat": keeps_seat,
    "unmasked": unmasked,
    "open_question": open_question,
    "watchers_see_all": watchers_see_all,
    "talkative": talkative,
}


def main(words: Sequence[str]) -> None:
    options = dict(zip(words[1::2], words[2::2], strict=True))
    if mutant := options.get("--mutant"):
        MUTANTS[mutant]()
    count_names()
    draw_at_once()
    data = Path(options["--data"])
    deals = Deals(data / FILE_NAME)
    # Whoever is looked at last hears for long nothing on a slow machine, and is no less there.
    vars(serve)["PING"] = 3600.0
    serve.main(
        port=int(options["--port"]),
        data=data,
        settings=QUICK,
        addresses=list,
        deal=lambda *_: GivenDealer(deals),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
