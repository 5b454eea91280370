"""Who may do what over HTTP: every row of the routes, for everybody.

A route that has no row here fails: whoever adds one has to say whose it is. What is said over
the WebSocket is in `test_who_may`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from halfturn.server.http.routes import ENDPOINTS, PREFIX, Endpoint
from tests.support.bot_client import Bot, new_bot
from tests.support.http_client import Browser, Json, run
from tests.support.server_process import Running

WHO = ("anonymous", "stranger", "other seat", "host", "forgotten")

ROUTES: dict[str, dict[str, int]] = {
    "GET /me": dict.fromkeys(WHO, 200),
    "POST /me": dict.fromkeys(WHO, 200),
    "DELETE /me": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "GET /me/data": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "POST /me/code": {**dict.fromkeys(WHO, 201), "anonymous": 404, "forgotten": 404},
    "POST /me/device": dict.fromkeys(WHO, 404),  # nobody has such a code
    "GET /me/devices": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "DELETE /me/devices": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    # A device of somebody else is not there.
    "DELETE /me/devices/{device}": dict.fromkeys(WHO, 404),
    "GET /me/webhook": dict.fromkeys(WHO, 200),
    "POST /me/webhook": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "GET /games/{title}/rules": dict.fromkeys(WHO, 200),
    # Lessons are for everybody, and nothing is kept of them.
    "GET /games/{title}/lesson": dict.fromkeys(WHO, 200),
    "POST /games/{title}/lesson": dict.fromkeys(WHO, 200),
    "GET /lobby": dict.fromkeys(WHO, 200),
    # Only who sits there could leave, and once a game has begun nobody does.
    "POST /tables/{table}/leave": {**dict.fromkeys(WHO, 404), "other seat": 409, "host": 409},
    "GET /games": dict.fromkeys(WHO, 200),
    "GET /tables": dict.fromkeys(WHO, 200),
    "POST /tables": dict.fromkeys(WHO, 201),
    # Without the right invitation a table is not there, whoever asks.
    "POST /tables/{table}/join": dict.fromkeys(WHO, 404),
    "POST /tables/{table}/invitation": dict.fromkeys(WHO, 404),
    # For the owner alone; to those who do not sit there the table is not there.
    "POST /tables/{table}/invitation/new": {
        **dict.fromkeys(WHO, 404),
        "other seat": 403,
        "host": 200,
    },
    # While a game is played not even the owner can remove anybody.
    "POST /tables/{table}/remove": {**dict.fromkeys(WHO, 404), "other seat": 403, "host": 409},
    # Finished games are for everybody who knows the table; of the running one there is nothing.
    "GET /tables/{table}/games": dict.fromkeys(WHO, 200),
    "GET /tables/{table}/games/{game}": dict.fromkeys(WHO, 404),
    "GET /tables/{table}/games/{game}/record": dict.fromkeys(WHO, 404),
    "GET /tables/{table}/games/{game}/file": dict.fromkeys(WHO, 404),
    "GET /lan": dict.fromkeys(WHO, 200),
    "POST /lan": dict.fromkeys(WHO, 200),
    # All of these come from the server's own machine; `test_cards` has those who do not.
    "GET /cards": dict.fromkeys(WHO, 200),
    "GET /cards/{title}": dict.fromkeys(WHO, 200),
    "GET /cards/{title}/file": dict.fromkeys(WHO, 200),
    "POST /cards/{title}/check": dict.fromkeys(WHO, 200),
    "POST /cards/{title}": dict.fromkeys(WHO, 409),  # not the file that they have seen
    "DELETE /cards/{title}": dict.fromkeys(WHO, 409),
    "GET /me/bots": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "POST /me/bots": {**dict.fromkeys(WHO, 201), "anonymous": 404, "forgotten": 404},
    # A bot that is not one's own is not there.
    "DELETE /me/bots/{bot}": dict.fromkeys(WHO, 404),
    "POST /tables/{table}/bots": dict.fromkeys(WHO, 404),
    # Who has a cookie is no bot, whoever it is: those have rows of their own below.
    "GET /bot/events": dict.fromkeys(WHO, 401),
    "POST /bot/tables": dict.fromkeys(WHO, 401),
    "GET /tables/{table}/bot/stream": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/join": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/move": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/resign": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/next": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/agree": dict.fromkeys(WHO, 401),
    "POST /tables/{table}/bot/come-back": dict.fromkeys(WHO, 401),
}
TOKENS = ("none", "guessed", "a cookie", "revoked", "of somebody forgotten", "read", "play")
"""What a bot may send; the last two are good, for one thing each."""
BOTS: dict[str, tuple[str, int, int]] = {
    "GET /bot/events": ("read", 200, 200),
    "POST /bot/tables": ("play", 201, 201),
    "GET /tables/{table}/bot/stream": ("read", 200, 200),  # as anybody may who knows the table
    "POST /tables/{table}/bot/join": ("play", 404, 404),  # not with that code
    "POST /tables/{table}/bot/move": ("play", 400, 404),
    "POST /tables/{table}/bot/resign": ("play", 400, 404),
    "POST /tables/{table}/bot/next": ("play", 400, 404),
    "POST /tables/{table}/bot/agree": ("play", 409, 404),
    "POST /tables/{table}/bot/come-back": ("play", 400, 404),
}
"""The scope that a token needs, and what becomes of it for a bot that sits at the table, where a
seat is open, and for one that does not."""
BODIES: dict[str, Json] = {
    "POST /me/device": {"code": "guessed"},
    "POST /me/webhook": {"url": ""},
    "POST /me": {"name": "Ada"},
    "POST /tables": {"game": "swirling-heroes", "seats": ["me", "open"]},
    "POST /tables/{table}/join": {"invite": "guessed"},
    "POST /tables/{table}/invitation": {"invite": "guessed"},
    "POST /tables/{table}/remove": {"seat": 1, "version": 99},
    "POST /me/bots": {"name": "Marvin"},
    "POST /tables/{table}/bots": {"bot": "7", "invite": "guessed"},
    "POST /bot/tables": {"game": "swirling-heroes", "seats": ["me", "open"]},
    "POST /tables/{table}/bot/join": {"invite": "guessed"},
    "POST /tables/{table}/bot/move": {"key": "k", "token": "1.0", "answers": ["0123@0,0"]},
    "POST /tables/{table}/bot/resign": {"key": "k"},
    "POST /tables/{table}/bot/next": {"key": "k"},
    "POST /tables/{table}/bot/agree": {"key": "k", "asking": 1, "yes": True},
    "POST /tables/{table}/bot/come-back": {"key": "k"},
    "POST /cards/{title}/check": {"text": ""},
    "POST /cards/{title}": {"text": "", "mark": "guessed"},
    "POST /games/{title}/lesson": {
        "step": 0,
        "say": {"type": "preview", "key": "a", "token": "0.0", "answer": "play:Fg4"},
    },
}


def name_of(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


def test_every_route_has_its_row() -> None:
    assert set(ROUTES) == {name_of(endpoint) for endpoint in ENDPOINTS}


class Party:
    """A table where two play, and everybody else."""

    def __init__(self, browser: Callable[[], Browser]) -> None:
        self.who = {who: browser() for who in WHO}
        host = self.who["host"]
        self.table, self.invite = host.new_table(["me", "open"], options=["first_player=A"])
        assert self.who["other seat"].join(self.table, self.invite).status == 200
        for who in ("stranger", "forgotten"):
            self.who[who].post("/api/v1/me", {"name": who})
        gone = self.who["forgotten"]
        cookie = gone.cookie
        assert gone.ask("DELETE", "/api/v1/me", headers={"Origin": gone.origin}).status == 200
        gone.cookie = cookie  # as a browser would that kept it all the same


@pytest.fixture
def party(browser: Callable[[], Browser]) -> Party:
    return Party(browser)


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_a_route_is_for_whom_it_is_for(party: Party, server: Running, name: str) -> None:
    method, path = name.split()
    path = PREFIX + path.format(table=party.table, game=1, title="swirl", bot=7, device=7)
    for who in WHO:
        one = party.who[who]
        origin = {"Origin": one.origin}
        if (
            method != "GET" and name not in BOTS
        ):  # no page of another server, and none at all, changes anything
            for wrong in ("http://evil.example", "null", "-"):
                refused = one.ask(method, path, BODIES.get(name), {"Origin": wrong})
                assert refused.status == 403, (who, wrong)
        answer = one.ask(method, path, BODIES.get(name), origin)
        assert answer.status == ROUTES[name][who], (who, answer.body)
        if answer.status == 404:
            # Whether there is such a table, or who sits there, is not told by the refusal.
            nowhere = path.replace(party.table, "nowhere")
            assert one.ask(method, nowhere, BODIES.get(name), origin).status == 404


# ---- bots ----


def test_every_route_for_bots_has_its_row() -> None:
    assert {name: row[0] for name, row in BOTS.items()} == {
        name_of(endpoint): endpoint.scope for endpoint in ENDPOINTS if endpoint.scope
    }


def test_a_token_is_for_what_it_is_for(browser: Callable[[], Browser]) -> None:
    owner, gone = browser(), browser()
    for each in (owner, gone):
        each.post("/api/v1/me", {"name": "Ada"})
    bots = {
        "none": Bot(owner.port, ""),
        "guessed": Bot(owner.port, "hb_" + "A" * 43),
        "a cookie": Bot(owner.port, owner.cookie.partition("=")[2]),
        "revoked": new_bot(owner),
        "of somebody forgotten": new_bot(gone),
        "read": new_bot(owner, scopes=("read",)),
        "play": new_bot(owner, scopes=("play",)),
    }
    origin = {"Origin": owner.origin}
    path = f"/api/v1/me/bots/{bots['revoked'].id}"
    assert owner.ask("DELETE", path, headers=origin).status == 200
    assert gone.ask("DELETE", "/api/v1/me", headers=origin).status == 200
    for sits in (True, False):
        table, invite = browser().new_table(["me", "open", "open", "open"])
        for who in ("read", "play"):
            wish = {"bot": bots[who].id, "invite": invite}
            place = f"/api/v1/tables/{table}/bots"
            assert not sits or owner.ask("POST", place, wish, origin).status == 200
        # With its last seat a game would begin: of four one stays open.
        for name, (scope, seated, elsewhere) in BOTS.items():
            method, path = name.split()
            for who in TOKENS:
                right = seated if sits else elsewhere
                expected = right if who == scope else 403 if who in ("read", "play") else 401
                found = status(bots[who], method, path.format(table=table), BODIES.get(name))
                assert found == expected, (name, who, sits)


def status(bot: Bot, method: str, path: str, body: Json) -> int:
    if method == "GET":  # it would not come to an end
        with bot.read(path) as stream:
            return stream.status
    return bot.ask(method, path, body).status


def test_cookies_and_tokens_are_never_taken_for_each_other(browser: Callable[[], Browser]) -> None:
    owner = browser()
    owner.post("/api/v1/me", {"name": "Ada"})
    bot = new_bot(owner)
    name = owner.cookie.partition("=")[0]
    pretender = browser()
    pretender.cookie = f"{name}={bot.token}"
    assert pretender.get("/api/v1/me") == {"name": ""}
    assert bot.ask("GET", "/me").json == {"name": ""}
    assert bot.ask("GET", "/me/bots").status == 404
    # A cookie that comes along adds nothing to a token, and takes nothing from it.
    both = {"Cookie": owner.cookie}
    assert bot.ask("POST", "/bot/tables", BODIES["POST /bot/tables"], both).status == 201
    assert owner.get("/api/v1/tables") == []


def test_a_seat_in_a_message_is_nobody(party: Party) -> None:
    """Who somebody is comes from the cookie alone, never from what they say."""

    async def go() -> None:
        tab = await party.who["other seat"].open(party.table)
        reply = await tab.request("move", token="1.0", answers=["0123@0,0"], seat=0)
        assert reply["result"] == "error"
        host = await party.who["host"].open(party.table)
        assert host.now["question"]["token"] == "1.0"

    run(go)


def test_a_matrix_that_is_wrong_would_be_noticed(party: Party) -> None:
    """The check above, proved: a cell that says otherwise is not what the server does."""
    wrong = {"GET /me/data": 200, "POST /tables/{table}/join": 200}
    one = party.who["anonymous"]
    for name, status in wrong.items():
        method, path = name.split()
        path = PREFIX + path.format(table=party.table, game=1, title="swirl")
        answer = one.ask(method, path, BODIES.get(name), {"Origin": one.origin})
        assert answer.status != status
