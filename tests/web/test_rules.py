"""The rules of a game in the browser: on a page, at the table by one key, and before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from halfturn.core.registry import game_ids, load
from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
EVEN = "0123 0231 0312 1032 1320 2130".split()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where all games are offered."""
    others = [id for id in game_ids() if id != "swirling-heroes"]
    server = Server(tmp_path_factory.mktemp("rules") / "data", *others)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_rules_are_a_page(visit: Visit, server: Server, size: str) -> None:
    ann = visit(size=size)
    ann.page.goto(server.url)
    ann.heroes.get_by_role("link", name="Rules of Swirling Heroes").click()
    expect(ann.page.get_by_role("heading", name="Swirling Heroes")).to_be_visible()
    ann.page.get_by_text("What can be chosen").click()
    expect(ann.page.get_by_text("How hands are made")).to_be_visible()
    assert ann.sideways() <= 0
    check(ann.page)


def test_every_page_of_rules_fits_a_phone(visit: Visit, server: Server) -> None:
    ann = visit(size="phone")
    for id in game_ids():
        ann.page.goto(f"{server.url}/#/rules/{id}")
        expect(ann.page.get_by_role("heading", name=load(id).title, exact=True)).to_be_visible()
        names = re.findall(r"\(picture:([a-z-]+)\)", load(id).rules())
        pictures = ann.page.locator("article .picture")
        expect(pictures).to_have_count(len(names))
        for picture in pictures.all():
            expect(picture.locator("svg, li").first).to_be_attached()
        assert ann.sideways() <= 0
        check(ann.page)


def test_rules_are_one_key_away_at_the_table(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    assert ann.wait() == "turn"
    rules = ann.page.get_by_role("dialog", name="Rules of Swirling Heroes")
    ann.page.keyboard.press("?")
    expect(rules.get_by_role("heading", name="Swirling Heroes")).to_be_visible()
    check(ann.page)
    ann.page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    ann.page.get_by_role("button", name="Rules").click()
    rules.get_by_role("button", name="Back to the table").click()
    expect(rules).to_be_hidden()
    assert ann.wait() == "turn"


def test_a_ruling_is_chosen_before_the_game(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    ann.heroes.get_by_text("More ways to play").click()
    ann.heroes.get_by_label("Seat B").select_option("bot:random")
    ann.heroes.get_by_text("Rulings").click()
    ann.heroes.get_by_label("Hands").select_option("even")
    expect(ann.heroes.get_by_text("Rulings (1 chosen)")).to_be_visible()
    check(ann.page)
    ann.heroes.get_by_role("button", name="Set the table").click()
    assert ann.wait() == "turn"
    cards = ann.page.locator("ul[aria-label='Your hand'] button")
    labels = [card.get_attribute("aria-label") or "" for card in cards.all()]
    assert [label.partition(":")[0] for label in labels] == EVEN
