"""HTTP: names, tables, invitations; who may ask, and what never leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.http_client import Browser, Json, run
from tests.support.server_process import Running, quick
from tests.support.stored_data import everything, kept

NewBrowser = Callable[[], Browser]
RACING = 1000
"""So many who want the last seats at once."""


def test_somebody_is_nobody_until_they_do_something(browser: NewBrowser) -> None:
    one = browser()
    assert one.get("/api/v1/me") == {"name": ""}
    assert one.cookie == ""
    answer = one.ask("POST", "/api/v1/me", {"name": "  Ada  "})
    assert answer.json == {"name": "Ada"}
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # phones come by plain HTTP
    assert one.get("/api/v1/me") == {"name": "Ada"}
    again = one.ask("POST", "/api/v1/me", {"name": "Grace"})
    assert again.json == {"name": "Grace"}
    assert again.headers["Set-Cookie"] is None
    assert one.get("/api/v1/me") == {"name": "Grace"}


def test_a_cookie_that_was_made_up_is_nobody(browser: NewBrowser) -> None:
    one = browser()
    one.post("/api/v1/me", {"name": "Ada"})
    name = one.cookie.partition("=")[0]
    for value in ("", "0", "A" * 43, "' OR 1=1 --", "\u00ff"):
        one.cookie = f"{name}={value}"
        assert one.get("/api/v1/me") == {"name": ""}
        assert one.get("/api/v1/tables") == []


def test_nothing_in_the_database_lets_anybody_in(server: Running, browser: NewBrowser) -> None:
    one = browser()
    one.post("/api/v1/me", {"name": "Ada"})
    token = one.cookie.partition("=")[2]
    dump = str(everything(server.data))
    assert "Ada" in dump
    assert token not in dump


def test_the_log_names_seats_and_nobody(server: Running, browser: NewBrowser) -> None:
    one = browser()
    one.post("/api/v1/me", {"name": "Ada Unmistakable"})
    one.new_table(["me", "bot:greedy"])
    dump = str(kept(server.data, "SELECT * FROM log"))
    people = [id for (id,) in kept(server.data, "SELECT id FROM people")]
    assert "made" in dump
    assert "Unmistakable" not in dump
    assert not any(str(id) in dump for id in people)


@pytest.mark.parametrize("host", ["[::1", "", "a b", "x" * 3000, "[::1]:8321", "\u00ff"])
def test_odd_hosts_are_no_trouble(server: Running, browser: NewBrowser, host: str) -> None:
    one = browser()
    assert one.ask("GET", "/api/v1/me", headers={"Host": host}).status in (200, 400, 421)
    answer = one.ask("POST", "/api/v1/lan", headers={"Host": host})
    assert answer.status in (400, 403, 421)
    assert "Traceback" not in server.complaints


@pytest.mark.parametrize(
    "name",
    ["", "x" * 25, "Deleted player", "a\u202eb", "\x00", "a\nb\x1b", "\u200b", 5, None, ["Ada"]],
)
def test_hostile_names_are_refused(browser: NewBrowser, name: Json) -> None:
    answer = browser().ask("POST", "/api/v1/me", {"name": name})
    assert answer.status == 400
    assert answer.json["text"]


HALF = "\ud800"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/me", {"name": HALF}),
        ("/me", {HALF: "Ada"}),
        ("/me/device", {"code": HALF}),
        ("/me/webhook", {"url": HALF}),
        ("/me/bots", {"name": f"Marvin{HALF}"}),
        ("/tables", {"game": HALF, "seats": ["me"]}),
        ("/tables", {"game": "swirling-heroes", "seats": ["me", HALF]}),
        ("/tables", {"game": "swirling-heroes", "seats": ["me", "open"], "options": [f"x={HALF}"]}),
        ("/tables/x/join", {"invite": HALF}),
        ("/games/swirl/lesson", {"exercise": 1, "answers": [HALF]}),
        ("/cards/sellswords/check", {"text": HALF}),
    ],
)
def test_half_a_character_is_refused(
    server: Running, browser: NewBrowser, path: str, body: Json
) -> None:
    one = browser()
    one.post("/api/v1/me", {"name": "Ada"})
    escaped = json.dumps(body).encode()
    raw = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
    for sent in (escaped, raw):
        answer = one.ask("POST", f"/api/v1{path}", sent)
        assert (answer.status, answer.json["code"]) == (400, "bad_request")
    assert "Traceback" not in server.complaints


def test_half_a_character_over_a_websocket_is_an_error(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"], talk="free", wait=True)
        tab = await one.open(table)
        for type, more in (
            ("say", {"text": HALF}),
            ("contribute", {"text": HALF}),
            ("move", {"token": HALF, "answers": [HALF]}),
            ("layout", {"cards": [HALF], "near": [[HALF]]}),
        ):
            await tab.say(type=type, key="k", **more)
            while (message := await tab.hear())["type"] != "reply":
                pass
            assert message["result"] == "error"

    run(go)


def test_a_new_name_is_shown_at_the_table(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"])
        tab = await one.open(table)
        assert tab.now["seats"][0]["name"] == "Player"
        one.post("/api/v1/me", {"name": "<b>Ada</b>"})
        await tab.until(lambda update: update["seats"][0]["name"] == "<b>Ada</b>")

    run(go)


def test_the_games_are_listed(browser: NewBrowser) -> None:
    (game,) = [each for each in browser().get("/api/v1/games") if each["id"] == "swirling-heroes"]
    assert game["title"] == "Swirling Heroes"
    assert game["tagline"] == "For 2 to 4 players, about ten minutes."
    assert [preset["id"] for preset in game["presets"]] == ["mirror", "choose", "random", "second"]
    assert game["bots"] == ["casual", "novice", "strong", "expert", "greedy", "random"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "no-such-game"},
        {"seats": []},
        {"seats": ["me"]},
        {"seats": ["me"] + ["open"] * 4},
        {"seats": ["me", "bot:skynet"]},
        {"seats": ["me", "bot:"]},
        {"seats": ["bot:greedy", "bot:random"]},
        {"seats": "me"},
        {"preset": "no such preset"},
        {"options": ["hands=everything"]},
        {"options": ["nonsense"]},
        {"options": ["first_player=Z"]},
        {"games": -1},
        {"games": 10**6},
        {"games": "two"},
        {"unknown": 1},
    ],
)
def test_a_table_that_makes_no_sense_is_refused_in_words(
    browser: NewBrowser, wrong: dict[str, Json]
) -> None:
    wish = {"game": "swirling-heroes", "seats": ["me", "open"], **wrong}
    answer = browser().ask("POST", "/api/v1/tables", wish)
    assert answer.status == 400
    assert answer.json["code"] == "bad_request"
    assert len(answer.json["text"].split()) > 3


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"", {}, 400),
        (b"[]", {}, 400),
        (b"\xff\xfe", {}, 400),
        (b'{"name": "\\ud800"}', {}, 400),
        (b"[" * 8000, {}, 400),
        (b'{"name": "' + b"x" * 9000 + b'"}', {}, 413),
        (b'{"name": "Ada"}', {"Content-Type": "text/plain"}, 415),
        (b'{"name": "Ada"}', {"Content-Type": "-"}, 415),
        (b'{"name": "Ada"}', {"Origin": "-"}, 403),
    ],
)
def test_bodies_that_cannot_be_read(
    browser: NewBrowser, body: bytes, headers: dict[str, str], status: int
) -> None:
    answer = browser().ask("POST", "/api/v1/me", body, headers)
    assert answer.status == status, answer.body
    assert set(answer.json) == {"code", "text"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("POST", "/api/v1/nothing", 404),
        ("DELETE", "/api/v1/tables", 405),
        ("GET", "/api/v1/tables/abc/join", 405),
        ("GET", "/missing.js", 404),
        ("GET", "/../../etc/passwd", 200),
        ("GET", "/assets/%2e%2e/%2e%2e/%2e%2e/pyproject.toml", 404),
        ("GET", "/%00.js", 404),
        ("GET", "/ws/abc", 200),
        ("GET", "/t/abc", 200),
        ("HEAD", "/", 200),
    ],
)
def test_addresses(browser: NewBrowser, method: str, path: str, status: int) -> None:
    answer = browser().ask(method, path)
    assert answer.status == status
    assert b"[project]" not in answer.body
    assert b"root:" not in answer.body


def test_every_answer_has_its_safe_headers(browser: NewBrowser) -> None:
    one = browser()
    for path in ("/", "/api/v1/me", "/api/v1/games", "/api/v1/nothing", "/missing.js"):
        headers = one.ask("GET", path).headers
        assert "default-src 'none'; script-src 'self';" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex"
        assert headers["Server"] is None
        assert headers["Access-Control-Allow-Origin"] is None
        if path.startswith("/api"):
            assert headers["Cache-Control"] == "no-store"


def origins(port: int) -> list[tuple[str, bool]]:
    own = f"http://127.0.0.1:{port}"
    return [
        (own, True),
        ("-", False),  # none at all
        ("null", False),
        ("", False),
        ("*", False),
        (f"https://127.0.0.1:{port}", False),
        ("http://127.0.0.1", False),
        (f"http://127.0.0.1:{port + 1}", False),
        (f"http://localhost:{port}", False),
        (f"{own}/", False),
        (f"{own}.evil.example", False),
        (f"http://evil.example:{port}", False),
        (f"http://evil.example/{own}", False),
        (f"http://127.0.0.1:{port}@evil.example", False),
        (f"http://user@127.0.0.1:{port}", False),
        (f"{own} {own}", False),
        (f"HTTP://127.0.0.1:{port}", False),
        (f"ws://127.0.0.1:{port}", False),
        (f"http://127.0.0.1.:{port}", False),
        (f"http://[::1]:{port}", False),
        ("file://", False),
        (f"http://127.0.0.1:{port}:80", False),
        (f"http://127.0.0.1:0{port}", False),
        (f"http://127.1:{port}", False),
        (f"http://2130706433:{port}", False),
        (f"http://127.0.0.1:{port}?", False),
        (f"http://127.0.0.1:{port}#", False),
        (f"http://xn--127-0.example:{port}", False),
        (f"{own}, {own}", False),
        (f"http://evil.example\t{own}", False),
        ("chrome-extension://abc", False),
    ]


def try_all_origins(port: int) -> None:
    async def go() -> None:
        one = Browser(port)
        table, _ = one.new_table(["me", "open"])
        for origin, welcome in origins(port):
            answer = one.ask("POST", "/api/v1/me", {"name": "Ada"}, {"Origin": origin})
            assert answer.status == (200 if welcome else 403), origin
            if welcome:
                await one.open(table, Origin=origin)
            else:
                with pytest.raises(InvalidStatus) as refused:
                    await one.open(table, Origin=origin)
                assert refused.value.response.status_code == 403
        cross_site = {"Sec-Fetch-Site": "cross-site"}
        assert one.ask("POST", "/api/v1/me", {"name": "Ada"}, cross_site).status == 403

    run(go)


def test_only_pages_of_this_server_are_heard(server: Running) -> None:
    try_all_origins(server.port)


@pytest.mark.parametrize("mutant", ["no_origin", "any_ending"])
def test_a_server_that_listens_to_other_pages_is_caught(tmp_path: Path, mutant: str) -> None:
    with quick(tmp_path, mutant) as lax, pytest.raises(AssertionError):
        try_all_origins(lax.port)


def test_an_address_that_is_not_localhost_is_as_good(server: Running) -> None:
    """As a phone comes: by another host name, without a secure context."""

    async def go() -> None:
        phone = Browser(server.port)
        host = f"laptop.home:{server.port}"
        own = {"Host": host, "Origin": f"http://{host}"}
        answer = phone.ask("POST", "/api/v1/me", {"name": "Phone"}, own)
        assert answer.status == 200
        assert phone.ask("POST", "/api/v1/me", {"name": "Phone"}, {"Host": host}).status == 403

    run(go)


def test_an_invitation_takes_one_seat_and_is_gone(browser: NewBrowser) -> None:
    host, guest, late = browser(), browser(), browser()
    table, invite = host.new_table(["me", "open"])
    assert len(invite) >= 43  # 256 bits
    assert guest.join(table, "wrong").status == 404
    assert guest.join("no-such-table", invite).status == 404
    assert guest.join(table, "").status == 404
    assert guest.get("/api/v1/tables") == []
    assert guest.join(table, invite).json["table"] == table
    assert guest.join(table, invite).status == 200  # sent twice: still one seat
    assert late.join(table, invite).status == 409
    assert host.join(table, invite).status == 200
    (seen,) = guest.get("/api/v1/tables")
    assert seen["status"] == "playing"
    assert [seat["you"] for seat in seen["seats"]] == [False, True]
    (seen,) = host.get("/api/v1/tables")
    assert [seat["you"] for seat in seen["seats"]] == [True, False]
    assert late.get("/api/v1/tables") == []


def test_however_many_come_at_once_every_seat_is_taken_once(browser: NewBrowser) -> None:
    host = browser()
    table, invite = host.new_table(["me", "open", "open", "open"])
    guests = [browser() for _ in range(RACING)]
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda guest: guest.join(table, invite).status, guests))
    assert sorted(answers) == [200] * 3 + [409] * (RACING - 3)
    (seen,) = host.get("/api/v1/tables")
    assert [seat["kind"] for seat in seen["seats"]] == ["person"] * 4
    assert seen["status"] == "playing"


def test_a_tab_that_watches_sits_down_with_its_person(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest = browser(), browser()
        guest.post("/api/v1/me", {"name": "Guest"})
        table, invite = host.new_table(["me", "open"])
        tab = await guest.open(table)
        assert tab.now["seat"] is None
        assert tab.now["invite"] is None
        assert tab.now["fair"] is None
        guest.join(table, invite)
        begun = await tab.until(lambda update: update["seat"] == 1)
        assert begun["whole"]
        assert begun["status"] == "playing"

    run(go)


def test_a_table_that_is_not_there_is_told_by_the_code(browser: NewBrowser) -> None:
    async def go() -> None:
        tab = await browser().open("no-such-table", seen=None)
        assert await tab.closed() == 4404

    run(go)


def test_phones_are_let_in_from_this_machine_alone(server: Running, browser: NewBrowser) -> None:
    one = browser()
    assert one.get("/api/v1/lan") == {"open": False, "urls": [], "qr": ""}
    assert one.ask("POST", "/api/v1/lan", headers={"Origin": "-"}).status == 403
    rebound = f"laptop.home:{server.port}"
    foreign = {"Host": rebound, "Origin": f"http://{rebound}"}
    assert one.ask("POST", "/api/v1/lan", headers=foreign).status == 403
    opened = one.ask("POST", "/api/v1/lan").json
    assert opened["open"]
    assert opened["urls"] == [f"http://127.0.0.2:{server.port}/"]
    rows = opened["qr"].split("/")
    assert {len(row) for row in rows} == {len(rows)}
    assert set(opened["qr"]) == {"0", "1", "/"}
    assert one.ask("POST", "/api/v1/lan").json == opened  # again: nothing happens
    with_path = one.get("/api/v1/lan?path=%2F%23%2Fjoin%2Fabc")
    assert with_path["urls"] == [f"http://127.0.0.2:{server.port}/#/join/abc"]
    assert with_path["qr"] != opened["qr"]
    assert one.ask("GET", "/api/v1/lan?path=http://evil.example").status == 400

    async def go() -> None:
        phone = Browser(server.port, "127.0.0.2")
        table, invite = one.new_table(["me", "open"])
        assert phone.join(table, invite).status == 200
        tab = await phone.open(table)
        assert tab.now["status"] == "playing"

    run(go)
