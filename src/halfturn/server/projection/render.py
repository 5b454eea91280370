"""Render drawings and replays in processes of their own, so that no table waits for them.

Each line of work is one process, which starts when it is first needed and ends when it has not
been needed for a while; what it keeps of finished games goes with it. A process is handed what a
viewer may see, or the rows of a game that is over: nothing of a running game.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from halfturn.core import Game, View
from halfturn.core.language import speaking
from halfturn.core.registry import load
from halfturn.server.bots.thinker_pool import Gone, Process, game_with_cards
from halfturn.server.projection import replay_file, replays
from halfturn.server.projection.replays import Finished
from halfturn.server.tables.log import Result, Row

RENDER_WITHIN: Final = 30.0
"""Seconds that one piece of work may take."""
MOST_RENDERING: Final = 64
"""Pieces of work that wait for one process."""
END_AFTER: Final = 300.0
"""Seconds without work after which a process ends."""
MOST_ANSWERS_KEPT: Final = 20_000
"""Answers in the finished games that a process keeps: some 10 MB."""
PAGE_WITHIN: Final = 0.5
"""Seconds of work after which a page of a replay ends; it has one step at least."""

T = TypeVar("T")


class NotRendered(Exception):
    """The process is busy, died, or did not come to an end."""


class TookTooLong(NotRendered):
    """The work did not come to an end, and would not the next time."""


class Drawing(NamedTuple):
    """A drawing as it is sent, and the view in the game's own notation."""

    lines: bytes
    """JSON: a list of lists of `Span`."""
    position: str


class Source(NamedTuple):
    """A finished game, to be folded from its rows where the process does not have it."""

    table: str
    number: int
    rows: Sequence[Row] | None
    """The first row of the table and those of the game, or of all games up to it."""


class _Line:
    """One process, and who waits for it."""

    def __init__(self, name: str, memory: int) -> None:
        self.process = Process(name, memory)
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.used = 0.0


class Renderer:
    """The processes, by what they are for."""

    def __init__(
        self,
        memory: int = 0,
        guest_within: float = RENDER_WITHIN,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        """Bytes that a process may take where a game from another package is drawn."""
        self._guest_within = guest_within
        self._now = now
        self._lines: dict[str, _Line] = {}

    async def draw(
        self, game: Game, view: View, columns: int, language: str, guest: str
    ) -> Drawing:
        """Draw a view; raises NotRendered."""
        given = (game.id, game.data_text, view, columns, language)
        return await self._do("drawings", guest, _draw, given)

    async def finished(
        self, source: Source, guest: str, work: Callable[..., T], *given: object
    ) -> T | None:
        """Do something with a finished game.

        Returns None where the game is not at hand and `source` has no rows; raises NotRendered.
        """
        return await self._do("replays", guest, _with_finished, (source, work, given))

    async def results(self, table: str, rows: Sequence[Row], guest: str) -> list[Result]:
        """Return the results of all finished games of a log; raises NotRendered."""
        return await self._do("replays", guest, _results, (table, rows))

    async def _do(self, name: str, guest: str, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        key = f"{name} {guest}"
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = _Line(key, self._memory if guest else 0)
        if line.waiting >= MOST_RENDERING:
            raise NotRendered("too much waits to be rendered")
        line.waiting += 1
        try:
            async with line.lock:
                if not line.process.ids:
                    await line.process.do(_ready, ())  # starting does not count
                async with asyncio.timeout(self._guest_within if guest else RENDER_WITHIN):
                    found: T = await line.process.do(work, given)
                    return found
        except Gone as error:
            raise NotRendered("the process died") from error
        except TimeoutError as error:
            line.process.end()
            raise TookTooLong("took too much time") from error
        except asyncio.CancelledError:
            line.process.end()
            raise
        finally:
            line.waiting -= 1
            line.used = self._now()

    def end_idle(self) -> None:
        """End the processes that have had nothing to do for a while."""
        for key, line in list(self._lines.items()):
            if not line.waiting and self._now() - line.used >= END_AFTER:
                line.process.end()
                del self._lines[key]

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [id for line in self._lines.values() for id in line.process.ids]

    def close(self) -> None:
        """End all processes."""
        for line in self._lines.values():
            line.process.end()


# ---- in the process ----


class _Kept:
    """Finished games that were folded, as many as fit."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, int], Finished] = OrderedDict()
        self._answers = 0

    def get(self, source: Source) -> Finished | None:
        """Return the game, folded now if it has to be and can be."""
        key = source.table, source.number
        game = self._games.get(key)
        if game is None and source.rows is not None:
            game = replays.finished_game(source.table, source.number, source.rows, load)
            self._games[key] = game
            self._answers += len(game.through.answers)
            while self._answers > MOST_ANSWERS_KEPT and len(self._games) > 1:
                _, oldest = self._games.popitem(last=False)
                self._answers -= len(oldest.through.answers)
        if game is not None:
            self._games.move_to_end(key)
        return game


_kept: Final = _Kept()


def _ready() -> None:
    """Be there."""


def _with_finished(source: Source, work: Callable[..., T], given: Sequence[object]) -> T | None:
    game = _kept.get(source)
    return None if game is None else work(source.table, game, *given)


def _results(table: str, rows: Sequence[Row]) -> list[Result]:
    return [game.result for game in replays.finished_games(table, rows, load)]


def _draw(game: str, cards: str, view: View, columns: int, language: str) -> Drawing:
    return draw(game_with_cards(game, cards), view, columns, language)


def draw(game: Game, view: View, columns: int, language: str) -> Drawing:
    """Draw a view in a language."""
    from halfturn.server.projection.drawing import drawing, in_notation

    with speaking(language):
        lines = drawing(game, view, columns)
        return Drawing(msgspec.json.encode(lines), in_notation(view))


def replay_page(
    table: str,
    game: Finished,
    names: Sequence[str],
    secret: bytes | None,
    viewer: int | None,
    first: int,
    count: int,
    columns: int,
    language: str,
) -> bytes:
    """Return a page of a replay as JSON."""
    end = time.perf_counter() + PAGE_WITHIN

    def enough() -> bool:
        return time.perf_counter() > end

    with speaking(language):
        return msgspec.json.encode(
            replays.replay(table, game, names, secret, viewer, first, count, columns, enough)
        )


def record(table: str, game: Finished, secret: bytes | None) -> str:
    """Return the record of a game as a file."""
    return replays.record_file(game, secret)


def packed(
    table: str,
    game: Finished,
    names: Sequence[str],
    secret: bytes | None,
    columns: int,
    language: str,
) -> str:
    """Return what goes into the HTML file of a game."""
    with speaking(language):
        return replay_file.packed(table, game, names, secret, columns)
