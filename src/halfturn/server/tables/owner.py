"""What the owner of a table may do besides playing: make a new invitation, and remove people.

The owner is whoever has sat there longest, which is the person who made the table as long as they
keep their seat. Nothing has to be stored for it: the log tells who sat down when.
"""

from __future__ import annotations

from halfturn.core.language import say
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.log import EMPTY, Row, own_key
from halfturn.server.tables.table import Table


def new_invitation(table: Table, seat: int) -> Change:
    """Make a new invitation; the link of the one before leads nowhere."""
    version = table.version + 1
    return Change(
        [Row(version, own_key(version), seat, "invite", EMPTY)], table.asked, invites=True
    )


def remove(table: Table, seat: int, whose: int, seen: int) -> Change:
    """Remove the person of a seat before the first game or between games.

    `seen` is the version at which the owner decided it: whoever sat down later is not meant.
    """
    if not 0 <= whose < table.seats:
        raise Refused("illegal", say("there is no such seat at this table"))
    if table.number > 0 and not table.game_over:
        raise Refused("illegal", say("a game is being played: people can be removed after it"))
    holder = table.holder(whose)
    if holder == table.holder(seat):
        raise Refused("illegal", say("that is your own seat"))
    if not table.seated_at[holder]:
        raise Refused("illegal", say("nobody sits there who could be removed"))
    if table.seated_at[holder] > seen:
        raise Refused("stale", say("somebody else sits there by now"))
    version = table.version + 1
    row = Row(version, own_key(version), holder, "remove", EMPTY)
    return Change([row], gets_up=holder, invites=True)
