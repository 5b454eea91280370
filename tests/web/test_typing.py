"""A whole game by notation alone: no card is pressed, and all there is to know is text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browsing import Server, Visitor
from tests.support.ways_to_press import sit_down
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
COMPLETE = "Nothing can follow on this line: Enter sends it."
FOLLOWS = re.compile(f"choices? fit|{COMPLETE}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a game whose turns have several answers."""
    server = Server(tmp_path_factory.mktemp("typing") / "data", "sellswords")
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


def line_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("combobox", name="Your move in notation")


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def test_a_whole_game_by_notation_alone(visit: Visit, server: Server) -> None:
    ann = visit()
    page, line = ann.page, line_of(ann)
    sit_down(ann, server, "sellswords")
    assert ann.wait() == "turn"
    press(ann, "/")
    expect(line).to_be_focused()
    page.get_by_text("The table as text").click()
    position = page.get_by_role("region", name="The position in notation")
    expect(position).to_contain_text("terrain olympus")
    expect(page.get_by_role("region", name="The table, drawn as text")).to_contain_text("Olympus")

    # What is wrong is told in words, and stays to be mended.
    press(ann, "/")
    page.keyboard.type("sphinx")
    press(ann, "Enter")
    expect(page.locator("#typed-told")).to_contain_text("sphinx")
    expect(line).to_have_value("sphinx")
    press(ann, "Escape", "Escape")
    expect(line).to_have_value("")

    told = page.locator("#typed-told")
    longest = 0
    while ann.wait() == "turn":
        expect(line).to_be_focused()
        press(ann, "ArrowDown", "ArrowDown")
        if not longest:
            check(page)
        press(ann, "Enter", " ")
        words = 1
        # A tile, then a place for it, and which way round, as long as something can follow.
        expect(told).to_contain_text(FOLLOWS)
        while told.inner_text().strip() != COMPLETE:
            press(ann, "ArrowDown", "Enter", " ")
            words += 1
            expect(told).to_contain_text(FOLLOWS)
        press(ann, "Enter")
        ann.asked_no_more()
        longest = max(longest, words)
    assert longest >= 2
    expect(page.locator("#verdict")).to_be_visible()
    expect(position).to_contain_text("over")
    check(page)


def test_a_part_of_the_notation_does_on_a_phone(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True, locale="de-DE")
    page = ann.page
    sit_down(ann, server, "swirling-heroes")
    assert ann.wait() == "turn"
    page.get_by_role("button", name="Zug eintippen").tap()
    line = page.get_by_role("combobox", name="Dein Zug in Notation")
    line.fill("@")
    first = page.get_by_role("option").first
    text = first.inner_text().strip()
    first.tap()
    expect(line).to_have_value(text)
    expect(line).to_be_focused()
    expect(page.locator("#typed-told")).to_contain_text(text.partition("@")[0])
    page.get_by_role("button", name="Senden").tap()
    ann.asked_no_more()
    expect(line).to_have_value("")
    assert ann.sideways() <= 0
    page.reload()
    expect(line).to_be_visible()  # it is remembered here
    page.get_by_role("button", name="Zug eintippen").tap()
    expect(line).to_have_count(0)
