"""A finished game seen again in the browser: by keys, by slider, by itself, and by any eyes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check
from tests.web.test_playing import CARDS, play_game
from tests.web.test_replay_file import GAME

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_finished_game_is_seen_again(visit: Visit, server: Server, size: str) -> None:
    ann = visit(size=size)
    ann.play_against_bot(server.url)
    assert play_game(ann, ann.move) == CARDS
    field = ann.field()
    table = ann.page.url.rpartition("/")[2]
    ann.page.get_by_role("link", name="Replay").click()
    step = ann.page.get_by_role("slider", name="Step")
    last = int(step.get_attribute("max") or 0)
    assert last >= 2 * CARDS
    expect(step).to_have_value("0")
    assert ann.field() == []
    press = ann.page.keyboard.press
    press("ArrowRight")
    expect(step).to_have_value("1")
    expect(ann.page.locator(".cell [role=img]")).to_have_count(1)
    press("End")
    expect(step).to_have_value(str(last))
    expect(ann.page.locator("#verdict")).to_be_visible()
    assert ann.field() == field
    assert ann.turns() == 2 * CARDS
    assert ann.page.get_by_role("button", name="Next game").count() == 0
    press("ArrowLeft")
    expect(ann.page.locator("#verdict")).to_have_count(0)
    ann.page.get_by_label("Seen by").select_option("B")
    expect(step).to_have_value(str(last - 1))
    expect(ann.page.get_by_text("Seat B")).to_have_count(0)
    step.fill("3")
    expect(ann.page.get_by_text(f"Step 3 of {last}")).to_be_visible()
    assert ann.sideways() <= 0
    check(ann.page)
    ann.page.get_by_role("button", name="To the end").click()
    ann.page.get_by_role("button", name="Play").click()
    expect(step).to_have_value(str(last))
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    assert "game swirling-heroes" in download.value.path().read_text("utf-8")
    expect(ann.page.locator(".verdict")).to_contain_text("as the sealed secret says")
    page = ann.page.get_by_role("link", name="Download as a page")
    with ann.page.expect_download() as download:
        page.click()
    assert re.fullmatch(r"swirling-heroes-[\w-]+-1\.html", download.value.suggested_filename)
    assert GAME.search(download.value.path().read_text("utf-8"))
    # It speaks as the app does, whatever languages the browser would like.
    address = page.get_attribute("href") or ""
    assert address.endswith("/file?language=en")
    other = ann.page.request.get(server.url + address[1:].replace("=en", "=de")).text()
    assert '<html lang="de">' in other
    assert GAME.search(other)
    # The link leads to this very game, also when others have been played since.
    link = ann.page.get_by_label("Link to this replay").input_value()
    assert link.endswith(f"#/replay/{table}/1")


def test_a_replay_of_nothing_says_so(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    assert ann.wait() == "turn"
    table = ann.page.url.rpartition("/")[2]
    ann.page.goto(f"{server.url}/#/replay/{table}")
    expect(ann.page.get_by_role("alert")).to_contain_text("No game at this table is over yet")
    ann.page.goto(f"{server.url}/#/replay/{table}/7")
    expect(ann.page.get_by_role("alert")).to_be_visible()
