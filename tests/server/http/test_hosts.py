"""The names a server answers to: nobody's page becomes one of its own by DNS rebinding."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from halfturn.commands import serve
from halfturn.core.errors import BadOptions
from halfturn.server.ops import home_network
from halfturn.server.ops.serve import UNNAMED
from tests.support.http_client import Browser, run
from tests.support.server_process import Running

NewBrowser = Callable[[], Browser]
PAGES = ("/api/v1/me", "/healthz", "/metrics", "/", "/api/v1/openapi.json")


def asked_by(browser: Browser, name: str, path: str = "/api/v1/me") -> int:
    return browser.ask("GET", path, headers={"Host": name}).status


@pytest.mark.parametrize("path", PAGES)
def test_a_name_that_leads_here_by_somebody_elses_doing_is_refused(
    browser: NewBrowser, path: str
) -> None:
    answer = browser().ask("GET", path, headers={"Host": "evil.example:8321"})
    assert answer.status == 421
    assert answer.json["code"] == "misdirected"
    assert "--host-name evil.example" in answer.json["text"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_it_is_said_in_the_language_of_the_browser(browser: NewBrowser) -> None:
    headers = {"Host": "evil.example", "Accept-Language": "de"}
    assert "heißt nicht evil.example" in browser().ask("GET", "/", headers=headers).json["text"]


def test_names_that_are_its_own(browser: NewBrowser) -> None:
    one = browser()
    for name in (
        "localhost",
        "LOCALHOST:1234",
        "localhost.",
        "halfturn.localhost",
        "127.0.0.1",
        "192.168.7.7:8321",
        "[::1]:8321",
        "[fd00::7]",
        "laptop.home",
        "Laptop.Home.:80",
    ):
        assert asked_by(one, name) == 200, name
    for name in ("evil.localhost.example", "127.0.0.1.evil.example", "xlaptop.home", "a@b", "x,y"):
        assert asked_by(one, name) == 421, name


def test_two_names_at_once_are_refused(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        assert line.recv(100).startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 "))


def test_programs_that_send_no_name_are_answered(server: Running) -> None:
    """Some balancers look after a server by HTTP/1.0; a browser always names it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200 ")


def test_websockets_are_refused_by_the_same_rule(server: Running, browser: NewBrowser) -> None:
    table, _ = browser().new_table(["me", "open"])

    async def status_of(name: str, path: str) -> int:
        try:
            async with connect(
                f"ws://{name}{path}",
                host="127.0.0.1",
                port=server.port,
                origin=Origin(f"http://{name}"),
            ):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    async def go() -> None:
        for path in (f"/ws/{table}", "/ws/nonsense", "/worker", "/nonsense"):
            assert await status_of("evil.example", path) == 421, path
        assert await status_of("laptop.home", f"/ws/{table}") == 101

    run(go)
    assert "Traceback" not in server.complaints


def test_the_machines_own_name_is_known_once_phones_may_come(tmp_path: Path) -> None:
    name = socket.gethostname().partition(".")[0]
    names = {name.lower(), socket.gethostname().lower(), f"{name.lower()}.local"}
    assert names == home_network.own_names()
    with Running(tmp_path, module="tests.support.quick_server") as server:
        one = Browser(server.port)
        assert asked_by(one, f"{name}.local") == 421
        assert one.ask("POST", "/api/v1/lan").status == 200
        assert {asked_by(one, each) for each in names} == {200}


def test_the_option_names_more(tmp_path: Path) -> None:
    words = ("--host-name", "play.example", "--host-name", "Spiel.example")
    with Running(tmp_path, *words) as server:
        one = Browser(server.port)
        assert [asked_by(one, name) for name in ("play.example:8", "spiel.example")] == [200, 200]
        assert asked_by(one, "evil.example") == 421
    assert serve.host_names(["Play.example", "db_1"]) == ("play.example", "db_1")
    for wrong in ("https://play.example", "play.example:8321", "*.example", "", "a b"):
        with pytest.raises(BadOptions, match="expected --host-name with a name like"):
            serve.host_names([wrong])


def test_a_server_behind_a_proxy_asks_for_its_name(tmp_path: Path) -> None:
    with Running(tmp_path / "1", "--proxy", "127.0.0.1") as server:
        assert UNNAMED in server.complaints
    with Running(tmp_path / "2", "--proxy", "127.0.0.1", "--host-name", "x.example") as server:
        assert UNNAMED not in server.complaints


def test_a_proxy_that_does_not_say_for_whom_is_not_this_machine(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "proxied", module="tests.support.quick_server") as server:
        one = Browser(server.port)
        for headers, status in (
            ({}, 403),  # the proxy, or a program beside it: nobody knows
            ({"X-Forwarded-For": "198.51.100.7"}, 403),
            ({"X-Forwarded-For": "127.0.0.1"}, 200),
            ({"X-Forwarded-For": "127.0.0.1, 198.51.100.7"}, 403),
        ):
            own = {**headers, "Host": "localhost", "Origin": "http://localhost"}
            assert one.ask("GET", "/metrics", headers=own).status == status, headers
            assert one.ask("POST", "/api/v1/lan", headers=own).status == status, headers
        from_outside = {"X-Forwarded-For": "203.0.113.9", "Host": "play.example"}
        assert one.ask("GET", "/metrics", headers=from_outside).status == 200  # --metrics-from


def test_a_proxy_that_nobody_named_is_not_this_machine(browser: NewBrowser) -> None:
    one = browser()
    for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP"):
        assert one.ask("GET", "/metrics", headers={name: "127.0.0.1"}).status == 403
        assert one.ask("POST", "/api/v1/lan", headers={name: "127.0.0.1"}).status == 403
    assert one.ask("GET", "/metrics").status == 200
