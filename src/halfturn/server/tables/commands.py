"""What people want of a table beside the game: the rows that would do it, or a refusal.

As with `Table.answer`, nothing changes here.
"""

from __future__ import annotations

import msgspec

from halfturn.bots import USUAL
from halfturn.core import SeededRng, State
from halfturn.core.language import say
from halfturn.server.people.names import BadName, clean_line
from halfturn.server.protocol.requests import Say
from halfturn.server.tables import undo
from halfturn.server.tables.answers import last_of
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.clock import Return
from halfturn.server.tables.events import StoodIn
from halfturn.server.tables.log import EMPTY, Row, own_key
from halfturn.server.tables.table import Table
from halfturn.server.tables.undo import Undo

# ---- taking back ----


def take_back(table: Table, seat: int, key: str, ask: bool) -> Change:
    """A seat takes its last answer back, by the rules or, with `ask`, if all other owners agree."""
    table.check_key(seat, key)
    if table.question is None:
        # When a game is over its secret is out, and with it all that would be drawn next.
        raise Refused("illegal", say("there is no game in which something could be taken back"))
    if table.bot_playing(seat) is not None:
        raise Refused("illegal", say("a bot plays for you: come back first"))
    line = last_of(table.lines, seat)
    if line is None:
        raise Refused("illegal", say("there is nothing of yours to take back"))
    reason = undo.why_not_by_rules(table.beginning, table.lines, table.withdrawn, line)
    if not reason:
        return _undone(table, seat, table.client_key(seat, key), Undo(to=line.version, by="rules"))
    if not table.other_owners(seat):
        return _undone(
            table, seat, table.client_key(seat, key), Undo(to=line.version, by="agreement")
        )
    if not ask:
        raise Refused("illegal", say("{reason}: you can ask the others", reason=reason))
    if table.proposal is not None:
        raise Refused("illegal", say("something is being asked already: wait for the answers"))
    body = msgspec.json.encode(line.version)
    return _unmoved(
        table, Row(table.version + 1, table.client_key(seat, key), seat, "propose", body)
    )


def agree(table: Table, seat: int, key: str, proposal: int) -> Change:
    """Somebody who is asked says yes; with the last one it is done."""
    asked = _asked_to_agree(table, seat, key, proposal)
    row = Row(table.version + 1, table.client_key(seat, key), seat, "agree", EMPTY)
    if table.holder(seat) not in table.to_agree:
        raise Refused("illegal", say("you are not asked"))
    if table.to_agree != {table.holder(seat)}:
        return _unmoved(table, row)
    undo = Undo(to=asked.to, by="agreement")
    return _undone(table, asked.seat, own_key(row.version + 1), undo, row)


def decline(table: Table, seat: int, key: str, proposal: int) -> Change:
    """Somebody says no, or the one who asked thinks better of it."""
    _asked_to_agree(table, seat, key, proposal)
    return _unmoved(
        table, Row(table.version + 1, table.client_key(seat, key), seat, "decline", EMPTY)
    )


def _asked_to_agree(table: Table, seat: int, key: str, proposal: int) -> undo.Proposal:
    table.check_key(seat, key)
    if table.proposal is None or table.proposal.version != proposal:
        raise Refused("stale", say("that is not asked any more"))
    return table.proposal


def _undone(table: Table, seat: int, key: str, withdrawal: Undo, *before: Row) -> Change:
    row = Row(table.version + 1 + len(before), key, seat, "undo", msgspec.json.encode(withdrawal))
    after = [line for line in table.lines if line.version < withdrawal.to]
    return Change([*before, row], undo.asked_after(table.beginning, after))


def _unmoved(table: Table, row: Row) -> Change:
    """A row that changes nothing about who is asked."""
    return Change([row], table.asked)


# ---- hints ----


def hinted_world(table: Table, seat: int, token: str) -> State:
    """The world in which a hint for a seat's open question is thought about.

    It is redealt from what the seat sees and the question's token alone, so that asking again
    and again tells no more than asking once.
    """
    if not table.gives_hints(seat):
        raise Refused(
            "illegal", say("hints are given against bots alone, or if a table agreed to them")
        )
    faced = table.check_asked(seat, token)
    return faced.redeal(seat, SeededRng(f"hint {token}"))


# ---- leaving, and coming back ----


def leave(table: Table, seat: int) -> Change:
    """Somebody gets up before the first game has begun."""
    if table.number > 0:
        raise Refused("illegal", say("the game has begun: let a bot play for you, or give up"))
    version = table.version + 1
    others = [each for each in table.held_by(seat) if each != seat]
    if others:
        raise Refused("illegal", say("you hold several seats here: nobody else could play them"))
    return Change([Row(version, own_key(version), seat, "leave", EMPTY)], gets_up=seat)


def stand_in(table: Table, seat: int, key: str, whose: int, bot: str, away: bool) -> Change:
    """Let a bot play for an owner: for oneself any bot at any time, for others who are away one.

    The others may not choose which, since they would choose the weakest.
    """
    table.check_key(seat, key)
    if table.question is None:
        raise Refused("illegal", say("there is no game that a bot could play"))
    if not 0 <= whose < table.seats or table.bot_playing(whose) is not None:
        raise Refused("illegal", say("that seat is not played by a person"))
    own = table.holder(whose) == table.holder(seat)
    if not own and not away:
        raise Refused("illegal", say("that person is here, or has not been away for long"))
    if not own and bot != USUAL:
        raise Refused(
            "illegal",
            say("you can choose the bot for your own seat only: here {bot} plays", bot=USUAL),
        )
    event = StoodIn(whose, bot, "wish" if own else "away")
    return _standing_in(table, seat, table.client_key(seat, key), event)


def _standing_in(table: Table, seat: int | None, key: str, event: StoodIn) -> Change:
    row = Row(table.version + 1, key, seat, "stand_in", msgspec.json.encode(event))
    return Change([row], table.asked, _bots(table, event.seat, True))


def come_back(table: Table, seat: int, key: str) -> Change:
    """Somebody plays again for whom a bot did."""
    table.check_key(seat, key)
    if seat not in table.stand_ins:
        raise Refused("illegal", say("no bot plays for you"))
    body = msgspec.json.encode(Return(grace=seat in table.timed_out))
    row = Row(table.version + 1, table.client_key(seat, key), seat, "come_back", body)
    return Change([row], table.asked, _bots(table, seat, False))


def _bots(table: Table, seat: int, then: bool) -> tuple[bool, ...]:
    return tuple(then if each == seat else bot for each, bot in enumerate(table.bots_playing))


# ---- clocks ----


def time_out(table: Table, now: int) -> Change:
    """Somebody's time is out: what was agreed for that happens."""
    out = table.clocks.out(now) if table.clocks is not None else []
    if not out or table.question is None:
        raise Refused("stale", say("everybody has time left"))
    version, clock = table.version + 1, table.made.clock
    if clock is not None and clock.out == "resign":
        return Change([Row(version, own_key(version), out[0], "resign", EMPTY)])
    return _standing_in(table, None, own_key(version), StoodIn(out[0], USUAL, "time"))


def holiday(table: Table, seat: int, key: str, days: int) -> Change:
    """Somebody takes days off: the own clock stands still for so long, from now on."""
    table.check_key(seat, key)
    left = table.clocks.holidays[seat] if table.clocks is not None else 0
    if table.question is None or not 0 < days <= left:
        raise Refused(
            "illegal", say("you can take {left} days off here, got {days}", left=left, days=days)
        )
    body = msgspec.json.encode(days)
    return _unmoved(
        table, Row(table.version + 1, table.client_key(seat, key), seat, "holiday", body)
    )


# ---- talking ----


def said(table: Table, words: Say) -> tuple[str, str]:
    """The phrase or the text that somebody may say here; raises Refused."""
    if table.made.talk == "off":
        raise Refused("illegal", say("nothing is said at this table"))
    if bool(words.phrase) == bool(words.text):
        raise Refused("illegal", "expected either a phrase or a text")
    if words.text and table.made.talk != "free":
        raise Refused("illegal", say("only phrases are said at this table"))
    try:
        return words.phrase, clean_line(words.text) if words.text else ""
    except BadName as error:
        raise Refused("illegal", str(error)) from None
