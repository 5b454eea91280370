"""Games that are over: their records as files, and step by step for the replay page.

Nothing of a running game is here: whoever looks at one does so through `updates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from halfturn.core import CHANCE, EVERYTHING, Event, Game, View, read_seat
from halfturn.core.errors import HalfturnError
from halfturn.core.language import say
from halfturn.core.playthrough import Playthrough
from halfturn.server.projection.shared import voided
from halfturn.server.protocol.replays import Draw, FinishedGame, Replay, ReplayStep, UndoneDraws
from halfturn.server.protocol.updates import Happening, Span
from halfturn.server.tables.events import GaveUp
from halfturn.server.tables.fair_deal import DrawId, Undone, VoidDeal
from halfturn.server.tables.log import BadLog, Result, Row
from halfturn.server.tables.proof import Proof
from halfturn.server.tables.table import Table

MOST_STEPS: Final = 100
"""Steps of a replay in one answer."""
MOST_DRAWN: Final = 20
"""The same where each is drawn in text, which takes its time."""
MOST_COLUMNS: Final = 200

Secret = Callable[[int], bytes | None]
"""The secret behind the deals of a game, by its number."""


class BadViewer(HalfturnError):
    """Eyes that nobody at the table has."""


@dataclass(frozen=True)
class Finished:
    """One game that has come to its end, one way or the other."""

    number: int
    """Counted from 1 over everything that was played at the table."""
    through: Playthrough
    resigned: int | None
    commitment: str
    contributions: dict[int, str] = field(default_factory=dict)
    """What seats added to the deal."""
    draws: list[DrawId] = field(default_factory=list)
    """Every draw that is in force, in their order."""
    taken_back: list[Undone] = field(default_factory=list)
    gave_up: GaveUp | None = None
    """How it ended, where somebody has `resigned`."""
    scheme: int = 1
    """How it was dealt: see `fair_deal`."""
    voids: list[VoidDeal] = field(default_factory=list)
    """Deals that were given up before it began."""

    def proof(self, secret: bytes | None) -> Proof:
        """What makes its deals checkable."""
        return Proof(
            self.scheme,
            self.commitment,
            secret.hex() if secret is not None else "",
            self.contributions,
            self.draws,
            self.taken_back,
            self.voids,
        )

    @property
    def result(self) -> Result:
        """How it ended, in numbers."""
        state = self.through.state
        return Result(
            steps=len(self.through.answers),
            scores=list(state.scores),
            winners=list(state.winners) if state.over else [],
            resigned=self.resigned,
        )


def finished_games(id: str, rows: Sequence[Row], load: Callable[[str], Game]) -> Iterator[Finished]:
    """The games of a whole log that are over, one after another; not the one being played."""
    table = Table.make(id, rows[0], load)
    for row in rows:
        if row.kind == "begin" and table.game_over:
            yield _finished(table)
        table.apply(row)
    if table.game_over:
        yield _finished(table)


def finished_game(
    id: str, number: int, rows: Sequence[Row], load: Callable[[str], Game]
) -> Finished:
    """The last game of some rows; raises BadLog where it is another one, or is not over.

    They are all rows up to its end, or the first row of the table and those of the game.
    """
    table = Table.fold(id, rows, load)
    if table.number != number or not table.game_over:
        raise BadLog(f"{id}: expected the end of game {number}")
    return _finished(table)


def _finished(table: Table) -> Finished:
    drawn = [line.version for line in table.lines if line.seat == CHANCE]
    return Finished(
        table.number,
        table.match.current,
        table.resigned,
        table.commitment,
        dict(table.contributions),
        [
            DrawId(version, ordinal, table.redrawn.get(ordinal, 0))
            for ordinal, version in enumerate(drawn, start=1)
        ],
        list(table.undone),
        next((each for _, (each, *_) in table.notes if isinstance(each, GaveUp)), None),
        table.deal,
        list(table.voids),
    )


def line(game: Finished) -> FinishedGame:
    """A finished game in a list."""
    return FinishedGame(number=game.number, **msgspec.structs.asdict(game.result))


def record_file(game: Finished, secret: bytes | None) -> str:
    """The record as a file, with what makes its deals checkable as comments."""
    lines = game.proof(secret).lines
    if game.resigned is not None:
        lines.append(f"# resigned {game.resigned}")
    return game.through.record.text + "\n".join(lines) + "\n"


def read_viewer(text: str, seats: int) -> int | None:
    """Whose eyes a word means: a seat's letter, `all`, or nothing for a spectator."""
    if text in ("", "all"):
        return EVERYTHING if text else None
    try:
        return read_seat(text[:2], seats)
    except HalfturnError as error:
        raise BadViewer(f"{error}, or all") from None


def replay(
    table: str,
    game: Finished,
    names: Sequence[str],
    secret: bytes | None,
    viewer: int | None,
    first: int = 0,
    count: int = MOST_STEPS,
    columns: int = 0,
    enough: Callable[[], bool] | None = None,
) -> Replay:
    """So many steps of a finished game from one on; step 0 is how it began.

    With `columns` each is drawn in text, so wide. Where `enough` has been done after a step, the
    rest is left for the next page.
    """
    record, rules, end = game.through.record, game.through.game, game.through.state
    head = msgspec.structs.replace(record, answers=[], end=None)
    through = Playthrough.of(head, rules)

    def name_of(seat: int) -> str:
        return names[seat] or say("Somebody") if seat >= 0 else say("The deck")

    def told(events: Sequence[Event]) -> list[Happening]:
        return [Happening(event=msgspec.to_builtins(e), words=e.words(name_of)) for e in events]

    steps: list[ReplayStep] = []
    draws = iter(game.draws)
    at_last = [] if game.gave_up is None else [game.gave_up]
    last = min(first + count, len(record.answers) + 1)
    if first == 0 and count > 0:
        happened = [] if record.answers else told(at_last)
        steps.append(_step(through, None, "", happened, viewer, columns))
    for number, answer in enumerate(record.answers[: last - 1], start=1):
        drawn = _draw(through, draws) if answer.seat == CHANCE else None
        events = through.play(rules.parse_option(answer.text))
        if number >= first:
            # The game is over: with all eyes, events are told as they were.
            seen = [e if viewer == EVERYTHING else e.seen_by(viewer) for e in events]
            if number == len(record.answers):
                seen += at_last
            step = (through, answer.seat, answer.text, told(seen), viewer, columns, drawn)
            steps.append(_step(*step))
            if enough is not None and enough():
                break
    return Replay(
        table=table,
        game=rules.id,
        title=rules.title,
        options=list(record.options),
        names=list(names),
        sides=[list(side) for side in through.state.sides],
        result=line(game),
        commitment=game.commitment,
        secret=secret.hex() if secret is not None else None,
        contributions=[game.contributions.get(seat) for seat in range(len(names))],
        draws=[draw.version for draw in game.draws],
        deal=game.scheme,
        voids=voided(game.voids),
        taken_back=[
            UndoneDraws(
                version=undone.version,
                seat=undone.seat,
                agreed=undone.agreed,
                draws=[draw.text for draw in undone.draws],
            )
            for undone in game.taken_back
        ],
        first=first,
        steps=steps,
        breakdown=list(rules.breakdown(end.view(None))) if end.over else [],
    )


def _step(
    through: Playthrough,
    seat: int | None,
    answer: str,
    happenings: list[Happening],
    viewer: int | None,
    columns: int,
    draw: Draw | None = None,
) -> ReplayStep:
    state = through.state
    viewers = range(state.seats) if viewer == EVERYTHING else [viewer]
    views = [state.view(each) for each in viewers]
    return ReplayStep(
        seat=seat,
        answer=answer,
        happenings=happenings,
        views=[msgspec.to_builtins(view) for view in views],
        draw=draw,
        drawing=_drawing(through.game, views[0], columns) if columns else None,
    )


def _drawing(game: Game, view: View, columns: int) -> list[list[Span]]:
    from halfturn.server.projection.drawing import (
        drawing,  # most never need it, and it takes time to load
    )

    return drawing(game, view, columns)


def _draw(through: Playthrough, draws: Iterator[DrawId]) -> Draw | None:
    """What chance is asked now, and which draw answers it."""
    decision = through.state.decision
    assert decision is not None
    options = [str(option) for option in decision.options]
    which = next(draws, None)
    if which is None:
        return None
    return Draw(
        version=which.version,
        ordinal=which.ordinal,
        attempt=which.attempt,
        options=options,
        weights=list(decision.weights),
    )
