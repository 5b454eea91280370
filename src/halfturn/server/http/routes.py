"""What there is under /api/v1: one table, from which the routes and their description are made.

The tests go by it too: who may call what is asserted for every row.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from halfturn.server.protocol.cards import (
    CardCheck,
    CardFile,
    CardFileInfo,
    CardText,
    KeepCards,
)
from halfturn.server.protocol.games import GameInfo, Rules
from halfturn.server.protocol.lessons import LessonAsk, LessonInfo, LessonReply
from halfturn.server.protocol.own_bots import (
    BotAgree,
    BotEvent,
    BotMove,
    BotToken,
    BotWish,
    NewBot,
    OwnBot,
    SeatBot,
)
from halfturn.server.protocol.replays import FinishedGame, Replay
from halfturn.server.protocol.updates import (
    Device,
    DeviceCode,
    Join,
    LanAddress,
    Me,
    NewTable,
    Removal,
    Reply,
    SetName,
    TableInfo,
    TableLink,
    Update,
    UseCode,
    Webhook,
    WebhookInfo,
)

PREFIX: Final = "/api/v1"


class Query(NamedTuple):
    """A parameter after the question mark; all of them may be left out."""

    name: str
    schema: dict[str, Any]
    says: str


class Endpoint(NamedTuple):
    """One method of one address."""

    method: str
    path: str
    """Below the prefix."""
    handler: str
    """The method of `Api`, or of `CardDesk`, that answers."""
    says: str
    answer: Any
    """The type of what comes back; `str` for text that is no JSON."""
    status: int = 200
    body: Any = None
    """The type of what is sent; None for nothing."""
    problems: tuple[int, ...] = ()
    """The statuses besides, each with a Problem; 421, 429 and 503 can come everywhere."""
    query: tuple[Query, ...] = ()
    text: str = "text/plain"
    """What kind of text comes back, where it is no JSON."""
    scope: str = ""
    """What the token of a bot has to be good for that asks here, instead of a browser."""
    lines: bool = False
    """Whether an answer goes on, a line of JSON for each value."""

    everywhere: bool = False
    """Whether any node answers from the log, although it is about one table: see `relay`."""

    @property
    def at_its_node(self) -> bool:
        """Whether, among several nodes, only the one that has the table answers."""
        return "{table}" in self.path and not self.everywhere

    @property
    def changes(self) -> bool:
        """Whether it changes something, and so has to come from a page of this server."""
        return self.method != "GET"


_LAN_PATH: Final = Query(
    "path",
    {"type": "string", "pattern": "^/[!-~]{0,298}$", "default": "/"},
    "the page that the addresses lead to, its fragment included",
)
_UNREADABLE: Final = (400, 403, 408, 413, 415)
"""How a body from somewhere else, too long, or of the wrong kind is refused."""
_BOT: Final = (401, 403)
"""How a token is refused that is not good, or not for that."""
_BOT_WISH: Final = (*_UNREADABLE, 401, 404, 409)


def _bot_wish(path: str, handler: str, says: str, body: Any = BotWish) -> Endpoint:
    return Endpoint(
        "POST",
        f"/tables/{{table}}/bot/{path}",
        handler,
        says,
        Reply,
        body=body,
        problems=_BOT_WISH,
        scope="play",
    )


ENDPOINTS: Final = (
    Endpoint("GET", "/me", "me", "Who this browser is.", Me),
    Endpoint(
        "POST", "/me", "set_me", "Be called something.", Me, body=SetName, problems=_UNREADABLE
    ),
    Endpoint(
        "DELETE",
        "/me",
        "forget_me",
        "Be forgotten: name and cookie are gone for good, games stay without them.",
        Me,
        problems=(403, 404),
    ),
    Endpoint(
        "GET",
        "/me/data",
        "my_data",
        "All that is kept about this browser's person.",
        dict[str, Any],
        problems=(404,),
    ),
    Endpoint(
        "POST",
        "/me/code",
        "new_code",
        "A code with which another device becomes the same person, once.",
        DeviceCode,
        status=201,
        problems=(403, 404),
    ),
    Endpoint(
        "POST",
        "/me/device",
        "use_code",
        "Be the person whose code this is.",
        Me,
        body=UseCode,
        problems=(*_UNREADABLE, 404),
    ),
    Endpoint(
        "GET",
        "/me/devices",
        "devices",
        "The devices on which this browser's person is signed in.",
        list[Device],
        problems=(404,),
    ),
    Endpoint(
        "DELETE",
        "/me/devices",
        "sign_out_others",
        "Sign out all other devices of this browser's person.",
        list[Device],
        problems=(403, 404),
    ),
    Endpoint(
        "DELETE",
        "/me/devices/{device}",
        "sign_out",
        "Sign out one device of this browser's person.",
        list[Device],
        problems=(403, 404),
    ),
    Endpoint("GET", "/me/webhook", "webhook", "Where one is told of one's turn.", WebhookInfo),
    Endpoint(
        "POST",
        "/me/webhook",
        "set_webhook",
        "Be told of one's turn somewhere, or nowhere.",
        WebhookInfo,
        body=Webhook,
        problems=(*_UNREADABLE, 404),
    ),
    Endpoint("GET", "/games", "games", "What can be played here.", list[GameInfo]),
    Endpoint(
        "GET",
        "/games/{title}/rules",
        "rules",
        "How a game is played, and what can be chosen before it begins.",
        Rules,
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/games/{title}/lesson",
        "lesson",
        "A few exercises with which a game is learnt.",
        LessonInfo,
        problems=(404,),
    ),
    Endpoint(
        "POST",
        "/games/{title}/lesson",
        "try_lesson",
        "What a learner says in an exercise, judged by the rules; nothing is kept.",
        LessonReply,
        body=LessonAsk,
        problems=(*_UNREADABLE, 404),
    ),
    Endpoint(
        "GET", "/tables", "tables", "The tables this browser's person sits at.", list[TableInfo]
    ),
    Endpoint(
        "POST",
        "/tables",
        "make_table",
        "A new table.",
        TableLink,
        status=201,
        body=NewTable,
        problems=(*_UNREADABLE, 409),
    ),
    Endpoint(
        "POST",
        "/tables/{table}/join",
        "join",
        "Take an open seat with the invitation's code.",
        TableLink,
        body=Join,
        problems=(*_UNREADABLE, 404, 409),
    ),
    Endpoint(
        "POST",
        "/tables/{table}/invitation",
        "invitation",
        "What the invitation with this code leads to; nothing is changed.",
        TableInfo,
        body=Join,
        problems=(*_UNREADABLE, 404),
    ),
    Endpoint(
        "POST",
        "/tables/{table}/invitation/new",
        "new_invitation",
        "Make a new invitation, which voids the one before; for the owner of the table.",
        TableLink,
        problems=(403, 404, 409),
    ),
    Endpoint(
        "POST",
        "/tables/{table}/remove",
        "remove",
        "Remove a person from a seat before or between games; for the owner of the table.",
        TableLink,
        body=Removal,
        problems=(*_UNREADABLE, 404, 409),
    ),
    Endpoint("GET", "/lobby", "lobby", "The tables that anybody may join.", list[TableInfo]),
    Endpoint(
        "POST",
        "/tables/{table}/leave",
        "leave",
        "Get up before the first game has begun.",
        TableInfo,
        problems=(403, 404, 409),
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games",
        "finished_games",
        "The games of a table that are over, without `first` the newest.",
        list[FinishedGame],
        problems=(400, 404),
        query=(
            Query("first", {"type": "integer", "minimum": 1, "maximum": 1_000_000}, "from which"),
            Query("count", {"type": "integer", "minimum": 1, "maximum": 100}, "how many"),
        ),
        everywhere=True,
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game}",
        "replay",
        "A finished game step by step.",
        Replay,
        problems=(400, 404),
        query=(
            Query("view", {"type": "string", "pattern": "^([A-Z]|all)?$"}, "through whose eyes"),
            Query("first", {"type": "integer", "minimum": 0, "maximum": 100_000}, "from which"),
            Query("count", {"type": "integer", "minimum": 1, "maximum": 100}, "how many"),
            Query("columns", {"type": "integer", "minimum": 0, "maximum": 200}, "drawn so wide"),
        ),
        everywhere=True,
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game}/record",
        "record",
        "The record of a finished game as a file.",
        str,
        problems=(404,),
        everywhere=True,
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game}/file",
        "replay_file",
        "A finished game as one HTML file that plays without a server.",
        str,
        problems=(404,),
        query=(Query("language", {"type": "string"}, "which it speaks; else Accept-Language"),),
        text="text/html",
        everywhere=True,
    ),
    Endpoint(
        "GET",
        "/lan",
        "lan",
        "How phones in the house reach this server.",
        LanAddress,
        problems=(400,),
        query=(_LAN_PATH,),
    ),
    Endpoint(
        "POST",
        "/lan",
        "open_lan",
        "Let phones in the house reach it; for a browser on the server's own machine alone.",
        LanAddress,
        problems=(400, 403, 409),
        query=(_LAN_PATH,),
    ),
    Endpoint(
        "GET",
        "/cards",
        "card_files",
        "The games whose cards an owner of the box can enter.",
        list[CardFileInfo],
    ),
    Endpoint(
        "GET",
        "/cards/{title}",
        "card_file",
        "The cards of a game.",
        CardFile,
        problems=(404,),
    ),
    Endpoint(
        "GET",
        "/cards/{title}/file",
        "card_download",
        "The card file in force, to take along.",
        str,
        problems=(404,),
    ),
    Endpoint(
        "POST",
        "/cards/{title}/check",
        "check_cards",
        "What is wrong with a card file; nothing is changed. For the owner alone.",
        CardCheck,
        body=CardText,
        problems=(*_UNREADABLE, 404),
    ),
    Endpoint(
        "POST",
        "/cards/{title}",
        "keep_cards",
        "Put a card file into force for new tables. For the owner alone.",
        CardFile,
        body=KeepCards,
        problems=(*_UNREADABLE, 404, 409),
    ),
    Endpoint(
        "DELETE",
        "/cards/{title}",
        "drop_cards",
        "Play with Halfturn's own cards again. For the owner alone.",
        CardFile,
        problems=(403, 404, 409),
        query=(Query("mark", {"type": "string"}, "stands for the file that is to go"),),
    ),
    Endpoint("GET", "/me/bots", "bots", "One's own bots.", list[OwnBot], problems=(404,)),
    Endpoint(
        "POST",
        "/me/bots",
        "make_bot",
        "A bot of one's own, and its token, which is shown this once.",
        BotToken,
        status=201,
        body=NewBot,
        problems=(*_UNREADABLE, 404, 409),
    ),
    Endpoint(
        "DELETE",
        "/me/bots/{bot}",
        "drop_bot",
        "Revoke the token of a bot of one's own.",
        list[OwnBot],
        problems=(403, 404),
    ),
    Endpoint(
        "POST",
        "/tables/{table}/bots",
        "seat_bot",
        "Let a bot of one's own take an open seat, with the invitation's code.",
        TableLink,
        body=SeatBot,
        problems=(*_UNREADABLE, 404, 409),
    ),
    Endpoint(
        "GET",
        "/bot/events",
        "bot_events",
        "What waits for a bot, as it happens.",
        BotEvent,
        problems=_BOT,
        scope="read",
        lines=True,
    ),
    Endpoint(
        "POST",
        "/bot/tables",
        "bot_make_table",
        "A new table, by a bot.",
        TableLink,
        status=201,
        body=NewTable,
        problems=(*_UNREADABLE, 401, 409),
        scope="play",
    ),
    Endpoint(
        "POST",
        "/tables/{table}/bot/join",
        "bot_join",
        "Take an open seat with the invitation's code, as a bot.",
        TableLink,
        body=Join,
        problems=_BOT_WISH,
        scope="play",
    ),
    Endpoint(
        "GET",
        "/tables/{table}/bot/stream",
        "bot_stream",
        "A table as a bot may see it, and every change.",
        Update,
        problems=(*_BOT, 404),
        scope="read",
        lines=True,
    ),
    _bot_wish("move", "bot_move", "Answer the open question.", BotMove),
    _bot_wish("resign", "bot_resign", "Give the match up."),
    _bot_wish("next", "bot_next", "Go on to the next game, or to a rematch."),
    _bot_wish("agree", "bot_agree", "Yes or no to what is asked.", BotAgree),
    _bot_wish("come-back", "bot_come_back", "Play again where a bot of the server stood in."),
)
