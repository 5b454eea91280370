"""Qwirkle Cards on its own board: turns tried out on the table, by mouse, by touch and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.answers import COLOUR_NAMES, SHAPE_NAMES
from halfturn.games.qwirkle_cards.cards import CARDS, cards_in
from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

GAME = QwirkleCards()
NAMES = {
    f"{colour} {shape}": CARDS[6 * at + place]
    for at, colour in enumerate(COLOUR_NAMES)
    for place, shape in enumerate(SHAPE_NAMES)
}
FEW_CARDS = "qwirkle-cards=few_cards:FewCards"
TURN = re.compile(r" played \d+ card")
Play = Callable[..., "Player"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the game is offered."""
    server = Server(tmp_path_factory.mktemp("qwirkle") / "data", FEW_CARDS)
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
        expect(self.own.first).to_be_visible()  # the table may be being laid out still
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

    def lay_together(self, cards: list[str]) -> None:
        """Cards of the hand into one new group."""
        self.lay(cards[:1], Locator.click)
        for card in cards[1:]:
            self.in_hand(card).click()
            self.page.locator(".group:has(.laid) .target").first.click()
            expect(self.targets).to_have_count(0)

    def finish(self, press: Callable[[Locator], None]) -> None:
        """Have it arranged, which also puts Qwirkles together, and confirm."""
        expect(self.arrange).to_be_enabled()
        press(self.arrange)
        expect(self.arrange).to_be_disabled()
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


def test_a_whole_game_by_clicks(player: Play, server: Server) -> None:
    ann = player()
    ann.begin(server)
    turns = 0
    while ann.wait() == "turn":
        ann.play()
        turns += 1
        if turns == 3 and ann.wait() == "turn":
            check(ann.page)
    assert turns > 2
    assert ann.lines(TURN).count() >= turns
    expect(ann.page.locator("tbody td").first).to_have_text(re.compile(r"^\d+ Qwirkles?$"))
    expect(ann.page.get_by_role("region", name="Qwirkles of Random")).to_be_visible()
    check(ann.page)


def test_a_turn_by_dragging_with_the_mouse(player: Play, server: Server) -> None:
    ann = player()
    ann.begin(server)
    ann.wait()
    before = ann.cards(ann.own)
    cards = ann.turn()
    mouse = ann.page.mouse

    def drag(what: Locator, to: Locator) -> None:
        what.scroll_into_view_if_needed()
        to.scroll_into_view_if_needed()
        start, end = what.bounding_box(), to.bounding_box()
        assert start
        assert end
        mouse.move(start["x"] + 20, start["y"] + 20)
        mouse.down()
        mouse.move(start["x"] + 40, start["y"] - 20, steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + 20, steps=4)
        mouse.up()

    # Into a set of its own, back, and there again; the click that a drag ends with picks nothing.
    drag(ann.in_hand(cards[0]), ann.new_set)
    expect(ann.own).to_have_count(len(before) - 1)
    expect(ann.prompt).to_contain_text("too few for a set")
    expect(ann.page.locator(".group.bad")).to_have_count(1)
    drag(ann.page.locator(".piece.laid button"), ann.own.first)
    expect(ann.own).to_have_count(len(before))
    expect(ann.targets).to_have_count(0)
    # Let go over nothing, it stays where it is.
    drag(ann.own.first, ann.page.get_by_role("heading", name="What happened"))
    expect(ann.own).to_have_count(len(before))
    # A wrong set is told of, and taken back at once by starting over.
    strange = [card for card in before if card[0] != cards[0][0] and card[1:] != cards[0][1:]]
    drag(ann.in_hand(cards[0]), ann.new_set)
    if strange:
        drag(ann.in_hand(strange[0]), ann.page.locator(".group.bad"))
        expect(ann.prompt).to_contain_text("neither one colour nor one shape")
    ann.page.get_by_role("button", name="Start over").click()
    expect(ann.own).to_have_count(len(before))
    expect(ann.page.get_by_role("button", name="Start over")).to_be_disabled()
    for card in cards:
        drag(ann.in_hand(card), ann.new_set)
    assert ann.sideways() <= 0
    ann.finish(Locator.click)
    assert ann.lines(re.compile("^Player played")).count() == 1


def test_turns_by_keyboard_alone(player: Play, server: Server) -> None:
    ann = player()
    ann.begin(server)
    press = ann.page.keyboard.press
    focus = ann.page.locator(":focus")

    def tab_to(wanted: Locator) -> None:
        for _ in range(60):
            if wanted.and_(focus).count():
                return
            press("Tab")
        raise AssertionError(f"expected Tab to lead to {wanted}")

    def walk_to(wanted: Locator) -> None:
        for _ in range(12):
            if wanted.and_(focus).count():
                return
            press("ArrowRight")
        for _ in range(12):
            if wanted.and_(focus).count():
                return
            press("ArrowLeft")
        raise AssertionError(f"expected arrow keys to lead to {wanted}")

    for turn in range(2):
        if ann.wait() == "over" or ann.page.locator("ul.faces button").count():
            return
        expect(ann.own.first).to_be_visible()
        cards = ann.turn()
        tab_to(ann.page.get_by_role("group", name="Your hand").locator("button[tabindex='0']"))
        for at, card in enumerate(cards):
            walk_to(ann.in_hand(card))
            press("Enter")
            expect(ann.prompt).to_contain_text("Where to with the")
            expect(ann.targets.and_(focus)).to_have_count(1)
            if turn == 0 and at == 0:
                press("Escape")
                expect(ann.targets).to_have_count(0)
                expect(ann.in_hand(card)).to_be_focused()
                press("Enter")
                press("ArrowDown")
                expect(ann.targets.and_(focus)).to_have_count(1)
            tab_to(ann.page.get_by_role("button", name=re.compile("^Begin a colour set")))
            press("Enter")
            expect(ann.targets).to_have_count(0)

        def enter(wanted: Locator) -> None:
            tab_to(wanted)
            press("Enter")

        ann.finish(enter)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_turns_on_a_phone_by_touch(player: Play, server: Server, scheme: str) -> None:
    ann = player(size="phone", touch=True, color_scheme=scheme)
    ann.begin(server)
    for _ in range(2):
        if ann.wait() == "over":
            return
        assert ann.sideways() <= 0
        ann.play(Locator.tap)
    if ann.wait() == "over" or ann.page.locator("ul.faces button").count():
        return
    for buttons in (ann.own, ann.lying):
        for piece in buttons.locator("xpath=..").all():
            box = piece.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
    drag_by_touch(ann)
    assert ann.sideways() <= 0
    check(ann.page)


def drag_by_touch(ann: Player) -> None:
    """A card of the hand onto the table, then a card of the table into a set of its own."""
    wire = ann.context.new_cdp_session(ann.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        wire.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def middle(of: Locator) -> tuple[float, float]:
        box = of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    many = ann.own.count()
    (x, y), lying = middle(ann.own.first), middle(ann.lying.first)
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 30))
    touch("touchMove", lying)
    expect(ann.page.locator(".ghost")).to_be_visible()
    touch("touchEnd")
    expect(ann.own).to_have_count(many - 1)
    # On the table a finger holds a card for a moment first: without that it scrolls.
    groups = ann.page.locator(".felt .group")
    sets = groups.count()
    place = middle(ann.lying.first)
    touch("touchStart", place)
    expect(ann.page.locator(".ghost")).to_be_visible()
    ann.new_set.scroll_into_view_if_needed()
    touch("touchMove", middle(ann.new_set))
    touch("touchEnd")
    expect(groups).to_have_count(sets + 1)


def test_a_very_full_table_on_a_phone(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("full") / "data", "qwirkle-cards=few_cards:FullTable")
    server.start()
    ann = Player(browser, "phone", touch=True)
    try:
        ann.begin(server)
        ann.wait()
        expect(ann.lying).to_have_count(72)
        assert ann.sideways() <= 0
        for _ in range(2):
            # The hand stays in sight wherever the table is scrolled to.
            expect(ann.own.last).to_be_in_viewport()
            expect(ann.page.locator(".prompt")).to_be_in_viewport()
            ann.page.evaluate("scrollTo(0, 400)")
        check(ann.page)
        ann.lay_together(["rci", "rsq", "rdi"])
        expect(ann.confirm).to_be_visible()
        ann.finish(Locator.tap)
        assert ann.complaints == []
    finally:
        ann.close()
        server.stop()


def test_others_see_the_finished_turn(player: Play, server: Server) -> None:
    """A friend and somebody who watches; the table of the one who tries out is nobody else's."""
    ann, bo, cy = player(), player(), player()
    ann.page.goto(server.url)
    ann.game("Qwirkle Cards").get_by_role("button", name="Invite a friend").click()
    link = ann.page.locator("input[readonly]").input_value()
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Take a seat").click()
    ann.page.locator(".prompt").wait_for()
    cy.page.goto(ann.page.url)
    first = ann if ann.page.locator(".prompt.yours").count() else bo
    other = bo if first is ann else ann
    first.wait()
    cards = first.turn()
    first.lay(cards, Locator.click)
    expect(other.page.locator(".felt .piece")).to_have_count(0)
    first.finish(Locator.click)
    # Cards that are no buttons now are heard all the same.
    heard = re.compile("^Your hand: (red|orange|yellow|green|blue|purple) ")
    expect(first.page.get_by_role("img", name=heard)).to_be_visible()
    for each in (other, cy):
        expect(each.page.locator(".felt .head")).to_contain_text("played")
        expect(each.lines(TURN)).to_have_count(1)
    other.wait()
    other.play()


def test_the_board_moves_where_that_is_welcome(browser: Browser, server: Server) -> None:
    moving = Player(browser, reduced_motion="no-preference")
    moving.begin(server)
    moving.wait()
    moving.play()
    moving.wait()
    moving.close()
    assert moving.complaints == []
