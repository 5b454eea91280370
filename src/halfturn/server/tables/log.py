"""The log of a table: what its rows say. It names seats, never people."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from halfturn.server.tables.fair_deal import VoidDeal

Kind = Literal[
    "made",
    "sit",
    "leave",
    "remove",
    "invite",
    "begin",
    "answer",
    "chance",
    "resign",
    "undo",
    "propose",
    "agree",
    "decline",
    "stand_in",
    "come_back",
    "holiday",
    "commit",
    "contribute",  # written by older versions alone
    "pledge",
    "freeze",
    "reveal",
    "void",
    "next",
    "time",
]


class Row(NamedTuple):
    """One change of a table."""

    version: int
    key: str
    """Unique at the table: a request that is sent twice finds itself here."""
    seat: int | None
    """Who wanted it; None for what the table does by itself."""
    kind: str
    body: bytes


class BadLog(Exception):
    """A log that cannot be folded: this table stays closed, the others do not notice."""

    @property
    def for_logs(self) -> str:
        """Which table and which version; what follows may have cards in it."""
        return ": ".join(str(self).split(": ")[:2])


class Halted(BadLog):
    """A table that was stopped and cannot be shown: see `guest`; it says why, for those there."""


Talking = Literal["phrases", "free", "off"]
"""What can be said at a table: phrases to choose from, anything, or nothing."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed about time: a bank for a whole game, or so much for every move."""

    bank: int = 0
    """Seconds that each seat has for a game."""
    increment: int = 0
    """Seconds that are added to the bank after every move."""
    per_move: int = 0
    """Seconds for every move, instead of a bank: days, where people play by correspondence."""
    holidays: int = 0
    """Days that each seat may take off in the whole match, where there are days for every move."""
    out: Literal["bot", "resign"] = "bot"
    """Whose time is out: a bot plays for them until they come back, or they have given up."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """The first row: what is played here, and for whom the seats are."""

    game: str
    rules: int
    data: str
    """The hash of the cards."""
    options: list[str]
    seats: list[str]
    """`person` for somebody who sits from the beginning, `open`, `bot:NAME`, or `with:SEAT` for
    one that is held by whoever holds that other seat."""
    games: int
    hints: bool = False
    """Whether hints are given although people play against each other."""
    clock: Clock | None = None
    talk: Talking = "phrases"
    open: bool = False
    """Whether anybody may join, without an invitation."""
    wait: bool = False
    """Whether the first game begins when somebody says so, and not with the last seat."""
    cards: str = ""
    """The owner's card file that was in force, all of it: whatever becomes of the file, this table
    keeps its cards. Empty for Halfturn's own."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended."""

    steps: int
    """How many answers were given, chance's included."""
    scores: list[int]
    winners: list[int]
    """Nobody where somebody resigned."""
    resigned: int | None


class ClockPast(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks of a table when a game begins; what is left for the game starts full."""

    at: int
    rest: list[int]
    holidays: list[int]
    running: list[int]


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What a table knows when a game begins, so that earlier games need not be replayed."""

    number: int
    """How many games have begun here before this one."""
    played: int
    """How many games of the match are over."""
    totals: list[int]
    """What those come to."""
    stand_ins: dict[int, str]
    timed_out: list[int]
    seated_at: list[int]
    before: list[int]
    holders: list[int]
    open: bool
    """The last six as in `Seating`."""
    contributions: dict[int, str]
    """What the seats added to the deals of the game that begins."""
    voids: list[VoidDeal] = []
    """The deals that were given up before it."""
    withheld: dict[int, tuple[str, str]] = {}
    """As in `ComingDeal`."""
    clocks: ClockPast | None = None
    result: Result | None = None
    """Of the game before this one."""


class Begin(msgspec.Struct, frozen=True, kw_only=True):
    """A game begins."""

    commitment: str
    """The hash of the secret that all its deals come from."""
    games: int
    """How many games the match has from now on."""
    anew: bool = False
    """Whether this is the first game of a new match, after somebody gave the last one up."""
    options: list[str] = []
    """The options of the game that differ from their defaults; meaningful with `past` alone."""
    past: Past | None = None
    """None in logs that an older Halfturn wrote: their tables are folded from the first row."""
    deal: int = 1
    """The scheme by which it is dealt: see `fair_deal`. Rows of older versions do not name one."""


def past_of(row: Row) -> Past | None:
    """What a row that begins a game tells of those before it; None in older logs."""
    return msgspec.json.decode(row.body, type=Begin).past


EMPTY: Final = b"null"


def client_key(seat: int, key: str, before: int = 0) -> str:
    """A request's key in the log: nobody can take that of another seat, or of the people who sat
    on the same one before.
    """
    return f"{seat}.{before}:{key}" if before else f"{seat}:{key}"


def own_key(version: int) -> str:
    """The key of a row that the table writes by itself."""
    return f"*:{version}"
