"""Take the pictures of docs/look.md: `python -m tests.web.pictures [heroes] [qwirkle] …`.

Those of one game where one is named, else all. The main screens in three sizes, light and
dark; and for the page on the look the cards, large. They are for people to
look at, so every deal and every game in them is real.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, TypeVar

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from halfturn.server.projection import replay_file
from tests.support.browsing import ROOT, SIZES, Server, Visitor, built_web, launch
from tests.support.finished_games import SECRET, finished
from tests.support.ways_to_press import sit_down as sit_down_to_a_short_game
from tests.web.test_qwirkle_cards import Player as QwirklePlayer
from tests.web.test_sellswords import SELLSWORDS, Player
from tests.web.test_swirl import move, sit_down

V = TypeVar("V", bound=Visitor)
FOLDER = ROOT / "docs/pictures"
LARGEST = 150_000
SWIRL_AFTER = 7
"""Answers in SWIRL after which there is something in the series."""
MAGPIES = "magpies=halfturn.template.magpies:Magpies"
DRAWN_AFTER = 2
"""Answers in the game drawn as text after which there is something to see."""
QWIRKLE_AFTER = 4
"""Turns of Qwirkle Cards after which a good deal lies on the table."""
TURNS = 3
"""Turns that one takes before the picture, where a board is to have something on it."""


def main(words: list[str]) -> None:
    """Take them anew, all or those of some games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    began = time.time()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        games = (SELLSWORDS, "swirl", "qwirkle-cards")
        server = Server(Path(folder) / "all" / "data", *games, MAGPIES)
        shipped = Server(Path(folder) / "shipped" / "data", *games)
        for each in (server, shipped):
            each.data.parent.mkdir()
            each.start()
        browser = launch(playwright)
        try:
            for size in SIZES:
                for scheme in ("light", "dark"):
                    look = Look(size, scheme)
                    for name, scene in SCENES.items():
                        if not words or name in words:
                            scene(browser, shipped if scene is home else server, look)
            if not words or "heroes" in words:
                swirl(browser, server)
        finally:
            browser.close()
            server.stop()
            shipped.stop()
    for picture in sorted(FOLDER.glob("*.png")):
        if picture.stat().st_mtime < began:
            continue
        squeeze(picture)
        print(f"{picture.stat().st_size:7}  {picture.name}")


class Look(NamedTuple):
    """How pages are photographed: in one size, light or dark."""

    size: str
    scheme: str

    def visitor(self, browser: Browser, kind: type[V]) -> V:
        """Somebody who looks at pages so."""
        touch = self.size != "desktop"
        return kind(browser, self.size, touch, color_scheme=self.scheme, device_scale_factor=1)

    def shoot(self, page: Page, name: str, full_page: bool = False) -> None:
        """Take a picture once the page has come to rest, with the mouse out of the way."""
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        path = FOLDER / f"{name}-{self.size}-{self.scheme}.png"
        page.screenshot(path=str(path), full_page=full_page)


def introduce(visitor: Visitor, server: Server, name: str = "Robin") -> None:
    """Open the first page and set a display name."""
    visitor.page.goto(server.url)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Save").click()
    visitor.page.get_by_text("Saved.").wait_for()


def take(browser: Browser, server: Server, look: Look) -> None:
    """The way through one match, as one person sees it."""
    ann = look.visitor(browser, Visitor)
    page = ann.page

    introduce(ann, server)
    page.get_by_role("button", name="Show the code").click()  # so that invitations have one
    page.get_by_role("img", name="QR code").wait_for()
    ann.play_against_bot(server.url + "#/")
    for _ in range(TURNS):
        ann.wait()
        ann.move()
    ann.wait()
    most = max(range(ann.hand.count()), key=lambda index: fitting(ann, index))
    choose(ann, most)
    look.shoot(page, "table")
    ann.spot().click()
    page.locator(".sign").first.wait_for()
    look.shoot(page, "preview")
    page.get_by_role("button", name="Confirm").click()
    ann.asked_no_more()
    while ann.wait() == "turn":
        ann.move()
    look.shoot(page, "result")
    page.get_by_role("link", name="Halfturn: home").click()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    page.get_by_role("img", name="QR code").wait_for()
    look.shoot(page, "invite")
    page.get_by_role("link", name="Halfturn: home").click()
    ann.game("Magpies").get_by_role("button", name="Play against a bot").click()
    for _ in range(DRAWN_AFTER):
        ann.wait()
        page.locator(".choices button").first.click()
        page.get_by_role("button", name="Confirm").click()
        ann.asked_no_more()
    ann.wait()
    page.locator(".choices button").first.click()
    page.get_by_role("button", name="Confirm").wait_for()
    look.shoot(page, "drawn")
    ann.close()


def around(browser: Browser, server: Server, look: Look) -> None:
    """Setting a table, one screen for two, an invitation, talk and clocks, and oneself."""
    ann = look.visitor(browser, Visitor)
    ben = Visitor(browser)
    page = ann.page

    for visitor, name in ((ann, "Robin"), (ben, "Sascha")):
        introduce(visitor, server, name)
    heroes = ann.heroes
    heroes.get_by_text("More ways to play").click()
    heroes.get_by_role("combobox", name="How to play").select_option(label="Surprise")
    heroes.get_by_role("combobox", name="Seat B").select_option("here")
    heroes.get_by_label("Name of player B").fill("Kim")
    heroes.get_by_role("combobox", name="Seat C").select_option("bot:strong")
    heroes.get_by_role("button", name="Set the table").focus()
    heroes.get_by_text("More ways to play").evaluate("head => head.scrollIntoView()")
    look.shoot(page, "setting")
    heroes.get_by_role("button", name="Set the table").click()
    page.get_by_role("heading", name="Hand the device to").wait_for()
    look.shoot(page, "handing")

    heroes = ben.heroes
    heroes.get_by_text("More ways to play").click()
    heroes.get_by_text("Time, talk and more").click()
    heroes.get_by_role("combobox", name="Time", exact=True).select_option("quick")
    heroes.get_by_role("combobox", name="Talk at the table").select_option("free")
    heroes.get_by_label("Open to everybody").check()
    heroes.get_by_role("button", name="Set the table").click()
    ben.page.get_by_text("Waiting for people").wait_for()
    _, _, join = ben.page.locator("input[readonly]").input_value().partition("#")
    page.goto(f"{server.url}#{join}")
    page.get_by_role("button", name="Take a seat").wait_for()
    look.shoot(page, "invited")
    page.goto(server.url + "#/")
    page.get_by_role("button", name="Join Swirling Heroes with Sascha").first.click()
    page.get_by_role("timer").first.wait_for()
    for _ in range(3):
        page.locator(".panel.turn").wait_for()
        mover = ann if page.locator(".prompt.yours").count() else ben
        mover.wait()
        mover.move()
        ann.page.wait_for_timeout(1000)
    ben.page.get_by_role("button", name="Talk").click()
    ben.page.get_by_role("button", name="Nice move!").click()
    page.locator(".said").wait_for()
    look.shoot(page, "talking")

    page.goto(server.url + "#/you")
    page.get_by_role("button", name="Show a code").click()
    page.locator(".code").wait_for()
    look.shoot(page, "you")
    ann.close()
    ben.close()


def take_swirl(browser: Browser, server: Server, look: Look) -> None:
    """SWIRL in mid-game: a card that takes a sum, looked at before it is played."""
    ann = look.visitor(browser, Visitor)
    page = ann.page
    introduce(ann, server)
    sit_down(ann, server, bots=2)
    answers = 0
    while ann.wait() == "turn":
        answers += 1
        for card in ann.hand.all() if answers > SWIRL_AFTER else []:
            if card.get_attribute("aria-pressed") == "false":
                card.click()
            page.locator(".detail").wait_for()
            if " + " in page.locator(".detail").inner_text():
                look.shoot(page, "swirl-table")
                ann.close()
                return
        move(ann, Locator.click)
    ann.close()
    take_swirl(browser, server, look)  # nobody had a sum: another game


def sellswords(browser: Browser, server: Server, look: Look) -> None:
    """The draft, and a tile that is about to be placed."""
    ann = look.visitor(browser, Player)
    page = ann.page

    page.goto(server.url)
    ann.game("Sellswords: Olympus").get_by_role("button", name="Play against a bot").click()
    ann.wait()
    ann.answer()
    ann.wait()
    ann.pickable.first.click()
    ann.confirm.wait_for()
    look.shoot(page, "sellswords-draft")
    for _ in range(TURNS):
        ann.until_placing()
        ann.answer()
    ann.until_placing()
    ann.placeable.first.click()
    ann.spots.first.click()
    ann.confirm.wait_for()
    look.shoot(page, "sellswords-table")
    ann.close()


def qwirkle(browser: Browser, server: Server, look: Look) -> None:
    """A turn of Qwirkle Cards that is being tried out."""
    ann = look.visitor(browser, QwirklePlayer)
    page = ann.page

    introduce(ann, server)
    ann.begin(server)
    for _ in range(QWIRKLE_AFTER):
        ann.wait()
        ann.play()
    ann.wait()
    cards = ann.turn()
    ann.lay_together(cards[:2])
    page.locator(".group.bad").first.wait_for()
    ann.in_hand(next(card for card in ann.cards(ann.own))).click()
    page.evaluate("scrollTo(0, 0)")
    look.shoot(page, "qwirkle-trying")
    ann.close()


def cards(browser: Browser, server: Server, look: Look) -> None:
    """An owner who enters the numbers of a box."""
    ann = look.visitor(browser, Visitor)
    page = ann.page
    page.goto(server.url + "#/cards/sellswords")
    for side, number in zip(("Top", "Right", "Bottom", "Left"), "9876", strict=True):
        page.get_by_label(side).fill(number)
    page.get_by_text("Everything can be used.").wait_for()
    look.shoot(page, "cards")
    ann.close()


def lesson_and_replay(browser: Browser, server: Server, look: Look) -> None:
    """A step of a lesson, and a finished game with the check of its deals, from its file."""
    ann = look.visitor(browser, Visitor)
    page = ann.page

    page.goto(f"{server.url}#/lesson/swirl")
    page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("heading", name="Sums").wait_for()
    ann.hand.and_(page.get_by_role("button", name="purple star fish 9")).click()
    page.get_by_role("button", name="Confirm").wait_for()
    page.evaluate("scrollTo(0, 0)")
    look.shoot(page, "lesson")
    template = replay_file.template(built_web(), "sellswords")
    assert template is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.html"
        names = ["Robin", "Casual"]
        file.write_bytes(replay_file.page(template, "T", finished("sellswords", 2), names, SECRET))
        page.goto(file.as_uri())
        page.get_by_role("slider", name="Step").fill("40")
        page.get_by_text("as the sealed secret says").wait_for()
        look.shoot(page, "replay")
    ann.close()


def reading(browser: Browser, server: Server, look: Look) -> None:
    """What is read: a page of rules, and a table as text with a move that is being typed."""
    ann = look.visitor(browser, Visitor)
    page = ann.page

    page.goto(f"{server.url}#/rules/swirl")
    page.locator("article .picture").first.wait_for()
    page.get_by_role("heading", name="A turn").evaluate("head => head.scrollIntoView()")
    look.shoot(page, "rules")
    ann.play_against_bot(server.url + "#/")
    for _ in range(TURNS):
        ann.wait()
        ann.move()
    ann.wait()
    page.get_by_role("button", name="Type a move").click()
    page.get_by_text("The table as text").click()
    page.get_by_role("region", name="The table, drawn as text").wait_for()
    line = page.get_by_role("combobox", name="Your move in notation")
    line.press("ArrowDown")
    line.press("Enter")
    page.locator("#typed-told").wait_for()
    line.evaluate("line => line.scrollIntoView({ block: 'center' })")
    look.shoot(page, "typing")
    ann.close()


def swirl(browser: Browser, server: Server) -> None:
    """The half turn of a card, from left to right."""
    from PIL import Image

    ann = Visitor(browser, reduced_motion="no-preference", device_scale_factor=1)
    ann.try_a_swirl(server.url)
    card = ann.page.locator(".card.turns")
    card.wait_for()
    frames = []
    for at in (0, 150, 300, 450, 599):
        card.evaluate(
            """(card, at) => card.getAnimations({subtree: true}).forEach(each => {
                each.pause(); each.currentTime = at })""",
            at,
        )
        box = card.evaluate(
            "card => { const box = card.parentElement.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2] }"
        )
        clip = {"x": box[0] - 110, "y": box[1] - 110, "width": 220, "height": 220}
        path = FOLDER / "frame.png"
        ann.page.screenshot(path=str(path), clip=clip)  # type: ignore[arg-type]
        frames.append(Image.open(path).convert("RGB"))
        path.unlink()
    strip = Image.new("RGB", (230 * len(frames) - 10, 220), "white")
    for index, frame in enumerate(frames):
        strip.paste(frame, (230 * index, 0))
    strip.save(FOLDER / "swirl.png")
    ann.close()


def home(browser: Browser, server: Server, look: Look) -> None:
    """The first page of somebody who has finished a game and is in the middle of another."""
    ann = look.visitor(browser, Visitor)
    page = ann.page
    introduce(ann, server)
    sit_down_to_a_short_game(ann, server, "swirl")
    while ann.wait() == "turn":
        move(ann, Locator.click)
    ann.play_against_bot(server.url + "#/")
    ann.move()
    ann.wait()
    page.get_by_role("link", name="Halfturn: home").click()
    page.locator("section[aria-labelledby=tables] a.yours").wait_for()
    look.shoot(page, "home", full_page=look.size == "desktop")
    ann.close()


def choose(ann: Visitor, index: int) -> None:
    """Choose a card of the hand, if it is not chosen already."""
    card = ann.hand.nth(index)
    if card.get_attribute("aria-pressed") != "true":
        card.click()
    ann.spots.first.wait_for()


def fitting(ann: Visitor, index: int) -> int:
    """How many places a card of the hand has."""
    choose(ann, index)
    return ann.spots.count()


def squeeze(picture: Path) -> None:
    """Make a picture smaller where it is too large to be kept."""
    from PIL import Image

    with Image.open(picture) as image:
        small = image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(picture, optimize=True)
    if picture.stat().st_size > LARGEST:
        sys.exit(f"{picture.name} is too large: {picture.stat().st_size} bytes")


SCENES = {
    "heroes": take,
    "home": home,
    "around": around,
    "swirl": take_swirl,
    "sellswords": sellswords,
    "qwirkle": qwirkle,
    "cards": cards,
    "after": lesson_and_replay,
    "reading": reading,
}
"""The words of the command line, and what each takes pictures of."""


if __name__ == "__main__":
    main(sys.argv[1:])
