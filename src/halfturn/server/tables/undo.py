"""Taking back: which answers are in force, and whether one may be taken back by the rules alone.

Four rules (they are those that people know from other tables): the same player, nothing hidden
shown since, no chance since, and nobody else has moved since. A stand-in is another player than
the owner of its seat, who would otherwise get a bot's advice for free. Where a rule stands in the
way, all other owners have to agree; the server's own bots have no say. Nothing is ever taken out
of the log: a row `undo` says from which version on the answers are not in force any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from halfturn.core import CHANCE, Event, HalfturnError, SeededRng, State
from halfturn.core.language import say
from halfturn.server.tables import simultaneous
from halfturn.server.tables.answers import Line, replayed

WORLDS: Final = 12
"""In so many redealt worlds an answer is tried: what differs in one of them was not known."""


class Undo(msgspec.Struct, frozen=True, kw_only=True):
    """The row of an undo: from this version on nothing of the running game is in force."""

    to: int
    by: Literal["rules", "agreement"]


class Proposal(NamedTuple):
    """Somebody asks the others to agree to an undo."""

    version: int
    seat: int
    to: int
    agreed: frozenset[int] = frozenset()
    """The seats that have said yes."""


def why_not_by_rules(
    beginning: State, lines: Sequence[Line], withdrawn: Sequence[Line], line: Line
) -> str:
    """Which of the rules stands in the way, in words; empty where none does.

    A move of somebody else counts even if it was taken back since: it shows how they would answer.
    """
    after = [each.seat for each in lines if each.version > line.version]
    after += [
        each.seat
        for each in withdrawn
        if each.version > line.version and (each.seat != line.seat or each.by_stand_in)
    ]
    if CHANCE in after:
        return say("something was drawn since")
    if after:
        return say("somebody else has moved since")
    if line.by_stand_in:
        return say("a bot made that move for you")
    if _shows_something(beginning, lines[:-1], line):
        return say("something hidden has been seen since")
    return ""


def _shows_something(beginning: State, before: Sequence[Line], line: Line) -> bool:
    """Whether the answers of a line showed anybody what the seat did not know.

    The seat knows what its view tells, so the answers are given in worlds that look the same to
    it: if what it or everybody sees then is not what was seen here, something was shown.
    """
    state, early = replayed(beginning, before)
    asked = state.decision
    if asked is None or asked.seat != line.seat:
        return False  # answered before the rules asked: it is kept and seen by nobody
    if any(kept for seat, kept in enumerate(early) if seat != line.seat):
        return True  # others' secret answers came into play with it
    seats = range(state.seats)
    after = state.clone()
    events = _answered(after, line)
    for event in events:
        public = event.seen_by(None)
        if any(event.seen_by(seat) != public for seat in seats if seat != line.seat):
            return True
    found = _seen(after, events, line.seat)
    for number in range(WORLDS):
        world = state.redeal(line.seat, SeededRng(f"taking back {line.version} {number}"))
        try:
            told = _answered(world, line)
        except HalfturnError:
            return True
        if _seen(world, told, line.seat) != found:
            return True
    return False


def _answered(state: State, line: Line) -> list[Event]:
    events: list[Event] = []
    for text in line.answers:
        state.play(state.game.parse_option(text), events)
    return events


def _seen(state: State, events: Sequence[Event], seat: int) -> object:
    """All that a seat and everybody sees."""
    told = [(event.seen_by(seat), event.seen_by(None)) for event in events]
    return state.view(seat), state.view(None), told


def asked_after(beginning: State, lines: Sequence[Line]) -> tuple[int, ...]:
    """Who is asked when these lines are in force."""
    state, early = replayed(beginning, lines)
    return simultaneous.asked(state, early, state.decision)
