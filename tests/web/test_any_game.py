"""A game without a board of its own can be found, played, watched and finished."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

MAGPIES = "magpies=halfturn.template.magpies:Magpies"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the template's game is offered, too."""
    server = Server(tmp_path_factory.mktemp("any") / "data", MAGPIES)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_whole_game_with_lists_and_a_drawing(
    browser: Browser, server: Server, size: str, scheme: str
) -> None:
    ann = Visitor(browser, size, touch=size == "phone", color_scheme=scheme)
    ann.page.goto(server.url)
    ann.game("Magpies").get_by_role("button", name="Play against a bot").click()
    sheet = ann.page.get_by_role("region", name="The table, drawn as text")
    expect(sheet).to_contain_text("Deck")
    expect(sheet).to_contain_text("hand ???")  # the bot's
    choices = ann.page.locator(".choices button")
    looked = 0
    while ann.wait() == "turn":
        assert ann.sideways() <= 0
        choices.first.click()
        expect(ann.page.locator(".detail")).to_contain_text(re.compile("played|stole"))
        if not looked:
            check(ann.page)
        looked += 1
        ann.page.get_by_role("button", name="Confirm").click()
        ann.asked_no_more()
    assert looked >= 5
    expect(ann.page.locator("#verdict")).to_be_visible()
    expect(sheet).to_contain_text("points")
    assert ann.page.locator("section[aria-labelledby=log] li").count() > looked
    check(ann.page)
    if (size, scheme) == ("phone", "dark"):
        seen_again(ann)
    ann.page.get_by_role("button", name=re.compile("Next game|Play again")).click()
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert ann.wait() == "turn"
    ann.close()
    assert ann.complaints == []


def seen_again(ann: Visitor) -> None:
    """The finished game is drawn in its replay, too, in the file as well; and back."""
    table = ann.page.url
    ann.page.get_by_role("link", name="Replay").click()
    sheet = ann.page.get_by_role("region", name="The table, drawn as text")
    expect(sheet).to_contain_text("Deck")
    ann.page.get_by_role("button", name="To the end").tap()
    expect(sheet).to_contain_text("points")
    assert ann.sideways() <= 0
    check(ann.page)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download as a page").tap()
    file = download.value.path().with_suffix(".html")
    download.value.save_as(file)
    other = ann.context.new_page()
    other.goto(file.as_uri())
    expect(other.get_by_role("region", name="The table, drawn as text")).to_contain_text("Deck")
    other.close()
    ann.page.goto(table)
    ann.wait()


def test_a_friend_plays_it_and_somebody_watches(browser: Browser, server: Server) -> None:
    ann, ben, cat = (Visitor(browser, size) for size in ("desktop", "phone", "tablet"))
    ann.page.goto(server.url)
    ann.game("Magpies").get_by_role("button", name="Invite a friend").click()
    link = ann.page.get_by_label("Invite somebody").get_by_role("textbox").input_value()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take a seat").click()
    cat.page.goto(ann.page.url)
    sheet = cat.page.get_by_role("region", name="The table, drawn as text")
    expect(sheet).to_contain_text("hand ???")
    assert cat.page.locator(".choices button").count() == 0
    asked = ann if ann.page.locator(".panel.turn .called").inner_text() != "Ben" else ben
    asked.wait()
    asked.page.locator(".choices button").first.click()
    asked.page.get_by_role("button", name="Confirm").click()
    asked.asked_no_more()
    expect(cat.page.locator("section[aria-labelledby=log] li").first).to_contain_text(
        re.compile("Ben|Player")
    )
    for each in (ann, ben, cat):
        each.close()
        assert each.complaints == []


def test_home_lists_every_game(browser: Browser, server: Server) -> None:
    ann = Visitor(browser)
    ann.page.goto(server.url)
    offered = ann.page.get_by_role("article")
    expect(ann.game("Magpies")).to_be_visible()
    expect(ann.heroes).to_be_visible()
    assert offered.count() == len(ann.page.request.get(server.url + "api/v1/games").json())
    ann.close()
