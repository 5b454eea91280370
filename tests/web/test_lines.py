"""The line to the server breaks, and the game goes on by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import TURN, Server, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    server = Server(tmp_path_factory.mktemp("fragile") / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def ann(browser: Browser) -> Iterator[Visitor]:
    visitor = Visitor(browser)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


def test_the_server_is_killed_in_mid_game(ann: Visitor, fragile: Server) -> None:
    ann.play_against_bot(fragile.url)
    ann.page.evaluate("window.notReloaded = true")
    kills = 0
    while ann.wait() == "turn":
        if ann.removes():
            continue
        if kills == 5:
            ann.move()
            continue
        kills += 1
        before, turns = ann.field(), ann.turns()
        fragile.kill()
        expect(ann.page.get_by_text("Connection lost. Trying again …")).to_be_visible()
        assert ann.field() == before
        # A move made meanwhile is kept, said to be kept, and sent once.
        ann.hand.first.click()
        ann.spot().click()
        ann.page.get_by_role("button", name="Confirm").click()
        expect(ann.page.get_by_text("Your move is kept")).to_be_visible()
        fragile.start()
        expect(ann.lines(TURN)).to_have_count(turns + 2)
        expect(ann.page.get_by_text("Connected", exact=True)).to_be_visible()
    assert ann.turns() == 12
    assert ann.page.locator(".notice").count() == 0
    assert ann.page.evaluate("window.notReloaded") is True


def test_a_restart_between_the_move_and_its_reply(ann: Visitor, fragile: Server) -> None:
    ann.play_against_bot(fragile.url)
    turns = ann.turns()
    ann.hand.first.click()
    ann.spot().click()
    ann.page.get_by_role("button", name="Confirm").click(no_wait_after=True)
    fragile.kill()
    fragile.start()
    expect(ann.lines(TURN)).to_have_count(turns + 2)
    assert ann.page.locator(".notice").count() == 0


def test_offline_and_back(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    ann.play_against_bot(server.url)
    turns = ann.turns()
    ann.context.set_offline(True)
    expect(ann.page.get_by_text("You are offline.")).to_be_visible()
    ann.hand.first.tap()
    ann.spot().tap()
    ann.spot().tap()
    expect(ann.page.get_by_text("Your move is kept")).to_be_visible()
    ann.page.wait_for_timeout(1000)
    assert ann.turns() == turns
    ann.context.set_offline(False)
    expect(ann.lines(TURN)).to_have_count(turns + 2)
    expect(ann.page.get_by_text("You are offline.")).to_have_count(0)


def test_a_table_that_is_not_there(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url + "#/t/nowhere")
    expect(ann.page.get_by_role("alert")).to_contain_text("There is no such table here.")
    ann.page.get_by_role("link", name="Back to all tables").click()
    expect(ann.heroes.get_by_role("button", name="Play against a bot")).to_be_visible()


def test_an_invitation_that_is_not_valid(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url + "#/join/nowhere/code")
    expect(ann.page.get_by_role("alert")).to_contain_text("invitation is not valid")
    ann.page.get_by_role("link", name="Back to all tables").click()
    expect(ann.heroes).to_be_visible()


def test_no_server_at_all_is_said_in_words(ann: Visitor, fragile: Server) -> None:
    ann.page.goto(fragile.url)
    ann.heroes.get_by_role("button", name="Invite a friend").wait_for()
    ann.page.locator("section[aria-labelledby=lobby]").wait_for()
    fragile.kill()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    # It is said once as what it is; the list only says that it is an old one.
    expect(ann.page.get_by_text("this is how things stood")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_have_count(1)
    expect(ann.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    fragile.start()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    expect(ann.page.get_by_text("Waiting for people to sit down.")).to_be_visible()
