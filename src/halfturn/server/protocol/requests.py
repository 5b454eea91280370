"""What a browser says over the WebSocket of a table; what comes back is in `protocol`."""

from __future__ import annotations

from typing import Literal

import msgspec

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "oops",
    "thanks",
    "sorry",
    "one_moment",
    "your_turn",
    "again",
    "good_game",
    "bye",
]
"""What can be said at every table, in whatever words the page has for it."""


class _Said(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A message with its tag; all but the hello have a key of their own, and get one reply."""


class Hello(_Said, frozen=True, kw_only=True, tag="hello"):
    """The first message: what this browser has seen of the table, 0 for nothing.

    It may be said again at any time, to be told anew.
    """

    seen: int
    columns: int = 0
    """How many characters wide a drawing of the view may be that comes with every update; 0 for
    none. It is for pages that have no board for the game, and for people who play by text."""
    seat: int | None = None
    """Whose eyes to see with from now on, for those who hold several seats; and for whom to act.
    None: as before."""
    language: str = ""
    """What to be told in, as in an Accept-Language header; empty, or one that is not known here:
    English."""


class Move(_Said, frozen=True, kw_only=True, tag="move"):
    """Answers to the open question and to those of the same seat that follow at once."""

    key: str
    token: str
    answers: list[str]


class AskPreview(_Said, frozen=True, kw_only=True, tag="preview"):
    """What would this answer do?"""

    key: str
    token: str
    answer: str
    before: list[str] = []
    """Answers that would come before it; of these none may do anything yet."""


class AskScratch(_Said, frozen=True, kw_only=True, tag="scratch"):
    """How would things stand if cards lay so? For games that have a scratch table."""

    key: str
    token: str
    groups: list[list[str]]
    """What lies in groups; cards of the hand that are in none are in the hand."""
    arrange: bool = False
    """Lay these cards as they can be confirmed, with as few moved as may be."""


class AskLayout(_Said, frozen=True, kw_only=True, tag="layout"):
    """How can these cards lie, close to how others lay there before? Spectators may ask, too.

    For games in which how open cards lie is the eye's business alone: the answer depends on
    nothing but the question.
    """

    key: str
    cards: list[str]
    near: list[list[str]]


class AskHint(_Said, frozen=True, kw_only=True, tag="hint"):
    """What would be good here? For the own open question, where hints are given."""

    key: str
    token: str


class Resign(_Said, frozen=True, kw_only=True, tag="resign"):
    """Give the game up."""

    key: str


class NextGame(_Said, frozen=True, kw_only=True, tag="next"):
    """Go on: to the next game of the match, to a rematch once it is over, or to the first game
    where it waits for that.
    """

    key: str


class Ping(_Said, frozen=True, kw_only=True, tag="ping"):
    """Are you there? The reply is ok, for spectators too: a line that gives none is dead."""

    key: str


class TakeBack(_Said, frozen=True, kw_only=True, tag="undo"):
    """Take the last move back.

    Without asking it is done if nothing hidden was seen since, nothing was drawn since, and
    nobody else has moved since, or if all others are bots. Otherwise it is refused, or with
    `ask` all others are asked.
    """

    key: str
    ask: bool = False


class Agree(_Said, frozen=True, kw_only=True, tag="agree"):
    """Yes or no to what is asked; whoever asked can think better of it and say no, too."""

    key: str
    asking: int
    yes: bool


class StandIn(_Said, frozen=True, kw_only=True, tag="stand_in"):
    """Let a bot play a seat: one's own, or that of somebody who has been away for long."""

    key: str
    seat: int
    bot: str = ""
    """Its name; empty for the usual one, the only one for somebody else's seat."""


class Holiday(_Said, frozen=True, kw_only=True, tag="holiday"):
    """Take days off: from now on the own clock stands still for so long."""

    key: str
    days: int


class ComeBack(_Said, frozen=True, kw_only=True, tag="come_back"):
    """Play again oneself, where a bot plays for one."""

    key: str


class Pledge(_Said, frozen=True, kw_only=True, tag="pledge"):
    """Take part in the deal of the game that begins next, with the hash of a random nonce.

    Until the hashes are frozen a seat may replace its own.
    """

    key: str
    commitment: str
    """The server's, which the hash was made for."""
    hash: str


class Reveal(_Said, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the nonce, once the hashes are frozen."""

    key: str
    nonce: str


class Say(_Said, frozen=True, kw_only=True, tag="say"):
    """Say something to everybody at the table: a phrase, or text where the table allows it."""

    key: str
    phrase: Phrase | Literal[""] = ""
    text: str = ""


FromBrowser = (
    Hello
    | Move
    | AskPreview
    | AskScratch
    | AskLayout
    | AskHint
    | Resign
    | NextGame
    | TakeBack
    | Agree
    | StandIn
    | ComeBack
    | Holiday
    | Pledge
    | Reveal
    | Say
    | Ping
)
