"""Whole matches in a real browser: by mouse, by keyboard alone, by touch, and with others."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browsing import TURN, Server, Visitor

Visit = Callable[..., Visitor]
CARDS = 6


def play_game(visitor: Visitor, move: Callable[[], None]) -> int:
    """Move until the game is over, and count."""
    moves = 0
    while visitor.wait() == "turn":
        move()
        moves += 1
    return moves


def test_a_match_against_the_bot_by_clicks(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    ann.heroes.get_by_role("button", name="Play against a bot").click()
    assert play_game(ann, ann.move) == CARDS
    assert ann.turns() == 2 * CARDS
    expect(ann.page.get_by_text("Game 1 of 2").first).to_be_visible()
    ann.page.get_by_role("button", name="Next game").click()
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert play_game(ann, ann.move) == CARDS
    totals = ann.page.locator("tbody td:last-child").all_inner_texts()
    verdict = ann.page.locator("#verdict").inner_text()
    mine, its = map(int, totals)
    expected = "You win" if mine > its else "Casual wins" if its > mine else "A tie"
    assert verdict.startswith(expected)
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert ann.wait() == "turn"


def test_a_match_by_keyboard_alone(visit: Visit, server: Server) -> None:
    ann = visit()
    press = ann.page.keyboard.press
    focus = ann.page.locator(":focus")

    def tab_to(wanted: Locator) -> None:
        for _ in range(60):
            if wanted.and_(focus).count():
                return
            press("Tab")
        raise AssertionError(f"expected Tab to lead to {wanted}")

    def move() -> None:
        if ann.removes():
            return
        tab_to(ann.hand.first)
        press("Enter")
        expect(ann.spots.first).to_be_focused()
        for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            press(arrow)
        expect(ann.spots.and_(focus)).to_have_count(1)
        press("Enter")
        expect(ann.page.get_by_text("Place it here?")).to_be_visible()
        press("Escape")
        expect(ann.page.get_by_text("Now choose a place")).to_be_visible()
        press("Enter")
        expect(ann.page.get_by_text("Place it here?")).to_be_visible()
        press("Enter")
        ann.asked_no_more()

    ann.page.goto(server.url)
    tab_to(ann.heroes.get_by_role("button", name="Play against a bot"))
    press("Enter")
    assert play_game(ann, move) == CARDS
    tab_to(ann.page.get_by_role("button", name="Next game"))
    press("Enter")
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert play_game(ann, move) == CARDS


def test_a_match_on_a_phone_by_touch(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)

    def move() -> None:
        assert ann.sideways() <= 0
        if ann.removes():
            return
        ann.hand.first.tap()
        expect(ann.spots.first).to_be_visible()
        for spot in ann.spots.all():
            box = spot.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        ann.spot().tap()
        expect(ann.page.get_by_text("Place it here?")).to_be_visible()
        assert ann.sideways() <= 0
        ann.spot().tap()
        ann.asked_no_more()

    ann.page.goto(server.url)
    assert ann.sideways() <= 0
    ann.heroes.get_by_role("button", name="Play against a bot").tap()
    assert play_game(ann, move) == CARDS
    assert ann.sideways() <= 0
    ann.page.get_by_role("button", name="Next game").tap()
    expect(ann.page.locator("#verdict")).to_have_count(0)
    assert play_game(ann, move) == CARDS


def test_two_people_and_a_spectator(visit: Visit, server: Server) -> None:
    ann, ben, cat = visit(), visit(size="phone", touch=True), visit()
    ann.page.goto(server.url)
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Save").click()
    expect(ann.page.get_by_text("Saved.")).to_be_visible()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    link = ann.page.get_by_label("Invite somebody").get_by_role("textbox").input_value()

    # Ben comes from the home network: by plain HTTP, from an address that is not localhost.
    ben.page.goto(re.sub("^http://[^/]+/", server.url_at_home, link))
    assert ben.page.evaluate("window.isSecureContext") is False
    ben.page.get_by_label("Your name").fill("Ben")
    expect(
        ben.page.get_by_role("heading", name="You are invited to Swirling Heroes")
    ).to_be_visible()
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(ben.page).to_have_url(re.compile("#/t/"))

    cat.page.goto(ann.page.url)
    expect(cat.page.get_by_text("You are watching this table.")).to_be_visible()

    everybody = (ann, ben, cat)
    for turn in range(2 * CARDS):
        found = ann.page.locator(".prompt.yours, .turn:has-text('Ben'), #verdict").first
        found.wait_for()
        asked = ann if ann.page.locator(".prompt.yours").count() else ben
        assert asked.wait() == "turn"
        asked.move()
        for each in everybody:
            expect(each.lines(TURN)).to_have_count(turn + 1)
        assert cat.page.locator(".spot, .prompt.yours").count() == 0
    for each in everybody:
        each.page.locator("#verdict").wait_for()
    assert ann.field() == ben.field() == cat.field()
    assert cat.page.get_by_role("button", name="Next game").count() == 0
    ben.page.get_by_role("button", name="Next game").click()
    expect(ann.page.get_by_text("Game 2 of 2")).to_be_visible()


def test_a_hand_is_built_card_by_card_or_all_at_once(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    ann.heroes.get_by_text("More ways to play").click()
    ann.heroes.get_by_label("How to play").select_option(label="By the book")
    ann.heroes.get_by_label("Seat B").select_option(label="Bot: random")
    ann.heroes.get_by_role("button", name="Set the table").click()
    expect(ann.page.get_by_text("Build your hand of six.")).to_be_visible()
    cards = ann.page.locator(".others li button")
    expect(cards).to_have_count(12)
    cards.first.click()
    ann.page.get_by_role("button", name="Take 1 card").click()
    expect(cards).to_have_count(11)
    for index in range(5):
        cards.nth(index).click()
    ann.page.get_by_role("button", name="Take 5 cards").click()
    expect(ann.page.locator("ul[aria-label='Your hand'] button")).to_have_count(CARDS)
    expect(ann.page.get_by_text("6 hidden cards").first).to_be_attached()
    assert play_game(ann, ann.move) >= CARDS - 1


def test_naming_who_begins(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    for _ in range(12):  # the lot decides who names the First Player
        ann.heroes.get_by_text("More ways to play").click()
        ann.heroes.get_by_label("How to play").select_option(label="Second edition")
        ann.heroes.get_by_label("Seat B").select_option(label="Bot: greedy")
        ann.heroes.get_by_role("button", name="Set the table").click()
        ann.wait()
        if ann.page.get_by_text("You name who begins.").count():
            break
        ann.page.get_by_role("link", name="Back to all tables").click()
    ann.page.get_by_role("button", name="Greedy").click()
    expect(ann.page.get_by_text("Greedy begins?")).to_be_visible()
    ann.page.get_by_role("button", name="Confirm").click()
    expect(ann.page.get_by_text("First Player: Greedy.").first).to_be_attached()


def test_giving_up_is_asked_twice(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_role("button", name="No, play on").click()
    assert ann.wait() == "turn"
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_role("button", name="Yes, I give up").click()
    expect(ann.page.locator("#verdict")).to_have_text("Casual wins")
    ann.page.get_by_role("link", name="Halfturn: home").click()
    expect(ann.page.get_by_role("link").filter(has_text="Casual wins")).to_be_visible()


def test_the_list_of_tables_leads_back(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    expect(ann.page.get_by_text("No tables yet.")).to_be_visible()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    expect(ann.page.get_by_text("Waiting for people to sit down.")).to_be_visible()
    ann.page.get_by_role("link", name="Halfturn: home").click()
    ann.heroes.get_by_role("button", name="Play against a bot").click()
    assert ann.wait() == "turn"
    table = ann.page.url
    ann.page.get_by_role("link", name="Back to all tables").click()
    first = ann.page.locator("section[aria-labelledby=tables] a").first
    expect(first).to_contain_text("Your turn")
    first.click()
    expect(ann.page).to_have_url(table)


@pytest.mark.parametrize("how", ["place", "confirm"])
def test_double_clicks_do_nothing_twice(visit: Visit, server: Server, how: str) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    before = ann.page.locator(".cell [role=img]").count()
    ann.hand.first.click()
    if how == "place":
        # The first click of the two looks, the second confirms; two more are too many.
        ann.spot().click(click_count=4, no_wait_after=True)
    else:
        ann.spot().click()
        ann.page.get_by_role("button", name="Confirm").dblclick(no_wait_after=True)
    ann.asked_no_more()
    assert ann.wait() == "turn"
    assert ann.page.locator(".cell [role=img]").count() == before + 2
    assert ann.page.locator(".notice").count() == 0
