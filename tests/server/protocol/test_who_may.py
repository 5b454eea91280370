"""Every message there is, by everybody who might send it: a new one without a row here fails."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Callable
from pathlib import Path

import msgspec

from halfturn.server.protocol import requests, updates
from tests.support.http_client import Browser, Json, Tab, run

NewBrowser = Callable[[], Browser]
PAGE = Path(__file__).parents[3] / "docs/protocol.md"

TAGS = {each.__struct_config__.tag: each for each in typing.get_args(requests.FromBrowser)}
FOR_EVERYBODY = {"hello", "layout", "ping"}
GOOD: dict[str, Json] = {
    "move": {"token": "1.0", "answers": ["0123@0,0"]},
    "preview": {"token": "1.0", "answer": "0123@0,0"},
    "scratch": {"token": "1.0", "groups": []},
    "hint": {"token": "1.0"},
    "resign": {},
    "next": {},
    "undo": {"ask": True},
    "agree": {"asking": 1, "yes": True},
    "stand_in": {"seat": 0},
    "come_back": {},
    "holiday": {"days": 1},
    "pledge": {"commitment": "00" * 32, "hash": "00" * 32},
    "reveal": {"nonce": "00" * 32},
    "say": {"phrase": "hello"},
}
OTHER_SEAT = {
    "move": "illegal",  # it is not their turn
    "preview": "illegal",
    "scratch": "illegal",
    "hint": "illegal",
    "next": "stale",
    "undo": "illegal",
    "agree": "stale",
    "stand_in": "illegal",  # whose seat it is sits there
    "come_back": "illegal",
    "holiday": "illegal",
    "pledge": "stale",  # it is for no deal of this table
    "reveal": "stale",
    "say": "ok",
    "resign": "ok",
}


def test_every_message_has_its_row() -> None:
    assert set(GOOD) == set(OTHER_SEAT) == set(TAGS) - FOR_EVERYBODY


async def results(tab: Tab) -> dict[str, str]:
    """What becomes of each message, the resignation last."""
    order = [*(tag for tag in GOOD if tag != "resign"), "resign"]
    return {tag: (await tab.request(tag, **GOOD[tag])).get("result", "answered") for tag in order}


def test_who_watches_or_has_left_can_do_nothing(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest, left = browser(), browser(), browser()
        table, invite = host.new_table(["me", "open"], options=["first_player=A"])
        assert left.join(table, invite).status == 200
        # Somebody who has begun to play cannot leave any more; before that, one can.
        waiting, invite = host.new_table(["me", "open", "open"], options=["first_player=A"])
        assert left.join(waiting, invite).status == 200
        gone = await left.open(waiting)
        assert left.ask("POST", f"/api/v1/tables/{waiting}/leave").status == 200
        for who in (guest, browser()):
            assert who.join(waiting, invite).status == 200
        await gone.until(lambda update: update["status"] == "playing")
        stranger = await browser().open(table)
        for tab in (gone, stranger):
            version = tab.now["version"]
            assert set((await results(tab)).values()) == {"illegal"}
            assert (await tab.request("ping"))["result"] == "ok"
            assert tab.now["version"] == version

    run(go)


def test_what_another_seat_can_do(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest = browser(), browser()
        table, invite = host.new_table(["me", "open"], options=["first_player=A"])
        assert guest.join(table, invite).status == 200
        await host.open(table)
        tab = await guest.open(table)
        assert await results(tab) == OTHER_SEAT

    run(go)


# ---- the page that tells of it ----


def test_the_page_tells_of_every_message_and_its_examples_are_true() -> None:
    text = PAGE.read_text("utf-8")
    for tag in TAGS:
        assert f"`{tag}`" in text or f'"type": "{tag}"' in text, tag
    said = 0
    for line in text.splitlines():
        for found in re.findall(r'(?:^|`)(\{"type": "(\w+)".*?\})(?:`|$)', line):
            example = json.dumps(json.loads(found[0]))
            kinds = [*typing.get_args(requests.FromBrowser), *typing.get_args(updates.FromServer)]
            fitting = [each for each in kinds if each.__struct_config__.tag == found[1]]
            assert any(_fits(example, kind) for kind in fitting), line
            said += 1
    assert said > 10
    (table,) = re.findall(r'```json\n(\{\n  "game".*?\n\})\n```', text, re.DOTALL)
    msgspec.json.decode(table, type=updates.NewTable)
    (update,) = re.findall(r'```json\n(\{\n  "type": "update".*?\n\})\n```', text, re.DOTALL)
    msgspec.json.decode(update, type=updates.Update)


def _fits(example: str, kind: type) -> bool:
    try:
        msgspec.json.decode(example, type=kind)
    except msgspec.ValidationError:
        return False
    return True
