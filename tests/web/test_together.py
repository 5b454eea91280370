"""Several people on several devices, one of which falls asleep."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, WebSocketRoute, expect

from tests.support.browsing import TURN, Server, Visitor

Visit = Callable[..., Visitor]
CARDS = 6


def three_people(visit: Visit, server: Server, preset: str = "") -> list[Visitor]:
    """A laptop sets a table for three; two phones come by its code, over the home network."""
    laptop = visit()
    laptop.page.goto(server.url)
    laptop.page.get_by_label("Your name").fill("Lap")
    laptop.page.get_by_role("button", name="Save").click()
    expect(laptop.page.get_by_text("Saved.")).to_be_visible()
    laptop.page.get_by_role("button", name="Show the code").click()
    expect(laptop.page.get_by_role("img", name="QR code")).to_be_visible()
    laptop.heroes.get_by_text("More ways to play").click()
    if preset:
        laptop.heroes.get_by_label("How to play").select_option(label=preset)
    laptop.heroes.get_by_label("Seat C").select_option(label="A friend, by link")
    laptop.heroes.get_by_role("button", name="Set the table").click()
    code = laptop.page.get_by_role("img", name=re.compile("QR code of .*#.join"))
    address = (code.get_attribute("aria-label") or "").removeprefix("QR code of ")
    assert "127.0.0.1" not in address
    assert "localhost" not in address
    phones = []
    for name in ("Pia", "Quin"):
        phone = visit(size="phone", touch=True)
        phone.page.goto(re.sub("^http://[^/]+/", server.url_at_home, address))
        assert phone.page.evaluate("window.isSecureContext") is False
        phone.page.get_by_label("Your name").fill(name)
        phone.page.get_by_role("button", name="Take a seat").tap()
        expect(phone.page).to_have_url(re.compile("#/t/"))
        phones.append(phone)
    for each in (laptop, *phones):
        expect(each.page.get_by_text("Waiting for people to sit down.")).to_have_count(0)
    return [laptop, *phones]


def all_see(everybody: Sequence[Visitor], turns: int) -> None:
    """Wait until everybody sees so many turns; they see the same field then."""
    for each in everybody:
        expect(each.lines(TURN)).to_have_count(turns)
    fields = [each.field() for each in everybody]
    assert all(field == fields[0] for field in fields)


def asked(everybody: Sequence[Visitor]) -> Visitor:
    """The one whose turn it is, as all agree."""
    somebody = everybody[0].page.locator(".panel.turn .called")
    expect(somebody).to_have_count(1)
    found = next(each for each in everybody if name_of(each) == somebody.inner_text())
    assert found.wait() == "turn"
    return found


def name_of(visitor: Visitor) -> str:
    own = visitor.page.locator(".panel").filter(
        has=visitor.page.get_by_text(re.compile("^(you|your turn)$"))
    )
    return own.locator(".called").inner_text()


def take_turn(who: Visitor) -> None:
    touch = who.page.evaluate("navigator.maxTouchPoints") > 0
    who.move_by_touch() if touch else who.move()


def wishes_for_a_move_back(who: Visitor, everybody: Sequence[Visitor]) -> None:
    """Somebody asks the others, who see it wherever they look; one of them would rather not."""
    who.page.get_by_role("button", name="Take back").click()
    others = [each for each in everybody if each is not who]
    for each in others:
        each.page.evaluate("window.scrollTo(0, 0)")
        expect(each.page.get_by_role("button", name="Agree")).to_be_in_viewport(ratio=1)
    others[0].page.get_by_role("button", name="Decline").click()
    for each in everybody:
        expect(each.page.get_by_text("would like to take a move back")).to_have_count(0)


def test_two_phones_and_a_laptop_play_together(visit: Visit, server: Server) -> None:
    everybody = three_people(visit, server)
    first = everybody[0]
    moves = dict.fromkeys(map(name_of, everybody), 0)
    assert set(moves) == {"Lap", "Pia", "Quin"}
    for turn in range(3 * CARDS):
        all_see(everybody, turn)
        if turn == 2:  # others have moved since
            wishes_for_a_move_back(first, everybody)
        who = asked(everybody)
        first = who if turn == 0 else first
        moves[name_of(who)] += 1
        take_turn(who)
        assert who.sideways() <= 0
    all_see(everybody, 3 * CARDS)
    assert set(moves.values()) == {CARDS}
    verdicts = []
    for each in everybody:
        each.page.locator("#verdict").wait_for()
        verdicts.append(each.page.locator("tbody").inner_text())
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_hands_are_chosen_by_all_at_once(visit: Visit, server: Server) -> None:
    """Nobody waits for anybody, and nobody sees what others have taken."""
    everybody = three_people(visit, server, "By the book")
    for each in reversed(everybody):
        expect(each.page.get_by_text("Build your hand of six.")).to_be_visible()
    for each in reversed(everybody):
        for index in range(CARDS):
            each.page.locator(".others li button").nth(index).click()
        each.page.get_by_role("button", name="Take 6 cards").click()
        expect(each.page.locator("ul[aria-label='Your hand'] button")).to_have_count(CARDS)
        if each is everybody[2]:
            expect(each.page.get_by_text("Waiting for Lap and Pia to choose.")).to_be_visible()
            for other in everybody[:2]:
                expect(other.page.locator(".panel.turn")).to_have_count(2)
                assert other.page.locator("section[aria-labelledby=log] li").count() <= 3
    who = asked(everybody)
    take_turn(who)
    all_see(everybody, 1)


BUSY = "() => { for (const end = performance.now() + 300; performance.now() < end; ); }"


class Sleep:
    """A phone that has no network, and whose page's process stands still."""

    def __init__(self, phone: Visitor) -> None:
        self._phone = phone
        browser = phone.context.browser
        assert browser is not None
        self._cdp: CDPSession = browser.new_browser_cdp_session()
        self._process = self._find()

    def _find(self) -> int:
        """The process of the page: the one that works when the page does."""
        before = self._used()
        self._phone.page.evaluate(BUSY)
        return max(before, key=lambda process: self._used().get(process, 0.0) - before[process])

    def _used(self) -> dict[int, float]:
        found = self._cdp.send("SystemInfo.getProcessInfo")["processInfo"]
        return {each["id"]: each["cpuTime"] for each in found if each["type"] == "renderer"}

    def __enter__(self) -> None:
        self._phone.context.set_offline(True)
        os.kill(self._process, signal.SIGSTOP)

    def __exit__(self, *_: object) -> None:
        try:
            state = Path(f"/proc/{self._process}/stat").read_text("ascii").rpartition(")")[2]
            assert state.split()[0] == "T"
        finally:
            os.kill(self._process, signal.SIGCONT)
            self._phone.context.set_offline(False)


@pytest.mark.skipif(sys.platform != "linux", reason="a page's process is stopped by a signal")
def test_a_phone_asleep_and_awake(visit: Visit, server: Server) -> None:
    everybody = three_people(visit, server)
    phone, others = everybody[1], [everybody[0], everybody[2]]
    phone.page.evaluate("window.notReloaded = true")
    turns = 0
    while (who := asked(everybody)) is phone:
        take_turn(who)
        turns += 1
        all_see(everybody, turns)
    # Others move while it sleeps, until it is the sleeper's turn.
    with Sleep(phone):
        while others[0].page.locator(".panel.turn .called").inner_text() != "Pia":
            take_turn(asked(others))
            turns += 1
            all_see(others, turns)
    # Awake, it shows all of that by itself, and can move.
    all_see(everybody, turns)
    assert phone.wait() == "turn"
    # Without a network it moves, and falls asleep before anybody hears of it.
    phone.context.set_offline(True)
    expect(phone.page.get_by_text("You are offline.")).to_be_visible()
    phone.hand.first.tap()
    phone.spot().tap()
    phone.spot().tap()
    expect(phone.page.get_by_text("Your move is kept")).to_be_visible()
    with Sleep(phone):
        others[0].page.wait_for_timeout(2000)
        all_see(others, turns)
    turns += 1
    all_see(everybody, turns)
    for _ in range(3):  # and the game goes on, with nothing twice
        take_turn(asked(everybody))
        turns += 1
        all_see(everybody, turns)
    assert phone.page.evaluate("window.notReloaded") is True
    assert phone.page.locator(".notice").count() == 0


def test_a_move_made_offline_survives_a_reload(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    down = [False]

    def line(socket: WebSocketRoute) -> None:
        if down[0]:
            socket.close()
        else:
            socket.connect_to_server()

    ann.page.route_web_socket(re.compile("/ws/"), line)
    ann.play_against_bot(server.url)
    turns = ann.turns()
    down[0] = True
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(ann.page.get_by_text("Connection lost.").first).to_be_visible()
    ann.hand.first.tap()
    ann.spot().tap()
    ann.spot().tap()
    expect(ann.page.get_by_text("Your move is kept")).to_be_visible()
    down[0] = False
    ann.page.reload()
    expect(ann.lines(TURN)).to_have_count(turns + 2)
    assert ann.wait() == "turn"
    ann.page.reload()  # nothing is sent again
    expect(ann.lines(TURN)).to_have_count(turns + 2)
    assert ann.page.locator(".notice").count() == 0
