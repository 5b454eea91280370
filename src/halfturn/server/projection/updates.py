"""The one gate: whatever leaves about a table is made here, for one viewer.

Nothing but `view`, `seen_by` and the own question is taken from the state, and
the question goes to the seat that is asked alone. CHANCE's options are in
nobody's frame: they would show what lies in hidden hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from halfturn.core import Event, View
from halfturn.core.scratch import ScratchTable
from halfturn.core.secrecy import hides_something
from halfturn.server.people.names import told_apart
from halfturn.server.projection.shared import (
    Common,
    Seated,
    Sitter,
    choice,
    choices,
    happenings,
    namer,
    parts,
    seats_for,
    seats_of,
    series,
)
from halfturn.server.protocol.updates import (
    Choice,
    Hint,
    HintReply,
    PreviewReply,
    Question,
    ScratchReply,
    Seat,
    TableInfo,
    Talk,
    TalkLine,
    Update,
)
from halfturn.server.storage.store import Line
from halfturn.server.tables.answers import last_of
from halfturn.server.tables.table import Table

Viewer = int | None
"""A seat, or None for a spectator."""


def update(
    table: Table,
    sitters: Sequence[Sitter],
    viewer: Viewer,
    since: int,
    invite: str,
    secret: bytes | None,
    now: int = 0,
) -> Update:
    """The table for a viewer who has seen it as it was at version `since`.

    `secret` is what the deals came from; it goes out once the game is over.
    `now` is the server's own time, for a table that has a clock. A drawing of the view comes to it
    where one is wanted: see `text_boards`.
    """
    alike = Common(table, Seated(sitters), secret, now)
    return shown(table, viewer, since, invite, alike)


def shown(table: Table, viewer: Viewer, since: int, invite: str, alike: Common) -> Update:
    """The same for a caller with many viewers, who are told much that is `shared`."""
    view = table.state.view(viewer)
    whole = not (0 < max(table.began, table.retold) <= since <= table.version)
    seated = alike.seated
    held = _held(table, viewer)
    told = told_since(table, 0 if whole else since)
    return Update(
        table=table.id,
        game=table.game.id,
        title=table.game.title,
        version=table.version,
        whole=whole,
        status=alike.status,
        seats=seated.seen_by(viewer),
        seat=viewer,
        yours=held,
        sides=alike.sides,
        view=parts(view),
        asked=alike.asked,
        question=question_of(table, viewer, view),
        kept=_kept(table, viewer),
        happenings=happenings(told, viewer, seated.name, alike.told),
        series=alike.series,
        resigned=table.resigned,
        invite=invite if viewer is not None and _may_invite(table) else None,
        fair=alike.fair,
        next_deal=alike.next_deal,
        hints=_gives_hints(table, seated, viewer),
        clock=alike.clock,
        timing=table.made.clock,
        talk=table.made.talk,
        can_undo=viewer is not None and _can_undo(table, viewer),
        asking=alike.asking,
        breakdown=list(table.game.breakdown(view)) if table.state.over else [],
        secrets=_has_secrets(table, held),
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
    name = namer(told_apart([sitter.name for sitter in sitters]))
    return PreviewReply(
        key=key,
        scores=list(found.scores),
        outlook=list(found.outlook),
        gains=list(found.gains),
        happenings=happenings(found.events, viewer, name),
        kind="" if then is None else then.kind,
        then=[] if then is None else choices(then.options),
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
        your_turn=any(
            seat in table.asked and table.bot_playing(seat) is None for seat in _held(table, viewer)
        ),
        asked=list(table.asked),
        seats=shown_seats(sitters, viewer),
        scores=list(table.state.view(viewer).scores),
        series=series(table),
    )


def _may_invite(table: Table) -> bool:
    """Whether an invitation leads to a seat: before the first game, and where somebody is gone."""
    return table.number == 0 or not all(table.taken)


def _held(table: Table, viewer: Viewer) -> list[int]:
    return [] if viewer is None else table.held_by(table.holder(viewer))


def _has_secrets(table: Table, seats: Sequence[int]) -> bool:
    """Whether some of these seats know, or are about to choose, what others of them must not see.

    What was told counts as well as what lies there, for the log is on the same screen.
    """
    if len(seats) < 2 or table.number == 0:
        return False
    question = table.question
    if (question is not None and question.secret) or hides_something(table.state, seats):
        return True
    first, *others = seats
    return any(
        event.seen_by(seat) != event.seen_by(first)
        for _, events in table.story
        for event in events
        for seat in others
    )


def shown_seats(sitters: Sequence[Sitter], viewer: Viewer) -> list[Seat]:
    """Who sits where, no two with the same name."""
    return seats_for(seats_of(sitters), viewer)


def _question(table: Table, viewer: Viewer, view: View) -> Question | None:
    faced = table.facing(viewer) if viewer is not None else None
    decision = faced.decision if faced is not None else None
    if decision is None or viewer is None:
        return None
    if faced is not None and faced is not table.state:
        view = faced.view(viewer)
    words = table.game.question(view)
    return Question(
        token=table.token(viewer),
        kind=decision.kind,
        words=words,
        choices=choices(decision.options),
    )


def _kept(table: Table, viewer: Viewer) -> list[Choice]:
    """What the viewer has answered before the rules asked; of others' nothing is told."""
    if viewer is None or not table.early[viewer] or table.question is None:
        return []
    return [choice(table.game.parse_option(text)) for text in table.early[viewer]]


def _gives_hints(table: Table, seated: Seated, viewer: Viewer) -> bool:
    """Whether a viewer may ask for hints; people's own bots may not."""
    return viewer is not None and seated.sitters[viewer].of is None and table.gives_hints(viewer)


def _can_undo(table: Table, viewer: int) -> bool:
    return table.question is not None and last_of(table.lines, viewer) is not None


def _told(table: Table, since: int) -> list[Event]:
    """What happened after a version, the truth; no further than the running game goes back."""
    first = len(table.story)
    while first and table.story[first - 1][0] > since:
        first -= 1
    return [event for _, events in table.story[first:] for event in events]


question_of: Callable[[Table, Viewer, View], Question | None] = _question
told_since: Callable[[Table, int], list[Event]] = _told
"""The two through which most could leak. What is compiled calls its own functions whatever becomes
of their names, so they are called by these: the tests put others in their places, which tell too
much, and have to notice it."""
