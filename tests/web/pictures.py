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

from playwright.sync_api import Browser, Locator, sync_playwright

from halfturn.server import replay_file
from tests.web.browsing import ROOT, SIZES, Server, Visitor, built_web, launch
from tests.web.finished import SECRET, finished
from tests.web.test_qwirkle_cards import Player as QwirklePlayer
from tests.web.test_sellswords import SELLSWORDS, Player
from tests.web.test_swirl import move, sit_down
from tests.web.ways import sit_down as sit_down_to_a_short_game

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
                    if not words or "heroes" in words:
                        take(browser, server, size, scheme)
                    if not words or "home" in words:
                        home(browser, shipped, size, scheme)
                    if not words or "around" in words:
                        around(browser, server, size, scheme)
                    if not words or "swirl" in words:
                        take_swirl(browser, server, size, scheme)
                    if not words or "sellswords" in words:
                        sellswords(browser, server, size, scheme)
                    if not words or "qwirkle" in words:
                        qwirkle(browser, server, size, scheme)
                    if not words or "cards" in words:
                        cards(browser, server, size, scheme)
                    if not words or "after" in words:
                        lesson_and_replay(browser, server, size, scheme)
                    if not words or "reading" in words:
                        reading(browser, server, size, scheme)
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


def take(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """The way through one match, as one person sees it."""
    touch = size != "desktop"
    ann = Visitor(browser, size, touch, color_scheme=scheme, device_scale_factor=1)
    page = ann.page

    def shoot(name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=str(FOLDER / f"{name}-{size}-{scheme}.png"))

    page.goto(server.url)
    page.get_by_label("Your name").fill("Robin")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Show the code").click()  # so that invitations have one
    page.get_by_role("img", name="QR code").wait_for()
    ann.play_against_bot(server.url + "#/")
    for _ in range(TURNS):
        ann.wait()
        ann.move()
    ann.wait()
    most = max(range(ann.hand.count()), key=lambda index: fitting(ann, index))
    choose(ann, most)
    shoot("table")
    ann.spot().click()
    page.locator(".sign").first.wait_for()
    page.mouse.move(0, 0)
    shoot("preview")
    page.get_by_role("button", name="Confirm").click()
    ann.asked_no_more()
    while ann.wait() == "turn":
        ann.move()
    shoot("result")
    page.get_by_role("link", name="Halfturn: home").click()
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    page.get_by_role("img", name="QR code").wait_for()
    shoot("invite")
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
    shoot("drawn")
    ann.close()


def around(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """Setting a table, one screen for two, an invitation, talk and clocks, and oneself."""
    touch = size != "desktop"
    ann = Visitor(browser, size, touch, color_scheme=scheme, device_scale_factor=1)
    ben = Visitor(browser)
    page = ann.page

    def shoot(name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=str(FOLDER / f"{name}-{size}-{scheme}.png"))

    for visitor, name in ((ann, "Robin"), (ben, "Sascha")):
        visitor.page.goto(server.url)
        visitor.page.get_by_label("Your name").fill(name)
        visitor.page.get_by_role("button", name="Save").click()
        visitor.page.get_by_text("Saved.").wait_for()
    heroes = ann.heroes
    heroes.get_by_text("More ways to play").click()
    heroes.get_by_role("combobox", name="How to play").select_option(label="Surprise")
    heroes.get_by_role("combobox", name="Seat B").select_option("here")
    heroes.get_by_label("Name of player B").fill("Kim")
    heroes.get_by_role("combobox", name="Seat C").select_option("bot:strong")
    heroes.get_by_role("button", name="Set the table").focus()
    heroes.get_by_text("More ways to play").evaluate("head => head.scrollIntoView()")
    shoot("setting")
    heroes.get_by_role("button", name="Set the table").click()
    page.get_by_role("heading", name="Hand the device to").wait_for()
    shoot("handing")

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
    shoot("invited")
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
    shoot("talking")

    page.goto(server.url + "#/you")
    page.get_by_role("button", name="Show a code").click()
    page.locator(".code").wait_for()
    shoot("you")
    ann.close()
    ben.close()


def take_swirl(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """SWIRL in mid-game: a card that takes a sum, looked at before it is played."""
    ann = Visitor(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page
    page.goto(server.url)
    page.get_by_label("Your name").fill("Robin")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    sit_down(ann, server, bots=2)
    answers = 0
    while ann.wait() == "turn":
        answers += 1
        for card in ann.hand.all() if answers > SWIRL_AFTER else []:
            if card.get_attribute("aria-pressed") == "false":
                card.click()
            page.locator(".detail").wait_for()
            if " + " in page.locator(".detail").inner_text():
                page.mouse.move(0, 0)
                page.wait_for_timeout(400)
                page.screenshot(path=str(FOLDER / f"swirl-table-{size}-{scheme}.png"))
                ann.close()
                return
        move(ann, Locator.click)
    ann.close()
    take_swirl(browser, server, size, scheme)  # nobody had a sum: another game


def sellswords(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """The draft, and a tile that is about to be placed."""
    ann = Player(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page

    def shoot(name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=str(FOLDER / f"sellswords-{name}-{size}-{scheme}.png"))

    page.goto(server.url)
    ann.game("Sellswords: Olympus").get_by_role("button", name="Play against a bot").click()
    ann.wait()
    ann.answer()
    ann.wait()
    ann.pickable.first.click()
    ann.confirm.wait_for()
    shoot("draft")
    for _ in range(TURNS):
        ann.until_placing()
        ann.answer()
    ann.until_placing()
    ann.placeable.first.click()
    ann.spots.first.click()
    ann.confirm.wait_for()
    page.mouse.move(0, 0)
    shoot("table")
    ann.close()


def qwirkle(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """A turn of Qwirkle Cards that is being tried out."""
    ann = QwirklePlayer(
        browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1
    )
    page = ann.page

    page.goto(server.url)
    page.get_by_label("Your name").fill("Robin")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    ann.begin(server)
    for _ in range(QWIRKLE_AFTER):
        ann.wait()
        ann.play()
    ann.wait()
    cards = ann.turn()
    ann.lay_together(cards[:2])
    page.locator(".group.bad").first.wait_for()
    ann.in_hand(next(card for card in ann.cards(ann.own))).click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=str(FOLDER / f"qwirkle-trying-{size}-{scheme}.png"))
    ann.close()


def cards(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """An owner who enters the numbers of a box."""
    ann = Visitor(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page
    page.goto(server.url + "#/cards/sellswords")
    for side, number in zip(("Top", "Right", "Bottom", "Left"), "9876", strict=True):
        page.get_by_label(side).fill(number)
    page.get_by_text("Everything can be used.").wait_for()
    page.wait_for_timeout(400)
    page.screenshot(path=str(FOLDER / f"cards-{size}-{scheme}.png"))
    ann.close()


def lesson_and_replay(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """A step of a lesson, and a finished game with the check of its deals, from its file."""
    ann = Visitor(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page

    def shoot(name: str) -> None:
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        page.screenshot(path=str(FOLDER / f"{name}-{size}-{scheme}.png"))

    page.goto(f"{server.url}#/lesson/swirl")
    page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("heading", name="Sums").wait_for()
    ann.hand.and_(page.get_by_role("button", name="purple star fish 9")).click()
    page.get_by_role("button", name="Confirm").wait_for()
    page.evaluate("scrollTo(0, 0)")
    shoot("lesson")
    template = replay_file.template(built_web(), "sellswords")
    assert template is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.html"
        names = ["Robin", "Casual"]
        file.write_bytes(replay_file.page(template, "T", finished("sellswords", 2), names, SECRET))
        page.goto(file.as_uri())
        page.get_by_role("slider", name="Step").fill("40")
        page.get_by_text("as the sealed secret says").wait_for()
        shoot("replay")
    ann.close()


def reading(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """What is read: a page of rules, and a table as text with a move that is being typed."""
    ann = Visitor(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page

    def shoot(name: str) -> None:
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        page.screenshot(path=str(FOLDER / f"{name}-{size}-{scheme}.png"))

    page.goto(f"{server.url}#/rules/swirl")
    page.locator("article .picture").first.wait_for()
    page.get_by_role("heading", name="A turn").evaluate("head => head.scrollIntoView()")
    shoot("rules")
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
    shoot("typing")
    ann.close()


def swirl(browser: Browser, server: Server) -> None:
    """The half turn of a card, from left to right."""
    from PIL import Image

    ann = Visitor(browser, reduced_motion="no-preference", device_scale_factor=1)
    ann.play_against_bot(server.url)
    if not ann.field():
        ann.move()
        ann.wait()
    ann.hand.first.click()
    ann.spot().click()
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


def home(browser: Browser, server: Server, size: str, scheme: str) -> None:
    """The first page of somebody who has finished a game and is in the middle of another."""
    ann = Visitor(browser, size, size != "desktop", color_scheme=scheme, device_scale_factor=1)
    page = ann.page
    page.goto(server.url)
    page.get_by_label("Your name").fill("Robin")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    sit_down_to_a_short_game(ann, server, "swirl")
    while ann.wait() == "turn":
        move(ann, Locator.click)
    ann.play_against_bot(server.url + "#/")
    ann.move()
    ann.wait()
    page.get_by_role("link", name="Halfturn: home").click()
    page.locator("section[aria-labelledby=tables] a.yours").wait_for()
    page.wait_for_timeout(400)
    page.screenshot(path=str(FOLDER / f"home-{size}-{scheme}.png"), full_page=size == "desktop")
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


if __name__ == "__main__":
    main(sys.argv[1:])
