"""Qwirkle Cards on its own board: turns tried out on the table, by mouse, by touch and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.answers import COLOUR_NAMES, SHAPE_NAMES
from halfturn.games.qwirkle_cards.kinds import CARDS, cards_in
from tests.web.browsing import Server, Visitor
from tests.web.test_everybody import check

GAME = QwirkleCards()
NAMES = {
    f"{colour} {shape}": CARDS[6 * at + place]
    for at, colour in enumerate(COLOUR_NAMES)
    for place, shape in enumerate(SHAPE_NAMES)
}
TURN = re.compile(r" played \d+ card")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the game is offered."""
    server = Server(tmp_path_factory.mktemp("qwirkle") / "data", "qwirkle-cards")
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


class Player(Visitor):
    """Somebody who plays it, and whom the rules tell a good turn."""

    def begin(self, server: Server, bots: int = 1, preset: str = "By the book") -> None:
        """Sit down with bots that answer at once."""
        self.page.goto(server.url)
        game = self.game("Qwirkle Cards")
        game.get_by_text("More ways to play").click()
        for letter in "BCD"[:bots]:
            game.get_by_label(f"Seat {letter}").select_option("bot:random")
        game.get_by_label("How to play").select_option(label=preset)
        game.get_by_role("button", name="Set the table").click()

    # ---- looking ----

    @property
    def own(self) -> Locator:
        """The cards of the hand, which can be moved now."""
        return self.page.get_by_role("group", name="Your hand").locator("[data-piece] button")

    @property
    def lying(self) -> Locator:
        """The cards of the table, which can be moved now."""
        return self.page.locator(".felt [data-piece] button")

    @property
    def new_set(self) -> Locator:
        return self.page.locator(".new").first

    @property
    def targets(self) -> Locator:
        return self.page.locator(".target")

    @property
    def confirm(self) -> Locator:
        return self.page.get_by_role("button", name="Confirm")

    @property
    def arrange(self) -> Locator:
        return self.page.get_by_role("button", name="Arrange for me")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt .words")

    def cards(self, where: Locator) -> list[str]:
        """Cards that are shown, in notation."""
        labels = [each.get_attribute("aria-label") or "" for each in where.all()]
        return [NAMES[label.partition(",")[0]] for label in labels]

    def turn(self) -> list[str]:
        """The cards of the best turn there is."""
        position = f"table {' '.join(self.cards(self.lying))}; " if self.lying.count() else ""
        state = GAME.position(f"{position}hand A {' '.join(self.cards(self.own))}; turn A")
        best = state.solver().best()
        assert best is not None
        return cards_in(best.played)

    def in_hand(self, card: str) -> Locator:
        """A card of the hand."""
        name = next(name for name, each in NAMES.items() if each == card)
        return self.own.and_(
            self.page.get_by_role("button", name=re.compile(f"^{name}(,|$)"))
        ).first

    # ---- doing ----

    def passes(self) -> bool:
        """Where no card can be played there is one button; press it."""
        if not self.page.locator("ul.faces button").count():
            return False
        self.page.locator("ul.faces button").first.click()
        self.confirm.click()
        self.asked_no_more()
        return True

    def lay(self, cards: list[str], press: Callable[[Locator], None]) -> None:
        """Each card into a group of its own: one tap for the card, one for the place."""
        for card in cards:
            press(self.in_hand(card))
            press(self.page.get_by_role("button", name=re.compile("^Begin a colour set")))
            expect(self.targets).to_have_count(0)

    def finish(self, press: Callable[[Locator], None]) -> None:
        """Have it arranged where it does not lie in sets yet, and confirm."""
        expect(self.confirm.or_(self.page.locator("button:enabled", has_text="Arrange"))).to_be_visible()
        if not self.confirm.count():
            press(self.arrange)
        press(self.confirm)
        self.asked_no_more()

    def play(self, press: Callable[[Locator], None] = Locator.click) -> None:
        """A whole turn."""
        expect(self.own.or_(self.page.locator("ul.faces button")).first).to_be_visible()
        if self.passes():
            return
        self.lay(self.turn(), press)
        self.finish(press)


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Callable[..., Player]]:
    """Players, who must neither complain nor speak with anybody but the server."""
    players: list[Player] = []

    def new(**wishes: Any) -> Player:
        players.append(Player(browser, **wishes))
        return players[-1]

    yield new
    own = (server.url, server.url.replace("http", "ws", 1))
    for each in players:
        each.close()
        assert each.complaints == []
        assert [url for url in each.asked if not url.startswith(own)] == []


def test_a_whole_game_by_clicks(player: Callable[..., Player], server: Server) -> None:
    ann = player()
    ann.begin(server)
    turns = 0
    while ann.wait() == "turn":
        ann.play()
        turns += 1
        if turns == 3 and ann.wait() == "turn":
            check(ann.page)
    assert turns > 4
