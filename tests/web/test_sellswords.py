"""Sellswords on its own board: the draft, placing with a preview, every question, by all means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.support.browsing import Server, Visitor
from tests.support.ways_to_press import Press
from tests.web.test_everybody import check

SELLSWORDS = "sellswords=halfturn.games.sellswords:Sellswords"
FROM_HAND = "tile from your hand"
LONG_PRESS = 800
"""Milliseconds after which a phone takes it for one."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the game is offered."""
    server = Server(tmp_path_factory.mktemp("sellswords") / "data", SELLSWORDS)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


class Player(Visitor):
    """Somebody who plays it."""

    def begin(self, server: Server, preset: str = "By the book") -> None:
        """Sit down with a bot that answers at once."""
        self.page.goto(server.url)
        game = self.game("Sellswords: Olympus")
        game.get_by_text("More ways to play").click()
        game.get_by_label("How to play").select_option(label=preset)
        game.get_by_label("Seat B").select_option("bot:random")
        game.get_by_role("button", name="Set the table").click()

    @property
    def pickable(self) -> Locator:
        return self.page.locator(".draft .can")

    @property
    def placeable(self) -> Locator:
        return self.page.locator("ul[aria-label='Your hand'] .can")

    @property
    def spots(self) -> Locator:
        return self.page.locator(".spot")

    @property
    def turning(self) -> Locator:
        return self.page.locator(".lying.turning")

    @property
    def confirm(self) -> Locator:
        return self.page.get_by_role("button", name="Confirm")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt .text")

    def answer(self, press: Press = Locator.click) -> str:
        """Answer what is asked by pointing wherever one can; returns how it was asked."""
        words = self.prompt.inner_text()
        pointed = (
            self.pickable,
            # "No" comes first: what may be declined may also ask for two tiles in a row.
            self.page.locator(".others button").filter(has_text=re.compile("^No$")),
            self.page.locator(".target"),
            self.page.locator(".other .can"),
            self.placeable,
            self.spots,
            self.page.locator(".others button"),
        )
        for wanted in pointed:
            if not self.confirm.count() and wanted.count():
                press(wanted.first)
                # A cell or a way round may be asked next, before anything is sent.
                self.page.locator(".spot, .prompt button.main").first.wait_for()
        press(self.confirm)
        self.asked_no_more()
        return words

    def until_placing(self) -> None:
        """Answer until a tile is to be placed."""
        while self.wait() == "turn" and FROM_HAND not in self.prompt.inner_text():
            self.answer()


NewPlayer = Callable[..., Player]


@pytest.fixture
def player(browser: Browser) -> Iterator[NewPlayer]:
    """Players, who must not complain."""
    made: list[Player] = []

    def new(**wishes: Any) -> Player:
        made.append(Player(browser, **wishes))
        return made[-1]

    yield new
    for each in made:
        each.close()
        assert each.complaints == []


def test_a_whole_game_by_clicks(player: NewPlayer, server: Server) -> None:
    ann = player()
    ann.begin(server)
    asked = []
    while ann.wait() == "turn":
        asked.append(ann.answer())
    # A turn that begins with another question is known by that one.
    assert 0 < sum(FROM_HAND in words for words in asked) <= 12
    lying = ann.numbered()
    assert len(lying) > 20
    assert all(beside == called for beside, called in lying), lying
    sheet = ann.page.locator("details", has_text="Score sheet")
    expect(sheet.locator("caption")).to_have_text(["Round 1", "Round 2"])
    check(ann.page)


def test_tile_then_cell_then_way_round_and_nothing_is_sent_before(
    player: NewPlayer, server: Server
) -> None:
    ann = player()
    ann.begin(server, "Starter")
    ann.until_placing()
    version, lying = ann.version, ann.page.locator(".lying")
    before = lying.count()
    # Colossus and Muse look the same from all sides; others do not.
    ann.page.locator("ul .can:not([data-tile=colossus], [data-tile=muse])").first.click()
    expect(ann.prompt).to_contain_text("choose a cell")
    ann.spots.first.click()
    expect(lying).to_have_count(before + 1)
    labels = [ann.turning.get_attribute("aria-label") or ""]
    for turn in (
        ann.page.get_by_role("button", name="Turn to the right").click,
        ann.turning.click,
    ):
        turn()
        expect(ann.turning).not_to_have_attribute("aria-label", labels[-1])
        labels.append(ann.turning.get_attribute("aria-label") or "")
    ann.turning.hover()
    ann.page.mouse.wheel(0, -100)
    expect(ann.turning).to_have_attribute("aria-label", labels[-2])
    check(ann.page)
    # All of it can be taken back, step by step.
    back = ann.page.get_by_role("button", name="Back", exact=True)
    back.click()
    expect(ann.prompt).to_contain_text("choose a cell")
    back.click()
    expect(ann.prompt).to_contain_text(FROM_HAND)
    expect(lying).to_have_count(before)
    assert ann.version == version
    about = ann.page.locator(".about")
    ann.page.mouse.move(0, 0)
    ann.placeable.first.hover()
    name = (ann.placeable.first.get_attribute("aria-label") or "").partition(",")[0]
    expect(about).to_contain_text(name)
    house = ann.page.locator("details", has_text="House numbers")
    house.locator("summary").click()
    expect(house).to_contain_text("Halfturn's own")


def test_turns_by_keyboard(player: NewPlayer, server: Server) -> None:
    ann = player()
    press = ann.page.keyboard.press
    ann.begin(server)
    for _ in range(3):
        assert ann.wait() == "turn"
        ann.pickable.first.focus()
        press("Enter")
        expect(ann.confirm).to_be_visible()
        press("Enter")
        ann.asked_no_more()
    for _ in range(2):
        ann.until_placing()
        ann.placeable.first.focus()
        press("ArrowRight")
        press("ArrowLeft")
        press("Enter")
        expect(ann.page.locator(".spot:focus")).to_have_count(1)
        press("Enter")
        expect(ann.confirm).to_be_visible()
        if not ann.turning.count():
            ann.confirm.focus()
            press("Enter")
            ann.asked_no_more()
            continue
        expect(ann.turning).to_be_focused()
        label = ann.turning.get_attribute("aria-label") or ""
        press("r")
        expect(ann.turning).not_to_have_attribute("aria-label", label)
        press("Escape")
        expect(ann.prompt).to_contain_text("choose a cell")
        expect(ann.page.locator(".spot:focus")).to_have_count(1)
        press("Enter")
        expect(ann.turning).to_be_focused()
        expect(ann.confirm).to_be_visible()
        press("Enter")
        ann.asked_no_more()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_turns_by_touch_on_a_phone(player: NewPlayer, server: Server, scheme: str) -> None:
    ann = player(size="phone", touch=True, color_scheme=scheme)
    ann.begin(server, "Starter")
    for turn in range(3):
        ann.until_placing()
        assert ann.sideways() <= 0
        ann.placeable.first.tap()
        expect(ann.spots.first).to_be_visible()
        for target in (*ann.spots.all(), *ann.page.locator(".lying").all()):
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        ann.spots.first.tap()
        expect(ann.confirm).to_be_in_viewport()
        if not turn:
            check(ann.page)
        assert ann.sideways() <= 0
        ann.confirm.tap()
        ann.asked_no_more()


def test_a_long_press_tells_what_a_tile_does_and_chooses_nothing(
    player: NewPlayer, server: Server
) -> None:
    ann = player(size="phone", touch=True)
    ann.begin(server, "Starter")
    ann.until_placing()
    finger = ann.page.context.new_cdp_session(ann.page)
    for tile in (ann.placeable.last, ann.page.locator(".lying").first):
        tile.scroll_into_view_if_needed()
        box = tile.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        ann.page.wait_for_timeout(LONG_PRESS)
        name = (tile.get_attribute("aria-label") or "").partition(",")[0]
        expect(ann.page.locator(".about b").first).to_have_text(name)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(ann.page.locator(".about b").first).to_have_text(name)
        expect(ann.prompt).to_contain_text(FROM_HAND)


def test_the_list_has_every_answer(player: NewPlayer, server: Server) -> None:
    ann = player()
    ann.begin(server, "Starter")
    ann.until_placing()
    ann.page.get_by_text("All answers as a list").click()
    answers = ann.page.locator(".list button")
    expect(answers.first).to_have_text(re.compile("Place "))
    answers.first.click()
    expect(answers.first).to_contain_text("Column")
    answers.first.click()
    ann.confirm.click()
    ann.asked_no_more()
