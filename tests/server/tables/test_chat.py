"""What is said at a table: short, harmless, not too much, and no part of the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.server.people.names import LONGEST_LINE, BadName, clean_line
from halfturn.server.storage.store import MOST_LINES
from tests.support.http_client import Browser, Json, Tab, run
from tests.support.server_process import Running
from tests.support.stored_data import kept

NewBrowser = Callable[[], Browser]
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "'; DROP TABLE talk; --",
    '{"type":"update"}',
    "{{7*7}} ${7*7} %s %n",
    "javascript:alert(1)",
    "😀👨‍👩‍👧",
]
REFUSED = ["", "   ", "x" * (LONGEST_LINE + 1), "a\u202eb", "a\x00b", "a\x1b[2Jb", "\u2066x"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text(text: str) -> None:
    assert clean_line(text) == text


@pytest.mark.parametrize("text", REFUSED[2:6])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadName, match="expected"):
        clean_line(text)


async def heard(tab: Tab, count: int) -> list[Json]:
    """Lines of talk, so many."""
    lines: list[Json] = []
    while len(lines) < count:
        message = await tab.hear()
        if message["type"] == "talk":
            lines += message["lines"]
    return lines


def test_everybody_hears_it_and_those_who_come_later_too(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        table, invite = one.new_table(["me", "open"], talk="free")
        assert other.join(table, invite).status == 200
        first, second, watcher = (
            await one.open(table),
            await other.open(table),
            await browser().open(table),
        )
        assert watcher.now["talk"] == "free"
        version = first.now["version"]
        said = await first.request("say", key="once", phrase="hello")
        assert (said["result"], said["version"]) == ("ok", version)
        line = {"number": 1, "seat": 0, "phrase": "hello", "text": ""}
        for tab in (second, watcher):
            assert await heard(tab, 1) == [line]
        assert (await first.request("say", key="once", phrase="hello"))["result"] == "dup"
        for number, text in enumerate(HOSTILE, start=2):
            assert (await second.request("say", text=text))["result"] == "ok"
            assert await heard(watcher, 1) == [
                {"number": number, "seat": 1, "phrase": "", "text": text}
            ]
        late = await browser().open(table)
        assert [each["text"] for each in await heard(late, 1 + len(HOSTILE))][1:] == HOSTILE
        for text in REFUSED:
            reply = await first.request("say", text=text)
            assert reply["result"] in ("illegal", "error"), text
        wrong: list[Json] = [{}, {"phrase": "hello", "text": "x"}]
        for each in wrong:
            assert (await first.request("say", **each))["result"] == "illegal"
        nonsense: list[Json] = [{"phrase": "boo"}, {"text": 5}, {"phrase": "hello", "seat": 1}]
        for each in nonsense:
            assert (await first.request("say", **each))["result"] == "error"
        assert (await watcher.request("say", phrase="hello"))["result"] == "illegal"
        assert first.now["version"] == version

    run(go)


def test_a_table_decides_what_is_said(browser: NewBrowser) -> None:
    async def go() -> None:
        one = browser()
        for talk, phrase, text in (("phrases", "ok", "illegal"), ("off", "illegal", "illegal")):
            table, _ = one.new_table(["me", "bot:random"], talk=talk)
            tab = await one.open(table)
            assert (await tab.request("say", phrase="bye"))["result"] == phrase
            assert (await tab.request("say", text="bye"))["result"] == text
        wish = {"game": "swirling-heroes", "seats": ["me", "open"], "talk": "loud"}
        assert one.ask("POST", "/api/v1/tables", wish).status == 400

    run(go)


def test_not_too_much_at_once(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(
            tmp_path, "--settings", "bursts", module="tests.support.quick_server"
        ) as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"])
            tabs = [await one.open(table), await one.open(table)]
            results = [
                (await tabs[each % 2].request("say", phrase="again"))["result"] for each in range(8)
            ]
            assert results == ["ok"] * 5 + ["slow_down"] * 3

    run(go)


def test_it_outlives_a_kill_is_bounded_and_names_nobody_in_the_log(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one = Browser(server.port)
            table, _ = one.new_table(["me", "bot:random"], talk="free")
            tab = await one.open(table)
            for each in range(MOST_LINES + 5):
                reply = await tab.request("say", text=f"Unmistakable {each}")
                assert reply["result"] == "ok"
            server.kill()
            server.start(server.port)
            tab = await one.open(table)
            lines = await heard(tab, 50)
            assert lines[-1]["text"] == f"Unmistakable {MOST_LINES + 4}"
            assert kept(server.data, "SELECT count(*) FROM talk") == [(MOST_LINES,)]
            dump = str(kept(server.data, "SELECT * FROM log"))
            assert "made" in dump
            assert "Unmistakable" not in dump

    run(go)
