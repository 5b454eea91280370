"""People's own bots: tokens, what they are told, what they do, and how they are shown."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from halfturn.server.http.line_stream import LineStream
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import token_hash
from halfturn.server.transport import connection
from halfturn.server.transport.connection import Connection
from tests.support.bot_client import Bot, Lines, new_bot, play_to_the_end
from tests.support.http_client import Browser, Json, Tab, back, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running
from tests.support.stored_data import kept

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples/bots/first_bot.py"
NewBrowser = Callable[[], Browser]


def owner_of(browser: NewBrowser, name: str = "Ada") -> Browser:
    owner = browser()
    owner.post("/api/v1/me", {"name": name})
    return owner


def first(question: Json) -> list[str]:
    return [question["choices"][0]["text"]]


def test_a_token_is_shown_once_and_stored_as_its_hash(server: Running, browser: NewBrowser) -> None:
    owner = owner_of(browser)
    bot = new_bot(owner, "Marvin")
    assert re.fullmatch(r"hb_[A-Za-z0-9_-]{43}", bot.token)
    (listed,) = owner.get("/api/v1/me/bots")
    assert (listed["id"], listed["name"]) == (bot.id, "Marvin")
    assert listed["scopes"] == ["read", "play"]
    exported = owner.get("/api/v1/me/data")
    assert [each["name"] for each in exported["bots"]] == ["Marvin"]
    assert bot.token not in str(exported)
    (stored,) = kept(server.data, "SELECT token_hash FROM bots WHERE person = ?", int(bot.id))
    assert stored == (token_hash(bot.token),)
    for file in filter(Path.is_file, server.data.iterdir()):
        assert bot.token.encode() not in file.read_bytes()


def test_a_game_by_lines_and_calls_and_how_the_bot_is_shown(browser: NewBrowser) -> None:
    async def go() -> None:
        owner = owner_of(browser)
        bot = new_bot(owner, "Marvin")
        table, invite = owner.new_table(
            ["me", "open"], options=["first_player=B"], games=1, hints=True
        )
        events = bot.events()
        wish = {"bot": bot.id, "invite": invite}
        assert owner.ask("POST", f"/api/v1/tables/{table}/bots", wish).status == 200
        for kind in ("seated", "begun", "your_turn"):
            event = await asyncio.to_thread(events.next)
            assert (event["type"], event["table"], event["match_over"]) == (kind, table, False)
        stream = bot.stream(table)
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        update = stream.next()
        assert update["whole"]
        assert update["seat"] == 1
        assert not update["hints"]
        tab = await owner.open(table)
        assert tab.now["hints"]
        shown = {"kind": "bot", "name": "Marvin", "of": "Ada", "here": True}
        assert shown.items() <= tab.now["seats"][1].items()
        moves = 0

        def answer(question: Json) -> None:
            nonlocal moves
            body = {"token": question["token"], "answers": first(question)}
            done = bot.wish(table, "move", key=f"k{moves}", **body)
            assert (done.status, done.json["result"]) == (200, "ok")
            again = bot.wish(table, "move", key=f"k{moves}", **body)
            assert (again.status, again.json["result"]) == (200, "dup")
            assert again.json["version"] == done.json["version"]
            late = bot.wish(table, "move", key=f"l{moves}", **body)
            assert (late.status, late.json["code"]) == (409, "stale")
            moves += 1

        await play_to_the_end(update, stream, tab, answer)
        over = await asyncio.to_thread(events.until, type="over")
        assert over["match_over"]
        assert moves > 2
        for each in (events, stream):
            each.close()

    run(go)


def test_what_cannot_be_done_is_refused_in_words(browser: NewBrowser) -> None:
    owner = owner_of(browser)
    bot = new_bot(owner)
    made = bot.ask("POST", "/bot/tables", {"game": "swirling-heroes", "seats": ["open", "me"]})
    assert made.status == 201
    table, invite = made.json["table"], made.json["invite"]
    assert bot.wish(table, "resign", key="a").json["code"] == "illegal"
    assert browser().join(table, invite).status == 200
    nonsense = bot.wish(table, "move", key="b", token="1.0", answers=["nonsense"])
    assert nonsense.status in (400, 409)
    assert bot.wish(table, "move", key="two words", token="1.0", answers=[]).status == 400
    assert bot.wish(table, "agree", key="c", asking=1, yes=True).json["code"] == "stale"
    assert bot.wish(table, "come-back", key="d").json["code"] == "illegal"
    assert bot.wish(table, "next", key="e").json["code"] == "stale"
    assert bot.wish(table, "resign", key="f").json["result"] == "ok"
    assert bot.wish("nowhere", "resign", key="g").status == 404
    assert new_bot(owner, "Zaphod").wish(table, "resign", key="h").status == 404
    twice = {"game": "swirling-heroes", "seats": ["me", "me"]}
    assert "one seat" in bot.ask("POST", "/bot/tables", twice).json["text"]
    for body in ({"name": ""}, {"name": "x", "scopes": []}, {"name": "x", "scopes": ["all"]}):
        assert owner.ask("POST", "/api/v1/me/bots", body).status == 400


def test_a_bot_may_watch_and_sees_no_more_than_anybody(browser: NewBrowser) -> None:
    owner = owner_of(browser)
    table, _ = owner.new_table(["me", "bot:random"], options=["first_player=A", "hands=random"])
    with new_bot(owner).stream(table) as stream:
        update = stream.next()
        assert update["seat"] is None
        assert update["question"] is None
        assert update["invite"] is None


def test_a_token_is_good_until_it_is_revoked_or_its_owner_forgotten(browser: NewBrowser) -> None:
    owner = owner_of(browser, "Trillian")
    marvin, eddie = new_bot(owner, "Marvin"), new_bot(owner, "Eddie")
    host = browser()
    table, invite = host.new_table(["me", "open", "open"], options=["first_player=A"])
    assert [bot.join(table, invite).status for bot in (marvin, eddie)] == [200, 200]
    events, stream = marvin.events(), marvin.stream(table)
    assert stream.next()["seat"] == 1
    gone = owner.ask("DELETE", f"/api/v1/me/bots/{marvin.id}", headers={"Origin": owner.origin})
    assert [each["name"] for each in gone.json] == ["Eddie"]
    assert events.until(type="closed")["code"] == stream.until(type="closed")["code"] == 1008
    assert events.next() is stream.next() is None  # they have ended
    assert marvin.events().status == 401
    kept = owner.get("/api/v1/me/data")["bots"]
    assert {bot["name"]: bot["revoked"] for bot in kept} == {"Marvin": True, "Eddie": False}
    with eddie.stream(table) as seen:
        seats = seen.next()["seats"]
    assert [seat["of"] for seat in seats] == [None, "Trillian", "Trillian"]
    assert owner.ask("DELETE", "/api/v1/me", headers={"Origin": owner.origin}).status == 200
    assert eddie.events().status == 401
    assert eddie.join(table, invite).status == 401
    (info,) = host.get("/api/v1/tables")
    assert [seat["kind"] for seat in info["seats"]] == ["person", "bot", "bot"]
    assert {seat["name"] for seat in info["seats"][1:]} == {"Deleted player 1", "Deleted player 2"}
    assert info["seats"][1]["of"] == "Deleted player"


def test_a_bot_is_away_where_it_leaves_a_question_open(tmp_path: Path) -> None:
    """Whatever it reads, and wherever: others may let a bot stand in only where it is missed."""

    async def go() -> None:
        owner = owner_of(lambda: Browser(server.port))
        bot = new_bot(owner)
        table, invite = owner.new_table(["me", "open"], options=["first_player=A"])
        assert bot.join(table, invite).status == 200
        tab = await owner.open(table)
        assert not tab.now["seats"][1]["here"]
        with bot.events():
            await tab.until(lambda update: update["seats"][1]["here"])
        await tab.until(lambda update: not update["seats"][1]["here"])
        assert (await tab.request("stand_in", seat=1))["result"] == "illegal"
        version = (await tab.move_first())["version"]
        await tab.reach(version)
        await tab.until(lambda update: 1 in update["asked"])
        assert (await tab.request("stand_in", seat=1))["result"] == "ok"
        # The seat stays its own all the same: it is asked before anything is taken back.
        await tab.until(lambda update: update["question"])
        assert not tab.now["hints"]
        asked = await tab.request("undo", ask=True)
        await tab.until(lambda update: update["asking"])
        assert tab.now["asking"]["to_agree"] == [1]
        assert bot.wish(table, "agree", key="yes", asking=asked["version"], yes=True).status == 200
        await tab.until(lambda update: update["asking"] is None)
        assert tab.now["happenings"][-1]["event"]["type"] == "taken_back"

    with Running(tmp_path, "--settings", "gone", module="tests.support.quick_server") as server:
        run(go)


def test_how_much_a_bot_may_do(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
        owner = owner_of(lambda: Browser(server.port))
        bot = new_bot(owner)
        table = bot.ask("POST", "/bot/tables", {"game": "swirl", "seats": ["me", "open"]}).json
        usual = Settings()
        burst = int(usual.bot_moves.burst)
        wishes = [bot.wish(table["table"], "resign", key=str(each)) for each in range(burst + 2)]
        assert [each.status for each in wishes] == [400] * burst + [429] * 2
        assert int(wishes[-1].headers["Retry-After"]) >= 1
        streams = [bot.events() for _ in range(usual.streams_per_bot)]
        assert {stream.status for stream in streams} == {200}
        assert bot.events().status == 429
        streams[0].close()
        again = _opened_again(bot)
        for stream in (*streams, again):
            stream.close()
        names = [f"Bot {each}" for each in range(usual.bots_per_person)]
        made = [owner.ask("POST", "/api/v1/me/bots", {"name": name}).status for name in names]
        assert made == [201] * (usual.bots_per_person - 1) + [409]
        server.stop()
        assert server.complaints == ""


def _opened_again(bot: Bot) -> Lines:
    """A place is free as soon as the server has noticed that somebody is gone."""
    while (stream := bot.events()).status == 429:
        stream.close()
        time.sleep(0.05)
    return stream


def test_a_stream_that_nobody_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bound as a browser's: so many frames wait for it, and no more."""
    monkeypatch.setattr(connection, "CLOSE_WITHIN", 0.01)

    async def go() -> None:
        aborted, full = asyncio.Event(), asyncio.Event()
        left: list[Connection] = []
        heads = []

        async def send(message: Any) -> None:
            heads.append(message["type"])
            if message["type"] == "http.response.body":
                await asyncio.Event().wait()  # nobody reads

        async def receive() -> Any:
            await aborted.wait()
            return {"type": "http.disconnect"}

        def begin(reader: Connection) -> None:
            async def flood() -> None:
                while not reader.closing:
                    reader.push(b"{}")
                    await asyncio.sleep(0)
                full.set()

            flooding.append(asyncio.create_task(flood()))

        async def nothing(reader: Connection) -> None:
            pass

        flooding: list[asyncio.Task[None]] = []
        settings = Settings(frames_out=64)
        stream = LineStream(settings, 7, None, begin, nothing, left.append, lambda: True)
        scope = {"type": "http", "state": {connection.ABORT: aborted.set}}
        async with asyncio.timeout(PATIENCE):
            await stream(scope, receive, send)
            await full.wait()
        assert heads == ["http.response.start", "http.response.body"]
        assert len(left) == 1

    asyncio.run(go())


def test_a_stream_that_breaks_leaves_nothing_running() -> None:
    async def go() -> None:
        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                raise ConnectionResetError

        async def receive() -> Any:
            await broken.wait()
            return {"type": "http.disconnect"}

        async def nothing(reader: Connection) -> None:
            pass

        def begin(reader: Connection) -> None:
            reader.push(b"{}")
            asyncio.get_running_loop().call_later(0.01, broken.set)

        broken, left = asyncio.Event(), list[Connection]()
        stream = LineStream(Settings(), 7, None, begin, nothing, left.append, lambda: True)
        with pytest.raises(ConnectionResetError):
            await stream({"type": "http", "state": {}}, receive, send)
        await asyncio.sleep(0)
        assert len(left) == 1
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(go())


def test_the_example_plays_a_match_through_a_kill_of_the_server(tmp_path: Path) -> None:
    async def go() -> None:
        owner = owner_of(lambda: Browser(server.port))
        bot = new_bot(owner, "First")
        table, invite = owner.new_table(["me", "open"], options=["first_player=A"])
        program = subprocess.Popen(
            [sys.executable, str(EXAMPLE), f"http://127.0.0.1:{server.port}"],
            env={**os.environ, "HALFTURN_TOKEN": bot.token},
            stderr=subprocess.PIPE,
        )
        try:
            wish = {"bot": bot.id, "invite": invite}
            assert owner.ask("POST", f"/api/v1/tables/{table}/bots", wish).status == 200
            tab = await owner.open(table)
            await tab.until(lambda update: update["seats"][1]["here"])
            await play_on(tab, lambda now: now["version"] > 8)
            server.kill()
            server.start(server.port)
            tab = await back(owner, table)
            await play_on(tab, lambda now: now["status"] == "over")
            assert tab.now["series"]["games"] == tab.now["series"]["game"] == 2
            assert program.poll() is None
            gone = {"Origin": owner.origin}
            assert owner.ask("DELETE", f"/api/v1/me/bots/{bot.id}", headers=gone).status == 200
            assert program.wait(PATIENCE) == 1  # its token is good no more
        finally:
            program.kill()
            _, complaints = program.communicate(timeout=PATIENCE)
        assert complaints.strip().endswith(b"HTTP Error 401: Unauthorized")

    with Running(tmp_path, module="tests.support.quick_server") as server:
        run(go)


async def play_on(tab: Tab, until: Callable[[Json], bool]) -> None:
    while not until(tab.now):
        if tab.now["question"]:
            await tab.move_first()
        else:
            await tab.update()


def test_a_bot_at_many_tables_is_told_of_all_of_them(tmp_path: Path) -> None:
    """More lines than may wait for a reader at once: they come as they are read."""
    with Running(tmp_path, module="tests.support.quick_server") as server:
        bot = new_bot(owner_of(lambda: Browser(server.port)))
        wish = {"game": "swirl", "seats": ["me", "bot:random"]}
        made = {bot.ask("POST", "/bot/tables", wish).json["table"] for _ in range(30)}
        told: dict[str, set[str]] = {table: set() for table in made}
        with bot.events() as events:
            while any("your_turn" not in kinds for kinds in told.values()):
                event = events.next()
                told[event["table"]].add(event["type"])
                if event["type"] == "your_turn":
                    assert event["update"]["table"] == event["table"]
                    assert event["update"]["question"]["choices"]
                else:
                    assert "update" not in event
        assert all({"seated", "begun"} <= kinds for kinds in told.values())


def test_the_page_shows_that_very_example() -> None:
    text = (ROOT / "docs/bot-api.md").read_text("utf-8")
    assert EXAMPLE.read_text("utf-8").rstrip() in text
    imported = set(re.findall(r"^(?:import|from) (\w+)", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert imported <= sys.stdlib_module_names
    lines = EXAMPLE.read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 30
