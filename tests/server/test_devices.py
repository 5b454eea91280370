"""The same person on another device, by a code that is good once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from halfturn.server import devices
from halfturn.server.devices import GOOD_FOR, LENGTH, LETTERS, CodesInMemory
from tests.server.browser import Browser, run
from tests.server.running import Running

NewBrowser = Callable[[], Browser]


def test_a_code_makes_another_device_the_same_person_once(browser: NewBrowser) -> None:
    async def go() -> None:
        laptop, phone, thief = browser(), browser(), browser()
        laptop.post("/api/v1/me", {"name": "Ada"})
        table, _ = laptop.new_table(["me", "open"])
        answer = laptop.ask("POST", "/api/v1/me/code")
        assert answer.status == 201
        code = answer.json["code"]
        assert answer.json["seconds"] == GOOD_FOR
        assert phone.post("/api/v1/me/device", {"code": f"{code[:4]}-{code[4:].lower()}"}) == {
            "name": "Ada"
        }
        assert phone.get("/api/v1/tables")[0]["table"] == table
        assert (await phone.open(table)).now["seat"] == 0
        refused = thief.ask("POST", "/api/v1/me/device", {"code": code})
        assert refused.status == 404
        assert thief.cookie == ""
        assert thief.get("/api/v1/me") == {"name": ""}

    run(go)


def test_who_may_have_a_code(browser: NewBrowser) -> None:
    assert browser().ask("POST", "/api/v1/me/code").status == 404
    one = browser()
    one.post("/api/v1/me", {"name": "Ada"})
    for origin in ("http://evil.example", "-"):
        assert one.ask("POST", "/api/v1/me/code", headers={"Origin": origin}).status == 403
    old = one.ask("POST", "/api/v1/me/code").json["code"]
    new = one.ask("POST", "/api/v1/me/code").json["code"]
    assert old != new
    assert browser().ask("POST", "/api/v1/me/device", {"code": old}).status == 404
    for wrong in ({}, {"code": 5}, {"code": "x", "more": 1}, {"code": ""}, {"code": "\x00" * 99}):
        assert browser().ask("POST", "/api/v1/me/device", wrong).status in (400, 404)
    assert browser().ask("POST", "/api/v1/me/device", {"code": new}).status == 200


def test_guessing_and_asking_are_bounded(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "bursts", module="tests.server.quick") as server:
        one = Browser(server.port)
        one.post("/api/v1/me", {"name": "Ada"})
        asked = [one.ask("POST", "/api/v1/me/code").status for _ in range(7)]
        assert asked[:5] == [201] * 5
        assert asked[-1] == 429
        guessed = [
            Browser(server.port).ask("POST", "/api/v1/me/device", {"code": f"{each:08}"}).status
            for each in range(12)
        ]
        assert guessed == [404] * 10 + [429] * 2


def test_a_code_is_short_lived_and_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, now = CodesInMemory(), [0.0]
    monkeypatch.setattr(devices, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def go() -> None:
        code = await codes.new("token")
        assert len(LETTERS) ** LENGTH > 10**12
        assert set(code) <= set(LETTERS)
        now[0] = GOOD_FOR + 1.0
        assert await codes.use(code) is None
        many = [await codes.new(f"token {each}") for each in range(1100)]
        assert await codes.use(many[0]) is None
        assert await codes.use(many[-1]) == "token 1099"

    asyncio.run(go())
