"""Whole games by keyboard alone, and on a phone by touch.

Those by clicks, and all of Swirling Heroes, are in the modules of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.browsing import Server, Visitor
from tests.support.ways_to_press import Keyboard, Press, by_finger, sit_down
from tests.web import test_qwirkle_cards, test_sellswords, test_swirl

PLAYERS: dict[str, tuple[type[Visitor], Callable[[Any, Press], object]]] = {
    "qwirkle-cards": (test_qwirkle_cards.Player, test_qwirkle_cards.Player.play),
    "sellswords": (test_sellswords.Player, test_sellswords.Player.answer),
    "swirl": (Visitor, test_swirl.move),
}
"""Who plays each game, and how a question is answered there by pressing something."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where all of them are offered."""
    games = ("sellswords", "swirl", "qwirkle-cards=few_cards:OneOfEach")
    server = Server(tmp_path_factory.mktemp("ways") / "data", *games)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("way", ["keyboard", "touch"])
def test_a_whole_game(browser: Browser, server: Server, game: str, way: str) -> None:
    kind, answer = PLAYERS[game]
    touch = way == "touch"
    ann = kind(browser, "phone" if touch else "desktop", touch)
    press = by_finger if touch else Keyboard(ann.page).press
    sit_down(ann, server, game)
    answers = 0
    while ann.wait() == "turn":
        answer(ann, press)
        answers += 1
        assert ann.sideways() <= 0
    assert answers > 1
    assert ann.page.locator("tbody tr").count() >= 2
    ann.close()
    own = (server.url, server.url.replace("http", "ws", 1))
    assert ann.complaints == []
    assert [url for url in ann.asked if not url.startswith(own)] == []
