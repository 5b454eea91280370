"""What there is under /api/v1: one table, from which the routes and their description are made.

The tests go by it too: who may call what is asserted for every row.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from halfturn.server.card_messages import (
    CardCheck,
    CardFile,
    CardFileInfo,
    CardText,
    KeepCards,
)
from halfturn.server.game_messages import GameInfo, Rules
from halfturn.server.learning import LessonAsk, LessonInfo, LessonReply
from halfturn.server.past import FinishedGame, Replay
from halfturn.server.protocol import (
    DeviceCode,
    Join,
    LanAddress,
    Me,
    NewTable,
    SetName,
    TableInfo,
    TableLink,
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
    """The statuses besides, each with a Problem; 429 and 503 can come everywhere."""
    query: tuple[Query, ...] = ()
    text: str = "text/plain"
    """What kind of text comes back, where it is no JSON."""

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
        "The games of a table that are over.",
        list[FinishedGame],
        problems=(404,),
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
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game}/record",
        "record",
        "The record of a finished game as a file.",
        str,
        problems=(404,),
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
)
