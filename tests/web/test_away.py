"""Somebody is away: it is told where they want it told, and a bot plays for them meanwhile."""

from __future__ import annotations

import json
import queue
import socketserver
import threading
from collections.abc import Callable, Iterator
from queue import Queue

import pytest
from playwright.sync_api import expect

from tests.support.browsing import Server, Visitor
from tests.support.patience import PATIENCE
from tests.support.ways_to_press import MAKE
from tests.web.test_around import called
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
TURN = "It is your turn in Swirling Heroes."


@pytest.fixture(scope="module")
def caught() -> Iterator[tuple[int, Queue[bytes]]]:
    """The port of somebody who listens, and what was said there."""
    said: Queue[bytes] = Queue()

    class Catch(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            said.put(self.rfile.read())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Catch) as catcher:
        threading.Thread(target=catcher.serve_forever, daemon=True).start()
        yield catcher.server_address[1], said
        catcher.shutdown()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, caught: tuple[int, Queue[bytes]]
) -> Iterator[Server]:
    """A server that tells it there, and where whoever leaves is away at once."""
    server = Server(tmp_path_factory.mktemp("away") / "data", catcher=caught[0])
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


def invited(ann: Visitor, ben: Visitor, server: Server) -> str:
    """Ann invites, Ben comes and is to begin; the address of the table."""
    wish = {"game": "swirling-heroes", "seats": ["me", "open"], "options": ["first_player=B"]}
    made = ann.page.evaluate(MAKE, wish)
    ben.page.goto(f"{server.url}#/join/{made['table']}/{made['invite']}")
    ben.page.get_by_role("button", name="Take a seat").click()
    assert ben.wait() == "turn"
    return f"{server.url}#/t/{made['table']}"


def test_a_turn_is_told_where_one_wants_it(
    visit: Visit, server: Server, caught: tuple[int, Queue[bytes]]
) -> None:
    ann, ben = visit(size="phone", touch=True), visit()
    called(ann, server, "Ann")
    called(ben, server, "Ben")
    page = ann.page
    page.goto(server.url + "#/you")
    panel = page.locator("section[aria-labelledby=hook]")
    address = panel.get_by_label("Address (https)")
    address.fill("https://elsewhere.test/topic")
    panel.get_by_role("button", name="Save").tap()
    expect(panel.get_by_role("alert")).to_contain_text("https://hooks.test/")
    address.fill("https://hooks.test/topic?x=1")
    panel.get_by_label("Form").select_option("json")
    panel.get_by_role("button", name="Save").tap()
    expect(panel.get_by_text("Saved.", exact=True)).to_be_visible()
    assert ann.sideways() <= 0
    check(page)
    page.reload()
    expect(address).to_have_value("https://hooks.test/topic?x=1")
    expect(panel.get_by_label("Form")).to_have_value("json")

    table = invited(ann, ben, server)
    ben.move()
    head, _, body = caught[1].get(timeout=PATIENCE).partition(b"\r\n\r\n")
    assert head.startswith(b"POST /topic?x=1 HTTP/1.1\r\nHost: hooks.test\r\n")
    assert json.loads(body) == {"content": TURN, "text": TURN}

    # Whoever looks is not told, and neither is who wants it no more.
    page.goto(table)
    assert ann.wait() == "turn"
    ann.move_by_touch()
    assert ben.wait() == "turn"
    ben.move()
    assert ann.wait() == "turn"
    ann.move_by_touch()
    page.goto(server.url + "#/you")
    address.fill("")
    panel.get_by_role("button", name="Save").tap()
    expect(panel.get_by_text("nobody is told any more")).to_be_visible()
    assert ben.wait() == "turn"
    ben.move()
    with pytest.raises(queue.Empty):
        caught[1].get_nowait()


def test_a_bot_plays_for_somebody_who_is_away(visit: Visit, server: Server) -> None:
    ann, ben = visit(), visit(size="phone", touch=True)
    called(ann, server, "Ann")
    called(ben, server, "Ben")
    table = invited(ann, ben, server)
    ann.page.goto(table)
    expect(ann.page.get_by_text("Ben is to move.")).to_be_visible()
    ben.move_by_touch()
    assert ann.wait() == "turn"
    expect(ben.page.get_by_text("Ann is away")).to_have_count(0)
    ann.page.goto(server.url + "#/")  # away: another page is no table

    expect(ben.page.get_by_text("Ann is away. After two minutes")).to_be_visible()
    check(ben.page)
    ben.page.get_by_role("button", name="Let a bot play for Ann").tap()
    assert ben.wait() == "turn"
    expect(ben.page.get_by_text("a bot plays", exact=True)).to_be_visible()
    ben.move_by_touch()
    assert ben.wait() == "turn"  # the bot has answered again
    assert ben.sideways() <= 0

    ann.page.goto(table)
    expect(ann.page.get_by_text("A bot plays for you.")).to_be_visible()
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(ben.page.get_by_text("a bot plays", exact=True)).to_have_count(0)
    ben.move_by_touch()
    assert ann.wait() == "turn"
    ann.move()
