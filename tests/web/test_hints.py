"""Hints speak as the board does, and one that is pressed is looked at there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.support.browsing import Server, Visitor
from tests.support.ways_to_press import by_finger, sit_down
from tests.web.test_everybody import check

GAMES = {
    "swirling-heroes": (r"\d{4} in column -?\d+, row -?\d+", "Place it here?"),
    "sellswords": ("Place [A-Z]", "choose a cell"),
    "swirl": ("Collect the (crab|fish|sea horse|star fish)", r"Collect the .+\?"),
    "qwirkle-cards": ("Lay the (red|orange|yellow|green|blue|purple) [a-z]+", "Where to with the"),
}
"""How a hint is worded, and what the prompt says once it is looked at."""
HEIGHT = """async felt => {
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  return felt.offsetHeight;
}"""
"""How high a board is as it is seen: what depends on the size of something else follows it when
that has been drawn."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where all of them are offered."""
    games = ("sellswords", "swirl", "qwirkle-cards")
    server = Server(tmp_path_factory.mktemp("hints") / "data", *games)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Visitors, who must not complain."""
    visitors: list[Visitor] = []

    def new(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, **wishes))
        return visitors[-1]

    yield new
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []


def hints(ann: Visitor, word: str = "Hint") -> Locator:
    """Ask for hints, and see those that come."""
    ann.page.get_by_role("button", name=word, exact=True).click()
    found = ann.page.get_by_role("list", name=word).get_by_role("button")
    expect(found.first).to_be_visible()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_looked_at_on_the_board(
    visit: Callable[..., Visitor], server: Server, game: str
) -> None:
    ann = visit(size="phone", touch=True)
    sit_down(ann, server, game)
    while ann.wait() == "turn" and ann.page.get_by_text("No card of your hand can be").count():
        sit_down(ann, server, game)  # which is rare: there is one answer then
    called, asks = GAMES[game]
    board = ann.page.locator(".felt").first
    height = board.evaluate(HEIGHT)
    found = hints(ann)
    assert board.evaluate(HEIGHT) == pytest.approx(height, abs=8)  # hints take none of its room
    for hint in found.all():
        assert re.match(called, hint.locator("b").inner_text()), hint.inner_text()
        assert ":" not in hint.locator("b").inner_text()
    check(ann.page)
    version = ann.version
    by_finger(found.first)
    expect(ann.page.locator(".prompt .text")).to_contain_text(re.compile(asks))
    expect(ann.page.locator(".prompt")).to_be_in_viewport()
    assert ann.version == version  # looked at, and nothing more
    assert ann.sideways() <= 0


def test_a_hint_speaks_german(visit: Callable[..., Visitor], server: Server) -> None:
    ann = visit(locale="de")
    sit_down(ann, server, "swirl")
    assert ann.wait() == "turn"
    expect(hints(ann, "Tipp").first).to_contain_text(re.compile(" sammeln"))
