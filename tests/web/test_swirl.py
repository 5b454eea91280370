"""SWIRL on its own board: whole games by clicks, turns by keyboard and by touch, teams."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
PLAY = re.compile(r" played ")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where SWIRL is offered, too."""
    server = Server(tmp_path_factory.mktemp("swirl") / "data", "swirl")
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


def sit_down(ann: Visitor, server: Server, way: str = "", bots: int = 1) -> None:
    """Set a table with random bots."""
    ann.page.goto(server.url)
    game = ann.game("SWIRL")
    game.get_by_text("More ways to play").click()
    for letter in "BCD"[:bots]:
        game.get_by_label(f"Seat {letter}").select_option(label="Bot: random")
    if way:
        game.get_by_label("How to play").select_option(label=way)
    game.get_by_role("button", name="Set the table").click()


def middle(ann: Visitor) -> Locator:
    """The cards of the middle that can be tapped now."""
    return ann.page.locator(
        "ul[aria-label='The middle'] button[aria-disabled=false][aria-pressed=false]"
    )


def open_choice(ann: Visitor) -> Locator:
    """What can be pressed now, whichever question it answers."""
    hand, others = ann.hand, ann.page.locator(".targets button, ul.faces button")
    expect(hand.or_(middle(ann)).or_(others).first).to_be_visible()
    return next(each for each in (hand, middle(ann), others) if each.count())


def move(ann: Visitor, press: Callable[[Locator], None]) -> None:
    """Answer the open question: press until there is something to confirm."""
    confirm = ann.page.get_by_role("button", name="Confirm")
    while not confirm.count():
        press(open_choice(ann).first)
        expect(ann.page.locator(".detail, .text").first).to_be_visible()
    press(confirm)
    ann.asked_no_more()


def test_a_whole_game_by_clicks(visit: Visit, server: Server) -> None:
    ann = visit()
    sit_down(ann, server)
    plays, looked = 0, False
    while ann.wait() == "turn":
        if ann.hand.count():
            plays += 1
            ann.hand.first.click()
            expect(ann.page.locator(".detail")).to_contain_text(
                re.compile(r"^\d+ (takes|can take)|Takes|choose|no effect|drop|Snatches")
            )
            if plays == 3 and not looked:
                check(ann.page)
                looked = True
            asked = ann.page.locator(".prompt .text").inner_text()
        else:
            asked = ""
        move(ann, Locator.click)
        if card := re.fullmatch(r"Play (.+)\?", asked):
            told = re.compile(rf"^Player played {card[1]}\.")
            expect(ann.lines(told).first).to_be_visible()  # the same words, before and after
    assert plays >= 4
    assert looked
    expect(ann.page.locator("tbody td").first).to_have_text(
        re.compile(r"^series \d of 4, pile \d+$")
    )
    expect(ann.page.get_by_role("region", name="Series of Random")).to_be_visible()
    assert ann.lines(PLAY).count() >= plays
    check(ann.page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_turns_on_a_phone_by_touch(visit: Visit, server: Server, scheme: str) -> None:
    ann = visit(size="phone", touch=True, color_scheme=scheme)
    sit_down(ann, server, bots=3)
    for _ in range(5):
        if ann.wait() == "over":  # somebody had a very lucky hand
            return
        assert ann.sideways() <= 0
        for button in open_choice(ann).all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        move(ann, Locator.tap)
    if ann.wait() == "over":
        return
    check(ann.page)
    pile = ann.page.get_by_role("button", name=re.compile("Open the pile of")).first
    pile.tap()
    expect(ann.page.get_by_role("dialog").locator("li").first).to_be_visible()
    assert ann.sideways() <= 0
    check(ann.page)
    ann.page.get_by_role("button", name="Close").tap()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_turns_by_keyboard_alone(visit: Visit, server: Server) -> None:
    ann = visit()
    sit_down(ann, server)
    press = ann.page.keyboard.press
    focus = ann.page.locator(":focus")

    def tab_to(wanted: Locator) -> None:
        for _ in range(80):
            if wanted.and_(focus).count():
                return
            press("Tab")
        raise AssertionError(f"expected Tab to lead to {wanted}")

    def enter(wanted: Locator) -> None:
        tab_to(wanted)
        press("Enter")

    for _ in range(6):
        if ann.wait() == "over":
            return
        if ann.hand.count() > 1:
            tab_to(ann.hand.first)
            press("ArrowRight")
            expect(ann.hand.nth(1)).to_be_focused()
            press("Enter")
            expect(ann.hand.nth(1)).to_have_attribute("aria-pressed", "true")
            press("Escape")
            expect(ann.hand.nth(1)).to_have_attribute("aria-pressed", "false")
            press("Enter")
            expect(ann.page.get_by_role("button", name="Confirm")).to_be_visible()
            press("Enter")
            ann.asked_no_more()
        else:
            move(ann, enter)


def test_teams_know_their_partners(visit: Visit, server: Server) -> None:
    ann = visit()
    sit_down(ann, server, way="Teams", bots=3)
    turn = ann.wait()
    expect(ann.page.get_by_label("Players").get_by_text("with Player")).to_have_count(1)
    if turn != "over":  # before anybody else was asked, with a very lucky hand
        move(ann, Locator.click)


def test_the_board_moves_where_that_is_welcome(browser: Browser, server: Server) -> None:
    moving = Visitor(browser, reduced_motion="no-preference")
    sit_down(moving, server)
    for _ in range(3):
        if moving.wait() != "over":
            move(moving, Locator.click)
    moving.close()
    assert moving.complaints == []
