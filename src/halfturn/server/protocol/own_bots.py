"""What people's own bots and a server say to each other over HTTP: see docs/bot-api.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from halfturn.server.protocol.updates import Name, Update

Scope = Literal["read", "play"]
"""What a token is good for: to be told things, and to act."""
Key = Annotated[str, msgspec.Meta(pattern="^[!-~]{1,64}$")]
"""Of a request's own: sent twice it is carried out once."""

ID: Final = "^[0-9]{1,20}$"


# ---- for the person whose bots they are ----


class OwnBot(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/v1/me/bots: a bot of one's own whose token is good."""

    id: str
    name: str
    scopes: list[Scope]
    made_at: int
    """In seconds of 1970."""


class NewBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/me/bots: a bot of one's own, by the name it is to have at tables."""

    name: Name
    scopes: Annotated[list[Scope], msgspec.Meta(extra_json_schema={"minItems": 1})] = msgspec.field(
        default_factory=lambda: ["read", "play"]
    )
    """Both, unless told otherwise."""


class BotToken(msgspec.Struct, frozen=True, kw_only=True):
    """A new bot, and the token that makes a program this bot: it is shown this once."""

    bot: OwnBot
    token: str


class SeatBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/tables/TABLE/bots: let a bot of one's own take an open seat."""

    bot: Annotated[str, msgspec.Meta(pattern=ID)]
    invite: str


# ---- for the bot ----


class BotMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/tables/TABLE/bot/move: as the message `move` of the WebSocket."""

    key: Key
    token: str
    """Of the question that is answered."""
    answers: list[str]


class BotWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST …/bot/resign, …/bot/next, …/bot/come-back: as the messages of the WebSocket."""

    key: Key


class BotAgree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST …/bot/agree: yes or no to what is asked."""

    key: Key
    asking: int
    yes: bool


class BotEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A line of GET /api/v1/bot/events: something at a table where the bot sits."""

    type: Literal["seated", "begun", "your_turn", "over"]
    """It sits there, a game has begun, it is asked, the game is over."""
    table: str
    game: str
    number: int
    """Of the game at this table, from 1 on; 0 before the first."""
    version: int
    match_over: bool
    """Whether that was the last game of the match."""
    update: Update | msgspec.UnsetType = msgspec.UNSET
    """With `your_turn`: the whole table as the bot may see it, with the question."""


class Closing(msgspec.Struct, frozen=True, kw_only=True, tag="closed", tag_field="type"):
    """The last line of a stream that the server ends; the codes are those of the WebSocket."""

    code: int
    text: str
