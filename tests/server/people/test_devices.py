"""The devices of a person: codes that sign another one in, the list, and signing out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from halfturn.server.ops.settings import Settings
from halfturn.server.people import devices
from halfturn.server.people.devices import DAY, GOOD_FOR, LENGTH, LETTERS, CodesInMemory, kind_of
from halfturn.server.people.identity import token_hash
from halfturn.server.storage.store import Store
from halfturn.server.tables.hub import Hub
from tests.support.http_client import Answer, Browser, Json, run
from tests.support.server_process import Running
from tests.support.stored_data import kept

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
        # Each has a cookie of its own.
        assert laptop.cookie != phone.cookie

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
    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
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
        code = await codes.new(7)
        assert len(LETTERS) ** LENGTH > 10**12
        assert set(code) <= set(LETTERS)
        now[0] = GOOD_FOR + 1.0
        assert await codes.use(code) is None
        many = [await codes.new(each) for each in range(1100)]
        assert await codes.use(many[0]) is None
        assert await codes.use(many[-1]) == 1099

    asyncio.run(go())


# ---- the list, and signing out ----

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Safari/537.36"
)
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (FIREFOX, ("Firefox", "Android")),
        (CHROME, ("Chrome", "Windows")),
        (CHROME + " Edg/130.0.0.0", ("Edge", "Windows")),
        (CHROME + " OPR/115.0.0.0", ("Opera", "Windows")),
        (CHROME.replace("Windows NT 10.0; Win64; x64", "X11; CrOS x86_64"), ("Chrome", "ChromeOS")),
        (SAFARI, ("Safari", "iPhone")),
        (SAFARI.replace("Version/17.6", "CriOS/130.0"), ("Chrome", "iPhone")),
        (SAFARI.replace("iPhone", "iPad"), ("Safari", "iPad")),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/17.6 Safari/605.1.15",
            ("Safari", "macOS"),
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) "
            "SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
            ("Samsung Internet", "Android"),
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0",
         ("Firefox", "Linux")),
        ("curl/8.5.0", ("", "")),
        ("", ("", "")),
        ("x" * 5000 + FIREFOX, ("", "")),
    ],
)  # fmt: skip
def test_a_device_is_a_browser_and_a_system(agent: str, kind: tuple[str, str]) -> None:
    assert kind_of(agent) == kind


def linked(laptop: Browser, phone: Browser, agent: str) -> None:
    code = laptop.post("/api/v1/me/code", None)["code"]
    headers = {"User-Agent": agent}
    assert phone.ask("POST", "/api/v1/me/device", {"code": code}, headers).status == 200


def sign_out(who: Browser, device: str = "") -> Answer:
    path = f"/api/v1/me/devices/{device}".removesuffix("/")
    return who.ask("DELETE", path, headers={"Origin": who.origin})


def devices_of(who: Browser) -> list[Json]:
    found = who.get("/api/v1/me/devices")
    assert isinstance(found, list)
    return found


def test_everybody_sees_their_own_devices_and_no_others(browser: NewBrowser) -> None:
    laptop, phone, stranger = browser(), browser(), browser()
    name = {"name": "Ada"}
    laptop.ask("POST", "/api/v1/me", name, {"User-Agent": CHROME})
    linked(laptop, phone, FIREFOX)
    stranger.post("/api/v1/me", {"name": "Eve"})
    day = int(time.time()) // DAY * DAY
    found = {each["browser"]: each for each in devices_of(phone)}
    assert {each: found[each]["this"] for each in found} == {"Chrome": False, "Firefox": True}
    assert found["Firefox"]["system"] == "Android"
    assert abs(found["Firefox"]["made_at"] - time.time()) < 60
    assert all(each["used_at"] in (day - DAY, day) for each in found.values())
    assert [each["this"] for each in devices_of(stranger)] == [True]
    for device in (found["Chrome"]["id"], "7", "x", "0" * 30):
        assert sign_out(stranger, device).status == 404
    assert len(devices_of(laptop)) == 2
    exported = laptop.get("/api/v1/me/data")["devices"]
    assert [each["browser"] for each in exported] == [each["browser"] for each in devices_of(phone)]
    assert laptop.cookie.partition("=")[2] not in str(exported)


def test_a_device_that_is_signed_out_is_out_at_once(browser: NewBrowser) -> None:
    async def go() -> None:
        laptop, phone, tablet = browser(), browser(), browser()
        table, _ = laptop.new_table(["me", "open"])
        linked(laptop, phone, FIREFOX)
        linked(laptop, tablet, SAFARI)
        here = await laptop.open(table)
        there = await phone.open(table)
        third = await tablet.open(table)
        code = phone.post("/api/v1/me/code", None)["code"]
        (lost,) = [each["id"] for each in devices_of(laptop) if each["browser"] == "Firefox"]
        left = sign_out(laptop, lost)
        assert {each["browser"] for each in left.json} == {"", "Safari"}
        assert await there.closed() == 1008
        assert phone.get("/api/v1/me") == {"name": ""}
        assert phone.get("/api/v1/tables") == []
        assert (await phone.open(table)).now["seat"] is None
        # A code that was made there beforehand would have been a way back.
        assert phone.ask("POST", "/api/v1/me/device", {"code": code}).status == 404
        assert (await here.request("ping"))["result"] == "ok"
        assert (await third.request("ping"))["result"] == "ok"
        assert [each["this"] for each in sign_out(laptop).json] == [True]
        assert await third.closed() == 1008
        assert tablet.get("/api/v1/me") == {"name": ""}
        # The one that asks is signed out like any other, and its cookie goes.
        (own,) = devices_of(laptop)
        answer = sign_out(laptop, own["id"])
        assert answer.json == []
        assert "Max-Age=0" in answer.headers["Set-Cookie"]
        assert await here.closed() == 1008

    run(go)


def test_a_device_is_one_person_at_a_time(browser: NewBrowser) -> None:
    async def go() -> None:
        laptop, phone = browser(), browser()
        laptop.post("/api/v1/me", {"name": "Ada"})
        table, _ = phone.new_table(["me", "open"])
        before = phone.cookie
        tab = await phone.open(table)
        linked(laptop, phone, FIREFOX)
        assert await tab.closed() == 1008
        linked(laptop, phone, FIREFOX)  # again, by the same person
        assert len(devices_of(phone)) == 2
        thief = browser()
        thief.cookie = before
        assert thief.get("/api/v1/me") == {"name": ""}

    run(go)


def test_a_bot_does_not_mind_a_device(browser: NewBrowser) -> None:
    laptop, phone = browser(), browser()
    laptop.post("/api/v1/me", {"name": "Ada"})
    linked(laptop, phone, FIREFOX)
    made = laptop.post("/api/v1/me/bots", {"name": "Marvin", "scopes": ["read", "play"]})
    assert sign_out(laptop).status == 200
    token = {"Authorization": f"Bearer {made['token']}", "Origin": "-"}
    wish = {"game": "swirl", "seats": ["me", "open"]}
    assert browser().ask("POST", "/api/v1/bot/tables", wish, token).status == 201


def test_nothing_is_left_of_the_devices_of_somebody_forgotten(tmp_path: Path) -> None:
    with Running(tmp_path, module="tests.support.quick_server") as server:
        one, other = Browser(server.port), Browser(server.port)
        one.post("/api/v1/me", {"name": "Ada"})
        linked(one, other, FIREFOX)
        assert kept(server.data, "SELECT count(*) FROM devices") == [(2,)]
        code = one.post("/api/v1/me/code", None)["code"]
        origin = {"Origin": one.origin}
        assert other.ask("DELETE", "/api/v1/me", headers=origin).status == 200
        assert kept(server.data, "SELECT count(*) FROM devices") == [(0,)]
        assert one.get("/api/v1/me") == {"name": ""}
        assert one.ask("POST", "/api/v1/me/device", {"code": code}).status == 404


def test_the_day_of_the_last_use_is_kept_and_nothing_finer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000 * DAY + 5.0]
    monkeypatch.setattr(devices, "time", SimpleNamespace(time=lambda: now[0]))

    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(thinkers=0))
        writes: list[int] = []
        used = store.used

        async def counted(device: int, day: int) -> None:
            writes.append(day)
            await used(device, day)

        monkeypatch.setattr(store, "used", counted)
        try:
            person, token = await hub.new_person("Ada")
            for day, seconds in ((1000, 6.0), (1003, 7.0), (1003, 70_000.0)):
                now[0] = day * DAY + seconds
                assert hub.person(token) == person
                assert hub.person(token) == person
                while hub._using:
                    await asyncio.sleep(0)
                known = store.signed_in(token_hash(token))
                assert known is not None
                assert known.used_at == day * DAY
            assert writes == [1003 * DAY]
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())
