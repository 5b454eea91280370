"""What is told over HTTP of games that are over; a part of the protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from halfturn.core.breakdown import ScoreLine
from halfturn.server.protocol.updates import Happening, Span, VoidedDeal


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over: GET /api/v1/tables/TABLE/games gives a list of these.

    The list has at most 100, in the order of their numbers: without `?first=` the newest, else
    those from that number on; `?count=` asks for fewer.
    """

    number: int
    """Counted from 1 over everything that was played at the table."""
    steps: int
    """How many answers were given, chance's included."""
    scores: list[int]
    winners: list[int]
    """Nobody where somebody gave up."""
    resigned: int | None


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """What chance could have answered, so that anybody can make the draw again: see `fair_deal`."""

    version: int
    """The version that the draw has in the table's log; under scheme 1 it goes by that."""
    ordinal: int
    """Its number among the draws in force, from 1."""
    attempt: int
    """How many draws with this ordinal were taken back."""
    options: list[str]
    weights: list[int]


class UndoneDraws(msgspec.Struct, frozen=True, kw_only=True):
    """An undo of a finished game, and which draws were taken back with it."""

    version: int
    seat: int
    agreed: bool
    """Whether everybody had to agree."""
    draws: list[str]
    """Each by its ordinal and, after a point, its attempt if that is not 0: `3`, `3.1`."""


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a finished game, and how things stood after it."""

    seat: int | None
    """Who answered; -1 for chance, None for the first step, which is how the game began."""
    answer: str
    happenings: list[Happening]
    views: list[dict[str, Any]]
    """What the viewer sees; with `?view=all` what each seat sees."""
    draw: Draw | None = None
    """For an answer of chance."""
    drawing: list[list[Span]] | None = None
    """The view as the game draws it in text, where that was asked for."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """Steps of a finished game: GET /api/v1/tables/TABLE/games/NUMBER.

    With `?view=` through a seat's eyes (A, B …) or all of them (all); with `?first=`
    and `?count=` other steps than the first hundred. With `?columns=` every step is drawn in
    text as well, so wide, for a page that has no board for the game; twenty at a time. An answer
    has fewer steps than asked for where these take long to make.
    """

    table: str
    game: str
    title: str
    options: list[str]
    names: list[str]
    sides: list[list[int]]
    """Who won or lost together; everybody alone where nobody had a partner."""
    result: FinishedGame
    commitment: str
    secret: str | None
    contributions: list[str | None]
    """The nonce of each seat that took part in the deal; under scheme 1 the text that it added."""
    deal: int
    """The scheme by which it was dealt: see `fair_deal`."""
    voids: list[VoidedDeal]
    """Deals that were given up before the game began."""
    taken_back: list[UndoneDraws]
    draws: list[int]
    """The version in the table's log of every draw that is in force, in their order."""
    first: int
    steps: list[ReplayStep]
    breakdown: list[ScoreLine] = []
    """Where the points come from in the end, as in an update."""


class ReplayFile(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept in one HTML file: GET /api/v1/tables/TABLE/games/NUMBER/file."""

    eyes: list[Replay]
    """With all its steps, through the eyes of every seat, and of a spectator at last.

    What was drawn from is told in the first alone.
    """
    record: str
    """The record as a file."""
