"""What the browser and the server say to each other, as plain typed values.

The browser's types are generated from these. Over HTTP travel the few things that change who sits
where; over the WebSocket of a table, at /ws/TABLE, travel the game and everything that has to be
quick. Unknown fields are refused.

A move carries the `token` of the question it answers and a `key` of its own: sent twice it is
carried out once, sent late it is refused. Every change of a table has the next `version`; a client
that says which one it has seen gets exactly what it missed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from halfturn.core import match
from halfturn.core.breakdown import ScoreLine
from halfturn.core.seats import LETTERS
from halfturn.server.ops import settings
from halfturn.server.people import names
from halfturn.server.tables.log import Clock, Talking

# ---- what both sides know ----

Name = Annotated[
    str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": names.LONGEST_NAME})
]
"""What somebody is called: see `names`, which says in words what is wrong with one."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table and who sits there."""

    kind: Literal["person", "bot", "open"]
    name: str
    """What to call it: a nickname, the bot's name, or empty for an open seat."""
    here: bool
    """Whether the person has the table open in some browser, or a bot of somebody's reads it;
    bots of the server always do."""
    you: bool
    stand_in: str | None = None
    """The bot that plays for the person at the moment, until the person comes back."""
    of: str | None = None
    """Whose bot it is: for a bot that somebody wrote, the name of that person."""
    owner: bool = False
    """Whether this person owns the table: whoever of those here has sat there longest."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a question: its notation, its parts, and words for a list."""

    text: str
    option: dict[str, Any]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """The open question, sent to the seat that is asked and to nobody else."""

    token: str
    kind: str
    words: str
    """What is asked, in a few words; empty where the kind says enough."""
    choices: list[Choice]


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """An event as the viewer may see it: its parts to animate, its words for the log."""

    event: dict[str, Any]
    words: str


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a drawn line."""

    text: str
    style: str
    """Words, or nothing: bold, dim, italic, underline, reverse, and one of the tones black, red,
    green, yellow, blue, magenta, cyan, white."""


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """The match a table plays: which game of how many, and the totals of those that are over."""

    game: int
    games: int
    totals: list[int]
    """Points, or games won where a game has no points."""
    winners: list[int]
    """Seats with the highest total once all games are over."""


class VoidedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that was given up before its game began, because seats did not reveal."""

    commitment: str
    secret: str
    """Published, since nothing is dealt from it."""
    seats: list[int]


class Fair(msgspec.Struct, frozen=True, kw_only=True):
    """What makes the running game's deals checkable: see `fair_deal`."""

    commitment: str
    """The SHA-256 of the secret that all draws come from, published before the first of them."""
    secret: str | None
    """The secret itself, once the game is over."""
    contributions: list[str | None]
    """The nonce of each seat that took part; under scheme 1 the text that it added."""
    deal: int
    """The scheme."""
    voids: list[VoidedDeal]
    """Deals that were given up before the game began."""


class NextDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of the game that begins next: lists have an entry for every seat."""

    commitment: str
    hashes: list[str | None]
    """Of the contributions that were pledged; once they are frozen, of those that take part."""
    frozen: bool
    """Whether the hashes are final, so that seats may reveal."""
    nonces: list[str | None]
    """What was revealed."""
    barred: list[int]
    """Seats that did not reveal and so take no part."""
    wanted: bool
    """Whether the game begins as soon as everybody has revealed, or the time for it is up."""
    voids: list[VoidedDeal]


class ClockState(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks of a table: each list has a number for every seat. Times are milliseconds."""

    left: list[int]
    """What was left at the table's last change."""
    rest: list[int]
    """What was left of holidays: so long a clock stands still before it runs on."""
    holidays: list[int]
    """Days that can still be taken off."""
    running: list[int]
    """The seats whose clocks run."""
    passed: int
    """The time from that change to this message."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asks the others to agree that the last move is taken back."""

    id: int
    """What an answer has to name."""
    seat: int
    to_agree: list[int]
    """The seats that have not answered yet; it is done when all of them have agreed."""


# ---- from the server, over the WebSocket ----


class Update(msgspec.Struct, frozen=True, kw_only=True, tag="update", tag_field="type"):
    """The table after a change, as this viewer may see it.

    `happenings` is what led here from the version before; in the first update
    after a connection it is everything of the running game that the client had
    not seen, and `whole` tells that the log is to be begun anew with it, as it
    is when the next game begins. A name or somebody's coming and going changes
    no version: such an update has the version of the one before and nothing
    happens in it.
    """

    table: str
    game: str
    title: str
    version: int
    whole: bool
    status: Literal["waiting", "playing", "over"]
    """Waiting for people to sit down, playing, or the whole match over."""
    seats: list[Seat]
    seat: int | None
    """The seat through whose eyes all this is seen, or None for a spectator."""
    yours: list[int]
    """The seats that the viewer holds: one, several on one screen, or none."""
    sides: list[list[int]]
    """The seats that win and lose together."""
    view: dict[str, Any]
    asked: list[int]
    """The seats that have a question now: mostly one, several where they choose at once."""
    question: Question | None
    kept: list[Choice]
    """Answers of the viewer's that wait until others have given theirs: nobody else sees them."""
    happenings: list[Happening]
    series: Series
    resigned: int | None
    """The seat that gave up, if one did."""
    invite: str | None
    """The code with which somebody can take an open seat; for people who sit here, while a seat
    is open. It changes when the owner makes a new one."""
    fair: Fair | None = None
    """Nothing before the first game begins."""
    next_deal: NextDeal | None = None
    hints: bool = False
    """Whether the viewer may ask for hints here."""
    clock: ClockState | None = None
    """Nothing at tables without one, and before the first game."""
    timing: Clock | None = None
    """What was agreed about time, from the beginning on."""
    talk: Talking = "phrases"
    """What can be said here."""
    can_undo: bool = False
    """Whether there is a move of the viewer's that can be taken back, by the rules or if all
    agree."""
    asking: Asking | None = None
    """What people are asked to agree to."""
    drawing: list[list[Span]] | None = None
    """The view as the game draws it in text, line by line, for a page that asked for it."""
    position: str = ""
    """The view in the game's own notation, along with the drawing."""
    breakdown: list[ScoreLine] = []
    """Where the points of a game that is over come from, for games whose view does not show it."""
    secrets: bool = False
    """Whether the seats of `yours` are not all told the same: then a screen that they share is to
    be covered when it goes from one to the next."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag="reply", tag_field="type"):
    """What became of a request: every request with a key gets exactly one."""

    key: str
    result: Literal["ok", "dup", "stale", "illegal", "conflict", "slow_down", "error"]
    """Carried out now, or the first time it was sent; or not carried out: the question is an old
    one, or it is against the rules; or worth sending again with the same key."""
    version: int
    """For what was carried out the version it became, else the table's."""
    text: str
    """For people, in words; empty when all is well."""


class PreviewReply(msgspec.Struct, frozen=True, kw_only=True, tag="preview", tag_field="type"):
    """What a choice would do; nothing was played. A refused one is answered with a Reply."""

    key: str
    scores: list[int]
    outlook: list[int]
    """What everybody would have then, if all were counted as it lies."""
    gains: list[int]
    """How much the outlook changes by it."""
    happenings: list[Happening]
    kind: str = ""
    """What the viewer would be asked next, where nothing has happened yet: a turn of several
    answers can be looked at as a whole before any of it is sent."""
    then: list[Choice] = []
    """The choices there would be then."""


class ScratchReply(msgspec.Struct, frozen=True, kw_only=True, tag="scratch", tag_field="type"):
    """A scratch table and how things stand there; nothing was played.

    A refused one is answered with a Reply.
    """

    key: str
    groups: list[list[str]]
    """What lies in each group: as it was sent, or arranged."""
    hand: list[str]
    laid: list[str]
    """The cards of the hand that lie in groups."""
    status: dict[str, Any]
    """What the game says of it: each group, and what is missing."""
    answers: list[str]
    """The turn, to be sent as a move when it is confirmed; nothing as long as it cannot be."""


class LayoutReply(msgspec.Struct, frozen=True, kw_only=True, tag="layout", tag_field="type"):
    """One way in which cards can lie. A refused one is answered with a Reply."""

    key: str
    layout: dict[str, Any]
    """As the game tells it."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """One choice that is worth a thought, and why."""

    text: str
    """Its notation, as among the choices of the question."""
    words: str


class HintReply(msgspec.Struct, frozen=True, kw_only=True, tag="hint", tag_field="type"):
    """The best few choices, the best first. A refused request is answered with a Reply."""

    key: str
    hints: list[Hint]


class TalkLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said at the table; text is to be shown as text and nothing else."""

    number: int
    """Each line has the next one, so that none is shown twice."""
    seat: int
    phrase: str
    """One of the phrases that a browser can say, or empty."""
    text: str


class Talk(msgspec.Struct, frozen=True, kw_only=True, tag="talk", tag_field="type"):
    """What was said: after the first update the last lines of the table, then each new one."""

    lines: list[TalkLine]


FromServer = Update | Reply | PreviewReply | ScratchReply | LayoutReply | HintReply | Talk

NO_TABLE: Final = 4404
HALTED: Final = 4423
"""How a WebSocket is closed where no table is, or one that was stopped; else come back."""


# ---- over HTTP ----


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who this browser is: GET /api/v1/me."""

    name: str


class SetName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/me: be called something else; answered with Me."""

    name: Name


class DeviceCode(msgspec.Struct, frozen=True, kw_only=True):
    """POST /api/v1/me/code: with this code another device can become the same person, once."""

    code: str
    seconds: int
    """How long it is good."""


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A browser on which somebody is signed in: GET /api/v1/me/devices gives a list of these.

    DELETE /api/v1/me/devices/DEVICE signs one out, DELETE /api/v1/me/devices all but this one;
    both are answered with the list as it is then.
    """

    id: str
    browser: str
    """Such as Firefox; empty where it is not known."""
    system: str
    """Such as Android; empty where it is not known."""
    made_at: int
    """When it was signed in, in seconds since 1970; 0 where it is not known."""
    used_at: int
    """The first second of the day on which it was last used; 0 where it is not known."""
    this: bool
    """Whether it is the browser that asks."""


class UseCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/me/device: be whoever has this code on another device; answered with Me."""

    code: str


class Webhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """GET and POST /api/v1/me/webhook: where to tell that it is one's turn while one is away."""

    url: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": settings.LONGEST_URL})] = ""
    """An https address on one of the hosts; empty for nowhere."""
    form: Literal["text", "json"] = "text"
    """A line of text (ntfy), or JSON with `content` and `text` (Discord, Slack and others)."""


class WebhookInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is set, and the hosts that this server allows; none: it tells nobody."""

    url: str
    form: Literal["text", "json"]
    hosts: list[str]


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/tables: seats are `me`, `open`, or `bot:NAME`; answered with TableLink.

    Whoever says `me` several times holds several seats, on one screen.
    """

    game: str
    seats: Annotated[
        list[str], msgspec.Meta(extra_json_schema={"minItems": 1, "maxItems": len(LETTERS)})
    ]
    preset: str = ""
    options: list[str] = []
    """Words `name=value` on top of the preset."""
    games: Annotated[
        int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": match.MOST_GAMES})
    ] = 0
    """How many games the match has; 0 for what the game thinks fair."""
    hints: bool = False
    """Whether hints are given although people play against each other; against bots they are."""
    clock: Clock | None = None
    """Without one, people have all the time they want."""
    talk: Talking = "phrases"
    """What can be said at the table: phrases, anything (`free`), or nothing (`off`)."""
    open: bool = False
    """Whether the table is listed, and anybody may join without an invitation."""
    wait: bool = False
    """Whether the first game begins when somebody who sits there says `next`, and not with the
    last seat: so that everybody can add something to the deal."""


class TableLink(msgspec.Struct, frozen=True, kw_only=True):
    """A table to go to, and the code that lets somebody else take an open seat there."""

    table: str
    invite: str


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/tables/TABLE/join: take an open seat with the invitation's code; at an open
    table the code is empty. The same to …/invitation only tells where it leads, with TableInfo.
    """

    invite: str


class Removal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/tables/TABLE/remove: free a seat that somebody else holds, before the first
    game or between games; for the owner of the table. It makes a new invitation, and is answered
    with TableLink. POST /api/v1/tables/TABLE/invitation/new, without a body, does that alone.
    """

    seat: int
    version: int
    """The version of the table that the owner saw: whoever sat down later is not removed."""


# POST /api/v1/tables/TABLE/leave, without a body, is to get up before the first game has begun;
# answered with TableInfo.


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list: GET /api/v1/tables gives those this browser sits at, first those where
    it is its turn; GET /api/v1/lobby gives those that anybody may join.
    """

    table: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    asked: list[int]
    """The seats that have a question now."""
    seats: list[Seat]
    scores: list[int]
    series: Series


class LanAddress(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/v1/lan, POST /api/v1/lan to open: how phones in the house reach this server.

    With `?path=` (its fragment included, percent-encoded) addresses and code lead to that
    page instead of the first one. POST has no body, and is for this machine alone.
    """

    open: bool
    urls: list[str]
    qr: str
    """The first address as a QR code: rows of 0 and 1 separated by /; empty while closed."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused, for people; with a status of 400 or above."""

    code: str
    text: str
