"""Every game in trouble: a move made offline, pressed twice, and a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.support.browsing import Server
from tests.support.ways_to_press import sit_down
from tests.web.test_ways import PLAYERS


@pytest.fixture(scope="module")
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to be killed."""
    games = ("sellswords", "swirl", "qwirkle-cards=few_cards:OneOfEach")
    server = Server(tmp_path_factory.mktemp("trouble") / "data", *games)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.mark.parametrize("game", PLAYERS)
def test_nothing_is_lost_and_nothing_done_twice(
    browser: Browser, fragile: Server, game: str
) -> None:
    kind, answer = PLAYERS[game]
    ann = kind(browser)
    page = ann.page
    sit_down(ann, fragile, game)

    def kept(wanted: Locator) -> None:
        """Whatever is to be confirmed is confirmed offline, with a nervous finger."""
        if wanted.inner_text() != "Confirm":
            wanted.click()
            return
        ann.context.set_offline(True)
        expect(page.get_by_text("You are offline.")).to_be_visible()
        wanted.dblclick(no_wait_after=True)
        expect(page.get_by_text("Your move is kept")).to_be_visible()
        assert ann.version == before
        ann.context.set_offline(False)

    assert ann.wait() == "turn"
    before = ann.version
    answer(ann, kept)
    if ann.wait() == "turn":
        page.evaluate("window.notReloaded = true")
        fragile.kill()
        expect(page.get_by_text("Connection lost. Trying again …")).to_be_visible()
        fragile.start()
        expect(page.get_by_text("Connected", exact=True)).to_be_visible()
        assert ann.wait() == "turn"
        answer(ann, Locator.click)
        ann.wait()
        assert page.evaluate("window.notReloaded") is True
    assert page.locator(".notice").count() == 0
    ann.close()
    assert ann.complaints == []
