"""Who may do what over HTTP: every row of the routes, for everybody.

A route that has no row here fails: whoever adds one has to say whose it is. What is said over
the WebSocket is in `test_who_may`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from halfturn.server.routes import ENDPOINTS, PREFIX, Endpoint
from tests.server.browser import Browser, Json, run
from tests.server.running import Running

WHO = ("anonymous", "stranger", "other seat", "host", "forgotten")

ROUTES: dict[str, dict[str, int]] = {
    "GET /me": dict.fromkeys(WHO, 200),
    "POST /me": dict.fromkeys(WHO, 200),
    "DELETE /me": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "GET /me/data": {**dict.fromkeys(WHO, 200), "anonymous": 404, "forgotten": 404},
    "POST /me/code": {**dict.fromkeys(WHO, 201), "anonymous": 404, "forgotten": 404},
    "POST /me/device": dict.fromkeys(WHO, 404),  # nobody has such a code
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
}
BODIES: dict[str, Json] = {
    "POST /me/device": {"code": "guessed"},
    "POST /me/webhook": {"url": ""},
    "POST /me": {"name": "Somebody"},
    "POST /tables": {"game": "swirling-heroes", "seats": ["me", "open"]},
    "POST /tables/{table}/join": {"invite": "guessed"},
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
    path = PREFIX + path.format(table=party.table, game=1, title="swirl")
    for who in WHO:
        one = party.who[who]
        origin = {"Origin": one.origin}
        if method != "GET":  # no page of another server, and none at all, changes anything
            for wrong in ("http://evil.example", "null", "-"):
                refused = one.ask(method, path, BODIES.get(name), {"Origin": wrong})
                assert refused.status == 403, (who, wrong)
        answer = one.ask(method, path, BODIES.get(name), origin)
        assert answer.status == ROUTES[name][who], (who, answer.body)
        if answer.status == 404:
            # Whether there is such a table, or who sits there, is not told by the refusal.
            nowhere = path.replace(party.table, "nowhere")
            assert one.ask(method, nowhere, BODIES.get(name), origin).status == 404


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
