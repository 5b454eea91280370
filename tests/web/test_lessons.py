"""Every game is learnt in a few steps: by mouse, by keys alone, and by touch on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from halfturn.server.http import lessons
from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where all games are offered."""
    games = ("qwirkle-cards", "sellswords", "swirl")
    server = Server(tmp_path_factory.mktemp("lessons") / "data", *games)
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


def learn(ann: Visitor, server: Server, game: str, title: str) -> list[str]:
    """Begin a lesson from the first page; returns what its steps are called."""
    ann.page.goto(server.url)
    ann.page.get_by_role("link", name=f"Learn {title} in two minutes").click()
    expect(ann.page.locator("main[data-step='0']")).to_be_visible()
    found = lessons.info(game)
    assert found is not None
    return [step.head for step in found.steps]


def at(ann: Visitor, head: str) -> None:
    """The step with that name is asked."""
    expect(ann.page.get_by_role("heading", name=head, exact=True)).to_be_visible()
    expect(ann.page.locator(".prompt.yours")).to_be_visible()


def confirm(ann: Visitor) -> Locator:
    return ann.page.get_by_role("button", name="Confirm")


def go_on(ann: Visitor, press: Callable[[Locator], None]) -> None:
    """It was right: to the next step, or to the end."""
    expect(ann.page.get_by_text("Well done!")).to_be_visible()
    button = ann.page.get_by_role("button", name=re.compile("^(Next|Finish)$"))
    expect(button).to_be_focused()
    press(button)


def finished(ann: Visitor) -> None:
    """All is done, and the next thing is to play."""
    expect(ann.page.get_by_text("You know how it goes!")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Play against a bot")).to_be_focused()
    assert ann.sideways() <= 0
    check(ann.page)


def test_swirling_heroes_by_keys_alone(visit: Visit, server: Server) -> None:
    ann = visit()
    heads = learn(ann, server, "swirling-heroes", "Swirling Heroes")
    press = ann.page.keyboard.press

    def place(card: int, name: str) -> None:
        ann.hand.nth(card).focus()
        press("Enter")
        spot = ann.spots.and_(ann.page.get_by_role("button", name=name))
        spot.focus()
        press("Enter")
        expect(confirm(ann)).to_be_visible()
        press("Enter")

    def enter(button: Locator) -> None:
        expect(button).to_be_focused()
        press("Enter")

    at(ann, heads[0])
    check(ann.page)
    place(0, "column 1, row 0")
    go_on(ann, enter)
    at(ann, heads[1])
    place(0, "column 0, row -1")  # one swirl is not two
    expect(ann.page.get_by_text("Not quite.")).to_be_visible()
    enter(ann.page.get_by_role("button", name="Try again"))
    at(ann, heads[1])
    place(0, "column 1, row 0")
    go_on(ann, enter)
    at(ann, heads[2])
    place(0, "column 0, row -1")
    go_on(ann, enter)
    at(ann, heads[3])
    place(0, "column 0, row 1")
    go_on(ann, enter)
    at(ann, heads[4])
    ann.page.locator(".others button").first.focus()
    press("Enter")
    expect(confirm(ann)).to_be_visible()
    press("Enter")
    go_on(ann, enter)
    at(ann, heads[5])
    place(0, "column 2, row 0")
    expect(ann.page.locator("#verdict")).to_contain_text("You win")
    go_on(ann, enter)
    finished(ann)
    press("Enter")
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert ann.wait() == "turn"  # and at once a real game is played


def test_swirl_by_touch(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    heads = learn(ann, server, "swirl", "SWIRL")

    def play(name: str, *then: str) -> None:
        ann.hand.and_(ann.page.get_by_role("button", name=name)).tap()
        for each in then:
            confirm(ann).tap()
            for card in each.split(","):
                ann.page.get_by_role("button", name=card).first.tap()
        confirm(ann).tap()

    def tap(button: Locator) -> None:
        button.tap()

    at(ann, heads[0])
    check(ann.page)
    play("green fish 4")
    go_on(ann, tap)
    at(ann, heads[1])
    play("red sea horse 6")
    expect(ann.page.get_by_text("Not quite.")).to_be_visible()
    ann.page.get_by_role("button", name="Try again").tap()
    at(ann, heads[1])
    play("purple star fish 9")
    go_on(ann, tap)
    at(ann, heads[2])
    play("purple star fish 9", "green crab 4,yellow star fish 5")
    go_on(ann, tap)
    at(ann, heads[3])
    play("SNATCH", "red fish 3")
    go_on(ann, tap)
    at(ann, heads[4])
    play("red sea horse 8")
    expect(ann.page.locator("#verdict")).to_contain_text("You win")
    go_on(ann, tap)
    finished(ann)


def test_qwirkle_cards_by_clicks(visit: Visit, server: Server) -> None:
    ann = visit()
    heads = learn(ann, server, "qwirkle-cards", "Qwirkle Cards")
    hand = ann.page.get_by_role("group", name="Your hand")

    def lay(card: str, where: str) -> None:
        hand.get_by_role("button", name=card).click()
        ann.page.locator(".target").and_(ann.page.get_by_role("button", name=where)).first.click()

    def click(button: Locator) -> None:
        button.click()

    at(ann, heads[0])
    lay("blue circle", "Begin a colour set")
    lay("blue star", "to blue circle")
    lay("blue diamond", "to blue circle")
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[1])
    check(ann.page)
    lay("blue square", "to blue circle")
    lay("orange clover", "to red clover")
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[2])
    lay("red square", "Begin a shape set")
    lay("green square", "to red square")
    ann.page.get_by_role("button", name="Arrange for me").click()
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[3])
    lay("yellow burst", "to yellow circle")
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[4])
    ann.page.get_by_role("button", name="Skip this step").click()
    finished(ann)


def test_sellswords_by_clicks(visit: Visit, server: Server) -> None:
    ann = visit()
    heads = learn(ann, server, "sellswords", "Sellswords: Olympus")

    def place(tile: str, cell: str, turns: int = 0) -> None:
        ann.page.get_by_role("list", name="Your hand").get_by_role("button", name=tile).click()
        ann.spots.and_(ann.page.get_by_role("button", name=cell)).click()
        for _ in range(turns):
            ann.page.get_by_role("button", name="Turn to the right").click()

    def click(button: Locator) -> None:
        button.click()

    at(ann, heads[0])
    ann.page.get_by_role("button", name="Gryphon").first.click()
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[1])
    place("Hercules", "column 1, row -1")
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[2])
    check(ann.page)
    place("Hercules", "column 1, row 1", turns=3)
    confirm(ann).click()
    go_on(ann, click)
    at(ann, heads[3])
    place("Gryphon", "column -1, row 0")
    confirm(ann).click()
    ann.page.locator(".target").first.click()
    confirm(ann).click()
    go_on(ann, click)
    finished(ann)


def test_a_game_without_a_lesson_says_so(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(f"{server.url}#/lesson/chess")
    expect(ann.page.get_by_role("alert")).to_contain_text("It may be an old link.")
    expect(ann.page.get_by_role("link", name="Back to all tables")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Try again")).to_have_count(0)
    ann.page.goto(f"{server.url}#/rules/swirl")
    ann.page.get_by_role("link", name="Learn it in two minutes").click()
    expect(ann.page.get_by_role("heading", name="Equal numbers")).to_be_visible()
