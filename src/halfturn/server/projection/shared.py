"""What frames are made of: what everybody is told alike at one moment, found once for all of
them, and options and events in the form in which they are told.

`updates`, the one gate, decides who is told what of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from halfturn.core import Event, Option, View
from halfturn.core.language import say
from halfturn.server.people.names import NAMELESS, told_apart
from halfturn.server.protocol.updates import (
    Asking,
    Choice,
    ClockState,
    Fair,
    Happening,
    NextDeal,
    Seat,
    Series,
    VoidedDeal,
)
from halfturn.server.tables.fair_deal import VoidDeal
from halfturn.server.tables.table import Status, Table

MOST_CHOICES: Final = 1 << 14
"""Choices that are kept: games hand out the same options again and again."""

_known: Final[dict[int, tuple[Option, Choice]]] = {}
"""Choices by the very option that they are made of, which need not be looked at then."""


class Sitter(NamedTuple):
    """Who sits on a seat, as everybody may know."""

    kind: Literal["person", "bot", "open"]
    name: str
    here: bool
    bot: str | None = None
    """The bot that plays for a person."""
    of: str | None = None
    """Whose bot it is, for bots that people wrote."""
    owns: bool = False
    """Whether the table is theirs."""


Fact = tuple[str | None, str | None, bool, str | None, bool]
"""Who sits on a seat: the bot that plays it, the person, whether it is here, whose bot the person
is, and whether the table is theirs."""


def sitter(bot: str | None, name: str | None, here: bool, owner: str | None, owns: bool) -> Sitter:
    """The same in the language that is spoken."""
    if name is not None:
        name = say(name) if name == NAMELESS else name
        return Sitter("person" if owner is None else "bot", name, here, bot, owner, owns)
    return Sitter("open", "", False) if bot is None else Sitter("bot", say(bot.capitalize()), True)


class Seated:
    """Who sits where, in the form in which it is told: the same for many moments of a table."""

    def __init__(self, sitters: Sequence[Sitter]) -> None:
        names = told_apart([sitter.name for sitter in sitters])
        self.sitters = list(sitters)
        self.name: Callable[[int], str] = namer(names)
        """What a seat is called in sentences."""
        self._seats = _seats(sitters, names)
        """As those see them who sit on none of them."""
        self._seen: dict[int, list[Seat]] = {}

    def seen_by(self, viewer: int | None) -> list[Seat]:
        """The seats as a viewer sees them, who may sit on one of them."""
        if viewer is None:
            return self._seats
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = seats_for(self._seats, viewer)
        return seen


class Common:
    """All that does not depend on the viewer; `secret` and `now` as for `updates.update`."""

    def __init__(self, table: Table, seated: Seated, secret: bytes | None, now: int) -> None:
        self.seated = seated
        self.status: Status = table.status
        self.sides = [list(side) for side in table.state.sides]
        self.asked = list(table.asked)
        self.series = series(table)
        self.fair = _fair(table, secret)
        self.next_deal = _next_deal(table)
        self.clock = _clock(table, now)
        self.asking = _asking(table)
        self.told: dict[int, Happening] = {}
        """Events that viewers see as they are, by `id`: put into words once for all of them."""


def namer(names: Sequence[str]) -> Callable[[int], str]:
    """What a seat is called in sentences; CHANCE is the deck."""

    def name(seat: int) -> str:
        if seat < 0:
            return say("The deck")
        return names[seat] or say("Somebody")

    return name


def seats_for(seats: Sequence[Seat], viewer: int | None) -> list[Seat]:
    """The seats as a viewer sees them, who may sit on one of them."""
    seen = list(seats)
    if viewer is not None:
        own = seen[viewer]
        seen[viewer] = Seat(
            kind=own.kind,
            name=own.name,
            here=own.here,
            you=True,
            stand_in=own.stand_in,
            of=own.of,
            owner=own.owner,
        )
    return seen


def seats_of(sitters: Sequence[Sitter]) -> list[Seat]:
    """Who sits where, no two with the same name."""
    return _seats(sitters, told_apart([sitter.name for sitter in sitters]))


def _seats(sitters: Sequence[Sitter], names: Sequence[str]) -> list[Seat]:
    return [
        Seat(
            kind=sitter.kind,
            name=names[seat],
            here=sitter.here,
            you=False,
            stand_in=sitter.bot,
            of=sitter.of,
            owner=sitter.owns,
        )
        for seat, sitter in enumerate(sitters)
    ]


def series(table: Table) -> Series:
    """The match so far."""
    match = table.match
    return Series(
        game=match.number,
        games=match.length,
        totals=list(table.totals),
        winners=table.winners,
    )


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


def _fair(table: Table, secret: bytes | None) -> Fair | None:
    if table.number == 0:
        return None
    shown = secret is not None and table.game_over
    given = table.contributions
    return Fair(
        commitment=table.commitment,
        secret=secret.hex() if shown and secret else None,
        contributions=[given.get(seat) for seat in range(table.seats)],
        deal=table.deal,
        voids=voided(table.voids),
    )


def _next_deal(table: Table) -> NextDeal | None:
    deal = table.next_deal
    if not deal.commitment:
        return None
    return NextDeal(
        commitment=deal.commitment,
        hashes=[deal.hashes.get(seat) for seat in range(table.seats)],
        frozen=deal.frozen,
        nonces=[deal.nonces.get(seat) for seat in range(table.seats)],
        barred=sorted(deal.barred | deal.withheld.keys()),
        wanted=table.wanted,
        voids=voided(deal.voids),
    )


def voided(voids: Sequence[VoidDeal]) -> list[VoidedDeal]:
    """Deals that were given up, as they are shown."""
    return [
        VoidedDeal(commitment=each.commitment, secret=each.secret, seats=list(each.seats))
        for each in voids
    ]


# ---- options and events, put into the form in which they are told ----


def choices(options: Sequence[Option]) -> list[Choice]:
    """Answers that can be given."""
    found = []
    for option in options:
        known = _known.get(id(option))
        if known is None or known[0] is not option:
            if len(_known) >= MOST_CHOICES:
                _known.clear()
            known = _known[id(option)] = option, choice(option)
        found.append(known[1])
    return found


@lru_cache(maxsize=MOST_CHOICES)
def choice(option: Option) -> Choice:
    """An answer that can be given."""
    return Choice(text=str(option), option=parts(option))


def parts(value: View | Option | Event) -> Any:
    """A value by its parts: it is written as they would be, so they need not be taken apart."""
    return value


def happenings(
    events: Sequence[Event],
    viewer: int | None,
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
            happening = Happening(event=parts(seen), words=seen.words(name))
            if seen is event:
                told[id(event)] = happening
        found.append(happening)
    return found
