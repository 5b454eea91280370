"""Bounds, and what happens there: nobody can make the server slow or fat for the others."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from halfturn.core.data import LARGEST_FILE
from halfturn.server.bots import players, thinker_pool
from halfturn.server.http import cards
from halfturn.server.ops.settings import MOST_BYTES, Rate, Settings
from halfturn.server.people import bot_events, names
from halfturn.server.projection import render, replays
from halfturn.server.storage import database, postgres, postgres_connection, sqlite_writer, store
from halfturn.server.tables import history, table
from halfturn.server.transport import http_protocol, rate_limits
from halfturn.server.transport.addresses import counted_as
from halfturn.server.transport.rate_limits import Bucket, Buckets, PersonLimit
from tests.support.bot_client import new_bot
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running


def test_a_bucket_fills_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Bucket(Rate(3, 0.5))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 2
    assert [bucket.empty, bucket.take(), bucket.empty] == [False, True, True]
    many = Buckets(Rate(1, 0))
    assert many.of("a").take()
    assert not many.of("a").take()
    assert many.of("b").take()


def test_a_bucket_that_is_not_full_is_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many keys somebody floods it with, theirs stays empty; and the flood is bounded."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    many = Buckets(Rate(2, 0.5))
    assert [many.of("a").take() for _ in range(3)] == [True, True, False]
    for each in range(3 * rate_limits.MOST_BUCKETS):
        many.of(each).take()
    assert len(many) == rate_limits.MOST_BUCKETS
    assert not many.of("a").take()
    # Those for whom there is no room share one.
    assert [many.of(each).take() for each in ("b", "c", "d")] == [False, False, False]
    now[0] += 60
    assert many.of("e").take()
    for each in range(rate_limits.MOST_BUCKETS):
        many.of(f"full {each}")
    assert len(many) < 100  # full ones go as new ones come


def test_a_person_counts_once_and_an_address_as_several() -> None:
    limit = PersonLimit(Rate(3, 0), people=2)
    assert [limit.take(1, "a") for _ in range(4)] == [True, True, True, False]
    assert not limit.take(1, "b")  # nor from elsewhere
    assert [limit.take(person, "a") for person in (2, 3, 4, 5)] == [True, True, True, False]
    assert not limit.take(None, "a")
    assert [limit.take(None, "c") for _ in range(7)] == [True] * 6 + [False]
    assert limit.take(5, "b")  # what the address refused cost the person nothing


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("64:ff9b::192.0.2.7", "192.0.2.7"),
        ("::ffff:0:192.0.2.7", "192.0.2.7"),
        ("2002:c000:207:1:2:3:4:5", "192.0.2.7"),
        ("2001:0:c633:6401::3fff:fdf8", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::6", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_as_whose_an_address_counts(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_coming_back_brings_no_new_limits(tmp_path: Path) -> None:
    """Neither does another tab, and other cookies bring only what the household may."""

    async def go() -> None:
        with Running(
            tmp_path, "--settings", "bursts", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"])
            replies: list[str] = []
            for _ in range(3):
                tab, beside = await one.open(table), await one.open(table)
                for each in (tab, beside) * 5:
                    replies.append((await each.request("next"))["result"])
                await tab.close()
                await beside.close()
            assert replies == ["stale"] * 20 + ["slow_down"] * 10
            for _ in range(7):
                other = Browser(server.port)
                table, _ = other.new_table(["me", "bot:random"])
                tab = await other.open(table)
                assert [(await tab.request("next"))["result"] for _ in range(20)] == ["stale"] * 20
            last = Browser(server.port)
            table, _ = last.new_table(["me", "bot:random"])
            assert (await (await last.open(table)).request("next"))["result"] == "slow_down"

    run(go)


def test_what_is_said_is_counted_by_person_and_table(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "bursts", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "me", "open"])
            other, _ = one.new_table(["me", "open"])
            said = []
            for seat in (0, 1, 0):
                tab = await one.open(table, seen=None)
                await tab.say(type="hello", seen=0, seat=seat)
                await tab.update()
                said += [(await tab.request("say", phrase="hello"))["result"] for _ in range(2)]
                await tab.close()
            assert said == ["ok"] * 5 + ["slow_down"]
            tab = await one.open(other)
            assert (await tab.request("say", phrase="hello"))["result"] == "ok"

    run(go)


def test_connections_are_counted_as_messages(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "bursts", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "open"])
            for _ in range(100):
                await (await one.open(table)).close()  # and a hello each
            assert await (await one.open(table, seen=None)).closed() == 1008

    run(go)


def test_new_tables_are_counted_by_address(tmp_path: Path) -> None:
    """For an attacker a new person for each of them is no way out."""
    wish = {"game": "swirling-heroes", "seats": ["me", "open"]}
    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
        most = int(Settings().tables_per_address.burst)
        browsers = [Browser(server.port) for _ in range(3)]
        made = [
            one.ask("POST", "/api/v1/tables", wish).status
            for one in browsers
            for _ in range(most // len(browsers))
        ]
        assert made == [201] * most
        new = Browser(server.port)
        refused = new.ask("POST", "/api/v1/tables", wish)
        assert (refused.status, refused.json["code"]) == (429, "slow_down")
        assert int(refused.headers["Retry-After"]) >= 1
        assert new.cookie == ""  # nobody new was made for it
        assert new_bot(browsers[0]).ask("POST", "/bot/tables", wish).status == 429


def test_who_is_too_fast_is_told_and_then_closed(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "bursts", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"])
            tab = await one.open(table)
            results = [(await tab.request("next"))["result"] for _ in range(30)]
            assert results == ["stale"] * 20 + ["slow_down"] * 10
            for _ in range(250):
                await tab.say(type="preview", key="k", token="", answer="")
            assert await tab.closed() == 1008

    run(go)


def test_tables_and_wrong_invitations_are_limited(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
        one = Browser(server.port)
        wish = {"game": "swirling-heroes", "seats": ["me", "open"]}
        made = [one.ask("POST", "/api/v1/tables", wish).status for _ in range(63)]
        assert made == [201] * 60 + [429] * 3
        table, invite = Browser(server.port).new_table(["me", "open"])
        guesses = [one.join(table, f"guess {each}").status for each in range(14)]
        assert guesses == [404] * 10 + [429] * 4
        assert one.join(table, invite).status == 429


def test_a_hello_is_expected(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "impatient", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "open"])
            silent = await one.open(table, seen=None)
            assert await silent.closed() == 1008

    run(go)


def test_a_hello_comes_first(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        rude = await one.open(table, seen=None)
        await rude.say(type="next", key="k")
        assert await rude.closed() == 1008

    run(go)


def test_a_table_is_not_opened_any_number_of_times(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        for _ in range(8):
            await one.open(table)
        extra = await one.open(table, seen=None)
        assert await extra.closed() == 1013

    run(go)


def test_connections_requests_and_tables_are_limited(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "narrow", module="tests.support.quick_server"
        ) as server:
            one, other, third = (Browser(server.port) for _ in range(3))
            table, _ = one.new_table(["me", "open"])
            second, _ = one.new_table(["me", "bot:random"], options=["first_player=A"])
            wish = {"game": "swirling-heroes", "seats": ["me", "open"]}
            refused = one.ask("POST", "/api/v1/tables", wish)
            assert (refused.status, refused.json["code"]) == (409, "conflict")
            tabs = [await one.open(each) for each in (table, second, table)]
            extra = await one.open(table, seen=None)
            assert await extra.closed() == 1013  # too many of one person
            others = [await other.open(table), await third.open(table)]
            assert await (await third.open(table, seen=None)).closed() == 1013  # of one address
            # Once the game is over the person may make another table.
            await tabs[1].request("resign")
            assert one.ask("POST", "/api/v1/tables", wish).status == 201
            for each in (*tabs, *others):
                await each.close()
            answers = [one.ask("GET", "/api/v1/me") for _ in range(60)]
            assert {answer.status for answer in answers} == {200, 429}
            assert int(answers[-1].headers["Retry-After"]) >= 1
            assert answers[-1].json["code"] == "slow_down"
            assert one.ask("GET", "/healthz").status == 200
            # All places taken: whoever comes is told at once.
            taken = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
            heads = [await asyncio.to_thread(each.recv, 100) for each in taken[14:]]
            assert all(b" 503 " in head for head in heads)
            for line in taken:
                line.close()

    run(go)


def raw(server: Running, data: bytes) -> bytes:
    """What comes back before the server closes, for bytes as they are."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        found = b""
        with contextlib.suppress(ConnectionError):
            line.sendall(data)
        with contextlib.suppress(ConnectionError):
            while more := line.recv(65536):
                found += more
        return found


def test_the_head_of_a_request_is_limited(server: Running) -> None:
    long = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    assert b" 431 " in raw(server, long + b"X: " + b"y" * 600_000)
    assert b" 431 " in raw(server, long + b"X: y\r\n" * 100_000)
    assert b" 431 " in raw(server, b"GET /" + b"y" * 600_000)
    assert b" 200 " in raw(server, long + b"X: " + b"y" * 6000 + b"\r\nConnection: close\r\n\r\n")
    assert b" 400 " in raw(server, b"\x16\x03\x01 nonsense\r\n\r\n")
    # Whoever says nothing, or too little, is not waited for.
    assert b" 408 " in raw(server, b"")
    assert b" 408 " in raw(server, long)
    assert "Traceback" not in server.complaints


def test_a_body_does_not_take_for_ever(tmp_path: Path) -> None:
    with Running(
        tmp_path, "--settings", "impatient", module="tests.support.quick_server"
    ) as server:
        origin = f"127.0.0.1:{server.port}"
        head = (
            f"POST /api/v1/me HTTP/1.1\r\nHost: {origin}\r\nOrigin: http://{origin}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{"
        )
        assert b" 408 " in raw(server, head.encode())


def test_only_a_proxy_that_is_named_may_say_who_asks(tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "Host": "play.example"}
    for settings, status in (("proxied", 200), ("quick", 421)):
        with Running(
            tmp_path / settings, "--settings", settings, module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            headers = {**said, "Origin": "https://play.example"}
            answer = one.ask("POST", "/api/v1/me", {"name": "Ada"}, headers)
            assert answer.status == status
            if status == 200:
                cookie = answer.headers["Set-Cookie"]
                assert cookie.startswith("__Host-")
                assert "Secure" in cookie


def test_every_bound_is_told() -> None:
    """The table of docs/limits.md names every setting, with its default."""
    text = (Path(__file__).parents[3] / "docs" / "limits.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    usual = Settings()
    # These bound nobody.
    untold = {
        "bot_pause",
        "host_names",
        "origins",
        "proxies",
        "edit_cards",
        "worker_secret",
        "metrics_from",
    }
    for field in fields(Settings):
        if field.name in untold:
            continue
        (row,) = [row for row in rows if f"`{field.name}`" in row]
        value = getattr(usual, field.name)
        number = value.burst if isinstance(value, Rate) else value
        assert str(number).removesuffix(".0") in row, row
    constants = {
        "MOST_HEAD": http_protocol.MOST_HEAD // 1024,
        "HEAD_WITHIN": http_protocol.HEAD_WITHIN,
        "MOST_UNHEARD": http_protocol.MOST_UNHEARD,
        "MOST_UNSENT": http_protocol.MOST_UNSENT,
        "STUCK_AFTER": http_protocol.STUCK_AFTER,
        "MOST_BYTES": MOST_BYTES,
        "MOST_CARD_BYTES": cards.MOST_CARD_BYTES,
        "LARGEST_FILE": LARGEST_FILE,
        "LONGEST_LIST": store.LONGEST_LIST,
        "LONGEST_NAME": names.LONGEST_NAME,
        "MOST_MARKS": names.MOST_MARKS,
        "MOST_STEPS": replays.MOST_STEPS,
        "LONGEST_PAGE": history.LONGEST_PAGE,
        "MOST_RENDERING": render.MOST_RENDERING,
        "RENDER_WITHIN": render.RENDER_WITHIN,
        "MOST_KEYS": table.MOST_KEYS,
        "MOST_ANSWERS": table.MOST_ANSWERS,
        "MOST_WAITING": sqlite_writer.MOST_WAITING,
        "MOST_TOGETHER": sqlite_writer.MOST_TOGETHER,
        "READ_WITHIN": postgres.READ_WITHIN,
        "COMMAND_WITHIN": postgres_connection.COMMAND_WITHIN,
        "MOST_BUCKETS": rate_limits.MOST_BUCKETS,
        "MOST_FAILURES": players.MOST_FAILURES,
        "MOST_BOTS": thinker_pool.MOST_BOTS,
        "MOST_QUEUED": thinker_pool.MOST_QUEUED,
        "MOST_TRIES": thinker_pool.MOST_TRIES,
        "OVERDUE": thinker_pool.OVERDUE,
        "PROBE_WITHIN": thinker_pool.PROBE_WITHIN,
        "MOST_TABLES": bot_events.MOST_TABLES,
        "CHECKED_AT_START": database.CHECKED_AT_START >> 30,
        "COPIES": database.COPIES,
    }
    for name, value in constants.items():
        assert any(f"`{name}`" in row and str(value).removesuffix(".0") in row for row in rows), (
            name
        )
