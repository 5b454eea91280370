"""The one gate: whatever leaves about a table is made here, for one viewer.

Nothing but `view`, `seen_by` and the own question is taken from the state, and
the question goes to the seat that is asked alone. CHANCE's options are in
nobody's frame: they would show what lies in hidden hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

from halfturn.core import Event, Game, Option, View
from halfturn.core.language import say
from halfturn.core.scratch import ScratchTable
from halfturn.server.names import told_apart
from halfturn.server.protocol import (
    Asking,
    Choice,
    ClockState,
    Fair,
    Happening,
    Hint,
    HintReply,
    NextDeal,
    PreviewReply,
    Question,
    ScratchReply,
    Seat,
    Series,
    Span,
    TableInfo,
    Talk,
    TalkLine,
    Update,
)
from halfturn.server.standing import Status
from halfturn.server.store import Line
from halfturn.server.table import Table
from halfturn.server.taking_back import last_of

Viewer = int | None
"""A seat, or None for a spectator."""


MOST_CHOICES: Final = 1 << 14
"""Choices that are kept: games hand out the same options again and again."""


class Sitter(NamedTuple):
    """Who sits on a seat, as everybody may know."""

    kind: Literal["person", "bot", "open"]
    name: str
    here: bool
    bot: str | None = None
    """The bot that plays for a person."""


class Common(NamedTuple):
    """What everybody is told alike of a table at one moment: it is found once for all viewers."""

    names: list[str]
    status: Status
    sides: list[list[int]]
    asked: list[int]
    series: Series
    fair: Fair | None
    next_deal: NextDeal | None
    clock: ClockState | None
    asking: Asking | None
    told: dict[int, Happening]
    """Events that viewers see as they are, by their `id`: put into words once for all of them."""


def common(table: Table, sitters: Sequence[Sitter], secret: bytes | None, now: int = 0) -> Common:
    """What does not depend on the viewer; `secret` and `now` as for `update`."""
    return Common(
        names=told_apart([sitter.name for sitter in sitters]),
        status=table.status,
        sides=[list(side) for side in table.state.sides],
        asked=list(table.asked),
        series=_series(table),
        fair=_fair(table, secret),
        next_deal=_next_deal(table),
        clock=_clock(table, now),
        asking=_asking(table),
        told={},
    )


def update(
    table: Table,
    sitters: Sequence[Sitter],
    viewer: Viewer,
    since: int,
    invite: str,
    secret: bytes | None,
    columns: int = 0,
    now: int = 0,
    alike: Common | None = None,
) -> Update:
    """The table for a viewer who has seen it as it was at version `since`.

    `secret` is what the deals came from; it goes out once the game is over.
    With `columns` the view is told in text as well, drawn so wide and in notation. `now` is the
    server's own time, for a table that has a clock. `alike` is what `common` gives, for a caller
    with many viewers.
    """
    alike = alike or common(table, sitters, secret, now)
    view = table.state.view(viewer)
    whole = not (0 < max(table.began, table.retold) <= since <= table.version)
    return Update(
        table=table.id,
        game=table.game.id,
        title=table.game.title,
        version=table.version,
        whole=whole,
        status=alike.status,
        seats=_seats(sitters, alike.names, viewer),
        seat=viewer,
        yours=_held(table, viewer),
        sides=alike.sides,
        view=_parts(view),
        asked=alike.asked,
        question=_question(table, viewer, view),
        kept=_kept(table, viewer),
        happenings=happenings(
            _told(table, 0 if whole else since), viewer, _name(alike.names), alike.told
        ),
        series=alike.series,
        resigned=table.resigned,
        invite=invite if viewer is not None and alike.status == "waiting" else None,
        fair=alike.fair,
        next_deal=alike.next_deal,
        hints=viewer is not None and table.gives_hints(viewer),
        clock=alike.clock,
        timing=table.made.clock,
        talk=table.made.talk,
        can_undo=viewer is not None and _can_undo(table, viewer),
        asking=alike.asking,
        drawing=_drawing(table.game, view, columns) if columns else None,
        position=_in_notation(view) if columns else "",
        breakdown=list(table.game.breakdown(view)) if table.state.over else [],
    )


def preview(
    table: Table,
    sitters: Sequence[Sitter],
    viewer: int,
    key: str,
    token: str,
    text: str,
    before: Sequence[str] = (),
) -> PreviewReply:
    """What an answer of the viewer would do; raises Refused."""
    found, then = table.preview(viewer, token, text, before)
    name = _name(told_apart([sitter.name for sitter in sitters]))
    return PreviewReply(
        key=key,
        scores=list(found.scores),
        outlook=list(found.outlook),
        gains=list(found.gains),
        happenings=happenings(found.events, viewer, name),
        kind="" if then is None else then.kind,
        then=[] if then is None else [choice(option) for option in then.options],
    )


def scratch(table: ScratchTable, key: str) -> ScratchReply:
    """A scratch table for the one who is asked; it was made from what that one sees."""
    status = table.status
    return ScratchReply(
        key=key,
        groups=table.groups,
        hand=table.hand,
        laid=table.laid,
        status=msgspec.to_builtins(status),
        answers=table.answers() if status.confirmable else [],
    )


def hints(key: str, found: Sequence[tuple[str, str]]) -> HintReply:
    """What a seat could do, found in a world that was redealt for it."""
    return HintReply(key=key, hints=[Hint(text=text, words=words) for text, words in found])


def talk(lines: Sequence[Line]) -> Talk:
    """What was said; everybody at the table hears it, spectators too."""
    return Talk(lines=[TalkLine(**line._asdict()) for line in lines])


def info(table: Table, sitters: Sequence[Sitter], viewer: Viewer) -> TableInfo:
    """The table as a line in a viewer's list."""
    return TableInfo(
        table=table.id,
        game=table.game.id,
        title=table.game.title,
        status=table.status,
        your_turn=any(seat in table.asked for seat in _held(table, viewer)),
        asked=list(table.asked),
        seats=shown_seats(sitters, viewer),
        scores=list(table.state.view(viewer).scores),
        series=_series(table),
    )


def _held(table: Table, viewer: Viewer) -> list[int]:
    return [] if viewer is None else table.held_by(table.holder(viewer))


def _drawing(game: Game, view: View, columns: int) -> list[list[Span]]:
    from halfturn.server.drawn import drawing  # most never need it, and it takes time to load

    return drawing(game, view, columns)


def _in_notation(view: View) -> str:
    from halfturn.server.drawn import in_notation

    return in_notation(view)


def _series(table: Table) -> Series:
    return Series(
        game=len(table.match.games),
        games=table.match.length,
        totals=list(table.totals),
        winners=table.winners,
    )


def shown_seats(sitters: Sequence[Sitter], viewer: Viewer) -> list[Seat]:
    """Who sits where, no two with the same name."""
    return _seats(sitters, told_apart([sitter.name for sitter in sitters]), viewer)


def _seats(sitters: Sequence[Sitter], names: Sequence[str], viewer: Viewer) -> list[Seat]:
    return [
        Seat(
            kind=sitter.kind,
            name=names[seat],
            here=sitter.here,
            you=seat == viewer,
            stand_in=sitter.bot,
        )
        for seat, sitter in enumerate(sitters)
    ]


def _question(table: Table, viewer: Viewer, view: View) -> Question | None:
    faced = table.facing(viewer) if viewer is not None else None
    decision = faced.decision if faced is not None else None
    if decision is None or viewer is None:
        return None
    choices = [choice(option) for option in decision.options]
    if faced is not None and faced is not table.state:
        view = faced.view(viewer)
    words = table.game.question(view)
    return Question(token=table.token(viewer), kind=decision.kind, words=words, choices=choices)


def _kept(table: Table, viewer: Viewer) -> list[Choice]:
    """What the viewer has answered before the rules asked; of others' nothing is told."""
    if viewer is None or not table.early[viewer] or table.question is None:
        return []
    return [choice(table.game.parse_option(text)) for text in table.early[viewer]]


def _can_undo(table: Table, viewer: int) -> bool:
    return table.question is not None and last_of(table.lines, viewer) is not None


def _clock(table: Table, now: int) -> ClockState | None:
    clocks = table.clocks
    if clocks is None or table.number == 0:
        return None
    return ClockState(
        left=[max(0, left) for left in clocks.left],
        rest=clocks.rest,
        holidays=clocks.holidays,
        running=clocks.running,
        passed=max(0, now - clocks.at) if clocks.running else 0,
    )


def _asking(table: Table) -> Asking | None:
    proposal = table.proposal
    if proposal is None:
        return None
    return Asking(id=proposal.version, seat=proposal.seat, to_agree=sorted(table.to_agree))


@lru_cache(maxsize=MOST_CHOICES)
def choice(option: Option) -> Choice:
    """An answer that can be given."""
    return Choice(text=str(option), option=_parts(option))


def _parts(value: View | Option | Event) -> Any:
    """A value by its parts: it is written as they would be, so they need not be taken apart."""
    return value


def _told(table: Table, since: int) -> list[Event]:
    """What happened after a version, the truth; no further than the running game goes back."""
    first = len(table.story)
    while first and table.story[first - 1][0] > since:
        first -= 1
    return [event for _, events in table.story[first:] for event in events]


def happenings(
    events: Sequence[Event],
    viewer: Viewer,
    name: Callable[[int], str],
    told: dict[int, Happening] | None = None,
) -> list[Happening]:
    """Events as a viewer may see them; `told` are those that others have seen the same way."""
    found = []
    told = {} if told is None else told
    for event in events:
        seen = event.seen_by(viewer)
        happening = told.get(id(event)) if seen is event else None
        if happening is None:
            happening = Happening(event=_parts(seen), words=seen.words(name))
            if seen is event:
                told[id(event)] = happening
        found.append(happening)
    return found


def _name(names: Sequence[str]) -> Callable[[int], str]:
    """What a seat is called in sentences; CHANCE is the deck."""
    return lambda seat: names[seat] or say("Somebody") if seat >= 0 else say("The deck")


def _fair(table: Table, secret: bytes | None) -> Fair | None:
    if table.number == 0:
        return None
    shown = secret is not None and table.game_over
    return Fair(
        commitment=table.commitment,
        secret=secret.hex() if shown and secret else None,
        contributions=[table.contributions.get(seat) for seat in range(table.seats)],
    )


def _next_deal(table: Table) -> NextDeal | None:
    if not table.next_commitment:
        return None
    return NextDeal(commitment=table.next_commitment, contributed=sorted(table.next_contributions))
