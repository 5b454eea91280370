"""A server and a browser for the tests, and hands to play with."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from importlib import metadata
from pathlib import Path
from urllib.error import URLError

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
HOST_NAME = "halfturn.test"
"""Leads to this machine, and is no secure context, as on a home network."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST_NAME} 127.0.0.1",
]
expect.set_options(timeout=PATIENCE * 1000)
TURN = re.compile(r" (placed|removed) \d{4}")
COLUMN_ROW = re.compile(r"column (-?\d+), row (-?\d+)")
RULER = """() => ["column", "row"].map((kind, down) =>
    [...document.querySelectorAll(`.ruler .${kind}`)].map(each => {
        const box = each.getBoundingClientRect();
        return [each.textContent, down ? box.y + box.height / 2 : box.x + box.width / 2];
    }))"""
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}


def chromium() -> str:
    """A browser of this machine; without one the tests fail, they are not left out."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        raise AssertionError(
            "the browser tests need Chromium: install it (Debian: apt install chromium), "
            "or name it in the variable CHROMIUM"
        )
    return found


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


def built_web() -> Path:
    """The web app in the installed package, or else the one that was built by hand."""
    installed = metadata.distribution("halfturn").locate_file("halfturn/web")
    for folder in (Path(str(installed)), ROOT / "web/dist"):
        if (folder / "index.html").exists():
            return folder
    raise AssertionError("the web app is not built: npm ci && npm run build in the folder web")


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path, *games: str, catcher: int = 0) -> None:
        """`games` are further ones to be offered there: `ID`, or `ID=MODULE:CLASS`.

        `catcher` is the port to which people's turns are told, if they are to be.
        """
        self.data = data
        self._catcher = {"HALFTURN_CATCHER": str(catcher)} if catcher else {}
        self._games = games
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is, for a browser on this machine."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def url_at_home(self) -> str:
        """Where it is, for a phone."""
        return f"http://{HOST_NAME}:{self.port}/"

    @property
    def home(self) -> Path:
        """Where its owner's card files are: never those of whoever runs the tests."""
        return self.data.parent / "home"

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = [str(self.port), str(self.data), str(built_web()), *self._games]
        script = Path(__file__).with_name("browser_server.py")
        with (self.data.parent / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(script), *words],
                stdout=log,
                stderr=log,
                env={**os.environ, **self._catcher, "HALFTURN_HOME": str(self.home)},
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(self.url + "api/v1/me", timeout=PATIENCE).close()
            except (URLError, OSError):
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"the server did not start: {self.log()}")

    def kill(self) -> None:
        """End it without a word."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def log(self) -> str:
        """What it said."""
        return (self.data.parent / "server.log").read_text("utf-8")


class Visitor:
    """Somebody with a browser of their own. Whatever the page complains about is kept."""

    def __init__(
        self, browser: Browser, size: str = "desktop", touch: bool = False, **more: object
    ) -> None:
        width, height = SIZES[size]
        wishes: dict[str, object] = {
            "viewport": {"width": width, "height": height},
            "reduced_motion": "reduce",
            "has_touch": touch,
            "is_mobile": touch,
            **more,
        }
        self.context: BrowserContext = browser.new_context(**wishes)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self._asked_at = 0
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda opened: self.asked.append(opened.url))

    def _hear(self, kind: str, text: str) -> None:
        # That the server is gone is what some tests are about.
        unreachable = re.search(
            r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET|40\d", text
        )
        if kind in ("error", "warning") and not unreachable:
            self.complaints.append(text)

    # ---- looking ----

    def game(self, title: str) -> Locator:
        """A game among those that the first page offers."""
        return self.page.get_by_role("article", name=title, exact=True)

    @property
    def heroes(self) -> Locator:
        """The game that most of these tests play."""
        return self.game("Swirling Heroes")

    @property
    def hand(self) -> Locator:
        """The cards of the hand that can be chosen now."""
        return self.page.locator("ul[aria-label='Your hand'] button[aria-disabled=false]")

    @property
    def spots(self) -> Locator:
        """The places for the chosen card."""
        return self.page.locator(".spot")

    def spot(self) -> Locator:
        """The first place for the chosen card, brought into sight."""
        self.spots.first.focus()
        return self.spots.first

    @property
    def version(self) -> int:
        """The version of the table that is shown."""
        return int(self.page.locator("main[data-version]").get_attribute("data-version") or 0)

    def field(self) -> list[str]:
        """Every card that lies on the field, in words."""
        cards = self.page.locator(".cell [role=img]")
        return sorted(card.get_attribute("aria-label") or "" for card in cards.all())

    def lines(self, about: re.Pattern[str]) -> Locator:
        """The lines of the log that say something."""
        return self.page.locator("section[aria-labelledby=log] li").filter(has_text=about)

    def turns(self) -> int:
        """How many turns were taken, as the log tells."""
        return self.lines(TURN).count()

    def numbered(self) -> list[tuple[str, str]]:
        """The numbers at which every card on the field lies, and by which it is called."""
        columns, rows = self.page.evaluate(RULER)
        found = []
        for card in self.page.locator(".cell [role=img], .lying").all():
            named = COLUMN_ROW.search(card.get_attribute("aria-label") or "")
            box = card.bounding_box()
            assert named is not None
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            column = min(columns, key=lambda each: abs(each[1] - x))[0]
            row = min(rows, key=lambda each: abs(each[1] - y))[0]
            found.append((f"{column},{row}", f"{named[1]},{named[2]}"))
        return found

    def wait(self) -> str:
        """Wait until this person is asked (`turn`), or the game has ended (`over`)."""
        found = self.page.locator(".prompt.yours, #verdict").first
        found.wait_for()
        self._asked_at = self.version
        return "over" if found.get_attribute("id") == "verdict" else "turn"

    def sideways(self) -> int:
        """By how many pixels the page is too wide."""
        found = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return int(found)

    # ---- doing ----

    def play_against_bot(self, url: str) -> None:
        """Go to the table of a new game."""
        self.page.goto(url)
        self.heroes.get_by_role("button", name="Play against a bot").click()
        self.wait()

    def try_a_swirl(self, url: str) -> None:
        """Go to the table of a new game, and try a card beside one that it turns."""
        self.play_against_bot(url)
        if not self.field():
            self.move()
            self.wait()
        self.hand.first.click()
        self.spot().click()

    def removes(self) -> bool:
        """Where nothing fits, which is rare: take the first card out of the game."""
        if not self.page.get_by_text("Nothing fits.").count():
            return False
        self.page.locator(".others button").first.click()
        self.page.get_by_role("button", name="Confirm").click()
        self.asked_no_more()
        return True

    def move(self) -> None:
        """Place the first card that fits, by mouse."""
        if self.removes():
            return
        self.hand.first.click()
        self.spot().click()
        self.page.get_by_role("button", name="Confirm").click()
        self.asked_no_more()

    def move_by_touch(self) -> None:
        """The same by touch: a second tap on the place confirms."""
        if self.removes():
            return
        self.hand.first.tap()
        self.spot().tap()
        expect(self.page.get_by_text("Place it here?")).to_be_visible()
        self.spot().tap()
        self.asked_no_more()

    def asked_no_more(self) -> None:
        """Wait until the answer was taken: the table is no more as it was when this was asked."""
        main = self.page.locator("main[data-version]")
        expect(main).not_to_have_attribute("data-version", str(self._asked_at))

    def close(self) -> None:
        """Leave."""
        self.context.close()
